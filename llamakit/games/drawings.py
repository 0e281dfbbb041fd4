"""Our own drawings of what the llama games share, as SVG: cards, dice and tokens.

Imports the standard library, ``table.draw`` and the shared cards. Each value has its own hue, told
apart by the colour-blind too (Okabe and Ito's palette), and shows its number, pips or llama
besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from llamakit.games.cards import LLAMA, WHITE
from llamakit.table.draw import INK, PAPER, line, llama, place

#: The hue of each card value.
HUES: dict[int, str] = {
    1: "#56b4e9",
    2: "#009e73",
    3: "#f0e442",
    4: "#e69f00",
    5: "#d55e00",
    6: "#0072b2",
    LLAMA: "#cc79a7",
}

_FONT = 'font-family="system-ui,sans-serif" font-weight="800" text-anchor="middle"'

#: Where the pips of a die's face are: thirds of the face, from the middle.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def card(value: int) -> str:
    """Return the drawing of a card: its hue, and its number between two ears, or the llama."""
    ground = (
        f'<rect x="1" y="1" width="42" height="60" rx="7" fill="{HUES[value]}" '
        f'stroke="{INK}" stroke-width="1.4"/>'
    )
    if value is LLAMA:
        return ground + place(llama(), -5, 3.3, 1.35)
    return (
        f'{ground}<path fill="{PAPER}" d="M12 29C7 22 9 11 12.5 8.5 17.5 12 18 20 18 26z'
        'M32 29c5-7 3-18-.5-20.5C26.5 12 26 20 26 26z"/>'
        f'<circle cx="22" cy="37" r="15.5" fill="{PAPER}"/>'
        f'<text x="22" y="46" font-size="26" fill="{INK}" {_FONT}>{value}</text>'
    )


def back() -> str:
    """Return the drawing of a card face down."""
    return (
        f'<rect x="1" y="1" width="42" height="60" rx="7" fill="#4b4172" stroke="{INK}" '
        f'stroke-width="1.4"/><rect x="5" y="5" width="34" height="52" rx="4" fill="none" '
        f'stroke="{PAPER}" stroke-width="1.2" stroke-dasharray="2.5 2"/>'
        + place(llama(), 6, 15, 0.8)
    )


def hand(
    held: Iterable[Any] | None, size: int, x: float, y: float, front: Callable[[Any], str] = card
) -> str:
    """Return the drawing of a hand as a line of cards; of their backs where it is hidden (None)."""
    cards = [back()] * size if held is None else list(map(front, held))
    step = min(20 if held is None else 38, 560 / max(len(cards) - 1, 1))
    return line(cards, x, y, step, 0.78)


def die(face: int | None = None) -> str:
    """Return the drawing of a die showing a face, or lying blank before it is rolled."""
    hue = PAPER if face is None else HUES[face]
    ground = (
        f'<rect x="1.5" y="1.5" width="41" height="41" rx="9" fill="{hue}" '
        f'stroke="{INK}" stroke-width="1.4"/>'
    )
    if face is None:
        return f'{ground}<text x="22" y="30" font-size="22" fill="#75695c" {_FONT}>?</text>'
    if face is LLAMA:
        return ground + place(llama(), 2.4, 2, 0.98)
    pips = "".join(
        f'<circle cx="{22 + 11 * x}" cy="{22 + 11 * y}" r="4.6"/>' for x, y in _PIPS[face]
    )
    return f'{ground}<g fill="{PAPER}" stroke="{INK}" stroke-width="1.2">{pips}</g>'


def token(points: int) -> str:
    """Return the drawing of a token: white for 1 point, black for 10 (G3)."""
    ground, ink, rim = (PAPER, INK, INK) if points == WHITE else (INK, PAPER, "#a8977d")
    return (
        f'<circle cx="12" cy="12" r="11" fill="{ground}" stroke="{rim}" stroke-width="1.2"/>'
        f'<circle cx="12" cy="12" r="8.6" fill="none" stroke="{ink}" stroke-width=".8" '
        'stroke-dasharray="2 1.6"/>'
        f'<text x="12" y="16" font-size="11" fill="{ink}" {_FONT}>{points}</text>'
    )
