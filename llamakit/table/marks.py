"""Marks on a board: what was played, and what was better.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from re import sub

from llamakit.engine.state import Action
from llamakit.table import words
from llamakit.table.draw import text


def marked(
    draw: Callable[[Sequence[Action]], str], played: Action | None, better: Action | None
) -> str:
    """Return a board on which an action played and a better one are marked, not to be clicked.

    ``draw`` draws it with some actions to click. An action of several cards is marked on each card.

    >>> from llamakit.table.draw import pick
    >>> marked(lambda actions: pick("<b>3</b>", "Play a 3", "3", actions[0]), Action("play", (3,)),
    ...     None)  # doctest: +NORMALIZE_WHITESPACE
    '<span class="lk-pick lk-mark" data-mark="played" title="Play a 3"><b>3</b></span>'
    """
    kinds: dict[str, str] = {}
    actions: list[Action] = []
    for action, kind in ((better, words.BETTER_MARK), (played, words.PLAYED_MARK)):
        if action is None:
            continue
        for one in (action, *[Action(action.verb, (value,)) for value in action.values]):
            actions.append(one)
            kinds[text(one)] = kind
    board = draw(tuple(dict.fromkeys(actions)))
    pattern = r'<button type="button" data-do="play" data-action="([^"]*)"(.*?)>(.*?)</button>'
    return sub(pattern, lambda found: _mark(kinds[found[1]], found[2], found[3]), board)


def _mark(kind: str, attributes: str, shown: str) -> str:
    """Return something drawn with a mark on it, in place of the button it was."""
    title = sub(r'.* title="([^"]*)".*', r"\1", attributes)
    return f'<span class="lk-pick lk-mark" data-mark="{kind}" title="{title}">{shown}</span>'
