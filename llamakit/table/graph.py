"""The curve of a game: how far ahead a player was to be, after each decision, with costly ones.

Where decisions are estimated, a band lies around it: two standard errors of what they cost, either
way.

Imports the standard library and lower rooms. The curve is as wide as the slider below it, so that a
point stands above the slider's thumb. Lines and dots keep their widths however it is stretched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from llamakit.table import words
from llamakit.table.draw import text

if TYPE_CHECKING:
    from llamakit.table.show import Replay

#: Width and height of the drawing, before it is stretched.
WIDTH, HEIGHT = 1000, 100

#: The least lead, or lag, that the curve has room for.
LEAST = 5.0


class Dot(NamedTuple):
    """A point of the curve: at which frame, how far ahead, and whether it is a costly decision.

    ``band`` is how far the band reaches up and down from it: 0 where nothing is estimated.
    """

    frame: int
    ahead: float
    costly: bool = False
    proven: bool = True
    band: float = 0.0


def dots(replay: Replay) -> list[Dot]:
    """Return the points of the curve of a replay's seat, in order.

    >>> from llamakit.engine.game import new_game
    >>> from llamakit.table.show import Replay
    >>> game = new_game("llama-dice", players=2, seed=7, target=1)
    >>> while not game.is_over:
    ...     game.play("quit")
    >>> dots(Replay([game]))
    [Dot(frame=2, ahead=4.0, costly=False, proven=True, band=0.0)]
    """
    found = []
    for number, review in enumerate(replay.reviews):
        taken: dict[int, int] = {}
        ends: dict[int, int] = {}
        for place, frame in enumerate(replay.frames):
            if frame.game == number:
                (ends if frame.taken is None else taken)[frame.steps] = place
        for point in review.curve(replay.seat):
            if point.judged is None and point.step + 1 in ends:
                found.append(Dot(ends[point.step + 1], point.ahead))
            elif point.judged is not None and point.step in taken:
                judged = point.judged
                costly = judged.is_mistake and judged.seat == replay.seat
                place, proven = taken[point.step], judged.known[0].proven
                found.append(Dot(place, point.ahead, costly, proven, 2 * point.error))
    return found


def graph(replay: Replay) -> str:
    """Return the curve as an SVG picture with its words; empty while there is nothing to draw."""
    found = dots(replay)
    if not found:
        return ""
    most = max(LEAST, *(abs(dot.ahead) + dot.band for dot in found))
    last = max(len(replay.frames) - 1, 1)

    def x(frame: int) -> str:
        return f"{WIDTH * frame / last:.1f}"

    def y(ahead: float) -> str:
        return f"{HEIGHT * (0.5 - 0.46 * ahead / most):.1f}"

    def through(dots: Sequence[Dot], way: int = 0) -> str:
        return " ".join(f"{x(dot.frame)},{y(dot.ahead + way * dot.band)}" for dot in dots)

    line = through(found)
    band = ""
    if any(dot.band for dot in found):
        around = f"{through(found, 1)} {through(found[::-1], -1)}"
        band = f'<polygon class="lk-band" points="{around}"/>'
    middle = HEIGHT / 2
    area = f"{x(found[0].frame)},{middle:g} {line} {x(found[-1].frame)},{middle:g}"
    ends = "".join(
        f'<path class="lk-round" d="M{x(number)} 0V{HEIGHT}"/>'
        for number, frame in enumerate(replay.frames)
        if frame.taken is None
    )
    costly = "".join(
        f'<path class="lk-dot{"" if dot.proven else " lk-guess"}" '
        f'd="M{x(dot.frame)} {y(dot.ahead)}h.01"/>'
        for dot in found
        if dot.costly
    )
    name, unit = replay.game.players[replay.seat], replay.game.rules.unit
    label = words.graph(name, unit, sum(dot.costly for dot in found), bool(band))
    return (
        f'<p class="lk-scale"><span>{text(words.ahead(name, f"{most:.0f}", unit))}</span></p>'
        f'<svg class="lk-graph" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" '
        f'role="img" aria-label="{text(label)}">{ends}'
        f'<polygon class="lk-area" points="{area}"/>{band}'
        f'<path class="lk-zero" d="M0 {middle:g}H{WIDTH}"/>'
        f'<polyline class="lk-curve" points="{line}"/>{costly}'
        f'<path class="lk-here" d="M{x(replay.at)} 0V{HEIGHT}"/></svg>'
        f'<p class="lk-scale"><span>{text(words.behind(f"{most:.0f}", unit))}</span></p>'
    )
