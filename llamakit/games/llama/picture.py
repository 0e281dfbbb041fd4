"""L.L.A.M.A. drawn: the static picture, and the board as the table shows it.

Imports the standard library, lower rooms and this game's rules and words only. Everything is drawn
from a view, so nothing is shown that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from llamakit.engine.contract import NOTHING_YET, Recent
from llamakit.engine.display import headline
from llamakit.engine.state import Action
from llamakit.games import board as parts
from llamakit.games import drawings, words
from llamakit.games.cards import fewest_tokens, penalty
from llamakit.games.hands import is_scored
from llamakit.games.llama.rules import DRAW, View
from llamakit.games.llama.words import label
from llamakit.games.words import card_list, number_of
from llamakit.table import draw
from llamakit.table.draw import place

_WIDTH, _LINE = 640, 78


def winner() -> str:
    """Return the drawing that marks who has won: our llama."""
    return draw.llama()


def svg(view: View) -> str:
    """Return the whole position as one SVG picture: the two piles and every player's place."""
    drawn = [draw.words(headline(view), 20, 34, 19, 700), draw.words(words.DISCARDS, 20, 62)]
    if view.top:
        drawn.append(place(drawings.card(view.top), 20, 70))
    drawn.append(draw.words(words.DRAW_PILE, 140, 62))
    if view.pile_size:
        drawn.append(place(drawings.back(), 140, 70))
    drawn.append(draw.words(number_of(view.pile_size, "card"), 192, 106))
    for seat in range(len(view.hands)):
        drawn.append(_seat_svg(view, seat, 160 + seat * _LINE))
    return draw.svg("".join(drawn), _WIDTH, 164 + len(view.hands) * _LINE)


def _seat_svg(view: View, seat: int, top: float) -> str:
    """Return one player's lines of the picture: name and points, tokens, hand."""
    name = draw.words(_standing(view, seat), 20, top + 14, room=440)
    coins = draw.line(map(drawings.token, fewest_tokens(view.points[seat])), 480, top - 3, 9)
    return name + coins + drawings.hand(view.hands[seat], view.sizes[seat], 20, top + 22)


def _standing(view: View, seat: int) -> str:
    """Return a player's name and points, what the hand has counted, whether they have quit."""
    held = number_of(view.points[seat], "point")
    counted = penalty(view.hands[seat] or ()) if is_scored(view) else None
    return words.standing(view.name(seat), held, counted, view.active[seat])


def board(
    view: View,
    actions: Sequence[Action] = (),
    recent: Recent = NOTHING_YET,
    scores: str = "",
) -> str:
    """Return the position as HTML for the table; what can be clicked plays one of ``actions``."""
    seats = [_seat_html(view, seat, actions, recent) for seat in range(len(view.hands))]
    top = drawings.card(view.top) if view.top else ""
    discards = parts.discard_pile(view, top, card_list((view.top,)), card_list(view.discards))
    pile = parts.draw_pile(view, DRAW, actions, label)
    return parts.board(discards + pile, seats, scores)


def holding(view: View, seat: int) -> str:
    """Return what a player holds as HTML, with nothing to click."""
    return _hand_html(view, seat, ())


def _seat_html(view: View, seat: int, actions: Sequence[Action], recent: Recent) -> str:
    """Return one player's place: name, tokens and hand."""
    marks, mine = parts.marks(view, seat), actions if seat == view.turn else ()
    if is_scored(view):
        marks.append(words.more_points(penalty(view.hands[seat] or ())))
    tokens = parts.tokens(view, seat, mine, label)
    return parts.place(view, seat, marks, tokens + _hand_html(view, seat, mine), recent)


def _hand_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return a hand: its cards, those that can be played to click; backs where it is hidden."""
    hand = view.hands[seat]
    if hand is None:
        return parts.hidden(view.sizes[seat])
    buttons = parts.clicks(view, "play", hand, actions, label)
    name = words.hand_of(view.name(seat))
    return parts.cards(
        hand, f"hand-{seat}", name, buttons, drawings.card, lambda value: card_list((value,))
    )
