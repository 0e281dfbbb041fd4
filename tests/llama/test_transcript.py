"""One whole game of L.L.A.M.A. as a text that a person can check against the rulebook.

``python tests/llama/test_transcript.py > tests/golden/llama.txt`` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import llamakit as lk
from llamakit.core.words import show
from llamakit.llama.rules import DRAW
from llamakit.llama.words import tell

GOLDEN = Path(__file__).parents[1] / "golden" / "llama.txt"


def transcript(seed: int = 170) -> str:
    """Return a game of three bots, each card told as the player who gets it hears it."""
    bots = [lk.bot("greedy", "Ana"), lk.bot("cautious", "Ben"), lk.bot("random", "Cem")]
    game = lk.new_game("llama", players=bots, seed=seed)
    while not game.is_over:
        game.play()
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
