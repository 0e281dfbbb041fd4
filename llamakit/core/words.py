"""Cards, tokens and points in words, as the three llama games share them.

Imports the standard library, ``core.state`` and ``core.cards`` only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llamakit.core.cards import BLACK, LLAMA, penalty
from llamakit.core.state import State


def show(hand: Sequence[Any]) -> str:
    """Return cards as a short text, in order; a dash for none.

    >>> show((1, 3, LLAMA)), show(())
    ('1 3 L', '-')
    """
    return " ".join(map(str, hand)) or "-"


def card_list(hand: Sequence[Any]) -> str:
    """Return cards in a sentence.

    >>> card_list((2, 3, LLAMA)), card_list((4, 4)), card_list(())
    ('2, 3 and llama', '4 and 4', 'nothing')
    """
    names = ["llama" if value is LLAMA else str(value) for value in hand]
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def number_of(count: int, thing: str) -> str:
    """Return how many there are of a thing, in words.

    >>> number_of(1, "point"), number_of(12, "card")
    ('1 point', '12 cards')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def token_name(token: int) -> str:
    """Return what a token is called (G3).

    >>> token_name(10)
    'black token (10 points)'
    """
    return "black token (10 points)" if token == BLACK else "white token (1 point)"


def tell_points(round_number: int, hands: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """Tell what each hand counts at the end of a round (G2).

    >>> tell_points(2, [(), (5, 5, LLAMA)], ["Ana", "Ben"])
    'Round 2 is over. Points: Ana 0 for nothing; Ben 15 for 5, 5 and llama.'
    """
    counted = [
        f"{name} {penalty(hand)} for {card_list(hand)}"
        for name, hand in zip(names, hands, strict=True)
    ]
    return f"Round {round_number} is over. Points: {'; '.join(counted)}."


def tell_winners(final: State, names: Sequence[str]) -> str:
    """Tell the final totals and who has won, a shared win included (G6)."""
    totals = [
        f"{name} {number_of(points, 'point')}"
        for name, points in zip(names, final.scores, strict=True)
    ]
    winners = " and ".join(names[seat] for seat in final.winners)
    share = "win" if len(final.winners) > 1 else "wins"
    return f"The game is over: {', '.join(totals)}. {winners} {share}."
