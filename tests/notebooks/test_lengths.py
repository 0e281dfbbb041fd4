"""The first minute and the honest length of the lessons: what is core, what is folded in."""

import ast
import builtins
import json
import re
from pathlib import Path

import pytest
from lengths import MARKS, NOTEBOOKS, is_hidden, length, minutes_said, parts

LESSONS = [path for path in sorted(NOTEBOOKS.glob("*.ipynb")) if path.stem != "00_start_here"]
each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def code(cells):
    return [cell for cell in cells if cell["cell_type"] == "code"]


@each_lesson
def test_a_lesson_begins_with_one_line(path):
    first, *_ = code(parts(path)[0])
    assert first["source"] == "import llamakit as lk"


@each_lesson
def test_every_section_is_marked_as_core_or_as_a_later_lesson(path):
    for heading in {cell["section"] for part in parts(path) for cell in part}:
        if heading.startswith("## ") and heading != "## Remember":
            assert re.fullmatch(r"## \d+ · .+", heading)
            assert heading.endswith(MARKS)


@each_lesson
def test_a_later_lesson_takes_an_hour_at_most(path):
    for later in parts(path)[1:]:
        assert length(later).minutes <= 60


@each_lesson
def test_the_core_is_short(path):
    core = length(parts(path)[0])
    assert core.words <= 1200, core
    assert core.lines <= 60, core


@each_lesson
def test_the_minutes_said_are_those_of_the_core(path):
    assert minutes_said(path) == length(parts(path)[0]).minutes


def test_minutes_are_said_at_the_top_of_each_lesson_and_nowhere_else():
    start = NOTEBOOKS / "00_start_here.ipynb"
    title, *rest = (cell["source"] for cell in parts(start)[0])
    assert f"| {length(parts(start)[0]).minutes} |" in title
    lists = [
        (NOTEBOOKS.parent / name).read_text("utf-8") for name in ("README.md", "docs/course.md")
    ]
    guide = (NOTEBOOKS.parent / "docs/teachers_guide.md").read_text("utf-8")
    lists.append(guide.partition("## The lessons")[2].partition("\n## ")[0])
    for text in [*rest, *lists]:
        assert not re.search(r"\d+ minutes", text)


@each_lesson
def test_the_core_needs_nothing_of_the_second_lesson(path):
    """Every name that a cell of the core uses comes from an earlier cell of the core."""
    master = Path(path.parent, "teacher", path.name)
    known = set(dir(builtins))
    for cell in code(parts(master)[0]):
        names = [node for node in ast.walk(ast.parse(cell["source"])) if bound(node) or used(node)]
        known |= {name for node in names for name in bound(node)}
        for node in names:
            assert used(node) <= known, (cell["id"], used(node))


def bound(node):
    """Return the names that a piece of code gives a meaning to."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.arg):
        return {node.arg}
    return {node.id} if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) else set()


def used(node):
    return {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else set()


@each_lesson
def test_what_draws_is_folded_in_and_holds_nothing_else(path):
    """So nobody reads the words of a picture above it, and what is read as code is mathematics."""
    master = Path(path.parent, "teacher", path.name)
    for cell in code([cell for part in parts(master) for cell in part]):
        source = cell["source"]
        assert ("lk.lessons.picture(" in source) == is_hidden(cell), cell["id"]
        assert "pyplot" not in source, cell["id"]
        if is_hidden(cell):
            assert "lk.lessons.subplots(" in source, cell["id"]
            assert "lk.check(" not in source, cell["id"]
            assert "lk.predict(" not in source, cell["id"]


def test_the_copies_keep_folded_in_what_the_masters_do():
    for path in LESSONS:
        master = json.loads(Path(path.parent, "teacher", path.name).read_text(encoding="utf-8"))
        hidden = {cell["id"] for cell in master["cells"] if is_hidden(cell)}
        copy = json.loads(path.read_text(encoding="utf-8"))
        assert hidden == {cell["id"] for cell in copy["cells"] if is_hidden(cell)}
