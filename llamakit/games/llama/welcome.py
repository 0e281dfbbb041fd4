"""L.L.A.M.A. on the start panel: what it is about, its options in words, and a guided round.

Imports the standard library and lower rooms, and the shared drawings.
"""

from __future__ import annotations

from llamakit.engine.contract import Choice
from llamakit.games.cards import LLAMA
from llamakit.games.drawings import card
from llamakit.games.welcome import TARGET
from llamakit.table.draw import turned

SENTENCE = "Get rid of your cards one by one, or quit the round before they cost too much."

LENGTH = "target"

OPTIONS = {
    "target": TARGET,
    "idle_start": Choice(
        "Nobody has played a card in a round. Who starts the next one?",
        {"The same player again": "same", "The next player": "left"},
    ),
}

ROUND, SEED = {"target": 1}, 12

AIM = (
    "You want to get rid of your cards. Those you keep cost points, and fewest points win. Cards "
    "of the same value count once: three 5s cost 5. Llamas cost 10."
)

GUIDE = {
    "turn": (
        "You may play a card of the same value as the card on the discard pile, or one higher; "
        "on a 6 goes a llama, on a llama a 1. Nothing fits? Draw a card and hope, or quit the "
        "round: then your cards count, and nothing worse can happen to you."
    ),
    "return": (
        "You have got rid of all your cards! As a reward you give a token back: white is 1 "
        "point, black is 10."
    ),
    "over": (
        "The round ends when somebody has no cards left, or when all have quit. Then everybody's "
        "cards are counted. A whole game goes on until somebody has 40 points."
    ),
}


def cover() -> str:
    """Return the drawing on the game's card: a hand of cards."""
    fan = ((5, 40, 18, -16), (6, 62, 10, -5), (LLAMA, 86, 9, 7))
    return "".join(turned(card(value), x, y, degrees) for value, x, y, degrees in fan)
