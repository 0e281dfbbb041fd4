"""Worlds for the search: positions of L.L.A.M.A. that agree with what a seat has seen and heard.

Imports lower rooms, what the llama games share, and this game's rules.
"""

from __future__ import annotations

from random import Random

from llamakit.engine.game import Step
from llamakit.games.hidden import DEALT, Clue, dealt_for, drew, played
from llamakit.games.llama.rules import State, View, fitting
from llamakit.games.rounds import gained as gained


def world(view: View, rng: Random) -> State:
    """Return a position that may be the real one: hidden hands are dealt from the unseen cards.

    Of the seats that have drawn it is taken that they could not play then; see ``hidden``.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama", seed=7)
    >>> maybe = world(game.view(0), Random(1))
    >>> maybe.view(0) == game.state.view(0), maybe.hands[1] == game.state.hands[1]
    (True, False)
    """
    hands, pile = dealt_for(view, rng)
    return State(
        rules=view.rules,
        phase=view.phase,
        turn=view.turn,
        starter=view.turn,
        round_number=view.round_number,
        hands=hands,
        pile=pile,
        top=view.top,
        active=view.active,
        points=view.points,
    )


def clues(step: Step) -> tuple[Clue, ...]:
    """Return what everybody notices of hidden hands in a step."""
    before: State = step.before  # type: ignore[assignment]
    if before.phase == "deal":
        return (DEALT,)
    if before.phase == "draw":
        return drew(before.turn, fitting(before.top, before.rules.numbers))
    if step.choice.verb == "play":
        return played(before.turn, step.choice.values[0])
    return ()
