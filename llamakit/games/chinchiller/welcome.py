"""Chinchiller Dice on the start panel: what it is about, its options in words, a guided round.

Imports the standard library and lower rooms, and this game's drawings.
"""

from __future__ import annotations

from llamakit.engine.contract import Choice
from llamakit.games.chinchiller.picture import chinchilla, die, piece
from llamakit.games.chinchiller.rules import X2
from llamakit.table.draw import place

SENTENCE = "Collect sand with two dice; and once you are blind, whom do you believe?"

LENGTH = "turns"

OPTIONS = {
    "turns": Choice(
        "How long?",
        {
            "A whole game, until all are blind": None,
            "A short game, 20 turns": 20,
            "A very short game, 8 turns": 8,
        },
    ),
    "claims": Choice(
        "What may be said of a blind player's dice?",
        {"A sum that two dice can show": "possible", "Any number from 0 to 24": "any"},
    ),
    "supply": Choice(
        "How much sand is there?", {"As much as in the box": "box", "Endless sand": "endless"}
    ),
}

ROUND, SEED = {"turns": 8, "closed": (1, 0)}, 7

AIM = (
    "You want to collect sand, and most sand wins. Both players have two eyes. In this lesson "
    "you have closed one already, so that you soon see what happens in the dark."
)

GUIDE = {
    "choose": (
        "Take the sand that the dice show, or roll the dice with sand again. ×2 doubles the sand "
        "of the other die. But a chinchiller stays as it is, and two of them, or one beside ×2, "
        "close an eye for good and bring no sand."
    ),
    "announce": (
        "The other player is blind, and you alone see the dice. Say what they are worth: the "
        "truth, or a lie. If you are believed, you pay as much as you have said. If a lie is "
        "doubted, you pay what the dice show and close an eye. If the truth is doubted, you pay "
        "nothing."
    ),
    "answer": (
        "You are blind now. The other player has looked at your dice and tells you what they are "
        "worth. Believe it, and you are paid that. Doubt it: if it was a lie, you get what the "
        "dice really show; if it was true, you get nothing."
    ),
    "over": (
        "This lesson ends after 8 turns. A whole game goes on until everybody is blind. Then all "
        "count their sand."
    ),
}


def cover() -> str:
    """Return the drawing on the game's card: a chinchilla that winks, dice, and sand."""
    sand = place(piece(24), 112, 10, 1.2) + place(piece(6), 118, 46, 0.9)
    dice = place(die(12), 72, 8, 0.8) + place(die(X2), 80, 44, 0.8)
    return place(chinchilla(1), 0, 6, 1.8) + dice + sand
