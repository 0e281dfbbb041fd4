"""Chinchiller Dice drawn: the static picture, and the board as the table shows it.

Imports the standard library, lower rooms and this game's rules and words only. Everything is drawn
from a view, so nothing is shown that its seat may not know: to a blind one, darkness.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.contract import NOTHING_YET, Recent
from llamakit.engine.display import headline
from llamakit.engine.state import Action
from llamakit.games import board as parts
from llamakit.games import words
from llamakit.games.chinchiller.rules import CHINCHILLER, REROLL, X2, Face, View
from llamakit.games.chinchiller.words import (
    EYES,
    HIDDEN_DICE,
    SAND_UNKNOWN,
    SUPPLY,
    TOLD,
    amount_text,
    claim_text,
    face_name,
    label,
    standing,
    supply_line,
    supply_text,
)
from llamakit.table import draw
from llamakit.table.draw import DIE, HEAD, INK, PAPER, TOKEN, icon, place, said

#: The pieces of sand in the box (H1), and the hue of each.
PIECES = {24: "#d55e00", 6: "#e69f00", 1: "#f0e442"}

#: Width and height of the drawing of the dark.
DARK = (150, 60)

_WIDTH, _LINE = 640, 66
_BOLD = 'font-family="system-ui,sans-serif" font-weight="800" text-anchor="middle"'
_FUR, _BELLY, _EAR = "#a3a7b5", "#e4e6ee", "#f2b8b5"


def chinchilla(closed: int = 0) -> str:
    """Return the drawing of our chinchilla's head with none, one or both eyes closed."""
    eyes = _closed_eye(13.5) if closed else _open_eye(13.5)
    eyes += _closed_eye(26.5) if closed == 2 else _open_eye(26.5)
    return (
        f'<g stroke="{INK}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">'
        f'<circle cx="8" cy="10" r="7.6" fill="{_FUR}"/><circle cx="32" cy="10" r="7.6" '
        f'fill="{_FUR}"/><g stroke="none" fill="{_EAR}"><circle cx="8.4" cy="10.4" r="4.6"/>'
        f'<circle cx="31.6" cy="10.4" r="4.6"/></g>'
        f'<path fill="{_FUR}" d="M20 8C8 8 4.5 17 4.5 24c0 8 6.5 13.5 15.5 13.5S35.5 32 35.5 24'
        'C35.5 17 32 8 20 8z"/>'
        f'<path stroke="none" fill="{_BELLY}" d="M20 24.5c-6 0-9.5 3-9.5 6.5 0 3.5 4.5 5.6 9.5 5.6'
        's9.5-2.1 9.5-5.6c0-3.5-3.5-6.5-9.5-6.5z"/>'
        f"{eyes}"
        f'<path fill="{INK}" d="M18.2 26.4h3.6L20 28.6z"/>'
        '<path fill="none" d="M20 28.6v1.6m0 0q-1.8 2.2-3.6.6m3.6-.6q1.8 2.2 3.6.6"/>'
        '<path fill="none" stroke-width=".7" d="M11 28 3 26.6m8 3.4-7.6 1.6M29 28l8-1.4m-8 3.4'
        ' 7.6 1.6"/></g>'
    )


def _open_eye(x: float) -> str:
    """Return a wide open eye."""
    return (
        f'<g stroke="none"><circle cx="{x}" cy="20.5" r="4" fill="{INK}"/>'
        f'<circle cx="{x + 1.3:g}" cy="19.1" r="1.3" fill="#fff"/></g>'
    )


def _closed_eye(x: float) -> str:
    """Return a closed eye with its lashes."""
    return (
        f'<path fill="none" stroke-width="1.5" d="M{x - 4:g} 20q4 4 8 0m-6.6 1.6-1 1.8m3.6-1v2'
        'm2.6-2.8 1 1.8"/>'
    )


def die(face: Face | None = None) -> str:
    """Return the drawing of a die: a heap of sand with its number, ×2, or the chinchilla."""
    ground = (
        f'<rect x="1.5" y="1.5" width="41" height="41" rx="9" fill="{PAPER}" '
        f'stroke="{INK}" stroke-width="1.4"/>'
    )
    if face is None:
        return f'{ground}<text x="22" y="30" font-size="22" fill="#75695c" {_BOLD}>?</text>'
    if face == CHINCHILLER:
        return ground + place(chinchilla(), 4.4, 4, 0.88)
    if face == X2:
        return (
            f'{ground}<circle cx="22" cy="22" r="15" fill="#56b4e9" stroke="{INK}"/>'
            f'<text x="22" y="29" font-size="19" fill="{INK}" {_BOLD}>×2</text>'
        )
    top = 36 - 8 * min(int(face), 12) / 12
    return (
        f'{ground}<path fill="#e6b34a" stroke="{INK}" stroke-width="1.1" stroke-linejoin="round" '
        f'd="M4 40Q13 39 18 {top + 2:g}q4-4 8 0Q31 39 40 40z"/>'
        f'<text x="22" y="25" font-size="22" fill="{INK}" {_BOLD}>{face}</text>'
    )


def piece(amount: int) -> str:
    """Return the drawing of a piece of sand: a sack of 24, a bag of 6, a grain of 1."""
    shape = {
        24: "M8 5h8l-1.6 3.4C20 11 22 15 21 22H3C2 15 4 11 9.6 8.4z",
        6: "M9 8h6l-1.2 2.4C18 12.6 19.4 16 18.6 22H5.4C4.6 16 6 12.6 10.2 10.4z",
        1: "M6.5 22q1-7 5.5-8 4.5 1 5.5 8z",
    }[amount]
    size, low = {24: (9.5, 19.5), 6: (8.5, 20), 1: (7, 21)}[amount]
    return (
        f'<path fill="{PIECES[amount]}" stroke="{INK}" stroke-width="1.1" stroke-linejoin="round" '
        f'd="{shape}"/><text x="12" y="{low}" font-size="{size}" fill="{INK}" {_BOLD}>'
        f"{amount}</text>"
    )


def pieces(sand: int) -> list[int]:
    """Return sand as the fewest pieces.

    >>> pieces(57)
    [24, 24, 6, 1, 1, 1]
    """
    sacks, rest = divmod(sand, 24)
    return [24] * sacks + [6] * (rest // 6) + [1] * (rest % 6)


def dark() -> str:
    """Return the drawing of what a blind player sees: the dark, with both eyes closed."""
    return (
        '<rect width="150" height="60" rx="10" fill="#1c1a2b"/>'
        '<g fill="none" stroke="#8f8ab8" stroke-width="3" stroke-linecap="round">'
        '<path d="M35 26q14 15 28 0m-24 6-4 6m11-3v7m11-10 4 6"/>'
        '<path d="M87 26q14 15 28 0m-24 6-4 6m11-3v7m11-10 4 6"/></g>'
    )


def winner() -> str:
    """Return the drawing that marks who has won: our chinchilla."""
    return chinchilla()


def svg(view: View) -> str:
    """Return the whole position as one SVG picture: dice, supply, and every player's place."""
    drawn = [draw.words(headline(view), 20, 34, 19, 700), draw.words(words.DICE, 20, 62)]
    if view.roll:
        drawn.append(draw.line(map(die, view.roll), 20, 72, 54))
    else:
        drawn.append(place(dark(), 20, 68, 0.9))
    if view.claim is not None:
        drawn.append(draw.words(claim_text(view.claim), 190, 100))
    if view.sand:
        drawn.append(draw.words(supply_line(view.supply), 400, 100, room=225))
    for seat in range(len(view.closed)):
        drawn.append(_seat_svg(view, seat, 136 + seat * _LINE))
    return draw.svg("".join(drawn), _WIDTH, 140 + len(view.closed) * _LINE)


def _seat_svg(view: View, seat: int, top: float) -> str:
    """Return one player's lines of the picture: the chinchilla, name, eyes and sand."""
    held = pieces(view.sand[seat]) if view.sand else []
    step = min(24, 520 / max(len(held) - 1, 1))
    return (
        place(chinchilla(view.closed[seat]), 20, top, 1.3)
        + draw.words(standing(view, seat), 84, top + 18, room=530)
        + draw.line(map(piece, held), 84, top + 26, step)
    )


def board(
    view: View,
    actions: Sequence[Action] = (),
    recent: Recent = NOTHING_YET,
    scores: str = "",
) -> str:
    """Return the position as HTML for the table; what can be clicked plays one of ``actions``."""
    seats = [_seat_html(view, seat, recent) for seat in range(len(view.closed))]
    return parts.board(_dice(view, actions, recent) + _supply(view) + _claim(view), seats, scores)


def _claim(view: View) -> str:
    """Return what a blind player was told, if anything."""
    if view.claim is None:
        return ""
    claim = f"<p><strong>{amount_text(view.claim)}</strong></p>"
    return f'<section class="lk-place"><h4>{TOLD}</h4>{claim}</section>'


def _dice(view: View, actions: Sequence[Action], recent: Recent) -> str:
    """Return the dice, which can be clicked to roll those with sand again; the dark if blind."""
    if not view.roll:
        shown = icon(dark(), DARK, "dark") + said(HIDDEN_DICE)
        return f'<section class="lk-place"><h4>{words.DICE}</h4>{shown}</section>'
    lying = view.roll if any(view.roll) or not recent.dice else recent.dice
    dice = [icon(die(face), DIE, "die") + said(_heard(face)) for face in lying]
    reroll = REROLL if REROLL in actions else None
    return parts.dice(view, dice, label(REROLL, view), reroll, recent)


def _heard(face: Face | None) -> str:
    """Return what is heard of a die."""
    if face is None:
        return words.NOT_ROLLED
    return amount_text(face) if isinstance(face, int) else face_name(face)


def _supply(view: View) -> str:
    """Return the supply, where this view knows it."""
    if not view.sand:
        return ""
    sack = icon(piece(24), TOKEN, "token")
    return (
        f'<section class="lk-place" data-stock="sand"><h4>{SUPPLY}</h4>{sack}'
        f"<p>{supply_text(view.supply)}</p></section>"
    )


def holding(view: View, seat: int) -> str:
    """Return what a player holds as HTML, with nothing to click."""
    return _sand_html(view, seat)


def _seat_html(view: View, seat: int, recent: Recent) -> str:
    """Return one player's place: the chinchilla, name, eyes and sand."""
    marks = [words.ON_TURN] * (view.player == seat) + [EYES[view.closed[seat]]]
    head = icon(chinchilla(view.closed[seat]), HEAD, "eyes") + " "
    return parts.place(view, seat, marks, _sand_html(view, seat), recent, die, head)


def _sand_html(view: View, seat: int) -> str:
    """Return a player's sand in pieces and as a number; a blind view knows neither."""
    held = amount_text(view.sand[seat]) if view.sand else SAND_UNKNOWN
    shown = pieces(view.sand[seat]) if view.sand else []
    drawn = "".join(icon(piece(amount), TOKEN, "token", f"sand {amount}") for amount in shown)
    return f'<p class="lk-tokens lk-sand">{drawn} <span>{held}</span></p>'
