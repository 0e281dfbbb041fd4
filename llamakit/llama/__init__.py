"""L.L.A.M.A., the card game: rules, exact odds, bots and pictures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llamakit.llama.odds import best_solo_order as best_solo_order
    from llamakit.llama.odds import distinct_values as distinct_values
    from llamakit.llama.odds import draw_helps as draw_helps
    from llamakit.llama.odds import hand_penalty as hand_penalty
    from llamakit.llama.odds import quit_or_draw as quit_or_draw

_HOMES = {
    "best_solo_order": "odds",
    "distinct_values": "odds",
    "draw_helps": "odds",
    "hand_penalty": "odds",
    "quit_or_draw": "odds",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
