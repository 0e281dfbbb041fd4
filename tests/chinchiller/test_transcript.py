"""One whole game of Chinchiller Dice as a text that a person can check against the rulebook.

``python tests/chinchiller/test_transcript.py > tests/golden/chinchiller.txt`` writes it anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import llamakit as lk
from llamakit.chinchiller.words import tell

GOLDEN = Path(__file__).parents[1] / "golden" / "chinchiller.txt"


def transcript(seed: int = 9) -> str:
    """Return a game of three bots as those who see hear it, in brackets what the blind hear."""
    kit = lk.chinchiller
    bluffer = kit.player(kit.stopper(0), kit.low, kit.threshold(6))
    bots = [lk.bot("random", "Ana"), lk.bot("greedy", "Ben"), lk.bot(bluffer, "Cem")]
    game = lk.new_game("chinchiller", players=bots, seed=seed)
    while not game.is_over:
        game.play()
    lines = []
    for step in game.history:
        before: Any = step.before
        sees = next(seat for seat in range(3) if seat not in before.blind)
        told, heard = tell(step, sees, game.players), tell(step, None, game.players)
        lines.append(told if heard == told else f"{told}  [{heard or '...'}]")
    return "\n".join(lines) + "\n"


@pytest.mark.clause("H11")
def test_the_game_goes_as_it_went() -> None:
    assert transcript() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(transcript(), end="")
