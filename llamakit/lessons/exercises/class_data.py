"""The exercises on class data: pooling, standard errors, and what is a surprise.

Imports the standard library, the game's rules and this package: coins are tossed in every way, and
each roll is sorted by the rules' own positions.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import isqrt

from llamakit.games.cards import LLAMA
from llamakit.games.llama_dice.rules import EVENTS, Row, Rules, State, make_dice, roll_event
from llamakit.lessons.class_data import ClassData
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.lessons.exercises.llama_dice_play import NAMES

#: The row and the llama row of the lesson; so many students roll so often.
ROW, MIDDLE = (2, 5), (1, 3)
STUDENTS, ROLLS = 30, 20


@cache
def chances(row: Row = ROW, middle: Row = MIDDLE) -> dict[str, Fraction]:
    """Return how likely each event of a roll is, counted in the rules' own positions."""
    dealt: State = Rules(hand=len(row)).start().apply((row, row))  # type: ignore[assignment]
    before = dataclasses.replace(dealt, llama_row=middle).apply("roll")
    found = dict.fromkeys(EVENTS, Fraction(0))
    for roll, chance in before.chance_outcomes():
        found[roll_event(before.apply(roll))] += chance
    return found


def fair_class(students: int, tosses: int) -> Fraction:
    """Return how likely half of all tosses of a class are heads, going through all of them."""
    every = list(product((0, 1), repeat=students * tosses))
    return Fraction(sum(2 * sum(each) == len(each) for each in every), len(every))


def students_for(part: Fraction) -> int:
    """Return how many students it takes to make the standard error so many times smaller."""
    hit = chances()["hit"]
    wanted = part**2 * hit * (1 - hit) / (STUDENTS * ROLLS)
    return next(some for some in count(1) if hit * (1 - hit) / (some * ROLLS) <= wanted)


def too_many(llamas: int, rolls: int) -> tuple[Fraction, Fraction]:
    """Return by how many llamas a die shows too many, and the variance of their number."""
    die = make_dice()[0]
    llama = Fraction(die.count(LLAMA), len(die))
    return llamas - rolls * llama, rolls * llama * (1 - llama)


def z_value(llamas: int, rolls: int) -> Fraction:
    """Return how many standard deviations too many llamas a die shows."""
    excess, variance = too_many(llamas, rolls)
    return excess / isqrt(int(variance))


def always_alike() -> str:
    """Return the event that is as likely in every position."""
    seen = [chances(row, middle) for row, middle in ((ROW, MIDDLE), ((6,), (1, LLAMA)))]
    return next(name for event, name in NAMES.items() if seen[0][event] == seen[1][event])


def none_in(rolls: int) -> Fraction:
    """Return how likely it is that so many rolls bring no drama."""
    left = Fraction(1)
    for _ in range(rolls):
        left *= 1 - chances()["drama"]
    return left


def somebody_without() -> Fraction:
    """Return how likely a class is in which some student sees no drama, one student at a time."""
    nobody = Fraction(1)
    for _ in range(STUDENTS):
        nobody -= nobody * none_in(ROLLS)
    return 1 - nobody


def pooled(text: str) -> Fraction:
    """Return the share of hits in a class's lines."""
    data = ClassData(text, {"hit": 1, "miss": 1})
    return Fraction(data.counts["hit"], data.total)


def drama_after_no_hit() -> Fraction:
    """Return how likely drama is if the roll is known to be no hit, by the rules' own sorting."""
    found = chances()
    return found["drama"] / (found["take"] + found["drama"] + found["llamas"])


def some_among(drawn: int, wanted: int, students: int = STUDENTS) -> Fraction:
    """Return how likely some of those wanted is drawn by lot, going through the draws in turn."""
    none = Fraction(1)
    for k in range(drawn):
        none *= Fraction(students - wanted - k, students - k)
    return 1 - none


EXERCISES = (
    Exercise(
        id="class_data-1",
        truth=lambda: fair_class(3, 2),
        misconceptions=(
            Misconception(
                lambda: fair_class(1, 2) ** 3,
                "That is how likely *each* of the three has one head. The class may also have "
                "2 + 1 + 0 heads.",
            ),
            Misconception(
                lambda: fair_class(1, 2),
                "That is for one student. With more tosses there are more other shares.",
            ),
        ),
        hints=(
            "Six tosses in all, and three of them must be heads.",
            "There are 64 ways to toss. In how many can you choose the 3 heads of 6 tosses?",
        ),
    ),
    Exercise(
        id="class_data-2",
        unit="students",
        truth=lambda: students_for(Fraction(1, 2)),
        misconceptions=(
            Misconception(
                lambda: 2 * STUDENTS,
                "Twice the students make the *variance* half as large. The error is its root.",
            ),
            Misconception(
                lambda: students_for(Fraction(1, 2)) - STUDENTS,
                "That is how many must *join*. How many are there in all?",
            ),
        ),
        hints=(
            "The number of students is under a root.",
            "The root of 4 is 2.",
        ),
    ),
    Exercise(
        id="class_data-3",
        unit="standard errors",
        truth=lambda: z_value(175, 450),
        misconceptions=(
            Misconception(
                lambda: too_many(175, 450)[0],
                "That is by how many llamas there are too many. Count it in standard deviations.",
            ),
            Misconception(
                lambda: too_many(175, 450)[0] / too_many(175, 450)[1],
                "You divided by the variance. Take its root first.",
            ),
        ),
        hints=(
            "How many llamas are to be expected, with p = 1/3?",
            "The number has variance n p (1 - p). Its root is the standard deviation.",
            "z = (seen - expected) / standard deviation.",
        ),
    ),
    Exercise(
        id="class_data-4",
        truth=always_alike,
        words=tuple(NAMES.values()),
        hints=(
            "For which event need you not know what lies in the rows?",
            "Hit, take and drama ask whether a die matches a row, and the rows change.",
        ),
    ),
    Exercise(
        id="class_data-5",
        truth=lambda: pooled("Ana: hit 12, miss 8\nBen: hit 40, miss 40"),
        misconceptions=(
            Misconception(
                lambda: (
                    (pooled("Ana: hit 12, miss 8") + pooled("Ben: hit 40, miss 40")) / Fraction(2)
                ),
                "That is the mean of the two shares. But Ben has rolled four times as often.",
            ),
        ),
        hints=(
            "Take the two as one person who has rolled 100 times.",
            "Add up the hits, and add up the rolls.",
        ),
    ),
    Exercise(
        id="class_data-6",
        truth=lambda: none_in(ROLLS),
        misconceptions=(
            Misconception(
                lambda: chances()["drama"] ** ROLLS,
                "That is drama in every one of the 20 rolls.",
            ),
            Misconception(
                lambda: 1 - none_in(ROLLS),
                "That is drama at least once.",
            ),
            Misconception(
                lambda: 1 - ROLLS * chances()["drama"],
                "Chances of events that can happen together do not add up. Multiply instead.",
            ),
        ),
        hints=(
            "How likely is it that *one* roll is no drama?",
            "The rolls are independent: multiply 20 times.",
        ),
    ),
    Exercise(
        id="class_data-7",
        truth=somebody_without,
        misconceptions=(
            Misconception(
                lambda: none_in(STUDENTS * ROLLS),
                "That is: *nobody* in the class sees a drama, in 600 rolls.",
            ),
            Misconception(
                lambda: STUDENTS * none_in(ROLLS),
                "That is the expected *number* of such students. It may be more than 1.",
            ),
            Misconception(
                lambda: (1 - none_in(ROLLS)) ** STUDENTS,
                "That is: every student sees a drama. You want the complement.",
            ),
        ),
        hints=(
            "“At least one” calls for the complement.",
            "Let q be your last answer. One student sees a drama with probability 1 - q.",
            "All 30 see one with probability (1 - q)³⁰.",
        ),
    ),
    Exercise(
        id="class_data-8",
        truth=drama_after_no_hit,
        misconceptions=(
            Misconception(
                lambda: chances()["drama"], "That is before you hear it. Strike out the hits first."
            ),
            Misconception(
                lambda: chances()["drama"] / (chances()["take"] + chances()["drama"]),
                "Three llamas are no hit either: they are still possible.",
            ),
        ),
        hints=(
            "Which rolls are left when all hits are struck out?",
            "Of 216 rolls 100 are no hits. How many of these are drama?",
        ),
    ),
    Exercise(
        id="class_data-9",
        truth=lambda: some_among(5, 3),
        misconceptions=(
            Misconception(
                lambda: 1 - Fraction(27, 30) ** 5, "That is right if one student may come twice."
            ),
            Misconception(lambda: 1 - some_among(5, 3), "That is for none of the three."),
            Misconception(lambda: Fraction(1, 2), "You added five times 3/30. Cases overlap."),
        ),
        hints=(
            "Five of thirty, nobody twice: it is a hidden hand. Use the complement.",
            "None of the three: C(27, 5) of C(30, 5).",
        ),
    ),
    Exercise(
        id="class_data-10",
        unit="share",
        truth=lambda: Fraction(isqrt(2500 // 4), 2500),
        misconceptions=(
            Misconception(
                lambda: Fraction(isqrt(2500 // 4)), "That is for the number of people. The share?"
            ),
            Misconception(
                lambda: Fraction(1, 50), "That is 1/√n. The root of p (1 - p) is missing."
            ),
            Misconception(lambda: Fraction(1, 10_000), "That is the variance. Take its root."),
        ),
        hints=("Use the formula of step 3, with p = 1/2.", "√(1/2 · 1/2 / 2500) = 1/2 / 50."),
    ),
)
