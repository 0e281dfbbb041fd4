"""A square of area 1, cut by a condition: what is known fills it when the rest is struck out.

Imports the standard library, lower rooms and this room's plots only.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from llamakit.explorers.explorer import percent
from llamakit.explorers.plot import words
from llamakit.table.draw import INK

#: The hue of what is asked for, and of the rest (Okabe and Ito's).
ASKED, REST = "#009e73", "#e8dfcc"

SIDE, WIDTH, HEIGHT = 230, 300, 300
_LEFT, _TOP = 35, 40


class Quarters(NamedTuple):
    """The four probabilities of an event A and a condition B: both, A only, B only, neither."""

    both: Fraction
    only_a: Fraction
    only_b: Fraction
    neither: Fraction

    @property
    def a(self) -> Fraction:
        """P(A)."""
        return self.both + self.only_a

    @property
    def b(self) -> Fraction:
        """P(B)."""
        return self.both + self.only_b

    @property
    def a_given_b(self) -> Fraction:
        """P(A | B); B must be possible."""
        return self.both / self.b

    @property
    def b_given_a(self) -> Fraction | None:
        """P(B | A); None if A is impossible."""
        return self.both / self.a if self.a else None


def square(quarters: Quarters, known: bool, total: int | None, names: tuple[str, str]) -> str:
    """Return the square: B at the left, the rest at the right, A standing at the foot of each.

    Once B is ``known`` it is as wide as the whole. The areas say how many of ``total`` they are, or
    their share where there is no total. ``names`` are what A and B are called.
    """
    width = 1.0 if known else float(quarters.b)
    whole = quarters.b if known else Fraction(1)
    columns = (
        (quarters.both, quarters.only_b, 0.0, width),
        (quarters.only_a, quarters.neither, width, 1 - width),
    )
    drawn = []
    for asked, other, left, wide in columns:
        tall = float(asked / (asked + other)) if asked + other else 0.0
        parts = ((asked, 1 - tall, tall, ASKED), (other, 0, 1 - tall, REST))
        for share, top, height, hue in parts:
            box = (_LEFT + SIDE * left, _TOP + SIDE * top, SIDE * wide, SIDE * height)
            amount = percent(share / whole) if total is None else str(int(share * total))
            drawn.append(_area(*box, hue, amount))
    name, condition = names
    rest = 0 if known or quarters.b == 1 else 1
    return (
        "".join(drawn)
        + words(condition, _LEFT, _TOP - 10, size=15)
        + words("the rest", _LEFT + SIDE, _TOP - 10, "end", 15, f'class="lk-seen" opacity="{rest}"')
        + f'<rect x="{_LEFT}" y="{_TOP + SIDE + 12}" width="16" height="16" rx="3" fill="{ASKED}" '
        f'stroke="{INK}"/>' + words(name, _LEFT + 23, _TOP + SIDE + 25, size=15)
    )


def _area(x: float, y: float, width: float, height: float, hue: str, amount: str) -> str:
    """Return one area with what it is; where there is no room for words, it has none."""
    room = int(width > 9 * len(amount) + 6 and height > 22)
    return (
        f'<rect class="lk-area" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" fill="{hue}" stroke="{INK}"/>'
        f'<text class="lk-amount" style="transform:translate({x + width / 2:.1f}px,'
        f'{y + height / 2 + 6:.1f}px)" opacity="{room}" text-anchor="middle" font-size="17" '
        f'font-weight="700" fill="{INK}" font-family="system-ui,sans-serif">{amount}</text>'
    )
