"""What the llama games say alike on the start panel.

Imports the standard library and lower rooms.
"""

from __future__ import annotations

from llamakit.engine.contract import Choice

#: How long a game takes: the points that end it.
TARGET = Choice(
    "How long?",
    {"A whole game, to 40 points": 40, "A short game, to 20 points": 20, "One round": 1},
)
