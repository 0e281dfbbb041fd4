"""One whole game of L.L.A.M.A. Dice as a text that a person can check against the rulebook.

``python tests/llama_dice/test_golden.py > tests/golden/llama-dice.txt`` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import llamakit as lk
from llamakit.llama_dice.words import tell

GOLDEN = Path(__file__).parents[1] / "golden" / "llama-dice.txt"


def transcript(seed: int = 2434) -> str:
    """Return a game of three bots as it was told, with the position after each deal and the end."""
    bots = [lk.bot("greedy", "Ana"), lk.bot("cautious", "Ben"), lk.bot("random", "Cem")]
    game = lk.new_game("llama-dice", players=bots, seed=seed)
    lines = [str(game)]
    while not game.is_over:
        start = len(game.history)
        game.play()
        for step in game.history[start:]:
            said = tell(step, None, game.players)
            lines += said.replace(". ", ".\n").splitlines()
            if step.before.phase == "deal":
                lines += ["", str(game)]
    return "\n".join([*lines, "", str(game)]) + "\n"


def test_the_game_goes_as_it_went() -> None:
    assert transcript() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(transcript(), end="")
