"""Worlds for the search: positions of LLAMA Kadabra that agree with what a seat has seen and heard.

Imports lower rooms, what the llama games share, and this game's rules.
"""

from __future__ import annotations

from random import Random

from llamakit.engine.game import Step
from llamakit.games.cards import LLAMA
from llamakit.games.hidden import DEALT, Clue, dealt_for, drew, played
from llamakit.games.kadabra.rules import State, View
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
    hands, pile = dealt_for(view, rng)
    return State(
        rules=view.rules,
        phase=view.phase,
        turn=view.turn,
        round_number=view.round_number,
        hands=hands,
        pile=pile,
        top=view.top,
        active=view.active,
        tokens=view.tokens,
        stage=view.stage,
        llama_played=view.llama_played,
        drawer=view.drawer,
    )


def clues(step: Step) -> tuple[Clue, ...]:
    """Return what everybody notices of hidden hands in a step.

    Who is alone draws only if a card makes them (K8, K15); else one's own turn is one's own will.
    """
    before: State = step.before  # type: ignore[assignment]
    if before.phase == "deal":
        return (DEALT,)
    if before.phase == "draw":
        drawer: int = before.drawer  # type: ignore[assignment]
        own_will = drawer == before.turn and not before.alone
        return drew(drawer, before.rules.fits[before.top] if own_will else ())
    match step.choice.verb:
        case "play":
            return played(before.turn, step.choice.values[0])
        case "collect":
            return (Clue(before.turn, "lacks", (LLAMA,)),)
    return ()
