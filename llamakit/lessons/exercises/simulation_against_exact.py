"""The exercises on simulation: errors of shares and means, and what catches a wrong program.

Imports the standard library and the dice game's rules: every answer is counted from rolls.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from llamakit.games.cards import LLAMA
from llamakit.games.llama_dice.rules import make_dice
from llamakit.lessons.exercise import Exercise, Misconception


@cache
def rolls() -> list[tuple[int, ...]]:
    """Return the 216 ways in which the three dice can fall."""
    return list(product(*make_dice()))


def variance(values: list[Fraction]) -> Fraction:
    """Return the mean squared distance of equally likely values from their mean.

    >>> variance([Fraction(0), Fraction(1)])
    Fraction(1, 4)
    """
    mean = sum(values, Fraction(0)) / len(values)
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)


def hit_share() -> Fraction:
    """Return the share of rolls that show a 2 or a 5."""
    return Fraction(sum(bool({2, 5} & set(roll)) for roll in rolls()), len(rolls()))


def hit_variance() -> Fraction:
    """Return the variance of one roll: 1 for a hit of the row {2, 5}, 0 for anything else."""
    return variance([Fraction(bool({2, 5} & set(roll))) for roll in rolls()])


def coin_error(tosses: int) -> Fraction:
    """Return the squared standard error of the share of heads, from all ways to toss two coins.

    Two tosses have half the variance of one, and so on: it is that of one over the number.
    """
    return variance([Fraction(0), Fraction(1)]) / tosses


def least(tosses_for: Fraction) -> int:
    """Return the least number of tosses with a standard error so small or smaller."""
    number = 1
    while coin_error(number) > tosses_for**2:
        number += 1
    return number


def wrong_hits() -> Fraction:
    """Return how much too large the share of hits of {5, L} is if three llamas count as one."""
    wrong = [roll for roll in rolls() if {5, LLAMA} & set(roll)]
    right = [roll for roll in wrong if set(roll) != {LLAMA}]
    return Fraction(len(wrong) - len(right), len(rolls()))


def left_over(die: int) -> Fraction:
    """Return the share of one roll's variance that is left if each face of a die comes in turn."""
    faces = make_dice()[die]
    within = Fraction(0)
    for face in faces:
        hits = [Fraction(bool({2, 5} & set(roll))) for roll in rolls() if roll[die] == face]
        within += variance(hits) / len(faces)
    return within / hit_variance()


def both_given_hit() -> Fraction:
    """Return the share of the hits of {2, 5} that show both."""
    hits = [roll for roll in rolls() if {2, 5} & set(roll)]
    return Fraction(sum({2, 5} <= set(roll) for roll in hits), len(hits))


def poll_errors(voters: int, ahead: Fraction) -> Fraction:
    """Return how many standard errors of equals a poll is so far above one half.

    The number whose square is the share squared, over its squared standard error.
    """
    squared = ahead**2 / coin_error(voters)
    return next(Fraction(k, 10) for k in range(100) if Fraction(k, 10) ** 2 == squared)


EXERCISES = (
    Exercise(
        id="simulation_against_exact-1",
        unit="variance",
        truth=hit_variance,
        misconceptions=(
            Misconception(hit_share, "That is p, the mean of X. The variance is E[X²] - E[X]²."),
            Misconception(lambda: hit_share() ** 2, "That is E[X]² alone. Subtract it from E[X²]."),
        ),
        hints=(
            "X is 0 or 1, so X² = X, and E[X²] = p.",
            "The variance is p - p² = p (1 - p). What is 1 - p here?",
        ),
    ),
    Exercise(
        id="simulation_against_exact-2",
        unit="share",
        truth=lambda: next(Fraction(1, k) for k in range(1, 1000) if k * k == 1 / coin_error(100)),
        misconceptions=(
            Misconception(
                lambda: coin_error(100), "That is the variance. The standard error is its root."
            ),
            Misconception(
                lambda: Fraction(1, 2), "That is for one roll. What do 100 rolls do to it?"
            ),
            Misconception(
                lambda: Fraction(1, 200), "You divided by n. The error is divided by the root of n."
            ),
            Misconception(
                lambda: Fraction(1, 10), "That is 1/√n. The root of p (1 - p) is missing."
            ),
            Misconception(
                lambda: Fraction(5), "That is the error of the number of hits, not of their share."
            ),
        ),
        hints=(
            "Put p = 1/2 and n = 100 into √(p (1 - p) / n).",
            "The root of 1/4 is 1/2. The root of 100 is 10.",
        ),
    ),
    Exercise(
        id="simulation_against_exact-3",
        truth=wrong_hits,
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 216), "Each die has two llamas: there are more such rolls."
            ),
            Misconception(
                lambda: Fraction(1, 9), "That is two llamas on two dice. Here it is all three."
            ),
        ),
        hints=(
            "Which rolls does the friend count as hits, although they are not?",
            "Only three llamas. Each die shows a llama on two of its six faces.",
        ),
    ),
    Exercise(
        id="simulation_against_exact-4",
        unit="times",
        truth=lambda: variance([Fraction(0), Fraction(1)]) / (coin_error(1) / 2),
        misconceptions=(
            Misconception(
                lambda: 4,
                "That is for half of the standard error. Here half of the variance is left.",
            ),
        ),
        hints=(
            "The squared error is variance / n.",
            "Half of the variance over half of the rolls is the same squared error.",
        ),
    ),
    Exercise(
        id="simulation_against_exact-5",
        truth=lambda: {4: "half", 16: "a quarter", 1: "the same"}[
            int(coin_error(1) / coin_error(4))
        ],
        words=("half", "a quarter", "the same"),
        hints=("Look at n under the root.", "The root of 4 is 2."),
    ),
    Exercise(
        id="simulation_against_exact-6",
        unit="rolls",
        truth=lambda: least(Fraction(1, 100)),
        misconceptions=(
            Misconception(
                lambda: 10_000, "That would be right if one roll had variance 1. It has p (1 - p)."
            ),
            Misconception(lambda: 50, "You forgot the square: the error falls with the root of n."),
        ),
        hints=(
            "Solve √(1/4 / n) = 1/100 for n: square both sides.",
            "1/4 / n = 1/10000.",
        ),
    ),
    Exercise(
        id="simulation_against_exact-7",
        unit="rounds",
        truth=lambda: next(n for n in range(1, 10**6) if Fraction(100, n) <= Fraction(1, 100)),
        misconceptions=(
            Misconception(lambda: 100, "That gives an error of 1 point. The error falls as √n."),
            Misconception(lambda: 1000, "The error falls with the root of n, not with n."),
        ),
        hints=("The standard error is 10 / √n.", "When is √n = 100?"),
    ),
    Exercise(
        id="simulation_against_exact-8",
        unit="variance",
        truth=lambda n: hit_variance() / n,
        symbols=("n",),
        at=((1,), (2,), (100,)),
        misconceptions=(
            Misconception(
                lambda n: n * hit_variance(), "That is the variance of the number of hits."
            ),
            Misconception(lambda n: hit_variance(), "That is for one roll, whatever n is."),
            Misconception(
                lambda n: hit_variance() / n**2, "The n variances add up before you divide by n²."
            ),
        ),
        hints=("Use your answer for one roll.", "The variance of the share is that, divided by n."),
    ),
    Exercise(
        id="simulation_against_exact-9",
        unit="share",
        truth=lambda: left_over(1),
        misconceptions=(
            Misconception(lambda: left_over(0), "That is for the first die. Take the second."),
            Misconception(
                lambda: left_over(1) * hit_variance(),
                "That is the variance that is left. Divide it by the variance of one roll.",
            ),
            Misconception(
                lambda: 1 - left_over(1), "That is the part that is gone. How much is left?"
            ),
        ),
        hints=(
            "Two faces of the second die are always a hit. With these, nothing is left to luck.",
            "With any other face: the chance that neither other die helps is 5/6 · 5/6.",
            "4/6 · 11/36 · 25/36 is left. Divide it by the variance of one roll.",
        ),
    ),
    Exercise(
        id="simulation_against_exact-10",
        truth=both_given_hit,
        misconceptions=(
            Misconception(
                lambda: both_given_hit() * hit_share(),
                "That is among all 216 rolls. You know that it was a hit: strike out the others.",
            ),
            Misconception(
                lambda: 1 - both_given_hit(), "That is only one of the two. You need the opposite."
            ),
        ),
        hints=(
            "In how many of the 216 rolls are there a 2 or a 5? Only those are left.",
            "116 hits. In how many of them are there a 2 and a 5? Count with Python.",
        ),
    ),
    Exercise(
        id="simulation_against_exact-11",
        truth=lambda: (1 - hit_share()) ** 3,
        misconceptions=(
            Misconception(lambda: hit_share() ** 3, "That is three hits. The question is none."),
            Misconception(
                lambda: 1 - hit_share() ** 3, "That is “not all three”. Two may still be hits."
            ),
            Misconception(lambda: 1 - hit_share(), "That is for one roll. There are three."),
        ),
        hints=("How likely is no hit in one roll?", "25/54, and three times in a row: a product."),
    ),
    Exercise(
        id="simulation_against_exact-12",
        unit="standard errors",
        truth=lambda: poll_errors(1600, Fraction(2, 100)),
        misconceptions=(
            Misconception(
                lambda: poll_errors(1600, Fraction(2, 100)) / 2,
                "You took 1/√n for the error. The root of p (1 - p) is missing.",
            ),
            Misconception(
                lambda: Fraction(1, 80), "That is the standard error. How many of these make 2 %?"
            ),
        ),
        hints=(
            "What is the standard error of a share with p = 1/2 and n = 1600?",
            "It is 1/80. How often does it go into 2/100?",
        ),
    ),
)
