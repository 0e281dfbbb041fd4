"""The progress record: which exercises are solved, when, and after how many tries.

Imports the standard library and ``core``. In a notebook it is kept in a file beside it, so that it
can be downloaded and put back where the machine vanishes; elsewhere in memory only. It holds no
answers.
"""

from __future__ import annotations

import html
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from llamakit.core.autosave import write
from llamakit.core.state import InputError, brief

#: The file beside the notebooks.
FILE = "llamakit-progress.json"

#: A larger file is no progress record.
LARGEST = 1_000_000


@dataclass
class Entry:
    """One exercise: the number of answers given until it was solved, and when that was."""

    tries: int = 0
    solved: str | None = None


class Progress:
    """What has been tried and solved, by exercise.

    ``trouble`` says why the file could not be read or written; empty if all is well.

    >>> progress = Progress({"dice-1": Entry(tries=2, solved="2026-01-31")}, ["dice-1", "dice-2"])
    >>> progress
    1 of 2 exercises solved
    dice: ✓ ○
    """

    def __init__(self, entries: Mapping[str, Entry], known: list[str], trouble: str = "") -> None:
        """Hold what is known of each exercise; ``known`` are all exercises, in order."""
        self.entries = dict(entries)
        self.known = known
        self.trouble = trouble

    @property
    def solved(self) -> list[str]:
        """The ids of the exercises solved."""
        return [name for name in self.known if self._entry(name).solved]

    def _entry(self, name: str) -> Entry:
        return self.entries.get(name, Entry())

    def _books(self) -> dict[str, list[str]]:
        """Return the exercises by the first part of their ids."""
        books: dict[str, list[str]] = {}
        for name in self.known:
            books.setdefault(name.rpartition("-")[0], []).append(name)
        return books

    def _mark(self, name: str) -> str:
        return "✓" if self._entry(name).solved else "○"

    def _title(self) -> str:
        return f"{len(self.solved)} of {len(self.known)} exercises solved"

    def __repr__(self) -> str:
        lines = [f"{book}: {' '.join(map(self._mark, ids))}" for book, ids in self._books().items()]
        return "\n".join([self._title(), *lines, *([self.trouble] if self.trouble else [])])

    def _repr_html_(self) -> str:
        """Show the record in a notebook, one line for each lesson's exercises."""
        rows = "".join(
            f'<tr><th scope="row" style="text-align: left">{html.escape(book)}</th><td>'
            f"{' '.join(map(self._told, ids))}</td></tr>"
            for book, ids in self._books().items()
        )
        trouble = f"<p>{html.escape(self.trouble)}</p>" if self.trouble else ""
        return f"<table><caption>{self._title()}</caption>{rows}</table>{trouble}"

    def _told(self, name: str) -> str:
        """Return an exercise's mark, and behind it in words what is known."""
        entry = self._entry(name)
        words = f"{entry.tries} {'try' if entry.tries == 1 else 'tries'}"
        words += f", solved on {entry.solved[:10]}" if entry.solved else ""
        return f'<span title="{html.escape(f"{name}: {words}")}">{self._mark(name)}</span>'


#: What was noted in this session or found in the file, and why the file was not written, if so.
_entries: dict[str, Entry] = {}
_trouble = ""


def note(name: str, correct: bool) -> None:
    """Note a try; once solved, an exercise stays solved. Nothing is raised."""
    global _trouble
    _trouble = _read_again()
    entry = _entries.setdefault(name, Entry())
    if not entry.solved:
        entry.tries += 1
        entry.solved = datetime.now().isoformat(timespec="seconds") if correct else None
    if _in_notebook() and not _trouble:
        try:
            write(Path(FILE).absolute(), _as_text(_entries))
        except OSError as error:
            _trouble = f"This progress cannot be written to {FILE}: {error.strerror}."


def progress(known: list[str], path: str | os.PathLike[str] | None = None) -> Progress:
    """Return this session's progress, or that of a file. Raises InputError for a broken file."""
    if path is None:
        return Progress(_entries, known, _read_again() or _trouble)
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"a progress record is the path of a file, not {brief(path)}")
    return Progress(read(Path(path)), known)


def _read_again() -> str:
    """Add what the file beside the notebook holds, and return why it cannot be read, if so.

    Every notebook has a kernel of its own, and all of them write to this file: what another one
    has noted since is kept.
    """
    if not _in_notebook() or not os.path.exists(FILE):
        return ""
    try:
        found = read(Path(FILE))
    except InputError as error:
        return f"{error} It is left as it is; move it away to begin a new one."
    for name, entry in found.items():
        _entries[name] = max(entry, _entries.get(name, entry), key=_known)
    return ""


def _known(entry: Entry) -> tuple[bool, int]:
    """Return how much an entry tells: solved is more than any number of tries."""
    return bool(entry.solved), entry.tries


def _in_notebook() -> bool:
    """Whether this runs in a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def _as_text(entries: Mapping[str, Entry]) -> str:
    """Return a record as it stands in its file."""
    listed = {name: vars(entry) for name, entry in entries.items()}
    return json.dumps({"llamakit progress": 1, "exercises": listed}, indent=1)


def read(path: Path) -> dict[str, Entry]:
    """Return the record in a file. Raises InputError, naming what is wrong with it."""
    name = brief(path.name)
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{name} is too large for a progress record.")
        record: Any = json.loads(path.read_text(encoding="utf-8"))
        if record.get("llamakit progress") != 1:
            raise InputError(f"{name} is not a progress record that this llamakit can read.")
        return {str(id_): _entry(values) for id_, values in record["exercises"].items()}
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}.") from None
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{name} is not a progress record.") from None


def _entry(values: Any) -> Entry:
    """Return an entry of a record. Raises ValueError or TypeError."""
    entry = Entry(**values)
    if type(entry.tries) is not int or not 0 <= entry.tries <= 10**6:
        raise ValueError
    if entry.solved is not None:
        datetime.fromisoformat(entry.solved)
    return entry
