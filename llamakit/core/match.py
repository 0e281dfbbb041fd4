"""A match: several games one after the other, everybody starting equally often (H12).

Imports the standard library and ``core`` only.

**The record of a match, version 1**, is a JSON-able dict that holds those of its games, in order::

    {"format": "llamakit match", "version": 1, "games": [...], "scores": [131, 94]}

``scores`` are the totals of the games that are over.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from llamakit.core import game as sitting
from llamakit.core.game import Game, make_rng, new_game
from llamakit.core.state import RecordError, Rules, brief

FORMAT, VERSION = "llamakit match", 1


class Match:
    """Several games of the same players, with a running total.

    Made by ``new_match`` and ``replay``. The first starter of the first game is the option
    ``first_player``; the start passes to the left from game to game.

    >>> match = new_match("chinchiller", players=["Ana", "Ben"], seed=7)
    >>> match.length, len(match.games), match.scores
    (6, 1, (0, 0))
    """

    def __init__(self, first: Game, rng: Random) -> None:
        """Begin with a first game. Use ``new_match``, which checks what it is given."""
        self._games = [first]
        self._rng = rng

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self._games[0].players

    @property
    def length(self) -> int:
        """How many games the match has (H12)."""
        return len(self.players) * self._games[0].rules.match_starts

    @property
    def games(self) -> tuple[Game, ...]:
        """The games begun so far, in order."""
        return tuple(self._games)

    @property
    def game(self) -> Game:
        """The game on the table. Once it is over, the next one is begun, if there is one."""
        while self._games[-1].is_over and not self.is_over:
            self._games.append(self._next_game())
        return self._games[-1]

    def _next_game(self) -> Game:
        """Return a new game with the same players and options and the next starter."""
        last = self._games[-1]
        game = Game(last.slug, last.seats, _next_rules(last), Random(self._rng.getrandbits(64)))
        game._let_chance_move()
        return game

    @property
    def is_over(self) -> bool:
        """Whether every game has been played to its end."""
        return len(self._games) == self.length and self._games[-1].is_over

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals of the games that are over, by seat."""
        ended = [game.scores for game in self._games if game.is_over]
        return tuple(map(sum, zip((0,) * len(self.players), *ended, strict=True)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best total, once the match is over; ties share (H12)."""
        if not self.is_over:
            return ()
        best = max(self.scores) if self._games[0].rules.most_wins else min(self.scores)
        return tuple(seat for seat, total in enumerate(self.scores) if total == best)

    def record(self) -> dict[str, Any]:
        """Return the whole match as a JSON-able dict; ``replay`` plays it again."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "games": [game.record() for game in self._games],
            "scores": list(self.scores),
        }

    def __repr__(self) -> str:
        slug, names = self._games[0].slug, ", ".join(map(repr, self.players))
        return (
            f"<Match {slug} players=[{names}] game={len(self._games)} of {self.length} "
            f"scores={list(self.scores)}>"
        )


def new_match(slug: str, players: Any = 2, seed: int | None = None, **options: Any) -> Match:
    """Begin a match: takes what ``new_game`` takes. Raises InputError.

    In Chinchiller Dice two players start three games each, three players two each, four or five
    one each (H12). The other games have no rule for it: there everybody starts once.

    >>> from llamakit.core.game import bot
    >>> match = new_match("chinchiller", players=[bot("greedy"), bot("cautious")], seed=7)
    >>> while not match.is_over:
    ...     game = match.game
    ...     while not game.is_over:
    ...         game.play()
    >>> len(match.games), match.scores == tuple(map(sum, zip(*[g.scores for g in match.games])))
    (6, True)
    """
    rng = make_rng(seed)
    return Match(new_game(slug, players, rng.getrandbits(64), **options), rng)


def replay(
    record: Mapping[str, Any] | str | os.PathLike[str], seed: int | None = None
) -> Game | Match:
    """Play the record of a game or a match again and return it, ready to go on.

    ``record`` is the dict or the path of a JSON file that holds it; ``seed`` is for what comes
    after its last step. Raises RecordError, naming the game and the step, for a record that is
    broken, foreign or against the rules.

    >>> match = new_match("chinchiller", players=2, seed=1)
    >>> replay(match.record()).game.state == match.game.state
    True
    """
    if isinstance(record, (str, os.PathLike)):
        record = sitting.read_file(Path(record))
    if isinstance(record, Mapping) and record.get("format") == FORMAT:
        return _replay_match(record, make_rng(seed))
    return sitting.replay(record, seed)


def _replay_match(record: Mapping[str, Any], rng: Random) -> Match:
    """Play the games of a match again. Raises RecordError."""
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(f"a match of version {VERSION} is wanted, not {brief(record)}")
    games = record.get("games")
    if not isinstance(games, list) or not games:
        raise RecordError(f"the match's 'games' must be a list of records, not {brief(games)}")
    match = Match(_replay_game(games[0], 1, rng), rng)
    if len(games) > match.length:
        raise RecordError(f"the match has {len(games)} games, but {match.length} are a match")
    for number, entry in enumerate(games[1:], start=2):
        _add_game(match, _replay_game(entry, number, rng), number)
    if record.get("scores") != list(match.scores):
        raise RecordError(
            f"the totals are {list(match.scores)}, but the record says "
            f"{brief(record.get('scores'))}"
        )
    return match


def _replay_game(entry: Any, number: int, rng: Random) -> Game:
    """Play one game of a match again. Raises RecordError, naming the game."""
    if not isinstance(entry, Mapping):
        raise RecordError(f"game {number} of the match is no record: {brief(entry)}")
    try:
        return sitting.replay(entry, rng.getrandbits(64))
    except RecordError as error:
        raise RecordError(f"game {number} of the match: {error}") from None


def _add_game(match: Match, game: Game, number: int) -> None:
    """Add a replayed game to a match. Raises RecordError unless it can be the next one."""
    last = match._games[-1]
    if not last.is_over:
        raise RecordError(f"game {number} of the match begins before game {number - 1} is over")
    if (game.slug, game.seats, game.rules) != (last.slug, last.seats, _next_rules(last)):
        raise RecordError(
            f"game {number} of the match must have the game, the players and the options of the "
            "one before, and the next seat must start"
        )
    match._games.append(game)


def _next_rules(last: Game) -> Rules:
    """Return the rules of a game, with the start passed to the left (H12)."""
    starter = (last.rules.first_player + 1) % len(last.players)
    return dataclasses.replace(last.rules, first_player=starter)
