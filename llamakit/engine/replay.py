"""Playing a record again: of one game, or of a whole match, every step checked.

Imports the standard library and the rest of the engine.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from llamakit.engine import words
from llamakit.engine.game import Game, Seat, checked_name, make_rng
from llamakit.engine.match import Match, next_rules
from llamakit.engine.record import (
    MATCH_FORMAT,
    VERSION,
    read_file,
    read_record,
)
from llamakit.engine.registry import check_count, find_game, known_bot, make_rules
from llamakit.engine.state import InputError, RecordError


def replay(
    record: Mapping[str, Any] | str | os.PathLike[str], seed: int | None = None
) -> Game | Match:
    """Play the record of a game or a match again and return it, ready to go on.

    ``record`` is the dict or the path of a JSON file that holds it; ``seed`` is for what comes
    after its last step. Raises RecordError, naming the game and the step, for a record that is
    broken, foreign or against the rules.

    >>> from llamakit.engine.match import new_match
    >>> match = new_match("chinchiller", players=2, seed=1)
    >>> replay(match.record()).game.state == match.game.state
    True
    """
    if isinstance(record, (str, os.PathLike)):
        record = read_file(Path(record))
    if isinstance(record, Mapping) and record.get("format") == MATCH_FORMAT:
        return _replay_match(record, make_rng(seed))
    return replay_game(record, seed)


def replay_game(
    record: Mapping[str, Any] | str | os.PathLike[str], seed: int | None = None
) -> Game:
    """Play the record of one game again, checking every step, and return it, ready to go on.

    ``record`` is the dict or the path of a JSON file that holds it; ``seed`` is for what comes
    after its last step. Raises RecordError, naming the step, for a record that is broken, foreign
    or against the rules.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", players=2, seed=1)
    >>> game.play("roll")
    >>> replay_game(game.record()).state == game.state
    True
    """
    rng = make_rng(seed)
    record = read_record(record)
    game = _empty_game(record, rng)
    for number, entry in enumerate(record["steps"], start=1):
        try:
            _replay_step(game, entry)
        except RecursionError:
            raise RecordError(words.nested_step(number)) from None
        except InputError as error:
            raise RecordError(words.in_step(number, error)) from None
    if list(record["scores"]) != list(game.scores):
        raise RecordError(words.other_scores(game.scores, record["scores"]))
    game._let_chance_move()
    return game


def _replay_step(game: Game, entry: Any) -> None:
    """Play one entry of a record. Raises InputError if it is not what can come next."""
    if not isinstance(entry, dict):
        raise RecordError(words.no_step(entry))
    phase, player = game.state.phase, game.state.player
    if game.is_over:
        raise RecordError(words.step_after_the_end(entry))
    if game.state.is_chance:
        if list(entry) != [phase]:
            raise RecordError(words.chance_wanted(phase, entry))
        game._step(None, game.rules.from_json(entry[phase]))
    else:
        if set(entry) != {"seat", "action"} or not isinstance(entry["action"], str):
            raise RecordError(words.action_wanted(entry))
        if type(entry["seat"]) is not int or entry["seat"] != player:
            raise RecordError(words.other_turn(player, entry["seat"]))
        action = game.state.find_action(entry["action"])
        if game.moves:
            game._dice_before.push_again()  # the record says what chance brought
        else:
            game._dice_before.push(game._rng)
        game._step(player, action)


def _empty_game(record: Mapping[str, Any], rng: Random) -> Game:
    """Return the game of a record before its first step. Raises RecordError."""
    try:
        check_count(record["game"], len(record["players"]))
        seats: list[Seat] = []
        for entry in record["players"]:
            if not isinstance(entry, dict) or not set(entry) <= {"name", "bot"}:
                raise InputError(words.no_recorded_player(entry))
            name = checked_name(entry.get("name"), [seat.name for seat in seats])
            seats.append(Seat(name, known_bot(record["game"], entry.get("bot"))))
        game = find_game(record["game"])
        read = game.rules.Rules.from_json
        options = {str(key): read(value) for key, value in record["options"].items()}
        rules = make_rules(game, len(seats), options)
    except (InputError, RecursionError) as error:
        raise RecordError(words.cannot_be_played(error)) from None
    return Game(game, seats, rules, rng)


def _replay_match(record: Mapping[str, Any], rng: Random) -> Match:
    """Play the games of a match again. Raises RecordError."""
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(words.no_match(VERSION, record))
    games = record.get("games")
    if not isinstance(games, list) or not games:
        raise RecordError(words.no_games(games))
    match = Match(_game_of_match(games[0], 1, rng), rng)
    if len(games) > match.length:
        raise RecordError(words.too_many_games(len(games), match.length))
    for number, entry in enumerate(games[1:], start=2):
        _add_game(match, _game_of_match(entry, number, rng), number)
    if record.get("scores") != list(match.scores):
        raise RecordError(words.other_totals(match.scores, record.get("scores")))
    return match


def _game_of_match(entry: Any, number: int, rng: Random) -> Game:
    """Play one game of a match again. Raises RecordError, naming the game."""
    if not isinstance(entry, Mapping):
        raise RecordError(words.no_game_of_match(number, entry))
    try:
        return replay_game(entry, rng.getrandbits(64))
    except RecordError as error:
        raise RecordError(words.game_of_match(number, error)) from None


def _add_game(match: Match, game: Game, number: int) -> None:
    """Add a replayed game to a match. Raises RecordError unless it can be the next one."""
    last = match._games[-1]
    if not last.is_over:
        raise RecordError(words.begins_too_soon(number))
    if (game.name, game.seats, game.rules) != (last.name, last.seats, next_rules(last)):
        raise RecordError(words.does_not_follow(number))
    match._games.append(game)
