"""The progress of a class: who has solved what, what is hardest, and which mistake is commonest.

Imports the standard library, lower rooms and this package's records; Matplotlib where it is used.
It reads the files that the students hand in (see ``record``). They hold no answers.
"""

from __future__ import annotations

import csv
import html
import io
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from llamakit.engine.errors import InputError, brief
from llamakit.engine.extras import axes
from llamakit.engine.files import write_page
from llamakit.games.words import number_of
from llamakit.lessons import record
from llamakit.lessons.exercise import Exercise
from llamakit.lessons.record import Entry

#: More files than this are not one class's.
MOST_FILES = 2000

#: How the name of an exercise stands before its row.
_NAME = "text-align: left; white-space: nowrap"

#: What a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class ClassProgress:
    """What a class has tried and solved; shown as a table of the questions, the hardest first.

    ``students`` is {name: {exercise: Entry}}, by name; ``exercises`` are the ids that somebody has
    tried, in the course's order. ``troubles`` says which files could not be read, and why.

    >>> from llamakit.lessons.exercises import course_exercises
    >>> entries = {"class_data-1": Entry(2, "2026-01-31")}, {"class_data-1": Entry(3)}
    >>> ClassProgress(dict(zip(["Ana", "Ben"], entries)), course_exercises())
    2 students, 1 exercise tried
    class_data-1: solved by 1 of 2, 2.5 tries each
    Hardest: class_data-1.
    """

    def __init__(
        self,
        students: Mapping[str, Mapping[str, Entry]],
        known: Mapping[str, Exercise],
        troubles: tuple[str, ...] = (),
    ) -> None:
        """Hold what is known of each student; ``known`` are all exercises, in order."""
        self.students = dict(sorted(students.items()))
        tried = {
            id_ for entries in students.values() for id_, entry in entries.items() if entry.tries
        }
        self.exercises = [id_ for id_ in known if id_ in tried]
        self._known = known
        self.troubles = troubles
        if strange := len(tried - set(known)):
            self.troubles += (
                f"{number_of(strange, 'other question')} left out: lk.add_exercises adds your own.",
            )

    def table(self) -> list[dict[str, Any]]:
        """Return a row for each exercise that somebody has tried, the hardest first.

        ``students`` is how many have tried it, ``solved`` how many of them solved it, ``tries`` all
        their answers together. ``mistake`` says the misconception that most of them had, and
        ``mistaken`` how many: "" and 0 if none is known. The hardest is the one where an answer is
        right least often: (solved + 1) / (tries + 2), Laplace's rule of succession, so that a
        single wrong answer does not make an exercise the hardest.
        """
        rows = [self._row(name) for name in self.exercises]
        return sorted(rows, key=lambda row: (row["solved"] + 1) / (row["tries"] + 2))

    def _row(self, name: str) -> dict[str, Any]:
        """Return what is known of an exercise."""
        kept = [student[name] for student in self.students.values() if name in student]
        entries = [entry for entry in kept if entry.tries]
        mistake, mistaken = self._commonest(name, entries)
        return {
            "exercise": name,
            "students": len(entries),
            "solved": sum(entry.solved is not None for entry in entries),
            "tries": sum(entry.tries for entry in entries),
            "mistake": mistake,
            "mistaken": mistaken,
        }

    def _commonest(self, name: str, entries: list[Entry]) -> tuple[str, int]:
        """Return what is said to the misconception that most students had, and how many had it."""
        says = [wrong.says for wrong in self._known[name].misconceptions]
        counts = Counter(place for entry in entries for place in set(entry.mistakes))
        for place, students in counts.most_common():
            if place < len(says):  # of another version of the course, it may be none of today's
                return says[place], students
        return "", 0

    @property
    def hardest(self) -> str:
        """The id of the hardest exercise (see ``table``); "" if nobody has tried any."""
        return str(self.table()[0]["exercise"]) if self.exercises else ""

    @property
    def commonest(self) -> tuple[str, str, int]:
        """The misconception that most students had: exercise, what is said to it, how many."""
        rows = [row for row in self.table() if row["mistaken"]]
        worst = max(rows, key=lambda row: row["mistaken"], default=None)
        return (worst["exercise"], worst["mistake"], worst["mistaken"]) if worst else ("", "", 0)

    def plot(self, ax: Any = None) -> Any:
        """Draw who has solved what as a heat map, and return the Matplotlib Axes.

        A row for each student, a column for each exercise. The darkest: solved at the first try;
        lighter: after more; nearly white: not solved yet; white: not tried.
        """
        size = (2.5 + 0.34 * len(self.exercises), 2 + 0.34 * len(self.students))
        ax = axes(ax, figsize=size)
        shades = [
            [_shade(entries.get(name)) for name in self.exercises]
            for entries in self.students.values()
        ]
        if self.exercises and self.students:
            ax.imshow(shades, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        for row, entries in enumerate(self.students.values()):
            for column, name in enumerate(self.exercises):
                if (entry := entries.get(name)) and entry.tries:
                    colour = "white" if _shade(entry) > 0.6 else "black"
                    ax.text(column, row, _mark(entry), ha="center", va="center", color=colour)
        ax.set_xticks(range(len(self.exercises)), self.exercises, rotation=60, ha="right")
        ax.set_yticks(
            range(len(self.students)), [name.replace("$", r"\$") for name in self.students]
        )
        ax.grid(False)
        ax.set(title="✓ solved, with the number of tries; ○ not yet")
        return ax

    def save_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a line for each student and exercise tried: student, exercise, tries, solved.

        ``solved`` is 1 or 0. A name that a spreadsheet would take for a formula gets an apostrophe.
        Raises InputError if it cannot be written there.
        """
        lines = io.StringIO(newline="")
        writer = csv.writer(lines)
        writer.writerow(["student", "exercise", "tries", "solved"])
        for student, entries in self.students.items():
            shown = f"'{student}" if student.startswith(_FORMULA) else student
            for name in self.exercises:
                if (entry := entries.get(name)) and entry.tries:
                    writer.writerow([shown, name, entry.tries, int(entry.solved is not None)])
        write_page(path, lines.getvalue())

    def _title(self) -> str:
        people = number_of(len(self.students), "student")
        return f"{people}, {number_of(len(self.exercises), 'exercise')} tried"

    def _said(self) -> list[str]:
        """Return the two things to look at first, and what could not be read."""
        said = [f"Hardest: {self.hardest}."] if self.hardest else []
        name, mistake, students = self.commonest
        if students:
            who = number_of(students, "student")
            said.append(f"Commonest mistake ({who}), {name}: {mistake}")
        return [*said, *self.troubles]

    def _cells(self) -> list[list[str]]:
        """Return the table as text, the heads first."""
        heads = ["exercise", "solved by", "tries each", "commonest mistake"]
        return [heads] + [
            [
                row["exercise"],
                f"{row['solved']} of {row['students']}",
                f"{row['tries'] / row['students']:.1f}",
                f"{row['mistaken']}: {row['mistake']}" if row["mistaken"] else "",
            ]
            for row in self.table()
        ]

    def __repr__(self) -> str:
        rows = [
            f"{name}: solved by {solved}, {tries} tries each"
            for name, solved, tries, _ in self._cells()[1:]
        ]
        return "\n".join([self._title(), *rows, *self._said()])

    def _repr_html_(self) -> str:
        """Show the table in a notebook."""
        heads, *rows = self._cells()
        head = "".join(f'<th scope="col">{name}</th>' for name in heads)
        body = "".join(
            f'<tr><th scope="row" style="{_NAME}">{html.escape(name)}</th>'
            + "".join(f'<td style="text-align: left">{html.escape(cell)}</td>' for cell in cells)
            + "</tr>"
            for name, *cells in rows
        )
        said = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self._said())
        table = f"<table><caption>{self._title()}</caption><tr>{head}</tr>{body}</table>"
        return f'<div class="mathjax_ignore tex2jax_ignore">{said}{table}</div>'


def _shade(entry: Entry | None) -> float:
    """Return how dark an entry is drawn: 0 not tried, 1 solved at the first try."""
    if entry is None or not entry.tries:
        return 0.0
    return max(0.45, 1.1 - 0.1 * entry.tries) if entry.solved else 0.15


def _mark(entry: Entry) -> str:
    """Return an entry in few signs."""
    if entry.solved:
        return "✓" if entry.tries == 1 else f"✓{entry.tries}"
    return f"○{entry.tries}"


def read_class(folder: Path, known: Mapping[str, Exercise], names: bool = True) -> ClassProgress:
    """Return the progress of the class whose files lie in a folder, or in folders in it.

    A file is the student's whose name it has, such as ``ana.json``; one called
    ``llamakit-progress.json`` is of the student whose folder it lies in, as learning platforms and
    nbgrader put it. Several files of a student are taken together. Without ``names`` the students
    are numbered, from the one who has solved most. A file that cannot be read is named, and the
    others are read. Raises InputError if there is no file.
    """
    paths = list(_files(folder))
    if not paths:
        raise InputError(
            f"there are no progress files in {brief(str(folder))}: collect the students' "
            f"{record.FILE}, each as NAME.json or in a folder of its own"
        )
    students: dict[str, dict[str, Entry]] = {}
    troubles = []
    for path in paths:
        try:
            found = record.read(path)
        except InputError as error:
            inside = path.parent.relative_to(folder).parts
            troubles.append(f"{f'In {_shown(inside[0])}: ' if inside else ''}{error}")
            continue
        mine = students.setdefault(_student(path.relative_to(folder)), {})
        mine.update(record.together(mine, found))
    if not names:
        students = _nameless(students)
        bad = number_of(len(troubles), "file")
        troubles = [f"{bad} could not be read."] if troubles else []
    return ClassProgress(students, known, tuple(troubles))


def _files(folder: Path) -> Iterator[Path]:
    """Yield the JSON files in a folder, in order, but not the hidden ones. Raises InputError."""
    found = sorted(folder.rglob("*.json"))
    shown = [
        path
        for path in found
        if path.is_file() and not any(part[0] == "." for part in path.relative_to(folder).parts)
    ]
    if len(shown) > MOST_FILES:
        raise InputError(f"{len(shown):,} files are not one class's: at most {MOST_FILES:,}")
    yield from shown


def _student(path: Path) -> str:
    """Return whose file this is, from its path in the class's folder."""
    handed_in_alone = len(path.parts) > 1 and path.stem.startswith(Path(record.FILE).stem)
    return _shown(path.parts[0] if handed_in_alone else path.stem)


def _shown(name: str) -> str:
    """Return a file's name as it can be shown, however odd it is."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


def _nameless(students: Mapping[str, dict[str, Entry]]) -> dict[str, dict[str, Entry]]:
    """Return the students by number, from the one who has solved most."""

    def done(entries: Mapping[str, Entry]) -> tuple[int, int, str]:
        solved = [name for name, entry in entries.items() if entry.solved]
        return -len(solved), sum(entry.tries for entry in entries.values()), str(sorted(solved))

    width = len(str(len(students)))
    ranked = sorted(students.values(), key=done)
    return {f"student {number:0{width}}": one for number, one in enumerate(ranked, 1)}
