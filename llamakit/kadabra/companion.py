"""LLAMA Kadabra for a real box: what can be set on the desk, and which position that is.

Imports the standard library, ``core`` and this game's rules, words and picture only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from llamakit.core.companion import NAMES, Field, card_field, cards_left, yes_or_no
from llamakit.core.state import InputError
from llamakit.kadabra.picture import card as drawing
from llamakit.kadabra.rules import SHOW_SIZE, START_WHITES, Rules, Tokens, View
from llamakit.kadabra.words import card_name

#: What the game is called.
TITLE = "LLAMA Kadabra"


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return what can be set: the hand, the top card, the cards seen, tokens and the stage."""
    deck = dict(rules.deck)
    look: dict[str, Any] = {"named": card_name, "drawing": drawing}
    return (
        card_field("hand", "Your hand", deck, **look),
        card_field("top", "On top of the discard pile", deck, most=1, **look),
        card_field("seen", "Other cards you have seen: the discard pile below", deck, **look),
        Field("others", "Cards in the next player's hand", most=60, start=rules.hand),
        Field("white", "White tokens you hold", most=1000, start=START_WHITES),
        Field("black", "Black tokens you hold", most=1000, start=0),
        yes_or_no("magic", "Do you hold the magic token?"),
        Field("stage", "Tokens on the magic stage, taken as white ones", most=1000, start=0),
        yes_or_no("llama", "Has a llama been played this round?"),
        yes_or_no("alone", "Have all others quit?"),
    )


def position(rules: Rules, given: Mapping[str, Any]) -> View:
    """Return the turn that is set. Raises InputError for what is missing or cannot be."""
    hand, top, seen = given["hand"], given["top"], given["seen"]
    if not hand or not top:
        raise InputError("Click the cards of your hand and the card on top of the discard pile.")
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
