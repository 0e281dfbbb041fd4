"""L.L.A.M.A. Dice: rules, exact odds, bots and pictures. Odds are imported when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llamakit.llama_dice.ahead import rolls_ahead as rolls_ahead
    from llamakit.llama_dice.ahead import round_end as round_end
    from llamakit.llama_dice.odds import roll_odds as roll_odds
    from llamakit.llama_dice.odds import roll_odds_table as roll_odds_table
    from llamakit.llama_dice.odds import solo as solo
    from llamakit.llama_dice.rules import make_dice as make_dice
    from llamakit.llama_dice.rules import pairings as pairings

_HOMES = {
    "make_dice": "rules",
    "pairings": "rules",
    "rolls_ahead": "ahead",
    "roll_odds": "odds",
    "roll_odds_table": "odds",
    "round_end": "ahead",
    "solo": "odds",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
