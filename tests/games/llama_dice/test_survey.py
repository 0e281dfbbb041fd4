"""What best play of two comes to over many deals: the script, and the table that is kept."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

from llamakit.engine.progress import finished
from llamakit.engine.registry import find_game
from llamakit.exact.solver import positions, solve
from llamakit.games.cards import cards, penalty
from llamakit.games.llama_dice import duel, survey, two_players
from llamakit.games.llama_dice.rules import QUIT, ROLL, Rules

SMALL = {"numbers": 3, "copies": 2, "hand": 3, "dice": [[1, 2, 3, 3, "L", "L"]] * 3}


@pytest.fixture(scope="module")
def found():
    return survey.survey(deals=3, seed=2, **SMALL)


def test_each_deal_says_what_starting_is_worth(found):
    for deal in found["deals"]:
        rows = [row.split() for row in deal["rows"]]
        llama_row, dice = Rules(**SMALL).values, SMALL["dice"]
        for pair, starts, quits in zip(
            (rows, rows[::-1]), deal["starts"], deal["quits"], strict=True
        ):
            solved = two_players(pair, llama_row, dice=dice)
            assert starts == pytest.approx(float(solved.value), abs=1e-6)
            assert quits == pytest.approx(float(solved.actions["quit"]), abs=1e-6)


def test_best_play_gives_nothing_away_and_bots_do(found):
    for deal in found["deals"]:
        assert set(deal["costs"]) == set(find_game("llama-dice").bots) - {"strong"}
        assert all(cost >= 0 for costs in deal["costs"].values() for cost in costs)
    totals = {
        name: sum(sum(deal["costs"][name]) for deal in found["deals"])
        for name in found["deals"][0]["costs"]
    }
    assert 0 < totals["cautious"] < totals["random"]


def test_a_bot_gives_away_what_it_scores_less_than_best_play():
    """Costs added up come to what best play has in lead of the bot, worked out by the rules."""
    rules = Rules(numbers=2, copies=1, hand=1, dice=[[1, 1, 2, 2, "L", "L"]] * 3)
    state = rules.start().apply([[1], [2]])
    model = positions(state, until=lambda after: after.is_round_over)
    best = solve(model, payoff=lambda end: end.lead(0), minimise=lambda at: at.player == 1)
    bot, rng = find_game("llama-dice").bots["greedy"], Random(4)
    played = {}
    for at, actions in model.items():
        chosen = bot(at.view(0), at.legal_actions(), rng) if at.player == 0 else best.policy[at]
        played[at] = {chosen: actions[chosen]}
    loss = best.fractions[state] - solve(played, payoff=lambda end: end.lead(0)).fractions[state]
    solved = duel.Solved(duel.duel_of(state.view()))
    finished(solved.table.solving())
    costs = [survey._play(solved, state, {0: bot}, rng) for _ in range(400)]
    mean = sum(costs) / len(costs)
    error = (sum((one - mean) ** 2 for one in costs)) ** 0.5 / len(costs)
    assert loss > 0
    assert abs(mean - loss) < 4 * error


def test_counts_are_of_decisions_with_a_choice(found):
    for deal in found["deals"]:
        assert 0 <= deal["fewer"] <= deal["discards"]
        assert all(0 <= quits <= turns for turns, quits in deal["turns"].values())
        assert max(deal["turns"]) <= penalty(Rules(**SMALL).values)
        assert min(deal["turns"]) >= 1
        for case in deal["cases"].values():
            assert case["gain"] > 0


def test_cases_are_as_told(found):
    """In each case the kept action gains so much, solved anew."""
    checked = 0
    for case in (case for deal in found["deals"] for case in deal["cases"].values()):
        rows = case["own"].split(), case["other"].split()
        at = duel._checked(rows, case["llama_row"].split(), (0, 0), SMALL["dice"])
        roll = () if case["roll"] == "-" else cards(case["roll"].split())
        solved, seat = finished(duel.solving(at))
        leads = solved.actions(seat, at, roll)
        *_, most = leads.values()
        gain = max(leads.values()) - most if roll else leads[QUIT] - leads[ROLL]
        assert isinstance(gain, Fraction)
        assert case["gain"] == pytest.approx(float(gain), abs=1e-6)
        checked += 1
    assert checked


def test_what_is_written_can_be_read(found, tmp_path, monkeypatch):
    monkeypatch.setattr(survey, "FILE", tmp_path / "two_players.json")
    survey.write(found, survey.FILE)
    again = survey.surveyed()
    kept, given = again["deals"], found["deals"]
    assert again["seed"] == 2
    assert [deal["starts"] for deal in kept] == [deal["starts"] for deal in given]
    assert len(survey.FILE.read_text().splitlines()) == len(found["deals"]) + 2


def test_an_interrupt_loses_no_deal_that_was_found(monkeypatch, tmp_path):
    given = iter([{"one": 1}, {"two": 2}])

    def one_deal(rules, rng):
        if found := next(given, None):
            return found
        raise KeyboardInterrupt

    monkeypatch.setattr(survey, "one_deal", one_deal)
    monkeypatch.setattr(survey.write, "__defaults__", (tmp_path / "found.json",))
    monkeypatch.setattr("sys.argv", ["survey", "--seed", "5"])
    with pytest.raises(KeyboardInterrupt):
        survey.main()
    found = json.loads((tmp_path / "found.json").read_text())
    assert (found["seed"], found["deals"]) == (5, [{"one": 1}, {"two": 2}])
