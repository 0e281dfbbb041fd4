"""Explorers: one idea of a lesson each, to be touched.

First your guess, then the truth, then the working. An explorer is plain Python (``explorer``) that
gives HTML and takes clicks, as the table does; every figure comes from the exact functions. It
imports the standard library and every room below but ``simulation`` and ``search``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from llamakit.engine.state import InputError, brief

if TYPE_CHECKING:
    from llamakit.explorers.widget import ExplorerWidget

#: The explorers, and what each of them shows. Each has a file of its own name in this folder.
EXPLORERS = {
    "roll": "all 216 rolls of three dice: what share of them is a hit, and why",
    "stop": "a turn of Chinchiller Dice: when to stop, for every price of an eye",
    "hand": "a hand from a deck: how many of a kind, how many points, as the deck grows",
    "given": "what you know shrinks what can be: conditional probability, with dice and with cards",
    "funnel": "a hundred classes in the funnel: looking once, looking always; bias and noise",
    "bluff": "how often to lie, how often to doubt: two guarantees that meet",
    "tree": "a small game from its end: least, greatest and mean, backed up node by node",
}


def explore(name: str, **start: Any) -> ExplorerWidget:
    """Return a widget to explore one idea by touching it.

    ``name`` is one of ``EXPLORERS``; ``start`` says where to begin, such as ``row=[2, 5]``. What
    is set on the page is in ``.state``, a dict that can be observed. Raises InputError for an
    unknown name, and for a start that there is not or that cannot be.

    >>> explore("roll", row=[2, 5], llama_row=[1, 3, "L"])
    All 216 rolls of three dice: run this cell to explore.
    """
    from llamakit.explorers.widget import ExplorerWidget

    return ExplorerWidget(find(name, start))


def find(name: object, start: Mapping[str, Any], back: str = "") -> Any:
    """Return an explorer as plain Python, without its widget. Raises InputError as ``explore``.

    ``back``, if given, names a button that leads back to where it is shown.

    >>> find("roll", {"row": [2, 5]}).state["row"]
    (2, 5)
    """
    if not isinstance(name, str) or name not in EXPLORERS:
        raise InputError(f"no explorer {brief(name)}: there are {', '.join(EXPLORERS)}")
    kind = getattr(import_module(f"{__name__}.{name}"), name.capitalize())
    allowed = [option for option in signature(kind.begin).parameters if option != "self"]
    for option in start:
        if option not in allowed:
            raise InputError(f"{name!r} starts from {', '.join(allowed)}, not {brief(option)}")
    return kind(start, back)
