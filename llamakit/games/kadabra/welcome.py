"""LLAMA Kadabra on the start panel: what it is about, its options in words, and a guided round.

Imports the standard library and lower rooms, and this game's drawings.
"""

from __future__ import annotations

from llamakit.engine.contract import Choice
from llamakit.games.cards import LLAMA
from llamakit.games.kadabra.picture import card, stage
from llamakit.games.kadabra.rules import Tokens
from llamakit.games.kadabra.rules import card as read
from llamakit.games.welcome import TARGET
from llamakit.table.draw import place, turned

SENTENCE = "Cards with a trick: feed the magic stage, and give your tokens away."

LENGTH = "target"

OPTIONS = {
    "target": TARGET,
    "quitters_keep": Choice(
        "The magic token lies with a player who has quit. Does the star take it?",
        {"Yes, from there too": False, "No, the player keeps it": True},
    ),
}

ROUND, SEED = {"target": 1}, 316

AIM = (
    "You want to get rid of your cards. Those you keep cost points, and fewest points win. Cards "
    "of the same value count once: three 5s cost 5. Llamas cost 10. Some cards do something: they "
    "give a token to another player, let the next player draw a card, or fetch the magic token; "
    "and every llama you play lets one of your tokens go on the magic stage."
)

GUIDE = {
    "turn": (
        "You may play a card of the same value as the card on the discard pile, or one higher; "
        "on a 6 goes a llama, on a llama a 1. A card with two numbers is both. Nothing fits? "
        "Draw a card and hope, or quit the round: then your cards count, and nothing worse can "
        "happen to you."
    ),
    "show": (
        "The magic show: five tokens or more are on the stage. Play a llama, and let the next "
        "player worry. Or collect all these tokens, and then have your normal turn."
    ),
    "give": "Your card gives: one of your tokens, of the lowest kind, goes to a player you choose.",
    "return": "You have got rid of all your cards! As a reward you give a token back.",
    "over": (
        "The round ends when somebody has no cards left, or when all have quit. Then everybody's "
        "cards are counted and paid in tokens: white is 1 point, black is 10. A whole game goes on "
        "until somebody has 40 points."
    ),
}


def cover() -> str:
    """Return the drawing on the game's card: two cards before the magic stage."""
    cards = turned(card(read("1g")), 34, 20, -9, 0.9) + turned(card(LLAMA), 76, 16, 8, 0.9)
    return place(stage(Tokens(0, 0, False)), 4, 12, 0.74) + cards
