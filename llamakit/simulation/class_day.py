"""A class day: a tournament of the files in a folder, of which some may be odd.

Imports the standard library and lower files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from llamakit.engine.files import read
from llamakit.engine.game import checked_name
from llamakit.engine.state import InputError, brief
from llamakit.simulation.entrant import StrategyFile
from llamakit.simulation.standings import Offence, Tournament
from llamakit.simulation.tournament import tournament

#: Bytes; a longer file is no strategy that somebody has written.
LONGEST_FILE = 2**20


def class_day(
    folder: str | os.PathLike[str],
    game: str = "llama-dice",
    n: int = 20,
    seed: int | None = None,
    players: int = 2,
    *,
    bots: Sequence[str] = ("cautious",),
    **more: Any,
) -> Tournament:
    """Play a tournament of all the Python files in a folder, and some built-in bots.

    Each file defines a function ``strategy(view, legal_actions, rng)`` and plays under its own
    name. One that cannot be read or loaded is named in ``offences`` and does not play; the others
    do, with the results they would have had without it. Files that begin with ``_`` or a dot are
    left out. ``more`` is as in ``tournament``: **read there what a strategy can reach**, and how
    ``sandbox`` keeps strangers from your files. With ``save_sheet`` the result can be printed.
    Raises InputError, also for a folder without files, and for one where Python looks for modules.
    """
    entered: dict[str, Any] = {}
    refused: list[Offence] = []
    for path in _files(folder):
        try:
            entered[_name(path, list(entered))] = StrategyFile(path.name, read(path, LONGEST_FILE))
        except InputError as error:
            refused.append(Offence(_shown(path.stem), f"could not be read: {error}", None))
    if not isinstance(bots, (list, tuple)) or not all(isinstance(bot, str) for bot in bots):
        raise InputError(f"bots must be a list of names of built-in bots, not {brief(bots)}")
    for bot in bots:
        entered[checked_name(bot if bot not in entered else f"bot {bot}", list(entered))] = bot
    if len(entered) < 2 and refused:
        named = "; ".join(f"{name} {what}" for name, what, _ in refused)
        raise InputError(f"there are not two to play: {named}")
    day = tournament(entered, game, n, seed, players, **more)
    return replace(day, offences=(*refused, *day.offences))


def _files(folder: object) -> list[Path]:
    """Return the Python files of a folder, by name. Raises InputError if there are none."""
    if not isinstance(folder, (str, os.PathLike)) or not os.fspath(folder):
        raise InputError(f"a class day needs the path of a folder, not {brief(folder)}")
    if any(_same(folder, path or os.curdir) for path in sys.path):
        raise InputError(
            f"Python looks for modules in the folder {brief(str(folder))}: a file called random.py "
            "would run as a part of Python. Put the strategies into a folder of their own"
        )
    try:
        paths = [path for path in Path(folder).iterdir() if path.suffix.lower() == ".py"]
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"the folder {brief(str(folder))} cannot be read: {why}") from None
    files = sorted(path for path in paths if not path.name.startswith(("_", ".")))
    if not files:
        raise InputError(f"there are no Python files in {brief(str(folder))}")
    return files


def _same(one: str | os.PathLike[str], other: str) -> bool:
    """Whether two paths lead to one place that is there."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _name(path: Path, taken: Sequence[str]) -> str:
    """Return the name under which a file plays: its own, and nobody else's. Raises InputError."""
    name = checked_name(path.stem, taken)
    if name != path.stem:
        raise InputError("its name begins or ends with a space")
    return name


def _shown(name: str) -> str:
    """Return a name as it can be shown, however odd it is."""
    return name if name.isprintable() and len(name) <= 40 else brief(name)
