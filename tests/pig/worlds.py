"""Worlds of Pig: all is open, so there is one, and it is played to the end of the game."""

from __future__ import annotations

from random import Random
from typing import Any

from llamakit.engine.game import Step

from .rules import State, View


def clues(step: Step) -> tuple[()]:
    return ()


def world(view: View, rng: Random) -> State:
    return State(
        turns=(view.round_number - 1) * view.rules.players + view.turn - view.rules.first_player,
        **{name: getattr(view, name) for name in ("rules", "phase", "turn", "points", "sum")},
    )


def gained(state: Any, since: Any, seat: int) -> float | None:
    return float(state.lead(seat) - since.lead(seat)) if state.is_over else None
