"""A position of L.L.A.M.A. of one's own, to look at, to ask about and to play on from.

Imports lower rooms and this game's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llamakit.engine.registry import make_rules
from llamakit.engine.state import InputError, a_few
from llamakit.games import refusals
from llamakit.games.cards import card, cards
from llamakit.games.llama.rules import Rules, State
from llamakit.games.positions import hands_of, laid_out, points_of, take_out, who_plays


def position(
    hand: object,
    top: object,
    *,
    others: Sequence[object] = (6,),
    discards: object = (),
    quit: object = (),
    points: object = None,
    seed: int = 0,
    **options: Any,
) -> State:
    """Return a position: the hand of seat 0, who is to decide, and the card to play on.

    ``others`` are the hands of the other players: their cards, or how many, dealt from what is left
    by the ``seed``. ``discards`` are the cards below the top one; all others are in the draw pile.
    ``quit`` are the seats that have quit, ``points`` those held by seat, ``options`` those of the
    game. Raises InputError for what cannot be.

    >>> state = position([3, 4, "L"], 3)
    >>> [str(action) for action in state.legal_actions()]
    ['play 3', 'play 4', 'draw', 'quit']
    """
    others = a_few("others", others)
    rules: Any = make_rules(Rules.game, 1 + len(others), {"first_player": 0, **options})
    pile = dict(rules.deck)
    take_out(pile, (card(top), *cards(discards)))
    hands = hands_of((cards(hand), *others), pile, cards, seed)
    if not all(hands):
        raise InputError(refusals.EMPTY_HAND)
    state: State = laid_out(
        rules.start(),
        {
            "hands": hands,
            "pile": tuple(pile[value] for value in rules.values),
            "top": card(top),
            "active": who_plays(len(hands), quit),
            "points": points_of(len(hands), points),
        },
    )
    return state
