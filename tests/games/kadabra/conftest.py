"""Positions of LLAMA Kadabra to start a test from."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from llamakit.games.cards import counts
from llamakit.games.kadabra.rules import Rules, State, Tokens, card, cards


@pytest.fixture(scope="session")
def position() -> Callable[..., State]:
    """Return a function that lays out a turn of seat 0: hands such as "1g 2/3 L" and the top card.

    All other cards are in the draw pile, unless ``pile`` names those that are. ``tokens`` by seat
    and the ``stage`` are given as (white, black, magic); everybody has three whites else.
    """

    def lay_out(*hands: str, top: Any, **changes: Any) -> State:
        options = changes.pop("options", {})
        start = Rules(players=len(hands), **options).start()
        held = tuple(cards(hand.split()) for hand in hands)
        used = Counter((*sum(held, ()), card(top)))
        left = Counter(start.rules.all_cards)
        assert used <= left, "more cards than the deck has"
        laid = {"phase": "turn", "round_number": 1, "top": card(top), "hands": held}
        pile = cards(changes.pop("pile").split()) if "pile" in changes else (left - used).elements()
        laid["pile"] = counts(start.rules.values, pile)
        if "tokens" in changes:
            laid["tokens"] = tuple(Tokens(*held) for held in changes.pop("tokens"))
        if "stage" in changes:
            laid["stage"] = Tokens(*changes.pop("stage"))
        return dataclasses.replace(start, **{**laid, **changes})

    return lay_out
