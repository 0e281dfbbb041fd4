"""The exercises on the odds of L.L.A.M.A.: hands and draws.

Imports the standard library, lower rooms and the game's rules: every answer is counted from cards,
or found by trying every way to play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any

from llamakit.games.cards import LLAMA, VALUES, penalty
from llamakit.games.llama.rules import Rules
from llamakit.games.llama_dice.rules import make_dice
from llamakit.lessons.exercise import Exercise, Misconception

#: Six cards to deal two of by hand.
SMALL = (1, 1, 2, 2, LLAMA, LLAMA)


@cache
def hands(size: int) -> list[tuple[tuple[int, ...], int]]:
    """Return every hand of a size from the whole deck, with the ways to deal it."""
    listed = combinations_with_replacement(VALUES, size)
    return [(hand, prod(comb(8, n) for n in Counter(hand).values())) for hand in listed]


def mean_penalty(size: int) -> Fraction:
    """Return the mean penalty of a dealt hand, hand by hand."""
    return Fraction(sum(penalty(hand) * ways for hand, ways in hands(size)), comb(56, size))


def different(number: int) -> Fraction:
    """Return how likely six dealt cards have so many different values."""
    ways = sum(ways for hand, ways in hands(6) if len(set(hand)) == number)
    return Fraction(ways, comb(56, 6))


def small_pairs() -> Fraction:
    """Return the share of equal pairs among the hands of two of the six cards."""
    pairs = list(combinations(SMALL, 2))
    return Fraction(sum(value == other for value, other in pairs), len(pairs))


def ends(state: Any) -> Iterator[int]:
    """Yield the points a player alone can end with, trying every way to play on."""
    if state.phase != "turn":
        yield state.points[0]
        return
    for action in state.legal_actions():
        yield from ends(state.apply(action))


@cache
def alone(hand: tuple[int, ...], top: int) -> int:
    """Return the fewest points that a player alone can end with.

    >>> alone((3, 4), 3)
    0
    """
    others = list((Counter(dict.fromkeys(VALUES, 8)) - Counter((*hand, top))).elements())
    start = Rules(hand=len(hand), first_player=1).start()
    return min(ends(start.apply([hand, others[: len(hand)], [top]]).apply("quit")))


def drawing(hand: tuple[int, ...], top: int) -> Fraction:
    """Return what drawing once costs on average, every unseen card tried."""
    unseen = Counter(dict.fromkeys(VALUES, 8)) - Counter((*hand, top))
    total = sum(copies * alone((*hand, drawn), top) for drawn, copies in unseen.items())
    return Fraction(total, unseen.total())


def fits(hand: tuple[int, ...], top: int) -> Fraction:
    """Return how likely the next card has the top card's value or the next one."""
    unseen = Counter(dict.fromkeys(VALUES, 8)) - Counter((*hand, top))
    return Fraction(unseen[top] + unseen[top + 1], unseen.total())


def mean_values() -> Fraction:
    """Return how many different values six dealt cards have on average, hand by hand."""
    total = sum(len(set(hand)) * ways for hand, ways in hands(6))
    return Fraction(total, comb(56, 6))


def somewhere(value: int, own: tuple[int, ...], top: int) -> Fraction:
    """Return how likely six hidden cards hold a value, each value's cards taken in turn."""
    unseen = Counter(dict.fromkeys(VALUES, 8)) - Counter((*own, top))
    others, ways = unseen.total() - unseen[value], 0
    for copies in range(1, 7):
        ways += comb(unseen[value], copies) * comb(others, 6 - copies)
    return Fraction(ways, comb(unseen.total(), 6))


def draws_until(wanted: int, cards: int) -> Fraction:
    """Return the mean number of cards turned up until the first wanted one, draw by draw."""
    total, still = Fraction(0), Fraction(1)
    while still:
        total += still  # one more card, if none of the wanted has come
        still *= Fraction(cards - wanted, cards)
        cards -= 1
    return total


def rolls() -> list[tuple[Any, ...]]:
    """Return the 216 rolls of the three llama dice."""
    return list(product(*make_dice()))


def llama_among_different() -> Fraction:
    """Return how likely a roll of three different values holds a llama."""
    different = [roll for roll in rolls() if len(set(roll)) == 3]
    return Fraction(sum(LLAMA in roll for roll in different), len(different))


def all_sound(taken: int, broken: int, box: int = 50) -> Fraction:
    """Return how likely no lamp of those taken out of a box is broken, lamp by lamp."""
    return prod((Fraction(box - broken - k, box - k) for k in range(taken)), start=Fraction(1))


EXERCISES = (
    Exercise(
        id="llama_odds-1",
        truth=small_pairs,
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 3), "That is right if the first card goes back. It does not."
            ),
            Misconception(
                lambda: 1 - small_pairs(), "Those are the hands with two different cards."
            ),
        ),
        hints=("There are 15 hands.", "One pair of 1s, one of 2s, one of llamas."),
    ),
    Exercise(
        id="llama_odds-2",
        unit="points",
        truth=lambda: mean_penalty(6),
        misconceptions=(
            Misconception(lambda: Fraction(6 * 31, 7), "That counts equal cards more than once."),
            Misconception(lambda: Fraction(31), "Not every value is in every hand."),
            Misconception(
                lambda: 31 * (1 - Fraction(6, 7) ** 6),
                "That puts each card back before the next is dealt. In a hand they stay.",
            ),
        ),
        hints=(
            "Each value is in the hand with the same probability.",
            "Multiply the 31 points by that probability.",
        ),
    ),
    Exercise(
        id="llama_odds-3",
        truth=lambda: fits((1, LLAMA), 3),
        misconceptions=(
            Misconception(lambda: Fraction(16, 56), "You have seen three cards, one of them a 3."),
            Misconception(lambda: Fraction(16, 53), "One of the 3s lies on the discard pile."),
        ),
        hints=("How many cards have you not seen?", "Seven 3s and eight 4s, of 53."),
    ),
    Exercise(
        id="llama_odds-4",
        unit="values",
        truth=mean_values,
        misconceptions=(Misconception(lambda: Fraction(6), "Some of the six cards may be equal."),),
        hints=(
            "Count 1 for each value that is in the hand, and use linearity.",
            "Seven values, each of them in the hand with the probability of step 1.",
        ),
    ),
    Exercise(
        id="llama_odds-5",
        truth=lambda: different(6),
        misconceptions=(
            Misconception(
                lambda: different(6) / 7, "That is for one value missing. Which one is it?"
            ),
            Misconception(
                lambda: Fraction(7, comb(56, 6)),
                "Each of the six values can be any of eight cards.",
            ),
        ),
        hints=(
            "One of seven values is missing. You hold one card of each other value.",
            "7 · 8⁶ hands, of C(56, 6).",
        ),
    ),
    Exercise(
        id="llama_odds-6",
        truth=lambda: somewhere(6, (1, 1, 3, 4, 5, LLAMA), 3),
        misconceptions=(
            Misconception(
                lambda: 1 - Fraction(comb(48, 6), comb(56, 6)),
                "You have seen seven cards, and none of them is a 6. How many are left?",
            ),
            Misconception(
                lambda: 1 - Fraction(comb(42, 6), comb(50, 6)), "You can see the card on top, too."
            ),
            Misconception(
                lambda: 1 - somewhere(6, (1, 1, 3, 4, 5, LLAMA), 3), "That is for no 6 at all."
            ),
            Misconception(
                lambda: 1 - Fraction(41, 49) ** 6,
                "That puts each card back before the next. Ben holds six different cards.",
            ),
            Misconception(
                lambda: Fraction(6 * 8, 49), "You added six times 8/49. Some of the cases overlap."
            ),
        ),
        hints=(
            "How many cards have you not seen? How many of them are 6s?",
            "49 cards, eight of them 6s. Ben has six: use the complement.",
            "No 6: C(41, 6) of C(49, 6) hands.",
        ),
    ),
    Exercise(
        id="llama_odds-7",
        unit="points",
        truth=lambda: drawing((4, 5, 6), 2),
        misconceptions=(
            Misconception(
                lambda: Fraction(penalty((4, 5, 6))),
                "That is quitting now. A drawn card may cost points, or let you play all.",
            ),
        ),
        hints=(
            "A 3 lets you play everything: 0 points. What else may come, and what does it cost?",
            "A 4, 5 or 6 adds nothing. A 2 can be played. A 1 costs 1 more, a llama 10 more.",
        ),
    ),
    Exercise(
        id="llama_odds-8",
        unit="points",
        truth=mean_penalty,
        symbols=("n",),
        at=((1,), (2,), (5,)),
        misconceptions=(
            Misconception(lambda n: Fraction(31 * n, 7), "That counts equal cards more than once."),
            Misconception(
                lambda n: 31 * (1 - Fraction(6, 7) ** n),
                "That puts each card back before the next.",
            ),
        ),
        hints=(
            "What changes in step 1 if n cards are dealt, and not six?",
            "No 4 among n cards: C(48, n) of C(56, n). In SymPy: binomial(48, n).",
        ),
    ),
    Exercise(
        id="llama_odds-9",
        unit="cards",
        truth=lambda: draws_until(8, 56),
        misconceptions=(
            Misconception(lambda: 7, "That is right if each card goes back. Here it does not."),
            Misconception(
                lambda: draws_until(8, 56) - 1, "Those are the cards before it. Count it, too."
            ),
        ),
        hints=(
            "How many cards are there, and how many of them stop you?",
            "Eight llamas cut the 48 other cards into nine stretches of equal mean length.",
            "48/9 cards come before the first llama, on average. Then comes the llama.",
        ),
    ),
    Exercise(
        id="llama_odds-10",
        unit="values",
        truth=lambda: Fraction(sum(len(set(roll)) for roll in rolls()), 216),
        misconceptions=(Misconception(lambda: 3, "Two of the dice may show the same value."),),
        hints=(
            "The number whose mean you want is len(set(roll)).",
            "On paper: count 1 for each value that some die shows, and add up seven means.",
            "A number is on two dice: it is shown with probability 1 - 25/36. A llama: 19/27.",
        ),
    ),
    Exercise(
        id="llama_odds-11",
        truth=llama_among_different,
        misconceptions=(
            Misconception(
                lambda: Fraction(19, 27),
                "That is before you hear anything. Strike rolls out first.",
            ),
            Misconception(
                lambda: Fraction(sum(LLAMA in r and len(set(r)) == 3 for r in rolls()), 216),
                "Those are both together, of all rolls. You know already that the three differ.",
            ),
        ),
        hints=(
            "What is known is the condition, what you ask for is the event.",
            "P(event, given(condition, rolls)), with a small function for each.",
        ),
    ),
    Exercise(
        id="llama_odds-12",
        truth=lambda: all_sound(5, 4),
        misconceptions=(
            Misconception(
                lambda: Fraction(46, 50) ** 5, "That puts each lamp back. The five are different."
            ),
            Misconception(lambda: 1 - all_sound(5, 4), "That is how likely it is sent back."),
        ),
        hints=(
            "It gets through if none of the five is broken. Where have you seen “none of”?",
            "All five come from the 46 sound lamps: C(46, 5) of C(50, 5).",
        ),
    ),
)
