"""The small version, made by options: few enough positions to count, list and solve."""

from __future__ import annotations

from typing import Any

import pytest
from layers import after_each, layers

from llamakit.games.cards import LLAMA
from llamakit.games.kadabra.rules import Rules, card

SMALL: dict[str, Any] = {"players": 2, "hand": 2, "open_hands": True, "target": 1}

#: Two cards each of 1, 2 and the llama; the same six cards with each symbol and a double card.
PLAIN = {1: 2, 2: 2, "L": 2}
MAGIC = {1: 1, "1g": 1, "1/2": 1, "2d": 1, "2*": 1, "L": 1}

#: Different positions after each number of steps, chance included, over all deals.
ALL_DEALS = [1, 33, 99, 183, 252, 307, 226, 211, 130, 76]

#: The same from one deal: 1 and llama against 1 and 2, on a 2.
ONE_DEAL = ((1, LLAMA), (1, 2), (2,))
FROM_ONE_DEAL = [1, 3, 6, 9, 13, 15, 16, 10, 6]

#: With symbols and the double card.
ALL_MAGIC_DEALS = [1, 180, 624, 1282, 1820, 2517, 2317, 2453, 1524, 888, 110]


def test_positions_by_depth() -> None:
    counted = [len(layer) for layer in layers(Rules(**SMALL, deck=PLAIN).start())]
    assert counted == ALL_DEALS


def test_positions_by_depth_from_one_deal() -> None:
    dealt = Rules(**SMALL, deck=PLAIN).start().apply(ONE_DEAL)
    assert [len(layer) for layer in layers(dealt)] == FROM_ONE_DEAL


def test_positions_by_depth_with_symbols() -> None:
    counted = [len(layer) for layer in layers(Rules(**SMALL, deck=MAGIC).start())]
    assert counted == ALL_MAGIC_DEALS


@pytest.mark.parametrize("deck", [PLAIN, MAGIC])
def test_every_small_game_is_one_round_and_ends(deck: dict[Any, int]) -> None:
    positions = set().union(*layers(Rules(**SMALL, deck=deck).start()))
    assert {state.phase for state in positions} == {"deal", "turn", "draw", "return", "over"}
    for state in positions:
        assert state.is_over == (not list(after_each(state)))
        assert state.round_number <= 1
        if state.is_chance:
            assert sum(chance for _, chance in state.chance_outcomes()) == 1


def test_two_copies_of_a_card_are_one_position() -> None:
    start = Rules(**SMALL, deck={1: 2, "1g": 1, "L": 3}).start()
    deals = dict(start.chance_outcomes())
    assert len(deals) == len(start.chance_outcomes())
    assert sum(deals.values()) == 1
    assert ((1, card("1g")), (LLAMA, LLAMA), (LLAMA,)) in deals
