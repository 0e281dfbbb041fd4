"""A position of Chinchiller Dice of one's own, to look at, to ask about and to play on from.

Imports lower rooms and this game's rules.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from llamakit.engine.registry import make_rules
from llamakit.engine.state import InputError, whole_number
from llamakit.games import refusals
from llamakit.games.chinchiller.rules import SAND_IN_BOX, Rules, State


def position(
    roll: object = None,
    *,
    closed: object = (0, 0),
    sand: object = None,
    claim: object = None,
    **options: Any,
) -> State:
    """Return a position: the turn of ``first_player`` (default seat 0), with a roll on the table.

    ``closed`` are the eyes closed by seat, so it says how many play; ``sand`` is what each holds
    (default 24). Without a ``roll`` the dice are still to be thrown. A blind player's roll is to
    be announced, or with a ``claim`` to be believed or doubted. ``options`` are those of the game.
    Raises InputError for what cannot be.

    >>> [str(action) for action in position([3, "x2"]).legal_actions()]
    ['reroll', 'stop']
    >>> position([12, 12], closed=[2, 0], claim=6).player
    0
    """
    if not isinstance(closed, (tuple, list)):
        raise InputError(refusals.not_a_list_of_eyes(closed))
    rules: Any = make_rules(Rules.game, len(closed), {"closed": closed, **options})
    start = rules.start()
    held = start.sand if sand is None else _sand(sand, rules)
    state: Any = dataclasses.replace(start, sand=held)
    if roll is not None:
        state = state.apply(roll)
    if claim is not None:
        state = state.apply(f"claim {whole_number('claim', claim, 0, SAND_IN_BOX)}")
    laid_out: State = state
    return laid_out


def _sand(given: object, rules: Rules) -> tuple[int, ...]:
    """Return the sand by seat. Raises InputError."""
    if not isinstance(given, (tuple, list)) or len(given) != rules.players:
        raise InputError(refusals.not_by_seat("sand", rules.players, given))
    held = tuple(whole_number("sand", amount, 0, SAND_IN_BOX) for amount in given)
    if rules.supply == "box" and sum(held) > SAND_IN_BOX:
        raise InputError(refusals.too_much_sand(SAND_IN_BOX, sum(held)))
    return held
