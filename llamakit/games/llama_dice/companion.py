"""L.L.A.M.A. Dice for a real box: what can be set on the desk, and which position that is.

Imports the standard library, lower rooms and this game's rules and words only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from itertools import permutations
from typing import Any

from llamakit.engine.state import InputError
from llamakit.games.desk import card_field
from llamakit.games.drawings import die
from llamakit.games.llama_dice.rules import Row, Rules, State, View
from llamakit.games.llama_dice.words import DESK, NOT_THESE_DICE, SET_DICE, SET_ROW, no_choice
from llamakit.games.words import card_list
from llamakit.table.companion import Field, yes_or_no
from llamakit.table.draw import DIE
from llamakit.table.words import NAMES


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the row, the llama row, the roll, and how things stand."""
    in_box = {value: copies + 1 for value, copies in rules.deck.items()}
    faces = tuple(sorted({face for faces in rules.dice for face in faces}))
    return (
        card_field("row", DESK["row"], in_box),
        card_field(
            "llama_row", DESK["llama_row"], dict.fromkeys(rules.values, 1), start=rules.values
        ),
        Field(
            "roll",
            DESK["roll"],
            faces,
            most=3,
            named=lambda face: card_list((face,)),
            drawn=lambda face: (die(face), DIE),
        ),
        yes_or_no("alone", DESK["alone"]),
        Field("points", DESK["points"], most=1000, start=0),
        card_field("theirs", DESK["theirs"], in_box),
        Field("their_points", DESK["their_points"], most=1000, start=0),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the position before a roll, or after one. Raises InputError for what is missing.

    While the other's row is not set, and that player is still in, it is nobody's view: the odds of
    a roll are known then, but not what is best.
    """
    if not given["row"]:
        raise InputError(SET_ROW)
    state = State(
        rules=rules,
        phase="roll" if given["roll"] else "turn",
        turn=0,
        round_number=1,
        rows=(given["row"], given["theirs"]),
        llama_row=given["llama_row"],
        active=(True, given["alone"] == ("no",)),
        points=(given["points"], given["their_points"]),
        roll=(),
    )
    if given["roll"]:
        state = _after_roll(state, given["roll"])
    seat = 0 if given["theirs"] or given["alone"] == ("yes",) else None
    return dataclasses.replace(state.view(seat), names=NAMES)


def _after_roll(state: State, roll: Row) -> State:
    """Return what a roll leads to. Raises InputError if that is no choice to make."""
    if len(roll) < 3:
        raise InputError(SET_DICE)
    dice = state.rules.dice
    for faces in permutations(roll):
        if all(face in die for face, die in zip(faces, dice, strict=True)):
            after: State = state.apply(faces)  # type: ignore[assignment]
            if after.phase not in ("discard", "take", "return"):
                raise InputError(no_choice(drama=after.phase != "turn"))
            return after
    raise InputError(NOT_THESE_DICE)
