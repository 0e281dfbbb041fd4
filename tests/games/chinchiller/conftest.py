"""Positions of Chinchiller Dice to start a test from."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from llamakit.games.chinchiller.rules import Rules, State


@pytest.fixture(scope="session")
def position() -> Callable[..., State]:
    """Return a function that lays out a turn: the sand of each seat and, by name, what differs.

    ``closed`` are the eyes closed by seat; the blind went blind in seat order. ``roll`` is what
    lies on the table: then there is a choice to make, by the player or by the announcer.
    """

    def lay_out(*sand: int, **changes: Any) -> State:
        options = changes.pop("options", {})
        start = Rules(players=len(sand), **options).start()
        closed = changes.get("closed", start.closed)
        blind = tuple(seat for seat, eyes in enumerate(closed) if eyes == 2)
        if "roll" in changes:
            on_turn = changes.get("turn", start.turn)
            changes.setdefault("phase", "announce" if on_turn in blind else "choose")
        return dataclasses.replace(start, sand=sand, **{"blind": blind, **changes})

    return lay_out
