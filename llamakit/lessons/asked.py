"""What can be asked for as a guess: shares of a whole, a chance, a number, a choice, a drawn curve.

Imports the standard library and lower rooms. Each way of asking (``Way``) knows which guesses there
are, draws what a guess is made with, and shows a guess beside the truth. A guess is a plain value
that JSON keeps: a text, a number, or a list of numbers.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from numbers import Rational
from statistics import median, quantiles
from typing import Any

from llamakit.engine.errors import InputError, brief, items_of, texts_of
from llamakit.explorers.explorer import bound, columns, slider
from llamakit.explorers.plot import Plot, Scale, rule, words
from llamakit.table.draw import button, text

#: The most answers a way of asking offers, the most sliders of one, and the guesses of a class.
MOST_ANSWERS, MOST_SLIDERS, MOST_GUESSES = 1001, 12, 1000

#: A fraction with more characters is shown as a decimal number.
LONGEST = 16

#: On the number beside a slider: the slider itself says it to a screen reader.
SILENT = 'aria-live="off"'

MINE, EXACT = "#e69f00", "#0072b2"

#: A number by itself: no part of a word, a time, a date, a fraction or a range.
_NUMBER = re.compile(
    r"(?<![\w.,:/'’–-])-?\d+(?:[.,]\d+)?(?![\w:]|[.,/'’–-]\d)", re.ASCII | re.IGNORECASE
)

#: What may be meant as a thousand or more, or as a decimal number.
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2},\d{3}", re.ASCII)

#: The height of the tallest column of dots in a drawing of the class's guesses.
HIGHEST = 66

_PERCENT = [f"{share} %" for share in range(101)]


class Way(ABC):
    """A way of asking.

    ``check`` returns a guess as it is kept, or raises InputError. ``inputs`` is the HTML with which
    it is made: ``count`` sliders that ``start`` at one of the places from 0 to ``most``, or a
    button for each of these places. ``guess`` is the one that they make.
    """

    #: Whether a click on an answer is the guess; else a button says "That is my guess".
    at_once = False
    count, start, most = 1, 0, 0

    @abstractmethod
    def check(self, guess: Any) -> Any:
        """Return a guess as it is kept. Raises InputError."""

    @abstractmethod
    def guess(self, places: Sequence[int]) -> Any:
        """Return the guess of inputs that stand at these places, None if they make none yet."""

    @abstractmethod
    def inputs(self, ask: str) -> str:
        """Return the HTML with which the guess is made."""

    @abstractmethod
    def words(self, guess: Any) -> str:
        """Return a guess in words."""

    @abstractmethod
    def truth(self, truth: Any) -> str:
        """Return the truth in words. Raises InputError for what cannot be the truth."""

    @abstractmethod
    def read(self, line: str) -> Any:
        """Return the guess that a line of text says, after a name or not. Raises InputError."""

    def attributes(self) -> str:
        """Return what the element around the inputs needs, such as the table of numbers."""
        return ""

    def line(self, guess: Any) -> str:
        """Return a guess as a line that ``read`` understands."""
        return self.words(guess)

    def of_class(self, guesses: Sequence[Any]) -> str:
        """Return in a sentence what the class has guessed."""
        found = Counter(map(self.words, guesses)).most_common(4)
        return ", ".join(f"{guess} ({times})" for guess, times in found)

    def drawing(self, guess: Any, truth: Any, guesses: Sequence[Any]) -> tuple[str, int, int]:
        """Return a guess and the truth drawn, and its width and height; "" for nothing to draw."""
        return "", 0, 0


class Number(Way):
    """One of a list of numbers, by a slider."""

    def __init__(self, choices: Iterable[Any], unit: str) -> None:
        """Offer the numbers, in rising order. Raises InputError."""
        self.choices = _rising(choices)
        self.unit = unit
        self.start = len(self.choices) // 2
        self.most = len(self.choices) - 1

    def check(self, guess: Any) -> Any:
        """Return the number as it is kept; between two that are offered, it is kept as it is."""
        if isinstance(guess, (bool, str)) or not _is_number(guess):
            raise InputError(f"a guess is a number such as {self.choices[0]}, not {brief(guess)}")
        value = float(guess)
        return int(value) if value == int(value) else value

    def guess(self, places: Sequence[int]) -> Any:
        """Return the number at which the slider stands."""
        return self.choices[places[0]]

    def attributes(self) -> str:
        """Return what the slider says at each place."""
        return columns(guess=[self.words(choice) for choice in self.choices])

    def inputs(self, ask: str) -> str:
        """Return the slider, and large above it the number at which it stands."""
        texts = [self.words(choice) for choice in self.choices]
        bar = slider("guess", self.start, ask, texts)
        number = bound("output", texts[self.start], "text:guess", SILENT)
        return f'<p class="lk-answer">{number}</p>{bar}'

    def words(self, guess: Any) -> str:
        """Return a number with its unit."""
        number = f"{guess:,}" if isinstance(guess, int) else f"{guess:g}"
        return f"{number} {self.unit}".strip()

    def truth(self, truth: Any) -> str:
        """Return the truth exactly and rounded, with its unit."""
        if not _is_number(truth):
            raise InputError(f"the truth must be a number, not {brief(truth)}")
        return f"{shown(truth)} {self.unit}".strip()

    def line(self, guess: Any) -> str:
        """Return the number with its unit, without a comma between thousands."""
        return f"{guess} {self.unit}".strip()

    def read(self, line: str) -> Any:
        """Return the one number that stands behind the last colon, if there is a colon.

        A decimal comma is understood. Raises InputError unless there is just one number, for one
        such as 1,000, which may be a decimal number or not, and for one that is not offered.
        """
        said = _behind_name(line)
        if self.unit:
            said = re.sub(rf"(?i)(?<=\d){re.escape(self.unit)}(?!\w)", " ", said)
        found = _NUMBER.findall(said)
        if len(found) != 1:
            raise InputError(f"it has {'more than one' if found else 'no'} number")
        if _THOUSANDS.fullmatch(found[0]):
            raise InputError(f"write {found[0]} without a comma, or with a point")
        guess = self.check(self._meant(found[0].replace(",", "."), line))
        low, high = self.choices[0], self.choices[-1]
        if not low <= guess <= high:
            raise InputError(f"{guess:,} is not from {low:,} to {high:,}")
        return guess

    def _meant(self, number: str, line: str) -> float:
        """Return what is meant by the number of a line."""
        return float(number)

    def of_class(self, guesses: Sequence[Any]) -> str:
        """Return the middle guess, and where half of them lie."""
        middle = f"the middle guess is {self.words(self.check(median(guesses)))}"
        if len(guesses) < 4:
            return middle
        low, _, high = quantiles(guesses, n=4, method="inclusive")
        return f"{middle}, and half of them lie from {low:,g} to {self.words(self.check(high))}"

    def _at(self, number: float) -> float:
        """Return where a number stands: offered numbers are equally far apart."""
        last = len(self.choices) - 1
        below = min(max(bisect_right(self.choices, number) - 1, 0), last - 1)
        low, high = map(float, self.choices[below : below + 2])
        return min(max(below + (number - low) / (high - low), -0.03 * last), 1.03 * last)

    def _number(self, truth: Any) -> float:
        return float(truth)

    def drawing(self, guess: Any, truth: Any, guesses: Sequence[Any]) -> tuple[str, int, int]:
        """Return a number line: the guess above it, the truth below it, and the class's as dots."""
        last = len(self.choices) - 1
        across = Scale(0, last, 40, 440)
        dots, column = [], Counter[int]()
        for other in guesses:
            x = across(self._at(other))
            column[round(x / 7)] += 1
            dots.append((x, column[round(x / 7)]))
        tallest = max(column.values(), default=0)
        step = min(5.5, HIGHEST / max(tallest, 1))  # the same for each column: heights compare
        y = 74 + max(0, round(step * tallest) - 18)
        drawn = [rule(28, y, 452, y)]
        for place in sorted({round(last * part / 4) for part in range(5)}):
            drawn.append(rule(across(place), y, across(place), y + 5))
            number = self.words(self.choices[place]).removesuffix(f" {self.unit}")
            drawn.append(words(number, across(place), y + 20, "middle", 13))
        for x, up in dots:
            drawn.append(
                f'<circle cx="{x:g}" cy="{y - 1 - step * up:g}" r="2.6" fill="currentColor"/>'
            )
        if guess is not None:
            x = across(self._at(float(guess)))
            near = max((up for other, up in dots if abs(other - x) < 12), default=0)
            drawn.append(_mark(x, y - max(32, 15 + step * near), "you", MINE, 1))
        drawn.append(_mark(across(self._at(self._number(truth))), y + 30, "truth", EXACT, -1))
        return "".join(drawn), 480, y + 66


class Chance(Number):
    """How likely something is: a slider from 0 % to 100 %. The truth is a probability.

    In a line of text, 90, 90 % and 0.9 are the same: a number up to 1 with a decimal point and
    without a per cent sign is a probability.
    """

    def __init__(self) -> None:
        """Offer every whole per cent."""
        super().__init__(range(101), "%")

    def truth(self, truth: Any) -> str:
        """Return the probability, exactly if it can be, and in per cent."""
        if not _is_number(truth):
            raise InputError(f"the truth must be a probability, not {brief(truth)}")
        exact = shown(truth)
        rounded = f"{100 * float(truth):.3g} %"
        found = re.match(r"-?\d+/\d+", exact)
        return f"{found[0]} ≈ {rounded}" if found else rounded

    def _meant(self, number: str, line: str) -> float:
        """Return the per cents of a line's number."""
        in_per_cent = re.search("%|per ?cent|prozent", line, re.IGNORECASE)
        if "." in number and 0 <= float(number) <= 1 and not in_per_cent:
            return round(100 * float(number), 9)
        return float(number)

    def _number(self, truth: Any) -> float:
        return 100 * float(truth)


class Choice(Way):
    """One of a few answers in words, by a button each."""

    at_once = True

    def __init__(self, choices: Iterable[object]) -> None:
        """Offer the answers. Raises InputError."""
        self.choices = _names(choices)
        self.most = len(self.choices) - 1

    def check(self, guess: Any) -> str:
        """Return the answer as it is kept."""
        for choice in self.choices:
            if str(guess).strip().casefold() == choice.casefold():
                return choice
        raise InputError(f"a guess is one of {', '.join(self.choices)}, not {brief(guess)}")

    def guess(self, places: Sequence[int]) -> Any:
        """Return the answer that was clicked."""
        return self.choices[places[0]]

    def inputs(self, ask: str) -> str:
        """Return the buttons."""
        return "".join(
            button(
                "choose", f"choose {place}", text(choice), action=place, extra='class="lk-first"'
            )
            for place, choice in enumerate(self.choices)
        )

    def words(self, guess: Any) -> str:
        """Return the answer."""
        return str(guess)

    def truth(self, truth: Any) -> str:
        """Return the answer that is right."""
        return self.check(truth)

    def read(self, line: str) -> Any:
        """Return the answer of a line: the whole of it, or what stands behind a colon."""
        said = line
        while ":" in said and said.strip().casefold() not in map(str.casefold, self.choices):
            said = said.partition(":")[2]
        return self.check(said)


class Shares(Way):
    """How a whole is shared out: a slider for each part; none can take more than is left."""

    def __init__(self, names: Iterable[object]) -> None:
        """Offer the parts. Raises InputError."""
        self.names = _names(names)
        self.count, self.most = len(self.names), 100

    def check(self, guess: Any) -> list[int]:
        """Return the per cents as they are kept; shares such as 0.4 are understood too."""
        if isinstance(guess, Mapping):
            guess = [guess.get(name) for name in self.names]
        found = list(guess) if isinstance(guess, (list, tuple)) else []
        if len(found) == len(self.names) and all(map(_is_number, found)):
            times = 100 if abs(sum(map(float, found)) - 1) < 1e-6 else 1
            shares = [round(times * float(share)) for share in found]
            if sum(shares) == 100 and min(shares) >= 0:
                return shares
        wanted = ", ".join(self.names)
        raise InputError(f"a guess shares 100 % out among {wanted}, not {brief(guess)}")

    def guess(self, places: Sequence[int]) -> Any:
        """Return the per cents, if nothing is left."""
        return list(places) if sum(places) == 100 else None

    def attributes(self) -> str:
        """Return what the sliders say, and that together they share out 100."""
        return f'{columns(share=_PERCENT)} data-whole="100"'

    def inputs(self, ask: str) -> str:
        """Return the sliders with their parts, and what is left."""
        rows = "".join(
            f'<div class="lk-share"><span>{text(name)} '
            f"<b>{bound('output', _PERCENT[0], f'text:share@share-{number}', SILENT)}</b></span>"
            f"{slider(f'share-{number}', 0, name, _PERCENT, f'share@share-{number}')}</div>"
            for number, name in enumerate(self.names)
        )
        return (
            f'<p class="lk-answer lk-left"><output data-left="share">{_PERCENT[100]}</output> '
            f"left to share out</p>{rows}"
        )

    def words(self, guess: Any) -> str:
        """Return the parts with their per cents."""
        pairs = zip(self.names, guess, strict=True)
        return ", ".join(f"{name} {share} %" for name, share in pairs)

    def _exact(self, truth: Any) -> list[Any]:
        """Return the true shares in the order of the parts. Raises InputError."""
        if isinstance(truth, Mapping):
            truth = [truth.get(name) for name in self.names]
        found = list(truth) if isinstance(truth, (list, tuple)) else []
        if len(found) != len(self.names) or not all(map(_is_number, found)):
            raise InputError(f"the truth must have a number for each of {', '.join(self.names)}")
        return found

    def truth(self, truth: Any) -> str:
        """Return the parts with their true shares."""
        pairs = zip(self.names, self._exact(truth), strict=True)
        return ", ".join(f"{name} {Chance().truth(share)}" for name, share in pairs)

    def read(self, line: str) -> Any:
        """Return the numbers of a line that stand behind the parts."""
        names = "|".join(map(re.escape, sorted(self.names, key=len, reverse=True)))
        pattern = rf"(?i)\b({names})\W{{0,3}}(\d{{1,3}})(?!\w|[.,]\d)"
        pairs = [(name.casefold(), int(share)) for name, share in re.findall(pattern, line)]
        shares = dict(pairs)
        if len(shares) < len(pairs):
            raise InputError("a part of it has more than one share")
        return self.check([shares.get(name.casefold(), 0) for name in self.names])

    def of_class(self, guesses: Sequence[Any]) -> str:
        """Return the mean of the guesses."""
        means = [sum(part) / len(guesses) for part in zip(*guesses, strict=True)]
        pairs = zip(self.names, means, strict=True)
        return "on average " + ", ".join(f"{name} {mean:.0f} %" for name, mean in pairs)

    def drawing(self, guess: Any, truth: Any, guesses: Sequence[Any]) -> tuple[str, int, int]:
        """Return two bars for each part: the guess, and the truth under it."""
        exact = [100 * float(share) for share in self._exact(truth)]
        long = Scale(0, max([40, *exact, *(guess or [])]), 0, 300)
        drawn = []
        for number, name in enumerate(self.names):
            y = 8 + 50 * number
            drawn.append(words(name, 120, y + 24, "end"))
            mine = None if guess is None else guess[number]
            for at, hue, share in ((y, MINE, mine), (y + 18, EXACT, exact[number])):
                if share is None:
                    continue
                drawn.append(
                    f'<rect x="128" y="{at}" width="{max(long(share), 1):g}" height="16" '
                    f'fill="{hue}"/>'
                )
                said = f"{share:.3g} % {'you' if at == y else 'truth'}"
                drawn.append(words(said, 134 + long(share), at + 13, size=13))
        return "".join(drawn), 540, 50 * len(self.names) + 8


class Curve(Way):
    """A curve over a few places, drawn by hand or with a slider at each place."""

    def __init__(self, across: Iterable[object], choices: Iterable[Any], unit: str) -> None:
        """Offer the places across, and the heights that there are. Raises InputError."""
        self.names = _names(across)
        self.heights = _rising(choices)
        self.unit = unit
        self.count, self.start = len(self.names), len(self.heights) // 2
        self.most = len(self.heights) - 1

    def check(self, guess: Any) -> list[Any]:
        """Return the heights as they are kept."""
        found = list(guess) if isinstance(guess, (list, tuple)) else []
        if len(found) != len(self.names) or not all(map(_is_number, found)):
            raise InputError(f"a curve has {len(self.names)} heights, not {brief(guess)}")
        return [float(height) for height in found]

    def guess(self, places: Sequence[int]) -> Any:
        """Return the heights at which the sliders stand."""
        return [float(self.heights[place]) for place in places]

    def attributes(self) -> str:
        """Return what the sliders say."""
        return columns(height=self._texts())

    def _texts(self) -> list[str]:
        return [f"{height:g} {self.unit}".strip() for height in self.heights]

    def inputs(self, ask: str) -> str:
        """Return the sliders side by side, with a line through them."""
        texts, high = self._texts(), self.most
        points = " ".join(f"{x + 0.5:g},{high - self.start}" for x in range(self.count))
        line = (
            f'<svg viewBox="0 0 {len(self.names)} {high}" preserveAspectRatio="none" '
            f'aria-hidden="true"><polyline data-through points="{points}"/></svg>'
        )
        bars = "".join(
            slider(f"at-{number}", self.start, name, texts, f"height@at-{number}")
            for number, name in enumerate(self.names)
        )
        feet = "".join(f"<span>{text(name)}</span>" for name in self.names)
        top, bottom = text(texts[-1]), text(texts[0])
        return (
            f'<div class="lk-heights"><span>{top}</span><span>{bottom}</span></div>'
            f'<div class="lk-curve" data-draw>{line}{bars}</div>'
            f'<div class="lk-feet" aria-hidden="true">{feet}</div>'
        )

    def words(self, guess: Any) -> str:
        """Return the heights."""
        return ", ".join(
            f"{name}: {height:g}" for name, height in zip(self.names, guess, strict=True)
        )

    def truth(self, truth: Any) -> str:
        """Return the true heights."""
        return self.words([float(f"{height:.3g}") for height in self.check(truth)])

    def line(self, guess: Any) -> str:
        """Return the heights one after the other."""
        return ", ".join(f"{height:g}" for height in guess)

    def read(self, line: str) -> Any:
        """Return the numbers behind the last colon, if there is a colon."""
        said = re.findall(r"(?<![\w.:])-?\d+(?:\.\d+)?(?![\w.:])", _behind_name(line))
        guess = self.check([float(number) for number in said])
        low, high = self.heights[0], self.heights[-1]
        if min(guess) < low or max(guess) > high:
            raise InputError(f"its heights are not from {low:,} to {high:,}")
        return guess

    def of_class(self, guesses: Sequence[Any]) -> str:
        """Return the middle of the guesses at each place."""
        return self.words([median(at) for at in zip(*guesses, strict=True)])

    def drawing(self, guess: Any, truth: Any, guesses: Sequence[Any]) -> tuple[str, int, int]:
        """Return the curves: the class's thin, the guess dashed, the truth."""
        exact = self.check(truth)
        all_of_them = [*map(float, self.heights), *exact, *(guess or ())]
        last = len(self.names) - 1
        plot = Plot(Scale(0, last, 60, 460), Scale(min(all_of_them), max(all_of_them), 210, 16))
        drawn = [
            plot.across(((x, name) for x, name in enumerate(self.names)), ""),
            plot.up((float(height), f"{height:g}") for height in self._ticks()),
        ]
        drawn += [plot.line(enumerate(other), 'opacity=".3"') for other in guesses]
        if guess is not None:
            drawn.append(_curve(plot, guess, MINE, "you", 'stroke-dasharray="6 4"'))
        drawn.append(_curve(plot, exact, EXACT, "truth", ""))
        return "".join(drawn), 520, 240

    def _ticks(self) -> list[Any]:
        """Return a few of the heights."""
        last = len(self.heights) - 1
        return [self.heights[place] for place in sorted({round(last * n / 4) for n in range(5)})]


def _curve(plot: Plot, heights: Sequence[float], hue: str, name: str, more: str) -> str:
    """Return a curve with its name at its end."""
    line = plot.line(enumerate(heights), f'{more} style="color:{hue}"')
    last = len(heights) - 1
    return line + words(name, plot.x(last) + 6, plot.y(heights[last]) + 5)


def _mark(x: float, y: float, name: str, hue: str, up: int) -> str:
    """Return a triangle with a name: it points down to the line (1), or up to it (-1)."""
    point = f"M{x:g} {y + 8 * up:g}l-8 {-14 * up}h16Z"
    return f'<path d="{point}" fill="{hue}" stroke="currentColor"/>' + words(
        name, x, y - 10 if up > 0 else y + 22, "middle", 14
    )


def _is_number(value: object) -> bool:
    """Whether something is one finite number."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False
    return abs(number) < float("inf")


def _behind_name(line: str) -> str:
    """Return what stands behind the last colon, or the whole line; 09:12 has no such colon."""
    return re.split(r"(?<!\d):|:(?!\d)", line)[-1]


def _rising(numbers: object) -> tuple[Any, ...]:
    """Return numbers to choose from. Raises InputError unless they rise."""
    found = tuple(items_of(numbers, MOST_ANSWERS) or ())
    if (
        not 2 <= len(found) <= MOST_ANSWERS
        or not all(map(_is_number, found))
        or any(low >= high for low, high in pairwise(found))
    ):
        raise InputError(
            f"numbers to choose from rise, such as range(0, 31), from 2 to {MOST_ANSWERS} of them, "
            f"not {brief(numbers)}"
        )
    return found


def _names(names: object) -> tuple[str, ...]:
    """Return the names of answers or parts. Raises InputError."""
    found = tuple(texts_of(names, MOST_SLIDERS) or ())
    if not 2 <= len({name.casefold() for name in found}) == len(found) <= MOST_SLIDERS:
        raise InputError(
            f"from 2 to {MOST_SLIDERS} names that differ are needed, such as ['hit', 'take'], "
            f"not {brief(names)}"
        )
    return found


def way_of(
    *,
    shares: Any = None,
    chance: bool = False,
    number: Any = None,
    choice: Any = None,
    curve: Any = None,
    unit: str = "",
) -> Way | None:
    """Return the way of asking that is wanted; None if none is. Raises InputError.

    >>> way_of(number=range(31), unit="points").words(24)
    '24 points'
    >>> way_of(shares=["hit", "take"]).check([0.4, 0.6])
    [40, 60]
    """
    drawn = number is not None or curve is not None
    if sum([shares is not None, bool(chance), drawn, choice is not None]) > 1:
        raise InputError("ask for one thing: shares, chance=True, number, choice or curve")
    if not isinstance(unit, str):
        raise InputError(f"unit must be a text, not {brief(unit)}")
    if shares is not None:
        return Shares(shares)
    if chance:
        return Chance()
    if curve is not None:
        if number is None:
            raise InputError("a curve needs number=, the heights that there are")
        return Curve(curve, number, unit)
    if number is not None:
        return Number(number, unit)
    return Choice(choice) if choice is not None else None


def read_guesses(way: Way, lines: object) -> tuple[list[Any], list[str]]:
    r"""Return the guesses of a class, and what is wrong with each line that is left out.

    A line holds a guess, with or without a name and a colon before it; empty lines do not count.
    Raises InputError for what is no text, and for more than MOST_GUESSES lines.

    >>> read_guesses(way_of(number=range(31)), "Ana: 24\n\n09:12 Ben: 12,5 points\nCem: ?\n7")
    ([24, 12.5, 7], ["line 4, 'Cem: ?': it has no number"])
    """
    if not isinstance(lines, str):
        raise InputError(f"the class's guesses are lines of text, not {brief(lines)}")
    written = [(number, line) for number, line in enumerate(lines.splitlines(), 1) if line.strip()]
    if len(written) > MOST_GUESSES:
        raise InputError(f"a class has at most {MOST_GUESSES} guesses")
    found, left_out = [], []
    for number, line in written:
        try:
            found.append(way.read(line))
        except InputError as error:
            left_out.append(f"line {number}, {brief(line.strip())}: {error}")
    return found, left_out


def shown(value: Any) -> str:
    """Return a value as text: a fraction with its decimal number, any other number to four digits.

    >>> shown(Fraction(1, 4)), shown(11), shown("quit"), shown(0.70357)
    ('1/4 = 0.25', '11', 'quit', '0.7036')
    """
    if isinstance(value, str):
        return value
    decimal = f"{float(value):.4g}"
    if getattr(value, "is_Rational", False):  # SymPy's
        value = Fraction(int(value.p), int(value.q))
    if not isinstance(value, Rational):
        return decimal
    if value.denominator == 1:
        return str(value)
    sign = "=" if Fraction(decimal) == value else "≈"
    exact = str(value)
    return f"{exact} {sign} {decimal}" if len(exact) <= LONGEST else f"{sign} {decimal}"
