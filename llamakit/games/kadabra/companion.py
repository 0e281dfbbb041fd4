"""LLAMA Kadabra for a real box: what can be set on the desk, and which position that is.

Imports the standard library, lower rooms and this game's rules, words and picture only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from llamakit.engine.state import InputError
from llamakit.games.desk import card_field, cards_left
from llamakit.games.kadabra.picture import card as drawing
from llamakit.games.kadabra.rules import SHOW_SIZE, START_WHITES, Rules, Tokens, View
from llamakit.games.kadabra.words import DESK, card_name
from llamakit.games.words import SET_HAND_AND_TOP
from llamakit.table.companion import Field, yes_or_no
from llamakit.table.words import NAMES


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the hand, the top card, the cards seen, tokens and the stage."""
    deck = dict(rules.deck)
    look: dict[str, Any] = {"named": card_name, "drawing": drawing}
    return (
        card_field("hand", DESK["hand"], deck, **look),
        card_field("top", DESK["top"], deck, most=1, **look),
        card_field("seen", DESK["seen"], deck, **look),
        Field("others", DESK["others"], most=60, start=rules.hand),
        Field("white", DESK["white"], most=1000, start=START_WHITES),
        Field("black", DESK["black"], most=1000, start=0),
        yes_or_no("magic", DESK["magic"]),
        Field("stage", DESK["stage"], most=1000, start=0),
        yes_or_no("llama", DESK["llama"]),
        yes_or_no("alone", DESK["alone"]),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the turn that is set. Raises InputError for what is missing or cannot be."""
    hand, top, seen = given["hand"], given["top"], given["seen"]
    if not hand or not top:
        raise InputError(SET_HAND_AND_TOP)
    left = cards_left(dict(rules.deck), Counter((*hand, *top, *seen)), given["others"])
    llama_played, alone = given["llama"] == ("yes",), given["alone"] == ("yes",)
    show = llama_played and given["stage"] >= SHOW_SIZE
    held = Tokens(given["white"], given["black"], int(given["magic"] == ("yes",)))
    return View(
        seat=0,
        rules=rules,
        phase="show" if show else "turn",
        player=0,
        round_number=1,
        names=NAMES,
        hands=(hand, None),
        sizes=(len(hand), given["others"]),
        active=(True, not alone),
        tokens=(held, Tokens()),
        pile_size=left,
        top=top[0],
        discards=tuple(sorted((*top, *seen))),
        stage=Tokens(given["stage"]),
        llama_played=llama_played,
        show=show,
        turn=0,
        drawer=None,
        alone=alone,
    )
