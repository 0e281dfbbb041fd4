"""The exercises on strategies and tournaments: luck, how many games, and who meets whom.

Imports the standard library and this package only: every answer is counted from results one by one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod

from llamakit.lessons.exercise import Exercise, Misconception


@cache
def clear_wins(games: int, least: int, either: bool) -> Fraction:
    """Return how likely equals are so far apart: one given player, or either of the two."""
    results = list(product((0, 1), repeat=games))
    clear = [r for r in results if sum(r) >= least or (either and games - sum(r) >= least)]
    return Fraction(len(clear), len(results))


def games_for(error: Fraction) -> int:
    """Return the least number of games of equals with a standard error so small or smaller."""
    games = 1
    while Fraction(1, 4 * games) > error**2:
        games += 1
    return games


def seatings(strategies: int, players: int) -> int:
    """Return in how many ways so many of the strategies can sit down at a table."""
    return len(list(permutations(range(strategies), players)))


def false_alarm(tries: int) -> Fraction:
    """Return how likely at least one of so many tries with chance 1/20 succeeds."""
    none = Fraction(1)
    for _ in range(tries):
        none *= Fraction(19, 20)
    return 1 - none


def best_of_five(wins: Fraction, least: int = 3, most: int = 5) -> Fraction:
    """Return how likely so many of five games are won, all five played, with a chance for each."""
    total = Fraction(0)
    for results in product((0, 1), repeat=5):
        if least <= sum(results) <= most:
            total += prod(wins if won else 1 - wins for won in results)
    return total


def lucky(students: int, either: bool = False) -> Fraction:
    """Return how likely one of many equals wins eight or more of ten games, each tried in turn."""
    found, still_none = Fraction(0), Fraction(1)
    for _ in range(students):
        found += still_none * clear_wins(10, 8, either)
        still_none *= 1 - clear_wins(10, 8, either)
    return found


def come_back(wins: Fraction, games: int = 3) -> Fraction:
    """Return how likely a match of the best of three is won after the first game is lost."""
    total = Fraction(0)
    for rest in product((0, 1), repeat=games - 1):
        if sum(rest) > games / 2:
            total += prod(wins if won else 1 - wins for won in rest)
    return total


def error_of_difference(*errors: Fraction) -> Fraction:
    """Return the standard error of a difference, from those of two independent shares."""
    variance = sum((error**2 for error in errors), Fraction(0))
    return next(q for k in range(1000) if (q := Fraction(k, 1000)) ** 2 == variance)


EXERCISES = (
    Exercise(
        id="strategies_and_tournaments-1",
        truth=lambda: clear_wins(10, 8, either=True),
        misconceptions=(
            Misconception(
                lambda: clear_wins(10, 8, either=False),
                "That is for one given player. Here it may be either of the two.",
            ),
            Misconception(
                lambda: Fraction(2 * 45, 1024), "That is exactly eight. Nine and ten count, too."
            ),
        ),
        hints=(
            "In how many of the 1024 results does the first player win 8, 9 or 10?",
            "45 + 10 + 1 results. And the other player?",
        ),
    ),
    Exercise(
        id="strategies_and_tournaments-2",
        unit="share",
        truth=lambda: next(
            Fraction(1, k) for k in range(99) if k and games_for(Fraction(1, k)) == 400
        ),
        misconceptions=(
            Misconception(lambda: Fraction(1, 1600), "That is the variance. Take its root."),
            Misconception(lambda: Fraction(1, 20), "You divided 1, not ½, by the root of 400."),
        ),
        hints=("The root of 1/4 is 1/2.", "Divide 1/2 by the root of 400."),
    ),
    Exercise(
        id="strategies_and_tournaments-3",
        unit="games",
        truth=lambda: games_for(Fraction(1, 100)),
        misconceptions=(
            Misconception(
                lambda: games_for(Fraction(2, 100)),
                "With those games 52 % is one standard error above one half, not two.",
            ),
            Misconception(lambda: 100, "Put your number into √(¼/n): is twice that 2 hundredths?"),
        ),
        hints=(
            "Two standard errors are 2 hundredths, so one is 1 hundredth.",
            "Solve √(¼/n) = 1/100.",
        ),
    ),
    Exercise(
        id="strategies_and_tournaments-4",
        unit="seatings",
        truth=lambda: seatings(4, 2),
        misconceptions=(
            Misconception(lambda: 6, "Those are the pairs. Each pair sits down in two orders."),
            Misconception(lambda: 16, "Nobody plays against itself."),
        ),
        hints=("Who sits first? Who can sit second then?", "4 choices, then 3."),
    ),
    Exercise(
        id="strategies_and_tournaments-5",
        unit="seatings",
        truth=lambda: seatings(5, 3),
        misconceptions=(
            Misconception(lambda: 10, "Those are the groups of three. Each has six orders."),
            Misconception(lambda: 125, "Nobody sits in two seats."),
        ),
        hints=("5 for the first seat, and then?", "5 · 4 · …"),
    ),
    Exercise(
        id="strategies_and_tournaments-6",
        truth=lambda: false_alarm(20),
        misconceptions=(
            Misconception(lambda: 1, "You added 20 times 1/20. Some of the cases overlap."),
            Misconception(lambda: Fraction(1, 20), "That is for one of them."),
            Misconception(
                lambda: 1 - false_alarm(20), "That is none at all. You need the opposite."
            ),
        ),
        hints=("Use the complement: none of the twenty.", "Each is spared with 19/20, all with …"),
    ),
    Exercise(
        id="strategies_and_tournaments-7",
        truth=lambda: best_of_five(Fraction(2, 5)),
        misconceptions=(
            Misconception(
                lambda: Fraction(2, 5), "That is for one game. A match has three to five."
            ),
            Misconception(
                lambda: best_of_five(Fraction(2, 5), most=3),
                "That is exactly three. Four and five count, too.",
            ),
            Misconception(
                lambda: Fraction(2, 5) ** 3, "That is three wins in a row. Other orders count, too."
            ),
            Misconception(
                lambda: best_of_five(Fraction(3, 5)), "That is the better player. Who is asked for?"
            ),
        ),
        hints=(
            "Let them play all five games: who wins three or more?",
            "Three wins: C(5, 3) orders, each with (2/5)³ (3/5)². And four, and five?",
        ),
    ),
    Exercise(
        id="strategies_and_tournaments-8",
        truth=lambda: lucky(20),
        misconceptions=(
            Misconception(
                lambda: lucky(20, either=True),
                "You took either of two. Here only the student may win eight or more.",
            ),
            Misconception(lambda: lucky(1), "That is for one student. There are twenty."),
            Misconception(
                lambda: 20 * lucky(1), "You added twenty times. Some of the cases overlap."
            ),
            Misconception(lambda: 1 - lucky(20), "That is nobody at all. You need the opposite."),
        ),
        hints=(
            "One student wins 8, 9 or 10 of ten games with (45 + 10 + 1)/1024.",
            "Use the complement: none of the twenty.",
        ),
    ),
    Exercise(
        id="strategies_and_tournaments-9",
        truth=lambda: come_back(Fraction(3, 5)),
        misconceptions=(
            Misconception(
                lambda: Fraction(3, 5) ** 2 * (1 + 2 * Fraction(2, 5)),
                "That is before the first game. Now it is lost: which results are left?",
            ),
            Misconception(
                lambda: Fraction(2, 5) * Fraction(3, 5) ** 2,
                "That is how likely she loses the first AND wins. She has lost it already.",
            ),
            Misconception(lambda: Fraction(3, 5), "That is one win. How many does she need now?"),
        ),
        hints=("How many of the games that are left must she win?", "Both: 3/5 · 3/5."),
    ),
    Exercise(
        id="strategies_and_tournaments-10",
        unit="share",
        truth=lambda: error_of_difference(Fraction(3, 100), Fraction(4, 100)),
        misconceptions=(
            Misconception(lambda: Fraction(7, 100), "The errors do not add up. Their squares do."),
            Misconception(
                lambda: Fraction(1, 100),
                "Errors are not subtracted. Luck disturbs both shares: the squares add up.",
            ),
            Misconception(lambda: Fraction(25, 10_000), "That is the variance. Take its root."),
        ),
        hints=("The variances add up, also for a difference.", "The root of 9 + 16 is 5."),
    ),
    Exercise(
        id="strategies_and_tournaments-11",
        unit="tries",
        truth=lambda: games_for(Fraction(10, 100) / 2),
        misconceptions=(
            Misconception(
                lambda: games_for(Fraction(10, 100)),
                "With those tries 60 % is one standard error above guessing, not two.",
            ),
        ),
        hints=(
            "How far is 60 % from guessing? That is d.",
            "n = 1/d², with d = 1/10.",
        ),
    ),
)
