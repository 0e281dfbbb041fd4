"""The exercises on playing L.L.A.M.A. Dice alone: what rolling costs, and when to quit.

Imports the standard library and the game's rules: every answer is found from the rules' own
positions by trying each way to play on, and not from the equations of the lesson.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from llamakit.games.cards import LLAMA, VALUES, penalty
from llamakit.games.llama_dice.rules import KEEP, Row, Rules, State, rolls
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.lessons.exercises.llama_dice_play import LLAMA_ROW, ORDINARY_DICE, ROW, mean, share


def alone(row: Row, middle: Row = LLAMA_ROW, held: int = 0) -> State:
    """Return the position of a player whose only opponent has quit, with points held."""
    start = Rules(hand=len(row), first_player=1).start()
    state: State = start.apply((row, row)).apply("quit")  # type: ignore[assignment]
    return dataclasses.replace(state, llama_row=middle, points=(held, 0))


@cache
def rolling(state: Any, alike: bool = True) -> Fraction:
    """Return the expected points if a player alone rolls, and plays as well as possible after it.

    A roll that changes nothing shares out among the other outcomes (``alike``: False counts it as
    no points at all, which is a mistake).
    """
    total, ways = Fraction(0), Fraction(0)
    for after, chance in rolled(state):
        ways += chance
        total += chance * worth(after)
    return total / ways if alike else total


def rolled(state: Any) -> list[tuple[Any, Fraction]]:
    """Return the positions after a roll and how likely they are, without the same once more."""
    before = state.apply("roll")
    after = [(before.apply(roll), chance) for roll, chance in before.chance_outcomes()]
    return [(position, chance) for position, chance in after if position != state]


def worth(state: Any) -> Fraction:
    """Return the expected points after the round, with best play: a token is always given back."""
    if state.phase == "turn":
        return min(quitting(state), rolling(state))
    if state.phase in ("discard", "return"):
        actions = [action for action in state.legal_actions() if action != KEEP]
        return min(worth(state.apply(action)) for action in actions)
    return Fraction(state.points[0])


def quitting(state: Any) -> Fraction:
    """Return the points after the round of a player who quits now."""
    return Fraction(state.apply("quit").points[0])


def most_aside(state: Any) -> Any:
    """Return the position after a hit if as many cards as possible are put aside."""
    return state.apply(max(state.legal_actions(), key=lambda action: len(action.values)))


@cache
def never_quitting(state: Any, each_roll: int = 0, drama: int = 0) -> Fraction:
    """Return an expected count if a player alone always rolls and puts aside all that match.

    Every roll counts ``each_roll``, and an end by drama counts ``drama``.
    """
    total, ways = Fraction(each_roll), Fraction(0)
    for after, chance in rolled(state):
        ways += chance
        if after.phase != "discard":
            total += chance * drama
        elif (left := most_aside(after)).phase == "turn":
            total += chance * never_quitting(left, each_roll, drama)
    return total / ways


def single_llama(hits_too: bool = False) -> Fraction:
    """Return how likely a lone llama against a llama row of a llama ends with an empty row.

    One or two llamas end it so, no llama is drama, and three change nothing (``hits_too``: True
    counts them as hits, which is a mistake).
    """
    ways = rolls(Rules().dice)
    hits = sum(number for roll, number in ways.items() if LLAMA in roll)
    three = ways[LLAMA, LLAMA, LLAMA]
    if hits_too:
        return Fraction(hits, ways.total())
    return Fraction(hits - three, ways.total() - three)


def emptied_at_once(row: Row) -> Fraction:
    """Return how likely a single roll allows to put aside a whole row."""
    after = [(most_aside(state), p) for state, p in rolled(alone(row)) if state.phase == "discard"]
    return sum((p for left, p in after if left.phase != "turn"), Fraction(0))


def shown_once(row: Row) -> Fraction:
    """Return how likely a single roll is a hit that leaves a part of the row."""
    hits = sum((p for state, p in rolled(alone(row)) if state.phase == "discard"), Fraction(0))
    return hits - emptied_at_once(row)


def llama_row_of(points: int) -> Row:
    """Return a llama row without a 6 that costs so many points.

    >>> llama_row_of(10), llama_row_of(0)
    ((L,), ())
    """
    without_6 = [value for value in VALUES if value != 6]
    rows = (row for size in range(7) for row in combinations(without_6, size))
    return next(row for row in rows if penalty(row) == points)


def rolling_a_six(points: int, alike: bool = True) -> Fraction:
    """Return what rolling with a lone 6 costs against a llama row of so many points."""
    return rolling(alone((6,), llama_row_of(points)), alike)


def most_to_roll_against() -> int:
    """Return the most points of a llama row (no 6 in it) with which to roll a lone 6."""
    return max(points for points in range(26) if rolling_a_six(points) < penalty((6,)))


def printer(again: bool) -> Fraction:
    """Return what the printer costs on average; ``again``: False stops after one try."""
    prints, breaks = Fraction(1, 2), Fraction(1, 6)
    return 30 * breaks / (prints + breaks) if again else 30 * breaks


EXERCISES = (
    Exercise(
        id="llama_dice_play_well-1",
        unit="points",
        truth=lambda: rolling(alone((LLAMA,), (1, 3, 5))),
        misconceptions=(
            Misconception(
                lambda: rolling(alone((LLAMA,), (1, 3, 5)), alike=False),
                "After three llamas you are where you were: V is on both sides.",
            ),
        ),
        hints=(
            "Drama: no die shows a llama. That is 4 · 4 · 4 of 216 ways, and costs 19 points.",
            "V = 8/216 · V + 64/216 · 19. Solve for V.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-2",
        unit="points",
        truth=lambda: rolling(alone(ROW)),
        misconceptions=(
            Misconception(
                lambda: rolling(alone(ROW), alike=False),
                "After three llamas you are where you were: V is on both sides.",
            ),
            Misconception(lambda: penalty(ROW), "That is what quitting costs. What does rolling?"),
        ),
        hints=(
            "Drop the 2: a lone 5 is left, worth 5. Drop the 5: 2. Drop both: 0. Drama: 21.",
            "V = 8/216 · V + (ways of each · its points) / 216.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-3",
        truth=lambda: "roll" if rolling(alone(ROW)) < penalty(ROW) else "quit",
        words=("roll", "quit"),
        hints=("What does quitting cost?", "Compare 7 with your last answer."),
    ),
    Exercise(
        id="llama_dice_play_well-4",
        truth=single_llama,
        misconceptions=(
            Misconception(
                lambda: single_llama() * Fraction(208, 216),
                "After three llamas you roll again: so look only at the other rolls.",
            ),
            Misconception(
                lambda: single_llama(hits_too=True),
                "Three llamas are no hit, even with a llama in the row. They change nothing.",
            ),
            Misconception(
                lambda: 1 - single_llama(), "That is how likely drama is. You need the opposite."
            ),
            Misconception(
                lambda: Fraction(2, 6), "That is one die. There are three, and one hit is enough."
            ),
        ),
        hints=(
            "Let p be the probability. After three llamas it is p again.",
            "p = hit + p/27. A hit is one llama or two: 216 - 64 - 8 ways.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-5",
        truth=lambda: emptied_at_once((4, 4)),
        misconceptions=(
            Misconception(
                lambda: emptied_at_once((4,)),
                "That is a 4 on at least one die. A die is for one card: two 4s need two dice.",
            ),
            Misconception(
                lambda: shown_once((4, 4)), "That is a 4 on exactly one die: one card stays."
            ),
        ),
        hints=(
            "How many of the three dice have a 4 at all?",
            "The first and the third die both show their only 4. The second does not matter.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-6",
        unit="points",
        truth=rolling_a_six,
        symbols=("D",),
        at=((1,), (4,), (10,), (15,)),
        misconceptions=(
            Misconception(
                lambda points: rolling_a_six(points, alike=False),
                "After three llamas you are where you were: V is on both sides.",
            ),
            Misconception(
                lambda points: rolling_a_six(points) * points / (6 + points),
                "Drama costs the llama row, and the 6 that you still hold.",
            ),
        ),
        hints=(
            "Drama costs 6 + D. A hit costs nothing.",
            "V = 8/216 · V + (ways to drama)/216 · (6 + D). Count the ways, then solve for V.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-7",
        unit="points",
        truth=most_to_roll_against,
        misconceptions=(
            Misconception(
                lambda: most_to_roll_against() + 1,
                "With so many points rolling costs a little more than 6. Do not round up.",
            ),
            Misconception(
                lambda: most_to_roll_against() + 6,
                "That is what drama costs in all. Your own 6 is a part of it.",
            ),
        ),
        hints=(
            "When does rolling cost less than the 6 points of quitting?",
            "Put D = 0, 1, 2, … into your formula and compare with 6.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-8",
        unit="points",
        truth=lambda: rolling(alone((5,), (1, 2), held=10)),
        misconceptions=(
            Misconception(
                lambda: 10 + rolling(alone((5,), (1, 2))),
                "Nothing was given back. An emptied row or three llamas take the black token away.",
            ),
            Misconception(
                lambda: rolling(alone((5,), (1, 2), held=10)) - 10,
                "That is the change in your points. You have ten of them already.",
            ),
            Misconception(
                lambda: never_quitting(alone((5,)), drama=18),
                "Three llamas do change something now: the token goes, and the 5 stays.",
            ),
        ),
        hints=(
            "Hit: 0 points are left, since the token goes back. Drama: 10 + 5 + 1 + 2.",
            "After three llamas you have a lone 5 and no token. Then quitting is best: 5 points.",
            "Add up (ways · points) / 216. No V on the right side this time.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-9",
        truth=lambda: never_quitting(alone(ROW), drama=1),
        misconceptions=(
            Misconception(
                lambda: sum(p for state, p in rolled(alone(ROW)) if state.phase == "deal"),
                "That is drama in the first roll. After a hit one card is left, and you go on.",
            ),
            Misconception(
                lambda: 1 - never_quitting(alone(ROW), drama=1),
                "That is how likely you empty your row. You need the opposite.",
            ),
        ),
        hints=(
            "First a lone card: how likely is drama? After three llamas you roll again.",
            "A lone card: 142 of 208. It is the same for a 2 and a 5.",
            "p = 8/216 · p + 92/216 + 100/216 · (a lone card's chance). Solve for p.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-10",
        unit="rolls",
        truth=lambda: never_quitting(alone(ROW), each_roll=1),
        misconceptions=(
            Misconception(
                lambda: 1 + Fraction(100, 216),
                "Three llamas let you roll once more, with the same row.",
            ),
            Misconception(
                lambda: never_quitting(alone((2,)), each_roll=1),
                "That is for a lone card. With two cards a hit may leave one.",
            ),
        ),
        hints=(
            "You roll once for sure. What comes after it depends on the roll.",
            "A lone card: E = 1 + 8/216 · E, since only three llamas let you roll again.",
            "Two cards: E = 1 + 8/216 · E + 100/216 · (rolls with a lone card).",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-11",
        unit="points",
        truth=lambda: worth(alone(ROW, (1,))),
        misconceptions=(
            Misconception(lambda: penalty(ROW), "That is the cost of quitting. Rolling is better."),
            Misconception(
                lambda: Fraction(50 * 5 + 50 * 2 + 92 * 8, 208),
                "You quit after every hit. With a lone 5, is that the best you can do?",
            ),
            Misconception(
                lambda: (
                    (50 * rolling(alone((5,), (1,))) + 50 * rolling(alone((2,), (1,))) + 92 * 8)
                    / 208
                ),
                "You always rolled on. With a lone 2, is that the best you can do?",
            ),
        ),
        hints=(
            "Begin at the end: what are a lone 2 and a lone 5 worth, if drama adds one point?",
            "A lone 5: rolling costs 142 · 6 / 208, less than 5. A lone 2: 142 · 3 / 208.",
            "V = 8/216 · V + (50 · lone 5 + 50 · lone 2 + 92 · 8) / 216. Is V less than 7?",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-12",
        truth=lambda: emptied_at_once(ROW) / (emptied_at_once(ROW) + shown_once(ROW)),
        misconceptions=(
            Misconception(
                lambda: emptied_at_once(ROW),
                "That is how likely both are, if you know nothing. You know that it is a hit: "
                "strike out the other rolls.",
            ),
            Misconception(
                lambda: emptied_at_once(ROW) / shown_once(ROW),
                "You compared with the hits on one card only. Divide by all the hits.",
            ),
        ),
        hints=(
            "Strike out the rolls that are no hit. How many are left?",
            "16 rolls show both, 50 only the 2, 50 only the 5.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-13",
        unit="dice",
        truth=lambda: mean(lambda roll: roll.count(6)),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: 6 in roll),
                "That is how likely at least one 6 is. A roll with two 6s counts 2 here.",
            ),
            Misconception(
                lambda: mean(lambda roll: roll.count(6), ORDINARY_DICE),
                "That is for three ordinary dice. One of these has no 6.",
            ),
        ),
        hints=(
            "On how many of the dice is there a 6?",
            "Each of the two dice with a 6 adds 1/6.",
        ),
    ),
    Exercise(
        id="llama_dice_play_well-14",
        unit="euros",
        truth=lambda: printer(again=True),
        misconceptions=(
            Misconception(
                lambda: printer(again=False),
                "If nothing happens you try again: then it costs V once more.",
            ),
        ),
        hints=(
            "Call the cost V and look one try ahead. Which of the three things brings you back?",
            "V = 1/3 · V + 1/6 · 30.",
        ),
    ),
)
