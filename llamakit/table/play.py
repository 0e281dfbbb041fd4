"""Sitting down: ``play`` and ``resume`` put whatever can be played on a table.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llamakit.engine.game import Game, new_game
from llamakit.engine.match import Match
from llamakit.engine.registry import FIRST
from llamakit.engine.replay import replay
from llamakit.engine.state import InputError, State, brief
from llamakit.table import words
from llamakit.table.autosave import Autosave
from llamakit.table.start import usual_players
from llamakit.table.table import PACE, Table

if TYPE_CHECKING:
    from llamakit.table.widget import PlayWidget

#: What can be sat down to: a game's name, something begun, a position, or a record and its path.
Playable = str | Game | Match | State | Mapping[str, Any] | os.PathLike[str]


def play(
    game: Playable | None = None,
    players: Any = None,
    seed: int | None = None,
    *,
    pace: float = PACE,
    autosave: str | os.PathLike[str] | None = None,
    **options: Any,
) -> PlayWidget:
    """Return a table to play at, as a widget; a notebook shows it, alone or in a box with others.

    Without arguments the table asks what to play, and offers to go on with what it has saved.
    ``game`` is the name of a game; or a ``Game`` or a ``Match`` that has begun, a position of a
    game, such as ``lk.llama_dice.position([2, 5], [1, 3, "L"])``, or a record and the path of one
    (".json"), to play on from there. ``players``, ``seed`` and ``options`` are those of
    ``new_game``; without players one person sits down with bots. A game that has begun has its
    players and options already. ``pace`` is how many seconds a bot takes to move.

    The game on the table is ``.game`` of the widget, and follows both ways: what is played there
    moves the table. ``moves`` (how many decisions have been taken), ``scores`` (by seat) and
    ``to_move`` (the seat to decide, None at the end) can be observed, as traits of any widget:
    ``table.observe(function, "moves")``.

    ``autosave`` is the path of a file that the record is written to after every move. A game in it
    that is not over goes on, so the cell can be run again. Raises InputError for anything that
    cannot be played, and for a file that holds something else.

    >>> from llamakit.engine.game import bot
    >>> table = play("llama-dice", players=["Ana", bot("cautious")], seed=7)
    >>> table
    A table for llama-dice: run this cell to play.
    >>> table.game.play("quit")
    >>> table.moves, table.to_move
    (1, 1)
    """
    _check_pace(pace)
    file = None if autosave is None else Autosave(autosave)
    if game is None:
        return _start(players, seed, options, pace, file)
    found = _found(game, players, seed, options)
    named = isinstance(game, str) and not _is_path(game)
    kept = None if file is None else _kept(file, found, named)
    note = "" if kept is None or file is None else words.goes_on(file.path.name)
    folder = Path() if named and seed is None and file is None else None
    return _shown(Table(kept or found, seed, pace, file, folder=folder, note=note))


def _start(
    players: Any, seed: Any, options: Mapping[str, Any], pace: float, file: Autosave | None
) -> PlayWidget:
    """Return a table that asks what to play, or that goes on with what is in the file."""
    if players is not None or seed is not None or options:
        raise InputError(words.OPTIONS_NEED_A_GAME)
    kept = None if file is None else file.found()
    if kept is not None and file is not None:
        note = words.goes_on(file.path.name)
        return _shown(Table(kept, None, pace, file, note=note))
    return _shown(start_table(pace, file))


def start_table(pace: float = PACE, file: Autosave | None = None) -> Table:
    """Return a table that asks what to play, without its widget.

    It saves its games in the ``file``; without one, in the current folder, if that is wished there.

    >>> start_table().said
    'What shall we play?'
    """
    proposed = new_game(FIRST, usual_players(FIRST))
    folder = Path() if file is None else None
    return Table(proposed, None, pace, file, folder=folder, starts=True)


def _is_path(game: object) -> bool:
    return isinstance(game, os.PathLike) or (isinstance(game, str) and game.endswith(".json"))


def _found(game: object, players: Any, seed: int | None, options: Any) -> Game | Match:
    """Return what is to be played. Raises InputError."""
    if isinstance(game, State):
        return new_game(game, players or _at_position(game), seed, **options)
    begun = isinstance(game, (Game, Match, Mapping)) or _is_path(game)
    if begun and (players is not None or options):
        raise InputError(words.HAS_ITS_PLAYERS)
    if isinstance(game, (Game, Match)):
        if seed is not None:
            raise InputError(words.HAS_ITS_DICE)
        return game
    if begun:
        return replay(game, seed)  # type: ignore[arg-type]
    return new_game(game, usual_players(game) if players is None else players, seed, **options)  # type: ignore[arg-type]


def _at_position(state: State) -> list[Any]:
    """Return who plays on from a position: a person in the seat to decide, and bots."""
    person, *bots = usual_players(state.rules.game)
    others = cycle(bots)
    seats = range(state.rules.players)
    return [person if seat == (state.player or 0) else next(others) for seat in seats]


def _kept(file: Autosave, game: Game | Match, named: bool) -> Game | Match | None:
    """Return what goes on of the file in place of a game that was named or given, if anything.

    That is any game in it that is not over, in place of one that was only named; and the same game,
    played further, in place of one that was given. Players with strategies of their own sit in
    their seats again. Raises InputError for another game, or something else.
    """
    record, kept = game.record(), file.found()
    if kept is None or kept.record() == record:
        return None
    first = _first(game)
    same = isinstance(game, type(kept)) and _what(kept) == _what(game)
    if same:
        for played in kept.games if isinstance(kept, Match) else [kept]:
            played.seats = first.seats
    if not named and (first.moves or not same):
        where = words.go_on_with(kept)
        raise InputError(words.taken_by_another_game(brief(file.path.name), where))
    return kept


def _first(game: Game | Match) -> Game:
    return game.games[0] if isinstance(game, Match) else game


def _what(game: Game | Match) -> tuple[Any, ...]:
    """Return what makes two games the same: their kind, players and options."""
    first = _first(game)
    return first.name, first.players, first.rules


def resume(path: str | os.PathLike[str], *, pace: float = PACE) -> PlayWidget:
    """Return a table with the game that ``autosave`` wrote to a file, as it stood.

    It goes on being written there. A player with a strategy of your own is a person now: the file
    knows the built-in bots alone. Raises RecordError for a record that is broken or not there.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     table = play("llama-dice", players=2, seed=7, autosave=f"{folder}/game.json")
    ...     resume(f"{folder}/game.json").game.state == table.game.state
    True
    """
    _check_pace(pace)
    file = Autosave(path)
    return _shown(Table(replay(file.path), None, pace, file))


def _shown(table: Table) -> PlayWidget:
    """Return the widget of a table; importing this module imports no widgets."""
    from llamakit.table.widget import PlayWidget

    return PlayWidget(table)


def _check_pace(pace: object) -> None:
    """Raise InputError unless this is how many seconds a bot may take."""
    if isinstance(pace, bool) or not isinstance(pace, (int, float)) or not 0 < pace <= 60:
        raise InputError(words.not_a_pace(brief(pace)))
