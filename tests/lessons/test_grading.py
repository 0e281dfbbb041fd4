"""Assignments for nbgrader: what a cell becomes, what is refused, and the real nbgrader."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from amounts import LONG

import llamakit as lk
from llamakit.lessons.__main__ import main
from llamakit.lessons.copies import BEGIN, masters, read, student_copy
from llamakit.lessons.grading import CONFIG, assignment, make_assignments

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"

#: The lessons that a student with wrong answers and one with none hand in, too.
FOR_ALL_STUDENTS = {"00_start_here", "kadabra_odds"}
ASKED = (
    "n = 2\nanswer = ...\n### BEGIN SOLUTION\nanswer = 5\n### END SOLUTION\n\n"
    'lk.check("start_here-1", answer)'
)


def cell(source, kind="code", name="a"):
    more = {"outputs": [], "execution_count": 1} if kind == "code" else {}
    return {"cell_type": kind, "id": name, "metadata": {}, "source": source, **more}


def made(*cells):
    return assignment({"cells": list(cells)})["cells"]


def marks(one):
    return one["metadata"].get("nbgrader", {})


def test_a_check_becomes_a_solution_cell_and_a_locked_test_cell():
    answer, test = made(cell(ASKED))
    assert answer["source"] == (
        "n = 2\nanswer = ...\n### BEGIN SOLUTION\nanswer = 5\n### END SOLUTION"
    )
    assert test["source"] == (
        'verdict = lk.check("start_here-1", answer)\nassert verdict, verdict\nverdict'
    )
    shared = {"schema_version": 3, "cell_type": "code", "task": False}
    solution = {"solution": True, "grade": False, "locked": False, "grade_id": "a"}
    locked = {"solution": False, "grade": True, "locked": True, "grade_id": "start_here-1"}
    assert marks(answer) == shared | solution
    assert marks(test) == shared | locked | {"points": 1}


def test_two_checks_in_a_cell_are_two_points():
    both = ASKED + '\nlk.check(\n    "start_here-2",\n    answer,\n)'
    answer, *tests = made(cell(both))
    assert [marks(one)["grade_id"] for one in tests] == ["start_here-1", "start_here-2"]
    assert "check" not in answer["source"]


def test_all_else_is_as_in_the_student_copy():
    guess = "guess = ...\n### BEGIN SOLUTION\nguess = 3\n### END SOLUTION"
    note = "<!-- ### BEGIN SOLUTION -->\nSecret.\n<!-- ### END SOLUTION -->"
    cells = [cell("# Title", "markdown"), cell(guess), cell(note, "markdown"), cell("lk.explore()")]
    assert made(*cells) == student_copy({"cells": cells})["cells"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('lk.check("a-1", 5)', "cell 'a' checks an answer, and there is no ### BEGIN SOLUTION"),
        (f"%time\n{ASKED}", "cell 'a' cannot be graded: line 1 is no Python"),
        (ASKED.replace("lk.check", "v = lk.check"), "must stand on a line of its own"),
        (ASKED + "\nprint(lk.check('a-2', answer))", "must stand on a line of its own"),
    ],
)
def test_a_question_that_cannot_be_graded_is_named(source, said):
    with pytest.raises(lk.InputError, match=re.escape(said)):
        made(cell(source))


def test_a_question_asked_twice_is_named():
    with pytest.raises(lk.InputError, match="'start_here-1' is asked twice"):
        made(cell(ASKED), cell(ASKED, name="b"))


@pytest.mark.parametrize("master", masters(NOTEBOOKS), ids=lambda path: path.stem)
def test_every_question_of_a_lesson_is_graded_and_no_answer_is_left(master):
    solved = read(master)
    asked = re.findall(r'^lk\.check\("([^"]+)"', "\n".join(c["source"] for c in solved.cells), re.M)
    cells = assignment(solved)["cells"]
    tests = [one for one in cells if marks(one).get("grade")]
    assert [marks(one)["grade_id"] for one in tests] == asked
    assert all(marks(one)["locked"] and BEGIN not in one["source"] for one in tests)
    for one in cells:
        if marks(one).get("solution"):
            # Without this line a blank answer would be the one of the question before.
            above = one["source"].partition(BEGIN)[0]
            assert re.search(r'^answer = (\.{3}|"\.{3}")$', above, re.M)
        else:
            assert BEGIN not in one["source"]


def test_the_course_folder(tmp_path, capsys):
    source = NOTEBOOKS / "teacher" / "00_start_here.ipynb"
    (tmp_path / "teacher").mkdir()
    (tmp_path / "teacher" / "start.ipynb").write_bytes(source.read_bytes())
    plain = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("Nothing is asked.")])
    nbformat.write(plain, tmp_path / "teacher" / "plain.ipynb")
    course = tmp_path / "course"
    main([str(tmp_path), "--nbgrader", str(course)])
    assert [path.name for path in (course / "source").iterdir()] == ["start"]
    nbformat.validate(nbformat.read(course / "source" / "start" / "start.ipynb", 4))
    assert capsys.readouterr().out.endswith("start.ipynb: made\n")
    settings = course / "nbgrader_config.py"
    assert settings.read_text() == CONFIG
    settings.write_text("mine")
    make_assignments(tmp_path, course)
    assert settings.read_text() == "mine"


@pytest.mark.slow
@pytest.mark.parametrize("master", masters(NOTEBOOKS), ids=lambda path: path.stem)
def test_nbgrader_gives_all_points_for_right_answers_only(master, tmp_path):
    python = os.environ.get("NBGRADER_PYTHON")
    if not python:
        pytest.skip("NBGRADER_PYTHON names no Python with nbgrader (.ci/run makes one)")
    (tmp_path / "teacher").mkdir()
    (tmp_path / "teacher" / master.name).write_bytes(master.read_bytes())
    make_assignments(tmp_path, tmp_path / "course")
    programs = os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])  # it runs alembic
    everybody = LONG or master.stem in FOR_ALL_STUDENTS
    students = ["right", "wrong", "blank"] if everybody else ["right"]
    program = Path(__file__).with_name("nbgrader_course.py")
    ran = subprocess.run(
        [python, program, tmp_path / "course", *students],
        env=os.environ | {"PATH": programs},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    questions = sum("lk.check(" in cell["source"] for cell in student_copy(read(master))["cells"])
    assert json.loads(ran.stdout) == {
        f"{master.stem}/{student}": [questions * (student == "right"), questions, False, True]
        for student in students
    }
    released = (tmp_path / "course" / "release" / master.stem / master.name).read_text()
    assert "SOLUTION" not in released
    answers = re.findall(r"### BEGIN SOLUTION\n(.*?)### END", _code(master), re.S)
    assert answers
    assert not [one for one in answers if json.dumps(one)[1:-1] in released]
    grades = (tmp_path / "course" / "grades.csv").read_text().splitlines()
    assert len(grades) == 1 + len(students)  # the heads, and a line for each student


def _code(master):
    return "\n".join(c["source"] for c in read(master).cells if c["cell_type"] == "code")


def test_the_settings_are_python():
    compile(CONFIG, "nbgrader_config.py", "exec")


def test_a_verdict_is_true_only_for_a_right_answer():
    found = [lk.check("start_here-1", answer) for answer in (5, 6, ..., None, "x", 4.9999)]
    assert [bool(one) for one in found] == [True, *[False] * 5]


def test_without_nbgrader_nothing_is_imported_from_it():
    code = "import llamakit.lessons.grading, sys; assert 'nbformat' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
