"""Cards on a real desk, for the companions of the llama games: a field of them, and what is left.

Imports the standard library, lower rooms, and the shared words and drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from llamakit.engine.errors import InputError
from llamakit.games.drawings import card
from llamakit.games.words import TOO_MANY_CARDS, card_list, too_many_copies
from llamakit.table.companion import Field
from llamakit.table.draw import CARD


def card_field(
    name: str,
    title: str,
    copies: Mapping[Any, int],
    most: int = 60,
    start: tuple[Any, ...] = (),
    named: Callable[[Any], str] = lambda value: card_list((value,)),
    drawing: Callable[[Any], str] = card,
) -> Field:
    """Return a field of cards, so many copies of each at most."""
    values = tuple(copies)
    return Field(name, title, values, most, copies, start, named, lambda v: (drawing(v), CARD))


def cards_left(deck: Mapping[Any, int], seen: Mapping[Any, int], hidden: int) -> int:
    """Return how many cards the draw pile has. Raises InputError if the deck has too few.

    ``seen`` counts the cards that lie open or are in one's own hand; ``hidden`` is the size of the
    other hand.

    >>> cards_left({1: 8, 2: 8}, {1: 3}, 6)
    7
    """
    for value, copies in seen.items():
        if copies > deck[value]:
            raise InputError(too_many_copies(value, copies, deck[value]))
    left = sum(deck.values()) - sum(seen.values()) - hidden
    if left < 0:
        raise InputError(TOO_MANY_CARDS)
    return left
