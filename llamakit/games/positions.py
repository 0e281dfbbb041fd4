"""What the llama games share when they lay out a position of one's own.

Imports the standard library, ``engine.state``, ``games.cards`` and ``refusals`` only. A game's own
``position.py`` puts the pieces together.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from llamakit.engine.state import InputError, State, checked_seed, whole_number
from llamakit.games import refusals
from llamakit.games.cards import deal, one_by_one

#: Tokens that count more points than this are held in no game.
MOST_POINTS = 1000


def hands_of(
    given: Sequence[Any], pile: dict[Any, int], read: Callable[[object], Any], seed: int
) -> tuple[tuple[Any, ...], ...]:
    """Return the hands that are meant, taking their cards out of the pile.

    A hand is given by its cards, or by a number of cards, which are then dealt from the pile.
    Raises InputError where the pile does not have them.

    >>> pile = {1: 1, 2: 1}
    >>> hands_of([[2], 1], pile, tuple, seed=0), pile
    (((2,), (1,)), {1: 0, 2: 0})
    """
    known = {place: read(hand) for place, hand in enumerate(given) if not _is_count(hand)}
    take_out(pile, [card for hand in known.values() for card in hand])
    left = sum(pile.values())
    sizes = [
        0 if place in known else whole_number("a number of cards", size, 1, left)
        for place, size in enumerate(given)
    ]
    if sum(sizes) > left:
        raise InputError(refusals.too_few_left(left, given))
    dealt = deal(one_by_one(pile), sizes, Random(checked_seed(seed)))
    take_out(pile, [card for hand in dealt for card in hand])
    return tuple(known.get(place, dealt[place]) for place in range(len(given)))


def _is_count(hand: object) -> bool:
    return isinstance(hand, int) and not isinstance(hand, bool)


def take_out(pile: dict[Any, int], cards: Iterable[Any]) -> None:
    """Take cards out of a pile of counts. Raises InputError if it does not have them."""
    for card, times in Counter(cards).items():
        if times > pile.get(card, 0):
            raise InputError(refusals.not_so_many(card, pile.get(card, 0)))
        pile[card] -= times


def who_plays(players: int, quitters: object) -> tuple[bool, ...]:
    """Return who has not quit, by seat. Raises InputError unless seat 0 plays.

    >>> who_plays(3, [2])
    (True, True, False)
    """
    if not isinstance(quitters, (tuple, list, set, frozenset, range)):
        raise InputError(refusals.not_quitters(quitters))
    for seat in quitters:
        whole_number("a seat that has quit", seat, 1, players - 1)
    return tuple(seat not in quitters for seat in range(players))


def points_of(players: int, given: object) -> tuple[int, ...]:
    """Return the points held by seat, none if nothing is given. Raises InputError.

    >>> points_of(2, None), points_of(2, [3, 11])
    ((0, 0), (3, 11))
    """
    if given is None:
        return (0,) * players
    if not isinstance(given, (tuple, list)) or len(given) != players:
        raise InputError(refusals.not_by_seat("points", players, given))
    return tuple(whole_number("points", points, 0, MOST_POINTS) for points in given)


def laid_out(start: State, fields: Mapping[str, Any]) -> Any:
    """Return the first round's turn of seat 0 with these fields, everything else as at the start.

    Seat 0 is the one that decides, so it is the one that would start.
    """
    return dataclasses.replace(  # type: ignore[type-var]
        start, phase="turn", round_number=1, turn=0, **fields
    )
