"""Files: read whole or refused in plain words, written whole or not at all."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent
from threading import Event, Thread

import pytest

import llamakit as lk
from llamakit.engine import files
from llamakit.lessons.class_progress import ClassProgress

POSIX = pytest.mark.skipif(os.name != "posix", reason="links, devices and modes are of Unix")


def test_what_is_written_is_there_and_nothing_else(tmp_path):
    path = tmp_path / "a.json"
    files.write(path, b"[1", b", 2]")
    files.write(path, b"[]")
    assert files.read(path, 2) == b"[]"
    assert os.listdir(tmp_path) == ["a.json"]


@POSIX
def test_modes_stay_and_links_are_followed(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    link.symlink_to(real)
    files.write(link, b"1")  # a link to what is not there yet
    real.chmod(0o640)
    files.write(link, b"2")
    assert link.is_symlink()
    assert real.read_bytes() == b"2"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def odd_places(folder):
    """Return paths that no file can be written to, whoever runs this, and why."""
    (folder / "folder").mkdir()
    (folder / "file").write_text("x")
    (folder / "loop").symlink_to(folder / "loop")
    os.mkfifo(folder / "pipe")
    long = "x" * 300
    return {
        folder / "folder": "no file but a folder",
        folder / "pipe": "no file but a folder or a device",
        Path(os.devnull): "no file but a folder or a device",
        folder / "file" / "below": "Not a directory",
        folder / "nowhere" / "below": "No such file",
        folder / long: "File name too long",
        folder / "\ud800": "surrogates not allowed",
        folder / "a\0b": "null",
    }


@POSIX
def test_odd_places_are_refused_in_plain_words_by_everything_that_takes_a_path(tmp_path):
    day = lk.tournament({"a": "random", "b": "greedy"}, n=1, seed=1, target=10, progress=False)
    for path, why in odd_places(tmp_path).items():
        for save in (day.save_sheet, ClassProgress({}, [], ()).save_csv):
            with pytest.raises(lk.InputError, match=why) as caught:
                save(path)
            assert "Errno" not in str(caught.value)
        for call in (lk.replay, lk.show, lk.resume, lk.progress, lk.add_exercises, lk.class_day):
            with pytest.raises(lk.InputError) as caught:
                call(path)
            assert type(caught.value) in (lk.InputError, lk.RecordError)
            assert "Errno" not in str(caught.value)
        if why.startswith("no file but"):
            with pytest.raises(lk.InputError, match="is there already"):
                lk.play("llama-dice", autosave=path)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder", "loop", "pipe"]
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@POSIX
def test_a_file_that_has_become_something_else_is_left_alone(tmp_path):
    path = tmp_path / "game.json"
    table = lk.play("llama-dice", players=2, seed=7, autosave=path)
    path.unlink()
    os.mkfifo(path)
    table._handle_custom_msg({"do": "play", "action": "quit", "version": table.version}, [])
    assert "this game goes on in game-2.json" in table.html
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert lk.replay(tmp_path / "game-2.json").state == table.game.state
    table.close()


@pytest.mark.parametrize("path", [None, 3, "", "\0", b"sheet.html", ["sheet.html"]])
def test_a_sheet_goes_to_a_path(path):
    day = lk.tournament({"a": "random", "b": "greedy"}, n=1, seed=1, target=10, progress=False)
    with pytest.raises(lk.InputError, match="path of a file"):
        day.save_sheet(path)


@POSIX
def test_a_file_that_must_not_be_written_to_stays(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text("mine")

    def refuse(self, mode):  # what a user without rights is told
        raise PermissionError(13, "Permission denied", mode)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        with pytest.raises(PermissionError, match="'ab'"):
            files.write(path, b"other")
    assert path.read_text() == "mine"


@POSIX
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(tmp_path):
    tmp_path.chmod(0o500)
    try:
        table = lk.play("llama-dice", players=2, seed=7, autosave=tmp_path / "game.json")
        assert "could not be written to game.json: Permission denied" in table.html
        table.close()
    finally:
        tmp_path.chmod(0o700)


def has_namespaces():
    """Whether this system lets anybody mount something for one process."""
    command = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return shutil.which("unshare") and subprocess.run(command, capture_output=True).returncode == 0


DISK = """
    import os, sys
    import llamakit as lk
    folder = sys.argv[1]
    table = lk.play("llama-dice", players=2, seed=7, autosave=f"{folder}/game.json")
    before = open(f"{folder}/game.json").read()
    if sys.argv[2] == "full":
        with open(f"{folder}/filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(512))
            except OSError:
                pass
    else:
        assert os.system(f"mount -o remount,ro {folder}") == 0

    def roll():
        message = {"do": "play", "action": "quit", "version": table.version}
        table._handle_custom_msg(message, [])

    roll()
    assert sys.argv[3] in table.html, table.html
    assert open(f"{folder}/game.json").read() == before
    assert [name for name in os.listdir(folder) if name.endswith(".part")] == []
    if sys.argv[2] == "full":
        os.unlink(f"{folder}/filler")
    else:
        assert os.system(f"mount -o remount,rw {folder}") == 0
    table._handle_custom_msg({"do": "switch", "action": "log", "version": table.version}, [])
    assert "could not be written" not in table.html
    assert lk.replay(f"{folder}/game.json").state == table.game.state
    print("kept")
"""


@pytest.mark.skipif(not has_namespaces(), reason="no disk of one's own can be had here")
@pytest.mark.parametrize(
    ("fault", "caught"),
    [("full", "No space left on device"), ("read-only", "Read-only file system")],
)
def test_a_real_disk_that_is_full_or_read_only(fault, caught, tmp_path):
    play = [sys.executable, "-c", dedent(DISK), str(tmp_path), fault, caught]
    mount = 'mount -t tmpfs -o size=128k none "$4" && exec "$@"'
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh", *play]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=False)
    assert done.stdout == "kept\n", done.stderr


SMALL = """
    import resource, signal, sys
    import llamakit as lk
    path = sys.argv[1]
    table = lk.play("llama-dice", players=2, seed=7, autosave=path)
    before = open(path).read()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    table._handle_custom_msg({"do": "play", "action": "quit", "version": table.version}, [])
    assert "could not be written to game.json: File too large" in table.html
    assert open(path).read() == before
"""


@POSIX
def test_a_file_that_may_not_grow(tmp_path):
    command = [sys.executable, "-c", dedent(SMALL), str(tmp_path / "game.json")]
    subprocess.run(command, check=True)
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_folder_that_vanishes_and_comes_back(tmp_path):
    folder = tmp_path / "usb"
    folder.mkdir()
    table = lk.play("llama-dice", players=2, seed=7, autosave=folder / "game.json")
    shutil.rmtree(folder)
    table._handle_custom_msg({"do": "play", "action": "quit", "version": table.version}, [])
    assert "could not be written to game.json: No such file" in table.html
    folder.mkdir()
    table._handle_custom_msg({"do": "switch", "action": "log", "version": table.version}, [])
    assert "could not be written" not in table.html
    assert lk.replay(folder / "game.json").state == table.game.state
    table.close()


def test_only_one_is_alone(tmp_path):
    pytest.importorskip("fcntl")
    path, inside, release = tmp_path / "a.json", Event(), Event()

    def hold():
        with files.alone(path):
            inside.set()
            release.wait(30)

    first = Thread(target=hold)
    first.start()
    inside.wait(30)
    waiting = Event()
    second = Thread(target=lambda: [files.alone(path).__enter__(), waiting.set()])
    second.start()
    second.join(0.05)
    assert not waiting.is_set()
    release.set()
    assert waiting.wait(30)
    first.join()
    second.join()


def test_who_stands_still_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    pytest.importorskip("fcntl")
    monkeypatch.setattr(files, "PATIENCE", 0.02)
    naps, sleep = [], time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: naps.append(seconds) or sleep(seconds))
    with files.alone(tmp_path / "a"), files.alone(tmp_path / "b"):
        assert naps


def test_where_there_are_no_locks_nobody_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with files.alone(tmp_path / "a"), files.alone(tmp_path / "b"):
        pass
    with files.alone(tmp_path / "nowhere" / "c"), files.alone(Path("\ud800")):
        pass
