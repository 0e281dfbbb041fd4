"""Steps per second of the readable engines in random play, chance steps counted.

Run: ``python -m pytest benchmarks/bench_engine.py -s``. Each engine is timed beside a plain Python
loop that does as many dictionary updates, so that the ratio holds on a machine of any speed.
"""

import time
from random import Random

import pytest

import llamakit as lk
from llamakit.core.game import make_rules

STEPS = 40_000


def random_play(slug, steps):
    """Play random games until at least so many steps are taken; return how many were."""
    rng = Random(1)
    taken = 0
    while taken < steps:
        state = make_rules(slug, 4, {}).start()
        while not state.is_over:
            choice = state.sample(rng) if state.is_chance else rng.choice(state.legal_actions())
            state = state.apply(choice)
            taken += 1
    return taken


def plain_loop(steps):
    """Do the least a step could be: choose at random and store it."""
    rng = Random(1)
    seen = {}
    for step in range(steps):
        seen[step] = rng.choice((1, 2, 3))
    return steps


def best_rate(run, *args, times=3):
    """Return the most steps per second over a few runs."""
    rates = []
    for _ in range(times):
        start = time.perf_counter()
        steps = run(*args)
        rates.append(steps / (time.perf_counter() - start))
    return max(rates)


@pytest.mark.parametrize("slug", lk.GAMES)
def test_random_play_reaches_forty_thousand_steps_a_second(slug):
    plain = best_rate(plain_loop, STEPS)
    rate = best_rate(random_play, slug, STEPS)
    print(f"\n{slug}: {rate:,.0f} steps/s, 1/{plain / rate:.0f} of a plain loop")
    assert rate >= 40_000
