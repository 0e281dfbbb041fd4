"""Nothing lost: the record of a game written to a file after every move.

Imports the standard library and ``core``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from llamakit.core.game import Game, Step, replay
from llamakit.core.state import InputError, RecordError, brief


class Autosave:
    """A file that holds the record of a game as it stands.

    It is written *atomically*: beside the old file, which is then replaced in one step, so that
    there is a whole record at any moment, whatever happens to the computer.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Keep a game in a file. Raises InputError for what is no path."""
        if not isinstance(path, (str, os.PathLike)) or not str(path).strip("\0 "):
            raise InputError(f"autosave is the path of a file, not {brief(path)}")
        self.path = Path(path).absolute()
        self._kept: tuple[Step, ...] | None = None

    def keep(self, game: Game) -> str:
        """Write the game if it has changed, and return what went wrong: nothing, mostly."""
        history = game.history
        if history == self._kept:
            return ""
        try:
            write(self.path, json.dumps(game.record(), ensure_ascii=False))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            return f"The game could not be written to {self.path.name}: {why}."
        self._kept = history
        return ""

    def require_free(self) -> None:
        """Raise InputError if the file holds a game still being played, or something else."""
        if not self.path.exists() or not self.path.stat().st_size:
            return
        name = brief(self.path.name)
        try:
            over = replay(self.path).is_over
        except RecordError:
            raise InputError(
                f"the file {name} is there already and is not the record of a game: "
                "choose another name"
            ) from None
        if not over:
            raise InputError(
                f"the file {name} holds a game that is not over: resume(path) goes on with it; "
                "to start a new one, choose another name or delete the file"
            )


def write(path: Path, content: str) -> None:
    """Replace the content of a file in one step. Raises OSError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(Path(folder, "game.json"), "{}")
    ...     Path(folder, "game.json").read_text()
    '{}'
    """
    beside = path.with_name(f"{path.name}.part")
    with beside.open("w", encoding="utf-8") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
