"""Positions of L.L.A.M.A. to start a test from."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from llamakit.games.cards import card, cards
from llamakit.games.llama.rules import Rules, State


@pytest.fixture(scope="session")
def position() -> Callable[..., State]:
    """Return a function that lays out a turn: hands such as "345L" and the top card.

    All other cards are in the draw pile; ``gone`` of them, such as "11LL", are discarded too.
    """

    def lay_out(*hands: str, top: Any, gone: str = "", **changes: Any) -> State:
        options = changes.pop("options", {})
        start = Rules(players=len(hands), **options).start()
        used = Counter((*cards(gone + "".join(hands)), card(top)))
        pile = tuple(copies - used[value] for value, copies in start.rules.deck.items())
        assert min(pile) >= 0, "more cards than the deck has"
        laid = {"phase": "turn", "round_number": 1, "top": card(top), "pile": pile}
        return dataclasses.replace(start, hands=tuple(map(cards, hands)), **{**laid, **changes})

    return lay_out
