"""The replay: a scrubber through any record, with the odds at each step."""

from __future__ import annotations

import dataclasses
import json
import re
from html import unescape

import pytest
import sympy

import llamakit as lk
from llamakit.core import explain
from llamakit.core.exact import Advice
from llamakit.core.show import Replay
from llamakit.llama_dice import odds
from llamakit.llama_dice.rules import QUIT, ROLL

NASTY = "<img src=x onerror=alert(1)>"


def played(slug, seed=1, players=("greedy", "random"), **options):
    game = lk.new_game(slug, players=[lk.bot(name) for name in players], seed=seed, **options)
    while not game.is_over:
        game.play()
    return game


def send(replay, do, action):
    return replay.receive({"do": do, "action": action, "version": replay.version})


def words_of(html):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_decision_and_the_end_can_be_looked_at(slug):
    game = played(slug)
    replay = Replay([lk.replay(game.record())])
    decisions = [step for step in game.history if step.seat is not None]
    shown, told = [], []
    for number, frame in enumerate(replay.frames):
        send(replay, "go", str(number))
        assert replay.at == number
        assert f"Step {number + 1} of {len(replay.frames)}" in replay.said
        if frame.taken is not None:
            shown.append(frame.taken)
        told.append(len(replay.view.log))
    assert [step.choice for step in shown] == [step.choice for step in decisions]
    assert told == sorted(told)
    assert replay.frames[-1].state == game.state
    assert "the game is over" in replay.html


def test_forwards_and_back_show_the_same():
    replay = Replay([played("llama-dice")])
    there = []
    for number in range(len(replay.frames)):
        send(replay, "go", number)
        there.append(replay.html)
    for number in reversed(range(len(replay.frames))):
        send(replay, "go", number)
        assert replay.html == there[number]


def test_the_ends_of_the_scrubber_are_closed():
    replay = Replay([played("llama-dice")])
    assert re.search('data-key="back" disabled', replay.html)
    assert not re.search('data-key="forward" disabled', replay.html)
    send(replay, "go", "999999999999")
    assert replay.at == len(replay.frames) - 1
    assert re.search('data-key="forward" disabled', replay.html)


@pytest.mark.parametrize(
    "message",
    [
        *[None, 3, [], {}, {"do": "go"}, {"do": "go", "action": "-1"}, {"do": "go", "action": "x"}],
        *[{"do": "go", "action": "²"}, {"do": "switch", "action": ["odds"]}, {"do": "play"}],
        {"do": "go", "action": "3", "version": -1},
    ],
)
def test_a_message_that_is_none_changes_nothing(message):
    replay = Replay([played("llama-dice")])
    before = vars(replay).copy()
    if isinstance(message, dict):
        message = {"version": replay.version} | message
    replay.receive(message)
    assert vars(replay) == before


def test_each_step_has_the_odds_of_the_player_on_turn():
    game = played("kadabra", seed=2)
    replay = Replay([game])
    for number, frame in enumerate(replay.frames[:20]):
        replay.go(number)
        view = dataclasses.replace(frame.state.view(frame.state.player), names=game.players)
        for figure in explain.figures("kadabra", view):
            assert figure.name in words_of(replay.html)
        assert "hidden card" not in words_of(replay.html)
    send(replay, "switch", "odds")
    assert "Exact odds for" not in replay.html
    send(replay, "switch", "rules")
    assert "Rules that matter now" in replay.html


def test_what_the_player_did_is_named():
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    game.play("quit")
    assert "What Ana did: Quit the round" in words_of(Replay([game]).html)


def test_frames_out_of_range_are_refused():
    replay = Replay([played("llama-dice")])
    for number in (-1, len(replay.frames), "1", None):
        with pytest.raises(lk.InputError, match="frame"):
            replay.go(number)


def test_names_in_a_record_are_text():
    record = lk.new_game("llama", players=[NASTY, "Ben"], seed=1).record()
    replay = Replay([lk.replay(record)])
    assert "<img" not in replay.html
    assert NASTY in words_of(replay.html)
    assert "<img src=x" not in replay.still()["text/html"]


def test_the_picture_that_stays_is_of_the_step_shown():
    replay = Replay([played("llama-dice")])
    first = replay.still()
    replay.go(5)
    assert replay.still() != first
    assert replay.still()["text/plain"].startswith(str(replay.view))


def test_show_takes_records_paths_games_and_matches(tmp_path):
    game = played("chinchiller")
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()))
    for record in (game, game.record(), path, str(path)):
        widget = lk.show(record)
        assert widget.html == widget.table.html
        assert widget.game.state == game.state
        assert repr(widget) == "A replay of chinchiller: run this cell to see it."
        widget.close()
    match = lk.new_match("chinchiller", players=[lk.bot("greedy")] * 2, seed=7, turns=4)
    while not match.is_over:
        current = match.game
        while not current.is_over:
            current.play()
    for record in (match, match.record()):
        widget = lk.show(record)
        widget.table.go(len(widget.table.frames) - 1)
        assert "Game 6 of 6." in widget.table.html
        widget.close()


@pytest.mark.parametrize("record", [None, 3, {}, "no such file", {"format": "llamakit record"}])
def test_a_broken_record_is_refused(record):
    with pytest.raises(lk.RecordError):
        lk.show(record)


def test_what_the_player_did_has_its_cost_where_best_play_is_known(monkeypatch):
    def advice(view):
        worths = {QUIT: 7, ROLL: 8}
        return tuple(
            Advice(action, sympy.Integer(worth), sympy.Integer(worth - 7), "points")
            for action, worth in worths.items()
            if view.phase == "turn"
        )

    monkeypatch.setattr(odds, "advice", advice, raising=False)
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    game.play("quit")
    game.play("roll")
    replay = Replay([game])
    assert "What Ana did: Quit the round best" in words_of(replay.html)
    replay.go(1)
    assert "What Ben did: Roll the dice costs 1 point " in words_of(replay.html)
    assert "Quit the round 7 best" in words_of(replay.html)
