"""Cards and tokens, as the three llama games share them (G1 to G7), and dealing from a pile.

Imports the standard library, ``engine.state`` and ``refusals`` only.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, repeat
from math import comb
from numbers import Integral
from random import Random
from typing import Any

from llamakit.engine.state import InputError, a_few, items_of, whole_number
from llamakit.games import refusals

#: What a person at the keyboard may need; the rest serves the games.
__all__ = [
    "BLACK",
    "LLAMA",
    "VALUES",
    "WHITE",
    "all_deals",
    "card",
    "cards",
    "counts",
    "penalty",
    "tokens_to_return",
    "without",
]


def __dir__() -> list[str]:
    return __all__


#: A token is worth this many points: white 1, black 10 (G3).
WHITE, BLACK = 1, 10

#: What all a player's llama cards count together (G2).
LLAMA_PENALTY = 10

#: A player with so many points less than the end of the game may reach it in a round: it is about
#: what a hand of six counts that nobody would be glad of.
MOST_IN_A_ROUND = 20

#: No game lasts until somebody has more points.
MOST_POINTS = 10**6

#: No box holds more cards than this.
MOST_CARDS = 1000

#: No deck of which deals are listed has more different cards.
MOST_KINDS = 100

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
_DIFFERENT = frozenset(VALUES)


def card(value: object) -> int:
    """Return a card value: 1 to 6 or LLAMA, also given as "3", "L" or "llama".

    Raises InputError for anything else, the plain number 7 included.

    >>> card("llama"), card(3), card("3")
    (L, 3, 3)
    """
    if type(value) is int and 1 <= value <= 6:  # by far the most common, and quick
        return value
    if isinstance(value, _Llama):
        return LLAMA
    if isinstance(value, str):
        text = str.strip(value).lower()  # a subclass may be broken
        if text in ("l", "llama"):
            return LLAMA
        if len(text) == 1 and text in "123456":
            return int(text)
    elif isinstance(value, Integral) and not isinstance(value, bool) and 1 <= int(value) <= 6:
        return int(value)
    raise InputError(refusals.unknown_card(value))


def cards(values: object) -> tuple[int, ...]:
    """Return card values in order, from any iterable of them. Raises InputError.

    >>> cards(["L", 3, 1])
    (1, 3, L)
    """
    given = items_of(values, MOST_CARDS)
    if given is None:
        raise InputError(refusals.not_cards(values))
    if len(given) > MOST_CARDS:
        raise InputError(refusals.too_many_cards(MOST_CARDS))
    return tuple(sorted(map(card, given)))


#: Other ways to write a card in a move.
ALSO_WRITTEN = {"llama": "l"}


def to_json(value: Any) -> Any:
    """Return cards as 1 to 6 and "L", tuples as lists, everything else as it is.

    >>> to_json(((1, LLAMA), (2, 3)))
    [[1, 'L'], [2, 3]]
    """
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    return "L" if value is LLAMA else value


def from_json(value: Any) -> Any:
    """Return what ``to_json`` was given.

    >>> from_json([[1, "L"], [2, 3]])
    ((1, L), (2, 3))
    """
    if isinstance(value, list):
        return tuple(from_json(item) for item in value)
    return LLAMA if isinstance(value, str) and value == "L" else value


def penalty(hand: Iterable[int]) -> int:
    """Return the points a hand counts: each value once, all llamas together 10 (G2).

    The cards may be written as for ``card``, which raises InputError.

    >>> penalty((1, 5, 5, 6)), penalty([1, 1, "L"])
    (12, 11)
    """
    different: set[int] = set(hand if type(hand) is tuple else cards(hand))
    if not different <= _DIFFERENT:
        different = set(cards(different))
    return sum(different) + (LLAMA_PENALTY - LLAMA if LLAMA in different else 0)


def without(hand: tuple[Any, ...], gone: Iterable[Any]) -> tuple[Any, ...]:
    """Return a hand without some of its cards. Raises InputError for one that it has not got.

    >>> without((1, 4, 4, 4), (4, 4))
    (1, 4)
    """
    if type(hand) is not tuple or type(gone) is not tuple:  # by far the most common, and quick
        hand, gone = tuple(a_few("hand", hand)), tuple(a_few("gone", gone))
    left = list(hand)
    try:
        for value in gone:
            left.remove(value)
    except ValueError:
        raise InputError(refusals.not_in_hand(value, hand)) from None
    return tuple(left)


def with_item(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """Return a tuple with another item in one place.

    >>> with_item((1, 2, 3), 0, 7)
    (7, 2, 3)
    """
    return (*items[:place], item, *items[place + 1 :])


def next_seat(seat: int, active: Sequence[bool]) -> int:
    """Return the next seat to the left that has not quit; alone, the same again (C3, D4).

    >>> next_seat(0, [True, False, True]), next_seat(2, [False, False, True])
    (2, 2)
    """
    following = (seat + 1) % len(active)
    while not active[following]:
        following = (following + 1) % len(active)
    return following


def tokens_to_return(points: int) -> tuple[int, ...]:
    """Return which tokens a player may give back where any mix may be held (G4).

    Raises InputError for what are no points.

    >>> tokens_to_return(0), tokens_to_return(3), tokens_to_return(12)
    ((), (1,), (1, 10))
    """
    whole_number("points", points, 0, MOST_POINTS)
    return tuple(token for token in (WHITE, BLACK) if points >= token)


def fewest_tokens(points: int) -> tuple[int, ...]:
    """Return points as the fewest tokens, black ones first (G3).

    >>> fewest_tokens(23)
    (10, 10, 1, 1, 1)
    """
    return (BLACK,) * (points // BLACK) + (WHITE,) * (points % BLACK)


def may_be_the_last(points: Iterable[int], target: int) -> bool:
    """Return whether somebody may reach the points that end the game in this round (G6).

    >>> may_be_the_last([19, 3], 40), may_be_the_last([20, 3], 40)
    (False, True)
    """
    return max(points) + MOST_IN_A_ROUND >= target


def one_by_one(pile: dict[Any, int]) -> tuple[Any, ...]:
    """Return every card of a pile of {card: copies}.

    >>> one_by_one({1: 2, LLAMA: 1})
    (1, 1, L)
    """
    return tuple(chain.from_iterable(map(repeat, pile, pile.values())))


def counts(kinds: Iterable[Any], cards: Iterable[Any]) -> tuple[int, ...]:
    """Return how many of each kind there are among some cards. Raises InputError for no list.

    >>> counts((1, 2, LLAMA), (LLAMA, 1, LLAMA))
    (1, 0, 2)
    """
    try:
        found = Counter(a_few("cards", cards, MOST_CARDS))
        return tuple([found[kind] for kind in a_few("kinds", kinds, MOST_CARDS)])
    except TypeError:
        raise InputError(refusals.not_cards(cards)) from None


def deal(cards: Sequence[Any], sizes: Sequence[int], rng: Random) -> tuple[tuple[Any, ...], ...]:
    """Deal hands of the given sizes at random from cards in order; each hand is in order, too.

    >>> deal((1, 2, LLAMA), (1, 2), Random(3))
    ((1,), (2, L))
    """
    places = rng.sample(range(len(cards)), sum(sizes))
    hands, start = [], 0
    for size in sizes:
        hands.append(tuple([cards[place] for place in sorted(places[start : start + size])]))
        start += size
    return tuple(hands)


def draw(kinds: Sequence[Any], copies: Iterable[int], rng: Random) -> Any:
    """Draw one card at random from a pile that has so many copies of each kind.

    >>> draw([1, 2, LLAMA], [0, 5, 0], Random(3))
    2
    """
    ends = list(accumulate(copies))
    return kinds[bisect(ends, rng.randrange(ends[-1]))]


def left_over(deck: dict[Any, int], hands: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """Return what is left of a deck after a deal: below 0 of a card that it has not got.

    >>> left_over({1: 2, 2: 2}, [(1, 2), (2, 2)])
    {1: 1, 2: -1}
    """
    left = dict(deck)
    for kind in chain(*hands):
        left[kind] = left.get(kind, 0) - 1
    return left


def as_deal(
    dealt: Any, deck: dict[Any, int], sizes: tuple[int, ...], read: Callable[[Any], Any] = cards
) -> tuple[tuple[Any, ...], ...] | None:
    """Return a deal in its standard form, each hand in order; None for what is no such deal.

    ``read`` makes a hand of the cards given.

    >>> as_deal([["L", 1], [1]], {1: 2, LLAMA: 1}, (2, 1))
    ((1, L), (1,))
    >>> as_deal([["L", 1], ["L"]], {1: 2, LLAMA: 1}, (2, 1))
    """
    if not isinstance(dealt, (tuple, list)) or len(dealt) != len(sizes):
        return None
    hands = tuple(map(read, dealt))
    possible = tuple(map(len, hands)) == sizes and min(left_over(deck, hands).values()) >= 0
    return hands if possible else None


def all_deals(
    pile: Mapping[Any, int], sizes: Iterable[int]
) -> list[tuple[tuple[tuple[Any, ...], ...], Fraction]]:
    """Return every way to deal hands of the given sizes, with its probability.

    The probability is multivariate hypergeometric: ways to pick the copies over all ways. Raises
    InputError where there are more than MOST_DEALS, or too few cards for a deal, and for what is no
    pile of {card: copies} or no size.

    >>> all_deals({1: 1, 2: 2}, (1, 1))  # doctest: +NORMALIZE_WHITESPACE
    [(((1,), (2,)), Fraction(1, 3)), (((2,), (1,)), Fraction(1, 3)),
     (((2,), (2,)), Fraction(1, 3))]
    """
    if not isinstance(pile, Mapping) or len(pile) > MOST_KINDS:
        raise InputError(refusals.not_a_pile(pile, MOST_KINDS))
    for copies in pile.values():
        whole_number("copies", copies, 0, MOST_CARDS)
    deals: list[tuple[tuple[tuple[Any, ...], ...], int, Counter[Any]]] = [((), 1, Counter(pile))]
    for size in a_few("sizes", sizes):
        whole_number("a size", size, 0, MOST_CARDS)
        longer = []
        for hands, ways, left in deals:
            for hand, hand_ways in _hands(left, size):
                longer.append(((*hands, hand), ways * hand_ways, left - Counter(hand)))
                if len(longer) > MOST_DEALS:
                    raise InputError(refusals.TOO_MANY_DEALS)
        deals = longer
    if not deals:
        raise InputError(refusals.TOO_FEW_CARDS)
    total = sum(ways for _, ways, _ in deals)
    return [(hands, Fraction(ways, total)) for hands, ways, _ in deals]


def _hands(pile: dict[Any, int], size: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield each hand of a size with the number of ways to pick its copies from the pile."""
    if size > sum(pile.values()):
        return
    if not pile:
        yield (), 1
        return
    kind = min(pile)
    others = {other: copies for other, copies in pile.items() if other != kind}
    for count in range(min(pile[kind], size), -1, -1):
        for hand, ways in _hands(others, size - count):
            yield (kind,) * count + hand, ways * comb(pile[kind], count)
