"""A small round of two players solved whole, in each game that has one: hands worked out here."""

from __future__ import annotations

import pytest

from llamakit.exact.solver import positions, solve
from llamakit.games.kadabra.rules import Rules as KadabraRules
from llamakit.games.llama.rules import Rules as LlamaRules
from llamakit.games.llama_dice.rules import Rules as DiceRules
from llamakit.games.rounds import gap, round_worths

L = "L"
DICE = {"numbers": 2, "copies": 1, "hand": 1, "dice": [[1, 1, 2, 2, L, L]] * 3}
OPEN = {"hand": 2, "open_hands": True}

STARTS = [
    DiceRules(**DICE).start().apply([[1], [2]]),
    LlamaRules(numbers=2, copies=2, **OPEN).start().apply([[1, L], [1, 2], [2]]),
    KadabraRules(deck={1: 2, 2: 2, L: 2}, **OPEN).start().apply([[1, 2], [1, L], [2]]),
]


@pytest.mark.parametrize("start", STARTS, ids=lambda state: type(state).__module__)
def test_every_position_of_a_round(start):
    model = positions(start, until=lambda after: after.is_round_over)
    solution = solve(model, payoff=gap, minimise=lambda state: state.player == 0)
    for state in model:
        if not state.is_chance:
            sign = 1 if state.player == 0 else -1
            worths = round_worths(state)
            assert tuple(worths) == state.legal_actions()
            assert min(worths.values()) == sign * (solution.fractions[state] - gap(state))


def test_a_last_card_worked_by_hand():
    """Seat 0 empties its hand, and the other pays 1; quitting costs 2 and helps the other out."""
    start = LlamaRules(numbers=2, copies=2, hand=1, open_hands=True).start()
    worths = {str(one): worth for one, worth in round_worths(start.apply([[2], [1], [2]])).items()}
    assert worths["play 2"] == -1
    assert min(worths.values()) == -1
    assert worths["quit"] == 2 - 1
