"""A position of LLAMA Kadabra of one's own, to look at, to ask about and to play on from.

Imports lower rooms and this game's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llamakit.engine.registry import make_rules
from llamakit.engine.state import InputError, a_few, whole_number
from llamakit.games import refusals
from llamakit.games.kadabra.rules import Rules, State, Tokens, card, cards
from llamakit.games.positions import MOST_POINTS, hands_of, laid_out, take_out, who_plays


def position(
    hand: object,
    top: object,
    *,
    others: Sequence[object] = (6,),
    discards: object = (),
    quit: object = (),
    tokens: object = None,
    stage: object = (0, 0, 0),
    llama_played: bool = False,
    seed: int = 0,
    **options: Any,
) -> State:
    """Return a position: the hand of seat 0, who is to decide, and the card to play on.

    ``others`` are the hands of the other players: their cards, or how many, dealt from what is left
    by the ``seed``. ``discards`` are the cards below the top one; all others are in the draw pile.
    ``tokens`` by seat and those on the ``stage`` are given as (white, black, magic); everybody has
    three whites if they are left out. ``llama_played`` says whether a llama was played this round,
    ``quit`` who has quit. ``options`` are those of the game. Raises InputError for what cannot be.

    >>> state = position(["1g", "2/3", "L"], 1)
    >>> [str(action) for action in state.legal_actions()]
    ['play 1g', 'play 2/3', 'draw', 'quit']
    """
    others = a_few("others", others)
    rules: Any = make_rules(Rules.game, 1 + len(others), {"first_player": 0, **options})
    pile = dict(rules.deck)
    take_out(pile, (card(top), *cards(discards)))
    hands = hands_of((cards(hand), *others), pile, cards, seed)
    if not all(hands):
        raise InputError(refusals.EMPTY_HAND)
    start = rules.start()
    held = start.tokens if tokens is None else _all_tokens(tokens, len(hands))
    shown = _tokens(stage)
    if sum(some.magic for some in (*held, shown)) > 1:
        raise InputError(refusals.ONE_MAGIC_TOKEN)
    state: State = laid_out(
        start,
        {
            "hands": hands,
            "pile": tuple(pile.values()),
            "top": card(top),
            "active": who_plays(len(hands), quit),
            "tokens": held,
            "stage": shown,
            "llama_played": bool(llama_played),
        },
    )
    return state


def _all_tokens(given: object, players: int) -> tuple[Tokens, ...]:
    """Return the tokens by seat. Raises InputError."""
    if not isinstance(given, (tuple, list)) or len(given) != players:
        raise InputError(refusals.not_tokens_by_seat(players))
    return tuple(map(_tokens, given))


def _tokens(given: object) -> Tokens:
    """Return tokens from (white, black, magic). Raises InputError."""
    held = a_few("tokens", given)
    if len(held) != 3:
        raise InputError(refusals.not_tokens(given))
    white, black, magic = held
    return Tokens(
        whole_number("white tokens", white, 0, MOST_POINTS),
        whole_number("black tokens", black, 0, MOST_POINTS),
        whole_number("magic tokens", magic, 0, 1),
    )
