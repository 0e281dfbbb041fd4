"""The exercise of the first page: one hand of cards, counted.

Imports the standard library, lower rooms and this package's ``exercise``.
"""

from __future__ import annotations

from llamakit.games.cards import penalty
from llamakit.lessons.exercise import Exercise, Misconception

EXERCISES = (
    Exercise(
        id="start_here-1",
        unit="points",
        truth=lambda: penalty((2, 3, 3)),
        misconceptions=(
            Misconception(
                lambda: sum((2, 3, 3)),
                "You counted both 3s. Each value counts once, however many copies you have.",
            ),
        ),
        hints=(
            "Two 3s cost as much as one.",
            "Which different values are in the row? Add them.",
        ),
    ),
)
