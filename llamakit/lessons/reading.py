"""Reading an answer: any number, formula or function a person may give, as exact fractions.

Imports the standard library and ``engine.state``; SymPy where it is used.

Whatever is given, reading it ends soon and either succeeds or says what is wrong in plain words.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from time import monotonic
from types import FrameType
from typing import Any

from llamakit.engine.state import InputError, brief

#: Seconds that working out an answer may take.
LONGEST = 4.0

#: A denominator that this divides comes from a decimal number, unless the truth has one too.
BINARY = 2**40

#: A function of a larger whole number, and a power with more bits, are not worked out.
LARGEST, MOST_BITS = 10_000, 100_000


class Unreadable(InputError):
    """An answer that cannot be read; the message says why."""


@dataclass(frozen=True)
class Number:
    """An answer as a fraction and, of a decimal, half a unit of its last digit as ``rounding``."""

    value: Fraction
    rounding: Fraction = Fraction(0)
    is_decimal: bool = False

    def agrees(self, truth: Number) -> bool:
        """Whether this is the true number; a decimal, rounded or cut off, at half a percent."""
        return self.fits(truth) and abs(self.value - truth.value) * 200 <= abs(truth.value)

    def fits(self, other: Number) -> bool:
        """Whether this may be the other number, rounded or cut off."""
        off = abs(self.value - other.value)
        cut_off = abs(self.value) < abs(other.value) and off < 2 * self.rounding
        return off <= self.rounding + other.rounding or cut_off

    def is_coarse(self, truth: Number) -> bool:
        """Whether this is the true number, but rounded to too few digits to be sure."""
        off = abs(self.value - truth.value)
        return self.value != 0 and off <= self.rounding and not self.agrees(truth)

    def as_written(self, truth: Number) -> Number:
        """Return the decimal that this fraction was made of, or else this number.

        Python divides first in Rational(1/27), and the computer keeps the decimal as a fraction
        whose denominator is a large power of two. Where the truth has such a denominator too, this
        one is taken as it is.

        >>> number = Number(Fraction(0.1)).as_written(Number(Fraction(1, 10)))
        >>> Fraction(0.1) == Fraction(1, 10), number.value
        (False, Fraction(1, 10))
        """
        if self.is_decimal or self.rounding or self.value.denominator % BINARY:
            return self
        if truth.value.denominator % BINARY == 0:
            return self
        if not sys.float_info.min < abs(self.value) < sys.float_info.max:
            return self
        return _decimal(float(self.value))


def read(
    answer: object, symbols: Sequence[str] = (), at: Sequence[tuple[int, ...]] = ((),)
) -> list[Number]:
    """Return the numbers an answer stands for: one, or the values of a formula at some places.

    Raises Unreadable.

    >>> from sympy import Rational, Symbol
    >>> [number.value for number in read(Rational(3, 4))]
    [Fraction(3, 4)]
    >>> [number.value for number in read(1 / Symbol("n"), ["n"], [(2,), (3,)])]
    [Fraction(1, 2), Fraction(1, 3)]
    """
    import sympy  # noqa: F401  before the clock starts: importing it takes a while

    with _plain_words(), _time_limit(LONGEST):
        if callable(answer):
            return [read_number(_call(answer, place)) for place in at]
        return [read_number(_evaluate(answer, symbols, place)) for place in at]


def read_word(answer: object, words: Sequence[str]) -> str:
    """Return which of the words an answer is. Raises Unreadable.

    >>> read_word(" Quit", ("roll", "quit"))
    'quit'
    """
    with _plain_words():
        if isinstance(answer, str) and len(answer) <= 100 and answer.strip().lower() in words:
            return answer.strip().lower()
    raise Unreadable(f"Answer with one of {', '.join(map(repr, words))}.")


def read_number(value: Any) -> Number:
    """Return a number from an int, a Fraction, a decimal or a SymPy number. Raises Unreadable.

    >>> read_number(0.25)
    Number(value=Fraction(1, 4), rounding=Fraction(1, 200), is_decimal=True)
    """
    import sympy

    if isinstance(value, bool):
        raise Unreadable("True and False are no numbers.")
    if isinstance(value, Rational):
        return Number(Fraction(int(value.numerator), int(value.denominator)))
    if isinstance(value, sympy.Rational):
        return Number(Fraction(int(value.p), int(value.q)))
    if isinstance(value, sympy.Expr) and not value.has(sympy.Float):
        return _irrational(value)
    if isinstance(value, str):
        return _written(str(value))
    if isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value):
        _refuse_comma(*value)
    try:
        decimal = float(value)
    except (TypeError, ValueError, OverflowError):
        raise Unreadable(f"{brief(value)} is not a number.") from None
    return _decimal(decimal)


#: A number as a person writes it: a whole number, a fraction, a decimal or a percentage.
_WRITTEN = re.compile(
    r"(?P<sign>[-+\u2212]?) *(?P<whole>[0-9]{1,30})"
    r"(?: */ *(?P<below>[0-9]{1,30})|\.(?P<places>[0-9]{1,30}))? *(?P<percent>%?)"
)


def _written(text: str) -> Number:
    """Return a number that is given as text. Raises Unreadable.

    >>> _written("19/27").value, _written("70.4%")
    (Fraction(19, 27), Number(value=Fraction(88, 125), rounding=Fraction(1, 2000), is_decimal=True))
    """
    if comma := re.fullmatch(r"[-+]?([0-9]{1,30}),([0-9]{1,30})", text.strip()[:70]):
        raise Unreadable(f"Write a decimal with a point: {comma[1]}.{comma[2]}.")
    found = _WRITTEN.fullmatch(text.strip()[:100])
    if not found or (found["below"] and not int(found["below"])):
        raise Unreadable(f"{brief(text)} is not a number: write 19/27, 0.704 or 70.4%, say.")
    whole, places = found["whole"], found["places"] or ""
    value = Fraction(int(whole + places), 10 ** len(places) * int(found["below"] or 1))
    unit = Fraction(1, 100 if found["percent"] else 1)
    is_decimal = bool(places or found["percent"]) and not found["below"]
    rounding = unit / 10 ** len(places) / 2 if is_decimal else Fraction(0)
    return Number(value * unit * (1 if found["sign"] in ("", "+") else -1), rounding, is_decimal)


def _refuse_comma(whole: int, places: int) -> None:
    """Raise Unreadable for a decimal with a comma, which Python reads as two numbers."""
    if abs(whole) < 10**30 and 0 <= places < 10**30:
        written = f"{whole}.{places}"
        raise Unreadable(f"Python reads a comma as two numbers. Write the point: {written}.")


def _irrational(value: Any) -> Number:
    """Return a SymPy number that is not written as a fraction, to 30 digits."""
    digits = value.evalf(30)
    if not digits.is_Float:
        raise Unreadable(f"{brief(value)} is not one finite real number.")
    return Number(Fraction(str(digits)), rounding=Fraction(1, 10**25))


def _decimal(value: float) -> Number:
    """Return a decimal, with the rounding that its digits and floating-point work allow."""
    if not math.isfinite(value):
        raise Unreadable(f"{value} cannot be compared with a number.")
    exponent = Decimal(repr(value)).as_tuple().exponent
    last_digit, work = Fraction(10) ** int(exponent), abs(Fraction(value)) / 10**9
    return Number(Fraction(repr(value)), max(last_digit, work) / 2, is_decimal=True)


def _call(function: Callable[..., Any], place: tuple[int, ...]) -> Any:
    """Return what a person's function answers. Raises Unreadable if it stops or says nothing."""
    if not place:
        raise Unreadable("It is a function, and a number is asked for: call it.")
    try:
        value = function(*place)
    except (Exception, SystemExit) as error:
        where = ", ".join(map(str, place))
        raise Unreadable(f"Called with {where}, it stops: {brief(error)}.") from None
    if value is None or value is Ellipsis:
        raise Unreadable("The function returns nothing yet.")
    return value


def _evaluate(answer: Any, symbols: Sequence[str], place: tuple[int, ...]) -> Any:
    """Return a SymPy formula with numbers for its symbols; anything else as it is."""
    import sympy

    if not isinstance(answer, sympy.Expr) or answer.is_Number:
        return answer
    known = dict(zip(symbols, place, strict=True))
    for symbol in answer.free_symbols:
        if str(symbol) not in known:
            wanted = f"use {', '.join(symbols)} only" if symbols else "give it a value"
            raise Unreadable(f"It contains the symbol {brief(str(symbol))}: {wanted}.")
    values = {symbol: sympy.Integer(known[str(symbol)]) for symbol in answer.free_symbols}
    return _work_out(answer, values).doit()


def _work_out(formula: Any, values: dict[Any, Any]) -> Any:
    """Return a SymPy formula with values put in, from the inside out, refusing what is too big."""
    if formula in values:
        return values[formula]
    if not formula.args:
        return formula
    parts = [_work_out(part, values) for part in formula.args]
    if formula.is_Pow:
        _refuse_big_power(*parts)
    if formula.is_Function and any(part.is_Integer and abs(part) > LARGEST for part in parts):
        raise Unreadable("Its numbers are too big to work out.")
    return formula.func(*parts)


def _refuse_big_power(base: Any, exponent: Any) -> None:
    """Raise Unreadable for a power that a computer could not write down soon."""
    if not exponent.is_Rational:
        return
    bits = max(abs(base.p), base.q).bit_length() if base.is_Rational else 1
    if abs(exponent) * bits > MOST_BITS:
        raise Unreadable("Its numbers are too big to work out.")


@contextmanager
def _plain_words() -> Iterator[None]:
    """Turn whatever a foreign object or a strange formula raises into Unreadable."""
    try:
        yield
    except Unreadable:
        raise
    except _TooLong:
        raise Unreadable(f"It takes longer than {LONGEST:g} seconds to work out.") from None
    except Exception as error:
        raise Unreadable(f"Working it out fails ({type(error).__name__}).") from None


class _TooLong(BaseException):
    """Time is up. Not an Exception, so that no ``except Exception`` on the way swallows it."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise _TooLong in the code inside, at its next line, when the seconds are over.

    Python calls the *trace function* that is set here at each line it is about to run: that one
    looks at the clock, and what it raises stops the line. Debuggers work the same way. It works on
    every system and in every thread, where signals do not. SymPy is watched at its calls only:
    looking at each of its lines would slow it down too much.
    """
    end = monotonic() + seconds
    before, report = sys.gettrace(), sys.unraisablehook

    def look_at_clock(frame: FrameType, event: str, arg: object) -> Any:
        if event in ("call", "line") and monotonic() > end:
            raise _TooLong
        return None if "sympy" in frame.f_code.co_filename else look_at_clock

    def start_again(lost: sys.UnraisableHookArgs) -> None:
        # What is raised while rubbish is collected gets lost, and the clock with it.
        if lost.exc_type is _TooLong:
            sys.settrace(look_at_clock)
        else:
            report(lost)

    sys.unraisablehook = start_again
    sys.settrace(look_at_clock)
    try:
        yield
    finally:
        sys.settrace(before)
        sys.unraisablehook = report
