"""A hand from a deck: how many cards of a kind it holds, and what it counts.

Imports the standard library, lower rooms and L.L.A.M.A. only. The deck has the seven values, so
many copies of each. As it grows, drawing cards is more and more like putting each of them back:
the hypergeometric distribution goes to the binomial one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from llamakit.engine.state import InputError, checked_seed, one_of, whole_number
from llamakit.exact.distribution import Distribution
from llamakit.exact.drawing import binomial, hypergeometric
from llamakit.explorers.explorer import (
    Explorer,
    Guess,
    bound,
    card_toggles,
    chance,
    columns,
    fraction,
    percent,
    slider,
)
from llamakit.explorers.plot import Plot, Scale, picture, rule, words
from llamakit.games.cards import LLAMA, VALUES, cards, penalty
from llamakit.games.drawings import HUES, card
from llamakit.games.llama.odds import hand_penalty
from llamakit.games.words import card_list, number_of
from llamakit.table.draw import CARD, INK, PAPER, button, icon, place, table, text
from llamakit.table.explain import LONGEST_FRACTION

#: How many copies of each value the deck may have; None: each card is put back.
COPIES: tuple[int | None, ...] = (2, 3, 4, 5, 6, 7, 8, 10, 12, 16, None)

#: The largest hand, and the most hands that are remembered.
MOST_CARDS, MOST_HANDS = 12, 100_000

_TOPS = [Fraction(share, 100) for share in (10, 20, 30, 40, 60, 80, 100)]
_SIZES = range(1, MOST_CARDS + 1)
_MOST_COPIES = max(filter(None, COPIES))
_MOST_PENALTY = penalty(VALUES)

#: Of fewer hands the shares are not drawn.
_FEW = 10

#: The hues of not putting back and of putting back.
_KEPT, _BACK = "#0072b2", "#e69f00"

_WIDTH, _HEIGHT = 480, 184

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

#: Where the coins of a value lie.
_PLACES = range(46, 46 + 26 * _MOST_COPIES, 26)

#: The plots: how many of the kind, and the points. Both scales up are shares of their tops.
_COUNTS = Plot(Scale(-0.7, MOST_CARDS + 0.7, 48, 476), Scale(0, 1, 190, 190 - _HEIGHT))
_POINTS = Plot(Scale(-1, _MOST_PENALTY + 1, 48, 476), Scale(0, 1, 190, 190 - _HEIGHT))


class Hand(Explorer):
    """A hand from a deck of seven values.

    >>> hand = Hand({"cards": 6})
    >>> hand.receive({"do": "show"})
    >>> hand.summary()
    'No llama among 6 cards of 56: 92966/245973 ≈ 37.8 %. The hand counts 19.3 points on average.'
    """

    title = "A hand from a deck"

    def begin(
        self,
        cards: int = 6,
        copies: int | None = 8,
        values: Iterable[object] = ("L",),
        seed: int = 0,
    ) -> None:
        """Set the hand's size, the copies of each value (None: put back), and which values count.

        ``seed`` gives the hands that are drawn.
        """
        self.size = whole_number("cards", cards, 1, MOST_CARDS)
        self.copies = one_of("copies", copies, COPIES)
        self.values = _checked(values)
        self._rng = Random(checked_seed(seed))
        self.guess = Guess(range(101), lambda share: f"{share}\u00a0%")
        self._forget()
        self._ask()

    def _ask(self) -> None:
        """Ask about what is set now."""
        self.asked = self.copies, self.size, self.values

    def _forget(self) -> None:
        """Start the hands that are drawn anew."""
        self.drawn_at = self.copies, self.size
        self.last: tuple[int, ...] = ()
        self.counted: Counter[int] = Counter()  # how many cards of the kind the hands held
        self.penalties: Counter[int] = Counter()

    @property
    def state(self) -> dict[str, Any]:
        """What is set, the guess (in per cent), the exact figures, and how many hands came."""
        return {
            "cards": self.size,
            "copies": self.copies,
            "values": self.values,
            "guess": self.guess.value,
            "none": self._marked(self.copies, self.size).p(0),
            "mean_penalty": _penalty(self.copies, self.size).mean,
            "hands": self.counted.total(),
        }

    def _marked(self, copies: int | None, size: int) -> Distribution:
        """Return how many cards of the kind a hand holds."""
        return _marked(copies, size, len(self.values))

    # What happens.

    def act(self, do: str, action: str) -> str | None:
        """Choose the values that count, set a slider, or draw hands."""
        if do == "values" and action in map(str, VALUES):
            self._toggle(next(value for value in VALUES if str(value) == action))
        elif do == "again":
            self._ask()
        elif not self.guess.shown:
            return None
        elif do == "copies" and action.isdecimal():
            self.copies = COPIES[min(int(action), len(COPIES) - 1)]
        elif do == "cards" and action.isdecimal():
            self.size = min(int(action) + 1, MOST_CARDS)
        elif do == "draw" and action in ("1", "10", "1000"):
            return self._draw(int(action))
        return None

    def _toggle(self, value: int) -> None:
        """Count a value or not; one at least counts."""
        values = tuple(sorted({*self.values} ^ {value}))
        if values:
            self.values = values
            self.guess.value = None
            self._forget()
            self._ask()

    def _draw(self, times: int) -> str:
        """Draw hands, and say what came."""
        if self.drawn_at != (self.copies, self.size):
            self._forget()
        for _ in range(min(times, MOST_HANDS - self.counted.total())):
            self.last = self._one_hand()
            self.counted[self._held(self.last)] += 1
            self.penalties[penalty(self.last)] += 1
        return self._drawn_in_words()

    def _one_hand(self) -> tuple[int, ...]:
        """Return a hand, its cards in order."""
        if self.copies is None:
            return tuple(sorted(self._rng.choices(VALUES, k=self.size)))
        counts = [self.copies] * len(VALUES)
        return tuple(sorted(self._rng.sample(VALUES, self.size, counts=counts)))

    def _held(self, hand: Iterable[int]) -> int:
        """Return how many cards of the kind a hand holds."""
        return sum(value in self.values for value in hand)

    def _last_in_words(self) -> str:
        """Say what the last hand holds and counts."""
        held, kind = self._held(self.last), _kind(self.values)
        found = f"{held} × {kind}" if held else f"no {kind}"
        return f"{card_list(self.last)}: {found}, {penalty(self.last)} points."

    def _drawn_in_words(self) -> str:
        """Say what the last hand was and, of several, what all of them held and counted."""
        hands = self.counted.total()
        if hands == 1:
            return self._last_in_words()
        mean = Fraction(sum(points * times for points, times in self.penalties.items()), hands)
        none = percent(Fraction(self.counted[0], hands))
        return (
            f"{self._last_in_words()} Of {hands:,} hands, {none} hold no {_kind(self.values)}; "
            f"they count {float(mean):.1f} on average."
        )

    # What is shown.

    def summary(self) -> str:
        """Return the exact figures of what is set; before the guess, only what is asked."""
        if not self.guess.shown:
            return f"{_deck(self.copies)}. {self._question()}"
        none = chance(self._marked(self.copies, self.size).p(0))
        mean = _mean(self.copies, self.size)
        return (
            f"{_none_among(self.copies, self.size, self.values)}: {none}. "
            f"The hand counts {mean:.1f} points on average."
        )

    def _question(self) -> str:
        """Return what is to be guessed."""
        _, size, values = self.asked
        which = f"none of them is {_a_kind(values)}" if size > 1 else f"it is not {_a_kind(values)}"
        return f"You get {number_of(size, 'card')}. How likely is it that {which}?"

    def body(self) -> str:
        """Return the question, or all that follows the sliders."""
        values = card_toggles("values", "The kind you look for", self.values)
        desk = f'<div class="lk-desk" data-key="desk">{values}</div>'
        if self.guess.shown:
            self._table = self._columns()
        deck = picture(self._deck(), _WIDTH, 210, "deck", self.summary())
        if not self.guess.shown:
            return (
                f'<p data-key="intro">{_deck(self.copies)}. They are shuffled.</p>{desk}'
                f'<div class="lk-beside" data-key="asked"><div class="lk-figure">{deck}</div>'
                f'<div class="lk-words">{self.guess.html(self._question())}</div></div>'
            )
        return (
            '<p data-key="intro">Make the deck larger: the two kinds of bars grow together.</p>'
            f'{desk}<div data-key="truth" {columns(**self._table)}>{self._verdict()}'
            f'{self._sliders()}<div class="lk-beside"><div class="lk-words">{deck}{self._draws()}'
            f'</div><div class="lk-figure">{self._counts()}{self._numbers()}</div></div>'
            f'<div class="lk-rolls"><div class="lk-words">{self._why_html()}</div>'
            f'<div class="lk-figure">{self._points()}</div></div></div>'
        )

    def picture(self) -> tuple[str, int, int]:
        """Return the deck."""
        return place(self._deck(), 20, 20), _WIDTH + 40, 250

    # The table of numbers: what everything shows for each deck and each hand.

    def _columns(self) -> dict[str, Any]:
        """Return a list for each deck, with what is shown for each hand from it."""
        drawn = [[int((copies, size) == self.drawn_at) for size in _SIZES] for copies in COPIES]
        return _table(self.values) | {"drawn": drawn}

    def _now(self, column: str) -> Any:
        """Return what a column shows now."""
        return self._table[column][COPIES.index(self.copies)][self.size - 1]

    def _follows(self, tag: str, column: str) -> str:
        """Return a text that follows the sliders."""
        return bound(tag, self._now(column), f"text:{column}")

    def _seen(self, column: str) -> str:
        """Return the attributes of what is seen in a picture only where a column says 1."""
        if not self.guess.shown:
            return ""
        return f'class="lk-seen" opacity="{self._now(column)}" data-bind="opacity:{column}"'

    # The deck.

    def _deck(self) -> str:
        """Return the deck: a line of coins for each value, those of the kind in its colour."""
        seen = len(_PLACES) if self.copies is None else self.copies
        drawn = []
        for line, value in enumerate(VALUES):
            y = 15 + 28 * line
            drawn.append(place(card(value), 2, y - 13, 0.42))
            hue = f'fill="{HUES[value]}"' if value in self.values else 'fill-opacity=".16"'
            for number, x in enumerate(_PLACES):
                if self.guess.shown or number < seen:
                    on = self._seen(f"copy{number}")
                    drawn.append(f'<circle cx="{x}" cy="{y}" r="10" {hue} {on}/>')
            taken = self.last.count(value) if self.copies is not None else 0
            dots = "".join(f"M{x} {y}h0" for x in _PLACES[:taken])
            drawn.append(
                f'<path d="{dots}" {self._seen("drawn")} stroke="currentColor" stroke-width="8" '
                'stroke-linecap="round"/>'
            )
        if self.guess.shown:
            dots = "".join(f"M474 {15 + 28 * line}h0" for line in range(len(VALUES)))
            drawn.append(
                f'<path d="{dots}" {self._seen("endless")} stroke="currentColor" stroke-width="6" '
                'stroke-linecap="round"/>'
            )
        return f'<g fill="currentColor">{"".join(drawn)}</g>'

    def _draws(self) -> str:
        """Return the buttons that draw hands, the last hand, and what the hands held."""
        off = "" if self.counted.total() < MOST_HANDS else "disabled"
        buttons = "".join(
            button("draw", f"draw {times}", f"Draw {times:,}", action=times, extra=off)
            for times in (1, 10, 1000)
        )
        shown = ""
        if self.last:
            faces = "".join(
                f'<span class="lk-in{" lk-kind" if value in self.values else ""}">'
                f"{icon(card(value), CARD)}</span>"
                for value in self.last
            )
            follows = f'class="lk-drawn" data-on="{self._now("drawn")}" data-bind="data-on:drawn"'
            shown = (
                f'<div {follows}><p class="lk-faces" aria-hidden="true">{faces}</p>'
                f"<p>{text(self._drawn_in_words())}</p></div>"
            )
        return f'<div class="lk-buttons" data-home data-group="draws">{buttons}</div>{shown}'

    # The bars.

    def _counts(self) -> str:
        """Return how many of the kind a hand holds, not put back and put back, side by side."""
        hollow = f'fill="none" stroke="{_BACK}" stroke-width="3"'
        bars = "".join(
            self._bar(f"a{count}", _COUNTS.x(count) - 13, 12, f'fill="{_KEPT}"')
            + self._bar(f"b{count}", _COUNTS.x(count) + 2, 10, hollow)
            for count in range(MOST_CARDS + 1)
        )
        ticks = [(count, str(count)) for count in range(MOST_CARDS + 1)]
        drawn = (
            self._up(_COUNTS, "counts")
            + _upright(bars)
            + _COUNTS.across(ticks, f"cards that are {_a_kind(self.values)}")
            + self._dots(_COUNTS, self.counted, -7, self._tops())
        )
        return _legend() + picture(drawn, _WIDTH, 234, "counts", self.summary())

    def _points(self) -> str:
        """Return the points of the hand as bars, and where their mean is."""
        step = _POINTS.x(1) - _POINTS.x(0)
        bars = "".join(
            self._bar(f"p{amount}", _POINTS.x(amount) - step / 2 + 1, step - 2, f'fill="{_KEPT}"')
            for amount in range(_MOST_PENALTY + 1)
        )
        ticks = [(amount, str(amount)) for amount in range(0, _MOST_PENALTY + 1, 5)]
        mean = (
            f'<g class="lk-marker" style="--x:{self._now("at")}" data-bind="--x:at">'
            f'<path d="M0 {_POINTS.y.start:g}V8" stroke="#d55e00" stroke-width="3"/>'
            f"{words('mean', -6, 20, 'end')}</g>"
        )
        drawn = (
            self._up(_POINTS, "points")
            + _upright(bars)
            + _POINTS.across(ticks, "points the hand counts")
            + mean
            + self._dots(_POINTS, self.penalties, 0, _top(self._penalties()))
        )
        says = f"The points a hand counts: {self._penalties().describe()}"
        return picture(drawn, _WIDTH, 234, "points", says)

    def _up(self, plot: Plot, name: str) -> str:
        """Return the scale at the left of a plot, which follows the sliders."""
        left, right = plot.x.start, plot.x.end
        return "".join(
            rule(left, plot.y(share), right, plot.y(share), 'opacity=".2"')
            + f'<text x="{left - 6:g}" y="{plot.y(share) + 4:g}" text-anchor="end" font-size="13" '
            f'fill="currentColor">{self._follows("tspan", f"{part}_{name}")}</text>'
            for share, part in ((1, "full"), (0.5, "half"))
        )

    def _tops(self) -> Fraction:
        """Return the top of the plot of counts for the hands that are drawn."""
        return _top(*(self._marked(copies, self.drawn_at[1]) for copies in COPIES))

    def _penalties(self) -> Distribution:
        """Return the points of the hands that are drawn."""
        return _penalty(*self.drawn_at)

    def _bar(self, column: str, x: float, width: float, more: str) -> str:
        """Return a bar that follows the sliders."""
        return (
            f'<rect x="{x:g}" width="{width:g}" height="{self._now(column)}" '
            f'data-bind="height:{column}" class="lk-growing" {more}/>'
        )

    def _dots(self, plot: Plot, seen: Counter[int], shift: float, top: Fraction) -> str:
        """Return the shares among the hands that were drawn, as dots."""
        hands = seen.total()
        if hands < _FEW:
            return ""
        places = [
            (plot.x(count) + shift, plot.y(min(times / hands / float(top), 1)))
            for count, times in seen.items()
        ]
        dots = "".join(
            f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
            for x, y in places
        )
        return f"<g {self._seen('drawn')}>{dots}</g>"

    # The words.

    def _verdict(self) -> str:
        """Return the guess beside the truth."""
        copies, size, values = self.asked
        none = chance(_marked(copies, size, len(values)).p(0))
        return (
            f'<p class="lk-verdict">{_none_among(copies, size, values)}: '
            f"<b>{none}</b>.{self.guess.told()}</p>"
        )

    def _sliders(self) -> str:
        """Return the slider for the deck and the one for the hand."""
        decks, hands = (
            [_deck(copies) for copies in COPIES],
            [f"You get {number_of(n, 'card')}" for n in _SIZES],
        )
        parts = (
            ("deck", slider("copies", COPIES.index(self.copies), "The deck", decks, "deck")),
            ("hand", slider("cards", self.size - 1, "The hand", hands, "hand")),
        )
        shown = "".join(
            f'<div><p class="lk-question">{self._follows("output", column)}</p>{bar}</div>'
            for column, bar in parts
        )
        return f'<div class="lk-sliders">{shown}</div>'

    def _numbers(self) -> str:
        """Return the figures of the two ways to draw, side by side."""
        kind = _kind(self.values)
        rows = (
            (f"no {kind}", "none", "none_back"),
            ("mean number", "mean", "mean"),
            ("variance", "variance", "variance_back"),
        )
        lines = "".join(
            f'<tr><th scope="row">{name}</th>{self._follows("td", kept)}{self._follows("td", back)}'
            "</tr>"
            for name, kept, back in rows
        )
        return table("lk-worth", lines, ("in the hand", "not put back", "put back"))

    def _why_html(self) -> str:
        """Return where the chance of none, the smaller spread and the points come from."""
        return (
            f'<section class="lk-working"><h4>Why?</h4><p>{self._follows("span", "ways")}.</p>'
            f"<p>{self._follows('span', 'smaller')}</p>"
            f"<h4>And the points?</h4><p>{self._follows('span', 'points')}</p></section>"
        )


@cache
def _marked(copies: int | None, size: int, values: int) -> Distribution:
    """Return how many of the cards drawn have one of so many values."""
    if copies is None:
        return binomial(size, Fraction(values, len(VALUES)))
    return hypergeometric(copies * len(VALUES), copies * values, size)


@cache
def _table(values: tuple[int, ...]) -> dict[str, list[list[Any]]]:
    """Return what is shown for each deck and each hand from it."""
    cells = [[_cell(copies, size, values) for size in _SIZES] for copies in COPIES]
    return {name: [[cell[name] for cell in row] for row in cells] for name in cells[0][0]}


def _cell(copies: int | None, size: int, values: tuple[int, ...]) -> dict[str, Any]:
    """Return what is shown for one deck and one hand."""
    number = len(values)
    kept, back, points = (
        _marked(copies, size, number),
        _marked(None, size, number),
        _penalty(copies, size),
    )
    top, tops = _top(points), _top(*(_marked(one, size, number) for one in COPIES))
    mean, variance = _moments(copies, size, number)
    shown: dict[str, Any] = {
        "deck": _deck(copies),
        "hand": f"You get {number_of(size, 'card')}",
        "none": percent(kept.p(0)),
        "none_back": percent(back.p(0)),
        "mean": mean,
        "variance": variance,
        "variance_back": _moments(None, size, number)[1],
        "ways": _ways(copies, size, number),
        "smaller": _smaller(copies, size),
        "points": _mean_penalty(copies, size),
        "at": _POINTS.x(_mean(copies, size)),
        "half_points": _tick(top / 2),
        "full_points": _tick(top),
        "half_counts": _tick(tops / 2),
        "full_counts": _tick(tops),
        "endless": int(copies is None),
    }
    for count in range(MOST_CARDS + 1):
        shown[f"a{count}"] = _height(_float(kept, count) / tops)
        shown[f"b{count}"] = _height(_float(back, count) / tops)
    for amount in range(_MOST_PENALTY + 1):
        shown[f"p{amount}"] = _height(_float(points, amount) / top)
    for copy in range(_MOST_COPIES):
        shown[f"copy{copy}"] = int(copies is None or copy < copies)
    return shown


@cache
def _penalty(copies: int | None, size: int) -> Distribution:
    """Return the points of a hand."""
    return hand_penalty(size, copies)


@cache
def _mean(copies: int | None, size: int) -> float:
    """Return the mean of the points of a hand."""
    return float(_penalty(copies, size).mean)


@cache
def _moments(copies: int | None, size: int, number: int) -> tuple[str, str]:
    """Return the mean and the variance of how many of the cards have one of the values."""
    found = _marked(copies, size, number)
    return _number(found.mean), _number(found.variance)


def _ways(copies: int | None, size: int, number: int) -> str:
    """Say how the probability of none is found."""
    others = len(VALUES) - number
    if copies is None:
        power = str(size).translate(_RAISED)
        return f"{others} of 7 values are others, each time: ({others}/7){power}"
    total = len(VALUES) * copies
    none = f"C({others * copies}, {size}) of the C({total}, {size}) hands"
    return f"{others * copies} of the {total} cards are others: {none}"


def _checked(values: Any) -> tuple[int, ...]:
    """Return the values that count. Raises InputError for no cards, and for none."""
    found = tuple(sorted(set(cards(values))))
    if not found:
        raise InputError("values must hold a card at least, such as ['L']")
    return found


def _deck(copies: int | None) -> str:
    """Return the deck in words."""
    if copies is None:
        return "Each card is put back"
    return f"{copies} of each value: {copies * len(VALUES)} cards"


def _none_among(copies: int | None, size: int, values: Sequence[int]) -> str:
    """Return in words that none of the cards drawn is of the kind."""
    deck = "an endless deck" if copies is None else str(copies * len(VALUES))
    return f"No {_kind(values)} among {number_of(size, 'card')} of {deck}"


def _names(values: Sequence[int]) -> list[str]:
    return ["llama" if value is LLAMA else str(value) for value in values]


def _kind(values: Sequence[int]) -> str:
    """Return the kind of card that is looked for.

    >>> _kind((5, 6, LLAMA))
    '5, 6 or llama'
    """
    *most, last = _names(values)
    return f"{', '.join(most)} or {last}" if most else last


def _a_kind(values: Sequence[int]) -> str:
    """Return the kind with its article.

    >>> _a_kind((5, LLAMA))
    'a 5 or a llama'
    """
    *most, last = [f"a {name}" for name in _names(values)]
    return f"{', '.join(most)} or {last}" if most else last


def _number(value: Any) -> str:
    """Return a number as a fraction, if that is short, and rounded."""
    exactly, rounded = fraction(value), f"{float(value):.3f}"
    return f"{exactly} ≈ {rounded}" if len(exactly) <= LONGEST_FRACTION else f"≈ {rounded}"


def _smaller(copies: int | None, size: int) -> str:
    """Say how the means and the variances of the two ways to draw compare."""
    if copies is None:
        return "Each card is put back: the draws are independent."
    total = len(VALUES) * copies
    return (
        "The mean is the same. The variance is smaller by the factor "
        f"(N − n)/(N − 1) = {total - size}/{total - 1}: what you hold cannot come again."
    )


def _mean_penalty(copies: int | None, size: int) -> str:
    """Say where the mean penalty comes from: a value counts if it is held once or more."""
    held = 1 - _marked(copies, size, 1).p(0)
    mean = _mean(copies, size)
    return (
        f"A value counts once, however many of it you hold. You hold it with probability "
        f"{chance(held, 'p')}. So the mean is (1 + 2 + 3 + 4 + 5 + 6 + 10) · p = "
        f"{_MOST_PENALTY} p = {mean:.2f} points."
    )


def _top(*found: Distribution) -> Fraction:
    """Return the top of a plot: a round share that all probabilities stay under."""
    most = max(Fraction(max(points.counts.values()), points.total) for points in found)
    return next(top for top in _TOPS if most <= top)


def _tick(share: Fraction) -> str:
    return f"{float(100 * share):g}\u00a0%"


def _float(found: Distribution, outcome: int) -> float:
    return found.counts.get(outcome, 0) / found.total


def _height(share: float) -> float:
    """Return how high a bar is."""
    return round(_HEIGHT * share, 1)


def _upright(bars: str) -> str:
    """Return bars that grow upwards from the foot of a plot."""
    return f'<g transform="translate(0 190) scale(1 -1)">{bars}</g>'


def _legend() -> str:
    """Return which bars are which."""
    return (
        '<p class="lk-key"><svg viewBox="0 0 16 16" aria-hidden="true">'
        f'<rect x="2" width="12" height="16" fill="{_KEPT}"/></svg> not put back '
        '<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="3" y="1.5" width="10" height="13" '
        f'fill="none" stroke="{_BACK}" stroke-width="3"/></svg> put back</p>'
    )
