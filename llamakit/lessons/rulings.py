"""The exercises on what the rulebooks leave open.

Imports the standard library and the games' rules: every answer is counted.
"""

from __future__ import annotations

from fractions import Fraction

from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.llama_dice.rules import make_dice, pairings, rolls


def pairings_of(one: int, other: int) -> int:
    """Return in how many of the 15 pairings two numbers are a pair."""
    return sum((one, other) in pairs for pairs in pairings())


def hits(pairs: object, value: int) -> int:
    """Return in how many ways three dice with this pairing show a value."""
    return sum(ways for roll, ways in rolls(make_dice(pairs)).items() if value in roll)


def holds_give(cards: int) -> Fraction:
    """Return how likely two of sixty cards hold at least one of so many, card by card."""
    return 1 - Fraction(60 - cards, 60) * Fraction(59 - cards, 59)


EXERCISES = (
    Exercise(
        id="rule-1",
        unit="pairings",
        truth=lambda: pairings_of(2, 5),
        misconceptions=(
            Misconception(
                lambda: 1, "The four other numbers still make two pairs: in how many ways?"
            ),
            Misconception(lambda: 5, "Five numbers can be the partner of 2. The 5 is one of them."),
        ),
        hints=(
            "If 2 and 5 are a pair, the numbers 1, 3, 4, 6 make the two other pairs.",
            "The 1 has three possible partners; then the last pair is clear.",
        ),
    ),
    Exercise(
        id="rule-2",
        truth=lambda: "yes" if len({hits(pairs, 4) for pairs in pairings()}) > 1 else "no",
        words=("yes", "no"),
        hints=(
            "On how many dice is a 4, in each pairing?",
            "Always on two of the three dice, once on each.",
        ),
    ),
    Exercise(
        id="rule-3",
        truth=holds_give,
        symbols=("k",),
        at=((0,), (1,), (4,), (30,)),
        misconceptions=(
            Misconception(lambda k: 2 * Fraction(k, 60), "You added the two cards; both may give."),
            Misconception(
                lambda k: 1 - (1 - Fraction(k, 60)) ** 2, "The first card does not go back."
            ),
            Misconception(
                lambda k: 1 - holds_give(k), "That is no give card at all. What is left to 1?"
            ),
        ),
        hints=(
            "Use the complement: the first card is none, and the second is none.",
            "The second is one of 59 cards, and 59 - k of them are none.",
        ),
    ),
)
