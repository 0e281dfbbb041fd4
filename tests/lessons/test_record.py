"""The progress record: what is noted, how it is kept, and what a broken file does."""

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import llamakit as lk
from llamakit.lessons import check, own, record
from llamakit.lessons.exercises import course_exercises
from llamakit.lessons.record import FILE, Entry, Progress, read


@pytest.fixture(autouse=True)
def _new_session(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "_entries", {})
    monkeypatch.setattr(record, "_guesses", {})
    monkeypatch.setattr(record, "_trouble", "")
    monkeypatch.setattr(own, "_added", {})  # another test's questions are not the course's
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def notebook(monkeypatch):
    monkeypatch.setattr(record, "_in_notebook", lambda: True)


def new_day(monkeypatch):
    """Forget the session, as a new kernel would."""
    monkeypatch.setattr(record, "_entries", {})
    monkeypatch.setattr(record, "_trouble", "")


def test_tries_and_solutions_are_counted(tmp_path):
    check("simulation_against_exact-6", ...)
    check("simulation_against_exact-6", 17)
    check("simulation_against_exact-6", 18)
    check("simulation_against_exact-6", 2500)
    check("simulation_against_exact-6", 19)  # it stays solved
    mine = lk.progress()
    assert mine.solved == ["simulation_against_exact-6"]
    assert mine.entries["simulation_against_exact-6"].tries == 3
    assert list(mine.entries) == ["simulation_against_exact-6"]
    assert f"1 of {len(course_exercises())} exercises solved" in repr(mine)
    assert "simulation_against_exact: ○ ○ ○ ○ ○ ✓" in repr(mine)
    assert not list(tmp_path.iterdir())  # outside a notebook nothing is written
    mine.entries["simulation_against_exact-6"].tries = 99
    assert lk.progress().entries["simulation_against_exact-6"].tries == 3


def test_in_a_notebook_it_is_kept_in_a_file_without_answers(notebook, monkeypatch, tmp_path):
    check("simulation_against_exact-6", 123454321)
    check("simulation_against_exact-6", 2500)
    text = (tmp_path / FILE).read_text()
    assert "12345" not in text
    assert "2500" not in text
    assert json.loads(text)["exercises"]["simulation_against_exact-6"]["tries"] == 2
    new_day(monkeypatch)
    assert lk.progress().solved == ["simulation_against_exact-6"]
    check("simulation_against_exact-5", "half")
    new_day(monkeypatch)
    assert lk.progress().solved == ["simulation_against_exact-5", "simulation_against_exact-6"]
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_two_notebooks_at_a_time_keep_each_others_progress(notebook, monkeypatch):
    kernels = {}, {}
    for kernel, name, answer in (
        (0, "simulation_against_exact-1", 17),
        (1, "simulation_against_exact-6", 2500),
        (0, "simulation_against_exact-5", "half"),
        (1, "simulation_against_exact-1", 18),
        (0, "simulation_against_exact-1", 19),
        (1, "simulation_against_exact-6", 17),
    ):
        monkeypatch.setattr(record, "_entries", kernels[kernel])
        check(name, answer)
        assert lk.progress().entries == read(Path(FILE))
    for kernel in kernels:
        monkeypatch.setattr(record, "_entries", kernel)
        assert lk.progress().solved == ["simulation_against_exact-5", "simulation_against_exact-6"]
        assert lk.progress().entries["simulation_against_exact-1"].tries == 3


def test_a_file_put_back_while_the_notebook_runs_is_taken_in(notebook, tmp_path):
    check("simulation_against_exact-5", "half")
    kept = (tmp_path / FILE).read_text().replace("exact-5", "exact-6")
    (tmp_path / FILE).write_text(kept)
    assert lk.progress().solved == ["simulation_against_exact-5", "simulation_against_exact-6"]


def test_a_broken_file_moved_away_gives_way_to_a_new_one(notebook, tmp_path):
    (tmp_path / FILE).write_text("hello")
    check("simulation_against_exact-6", 2500)
    (tmp_path / FILE).unlink()
    check("simulation_against_exact-5", "half")
    assert read(tmp_path / FILE).keys() == {
        "simulation_against_exact-6",
        "simulation_against_exact-5",
    }
    assert "left as it is" not in repr(lk.progress())


def test_a_file_of_a_student_can_be_shown(notebook, tmp_path):
    check("simulation_against_exact-6", 2500)
    (tmp_path / FILE).rename(tmp_path / "ana.json")
    assert lk.progress("ana.json").solved == ["simulation_against_exact-6"]
    assert lk.progress(tmp_path / "ana.json").solved == ["simulation_against_exact-6"]
    with pytest.raises(lk.InputError, match=r"'ben\.json' cannot be read"):
        lk.progress("ben.json")


@pytest.mark.parametrize("path", [3, True, b"ana.json", ["ana.json"], {}])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(lk.InputError, match="a progress record is the path of a file, not"):
        lk.progress(path)


BROKEN = {
    "no json": "hello",
    "a list": "[]",
    "foreign": '{"cells": []}',
    "newer": '{"llamakit progress": 2, "exercises": {}}',
    "no exercises": '{"llamakit progress": 1}',
    "strange entry": '{"llamakit progress": 1, "exercises": {"sim-1": 3}}',
    "unknown field": '{"llamakit progress": 1, "exercises": {"sim-1": {"grade": 1}}}',
    "negative": '{"llamakit progress": 1, "exercises": {"sim-1": {"tries": -1}}}',
    "true": '{"llamakit progress": 1, "exercises": {"sim-1": {"tries": true}}}',
    "no date": '{"llamakit progress": 1, "exercises": {"sim-1": {"tries": 1, "solved": "x"}}}',
    "deep": "[" * 100_000,
    "huge": " " * 1_000_001,
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_named_and_left_as_it_is(text, notebook, tmp_path):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(lk.InputError, match=FILE):
        read(tmp_path / FILE)
    assert check("simulation_against_exact-6", 2500).correct
    assert (tmp_path / FILE).read_text() == text
    assert lk.progress().solved == ["simulation_against_exact-6"]
    assert "left as it is" in repr(lk.progress())
    assert "left as it is" in lk.progress()._repr_html_()


def test_a_folder_that_cannot_be_written_to(notebook, monkeypatch):
    def refuse(path, content):
        raise PermissionError(13, "Permission denied")

    check("simulation_against_exact-5", "half")
    monkeypatch.setattr(record, "write", refuse)
    assert check("simulation_against_exact-6", 2500).correct
    assert f"cannot be written to {FILE}: Permission denied" in repr(lk.progress())
    assert lk.progress().solved == ["simulation_against_exact-5", "simulation_against_exact-6"]


def test_the_table_is_text_and_says_more_on_pointing():
    entries = {"<b>-1": Entry(tries=1, solved="2026-01-31T10:00:00"), "<b>-2": Entry(tries=2)}
    shown = Progress(entries, list(entries))._repr_html_()
    assert "<b>" not in shown
    assert "1 try, solved on 2026-01-31" in shown
    assert "2 tries" in shown


def test_no_notebook_here():
    assert not record._in_notebook()


WRITER = """
    import sys
    from llamakit.lessons import record
    record._in_notebook = lambda: True
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(sys.argv[2])):
        record.note(f"own {sys.argv[1]}-{number}", correct=True)
        record.note("shared-1", correct=False)
    assert not record._trouble, record._trouble
"""


def test_three_notebooks_in_processes_of_their_own_lose_nothing(tmp_path):
    many = 60
    command = [sys.executable, "-c", dedent(WRITER)]
    writers = [
        subprocess.Popen(
            [*command, str(number), str(many)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    found = read(tmp_path / FILE)
    assert len(found) == 3 * many + 1
    if os.name == "posix":  # elsewhere there is no lock, and tries at the same moment may be one
        assert found["shared-1"].tries == 3 * many
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(notebook, tmp_path):
    os.mkfifo(tmp_path / FILE)
    assert check("simulation_against_exact-6", 2500).correct
    assert "cannot be read: it is no file but a folder or a device." in repr(lk.progress())


def test_a_folder_that_has_vanished(notebook, monkeypatch, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    assert check("simulation_against_exact-6", 2500).correct
    assert "cannot be written" in repr(lk.progress())


def test_of_two_records_solved_tells_more_than_any_number_of_tries():
    solved = Entry(tries=2, solved="2026-01-31")
    for mine, other in ((Entry(tries=9), solved), (solved, Entry(tries=9))):
        assert record.together({"bus-1": mine}, {"bus-1": other}) == {"bus-1": solved}
