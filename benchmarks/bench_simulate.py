"""Rounds of L.L.A.M.A. Dice per second: the batch engine beside three other ways to play them.

Run: ``python -m pytest benchmarks/bench_simulate.py -s``. The figures are ratios of processor
times, the best of several taken in turn in one run, so that they hold on a machine of any speed.
*greedy* sits in both seats, and all four ways play the complete rules of a first round:

* the batch engine of ``llama_dice/batch.py``, in NumPy;
* the readable engine of ``llama_dice/rules.py``;
* a plain Python loop, written for speed, which knows this bot and nothing else;
* a loop compiled by Numba, with rows packed into numbers as in the batch engine.
"""

import time
import tracemalloc
from random import Random

import numba
import numpy as np

import llamakit as lk
from llamakit.games.llama_dice import batch
from llamakit.games.llama_dice.rules import Rules

RULES = Rules()
FACES = [[int(face) for face in die] for die in RULES.dice]
DECK = [int(value) for value, copies in RULES.deck.items() for _ in range(copies)]
WORTH = [0, 1, 2, 3, 4, 5, 6, 10]
ROLLS = batch.all_rolls(RULES.dice)
MILLION = 1_000_000


def batch_engine(n):
    """Play n rounds in the batch engine; return the mean points of each seat."""
    return lk.simulate("llama-dice", "greedy", n, seed=1, unit="round").scores.mean(axis=0)


def readable_engine(n):
    """Play n rounds by the rules themselves; return the mean points of each seat."""
    result = lk.simulate("llama-dice", "greedy", n, 1, "round", engine="readable", progress=False)
    return result.scores.mean(axis=0)


def plain_loop(n):
    """Play n rounds in plain Python; return the mean points of each seat."""
    rng, totals = Random(1), [0, 0]
    choice, sample = rng.choice, rng.sample
    one, two, three = FACES
    for _ in range(n):
        cards = sample(DECK, 12)
        rows, sizes = [[0] * 8, [0] * 8], [6, 6]
        for place, value in enumerate(cards):
            rows[place > 5][value] += 1
        llama_row, seat = {1, 2, 3, 4, 5, 6, 7}, 0
        while True:
            row, roll = rows[seat], (choice(one), choice(two), choice(three))
            if roll != (7, 7, 7):
                size = sizes[seat]
                for value in roll:
                    if row[value]:
                        row[value] -= 1
                        sizes[seat] -= 1
                if not sizes[seat]:
                    break
                if sizes[seat] == size:
                    matching = [value for value in roll if value in llama_row]
                    taken = [min(matching)] if matching else list(llama_row)
                    for value in taken:
                        row[value] += 1
                        llama_row.remove(value)
                    sizes[seat] += len(taken)
                    if not llama_row:
                        break
            seat = 1 - seat
        for seat, row in enumerate(rows):
            for value in range(1, 8):
                if row[value]:
                    totals[seat] += WORTH[value]
    return np.array(totals) / n


@numba.njit
def _packed_rounds(n, deck, digits, sets, worth, scores):
    """Play n rounds in compiled code; a row is one number, and the generator is an xorshift."""
    state = np.uint64(88172645463325252)
    for game in range(n):
        row, other = np.uint32(0), np.uint32(0)
        for place in range(12):
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            left = np.uint64(36 - place)
            swap = place + np.int64(((state >> np.uint64(32)) * left) >> np.uint64(32))
            deck[place], deck[swap] = deck[swap], deck[place]
            digit = np.uint32(1) << np.uint32(4 * (deck[place] - 1))
            if place < 6:
                row += digit
            else:
                other += digit
        llama_row, seat = np.uint32(127), 0
        while True:
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            thrown = np.int64(((state >> np.uint64(32)) * np.uint64(216)) >> np.uint64(32))
            lent = (row | np.uint32(0x8888888)) - digits[thrown]
            kept = lent & np.uint32(0x8888888)
            after = lent & (kept - (kept >> np.uint32(3)))
            if after != row:
                row = after
                if row == 0:
                    break
            elif sets[thrown] != batch.THREE_LLAMAS:
                matching = llama_row & sets[thrown]
                taken = matching & (~matching + np.uint32(1)) if matching else llama_row
                llama_row ^= taken
                for value in range(7):
                    if taken >> np.uint32(value) & np.uint32(1):
                        row += np.uint32(1) << np.uint32(4 * value)
                if llama_row == 0:
                    break
            row, other, seat = other, row, 1 - seat
        if seat:
            row, other = other, row
        for value in range(7):
            scores[game, 0] += worth[value + 1] * ((row >> np.uint32(4 * value) & 7) > 0)
            scores[game, 1] += worth[value + 1] * ((other >> np.uint32(4 * value) & 7) > 0)


def numba_loop(n):
    """Play n rounds in compiled code; return the mean points of each seat."""
    scores = np.zeros((n, 2), np.int32)
    sets = ROLLS.sets.astype(np.uint32)
    _packed_rounds(n, np.array(DECK), ROLLS.digits, sets, np.array(WORTH), scores)
    return scores.mean(axis=0)


#: Each way to play, and how many rounds take it a fair time.
WAYS = {batch_engine: 262_144, numba_loop: MILLION, plain_loop: 5000, readable_engine: 300}


def rates(times=5):
    """Return the most rounds per second of processor time for each way, measured in turn."""
    found = dict.fromkeys(WAYS, 0.0)
    for _ in range(times):
        for way, n in WAYS.items():
            start = time.process_time()
            way(n)
            found[way] = max(found[way], n / (time.process_time() - start))
    return found


def test_all_ways_play_the_same_game():
    expected = batch_engine(MILLION)
    for way, n in WAYS.items():
        assert (abs(way(n) - expected) < 4 * 7 / n**0.5).all(), way.__name__


def test_a_million_rounds_a_second():
    numba_loop(10)
    found = rates()
    ours = found[batch_engine]
    for way, rate in found.items():
        print(
            f"\n{way.__name__:16} {rate:12,.0f} rounds/s; batch engine: {ours / rate:.3g} times",
            end="",
        )
    assert ours >= MILLION
    assert ours >= 40 * found[plain_loop]
    assert ours >= 0.2 * found[numba_loop]


def test_memory_of_a_million_rounds():
    batch_engine(1000)
    tracemalloc.start()
    lk.simulate("llama-dice", "greedy", MILLION, seed=1, unit="round")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    result = lk.simulate("llama-dice", "greedy", MILLION, seed=1, unit="round")
    arrays = (result.scores, result.winners, result.rounds, result.length, result.endings)
    size = sum(array.nbytes for array in arrays)
    print(
        f"\na million rounds: arrays {size / 1e6:.0f} MB, at most {peak / 1e6:.0f} MB while playing"
    )
    assert peak < 3 * size


def test_scaling_over_two_processes():
    seconds = {}
    for workers in (1, 2):
        result = lk.simulate(
            "llama-dice", "greedy", 8 * MILLION, 1, "round", workers=workers, progress=False
        )
        seconds[workers] = result.seconds
    print(f"\n8 million rounds: {seconds[1]:.1f} s on one process, {seconds[2]:.1f} s on two")
