"""A fifth game needs a folder and a line: what it has works, what it lacks is said plainly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.registry import Entry, find_game
from llamakit.table import explain

from .rules import STOP, Rules


def test_pig_by_hand() -> None:
    state: Any = Rules(target=10).start()
    assert [str(action) for action in state.legal_actions()] == ["roll"]
    for step in ("roll", 6, "roll", 3, "stop", "roll", 1, "roll"):
        state = state.apply(step)
    assert (state.points, state.turn, state.phase) == ((9, 0), 0, "roll")
    over = state.apply(2).apply(STOP)
    assert (over.points, over.winners, over.is_over) == ((11, 0), (0,), True)


def test_it_is_played_from_end_to_end() -> None:
    match = lk.new_match("pig", players=[lk.bot("cautious"), lk.bot("greedy")], seed=1, target=30)
    while not match.is_over:
        game = match.game
        while not game.is_over:
            game.play()
    assert len(match.games) == 2
    again = lk.replay(match.record())
    assert again.scores == match.scores
    shown = lk.show(match).table
    assert "<pre>Pig, round 1" in shown.html
    table = lk.play("pig", seed=1).table
    assert 'data-action="roll"' in table.html
    assert "<pre>Pig, round 1" in table.html
    assert "<pre>" in table.still()["text/html"]


def test_its_odds_and_its_rules_are_shown() -> None:
    view = lk.new_game("pig", seed=1).view(0)
    assert "1/6" in explain.odds_html("pig", view)
    html = explain.rules_html("pig", view)
    assert "P1 · A turn" in html
    assert "G8 · Who starts" in html
    assert [clause.id for clause in lk.rulings("pig")] == ["G8", "P1"]
    assert lk.rulings("pig").credit == ""


def test_every_decision_has_advice() -> None:
    game = lk.new_game("pig", seed=1, target=10)
    while not game.is_over:
        known = game.advice(samples=40)
        assert [one.unit for one in known] == ["points"] * len(game.legal_actions())
        assert not any(one.proven for one in known)
        assert sorted(one.action for one in known) == sorted(game.legal_actions())
        game.play(known[0].action)


def test_other_processes_play_it_too() -> None:
    def never(view: Any, legal_actions: Any, rng: Random) -> Any:
        return legal_actions[-1]

    one, two = (
        lk.simulate("pig", ["cautious", never], n=60, seed=1, workers=workers) for workers in (1, 2)
    )
    assert (one.scores == two.scores).all()
    result = lk.tournament({"cautious": "cautious", "never": never}, "pig", n=5, seed=1, workers=2)
    assert (result.game, result.offences) == ("pig", ())


def test_it_is_known_by_its_name_only() -> None:
    with pytest.raises(lk.InputError, match=r"unknown game 'hog': the games are .*, pig$"):
        lk.new_game("hog")
    assert "pig" not in lk.GAMES


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda: lk.companion("pig"), "companion"),
        (lambda: lk.simulate("pig", "greedy", engine="batch"), "batch engine"),
        (lambda: find_game("pig").picture, "picture"),
    ],
)
def test_what_it_lacks_is_said(ask: Any, what: str) -> None:
    with pytest.raises(lk.InputError, match=f"Pig has no {what}: of the games, llama"):
        ask()


def test_what_a_round_is_it_cannot_say() -> None:
    with pytest.raises(lk.InputError, match="unit must be 'game'"):
        lk.simulate("pig", "greedy", n=2, unit="round")
    with pytest.raises(lk.InputError, match="Pig has no rounds"):
        Rules().start().round_ending()


def test_without_odds_a_table_offers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Exact odds" in lk.play("pig").table.html
    has = Entry.has
    monkeypatch.setattr(Entry, "has", lambda game, part: part != "odds" and has(game, part))
    assert "Exact odds" not in lk.play("pig").table.html
    with pytest.raises(lk.InputError, match="Pig has no exact odds"):
        _ = find_game("pig").odds
