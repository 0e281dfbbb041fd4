"""Positions of small games, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def after_each(state: Any) -> Iterator[Any]:
    """Yield what may follow: the state after each action, or after each outcome of chance."""
    choices = state.legal_actions()
    if state.is_chance:
        choices = [outcome for outcome, _ in state.chance_outcomes()]
    for choice in choices:
        yield state.apply(choice)


def layers(start: Any) -> list[set[Any]]:
    """Return the different positions after 0, 1, 2, ... steps."""
    found = [{start}]
    while found[-1]:
        found.append({after for state in found[-1] for after in after_each(state)})
    return found[:-1]
