"""What each game hides: another position that a seat cannot tell from the real one.

A new game joins by saying in ``HIDDEN`` what of a position a seat must not know.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

from llamakit.games.cards import counts, one_by_one


def pile(state: Any) -> tuple[Any, ...]:
    """Return every card of the draw pile."""
    return one_by_one(dict(zip(state.rules.values, state.pile, strict=True)))


def nothing(state: Any, seat: int | None, rng: Random) -> Any:
    return state


def cards(state: Any, seat: int | None, rng: Random) -> Any:
    """Deal the pile and the hands that a seat does not see anew, of the same sizes."""
    if state.phase in ("deal", "return", "over"):  # the hands have been counted
        return state
    unseen = list(pile(state))
    unseen += [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    rng.shuffle(unseen)
    hands = tuple(
        hand if other == seat else tuple(sorted(unseen.pop() for _ in hand))
        for other, hand in enumerate(state.hands)
    )
    return dataclasses.replace(state, hands=hands, pile=counts(state.rules.values, unseen))


def sand(state: Any, seat: int | None, rng: Random) -> Any:
    """Change all sand, and the dice that lie, for whoever is blind and for what all may know."""
    if state.is_over or not state.blind or (seat is not None and seat not in state.blind):
        return state
    roll = state.roll
    if roll and None not in roll:
        roll = tuple(rng.choice(state.rules.die) for _ in roll)
    return dataclasses.replace(state, roll=roll, sand=tuple(rng.randint(0, 99) for _ in state.sand))


HIDDEN: dict[str, Callable[[Any, int | None, Random], Any]] = {
    "llama-dice": nothing,
    "llama": cards,
    "kadabra": cards,
    "chinchiller": sand,
    "pig": nothing,
}
