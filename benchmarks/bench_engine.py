"""Steps per second of the readable engines in random play, chance steps counted.

Run: ``python -m pytest benchmarks/bench_engine.py -s``. Each engine plays the same games in turns
with the one of an earlier commit, taken from the git history, so that the ratio holds on a machine
of any speed and under any load.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from random import Random
from statistics import median

import pytest

import llamakit as lk

#: The commit to compare with, and how many times as fast each engine is meant to be.
BEFORE = "3be68b4"
GOALS = {"llama": 2.0, "llama-dice": 2.0, "kadabra": 1.5, "chinchiller": 2.0}

ROOT = Path(__file__).resolve().parent.parent
TURNS, WARM_UP, STEPS = 40, 4, 5_000


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """Return the folder of the package as it was, or skip if the history is not there."""
    folder = tmp_path_factory.mktemp("before")
    archive = ["git", "archive", "--format=zip", f"--output={folder / 'all.zip'}", BEFORE]
    try:
        done = subprocess.run([*archive, "llamakit"], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    if done.returncode:
        pytest.skip(f"no commit {BEFORE} in this history: {done.stderr.strip()}")
    with zipfile.ZipFile(folder / "all.zip") as file:
        file.extractall(folder)
    return folder


def player(slug, folder):
    """Start a process that plays with the package in a folder, one batch for each line it reads."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    program = [sys.executable, __file__, slug]
    return subprocess.Popen(
        program, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def one_batch(process):
    """Return the steps per second of one batch, and a number that tells which games it played."""
    process.stdin.write("go\n")
    process.stdin.flush()
    rate, games = process.stdout.readline().split()
    return float(rate), games


@pytest.mark.parametrize("slug", lk.GAMES)
def test_random_play_is_quicker_than_it_was_and_plays_the_same_games(slug, before):
    processes = [player(slug, before), player(slug, ROOT)]
    try:
        turns = [[one_batch(process) for process in processes] for _ in range(TURNS)]
    finally:
        for process in processes:
            process.communicate()
    assert all(old[1] == new[1] for old, new in turns)
    old, new = (median(turn[who][0] for turn in turns[WARM_UP:]) for who in (0, 1))
    print(f"\n{slug}: {new:,.0f} steps/s, {new / old:.2f} times those of {BEFORE} ({old:,.0f})")
    assert new / old >= GOALS[slug]


def play_batches(slug):
    """Play random games for each line that comes in, and say how quick it was."""
    rules, rng = lk.new_game(slug, players=4, seed=1).rules, Random(1)
    for _ in sys.stdin:
        taken, start = 0, time.process_time()
        while taken < STEPS:
            state = rules.start()
            while not state.is_over:
                choice = state.sample(rng) if state.is_chance else rng.choice(state.legal_actions())
                state = state.apply(choice)
                taken += 1
        print(taken / (time.process_time() - start), rng.random(), flush=True)


if __name__ == "__main__":
    play_batches(sys.argv[1])
