"""The pieces of a board that the llama games share, as HTML: places, tokens, cards, piles.

Imports the standard library and lower rooms only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from llamakit.engine.contract import NOTHING_YET, Deed, Recent
from llamakit.engine.state import Action
from llamakit.games import drawings, words
from llamakit.games.cards import fewest_tokens
from llamakit.games.words import number_of
from llamakit.table.draw import CARD, DIE, TOKEN, icon, pick, said, text

#: What says an action on a button: a game's ``label``.
Label = Callable[[Action, Any], str]


def board(middle: str, seats: Sequence[str], scores: str = "") -> str:
    """Return what lies in the middle, then the players' places, or the scores instead.

    Many places stand in two columns. The scores take as much room as they do.
    """
    many = " lk-many" * (len(seats) > 3)
    rows = (len(seats) + 1) // 2 if len(seats) > 3 else len(seats)
    room = f'style="--seats: {len(seats)}; --rows: {rows}"'
    places = f'<div class="lk-seats{many}" {room}>{scores or "".join(seats)}</div>'
    return f'<div class="lk-middle">{middle}</div>{places}'


def place(
    view: Any,
    seat: int,
    marks: Sequence[str],
    content: str,
    recent: Recent = NOTHING_YET,
    die: Callable[[Any], str] = drawings.die,
    head: str = "",
) -> str:
    """Return one player's place: the name with marks beside it, the last deed, what lies there.

    ``die`` draws a die's face, and ``head`` stands before the name.
    """
    turn = ' data-turn="yes"' if view.player == seat else ""
    turn += " data-quit" * (words.QUIT_NOW in marks)
    tags = "".join(f' <span class="lk-tag">{mark}</span>' for mark in marks)
    name = f"<h4>{head}<bdi>{text(view.name(seat))}</bdi>{tags}</h4>"
    did = f"{name}{_deed(recent, seat, die)}{content}"
    return f'<section class="lk-seat" data-place="seat {seat}"{turn}>{did}</section>'


def _deed(recent: Recent, seat: int, die: Callable[[Any], str]) -> str:
    """Return what a player did last in the round, and rolled, to be seen until they act again."""
    deed = recent.deeds.get(seat, Deed(""))
    faces = "".join(icon(die(face), DIE, "mini") for face in deed.roll)
    last = " data-last" * (recent.last == seat)
    return f'<p class="lk-did"{last}>{faces} {text(deed.words)}</p>'


def dice(view: Any, shown: Sequence[str], label: str, action: Action | None, recent: Recent) -> str:
    """Return the place of the dice, each of them drawn in ``shown``.

    They lie there until they are rolled again, with the name of the player who did. A click on them
    plays ``action``, called ``label``, if there is one.
    """
    numbers = recent.rolled or (0,) * len(shown)
    lying = "".join(
        f'<span data-rolled="{number}">{die}</span>'
        for number, die in zip(numbers, shown, strict=True)
    )
    old = recent.roller is not None and not any(view.roll)
    lying = f'<span class="lk-dice{" lk-old" * old}">{lying}</span>'
    if action is not None:
        lying = pick(lying, label, "dice", action)
    title = words.DICE if recent.roller is None else words.dice_of(view.name(recent.roller))
    return f'<section class="lk-place"><h4>{text(title)}</h4>{lying}</section>'


def marks(view: Any, seat: int) -> list[str]:
    """Return the marks beside a name: on turn, has quit."""
    quit_now = [] if view.active[seat] else [words.QUIT_NOW]
    return [words.ON_TURN] * (view.player == seat) + quit_now


def tokens(view: Any, seat: int, actions: Sequence[Action], label: Label) -> str:
    """Return a player's points as tokens; one that may be returned can be clicked (G4)."""
    returnable = {action.values[0]: action for action in actions if action.verb == "return"}
    shown = []
    for token in fewest_tokens(view.points[seat]):
        action = returnable.pop(token, None)
        drawn = icon(drawings.token(token), TOKEN, "token", f"token {token}")
        if action is not None:
            drawn = pick(drawn, label(action, view), f"token {token}", action)
        shown.append(drawn)
    points = f"<span>{number_of(view.points[seat], 'point')}</span>"
    return f'<p class="lk-tokens" data-group="tokens-{seat}">{"".join(shown)} {points}</p>'


def clicks(
    view: Any, verb: str, cards: Iterable[Any], actions: Sequence[Action], label: Label
) -> dict[Any, tuple[Action, str]]:
    """Return for each card that an action of one card names that action and its label."""
    named = {card: Action(verb, (card,)) for card in cards}
    return {card: (act, label(act, view)) for card, act in named.items() if act in actions}


def cards(
    hand: Sequence[Any],
    key: str,
    name: str,
    buttons: Mapping[Any, tuple[Action, str]],
    drawing: Callable[[Any], str],
    heard: Callable[[Any], str],
) -> str:
    """Return cards in a list, those in ``buttons`` to click; ``heard`` says the others."""
    items = []
    for number, card in enumerate(hand):
        shown = icon(drawing(card), CARD, piece=f"card {card}")
        if card in buttons:
            action, label = buttons[card]
            item = pick(shown, label, f"{key} {number} {card}", action)
        else:
            item = shown + said(heard(card))
        items.append(f"<li>{item}</li>")
    if not items:
        return f'<p class="lk-none">{words.NO_CARDS}</p>'
    return (
        f'<ul class="lk-cards" data-group="{key}" aria-label="{text(name)}">{"".join(items)}</ul>'
    )


def hidden(size: int) -> str:
    """Return so many cards face down."""
    backs = icon(drawings.back(), CARD, piece="card back") * size
    return f'<p class="lk-cards lk-hidden">{backs}{said(words.hidden_cards(size))}</p>'


def discard_pile(view: Any, drawing: str, heard: str, everything: str) -> str:
    """Return the discard pile: its top card, and on demand all of it, which anybody may know."""
    top = icon(drawing, CARD, piece=f"card {view.top}") + said(heard) if view.top else ""
    size = number_of(len(view.discards), "card")
    return (
        f'<section class="lk-place" data-place="discards" data-pile="{len(view.discards)}">'
        f'<h4>{words.DISCARDS}</h4>{top}<details data-key="discards">'
        f'<summary data-key="discards open">{size}</summary>{text(everything)}'
        "</details></section>"
    )


def draw_pile(view: Any, action: Action, actions: Sequence[Action], label: Label) -> str:
    """Return the draw pile; if ``action``, drawing, is possible, it can be clicked."""
    pile = icon(drawings.back(), CARD) if view.pile_size else ""
    if action in actions:
        pile = pick(pile, label(action, view), "pile", action)
    size = number_of(view.pile_size, "card")
    return (
        f'<section class="lk-place" data-stock="card"><h4>{words.DRAW_PILE}</h4>'
        f"{pile}<p>{size}</p></section>"
    )
