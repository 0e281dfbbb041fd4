"""What is solved only when somebody asks for it: any decision of two, in seconds.

Imports lower rooms and this game's odds.
"""

from __future__ import annotations

from collections.abc import Generator
from importlib.util import find_spec

from llamakit.exact.figures import Advice
from llamakit.games.llama_dice.duel import (
    KEPT_POSITIONS,
    LISTED_POSITIONS,
    can_solve,
    finding_leads,
)
from llamakit.games.llama_dice.odds import proven_leads
from llamakit.games.llama_dice.rules import View


def is_solvable(view: View) -> bool:
    """Whether ``solving`` can say what each action is worth.

    As far as what is solved is remembered: then what follows in the round is known, too.
    """
    return can_solve(view, KEPT_POSITIONS if find_spec("numpy") else LISTED_POSITIONS)


def solving(view: View) -> Generator[float, None, tuple[Advice, ...]]:
    """Solve a decision of two in small steps, and return what each action is worth, proven.

    Yields the share that is done.

    >>> from llamakit.games.llama_dice.rules import Rules
    >>> tiny = Rules(numbers=1, copies=1, hand=1, dice=[[1, 1, 1, "L", "L", "L"]] * 3)
    >>> from llamakit.engine.progress import finished
    >>> [str(one.action) for one in finished(solving(tiny.start().apply([[1], ["L"]]).view(0)))]
    ['roll', 'quit']
    """
    return proven_leads((yield from finding_leads(view)))
