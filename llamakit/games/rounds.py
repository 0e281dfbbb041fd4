"""What a round of the llama games brings, and the small rounds of two that are solved whole.

Imports lower rooms only. Where a round is small and open enough, both players see everything but
the future, and play for the difference in points at its end: a zero-sum game of chance, which
``exact.solve`` solves.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from llamakit.engine.state import Rules, State
from llamakit.exact.solver import positions, solve


def round_worths(state: State) -> dict[Any, Fraction]:
    """Return what each legal action leads to under best play, for the player who decides.

    The worth is how many more points than the other player one gets by the end of the round, on
    average; less is better.

    >>> from llamakit.games.llama_dice.rules import Rules
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


def gained(state: State, since: State, seat: int) -> float | None:
    """Return how much further ahead a seat is than at an earlier state; None before the end.

    The end is that of the round, after every hand is counted.
    """
    return float(state.lead(seat) - since.lead(seat)) if state.is_round_over else None


def gap(state: State) -> int:
    """Return how many more points seat 0 has than seat 1."""
    return state.scores[0] - state.scores[1]


@lru_cache(maxsize=64)
def _solved_so_far(rules: Rules) -> dict[State, Fraction]:
    """Return where the positions solved with these rules are remembered."""
    return {}


def _gap_at_the_end(state: State) -> Fraction:
    """Return how many more points seat 0 than seat 1 has at the end of the round, on average."""
    if state.is_round_over:
        return Fraction(gap(state))
    solved = _solved_so_far(state.rules)
    if state not in solved:
        model = positions(state, until=lambda after: after.is_round_over)
        solution = solve(model, payoff=gap, minimise=lambda after: after.player == 0)
        solved.update((after, solution.fractions[after]) for after in model)
    return solved[state]
