"""Hidden hands: what a seat has noticed of them, and dealing them from the cards it has not seen.

A *clue* is something that everybody notices. Who draws a card could not play one, as players of any
sense do: so that hand held none of the cards that fitted. Hands are dealt so that they agree with
every clue. Whoever turns out to hold a card that a clue had ruled out plays in some other way, and
their clues are forgotten.

Imports the standard library, ``engine.hearing`` and the shared cards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from llamakit.engine.hearing import Heard
from llamakit.games.cards import counts, one_by_one

#: Of a card in a hidden hand: the values that it cannot have.
Barred = frozenset[Any]

NOTHING: Barred = frozenset()


class Clue(NamedTuple):
    """What a seat did: "lacks" these cards, "gets" one that is hidden, or "plays" this one."""

    seat: int
    verb: str
    cards: Collection[Any] = ()


#: What goes with the sentence on a deal: all clues from before it are past.
DEALT = Clue(-1, "dealt")


@cache
def drew(seat: int, lacks: Collection[Any] = ()) -> tuple[Clue, ...]:
    """Return the clues of a card that is drawn, by one's own will for want of others.

    >>> [clue.verb for clue in drew(1, (3, 4))], [clue.verb for clue in drew(1)]
    (['lacks', 'gets'], ['gets'])
    """
    gets = Clue(seat, "gets")
    return (Clue(seat, "lacks", lacks), gets) if lacks else (gets,)


@cache
def played(seat: int, card: Any) -> tuple[Clue, ...]:
    """Return the clues of a card that is played."""
    return (Clue(seat, "plays", (card,)),)


def since_deal(log: Sequence[str]) -> tuple[Clue, ...]:
    """Return the clues in what was heard since the cards were dealt; none if that was not heard."""
    found: list[Clue] = []
    for sentence in reversed(log):
        clues = sentence.clues if isinstance(sentence, Heard) else ()
        if DEALT in clues:
            return tuple(reversed(found))
        found.extend(reversed(clues))
    return ()


def barred(view: Any, clues: Sequence[Clue], rng: Random) -> list[list[Barred] | None]:
    """Return for each hidden hand, card by card, which values it cannot have.

    None for a hand that the view shows. ``view`` has ``hands``, ``sizes`` and ``rules.hand``.
    """
    found: list[list[Barred] | None] = []
    for seat, hand in enumerate(view.hands):
        held = _barred(view.rules.hand, [clue for clue in clues if clue.seat == seat], rng)
        if len(held) != view.sizes[seat]:  # not all was heard
            held = [NOTHING] * view.sizes[seat]
        found.append(held if hand is None else None)
    return found


def _barred(size: int, clues: Sequence[Clue], rng: Random) -> list[Barred]:
    """Return for each card of a hand which values it cannot have, after what its seat has done.

    The hand began with ``size`` cards. A card that is played is any of those that it may have been.

    >>> did = [Clue(1, "lacks", [3, 4]), Clue(1, "gets"), Clue(1, "plays", [3])]
    >>> [sorted(values) for values in _barred(2, did, Random(1))]
    [[3, 4], [3, 4]]
    """
    held = [NOTHING] * size
    for clue in clues:
        if clue.verb == "gets":
            held.append(NOTHING)
        elif clue.verb == "lacks":
            held = [values.union(clue.cards) for values in held]
        elif held:
            (played,) = clue.cards
            able = [place for place, values in enumerate(held) if played not in values]
            if not able:
                held = [NOTHING] * len(held)
            del held[rng.choice(able or range(len(held)))]
    return held


def dealt_for(view: Any, rng: Random) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """Return hands and a draw pile that may be the real ones, for all that a view's seat noticed.

    The hands are as the view shows them, and the hidden ones are dealt from the unseen cards. The
    pile is how many there are of each of ``view.rules.values``.
    """
    hands = barred(view, since_deal(view.log), rng)
    dealt, pile = deal_hidden(one_by_one(view.unseen), hands, rng)
    held = tuple(dealt[seat] or hand or () for seat, hand in enumerate(view.hands))
    return held, counts(view.rules.values, pile)


def deal_hidden(
    unseen: Sequence[Any], hands: Sequence[Sequence[Barred] | None], rng: Random
) -> tuple[list[tuple[Any, ...] | None], list[Any]]:
    """Deal unseen cards to hidden hands, and return the hands and the cards left over.

    ``hands``: for each card of a hand which values it cannot have; None for a hand that is known.
    The cards that can be fewest are dealt first. Where no card is left that will do, any will.

    >>> deal_hidden([3, 3, 5], [None, [frozenset([3])]], Random(1))
    ([None, (5,)], [3, 3])
    """
    left = list(unseen)
    rng.shuffle(left)
    dealt: list[list[Any] | None] = [None if hand is None else [] for hand in hands]
    slots = [(seat, values) for seat, hand in enumerate(hands) for values in hand or ()]
    for seat, values in sorted(slots, key=lambda slot: -len(slot[1])):
        place = next((at for at, card in enumerate(left) if card not in values), 0)
        hand = dealt[seat]
        assert hand is not None
        hand.append(left.pop(place))
    return [None if hand is None else tuple(sorted(hand)) for hand in dealt], left
