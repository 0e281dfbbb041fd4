"""A position of L.L.A.M.A. Dice of one's own, to look at, to ask about and to play on from.

Imports lower rooms and this game's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from llamakit.engine.registry import make_rules
from llamakit.engine.state import InputError, a_few
from llamakit.games import refusals
from llamakit.games.cards import cards
from llamakit.games.llama_dice.rules import Rules, State
from llamakit.games.positions import laid_out, points_of, who_plays


def position(
    row: object,
    llama_row: object = None,
    *,
    others: Sequence[object] | None = None,
    quit: object = (),
    points: object = None,
    roll: object = None,
    **options: Any,
) -> State:
    """Return a position: the row of seat 0, who is to decide, and the llama row (default: full).

    ``others`` are the rows of the other players, one player with the same cards if it is left out;
    ``quit`` the seats that have quit; ``points`` those held, by seat. With a ``roll`` of three
    faces the dice lie on the table and the choice is what to do with it. ``options`` are those of
    the game, such as ``dice``. Raises InputError for what cannot be.

    >>> state = position([2, 5], [1, 3, "L"])
    >>> [str(action) for action in state.legal_actions()]
    ['roll', 'quit']
    >>> [str(action) for action in position([2, 5], roll=[2, 5, 5]).legal_actions()]
    ['discard 2', 'discard 5', 'discard 2 5']
    """
    others = [row] if others is None else a_few("others", others)
    rows = [cards(held) for held in (row, *others)]
    rules: Any = make_rules(Rules.game, len(rows), {"first_player": 0, **options})
    middle = rules.values if llama_row is None else cards(llama_row)
    _check(rules, rows, middle)
    state: State = laid_out(
        rules.start(),
        {
            "rows": tuple(rows),
            "llama_row": middle,
            "active": who_plays(len(rows), quit),
            "points": points_of(len(rows), points),
        },
    )
    return state if roll is None else _rolled(state, roll)


def _check(rules: Rules, rows: Sequence[Sequence[int]], middle: Sequence[int]) -> None:
    """Raise InputError unless the cards can lie so: those of the llama row once, or in a row."""
    if len(set(middle)) < len(middle) or not set(middle) <= set(rules.values):
        raise InputError(refusals.not_in_llama_row(rules.values))
    if not middle or not all(rows):
        raise InputError(refusals.EMPTY_ROW)
    held = Counter(card for row in rows for card in row)
    for card, times in held.items():
        there = rules.deck.get(card, 0) + (card in rules.values and card not in middle)
        if times > there:
            raise InputError(refusals.too_many_in_rows(times, card, there))


def _rolled(state: State, roll: object) -> State:
    """Return the position after a roll, with the dice in whatever order they show it."""
    faces = cards(roll)
    rolling: Any = state.apply("roll")
    for throw, _ in rolling.chance_outcomes():
        if tuple(sorted(throw)) == faces:
            shown: State = rolling.apply(throw)
            return shown
    raise InputError(refusals.no_such_roll(roll))
