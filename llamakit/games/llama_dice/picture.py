"""L.L.A.M.A. Dice drawn: the static picture, and the board as the table shows it.

Imports the standard library, lower rooms and this game's rules and words only. Everything is drawn
from a view, so nothing is shown that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.contract import NOTHING_YET, Recent
from llamakit.engine.display import headline
from llamakit.engine.state import Action
from llamakit.games import board as parts
from llamakit.games import drawings, words
from llamakit.games.cards import fewest_tokens, penalty
from llamakit.games.llama_dice.rules import ROLL, Row, View, is_scored
from llamakit.games.llama_dice.words import LLAMA_ROW, label, row_of
from llamakit.games.words import card_list, number_of
from llamakit.table import draw
from llamakit.table.draw import DIE

_WIDTH, _LINE = 640, 78

#: What three dice show before they are rolled.
NOT_YET = (None,) * 3


def winner() -> str:
    """Return the drawing that marks who has won: our llama."""
    return draw.llama()


def svg(view: View) -> str:
    """Return the whole position as one SVG picture: llama row, dice, and every player's row."""
    drawn = [draw.words(headline(view), 20, 34, 19, 700), draw.words(LLAMA_ROW, 20, 62)]
    drawn.append(draw.line(map(drawings.card, view.llama_row), 20, 70, 40, 0.82))
    drawn.append(draw.words(words.DICE, 440, 62))
    drawn.append(draw.line(map(drawings.die, view.roll or NOT_YET), 440, 76, 50))
    for seat in range(len(view.rows)):
        drawn.append(_seat_svg(view, seat, 152 + seat * _LINE))
    return draw.svg("".join(drawn), _WIDTH, 156 + len(view.rows) * _LINE)


def _seat_svg(view: View, seat: int, top: float) -> str:
    """Return one player's line of the picture: name and points, tokens, row."""
    name = draw.words(_standing(view, seat), 20, top + 14, room=440)
    coins = draw.line(map(drawings.token, fewest_tokens(view.points[seat])), 480, top - 3, 9)
    cards = draw.line(map(drawings.card, view.rows[seat]), 20, top + 22, 38, 0.78)
    return name + coins + cards


def _standing(view: View, seat: int) -> str:
    """Return a player's name and points, what the row has counted, whether they have quit."""
    held = number_of(view.points[seat], "point")
    counted = penalty(view.rows[seat]) if is_scored(view) else None
    return words.standing(view.name(seat), held, counted, view.active[seat], "row")


def board(
    view: View,
    actions: Sequence[Action] = (),
    recent: Recent = NOTHING_YET,
    scores: str = "",
) -> str:
    """Return the position as HTML for the table; what can be clicked plays one of ``actions``."""
    seats = [_seat_html(view, seat, actions, recent) for seat in range(len(view.rows))]
    return parts.board(_llama_row(view, actions) + _dice(view, actions, recent), seats, scores)


def _llama_row(view: View, actions: Sequence[Action]) -> str:
    """Return the llama row; a card that may be taken can be clicked (D8)."""
    cards = _cards(view, view.llama_row, "take", actions, "llama-row", LLAMA_ROW)
    return (
        f'<section class="lk-place lk-row" data-place="row"><h4>{LLAMA_ROW}</h4>{cards}</section>'
    )


def _dice(view: View, actions: Sequence[Action], recent: Recent) -> str:
    """Return the dice, over the faces each of them has (D3); before a roll they can be clicked."""
    dice = list(map(_die, view.roll or recent.dice or NOT_YET, view.rules.dice))
    roll = ROLL if ROLL in actions else None
    return parts.dice(view, dice, label(ROLL, view), roll, recent)


def _die(face: int | None, die: Row) -> str:
    """Return a die, what it shows in words, and its six faces."""
    name = words.NOT_ROLLED if face is None else card_list((face,))
    small = f'<small aria-hidden="true">{"".join(map(str, die))}</small>'
    return f"{draw.icon(drawings.die(face), DIE, 'die')}{draw.said(name)}{small}"


def holding(view: View, seat: int) -> str:
    """Return what a player holds as HTML, with nothing to click."""
    return _row_html(view, seat, ())


def _seat_html(view: View, seat: int, actions: Sequence[Action], recent: Recent) -> str:
    """Return one player's place: name, tokens and row."""
    marks, row = parts.marks(view, seat), view.rows[seat]
    if is_scored(view):
        marks.append(words.more_points(penalty(row)))
    mine = actions if seat == view.turn else ()
    tokens = parts.tokens(view, seat, mine, label)
    return parts.place(view, seat, marks, tokens + _row_html(view, seat, mine), recent)


def _row_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return a player's row; a card that may be discarded alone can be clicked."""
    name = row_of(view.name(seat))
    return _cards(view, view.rows[seat], "discard", actions, f"row-{seat}", name)


def _cards(view: View, row: Row, verb: str, actions: Sequence[Action], key: str, name: str) -> str:
    """Return cards in a list; those that a single-card action names can be clicked."""
    buttons = parts.clicks(view, verb, row, actions, label)
    return parts.cards(row, key, name, buttons, drawings.card, lambda value: card_list((value,)))
