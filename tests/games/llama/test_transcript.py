"""One whole game of L.L.A.M.A. as a text that a person can check against the rulebook.

The game is kept as a record; ``python tests/games/llama/test_transcript.py`` tells it.
"""

from __future__ import annotations

from pathlib import Path

import llamakit as lk
from llamakit.games.llama.rules import DRAW
from llamakit.games.llama.words import tell
from llamakit.games.words import show

GOLDEN = Path(__file__).parents[1] / "golden" / "llama.txt"


def transcript() -> str:
    """Return a game of three bots, each card told as the player who gets it hears it."""
    game = lk.replay(GOLDEN.with_suffix(".json"))
    lines = []
    for step in game.history:
        if step.before.phase == "deal":
            lines += ["", tell(step, None, game.players)]
            hands = zip(game.players, step.after.hands, strict=True)  # type: ignore[attr-defined]
            lines += [f"  {name}: {show(hand)}" for name, hand in hands]
        elif step.choice != DRAW:  # told with the card
            turn = step.before.turn  # type: ignore[attr-defined]
            lines.append(tell(step, turn, game.players).replace(". ", ".\n"))
    return "\n".join(lines[1:]) + "\n"


def test_the_game_goes_as_it_went() -> None:
    assert transcript() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(transcript(), end="")
