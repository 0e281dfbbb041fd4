"""Pig, the fifth game: a folder, and one line in the registry, which ``conftest`` writes.

Every test that plays any game plays this one, too.
"""

import llamakit as lk

GAMES = (*lk.GAMES, "pig")
