"""The exercises on playing L.L.A.M.A. Dice alone: what rolling costs, and when to quit.

Imports the standard library and the game's rules: every answer is found from the rules' own
positions by trying each way to play on, and not from the equations of the lesson.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import cache

from llamakit.core.cards import LLAMA, penalty
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.llama_dice.rules import Row, Rules, State, rolls

#: The row and the llama row of the lesson.
ROW, MIDDLE = (2, 5), (1, 3, LLAMA)


def alone(row: Row, middle: Row) -> State:
    """Return the position of a player whose only opponent has quit."""
    start = Rules(hand=len(row), first_player=1).start()
    state: State = start.apply((row, row)).apply("quit")  # type: ignore[assignment]
    return dataclasses.replace(state, llama_row=middle)


@cache
def rolling(row: Row, middle: Row = MIDDLE, alike: bool = True) -> Fraction:
    """Return the expected points if a lone player rolls, and plays as well as possible after it.

    Three llamas change nothing: they share out among the other outcomes (``alike``: False counts
    them as no points at all, which is a mistake).
    """
    state = alone(row, middle).apply("roll")
    total, ways = Fraction(0), Fraction(0)
    for roll, chance in state.chance_outcomes():
        if alike and roll == (LLAMA, LLAMA, LLAMA):
            continue
        ways += chance
        after = state.apply(roll)
        if after.phase == "discard":
            total += chance * min(left(after, action) for action in after.legal_actions())
        elif roll != (LLAMA, LLAMA, LLAMA):
            total += chance * penalty(row + middle)
    return total / ways


def left(state: object, action: object) -> Fraction:
    """Return the points after a discard: the row left is kept or rolled on, whichever is less."""
    after = state.apply(action)  # type: ignore[attr-defined]
    if after.phase != "turn":
        return Fraction(0)
    row = after.rows[0]
    return min(Fraction(penalty(row)), rolling(row, after.llama_row))


def single_three() -> Fraction:
    """Return how likely a lone 3 against a llama row of a 3 ends with an empty row.

    A roll with a 3 ends it so, three llamas change nothing, and anything else is drama.
    """
    ways = rolls(Rules().dice)
    hits = sum(number for roll, number in ways.items() if 3 in roll)
    return Fraction(hits, ways.total() - ways[LLAMA, LLAMA, LLAMA])


EXERCISES = (
    Exercise(
        id="solo-1",
        unit="points",
        truth=lambda: rolling((LLAMA,), (1, 3, 5)),
        misconceptions=(
            Misconception(
                lambda: rolling((LLAMA,), (1, 3, 5), alike=False),
                "After three llamas you are where you were: the worth V stands on both sides.",
            ),
        ),
        hints=(
            "Drama: no die shows a llama. That is 4 · 4 · 4 of 216 ways, and costs 19 points.",
            "V = 8/216 · V + 64/216 · 19. Solve for V.",
        ),
    ),
    Exercise(
        id="solo-2",
        unit="points",
        truth=lambda: rolling(ROW),
        misconceptions=(
            Misconception(
                lambda: rolling(ROW, alike=False),
                "Three llamas cost nothing now, but the question stays open: V on both sides.",
            ),
        ),
        hints=(
            "Drop the 2: a lone 5 is left, worth 5. Drop the 5: 2. Drop both: 0. Drama: 21.",
            "V = 8/216 · V + (ways of each · its points) / 216.",
        ),
    ),
    Exercise(
        id="solo-3",
        truth=lambda: "roll" if rolling(ROW) < penalty(ROW) else "quit",
        words=("roll", "quit"),
        hints=("What does quitting cost?", "Compare 7 with your last answer."),
    ),
    Exercise(
        id="solo-4",
        truth=single_three,
        misconceptions=(
            Misconception(
                lambda: single_three() * Fraction(208, 216),
                "After three llamas you roll again: they share out among the other ends.",
            ),
            Misconception(
                lambda: Fraction(2, 6), "There are three dice, and two of them show a 3."
            ),
        ),
        hints=(
            "Let p be the chance. After three llamas it is p again.",
            "p = hit + p/27, with the hit probability of the row {3}.",
        ),
    ),
)
