"""The dice odds beside icepool, dyce, lea and sympy.stats: the same answer, and how much sooner.

Run: ``python -m pytest benchmarks/bench_odds.py -s``. Each peer does what it is made for, in the
quickest way we found: it adds three dice whose faces are numbers. Their digits are chosen so that
the sum tells the event. All take turns in one process, so that the ratio holds on a machine of any
speed, and the best of several runs counts.
"""

import time
from collections import Counter
from fractions import Fraction
from itertools import product

import dyce
import icepool
import lea
import pytest
import sympy
import sympy.stats

from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.llama_dice import make_dice, roll_odds, roll_odds_table

DICE = make_dice()


def icepool_sum(dice):
    one, two, three = map(icepool.Die, dice)
    return (one + two + three).items()


def dyce_sum(dice):
    one, two, three = map(dyce.H, dice)
    return (one + two + three).items()


def lea_sum(dice):
    one, two, three = [lea.vals(*die, prob_type="r") for die in dice]
    return [(total, int(216 * chance)) for total, chance in (one + two + three).pmf_tuple()]


def sympy_stats_sum(dice):
    one, two, three = [
        sympy.stats.FiniteRV(
            f"die_{at}", {face: sympy.Rational(n, 6) for face, n in Counter(die).items()}
        )
        for at, die in enumerate(dice)
    ]
    chances = sympy.stats.density(one + two + three).items()
    return [(int(total), int(216 * chance)) for total, chance in chances]


#: Each returns pairs (sum of three dice, ways of 216).
PEERS = {
    "icepool": icepool_sum,
    "dyce": dyce_sum,
    "lea": lea_sum,
    "sympy.stats": sympy_stats_sum,
}


def best_times(runs, times):
    """Return the least seconds a call takes of each of several functions, run in turn."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(times):
        for name, run in runs.items():
            best[name] = min(best[name], seconds_a_call(run))
    return best


def seconds_a_call(run, at_least=0.002):
    """Return the mean over as many calls as fit into a moment, at least one."""
    calls, start, passed = 0, time.perf_counter(), 0.0
    while passed < at_least:
        run()
        calls += 1
        passed = time.perf_counter() - start
    return passed / calls


def ratio(what, ours, peers):
    """Print all times; return how many times as long as we the fastest peer takes."""
    print(f"\n{what}: {ours * 1e6:,.1f} µs")
    for peer, seconds in sorted(peers.items(), key=lambda pair: pair[1]):
        print(f"  {peer:12} {seconds * 1e6:12,.0f} µs  {seconds / ours:10,.0f} times as long")
    return min(peers.values()) / ours


# One roll. A face counts 16 if it matches the row, 4 if it matches the llama row only, and 1 more
# if it is a llama.


def code(face, row, llama_row):
    return 16 * (face in row) + 4 * (face in llama_row and face not in row) + (face is LLAMA)


def peer_odds(add, row, llama_row):
    """Return (hit, take, drama, llamas) by a peer."""
    hit = take = drama = llamas = 0
    for total, ways in add([[code(face, row, llama_row) for face in die] for die in DICE]):
        if total % 4 == 3:
            llamas += ways
        elif total >= 16:
            hit += ways
        elif total >= 4:
            take += ways
        else:
            drama += ways
    return tuple(Fraction(ways, 216) for ways in (hit, take, drama, llamas))


@pytest.mark.parametrize("add", PEERS.values(), ids=PEERS)
@pytest.mark.parametrize("pair", [((2, 5), (1, 3, LLAMA)), ((6,), VALUES), ((LLAMA,), (2,))])
def test_every_peer_gives_the_same_odds(add, pair):
    assert peer_odds(add, *pair) == tuple(roll_odds(*pair))


def test_roll_odds_is_at_least_eight_times_as_fast_as_the_fastest_peer():
    pair = (2, 5), (1, 3, LLAMA)
    runs = {name: lambda add=add: peer_odds(add, *pair) for name, add in PEERS.items()}
    times = best_times({"ours": lambda: roll_odds(*pair), **runs}, times=50)
    assert ratio("roll_odds, one warm call", times.pop("ours"), times) >= 8


# The whole table: a peer works out each row and llama row. Beside it, what is left when the peer
# adds the dice only once and a plain loop over sets of faces, in bits, does all the rest.

PAIRS = list(product(range(128), repeat=2))
SETS = [[value for value in VALUES if bits >> (value - 1) & 1] for bits in range(128)]
SHARE = 16  # the peers are timed on every 16th pair


def peer_table(add, pairs):
    """Return the odds of these pairs by a peer, as counts of 216."""
    return [[216 * p for p in peer_odds(add, SETS[row], SETS[other])] for row, other in pairs]


def loop_table():
    """Return the whole table by a plain loop over the sets of faces that dyce finds."""
    shown = Counter()
    for total, ways in dyce_sum([[8 ** (face - 1) for face in die] for die in DICE]):
        faces = sum(1 << (value - 1) for value in VALUES if total // 8 ** (value - 1) % 8)
        shown[faces, total == 3 * 8 ** (LLAMA - 1)] += ways
    table = []
    for row, llama_row in PAIRS:
        hit = take = drama = llamas = 0
        for (faces, three_llamas), ways in shown.items():
            if three_llamas:
                llamas += ways
            elif faces & row:
                hit += ways
            elif faces & llama_row:
                take += ways
            else:
                drama += ways
        table.append([hit, take, drama, llamas])
    return table


@pytest.mark.parametrize("add", PEERS.values(), ids=PEERS)
def test_every_peer_gives_the_same_table(add):
    step = 997 if add is sympy_stats_sum else 7
    table = roll_odds_table().reshape(-1, 4).tolist()
    assert peer_table(add, PAIRS[::step]) == table[::step]
    assert loop_table() == table


def test_roll_odds_table_is_at_least_a_thousand_times_as_fast_as_the_fastest_peer():
    quick = {name: add for name, add in PEERS.items() if add is not sympy_stats_sum}
    runs = {name: lambda add=add: peer_table(add, PAIRS[::SHARE]) for name, add in quick.items()}
    peers = {name: SHARE * seconds for name, seconds in best_times(runs, 2).items()}
    ours = best_times({"ours": roll_odds_table}, 100)["ours"]
    loop = best_times({"loop": loop_table}, 3)["loop"]
    reached = ratio("roll_odds_table", ours, peers)
    print(f"  (a plain loop {loop * 1e6:11,.0f} µs  {loop / ours:10,.0f} times as long)")
    assert reached >= 1000
