"""A match: several games one after the other, everybody starting equally often (H12).

Imports the standard library and the rest of the engine.
"""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

from llamakit.engine.game import Game, make_rng, named, new_game
from llamakit.engine.record import match_record
from llamakit.engine.state import Rules


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
        game = Game(last._kind, last.seats, next_rules(last), Random(self._rng.getrandbits(64)))
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
        return self._games[0].rules.leaders(self.scores)

    def record(self) -> dict[str, Any]:
        """Return the whole match as a JSON-able dict; ``replay`` plays it again."""
        return match_record(self)

    def __repr__(self) -> str:
        game = f"{self._games[0].name} {named(self.players)} game={len(self._games)}"
        return f"<Match {game} of {self.length} scores={list(self.scores)}>"


def new_match(game: str, players: Any = 2, seed: int | None = None, **options: Any) -> Match:
    """Begin a match: takes what ``new_game`` takes. Raises InputError.

    In Chinchiller Dice two players start three games each, three players two each, four or five
    one each (H12). The other games have no rule for it: there everybody starts once.

    >>> from llamakit.engine.game import bot
    >>> match = new_match("chinchiller", players=[bot("greedy"), bot("cautious")], seed=7)
    >>> while not match.is_over:
    ...     game = match.game
    ...     while not game.is_over:
    ...         game.play()
    >>> len(match.games), match.scores == tuple(map(sum, zip(*[g.scores for g in match.games])))
    (6, True)
    """
    rng = make_rng(seed)
    return Match(new_game(game, players, rng.getrandbits(64), **options), rng)


def next_rules(last: Game) -> Rules:
    """Return the rules of a game, with the start passed to the left (H12)."""
    starter = (last.rules.first_player + 1) % len(last.players)
    return dataclasses.replace(last.rules, first_player=starter)
