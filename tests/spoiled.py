"""JSON that something has happened to, for tests of what is read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

#: Values that hardly anything may be.
STRANGE: tuple[Any, ...] = (
    *(None, True, -1, 7, 99, 10**30, 0.5, float("nan")),
    *("", "L", "roll", "x" * 99, [], [[]], {}),
)


def spoil(value: Any, rng: Random, strange: Sequence[Any] = STRANGE) -> Any:
    """Return JSON with one value in it replaced, left out, doubled or swapped with another."""
    if isinstance(value, (list, dict)) and value and rng.random() < 0.85:
        changed = value.copy()
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if rng.random() < 0.8:
            changed[key] = spoil(value[key], rng, strange)
        elif isinstance(value, dict) or rng.random() < 0.4:
            del changed[key]
        else:
            other = rng.randrange(len(value))
            changed[key], changed[other] = changed[other], changed[key]
            changed += changed[key : key + rng.randint(0, 1)]
        return changed
    return rng.choice(strange)
