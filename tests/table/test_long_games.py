"""A game of thousands of decisions: each of them is as little work as those at its beginning."""

from __future__ import annotations

import json
import sys

import pytest

import llamakit as lk
from llamakit.engine.replay import replay
from llamakit.table import autosave


@pytest.fixture
def long_game():
    """Return a function that plays so many decisions of a round without an end."""

    def play(moves):
        game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=1, dice=("LLLLLL",) * 3)
        for _ in range(moves):
            game.play("roll")
        return game

    return play


def calls(work):
    """Return how many functions are called by some work: a measure that no clock disturbs."""
    counted = []
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: counted.append(event == "call"))
    try:
        work()
    finally:
        sys.setprofile(before)
    return sum(counted)


def shown_by_a_move(game):
    """Return the work of a move that a table shows with its story, and the size of what is sent."""
    table = lk.play(game)
    stays = []
    table._still = type("Handle", (), {"update": lambda self, data, raw: stays.append(data)})()
    message = {"do": "switch", "action": "log", "version": table.version}
    table._handle_custom_msg(message, [])
    for _ in range(2):
        game.play("roll")
    work = calls(lambda: game.play("roll"))
    assert stays[-1]["text/plain"].endswith(game.view(None).log[-1])
    assert "earlier sentences are left out here." in table.html
    table.close()
    return work, len(table.html) + sum(map(len, stays[-1].values()))


def test_a_table_draws_a_move_of_a_long_game_as_quickly_as_of_a_shorter_one(long_game):
    work, size = shown_by_a_move(long_game(400))
    later_work, later_size = shown_by_a_move(long_game(3000))
    assert later_work < 1.02 * work  # what Python remembers of its own differs a little
    assert abs(later_size - size) < 100  # the numbers in it have more digits


def test_saving_is_as_little_work_after_thousands_of_moves(long_game, tmp_path, monkeypatch):
    read = []
    content = autosave._content
    monkeypatch.setattr(autosave, "_content", lambda path: read.append(path) or content(path))
    counted = []
    for moves in (50, 3000):
        game, file = long_game(moves), autosave.Autosave(tmp_path / f"{moves}.json")
        file.keep(game)
        game.play("roll")
        read.clear()
        counted.append(calls(lambda: file.keep(game)))  # noqa: B023
        assert read == []
        assert json.loads(file.path.read_bytes()) == game.record()
    assert counted[1] < 1.02 * counted[0]


def test_each_game_of_a_match_is_put_into_text_once(tmp_path, monkeypatch):
    match = lk.new_match("chinchiller", players=[lk.bot("greedy"), lk.bot("cautious")], seed=7)
    file, written, told = autosave.Autosave(tmp_path / "match.json"), [], autosave.step_record
    monkeypatch.setattr(autosave, "step_record", lambda step: written.append(step) or told(step))
    records = []
    record = type(match.game).record
    monkeypatch.setattr(
        type(match.game), "record", lambda game: records.append(game) or record(game)
    )
    while not match.is_over:
        match.game.play()
        file.keep(match)
    assert len(written) == sum(len(game.history) for game in match.games)
    assert records == list(match.games[:-1])
    monkeypatch.undo()
    assert replay(file.path).record() == match.record()
    again = lk.new_match("chinchiller", players=2, seed=8)
    file.keep(again)
    assert replay(file.path).record() == again.record()
