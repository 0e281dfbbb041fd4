"""The progress record: which exercises are solved, when, and after how many tries.

Imports the standard library and lower rooms. In a notebook it is kept in a file beside it, so that
it can be downloaded and put back where the machine vanishes; elsewhere in memory only. It holds no
answers, but the guesses that were made before the answers were seen.
"""

from __future__ import annotations

import html
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any

from llamakit.engine.files import alone, write
from llamakit.engine.files import read as read_file
from llamakit.engine.state import InputError, brief
from llamakit.lessons.exercises.old_ids import todays_id

#: The file beside the notebooks.
FILE = "llamakit-progress.json"

#: A larger file is no progress record.
LARGEST = 1_000_000

#: A guess has no more parts, and no more letters.
MOST_PARTS = 200


@dataclass
class Entry:
    """One exercise: the number of answers given until it was solved, and when that was.

    ``mistakes`` are the misconceptions that were met, each once, as their places in the exercise's
    list.
    """

    tries: int = 0
    solved: str | None = None
    mistakes: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Kept:
    """A guess, None where the answer was shown without one, and when that was."""

    guess: Any
    made: str


class Progress:
    """What has been tried and solved, by exercise, and the ``guesses`` made, by question.

    ``trouble`` says why the file could not be read or written; empty if all is well.

    >>> Progress({"bus-1": Entry(tries=2, solved="2026-01-31")}, ["bus-1", "bus-2"])
    1 of 2 exercises solved
    bus: ✓ ○
    """

    def __init__(
        self,
        entries: Mapping[str, Entry],
        known: list[str],
        trouble: str = "",
        guesses: Mapping[str, Kept] | None = None,
    ) -> None:
        """Hold what is known of each exercise; ``known`` are all exercises, in order."""
        self.entries = dict(entries)
        self.known = known
        self.trouble = trouble
        self.guesses = dict(guesses or {})

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

    def _notes(self) -> list[str]:
        """Return how many guesses there are, and what is wrong with the file."""
        made = sum(kept.guess is not None for kept in self.guesses.values())
        without = len(self.guesses) - made
        parts = [f"guesses kept: {made}"] if made else []
        parts += [f"answers shown without a guess: {without}"] if without else []
        return [", ".join(parts)] * bool(parts) + [self.trouble] * bool(self.trouble)

    def __repr__(self) -> str:
        lines = [f"{book}: {' '.join(map(self._mark, ids))}" for book, ids in self._books().items()]
        return "\n".join([self._title(), *lines, *self._notes()])

    def _repr_html_(self) -> str:
        """Show the record in a notebook, one line for each lesson's exercises."""
        rows = "".join(
            f'<tr><th scope="row" style="text-align: left">{html.escape(book)}</th><td>'
            f"{' '.join(map(self._shown, ids))}</td></tr>"
            for book, ids in self._books().items()
        )
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self._notes())
        return f"<table><caption>{self._title()}</caption>{rows}</table>{notes}"

    def _shown(self, name: str) -> str:
        """Return an exercise's mark, and behind it in words what is known."""
        entry = self._entry(name)
        words = f"{entry.tries} {'try' if entry.tries == 1 else 'tries'}"
        words += f", solved on {entry.solved[:10]}" if entry.solved else ""
        return f'<span title="{html.escape(f"{name}: {words}")}">{self._mark(name)}</span>'


#: What was noted in this session or found in the file, and why the file was not written, if so.
_entries: dict[str, Entry] = {}
_guesses: dict[str, Kept] = {}
_trouble = ""


def _in_turn(change: Callable[..., None]) -> Callable[..., None]:
    """Let only one notebook at a time read and change the file."""

    @wraps(change)
    def changed(*arguments: Any, **named: Any) -> None:
        with alone(Path(FILE)) if _in_notebook() else nullcontext():
            change(*arguments, **named)

    return changed


@_in_turn
def note(name: str, correct: bool, mistake: int | None = None) -> None:
    """Note a try, and which misconception it showed; once solved, an exercise stays solved.

    Nothing is raised.
    """
    global _trouble
    _trouble = _read_again()
    entry = _entries.setdefault(name, Entry())
    if not entry.solved:
        entry.tries += 1
        entry.solved = _now() if correct else None
        if mistake is not None and mistake not in entry.mistakes:
            entry.mistakes.append(mistake)
    _save()


@_in_turn
def keep(name: str, guess: Any) -> None:
    """Keep a guess, or with None that the answer was shown without one. Nothing is raised."""
    global _trouble
    _trouble = _read_again()
    _guesses[name] = Kept(guess, _now())
    _save()


def kept(name: str) -> Kept | None:
    """Return the guess that is kept for a question; None if there is none."""
    if name not in _guesses:
        _read_again()
    return _guesses.get(name)


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _save() -> None:
    """Write the record to its file, in a notebook; what goes wrong is noted."""
    global _trouble
    if _in_notebook() and not _trouble:
        try:
            write(Path(FILE).absolute(), _as_text(_entries, _guesses).encode())
        except OSError as error:
            _trouble = f"This progress cannot be written to {FILE}: {error.strerror}."


def progress(known: list[str], path: str | os.PathLike[str] | None = None) -> Progress:
    """Return this session's progress, or that of a file. Raises InputError for a broken file."""
    if path is None:
        trouble = _read_again() or _trouble
        return Progress(deepcopy(_entries), known, trouble, deepcopy(_guesses))
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"a progress record is the path of a file, not {brief(path)}")
    return Progress(read(Path(path)), known, guesses=read_guesses(Path(path)))


def _read_again() -> str:
    """Add what the file beside the notebook holds, and return why it cannot be read, if so.

    Every notebook has a kernel of its own, and all of them write to this file: what another one
    has noted since is kept.
    """
    if not _in_notebook() or not os.path.exists(FILE):
        return ""
    try:
        found, guessed = read(Path(FILE)), read_guesses(Path(FILE))
    except InputError as error:
        return f"{error} It is left as it is; move it away to begin a new one."
    _entries.update(together(_entries, found))
    for name, guess in guessed.items():
        _guesses.setdefault(name, guess)
    return ""


def together(mine: Mapping[str, Entry], other: Mapping[str, Entry]) -> dict[str, Entry]:
    """Return two records as one: of each exercise the entry that tells more."""
    found = dict(mine)
    for name, entry in other.items():
        found[name] = max(entry, found.get(name, entry), key=_known)
    return found


def _known(entry: Entry) -> tuple[bool, int]:
    """Return how much an entry tells: solved is more than any number of tries."""
    return bool(entry.solved), entry.tries


def _in_notebook() -> bool:
    """Whether this runs in a notebook's kernel."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def _as_text(entries: Mapping[str, Entry], guesses: Mapping[str, Kept]) -> str:
    """Return a record as it stands in its file."""
    listed = {name: vars(entry) for name, entry in entries.items()}
    guessed = {name: vars(guess) for name, guess in guesses.items()}
    return json.dumps({"llamakit progress": 1, "exercises": listed, "guesses": guessed}, indent=1)


def read(path: Path) -> dict[str, Entry]:
    """Return the exercises of a record in a file. Raises InputError, naming what is wrong."""
    found: dict[str, Entry] = _read(path, lambda record: _by_todays_ids(record["exercises"]))
    return found


def read_guesses(path: Path) -> dict[str, Kept]:
    """Return the guesses of a record in a file. Raises InputError, naming what is wrong."""
    found: dict[str, Kept] = _read(path, lambda record: _kept_guesses(record.get("guesses", {})))
    return found


def _read(path: Path, part: Callable[[Any], Any]) -> Any:
    """Return a part of the record in a file. Raises InputError, naming what is wrong with it."""
    name = brief(path.name)
    try:
        text = read_file(path, LARGEST)
    except InputError as error:
        raise InputError(f"{name} cannot be read: {error}.") from None
    try:
        record: Any = json.loads(text)
        if record.get("llamakit progress") != 1:
            raise InputError(f"{name} is not a progress record that this llamakit can read.")
        return part(record)
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError(f"{name} is not a progress record.") from None


def _kept_guesses(listed: Mapping[str, Any]) -> dict[str, Kept]:
    """Return the guesses of a record. Raises ValueError or TypeError."""
    found = {str(name): Kept(**values) for name, values in listed.items()}
    for guess in found.values():
        datetime.fromisoformat(guess.made)
        parts = guess.guess if isinstance(guess.guess, list) else [guess.guess]
        if len(parts) > MOST_PARTS or not all(map(_is_plain, parts)):
            raise ValueError
    return found


def _is_plain(part: Any) -> bool:
    """Whether this is a guess, or a part of one: nothing, a short text or a number."""
    if isinstance(part, str):
        return len(part) <= MOST_PARTS
    return part is None or (isinstance(part, (int, float)) and abs(part) < 1e12)


def _by_todays_ids(listed: Mapping[str, Any]) -> dict[str, Entry]:
    """Return the entries of a record under today's ids. Raises ValueError or TypeError.

    A file may hold an exercise under its old id and its new one: the entry that tells more stays.
    """
    found: dict[str, Entry] = {}
    for id_, values in listed.items():
        name, entry = todays_id(str(id_)), _entry(values)
        found[name] = max(entry, found.get(name, entry), key=_known)
    return found


def _entry(values: Any) -> Entry:
    """Return an entry of a record. Raises ValueError or TypeError."""
    entry = Entry(**values)
    if type(entry.tries) is not int or not 0 <= entry.tries <= 10**6:
        raise ValueError
    if entry.solved is not None:
        datetime.fromisoformat(entry.solved)
    if not isinstance(entry.mistakes, list) or len(entry.mistakes) > 100:
        raise ValueError
    if not all(type(place) is int and 0 <= place < 1000 for place in entry.mistakes):
        raise ValueError
    return entry
