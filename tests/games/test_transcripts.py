"""Whole games of cards as texts that a person can check against the rulebook.

The games are kept as records; ``python tests/games/test_transcripts.py llama`` tells one.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.games.refusals import listed

GOLDEN = Path(__file__).parent / "golden"


def transcript(slug: str) -> str:
    """Return a game of three bots, each card told as the player who gets it hears it."""
    game, tell = lk.replay(GOLDEN / f"{slug}.json"), find_game(slug).words.tell
    lines = []
    for step in game.history:
        before, after = step.before, step.after
        if before.phase == "deal":
            lines += ["", tell(step, None, game.players)]
            hands = zip(game.players, after.hands, strict=True)  # type: ignore[attr-defined]
            lines += [f"  {name}: {listed(hand)}" for name, hand in hands]
        elif str(step.choice) != "draw":  # told with the card
            hearer = before.turn  # type: ignore[attr-defined]
            if before.phase == "draw":
                hearer = getattr(before, "drawer", hearer)
            lines.append(tell(step, hearer, game.players).replace(". ", ".\n"))
    return "\n".join(lines[1:]) + "\n"


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
def test_the_game_goes_as_it_went(slug: str) -> None:
    assert transcript(slug) == (GOLDEN / f"{slug}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    print(transcript(sys.argv[1]), end="")
