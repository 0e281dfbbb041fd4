"""Sitting down to whatever exists, and following it both ways."""

from __future__ import annotations

import asyncio
import gc
import json
import pickle
import re
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.table.play import play, resume


def send(widget, do, action=None, **more):
    message = {"do": do, "action": action, "version": widget.version, **more}
    widget._handle_custom_msg(message, [])


def play_out(widget):
    """Let everybody play the first answer until the game on the table is over."""
    while not widget.game.is_over:
        if 'data-do="next"' in widget.html:
            send(widget, "next")
        elif widget.wait:
            send(widget, "tick")
        else:
            send(widget, "play", str(widget.game.legal_actions()[0]))


def test_a_game_that_has_begun_is_sat_down_to():
    game = lk.new_game("kadabra", ["Ana", lk.bot("greedy")], seed=4)
    game.play(game.legal_actions()[0])
    widget = play(game)
    assert widget.game is game
    assert widget.moves == 1
    for given in ({"players": 2}, {"seed": 3}, {"target": 3}):
        with pytest.raises(lk.InputError, match="leave"):
            play(game, **given)
    widget.close()


@pytest.mark.parametrize("slug", GAMES)
def test_a_record_and_its_file_are_sat_down_to(slug, tmp_path):
    game = lk.new_game(slug, ["Ana", lk.bot("greedy")], seed=4)
    game.play(game.legal_actions()[0])
    path = tmp_path / "some game.json"
    path.write_text(json.dumps(game.record()))
    for what in (game.record(), path, str(path)):
        widget = play(what, seed=1)
        assert widget.game.record() == game.record()
        assert [seat.strategy for seat in widget.game.seats] == [None, "greedy"]
        widget.close()
    for broken in ({}, tmp_path / "none.json", str(tmp_path)):
        with pytest.raises(lk.InputError):
            play(broken)


def test_a_position_is_sat_down_to_and_played_again():
    position = lk.llama_dice.position([2, 5], [1, 3, "L"])
    widget = play(position, seed=3)
    assert widget.game.state == position
    assert widget.game.players == ("Player 1", "Sharp")
    send(widget, "save")
    assert "began from a position of its own" in widget.html
    play_out(widget)
    send(widget, "again")
    assert widget.game.state == position
    three = play(position, ["A", "B"])
    assert three.game.players == ("A", "B")
    for what, given in ((position, {"players": 3}), (position, {"target": 3})):
        with pytest.raises(lk.InputError):
            play(what, **given)
    with pytest.raises(lk.InputError, match="no record can hold"):
        play(position, autosave="never.json")
    widget.close()
    three.close()


def test_a_match_is_played_to_its_end_with_a_running_total(tmp_path):
    match = lk.new_match("chinchiller", ["Ana", lk.bot("greedy")], seed=3, turns=6)
    widget = play(match, autosave=tmp_path / "match.json")
    assert widget.match is match
    assert "Game 1 of 6. So far: Ana 0, Greedy 0" in widget.html
    for number in range(1, 7):
        play_out(widget)
        assert len(match.games) == number
        assert f"Ana {match.scores[0]}, Greedy {match.scores[1]}" in widget.html
        assert json.loads((tmp_path / "match.json").read_text()) == match.record()
        label = "Next game" if number < 6 else "Play another match"
        assert f">{label}<" in widget.html
        if number == 3:
            copy = tmp_path / "copy.json"
            copy.write_bytes((tmp_path / "match.json").read_bytes())
            again = resume(copy)
            assert again.match.scores == match.scores
            assert "Game 4 of 6" in again.html
            again.close()
        if number < 6:
            send(widget, "again")
            assert "lk-board" in widget.html
    assert "the match!" in widget.html
    send(widget, "again")
    assert widget.match is not match
    assert widget.match.game.rules == match.games[0].rules
    widget.close()


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_cell_plays_moves_the_table(slug):
    widget = play(slug, ["Ana", "Ben"], seed=3)
    game, seen = widget.game, []
    widget.observe(
        lambda change: seen.append((widget.moves, widget.scores, widget.to_move)), "moves"
    )
    for number in range(1, 12):
        version = widget.version
        game.play(game.legal_actions()[-1])
        assert widget.version == version + 1
        assert seen[-1] == (number, game.scores, game.current_player)
        assert (widget.html, widget.said) == (widget.table.html, widget.table.said)
        if game.is_over:
            break
    game.undo()
    assert widget.moves == len(seen) - 2
    assert 'data-key="redo" disabled' not in widget.html
    send(widget, "redo")
    assert widget.moves == number
    widget.close()


def test_traits_cannot_be_set():
    widget = play("llama-dice", seed=1)
    for name in ("moves", "scores", "to_move"):
        with pytest.raises(Exception, match="read-only"):
            setattr(widget, name, getattr(widget, name))
    widget.close()


def test_two_tables_of_one_game_follow_each_other_and_a_third_game_moves_neither():
    game = lk.new_game("llama-dice", ["Ana", "Ben"], seed=3)
    one, two = play(game), play(game)
    send(one, "play", "quit")
    assert two.moves == 1
    assert one.html == two.html
    send(one, "new")
    send(one, "begin")
    version = one.version
    game.undo()
    assert (one.version, two.moves) == (version, 0)
    one.close()
    two.close()


def test_the_end_of_a_round_is_shown_until_the_next_move_of_a_cell():
    widget = play("llama-dice", ["Ana", "Ben"], seed=3)
    widget.game.play("quit")
    widget.game.play("quit")
    assert 'data-do="next"' in widget.html
    widget.game.play("quit")
    assert 'data-do="next"' not in widget.html
    assert widget.game.round_number == 2
    widget.close()


def test_a_game_does_not_keep_its_tables_and_copies_have_none():
    game = lk.new_game("llama-dice", ["Ana", "Ben"], seed=3)
    widget = play(game)
    copy = pickle.loads(pickle.dumps(game))
    copy.play("quit")
    assert widget.moves == 0
    gone = weakref.ref(widget.table)
    widget.close()
    del widget
    gc.collect()
    assert gone() is None
    game.play("quit")


def test_a_cell_with_an_autosave_can_be_run_again(tmp_path):
    def mine(view, legal_actions, rng):
        return legal_actions[0]

    path = tmp_path / "game.json"
    call = {"players": ["Ana", mine], "seed": 7, "autosave": path}
    first = play("llama-dice", **call)
    play_a_while(first)
    first.close()
    again = play("llama-dice", **call)
    assert again.game.record() == first.game.record()
    assert again.game.seats[1].strategy is mine
    assert "The game in game.json goes on." in again.html
    again.close()
    other = play("kadabra", autosave=path)  # what is not over goes on, whatever the cell says
    assert other.game.name == "llama-dice"
    assert "The game in game.json goes on." in other.html
    other.close()
    empty = play(autosave=path)
    assert empty.game.record()["steps"] == first.game.record()["steps"]
    empty.close()


def play_a_while(widget):
    for _ in range(4):
        send(widget, "tick") if widget.wait else send(
            widget, "play", str(widget.game.legal_actions()[-1])
        )


def test_a_game_given_with_an_autosave_goes_on_where_it_was_left(tmp_path):
    path = tmp_path / "game.json"
    game = lk.new_game("llama-dice", ["Ana", "Ben"], seed=7)
    widget = play(game, autosave=path)
    send(widget, "play", "quit")
    assert play(game, autosave=path).game is game
    fresh = lk.new_game("llama-dice", ["Ana", "Ben"], seed=7)  # as after a restart
    assert play(fresh, autosave=path).game.record() == game.record()
    fresh.play("roll")
    with pytest.raises(lk.InputError, match="another game that is not over"):
        play(fresh, autosave=path)


def test_loading_onto_an_autosaved_table_asks_and_keeps_the_old_game(tmp_path):
    path = tmp_path / "game.json"
    widget = play("llama-dice", ["Ana", "Ben"], seed=7, autosave=path)
    send(widget, "play", "quit")
    old = widget.game.record()
    text = json.dumps(lk.new_game("kadabra", 3, seed=1).record())
    send(widget, "load", text=text)
    assert widget.game.name == "llama-dice"
    assert "Load that game? The one on the table is kept beside game.json." in widget.html
    send(widget, "load", "no")
    assert json.loads(path.read_text()) == old
    send(widget, "load", text=text)
    send(widget, "load", "yes")
    assert widget.game.name == "kadabra"
    assert "kept as game-2.json" in widget.html
    assert json.loads((tmp_path / "game-2.json").read_text()) == old
    assert json.loads(path.read_text()) == json.loads(text)
    send(widget, "load", text="{")
    assert widget.game.name == "kadabra"
    widget.close()


def test_a_match_can_be_saved_and_loaded_at_the_table():
    match = lk.new_match("llama-dice", ["Ana", "Ben"], seed=1)
    widget = play(match)
    send(widget, "play", "quit")
    other = play("kadabra", seed=1)
    send(other, "load", text=json.dumps(match.record()))
    assert other.match.record() == match.record()
    widget.close()
    other.close()


def test_the_plot_of_the_reference_follows_the_game(monkeypatch):
    page = Path(lk.__file__).parents[1] / "docs/reference/play.md"
    (code,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    plt = pytest.importorskip("matplotlib.pyplot")
    drawn = []
    monkeypatch.setattr(plt, "show", lambda: drawn.append(plt.gca().lines[0].get_xydata().tolist()))
    names = {}
    exec(code.replace(")])", ")], seed=7)"), names)
    table = names["table"]
    for moves in (1, 2):
        table.game.play("stop")
        assert len(drawn[-1]) == len(names["seen"]) == moves + 1
        plt.close("all")
    table.game.undo()
    assert [point[0] for point in drawn[-1]] == [0, 1]
    assert names["seen"] == {0: (24, 24), 1: table.scores}
    assert table.scores[0] > 24
    plt.close("all")
    names["table"].close()


def test_a_click_that_comes_in_another_thread_waits_until_no_cell_runs():
    async def cell():
        widget = play("llama", ["Ana", lk.bot("greedy")], seed=7)
        click = Thread(target=send, args=(widget, "play", "quit"))
        click.start()
        click.join()
        assert widget.moves == 0
        await asyncio.sleep(0)
        assert widget.moves == 1
        widget.close()

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have a loop in this one
        thread.submit(asyncio.run, cell()).result()
