"""The end of a round or of a game: who held what, what it counted, and who has won.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.game import Game
from llamakit.engine.registry import find_game
from llamakit.engine.state import State, View
from llamakit.table import words
from llamakit.table.draw import HEAD, icon, table, text


def scores_html(game: Game, view: View, end: int | None = None) -> str:
    """Return what each player has got in the round and in all, and who has won, as a table.

    ``end`` is the number of steps after which a round ended; None for the end of the game. What is
    held is drawn from ``view``.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", players=["Ana", "Ben"], seed=7, target=1)
    >>> game.play("quit")
    >>> game.play("quit")
    >>> "winner" in scores_html(game, game.view())
    True
    """
    state = game.state if end is None else game.history[end].before
    points = counted(game, end)
    heads = [words.CARDS, words.POINTS, words.TOTAL] if points else [words.SCORE]
    seats = range(len(game.players))
    rows = "".join(_row(game, state, view, seat, points) for seat in seats)
    caption = words.SCORES if state.is_over else words.round_number(state.round_number)
    kind = "lk-scores lk-final" if state.is_over else "lk-scores"
    return table(kind, rows, [words.PLAYER, *heads], caption)


def counted(game: Game, end: int | None = None) -> tuple[tuple[str, int], ...]:
    """Return what was counted at the end of a round, for each seat; nothing if points are not."""
    count = find_game(game.name).words.counted
    return next(filter(None, map(count, reversed(game.history[:end]))), ())


def _row(game: Game, state: State, view: View, seat: int, points: Sequence[tuple[str, int]]) -> str:
    """Return a player's row: who, what is held, its points, and the total."""
    kind, total = find_game(game.name), state.scores[seat]
    crown = icon(kind.picture.winner(), HEAD, "winner") if kind.has("picture") else ""
    won = state.is_over and seat in game.winners
    mark = f' {crown} <span class="lk-tag">{words.WINNER}</span>' if won else ""
    name = f'<th scope="row"><bdi>{text(game.players[seat])}</bdi>{mark}</th>'
    held = kind.picture.holding(view, seat) if kind.has("picture") else ""
    if points:
        what, cost = points[seat]
        cells = f"<td>{held or text(what)}</td><td>{cost}</td><td>{total}</td>"
    else:
        cells = f"<td>{held or total}</td>"
    extra = ' class="lk-won"' if won else ""
    return f"<tr{extra}>{name}{cells}</tr>"
