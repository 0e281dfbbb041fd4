"""LLAMA Kadabra in words: what happened, as each seat hears it, and what one may do.

Imports the standard library, ``core`` and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.core.cards import LLAMA
from llamakit.core.game import Step
from llamakit.core.state import Action
from llamakit.core.words import card_list, number_of, tell_winners, token_name
from llamakit.kadabra.rules import (
    MAGIC_PENALTY,
    NO_TOKENS,
    SHOW_SIZE,
    Card,
    Hand,
    State,
    Tokens,
    View,
    card,
    penalty,
    symbol,
    tokens_text,
)

#: What the symbols on cards are called (K2).
SYMBOL_NAMES = {"g": "give", "d": "draw", "*": "magic star"}

#: The clauses that matter in each phase, besides K15 when all others have quit.
CLAUSES_AT = {
    "deal": ("K14", "K16", "K17", "K19", "G2"),
    "turn": ("K4", "K5", "K6", "K11", "K-tokens", "G2"),
    "show": ("K10", "K11", "K12", "K13", "K-tokens"),
    "give": ("K7", "K10", "K20"),
    "return": ("K18", "K-tokens", "G5"),
    "over": ("K17", "G6"),
}

#: The clause of each symbol (K2).
SYMBOL_CLAUSES = {"g": "K7", "d": "K8", "*": "K9"}


def clauses_at(view: View) -> tuple[str, ...]:
    """Return the numbers of the clauses that matter at this point of the game.

    On a turn, also those of the symbols in hand and of the magic token held.
    """
    found = CLAUSES_AT.get(view.phase, ()) + ("K15",) * (view.alone and view.player is not None)
    if view.phase != "turn":
        return found
    symbols = {SYMBOL_CLAUSES[symbol(kind)] for kind in view.hand if symbol(kind)}
    return (*found, *symbols, *("K12",) * _may_return_magic(view))


def card_name(kind: Card) -> str:
    """Return what a card is called.

    >>> card_name(card("1g")), card_name(card("2/3")), card_name(LLAMA), card_name(6)
    ('1 (give)', '2/3', 'llama', '6')
    """
    if kind is LLAMA:
        return "llama"
    return f"{str(kind)[0]} ({SYMBOL_NAMES[symbol(kind)]})" if symbol(kind) else str(kind)


def hand_list(hand: Hand, magic: int = 0) -> str:
    """Return cards in a sentence, and the magic token if it belongs to them.

    >>> hand_list((card("2/3"), LLAMA)), hand_list((), magic=1)
    ('2/3 and llama', 'the magic token')
    """
    return card_list([*map(card_name, hand), *["the magic token"] * magic])


def token_text(token: Tokens) -> str:
    """Return one token in words.

    >>> token_text(Tokens(black=1)), token_text(Tokens(magic=1))
    ('a black token', 'the magic token')
    """
    return "the magic token" if token.magic else f"a {'black' if token.black else 'white'} token"


def label(action: Action, view: View) -> str:
    """Return an action as a button says it; giving and collecting need the view.

    >>> label(Action("play", (card("1g"),)), None), label(Action("return", ("magic",)), None)
    ('Play a 1 (give)', 'Return the magic token and pass')
    """
    match action.verb, *action.values:
        case "play", kind:
            return f"Play a {card_name(kind)}"
        case "give", seat:
            return f"Give {token_text(view.tokens[view.turn].one_lowest)} to {view.name(seat)}"
        case "collect", *_:
            return f"Collect {tokens_text(view.stage)} from the magic stage"
        case "return", "magic":
            return "Return the magic token and pass"
        case "return", token:
            return f"Return a {token_name(token)}"
    return {
        "draw": "Draw a card",
        "quit": "Quit the round",
        "swap": "Swap ten white tokens for a black one",
        "keep": "Keep all tokens",
    }[action.verb]


def question(view: View) -> str:
    """Return what the player to decide is asked; empty where nobody decides.

    Where no card may be drawn, the question says why (K4, K15).
    """
    match view.phase:
        case "turn":
            return _turn_question(view)
        case "show":
            magic = "return the magic token, " if _may_return_magic(view) else ""
            return f"Magic show: play a llama, {magic}or collect all tokens from the stage?"
        case "give":
            return f"Who gets {token_text(view.tokens[view.turn].one_lowest)} from you?"
        case "return":
            return "Which token do you give back?"
    return ""


def _turn_question(view: View) -> str:
    """Return the question of a normal turn (K4)."""
    draw = "draw a card, " if view.pile_size and not view.alone else ""
    magic = "return the magic token, " if _may_return_magic(view) else ""
    asked = f"play a card, {draw}{magic}or quit the round?"
    if view.alone:
        return f"All others have quit, so nobody draws: {asked}"
    if not view.pile_size:
        return f"The draw pile is empty: {asked}"
    return asked.capitalize()


def _may_return_magic(view: View) -> bool:
    """Whether the player on turn may return the magic token (K12, K15)."""
    return bool(view.tokens[view.turn].magic) and not view.alone


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step: the cards it is dealt or draws, not those of others."""
    before: State = step.before  # type: ignore[assignment]
    after: State = step.after  # type: ignore[assignment]
    if before.phase == "deal":
        return _tell_deal(after, seat, names)
    if before.phase == "draw":
        drawn = card(step.choice)
        done = before.done(drawn)
        told = _tell_draw(before, drawn, seat, names)
    else:
        done = before.done(step.choice)
        told = _tell_action(step.choice, before, done, names)
    if done.phase == "score":
        told += " " + _tell_points(done, names)
    if after.is_over:
        told += " " + tell_winners(after, names)
    return told


def _tell_deal(after: State, seat: int | None, names: Sequence[str]) -> str:
    """Tell the start of a round, the hands that this seat may see, and a waiting show (K14)."""
    told = (
        f"Round {after.round_number}: {number_of(after.rules.hand, 'card')} each, "
        f"a {card_name(after.top)} starts the discard pile and {names[after.turn]} begins."
    )
    if sum(after.stage) >= SHOW_SIZE:
        told += f" {sum(after.stage)} tokens on the magic stage wait for a llama to be played."
    for name, hand in zip(names, after.view(seat).hands, strict=True):
        if hand is not None:
            told += f" {name} holds {hand_list(hand)}."
    return told


def _tell_draw(before: State, drawn: Card, seat: int | None, names: Sequence[str]) -> str:
    """Tell a drawn card, its value only to those who may see it."""
    drawer = before.turn if before.drawer is None else before.drawer
    seen = seat == drawer or before.rules.open_hands
    return f"{names[drawer]} draws a {card_name(drawn) if seen else 'card'}."


def _tell_action(action: Action, before: State, done: State, names: Sequence[str]) -> str:
    """Tell a player's choice; the choice to draw is told with the card."""
    who = names[before.turn]
    match action.verb, *action.values:
        case "play", kind:
            return f"{who} plays a {card_name(kind)}{_tell_effect(kind, before, done, names)}"
        case "draw", *_:
            return ""
        case "quit", *_:
            return f"{who} quits the round."
        case "swap", *_:
            return f"{who} swaps ten white tokens for a black one."
        case "collect", *_:
            held = tokens_text(before.stage)
            return f"{who} collects {held} from the stage, and the magic show is over."
        case "give", receiver:
            return f"{who} gives {token_text(_token(before))} to {names[receiver]}."
        case "return", "magic":
            return f"{who} returns the magic token to the pool and passes."
        case "return", token:
            return f"{who} returns a {token_name(token)}."
    return f"{who} keeps all tokens."


def _tell_effect(kind: Card, before: State, done: State, names: Sequence[str]) -> str:
    """Tell what a played card does: the rest of the sentence that names it."""
    if kind is LLAMA:
        return _tell_llama(before, done)
    match symbol(kind):
        case "g":
            return _tell_giving(before, done, names)
        case "d":
            return _tell_drawing(done, names)
        case "*":
            return f" and {_tell_magic(before, names)}."
    return "."


def _tell_llama(before: State, done: State) -> str:
    """Tell a llama's token on the stage (K11), and a show that it starts or ends (K13, K16)."""
    told, lying = ".", sum(done.stage)
    if _token(before) != NO_TOKENS:
        lie = f"{number_of(lying, 'token')} {'lies' if lying == 1 else 'lie'}"
        told = f" and puts {token_text(_token(before))} on the magic stage, where {lie} now."
    if done.phase == "score":
        return f"{told} The magic show ends, and nobody collects." if before.show else told
    return f"{told} The magic show begins!" if done.show and not before.show else told


def _tell_giving(before: State, done: State, names: Sequence[str]) -> str:
    """Tell who gets a token; with a choice to make, it is told with the choice (K7)."""
    token, others = _token(before), before.others
    if done.phase == "give":
        return "."
    if token == NO_TOKENS or not others:
        return ", with nothing to give." if others else ", with nobody to give to."
    return f" and gives {token_text(token)} to {names[others[0]]}."


def _tell_drawing(done: State, names: Sequence[str]) -> str:
    """Tell who has to draw; the card is told when it is drawn (K8)."""
    if done.drawer is None:
        return ", but the draw pile is empty."
    return f": {names[done.drawer]} has to draw."


def _tell_magic(before: State, names: Sequence[str]) -> str:
    """Tell from where the magic token is taken (K9)."""
    if before.tokens[before.turn].magic:
        return "keeps the magic token"
    place = "the magic stage" if before.stage.magic else "the pool"
    holders = [name for name, held in zip(names, before.tokens, strict=True) if held.magic]
    return f"takes the magic token from {holders[0] if holders else place}"


def _token(state: State) -> Tokens:
    """Return the token that the player on turn would give away (K10)."""
    return state.tokens[state.turn].one_lowest


def _tell_points(done: State, names: Sequence[str]) -> str:
    """Tell what each hand and the magic token cost at the end of a round (K17)."""
    counted = []
    for name, held, hand in zip(names, done.tokens, done.hands, strict=True):
        points = penalty(hand) + MAGIC_PENALTY * held.magic
        counted.append(f"{name} {points} for {hand_list(hand, held.magic)}")
    return f"Round {done.round_number} is over. Points: {'; '.join(counted)}."
