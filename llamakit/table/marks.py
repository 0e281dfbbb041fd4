"""Marks on a board: what was played, and what was better.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from re import Match, sub

from llamakit.engine.state import Action
from llamakit.table import words
from llamakit.table.draw import text


def marked(
    draw: Callable[[Sequence[Action]], str], played: Action | None, better: Action | None
) -> str:
    """Return a board on which an action played and a better one are marked, not to be clicked.

    ``draw`` draws it with some actions to click. An action of several cards is marked on each card,
    and one of a card that is there twice on one of the two.

    >>> from llamakit.table.draw import pick
    >>> marked(lambda actions: pick("<b>3</b>", "Play a 3", "3", actions[0]), Action("play", (3,)),
    ...     None)  # doctest: +NORMALIZE_WHITESPACE
    '<span class="lk-pick lk-mark" data-mark="chosen" title="Play a 3"><b>3</b></span>'
    """
    left = {words.CHOSEN_MARK: _parts(played), words.BETTER_MARK: _parts(better)}
    actions = [one for action in (played, better) if action for one in (action, *_cards(action))]
    board = draw(tuple(dict.fromkeys(actions)))

    def mark(found: Match[str]) -> str:
        """Return what a button showed, marked if that many of its kind were meant."""
        kind = next((kind for kind, parts in left.items() if parts[found[1]] > 0), None)
        for parts in left.values():
            parts[found[1]] -= 1
        return found[3] if kind is None else _mark(kind, found[2], found[3])

    pattern = r'<button type="button" data-do="play" data-action="([^"]*)"(.*?)>(.*?)</button>'
    return sub(pattern, mark, board)


def _cards(action: Action) -> list[Action]:
    """Return what an action of several cards is for each of them."""
    return [Action(action.verb, (value,)) for value in action.values]


def _parts(action: Action | None) -> Counter[str]:
    """Return how often each button stands for an action, or for a part of it."""
    if action is None:
        return Counter()
    whole = [] if len(action.values) == 1 else [action]
    return Counter(text(one) for one in [*whole, *_cards(action)])


def _mark(kind: str, attributes: str, shown: str) -> str:
    """Return something drawn with a mark on it, in place of the button it was."""
    title = sub(r'.* title="([^"]*)".*', r"\1", attributes)
    return f'<span class="lk-pick lk-mark" data-mark="{kind}" title="{title}">{shown}</span>'
