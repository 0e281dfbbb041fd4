"""Many classes in the funnel: who is outside when they look once, and when they look all the time.

Imports the standard library, lower rooms and L.L.A.M.A. Dice only. Each class rolls and watches its
share of hits. The funnel is the exact probability and two standard errors to each side. A wrong
program, which counts three llamas as hits (against D6), shows bias beside noise.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import exp, isqrt, lgamma, log, sqrt
from random import Random
from typing import Any, NamedTuple

from llamakit.engine.state import InputError, one_of, whole_number
from llamakit.explorers.explorer import (
    Explorer,
    Guess,
    bound,
    columns,
    fraction,
    percent,
    slider,
    switch,
)
from llamakit.explorers.plot import Plot, Scale, picture
from llamakit.games.cards import LLAMA
from llamakit.games.drawings import card
from llamakit.games.llama_dice.alone import WAYS
from llamakit.games.llama_dice.odds import checked_position, roll_odds
from llamakit.games.words import card_list
from llamakit.table.draw import CARD, button, icon, place, said, table

#: How many classes there are, from which roll on they look, and how many rolls each of them does.
CLASSES, FIRST, ROLLS = 100, 10, 10_000

#: The rolls at which the slider can stand.
MARKS = sorted({round(FIRST * (ROLLS / FIRST) ** (step / 60)) for step in range(61)})

_WIDTH, _HEIGHT = 560, 330

#: The hues of a class that is outside now, and of one that was before.
_NOW, _BEFORE = "#d55e00", "#e69f00"


class Run(NamedTuple):
    """A class: its hits at each mark, and the roll at which it first was outside, if it was."""

    hits: tuple[int, ...]
    left: int | None


class Funnel(Explorer):
    """A hundred classes in the funnel.

    >>> funnel = Funnel({"seed": 1})
    >>> funnel.receive({"do": "show"})
    >>> funnel.summary()
    'After 10,000 rolls, 7 of 100 classes are outside the funnel; 53 were outside at some time.'
    """

    title = "A hundred classes in the funnel"

    def begin(
        self, row: Iterable[object] = (5, "L"), program: str = "right", seed: int = 0
    ) -> None:
        """Set the row that is hit, the program that rolls, and the seed of its luck.

        ``program`` is "right", or "wrong": it counts three llamas as hits. The row must hold a
        llama, else there is no such mistake to make.
        """
        self.row, _, dice = checked_position(row, (), None)
        if LLAMA not in self.row:
            raise InputError("row must hold a llama: else the wrong program makes no mistake")
        odds = roll_odds(self.row, (), dice=dice)
        self.hits = int(odds.hit * WAYS)
        self.llamas = int(odds.llamas * WAYS)
        self.program = one_of("program", program, ("right", "wrong"))
        self.seed = whole_number("seed", seed, 0, 2**63)
        self.straight = False
        self.place = len(MARKS) - 1
        self.guess = Guess(range(CLASSES + 1), lambda number: f"{number} of {CLASSES}")
        self.asked = self.program

    @property
    def p(self) -> Fraction:
        """The exact probability of a hit."""
        return Fraction(self.hits, WAYS)

    @property
    def counted(self) -> int:
        """How many of the 216 rolls the program counts as hits."""
        return self.hits + (self.llamas if self.program == "wrong" else 0)

    @property
    def runs(self) -> tuple[Run, ...]:
        """What the classes got."""
        return _runs(self.counted, self.hits, self.seed)

    @property
    def state(self) -> dict[str, Any]:
        """What is set, the guess, and how many classes are outside now or were at some time."""
        now, ever = self._outside(self.place)
        return {
            "row": self.row,
            "program": self.program,
            "rolls": MARKS[self.place],
            "guess": self.guess.value,
            "outside": now,
            "left": ever,
        }

    def _outside(self, place: int) -> tuple[int, int]:
        """Return how many classes are outside at a mark, and how many were so up to there."""
        states = [_state(run, place, self.hits) for run in self.runs]
        return states.count(2), len(states) - states.count(0)

    # What happens.

    def act(self, do: str, action: str) -> str | None:
        """Set how many rolls there are, choose the program, or straighten the funnel."""
        if do == "again":
            self.asked = self.program
        elif not self.guess.shown:
            return None
        elif do == "rolls" and action.isdecimal():
            self.place = min(int(action), len(MARKS) - 1)
        elif do == "wrong":
            self.program = "right" if self.program == "wrong" else "wrong"
        elif do == "straight":
            self.straight = not self.straight
        elif do == "luck":
            self.seed += 1
        return None

    # What is shown.

    def summary(self) -> str:
        """Return who is outside; before the guess, only what is asked."""
        if not self.guess.shown:
            return self._question()
        now, ever = self._outside(self.place)
        return (
            f"After {MARKS[self.place]:,} rolls, {now} of {CLASSES} classes are outside the "
            f"funnel; {ever} were outside at some time."
        )

    def _question(self) -> str:
        """Return what is to be guessed."""
        return (
            f"How many of the {CLASSES} classes are outside the funnel at some time, from roll "
            f"{FIRST} to roll {ROLLS:,}?"
        )

    def body(self) -> str:
        """Return the funnel with the question, or with the classes in it."""
        cards = "".join(icon(card(value), CARD) for value in self.row)
        intro = (
            f'<p class="lk-faces lk-yours" data-key="row"><span aria-hidden="true">Your row</span>'
            f'<span class="lk-faces" aria-hidden="true">{cards}</span>'
            f"{said(f'Your row: {card_list(self.row)}.')}</p>"
            f'<p data-key="intro">{CLASSES} classes roll the dice {ROLLS:,} times each. After '
            f"every roll they look at their share of hits. The grey funnel is {fraction(self.p)} ≈ "
            f"{percent(self.p)}, and two standard errors to each side.</p>"
        )
        if not self.guess.shown:
            return (
                f'{intro}<div class="lk-beside" data-key="asked"><div class="lk-figure">'
                f"{self._plotted()}</div>"
                f'<div class="lk-words">{self.guess.html(self._question())}</div></div>'
            )
        self._table = self._columns()
        wrong = switch(
            "wrong", "A wrong program: three llamas count as hits", self.program == "wrong"
        )
        straight = switch("straight", "Straighten the funnel", self.straight)
        luck = button("luck", "luck", "Other classes")
        return (
            f'{intro}<div data-key="truth" {columns(**self._table)}>{self._verdict()}'
            f'<p class="lk-answer">{self._follows("output", "rolls")}</p>'
            f"{slider('rolls', self.place, 'Rolls', self._table['rolls'], 'rolls')}"
            f'<div class="lk-beside"><div class="lk-figure lk-large">{self._plotted()}</div>'
            f'<div class="lk-words">{self._classes()}</div></div>'
            f'<div class="lk-choose" data-home data-group="funnel">{straight}{wrong}{luck}</div>'
            f'<div class="lk-rolls">{self._why()}</div></div>'
        )

    def picture(self) -> tuple[str, int, int]:
        """Return the funnel."""
        return place(self._drawing(), 20, 20), _WIDTH + 40, _HEIGHT + 40

    # The table of numbers.

    def _columns(self) -> dict[str, list[Any]]:
        """Return what everything shows at each mark."""
        outside = [self._outside(place) for place in range(len(MARKS))]
        ever = _ever(self.counted, self.hits)
        table: dict[str, list[Any]] = {
            "rolls": [f"After {n:,} rolls" for n in MARKS],
            "once": [str(now) for now, _ in outside],
            "ever": [str(left) for _, left in outside],
            "once_mean": [f"{CLASSES * _once(n, self.counted, self.hits):.1f}" for n in MARKS],
            "ever_mean": [f"{CLASSES * chance:.1f}" for chance in ever],
            "error": [_error(n, self.p) for n in MARKS],
            "bias": [self._bias(n) for n in MARKS],
            "at": [self._plot.x(n) for n in MARKS],
        }
        for number, run in enumerate(self.runs):
            table[f"c{number}"] = [_state(run, at, self.hits) for at in range(len(MARKS))]
        return table

    def _bias(self, n: int) -> str:
        """Say how large the mistake of the wrong program is in standard errors."""
        bias = Fraction(self.llamas, WAYS)
        share = float(bias) / _standard_error(n, self.p)
        return f"{fraction(bias)} ≈ {percent(bias)}: that is {share:.1f} standard errors"

    def _now(self, column: str) -> Any:
        return self._table[column][self.place]

    def _follows(self, tag: str, column: str) -> str:
        """Return a text that follows the slider."""
        return bound(tag, self._now(column), f"text:{column}")

    # The plot.

    @property
    def _plot(self) -> Plot:
        """The plot of the share over the rolls; straight, of its distance in standard errors."""
        x = Scale(FIRST, ROLLS, 52, _WIDTH - 14, log=True)
        if self.straight:
            return Plot(x, Scale(-5, 11, _HEIGHT - 50, 12))
        middle = float(self.p)
        return Plot(x, Scale(max(middle - 0.3, 0), min(middle + 0.3, 1), _HEIGHT - 50, 12))

    def _height(self, n: int, share: float) -> float:
        """Return where a share stands in the plot, which it does not leave."""
        y = self._plot.y
        found = (share - float(self.p)) / _standard_error(n, self.p) if self.straight else share
        return min(max(found, y.low), y.high)

    def _plotted(self) -> str:
        return picture(self._drawing(), _WIDTH, _HEIGHT, "classes", self.summary())

    def _drawing(self) -> str:
        """Return the funnel and, once the truth is shown, the classes up to the roll set."""
        plot, middle = self._plot, float(self.p)
        errors = [(n, 2 * _standard_error(n, self.p)) for n in MARKS]
        low = [(n, self._height(n, middle - error)) for n, error in errors]
        high = [(n, self._height(n, middle + error)) for n, error in errors]
        line = [(n, self._height(n, middle)) for n in (FIRST, ROLLS)]
        if self.straight:
            up = [(float(step), f"{step:+d} SE" if step else "0") for step in range(-4, 11, 2)]
        else:
            first, last = round(10 * plot.y.low + 0.49), int(10 * plot.y.high)
            up = [(step / 10, f"{10 * step} %") for step in range(first, last + 1)]
        return (
            plot.band(low, high)
            + plot.up(up)
            + plot.across(((n, f"{n:,}") for n in (10, 100, 1000, 10_000)), "number of rolls")
            + (self._curves() if self.guess.shown else "")
            + plot.line(line, 'stroke-dasharray="5 4"')
        )

    def _curves(self) -> str:
        """Return the classes' curves, cut off at the roll that is set."""
        curves = "".join(
            self._plot.line(
                ((n, self._height(n, hits / n)) for n, hits in zip(MARKS, run.hits, strict=True)),
                f'class="lk-class" data-on="{self._now(f"c{number}")}" '
                f'data-bind="data-on:c{number}"',
            )
            for number, run in enumerate(self.runs)
        )
        at, foot = self._now("at"), self._plot.y.start
        return (
            f'<svg x="0" y="0" width="{at}" height="{foot:g}" data-bind="width:at">{curves}'
            f'</svg><g class="lk-marker" style="--x:{at:g}" data-bind="--x:at">'
            f'<path d="M0 {foot:g}V8" stroke="currentColor" stroke-width="2"/></g>'
        )

    # The words.

    def _classes(self) -> str:
        """Return the classes as a hundred marks, how many are outside, and were so at some time."""
        marks = "".join(
            f'<g transform="translate({14 + 26 * (number % 10)} {14 + 26 * (number // 10)})">'
            f'<rect x="-9" y="-9" width="18" height="18" class="lk-school" '
            f'data-on="{self._now(f"c{number}")}" data-bind="data-on:c{number}"/></g>'
            for number in range(CLASSES)
        )
        now, before = '<rect x="1" y="1" width="14" height="14" ', '<circle cx="8" cy="8" r="7" '
        rows = (
            (f"{_sign(now, _NOW)} outside now: looking once", "once", "once_mean"),
            (f"{_sign(before, _BEFORE)} or before: looking always", "ever", "ever_mean"),
        )
        lines = "".join(
            f'<tr class="lk-row-{seen}"><th scope="row">{name}</th>{self._follows("td", seen)}'
            f"{self._follows('td', mean)}</tr>"
            for name, seen, mean in rows
        )
        drawn = picture(marks, 262, 262, "schools", self.summary())
        return drawn + table("lk-worth", lines, (f"of {CLASSES} classes", "here", "expected"))

    def _verdict(self) -> str:
        """Return the guess beside the truth."""
        counted = self.hits + (self.llamas if self.asked == "wrong" else 0)
        expected = CLASSES * _ever(counted, self.hits)[-1]
        return (
            f'<p class="lk-verdict">Outside at some time: <b>{expected:.1f}</b> of {CLASSES} '
            f"classes, on average.{self.guess.told()}</p>"
        )

    def _why(self) -> str:
        """Return why looking once and looking always differ, and bias from noise."""
        return (
            '<section class="lk-words lk-working"><h4>Looking once, looking always</h4><p>At any '
            "fixed roll about 5 of 100 are outside: that is what two standard errors mean. But if "
            "you look after every roll, you have many chances to find yourself outside. So say "
            "before you begin how many rolls you will do.</p></section>"
            '<section class="lk-words lk-working"><h4>Bias and noise</h4>'
            f"<p>One standard error is {self._follows('b', 'error')}: noise gets smaller.</p>"
            f"<p>The wrong program is off by {self._follows('b', 'bias')}. Bias "
            "stays.</p></section>"
        )


def _sign(shape: str, hue: str) -> str:
    """Return a small mark to stand in words."""
    drawn = f'{shape}fill="{hue}" stroke="currentColor"/>'
    return f'<svg class="lk-sign" viewBox="0 0 16 16" aria-hidden="true">{drawn}</svg>'


def _state(run: Run, place: int, hits: int) -> int:
    """Return whether a class at a mark is outside (2), was so before (1), or never was (0)."""
    n = MARKS[place]
    if _is_outside(run.hits[place], n, hits):
        return 2
    return int(run.left is not None and run.left <= n)


def _is_outside(seen: int, n: int, hits: int) -> bool:
    """Whether so many hits in n rolls are more than two standard errors off; in whole numbers."""
    return (WAYS * seen - n * hits) ** 2 > 4 * n * hits * (WAYS - hits)


@cache
def _runs(counted: int, hits: int, seed: int) -> tuple[Run, ...]:
    """Return what the classes get; ``counted`` of the 216 rolls are taken for hits."""
    rng = Random(seed)
    return tuple(_run(rng, counted, hits) for _ in range(CLASSES))


def _run(rng: Random, counted: int, hits: int) -> Run:
    """Roll for one class."""
    share, bound_ = counted / WAYS, 4 * hits * (WAYS - hits)
    marks, at, seen, left = set(MARKS), [], 0, None
    for n in range(1, ROLLS + 1):
        seen += rng.random() < share
        if left is None and n >= FIRST and (WAYS * seen - n * hits) ** 2 > n * bound_:
            left = n
        if n in marks:
            at.append(seen)
    return Run(tuple(at), left)


@cache
def _ever(counted: int, hits: int) -> tuple[float, ...]:
    """Return, for each mark, the probability to have been outside at some roll from FIRST on.

    By adding up, roll by roll, the probabilities of the numbers of hits that have always been
    inside; in floats, whose rounding is far below what is shown.
    """
    p = counted / WAYS
    inside, low, found = [1.0], 0, []
    for n in range(1, ROLLS + 1):
        inside = [a * (1 - p) + b * p for a, b in zip([*inside, 0.0], [0.0, *inside], strict=True)]
        if n >= FIRST:
            first, last = _band(n, hits)
            start = max(first - low, 0)
            inside, low = inside[start : last - low + 1], low + start
        if n in MARKS:
            found.append(1 - sum(inside))
    return tuple(found)


@cache
def _once(n: int, counted: int, hits: int) -> float:
    """Return the probability to be outside after n rolls: the binomial one, less what is inside."""
    p, (first, last) = counted / WAYS, _band(n, hits)
    inside = (
        exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p))
        for k in range(max(first, 0), min(last, n) + 1)
    )
    return 1 - sum(inside)


def _band(n: int, hits: int) -> tuple[int, int]:
    """Return the least and the most hits in n rolls that are inside."""
    reach = isqrt(4 * n * hits * (WAYS - hits))
    return -((reach - n * hits) // WAYS), (n * hits + reach) // WAYS


def _standard_error(n: int, p: Fraction) -> float:
    """Return the standard error of a share after n rolls."""
    return sqrt(float(p) * float(1 - p) / n)


def _error(n: int, p: Fraction) -> str:
    return f"{100 * _standard_error(n, p):.2g} %"
