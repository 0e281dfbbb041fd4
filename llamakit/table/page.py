"""A replay as a page of its own: one HTML file that plays without Python and without a network.

Imports the standard library and lower rooms. Every frame is drawn beforehand; ``page.js``, put into
the page, only shows one after the other. What the browser may load is said in the page: nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from re import Match, sub
from typing import TYPE_CHECKING

from llamakit.table import words
from llamakit.table.draw import text

if TYPE_CHECKING:
    from llamakit.table.show import Replay

HERE = Path(__file__).parent

#: Styles and scripts may stand in the page; nothing is fetched from anywhere.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

#: What many frames have in common: drawings, and the rules of a phase.
SHARED = r'(?s)<svg.*?</svg>|<section class="lk-rules".*?</section>'

#: The style sheets of every screen, in this order.
STYLES = ("table.css", "start.css", "replay.css")

#: That of explorers, which no page of a replay shows.
EXPLORERS = "explorers.css"

#: The colours that JupyterLab brings along elsewhere.
COLOURS = (HERE / "colours.css").read_text(encoding="utf-8")

#: How the replay stands on its page.
BODY = """
body {
  margin: 1rem auto;
  padding: 0 0.5rem;
  max-width: 60rem;
  background: var(--jp-layout-color0);
}
"""


def page(replay: Replay) -> str:
    """Return a replay as a page: as it stands, with what its reviews have found by now.

    It holds what the replay shows, nothing more: for a game still on, one seat's view.

    >>> from llamakit.engine.game import new_game
    >>> from llamakit.table.show import Replay
    >>> whole = page(Replay([new_game("llama-dice", seed=7)]))
    >>> whole.startswith("<!DOCTYPE html>"), "http:" in whole.replace("http://www.w3.org", "")
    (True, False)
    """
    drawings: dict[str, int] = {}

    def shared(found: Match[str]) -> str:
        """Return the number of what many frames have, a drawing or rules: it is written once."""
        return f"\u0001{drawings.setdefault(found[0], len(drawings))}\u0001"

    frames = [
        {
            "title": replay.title_of(number),
            "said": replay.said_of(number),
            "html": sub(SHARED, shared, replay.frame_html(number, whole=True)),
        }
        for number in range(len(replay.frames))
    ]
    data = json.dumps({"drawings": list(drawings), "frames": frames}, ensure_ascii=False)
    data = data.replace("<", "\\u003c")
    style = "".join((HERE / name).read_text(encoding="utf-8") for name in STYLES)
    script = (HERE / "page.js").read_text(encoding="utf-8")
    title = text(words.replay_of(words.region(replay.game.rules.title, replay.game.players)))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{COLOURS}{BODY}{style}</style></head>"
        f'<body><main class="llamakit" aria-label="{title}"><div class="lk-stage">'
        f"{replay.whole_html()}</div>"
        '<p class="lk-said" role="status" aria-live="polite"></p></main>'
        f'<script type="application/json" id="frames">{data}</script>'
        f"<script>{script}</script></body></html>\n"
    )
