"""The 216 outcomes of three dice, drawn as a cube in six slices.

Imports the standard library, lower rooms and L.L.A.M.A. Dice's rules only. A slice holds the
outcomes with one face of the first die; the second die goes down in it and the third across. The
faces of a die can stand in any order, and everything moves along when that changes: a cell always
has the same place among its siblings and only its ``transform`` changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, NamedTuple

from llamakit.games.drawings import die
from llamakit.games.llama_dice.rules import Dice
from llamakit.table.draw import INK, place

#: In the picture's own units: the pitch of the cells, the room for faces at the left of the slices
#: and above each of them, and between slices.
PITCH, _LEFT, _TOP, _GAP = 24, 28, 56, 18
_SLICE = 6 * PITCH
_ACROSS, _DOWN = _SLICE + _GAP, _TOP + _SLICE + _GAP
WIDTH, HEIGHT = _LEFT + 3 * _ACROSS - _GAP, 2 * _DOWN - _GAP


class Event(NamedTuple):
    """What a roll can be: its name, its hue (Okabe and Ito's), its mark, a path round (0, 0)."""

    name: str
    hue: str
    mark: str


#: The four events of a roll of L.L.A.M.A. Dice, in the order of ``RollOdds``.
EVENTS = {
    "hit": Event("hit", "#009e73", "M-5 .5l3.5 3.5 6.5-8"),
    "take": Event("take", "#56b4e9", "M-5-3.5H5L0 4.5z"),
    "drama": Event("drama", "#d55e00", "M-4-4l8 8m0-8l-8 8"),
    "llamas": Event("three llamas", "#cc79a7", "M-3-5V5H4"),
}


class Cube:
    """Where the outcomes stand. An outcome is three numbers of faces, 0 to 5, in order of the dice.

    >>> from llamakit.games.llama_dice.rules import make_dice
    >>> cube = Cube(make_dice(), lambda die, face: face == 5)
    >>> cube.dice[2], cube.ranks[2]
    ((1, 2, 3, 4, L, L), [0, 1, 2, 3, 4, 5])
    """

    def __init__(self, dice: Dice, order: Callable[[int, int], Any]) -> None:
        """Sort each die's faces by ``order(number of the die, face)``; else they stay in order."""
        self.dice = dice
        self.ranks = [_ranks(faces, order, number) for number, faces in enumerate(dice)]

    def at(self, outcome: Sequence[int]) -> tuple[float, float]:
        """Return the middle of an outcome's cell."""
        slices, down, across = (
            ranks[face] for ranks, face in zip(self.ranks, outcome, strict=True)
        )
        x, y = _corner(slices)
        return x + (across + 0.5) * PITCH, y + (down + 0.5) * PITCH

    def cells(self, drawn: Callable[[int], tuple[str, str]]) -> str:
        """Return all cells: ``drawn(number)`` gives the drawing of one, and more classes for it."""
        cells = []
        for number, outcome in enumerate(product(range(6), repeat=3)):
            drawing, more = drawn(number)
            cells.append(_moved(drawing, *self.at(outcome), f"lk-cell {more}".strip()))
        return "".join(cells)

    def labels(self) -> str:
        """Return the faces: the first die's over the slices, the others' along their sides."""
        drawn = []
        for number, face in enumerate(self.dice[0]):
            x, y = _corner(self.ranks[0][number])
            drawn.append(_moved(place(die(face), 0, 0, 0.58), x + _SLICE / 2 - 13, y - _TOP))
        for slices in range(6):
            x, y = _corner(slices)
            for number, face in enumerate(self.dice[1] if slices % 3 == 0 else ()):
                down = y + self.ranks[1][number] * PITCH + 2
                drawn.append(_moved(place(die(face), 0, 0, 0.45), x - 26, down))
            for number, face in enumerate(self.dice[2]):
                across = x + self.ranks[2][number] * PITCH + 2
                drawn.append(_moved(place(die(face), 0, 0, 0.45), across, y - 24))
        return "".join(drawn)

    def box(self, inside: Callable[[int], bool], kind: str) -> str:
        """Return a frame round the outcomes of which all three faces are inside.

        The faces that are inside must stand side by side.
        """
        spans = [
            [rank for face, rank in zip(faces, ranks, strict=True) if inside(face)]
            for faces, ranks in zip(self.dice, self.ranks, strict=True)
        ]
        first, second, third = spans
        width, height = len(third) * PITCH, len(second) * PITCH
        frames = []
        for slices in range(6):
            x, y = _corner(slices)
            shown = float(slices in first and bool(second) and bool(third))
            frame = f'<rect width="{width}" height="{height}" rx="5"/>'
            left, top = x + min(third, default=0) * PITCH, y + min(second, default=0) * PITCH
            frames.append(_moved(frame, left, top, f"lk-box lk-{kind}", f";opacity:{shown:g}"))
        return "".join(frames)


def cell(event: Event | None) -> str:
    """Return a cell round (0, 0): the hue and the mark of an event, or blank."""
    side = PITCH - 2
    ground = f'<rect x="{-side / 2:g}" y="{-side / 2:g}" width="{side}" height="{side}" rx="4" '
    if event is None:
        return f'{ground}fill="currentColor" fill-opacity=".14"/><path/>'
    mark = f'<path class="lk-mark" d="{event.mark}" fill="none" stroke="{INK}" stroke-width="2"/>'
    return f'{ground}fill="{event.hue}" fill-opacity="1"/>{mark}'


def _ranks(faces: Sequence[int], order: Callable[[int, int], Any], die_number: int) -> list[int]:
    """Return at which place each face of a die stands."""
    sorted_faces = sorted(range(6), key=lambda number: (order(die_number, faces[number]), number))
    return [sorted_faces.index(number) for number in range(6)]


def _corner(slices: int) -> tuple[int, int]:
    """Return the upper left corner of a slice's cells."""
    return slices % 3 * _ACROSS + _LEFT, slices // 3 * _DOWN + _TOP


def _moved(drawing: str, x: float, y: float, kind: str = "lk-label", more: str = "") -> str:
    """Return a drawing at a place; if it is later at another one, it glides there."""
    return f'<g class="{kind}" style="transform:translate({x:g}px,{y:g}px){more}">{drawing}</g>'
