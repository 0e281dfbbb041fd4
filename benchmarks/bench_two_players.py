"""``two_players`` beside a loop compiled by Numba that solves the same deal; memory; a round.

Run: ``python -m pytest benchmarks/bench_two_players.py -s``. The figures are ratios of processor
times taken in turn in one run, so that they hold on a machine of any speed.

The loop goes through the positions one by one. Each is a number whose digits say, value by value,
how many cards the first player has, how many the second, and whether one lies in the llama row.
The digits are in such an order that every roll leads to a smaller number, so one pass is enough.
Which cards can be hit, in how many ways, is looked up by how many of each value, up to three, the
row has.
"""

import resource
import statistics
import time
from itertools import combinations, product
from random import Random

import numba
import numpy as np
import pytest

from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.llama_dice import duel, make_dice, rolls, two_players
from llamakit.games.llama_dice.duel_lists import PENALTIES, misses
from llamakit.games.llama_dice.rules import Rules, bits
from llamakit.games.llama_dice.strategies import cautious

FULL = ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, LLAMA)), VALUES
MIDDLE = ((1, 2, 5, 6), (3, 3, 6, LLAMA)), (1, 3, 4, 5, LLAMA)

PENALTY = np.array(PENALTIES, np.float64)


# The compiled loop


def digits_of(own, other, lies):
    """Return what the digits of a value stand for: (own, other, in the llama row), small first."""
    found = {(one, two, 0) for one in range(own + 1) for two in range(other + 1)}
    if lies:
        found |= {(one, two, 1) for one, two, _ in found}
        found |= {(own + 1, two, 0) for two in range(other + 1)}
        found |= {(one, other + 1, 0) for one in range(own + 1)}
    return sorted(found, key=lambda digit: (digit[2], digit[0], digit[1]))


def hits_of(counts, dice):
    """Return the hits of a row: (faces, ways, places of the hits with a card less)."""
    ways = {}
    for roll, number in rolls(dice).items():
        left, hit = list(counts), []
        for face in roll if roll != (LLAMA,) * 3 else ():
            if left[face - 1]:
                left[face - 1] -= 1
                hit.append(face - 1)
        if hit:
            ways[tuple(hit)] = ways.get(tuple(hit), 0) + number
            for size in range(1, len(hit)):
                for part in combinations(hit, size):
                    ways.setdefault(part, 0)
    found = sorted(ways, key=lambda hit: (len(hit), hit))
    for hit in found:
        parts = {found.index(part) for part in combinations(hit, len(hit) - 1) if part}
        yield [*hit, -1, -1][:3], ways[hit], [*sorted(parts), -1, -1, -1][:3]


@numba.njit
def solve_alone(lost_all, sums, radix, steps, first, faces, ways, parts, miss, llamas):
    """Return what each row of a lone player is worth: rows are numbers, a digit for each value."""
    size = steps[0] * radix[0]
    worth, best = np.zeros(size), np.zeros(128)
    for row in range(1, size):
        code, held = 0, 0
        for value in range(7):
            count = row // steps[value] % radix[value]
            code += min(count, 3) << 2 * value
            held |= (count > 0) << value
        total = miss[held] * lost_all[held]
        for hit in range(first[code], first[code + 1]):
            left = row
            for card in range(3):
                if faces[hit, card] >= 0:
                    left -= steps[faces[hit, card]]
            lead = worth[left]
            for part in range(3):
                if parts[hit, part] >= 0:
                    lead = max(lead, best[parts[hit, part]])
            best[hit - first[code]] = lead
            total += ways[hit] * lead
        worth[row] = max(-sums[held], total / (216 - llamas))
    return worth


@numba.njit
def solve_both(
    size,
    radix,
    steps,
    cards,
    down,
    taken,
    alone,
    places,
    sums,
    first,
    faces,
    ways,
    parts,
    miss,
    llamas,
):
    """Return what the largest position is worth to the player on turn, either of the two.

    ``cards[value, digit]`` is (own, other, in the llama row); ``down`` and ``taken`` say how much
    smaller the number gets when a player loses or takes a card.
    """
    after = np.zeros((2, size))
    digit = np.zeros(7, np.int64)
    best, offer = np.zeros(128), np.zeros(7)
    held, code, rest, row = (
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros(2),
        np.zeros(2, np.int64),
    )
    x = y = 0.0
    share = llamas / 216
    for at in range(size):
        lies = 0
        held[:], code[:], row[:] = 0, 0, 0
        for value in range(7):
            digit[value] = at // steps[value] % radix[value]
            for seat in range(2):
                count = cards[value, digit[value], seat]
                held[seat] |= (count > 0) << value
                code[seat] += min(count, 3) << 2 * value
                row[seat] += count * places[seat, value]
            lies |= cards[value, digit[value], 2] << value
        if not held[0] or not held[1] or not lies:
            after[0, at] = sums[held[1]] - sums[held[0]]
            after[1, at] = -after[0, at]
            continue
        for seat in range(2):
            mine, theirs = held[seat], held[1 - seat]
            total = 0.0
            start = first[code[seat]]
            for hit in range(start, first[code[seat] + 1]):
                left = at
                for card in range(3):
                    value = faces[hit, card]
                    if value >= 0:
                        now = digit[value]
                        for before in range(card):
                            if faces[hit, before] == value:
                                now -= down[seat, value, now]
                        left -= down[seat, value, now] * steps[value]
                lead = after[seat, left]
                for part in range(3):
                    if parts[hit, part] >= 0:
                        lead = max(lead, best[parts[hit, part]])
                best[hit - start] = lead
                total += ways[hit] * lead
            free, seen = lies & ~mine, mine
            for value in range(7):
                if free >> value & 1:
                    fewer = taken[seat, value, digit[value]]
                    offer[value] = after[seat, at - fewer * steps[value]]
            while free:
                top = -1
                for value in range(7):
                    if free >> value & 1 and (top < 0 or offer[value] > offer[top]):
                        top = value
                free &= ~(1 << top)
                total += (miss[seen] - miss[seen | 1 << top]) * offer[top]
                seen |= 1 << top
            total += miss[seen] * (sums[theirs] - sums[mine | lies])
            rest[seat] = total / 216
        q = -sums[held[0]] - alone[1, lies, row[1]]
        u = -sums[held[1]] - alone[0, lies, row[0]]
        both = (rest[0] - share * rest[1]) / (1 - share * share)
        x = max(q, min(rest[0] - share * u, both))
        y = max(u, rest[1] - share * x)
        after[0, at], after[1, at] = -y, -x
    return x, y


def numba_loop(rows, llama_row, dice=None):
    """Return what a position is worth to the player on turn, if that is the first or the second."""
    three = make_dice(dice)
    llamas = rolls(three)[LLAMA, LLAMA, LLAMA]
    own, other = ([row.count(value) for value in VALUES] for row in rows)
    lies = [value in llama_row for value in VALUES]
    digits = [digits_of(*each) for each in zip(own, other, lies, strict=True)]
    radix = np.array([len(each) for each in digits])
    steps = np.array([np.prod(radix[value + 1 :]) for value in range(7)], np.int64)

    cards = np.zeros((7, max(radix), 3), np.int64)
    down, taken = np.zeros((2, 7, max(radix)), np.int64), np.zeros((2, 7, max(radix)), np.int64)
    for value, each in enumerate(digits):
        for number, (one, two, lying) in enumerate(each):
            cards[value, number] = one, two, lying
            for seat, (a, b) in enumerate(((1, 0), (0, 1))):
                if (less := (one - a, two - b, lying)) in each:
                    down[seat, value, number] = number - each.index(less)
                if lying:
                    taken[seat, value, number] = number - each.index((one + a, two + b, 0))

    most = [range(min(3, max(a, b) + c) + 1) for a, b, c in zip(own, other, lies, strict=True)]
    codes = {sum(n << 2 * value for value, n in enumerate(each)): each for each in product(*most)}
    found, first = [], np.zeros(4**7 + 1, np.int64)
    for code in range(4**7):
        found += hits_of(codes[code], three) if code in codes else ()
        first[code + 1] = len(found)
    faces, ways, parts = (np.array(each) for each in zip(*found, strict=True))
    miss = np.array(misses(three), np.float64)

    sizes = [[n + lying + 1 for n, lying in zip(row, lies, strict=True)] for row in (own, other)]
    places = np.array(
        [[np.prod(size[value + 1 :], dtype=int) for value in range(7)] for size in sizes]
    )
    alone = np.zeros((2, 128, max(np.prod(size) for size in sizes)))
    every = np.arange(128)
    for seat, lying in product((0, 1), range(128)):
        if not lying & ~bits(tuple(llama_row)):
            lost_all, size = -PENALTY[every | lying], np.array(sizes[seat])
            terms = (lost_all, PENALTY, size, places[seat], first, faces, ways, parts, miss, llamas)
            worth = solve_alone(*terms)
            alone[seat, lying, : len(worth)] = worth
    size = int(np.prod(radix))
    return solve_both(
        size,
        radix,
        steps,
        cards,
        down,
        taken,
        alone,
        places,
        PENALTY,
        first,
        faces,
        ways,
        parts,
        miss,
        llamas,
    )


# Side by side


def ours(rows, llama_row, points=(0, 0)):
    """Return what a position is worth, solved anew, and the error."""
    duel._kept.clear()
    return two_players(rows, llama_row, points, progress=False)


def seconds(run):
    """Return the processor time that a call takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


@pytest.mark.parametrize("position", [MIDDLE, (((1,), (2,)), (1, 2)), FULL])
def test_both_give_the_same(position):
    rows, llama_row = position
    first, second = numba_loop(rows, llama_row)
    assert float(ours(rows, llama_row).value) == pytest.approx(first, abs=1e-10)
    assert float(ours(rows[::-1], llama_row).value) == pytest.approx(second, abs=1e-10)


def test_a_full_deal_takes_at_most_three_times_as_long_as_the_loop():
    numba_loop(*MIDDLE)  # compiled now
    times = {run: [] for run in (ours, numba_loop)}
    for _ in range(3):
        for run, taken in times.items():
            taken.append(seconds(lambda run=run: run(*FULL)))
    arrays, loop = (min(taken) for taken in times.values())
    places = duel.Duel(*FULL, (0, 0), make_dice()).places
    print(f"\na full deal, {places:,} positions: {arrays:.1f} s; the loop {loop:.1f} s", end="")
    print(f"; {arrays / loop:.2f} times as long as the loop")
    assert arrays <= 3 * loop


def test_memory_of_a_full_deal():
    ours(*FULL)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"\nthis process has never needed more than {most:.2f} GB")
    assert most < 2


def decisions(rng):
    """Return the positions of a round in which one of two rolls or quits, the other still in."""
    found, state = [], Rules().start()
    while not state.is_round_over:
        if state.is_chance:
            state = state.apply(state.sample(rng))
            continue
        if state.phase == "turn" and all(state.active):
            other = state.rows[1 - state.turn]
            found.append(((state.rows[state.turn], other), state.llama_row))
        state = state.apply(cautious(state.view(state.turn), state.legal_actions(), rng))
    return found


def test_the_median_decision_of_a_round():
    """What follows a position is remembered: only the first decision of a round takes long."""
    rng, anew, taken = Random(2), [], []
    for _ in range(4):
        duel._kept.clear()
        for at in decisions(rng):
            taken.append(seconds(lambda at=at: two_players(*at, progress=False)))
            anew.append(duel.Duel(*at, (0, 0), make_dice()).places)
    full = duel.Duel(*FULL, (0, 0), make_dice()).places
    print(f"\n{len(taken)} decisions: median {statistics.median(taken):.3f} s, most", end=" ")
    print(
        f"{max(taken):.1f} s; the median has {statistics.median(anew) / full:.3f} of the", end=" "
    )
    print("positions of a full deal")
    assert statistics.median(taken) <= 1


def test_tokens_take_longer_in_proportion():
    rows, llama_row = MIDDLE
    plain = seconds(lambda: ours(rows, llama_row))
    for points in [(5, 0), (15, 15), (34, 28)]:
        answer = ours(rows, llama_row, points)
        ratio = seconds(lambda points=points: ours(rows, llama_row, points)) / plain
        states = duel.counted_for(duel.Duel(rows, llama_row, points, make_dice()))[0]
        times = len(states[0]) * len(states[1])
        print(f"\npoints {points}: {times} times the positions, {ratio:.1f} times as long", end="")
        assert answer.error < 0.002
        assert ratio < 2 * times + 1
