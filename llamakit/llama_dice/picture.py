"""L.L.A.M.A. Dice drawn: the static picture, and the board as the table shows it.

Imports the standard library, ``core`` and this game's rules and words only. Everything is drawn
from a view, so nothing is shown that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.core import board as parts
from llamakit.core import draw
from llamakit.core.cards import LLAMA, penalty
from llamakit.core.draw import DIE
from llamakit.core.state import Action
from llamakit.core.words import card_list, number_of
from llamakit.llama_dice.rules import ROLL, Row, View
from llamakit.llama_dice.words import THREE_LLAMAS, label

_WIDTH, _LINE = 640, 78


def svg(view: View) -> str:
    """Return the whole position as one SVG picture: llama row, dice, and every player's row."""
    title, *_ = str(view).splitlines()
    drawn = [draw.words(title, 20, 34, 19, 700), draw.words("Llama row", 20, 62)]
    drawn.append(draw.line(map(draw.card, view.llama_row), 20, 70, 40, 0.82))
    drawn.append(draw.words("Dice", 440, 62))
    drawn.append(draw.line(map(draw.die, _lying(view)), 440, 76, 50))
    for seat in range(len(view.rows)):
        drawn.append(_seat_svg(view, seat, 152 + seat * _LINE))
    return draw.svg("".join(drawn), _WIDTH, 156 + len(view.rows) * _LINE)


def _seat_svg(view: View, seat: int, top: float) -> str:
    """Return one player's line of the picture: name and points, tokens, row."""
    name = draw.words(f"{view.name(seat)}: {_standing(view, seat)}", 20, top + 14, room=440)
    coins = draw.line(map(draw.token, draw.tokens(view.points[seat])), 480, top - 3, 9)
    cards = draw.line(map(draw.card, view.rows[seat]), 20, top + 22, 38, 0.78)
    return name + coins + cards


def _standing(view: View, seat: int) -> str:
    """Return a player's points, what the row has just counted, and whether they have quit."""
    standing = number_of(view.points[seat], "point")
    if _is_scored(view):
        return f"{standing} (this row: {penalty(view.rows[seat])})"
    return standing if view.active[seat] else f"{standing}, has quit"


def _is_scored(view: View) -> bool:
    """Whether the rows on the table have been counted already (D12)."""
    return view.phase in ("deal", "over") or (view.phase == "return" and not view.row)


def board(view: View, actions: Sequence[Action] = ()) -> str:
    """Return the position as HTML for the table; what can be clicked plays one of ``actions``."""
    seats = "".join(_seat_html(view, seat, actions) for seat in range(len(view.rows)))
    return f'<div class="lk-middle">{_llama_row(view, actions)}{_dice(view, actions)}</div>{seats}'


def _llama_row(view: View, actions: Sequence[Action]) -> str:
    """Return the llama row; a card that may be taken can be clicked (D8)."""
    cards = _cards(view, view.llama_row, "take", actions, "llama-row", "Llama row")
    return f'<section class="lk-place lk-row"><h4>Llama row</h4>{cards}</section>'


def _dice(view: View, actions: Sequence[Action]) -> str:
    """Return the dice, over the faces each of them has (D3); before a roll they can be clicked."""
    dice = "".join(map(_die, _lying(view), view.rules.dice))
    if ROLL in actions:
        name = label(ROLL, view)
        extra = f'class="lk-pick lk-dice" aria-label="{name}" title="{name}"'
        dice = draw.button("play", "dice", dice, action=ROLL, extra=extra)
    else:
        dice = f'<div class="lk-dice">{dice}</div>'
    return f'<section class="lk-place"><h4>Dice</h4>{dice}</section>'


def _lying(view: View) -> Sequence[int | None]:
    """Return what the dice show; None before a roll.

    Three llamas lie there still when nobody had a choice to make, so that they are seen (D6).
    """
    if not view.roll and view.log and view.log[-1].endswith(THREE_LLAMAS):
        return (LLAMA,) * 3
    return view.roll or (None,) * 3


def _die(face: int | None, die: Row) -> str:
    """Return a die, what it shows in words, and its six faces."""
    name = "not rolled" if face is None else card_list((face,))
    small = f'<small aria-hidden="true">{"".join(map(str, die))}</small>'
    return f"<span>{draw.icon(draw.die(face), DIE, 'die')}{draw.said(name)}{small}</span>"


def _seat_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return one player's place: name, tokens and row."""
    marks, row = parts.marks(view, seat), view.rows[seat]
    if _is_scored(view):
        marks.append(f"+{number_of(penalty(row), 'point')}")
    mine = actions if seat == view.turn else ()
    tokens = parts.tokens(view, seat, mine, label)
    cards = _cards(view, row, "discard", mine, f"row-{seat}", f"{view.name(seat)}: row")
    return parts.place(view, seat, marks, tokens + cards)


def _cards(view: View, row: Row, verb: str, actions: Sequence[Action], key: str, name: str) -> str:
    """Return cards in a list; those that a single-card action names can be clicked."""
    buttons = parts.clicks(view, verb, row, actions, label)
    return parts.cards(row, key, name, buttons, draw.card, lambda value: card_list((value,)))
