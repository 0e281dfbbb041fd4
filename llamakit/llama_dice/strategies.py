"""Bots for L.L.A.M.A. Dice: plain functions of what their seat may know.

Imports the standard library, ``core`` and this game's rules and roll counts only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random

from llamakit.core.cards import LLAMA, penalty
from llamakit.core.state import Action, Strategy
from llamakit.llama_dice.rules import (
    KEEP,
    QUIT,
    ROLL,
    Dice,
    Row,
    View,
    discards,
    rolls,
    takes,
    without,
)


def random(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Choose any legal action, each as likely as the others."""
    return rng.choice(legal_actions)


def greedy(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Never quit; shed the most penalty, pick up the least, return the biggest token."""
    return ROLL if view.phase == "turn" else thrifty(view.row, legal_actions)


def cautious(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play as greedy, but quit when one more roll does not lower the expected penalty (G2)."""
    if view.phase != "turn":
        return thrifty(view.row, legal_actions)
    return ROLL if penalty_after_roll(view) < penalty(view.row) else QUIT


def thrifty(row: Row, legal_actions: Sequence[Action]) -> Action:
    """Return the action that leaves the least penalty, and of those the fewest cards."""
    if legal_actions[-1] == KEEP:
        return max(action for action in legal_actions if action != KEEP)
    return min(legal_actions, key=lambda action: _left(row, action))


def _left(row: Row, action: Action) -> tuple[int, int]:
    """Return the penalty and the number of cards in a row after a discard or a take."""
    gone = action.verb == "discard"
    after = without(row, action.values) if gone else row + action.values
    return penalty(after), len(after)


def penalty_after_roll(view: View) -> Fraction:
    """Return the expected penalty (G2) of the row on turn after one roll, played thriftily.

    The exact sum over the dice's outcomes: three llamas leave the row as it is (D6), a hit sheds
    the most (D7), a take picks up the least (D8), drama adds the whole llama row (D9, D10).
    """
    return _mean_penalty(view.row, view.llama_row, view.alone, view.rules.dice)


@lru_cache(maxsize=100_000)
def _mean_penalty(row: Row, llama_row: Row, alone: bool, dice: Dice) -> Fraction:
    """Return the expected penalty after one roll; it is asked for again and again."""
    ways = rolls(dice)
    total = sum(n * _penalty_after(row, llama_row, alone, roll) for roll, n in ways.items())
    return Fraction(total, ways.total())


def _penalty_after(row: Row, llama_row: Row, alone: bool, roll: Row) -> int:
    """Return the penalty of a row after a roll, played thriftily."""
    if roll == (LLAMA, LLAMA, LLAMA):
        return penalty(row)
    choices = discards(row, roll) or (() if alone else takes(llama_row, roll))
    if choices:
        return min(_left(row, action) for action in choices)[0]
    return penalty(row + llama_row)


#: The bots by name, as ``bot("cautious")`` finds them.
BOTS: dict[str, Strategy] = {"random": random, "greedy": greedy, "cautious": cautious}
