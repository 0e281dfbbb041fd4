"""The small version, made by options: few enough positions to count, list and solve."""

from __future__ import annotations

import pytest
from layers import after_each, layers

from llamakit.engine.state import State as AnyState
from llamakit.games.cards import LLAMA
from llamakit.games.llama.rules import Rules

SMALL = {"players": 2, "numbers": 2, "copies": 2, "hand": 2, "open_hands": True, "target": 1}

#: Different positions after each number of steps, chance included, over all deals.
ALL_DEALS = [1, 33, 99, 183, 246, 174, 156, 138, 60]

#: The same from one deal: 1 and llama against 1 and 2, on a 2.
ONE_DEAL = ((1, LLAMA), (1, 2), (2,))
FROM_ONE_DEAL = [1, 3, 6, 9, 9, 11, 12, 8]

#: With a third card of each value.
THREE_COPIES = [
    *[1, 87, 261, 540, 930, 1236, 1725, 1998, 2265, 2541],
    *[2817, 2913, 2400, 1821, 1245, 645, 291, 72],
]


def test_positions_by_depth() -> None:
    counted = [len(layer) for layer in layers(Rules(**SMALL).start())]
    assert counted == ALL_DEALS


def test_positions_by_depth_from_one_deal() -> None:
    dealt = Rules(**SMALL).start().apply(ONE_DEAL)
    assert [len(layer) for layer in layers(dealt)] == FROM_ONE_DEAL


def test_positions_by_depth_with_three_copies() -> None:
    start = Rules(**{**SMALL, "copies": 3}).start()
    assert [len(layer) for layer in layers(start)] == THREE_COPIES


def paths(
    hands: tuple[str, str], pile: str, top: str, turn: int, out: frozenset[int]
) -> dict[int, int]:
    """Return how many sequences of each length there are from a turn, counted from the clauses."""
    counts = {0: 1}
    hand, nobody_else = hands[turn], 1 - turn in out
    next_turn = turn if nobody_else else 1 - turn

    def add(steps: int, further: dict[int, int]) -> None:
        for length, number in further.items():
            counts[steps + length] = counts.get(steps + length, 0) + number

    def held(new: str) -> tuple[str, str]:
        return (new, hands[1]) if turn == 0 else (hands[0], new)

    for card in sorted({top, {"1": "2", "2": "L", "L": "1"}[top]} & set(hand)):
        left = hand.replace(card, "", 1)
        add(1, paths(held(left), pile, card, next_turn, out) if left else {0: 1})
    if pile and not nobody_else:
        add(1, {0: 1})
        for card in sorted(set(pile)):
            fewer = pile.replace(card, "", 1)
            add(2, paths(held(hand + card), fewer, top, next_turn, out))
    add(1, {0: 1} if nobody_else else paths(hands, pile, top, 1 - turn, out | {turn}))
    return counts


@pytest.mark.clause("C3", "C4", "C5", "C6", "C7", "C8")
@pytest.mark.parametrize(
    ("hands", "top", "pile"), [(("1L", "12"), "2", "L"), (("12", "1L"), "L", "2")]
)
def test_sequences_of_moves_counted_a_second_way(
    hands: tuple[str, str], top: str, pile: str
) -> None:
    expected = paths(hands, pile, top, 0, frozenset())
    frontier: list[AnyState] = [Rules(**SMALL).start().apply([*hands, top])]
    counted = {}
    while frontier:
        counted[len(counted)] = len(frontier)
        frontier = [after for state in frontier for after in after_each(state)]
    assert counted == expected


def test_every_small_game_is_one_round_and_ends() -> None:
    positions = set().union(*layers(Rules(**SMALL).start()))
    assert len(positions) == sum(ALL_DEALS)
    assert {state.phase for state in positions} == {"deal", "turn", "draw", "over"}
    for state in positions:
        assert state.is_over == (not list(after_each(state)))
        assert state.round_number <= 1
        if state.is_over:
            assert max(state.scores) >= 1
            assert max(state.scores) <= 13


def test_chance_sums_to_one_everywhere_in_the_small_version() -> None:
    for layer in layers(Rules(**SMALL).start()):
        for state in layer:
            if state.is_chance:
                assert sum(weight for _, weight in state.chance_outcomes()) == 1
