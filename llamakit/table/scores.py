"""The end of a round or of a game: who held what, what it counted, and who has won.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.game import Game, Step
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
    points, counting = counted(game, end), _counting(game, end)
    paid = counting.after if counting else state
    heads = [words.CARDS, words.POINTS, words.TOTAL] if points else [words.SCORE]
    seats = range(len(game.players))
    rows = "".join(_row(game, state, view, seat, points, paid) for seat in seats)
    caption = words.SCORES if state.is_over else words.round_number(state.round_number)
    kind = "lk-scores lk-final" if state.is_over else "lk-scores"
    return table(kind, rows, [words.PLAYER, *heads], caption)


def counted(game: Game, end: int | None = None) -> tuple[tuple[str, int], ...]:
    """Return what was counted at the end of a round, for each seat; nothing if points are not."""
    step = _counting(game, end)
    return find_game(game.name).words.counted(step) if step else ()


def _counting(game: Game, end: int | None) -> Step | None:
    """Return the last step in which the points of a round were counted, if any."""
    count = find_game(game.name).words.counted
    return next((step for step in reversed(game.history[:end]) if count(step)), None)


def _row(
    game: Game,
    state: State,
    view: View,
    seat: int,
    points: Sequence[tuple[str, int]],
    paid: State,
) -> str:
    """Return a player's row: who, what is held, its points less those given back, and the total.

    Where points are counted and nothing is held any more, words say what they are for. ``paid`` is
    the position right after they were paid.
    """
    kind, total = find_game(game.name), state.scores[seat]
    crown = icon(kind.picture.winner(), HEAD, "winner") if kind.has("picture") else ""
    won = state.is_over and seat in game.winners
    mark = f' {crown} <span class="lk-tag">{words.WINNER}</span>' if won else ""
    name = f'<th scope="row"><bdi>{text(game.players[seat])}</bdi>{mark}</th>'
    held = kind.picture.holding(view, seat) if kind.has("picture") else ""
    if points:
        what, cost = points[seat]
        shown = held if "<svg" in held or (held and not cost) else text(what)
        back = paid.scores[seat] - total
        given = f" − {back}" if back else ""
        cells = f"<td>{shown}</td><td>{cost}{given}</td><td>{total}</td>"
    else:
        cells = f"<td>{held or total}</td>"
    extra = ' class="lk-won"' if won else ""
    return f"<tr{extra}>{name}{cells}</tr>"
