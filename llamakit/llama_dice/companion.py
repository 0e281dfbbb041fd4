"""L.L.A.M.A. Dice for a real box: what can be set on the desk, and which position that is.

Imports the standard library, ``core`` and this game's rules only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from itertools import permutations
from typing import Any

from llamakit.core.companion import NAMES, Field, card_field, yes_or_no
from llamakit.core.draw import DIE, die
from llamakit.core.state import InputError
from llamakit.core.words import card_list
from llamakit.llama_dice.rules import Row, Rules, State, View

#: What the game is called.
TITLE = "L.L.A.M.A. Dice"


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the row, the llama row, the roll, and how things stand."""
    in_box = {value: copies + 1 for value, copies in rules.deck.items()}
    faces = tuple(sorted({face for faces in rules.dice for face in faces}))
    return (
        card_field("row", "Your row", in_box),
        card_field("llama_row", "Llama row", dict.fromkeys(rules.values, 1), start=rules.values),
        Field(
            "roll",
            "Your roll, once you have rolled",
            faces,
            most=3,
            named=lambda face: card_list((face,)),
            drawn=lambda face: (die(face), DIE),
        ),
        yes_or_no("alone", "Have all others quit?"),
        Field("points", "Points you hold", most=1000, start=0),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the position before a roll, or after one. Raises InputError for what is missing."""
    if not given["row"]:
        raise InputError("Click the cards of your row.")
    state = State(
        rules=rules,
        phase="roll" if given["roll"] else "turn",
        turn=0,
        round_number=1,
        rows=(given["row"], given["row"]),
        llama_row=given["llama_row"],
        active=(True, given["alone"] == ("no",)),
        points=(given["points"], 0),
        roll=(),
    )
    if given["roll"]:
        state = _after_roll(state, given["roll"])
    return dataclasses.replace(state.view(0), names=NAMES)


def _after_roll(state: State, roll: Row) -> State:
    """Return what a roll leads to. Raises InputError if that is no choice to make."""
    if len(roll) < 3:
        raise InputError("Click what all three dice show, or none of them.")
    dice = state.rules.dice
    for faces in permutations(roll):
        if all(face in die for face, die in zip(faces, dice, strict=True)):
            after: State = state.apply(faces)  # type: ignore[assignment]
            if after.phase not in ("discard", "take", "return"):
                raise InputError("Nothing to choose: " + _event(after))
            return after
    raise InputError("These three dice cannot show that together.")


def _event(after: State) -> str:
    """Return what has happened when a roll leaves no choice (D6, D9, D10)."""
    if after.phase == "turn":
        return "three llamas, and you hold no token to give back."
    return "you take the whole llama row, and the round ends."
