"""Three short functions that the reader of lesson 2 builds: P, given and expected.

Imports the standard library and ``engine.errors``; SymPy where it is used. A space is a list of
equally likely outcomes, an event a function that says of an outcome whether it belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from llamakit.engine.errors import InputError, brief, items_of

#: A space with more outcomes is not gone through one by one.
MOST_OUTCOMES = 10**6


def P(event: Callable[[Any], object], space: Iterable[Any]) -> Any:  # noqa: N802
    """Return how likely an event is: the share of the outcomes for which it is true.

    The result is a SymPy Rational. Raises InputError for a space without outcomes, and for what is
    no event or no space.

    >>> P(lambda face: face > 4, range(1, 7))
    1/3
    """
    return expected(lambda outcome: bool(event(outcome)), _gone_through(event, space))


def given(condition: Callable[[Any], object], space: Iterable[Any]) -> list[Any]:
    """Return the outcomes that are still possible when the condition is known to be true.

    Raises InputError for what is no condition or no space.

    >>> P(lambda face: face > 4, given(lambda face: face % 2 == 0, range(1, 7)))
    1/3
    """
    return [outcome for outcome in _gone_through(condition, space) if condition(outcome)]


def expected(number: Callable[[Any], Any], space: Iterable[Any]) -> Any:
    """Return the expected value of a number: its mean over the outcomes, exactly.

    Raises InputError for a space without outcomes, and for what is no function or no space.

    >>> expected(lambda face: face, range(1, 7))
    7/2
    """
    from sympy import Integer, Rational

    outcomes = _gone_through(number, space)
    if not outcomes:
        raise InputError("the space has no outcomes: nothing is left of it")
    total = sum((number(outcome) for outcome in outcomes), Integer(0))
    return total * Rational(1, len(outcomes))


def _gone_through(function: object, space: object) -> list[Any]:
    """Return the outcomes of a space that a function is asked about. Raises InputError."""
    if not callable(function):
        raise InputError(f"first comes a function of an outcome, not {brief(function)}")
    outcomes = items_of(space, MOST_OUTCOMES)
    if outcomes is None or len(outcomes) > MOST_OUTCOMES:
        raise InputError(
            f"a space is a list of at most {MOST_OUTCOMES:,} outcomes, not {brief(space)}"
        )
    return outcomes
