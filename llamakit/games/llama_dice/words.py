"""L.L.A.M.A. Dice in words, in both editions' vocabulary: what happened, and what one may do.

Imports the standard library, lower rooms and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from llamakit.engine.game import Step
from llamakit.engine.state import Action
from llamakit.games import words
from llamakit.games.cards import LLAMA
from llamakit.games.llama_dice.rules import KEEP, QUIT, ROLL, Row, State, View, is_scored
from llamakit.games.refusals import listed
from llamakit.games.words import (
    card_list,
    count,
    number_of,
    tell_step,
    these,
    token_name,
)

#: What the two editions call the event of D9.
DRAMA = {"us": "Llama drama!", "international": "Blown it!"}

#: The same as the name of a figure.
DRAMA_EVENT = {"us": "llama drama", "international": "blown it"}

#: What is said of the event of D6.
THREE_LLAMAS = "Three llamas!"

#: Each kind of decision as a question to the player.
QUESTIONS = {
    "turn": "Roll the dice, or quit the round?",
    "alone": "All others have quit, so every miss is drama: roll, or quit the round?",
    "discard": "Which cards do you discard?",
    "take": "Which card do you take from the llama row?",
    "return": "Which token do you give back?",
}

#: Each kind of decision as a question to ask oneself; "alone" is a turn when all others have quit.
ASK_YOURSELF = {
    "turn": "What do your cards cost if you quit now? And of the 216 ways to roll, how many help "
    "you, and what do the others cost?",
    "alone": "Nobody is in your way any more. What do your cards cost if you quit now, and how "
    "many of the 216 ways to roll miss them all and bring you the whole llama row?",
    "discard": "Which of the cards costs most? And with which cards left will the next roll hit "
    "most often?",
    "take": "Which card costs least, for this round? A value you hold already costs nothing more.",
    "return": "Which token counts most?",
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

#: The answer that comes first in a phase, and stays there, greyed, while it is not possible.
FIRST = {"turn": ROLL}

#: The answers that stand apart, and in which row.
ASIDE = {QUIT: 1, KEEP: 1}


#: How each bot plays, in a line.
LEVELS = {
    "random": "Does anything that is allowed.",
    "greedy": "Never quits: it rolls to the bitter end.",
    "cautious": "Quits as soon as one more roll does not pay on average.",
    "sharp": "Quits when a roll does not pay on average, but later while many are still in.",
    "strong": "Plays as well as one can where that is known; else it tries each move many times.",
}


def describe(view: View) -> str:
    """Return a position as text, the heading first."""
    lines = [": ".join(heading(view))]
    lines.append(f"  llama row: {listed(view.llama_row)}")
    for seat, row in enumerate(view.rows):
        held = number_of(view.points[seat], "point")
        quit_now = "" if view.active[seat] else ", quit"
        lines.append(f"  {view.name(seat)}: {listed(row)} ({held}{quit_now})")
    if view.roll:
        lines.append(f"  dice: {listed(view.roll)}")
    return "\n".join(lines)


def heading(view: View) -> tuple[str, str]:
    """Return the game and the round, and whose turn it is for what."""
    who = view.name(view.turn)
    what_next = {
        "deal": "the cards are dealt",
        "turn": f"{who} to roll or quit",
        "roll": f"{who} rolls",
        "discard": f"{who} to discard",
        "take": f"{who} to take a card",
        "return": f"{who} may return a token",
        "over": "the game is over",
    }[view.phase]
    return f"{view.rules.title}, round {view.round_number}", what_next


def clauses_at(view: View) -> tuple[str, ...]:
    """Return the numbers of the clauses that matter at this point of the game."""
    return CLAUSES_AT.get(view.phase, ()) + ("D10",) * (view.alone and view.player is not None)


def label(action: Action, view: View) -> str:
    """Return an action as a button says it.

    >>> label(Action("discard", (3, LLAMA)), None), label(Action("keep"), None)
    ('Discard 3 and the llama', 'Keep all tokens')
    """
    match action.verb:
        case "discard" | "take":
            return f"{action.verb.capitalize()} {these(action.values)}"
        case "return":
            return f"Return a {token_name(action.values[0])}"
        case "keep":
            return "Keep all tokens"
    return {"roll": "Roll the dice", "quit": "Quit the round"}[action.verb]


def question(view: View) -> str:
    """Return what the player to decide is asked; empty where nobody decides.

    Who plays alone is told that nothing is taken any more (D10).
    """
    return QUESTIONS.get("alone" if view.alone and view.phase == "turn" else view.phase, "")


def ask_yourself(view: View) -> str:
    """Return the question to ask oneself before deciding; empty where nobody decides."""
    if view.alone and view.phase == "turn":
        return ASK_YOURSELF["alone"]
    return ASK_YOURSELF.get(view.phase, "")


def rolled(step: Step, seat: int | None) -> Row:
    """Return what the dice show in a step that rolls them; else nothing. All see it (D14)."""
    return step.choice if step.before.phase == "roll" else ()


def counted(step: Step) -> tuple[tuple[str, int], ...]:
    """Return each seat's cards and their points in the step that ends a round; else nothing."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    return count(after.rows) if is_scored(after) and not is_scored(before) else ()


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step: in this game, what everybody hears."""
    if step.before.phase == "deal":
        starter = names[step.after.turn]
        return f"Round {step.after.round_number}: the cards are dealt and {starter} starts."
    return tell_step(step, deed(step, seat, names), counted(step), names)


def deed(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a player did; the choice to roll is told when the dice lie."""
    if step.before.phase == "deal":
        return ""
    if step.seat is None:
        return _roll_deed(step, names)
    action: Action = step.choice
    match action.verb:
        case "discard":
            return f"discards {these(action.values)}."
        case "take":
            return f"takes the {card_list(action.values)} from the llama row."
        case "return":
            return f"returns a {token_name(action.values[0])}."
    return {"roll": "", "quit": "quits the round.", "keep": "keeps all tokens."}[action.verb]


def _roll_deed(step: Step, names: Sequence[str]) -> str:
    """Return a roll, and the drama or the three llamas if that is what it is."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    rolls = f"rolls {card_list(step.choice)}."
    if step.choice == (LLAMA, LLAMA, LLAMA):
        return f"{rolls} {THREE_LLAMAS}"
    if not after.llama_row:
        drama, who = DRAMA[before.rules.edition], names[before.turn]
        return f"{rolls} {drama} {who} takes the whole llama row: {card_list(before.llama_row)}."
    return rolls


# On the board and in the picture

LLAMA_ROW = "Llama row"


def row_of(name: str) -> str:
    """Return what a player's row is called."""
    return f"{name}: row"


# On a real desk, in the companion

#: The fields, by name.
DESK = words.DESK | {
    "row": "Your row",
    "llama_row": LLAMA_ROW,
    "roll": "Your roll, once you have rolled",
    "theirs": "With two players: the other's row, for advice",
    "their_points": "Points the other holds",
}

SET_ROW = "Click the cards of your row."
SET_DICE = "Click what all three dice show, or none of them."
NOT_THESE_DICE = "These three dice cannot show that together."


def no_choice(drama: bool) -> str:
    """Return what has happened when a roll leaves no choice (D6, D9, D10)."""
    if drama:
        return "Nothing to choose: you take the whole llama row, and the round ends."
    return "Nothing to choose: three llamas, and you hold no token to give back."


# Beside a decision

#: The lessons.
ODDS, PLAY_WELL = "llama_dice_odds", "llama_dice_play_well"

#: The button that shows all 216 rolls.
EXPLORE = "Explore this roll"

#: The figures of the odds: what each is called, why it is what it is, and in which lesson.
FIGURES = {
    "hit": (
        "hit (you discard)",
        "Three dice can fall in 6 × 6 × 6 = 216 ways. Misses, where no die shows a card of your "
        "row: {misses}. {llamas} are left, and {hits}/216 = {value}.",
        ODDS,
    ),
    "take": (
        "take (a card from the llama row)",
        "In {missed} of the 216 ways no die shows a card of your row (three llamas are left out). "
        "Of these, {drama_ways} show no card of the llama row either. {missed} − "
        "{drama_ways} = {takes} ways are left, and {takes}/216 = {value}.",
        ODDS,
    ),
    "take alone": (
        "take (a card from the llama row)",
        "All others have quit, so nothing may be taken from the llama row.",
        ODDS,
    ),
    "drama": (
        "{drama} (you take the whole llama row)",
        "In {drama_ways} of the 216 ways no die shows a card of your row or of the llama row "
        "(three llamas are left out): {drama_ways}/216 = {value}.",
        ODDS,
    ),
    "drama alone": (
        "{drama} (you take the whole llama row)",
        "All others have quit, so every miss brings you the llama row: {drama_ways} of the 216 "
        "ways (three llamas are left out), and {drama_ways}/216 = {value}.",
        ODDS,
    ),
    "llamas": (
        "three llamas (a token may go back)",
        "Each die has its llamas: {product} ways of 216, which is {value}.",
        ODDS,
    ),
    "quit": (
        "quit now",
        "Each value in your row counts once: {sum}.",
        "llama_dice_play",
    ),
    "roll": (
        "one more roll",
        "For each of the 216 ways to roll: what your row would count after the choice that leaves "
        "least. All of that added up is {total}, and {total}/216 = {value}.",
        ODDS,
    ),
    "alone": (
        "expected points with best play: {action}",
        "For every row that can be left: the better of quitting and of one more roll, from the "
        "shortest row up to yours. A roll of three llamas leaves all as it was, which makes an "
        "equation of it.",
        PLAY_WELL,
    ),
    "alone left": (
        "{label}: expected points with best play",
        "For every row that can be left: the better of quitting and of one more roll, from the "
        "shortest row up to this one.",
        PLAY_WELL,
    ),
    "penalty left": (
        "{label}: penalty left",
        "Each value in the row counts once: {sum}.",
        "llama_dice_play",
    ),
    "points left": (
        "{label}: points left",
        "You hold {held} points and give {token} back: {held} − {token} = {value}.",
        "llama_dice_play",
    ),
}


def misses_worked_out(faces: Sequence[int], llamas: int, holds_llama: bool) -> tuple[str, str]:
    """Return how many rolls miss, worked out, and how many hits are left.

    ``faces`` are those of each die that miss, ``llamas`` the ways to roll three of them, which are
    no hit: without a llama in the row, they are among the misses.

    >>> misses_worked_out([2, 2, 2], 8, True)
    ('2 × 2 × 2 = 8. Three llamas are no hit either: 8 more', '216 − 8 − 8 = 200')
    """
    missed = prod(faces)
    worked = f"{' × '.join(map(str, faces))} = {missed}"
    if not holds_llama:
        return worked, f"216 − {missed} = {216 - missed}"
    more = f"{worked}. Three llamas are no hit either: {llamas} more"
    return more, f"216 − {missed} − {llamas} = {216 - missed - llamas}"


#: What an action brings right away, in a clause.
EFFECTS = {
    "roll": "one more roll costs {points} points on average, as {hit} of rolls hit",
    "quit": "quitting costs {points} points for sure",
    "discard": "to {label} leaves {points} points in your row",
    "take": "to {label} makes your row count {points} points",
    "return": "to {label} leaves you with {points} points",
    "keep": "to {label} leaves you with {points} points",
}
