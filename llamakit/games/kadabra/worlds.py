"""Worlds for the search: positions of LLAMA Kadabra that agree with what a seat has seen and heard.

Imports lower rooms, what the llama games share, and this game's rules and words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from llamakit.games.cards import LLAMA, counts
from llamakit.games.hidden import Clue, barred, deal_hidden, this_round
from llamakit.games.kadabra.rules import Card, Rules, State, View
from llamakit.games.kadabra.words import card_name
from llamakit.games.rounds import gained as gained


def world(view: View, rng: Random) -> State:
    """Return a position that may be the real one: hidden hands are dealt from the unseen cards.

    Of the seats that have drawn of their own will it is taken that they could not play then, and of
    those that have collected the stage that they had no llama; see ``hidden``.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("kadabra", seed=7)
    >>> maybe = world(game.view(0), Random(1))
    >>> maybe.view(0) == game.state.view(0), maybe.hands[1] == game.state.hands[1]
    (True, False)
    """
    heard = clues(view.log, view.names, view.rules, view.round_number)
    unseen = list(Counter(view.unseen).elements())
    dealt, pile = deal_hidden(unseen, barred(view, heard, rng), rng)
    return State(
        rules=view.rules,
        phase=view.phase,
        turn=view.turn,
        round_number=view.round_number,
        hands=tuple(dealt[seat] or hand or () for seat, hand in enumerate(view.hands)),
        pile=counts(view.rules.values, pile),
        top=view.top,
        active=view.active,
        tokens=view.tokens,
        stage=view.stage,
        llama_played=view.llama_played,
        drawer=view.drawer,
    )


@lru_cache(maxsize=256)
def clues(
    log: Sequence[str], names: Sequence[str], rules: Rules, round_number: int
) -> tuple[Clue, ...]:
    """Return what everybody has noticed in this round, from what was said aloud."""
    return tuple(_clues(this_round(log, round_number), names, rules))


def _clues(sentences: Sequence[str], names: Sequence[str], rules: Rules) -> Iterator[Clue]:
    """Yield the clues in the sentences of a round, of which the first tells the deal."""
    cards = {f"a {card_name(kind)}": kind for kind, _ in rules.deck}
    top: Card = 0
    must_draw = None
    for sentence in sentences:
        if not top:
            top = next(cards[card] for card in cards if f"each, {card} starts" in sentence)
            continue
        for seat, name in enumerate(names):
            if sentence.startswith(f"{name} draws a "):
                if seat != must_draw:
                    yield Clue(seat, "lacks", rules.fits[top])
                yield Clue(seat, "gets")
                must_draw = None
            elif sentence.startswith(f"{name} collects "):
                yield Clue(seat, "lacks", (LLAMA,))
            elif sentence.startswith(f"{name} plays a "):
                played = sentence.removeprefix(f"{name} plays ")
                longest = max((card for card in cards if played.startswith(card)), key=len)
                top = cards[longest]
                yield Clue(seat, "plays", (top,))
                drawers = [f": {drawer} has to draw." for drawer in names]
                must_draw = next((at for at, end in enumerate(drawers) if end in sentence), None)
