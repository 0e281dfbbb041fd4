"""Best play at the table: alone, and in rounds small enough to be solved whole."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random

import pytest

import llamakit as lk
from llamakit.exact.solver import positions, solve
from llamakit.games.cards import cards, penalty
from llamakit.games.llama_dice.odds import advice
from llamakit.games.llama_dice.rules import Rules
from llamakit.games.llama_dice.strategies import cautious, greedy
from llamakit.games.rounds import gap

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
    return {str(move.action): move for move in advice(state.view(state.turn))}


def best_points(state):
    """Return the points of seat 0 at the end of the round under best play, from the rules alone."""
    model = positions(state, until=lambda after: after.is_round_over)
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
        ends = Fraction(after.points[0]) if after.is_round_over else best_points(after)
        assert known[str(action)].value == penalty(cards(row)) - (ends - points)
    best = lk.llama_dice.solo(row, (1, 3, "L"), points=points)
    assert advice(state.view(0))[0].value == penalty(cards(row)) - best.value
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
            ends = Fraction(after.points[0]) if after.is_round_over else best_points(after)
            theirs = 0 if state is emptied else penalty(state.rows[1])  # counted already
            assert known[str(action)].value == theirs - (ends - 12), action
    assert worths(lost)["return 10"].cost == 0


def test_a_lone_round_played_by_advice(comes_to_its_worth):
    state = alone((2, 5, "L"), (1, 3, "L"))
    assert comes_to_its_worth(state, advice, seed=6, n=2_000)


OTHER_SMALL = [
    ((1, 2), (1, "L"), SMALL),
    ((1, 1), (1, "L"), {"numbers": 1, "copies": 3, "dice": [[1, 1, 1, 1, "L", "L"]] * 3}),
    ((3,), (1,), {"numbers": 3, "copies": 1, "dice": [[1, 2, 3, 3, "L", "L"]] * 3}),
]


@pytest.mark.parametrize(("mine", "theirs", "options"), OTHER_SMALL)
def test_a_small_round_is_solved_whole(mine, theirs, options):
    state = dealt(mine, theirs, **options)
    model = positions(state, until=lambda after: after.is_round_over)
    solution = solve(model, payoff=gap, minimise=lambda at: at.player == 0)
    rng, after, seen = Random(3), state, 0
    while not after.is_round_over:
        if after.is_chance:
            after = after.apply(after.sample(rng))
            continue
        sign, known = (1 if after.turn == 0 else -1), worths(after)
        assert max(move.value for move in known.values()) == -sign * solution.fractions[after]
        assert known[str(solution.policy[after])].cost == 0
        after, seen = after.apply(rng.choice(after.legal_actions())), seen + 1
    assert seen >= 2


@pytest.mark.parametrize("bot", [cautious, greedy])
def test_rules_of_thumb_fall_short_in_the_small_round(bot):
    """Seat 1 plays as well as one can against a bot in seat 0, gaining on best play."""
    state = dealt((1, 2), (1, "L"), **SMALL)
    model = positions(state, until=lambda after: after.is_round_over)

    best = solve(model, payoff=gap, minimise=lambda at: at.player == 0)
    held = {
        at: acts
        if at.is_chance or at.player == 1
        else {(move := bot(at.view(0), at.legal_actions(), Random(1))): acts[move]}
        for at, acts in model.items()
    }
    assert solve(held, payoff=gap).value(state) > best.value(state)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_small_round_played_by_advice(seat, comes_to_its_worth):
    state = dealt((1, 2), (1, "L"), first_player=seat, **SMALL)
    assert comes_to_its_worth(state, advice, seed=5 + seat, n=2_000)


def test_no_advice_where_too_much_can_follow():
    state = dealt((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))
    assert advice(state.view(0)) == ()
    assert advice(state.apply("roll").view(0)) == ()


def test_a_small_round_with_many_tokens_to_give_back():
    rules = Rules(numbers=2, copies=1, hand=1, dice=[[1, 2, 1, 2, "L", "L"]] * 3)
    state = dataclasses.replace(rules.start().apply([[1], [2]]), points=(39, 39))
    known = advice(state.view(0))
    assert [str(move.action) for move in known] == ["roll", "quit"]
    assert [move.unit for move in advice(state.apply("quit").view(1))] == ["points"] * 2  # alone


def test_advice_is_silent_and_two_players_shows_how_far_it_is(monkeypatch):
    from llamakit.engine import progress
    from llamakit.games.llama_dice import duel

    progress_bar = progress.progress_bar

    asked = []

    def noted(total, unit, wanted):
        asked.append(wanted)
        return progress_bar(total, unit, False)

    monkeypatch.setattr(progress, "progress_bar", noted)
    monkeypatch.setattr(duel, "_kept", [])
    state = lk.llama_dice.position([2, 5], [1, "L"], others=[[1, 3]], points=[2, 0])
    assert advice(state.view(0))
    returning = state.apply("roll").apply(("L", "L", "L"))
    assert returning.phase == "return"
    assert advice(returning.view(0))
    assert asked
    assert not any(asked)
    duel._kept.clear()
    lk.llama_dice.two_players([[2, 5], [1, 3]], [1, "L"])
    assert asked[-1]
