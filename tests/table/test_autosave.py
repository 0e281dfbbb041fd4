"""Nothing lost: the game is in its file after every move, whole, and goes on from there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine.replay import replay_game
from llamakit.table import autosave


def send(widget, do, action=None):
    message = {"do": do, "action": action, "version": widget.version}
    widget._handle_custom_msg(message, [])


@pytest.mark.parametrize("slug", GAMES)
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
    assert replay_game(path).state == widget.game.state
    send(widget, "new")
    send(widget, "begin")
    assert replay_game(path).state == widget.game.state
    assert replay_game(tmp_path / "game-2.json").scores == (0, 0)
    assert "The game that was on the table is kept as game-2.json." in widget.html
    widget.close()


def test_a_resumed_game_goes_on_being_written(tmp_path):
    path = tmp_path / "game.json"
    lk.play("llama-dice", players=["Ana", lk.bot("cautious")], seed=7, autosave=path).close()
    widget = lk.resume(path, pace=2)
    send(widget, "play", "quit")
    assert widget.wait == 2000
    assert replay_game(path).record() == widget.game.record()
    widget.close()


PLAYED_ON = """
import sys
from random import Random
import llamakit as lk
path, seed = sys.argv[1], int(sys.argv[2])
table = lk.resume(path) if sys.argv[3] == "resume" else lk.play("kadabra", seed=seed, autosave=path)
print("ready", flush=True)
sys.stdin.readline()
rng, moves = Random(seed), int(sys.argv[4])
while not table.game.is_over and len(table.game.history) < moves:
    table.game.play(rng.choice(table.game.legal_actions()))
    table.table._keep()
    print(len(table.game.history), flush=True)
print("over", table.table._autosave.path.name, flush=True)
print(table.table._note, flush=True)
"""


def played_on(path, seed, way, moves=10**9):
    """Start a process that plays, and says how long the game is that it has written."""
    command = [sys.executable, "-c", PLAYED_ON, str(path), str(seed), way, str(moves)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def kill_while_playing(path, seed):
    """Kill a process while it plays and writes its game; return what it said it had written."""
    player = played_on(path, seed, "resume" if path.exists() else "play")
    assert player.stdout.readline() == "ready\n"
    player.stdin.write("go\n")
    player.stdin.flush()
    said = [player.stdout.readline() for _ in range(Random(seed).randint(1, 20))]
    player.kill()
    said += player.stdout.read().splitlines(keepends=True)
    player.communicate()
    return [line for line in said if line.endswith("\n")]


def test_processes_killed_while_playing_lose_nothing(tmp_path):
    path = tmp_path / "game.json"
    for seed in range(3):
        said = kill_while_playing(path, seed)
        kept = replay_game(path)
        numbers = [int(line) for line in said if line.strip().isdigit()]
        assert len(kept.history) >= numbers[-1]  # all that was said to be written, or a move more
        if kept.is_over:
            path.unlink()
        left = [one for one in path.parent.iterdir() if one != path]
        assert all(one.suffix == ".part" for one in left)


@pytest.mark.slow
def test_a_hundred_kernels_killed_while_playing_lose_nothing(tmp_path):
    manager = pytest.importorskip("jupyter_client").manager
    path = tmp_path / "game.json"
    for seed in range(100):
        kernel, client = manager.start_new_kernel(kernel_name="python3")
        way = "resume" if path.exists() else "play"
        text = PLAYED_ON.replace("sys.stdin.readline()", "")
        argv = ["", str(path), str(seed), way, str(10**9)]
        client.execute(f"import sys; sys.argv = {argv}\n{text}")
        said = 0
        while said < 3 + seed % 10:
            message = client.get_iopub_msg(timeout=60)
            said = max([said, *numbers_in(message)])
        kernel.shutdown_kernel(now=True)  # SIGKILL
        client.stop_channels()
        kept = replay_game(path)
        assert len(kept.history) >= said
        if kept.is_over:
            path.unlink()


def numbers_in(message):
    """Return the lengths of games that a message of a kernel tells."""
    assert message["msg_type"] != "error", message["content"]
    text = message["content"].get("text", "") if message["msg_type"] == "stream" else ""
    return [int(line) for line in text.split() if line.isdigit()]


@pytest.mark.parametrize("way", ["play", "resume"])
def test_two_kernels_on_one_file_both_keep_their_game(way, tmp_path):
    path = tmp_path / "game.json"
    if way == "resume":
        lk.play("llama-dice", players=2, seed=7, autosave=path).close()
    players = [played_on(path, 1, way, moves=60)]
    if way == "resume":  # both have read the same game before either of them goes on
        players.append(played_on(path, 2, way, moves=60))
    assert [player.stdout.readline() for player in players] == ["ready\n"] * len(players)
    if way == "play":  # the second finds the file of the first, and takes its game for its own
        path.unlink()
        players.append(played_on(path, 2, way, moves=60))
        assert players[1].stdout.readline() == "ready\n"
    for player in players:
        player.stdin.write("go\n")
        player.stdin.flush()
    said = [player.communicate()[0].splitlines() for player in players]
    names = [lines[-2].removeprefix("over ") for lines in said]
    notes = [lines[-1] for lines in said]
    assert sorted(names) == ["game-2.json", "game.json"]
    for name, lines in zip(names, said, strict=True):
        assert len(replay_game(tmp_path / name).history) == int(lines[-3])
    assert sum("Another table or notebook writes to game.json" in note for note in notes) == 1
    assert sum("this game goes on in game-2.json" in note for note in notes) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game-2.json", "game.json"]


def test_two_tables_of_one_game_part_when_both_go_on(tmp_path):
    path = tmp_path / "game.json"
    (tmp_path / "game-2.json").write_text("")  # this name is taken
    first = lk.play("llama-dice", players=["Ana", "Ben"], seed=7, autosave=path)
    second = lk.resume(path)
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1))  # as some systems do
    send(second, "play", "roll")
    assert "Another table" not in second.html
    send(first, "play", "quit")
    assert "Another table or notebook writes to game.json" in first.html
    assert "this game goes on in game-3.json" in first.html
    send(second, "play", str(second.game.legal_actions()[0]))
    assert replay_game(path).state == second.game.state
    assert replay_game(tmp_path / "game-3.json").state == first.game.state
    first.close()
    second.close()


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
    assert replay_game(path).state == widget.game.state
    assert "could not be written" not in widget.html
    widget.close()


def test_a_folder_that_is_gone_is_told_at_the_table(tmp_path):
    path = tmp_path / "folder" / "game.json"
    path.parent.mkdir()
    widget = lk.play("llama-dice", players=2, seed=7, autosave=path)
    shutil.rmtree(path.parent)
    send(widget, "play", "quit")
    assert "could not be written to game.json: No such file" in widget.html
    widget.close()


def test_a_game_still_being_played_is_not_written_over(tmp_path):
    path = tmp_path / "game.json"
    path.write_text("")
    first = lk.play("llama-dice", players=2, seed=7, target=1, autosave=path)
    send(first, "play", "quit")
    first.close()
    before = path.read_text()
    with pytest.raises(lk.InputError, match=r"another game that is not over \(Go on: L.L.A.M.A. D"):
        lk.play(lk.new_game("kadabra"), autosave=path)
    assert path.read_text() == before
    widget = lk.play("llama-dice", players=2, seed=7, target=1, autosave=path)
    assert path.read_text() == before
    assert "The game in game.json goes on." in widget.html
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


@pytest.mark.parametrize("path", [3, "", " ", True, ["game.json"], b"game.json", Path("/")])
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
    monkeypatch.setattr(autosave, "write", lambda path, *_: written.append(path.name))
    assert [file.keep(game), file.keep(game)] == ["", ""]
    assert written == ["game.json"]


def test_each_step_is_put_into_text_once(tmp_path, monkeypatch):
    game, file = (
        lk.new_game("kadabra", players=2, seed=7, target=500),
        autosave.Autosave(tmp_path / "game.json"),
    )
    written, tell = [], autosave.step_record
    monkeypatch.setattr(autosave, "step_record", lambda step: written.append(step) or tell(step))
    rng = Random(3)
    while not game.is_over and len(written) < 300:
        game.play(rng.choice(game.legal_actions()))
        assert file.keep(game) == ""
    assert len(written) > 100
    assert written == list(game.history)
    assert json.loads(file.path.read_bytes()) == game.record()


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_undone_and_redone_the_file_follows(slug, tmp_path):
    file, rng = autosave.Autosave(tmp_path / "game.json"), Random(5)
    game = other = lk.new_game(slug, players=["Ana", "Zoë"], seed=1)
    for number in range(150):
        for _ in range(rng.randint(0, 3)):
            if rng.random() < 0.4 and game.moves:
                game.undo()
            elif rng.random() < 0.5 and game.undone:
                game.redo()
            elif not game.is_over:
                game.play(rng.choice(game.legal_actions()))
        if number % 50 == 49:  # another game at the same table, then back to the first
            game, other = (other if other is not game else lk.new_game(slug, seed=number)), game
        assert file.keep(game) == ""
        assert json.loads(file.path.read_text(encoding="utf-8")) == game.record()


def test_what_could_not_be_written_is_written_the_next_time(tmp_path):
    folder = tmp_path / "later"
    game, file = lk.new_game("llama-dice", seed=7), autosave.Autosave(folder / "game.json")
    assert "No such file" in file.keep(game)
    assert "No such file" in file.keep(game)
    folder.mkdir()
    assert file.keep(game) == ""
    assert replay_game(file.path).state == game.state


def test_two_writers_of_one_file_never_tear_it(tmp_path):
    path, stop = tmp_path / "game.json", Event()
    texts = [b"[" + b"1, " * 5000 + b"1]", b"[]"]

    def write_on(text):
        while not stop.is_set():
            autosave.write(path, text)

    autosave.write(path, texts[1])
    writers = [Thread(target=write_on, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    try:
        assert {path.read_bytes() for _ in range(300)} <= set(texts)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert [left.name for left in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.skipif(os.name == "nt", reason="links and permissions are another thing there")
def test_links_and_permissions_stay(tmp_path):
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "game.json", tmp_path / "link.json"
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "real" / "game.json.part").symlink_to(victim)
    real.write_text("")
    real.chmod(0o600)
    link.symlink_to(real)
    lk.play("llama-dice", players=2, seed=7, autosave=link).close()
    assert link.is_symlink()
    assert replay_game(real).name == "llama-dice"
    assert real.stat().st_mode & 0o777 == 0o600
    assert victim.read_text() == "precious"


def test_what_a_crash_has_left_is_cleared_up(tmp_path):
    old, new = tmp_path / "game.json.0a1b2c3d.part", tmp_path / "game.json.4e5f6071.part"
    for left in (old, new):
        left.write_text('{"format"')
    os.utime(old, (1, 1))
    autosave.Autosave(tmp_path / "game.json")
    assert [left.name for left in tmp_path.iterdir()] == [new.name]


class Elsewhere:
    """A path whose text is not one."""

    def __init__(self, answer):
        self.answer = answer

    def __fspath__(self):
        return self.answer


@pytest.mark.parametrize(
    "path",
    ["x" * 300, "a\0b", "\ud800", "game.json/x", Elsewhere(b"game.json"), Elsewhere(3)],
)
def test_a_path_that_cannot_be_is_refused(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text("")
    for call in (lambda: lk.play("llama-dice", autosave=path), lambda: lk.resume(path)):
        with pytest.raises(lk.InputError, match=r"autosave (cannot be a|is the path of a) file"):
            call()
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(lk.InputError, match="is there already and is not the record"):
        lk.play("llama-dice", autosave=tmp_path)


def test_a_forbidden_and_a_vanished_folder_are_refused(tmp_path, monkeypatch):
    def forbidden(self, **_):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", forbidden)
        with pytest.raises(lk.InputError, match="Permission denied"):
            autosave.Autosave("elsewhere/game.json")

    def vanished():
        raise FileNotFoundError(2, "No such file or directory")

    with monkeypatch.context() as patch:
        patch.setattr(os, "getcwd", vanished)
        with pytest.raises(lk.InputError, match="No such file"):
            autosave.Autosave("game.json")
