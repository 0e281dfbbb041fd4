"""The exercises on bluffing in Chinchiller Dice.

Imports the standard library and the game's rules: every answer is counted from rolls, or found by
trying rules one by one, and not from the equations that the lesson derives.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from llamakit.games.chinchiller.rules import (
    LOW_CLAIM,
    make_die,
    sand,
    sums,
)
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.lessons.exercises.chinchiller_odds import SMALL, mean, paid, rolls, share


def low_truth() -> Fraction:
    """Return how likely 0 is true if the announcer says 0 for 6 sand or more, too."""
    said = [sand(roll) for roll in rolls() if sand(roll) == 0 or sand(roll) >= LOW_CLAIM]
    return share(amount == 0 for amount in said)


def doubting_low() -> Fraction:
    """Return what a doubt of that 0 brings on average, in sand, without the eye (H8, H9)."""
    said = [sand(roll) for roll in rolls() if sand(roll) == 0 or sand(roll) >= LOW_CLAIM]
    return mean(amount if amount else -LOW_CLAIM for amount in said)


def fair_doubts() -> Fraction:
    """Return how often to doubt a 0, so that a lie about 12 costs as much as the truth.

    Shares are tried one by one. The truth costs 12; a lie that is doubted costs 12 and an eye.
    """
    return next(q for k in range(61) if (q := Fraction(k, 60)) * (12 + 24) == 12)


def six_truth() -> Fraction:
    """Return how likely 6 is true if the announcer says 6 for 12 sand or more, too."""
    said = [sand(roll) for roll in rolls() if sand(roll) == 6 or sand(roll) >= 12]
    return share(amount == 6 for amount in said)


def expected(rolled: int, claim: int, doubt: Fraction, eye: int = 24) -> Fraction:
    """Return what a blind player gets on average who doubts so often."""
    trust, lie = paid(rolled, claim, "accept", eye), paid(rolled, claim, "doubt", eye)
    return (1 - doubt) * trust + doubt * lie


def bluff_share(eye: int) -> Fraction:
    """Return how often to say 0 for 12, so that a doubt of 0 brings nothing.

    What a doubt brings grows evenly with the lies: from none at all to lies only it is known.
    """
    never = paid(0, 0, "doubt", eye)
    always = never + paid(12, 0, "doubt", eye)
    return Fraction(-never, always - never)


def doubt_of_six() -> Fraction:
    """Return how often to doubt a 6, so that a lie about 12 costs what the truth costs.

    Shares are tried one by one. Nobody doubts a 12.
    """
    return next(
        q
        for k in range(61)
        if expected(12, 6, q := Fraction(k, 60)) == expected(12, 12, Fraction(0))
    )


def sure_of() -> Fraction:
    """Return what a blind player can make sure of, of 0, 6 or 12, each doubt tried in fifteenths.

    Whatever is rolled, the announcer makes the claim that costs least.
    """
    tried = [Fraction(k, 15) for k in range(16)]
    doubts = (dict(zip(SMALL, shares, strict=True)) for shares in product(tried, tried, tried[:4]))
    return max(mean(least_paid(rolled, doubt) for rolled in SMALL) for doubt in doubts)


def least_paid(rolled: int, doubts: Mapping[int, Fraction]) -> Fraction:
    """Return what the cheapest claim gives a blind player who doubts each claim so often."""
    return min(expected(rolled, claim, doubts[claim]) for claim in SMALL)


def says_zero() -> Fraction:
    """Return how often the announcer of ``low_truth`` says 0."""
    return share(sand(roll) == 0 or sand(roll) >= LOW_CLAIM for roll in rolls())


def ill_if_told(ill: int, found: int, alarms: int, tenths: int = 10) -> Fraction:
    """Return how likely one of a hundred is ill whom a test calls so, counting a thousand people.

    ``found`` of ten are found who are ill, and ``alarms`` of ten called so who are not.
    """
    people = [is_ill for is_ill in [True] * ill + [False] * (100 - ill) for _ in range(tenths)]
    told = [
        is_ill
        for number, is_ill in enumerate(people)
        if number % tenths < (found if is_ill else alarms)
    ]
    return share(told)


EXERCISES = (
    Exercise(
        id="chinchiller_play_well-1",
        truth=fair_doubts,
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 2), "Then a lie would cost 18 on average, and the truth 12."
            ),
            Misconception(
                lambda: 1 - fair_doubts(), "That is how often to accept. You need the opposite."
            ),
            Misconception(
                lambda: Fraction(1, 6), "That is how often Ben lies. The question is Ana's doubts."
            ),
        ),
        hints=(
            "The truth costs Ben 12. A lie costs him 36 if it is doubted, else nothing.",
            "Solve q · 36 = 12.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-2",
        truth=low_truth,
        misconceptions=(
            Misconception(
                lambda: share(sand(roll) == 0 for roll in rolls()),
                "That is how likely a 0 is rolled, not how likely it is if 0 is said.",
            ),
            Misconception(
                lambda: 1 - low_truth(), "That is how likely it is a lie. You need the opposite."
            ),
        ),
        hints=(
            "In how many of the 36 ways does this announcer say 0?",
            "4 true ones, and all rolls worth 6 or more.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-3",
        unit="sand",
        truth=doubting_low,
        misconceptions=(
            Misconception(
                lambda: mean(
                    sand(roll) for roll in rolls() if sand(roll) == 0 or sand(roll) >= LOW_CLAIM
                ),
                "If the 0 is true, a doubt does not bring 0: it costs 6.",
            ),
        ),
        hints=(
            "Add what a doubt brings over the ways in which 0 is said.",
            "A true 0 costs 6. A lie brings what was rolled.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-4",
        unit="sums",
        truth=lambda: len(sums(make_die())),
        misconceptions=(
            Misconception(lambda: 25, "Not every number up to 24 can be rolled."),
            Misconception(lambda: 12, "Nothing is a sum, too."),
        ),
        hints=(
            "List the sums of two faces.",
            "Do not forget 0, and the doubled ones: 2, 6, 12, 24.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-5",
        truth=six_truth,
        misconceptions=(
            Misconception(
                lambda: share(sand(roll) == 6 for roll in rolls()),
                "That is how likely a 6 is rolled. Look only at the rolls for which he says 6.",
            ),
            Misconception(
                lambda: 1 - six_truth(), "That is how likely it is a lie. You need the opposite."
            ),
        ),
        hints=(
            "In how many of the 36 ways does this Ben say 6?",
            "5 true ones: 3 and 3, 6 with a chinchiller, 3 with a ×2. And 14 worth 12 or more.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-6",
        symbols=("e",),
        at=((6,), (12,), (24,), (30,)),
        truth=bluff_share,
        misconceptions=(
            Misconception(
                lambda e: Fraction(1) * 12 / (12 + e),
                "That is how often Ana doubts. Ben chooses p so that a doubt gains nothing.",
            ),
            Misconception(
                lambda e: Fraction(1) * 6 / e,
                "A doubted lie brings Ana the eye, and what was rolled, too.",
            ),
            Misconception(
                lambda e: bluff_share(24),
                "That is for an eye worth 24 sand. Here it is worth e: give a formula with e.",
            ),
        ),
        hints=(
            "A doubt costs 6 if the 0 is true. What does it bring if it is a lie?",
            "A true 0 is as likely as a 12: solve -6 + p · (12 + e) = 0.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-7",
        truth=doubt_of_six,
        misconceptions=(
            Misconception(
                lambda: Fraction(12, 36),
                "That is her share for a 0. But an accepted 6 costs Ben something, too.",
            ),
            Misconception(
                lambda: Fraction(6, 36), "Lying must cost as much as the truth, and that is 12."
            ),
            Misconception(
                lambda: 1 - doubt_of_six(), "That is how often to accept. You need the opposite."
            ),
        ),
        hints=(
            "The truth costs Ben 12. What does the lie cost, accepted and doubted?",
            "Solve (1 - q) · 6 + q · 36 = 12.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-8",
        unit="sand",
        truth=sure_of,
        misconceptions=(
            Misconception(lambda: mean(SMALL), "That is her mean if Ben always tells the truth."),
            Misconception(
                lambda: mean((-6, 0, 0)),
                "That is her mean if she doubts everything and he tells the truth.",
            ),
            Misconception(
                lambda: 5, "That is the value of section 2. A third sum changes what he can say."
            ),
        ),
        hints=(
            "Three sums give 9 limits. The value comes from lpmax, as in section 4.",
            "program({0: ..., 6: ..., 12: ...}, 24), with the chance of each sum.",
            "By hand: she doubts a 0 with q = 1/3, a 6 as in the exercise before, a 12 never.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-9",
        unit="turns",
        truth=lambda: 1 / (1 - says_zero()),
        misconceptions=(
            Misconception(
                lambda: 1 / says_zero(), "That is the wait for a 0. You wait for something else."
            ),
            Misconception(
                lambda: 1 - says_zero(),
                "That is how likely each turn is the one. How many turns does it take, then?",
            ),
        ),
        hints=(
            "How likely is something other than 0 in one turn?",
            "In 9 of the 36 ways. What comes with probability s takes 1/s turns.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-10",
        unit="lies",
        truth=lambda: 10 * share(sand(roll) >= LOW_CLAIM for roll in rolls()),
        misconceptions=(
            Misconception(
                lambda: 10 * says_zero(),
                "That is how often he says 0. Some of these zeros are true.",
            ),
            Misconception(
                lambda: share(sand(roll) >= LOW_CLAIM for roll in rolls()),
                "That is for one turn. The expected values of ten turns add up.",
            ),
        ),
        hints=(
            "In how many of the 36 ways does he lie?",
            "In 23 of 36, so 23/36 of a lie in each turn.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-11",
        truth=lambda: ill_if_told(1, 9, 1),
        misconceptions=(
            Misconception(
                lambda: Fraction(9, 10),
                "That is how likely the test says ill if you are ill. Turn it round: Bayes.",
            ),
            Misconception(
                lambda: Fraction(1, 100), "That is before the test. Now you know what it said."
            ),
            Misconception(
                lambda: 1 - ill_if_told(1, 9, 1),
                "That is how likely you are well after all. You need the opposite.",
            ),
        ),
        hints=(
            "Think of 1000 people. How many are told that they are ill?",
            "10 are ill, 9 of them are told so. 99 of the 990 others are told so as well.",
        ),
    ),
    Exercise(
        id="chinchiller_play_well-12",
        truth=lambda: next(q for k in range(601) if (q := Fraction(k, 600)) * 60 == 3),
        misconceptions=(
            Misconception(lambda: Fraction(3, 57), "If you are checked you pay 60, but not the 3."),
            Misconception(
                lambda: 1 - Fraction(1, 20),
                "That is how often nobody comes. You need the opposite.",
            ),
        ),
        hints=(
            "Without a ticket you pay 60 with probability q, else nothing. With one you pay 3.",
            "Solve q · 60 = 3.",
        ),
    ),
)
