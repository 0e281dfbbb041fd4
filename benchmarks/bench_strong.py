"""How long *strong* thinks, and what it gains on *sharp* for each second of it.

Run: ``python -m pytest benchmarks/bench_strong.py -s``. The time of a decision is processor time of
one core. Strength is measured as in ``duels``: points a round (in Chinchiller Dice: sand a game),
the same chance played in every seating. With a few deals that has a large error; who is ahead is
found out in ``docs/bots.md``.
"""

import statistics
import time

import pytest

from benchmarks.duels import Tally, gain
from llamakit.engine.registry import GAMES
from llamakit.search import strong

#: Deals that are played, by how many play.
DEALS = {2: 20, 4: 5}


def measured(slug, players):
    """Return what *strong* gains on *sharp*, the seconds of its decisions, and those of a deal."""
    tally, clock, started = Tally(), [], time.process_time()
    for number in range(DEALS[players]):
        tally.add(gain(slug, players, "strong", "sharp", number, clock))
    return tally, clock, (time.process_time() - started) / tally.n


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("slug", GAMES)
def test_a_decision_of_strong(slug, players):
    tally, clock, each = measured(slug, players)
    print(f"\n{slug}, {players} players: {len(clock)} decisions, median", end=" ")
    print(f"{statistics.median(clock):.3f} s, most {max(clock):.2f} s;", end=" ")
    print(f"gains {tally.mean:+.2f} ± {tally.error:.2f} in {each:.2f} s a deal", end="")
    assert statistics.median(clock) <= 0.5
    assert max(clock) <= 3


@pytest.mark.parametrize("worlds", [50, 200, 800])
def test_strength_for_its_time(worlds, monkeypatch):
    monkeypatch.setattr(strong, "MOST", worlds)
    tally, clock, each = measured("kadabra", 2)
    print(f"\nkadabra, 2 players, {worlds} worlds: {tally.mean:+.2f} ± {tally.error:.2f}", end="")
    print(f" in {sum(clock) / tally.n:.2f} of {each:.2f} s a deal", end="")
