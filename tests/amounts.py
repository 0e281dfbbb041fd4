"""How much the slow tests do: enough for every change, or as much as before a release."""

import os

#: ``LLAMAKIT_LONG=1 python -m pytest -m slow``: a million moves a game, a hundred thousand files.
LONG = bool(os.environ.get("LLAMAKIT_LONG"))


def amount(usual: int, long: int) -> int:
    """Return how many of something a slow test takes."""
    return long if LONG else usual
