"""The exercises on Chinchiller Dice: rolls, stopping, and bluffs.

Imports the standard library and the game's rules: every answer is counted from rolls, or found by
trying rules one by one, and not from the equations that the lesson derives.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations

from llamakit.chinchiller.rules import (
    CHINCHILLER,
    LOW_CLAIM,
    X2,
    Face,
    Rules,
    make_die,
    sand,
    sums,
)
from llamakit.lessons.exercise import Exercise, Misconception

#: The numbers on a die.
NUMBERS = tuple(face for face in make_die() if isinstance(face, int))


@cache
def rolls() -> list[tuple[Face, Face]]:
    """Return the 36 ways in which two dice can fall."""
    return [(one, two) for one in make_die() for two in make_die()]


def share(wanted: Iterable[bool]) -> Fraction:
    """Return the share of the things that are as wanted."""
    found = list(wanted)
    return Fraction(sum(found), len(found))


def mean(amounts: Iterable[int]) -> Fraction:
    """Return the mean of equally likely amounts."""
    found = list(amounts)
    return Fraction(sum(found), len(found))


def closes(roll: tuple[Face, Face]) -> bool:
    """Whether a roll closes an eye (H5)."""
    return not sand(roll) and CHINCHILLER in roll


def rule_worth(faces: Iterable[Face], stops: Iterable[int], cost: int = 0) -> Fraction:
    """Return what rolling one die is worth if one stops at these numbers only.

    The turn goes on until it ends: what ends it are the stops, and the faces without a number.

    >>> rule_worth((1, 6, "chinchiller"), (6,))
    Fraction(3, 1)
    """
    stops = set(stops)
    ends = [face for face in faces if not isinstance(face, int) or face in stops]
    paid = [face if isinstance(face, int) else -cost for face in ends]
    return Fraction(sum(paid), len(ends))


def best_rule(faces: tuple[Face, ...], cost: int = 0) -> Fraction:
    """Return what rolling one die is worth by the best of all rules, tried one by one."""
    numbers = [face for face in faces if isinstance(face, int)]
    rules = [stops for size in range(1, len(numbers) + 1) for stops in combinations(numbers, size)]
    return max(rule_worth(faces, stops, cost) for stops in rules)


def rolls_a_six_again(cost: int) -> bool:
    """Whether rolling a 6 beside a chinchiller again is better than to stop."""
    return best_rule((*NUMBERS, X2, CHINCHILLER), cost) > 6


def rolled_again(roll: tuple[Face, Face]) -> list[tuple[Face, Face]]:
    """Return how the dice can lie if a roll with sand is rolled again, by the rules (H3)."""
    state = Rules(players=2, turns=1).start().apply(roll).apply("reroll")
    return [after for after, _ in state.chance_outcomes()]


def ends(shown: Face, stops: Iterable[int]) -> list[tuple[Face, Face]]:
    """Return how a turn beside this face can end if one stops for so much sand only."""
    return [roll for roll in rolled_again((3, shown)) if not sand(roll) or sand(roll) in stops]


def careful_worth(shown: Face, cost: int) -> Fraction:
    """Return what rolling on beside this face is worth by the best rule, tried one by one."""
    amounts = sorted({sand(roll) for roll in rolled_again((3, shown))} - {0})
    rules = [amounts[first:] for first in range(len(amounts))]
    return max(
        mean(-cost if closes(roll) else sand(roll) for roll in ends(shown, stops))
        for stops in rules
    )


def dear_eye(shown: Face, kept: int) -> int:
    """Return the least whole cost of an eye at which so much sand is kept beside this face."""
    return next(cost for cost in range(1000) if careful_worth(shown, cost) <= kept)


def one_reroll(again: Iterable[int] = ()) -> Fraction:
    """Return what a turn with one re-roll at most is worth; these sums are rolled again anyway."""
    worths = []
    for roll in rolls():
        kept = sand(roll)
        rolled = mean(map(sand, rolled_again(roll))) if kept else Fraction(0)
        worths.append(rolled if kept in again else max(Fraction(kept), rolled))
    return sum(worths, Fraction(0)) / len(worths)


def low_truth() -> Fraction:
    """Return how likely 0 is true if the announcer says 0 for 6 sand or more, too."""
    said = [sand(roll) for roll in rolls() if sand(roll) == 0 or sand(roll) >= LOW_CLAIM]
    return share(amount == 0 for amount in said)


def doubting_low() -> Fraction:
    """Return what a doubt of that 0 brings on average, in sand, without the eye (H8, H9)."""
    said = [sand(roll) for roll in rolls() if sand(roll) == 0 or sand(roll) >= LOW_CLAIM]
    return mean(amount if amount else -LOW_CLAIM for amount in said)


def fair_doubts() -> Fraction:
    """Return how often 0 must be doubted, that lying about 12 costs as much as telling the truth.

    Shares are tried one by one. The truth costs 12; a lie that is doubted costs 12 and an eye.
    """
    return next(q for k in range(61) if (q := Fraction(k, 60)) * (12 + 24) == 12)


EXERCISES = (
    Exercise(
        id="chinchiller-1",
        truth=lambda: share(sand(roll) == 24 for roll in rolls()),
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 36), "12 and 12 is one way. A ×2 and a 12 are 24 as well."
            ),
            Misconception(
                lambda: Fraction(2, 36),
                "×2 and 12 can lie in two orders. And is there another way?",
            ),
        ),
        hints=(
            "Which pairs of faces give 24?",
            "12 with 12, ×2 with 12, 12 with ×2: count among 36.",
        ),
    ),
    Exercise(
        id="chinchiller-2",
        unit="sand",
        truth=lambda: mean(sand(roll) for roll in rolls()),
        misconceptions=(
            Misconception(
                lambda: mean(sum(f for f in roll if isinstance(f, int)) for roll in rolls()),
                "A ×2 doubles the other die.",
            ),
        ),
        hints=(
            "Two numbers: each of the 16 pairs. Their sums add up to 2 · 4 · 22.",
            "A number and a ×2: 2 · 2 · 22. A number and a chinchiller: 2 · 22. Divide by 36.",
        ),
    ),
    Exercise(
        id="chinchiller-3",
        truth=lambda: share(closes(roll) for roll in rolls()),
        misconceptions=(
            Misconception(lambda: Fraction(1, 36), "A chinchiller with a ×2 closes an eye, too."),
            Misconception(
                lambda: share(not sand(roll) for roll in rolls()),
                "Two ×2 bring nothing, but they close no eye.",
            ),
            Misconception(
                lambda: share(CHINCHILLER in roll for roll in rolls()),
                "A chinchiller beside a number is harmless.",
            ),
        ),
        hints=("Which pairs close an eye?", "Two chinchillers, or a chinchiller and a ×2."),
    ),
    Exercise(
        id="chinchiller-4",
        unit="sand",
        truth=lambda: best_rule((2, 6, CHINCHILLER)),
        misconceptions=(
            Misconception(
                lambda: rule_worth((2, 6, CHINCHILLER), (2, 6)),
                "That stops at the 2 as well. Is rolling on worth more than 2?",
            ),
        ),
        hints=("Try both rules.", "Stop at 6 only: R = (R + 6 + 0) / 3."),
    ),
    Exercise(
        id="chinchiller-5",
        unit="sand",
        truth=lambda: best_rule(make_die()),
        misconceptions=(
            Misconception(
                lambda: rule_worth(make_die(), (12,)), "That stops at 12 only. Try the other rules."
            ),
            Misconception(
                lambda: rule_worth(make_die(), NUMBERS),
                "That stops at every number: one roll only.",
            ),
            Misconception(
                lambda: rule_worth(make_die(), (3, 6, 12)),
                "That stops at 3, too. Rolling on is worth more than 3.",
            ),
        ),
        hints=(
            "Use the function value() with factor 1.",
            "The best rule stops at 6 and at 12.",
        ),
    ),
    Exercise(
        id="chinchiller-6",
        truth=lambda: "yes" if any(rolls_a_six_again(cost) for cost in range(50)) else "no",
        words=("yes", "no"),
        hints=(
            "What is rolling worth at cost 0?",
            "It is less than 6 there, and each cost makes it less still.",
        ),
    ),
    Exercise(
        id="chinchiller-7",
        truth=lambda: share(closes(roll) for roll in rolls()),
        misconceptions=(
            Misconception(lambda: Fraction(1, 36), "A chinchiller with a ×2 closes an eye, too."),
            Misconception(lambda: 0, "You have to roll once, whatever it costs."),
        ),
        hints=(
            "You stop at everything that can be stopped at: one roll only.",
            "Look at your answer for the first roll.",
        ),
    ),
    Exercise(
        id="chinchiller-8",
        truth=low_truth,
        misconceptions=(
            Misconception(
                lambda: share(sand(roll) == 0 for roll in rolls()),
                "That is how likely a 0 is rolled, not how likely it is if 0 is said.",
            ),
            Misconception(
                lambda: 1 - low_truth(), "That is how likely it is a lie. What is left to 1?"
            ),
        ),
        hints=(
            "In how many of the 36 ways does this announcer say 0?",
            "4 true ones, and all rolls worth 6 or more.",
        ),
    ),
    Exercise(
        id="chinchiller-9",
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
        id="chinchiller-10",
        truth=fair_doubts,
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 2), "Then a lie would cost 18 on average, and the truth 12."
            ),
            Misconception(
                lambda: 1 - fair_doubts(), "That is how often to accept. What is left to 1?"
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
        id="chinchiller-11",
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
        id="chinchiller-12",
        unit="sand",
        truth=lambda: mean(map(sand, rolled_again((3, X2)))),
        misconceptions=(
            Misconception(
                lambda: mean(map(sand, rolled_again((3, CHINCHILLER)))),
                "The ×2 stays, and doubles the number that comes.",
            ),
            Misconception(
                lambda: mean(filter(None, map(sand, rolled_again((3, X2))))),
                "Two of the six faces bring nothing. They count, too.",
            ),
        ),
        hints=(
            "Six faces, all equally likely. What does each of them bring?",
            "2, 6, 12 and 24 sand, and twice nothing. Divide by 6.",
        ),
    ),
    Exercise(
        id="chinchiller-13",
        truth=lambda: share(closes(roll) for roll in ends(X2, (12, 24))),
        misconceptions=(
            Misconception(
                lambda: share(closes(roll) for roll in rolled_again((3, X2))),
                "That is one re-roll. After a 1 or a 3 you roll once more.",
            ),
            Misconception(
                lambda: share(not sand(roll) for roll in ends(X2, (12, 24))),
                "Two ×2 end the turn, but they close no eye.",
            ),
        ),
        hints=(
            "A 1 or a 3 changes nothing. Which faces end the turn?",
            "Let p be the probability. Then p = 1/6 + 2/6 · p.",
        ),
    ),
    Exercise(
        id="chinchiller-14",
        unit="sand",
        truth=lambda: dear_eye(X2, 2),
        misconceptions=(
            Misconception(
                lambda: dear_eye(CHINCHILLER, 1), "That is a 1 beside a chinchiller, not a ×2."
            ),
            Misconception(
                lambda: dear_eye(X2, 6), "That is where a 3 is kept. A 1 is rolled again longer."
            ),
            Misconception(
                lambda: next(c for c in range(100) if Fraction(36 - c, 4) <= 2),
                "With so dear an eye you would keep a 3, too: you roll on after a 1 only.",
            ),
        ),
        hints=(
            "Stop at 3, 6 and 12: 6, 12 and 24 sand. Only the chinchiller costs c.",
            "X = (6 + 12 + 24 + X - c) / 6. For which c is X what the 1 brings beside a ×2?",
        ),
    ),
    Exercise(
        id="chinchiller-15",
        unit="sand",
        truth=one_reroll,
        misconceptions=(
            Misconception(
                lambda: mean(sand(roll) for roll in rolls()),
                "That is one roll. Sometimes it is better to roll again.",
            ),
            Misconception(
                lambda: one_reroll(again=(9,)),
                "That is the rule of the long turn. With one re-roll only, 9 sand is enough.",
            ),
        ),
        hints=(
            "What is the last roll worth: of both dice, beside a ×2, beside a chinchiller?",
            "Each of the 36 rolls is worth max(sand now, the last roll). A closed eye: 0.",
            "One roll of two dice brings 308/36, beside a ×2 44/6, beside a chinchiller 22/6.",
        ),
    ),
)
