"""L.L.A.M.A. drawn: the static picture, and the board as the table shows it.

Imports the standard library, ``core`` and this game's rules and words only. Everything is drawn
from a view, so nothing is shown that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.core import board as parts
from llamakit.core import draw
from llamakit.core.cards import penalty
from llamakit.core.draw import place
from llamakit.core.state import Action
from llamakit.core.words import card_list, number_of
from llamakit.llama.rules import DRAW, View
from llamakit.llama.words import label

_WIDTH, _LINE = 640, 78


def svg(view: View) -> str:
    """Return the whole position as one SVG picture: the two piles and every player's place."""
    title, *_ = str(view).splitlines()
    drawn = [draw.words(title, 20, 34, 19, 700), draw.words("Discard pile", 20, 62)]
    if view.top:
        drawn.append(place(draw.card(view.top), 20, 70))
    drawn.append(draw.words("Draw pile", 140, 62))
    if view.pile_size:
        drawn.append(place(draw.back(), 140, 70))
    drawn.append(draw.words(number_of(view.pile_size, "card"), 192, 106))
    for seat in range(len(view.hands)):
        drawn.append(_seat_svg(view, seat, 160 + seat * _LINE))
    return draw.svg("".join(drawn), _WIDTH, 164 + len(view.hands) * _LINE)


def _seat_svg(view: View, seat: int, top: float) -> str:
    """Return one player's lines of the picture: name and points, tokens, hand."""
    name = draw.words(f"{view.name(seat)}: {_standing(view, seat)}", 20, top + 14, room=440)
    coins = draw.line(map(draw.token, draw.tokens(view.points[seat])), 480, top - 3, 9)
    hand = view.hands[seat]
    cards = [draw.back()] * view.sizes[seat] if hand is None else list(map(draw.card, hand))
    step = min(20 if hand is None else 38, 560 / max(len(cards) - 1, 1))
    return name + coins + draw.line(cards, 20, top + 22, step, 0.78)


def _standing(view: View, seat: int) -> str:
    """Return a player's points, what the hand has just counted, and whether they have quit."""
    standing = number_of(view.points[seat], "point")
    if _is_scored(view):
        return f"{standing} (this hand: {penalty(view.hands[seat] or ())})"
    return standing if view.active[seat] else f"{standing}, has quit"


def _is_scored(view: View) -> bool:
    """Whether the hands have been counted already (C9)."""
    return view.phase in ("deal", "return", "over")


def board(view: View, actions: Sequence[Action] = ()) -> str:
    """Return the position as HTML for the table; what can be clicked plays one of ``actions``."""
    seats = "".join(_seat_html(view, seat, actions) for seat in range(len(view.hands)))
    top = draw.card(view.top) if view.top else ""
    discards = parts.discard_pile(view, top, card_list((view.top,)), card_list(view.discards))
    pile = parts.draw_pile(view, DRAW, actions, label)
    return f'<div class="lk-middle">{discards}{pile}</div>{seats}'


def _seat_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return one player's place: name, tokens and hand."""
    marks, mine = parts.marks(view, seat), actions if seat == view.turn else ()
    if _is_scored(view):
        marks.append(f"+{number_of(penalty(view.hands[seat] or ()), 'point')}")
    tokens = parts.tokens(view, seat, mine, label)
    return parts.place(view, seat, marks, tokens + _hand_html(view, seat, mine))


def _hand_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return a hand: its cards, those that can be played to click; backs where it is hidden."""
    hand = view.hands[seat]
    if hand is None:
        return parts.hidden(view.sizes[seat])
    buttons = parts.clicks(view, "play", hand, actions, label)
    name = f"{view.name(seat)}: hand"
    return parts.cards(
        hand, f"hand-{seat}", name, buttons, draw.card, lambda value: card_list((value,))
    )
