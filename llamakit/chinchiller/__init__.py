"""Chinchiller Dice: rules, exact odds, bots and pictures. Odds are imported when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llamakit.chinchiller.equilibrium import solve as solve
    from llamakit.chinchiller.odds import best_turn as best_turn
    from llamakit.chinchiller.odds import blind_roll as blind_roll
    from llamakit.chinchiller.odds import turn_pieces as turn_pieces
    from llamakit.chinchiller.odds import turn_value as turn_value
    from llamakit.chinchiller.rules import make_die as make_die
    from llamakit.chinchiller.rules import sand as sand
    from llamakit.chinchiller.rules import sums as sums
    from llamakit.chinchiller.strategies import doubting as doubting
    from llamakit.chinchiller.strategies import honest as honest
    from llamakit.chinchiller.strategies import low as low
    from llamakit.chinchiller.strategies import player as player
    from llamakit.chinchiller.strategies import stopper as stopper
    from llamakit.chinchiller.strategies import threshold as threshold
    from llamakit.chinchiller.strategies import trusting as trusting

_HOMES = {
    "best_turn": "odds",
    "blind_roll": "odds",
    "doubting": "strategies",
    "honest": "strategies",
    "low": "strategies",
    "make_die": "rules",
    "player": "strategies",
    "sand": "rules",
    "solve": "equilibrium",
    "stopper": "strategies",
    "sums": "rules",
    "threshold": "strategies",
    "trusting": "strategies",
    "turn_pieces": "odds",
    "turn_value": "odds",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
