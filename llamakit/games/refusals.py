"""What a person reads whose cards, dice, options or position of their own cannot be.

Imports ``engine.errors`` only, so that rules may say it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from llamakit.engine.errors import brief

EMPTY_HAND = "an empty hand ends the round: give each at least one card"
EMPTY_ROW = "an empty row or llama row ends the round: give each at least one card"
NO_CARD_LEFT = "every card has been seen: none is left to draw"
TOO_MANY_DEALS = "too many deals to list; sample(rng) draws one of them"
TOO_FEW_CARDS = "there are fewer cards than the hands take"
ROUND_NOT_OVER = "no round has just ended: give a state of this game whose is_round_over is True"
TWICE_IN_DECK = "a card is there twice"
NO_NUMBER_IN_DECK = "no card has a number"
ONE_MAGIC_TOKEN = "there is one magic token only"
TWICE_IN_LLAMA_ROW = "the llama row holds each value once at most"
NO_CARDS_LEFT_IN_ROUND = "the round is over: both rows and the llama row need a card"
ONLY_LLAMAS = "these dice can show nothing but llamas: the round never ends"
NOBODY_SEES = "closed must leave an eye open: the game ends when nobody can see"


def listed(things: Iterable[Any]) -> str:
    """Return cards or faces as a short text; a dash for none.

    >>> listed([1, 3, "L"]), listed([])
    ('1 3 L', '-')
    """
    return " ".join(map(str, things)) or "-"


# Cards


def unknown_card(value: object) -> str:
    """Return what a card is."""
    return f"unknown card {brief(value)}: a card is 1 to 6 or the llama ('L')"


def not_cards(values: object, such_as: Sequence[Any] = (1, 3, "L")) -> str:
    """Return how cards are written."""
    return f"expected cards such as {list(such_as)}, not {brief(values)}"


def not_a_pile(pile: object, most: int) -> str:
    """Return how a pile is written."""
    return f"a pile is {{card: copies}} of at most {most} cards that differ, not {brief(pile)}"


def not_actions(given: object) -> str:
    """Return what a strategy chooses from."""
    return f"legal actions are a tuple such as state.legal_actions(), not {brief(given)}"


def too_many_cards(most: int) -> str:
    """Return that no game has so many cards."""
    return f"more than {most} cards: no box holds as many"


def not_in_hand(card: object, hand: Iterable[Any]) -> str:
    """Return that a card is not there to go."""
    return f"{brief(card)} is not among the cards {listed(map(brief, hand))}"


def not_a_deal(dealt: object, hand: int, players: int, discard: bool = True) -> str:
    """Return what a deal is: hands and, mostly, the card that starts the discard pile."""
    first = " and 1 card to the discard pile" if discard else ""
    return f"{brief(dealt)} is not a deal of {hand} cards to each of {players} players{first}"


def none_to_draw(card: object, pile: Iterable[Any]) -> str:
    """Return that the draw pile has no such card."""
    return f"no {card} is left to draw; the pile holds {listed(pile)}"


def too_many_seen(copies: int, card: object, there: int) -> str:
    """Return that there are not so many cards of a kind."""
    return f"{copies} cards of value {card} seen: the box holds {there}"


def too_many_in_box(copies: int, card: object, there: int) -> str:
    """Return that rows need more cards of a kind than there are."""
    return f"{copies} cards of value {card}: the box holds {there}"


def too_many_in_row(copies: int, card: object, there: int) -> str:
    """Return that a row needs more cards of a kind than there are."""
    return f"a row with {copies} cards of value {card}: the box holds {there}"


def unknown_special(value: object) -> str:
    """Return what a card is where some are special."""
    return (
        f"unknown card {brief(value)}: a card is 1 to 6, the llama ('L'), a double such as '2/3', "
        "or a number with a symbol: '1g' gives, '2d' draws, '3*' takes the magic token"
    )


# Dice


def unknown_face(value: object) -> str:
    """Return what a face of a die with sand is."""
    return f"unknown face {brief(value)}: a face is 1 to 100 sand, 'x2' or 'chinchiller'"


def not_a_roll(roll: object, dice: Sequence[Sequence[Any]]) -> str:
    """Return what the dice can show."""
    return f"{brief(roll)} is not a roll of these dice: {', '.join(map(listed, dice))}"


def not_three_dice(dice: object, why: object = None) -> str:
    """Return how dice are given, and what was wrong."""
    wanted = "dice must be three pairs of numbers or three lists of six faces"
    return f"{wanted}, not {brief(dice)}" if why is None else f"{wanted}: {why}"


def no_such_roll(roll: object) -> str:
    """Return that dice cannot show this together."""
    return f"three of these dice cannot show {brief(roll)}"


def not_a_policy(given: object) -> str:
    """Return how a rule when to stop is given."""
    return f"policy must be a dict such as {{(3, 'x2'): 'reroll'}}, not {brief(given)}"


def not_a_die(die: object, such_as: Sequence[Any]) -> str:
    """Return how a die with sand is given."""
    return f"die must be six faces such as {list(such_as)}, not {brief(die)}"


def no_chinchiller(die: object) -> str:
    """Return that a die must be able to close an eye."""
    return f"die must be six faces, one a chinchiller, not {brief(die)}"


def not_two_faces(roll: object) -> str:
    """Return how a roll with sand is given."""
    return f"a roll is two faces such as (3, 'x2'), not {brief(roll)}"


def not_two_dice(roll: object, die: Iterable[Any], kept: str) -> str:
    """Return what two dice can show, one of which may lie still."""
    where = f" where {kept} stays" if kept else ""
    return f"{brief(roll)} is not a roll of two dice with the faces {listed(die)}{where}"


# Options


def deck_too_small(size: int, players: int) -> str:
    """Return that a deck does not go round."""
    return f"a deck of {size} is too small for {players} and a first card"


def die_beyond_cards(face: object, numbers: int) -> str:
    """Return that a die shows a number that is on no card."""
    return f"a die shows {face}, but the cards end at {numbers}"


def not_a_deck(deck: object, why: object = None) -> str:
    """Return how a deck is given, and what was wrong."""
    wanted = "deck must be cards with their copies such as {1: 8, '2/3': 2, 'L': 12}"
    return f"{wanted}, not {brief(deck)}" if why is None else f"{wanted}: {why}"


def too_few_cards(players: int) -> str:
    """Return that a deck does not go round."""
    return f"deck has too few cards for {players} players"


def not_closed_eyes(players: int, given: object) -> str:
    """Return how closed eyes are given."""
    return f"closed must be {players} numbers of eyes, not {brief(given)}"


# A position of one's own


def too_few_left(left: int, given: object) -> str:
    """Return that hands cannot be dealt from what is left."""
    return f"{left} cards are left, too few to deal {brief(given)}"


def not_so_many(card: object, left: int) -> str:
    """Return how many cards of a kind are left."""
    return f"too many cards {card}: the deck has {left} left"


def not_in_llama_row(values: Sequence[Any]) -> str:
    """Return what a llama row may hold."""
    return f"the llama row has each of {brief(values)} at most once"


def too_many_in_rows(copies: int, card: object, there: int) -> str:
    """Return how many cards of a kind the rows may hold."""
    return f"{copies} cards {card} in the rows, but at most {there} can be there"


def not_quitters(given: object) -> str:
    """Return how those who have quit are given."""
    return f"quit must be a list of seats, such as [1], not {brief(given)}"


def not_by_seat(name: str, players: int, given: object) -> str:
    """Return how an amount for each seat is given."""
    return f"{name} must be {players} numbers, one a seat, not {brief(given)}"


def not_a_list_of_eyes(given: object) -> str:
    """Return how closed eyes are given where they say how many play."""
    return f"closed must be a list such as [0, 1], not {brief(given)}"


def not_tokens_by_seat(players: int) -> str:
    """Return how tokens are given for each seat."""
    return f"tokens must be {players} times (white, black, magic), one a seat"


def not_tokens(given: object) -> str:
    """Return how tokens are given."""
    return f"tokens are (white, black, magic), such as (3, 0, 0), not {brief(given)}"


def too_much_sand(there: int, given: int) -> str:
    """Return that the box has not so much sand."""
    return f"the box holds {there} sand, not {given}"


# What is worked out


def not_of_two(name: str, given: object) -> str:
    """Return that something is needed for each of two players."""
    return f"{name} are those of two players, the mover first, not {brief(given)}"


def needs_numpy(positions: int) -> str:
    """Return that too many positions follow for plain Python."""
    return f"{positions:,} positions follow: too many without NumPy"


def too_many_positions(positions: int, most: int) -> str:
    """Return that too many positions follow."""
    return f"{positions:,} positions follow: {most:,} at most are solved"


def number_beyond_deck(value: object, numbers: int) -> str:
    """Return that no card has such a number."""
    return f"a card {value}, but the numbers end at {numbers}"


def too_many_seen_of(copies: int, card: object, there: int) -> str:
    """Return that a deck of one's own has not so many cards of a kind."""
    return f"{copies} seen of card {card}: the deck has {there}"


def not_halves(copies: int, card: object) -> str:
    """Return that half a card cannot be."""
    return f"{copies} cards {card} cannot be half the one and half the other"


def not_a_strategy(name: str, given: object) -> str:
    """Return what a bot is put together from."""
    return f"{name} must be a strategy such as honest, a function, not {brief(given)}"


def not_an_eye_cost(given: object) -> str:
    """Return what an eye may cost."""
    return f"eye_cost must be a number, not {brief(given)}"
