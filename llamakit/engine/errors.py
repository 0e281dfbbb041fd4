"""What goes wrong, said plainly, and the checks that say it. Imports the standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any


class InputError(ValueError):
    """Something given to llamakit cannot be used; the message says what and what can."""


class IllegalAction(InputError):
    """A move that the rules do not allow now; the message lists the legal ones."""


class RecordError(InputError):
    """A record of a game that is broken, foreign or against the rules."""


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number in the range. Raises InputError otherwise.

    >>> whole_number("players", 3, 2, 6)
    3
    """
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f"{name} must be a whole number from {low} to {high}, not {brief(value)}")
    return value


def checked_seed(seed: object) -> int:
    """Return a seed if it is one: alike wherever one is given. Raises InputError otherwise.

    >>> checked_seed(7)
    7
    """
    return whole_number("seed", seed, 0, 2**128 - 1)


def a_few(name: str, given: object, most: int = 100) -> list[Any]:
    """Return what can be gone through as a list, if it is not too long. Raises InputError.

    >>> a_few("others", (6, 6))
    [6, 6]
    """
    found = None if isinstance(given, (str, bytes)) else items_of(given, most)
    if found is None or len(found) > most:
        raise InputError(f"{name} must be a list of at most {most:,}, not {brief(given)}")
    return found


def one_of(name: str, value: object, allowed: Sequence[Any]) -> Any:
    """Return ``value`` if it is one of those allowed. Raises InputError otherwise.

    >>> one_of("edition", "us", ("us", "international"))
    'us'
    """
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        one_of_them = "one of " if len(allowed) > 1 else ""
        raise InputError(
            f"{name} must be {one_of_them}{', '.join(map(repr, allowed))}, not {brief(value)}"
        )
    return value


def items_of(values: Any, most: int) -> list[Any] | None:
    """Return the items of anything that has some, one more than ``most`` of them at most.

    None for what has no items, or breaks when it is asked for them.

    >>> items_of(range(10**9), 2), items_of(5, 2)
    ([0, 1, 2], None)
    """
    try:
        return list(islice(values, most + 1))
    except Exception:  # a foreign object may be broken anywhere
        return None


def texts_of(values: Any, most: int) -> list[str] | None:
    """Return the items of a list as texts, one more than ``most`` of them at most.

    None for what has no items or is a text itself, and where an item cannot be put in words.

    >>> texts_of(["hit", 3], 9), texts_of("hit", 9)
    (['hit', '3'], None)
    """
    if isinstance(values, (str, bytes)):
        return None
    try:
        return list(map(str, islice(values, most + 1)))
    except Exception:  # a foreign object may be broken anywhere
        return None


def brief(value: object) -> str:
    """Return a short text of anything, for an error message.

    >>> brief("x" * 1000) == repr("x" * 40)[:-1] + "…'"
    True
    """
    try:
        if isinstance(value, str):
            value = str.__str__(value)  # a subclass may be broken, too
            return repr(value if len(value) <= 40 else value[:40] + "…")
        text = str.__str__(repr(value))
    except Exception:  # a foreign object may be broken anywhere; the message must still come out
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:80] + "…"
