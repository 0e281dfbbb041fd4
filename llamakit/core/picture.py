"""Static pictures: what a notebook shows of a position where no widget can run.

Imports the standard library and ``core``; a game's own picture is imported when asked for. A
notebook that is not trusted keeps only an ``<img>`` and plain text, so that is all there is here.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from llamakit.core import draw
from llamakit.core.game import game_module
from llamakit.core.state import Action, View


@cache
def has_part(slug: str, part: str) -> bool:
    """Whether a game's package has a part such as "odds" or "picture".

    >>> has_part("llama-dice", "picture"), has_part("llama-dice", "cards")
    (True, False)
    """
    return find_spec(f"{game_module(slug).__package__}.{part}") is not None


def svg(slug: str, view: View) -> str:
    """Return a position as an SVG picture: the game's own, or else its text."""
    if has_part(slug, "picture"):
        return str(game_module(slug, "picture").svg(view))
    lines = str(view).splitlines()
    drawing = "".join(
        draw.words(line.replace("  ", "\u2003"), 16, 30 + 24 * number)
        for number, line in enumerate(lines)
    )
    return draw.svg(drawing, 640, 28 + 24 * len(lines))


def board(slug: str, view: View, actions: Sequence[Action] = ()) -> str:
    """Return a position as HTML for the table: the game's own board, or else its text.

    What can be clicked plays one of ``actions``.
    """
    if has_part(slug, "picture"):
        return str(game_module(slug, "picture").board(view, actions))
    return f"<pre>{draw.text(view)}</pre>"


def image(slug: str, view: View) -> str:
    """Return the picture as one ``<img>`` whose alternative text says the same as ``str(view)``."""
    data = b64encode(svg(slug, view).encode()).decode()
    return f'<img alt="{draw.text(view)}" src="data:image/svg+xml;base64,{data}">'


def mimebundle(slug: str, view: View) -> dict[str, str]:
    """Return what a notebook shows of a view: its text and its picture, which agree."""
    return {"text/plain": str(view), "text/html": image(slug, view)}


def still(slug: str, view: View) -> dict[str, Any]:
    """Return what stays of a table in a saved notebook: the picture and the transcript."""
    transcript = "\n".join(view.log)
    return {
        "text/plain": f"{view}\n\nWhat happened:\n{transcript}",
        "text/html": f'<div class="llamakit-still">{image(slug, view)}'
        f"<p>What happened:</p><pre>{draw.text(transcript)}</pre></div>",
    }
