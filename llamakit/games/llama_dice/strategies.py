"""Bots for L.L.A.M.A. Dice: plain functions of what their seat may know.

Imports the standard library, lower rooms and this game's rules and roll counts only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import prod
from random import Random

from llamakit.engine.state import Action, InputError, Strategy, a_few
from llamakit.games import refusals
from llamakit.games.cards import LLAMA, cards, penalty, without
from llamakit.games.llama_dice.alone import THREE_LLAMAS, WAYS
from llamakit.games.llama_dice.rules import KEEP, QUIT, ROLL, Dice, Row, View, ways_to_roll


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
    """Return the action that leaves the least penalty, and of those the fewest cards.

    Raises InputError for what are no cards or no actions.
    """
    row = row if type(row) is tuple else cards(row)
    choices: list[Action] = a_few("legal_actions", legal_actions)
    if not choices or not all(isinstance(action, Action) for action in choices):
        raise InputError(refusals.not_actions(legal_actions))
    if choices[-1] == KEEP:
        return max(action for action in choices if action != KEEP)
    return min(choices, key=lambda action: _left(row, action))


def _left(row: Row, action: Action) -> tuple[int, int]:
    """Return the penalty and the number of cards in a row after a discard or a take."""
    gone = action.verb == "discard"
    after = without(row, action.values) if gone else row + action.values
    return penalty(after), len(after)


def sharp(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Play as cautious, but stay longer the more are in: one of the others may blow it first.

    One more roll may cost a point for each player in beyond two.
    """
    if view.phase != "turn":
        return thrifty(view.row, legal_actions)
    more = max(sum(view.active) - 2, 0)
    return ROLL if penalty_after_roll(view) < penalty(view.row) + more else QUIT


def strong(view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Search: try every action in many worlds that may be the real one, and take the best."""
    from llamakit.search.strong import choose

    return choose(view, legal_actions, rng)


def penalty_after_roll(view: View) -> Fraction:
    """Return the expected penalty (G2) of the row on turn after one roll, played thriftily.

    Three llamas leave the row as it is (D6), a hit sheds every card that a die shows (D7), a take
    picks up the cheapest (D8), drama adds the whole llama row (D9, D10).
    """
    return _mean_penalty(view.row, view.llama_row, view.alone, view.rules.dice)


@lru_cache(maxsize=100_000)
def _mean_penalty(row: Row, llama_row: Row, alone: bool, dice: Dice) -> Fraction:
    """Return the expected penalty after one roll, value by value: expectations add up.

    A value is shed if as many dice show it as there are copies. A card of the llama row is taken if
    a die shows it, and none shows a card of the row or a cheaper one.
    """
    missed, added = frozenset(row), 0
    for value in missed:
        added -= penalty((value,)) * _showing(value, row.count(value), dice)
    for value in () if alone else llama_row:
        added += penalty((value,)) * (misses(missed, dice) - misses(missed | {value}, dice))
        missed |= {value}
    added += (penalty(row + llama_row) - penalty(row)) * misses(missed, dice)
    return penalty(row) + Fraction(added, WAYS)


@lru_cache(maxsize=4096)
def misses(values: frozenset[int], dice: Dice) -> int:
    """Return the ways in which no die shows one of the values, three llamas not counted."""
    ways = prod(sum(face not in values for face in die) for die in dice)
    three_llamas = prod(die.count(LLAMA) for die in dice)
    return ways if LLAMA in values else ways - three_llamas


@cache
def _showing(value: int, copies: int, dice: Dice) -> int:
    """Return the ways in which so many dice show a value, three llamas not counted."""
    shown = ((roll, ways) for roll, ways in ways_to_roll(dice) if roll != THREE_LLAMAS)
    return sum(ways for roll, ways in shown if roll.count(value) >= copies)


#: The bots by name, as ``bot("cautious")`` finds them.
BOTS: dict[str, Strategy] = {
    "random": random,
    "greedy": greedy,
    "cautious": cautious,
    "sharp": sharp,
    "strong": strong,
}
