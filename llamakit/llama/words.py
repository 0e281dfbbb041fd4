"""L.L.A.M.A. in words: what happened, as each seat hears it, and what one may do.

Imports the standard library, ``core`` and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.core.game import Step
from llamakit.core.state import Action
from llamakit.core.words import card_list, number_of, tell_points, tell_winners, token_name
from llamakit.llama.rules import State, View

#: The clauses that matter in each phase, besides C7 when all others have quit.
CLAUSES_AT = {
    "deal": ("C8", "C9", "C11", "G2"),
    "turn": ("C3", "C4", "C5", "C6", "C8", "G2"),
    "return": ("C10", "G4", "G5"),
    "over": ("C9", "G6"),
}


def clauses_at(view: View) -> tuple[str, ...]:
    """Return the numbers of the clauses that matter at this point of the game."""
    return CLAUSES_AT.get(view.phase, ()) + ("C7",) * (view.alone and view.player is not None)


def label(action: Action, view: View) -> str:
    """Return an action as a button says it.

    >>> label(Action("play", (3,)), None), label(Action("keep"), None)
    ('Play a 3', 'Keep all tokens')
    """
    match action.verb:
        case "play":
            return f"Play a {card_list(action.values)}"
        case "return":
            return f"Return a {token_name(action.values[0])}"
    return {"draw": "Draw a card", "quit": "Quit the round", "keep": "Keep all tokens"}[action.verb]


def question(view: View) -> str:
    """Return what the player to decide is asked; empty where nobody decides.

    Where no card may be drawn, the question says why (C5, C7).
    """
    if view.phase == "return":
        return "Which token do you give back?"
    if view.phase != "turn":
        return ""
    if view.alone:
        return "All others have quit, so nobody draws: play a card, or quit the round?"
    if not view.pile_size:
        return "The draw pile is empty: play a card, or quit the round?"
    return "Play a card, draw a card, or quit the round?"


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step: the cards it is dealt or draws, not those of others."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    if before.phase == "deal":
        return _tell_deal(after, seat, names)
    who = names[before.turn]
    if before.phase == "draw":
        seen = seat == before.turn or before.rules.open_hands
        return f"{who} draws a {card_list((step.choice,)) if seen else 'card'}."
    told = _tell_action(step.choice, who)
    if before.phase == "turn" and after.phase in ("return", "deal", "over"):
        told += " " + tell_points(after.round_number, after.hands, names)
    if after.is_over:
        told += " " + tell_winners(after, names)
    return told


def _tell_deal(after: State, seat: int | None, names: Sequence[str]) -> str:
    """Tell the start of a round, and the hands that this seat may see."""
    told = (
        f"Round {after.round_number}: {number_of(after.rules.hand, 'card')} each, "
        f"a {card_list((after.top,))} starts the discard pile and {names[after.turn]} begins."
    )
    for name, hand in zip(names, after.view(seat).hands, strict=True):
        if hand is not None:
            told += f" {name} holds {card_list(hand)}."
    return told


def _tell_action(action: Action, who: str) -> str:
    """Tell a player's choice; the choice to draw is told with the card."""
    match action.verb:
        case "play":
            return f"{who} plays a {card_list(action.values)}."
        case "draw":
            return ""
        case "quit":
            return f"{who} quits the round."
        case "return":
            return f"{who} returns a {token_name(action.values[0])}."
    return f"{who} keeps all tokens."
