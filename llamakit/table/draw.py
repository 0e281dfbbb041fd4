"""Drawings as SVG, and the HTML around them: what the pictures of all games are made with.

Imports the standard library only. A *drawing* is SVG text without its outer ``<svg>``: ``place``
puts it somewhere in a picture, ``icon`` makes it stand in a line of HTML. No drawing has an ``id``,
since one page may show it many times. Colours are fixed where a drawing brings its own ground
along; the rest is ink, ``currentColor``, which is light on a dark page. The one drawing here is the
llama, the kit's own, which marks who has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from unicodedata import east_asian_width

INK, PAPER = "#2b2118", "#fffdf7"

#: Of a whole picture: light ink on a dark ground, where its page is dark.
_DARK = (
    "<style>@media (prefers-color-scheme: dark) "
    "{ svg { color: #f3ecdf } .ground { fill: #2a251f } }</style>"
)

#: Width and height of the drawings: a card, a die, a token, the llama's head, a game's cover.
CARD, DIE, TOKEN, HEAD, COVER = (44, 62), (44, 44), (24, 24), (40, 40), (150, 84)


def text(value: object) -> str:
    """Return anything as text for HTML or SVG: markup in it is shown, never obeyed.

    >>> text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(str(value), quote=True)


def llama() -> str:
    """Return the drawing of our llama's head."""
    return (
        f'<g stroke="{INK}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">'
        '<path fill="#e9c9a0" d="M13 14C8 10 7 4 9.5 1.5 13.5 3 15.5 8 16 12z"/>'
        '<path fill="#e9c9a0" d="M27 14c5-4 6-10 3.5-12.5C26.5 3 24.5 8 24 12z"/>'
        '<path fill="#fff1dc" d="M10.5 21c0-7 4-11 9.5-11s9.5 4 9.5 11c0 2-.5 3-.5 5'
        ' 0 8-4 12.5-9 12.5S11 34 11 26c0-2-.5-3-.5-5z"/>'
        '<path fill="#fff" d="M12.5 15c-2.5-3 .5-6 3-5 .5-4 6-5.5 8-1.5 3-1.5 6.5 2'
        ' 4 5.5-1 2.5-3.5 1.5-4.5.5-1.5 2-4.5 2-6 0-1.5 1.5-3.5 1.5-4.5.5z"/>'
        '<ellipse fill="#fff" cx="20" cy="30.5" rx="6.8" ry="5.6"/>'
        f'<path fill="{INK}" stroke-width=".8" d="M17.8 27.8q2.2-1.2 4.4 0L20 30z"/>'
        '<path fill="none" stroke-width="1.1" d="M20 30v1.5m-3.2.3q1.6 2.2 3.2 0 1.6 2.2 3.2 0"/>'
        '<path fill="none" stroke-width="1.1" d="M13 18.8q1.5-1.3 3.2-.5m7.6 0q1.7-.8 3.2.5"/>'
        f'<g stroke="none"><g fill="{INK}"><circle cx="14.8" cy="22" r="1.9"/>'
        '<circle cx="25.2" cy="22" r="1.9"/></g><g fill="#fff">'
        '<circle cx="15.5" cy="21.3" r=".65"/><circle cx="25.9" cy="21.3" r=".65"/></g>'
        '<g fill="#f2a6a0"><circle cx="12.9" cy="26" r="1.5"/>'
        '<circle cx="27.1" cy="26" r="1.5"/></g></g></g>'
    )


def place(drawing: str, x: float, y: float, scale: float = 1) -> str:
    """Return a drawing moved to a place in a picture, and scaled.

    >>> place("<path/>", 10, 20, 0.5)
    '<g transform="translate(10 20) scale(0.5)"><path/></g>'
    """
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{drawing}</g>'


def turned(drawing: str, x: float, y: float, degrees: float, scale: float = 1) -> str:
    """Return a drawing moved to a place in a picture, turned around it, and scaled."""
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({degrees:g}) scale({scale:g})">{drawing}</g>'
    )


def line(drawings: Iterable[str], x: float, y: float, step: float, scale: float = 1) -> str:
    """Return drawings in a line, each one ``step`` further to the right."""
    return "".join(
        place(drawing, x + number * step, y, scale) for number, drawing in enumerate(drawings)
    )


def words(
    content: object, x: float, y: float, size: float = 15, weight: int = 400, room: float = 600
) -> str:
    """Return a line of text in a picture, pressed together if it needs more than its room."""
    ems = sum(1 if wide in "WF" else 0.62 for wide in map(east_asian_width, str(content)))
    pressed = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if ems * size > room else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" '
        f'fill="currentColor" font-family="system-ui,sans-serif"{pressed}>{text(content)}</text>'
    )


def svg(drawing: str, width: float, height: float) -> str:
    """Return a whole picture on a ground of its own, which is dark on a dark page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" color="{INK}">{_DARK}<rect class="ground" x=".5" '
        f'y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="12" fill="#f7f0e1" '
        f'stroke="#8a7a63"/>{drawing}</svg>'
    )


def icon(drawing: str, size: tuple[int, int], name: str = "card", piece: str = "") -> str:
    """Return a drawing to stand in HTML, silent: the words beside it say what it is.

    A ``piece`` such as "card 3" is something that may go from place to place: the page shows it
    travel. Pieces of the same name are alike, and its first word is the kind of thing it is.
    """
    named = f' data-piece="{text(piece)}"' if piece else ""
    return (
        f'<svg class="lk-{name}"{named} viewBox="0 0 {size[0]} {size[1]}" aria-hidden="true" '
        f'focusable="false">{drawing}</svg>'
    )


def piece(drawing: str, name: str) -> str:
    """Return a drawing within a picture as a piece that may go from place to place (``icon``)."""
    return f'<g data-piece="{text(name)}">{drawing}</g>'


def said(content: object) -> str:
    """Return words that are heard and not seen.

    >>> said("llama")
    '<span class="lk-said">llama</span>'
    """
    return f'<span class="lk-said">{text(content)}</span>'


def button(do: str, key: str, content: str, *, action: object = None, extra: str = "") -> str:
    """Return a native button that sends a message to the table.

    ``do`` is what it asks for ("play" with an ``action``, "undo", ...); ``key`` names it, so that
    the focus finds it again after a redraw; ``content`` is HTML, ``extra`` more attributes.
    """
    move = "" if action is None else f' data-action="{text(action)}"'
    more = f" {extra}" if extra else ""
    attributes = f'data-do="{do}"{move} data-key="{text(key)}"{more}'
    return f'<button type="button" {attributes}>{content}</button>'


def table(
    kind: str, rows: str, heads: Sequence[str] = (), caption: str = "", *, extra: str = ""
) -> str:
    """Return a table in the style of its kind: ``rows`` and ``heads`` are HTML, ``caption`` text.

    ``extra`` are more attributes.

    >>> table("lk-odds", "<tr><td>1/6</td></tr>", caption="Odds")
    '<table class="lk-odds"><caption>Odds</caption><tbody><tr><td>1/6</td></tr></tbody></table>'
    """
    titled = f"<caption>{text(caption)}</caption>" if caption else ""
    cells = "".join(f'<th scope="col">{head}</th>' for head in heads)
    head = f"<thead><tr>{cells}</tr></thead>" if heads else ""
    more = f" {extra}" if extra else ""
    return f'<table class="{kind}"{more}>{titled}{head}<tbody>{rows}</tbody></table>'


def pick(shown: str, label: str, key: str, action: object) -> str:
    """Return something drawn that can be clicked to play an action.

    The same answer stands among the choices, so keys do not stop here.
    """
    name = text(label)
    extra = f'class="lk-pick" aria-label="{name}" title="{name}" tabindex="-1"'
    return button("play", key, shown, action=action, extra=extra)
