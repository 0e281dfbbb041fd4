"""Questions of a teacher's own: judged, hinted and recorded like the course's."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import llamakit as lk
from llamakit.lessons import own, record

BUS = {
    "id": "bus-1",
    "answer": "3/8",
    "hints": ["Count the buses.", "Three of eight."],
    "mistakes": {"5/8": "That is the probability to miss it."},
}
COLOUR = {"id": "bus-2", "answer": "red", "words": ["red", "blue"], "hints": ["Look again."]}


@pytest.fixture(autouse=True)
def _nothing_added(monkeypatch):
    monkeypatch.setattr(own, "_added", {})
    monkeypatch.setattr(record, "_entries", {})


def test_they_are_judged_hinted_and_recorded():
    assert lk.add_exercises([BUS, COLOUR]) == ("bus-1", "bus-2")
    assert "Hint 1 of 2: Count the buses." in lk.check("bus-1", Fraction(1, 2)).message
    assert "probability to miss it" in lk.check("bus-1", 0.625).message
    assert lk.check("bus-1", Fraction(3, 8))
    assert lk.check("bus-1", "37.5%")
    assert lk.check("bus-2", "Red")
    assert not lk.check("bus-2", "blue")
    assert lk.progress().solved == ["bus-1", "bus-2"]
    assert "bus: ✓ ✓" in repr(lk.progress())


def test_they_come_from_a_file_too(tmp_path):
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([BUS, {**BUS, "id": "coins-1", "answer": 12, "unit": ""}]))
    with pytest.raises(lk.InputError, match="unit"):
        lk.add_exercises(path)
    path.write_text(json.dumps([BUS, {**BUS, "id": "coins-1", "answer": 12, "unit": "coins"}]))
    assert lk.add_exercises(str(path)) == ("bus-1", "coins-1")
    assert lk.check("coins-1", 12)


def test_a_cell_can_be_run_again():
    lk.add_exercises([BUS])
    lk.add_exercises([{**BUS, "answer": "1/2"}])
    assert lk.check("bus-1", 0.5)


WRONG = {
    "no list": (7, "list of dicts"),
    "no dict": ([3], "question 1 must be a dict"),
    "something missing": ([{"id": "bus-1", "answer": 1}], "question 1 must be a dict"),
    "something else": ([{**BUS, "points": 3}], "question 1 must be a dict"),
    "an id of the course": ([{**BUS, "id": "llama_odds-1"}], "course has a question"),
    "an old id": ([{**BUS, "id": "dice-1"}], "course has a question"),
    "no number in the id": ([{**BUS, "id": "bus"}], "a name and a number"),
    "markup in the id": ([{**BUS, "id": "<b>-1"}], "a name and a number"),
    "the same twice": ([BUS, BUS], "the same id"),
    "no hint": ([{**BUS, "hints": []}], "'bus-1': hints"),
    "no text": ([{**BUS, "hints": [3]}], "'bus-1': hints"),
    "no number": ([{**BUS, "answer": "three"}], "'bus-1'"),
    "not one of the words": ([{**COLOUR, "answer": "green"}], "none of the words"),
    "a mistake that is no number": ([{**BUS, "mistakes": {"x": "y"}}], "'bus-1'"),
    "mistakes in a list": ([{**BUS, "mistakes": [1]}], "mistakes must be a dict"),
    "no such file": ("no_such_file.json", "cannot be read"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_used_is_named_and_adds_nothing(name):
    given, words = WRONG[name]
    given = [COLOUR, *given] if isinstance(given, list) and name != "the same twice" else given
    words = words.replace("question 1", "question 2")
    with pytest.raises(lk.InputError, match=words):
        lk.add_exercises(given)
    with pytest.raises(lk.InputError, match="no exercise"):
        lk.check("bus-2", "red")


def test_the_example_of_the_teachers_guide_works():
    guide = (Path(__file__).parents[2] / "docs/teachers_guide.md").read_text(encoding="utf-8")
    (example,) = [
        part for part in re.findall(r"```python\n(.*?)```", guide, re.S) if "bus-1" in part
    ]
    exec(compile(example, "teachers_guide.md", "exec"), {})
    assert "does not go to school" in lk.check("bus-1", 0.625).message
    assert lk.check("bus-2", "yes")
