"""A busy classroom: many tables in one kernel, and one table that is played at for a whole day."""

from __future__ import annotations

import gc
import time
import tracemalloc
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median

import pytest

import llamakit as lk

pytestmark = pytest.mark.slow


def megabytes():
    """Return how much memory this process holds; nothing where the system does not tell."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * 4096 / 1e6


def move(table, rng):
    """Do what a person would do next at a table: play, go on, or begin a new game."""

    def send(do, action=None):
        version = table.version
        table._handle_custom_msg({"do": do, "action": action, "version": version}, [])
        assert table.version > version, do

    if table.table._round_end is not None:
        send("next")
    elif table.game.is_over:
        send("again")
    elif table.wait:
        send("tick")
    else:
        send("play", str(rng.choice(table.game.legal_actions())))


@pytest.mark.parametrize("slug", lk.GAMES)
def test_ten_thousand_moves_at_one_table_are_as_quick_as_the_first(slug):
    table, rng, seconds = lk.play(slug, players=["Ana", lk.bot("greedy")], seed=3), Random(3), []

    def moves(number):
        for _ in range(number):
            start = time.process_time()
            move(table, rng)
            seconds.append(time.process_time() - start)

    moves(2000)
    before = megabytes()
    moves(8000)
    assert len(seconds) == 10_000
    assert median(seconds[-1000:]) <= 2 * median(seconds[:1000])
    assert megabytes() <= before + 20
    table.close()


def test_thirty_tables_and_all_explorers_in_one_kernel():
    lk.play("llama", seed=1).close()
    rng = Random(1)
    tracemalloc.start()
    tables = [
        lk.play(slug, players=["Ana", lk.bot("cautious")], seed=number)
        for number, slug in enumerate(islice(cycle(lk.GAMES), 30))
    ]
    explorers = [lk.explore(name) for name in lk.EXPLORERS]
    for _ in range(20):
        for table in tables:
            move(table, rng)
    assert all(explorer.html for explorer in explorers)
    assert len({id(table.game) for table in tables}) == 30
    assert tracemalloc.get_traced_memory()[0] <= 60_000_000
    tracemalloc.stop()
    for thing in (*tables, *explorers):
        thing.close()
