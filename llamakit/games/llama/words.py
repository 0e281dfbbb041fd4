"""L.L.A.M.A. in words: what happened, as each seat hears it, and what one may do.

Imports the standard library, lower rooms and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llamakit.engine.game import Step
from llamakit.engine.state import Action
from llamakit.games.llama.rules import DRAW, KEEP, QUIT, State, View
from llamakit.games.refusals import listed
from llamakit.games.words import (
    card_list,
    count,
    number_of,
    tell_step,
    token_name,
    why_over,
)

#: The clauses that matter in each phase, besides C7 when all others have quit.
CLAUSES_AT = {
    "deal": ("C8", "C9", "C11", "G2"),
    "turn": ("C3", "C4", "C5", "C6", "C8", "G2"),
    "return": ("C10", "G4", "G5"),
    "over": ("C9", "G6"),
}

#: The answer that comes first in a phase, and stays there, greyed, while it is not possible.
FIRST = {"turn": DRAW}

#: The answers that stand apart, and in which row.
ASIDE = {QUIT: 1, KEEP: 1}


#: How each bot plays, in a line.
LEVELS = {
    "random": "Does anything that is allowed.",
    "greedy": "Never quits while it can play or draw, and sheds as many points as it can.",
    "cautious": "Plays as long as that sheds points, never draws, and quits instead.",
    "sharp": "Plays what fits; stuck, it quits with few points in hand, and else draws.",
    "strong": "Tries each move in many deals that fit what it has seen and heard.",
}


def describe(view: View) -> str:
    """Return a position as text, the heading first."""
    lines = [": ".join(heading(view))]
    discarded, left = (number_of(n, "card") for n in (len(view.discards), view.pile_size))
    lines.append(f"  discard pile: {view.top or '-'} on top, {discarded}; draw pile: {left}")
    for seat, hand in enumerate(view.hands):
        held = number_of(view.sizes[seat], "card") if hand is None else listed(hand)
        quit_now = "" if view.active[seat] else ", quit"
        points = number_of(view.points[seat], "point")
        lines.append(f"  {view.name(seat)}: {held} ({points}{quit_now})")
    return "\n".join(lines)


def heading(view: View) -> tuple[str, str]:
    """Return the game and the round, and whose turn it is for what."""
    who = view.name(view.turn)
    what_next = {
        "deal": "the cards are dealt",
        "turn": f"{who} to move",
        "draw": f"{who} draws",
        "return": f"{who} may return a token",
        "over": "the game is over",
    }[view.phase]
    return f"{view.rules.title}, round {view.round_number}", what_next


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


def ask_yourself(view: View) -> str:
    """Return the question to ask oneself before deciding; empty where nobody decides."""
    if view.phase == "return":
        return "Which token counts most?"
    if view.phase != "turn":
        return ""
    if view.alone:
        return (
            "Nobody plays between your cards any more. Which of them can you still play, one after "
            "the other, and what do those count that stay?"
        )
    return (
        "What does your hand count if you quit now? And which of your cards can still go: now, "
        "after the others' cards, or after a card you draw?"
    )


def rolled(step: Step, seat: int | None) -> tuple[Any, ...]:
    """Return nothing: this game has no dice."""
    return ()


def counted(step: Step) -> tuple[tuple[str, int], ...]:
    """Return each seat's cards and their points in the step that ends a round; else nothing."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    ends = before.phase == "turn" and after.phase in ("return", "deal", "over")
    return count(after.hands) if ends else ()


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step: the cards it is dealt or draws, not those of others."""
    if step.before.phase == "deal":
        return _tell_deal(step.after, seat, names)  # type: ignore[arg-type]
    return tell_step(step, deed(step, seat, names), counted(step), names)


def deed(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a player did, as a seat hears it; the choice to draw is told with the card."""
    before: State = step.before  # type: ignore[assignment]
    if before.phase == "deal":
        return ""
    if before.phase == "draw":
        seen = seat == before.turn or before.rules.open_hands
        return f"draws a {card_list((step.choice,)) if seen else 'card'}."
    hands = step.after.hands  # type: ignore[attr-defined]
    return _action_deed(step.choice) + (f" {why_over(hands, names)}" if counted(step) else "")


def _action_deed(action: Action) -> str:
    """Return a player's choice."""
    match action.verb:
        case "play":
            return f"plays a {card_list(action.values)}."
        case "return":
            return f"returns a {token_name(action.values[0])}."
    return {"draw": "", "quit": "quits the round.", "keep": "keeps all tokens."}[action.verb]


def _tell_deal(after: State, seat: int | None, names: Sequence[str]) -> str:
    """Tell the start of a round, and the hands that this seat may see."""
    sentence = (
        f"Round {after.round_number}: {number_of(after.rules.hand, 'card')} each, "
        f"a {card_list((after.top,))} starts the discard pile and {names[after.turn]} begins."
    )
    for name, hand in zip(names, after.view(seat).hands, strict=True):
        if hand is not None:
            sentence += f" {name} holds {card_list(hand)}."
    return sentence


# Beside a decision

#: The lesson.
ODDS = "llama_odds"

#: The figures of the odds: what each is called, why it is what it is, and in which lesson.
FIGURES = {
    "quit": ("quit now", "Each value in your hand counts once: {sum}.", ODDS),
    "alone": (
        "penalty if you play on alone",
        "You play all cards of one value, then all of the next: {plays}. What stays counts {sum}.",
        "llama_play_well",
    ),
    "fits": (
        "a drawn card can be played on top",
        "You have not seen {total} cards: those in the pile and in the others' hands. {good} of "
        "them are a {values}: {good}/{total} = {value}.",
        ODDS,
    ),
    "free": (
        "a drawn card costs nothing",
        "A value that you hold already does not count twice. You have not seen {total} cards, and "
        "{held} of them are of a value in your hand: {held}/{total} = {value}.",
        ODDS,
    ),
    "draw": (
        "one more draw, then alone",
        "For each of the {total} cards that may come: what is left when you have then played all "
        "you can, as if all others quit after your draw. Added up that is {added}, and "
        "{added}/{total} = {value}.",
        ODDS,
    ),
    "return": (
        "{label}: points left",
        "You hold {held} points and give {token} back: {held} − {token} = {value}.",
        ODDS,
    ),
}


#: The button that shows what a player held who has just drawn.
EXPLORE = "Explore what {name} held"

#: What an action brings right away, in a clause.
EFFECTS = {
    "play": "to {label} leaves {points} points in your hand",
    "draw": "after a draw your hand counts {points} points on average, and the card fits in {fits} "
    "of all cases",
    "quit": "quitting costs {points} points for sure",
    "return": "to {label} leaves you with {points} points",
    "keep": "to {label} leaves you with {points} points",
}
