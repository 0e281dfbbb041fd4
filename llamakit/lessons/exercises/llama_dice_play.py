"""The exercises on playing L.L.A.M.A. Dice: what the rules do, and first odds.

Imports the standard library, lower rooms and the game's rules: every answer is counted from the
rules' own outcomes, and not from the formulas that the lesson derives.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from llamakit.games.cards import LLAMA, cards, penalty
from llamakit.games.llama_dice.rules import (
    EVENTS,
    Dice,
    Row,
    Rules,
    State,
    make_dice,
    roll_event,
)
from llamakit.lessons.exercise import Exercise, Misconception

#: The position that the lesson on odds works out: a row, and what is left of the llama row.
ROW, LLAMA_ROW = (2, 5), (1, 3, LLAMA)

#: The events of a roll as students call them.
NAMES = {event: "three llamas" if event == "llamas" else event for event in EVENTS}


def position(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> State:
    """Return a two-player position in which the first player is to decide (D4).

    >>> print(position([2, 5], [1, 3, "L"]))
    L.L.A.M.A. Dice, round 1: Player 1 to roll or quit
      llama row: 1 3 L
      Player 1: 2 5 (0 points)
      Player 2: 6 (0 points)
    """
    return dataclasses.replace(
        Rules(dice=dice).start(),
        phase="turn",
        round_number=1,
        rows=(cards(row), (6,)),
        llama_row=cards(llama_row),
        active=(True, not alone),
    )


def event_after(state: State, roll: Row) -> str:
    """Return what a roll is in a position: hit, take, drama or three llamas.

    >>> event_after(position([2, 5], [1, 3, "L"]), (4, 6, LLAMA))
    'take'
    """
    return NAMES[roll_event(state.apply("roll").apply(roll))]


def chance(state: State, event: str) -> Fraction:
    """Return the probability of an event, counted over the outcomes of the roll."""
    outcomes = state.apply("roll").chance_outcomes()
    return sum((p for roll, p in outcomes if event_after(state, roll) == event), Fraction(0))


ORDINARY_DICE: Dice = ((1, 2, 3, 4, 5, 6),) * 3

#: Three questions of a test, as dice: five answers each, of which the first is right.
QUESTIONS: Dice = ((1, 2, 3, 4, 5),) * 3


def share(wanted: Callable[[Row], bool], dice: Dice | None = None) -> Fraction:
    """Return the share of the 216 rolls that are wanted.

    >>> share(lambda roll: 4 in roll, ORDINARY_DICE)
    Fraction(91, 216)
    """
    rolls = list(product(*(dice or make_dice())))
    return Fraction(sum(wanted(roll) for roll in rolls), len(rolls))


def mean(count: Callable[[Row], int], dice: Dice | None = None) -> Fraction:
    """Return the mean of a count over the 216 rolls."""
    rolls = list(product(*(dice or make_dice())))
    return Fraction(sum(count(roll) for roll in rolls), len(rolls))


def llamas(roll: Row) -> int:
    """Return how many llamas a roll shows."""
    return roll.count(LLAMA)


def after_drama(row: Row, llama_row: Row, roll: Row) -> int:
    """Return what a row costs after a roll that is drama."""
    return position(row, llama_row).apply("roll").apply(roll).scores[0]


def most_discarded(row: Row, roll: Row) -> int:
    """Return how many cards a roll allows to discard at most, as the rules list the choices."""
    state = position(row, LLAMA_ROW).apply("roll").apply(roll)
    return max(len(action.values) for action in state.legal_actions())


EXERCISES = (
    Exercise(
        id="llama_dice_play-1",
        unit="points",
        truth=lambda: penalty((2, 2, 6, LLAMA, LLAMA)),
        misconceptions=(
            Misconception(
                lambda: sum(penalty((value,)) for value in (2, 2, 6, LLAMA, LLAMA)),
                "You counted every card. Each value counts once, however many copies you hold.",
            ),
            Misconception(
                lambda: penalty((2, 6, LLAMA)) + penalty((LLAMA,)),
                "You counted both llamas. All your llamas together cost 10.",
            ),
        ),
        hints=(
            "Which different values are in the row?",
            "Two 2s cost as much as one 2, and all llamas together cost 10. Add the values up.",
        ),
    ),
    Exercise(
        id="llama_dice_play-2",
        truth=lambda: event_after(position(ROW, LLAMA_ROW), (4, 6, LLAMA)),
        words=("hit", "take", "drama", "three llamas"),
        hints=(
            "First look at your own row: is there a 4, a 6 or a llama in it?",
            "No die matches your row. Now look at the llama row: does any die match there?",
        ),
    ),
    Exercise(
        id="llama_dice_play-3",
        truth=lambda: event_after(position((3, LLAMA), LLAMA_ROW), (LLAMA, LLAMA, LLAMA)),
        words=("hit", "take", "drama", "three llamas"),
        hints=(
            "One roll is special, whatever lies in the rows.",
            "This roll returns a token. Are any cards discarded?",
        ),
    ),
    Exercise(
        id="llama_dice_play-4",
        unit="cards",
        truth=lambda: most_discarded((1, 4, 4, 4, 6), (4, 1, 4)),
        misconceptions=(
            Misconception(
                lambda: sum(card in (1, 4) for card in (1, 4, 4, 4, 6)),
                "You discarded all matching cards. Each die lets you discard only one.",
            ),
            Misconception(
                lambda: len({1, 4}),
                "One of each value? Two dice show a 4, so two 4s may go.",
            ),
            Misconception(
                lambda: 1, "One is the fewest. You may discard one for each matching die."
            ),
        ),
        hints=(
            "Go through the dice one by one: which card may go with each?",
            "You may discard one card for each die that matches. Count these dice.",
        ),
    ),
    Exercise(
        id="llama_dice_play-5",
        unit="points",
        truth=lambda: after_drama((2, 3), (1, 3, LLAMA), (6, 5, 4)),
        misconceptions=(
            Misconception(
                lambda: penalty((2, 3)) + penalty((1, 3, LLAMA)),
                "You counted both 3s. Each value counts once, however many copies you hold.",
            ),
            Misconception(
                lambda: penalty((2, 3)),
                "That was before the roll. After drama you also have the llama row.",
            ),
            Misconception(
                lambda: penalty((1, 3, LLAMA)),
                "That is the llama row alone. Your own cards still count.",
            ),
        ),
        hints=(
            "After drama the llama row is in your row. Write down all five cards.",
            "Add up the different values; llamas cost 10.",
        ),
    ),
    Exercise(
        id="llama_dice_play-6",
        truth=lambda: event_after(position(ROW, LLAMA_ROW, alone=True), (3, 1, LLAMA)),
        words=("hit", "take", "drama", "three llamas"),
        hints=(
            "Does a die show a 2 or a 5?",
            "You are alone. What does section 4 say about taking?",
        ),
    ),
    Exercise(
        id="llama_dice_play-7",
        truth=lambda: chance(position((LLAMA,), LLAMA_ROW), "hit"),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: LLAMA in roll),
                "You counted three llamas as a hit. They are an event of their own.",
            ),
            Misconception(
                lambda: share(lambda roll: LLAMA not in roll),
                "That is the probability that all dice miss. You need the opposite.",
            ),
            Misconception(
                lambda: mean(llamas),
                "You added the three dice. But all three can miss, so a hit is not certain.",
            ),
            Misconception(
                lambda: share(lambda roll: roll[0] == LLAMA),
                "That is one die alone. There are three.",
            ),
        ),
        hints=(
            "Do it as in section 3: first the ways in which all three dice miss.",
            "Each die misses with 4 of its 6 faces: 4 · 4 · 4 of 216 ways. And three llamas?",
            "Take 64 + 8 ways away from 216.",
        ),
    ),
    Exercise(
        id="llama_dice_play-8",
        truth=lambda: share(lambda guesses: 1 in guesses, QUESTIONS),
        misconceptions=(
            Misconception(
                lambda: mean(lambda guesses: guesses.count(1), QUESTIONS),
                "You added the three questions. But all three guesses can be wrong, and two can be "
                "right at once.",
            ),
            Misconception(
                lambda: share(lambda guesses: 1 not in guesses, QUESTIONS),
                "That is the probability that all three guesses are wrong. You need the opposite.",
            ),
            Misconception(
                lambda: share(lambda guesses: guesses.count(1) == 1, QUESTIONS),
                "That is exactly one right guess. Two or three count as well.",
            ),
            Misconception(
                lambda: share(lambda guesses: guesses == (1, 1, 1), QUESTIONS),
                "That is three right guesses. One is enough.",
            ),
        ),
        hints=(
            "Each question is like a die with five faces. When do all three miss?",
            "Each guess is wrong in 4 of 5 cases: 4 · 4 · 4 of 5 · 5 · 5 ways miss.",
        ),
    ),
)
