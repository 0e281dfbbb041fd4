"""Chinchiller Dice in words: what happened, as each seat hears it, and what one may do.

A blind seat hears claims, answers, every amount taken and every eye closed, and sees no dice (H11).

Imports the standard library, lower rooms and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.game import Step
from llamakit.engine.state import Action
from llamakit.games.chinchiller.rules import (
    ACCEPT,
    CHINCHILLER,
    LOW_CLAIM,
    REROLL,
    X2,
    Face,
    Roll,
    State,
    View,
    returned,
    sand,
    show,
)

#: The clauses that matter in each phase.
CLAUSES_AT = {
    "choose": ("H3", "H4", "H5"),
    "announce": ("H6", "H7", "H8", "H9"),
    "answer": ("H6", "H7", "H8", "H9", "H11"),
    "over": ("H10", "H12"),
}

#: The answer that comes first in a phase, and stays there, greyed, while it is not possible.
FIRST = {"choose": REROLL, "answer": ACCEPT}

#: The answers that stand apart, and in which row.
ASIDE: dict[Action, int] = {}


#: A player's eyes in words, by how many are closed (H5).
EYES = ("both eyes open", "one eye closed", "blind")


def supply_text(supply: int | None) -> str:
    """Return what is in the supply, in words.

    >>> supply_text(12), supply_text(-71), supply_text(None)
    ('12 sand', 'empty, and owes 71 sand', 'endless')
    """
    if supply is None:
        return "endless"
    return f"{supply} sand" if supply >= 0 else f"empty, and owes {-supply} sand"


#: How each bot plays, in a line.
LEVELS = {
    "random": "Does anything that is allowed.",
    "greedy": "Takes as much sand as its turn can bring, tells the truth and believes everything.",
    "cautious": "Tells the truth and believes everything, but stops early to save its eyes.",
    "sharp": "Lies about big rolls and doubts small sums; an eye is worth 7 sand to it.",
    "strong": "Plays perfectly against one opponent; against more it tries each move many times.",
    "optimal": "Plays perfectly against one opponent; against more it stops early to save eyes.",
}


def describe(view: View) -> str:
    """Return a position as text, the heading first."""
    lines = [": ".join(heading(view))]
    for seat, closed in enumerate(view.closed):
        held = f"{view.sand[seat]} sand, " if view.sand else ""
        lines.append(f"  {view.name(seat)}: {held}{EYES[closed]}")
    if view.sand:
        lines.append(f"  supply: {supply_text(view.supply)}")
    if any(view.roll):
        lines.append(f"  dice: {show(view.roll)}")
    return "\n".join(lines)


def heading(view: View) -> tuple[str, str]:
    """Return the game and the turn, and whose it is for what."""
    who = view.name(view.turn)
    said = "" if view.announcer is None else f"{view.name(view.announcer)} to tell {who} a sum"
    what_next = {
        "roll": f"{who} rolls",
        "choose": f"{who} to re-roll or stop",
        "announce": said,
        "answer": f"{who} to accept or doubt {view.claim} sand",
        "over": "the game is over",
    }[view.phase]
    return f"{view.rules.title}, turn {view.turn_number}", what_next


def clauses_at(view: View) -> tuple[str, ...]:
    """Return the numbers of the clauses that matter at this point of the game."""
    return CLAUSES_AT.get(view.phase, ())


def face_name(shown: Face | None) -> str:
    """Return what a face is called.

    >>> face_name(12), face_name("x2")
    ('12', '×2')
    """
    return "×2" if shown == X2 else str(shown)


def roll_text(roll: Sequence[Face | None]) -> str:
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


#: Each kind of decision as a question to ask oneself.
ASK_YOURSELF = {
    "choose": "How much sand is sure if you stop? How much does a re-roll bring on average, and "
    "how often does it cost you an eye?",
    "announce": "How likely is a roll worth what you say? What do you pay if you are believed, and "
    "what if you are caught in a lie?",
    "answer": "How many of the ways two dice can fall are worth this sum, and how many are worth "
    "more? Would the other gain by telling you less?",
}


def ask_yourself(view: View) -> str:
    """Return the question to ask oneself before deciding; empty where nobody decides."""
    return ASK_YOURSELF.get(view.phase, "")


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


def rolled(step: Step, seat: int | None) -> tuple[Face | None, ...]:
    """Return what a seat sees each die show in a step that rolls, None for one kept (H3, H11)."""
    before: State = step.before  # type: ignore[assignment]
    if before.phase != "roll" or not before.sees_all(seat):
        return ()
    lay = zip(step.choice, before.roll, strict=True)
    return tuple(shown if kept is None else None for shown, kept in lay)


def counted(step: Step) -> tuple[tuple[str, int], ...]:
    """Return nothing: this game has no rounds."""
    return ()


#: Sentences in two parts: who or what, and what that does.
Sentences = list[tuple[str, str]]


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step; without a seat, what everybody may hear (H11)."""
    final: State = step.after  # type: ignore[assignment]
    heard = [" ".join(sentence) for sentence in _sentences(step, seat, names)]
    return " ".join([*heard, *([_tell_winner(final, names)] if final.is_over else [])])


def deed(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a player did and what came of it, as a seat hears it."""
    heard = _sentences(step, seat, names)
    return " ".join([did for _, did in heard[:1]] + [" ".join(later) for later in heard[1:]])


def _sentences(step: Step, seat: int | None, names: Sequence[str]) -> Sentences:
    """Return what a seat hears of a step, but for the end of the game."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    sees = before.sees_all(seat)
    if step.seat is None:
        sentences = _tell_roll(step.choice, before, sees, names[before.turn])
    else:
        sentences = _tell_action(step.choice, before, after, sees, names)
    return sentences + [
        (names[closer], _closes(after.closed[closer]))
        for closer in range(len(names))
        if after.closed[closer] > before.closed[closer]
    ]


def _tell_roll(roll: Roll, before: State, sees: bool, who: str) -> Sentences:
    """Tell those who see what the dice show, and all if that ends the turn without sand (H4)."""
    sentences = [(who, f"rolls {roll_text(roll)}.")] if sees else []
    if before.turn not in before.blind and not sand(roll) and CHINCHILLER not in roll:
        sentences.append((who, "takes no sand."))
    return sentences


def _tell_action(
    action: Action, before: State, after: State, sees: bool, names: Sequence[str]
) -> Sentences:
    """Tell a player's choice and what is paid for it; only those who see hear from where."""
    who = names[before.turn]
    announcer = "" if before.announcer is None else names[before.announcer]
    supply = _tell_supply(before, after) if sees else []
    match action.verb:
        case "reroll":
            return [(who, "re-rolls.")] if sees else []
        case "claim":
            return [(announcer, f"tells {who}: {action.values[0]} sand.")]
        case "stop":
            return [(who, f"stops and takes {sand(before.roll)} sand."), *supply]
        case "accept":
            return [(who, f"accepts and gets {before.claim} sand from {announcer}."), *supply]
    shown = f"show {roll_text(before.roll)}: {sand(before.roll)} sand."
    outcome = _tell_doubt(before, who, announcer)
    return [(who, "doubts."), ("The dice", shown), outcome, *supply]


def _tell_doubt(before: State, who: str, announcer: str) -> tuple[str, str]:
    """Tell who was right and what it costs (H8, H9)."""
    rolled = sand(before.roll)
    if before.claim != rolled:
        return announcer, f"has lied and pays {who} {rolled} sand."
    if rolled < LOW_CLAIM:
        return "It", f"was true, and {announcer} takes {LOW_CLAIM} sand from {who}."
    return "It", "was true, and no sand is paid."


def _tell_supply(before: State, after: State) -> Sentences:
    """Tell what a short supply got back, what it paid for a player and what it owes (H1)."""
    if before.supply is None or after.supply is None:
        return []
    done = []
    back = returned(before.supply, before.sand, sand(before.roll))
    if before.phase == "choose" and back:
        done.append(f"was short: everyone returned {back} sand first.")
    paid = before.supply - after.supply
    if before.phase == "answer" and paid:
        done.append(f"paid {paid} of it.")
    if after.supply < 0 and paid > 0:
        done.append(f"now owes {-after.supply} sand.")
    return [("The supply", deed) for deed in done]


def _closes(closed: int) -> str:
    """Return that somebody has closed an eye (H5)."""
    return "closes the second eye and is blind." if closed == 2 else "closes an eye."


def _tell_winner(final: State, names: Sequence[str]) -> str:
    """Tell the sand of each and who has won (H10)."""
    totals = [f"{name} {held} sand" for name, held in zip(names, final.sand, strict=True)]
    winners = " and ".join(names[seat] for seat in final.winners)
    share = "win" if len(final.winners) > 1 else "wins"
    return f"The game is over: {', '.join(totals)}. {winners} {share}."


# On the board and in the picture

TOLD, SUPPLY = "Told", "Supply"
HIDDEN_DICE = "The dice are hidden from this screen."
SAND_UNKNOWN = "sand unknown"


def amount_text(amount: int) -> str:
    """Return an amount of sand."""
    return f"{amount} sand"


def claim_text(claim: int) -> str:
    """Return what a blind player was told."""
    return f"{TOLD}: {amount_text(claim)}"


def supply_line(supply: int | None) -> str:
    """Return what is in the supply, and that it is the supply."""
    return f"{SUPPLY}: {supply_text(supply)}"


def standing(view: View, seat: int) -> str:
    """Return a player's name, sand, if this view knows it, and eyes."""
    held = f"{amount_text(view.sand[seat])}, " if view.sand else ""
    return f"{view.name(seat)}: {held}{EYES[view.closed[seat]]}"


# Beside a decision

#: The lessons.
ODDS, PLAY_WELL = "chinchiller_odds", "chinchiller_play_well"

#: The button that shows the best rule for every price of an eye.
EXPLORE = "Explore when to stop"

#: The figures of the odds: what each is called, why it is what it is, and in which lesson.
FIGURES = {
    "stop": ("sand if you stop now", "The dice show {roll}: that is {value} sand.", ODDS),
    "reroll": (
        "expected sand if you re-roll once",
        "The dice you roll again can fall in {ways} ways, all as likely. Their sand added up is "
        "{total}, and {total}/{ways} = {value}.",
        ODDS,
    ),
    "eye": (
        "a re-roll closes an eye",
        "In {closing} of the {ways} ways there is a chinchiller and no sand: {closing}/{ways} = "
        "{value}.",
        ODDS,
    ),
    "best": (
        "most expected sand by re-rolling, as if an eye cost nothing",
        "Keep what is worth more than rolling on, else roll on: the mean R of a turn played like "
        "that is the mean of the larger of the sand and R. Solved for R it is {value}.",
        ODDS,
    ),
    "truth accepted": (
        "you pay if the truth is accepted",
        "The dice show {rolled} sand, and who is believed pays what was said.",
        PLAY_WELL,
    ),
    "truth doubted": (
        "you get if the truth is doubted",
        "To doubt the truth costs {low} sand if it is below {low}, and nothing if it is not.",
        PLAY_WELL,
    ),
    "lie doubted": (
        "you pay if a lie is doubted",
        "Caught in a lie, you pay what was rolled, {value} sand, and close an eye.",
        PLAY_WELL,
    ),
    "mean": (
        "expected sand of a roll",
        "Two dice can fall in {ways} ways. Their sand added up is {total}, and {total}/{ways} = "
        "{value}.",
        ODDS,
    ),
    "claim": (
        "a roll is worth {claim}",
        "{good} of the {ways} ways two dice can fall are worth {claim} sand: {good}/{ways} = "
        "{value}.",
        ODDS,
    ),
    "more": (
        "a roll is worth more than {claim}",
        "{good} of the {ways} ways two dice can fall are worth more than {claim} sand: "
        "{good}/{ways} = {value}.",
        ODDS,
    ),
    "accept": ("you get if you accept", "Who accepts gets what was said.", PLAY_WELL),
    "doubt truth": (
        "you lose if you doubt the truth",
        "To doubt the truth costs {low} sand if it is below {low}, and nothing if it is not.",
        PLAY_WELL,
    ),
    "doubt lie": (
        "you get on average if you doubt a lie about any roll",
        "A liar pays what was rolled. Of the {ways} ways, those worth something else than {claim} "
        "are {others}; their sand added up is {total}, and {total}/{others} = {value}.",
        PLAY_WELL,
    ),
}


# On a real desk, in the companion

#: The fields, by name.
DESK = {
    "turn": "Whose turn is it?",
    "mine": "Your eyes",
    "theirs": "The other player's eyes",
    "roll": "The dice you see",
    "claim": "If you are blind: the sand you are told",
    "sand": "Do both hold {sand} sand or more?",
}

#: Whose turn it is.
YOURS, THEIRS = "yours", "the other player's"

NOBODY_SEES = "The game is over when nobody can see."
NOTHING_TO_DECIDE = "You have nothing to decide: the other player can see and rolls."
SET_DICE = "Click what both dice show."
NO_SAND = "Nothing to choose: these dice show no sand, so your turn is over."
SET_CLAIM = "Click the sum that the other player tells you."

#: What an action brings right away, in a clause.
EFFECTS = {
    "stop": "stopping brings {sand} sand for sure",
    "reroll": "one re-roll brings {sand} sand on average, and closes an eye in {eye} of all cases",
    "truth": "the truth costs {rolled} sand if it is believed, and nothing if it is doubted",
    "low truth": "the truth costs {rolled} sand if it is believed, and brings {low} if it is "
    "doubted",
    "lie": "saying {claim} costs {claim} sand if it is believed, and {rolled} sand and an eye if "
    "it is doubted",
    "accept": "accepting brings {claim} sand, and {more} of all rolls are worth more",
    "doubt": "doubting brings {mean} sand on average if it is a lie, and nothing if it is true",
    "doubt low": "doubting brings {mean} sand on average if it is a lie, and costs {low} if it is "
    "true",
}
