"""A position at the table: the game's own board, and the still that stays in a saved notebook.

Imports the standard library and lower rooms; the registry finds a game's picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llamakit.engine.contract import NOTHING_YET, Recent
from llamakit.engine.display import image
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action, View
from llamakit.table import draw, words

#: So many sentences of a game are shown; a game that people play has fewer.
MOST_SENTENCES = 300


def board(
    slug: str,
    view: View,
    actions: Sequence[Action] = (),
    recent: Recent = NOTHING_YET,
    scores: str = "",
) -> str:
    """Return a position as HTML for the table: the game's own board, or else its text.

    What can be clicked plays one of ``actions``; ``recent`` is what has just happened, and
    ``scores`` stand where the players' places are, if there are any.
    """
    game = find_game(slug)
    if game.has("picture"):
        return game.picture.board(view, actions, recent, scores)
    return f"<pre>{draw.text(view)}</pre>{scores}"


def news_html(sentences: Sequence[str], more: str = "") -> str:
    """Return the sentences that stand beside a board, and below them what more there is."""
    news = " ".join(f"<li>{draw.text(sentence)}</li>" for sentence in sentences)
    return (
        f'<div class="lk-told"><ol class="lk-news" tabindex="0" data-key="news" '
        f'aria-label="{words.STORY_NAME}">{news}</ol>{more}</div>'
    )


def latest(log: Sequence[str]) -> Sequence[str]:
    """Return the last sentences of a log, and before them how many are left out.

    The whole of it is sent to the page after each move: of a game of thousands of moves that a
    program plays, nobody reads the first ones.

    >>> latest(["a roll"] * 302)[:2]
    ('2 earlier sentences are left out here.', 'a roll')
    """
    shown = tuple(log[-MOST_SENTENCES:])
    left_out = len(log) - len(shown)
    return (words.earlier(left_out), *shown) if left_out else shown


def still(slug: str, view: View) -> dict[str, Any]:
    """Return what stays of a table in a saved notebook: the picture and the transcript."""
    transcript = "\n".join(latest(view.log))
    return {
        "text/plain": f"{view}\n\n{words.HAPPENED}\n{transcript}",
        "text/html": f'<div class="llamakit-still">{image(slug, view)}'
        f"<p>{words.HAPPENED}</p><pre>{draw.text(transcript)}</pre></div>",
    }
