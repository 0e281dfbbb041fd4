"""One whole game of L.L.A.M.A. Dice as a text that a person can check against the rulebook.

The game is kept as a record; ``python tests/games/llama_dice/test_golden.py`` tells it.
"""

from __future__ import annotations

from pathlib import Path

import llamakit as lk
from llamakit.games.llama_dice.words import tell

GOLDEN = Path(__file__).parents[1] / "golden" / "llama-dice.txt"


def transcript() -> str:
    """Return a game of three bots as it was told, with the position after each deal and the end."""
    game = lk.replay(GOLDEN.with_suffix(".json"))
    lines: list[str] = []
    for number, step in enumerate(game.history):
        if number:  # the first deal is told by the position
            lines += tell(step, None, game.players).replace(". ", ".\n").splitlines()
        if step.before.phase == "deal":
            lines += ["", str(step.after.view().heard(game.players, ()))]
    return "\n".join([*lines[1:], "", str(game)]) + "\n"


def test_the_game_goes_as_it_went() -> None:
    assert transcript() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(transcript(), end="")
