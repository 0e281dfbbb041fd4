"""L.L.A.M.A. for a real box: what can be set on the desk, and which position that is.

Imports the standard library, lower rooms, what the games share and this game's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from llamakit.engine.state import InputError
from llamakit.games.desk import card_field, cards_left
from llamakit.games.llama.rules import Rules, View
from llamakit.games.words import DESK, SET_HAND_AND_TOP
from llamakit.table.companion import Field, yes_or_no
from llamakit.table.words import NAMES


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the hand, the top card, the cards seen, and how things stand."""
    return (
        card_field("hand", DESK["hand"], rules.deck),
        card_field("top", DESK["top"], rules.deck, most=1),
        card_field("seen", DESK["seen"], rules.deck),
        Field("others", DESK["others"], most=60, start=rules.hand),
        yes_or_no("alone", DESK["alone"]),
        Field("points", DESK["points"], most=1000, start=0),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the turn that is set. Raises InputError for what is missing or cannot be."""
    hand, top, seen = given["hand"], given["top"], given["seen"]
    if not hand or not top:
        raise InputError(SET_HAND_AND_TOP)
    left = cards_left(rules.deck, Counter((*hand, *top, *seen)), given["others"])
    return View(
        seat=0,
        rules=rules,
        phase="turn",
        player=0,
        round_number=1,
        names=NAMES,
        hands=(hand, None),
        sizes=(len(hand), given["others"]),
        active=(True, given["alone"] == ("no",)),
        points=(given["points"], 0),
        pile_size=left,
        top=top[0],
        discards=tuple(sorted((*top, *seen))),
        turn=0,
        alone=given["alone"] == ("yes",),
    )
