"""Worlds for the search: in L.L.A.M.A. Dice all is open (D14), so there is one.

Imports lower rooms, what the llama games share, and this game's rules.
"""

from __future__ import annotations

import dataclasses
from random import Random

from llamakit.engine.game import Step
from llamakit.games.llama_dice.rules import State, View
from llamakit.games.rounds import gained as gained


def clues(step: Step) -> tuple[()]:
    """Return nothing: all is open."""
    return ()


def world(view: View, rng: Random) -> State:
    """Return the position: rows lie open, and undealt cards do not come into the round.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", seed=7)
    >>> world(game.view(0), Random(1)) == game.state
    True
    """
    return State(**{field.name: getattr(view, field.name) for field in dataclasses.fields(State)})
