"""Chinchiller Dice in words: what happened, as each seat hears it, and what one may do.

A blind seat hears claims, answers, every amount taken and every eye closed, and sees no dice (H11).

Imports the standard library, ``core`` and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.chinchiller.rules import (
    CHINCHILLER,
    LOW_CLAIM,
    X2,
    Face,
    Roll,
    State,
    View,
    returned,
    sand,
)
from llamakit.core.game import Step
from llamakit.core.state import Action

#: The clauses that matter in each phase.
CLAUSES_AT = {
    "choose": ("H3", "H4", "H5"),
    "announce": ("H6", "H7", "H8", "H9"),
    "answer": ("H6", "H7", "H8", "H9", "H11"),
    "over": ("H10", "H12"),
}


def clauses_at(view: View) -> tuple[str, ...]:
    """Return the numbers of the clauses that matter at this point of the game."""
    return CLAUSES_AT.get(view.phase, ())


def face_name(shown: Face | None) -> str:
    """Return what a face is called.

    >>> face_name(12), face_name("x2")
    ('12', '×2')
    """
    return "×2" if shown == X2 else str(shown)


def roll_text(roll: Roll) -> str:
    """Return two dice in a sentence.

    >>> roll_text((3, "chinchiller"))
    '3 and chinchiller'
    """
    return " and ".join(map(face_name, roll))


def label(action: Action, view: View) -> str:
    """Return an action as a button says it; only to a seat that sees the dice, what they show."""
    rolled = sand(view.roll) if view.roll else None
    match action.verb:
        case "reroll":
            one_stays = X2 in view.roll or CHINCHILLER in view.roll
            return "Re-roll the die with sand" if one_stays else "Re-roll the dice"
        case "stop":
            return f"Stop and take {'the' if rolled is None else rolled} sand"
        case "claim":
            truth = " (the truth)" if action.values[0] == rolled else ""
            return f"Say {action.values[0]} sand{truth}"
    return {"accept": "Accept", "doubt": "Doubt"}[action.verb]


def question(view: View) -> str:
    """Return what the player to decide is asked; empty where nobody decides."""
    who = view.name(view.turn)
    match view.phase:
        case "choose":
            return "Re-roll, or stop and take the sand?"
        case "announce":
            return f"What do you tell {who}?"
        case "answer":
            teller = "" if view.announcer is None else view.name(view.announcer)
            return f"{teller} says that you rolled {view.claim} sand. Do you accept?"
    return ""


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step; without a seat, what everybody may hear (H11)."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    sees = before.sees_all(seat)
    if step.seat is None:
        told = _tell_roll(step.choice, before, sees, names[before.turn])
    else:
        told = _tell_action(step.choice, before, after, sees, names)
    told += [
        _tell_eye(names[closer], after.closed[closer])
        for closer in range(len(names))
        if after.closed[closer] > before.closed[closer]
    ]
    if after.is_over:
        told.append(_tell_winner(after, names))
    return " ".join(told)


def _tell_roll(roll: Roll, before: State, sees: bool, who: str) -> list[str]:
    """Tell those who see what the dice show, and all if that ends the turn without sand (H4)."""
    told = [f"{who} rolls {roll_text(roll)}."] if sees else []
    if before.turn not in before.blind and not sand(roll) and CHINCHILLER not in roll:
        told.append(f"{who} takes no sand.")
    return told


def _tell_action(
    action: Action, before: State, after: State, sees: bool, names: Sequence[str]
) -> list[str]:
    """Tell a player's choice and what is paid for it; only those who see hear from where."""
    who = names[before.turn]
    announcer = "" if before.announcer is None else names[before.announcer]
    supply = _tell_supply(before, after) if sees else []
    match action.verb:
        case "reroll":
            return [f"{who} re-rolls."] if sees else []
        case "claim":
            return [f"{announcer} tells {who}: {action.values[0]} sand."]
        case "stop":
            return [f"{who} stops and takes {sand(before.roll)} sand.", *supply]
        case "accept":
            return [f"{who} accepts and gets {before.claim} sand from {announcer}.", *supply]
    shown = f"The dice show {roll_text(before.roll)}: {sand(before.roll)} sand."
    return [f"{who} doubts. {shown} {_tell_doubt(before, who, announcer)}", *supply]


def _tell_doubt(before: State, who: str, announcer: str) -> str:
    """Tell who was right and what it costs (H8, H9)."""
    rolled = sand(before.roll)
    if before.claim != rolled:
        return f"{announcer} has lied and pays {who} {rolled} sand."
    if rolled < LOW_CLAIM:
        return f"It was true, and {announcer} takes {LOW_CLAIM} sand from {who}."
    return "It was true, and no sand is paid."


def _tell_supply(before: State, after: State) -> list[str]:
    """Tell what a short supply got back, what it paid for a player and what it owes (H1)."""
    told = []
    back = returned(before.supply, before.sand, sand(before.roll))
    if before.phase == "choose" and back:
        told.append(f"The supply was short: everyone returned {back} sand first.")
    paid = before.supply - after.supply
    if before.phase == "answer" and paid:
        told.append(f"The supply paid {paid} of it.")
    if after.supply < 0 and paid > 0:
        told.append(f"The supply now owes {-after.supply} sand.")
    return told


def _tell_eye(who: str, closed: int) -> str:
    """Tell that somebody has closed an eye (H5)."""
    return f"{who} closes the second eye and is blind." if closed == 2 else f"{who} closes an eye."


def _tell_winner(final: State, names: Sequence[str]) -> str:
    """Tell the sand of each and who has won (H10)."""
    totals = [f"{name} {held} sand" for name, held in zip(names, final.sand, strict=True)]
    winners = " and ".join(names[seat] for seat in final.winners)
    share = "win" if len(final.winners) > 1 else "wins"
    return f"The game is over: {', '.join(totals)}. {winners} {share}."
