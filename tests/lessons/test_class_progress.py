"""A class's progress: what is read, what is hardest, and what may be shown."""

import csv
import json
import os

import matplotlib
import pytest

import llamakit as lk
from llamakit.lessons import record
from llamakit.lessons.own import all_exercises
from llamakit.lessons.record import FILE

matplotlib.use("agg")
DICE = "llama_dice_odds"
SOLVED = "2026-01-31T10:00:00"


@pytest.fixture(autouse=True)
def _new_session(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "_entries", {})
    monkeypatch.setattr(record, "_trouble", "")
    monkeypatch.chdir(tmp_path)


def save(path, **exercises):
    """Write a record: by number of the lesson's exercise the tries, when solved, the mistakes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    keys = ("tries", "solved", "mistakes")
    listed = {
        f"{DICE}-{name[1:]}": dict(zip(keys, values, strict=False))
        for name, values in exercises.items()
    }
    path.write_text(json.dumps({"llamakit progress": 1, "exercises": listed}))


@pytest.fixture
def room(tmp_path):
    """A class of three, in the three ways in which files come, and a bad file of each kind."""
    room = tmp_path / "class"
    save(room / "ana.json", _1=(1, SOLVED), _2=(4, SOLVED, [0, 1]))
    save(room / "Ben Ast_12_file_" / FILE, _1=(2, SOLVED, [0]), _2=(6, None, [1]))
    save(room / "cleo" / "lesson" / "llamakit-progress (1).json", _2=(1, None, [1, 99]))
    save(room / "cleo" / "start" / FILE, _1=(1, None, [0]))
    (room / "dan.json").write_text("{")
    (room / "eva").mkdir()
    (room / "eva" / FILE).write_text(
        '{"llamakit progress": 1, "exercises": {"a-1": {"tries": -1}}}'
    )
    (room / ".ipynb_checkpoints").mkdir()
    (room / ".ipynb_checkpoints" / "ana-checkpoint.json").write_text("{")
    (room / "notes.txt").write_text("not mine")
    return room


def test_a_folder_is_a_class_and_bad_files_are_named(room):
    found = lk.progress(room)
    assert list(found.students) == ["Ben Ast_12_file_", "ana", "cleo"]
    assert set(found.students["cleo"]) == {f"{DICE}-1", f"{DICE}-2"}  # two files, one student
    assert found.exercises == [f"{DICE}-1", f"{DICE}-2"]
    assert found.troubles == (
        "'dan.json' is not a progress record.",
        f"In eva: '{FILE}' is not a progress record.",
    )
    assert found.troubles[0] in repr(found)
    assert "dan.json" in found._repr_html_()


def test_the_hardest_question_and_the_commonest_mistake(room):
    found = lk.progress(str(room))
    says = [one.says for one in all_exercises()[f"{DICE}-2"].misconceptions]
    assert found.hardest == f"{DICE}-2"
    assert found.commonest == (f"{DICE}-2", says[1], 3)
    first, second = found.table()
    expected = {"exercise": f"{DICE}-2", "students": 3, "solved": 1, "tries": 11}
    assert first == expected | {"mistake": says[1], "mistaken": 3}
    assert (second["solved"], second["mistaken"]) == (2, 2)
    assert f"Commonest mistake (3 students), {DICE}-2: {says[1]}" in repr(found)


def test_one_wrong_answer_makes_no_question_the_hardest(tmp_path):
    save(tmp_path / "a.json", _1=(1, None), _2=(9, None))
    assert lk.progress(tmp_path).hardest == f"{DICE}-2"


def test_a_check_notes_which_misconception_it_met_and_no_answer(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "_in_notebook", lambda: True)
    answers = (1, "2/3", 8 / 27, 1, "19/27", 1)  # the second and the third are two known mistakes
    verdicts = [lk.check(f"{DICE}-2", answer) for answer in answers]
    assert [one.mistake for one in verdicts] == [0, None, 1, 0, None, 0]
    text = (tmp_path / FILE).read_text()
    kept = json.loads(text)["exercises"]
    assert kept == {
        f"{DICE}-2": {"tries": 5, "solved": kept[f"{DICE}-2"]["solved"], "mistakes": [0, 1]}
    }
    rest = {key: value for key, value in json.loads(text).items() if key != "exercises"}
    rest.pop("guesses", None)  # those of other tests, with the times at which they were made
    assert "27" not in str(rest)
    assert lk.progress(tmp_path).commonest[0] == f"{DICE}-2"


def test_without_names_nothing_names_a_student(room, tmp_path):
    found = lk.progress(room, names=False)
    assert list(found.students) == ["student 1", "student 2", "student 3"]
    assert [len([e for e in one.values() if e.solved]) for one in found.students.values()] == [
        2,
        1,
        0,
    ]
    found.save_csv(tmp_path / "class.csv")
    ticks = [label.get_text() for label in found.plot().get_yticklabels()]
    shown = repr(found) + found._repr_html_() + (tmp_path / "class.csv").read_text() + str(ticks)
    assert "2 files could not be read." in shown
    for name in ("ana", "Ben", "cleo", "dan", "eva"):
        assert name not in shown


def test_the_file_for_a_spreadsheet(room, tmp_path):
    save(room / "=1+1.json", _1=(1, SOLVED))
    lk.progress(room).save_csv(tmp_path / "class.csv")
    with open(tmp_path / "class.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["student", "exercise", "tries", "solved"]
    assert rows[1:3] == [
        ["'=1+1", f"{DICE}-1", "1", "1"],
        ["Ben Ast_12_file_", f"{DICE}-1", "2", "1"],
    ]
    assert len(rows) == 8


def test_a_path_that_cannot_be_written_is_refused(room, tmp_path):
    with pytest.raises(lk.InputError):
        lk.progress(room).save_csv(tmp_path)


def test_the_heat_map_shows_each_student_and_question(room):
    ax = lk.progress(room).plot()
    assert [label.get_text() for label in ax.get_xticklabels()] == [f"{DICE}-1", f"{DICE}-2"]
    assert sorted(one.get_text() for one in ax.texts) == ["○1", "○1", "○6", "✓", "✓2", "✓4"]
    shades = ax.images[0].get_array()
    assert shades.shape == (3, 2)
    assert shades[1, 0] == 1 > shades[0, 0] > shades[1, 1] > shades[0, 1] > 0
    matplotlib.pyplot.close("all")


def test_names_are_text_and_odd_names_are_shown(tmp_path):
    save(tmp_path / "class" / "<b>$x$.json", _1=(1, SOLVED))
    save(tmp_path / "class" / os.fsdecode(b"\xff\n.json"), _1=(1, SOLVED))
    found = lk.progress(tmp_path / "class")
    assert sorted(found.students) == ["<b>$x$", "??"]
    found.save_csv(tmp_path / "class.csv")
    assert found.plot().get_yticklabels()[0].get_text() == r"<b>\$x\$"
    matplotlib.pyplot.close("all")


def test_a_question_of_ones_own_counts_once_it_is_known(tmp_path):
    record_ = {"llamakit progress": 1, "exercises": {"own_question-77": {"tries": 2}}}
    (tmp_path / "a.json").write_text(json.dumps(record_))
    found = lk.progress(tmp_path)
    assert found.exercises == []
    assert found.troubles == ("1 other question left out: lk.add_exercises adds your own.",)
    assert found.hardest == ""
    assert found.commonest == ("", "", 0)
    found.plot()
    matplotlib.pyplot.close("all")


def test_an_empty_folder_says_what_to_put_there(tmp_path):
    with pytest.raises(lk.InputError, match=r"no progress files in .* each as NAME.json"):
        lk.progress(tmp_path)


def test_too_many_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("llamakit.lessons.class_progress.MOST_FILES", 1)
    save(tmp_path / "a.json")
    save(tmp_path / "b.json")
    with pytest.raises(lk.InputError, match="2 files are not one class's"):
        lk.progress(tmp_path)


@pytest.mark.parametrize("mistakes", [3, [-1], [True], ["1"], [0] * 101, {"0": 1}])
def test_odd_mistakes_make_a_broken_record(tmp_path, mistakes):
    save(tmp_path / "a.json", _1=(1, None, mistakes))
    with pytest.raises(lk.InputError, match="is not a progress record"):
        lk.progress(tmp_path / "a.json")


def test_a_record_of_before_holds_no_mistakes(tmp_path):
    save(tmp_path / "a.json", _1=(2, SOLVED))
    assert lk.progress(tmp_path).students["a"][f"{DICE}-1"].mistakes == []
