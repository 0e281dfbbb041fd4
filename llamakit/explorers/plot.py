"""Small plots as SVG: scales, lines, bands and words that take the colour of the text around them.

Imports the standard library and ``table.draw`` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from typing import Any

from llamakit.table.draw import text

#: Points of a plot, in the numbers of its scales.
Points = Iterable[tuple[float, float]]

_FONT = 'font-family="system-ui,sans-serif"'


@dataclass(frozen=True)
class Scale:
    """Where numbers from ``low`` to ``high`` stand between two places of a picture.

    >>> Scale(0, 10, 100, 200)(5), Scale(1, 100, 0, 50, log=True)(10)
    (150.0, 25.0)
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def __call__(self, number: float) -> float:
        """Return the place of a number, rounded to a hundredth."""
        low, high, at = self.low, self.high, number
        if self.log:
            low, high, at = log10(low), log10(high), log10(at)
        share = (at - low) / (high - low)
        return round(self.start + share * (self.end - self.start), 2)


@dataclass(frozen=True)
class Plot:
    """A plot: the scale across and the scale up; its methods return SVG."""

    x: Scale
    y: Scale

    def path(self, points: Points) -> str:
        """Return the path through points."""
        return "M" + "L".join(f"{self.x(x):g} {self.y(y):g}" for x, y in points)

    def line(self, points: Points, more: str = "") -> str:
        """Return a line through points."""
        return (
            f'<path d="{self.path(points)}" fill="none" stroke="currentColor" '
            f'stroke-width="2" stroke-linejoin="round" {more}/>'
        )

    def band(self, low: Sequence[tuple[float, float]], high: Sequence[tuple[float, float]]) -> str:
        """Return the area between two lines."""
        around = self.path([*low, *reversed(high)])
        return f'<path d="{around}Z" fill="currentColor" opacity=".16"/>'

    def across(self, ticks: Iterable[tuple[float, str]], name: str) -> str:
        """Return the scale at the foot: ticks with their words, and a name."""
        foot, drawn = self.y.start, [rule(self.x.start, self.y.start, self.x.end, self.y.start)]
        for number, word in ticks:
            place = self.x(number)
            drawn.append(rule(place, foot, place, foot + 5))
            drawn.append(words(word, place, foot + 18, "middle"))
        drawn.append(words(name, (self.x.start + self.x.end) / 2, foot + 36, "middle"))
        return "".join(drawn)

    def up(self, ticks: Iterable[tuple[float, str]]) -> str:
        """Return the scale at the left: faint lines with their words."""
        left = self.x.start
        return "".join(
            rule(left, self.y(number), self.x.end, self.y(number), 'opacity=".2"')
            + words(word, left - 6, self.y(number) + 4, "end")
            for number, word in ticks
        )


def rule(x1: float, y1: float, x2: float, y2: float, more: str = "") -> str:
    """Return a thin straight line."""
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="currentColor" {more}/>'


def words(
    content: object, x: float, y: float, anchor: str = "start", size: float = 14, more: str = ""
) -> str:
    """Return words in a plot; ``anchor`` is which part of them stands at x."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size:g}" '
        f'fill="currentColor" {_FONT} {more}>{text(content)}</text>'
    )


def picture(drawing: str, width: float, height: float, name: str, words: str) -> str:
    """Return a picture in HTML as wide as there is room; ``words`` say what is to be seen."""
    return (
        f'<svg class="lk-plot lk-{name}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{text(words)}" style="max-width:{width:g}px">{drawing}</svg>'
    )


def funnel(p: Any, came: Sequence[bool], name: str, hue: str) -> str:
    """Return the share of an event after each of many trials, in its funnel: p ± 2 standard errors.

    ``came`` says of each trial whether it was the event, whose probability is p.
    """
    trials, chance = len(came), float(p)
    most = max(1000, 10 ** len(str(max(trials - 1, 1))))
    top = next(top for top in (0.1, 0.2, 0.5, 1) if top >= min(1, 2.5 * chance))
    plot = Plot(Scale(1, most, 52, 540, log=True), Scale(0, top, 230, 12))
    places = [most ** (step / 60) for step in range(61)]
    spread = [2 * sqrt(chance * (1 - chance) / n) for n in places]
    pairs = list(zip(places, spread, strict=True))
    low = [(n, max(chance - error, 0)) for n, error in pairs]
    high = [(n, min(chance + error, top)) for n, error in pairs]
    shares = _running_shares(came, top)
    run = plot.line(shares, f'class="lk-run" style="color:{hue}"') if shares else ""
    end = dot(plot, *shares[-1], hue) if shares else ""
    drawn = (
        plot.band(low, high)
        + plot.up((top * tick / 4, f"{100 * top * tick / 4:g} %") for tick in range(5))
        + plot.across(_powers(most), "number of rolls")
        + plot.line([(1, chance), (most, chance)], 'stroke-dasharray="5 4"')
        + words("grey: exact ± 2 standard errors", 540, 28, "end")
        + run
        + end
    )
    now = f"after {trials:,} rolls {shares[-1][1]:.1%}" if shares else "no roll yet"
    says = (
        f"The share of {name} as the rolls come in: {now}; the exact probability is {chance:.1%}."
    )
    return picture(drawn, 560, 274, "funnel", says)


def _running_shares(came: Sequence[bool], top: float) -> list[tuple[float, float]]:
    """Return (trials, share so far) at some places along the way, the last one included."""
    found: list[tuple[float, float]] = []
    last, events, step = len(came), 0, 1.0
    for trial, event in enumerate(came, 1):
        events += event
        if trial >= step or trial == last:
            found.append((trial, min(events / trial, top)))
            step = max(trial + 1, step * 1.03)
    return found


def _powers(most: int) -> list[tuple[float, str]]:
    """Return the powers of ten up to a number, with their words."""
    return [(10**power, f"{10**power:,}") for power in range(len(str(most)))]


def dot(plot: Plot, x: float, y: float, hue: str, more: str = "") -> str:
    """Return a point of a plot."""
    return (
        f'<circle cx="{plot.x(x):g}" cy="{plot.y(y):g}" r="5" fill="{hue}" '
        f'stroke="currentColor" {more}/>'
    )
