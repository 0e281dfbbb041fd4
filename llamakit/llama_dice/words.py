"""L.L.A.M.A. Dice in words, in both editions' vocabulary: what happened, and what one may do.

Imports the standard library, ``core`` and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.core.cards import LLAMA
from llamakit.core.game import Step
from llamakit.core.state import Action
from llamakit.core.words import card_list, tell_points, tell_winners, token_name
from llamakit.llama_dice.rules import Row, State, View

#: What the two editions call the event of D9.
DRAMA = {"us": "Llama drama!", "international": "Blown it!"}

#: What is said of the event of D6.
THREE_LLAMAS = "Three llamas!"

#: Each kind of decision as a question to the player.
QUESTIONS = {
    "turn": "Roll the dice, or quit the round?",
    "discard": "Which cards do you discard?",
    "take": "Which card do you take from the llama row?",
    "return": "Which token do you give back?",
}

#: The clauses that matter in each phase, besides D10 when all others have quit.
CLAUSES_AT = {
    "deal": ("D11", "D12", "D13"),
    "turn": ("D4", "D5", "D6", "D7", "D8", "D9", "G2"),
    "discard": ("D7", "D11", "G2"),
    "take": ("D8", "D11", "G2"),
    "return": ("D6", "D12", "G4", "G5"),
    "over": ("D12", "G6"),
}


def clauses_at(view: View) -> tuple[str, ...]:
    """Return the numbers of the clauses that matter at this point of the game."""
    return CLAUSES_AT.get(view.phase, ()) + ("D10",) * (view.alone and view.player is not None)


def label(action: Action, view: View) -> str:
    """Return an action as a button says it.

    >>> label(Action("discard", (3, LLAMA)), None), label(Action("keep"), None)
    ('Discard 3 and llama', 'Keep all tokens')
    """
    match action.verb:
        case "discard" | "take":
            return f"{action.verb.capitalize()} {card_list(action.values)}"
        case "return":
            return f"Return a {token_name(action.values[0])}"
        case "keep":
            return "Keep all tokens"
    return {"roll": "Roll the dice", "quit": "Quit the round"}[action.verb]


def question(view: View) -> str:
    """Return what the player to decide is asked; empty where nobody decides."""
    return QUESTIONS.get(view.phase, "")


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step: in this game, what everybody hears."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    if before.phase == "deal":
        starter = names[after.turn]
        return f"Round {after.round_number}: the cards are dealt and {starter} starts."
    who = names[before.turn]
    if step.seat is None:
        told = _tell_roll(step.choice, before, after, who)
    else:
        told = _tell_action(step.choice, who)
    if _round_ends(before, after):
        told += " " + tell_points(after.round_number, after.rows, names)
    if after.is_over:
        told += " " + tell_winners(after, names)
    return told.strip()


def _tell_roll(roll: Row, before: State, after: State, who: str) -> str:
    """Tell a roll, and the drama or the three llamas if that is what it is."""
    told = f"{who} rolls {card_list(roll)}."
    if roll == (LLAMA, LLAMA, LLAMA):
        return f"{told} {THREE_LLAMAS}"
    if not after.llama_row:
        drama = DRAMA[before.rules.edition]
        return f"{told} {drama} {who} takes the whole llama row: {card_list(before.llama_row)}."
    return told


def _tell_action(action: Action, who: str) -> str:
    """Tell a player's choice; the choice to roll is told when the dice lie."""
    match action.verb:
        case "roll":
            return ""
        case "quit":
            return f"{who} quits the round."
        case "discard":
            return f"{who} discards {card_list(action.values)}."
        case "take":
            return f"{who} takes the {card_list(action.values)} from the llama row."
        case "return":
            return f"{who} returns a {token_name(action.values[0])}."
    return f"{who} keeps all tokens."


def _round_ends(before: State, after: State) -> bool:
    """Whether the rows were scored in the step between two states (D11, D12)."""
    scored_before = before.phase == "return" and not before.rows[before.turn]
    return not scored_before and (
        after.phase in ("deal", "over") or any(not row for row in after.rows)
    )
