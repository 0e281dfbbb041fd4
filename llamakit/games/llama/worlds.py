"""Worlds for the search: positions of L.L.A.M.A. that agree with what a seat has seen and heard.

Imports lower rooms, what the llama games share, and this game's rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from llamakit.games.cards import VALUES, counts
from llamakit.games.hidden import Clue, barred, deal_hidden, this_round
from llamakit.games.llama.rules import Rules, State, View, fitting
from llamakit.games.rounds import gained as gained
from llamakit.games.words import card_list


def world(view: View, rng: Random) -> State:
    """Return a position that may be the real one: hidden hands are dealt from the unseen cards.

    Of the seats that have drawn it is taken that they could not play then; see ``hidden``.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama", seed=7)
    >>> maybe = world(game.view(0), Random(1))
    >>> maybe.view(0) == game.state.view(0), maybe.hands[1] == game.state.hands[1]
    (True, False)
    """
    heard = clues(view.log, view.names, view.rules, view.round_number)
    unseen = [value for value, copies in view.unseen.items() for _ in range(copies)]
    dealt, pile = deal_hidden(unseen, barred(view, heard, rng), rng)
    return State(
        rules=view.rules,
        phase=view.phase,
        turn=view.turn,
        starter=view.turn,
        round_number=view.round_number,
        hands=tuple(dealt[seat] or hand or () for seat, hand in enumerate(view.hands)),
        pile=counts(view.rules.values, pile),
        top=view.top,
        active=view.active,
        points=view.points,
    )


@lru_cache(maxsize=256)
def clues(
    log: Sequence[str], names: Sequence[str], rules: Rules, round_number: int
) -> tuple[Clue, ...]:
    """Return what everybody has noticed in this round, from what was said aloud."""
    return tuple(_clues(this_round(log, round_number), names, rules))


def _clues(sentences: Sequence[str], names: Sequence[str], rules: Rules) -> Iterator[Clue]:
    """Yield the clues in the sentences of a round, of which the first tells the deal."""
    cards = {f"a {card_list((value,))}": value for value in VALUES}
    top = 0
    for sentence in sentences:
        if not top:
            top = next(cards[card] for card in cards if f"each, {card} starts" in sentence)
            continue
        for seat, name in enumerate(names):
            if sentence.startswith(f"{name} draws a "):
                yield Clue(seat, "lacks", fitting(top, rules.numbers))
                yield Clue(seat, "gets")
            for card, value in cards.items():
                if sentence.startswith(f"{name} plays {card}."):
                    yield Clue(seat, "plays", (value,))
                    top = value
