"""Chinchiller Dice for a real box, for two: what can be set on the desk, and which position it is.

Imports the standard library, ``core`` and this game's rules, words and picture only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from llamakit.chinchiller.picture import die
from llamakit.chinchiller.rules import EYES, START_SAND, Rules, State, View, sand, sums
from llamakit.chinchiller.words import face_name
from llamakit.core.companion import NAMES, Field
from llamakit.core.draw import DIE
from llamakit.core.state import InputError

#: What the game is called.
TITLE = "Chinchiller Dice"


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the eyes of both, the dice, and what a blind player is told."""
    return (
        Field("turn", "Whose turn is it?", ("yours", "the other player's"), start=("yours",)),
        Field("mine", "Your eyes", EYES, start=EYES[:1]),
        Field("theirs", "The other player's eyes", EYES, start=EYES[:1]),
        Field(
            "roll",
            "The dice you see",
            tuple(dict.fromkeys(rules.die)),
            most=2,
            named=face_name,
            drawn=lambda face: (die(face), DIE),
        ),
        Field("claim", "If you are blind: the sand you are told", sums(rules.die)),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the decision that is set. Raises InputError for what is missing or cannot be.

    With an eye open: to re-roll or stop, or what to tell the other player who is blind. Blind: to
    accept or doubt.
    """
    mine, theirs = EYES.index(given["mine"][0]), EYES.index(given["theirs"][0])
    if mine == theirs == 2:
        raise InputError("The game is over when nobody can see.")
    blind = tuple(seat for seat, closed in enumerate((mine, theirs)) if closed == 2)
    phase = _phase(given["turn"] == ("yours",), mine == 2, theirs == 2)
    state = State(
        rules=rules,
        phase=phase,
        turn=1 if phase == "announce" else 0,
        turn_number=1,
        roll=(None, None) if phase == "answer" else _roll(given["roll"], phase),
        claim=_claim(given["claim"]) if phase == "answer" else None,
        sand=(START_SAND, START_SAND),
        closed=(mine, theirs),
        blind=blind,
    )
    return dataclasses.replace(state.view(0), names=NAMES)


def _phase(my_turn: bool, blind: bool, other_blind: bool) -> str:
    """Return what there is to decide (H3, H6). Raises InputError if that is nothing."""
    if my_turn:
        return "answer" if blind else "choose"
    if other_blind:
        return "announce"
    raise InputError("You have nothing to decide: the other player can see and rolls.")


def _roll(roll: tuple[Any, ...], phase: str) -> Any:
    """Return the dice that lie. Raises InputError unless two do, and there is a choice (H3)."""
    if len(roll) < 2:
        raise InputError("Click what both dice show.")
    if phase == "choose" and not sand(roll):
        raise InputError("Nothing to choose: these dice show no sand, so your turn is over.")
    return roll


def _claim(claim: tuple[int, ...]) -> int:
    """Return what the blind player is told. Raises InputError if nothing is set yet."""
    if not claim:
        raise InputError("Click the sum that the other player tells you.")
    return claim[0]
