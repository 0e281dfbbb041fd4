"""Grading: assignments for nbgrader, made from the teacher's masters.

Imports the standard library, ``engine.errors`` and ``copies``.

In an assignment each question is two cells. The first is a *solution cell*: it keeps the master's
marks, and nbgrader takes out what stands between them when it makes the release version. The
second is a *test cell*, locked and worth a point: it checks the answer as the lesson does, and
fails if it is not right. All other cells are those of the student copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from llamakit.engine.errors import InputError
from llamakit.lessons.copies import BEGIN, CELL_SECONDS, Node, masters, read, student_copy, write

#: What nbgrader wants to know of each cell that it looks at.
SCHEMA = {"schema_version": 3, "cell_type": "code", "task": False}

#: The course's settings. nbgrader's own stub is a line that raises an error.
CONFIG = f"""c = get_config()
c.CourseDirectory.course_id = "llamakit"
c.ClearSolutions.code_stub = {{"python": "# your answer in place of the ..."}}
c.ExecutePreprocessor.timeout = {CELL_SECONDS}  # seconds that one cell may take
"""

#: A locked test: it says what the lesson says, and gives the point for a right answer only.
TEST = """verdict = {check}
assert verdict, verdict
verdict"""


def make_assignments(notebooks: Path, course: Path) -> list[Path]:
    """Write an assignment of every master with a question, and return the notebooks' paths.

    ``course`` is nbgrader's course folder: an assignment is ``source/LESSON/LESSON.ipynb``, and
    ``nbgrader generate_assignment LESSON`` goes on from there. A ``nbgrader_config.py`` is written
    if there is none. Raises InputError for a folder without masters, and, naming the cell, for a
    question that cannot be graded.
    """
    made = []
    for master in masters(notebooks):
        notebook = assignment(read(master))
        if any("nbgrader" in cell["metadata"] for cell in notebook["cells"]):
            made.append(course / "source" / master.stem / master.name)
            made[-1].parent.mkdir(parents=True, exist_ok=True)
            write(notebook, made[-1])
    if not (settings := course / "nbgrader_config.py").exists():
        course.mkdir(parents=True, exist_ok=True)
        settings.write_text(CONFIG, encoding="utf-8")
    return made


def assignment(master: Node) -> Node:
    """Return a master as an assignment's source version. Raises InputError, naming the cell."""
    solved = {cell["id"]: cell["source"] for cell in master["cells"]}
    copy = student_copy(master)
    cells: list[Node] = []
    for cell in copy["cells"]:
        graded = cell["cell_type"] == "code" and "lk.check(" in cell["source"]
        cells += _question(cell, solved[cell["id"]]) if graded else [cell]
    marks = [cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]]
    ids = [mark["grade_id"] for mark in marks]
    for name in ids:
        if ids.count(name) > 1:
            raise InputError(f"{name!r} is asked twice: a grade needs a question of its own")
    return {**copy, "cells": cells}


def _question(cell: Node, source: str) -> Iterator[Node]:
    """Yield a solution cell, and a test cell for each check in it. Raises InputError."""
    where = f"cell {cell['id']!r}"
    if BEGIN not in source:
        raise InputError(f"{where} checks an answer, and there is no {BEGIN} in it")
    try:
        checks = [line for line in ast.parse(source).body if _exercise(line)]
    except SyntaxError as error:
        raise InputError(f"{where} cannot be graded: line {error.lineno} is no Python") from None
    if len(checks) != source.count("lk.check("):
        raise InputError(f"{where}: each lk.check('id', answer) must stand on a line of its own")
    lines: list[str | None] = [*source.split("\n")]
    for check in checks:
        rows = range(check.lineno - 1, check.end_lineno or check.lineno)
        lines[rows.start : rows.stop] = [None] * len(rows)
    answer = "\n".join(line for line in lines if line is not None).strip("\n")
    yield _marked(cell, answer, cell["id"], solution=True)
    for check in checks:
        test = TEST.format(check=ast.get_source_segment(source, check))
        yield _marked(cell, test, _exercise(check), grade=True, points=1)


def _exercise(statement: Any) -> str:
    """Return the id that a statement checks an answer to; "" for any other statement."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="lk"), attr="check"),
                args=[ast.Constant(value=str(exercise)), _],
            )
        ):
            return exercise
    return ""


def _marked(cell: Node, source: str, grade_id: str, **marks: Any) -> Node:
    """Return a cell of an assignment; ``marks`` say what it is to nbgrader."""
    marks = {"solution": False, "grade": False, "locked": "points" in marks, **marks}
    about = {**SCHEMA, **marks, "grade_id": grade_id}
    return {**cell, "id": grade_id, "source": source, "metadata": {"nbgrader": about}}
