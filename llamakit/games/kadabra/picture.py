"""LLAMA Kadabra drawn: the static picture, and the board as the table shows it.

Imports the standard library, lower rooms and this game's rules and words only. Everything is drawn
from a view, so nothing is shown that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from llamakit.engine.contract import NOTHING_YET, Recent
from llamakit.engine.display import headline
from llamakit.engine.state import Action
from llamakit.games import board as parts
from llamakit.games import drawings, words
from llamakit.games.cards import BLACK, WHITE
from llamakit.games.drawings import HUES
from llamakit.games.hands import is_scored
from llamakit.games.kadabra.rules import (
    COLLECT,
    DRAW,
    FACES,
    RETURN_BLACK,
    RETURN_MAGIC,
    RETURN_WHITE,
    SWAP,
    Card,
    Tokens,
    View,
    penalty,
    symbol,
)
from llamakit.games.kadabra.words import (
    SHOW,
    STAGE_NAME,
    STAGE_SHOW,
    card_name,
    hand_counts,
    hand_list,
    label,
    tokens_text,
)
from llamakit.games.words import number_of
from llamakit.table import draw
from llamakit.table.draw import INK, PAPER, TOKEN, place

#: Width and height of the drawing of the magic stage.
STAGE = (190, 80)

_WIDTH, _LINE = 640, 78
_STAR = '<path d="M0-7 1.9-2.3 6.7-2.2 2.9.9 4.1 5.7 0 3-4.1 5.7-2.9.9-6.7-2.2-1.9-2.3z"/>'

#: The symbols on cards (K2), around their middle: a token that leaves, a card that comes, a star.
_SYMBOLS = {
    "g": '<circle cx="-3.2" cy="0" r="3.6"/><path d="M1 0h5.5M4 -2.8 6.8 0 4 2.8" fill="none" '
    f'stroke="{INK}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>',
    "d": f'<rect x="-4.6" y="-6" width="9.2" height="12" rx="1.6"/><path d="M-2.6 0h5.2M0-2.6v5.2" '
    f'stroke="{PAPER}" stroke-width="1.7"/>',
    "*": _STAR,
}


def card(kind: Card) -> str:
    """Return the drawing of a card: one value, two on a double card, and its symbol in a corner."""
    values = FACES[kind]
    if len(values) == 2:
        return _double(*values)
    badge = f'<circle r="9.6" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
    drawn = drawings.card(values[0])
    if symbol(kind):
        drawn += place(f'{badge}<g fill="{INK}">{_SYMBOLS[symbol(kind)]}</g>', 33.5, 52, 0.92)
    return drawn


def _double(low: int, high: int) -> str:
    """Return the drawing of a double card: both hues, parted from corner to corner."""
    numbers = "".join(
        f'<circle cx="{x}" cy="{y}" r="10.5" fill="{PAPER}"/><text x="{x}" y="{y + 6.6}" '
        f'font-size="19" fill="{INK}" font-family="system-ui,sans-serif" font-weight="800" '
        f'text-anchor="middle">{value}</text>'
        for value, x, y in ((low, 14, 17), (high, 30, 45))
    )
    return (
        f'<rect x="1" y="1" width="42" height="60" rx="7" fill="{HUES[low]}"/>'
        f'<path fill="{HUES[high]}" d="M42.2 4.6 1.8 57.4A7 7 0 0 0 8 61H36a7 7 0 0 0 7-7V8q0-2-.8'
        f'-3.4z"/>{numbers}<rect x="1" y="1" width="42" height="60" rx="7" fill="none" '
        f'stroke="{INK}" stroke-width="1.4"/>'
    )


def magic_token() -> str:
    """Return the drawing of the magic token: blue, with a star."""
    return (
        f'<circle cx="12" cy="12" r="11" fill="#0072b2" stroke="{INK}" stroke-width="1.2"/>'
        f'<g fill="{PAPER}">{place(_STAR, 12, 12.4, 1.15)}</g>'
    )


def _each(held: Tokens) -> list[str]:
    """Return the drawing of each token, those of most value last, where they lie on top."""
    whites, blacks = [drawings.token(WHITE)] * held.white, [drawings.token(BLACK)] * held.black
    return whites + blacks + [magic_token()] * held.magic


def _row_of(drawings: Sequence[str], x: float, y: float, room: float, step: float) -> str:
    """Return drawings in a line, closer together where there is too little room for them."""
    return draw.line(drawings, x, y, min(step, room / max(len(drawings) - 1, 1)))


def stage(held: Tokens) -> str:
    """Return the drawing of the magic stage with the tokens on it."""
    curtain = "M0 0h40q-2 34-32 44L6 68H0z"
    names = ["token 1"] * held.white + ["token 10"] * held.black + ["token magic"] * held.magic
    pieces = map(draw.piece, _each(held), names)
    tokens = _row_of(list(pieces), 30, 41, 106, 25)
    return (
        f'<rect width="190" height="80" rx="8" fill="#2f2a4a"/>'
        f'<path fill="#f0e442" opacity=".28" d="M85 0h20l56 66H29z"/>'
        f'<path fill="#8a6a3f" d="M0 62h190v10a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z"/>{tokens}'
        f'<g fill="#b03a48" stroke="{INK}"><path d="{curtain}"/>'
        f'<path transform="matrix(-1 0 0 1 190 0)" d="{curtain}"/>'
        '<path d="M0 0h190v9q-12 8-24 0-12 8-24 0-12 8-24 0-12 8-24 0-12 8-24 0-12 8-24 0-12 8-24 '
        '0-11 8-22 0z"/></g>'
    )


def winner() -> str:
    """Return the drawing that marks who has won: our llama."""
    return draw.llama()


def svg(view: View) -> str:
    """Return the whole position as one SVG picture: piles, magic stage, every player's place."""
    drawn = [draw.words(headline(view), 20, 34, 19, 700), draw.words(words.DISCARDS, 20, 62)]
    if view.top:
        drawn.append(place(card(view.top), 20, 70))
    drawn.append(draw.words(words.DRAW_PILE, 140, 62))
    if view.pile_size:
        drawn.append(place(drawings.back(), 140, 70))
    drawn.append(draw.words(number_of(view.pile_size, "card"), 192, 106))
    drawn.append(draw.words(STAGE_SHOW if view.show else STAGE_NAME, 300, 62))
    drawn.append(place(stage(view.stage), 300, 70, 0.8))
    drawn.append(draw.words(tokens_text(view.stage), 460, 106, room=165))
    for seat in range(len(view.hands)):
        drawn.append(_seat_svg(view, seat, 160 + seat * _LINE))
    return draw.svg("".join(drawn), _WIDTH, 164 + len(view.hands) * _LINE)


def _seat_svg(view: View, seat: int, top: float) -> str:
    """Return one player's lines of the picture: name and standing, tokens, hand."""
    name = draw.words(_standing(view, seat), 20, top + 14, room=400)
    coins = _row_of(_each(view.tokens[seat]), 440, top - 3, 160, 16)
    return name + coins + drawings.hand(view.hands[seat], view.sizes[seat], 20, top + 22, card)


def _standing(view: View, seat: int) -> str:
    """Return a player's name and tokens, what the hand has counted, whether they have quit."""
    held = tokens_text(view.tokens[seat])
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
    piles = _discard_pile(view) + parts.draw_pile(view, DRAW, actions, label)
    return parts.board(piles + _stage_html(view, actions), seats, scores)


def _discard_pile(view: View) -> str:
    """Return the discard pile."""
    drawing, heard = (card(view.top), card_name(view.top)) if view.top else ("", "")
    return parts.discard_pile(view, drawing, heard, hand_list(view.discards))


def _stage_html(view: View, actions: Sequence[Action]) -> str:
    """Return the magic stage; in the show it can be clicked to collect its tokens (K13)."""
    shown = draw.icon(stage(view.stage), STAGE)
    if COLLECT in actions:
        shown = draw.pick(shown, label(COLLECT, view), "stage", COLLECT)
    tag = f' <span class="lk-tag">{SHOW}</span>' if view.show else ""
    return (
        f'<section class="lk-place lk-magic" data-place="stage"><h4>{STAGE_NAME}{tag}</h4>{shown}'
        f"<p>{tokens_text(view.stage)}</p></section>"
    )


def holding(view: View, seat: int) -> str:
    """Return what a player holds as HTML, with nothing to click."""
    return _hand_html(view, seat, ())


def _seat_html(view: View, seat: int, actions: Sequence[Action], recent: Recent) -> str:
    """Return one player's place: name, tokens and hand."""
    marks = parts.marks(view, seat)
    if is_scored(view):
        marks.append(hand_counts(penalty(view.hands[seat] or ())))
    tokens, hand = _tokens_html(view, seat, actions), _hand_html(view, seat, actions)
    return parts.place(view, seat, marks, tokens + hand, recent)


def _tokens_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return a player's tokens; those that can go, come or be swapped can be clicked."""
    shown = "".join(_token_items(view, seat, actions))
    held = view.tokens[seat]
    total = number_of(held.points, "point")
    kinds = f" ({tokens_text(held)})" if held.points else ""
    counted = f'<span title="{tokens_text(held)}">{total}{draw.said(kinds)}</span>'
    return f'<p class="lk-tokens" data-group="tokens-{seat}">{shown} {counted}</p>'


def _token_items(view: View, seat: int, actions: Sequence[Action]) -> Iterator[str]:
    """Yield a drawing for each token, and for what may be done with tokens here (K7, K12, K18)."""
    held, mine = view.tokens[seat], actions if seat == view.turn else ()
    kinds = (
        (held.magic, magic_token(), "token magic", RETURN_MAGIC),
        (held.black, drawings.token(BLACK), "token 10", RETURN_BLACK),
        (held.white, drawings.token(WHITE), "token 1", RETURN_WHITE),
    )
    for count, drawing, name, action in kinds:
        clickable = action in mine
        token = draw.icon(drawing, TOKEN, "token", name)
        if clickable:
            yield draw.pick(token, label(action, view), str(action), action)
        yield token * (count - clickable)
    if SWAP in mine:
        black = draw.icon(drawings.token(BLACK), TOKEN, "token")
        yield draw.pick(black, label(SWAP, view), "swap", SWAP)
    give = Action("give", (seat,))
    if give in actions:
        (token,) = _each(view.tokens[view.turn].one_lowest)
        yield draw.pick(draw.icon(token, TOKEN, "token"), label(give, view), str(give), give)


def _hand_html(view: View, seat: int, actions: Sequence[Action]) -> str:
    """Return a hand: its cards, those that can be played to click; backs where it is hidden."""
    hand = view.hands[seat]
    if hand is None:
        return parts.hidden(view.sizes[seat])
    mine = actions if seat == view.turn else ()
    buttons = parts.clicks(view, "play", hand, mine, label)
    name = words.hand_of(view.name(seat))
    return parts.cards(hand, f"hand-{seat}", name, buttons, card, card_name)
