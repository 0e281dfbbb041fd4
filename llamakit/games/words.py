"""Cards, tokens and points in words, as the three llama games share them.

Imports the standard library, ``engine.state`` and ``games.cards`` only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llamakit.engine.state import State
from llamakit.games.cards import BLACK, LLAMA, penalty

if TYPE_CHECKING:
    from llamakit.engine.game import Step


def small(label: str) -> str:
    """Return what a button says, to stand in a sentence.

    >>> small("Play 3")
    'play 3'
    """
    return label[:1].lower() + label[1:]


def added_up(values: Sequence[Any]) -> str:
    """Return what cards count, worked out: each value once, llamas 10 together (G2).

    >>> added_up((1, 4, 4, LLAMA)), added_up((3, 3)), added_up(())
    ('1 + 4 + 10 for the llama = 15', '3', 'no cards count nothing')
    """
    different = sorted(set(values))
    named = ["10 for the llama" if value is LLAMA else str(value) for value in different]
    if not named:
        return "no cards count nothing"
    total = f" = {penalty(different)}" * (len(named) > 1)
    return " + ".join(named) + total


def card_list(hand: Sequence[Any]) -> str:
    """Return cards in a sentence.

    >>> card_list((2, 3, LLAMA)), card_list((4, 4)), card_list(())
    ('2, 3 and llama', '4 and 4', 'nothing')
    """
    names = ["llama" if value is LLAMA else str(value) for value in hand]
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def these(hand: Sequence[Any]) -> str:
    """Return certain cards in a sentence.

    >>> these((2, 3, LLAMA)), these((LLAMA, LLAMA))
    ('2, 3 and the llama', '2 llamas')
    """
    llamas = sum(value is LLAMA for value in hand)
    numbers: list[Any] = [value for value in hand if value is not LLAMA]
    named = {0: [], 1: ["the llama"]}.get(llamas, [f"{llamas} llamas"])
    return card_list([*numbers, *named])


def number_of(count: int, thing: str) -> str:
    """Return how many there are of a thing, in words.

    >>> number_of(1, "point"), number_of(12, "card")
    ('1 point', '12 cards')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def token_name(token: int) -> str:
    """Return what a token is called (G3).

    >>> token_name(10)
    'black token (10 points)'
    """
    return "black token (10 points)" if token == BLACK else "white token (1 point)"


def count(hands: Sequence[Sequence[int]]) -> tuple[tuple[str, int], ...]:
    """Return each hand in words and its points (G2).

    >>> count([(), (5, 5, LLAMA)])
    (('nothing', 0), ('5, 5 and llama', 15))
    """
    return tuple((card_list(hand), penalty(hand)) for hand in hands)


def tell_step(
    step: Step, deed: str, counted: Sequence[tuple[str, int]], names: Sequence[str]
) -> str:
    """Tell what a player did in a step, and what comes of it if it ends the round or the game."""
    sentences = []
    if deed and step.before.mover is not None:
        sentences.append(f"{names[step.before.mover]} {deed}")
    if counted:
        sentences.append(tell_points(step.after.round_number, counted, names))
    if step.after.is_over:
        sentences.append(tell_winners(step.after, names))
    return " ".join(sentences)


def why_over(hands: Sequence[Sequence[Any]], names: Sequence[str]) -> str:
    """Tell why a round is over: a hand is empty, or else all have quit (C8, K16).

    >>> why_over([(), (5, 5)], ["Ana", "Ben"]), why_over([(4,), (5, 5)], ["Ana", "Ben"])
    ('Ana has no cards left.', 'All have quit.')
    """
    done = [name for name, hand in zip(names, hands, strict=True) if not hand]
    return f"{done[0]} has no cards left." if done else "All have quit."


def tell_points(round_number: int, counted: Sequence[tuple[str, int]], names: Sequence[str]) -> str:
    """Tell what each hand counts at the end of a round (G2).

    >>> tell_points(2, count([(), (5, 5, LLAMA)]), ["Ana", "Ben"])
    'Round 2 is over. Points: Ana 0 for nothing; Ben 15 for 5, 5 and llama.'
    """
    counts = [
        f"{name} {points} for {what}" for name, (what, points) in zip(names, counted, strict=True)
    ]
    return f"Round {round_number} is over. Points: {'; '.join(counts)}."


def tell_winners(final: State, names: Sequence[str]) -> str:
    """Tell the final totals and who has won, a shared win included (G6)."""
    totals = [
        f"{name} {number_of(points, 'point')}"
        for name, points in zip(names, final.scores, strict=True)
    ]
    winners = " and ".join(names[seat] for seat in final.winners)
    share = "win" if len(final.winners) > 1 else "wins"
    return f"The game is over: {', '.join(totals)}. {winners} {share}."


# On the board and in the picture

DICE, DISCARDS, DRAW_PILE = "Dice", "Discard pile", "Draw pile"
NO_CARDS = "no cards"
ON_TURN, QUIT_NOW = "on turn", "has quit"
NOT_ROLLED = "not rolled"


def dice_of(roller: str) -> str:
    """Return the title of dice that lie there from somebody's roll."""
    return f"{DICE}: {roller} rolled"


def hidden_cards(size: int) -> str:
    """Return what is heard of cards face down."""
    return number_of(size, "hidden card")


def hand_of(name: str) -> str:
    """Return what a hand is called."""
    return f"{name}: hand"


def standing(name: str, held: str, counted: int | None, active: bool, cards: str = "hand") -> str:
    """Return a player's name, what they hold, what the cards counted, and whether they have quit.

    >>> standing("Ana", "3 points", None, False), standing("Ben", "3 points", 12, True)
    ('Ana: 3 points, has quit', 'Ben: 3 points (this hand: 12)')
    """
    if counted is not None:
        return f"{name}: {held} (this {cards}: {counted})"
    return f"{name}: {held}" if active else f"{name}: {held}, {QUIT_NOW}"


def more_points(points: int) -> str:
    """Return the mark beside a name whose cards have been counted."""
    return f"+{number_of(points, 'point')}"


# On a real desk, in the companion

#: The fields that several games have.
DESK = {
    "hand": "Your hand",
    "top": "On top of the discard pile",
    "seen": "Other cards you have seen: the discard pile below",
    "others": "Cards in the next player's hand",
    "points": "Points you hold",
    "alone": "Have all others quit?",
}

SET_HAND_AND_TOP = "Click the cards of your hand and the card on top of the discard pile."
TOO_MANY_CARDS = "That is more cards than the deck has."


def too_many_copies(value: int, copies: int, in_deck: int) -> str:
    """Return that a card was set more often than there is one."""
    return f"{copies} times {card_list((value,))}: the deck has {in_deck}."
