"""Cards and tokens, as the three llama games share them (G1 to G7), and dealing from a pile.

Imports the standard library and ``core.state`` only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import comb
from numbers import Integral
from random import Random
from typing import Any

from llamakit.core.state import InputError, brief

#: A token is worth this many points: white 1, black 10 (G3).
WHITE, BLACK = 1, 10

#: What all a player's llama cards count together (G2).
LLAMA_PENALTY = 10

#: More deals than this are not listed one by one.
MOST_DEALS = 100_000


class _Llama(int):
    """The llama as a card value: it follows the 6, so it orders as 7, and is written L."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "L"

    __str__ = __repr__

    def __reduce__(self) -> str:
        return "LLAMA"


LLAMA = _Llama(7)

#: The seven card values, in order.
VALUES: tuple[int, ...] = (1, 2, 3, 4, 5, 6, LLAMA)


def card(value: object) -> int:
    """Return a card value: 1 to 6 or LLAMA, also given as "3", "L" or "llama".

    Raises InputError for anything else, the plain number 7 included.

    >>> card("llama"), card(3), card("3")
    (L, 3, 3)
    """
    if isinstance(value, _Llama):
        return LLAMA
    if type(value) is int and 1 <= value <= 6:  # by far the most common, and quick
        return value
    if isinstance(value, str):
        text = value.strip().lower()
        if text in ("l", "llama"):
            return LLAMA
        if len(text) == 1 and text in "123456":
            return int(text)
    elif isinstance(value, Integral) and not isinstance(value, bool) and 1 <= int(value) <= 6:
        return int(value)
    raise InputError(f"unknown card {brief(value)}: a card is 1 to 6 or the llama ('L')")


def cards(values: object) -> tuple[int, ...]:
    """Return card values in order, from any iterable of them. Raises InputError.

    >>> cards(["L", 3, 1])
    (1, 3, L)
    """
    try:
        given = islice(values, 1001)  # type: ignore[call-overload]
    except TypeError:
        raise InputError(f"expected cards such as [1, 3, 'L'], not {brief(values)}") from None
    found = [card(value) for value in given]
    if len(found) > 1000:
        raise InputError("more than 1000 cards: no box holds as many")
    return tuple(sorted(found))


def penalty(hand: Iterable[int]) -> int:
    """Return the points a hand counts: each value once, all llamas together 10 (G2).

    >>> penalty((1, 5, 5, 6)), penalty((1, 1, LLAMA))
    (12, 11)
    """
    different = set(hand)
    return sum(different) + (LLAMA_PENALTY - LLAMA if LLAMA in different else 0)


def without(hand: tuple[Any, ...], gone: Iterable[Any]) -> tuple[Any, ...]:
    """Return a hand without some of its cards.

    >>> without((1, 4, 4, 4), (4, 4))
    (1, 4)
    """
    left = list(hand)
    for value in gone:
        left.remove(value)
    return tuple(left)


def tokens_to_return(points: int) -> tuple[int, ...]:
    """Return which tokens a player may give back where any mix may be held (G4).

    >>> tokens_to_return(0), tokens_to_return(3), tokens_to_return(12)
    ((), (1,), (1, 10))
    """
    return tuple(token for token in (WHITE, BLACK) if points >= token)


def lowest(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the fewest points: they win, and ties share (G6).

    >>> lowest((12, 3, 3))
    (1, 2)
    """
    return tuple(seat for seat, points in enumerate(scores) if points == min(scores))


def deal(pile: dict[Any, int], sizes: Sequence[int], rng: Random) -> tuple[tuple[Any, ...], ...]:
    """Deal hands of the given sizes at random from a pile of {card: copies}; each is in order.

    >>> deal({1: 1, 2: 1}, (1, 1), Random(3))
    ((1,), (2,))
    """
    drawn = rng.sample(list(pile), sum(sizes), counts=list(pile.values()))
    hands, start = [], 0
    for size in sizes:
        hands.append(tuple(sorted(drawn[start : start + size])))
        start += size
    return tuple(hands)


def all_deals(
    pile: dict[Any, int], sizes: Sequence[int]
) -> list[tuple[tuple[tuple[Any, ...], ...], Fraction]]:
    """Return every way to deal hands of the given sizes, with its probability.

    The probability is multivariate hypergeometric: ways to pick the copies over all ways. Raises
    InputError where there are more than MOST_DEALS.

    >>> all_deals({1: 1, 2: 2}, (1, 1))  # doctest: +NORMALIZE_WHITESPACE
    [(((1,), (2,)), Fraction(1, 3)), (((2,), (1,)), Fraction(1, 3)),
     (((2,), (2,)), Fraction(1, 3))]
    """
    deals: list[tuple[tuple[tuple[Any, ...], ...], int, Counter[Any]]] = [((), 1, Counter(pile))]
    for size in sizes:
        longer = []
        for hands, ways, left in deals:
            for hand, hand_ways in _hands(left, size):
                longer.append(((*hands, hand), ways * hand_ways, left - Counter(hand)))
                if len(longer) > MOST_DEALS:
                    raise InputError("too many deals to list; sample(rng) draws one of them")
        deals = longer
    total = sum(ways for _, ways, _ in deals)
    return [(hands, Fraction(ways, total)) for hands, ways, _ in deals]


def _hands(pile: dict[Any, int], size: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield each hand of a size with the number of ways to pick its copies from the pile."""
    if not pile:
        if size == 0:
            yield (), 1
        return
    kind = min(pile)
    others = {other: copies for other, copies in pile.items() if other != kind}
    for count in range(min(pile[kind], size), -1, -1):
        for hand, ways in _hands(others, size - count):
            yield (kind,) * count + hand, ways * comb(pile[kind], count)
