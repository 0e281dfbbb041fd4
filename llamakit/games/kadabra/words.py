"""LLAMA Kadabra in words: what happened, as each seat hears it, and what one may do.

Imports the standard library, lower rooms and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llamakit.engine.game import Step
from llamakit.engine.state import Action
from llamakit.games import words
from llamakit.games.cards import LLAMA
from llamakit.games.kadabra.rules import (
    COLLECT,
    DRAW,
    KEEP,
    MAGIC_PENALTY,
    NO_TOKENS,
    QUIT,
    RETURN_MAGIC,
    SHOW_SIZE,
    SWAP,
    Card,
    Hand,
    State,
    Tokens,
    View,
    card,
    penalty,
    quitter_keeps_magic,
    symbol,
)
from llamakit.games.refusals import listed
from llamakit.games.words import (
    card_list,
    number_of,
    tell_step,
    token_name,
    why_over,
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

#: The answer that comes first in a phase, and stays there, greyed, while it is not possible.
FIRST = {"turn": DRAW, "show": COLLECT}

#: The answers that stand apart, and in which row.
ASIDE = {QUIT: 1, KEEP: 1, SWAP: 2, RETURN_MAGIC: 3}

#: The clause of each symbol (K2).
SYMBOL_CLAUSES = {"g": "K7", "d": "K8", "*": "K9"}


def tokens_text(tokens: Tokens) -> str:
    """Return tokens in words.

    >>> tokens_text(Tokens(3, 1)), tokens_text(Tokens(magic=1)), tokens_text(Tokens())
    ('3 white and 1 black', 'the magic token', 'no tokens')
    """
    parts = [f"{tokens.white} white"] * (tokens.white > 0)
    parts += [f"{tokens.black} black"] * (tokens.black > 0)
    parts += ["the magic token"] * (tokens.magic > 0)
    if not parts:
        return "no tokens"
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


#: How each bot plays, in a line.
LEVELS = {
    "random": "Does anything that is allowed.",
    "greedy": "Never quits while it can do anything else, and sheds as many points as it can.",
    "cautious": "Goes on only as long as its next move sheds points.",
    "sharp": "Plays what fits; stuck, it quits with few points in hand, and else draws.",
    "strong": "Tries each move in many deals that fit what it has seen and heard.",
}


def describe(view: View) -> str:
    """Return a position as text, the heading first."""
    lines = [": ".join(heading(view))]
    lines.append(
        f"  discard pile: {view.top or '-'} on top, {number_of(len(view.discards), 'card')}; "
        f"draw pile: {number_of(view.pile_size, 'card')}"
    )
    lines.append(f"  magic stage: {tokens_text(view.stage)}{', magic show' * view.show}")
    for seat, hand in enumerate(view.hands):
        held = number_of(view.sizes[seat], "card") if hand is None else listed(hand)
        quit_now = "" if view.active[seat] else "; quit"
        lines.append(f"  {view.name(seat)}: {held} ({tokens_text(view.tokens[seat])}{quit_now})")
    return "\n".join(lines)


def heading(view: View) -> tuple[str, str]:
    """Return the game and the round, and whose turn it is for what."""
    who = view.name(view.turn)
    drawer = who if view.drawer is None else view.name(view.drawer)
    what_next = {
        "deal": "the cards are dealt",
        "turn": f"{who} to move",
        "show": f"{who} is in the magic show",
        "give": f"{who} gives a token away",
        "draw": f"{drawer} draws",
        "return": f"{who} may return a token",
        "over": "the game is over",
    }[view.phase]
    return f"{view.rules.title}, round {view.round_number}", what_next


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


#: Each kind of decision as a question to ask oneself.
ASK_YOURSELF = {
    "turn": "What do your hand and your tokens count if you quit now? What does each card you may "
    "play do, to you and to the next player?",
    "show": "What lies on the stage, and what would it cost you? Can the next player go on if you "
    "play a llama?",
    "give": "Who is about to win, and whom does this token hurt most?",
    "return": "Which token counts most? Would ten white ones go together as a black one?",
}


def ask_yourself(view: View) -> str:
    """Return the question to ask oneself before deciding; empty where nobody decides."""
    return ASK_YOURSELF.get(view.phase, "")


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


def rolled(step: Step, seat: int | None) -> tuple[Any, ...]:
    """Return nothing: this game has no dice."""
    return ()


def counted(step: Step) -> tuple[tuple[str, int], ...]:
    """Return each seat's cards and their points in the step that ends a round; else nothing.

    A magic token held counts too (K17).
    """
    done = _done(step)
    if done.phase != "score":
        return ()
    return tuple(
        (hand_list(hand, held.magic), penalty(hand) + MAGIC_PENALTY * held.magic)
        for hand, held in zip(done.hands, done.tokens, strict=True)
    )


def _done(step: Step) -> State:
    """Return the position after a step; if that ends the round, before the round is counted."""
    before, after = step.before, step.after
    if after.phase in ("return", "deal", "over"):
        choice = card(step.choice) if before.phase == "draw" else step.choice
        after = before.done(choice)  # type: ignore[attr-defined]
    return after  # type: ignore[return-value]


def tell(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a seat hears of a step: the cards it is dealt or draws, not those of others."""
    if step.before.phase == "deal":
        return _tell_deal(step.after, seat, names)  # type: ignore[arg-type]
    return tell_step(step, deed(step, seat, names), counted(step), names)


def _tell_deal(after: State, seat: int | None, names: Sequence[str]) -> str:
    """Tell the start of a round, the hands that this seat may see, and a waiting show (K14)."""
    sentence = (
        f"Round {after.round_number}: {number_of(after.rules.hand, 'card')} each, "
        f"a {card_name(after.top)} starts the discard pile and {names[after.turn]} begins."
    )
    if sum(after.stage) >= SHOW_SIZE:
        sentence += f" {sum(after.stage)} tokens on the magic stage wait for a llama to be played."
    for name, hand in zip(names, after.view(seat).hands, strict=True):
        if hand is not None:
            sentence += f" {name} holds {hand_list(hand)}."
    return sentence


def deed(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a player did, as a seat hears it; the choice to draw is told with the card."""
    over = f" {why_over(_done(step).hands, names)}" if counted(step) else ""
    return _deed(step, seat, names) + over


def _deed(step: Step, seat: int | None, names: Sequence[str]) -> str:
    """Return what a player did, without what comes of it for the round."""
    before: State = step.before  # type: ignore[assignment]
    if before.phase == "deal":
        return ""
    if before.phase == "draw":
        seen = seat == before.mover or before.rules.open_hands
        return f"draws a {card_name(card(step.choice)) if seen else 'card'}."
    return _action_deed(step.choice, before, _done(step), names)


def _action_deed(action: Action, before: State, done: State, names: Sequence[str]) -> str:
    """Return a player's choice and what it brings about."""
    match action.verb, *action.values:
        case "play", kind:
            effect = _tell_effect(kind, before, done, names)
            return f"plays a {card_name(kind)}{effect}"
        case "draw", *_:
            return ""
        case "quit", *_:
            return "quits the round."
        case "swap", *_:
            return "swaps ten white tokens for a black one."
        case "collect", *_:
            held = tokens_text(before.stage)
            return f"collects {held} from the stage, and the magic show is over."
        case "give", receiver:
            return f"gives {token_text(_token(before))} to {names[receiver]}."
        case "return", "magic":
            return "returns the magic token to the pool and passes."
        case "return", token:
            return f"returns a {token_name(token)}."
    return "keeps all tokens."


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
            return _tell_star(before, names)
    return "."


def _tell_llama(before: State, done: State) -> str:
    """Tell a llama's token on the stage (K11), and a show that it starts or ends (K13, K16)."""
    sentence, lying = ".", sum(done.stage)
    if _token(before) != NO_TOKENS:
        lie = f"{number_of(lying, 'token')} {'lies' if lying == 1 else 'lie'}"
        sentence = f" and puts {token_text(_token(before))} on the magic stage, where {lie} now."
    if done.phase == "score":
        return f"{sentence} The magic show ends, and nobody collects." if before.show else sentence
    return f"{sentence} The magic show begins!" if done.show and not before.show else sentence


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


def _tell_star(before: State, names: Sequence[str]) -> str:
    """Tell from where the magic token is taken, or why it is not (K9)."""
    if quitter_keeps_magic(before):
        return ", but a player who has quit keeps the magic token."
    if before.tokens[before.turn].magic:
        return " and keeps the magic token."
    place = "the magic stage" if before.stage.magic else "the pool"
    holders = [name for name, held in zip(names, before.tokens, strict=True) if held.magic]
    return f" and takes the magic token from {holders[0] if holders else place}."


def _token(state: State) -> Tokens:
    """Return the token that the player on turn would give away (K10)."""
    return state.tokens[state.turn].one_lowest


# On a real desk, in the companion

#: The fields, by name.
DESK = words.DESK | {
    "white": "White tokens you hold",
    "black": "Black tokens you hold",
    "magic": "Do you hold the magic token?",
    "stage": "Tokens on the magic stage (all count as white)",
    "llama": "Has a llama been played this round?",
}


# On the board and in the picture

STAGE_NAME, SHOW = "Magic stage", "magic show!"
STAGE_SHOW = f"{STAGE_NAME}: {SHOW}"


def hand_counts(points: int) -> str:
    """Return the mark beside a name whose hand has been counted."""
    return f"hand: {number_of(points, 'point')}"


# Beside a decision

#: The lesson.
ODDS = "kadabra_odds"

_WHY_LOWEST = (
    "Your token of the lowest kind goes: a white one (1) before a black one (10) before the magic "
    "token (10)."
)
_WHY_POINTS = "A white token counts 1, a black one 10, and the magic token 10."
_WHY_CHANCE = "You have not seen {total} cards, and {good} of them will do. {worked}"

#: The figures of the odds: what each is called, why it is what it is, and in which lesson.
FIGURES = {
    "quit": ("quit now", "Each value in your hand counts once: {sum}.", ODDS),
    "draw": (
        "one more card",
        "For each of the {total} cards you have not seen: what your hand would count with it. "
        "Added up that is {added}, and {added}/{total} = {value}.",
        ODDS,
    ),
    "draw fits": ("a drawn card fits the top card", _WHY_CHANCE, ODDS),
    "draw llama": ("a drawn card is a llama", _WHY_CHANCE, ODDS),
    "next card": ("{label}: {who} can play a card next", _WHY_CHANCE, ODDS),
    "next llama": ("{label}: {who} can play a llama next", _WHY_CHANCE, ODDS),
    "lowest": ("points of your lowest token", _WHY_LOWEST, ODDS),
    "lowest then": ("{label}: points of your lowest token", _WHY_LOWEST, ODDS),
    "leaves": ("{label}: points of the token that leaves", _WHY_LOWEST, ODDS),
    "magic leaves": ("{label}: points of the token that leaves", _WHY_POINTS, ODDS),
    "collect": ("{label}: points you take", _WHY_POINTS, ODDS),
    "give": ("{label}: points they then hold", _WHY_POINTS, ODDS),
    "swap": ("{label}: points left after a return then", _WHY_POINTS, ODDS),
    "left": ("{label}: points left", _WHY_POINTS, ODDS),
}


def some_will_do(total: int, good: int, size: int) -> str:
    """Return how likely it is that some of a few unseen cards will do, worked out in words.

    >>> some_will_do(53, 16, 1)
    'So it is 16/53.'
    >>> some_will_do(53, 16, 2)
    'The probability that neither of 2 cards will do is 37/53 × 36/52. Take it from 1.'
    """
    if size == 0 or not good:
        return "So there is no chance of it."
    if size == 1:
        return f"So it is {good}/{total}."
    factors = [f"{total - good - drawn}/{total - drawn}" for drawn in range(size)]
    if len(factors) > 3:
        factors = [*factors[:2], "…", factors[-1]]
    none = "neither" if size == 2 else "none"
    return (
        f"The probability that {none} of {size} cards will do is {' × '.join(factors)}. "
        "Take it from 1."
    )


def with_magic(held: str, points: int) -> str:
    """Return what a hand counts, worked out in words, where the magic token counts as well.

    >>> with_magic("1 + 6 = 7", 10)
    '1 + 6 = 7, and 10 for the magic token'
    """
    return f"{held}, and {points} for the magic token"


#: Why the next player can play for sure.
SEEN = "A card that will do can be seen."

#: The player on turn, in a figure.
YOU = "you"

#: What an action brings right away, in a clause.
EFFECTS = {
    "play": "to {label} leaves you at {points} points, hand and tokens together",
    "draw": "after a draw you stand at {points} points on average, hand and tokens together, and "
    "the card fits in {fits} of all cases",
    "quit": "quitting leaves you at {points} points for sure, hand and tokens together",
    "give": "{who} then holds {points} points in tokens",
    "swap": "to {label} changes no points, only perhaps which token is the lowest",
    "return": "to {label} leaves you with {points} points",
}
