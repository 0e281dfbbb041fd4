"""Takes a course folder through nbgrader as a teacher does, with some students.

Run by a Python that has nbgrader: ``python nbgrader_course.py COURSE STUDENT ...``. A student is
``right``, ``wrong`` or ``blank``, as the answers are. Prints JSON.
"""

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import copytree

import nbformat
from nbgrader.apps.api import NbGraderAPI
from nbgrader.plugins import CsvExportPlugin
from traitlets.config import PyFileConfigLoader

WRONG = "answer = 123454321"


def course(root):
    """Return nbgrader's view of the course, with an exchange beside it."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"
    config.Exchange.root = str(root.parent / "exchange")
    (root.parent / "exchange").mkdir()
    (root.parent / "exchange").chmod(0o777)
    return NbGraderAPI(config=config)


def done(result):
    """Stop unless a step of nbgrader's went well."""
    if not result["success"]:
        raise SystemExit(result.get("error") or result["log"])


def hand_in(root, lesson, student, answer):
    """Hand in a lesson for a student; ``answer(cell)`` is what stands in a solution cell then."""
    released = root.parent / "exchange" / "llamakit" / "outbound" / lesson
    submitted = root / "submitted" / student / lesson
    copytree(released, submitted)
    path = submitted / f"{lesson}.ipynb"
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = answer(cell)
    nbformat.write(notebook, path)


def solved(root, lesson):
    """Return the solution cells of a lesson's source version."""
    notebook = nbformat.read(root / "source" / lesson / f"{lesson}.ipynb", 4)
    return {cell.id: cell.source for cell in notebook.cells}


def main(root, students):
    """Return each lesson's and student's score, the most possible, and whether feedback came."""
    api = course(root)
    found = {}
    for lesson in sorted(path.name for path in (root / "source").iterdir()):
        done(api.generate_assignment(lesson))
        done(api.release_assignment(lesson))
        solutions = solved(root, lesson)
        answers = {
            "right": lambda cell, known=solutions: known[cell.id],
            "wrong": lambda cell: f"{cell.source}\n{WRONG}",
            "blank": lambda cell: cell.source,
        }
        for student in students:
            hand_in(root, lesson, student, answers[student])
            done(api.autograde(lesson, student))
            done(api.generate_feedback(lesson, student))
            with api.gradebook as book:
                graded = book.find_submission(lesson, student)
                score = graded.score, graded.max_score, graded.needs_manual_grade
            feedback = root / "feedback" / student / lesson / f"{lesson}.html"
            found[f"{lesson}/{student}"] = (*score, feedback.exists())
    with api.gradebook as book:
        CsvExportPlugin(to=str(root / "grades.csv")).export(book)
    return found


if __name__ == "__main__":
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        results = main(Path(sys.argv[1]).resolve(), sys.argv[2:])
    print(json.dumps(results))
