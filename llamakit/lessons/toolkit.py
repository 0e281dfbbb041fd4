"""Three short functions that the reader of lesson 2 builds: P, given and expected.

Imports the standard library and ``engine.errors``; SymPy where it is used. A space is a list of
equally likely outcomes, an event a function that says of an outcome whether it belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from llamakit.engine.errors import InputError


def P(event: Callable[[Any], object], space: Sequence[Any]) -> Any:  # noqa: N802
    """Return how likely an event is: the share of the outcomes for which it is true.

    The result is a SymPy Rational. Raises InputError for a space without outcomes.

    >>> P(lambda face: face > 4, range(1, 7))
    1/3
    """
    return expected(lambda outcome: bool(event(outcome)), space)


def given(condition: Callable[[Any], object], space: Iterable[Any]) -> list[Any]:
    """Return the outcomes that are still possible when the condition is known to be true.

    >>> P(lambda face: face > 4, given(lambda face: face % 2 == 0, range(1, 7)))
    1/3
    """
    return [outcome for outcome in space if condition(outcome)]


def expected(number: Callable[[Any], Any], space: Sequence[Any]) -> Any:
    """Return the expected value of a number: its mean over the outcomes, exactly.

    Raises InputError for a space without outcomes.

    >>> expected(lambda face: face, range(1, 7))
    7/2
    """
    from sympy import Integer, Rational

    if not len(space):
        raise InputError("the space has no outcomes: nothing is left of it")
    total = sum((number(outcome) for outcome in space), Integer(0))
    return total * Rational(1, len(space))
