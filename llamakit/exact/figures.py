"""What is exact: whole numbers and fractions, and the figures and advice made of them.

Imports the standard library and ``engine.state``; SymPy where a number is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from numbers import Rational
from re import sub
from typing import Any, NamedTuple

from llamakit.engine.state import InputError, brief


class Figure(NamedTuple):
    """One exact number about the decision at hand, as the table shows it.

    ``value`` is a sympy.Rational; ``unit`` is "probability", "points" or "sand". ``why`` works it
    out with these very cards, so that a child can follow; ``lesson`` is the notebook, without its
    ending, in which it is derived.
    """

    name: str
    value: Any
    unit: str
    why: str = ""
    lesson: str = ""


def figure(words: tuple[str, str, str], value: Any, unit: str, **what: Any) -> Figure:
    """Return a figure from its name, its why and its lesson; ``what`` is filled in.

    Besides ``what``, the why may use the ``value`` itself: as a fraction, or as a whole number.

    ``value`` is a whole number or a fraction, Python's or SymPy's.

    >>> words = "a roll is worth {sand}", "One way of {ways}: {value}.", "odds"
    >>> figure(words, Fraction(1, 36), "probability", sand=24, ways=36)[2:]
    ('probability', 'One way of 36: 1/36.', 'odds')
    """
    name, why, lesson = words
    exactly = rational(value)
    said = sub(r"(\S+) = \1(?=\D)", r"\1", why.format(value=exactly, **what))
    return Figure(name.format(**what), exactly, unit, said, lesson)


class Effect(NamedTuple):
    """What an action brings right away: a ``clause`` that can stand in a sentence.

    ``gain`` is the same as a number, a Fraction: the higher, the better, next to those of the other
    actions of the same decision. None where one number does not say it.
    """

    clause: str
    gain: Fraction | None = None


def decimal(value: Any) -> str:
    """Return a number as one says it: to a tenth, if it is not whole.

    >>> decimal(Fraction(13)), decimal(Fraction(56, 5))
    ('13', '11.2')
    """
    return f"{float(value):.1f}".removesuffix(".0")


def percent(chance: Any) -> str:
    """Return a probability as one says it.

    >>> percent(Fraction(18, 25)), percent(Fraction(1, 300))
    ('72 %', 'less than 1 %')
    """
    share = 100 * float(chance)
    if 0 < share < 1:
        return "less than 1 %"
    return "more than 99 %" if 99 < share < 100 else f"{share:.0f} %"


class Advice(NamedTuple):
    """What one action is worth to the player who decides: proven, or estimated with its error.

    A higher ``value`` is better. In the llama games it is in points: what the others add on average
    until this round has ended, less what one adds oneself. In Chinchiller Dice it is in sand: what
    one gains until the end of the game, less what the others gain on average. ``cost`` is how much
    worse the action is than the best one, ``unit`` is "points" or "sand".

    ``proven``: ``value`` and ``cost`` are sympy.Rational or floats, and the true cost lies within
    ``error`` of the one given: 0 where all is done in fractions. Not proven: they are floats, and
    ``error``, never 0, is the standard error of the cost, for the first of all actions that of its
    lead over the second. It is the error of the samples, not of the way of playing on that the
    search assumes (``llamakit.search``).
    """

    action: Any
    value: Any
    cost: Any
    error: Any
    unit: str
    proven: bool

    def __repr__(self) -> str:
        """Tell it in a line.

        >>> Advice("quit", Fraction(-3, 2), Fraction(1, 2), 0, "points", True)
        <Advice quit: -3/2 points, cost 1/2>
        >>> Advice("quit", -4.75, 1.5, 0.3979, "points", False)
        <Advice quit: -4.75 points, cost 1.5 ± 0.3979, estimated>
        """
        value, cost, error = map(_in_short, (self.value, self.cost, self.error))
        off = f" ± {error}" if self.error else ""
        how = "" if self.proven else ", estimated"
        return f"<Advice {self.action}: {value} {self.unit}, cost {cost}{off}{how}>"


def _in_short(number: Any) -> str:
    """Return a number as text: a fraction as it is, a float to four digits."""
    return f"{number:.4g}" if isinstance(number, float) else str(number)


def proven_advice(
    values: Mapping[Any, Fraction | float], unit: str, error: Fraction | float = Fraction(0)
) -> tuple[Advice, ...]:
    """Return advice from what each action is proven to be worth, best first.

    ``error`` is how far from the truth a cost may be; a smaller cost counts as none.

    >>> for one in proven_advice({"roll": Fraction(-3, 2), "quit": Fraction(-1)}, "points"):
    ...     print(one.action, one.value, one.cost)
    quit -1 0
    roll -3/2 1/2
    """
    best = max(values.values(), default=Fraction(0))
    costs: dict[Any, Fraction | float] = {
        action: best - value if best - value > error else 0 for action, value in values.items()
    }
    return tuple(
        Advice(
            action=action,
            value=_shown(values[action]),
            cost=_shown(costs[action]),
            error=_shown(error),
            unit=unit,
            proven=True,
        )
        for action in sorted(values, key=costs.__getitem__)
    )


def _shown(value: Fraction | float) -> Any:
    """Return a number as a sympy.Rational, but a float as it is."""
    return value if isinstance(value, float) else rational(value)


def exact(value: object) -> Fraction:
    """Return a whole number or a fraction (Python's or SymPy's) as a Fraction.

    Raises InputError for anything else: a float is never exact.

    >>> exact(3), exact(Fraction(1, 3))
    (Fraction(3, 1), Fraction(1, 3))
    """
    if isinstance(value, Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    raise InputError(f"{brief(value)} is not exact: give a whole number or a Fraction")


def rational(value: Fraction | int, out_of: int = 1) -> Any:
    """Return a number, or a count out of a total, as a sympy.Rational.

    Raises InputError for what is not exact, and for a total of nothing.

    >>> rational(Fraction(29, 54)), rational(116, 216)
    (29/54, 29/54)
    """
    import sympy

    count, total = exact(value), exact(out_of)
    if not total:
        raise InputError("out_of must not be 0")
    share = count / total
    return sympy.Rational(share.numerator, share.denominator)
