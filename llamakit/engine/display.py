"""What is shown of a position: its text, and in a notebook the game's picture of it as an image.

Imports the standard library and the registry, which finds both. A notebook that is not trusted
keeps only an ``<img>`` and plain text, so every picture is shown with ``as_image``.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from llamakit.engine.registry import find_game

if TYPE_CHECKING:
    from llamakit.engine.state import View


#: An image asks its page whether it is dark. JupyterLab does not say so, therefore it is said here,
#: and that paper is white. A notebook that is not trusted drops this, and the image asks the
#: reader's system instead; its ground is part of it, so it can be read on any page.
_PAGE = (
    '<style>[data-jp-theme-light="true"] .llamakit-picture { color-scheme: light } '
    '[data-jp-theme-light="false"] .llamakit-picture { color-scheme: dark } '
    "@media print { .llamakit-picture { color-scheme: light !important } }</style>"
)


def described(view: View) -> str:
    """Return a view as text, in the words of its game."""
    return find_game(view.rules.game).words.describe(view)


def heading(view: View) -> tuple[str, str]:
    """Return the game and which round or turn it is, and what comes next."""
    return find_game(view.rules.game).words.heading(view)


def headline(view: View) -> str:
    """Return the heading of a view in a line."""
    return ": ".join(heading(view))


def as_image(svg: str, alt: str) -> str:
    """Return a picture as one ``<img>`` with its alternative text.

    What the SVG says of ``prefers-color-scheme: dark`` holds where its page is dark.
    """
    data = b64encode(svg.encode()).decode()
    return (
        f'{_PAGE}<img class="llamakit-picture" alt="{escape(alt)}" '
        f'src="data:image/svg+xml;base64,{data}">'
    )


def image(slug: str, view: View) -> str:
    """Return the game's picture, whose alternative text says the same as ``str(view)``.

    Of a game without a picture: its text.
    """
    game = find_game(slug)
    if not game.has("picture"):
        return f"<pre>{escape(str(view))}</pre>"
    return as_image(game.picture.svg(view), str(view))


def mimebundle(slug: str, view: View) -> dict[str, str]:
    """Return what a notebook shows of a view: its text and its picture, which agree."""
    return {"text/plain": str(view), "text/html": image(slug, view)}
