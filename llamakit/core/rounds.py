"""A round of two players, small and open enough to be solved whole.

Imports ``core`` only. Both players see everything but the future, and play for the difference in
points at the end of the round: a zero-sum game of chance, which ``exact.solve`` solves.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from llamakit.core.exact import positions, solve
from llamakit.core.state import Rules, State


def round_worths(state: State) -> dict[Any, Fraction]:
    """Return what each legal action leads to under best play, for the player who decides.

    The worth is how many more points than the other player one gets by the end of the round, on
    average; less is better.

    >>> from llamakit.llama_dice.rules import Rules
    >>> tiny = Rules(numbers=1, copies=1, hand=1, dice=[[1, 1, 1, "L", "L", "L"]] * 3)
    >>> for action, worth in round_worths(tiny.start().apply([[1], ["L"]])).items():
    ...     print(action, worth)
    roll -2237819/250047
    quit -4/7
    """
    sign = 1 if state.player == 0 else -1
    return {
        action: sign * (_gap_at_the_end(state.apply(action)) - gap(state))
        for action in state.legal_actions()
    }


def gap(state: State) -> int:
    """Return how many more points seat 0 has than seat 1."""
    return state.scores[0] - state.scores[1]


def round_over(state: State) -> bool:
    """Whether a round is over and counted."""
    return state.phase == "deal" or state.is_over


@lru_cache(maxsize=64)
def _solved_so_far(rules: Rules) -> dict[State, Fraction]:
    """Return where the positions solved with these rules are remembered."""
    return {}


def _gap_at_the_end(state: State) -> Fraction:
    """Return how many more points seat 0 than seat 1 has at the end of the round, on average."""
    if round_over(state):
        return Fraction(gap(state))
    solved = _solved_so_far(state.rules)
    if state not in solved:
        model = positions(state, until=round_over)
        solution = solve(model, payoff=gap, minimise=lambda after: after.player == 0)
        solved.update((after, solution.fractions[after]) for after in model)
    return solved[state]
