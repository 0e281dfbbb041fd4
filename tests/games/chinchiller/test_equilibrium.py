"""Best play of two players: proven again here, from the answer alone, and tried in games."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest
import sympy

import llamakit as lk
from llamakit import exact
from llamakit.games.chinchiller.equilibrium import (
    Interval,
    announcer_gives,
    doubter_gets,
    find_signals,
    linear_program,
    proven,
    zero,
)
from llamakit.games.chinchiller.rules import NOT_ROLLED, State, make_die, sand, without_sand
from llamakit.games.chinchiller.stopping import reroll_value
from llamakit.games.chinchiller.strategies import BOTS

Position = Callable[..., State]

FACES = (1, 3, 6, 12, "x2", "chinchiller")
ROLLS = list(product(FACES, FACES))
SMALL_DIE = (6, 6, "x2", "x2", "chinchiller", "chinchiller")
STATES = [eyes for eyes in product(range(3), repeat=2) if eyes != (2, 2)]


@pytest.fixture(scope="module")
def best() -> Any:
    return lk.chinchiller.solve()


def test_every_state_has_a_narrow_interval_of_exact_numbers(best: Any) -> None:
    assert list(best.values) == STATES
    for interval in best.values.values():
        assert isinstance(interval.low, sympy.Rational)
        assert isinstance(interval.high, sympy.Rational)
        assert 0 < interval.high - interval.low < sympy.Rational(1, 10**9)
        assert interval.low < float(interval) < interval.high


def test_no_deviation_gains(best: Any) -> None:
    """Written out from the rules, and in fractions: against the strategies given, no way to roll,
    claim or doubt gains more than the interval's end, whatever the state after the turn is worth
    within its own interval."""
    low = {**{eyes: best.low[eyes] for eyes in STATES}, (2, 2): Fraction(0)}
    high = {**{eyes: best.high[eyes] for eyes in STATES}, (2, 2): Fraction(0)}
    for mover, other in product((0, 1), range(3)):
        assert turn_equation(low[mover, other], high, mover, other) >= 0
        assert turn_equation(high[mover, other], low, mover, other) <= 0
    for seer in (0, 1):
        doubts, claims = best.doubts[2, seer], best.claims[2, seer]
        least = sum(
            min(answered(roll, claim, doubts, high, seer) for claim in doubts) for roll in ROLLS
        )
        assert least / 36 >= low[2, seer]
        most = Fraction(0)
        for claim in doubts:
            claimed = {roll: claims[sand(roll)].get(claim, Fraction(0)) for roll in ROLLS}
            most += max(
                sum(
                    claimed[roll] * answered(roll, claim, {claim: doubt}, low, seer)
                    for roll in ROLLS
                )
                for doubt in (Fraction(0), Fraction(1))
            )
        assert most / 36 <= high[2, seer]


def turn_equation(guess: Any, after: Any, mover: int, other: int) -> Any:
    """Return how much more than a guess the best sighted turn is worth, by solving it anew."""
    going_on, closing = -after[other, mover], -after[other, mover + 1]
    model: dict[Any, Any] = {}
    waiting: list[Any] = [NOT_ROLLED]
    while waiting:
        kept = waiting.pop()
        outcomes = [
            roll
            for roll in ROLLS
            if all(face in (None, shown) for face, shown in zip(kept, roll, strict=True))
        ]
        model[kept] = {"roll": exact.Distribution([(("lies", roll), 1) for roll in outcomes])}
        for roll in outcomes:
            if sand(roll):
                model["lies", roll] = {"stop": going_on + sand(roll), "again": without_sand(roll)}
                if without_sand(roll) not in model:
                    waiting.append(without_sand(roll))
            else:
                closes = "chinchiller" in roll
                model["lies", roll] = {"end": closing if closes else going_on}
    return exact.solve(model).fractions[NOT_ROLLED] - guess


def answered(roll: Any, claim: int, doubts: Any, after: Any, seer: int) -> Fraction:
    """Return what a blind mover gains by a claim, doubted as often as ``doubts`` says."""
    going_on, caught = -after[seer, 2], -after[seer + 1, 2]
    if claim != sand(roll):
        doubting = 2 * sand(roll) + caught
    else:
        doubting = going_on - (12 if claim < 6 else 0)
    doubt = doubts[claim]
    return doubt * doubting + (1 - doubt) * (2 * claim + going_on)


def test_strategies_are_probabilities(best: Any) -> None:
    possible = lk.chinchiller.sums(make_die())
    for eyes in ((2, 0), (2, 1)):
        assert tuple(best.doubts[eyes]) == tuple(best.claims[eyes]) == possible
        assert all(0 <= doubt <= 1 for doubt in best.doubts[eyes].values())
        for mixture in best.claims[eyes].values():
            assert sum(mixture.values()) == 1
            assert all(0 < probability <= 1 for probability in mixture.values())
            assert set(mixture) <= set(possible)


def test_a_wrong_answer_is_not_proven(best: Any) -> None:
    die, wide = make_die(), Fraction(1, 100)
    low = {eyes: value - wide * (49 - 12 * sum(eyes)) for eyes, value in best.low.items()}
    high = {eyes: value + wide * (49 - 12 * sum(eyes)) for eyes, value in best.high.items()}
    assert proven(die, best.low, best.high, best.claims, best.doubts)
    for eyes in STATES:
        assert not proven(die, {**low, eyes: high[eyes]}, high, best.claims, best.doubts)
        assert not proven(die, low, {**high, eyes: low[eyes]}, best.claims, best.doubts)
    honest = {roll: {roll: Fraction(1)} for roll in best.claims[2, 1]}
    trusting = dict.fromkeys(best.doubts[2, 1], Fraction(0))
    assert not proven(die, best.low, best.high, {**best.claims, (2, 1): honest}, best.doubts)
    assert not proven(die, best.low, best.high, best.claims, {**best.doubts, (2, 0): trusting})


@pytest.mark.parametrize("eye", [-30, 0, 9, 50])
def test_signals_are_best_replies_to_each_other(eye: int) -> None:
    for die in (make_die(), make_die(SMALL_DIE)):
        claims, doubts = find_signals(die, float(eye))
        least = doubter_gets(die, doubts, Fraction(eye))
        most = announcer_gives(die, claims, Fraction(eye))
        assert 0 <= most - least < Fraction(1, 10**10)


def test_signals_by_hand() -> None:
    """With an eye that is worth losing, every claim is 0 and none is doubted; and where the only
    sum is 0, the truth is told, and doubting it would cost."""
    die = make_die()
    claims, doubts = find_signals(die, -100.0)
    assert all(mixture == {0: 1} for mixture in claims.values())
    assert doubter_gets(die, doubts, Fraction(-100)) == 0
    die = make_die(("x2",) * 5 + ("chinchiller",))
    assert find_signals(die, 5.0) == ({0: {0: 1}}, {0: 0})


def test_the_eye_costs_are_those_of_the_values(best: Any) -> None:
    """The turn is the same at both ends of the interval in which the true cost must lie."""
    assert list(best.eye_costs) == [eyes for eyes in STATES if eyes[0] < 2]
    low, high = {**best.low, (2, 2): 0}, {**best.high, (2, 2): 0}
    for (mover, other), cost in best.eye_costs.items():
        ends = (
            low[other, mover + 1] - high[other, mover],
            high[other, mover + 1] - low[other, mover],
        )
        assert ends[0] <= cost <= ends[1]
        assert len({tuple(stops(Fraction(end))) for end in (*ends, cost)}) == 1


def stops(cost: Fraction) -> list[bool]:
    die = make_die()
    return [sand(r) >= reroll_value(die, without_sand(r), cost) for r in ROLLS if sand(r)]


def test_a_linear_program_and_its_prices() -> None:
    rng = Random(3)
    for _ in range(50):
        size = rng.randint(1, 6)
        rows = [{at: rng.uniform(0.1, 3) for at in range(size)} for _ in range(size + 1)]
        limits = [rng.uniform(1, 5) for _ in rows]
        gains = [rng.uniform(-1, 3) for _ in range(size)]
        amounts, prices = linear_program(rows, limits, gains)
        assert min(amounts + prices) >= 0
        for row, limit in zip(rows, limits, strict=True):
            assert sum(factor * amounts[at] for at, factor in row.items()) <= limit + 1e-9
        for at, gain in enumerate(gains):
            paid = sum(row[at] * price for row, price in zip(rows, prices, strict=True))
            assert paid >= gain - 1e-9
        best_sum = sum(gain * amount for gain, amount in zip(gains, amounts, strict=True))
        worth = sum(limit * price for limit, price in zip(limits, prices, strict=True))
        assert best_sum == pytest.approx(worth)


@pytest.mark.parametrize("target", [-1000.0, -0.5, 0.0, 3.0, 70.0])
def test_zero_of_a_growing_function(target: float) -> None:
    assert zero(lambda x: x + max(0, x) - target) == pytest.approx(target / (1 + (target > 0)))


def test_other_dice_are_solved_too() -> None:
    for die in (SMALL_DIE, (1, 2, 3, 4, 5, "chinchiller"), (1, 3, 6, 12, 24, "chinchiller")):
        found = lk.chinchiller.solve(die)
        assert proven(make_die(die), found.low, found.high, found.claims, found.doubts)
    nothing = lk.chinchiller.solve(("x2",) * 5 + ("chinchiller",))
    assert all(abs(float(value)) < 1e-9 for value in nothing.values.values())


@pytest.mark.parametrize("die", ["x", 7, [1, 2], (1, 2, 3, 4, 5, 6)])
def test_a_die_that_cannot_be_is_refused(die: Any) -> None:
    with pytest.raises(lk.InputError, match="die"):
        lk.chinchiller.solve(die)


def test_the_answer_is_shown_as_text(best: Any) -> None:
    assert repr(Interval(Fraction(1, 4), Fraction(3, 4))) == "0.500000000 ± 2e-01"
    assert repr(best) == "<Equilibrium: who starts gains 4.519971617 ± 1e-11 sand>"
    lines = str(best).splitlines()
    assert len(lines) == 9
    assert lines[1].startswith("  (0, 0): ")


# The bot that plays so


def difference(bots: Any, games: int, seed: int, **options: Any) -> tuple[float, float]:
    """Return the mean lead of the first seat after many games, and its standard error."""
    leads = []
    for number in range(games):
        game = lk.new_game("chinchiller", players=bots, seed=seed + number, **options)
        while not game.is_over:
            game.play()
        leads.append(game.scores[0] - game.scores[1])
    return mean(leads), stdev(leads) / games**0.5


@pytest.mark.parametrize("closed", [(0, 0), (1, 2), (2, 1)])
def test_best_play_against_itself_gains_its_value(best: Any, closed: Any) -> None:
    lead, error = difference([lk.bot("optimal")] * 2, 400, 1, closed=closed)
    assert abs(lead - float(best.values[closed])) < 4 * error


@pytest.mark.slow
@pytest.mark.parametrize("closed", STATES)
def test_best_play_against_itself_gains_its_value_in_many_games(best: Any, closed: Any) -> None:
    lead, error = difference([lk.bot("optimal")] * 2, 5000, 1, closed=closed)
    assert abs(lead - float(best.values[closed])) < 4 * error


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "greedy", "cautious"])
def test_best_play_gains_at_least_its_value_against_others(best: Any, name: str) -> None:
    lead, error = difference([lk.bot("optimal"), lk.bot(name)], 2000, 1)
    assert lead > float(best.values[0, 0]) - 4 * error
    lead, error = difference([lk.bot(name), lk.bot("optimal")], 2000, 1)
    assert lead < float(best.values[0, 0]) + 4 * error


def test_the_bot_mixes_as_the_answer_says(best: Any, position: Position) -> None:
    rng, state = Random(1), position(24, 24, closed=(2, 0), roll=(12, 12))
    claims = [BOTS["optimal"](state.view(1), state.legal_actions(), rng) for _ in range(3000)]
    for claim, probability in best.claims[2, 0][24].items():
        share = sum(action.values == (claim,) for action in claims) / 3000
        assert share == pytest.approx(float(probability), abs=0.04)
    claimed: Any = state.apply("claim 0")
    answers = [BOTS["optimal"](claimed.view(0), claimed.legal_actions(), rng) for _ in range(3000)]
    share = sum(str(action) == "doubt" for action in answers) / 3000
    assert share == pytest.approx(float(best.doubts[2, 0][0]), abs=0.04)


def test_the_bot_doubts_what_no_roll_can_give(position: Position) -> None:
    options = {"claims": "any"}
    state: Any = position(24, 24, closed=(2, 0), roll=(12, 12), options=options)
    claimed = state.apply("claim 23")
    assert str(BOTS["optimal"](claimed.view(0), claimed.legal_actions(), Random(1))) == "doubt"
    claimed = state.apply("claim 24")
    assert str(BOTS["optimal"](claimed.view(0), claimed.legal_actions(), Random(1))) == "accept"


def test_with_more_players_the_bot_is_cautious(position: Position) -> None:
    for roll in ((3, "chinchiller"), (1, 3), (3, 6), (12, 12)):
        state = position(24, 24, 24, roll=roll)
        chosen = [
            BOTS[name](state.view(0), state.legal_actions(), Random(1))
            for name in ("optimal", "cautious")
        ]
        assert chosen[0] == chosen[1]


def test_the_answer_cannot_be_changed_by_accident(best: Any) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        best.low = {}
