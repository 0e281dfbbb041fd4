"""Best play at the table: alone, and in rounds small enough to be solved whole."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random

import pytest

import llamakit as lk
from llamakit.core.cards import cards
from llamakit.core.exact import positions, solve
from llamakit.core.rounds import gap, round_over
from llamakit.llama_dice.odds import advice, at_hand
from llamakit.llama_dice.rules import Rules
from llamakit.llama_dice.strategies import cautious, greedy

SMALL = {"numbers": 2, "copies": 2, "dice": [[1, 1, 2, 2, "L", "L"]] * 3}


def dealt(*rows, **options):
    rules = Rules(players=len(rows), hand=len(rows[0]), **options)
    return rules.start().apply(rows)


def alone(row, llama_row=(1, 2, 3, 4, 5, 6, "L"), points=0):
    """Return the position of a player whose only opponent has quit."""
    state = dealt(row, row, first_player=1).apply("quit")
    middle = tuple(cards(llama_row))
    return dataclasses.replace(state, llama_row=middle, points=(points, 0))


def worths(state):
    return {str(one.action): one for one in advice(state.view(state.turn))}


def best_points(state):
    """Return the points of seat 0 at the end of the round under best play, from the rules alone."""
    model = positions(state, until=round_over)
    solution = solve(model, payoff=lambda end: end.points[0], minimise=True)
    return solution.fractions[state]


@pytest.mark.clause("D10")
@pytest.mark.parametrize("points", [0, 3, 12])
@pytest.mark.parametrize("row", [(2, 5), (1, 1), (6, "L", "L")])
def test_advice_to_a_lone_player_is_best_play_by_the_rules(row, points):
    state = alone(row, (1, 3, "L"), points)
    known = worths(state)
    for action in state.legal_actions():
        after = state.apply(action)
        worth = Fraction(after.points[0]) if round_over(after) else best_points(after)
        assert known[str(action)].value == worth - points
    best = lk.llama_dice.solo(row, (1, 3, "L"), points=points)
    assert min(one.value for one in known.values()) == best.value
    assert known[best.action].cost == 0


@pytest.mark.clause("D7", "D6", "D12")
def test_advice_on_discards_and_returns_of_a_lone_player():
    hit = alone((2, 2, 5), (1,), 12).apply("roll").apply(("L", 2, 2))
    lost = alone((2, 5), (1,), 12).apply("roll").apply(("L", "L", "L"))
    emptied = alone((2,), (1,), 12).apply("roll").apply((6, 6, 2)).apply("discard 2")
    for state in (hit, lost, emptied):
        known = worths(state)
        assert set(known) == set(map(str, state.legal_actions()))
        for action in state.legal_actions():
            after = state.apply(action)
            worth = Fraction(after.points[0]) if round_over(after) else best_points(after)
            assert known[str(action)].value == worth - 12, action
    assert worths(lost)["return 10"].cost == 0


def test_a_lone_round_played_by_advice(comes_to_its_worth):
    state = alone((2, 5, "L"), (1, 3, "L"))
    assert comes_to_its_worth(state, advice, lambda end: end.points[0], seed=6, n=2_000)


OTHER_SMALL = [
    ((1, 2), (1, "L"), SMALL),
    ((1, 1), (1, "L"), {"numbers": 1, "copies": 3, "dice": [[1, 1, 1, 1, "L", "L"]] * 3}),
    ((3,), (1,), {"numbers": 3, "copies": 1, "dice": [[1, 2, 3, 3, "L", "L"]] * 3}),
]


@pytest.mark.parametrize(("one", "other", "options"), OTHER_SMALL)
def test_a_small_round_is_solved_whole(one, other, options):
    state = dealt(one, other, **options)
    model = positions(state, until=round_over)
    solution = solve(model, payoff=gap, minimise=lambda at: at.player == 0)
    rng, after, seen = Random(3), state, 0
    while not round_over(after):
        if after.is_chance:
            after = after.apply(after.sample(rng))
            continue
        sign, known = (1 if after.turn == 0 else -1), worths(after)
        assert min(one.value for one in known.values()) == sign * solution.fractions[after]
        assert known[str(solution.policy[after])].cost == 0
        after, seen = after.apply(rng.choice(after.legal_actions())), seen + 1
    assert seen >= 2


@pytest.mark.parametrize("bot", [cautious, greedy])
def test_rules_of_thumb_fall_short_in_the_small_round(bot):
    """Seat 1 plays as well as one can against a bot in seat 0, gaining on best play."""
    state = dealt((1, 2), (1, "L"), **SMALL)
    model = positions(state, until=round_over)

    best = solve(model, payoff=gap, minimise=lambda at: at.player == 0)
    held = {
        at: acts
        if at.is_chance or at.player == 1
        else {(one := bot(at.view(0), at.legal_actions(), Random(1))): acts[one]}
        for at, acts in model.items()
    }
    assert solve(held, payoff=gap).value(state) > best.value(state)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_small_round_played_by_advice(seat, comes_to_its_worth):
    state = dealt((1, 2), (1, "L"), first_player=seat, **SMALL)
    sign = 1 if seat == 0 else -1
    assert comes_to_its_worth(state, advice, lambda end: sign * gap(end), seed=5 + seat, n=2_000)


def test_no_advice_where_nothing_is_solved():
    state = dealt((1, 2), (5, 6))
    assert advice(state.view(0)) == ()
    assert advice(state.apply("roll").view(0)) == ()


@pytest.mark.parametrize("points", [(2, 1), (0, 4), (39, 39)])
def test_a_small_round_with_many_tokens_to_give_back_is_not_solved(points):
    """Each set of points is a position of its own: there would be far too many."""
    rules = Rules(numbers=2, copies=1, hand=1, dice=[[1, 2, 1, 2, "L", "L"]] * 3)
    state = dataclasses.replace(rules.start().apply([[1], [2]]), points=points)
    assert advice(state.view(0)) == ()
    assert [one.unit for one in advice(state.apply("quit").view(1))] == ["points"] * 2  # alone


def test_every_figure_says_why():
    for state in (
        alone((2, 5)),
        dealt((1, 2), (5, 6)),
        alone((2, 5)).apply("roll").apply((5, 5, 2)),
    ):
        for figure in at_hand(state.view(0)):
            assert figure.why.endswith(".")
            assert "(" in figure.why or "llama_dice" in figure.why
