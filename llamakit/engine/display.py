"""What is shown of a position: its text, and in a notebook the game's picture of it as an image.

Imports the standard library and the registry, which finds both. A notebook that is not
trusted keeps only an ``<img>`` and plain text, so that is all there is here.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from llamakit.engine.registry import find_game

if TYPE_CHECKING:
    from llamakit.engine.state import View


def described(view: View) -> str:
    """Return a view as text, in the words of its game."""
    return find_game(view.rules.game).words.describe(view)


def heading(view: View) -> tuple[str, str]:
    """Return the game and which round or turn it is, and what comes next."""
    return find_game(view.rules.game).words.heading(view)


def headline(view: View) -> str:
    """Return the heading of a view in a line."""
    return ": ".join(heading(view))


def image(slug: str, view: View) -> str:
    """Return the picture as one ``<img>`` whose alternative text says the same as ``str(view)``.

    Of a game without a picture: its text.
    """
    game = find_game(slug)
    if not game.has("picture"):
        return f"<pre>{escape(str(view))}</pre>"
    data = b64encode(game.picture.svg(view).encode()).decode()
    return f'<img alt="{escape(str(view))}" src="data:image/svg+xml;base64,{data}">'


def mimebundle(slug: str, view: View) -> dict[str, str]:
    """Return what a notebook shows of a view: its text and its picture, which agree."""
    return {"text/plain": str(view), "text/html": image(slug, view)}
