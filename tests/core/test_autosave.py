"""Nothing lost: the game is in its file after every move, whole, and goes on from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import llamakit as lk
from llamakit.core import autosave
from llamakit.core.game import replay


def send(widget, do, action=None):
    message = {"do": do, "action": action, "version": widget.version}
    widget._handle_custom_msg(message, [])


@pytest.mark.parametrize("slug", lk.GAMES)
def test_after_every_move_the_file_holds_the_game(slug, tmp_path):
    path = tmp_path / "game.json"
    widget = lk.play(slug, players=["Ana", lk.bot("greedy")], seed=3, autosave=path)
    for _ in range(25):
        assert json.loads(path.read_text(encoding="utf-8")) == widget.game.record()
        again = lk.resume(path)
        assert again.game.state == widget.game.state
        assert again.table.view.log == widget.game.view(0).log
        again.close()
        if widget.game.is_over:
            break
        if "next" in widget.html and widget.table._round_end is not None:
            send(widget, "next")
        elif widget.wait:
            send(widget, "tick")
        else:
            send(widget, "play", str(widget.game.legal_actions()[0]))
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    widget.close()


def test_undo_and_a_new_game_are_written_too(tmp_path):
    path = tmp_path / "game.json"
    widget = lk.play("llama-dice", players=["Ana", "Ben"], seed=7, autosave=str(path))
    send(widget, "play", "quit")
    send(widget, "undo")
    assert replay(path).state == widget.game.state
    send(widget, "new", "yes")
    assert replay(path).state == widget.game.state
    widget.close()


def test_a_resumed_game_goes_on_being_written(tmp_path):
    path = tmp_path / "game.json"
    lk.play("llama-dice", players=["Ana", lk.bot("cautious")], seed=7, autosave=path).close()
    widget = lk.resume(path, pace=2)
    send(widget, "play", "quit")
    assert widget.wait == 2000
    assert replay(path).record() == widget.game.record()
    widget.close()


KILLED = """
import os, sys
import llamakit as lk
widget = lk.play("llama-dice", players=["Ana", "Ben"], seed=7, autosave=sys.argv[1])
for action in ("roll", "quit"):
    if action in map(str, widget.game.legal_actions()):
        widget._handle_custom_msg({"do": "play", "action": action, "version": widget.version}, [])
print(widget.game.state, flush=True)
os.kill(os.getpid(), 9)
"""


def test_after_a_killed_kernel_the_same_position_is_there(tmp_path):
    path = tmp_path / "game.json"
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    widget = lk.resume(path)
    assert str(widget.game.state) == done.stdout.strip()
    widget.close()


def test_a_crash_while_writing_leaves_the_last_whole_record(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    widget = lk.play("llama-dice", players=["Ana", "Ben"], seed=7, autosave=path)
    before = path.read_text()

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", crash)
    send(widget, "play", "quit")
    assert widget.game.current_player == 1
    assert "The game could not be written to game.json: No space left" in widget.html
    assert path.read_text() == before
    monkeypatch.undo()
    send(widget, "switch", "log")
    assert replay(path).state == widget.game.state
    assert "could not be written" not in widget.html
    widget.close()


def test_a_folder_that_is_not_there_is_told_at_the_table(tmp_path):
    path = tmp_path / "nowhere" / "game.json"
    widget = lk.play("llama-dice", players=2, seed=7, autosave=path)
    assert "could not be written to game.json: No such file" in widget.html
    widget.close()


def test_a_game_still_being_played_is_not_written_over(tmp_path):
    path = tmp_path / "game.json"
    path.write_text("")
    lk.play("llama-dice", players=2, seed=7, target=1, autosave=path).close()
    before = path.read_text()
    with pytest.raises(lk.InputError, match=r"holds a game that is not over: resume\(path\)"):
        lk.play("llama-dice", players=2, seed=8, autosave=path)
    assert path.read_text() == before
    widget = lk.resume(path)
    while not widget.game.is_over:
        send(widget, "play", "quit")
    widget.close()
    lk.play("llama-dice", players=2, seed=8, autosave=path).close()
    assert path.read_text() != before


def test_another_file_is_not_written_over(tmp_path):
    path = tmp_path / "thesis.txt"
    path.write_text("years of work")
    with pytest.raises(lk.InputError, match="is not the record of a game"):
        lk.play("llama-dice", autosave=path)
    assert path.read_text() == "years of work"


@pytest.mark.parametrize("path", [3, "", " ", True, ["game.json"], b"game.json"])
def test_a_path_is_a_path(path):
    with pytest.raises(lk.InputError, match="path of a file"):
        lk.play("llama-dice", autosave=path)


def test_resume_refuses_what_is_no_record(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for path in (broken, tmp_path / "missing.json", tmp_path):
        with pytest.raises(lk.RecordError):
            lk.resume(path)
    with pytest.raises(lk.InputError, match="pace"):
        lk.resume(broken, pace=0)


def test_an_unchanged_game_is_not_written_again(tmp_path, monkeypatch):
    game = lk.new_game("llama-dice", players=2, seed=7)
    file = autosave.Autosave(tmp_path / "game.json")
    written = []
    monkeypatch.setattr(autosave, "write", lambda path, content: written.append(Path(path).name))
    assert [file.keep(game), file.keep(game)] == ["", ""]
    assert written == ["game.json"]
