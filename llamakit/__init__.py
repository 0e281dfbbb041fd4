"""llamakit: learn probability with four small tabletop games.

Play a game in a notebook, ask what the odds were, derive them exactly with SymPy, check them by
simulation, then play better. Importing this loads nothing heavy: each name below is imported from
its own module when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from llamakit import chinchiller as chinchiller
    from llamakit import kadabra as kadabra
    from llamakit import llama as llama
    from llamakit import llama_dice as llama_dice
    from llamakit.core.cards import LLAMA as LLAMA
    from llamakit.core.clauses import rulings as rulings
    from llamakit.core.companion import companion as companion
    from llamakit.core.game import GAMES as GAMES
    from llamakit.core.game import bot as bot
    from llamakit.core.game import new_game as new_game
    from llamakit.core.match import new_match as new_match
    from llamakit.core.match import replay as replay
    from llamakit.core.show import show as show
    from llamakit.core.simulate import simulate as simulate
    from llamakit.core.state import IllegalAction as IllegalAction
    from llamakit.core.state import InputError as InputError
    from llamakit.core.state import RecordError as RecordError
    from llamakit.core.table import play as play
    from llamakit.core.table import resume as resume
    from llamakit.core.tournament import class_day as class_day
    from llamakit.core.tournament import tournament as tournament
    from llamakit.lessons import check as check
    from llamakit.lessons import progress as progress

_HOMES = {
    "GAMES": "core.game",
    "IllegalAction": "core.state",
    "InputError": "core.state",
    "LLAMA": "core.cards",
    "RecordError": "core.state",
    "bot": "core.game",
    "check": "lessons",
    "class_day": "core.tournament",
    "companion": "core.companion",
    "new_game": "core.game",
    "new_match": "core.match",
    "play": "core.table",
    "progress": "lessons",
    "replay": "core.match",
    "resume": "core.table",
    "rulings": "core.clauses",
    "show": "core.show",
    "simulate": "core.simulate",
    "tournament": "core.tournament",
}
_GAMES = ("llama", "llama_dice", "kadabra", "chinchiller")

__all__ = [*_HOMES, *_GAMES]


def __getattr__(name: str) -> Any:
    if name in _GAMES:
        return import_module(f"llamakit.{name}")
    if name in _HOMES:
        return getattr(import_module(f"llamakit.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'llamakit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
