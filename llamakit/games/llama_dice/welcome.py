"""L.L.A.M.A. Dice on the start panel: what it is about, its options in words, and a guided round.

Imports the standard library and lower rooms, and the shared drawings.
"""

from __future__ import annotations

from llamakit.engine.contract import Choice
from llamakit.games.cards import LLAMA
from llamakit.games.drawings import card, die
from llamakit.games.welcome import TARGET
from llamakit.table.draw import line, turned

SENTENCE = "Roll what lies before you to get rid of it, and stop before your luck turns."

LENGTH = "target"

OPTIONS = {
    "target": TARGET,
    "edition": Choice(
        "Which edition's words?",
        {
            "Don't L.L.A.M.A. Dice: “Llama drama!”": "us",
            "LAMA Dice: “Blown it!”": "international",
        },
    ),
}

ROUND, SEED = {"target": 1}, 7

AIM = (
    "You want to get rid of the cards in your row. Those you keep cost points, and fewest points "
    "win. Cards of the same value count once: three 5s cost 5. Llamas cost 10."
)

GUIDE = {
    "turn": (
        "Roll, and hope for your own cards. If a die shows one, you discard it. If not, you "
        "must take a card that a die shows from the llama row. If none is there either, that is "
        "llama drama: you take the whole llama row. Once all others have quit, every miss is "
        "drama. Too risky? Quit: your row is counted, and nothing worse can happen."
    ),
    "discard": (
        "A hit! Discard at least one of your cards that the dice show; each die is good for "
        "one. If you have a card twice, your row gets cheaper only when both are gone."
    ),
    "take": (
        "No die shows a card of your row, so you must take one that a die shows from the llama "
        "row. Low cards cost less. But think of your next roll, too."
    ),
    "return": "You may give a token back: white is 1 point, black is 10.",
    "over": (
        "The round ends when somebody has no cards left, when the llama row is gone, with llama "
        "drama, or when all have quit. Then everybody's row is counted. A whole game goes on "
        "until somebody has 40 points."
    ),
}


def cover() -> str:
    """Return the drawing on the game's card: three dice before two cards."""
    cards = turned(card(3), 20, 14, -10) + turned(card(LLAMA), 50, 8, 4)
    return cards + line(map(die, (3, LLAMA, 6)), 42, 38, 34, 0.8)
