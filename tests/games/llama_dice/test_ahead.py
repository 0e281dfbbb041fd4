"""Several rolls ahead and how a round ends: closed forms, the rules' own states, simulation."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random

import pytest

import llamakit as lk
from llamakit.engine.state import InputError
from llamakit.exact.distribution import Distribution
from llamakit.exact.figures import rational
from llamakit.exact.solver import solve
from llamakit.games.cards import LLAMA as L
from llamakit.games.cards import VALUES, penalty
from llamakit.games.llama_dice import roll_odds, rolls_ahead, round_end
from llamakit.games.llama_dice.rules import ENDINGS, ROLL, Rules, State, round_ending
from llamakit.games.llama_dice.strategies import greedy

CASES = [
    ((3,), (3,), False),
    ((2, 5), (1, 3, L), False),
    ((2, 5), (1, 3, L), True),
    ((1, 4, 4), (2, L), False),
    ((6, L, L), (1,), True),
]


def position(row, llama_row, alone):
    """Return a player's turn; the other has no card to lose, or has quit."""
    dealt = Rules(hand=len(row)).start().apply((row, row))
    return dataclasses.replace(dealt, llama_row=llama_row, active=(True, not alone))


def is_over(state: State) -> bool:
    return state.phase in ("deal", "over", "return")


def after_roll(state: State, roll: object) -> State:
    """Return the same player's next turn, or how the round ended, by the rules and the bot."""
    after = state.apply(ROLL).apply(roll)
    while after.phase in ("discard", "take"):
        after = after.apply(greedy(after.view(0), after.legal_actions(), Random(1)))
    return after if is_over(after) else dataclasses.replace(after, turn=0, roll=())


def by_the_rules(start: State) -> dict[State, dict[str, Distribution]]:
    """Return the chain of one player's row as a model for ``solve``."""
    model, ahead = {}, [start]
    while ahead:
        state = ahead.pop()
        if state in model or is_over(state):
            continue
        rolled = Distribution(
            (after_roll(state, roll), chance)
            for roll, chance in state.apply(ROLL).chance_outcomes()
        )
        model[state] = {"roll": rolled}
        ahead += rolled
    return model


@pytest.mark.clause("D6", "D7", "D8", "D9", "D10", "D11")
@pytest.mark.parametrize("case", CASES)
def test_the_end_of_a_round_by_the_rules_own_states(case):
    start, found = position(*case), round_end(*case)
    model = by_the_rules(start)
    for ending in ENDINGS:
        solution = solve(model, payoff=lambda end: int(round_ending(end) == ending))  # noqa: B023
        assert solution.value(start) == found.p(ending)


@pytest.mark.parametrize("value", VALUES)
def test_the_end_of_a_lone_cards_round_in_closed_form(value):
    """One card, and the same in the llama row: it is hit or there is drama, sooner or later."""
    odds, llamas = roll_odds([value], [value]), rational(1, 27)
    assert round_end([value], [value]).p("row emptied") == odds.hit / (1 - llamas)
    assert round_end([value], [value]).p("drama") == odds.drama / (1 - llamas)


def test_alone_no_card_is_taken_and_without_a_llama_row_none_can_be():
    assert "last llama-row card taken" not in round_end([1, 6], [1, 3, L], alone=True)
    assert "last llama-row card taken" not in round_end([1, 6], [])


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("number", [0, 1, 3])
def test_rolls_ahead_by_the_rules_own_states(case, number):
    states = {position(*case): Fraction(1)}
    for _ in range(number):
        after: dict[State, Fraction] = {}
        for state, chance in states.items():
            rolled = [(state, 1)]
            if not is_over(state):
                outcomes = state.apply(ROLL).chance_outcomes()
                rolled = [(after_roll(state, roll), p) for roll, p in outcomes]
            for one, p in rolled:
                after[one] = after.get(one, Fraction(0)) + p * chance
        states = after
    found = rolls_ahead(case[0], case[1], number, alone=case[2])
    assert Distribution((seen(state), p) for state, p in states.items()) == found


def seen(state: State) -> tuple[object, object, str]:
    ending = round_ending(state) if is_over(state) else ""
    return state.rows[0], state.llama_row, ending


@pytest.mark.parametrize("case", CASES)
def test_one_roll_ahead_is_roll_odds(case):
    row, llama_row, alone = case
    odds = roll_odds(row, llama_row, alone)
    after = rolls_ahead(row, llama_row, 1, alone)
    assert after.p((tuple(row), tuple(llama_row), "")) == odds.llamas
    assert after.p(lambda ahead: ahead.ending == "drama") == odds.drama
    assert after.p(lambda ahead: len(ahead.row) < len(row)) == odds.hit


def test_many_rolls_ahead_come_near_the_end_of_the_round():
    case = (2, 5), (1, 3, L)
    far = rolls_ahead(*case, 100).map(lambda ahead: ahead.ending)
    end = round_end(*case)
    assert 0 < far.p("") < rational(1, 10**90)
    assert all(abs(far.p(ending) - end.p(ending)) < rational(1, 10**90) for ending in end)


@pytest.mark.parametrize("case", [CASES[1], CASES[4]])
def test_playing_it_out_agrees_within_four_standard_errors(case):
    rng, n, counts, costs = Random(21), 3_000, dict.fromkeys(ENDINGS, 0), []
    for _ in range(n):
        state, number = position(*case), 0
        while not is_over(state):
            state, number = after_roll(state, state.apply(ROLL).sample(rng)), number + 1
            if number == 2:
                costs.append(penalty(state.rows[0]))
        if number == 1:
            costs.append(penalty(state.rows[0]))
        counts[round_ending(state)] += 1
    for ending, chance in round_end(*case).items():
        error = (float(chance * (1 - chance)) / n) ** 0.5
        assert abs(counts[ending] / n - float(chance)) <= 4 * error
    cost = rolls_ahead(case[0], case[1], 2, case[2]).map(lambda ahead: penalty(ahead.row))
    error = (float(cost.variance) / n) ** 0.5
    assert abs(sum(costs) / n - float(cost.mean)) <= 4 * error


def test_an_empty_row_has_ended_and_dice_of_llamas_never_end():
    assert round_end([], [1, 2]) == {"row emptied": 1}
    assert rolls_ahead([], [1], 5) == {((), (1,), "row emptied"): 1}
    llamas = [["L"] * 6] * 3
    assert rolls_ahead([6], [1], 9, dice=llamas) == {((6,), (1,), ""): 1}
    with pytest.raises(InputError, match="never ends"):
        round_end([6], [1], dice=llamas)


@pytest.mark.parametrize("number", [-1, 101, 1.5, "3", None, True])
def test_a_number_of_rolls_that_cannot_be_is_refused(number):
    with pytest.raises(InputError, match="number"):
        rolls_ahead([6], [1], number)


def test_cards_that_cannot_be_are_refused():
    for wrong in ([9], [1, 1, 8], "x"):
        with pytest.raises(InputError):
            round_end(wrong, [1])
        with pytest.raises(InputError):
            rolls_ahead([1], wrong, 1)
    with pytest.raises(InputError, match="once at most"):
        lk.llama_dice.round_end([1], [1, 1])
