"""The record of a game or a match: its format, written from them and read from a dict or a file.

Imports the standard library, ``engine.files`` and ``engine.state``.

**The record, version 1**, is a JSON-able dict::

    {"format": "llamakit record", "version": 1, "game": "llama-dice",
     "players": [{"name": "Ana"}, {"name": "Ben", "bot": "cautious"}],
     "options": {"target": 40, ...},
     "steps": [{"deal": [[1, 3, "L", ...], ...]},     what chance brought: deal, roll, draw
               {"seat": 0, "action": "roll"},         what a player chose
               {"roll": [1, 3, "L"]}, ...],
     "scores": [0, 0]}                                points by seat after the last step

The steps hold every deal, roll, draw and action in order, cards as the game's rules write them, so
a reader with the rulebook can recompute every score. Nothing in it tells what has not happened yet.

**The record of a match, version 1**, holds those of its games, in order::

    {"format": "llamakit match", "version": 1, "games": [...], "scores": [131, 94]}

``scores`` are the totals of the games that are over.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llamakit.engine import words
from llamakit.engine.files import read
from llamakit.engine.state import InputError, RecordError

if TYPE_CHECKING:
    from llamakit.engine.game import Game, Seat, Step
    from llamakit.engine.match import Match

FORMAT, MATCH_FORMAT, VERSION = "llamakit record", "llamakit match", 1
MOST_STEPS = 100_000

#: Bytes, and brackets in them; no file with the record of a game has more.
LARGEST, MOST_BRACKETS = 20_000_000, 10 * MOST_STEPS


def game_record(game: Game) -> dict[str, Any]:
    """Return the whole of a game so far as a JSON-able dict."""
    steps = [step_record(step) for step in game.history]
    return {**record_head(game), "steps": steps, "scores": list(game.scores)}


def record_head(game: Game) -> dict[str, Any]:
    """Return what the record of a game begins with: all that stays the same to its end.

    Raises InputError for a game that began from a position of its own.
    """
    if game.start != game.rules.start():
        raise InputError(words.NO_RECORD)
    options = {name: game.rules.to_json(value) for name, value in game.rules.options.items()}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "players": [_seat_record(seat) for seat in game.seats],
        "options": options,
    }


def match_record(match: Match) -> dict[str, Any]:
    """Return the whole of a match so far as a JSON-able dict."""
    return {
        "format": MATCH_FORMAT,
        "version": VERSION,
        "games": [game.record() for game in match.games],
        "scores": list(match.scores),
    }


def _seat_record(seat: Seat) -> dict[str, str]:
    """Return a seat for the record: its name, and its bot's name if it has one."""
    if seat.strategy is None:
        return {"name": seat.name}
    known = seat.strategy if isinstance(seat.strategy, str) else "own strategy"
    return {"name": seat.name, "bot": known}


def step_record(step: Step) -> dict[str, Any]:
    """Return a step for the record: {"roll": [...]} or {"seat": 0, "action": "roll"}."""
    if step.seat is None:
        return {step.before.phase: step.before.rules.to_json(step.choice)}
    return {"seat": step.seat, "action": str(step.choice)}


def read_record(record: Any) -> Mapping[str, Any]:
    """Return the record as a dict with every entry there. Raises RecordError."""
    if isinstance(record, (str, os.PathLike)):
        record = read_file(Path(record))
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        raise RecordError(words.no_record_of_ours(FORMAT, record))
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(words.other_version(record.get("version"), VERSION))
    kinds = {"game": str, "players": list, "options": dict, "steps": list, "scores": list}
    for key, kind in kinds.items():
        if not isinstance(record.get(key), kind):
            raise RecordError(words.part_of_record(key, kind.__name__))
    if len(record["steps"]) > MOST_STEPS:
        raise RecordError(words.too_many_steps(MOST_STEPS))
    return record


def read_file(path: Path) -> Any:
    """Return the JSON in a file. Raises RecordError if there is none."""
    try:
        text = read(path, LARGEST)
        if text.count(b"[") + text.count(b"{") > MOST_BRACKETS:  # many would fill the memory
            raise ValueError(words.TOO_MANY_PARTS)
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(words.unread(path, error)) from None
