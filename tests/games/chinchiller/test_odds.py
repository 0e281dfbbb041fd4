"""The blind roll, the sighted turn and advice: each figure by three roads."""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy.abc import c

import llamakit as lk
from llamakit.engine.state import InputError
from llamakit.exact.solver import positions, solve
from llamakit.games.chinchiller.odds import (
    Turn,
    advice,
    at_hand,
    best_turn,
    turn_pieces,
    turn_value,
)
from llamakit.games.chinchiller.rules import NOT_ROLLED, Rules, make_die, sand
from llamakit.games.chinchiller.stopping import reroll_value
from llamakit.games.chinchiller.strategies import cautious, optimal, stopper

BLIND = Rules(players=2, closed=(2, 0)).start()
SIGHTED = Rules(players=2).start()


# The blind roll


@pytest.mark.clause("H4", "H6")
def test_the_blind_roll_is_the_states_own_chance():
    counted: dict[int, Fraction] = {}
    for roll, chance in BLIND.chance_outcomes():
        counted[sand(roll)] = counted.get(sand(roll), Fraction(0)) + chance
    assert dict(lk.chinchiller.blind_roll()) == counted


def test_the_mean_of_the_blind_roll_in_closed_form():
    numbers = [face for face in make_die() if isinstance(face, int)]
    # Two numbers: each face beside each other one. A number beside x2 counts twice, beside the
    # chinchiller once. Either die may be the one with the number.
    total = 2 * len(numbers) * sum(numbers) + 2 * 2 * sum(numbers) + 2 * sum(numbers)
    assert lk.chinchiller.blind_roll().mean == sympy.Rational(total, 36)


def test_the_blind_roll_simulated():
    rng, n, roll = Random(8), 20_000, lk.chinchiller.blind_roll()
    seen = Counter(sand(BLIND.sample(rng)) for _ in range(n))
    for amount, chance in roll.items():
        error = float(sympy.sqrt(chance * (1 - chance) / n))
        assert abs(seen[amount] / n - chance) < 4 * error


def test_a_blind_roll_of_other_dice():
    roll = lk.chinchiller.blind_roll([5, 5, 5, "x2", "x2", "chinchiller"])
    assert dict(roll) == {0: Fraction(1, 4), 5: Fraction(1, 6), 10: Fraction(7, 12)}
    with pytest.raises(InputError, match="die must be six faces"):
        lk.chinchiller.blind_roll([1, 2])


# The sighted turn


@pytest.mark.parametrize("cost", [0, 3, Fraction(43, 6), 20, 24, 1000, -7, -(10**6)])
@pytest.mark.clause("H3", "H5")
def test_the_turn_is_worth_what_stopping_rules_are_worth(cost):
    assert best_turn(cost).value == reroll_value(make_die(), NOT_ROLLED, Fraction(cost))


faces = st.lists(st.sampled_from([1, 2, 5, 9, "x2", "chinchiller"]), min_size=5, max_size=5)


@given(faces, st.fractions(min_value=-30, max_value=60, max_denominator=7))
def test_any_dice_and_any_cost(some, cost):
    die = make_die([*some, "chinchiller"])
    turn = best_turn(cost, die)
    assert turn.value == reroll_value(die, NOT_ROLLED, cost)
    assert turn.value == turn.outcomes.mean - cost * turn.eye
    assert 0 <= turn.eye <= turn.outcomes[0] if turn.eye else turn.eye == 0


@pytest.mark.parametrize("cost", [0, 20, 100])
def test_the_turn_by_solving_all_positions_of_the_rules(cost):
    start = Rules(players=2, turns=1).start()
    solution = solve(positions(start), payoff=lambda end: end.sand[0] - 24 - cost * end.closed[0])
    assert solution.value(start) == best_turn(cost).value
    for state, action in solution.policy.items():
        if state.phase == "choose":
            policy = best_turn(cost).policy
            wanted = policy.get(state.roll) or policy[state.roll[::-1]]
            tie = solution.fractions[state.apply("reroll")] == sand(state.roll)
            assert wanted == str(action) or tie


def test_the_turn_by_first_step_equations():
    turn = best_turn(0)
    kept: dict[tuple, sympy.Symbol] = {
        (): sympy.Symbol("R"),
        ("x2",): sympy.Symbol("X"),
        ("chinchiller",): sympy.Symbol("C"),
    }
    equations = []
    for stays, unknown in kept.items():
        worth = sympy.Integer(0)
        ways = [(*stays, *shown) for shown in product(make_die(), repeat=2 - len(stays))]
        for roll in ways:
            again = tuple(face for face in roll if not isinstance(face, int))
            best = turn.policy.get(roll) or turn.policy.get(roll[::-1])
            worth += kept[again] if best == "reroll" else sand(roll)
        equations.append(sympy.Eq(unknown, worth / len(ways)))
    assert sympy.solve(equations, list(kept.values()))[kept[()]] == turn.value


@pytest.mark.parametrize("cost", [0, 20])
def test_the_turn_simulated_in_games(cost):
    turn, rng, n = best_turn(cost), Random(cost), 4_000
    seen: Counter[int | None] = Counter()
    for _ in range(n):
        state = SIGHTED
        while state.turn_number == 1:
            if state.is_chance:
                state = state.apply(state.sample(rng))
            else:
                choose = stopper(cost)
                state = state.apply(choose(state.view(0), state.legal_actions(), rng))
        seen[None if state.closed[0] else state.sand[0] - SIGHTED.sand[0]] += 1
    expected = {amount: turn.outcomes[amount] for amount in turn.outcomes if amount}
    expected |= {None: turn.eye, 0: turn.outcomes[0] - turn.eye}
    for end, chance in expected.items():
        error = float(sympy.sqrt(chance * (1 - chance) / n))
        assert abs(seen[end] / n - chance) <= 4 * error


def test_a_tie_stops():
    assert best_turn(3).policy[6, "chinchiller"] == "stop"
    with pytest.raises(InputError, match="not exact"):
        best_turn(0.5)


def test_dice_that_are_never_good():
    assert best_turn(6, ["chinchiller"] * 6) == Turn(
        -6, 1, lk.chinchiller.blind_roll(["chinchiller"] * 6), {}
    )


# As a function of the eye cost


def test_the_pieces_meet_and_bend_upwards():
    pieces = turn_pieces()
    assert pieces[0].start == -sympy.oo
    for before, after in pairwise(pieces):
        cost = after.start
        assert before.mean - cost * before.eye == after.mean - cost * after.eye
        assert before.eye > after.eye
        assert best_turn(cost).value == after.mean - cost * after.eye


@given(st.fractions(min_value=-60, max_value=100, max_denominator=30))
def test_the_pieces_are_the_best_turn_everywhere(cost):
    piece = [piece for piece in turn_pieces() if piece.start <= cost][-1]
    assert best_turn(cost).value == piece.mean - sympy.Rational(cost) * piece.eye


def test_no_piece_is_missing_between_the_pieces():
    pieces = turn_pieces()
    for one, other in pairwise(pieces[1:]):
        middle = best_turn((one.start + other.start) / 2)
        assert (middle.outcomes.mean, middle.eye) == (one.mean, one.eye)


def test_the_value_as_a_formula():
    value = turn_value(c)
    for cost in (-50, -3, 0, Fraction(404, 17), 20, 79, 1000):
        assert value.subs(c, sympy.Rational(cost)) == best_turn(cost).value


def test_a_number_or_a_formula_has_a_value_too():
    assert turn_value(20) == turn_value(Fraction(20)) == best_turn(20).value
    assert turn_value(2 * c).subs(c, 10) == best_turn(20).value


@pytest.mark.parametrize(
    "eye_cost", [None, True, "20", [20], 0.5, float("nan"), 1j, sympy.nan, sympy.I, sympy.zoo]
)
def test_what_is_no_number_has_no_value(eye_cost):
    with pytest.raises(InputError, match="not exact"):
        turn_value(eye_cost)


@pytest.mark.parametrize("die", [[], [[]], {1: 2}, [1, 2, 3], 7, "x2"])
def test_dice_that_cannot_be_have_no_pieces(die):
    for function in (turn_pieces, lambda die: turn_value(c, die), lambda die: best_turn(0, die)):
        with pytest.raises(InputError, match=r"die must be six faces|unknown face"):
            function(die)


def test_other_dice_have_other_pieces():
    die = make_die([4, 4, 4, 4, 4, "chinchiller"])
    (piece, *more) = turn_pieces(die)[::-1]
    assert piece.eye == Fraction(1, 36)
    assert more


# The decision at hand


def test_figures_of_a_reroll():
    state = SIGHTED.apply((1, "x2"))
    figures = {figure.name: figure.value for figure in at_hand(state.view(0))}
    assert figures["sand if you stop now"] == 2
    assert figures["expected sand if you re-roll once"] == sympy.Rational(44, 6)
    assert figures["a re-roll closes an eye"] == sympy.Rational(1, 6)
    assert figures["most expected sand by re-rolling, as if an eye cost nothing"] == 9
    assert all(figure.why for figure in at_hand(state.view(0)))


@pytest.mark.clause("H11")
def test_a_blind_seat_learns_nothing_from_the_figures():
    told = BLIND.apply((12, 12))
    assert at_hand(told.view(0)) == advice(told.view(0)) == ()
    assert at_hand(told.view(1))
    views = []
    for roll in ((12, 12), ("x2", 12), (1, 3)):
        views.append(BLIND.apply(roll).apply("claim 6").view(0))
    assert len({at_hand(view) for view in views}) == 1
    assert len({advice(view) for view in views}) == 1


def test_figures_of_an_answer():
    figures = {
        figure.name: figure.value
        for figure in at_hand(BLIND.apply((12, 12)).apply("claim 3").view(0))
    }
    roll = lk.chinchiller.blind_roll()
    assert figures["a roll is worth 3"] == roll[3]
    assert figures["a roll is worth more than 3"] == roll.p(lambda amount: amount > 3)
    assert figures["you lose if you doubt the truth"] == 6
    others = sum(amount * chance for amount, chance in roll.items() if amount != 3)
    assert figures["you get on average if you doubt a lie about any roll"] == others / (1 - roll[3])


@pytest.mark.clause("H8")
@pytest.mark.parametrize(("claim", "loss"), [(0, 6), (4, 6), (6, 0), (7, 0)])
def test_doubting_the_truth_costs_what_the_rules_take(claim, loss):
    rolls = {0: ("x2", "x2"), 4: (1, 3), 6: ("x2", 3), 7: (1, 6)}
    asked = BLIND.apply(rolls[claim]).apply(f"claim {claim}")
    doubted = asked.apply("doubt")
    assert asked.scores[0] - doubted.scores[0] == loss
    figures = {figure.name: figure.value for figure in at_hand(asked.view(0))}
    assert figures["you lose if you doubt the truth"] == loss
    announced = {figure.name: figure.value for figure in at_hand(BLIND.apply(rolls[claim]).view(1))}
    assert announced["you get if the truth is doubted"] == loss


def rich(closed, held=100, **options):
    """Return the start of a game for two who hold enough sand."""
    state = Rules(players=2, closed=closed, **options).start()
    return dataclasses.replace(state, sand=(held, held))


def asked(state, held=100):
    """Return what a blind player knows who has counted the sand that was paid."""
    return dataclasses.replace(state.view(0), sand=(held, held))


@pytest.mark.parametrize("closed", [(0, 0), (1, 0), (0, 2), (1, 1), (1, 2)])
def test_advice_on_a_turn_is_what_the_optimal_bot_does(closed):
    start = rich(closed)
    for roll in product(make_die(), repeat=2):
        state = start.apply(roll)
        if state.phase == "choose":
            costs = {one.action: one.cost for one in advice(state.view(0))}
            assert set(costs) == set(state.legal_actions())
            chosen = optimal(state.view(0), state.legal_actions(), Random(1))
            assert costs[chosen] == 0


@pytest.mark.parametrize("closed", [(2, 0), (2, 1)])
def test_advice_on_claims_and_answers(closed):
    start = rich(closed)
    best = lk.chinchiller.solve()
    for roll in ((12, 12), (1, 3), (6, "x2"), ("x2", "x2")):
        told = start.apply(roll)
        costs = {one.action.values[0]: one.cost for one in advice(told.view(1))}
        assert min(costs.values()) == 0
        assert sorted(costs) == [action.values[0] for action in told.legal_actions()]
        for claim in best.claims[closed][sand(roll)]:
            assert costs[claim] == 0
    for claim, doubt in best.doubts[closed].items():
        answers = advice(asked(start.apply((12, 12)).apply(f"claim {claim}")))
        costs = {str(one.action): one.cost for one in answers}
        if costs and doubt > 0:
            assert costs["doubt"] == 0
        if costs and doubt < 1:
            assert costs["accept"] == 0


def test_in_a_game_cut_short_there_is_no_advice():
    state = rich((0, 0), turns=5).apply((3, 12))
    assert advice(state.view(0)) == ()


@pytest.mark.clause("H7", "H9", "H11")
def test_there_is_no_advice_where_sand_may_run_short():
    """A poor announcer loses less than is owed, and a blind seat does not see who is poor."""
    for closed, held, known in (
        ((0, 0), 24, True),
        ((0, 0), 23, False),
        ((0, 1), 71, False),
        ((1, 0), 72, True),
        ((1, 1), 187, False),  # the supply has less than half
    ):
        assert bool(advice(rich(closed, held).apply((3, 12)).view(0))) == known
    for held, known in ((71, False), (72, True)):
        rolled = rich((2, 0), held).apply((3, 12))
        assert bool(advice(rolled.view(1))) == known
        told = rolled.apply("claim 2")
        assert bool(advice(asked(told, held))) == known
        assert advice(told.view(0)) == ()


def test_the_values_behind_advice_are_known_far_closer_than_its_costs():
    best = lk.chinchiller.solve()
    widest = max(best.high[eyes] - best.low[eyes] for eyes in best.low)
    known = advice(rich((1, 1)).apply((3, 12)).view(0))
    assert {one.error for one in known} == {sympy.Rational(1, 200)}
    assert all(one.proven for one in known)
    assert 0 < 10**6 * widest < known[0].error


def test_advice_is_for_two():
    state = Rules(players=3).start().apply((3, 12))
    assert advice(state.view(0)) == ()
    assert at_hand(state.view(0))
    assert advice(SIGHTED.view(0)) == at_hand(SIGHTED.view(0)) == ()


def test_a_claim_that_is_never_made_has_no_advice():
    start = rich((2, 0), claims="any")
    assert advice(asked(start.apply((12, 12)).apply("claim 4")))
    assert advice(asked(start.apply((12, 12)).apply("claim 5"))) == ()


@pytest.mark.clause("H6")
@pytest.mark.parametrize("closed", [(2, 0), (2, 1)])
def test_with_the_usual_die_no_claim_pays_that_no_roll_can_give(closed):
    start = rich(closed, claims="any")
    for roll in product(make_die(), repeat=2):
        costs = {str(one.action): one.cost for one in advice(start.apply(roll).view(1))}
        assert len(costs) == 25
        assert costs["claim 5"] == costs["claim 23"] > 0  # doubted for sure, whatever it is


def test_with_other_dice_there_is_no_advice():
    """With some, claims pay that no roll can give, or the sand runs short at once."""
    die = [100, 100, 100, 100, 100, "chinchiller"]
    rolled = rich((2, 0), die=die).apply((100, 100))
    assert advice(rolled.view(1)) == advice(asked(rolled.apply("claim 100"))) == ()
    assert advice(rich((0, 0), die=die).apply((100, 100)).view(0)) == ()


def test_the_cautious_bot_plays_best_turn_20():
    for roll in product(make_die(), repeat=2):
        state = SIGHTED.apply(roll)
        if state.phase == "choose":
            policy = best_turn(20).policy
            wanted = policy.get(roll) or policy[roll[::-1]]
            assert str(cautious(state.view(0), state.legal_actions(), Random(1))) == wanted


def test_a_turn_as_text_fits_a_line() -> None:
    text = "<Turn: value 557/75, closes an eye 17/150, re-rolls 5 of 18 rolls>"
    assert repr(best_turn(20)) == text
