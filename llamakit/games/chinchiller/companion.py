"""Chinchiller Dice for a real box, for two: what can be set on the desk, and which position it is.

Imports the standard library, lower rooms and this game's rules, words, picture and solution only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from llamakit.engine.state import InputError
from llamakit.games.chinchiller.equilibrium import ENOUGH_SAND
from llamakit.games.chinchiller.picture import die
from llamakit.games.chinchiller.rules import START_SAND, Rules, State, View, sand, sums
from llamakit.games.chinchiller.words import (
    DESK,
    EYES,
    NO_SAND,
    NOBODY_SEES,
    NOTHING_TO_DECIDE,
    SET_CLAIM,
    SET_DICE,
    THEIRS,
    YOURS,
    face_name,
)
from llamakit.table.companion import Field
from llamakit.table.draw import DIE
from llamakit.table.words import NAMES


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the eyes of both, the dice, what a blind player is told, the sand."""
    return (
        Field("turn", DESK["turn"], (YOURS, THEIRS), start=(YOURS,)),
        Field("mine", DESK["mine"], EYES, start=EYES[:1]),
        Field("theirs", DESK["theirs"], EYES, start=EYES[:1]),
        Field(
            "roll",
            DESK["roll"],
            tuple(dict.fromkeys(rules.die)),
            most=2,
            named=face_name,
            drawn=lambda face: (die(face), DIE),
        ),
        Field("claim", DESK["claim"], sums(rules.die)),
        Field("sand", DESK["sand"].format(sand=ENOUGH_SAND), ("yes", "no"), start=("yes",)),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the decision that is set. Raises InputError for what is missing or cannot be.

    With an eye open: to re-roll or stop, or what to tell the other player who is blind. Blind: to
    accept or doubt. Who is blind may have counted the sand that was paid, so it is shown to all.
    """
    mine, theirs = EYES.index(given["mine"][0]), EYES.index(given["theirs"][0])
    if mine == theirs == 2:
        raise InputError(NOBODY_SEES)
    held = ENOUGH_SAND if given["sand"] == ("yes",) else START_SAND
    blind = tuple(seat for seat, closed in enumerate((mine, theirs)) if closed == 2)
    phase = _phase(given["turn"] == (YOURS,), mine == 2, theirs == 2)
    state = State(
        rules=rules,
        phase=phase,
        turn=1 if phase == "announce" else 0,
        turn_number=1,
        roll=(None, None) if phase == "answer" else _roll(given["roll"], phase),
        claim=_claim(given["claim"]) if phase == "answer" else None,
        sand=(held, held),
        closed=(mine, theirs),
        blind=blind,
    )
    return dataclasses.replace(state.view(0), names=NAMES, sand=state.sand)


def _phase(my_turn: bool, blind: bool, other_blind: bool) -> str:
    """Return what there is to decide (H3, H6). Raises InputError if that is nothing."""
    if my_turn:
        return "answer" if blind else "choose"
    if other_blind:
        return "announce"
    raise InputError(NOTHING_TO_DECIDE)


def _roll(roll: tuple[Any, ...], phase: str) -> Any:
    """Return the dice that lie. Raises InputError unless two do, and there is a choice (H3)."""
    if len(roll) < 2:
        raise InputError(SET_DICE)
    if phase == "choose" and not sand(roll):
        raise InputError(NO_SAND)
    return roll


def _claim(claim: tuple[int, ...]) -> int:
    """Return what the blind player is told. Raises InputError if nothing is set yet."""
    if not claim:
        raise InputError(SET_CLAIM)
    return claim[0]
