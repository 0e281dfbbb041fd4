"""LLAMA Kadabra: rules, exact odds, bots and pictures. Odds are imported when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llamakit.kadabra.odds import can_play as can_play
    from llamakit.kadabra.odds import holds_llama as holds_llama
    from llamakit.kadabra.odds import lowest_token_after as lowest_token_after
    from llamakit.kadabra.odds import without_doubles as without_doubles
    from llamakit.kadabra.rules import DECK as DECK

_HOMES = {
    "DECK": "rules",
    "can_play": "odds",
    "holds_llama": "odds",
    "lowest_token_after": "odds",
    "without_doubles": "odds",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
