"""The exercises on the odds of Chinchiller Dice: rolls and when to stop.

Imports the standard library and the game's rules: every answer is counted from rolls, or found by
trying rules one by one, and not from the equations that the lesson derives.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations

from llamakit.games.chinchiller.rules import (
    CHINCHILLER,
    X2,
    Face,
    Rules,
    State,
    make_die,
    sand,
)
from llamakit.lessons.exercise import Exercise, Misconception

#: The numbers on a die.
NUMBERS = tuple(face for face in make_die() if isinstance(face, int))


@cache
def rolls() -> list[tuple[Face, Face]]:
    """Return the 36 ways in which two dice can fall."""
    return [(first, second) for first in make_die() for second in make_die()]


def share(wanted: Iterable[bool]) -> Fraction:
    """Return the share of the things that are as wanted."""
    found = list(wanted)
    return Fraction(sum(found), len(found))


def mean(amounts: Iterable[int | Fraction]) -> Fraction:
    """Return the mean of equally likely amounts."""
    found = list(amounts)
    return Fraction(sum(found)) / len(found)


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


def keeps(roll: tuple[Face, Face], least: int) -> bool:
    """Whether two dice are not rolled again if two numbers must make so much."""
    return sand(roll) >= least or not all(isinstance(face, int) for face in roll)


def sale(offers: Iterable[int], taken: Iterable[int], stand: int = 10) -> Fraction:
    """Return what a sale brings if equally likely offers come day by day and these are taken.

    With k of n offers taken, a sale takes n/k days on average, and each costs the stand.
    """
    taken, days = list(taken), len(list(offers))
    return mean(taken) - Fraction(days, len(taken)) * stand


#: What the buyers of the bicycle offer.
OFFERS = (60, 90, 150)


def best_sale() -> Fraction:
    """Return what the bicycle brings by the best of all rules, tried one by one."""
    rules = [taken for size in range(1, 4) for taken in combinations(OFFERS, size)]
    return max(sale(OFFERS, taken) for taken in rules)


#: A roll for each sum of the small models.
SMALL: dict[int, tuple[Face, Face]] = {0: (X2, X2), 6: (3, 3), 12: (6, 6)}


@cache
def paid(rolled: int, claim: int, answer: str, eye: int) -> int:
    """Return what a blind player gets for an answer, by the rules (H7 to H9), an eye included."""
    start = Rules(players=2, closed=(2, 0)).start()
    after: State = start.apply(SMALL[rolled]).apply(f"claim {claim}").apply(answer)  # type: ignore[assignment]
    return after.sand[0] - start.sand[0] + eye * after.closed[1]


EXERCISES = (
    Exercise(
        id="chinchiller_odds-1",
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
        id="chinchiller_odds-2",
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
        id="chinchiller_odds-3",
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
        id="chinchiller_odds-4",
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
        id="chinchiller_odds-5",
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
        id="chinchiller_odds-6",
        truth=lambda: "yes" if any(rolls_a_six_again(cost) for cost in range(50)) else "no",
        words=("yes", "no"),
        hints=(
            "What is rolling worth at cost 0?",
            "It is less than 6 there, and any cost makes it even less.",
        ),
    ),
    Exercise(
        id="chinchiller_odds-7",
        truth=lambda: share(closes(roll) for roll in rolls()),
        misconceptions=(
            Misconception(lambda: Fraction(1, 36), "A chinchiller with a ×2 closes an eye, too."),
            Misconception(lambda: 0, "You have to roll once, whatever it costs."),
        ),
        hints=(
            "You stop as soon as you may: one roll only.",
            "Look at your answer for the first roll.",
        ),
    ),
    Exercise(
        id="chinchiller_odds-8",
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
        id="chinchiller_odds-9",
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
        id="chinchiller_odds-10",
        unit="sand",
        truth=lambda: dear_eye(X2, 2),
        misconceptions=(
            Misconception(
                lambda: dear_eye(CHINCHILLER, 1), "That is a 1 beside a chinchiller, not a ×2."
            ),
            Misconception(
                lambda: dear_eye(X2, 6), "That is where you keep a 3. You roll a 1 again even then."
            ),
            Misconception(
                lambda: next(c for c in range(100) if Fraction(36 - c, 4) <= 2),
                "If an eye costs so much, you keep a 3, too: you roll on after a 1 only.",
            ),
        ),
        hints=(
            "Stop at 3, 6 and 12: 6, 12 and 24 sand. Only the chinchiller costs c.",
            "X = (6 + 12 + 24 + X - c) / 6. For which c is X what the 1 brings beside a ×2?",
        ),
    ),
    Exercise(
        id="chinchiller_odds-11",
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
    Exercise(
        id="chinchiller_odds-12",
        unit="rolls",
        truth=lambda: 1 / share(keeps(roll, 12) for roll in rolls()),
        misconceptions=(
            Misconception(
                lambda: share(keeps(roll, 12) for roll in rolls()),
                "That is how likely a roll is the last one. How many rolls does it take, then?",
            ),
            Misconception(
                lambda: 1 / share(not keeps(roll, 12) for roll in rolls()),
                "That is the wait for a roll that you roll again. Wait for one that you keep.",
            ),
            Misconception(
                lambda: 1 / share(keeps(roll, 13) for roll in rolls()),
                "6 and 6 make 12, and you keep them.",
            ),
        ),
        hints=(
            "In how many of the 36 rolls do two numbers make less than 12?",
            "8 of 36 are rolled again. So s = 28/36, and it takes 1/s rolls.",
        ),
    ),
    Exercise(
        id="chinchiller_odds-13",
        truth=lambda: share(closes(roll) for roll in rolls() if not sand(roll)),
        misconceptions=(
            Misconception(
                lambda: share(closes(roll) for roll in rolls()),
                "That is among all 36. You know that there was no sand: strike out the others.",
            ),
            Misconception(
                lambda: share(not sand(roll) for roll in rolls()),
                "That is how likely there is no sand. Which share of those rolls closes an eye?",
            ),
        ),
        hints=(
            "Which rolls bring no sand? Only those are left.",
            "Four rolls: two ×2, two chinchillers, and one of each in two orders.",
        ),
    ),
    Exercise(
        id="chinchiller_odds-14",
        truth=lambda: 1 - share(not closes(roll) for roll in rolls()) ** 3,
        misconceptions=(
            Misconception(
                lambda: 3 * share(closes(roll) for roll in rolls()),
                "You added the three. Two of them can close an eye in the same round.",
            ),
            Misconception(
                lambda: share(closes(roll) for roll in rolls()) ** 3,
                "That is all three of them. Here one is enough.",
            ),
            Misconception(
                lambda: share(not closes(roll) for roll in rolls()) ** 3,
                "That is nobody. You need the opposite.",
            ),
        ),
        hints=(
            "First find how likely it is that nobody closes an eye. Then take the opposite.",
            "One player closes none with probability 33/36, all three with (33/36)³.",
        ),
    ),
    Exercise(
        id="chinchiller_odds-15",
        unit="euros",
        truth=best_sale,
        misconceptions=(
            Misconception(
                lambda: sale(OFFERS, OFFERS), "That takes the first offer. Is waiting worth more?"
            ),
            Misconception(
                lambda: sale(OFFERS, (90, 150)),
                "That takes 90 as well. Compare it with the rule that waits for 150.",
            ),
            Misconception(
                lambda: sale(OFFERS, (150,), stand=0), "You wait three days for that, on average."
            ),
            Misconception(
                lambda: Fraction(150 - 10), "That pays for one day only. How long do you wait?"
            ),
        ),
        hints=(
            "Let R be what a day on the market is worth. It costs 10, then an offer comes.",
            "Try the rules. Yes at 150 only: R = -10 + (R + R + 150) / 3.",
        ),
    ),
)
