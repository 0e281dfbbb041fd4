"""Nothing lost: the record of a game written to a file after every move.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from glob import escape
from itertools import count
from pathlib import Path
from typing import Any

from llamakit.engine.files import alone, read, what_is_wrong, write
from llamakit.engine.game import Game, Step
from llamakit.engine.match import Match
from llamakit.engine.record import LARGEST, MATCH_FORMAT, VERSION, record_head, step_record
from llamakit.engine.registry import FOLDERS
from llamakit.engine.replay import replay
from llamakit.engine.state import InputError, RecordError, brief
from llamakit.table import words

#: What the names of the files begin with that the start panel saves games in.
PREFIX = "llamakit-"

#: A half-written file that is older than this, in seconds, was left by a crash.
STALE = 60


class Autosave:
    """A file that holds the record of a game, or of a match, as it stands.

    It is written *atomically*: beside the old file, which is then replaced in one step, so that
    there is a whole record at any moment, whatever happens to the computer. Every step is put into
    text only once, and what is in the file is not read again, so a long game is written as quickly
    as a short one. Where two tables or two notebooks have the same file, the one that finds the
    other's game in it goes on in a new file beside it, and says so: neither game is lost.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Keep a game in a file. Raises InputError for what cannot be one."""
        self.path = _checked_path(path)
        self._steps: Sequence[Step] = ()
        self._text = bytearray()
        self._ends = [0]  # of the text of no step, one step, two steps and so on
        self._earlier: list[tuple[Sequence[Step], bytes]] = []
        self._written: tuple[bytes, bytes] | None = None
        self._found, self._stamp, self._moved = _content(self.path), _stamp(self.path), ""
        _clear_up(self.path)

    def keep(self, table: Game | Match) -> str:
        """Write the game, or the match, if it has changed; return what went wrong, if anything."""
        game = table.games[-1] if isinstance(table, Match) else table
        head = _json(record_head(game))[:-1] + b', "steps": ['
        tail = b'], "scores": ' + _json(list(game.scores)) + b"}"
        if isinstance(table, Match):
            before, after = self._around(table)
            head, tail = before + head, tail + after
        if self._steps is game.history and self._written == (head, tail):
            return self._moved
        try:
            with alone(self.path):
                self._step_aside()
                self._follow(game.history)
                write(self.path, head, self._text, tail)
                self._stamp = _stamp(self.path)
        except OSError as error:
            return words.not_written(self.path.name, what_is_wrong(error))
        self._written = head, tail
        return self._moved

    def _step_aside(self) -> None:
        """Take another file if somebody else has written to this one since.

        It is read only if its stamp is another: a long record takes as long to read as to write.
        """
        if self._stamp is not None and self._stamp == _stamp(self.path):
            return
        found, left = _content(self.path), self._found
        if self._written is not None:
            head, tail = self._written
            left = b"".join((head, self._text, tail))
        if not found or left == found or _as_json(left) == _as_json(found):
            return
        theirs = self.path
        self.path = _numbered(theirs, os.path.lexists, 2)
        self._moved = words.moved_aside(theirs.name, self.path.name)

    def _follow(self, history: Sequence[Step]) -> None:
        """Make the text that of a history: most of it, if not all, is there already."""
        same = min(len(self._steps), len(history))
        while same and self._steps[same - 1] is not history[same - 1]:
            same -= 1
        del self._text[self._ends[same] :], self._ends[same + 1 :]
        for number, step in enumerate(history[same:], same):
            self._text += (b", " if number else b"") + _json(step_record(step))
            self._ends.append(len(self._text))
        self._steps, self._written = history, None

    def _around(self, match: Match) -> tuple[bytes, bytes]:
        """Return what stands in the record of a match before and after its last game."""
        ended = match.games[:-1]
        del self._earlier[len(ended) :]
        for number, game in enumerate(ended):
            known = self._earlier[number][0] if number < len(self._earlier) else None
            if known is not game.history:
                self._earlier[number:] = [(game.history, _json(game.record()))]
        head = _json({"format": MATCH_FORMAT, "version": VERSION})[:-1] + b', "games": ['
        head += b"".join(text + b", " for _, text in self._earlier)
        return head, b'], "scores": ' + _json(list(match.scores)) + b"}"

    def found(self) -> Game | Match | None:
        """Return the game, or the match, in the file, if there is one that is not over.

        Raises InputError if there is something else in the file, or no folder for it.
        """
        if not self.path.parent.is_dir():
            raise InputError(words.no_folder(brief(str(self.path.parent))))
        if not self.path.exists() or (self.path.is_file() and not self.path.stat().st_size):
            return None
        try:
            found = replay(self.path)
        except RecordError:
            raise InputError(words.taken_by_something_else(brief(self.path.name))) from None
        return None if found.is_over else found

    def set_aside(self) -> str:
        """Keep a copy of the file beside it, and return its name. Raises InputError."""
        copy = _numbered(self.path, os.path.lexists, 2)
        try:
            write(copy, read(self.path, LARGEST))
        except OSError as error:
            raise InputError(words.not_written(copy.name, what_is_wrong(error))) from None
        return copy.name


def unfinished(folder: Path) -> list[tuple[Path, Game | Match]]:
    """Return the games that the start panel has saved in a folder and that are not over.

    Those of the last five files that were written, the latest first; what is broken is left out.
    """
    try:
        files = sorted(folder.glob(f"{PREFIX}*.json"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []
    names = tuple(f"{PREFIX}{slug}" for slug in FOLDERS)
    games = []
    for path in [path for path in files if path.stem.startswith(names)][:5]:
        with suppress(InputError):
            found = Autosave(path).found()
            if found is not None:
                games.append((path, found))
    return games


def free_file(folder: Path, slug: str) -> Path:
    """Return a file to save a new game in: one that is not there, or holds a game that is over.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     free_file(Path(folder), "kadabra").name
    'llamakit-kadabra.json'
    """
    return _numbered(folder / f"{PREFIX}{slug}.json", _is_used)


def _is_used(path: Path) -> bool:
    """Whether there is something in a file other than a game that is over."""
    try:
        return os.path.lexists(path) and not replay(path).is_over
    except RecordError:
        return True


def _numbered(path: Path, taken: Callable[[Path], bool], first: int = 1) -> Path:
    """Return a path that is not taken: with the first number that makes it another, if need be."""
    for number in count(first):
        added = f"-{number}" * (number > 1)
        found = path.with_name(f"{path.stem[:100]}{added}{path.suffix[:100]}")
        if not taken(found):
            return found
    raise AssertionError("numbers never end")


def _checked_path(path: Any) -> Path:
    """Return the path of a file that is there or can be. Raises InputError."""
    if not isinstance(path, (str, os.PathLike)) or not str(path).strip("\0 "):
        raise InputError(words.not_a_path(brief(path)))
    try:
        found = Path(path).absolute()
        str(found).encode()  # the table must be able to say its name
        with suppress(FileNotFoundError):
            found.stat()
    except (OSError, ValueError, TypeError) as error:
        why = what_is_wrong(error)
        raise InputError(words.no_such_file(brief(str(path)), why)) from None
    if not found.name:
        raise InputError(words.not_a_path(brief(str(path))))
    return found


def _content(path: Path) -> bytes:
    """Return what is in a file: nothing if there is none, a mark if it cannot be read."""
    try:
        return read(path, LARGEST) if os.path.lexists(path) else b""
    except InputError:
        return b"unreadable"


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Return what is another whenever somebody has written to a file; None if it cannot be told."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _as_json(content: bytes) -> Any:
    """Return what a text stands for: some systems put spaces of their own into a JSON file."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return content


def _json(value: Any) -> bytes:
    """Return the JSON of a value."""
    return json.dumps(value, ensure_ascii=False).encode()


def _clear_up(path: Path) -> None:
    """Remove what a crash has left beside a file."""
    with suppress(OSError):
        for left in path.parent.glob(f"{escape(path.name[:200])}.*.part"):
            if time.time() - left.stat().st_mtime > STALE:
                left.unlink()
