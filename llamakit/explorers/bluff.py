"""How often to lie, and how often to doubt: two guarantees that meet.

Imports the standard library, lower rooms and Chinchiller Dice only. A blind turn with two sums: Ben
sees 0 or a high sum, and may say 0 for the high one; Ana, who is blind, may doubt a 0. Her mean
gain is a straight line in the share p of lies, and one in the share q of doubts.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from llamakit.engine.state import InputError, brief, whole_number
from llamakit.exact.figures import exact
from llamakit.explorers.explorer import (
    Explorer,
    Guess,
    bound,
    chance,
    columns,
    fraction,
    signed,
    slider,
)
from llamakit.explorers.plot import Plot, Scale, dot, picture, words
from llamakit.games.chinchiller.equilibrium import accept_gain, doubt_gain
from llamakit.games.chinchiller.rules import LOW_CLAIM
from llamakit.table.draw import INK, button, place, table

#: The sliders go in steps of one part in so many, and stop at the best share besides.
_STEPS = 60

#: The hues of Ana's guarantee, of Ben's, and of what they play.
_ANA, _BEN, _PLAY = "#009e73", "#d55e00", "#e69f00"

_WIDTH, _HEIGHT = 420, 300

#: The highest sand and the dearest eye that can be set.
_MOST = 1000


class Side(NamedTuple):
    """What is drawn of one player's choice.

    ``pure`` are the lines of the other's two choices: a name and the sand at both ends;
    ``guarantee`` the corners of what this player is sure of. ``columns`` are those of its place
    across and up, of both ends of the line against what the other plays, and of the other's
    guarantee.
    """

    title: str
    scale: str
    hue: str
    pure: tuple[tuple[str, Any, Any], ...]
    guarantee: tuple[tuple[Any, Any], ...]
    columns: tuple[str, str, str, str, str]


class Bluff(Explorer):
    """A blind turn of two sums, 0 and a high one.

    >>> bluff = Bluff({"high": 12, "eye": 24})
    >>> bluff.receive({"do": "show"})
    >>> bluff.best
    (Fraction(1, 6), Fraction(1, 3))
    >>> bluff.gain(*bluff.best)
    Fraction(5, 1)
    """

    title = "A bluff is a number"

    def begin(
        self, high: int = 12, eye: Any = 24, zero: Any = Fraction(1, 2), lies: Any = Fraction(1, 2)
    ) -> None:
        """Set the game, in sand, and how often Ben lies at first.

        ``high`` is the sand of the high sum, 6 or more; ``eye`` is what a closed eye of Ben's is
        worth to Ana; ``zero`` is the probability that 0 is rolled.
        """
        self.high = whole_number("high", high, LOW_CLAIM, _MOST)
        self.eye, self.zero, first = exact(eye), exact(zero), exact(lies)
        if not 0 <= self.eye <= _MOST:
            raise InputError(f"eye must be from 0 to {_MOST}, not {brief(eye)}")
        if not 0 < self.zero < 1:
            raise InputError(f"zero must be a probability between 0 and 1, not {brief(zero)}")
        if not 0 <= first <= 1:
            raise InputError(f"lies must be from 0 to 1, not {brief(lies)}")
        if self.gain(1, 1) <= 0:
            raise InputError("zero is so likely that a doubt never pays: there is nothing to find")
        self.best = self._best()
        steps = [Fraction(step, _STEPS) for step in range(_STEPS + 1)]
        self.shares = [sorted({*steps, self.best[0], first}), sorted({*steps, self.best[1]})]
        self.p, self.q = first, Fraction(1, 2)
        self.guess = Guess(range(101), lambda share: f"{share}\u00a0%")

    # The game.

    def gain(self, p: Any, q: Any) -> Fraction:
        """Return Ana's mean gain in sand, if Ben lies with p and she doubts a 0 with q."""
        zero = q * self._doubted(0)
        honest = Fraction(accept_gain(self.high), 2)  # to doubt it would bring nothing (H8)
        lie = q * self._doubted(self.high)
        gain: Fraction = self.zero * zero + (1 - self.zero) * ((1 - p) * honest + p * lie)
        return gain

    def _doubted(self, rolled: int) -> Fraction:
        """Return what doubting a 0 brings, in sand (H8, H9); accepting it brings nothing (H7)."""
        return Fraction(doubt_gain(rolled, 0, 2 * self.eye)) / 2  # half of it: her own sand

    def _best(self) -> tuple[Fraction, Fraction]:
        """Return the shares at which the other gains nothing by choosing."""
        doubt_pays = [self.gain(p, 1) - self.gain(p, 0) for p in (0, 1)]
        lie_pays = [self.gain(0, q) - self.gain(1, q) for q in (0, 1)]
        lies = -doubt_pays[0] / (doubt_pays[1] - doubt_pays[0])
        doubts = lie_pays[0] / (lie_pays[0] - lie_pays[1])
        return lies, doubts

    def floor(self, q: Fraction) -> Fraction:
        """Return what Ana makes sure of by doubting with q."""
        return min(self.gain(0, q), self.gain(1, q))

    def ceiling(self, p: Fraction) -> Fraction:
        """Return what Ben pays at most by lying with p."""
        return max(self.gain(p, 0), self.gain(p, 1))

    @property
    def state(self) -> dict[str, Any]:
        """The shares that are set, the guess (in per cent), and what they bring Ana."""
        return {
            "lies": self.p,
            "doubts": self.q,
            "guess": self.guess.value,
            "gain": self.gain(self.p, self.q),
            "best": self.best,
            "value": self.gain(*self.best),
        }

    # What happens.

    def act(self, do: str, action: str) -> str | None:
        """Set a share."""
        if do == "guess":
            wanted = Fraction(self.guess.place, 100)
            self.q = min(self.shares[1], key=lambda share: abs(share - wanted))
        elif not self.guess.shown:
            return None
        elif do == "lies" and action.isdecimal():
            self.p = self.shares[0][min(int(action), len(self.shares[0]) - 1)]
        elif do == "doubts" and action.isdecimal():
            self.q = self.shares[1][min(int(action), len(self.shares[1]) - 1)]
        elif do == "best":
            self.p, self.q = self.best
        return None

    # What is shown.

    def summary(self) -> str:
        """Return what the shares bring; before the guess, only what is asked."""
        if not self.guess.shown:
            return self._question()
        return (
            f"Ben lies with {chance(self.p)}, Ana doubts with {chance(self.q)}. Ana makes sure of "
            f"{_sand(self.floor(self.q))}, Ben pays {_sand(self.ceiling(self.p))} at most."
        )

    def _question(self) -> str:
        """Return what is to be guessed."""
        return "How often should Ana doubt a 0, to be sure of as much sand as she can?"

    def body(self) -> str:
        """Return the rules of the game with the question, or the two guarantees."""
        if not self.guess.shown:
            return f'{self._rules()}<div data-key="asked">{self.guess.html(self._question())}</div>'
        self._table = self._columns()
        twins = "".join(map(self._side_html, self._sides()))
        return (
            f'{self._rules()}<div data-key="truth" {columns(**self._table)}>{self._verdict()}'
            f'{self._sliders()}<div class="lk-twins">{twins}</div>'
            f'<div class="lk-choose" data-home>{button("best", "best", "Show me where they meet")}'
            f"</div>"
            f'<div class="lk-rolls">{self._figures()}{self._zero()}</div></div>'
        )

    def picture(self) -> tuple[str, int, int]:
        """Return both guarantees once they are shown; before, the names alone."""
        if not self.guess.shown:
            return words("Ana doubts, Ben lies", 30, 40, size=18), 300, 70
        drawn = "".join(
            place(self._drawing(side), 10 + (_WIDTH + 10) * number, 20)
            for number, side in enumerate(self._sides())
        )
        return drawn, 2 * _WIDTH + 40, _HEIGHT + 40

    def _rules(self) -> str:
        """Return what Ana gains in each case, as a table."""
        lines = "".join(
            f'<tr><th scope="row">{rolled} → “{said}”</th>'
            f"<td>{signed(accept)}</td><td>{signed(doubt)}</td></tr>"
            for rolled, said, accept, doubt in (
                (0, 0, 0, self._doubted(0)),
                (self.high, 0, 0, self._doubted(self.high)),
                (self.high, self.high, Fraction(accept_gain(self.high), 2), 0),
            )
        )
        heads = ("rolled → said", "Ana accepts", "she doubts")
        payoffs = table("lk-payoffs", lines, heads, extra='data-key="payoffs"')
        return (
            f'<p data-key="intro">Ana is blind. Only Ben sees what she rolled: 0 with probability '
            f"{fraction(self.zero)}, or else {self.high} sand. He may lie and say 0. A closed eye "
            f"of his is worth {fraction(self.eye)} sand. What Ana gains, in sand:</p>"
            f"{payoffs}"
        )

    # The table of numbers.

    def _columns(self) -> dict[str, Any]:
        """Return what everything shows: for each share of Ben's, of Ana's, and for both."""
        lies, doubts = self.shares
        x, y = self._plot.x, self._plot.y
        return {
            "lies": [f"Ben lies with p = {chance(p)}" for p in lies],
            "doubts": [f"Ana doubts with q = {chance(q)}" for q in doubts],
            "p": [x(float(p)) for p in lies],
            "q": [x(float(q)) for q in doubts],
            "floor": [y(float(self.floor(q))) for q in doubts],
            "ceiling": [y(float(self.ceiling(p))) for p in lies],
            "line_p0": [y(float(self.gain(p, 0))) for p in lies],
            "line_p1": [y(float(self.gain(p, 1))) for p in lies],
            "line_q0": [y(float(self.gain(0, q))) for q in doubts],
            "line_q1": [y(float(self.gain(1, q))) for q in doubts],
            "gain": [[y(float(self.gain(p, q))) for q in doubts] for p in lies],
            "sure": [_sand(self.floor(q)) for q in doubts],
            "most": [_sand(self.ceiling(p)) for p in lies],
            "played": [[_sand(self.gain(p, q)) for q in doubts] for p in lies],
            "ben_best": [self._ben_would(q) for q in doubts],
            "ana_best": [self._ana_would(p) for p in lies],
            "true": [self._true(p) for p in lies],
            "width": [round(100 * float(self._truth(p)), 2) for p in lies],
            "worth": [self._worth(p) for p in lies],
        }

    def _ben_would(self, q: Fraction) -> str:
        """Say what Ben does best against a share of doubts."""
        honest, lying = self.gain(0, q), self.gain(1, q)
        if honest == lying:
            return "it makes no difference to Ben what he says"
        return f"Ben would {'always lie' if lying < honest else 'never lie'}"

    def _ana_would(self, p: Fraction) -> str:
        """Say what Ana does best against a share of lies."""
        accepting, doubting = self.gain(p, 0), self.gain(p, 1)
        if accepting == doubting:
            return "it makes no difference to Ana what she does"
        return f"Ana would {'always' if doubting > accepting else 'never'} doubt"

    def _truth(self, p: Fraction) -> Fraction:
        """Return the probability that a 0 is true, by Bayes' rule."""
        return self.zero / (self.zero + (1 - self.zero) * p)

    def _true(self, p: Any) -> str:
        """Return Bayes' rule with its numbers."""
        high = 1 - self.zero
        return (
            f"{fraction(self.zero)} / ({fraction(self.zero)} + {fraction(high)} · {fraction(p)}) "
            f"= {chance(self._truth(p))}"
        )

    def _worth(self, p: Any) -> str:
        """Return what doubting a 0 brings on average."""
        true = self._truth(p)
        brings = true * self._doubted(0) + (1 - true) * self._doubted(self.high)
        return _sand(brings)

    def _now(self, column: str) -> Any:
        """Return what a column shows now; "name@slider" depends on one slider alone."""
        name, _, key = column.partition("@")
        places = {"lies": self.shares[0].index(self.p), "doubts": self.shares[1].index(self.q)}
        found = self._table[name]
        for share in [key] if key else places:
            found = found[places[share]]
        return found

    def _follows(self, tag: str, column: str) -> str:
        """Return a text that follows the sliders."""
        return bound(tag, self._now(column), f"text:{column}")

    # The two plots.

    def _sides(self) -> tuple[Side, Side]:
        """Return what is drawn of Ana's choice, and of Ben's."""
        (lies, doubts), value, gain = self.best, self.gain(*self.best), self.gain
        ana = Side(
            title="Ana makes sure of the lower line",
            scale="q, how often Ana doubts a 0",
            hue=_ANA,
            pure=(("Ben never lies", gain(0, 0), gain(0, 1)), ("Ben always lies", 0, gain(1, 1))),
            guarantee=((0, self.floor(Fraction(0))), (doubts, value), (1, self.floor(Fraction(1)))),
            columns=("q@doubts", "floor@doubts", "line_p0@lies", "line_p1@lies", "ceiling@lies"),
        )
        ben = Side(
            title="Ben pays the upper line at most",
            scale="p, how often Ben lies",
            hue=_BEN,
            pure=(
                ("Ana never doubts", gain(0, 0), gain(1, 0)),
                ("Ana always doubts", gain(0, 1), gain(1, 1)),
            ),
            guarantee=(
                (0, self.ceiling(Fraction(0))),
                (lies, value),
                (1, self.ceiling(Fraction(1))),
            ),
            columns=("p@lies", "ceiling@lies", "line_q0@doubts", "line_q1@doubts", "floor@doubts"),
        )
        return ana, ben

    def _side_html(self, side: Side) -> str:
        """Return a player's plot under its title."""
        says = f"{side.scale}: two straight lines that cross, and the best of them for the other."
        drawn = picture(self._drawing(side), _WIDTH, _HEIGHT, "guarantee", says)
        return f"<section><h4>{_key(side.hue)} {side.title}</h4>{drawn}</section>"

    def _drawing(self, side: Side) -> str:
        """Return a player's plot: the lines of the other's choices, the guarantee, what is set."""
        plot = self._plot
        x, y, start, end, other = side.columns
        left, right = plot.x.start, plot.x.end
        pure = "".join(
            plot.line([(0, float(first)), (1, float(last))], 'opacity=".45"')
            + self._named(name, float(first), float(last), side.hue)
            for name, first, last in side.pure
        )
        envelope = [(float(share), float(sand)) for share, sand in side.guarantee]
        level = (
            f'<line x1="{left:g}" x2="{right:g}" y1="{self._now(other)}" y2="{self._now(other)}" '
            f'stroke="{_BEN if side.hue == _ANA else _ANA}" stroke-width="2" '
            f'stroke-dasharray="2 4" data-bind="y1:{other} y2:{other}"/>'
        )
        played = (
            f'<line x1="{left:g}" x2="{right:g}" y1="{self._now(start)}" y2="{self._now(end)}" '
            f'stroke="{_PLAY}" stroke-width="2.5" data-bind="y1:{start} y2:{end}"/>'
        )
        step = max(1, round((plot.y.high - plot.y.low) / 6))
        ticks = range(-(-ceil(plot.y.low) // step) * step, floor(plot.y.high) + 1, step)
        corner, height = envelope[1]
        return (
            plot.up((tick, str(tick).replace("-", "−")) for tick in ticks)
            + plot.across(((0, "0"), (0.5, "1/2"), (1, "1")), side.scale)
            + pure
            + level
            + plot.line(envelope, f'style="color:{side.hue}" class="lk-envelope"')
            + dot(plot, corner, height, "#fffdf7")
            + played
            + self._mark(x, y, side.hue, 7)
            + self._mark(x, "gain", _PLAY, 5)
        )

    def _named(self, name: str, first: float, last: float, hue: str) -> str:
        """Return a line's name at the end that the guarantee leaves alone."""
        plot = self._plot
        at_the_end = (last > first) == (hue == _ANA)
        x = plot.x.end - 4 if at_the_end else plot.x.start + 6
        y = plot.y(last if at_the_end else first) + (-9 if hue == _ANA else 17)
        return words(name, x, y, "end" if at_the_end else "start", 13)

    @property
    def _plot(self) -> Plot:
        """The scales of both plots: shares across, sand up."""
        corners = [float(self.gain(p, q)) for p in (0, 1) for q in (0, 1)]
        room = (max(corners) - min(corners)) / 10
        y = Scale(min(0, min(corners)) - room, max(corners) + room, _HEIGHT - 50, 10)
        return Plot(Scale(0, 1, 40, _WIDTH - 14), y)

    def _mark(self, x: str, y: str, hue: str, size: int) -> str:
        """Return a dot that follows the sliders, on a thin line down to the scale."""
        places = f"--x:{self._now(x)};--y:{self._now(y)}"
        return (
            f'<g class="lk-marker" style="{places}" data-bind="--x:{x} --y:{y}">'
            f'<circle r="{size}" fill="{hue}" stroke="{INK}" stroke-width="1.5"/></g>'
        )

    # The words.

    def _verdict(self) -> str:
        """Return the guess beside the truth."""
        best, value = self.best[1], self.gain(*self.best)
        truth = f"Doubting with q = <b>{chance(best)}</b>, Ana is sure of <b>{_sand(value)}</b>."
        if self.guess.value is None:
            return f'<p class="lk-verdict">{truth}</p>'
        mine = self.floor(Fraction(self.guess.value, 100))
        return (
            f'<p class="lk-verdict">{truth} With your <b>{self.guess.value}\u00a0%</b> she is sure '
            f"of {_sand(mine)}.</p>"
        )

    def _sliders(self) -> str:
        """Return the sliders of the two shares."""
        parts = (
            ("lies", "Ben's share of lies", self.p, self.shares[0]),
            ("doubts", "Ana's share of doubts", self.q, self.shares[1]),
        )
        made = "".join(
            f'<div><p class="lk-question">{self._follows("output", f"{key}@{key}")}</p>'
            f"{slider(key, shares.index(now), name, self._table[key], f'{key}@{key}')}</div>"
            for key, name, now, shares in parts
        )
        return f'<div class="lk-sliders">{made}</div>'

    def _figures(self) -> str:
        """Return the two guarantees, what is played, and what each would do who knew the other."""
        rows = (
            (f"{_key(_ANA)} Ana is sure of", "sure@doubts"),
            (f"{_key(_PLAY)} she gains", "played"),
            (f"{_key(_BEN)} Ben pays at most", "most@lies"),
        )
        lines = "".join(
            f'<tr><th scope="row">{name}</th>{self._follows("td", column)}</tr>'
            for name, column in rows
        )
        return (
            f'<section class="lk-words lk-working"><h4>Two guarantees</h4>'
            f"{table('lk-worth', lines)}<p>If he knew q, "
            f"{self._follows('b', 'ben_best@doubts')}. If she knew p, "
            f"{self._follows('b', 'ana_best@lies')}.</p><p>Where the two guarantees meet, nobody "
            "can do better, and it does no harm if the other knows your share: an "
            "<b>equilibrium</b>.</p></section>"
        )

    def _zero(self) -> str:
        """Return how likely a 0 is true, by Bayes' rule, and what doubting it brings."""
        width = self._now("width@lies")
        return (
            '<section class="lk-words lk-working"><h4>Ben says “0”. Is it true?</h4>'
            f'<div class="lk-odds-bar" aria-hidden="true"><i style="--w:{width}" '
            'data-bind="--w:width@lies">true</i><i>lie</i></div>'
            f"<p>P(true | “0”) = {self._follows('span', 'true@lies')}</p>"
            f"<p>Doubting it brings {self._follows('b', 'worth@lies')} on average; accepting it "
            "brings nothing.</p></section>"
        )


def _key(hue: str) -> str:
    """Return a small mark of a hue to stand in words."""
    return (
        '<svg class="lk-sign" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7" '
        f'fill="{hue}" stroke="currentColor"/></svg>'
    )


def _sand(amount: Fraction) -> str:
    """Return sand exactly, and rounded if that is not whole.

    >>> _sand(Fraction(5)), _sand(Fraction(9, 2))
    ('5 sand', '9/2 = 4.5 sand')
    """
    exactly = signed(amount)
    if "/" not in exactly:
        return f"{exactly} sand"
    rounded = f"{float(amount):.2f}".rstrip("0").replace("-", "−")
    sign = "=" if Fraction(rounded.replace("−", "-")) == amount else "≈"
    return f"{exactly} {sign} {rounded} sand"
