"""When to stop: a turn of Chinchiller Dice on a number line, and what it is worth for every price.

Imports the standard library, lower rooms and Chinchiller Dice only. Closing an eye has a price. For
each price rolling on is worth a number of sand, and one stops where one has at least as much. Every
rule is worth a straight line over the price; the best worth is the highest of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

from llamakit.engine.state import InputError
from llamakit.exact.figures import exact
from llamakit.explorers.explorer import (
    Explorer,
    Guess,
    bound,
    columns,
    fraction,
    percent,
    signed,
    slider,
)
from llamakit.explorers.plot import Plot, Scale, dot, picture, rule, words
from llamakit.games.chinchiller.odds import Piece, Turn, best_turn, turn_line, turn_pieces
from llamakit.games.chinchiller.picture import die as drawing
from llamakit.games.chinchiller.rules import (
    CHINCHILLER,
    NOT_ROLLED,
    X2,
    Die,
    Roll,
    make_die,
    roll_outcomes,
    sand,
    without_sand,
)
from llamakit.games.chinchiller.stopping import reroll_value
from llamakit.table.draw import INK, button, place, table

#: The highest price of an eye.
DEAREST = 100

STOP, AGAIN = "#e69f00", "#56b4e9"

#: The pictures' width, and the height of one number line.
_WIDTH, _LINE = 480, 126


class Situation(NamedTuple):
    """What lies on the table when one may stop: the die kept, a letter, and where a number lies.

    ``sums`` says in how many ways each sand that one may stop at is rolled.
    """

    kept: Roll
    letter: str
    where: str
    sums: dict[int, int]


_SITUATIONS = (
    (NOT_ROLLED, "T", "with two numbers"),
    ((X2, None), "X", "beside ×2"),
    ((CHINCHILLER, None), "C", "beside a chinchiller"),
)


class Stop(Explorer):
    """A turn of Chinchiller Dice: from how much sand on to stop.

    >>> stop = Stop({"eye_cost": 20})
    >>> stop.receive({"do": "show"})
    >>> stop.summary()
    'An eye costs 20 sand. Stop from 9 with two numbers, from 6 beside ×2, from 1 beside a \
chinchiller. The turn is worth 557/75 ≈ 7.43 sand.'
    """

    title = "When to stop"

    def begin(self, eye_cost: Any = 20, die: Any = None) -> None:
        """Set the price of an eye, in sand; ``die`` is what ``make_die`` takes."""
        self.die = make_die(die)
        cost = exact(eye_cost)
        if not 0 <= cost <= DEAREST:
            raise InputError(f"eye_cost must be from 0 to {DEAREST}, not {cost}")
        if not any(isinstance(face, int) for face in self.die):
            raise InputError("die has no number: there is nothing to stop at")
        self.situations = [
            Situation(kept, letter, where, _sums(self.die, kept))
            for kept, letter, where in _SITUATIONS
            if {*kept} <= {*self.die, None}
        ]
        pieces = turn_pieces(self.die)
        ends = [piece.start for piece in pieces[1:]] + [DEAREST + 1]
        self.pieces = [
            piece
            for piece, end in zip(pieces, ends, strict=True)
            if piece.start <= DEAREST and end > 0
        ]
        self.breaks = [exact(piece.start) for piece in self.pieces if piece.start > 0]
        self.prices = sorted({*map(Fraction, range(DEAREST + 1)), *self.breaks, cost})
        self.turns = [best_turn(price, self.die) for price in self.prices]
        self.asked = self.place = self.prices.index(cost)
        self.columns = self._columns()
        sums = sorted(self.situations[0].sums)
        self.guess = Guess(sums, lambda amount: f"from {amount} sand on")

    @property
    def eye_cost(self) -> Fraction:
        """The price that is set."""
        return self.prices[self.place]

    @property
    def turn(self) -> Turn:
        """The best turn for that price."""
        return self.turns[self.place]

    @property
    def state(self) -> dict[str, Any]:
        """The price, the best turn for it, from how much sand on it stops, and the guess."""
        return {
            "eye_cost": self.eye_cost,
            "guess": self.guess.value,
            "value": self.turn.value,
            "mean": self.turn.outcomes.mean,
            "eye": self.turn.eye,
            "stop_from": {
                situation.where: self._least(situation, self.place) for situation in self.situations
            },
        }

    def _rolling(self, situation: Situation, place: int) -> Fraction:
        """Return what rolling on is worth in a situation, at one of the prices."""
        return reroll_value(self.die, situation.kept, self.prices[place])

    def _least(self, situation: Situation, place: int) -> int | None:
        """Return from how much sand on the best turn stops; None if it never does."""
        worth = self._rolling(situation, place)
        return min((amount for amount in situation.sums if amount >= worth), default=None)

    # What happens.

    def act(self, do: str, action: str) -> str | None:
        """Set the price, by the slider or to the next one at which the best rule changes."""
        if not self.guess.shown:
            self.place = self.asked
        elif do == "price" and action.isdecimal():
            self.place = min(int(action), len(self.prices) - 1)
        elif do == "earlier":
            self._go([price for price in self.breaks if price < self.eye_cost][-1:])
        elif do == "later":
            self._go([price for price in self.breaks if price > self.eye_cost][:1])
        return None

    def _go(self, prices: Sequence[Fraction]) -> None:
        """Set a price, if there is one."""
        for price in prices:
            self.place = self.prices.index(price)

    # What is shown.

    def summary(self) -> str:
        """Return the best rule for the price; before the guess, only what is asked."""
        if not self.guess.shown:
            return f"An eye costs {fraction(self.eye_cost)} sand. {self._question()}"
        worth = _both(self.turn.value)
        return f"{self._price(self.place)} {self._rule(self.place)} The turn is worth {worth} sand."

    def _price(self, place: int) -> str:
        """Say what an eye costs."""
        return f"An eye costs {fraction(self.prices[place])} sand."

    def _rule(self, place: int) -> str:
        """Say where the best turn stops."""
        parts = []
        for situation in self.situations:
            least = self._least(situation, place)
            parts.append(f"{'never' if least is None else f'from {least}'} {situation.where}")
        return f"Stop {', '.join(parts)}."

    def _question(self) -> str:
        """Return what is to be guessed."""
        return "Your dice show two numbers. From which sum on would you stop?"

    def body(self) -> str:
        """Return the question, or all that follows the price."""
        if not self.guess.shown:
            intro = (
                "You may roll your numbers again as often as you like. But a chinchiller beside a "
                f"×2, or two of them, give no sand and close an eye: that costs you "
                f"<b>{fraction(self.eye_cost)} sand</b>."
            )
            drawn = picture(self._lines(), _WIDTH, self._height, "lines", self.summary())
            return (
                f'<p data-key="intro">{intro}</p><div class="lk-beside" data-key="asked">'
                f'<div class="lk-figure">{drawn}</div>'
                f'<div class="lk-words">{self.guess.html(self._question())}</div></div>'
            )
        return (
            f'<div data-key="truth" {columns(**self.columns)}>{self._verdict()}'
            f"{self._price_html()}"
            f'<div class="lk-beside"><div class="lk-figure">'
            f"{picture(self._lines(), _WIDTH, self._height, 'lines', self.summary())}</div>"
            f'<div class="lk-words">{self._worth_html()}{self._why_html()}</div></div>'
            f'<div class="lk-rolls"><div class="lk-figure">{self._worths()}</div>'
            f'<div class="lk-words">{self._changes_html()}</div></div></div>'
        )

    def picture(self) -> tuple[str, int, int]:
        """Return the number lines."""
        return place(self._lines(), 20, 20), _WIDTH + 40, self._height + 40

    @property
    def _height(self) -> int:
        return _LINE * len(self.situations)

    def _columns(self) -> dict[str, list[Any]]:
        """Return what everything shows at each price."""
        places = range(len(self.prices))
        priced = list(zip(self.prices, self.turns, strict=True))
        found: dict[str, list[Any]] = {
            "price": [self._price(place) for place in places],
            "rule": [self._rule(place) for place in places],
            "mean": [_both(turn.outcomes.mean) for turn in self.turns],
            "eye": [f"{fraction(turn.eye)} ≈ {percent(turn.eye)}" for turn in self.turns],
            "worth": [_both(turn.value) for turn in self.turns],
            "cost": [_both(price * exact(turn.eye)) for price, turn in priced],
            "x": [self._plot.x(float(price)) for price in self.prices],
            "y": [self._plot.y(float(turn.value)) for turn in self.turns],
        }
        for number, piece in enumerate(self.pieces):
            found[f"piece{number}"] = [int(_is(turn, piece)) for turn in self.turns]
        for situation in self.situations:
            letter = situation.letter
            worths = [self._rolling(situation, place) for place in places]
            found[f"at{letter}"] = [self._line_x(worth) for worth in worths]
            found[f"is{letter}"] = [f"rolling on: {_both(worth)}" for worth in worths]
            found[f"why{letter}"] = [self._equation(situation, place) for place in places]
            for amount in situation.sums:
                found[f"{letter}{amount}"] = [int(amount >= worth) for worth in worths]
        return found

    def _now(self, column: str) -> Any:
        """Return what a column shows at the price that is set."""
        return self.columns[column][self.place]

    def _follows(self, tag: str, column: str) -> str:
        """Return a text that follows the price."""
        return bound(tag, self._now(column), f"text:{column}")

    # The number lines.

    @property
    def _sand(self) -> Scale:
        """Where amounts of sand stand on the number lines; what is below 0 stands at -1."""
        most = max(max(situation.sums) for situation in self.situations)
        return Scale(-1, most, 14, _WIDTH - 16)

    def _line_x(self, worth: Fraction) -> float:
        return self._sand(max(float(worth), -1))

    def _lines(self) -> str:
        """Return a number line for each situation, with what may be rolled as blocks on it."""
        return "".join(
            place(self._line(situation), 0, number * _LINE)
            for number, situation in enumerate(self.situations)
        )

    def _line(self, situation: Situation) -> str:
        """Return a number line: an amount has a block for each way to roll it."""
        foot, scale, sums = _LINE - 34, self._sand, situation.sums
        side = min(16.5, 50 / max(sums.values()), 0.94 * (scale(1) - scale(0)))
        blocks = "".join(
            self._block(f"{situation.letter}{amount}", scale(amount), foot - side * step, side - 1)
            for amount, ways in sums.items()
            for step in range(1, ways + 1)
        )
        amounts = "".join(words(n, scale(n), foot + 16, "middle", 13) for n in sums)
        dice = "".join(
            place(drawing(face), 4 + 30 * number, 0, 0.62)
            for number, face in enumerate(reversed(situation.kept))
        )
        name = words(situation.where.removeprefix("with "), 72, 20, size=15)
        axis = rule(scale(-1) - 8, foot, scale.end + 10, foot)
        return f"{dice}{name}{axis}{blocks}{amounts}{self._marker(situation, foot)}"

    def _block(self, column: str, x: float, y: float, side: float) -> str:
        """Return a block: round where one rolls on, square where one stops."""
        shape = f'x="{x - side / 2:g}" y="{y:g}" width="{side:g}" height="{side:g}"'
        if not self.guess.shown:
            return f'<rect {shape} rx="3" fill="currentColor" fill-opacity=".25"/>'
        on = self._now(column)
        follows = f'class="lk-block" data-on="{on}" data-bind="data-on:{column}"'
        return f'<rect {shape} {follows} fill="{STOP if on else AGAIN}" stroke="{INK}"/>'

    def _marker(self, situation: Situation, foot: float) -> str:
        """Return the mark at what rolling on is worth."""
        if not self.guess.shown:
            return ""
        letter = situation.letter
        at, shown = self._now(f"at{letter}"), self._now(f"is{letter}")
        label = bound("tspan", shown, f"text:is{letter}")
        return (
            f'<g class="lk-marker" style="--x:{at:g}" data-bind="--x:at{letter}">'
            f'<path d="M0 {foot + 4}V34" stroke="currentColor" stroke-width="3"/>'
            f'<text x="7" y="45" font-size="14" font-weight="700" fill="currentColor" '
            f'font-family="system-ui,sans-serif">{label}</text></g>'
        )

    # The words.

    def _mine(self) -> tuple[Any, Any]:
        """Return the line of the rule that was guessed: mean sand, and P(close an eye).

        With two numbers it stops from the guess on, else as is best at the price asked for.
        """
        policy = dict(self.turns[self.asked].policy)
        for roll in policy:
            if without_sand(roll) == NOT_ROLLED:
                policy[roll] = "stop" if sand(roll) >= self.guess.value else "reroll"
        return turn_line(policy, self.die)

    def _verdict(self) -> str:
        """Return the guess beside the truth."""
        price, best = self.prices[self.asked], self.turns[self.asked]
        least = self._least(self.situations[0], self.asked)
        truth = (
            f"At {fraction(price)} sand for an eye it is best to stop "
            f"<b>from {least} sand on</b>: rolling on is worth {_both(best.value)}."
        )
        return f'<p class="lk-verdict">{truth} {self._on_the_guess(price, best)}</p>'

    def _on_the_guess(self, price: Fraction, best: Turn) -> str:
        """Say what the rule that was guessed is worth."""
        if self.guess.value is None:
            return ""
        mean, eye = self._mine()
        worth = exact(mean) - price * exact(eye)
        if worth == best.value:
            return f"You said <b>from {self.guess.value} on</b>: exactly right."
        return (
            f"You said <b>from {self.guess.value} on</b>: so a turn is worth {_both(worth)}, "
            f"<b>{float(exact(best.value) - worth):.2f} less</b>."
        )

    def _price_html(self) -> str:
        """Return the slider for the price, and the rule that is best."""
        texts = self.columns["price"]
        return (
            f'<p class="lk-answer">{self._follows("output", "price")}</p>'
            f"{slider('price', self.place, 'The price of an eye', texts, 'price')}"
            f'<p class="lk-question">{self._follows("span", "rule")}</p>'
            '<p class="lk-key"><svg viewBox="0 0 16 16" aria-hidden="true">'
            f'<rect x="1" y="1" width="14" height="14" rx="7" fill="{AGAIN}" stroke="{INK}"/></svg>'
            ' roll again <svg viewBox="0 0 16 16" aria-hidden="true">'
            f'<rect x="1" y="1" width="14" height="14" rx="3" fill="{STOP}" stroke="{INK}"/></svg>'
            " stop: you have at least what rolling on is worth</p>"
        )

    def _worth_html(self) -> str:
        """Return what the turn brings, what it costs, and what that leaves."""
        rows = {
            "sand, on average": "mean",
            "an eye closes": "eye",
            "less the price of that": "cost",
            "the turn is worth": "worth",
        }
        lines = "".join(
            f'<tr class="lk-row-{column}"><th scope="row">{name}</th>'
            f"{self._follows('td', column)}</tr>"
            for name, column in rows.items()
        )
        return table("lk-worth", lines, caption="The whole turn")

    def _why_html(self) -> str:
        """Return the equations of which the worths of rolling on are the solutions."""
        lines = "".join(
            f"<p><i>{situation.letter}</i>, rolling on {situation.where}:<br>"
            f"{self._follows('span', f'why{situation.letter}')}</p>"
            for situation in self.situations
        )
        return (
            '<section class="lk-working"><h4>Why?</h4><p>Rolling on may bring you back to where '
            f"you were: its worth is on both sides.</p>{lines}</section>"
        )

    def _equation(self, situation: Situation, place: int) -> str:
        """Return the equation for what rolling on is worth, in words of the ways of the dice."""
        worth, price = self._rolling(situation, place), self.prices[place]
        total = len(self.die) ** situation.kept.count(None)
        stops, again, eyes, on = Fraction(0), 0, 0, Fraction(0)
        for roll, p in roll_outcomes(self.die, situation.kept):
            ways = int(p * total)
            if not sand(roll):
                eyes += ways * (CHINCHILLER in roll)
            elif without_sand(roll) != situation.kept:
                rolling = reroll_value(self.die, without_sand(roll), price)
                on += ways * max(Fraction(sand(roll)), rolling)
            elif sand(roll) >= worth:
                stops += ways * sand(roll)
            else:
                again += ways
        letter = situation.letter
        parts = [
            f"{fraction(stops)} (stop)" if stops else "",
            f"{again} {letter} (again)" if again else "",
            f"{signed(on)} (one number)" if on else "",
        ]
        right = " + ".join(filter(None, parts)).replace("+ −", "− ") or "0"
        eye = f" − {eyes} · {fraction(price)} (eye)" if eyes else ""
        return f"{total} {letter} = {right}{eye}, so {letter} = {_both(worth)}"

    def _changes_html(self) -> str:
        """Return the buttons that go to where the best rule changes."""
        before = "" if any(price < self.eye_cost for price in self.breaks) else "disabled"
        after = "" if any(price > self.eye_cost for price in self.breaks) else "disabled"
        buttons = button("earlier", "earlier", "← change before", extra=before) + button(
            "later", "later", "next change →", extra=after
        )
        mine = "" if self.guess.value is None else " Your own rule is the dashed one."
        return (
            "<h4>Every rule is a straight line</h4><p>It starts at its mean sand and falls by its "
            "chance to close an eye for each sand of the price. The best worth is the highest "
            "line; where two cross, the best rule changes. The coloured line is the best rule now."
            f"{mine}</p>"
            f'<div class="lk-buttons" data-home data-group="changes">{buttons}</div>'
        )

    # The lines of the rules.

    @property
    def _plot(self) -> Plot:
        """The plot of worth over price."""
        high = ceil(float(self.turns[0].value)) + 1
        low = min(0, floor(float(self.turns[-1].value)))
        return Plot(Scale(0, DEAREST, 40, _WIDTH - 14), Scale(low, high, 250, 12))

    def _worths(self) -> str:
        """Return the lines of the rules, the highest of them at each price, and where that is."""
        plot = self._plot
        lines = "".join(
            self._rule_line(piece.mean, piece.eye, self._piece_follows(number))
            for number, piece in enumerate(self.pieces)
        )
        if self.guess.value is not None:
            dashed = f'stroke-dasharray="7 5" style="color:{STOP}"'
            lines += self._rule_line(*self._mine(), dashed)
        corners = [0, *map(float, self.breaks), DEAREST]
        places = [
            self.prices.index(price) for price in (Fraction(0), *self.breaks, Fraction(DEAREST))
        ]
        envelope = [(x, float(self.turns[at].value)) for x, at in zip(corners, places, strict=True)]
        dots = "".join(dot(plot, x, y, "#fffdf7", 'class="lk-corner"') for x, y in envelope[1:-1])
        high = int(plot.y.high)
        up = range(int(plot.y.low), high + 1, max(2, high // 6))
        drawn = (
            plot.up((y, str(y)) for y in up)
            + plot.across(((x, str(x)) for x in range(0, 101, 20)), "price of an eye, in sand")
            + words("worth of a turn, in sand", _WIDTH - 14, 24, "end")
            + lines
            + plot.line(envelope, 'class="lk-envelope"')
            + dots
            + self._here(plot)
        )
        says = (
            f"{len(self.pieces)} straight lines that fall as the price rises, from "
            f"{envelope[0][1]:.1f} sand at 0 to {envelope[-1][1]:.1f} at {DEAREST}; the highest "
            f"changes at {', '.join(map(fraction, self.breaks))}."
        )
        return picture(drawn, _WIDTH, 294, "worths", says)

    def _rule_line(self, mean: Any, eye: Any, more: str) -> str:
        """Return a rule's line, as far as it is in the plot."""
        low = self._plot.y.low
        end = min(DEAREST, (float(mean) - low) / float(eye)) if eye else DEAREST
        return self._plot.line([(0, float(mean)), (end, float(mean - end * eye))], more)

    def _piece_follows(self, number: int) -> str:
        """Return what makes a line stand out while its rule is the best."""
        on = self._now(f"piece{number}")
        return f'class="lk-piece" data-on="{on}" data-bind="data-on:piece{number}"'

    def _here(self, plot: Plot) -> str:
        """Return the price that is set and what the turn is worth."""
        x, y = self._now("x"), self._now("y")
        return (
            f'<g class="lk-marker" style="--x:{x:g}" data-bind="--x:x">'
            f'<path d="M0 {plot.y.start:g}V12" stroke="currentColor" stroke-dasharray="3 3"/></g>'
            f'<g class="lk-marker" style="--x:{x:g};--y:{y:g}" data-bind="--x:x --y:y">'
            f'<circle r="7" fill="{STOP}" stroke="currentColor" stroke-width="2"/></g>'
        )


def _sums(die: Die, kept: Roll) -> dict[int, int]:
    """Return the sand one may stop at in a situation, and in how many ways it is rolled."""
    ways: Counter[int] = Counter()
    for roll, p in roll_outcomes(die, kept):
        if sand(roll) and without_sand(roll) == kept:
            ways[sand(roll)] += int(p * len(die) ** kept.count(None))
    return ways


def _is(turn: Turn, piece: Piece) -> bool:
    """Whether a turn follows the rule of a piece."""
    return bool(turn.eye == piece.eye and turn.outcomes.mean == piece.mean)


def _both(value: Any) -> str:
    """Return a number exactly and rounded; only once if that is the same.

    >>> _both(Fraction(557, 75)), _both(Fraction(9))
    ('557/75 ≈ 7.43', '9')
    """
    exactly = signed(value)
    rounded = f"{float(value):.2f}".replace("-", "−")
    return f"{exactly} ≈ {rounded}" if "/" in exactly else exactly
