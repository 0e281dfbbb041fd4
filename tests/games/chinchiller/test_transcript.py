"""One whole game of Chinchiller Dice as a text that a person can check against the rulebook.

The game is kept as a record; ``python tests/games/chinchiller/test_transcript.py`` tells it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import llamakit as lk
from llamakit.games.chinchiller.words import tell

GOLDEN = Path(__file__).parents[1] / "golden" / "chinchiller.txt"


def transcript() -> str:
    """Return a game of three bots as those who see hear it, in brackets what the blind hear."""
    game = lk.replay(GOLDEN.with_suffix(".json"))
    lines = []
    for step in game.history:
        before: Any = step.before
        sees = next(seat for seat in range(3) if seat not in before.blind)
        seen, heard = tell(step, sees, game.players), tell(step, None, game.players)
        lines.append(seen if heard == seen else f"{seen}  [{heard or '...'}]")
    return "\n".join(lines) + "\n"


@pytest.mark.clause("H11")
def test_the_game_goes_as_it_went() -> None:
    assert transcript() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(transcript(), end="")
