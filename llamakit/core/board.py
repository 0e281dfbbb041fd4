"""The pieces of a board that the llama games share, as HTML: places, tokens, cards, piles.

Imports the standard library and ``core`` only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from llamakit.core import draw
from llamakit.core.draw import CARD, TOKEN, card_button, icon, said, text
from llamakit.core.state import Action
from llamakit.core.words import number_of

#: What says an action on a button: a game's ``label``.
Label = Callable[[Action, Any], str]


def place(view: Any, seat: int, marks: Iterable[str], content: str) -> str:
    """Return one player's place: the name with marks beside it, and what lies there."""
    turn = ' data-turn="yes"' if view.player == seat else ""
    tags = "".join(f' <span class="lk-tag">{mark}</span>' for mark in marks)
    name = f"<h4><bdi>{text(view.name(seat))}</bdi>{tags}</h4>"
    return f'<section class="lk-seat"{turn}>{name}{content}</section>'


def marks(view: Any, seat: int) -> list[str]:
    """Return the marks beside a name: on turn, has quit."""
    quit_now = [] if view.active[seat] else ["has quit"]
    return ["on turn"] * (view.player == seat) + quit_now


def tokens(view: Any, seat: int, actions: Sequence[Action], label: Label) -> str:
    """Return a player's points as tokens; one that may be returned can be clicked (G4)."""
    returnable = {action.values[0]: action for action in actions if action.verb == "return"}
    shown = []
    for token in draw.tokens(view.points[seat]):
        action, drawing = returnable.pop(token, None), draw.token(token)
        if action is None:
            shown.append(icon(drawing, TOKEN, "token"))
        else:
            name = label(action, view)
            shown.append(card_button(drawing, TOKEN, name, f"token {token}", action))
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
        if card in buttons:
            action, label = buttons[card]
            item = card_button(drawing(card), CARD, label, f"{key} {number} {card}", action)
        else:
            item = icon(drawing(card), CARD) + said(heard(card))
        items.append(f"<li>{item}</li>")
    if not items:
        return '<p class="lk-none">no cards</p>'
    return (
        f'<ul class="lk-cards" data-group="{key}" aria-label="{text(name)}">{"".join(items)}</ul>'
    )


def hidden(size: int) -> str:
    """Return so many cards face down."""
    backs = icon(draw.back(), CARD) * size
    return f'<p class="lk-cards lk-hidden">{backs}{said(number_of(size, "hidden card"))}</p>'


def discard_pile(view: Any, drawing: str, heard: str, everything: str) -> str:
    """Return the discard pile: its top card, and on demand all of it, which anybody may know."""
    top = icon(drawing, CARD) + said(heard) if view.top else ""
    size = number_of(len(view.discards), "card")
    return (
        f'<section class="lk-place"><h4>Discard pile</h4>{top}<details data-key="discards">'
        f'<summary data-key="discards open">{size}</summary>{text(everything)}'
        "</details></section>"
    )


def draw_pile(view: Any, action: Action, actions: Sequence[Action], label: Label) -> str:
    """Return the draw pile; if ``action``, drawing, is possible, it can be clicked."""
    if action in actions:
        pile = card_button(draw.back(), CARD, label(action, view), "pile", action)
    else:
        pile = icon(draw.back(), CARD) if view.pile_size else ""
    size = number_of(view.pile_size, "card")
    return f'<section class="lk-place"><h4>Draw pile</h4>{pile}<p>{size}</p></section>'
