"""Hands and turns beside icepool, dyce, lea and sympy.stats, and how long it takes to solve a game.

Run: ``python -m pytest benchmarks/bench_games.py -s``. Everything is worked out anew in each call.
"""

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import dyce
import icepool
import lea
import pytest
import sympy
import sympy.stats

from benchmarks.bench_odds import best_times, ratio
from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.cards import penalty as points_of
from llamakit.games.chinchiller.equilibrium import solved
from llamakit.games.chinchiller.odds import best_turn, blind_roll
from llamakit.games.chinchiller.rules import make_die, sand
from llamakit.games.llama.odds import hand_penalty
from llamakit.games.llama_dice import odds as dice_odds
from llamakit.games.llama_dice.alone import playing_alone
from llamakit.games.llama_dice.rules import Rules
from llamakit.games.words import show

FACES = make_die()
CODES = dict(zip(FACES, (1, 3, 6, 12, 100, 1000), strict=True))


def worth(one, two):
    """Return the sand of two dice given as numbers: 100 is the x2, 1000 the chinchilla."""
    shown = [face for code in (one, two) for face, number in CODES.items() if number == code]
    return sand(shown)


def icepool_blind():
    die = icepool.Die(list(CODES.values()))
    return dict(icepool.map(worth, die, die).items())


def dyce_blind():
    die = dyce.H(CODES.values())
    pairs = dyce.P(die, die).rolls_with_counts()
    found = Counter()
    for (one, two), ways in pairs:
        found[worth(one, two)] += ways
    return dict(found)


#: What a sum of two codes is worth: each sum comes from one pair of faces only.
WORTH = {one + two: worth(one, two) for one in CODES.values() for two in CODES.values()}


def lea_blind():
    one, two = [lea.vals(*CODES.values(), prob_type="r") for _ in range(2)]
    chances = (one + two).map(WORTH.__getitem__).pmf_tuple()
    return {amount: 36 * chance for amount, chance in chances}


def sympy_stats_blind():
    sixth = sympy.Rational(1, 6)
    one, two = [
        sympy.stats.FiniteRV(f"die_{at}", dict.fromkeys(CODES.values(), sixth)) for at in range(2)
    ]
    found = Counter()
    for total, chance in sympy.stats.density(one + two).items():
        found[WORTH[int(total)]] += 36 * chance
    return dict(found)


BLIND = {
    "icepool": icepool_blind,
    "dyce": dyce_blind,
    "lea": lea_blind,
    "sympy.stats": sympy_stats_blind,
}


def test_blind_roll():
    ours = {amount: 36 * chance for amount, chance in blind_roll().items()}
    assert all(peer() == ours for peer in BLIND.values())
    times = best_times({"ours": blind_roll, **BLIND}, 50)
    assert ratio("blind_roll", times.pop("ours"), times) >= 3


def icepool_turn():
    """Return the worth of the best turn without a cost: each kind of re-roll, again and again."""
    die = icepool.Die(list(CODES.values()))

    def rolled(kept, rule):
        def after(code):
            amount = worth(code, kept)
            again = code < 100 and amount < rule
            return icepool.Reroll if again else amount

        return icepool.map(after, die).mean()

    x2 = max(rolled(100, rule) for rule in (0, 3, 7, 13))
    chinchilla = max(rolled(1000, rule) for rule in (0, 2, 4, 7))

    def both(rule):
        def after(one, two):
            amount = worth(one, two)
            if not amount:
                return Fraction(0)
            if one < 100 and two < 100:
                return icepool.Reroll if amount < rule else Fraction(amount)
            return max(Fraction(amount), x2 if 100 in (one, two) else chinchilla)

        return icepool.map(after, die, die).mean()

    return max(both(rule) for rule in (0, 3, 5, 7, 8, 10, 13))


def test_best_turn():
    """Only icepool can roll again for as long as one likes; the others have nothing to time."""
    assert icepool_turn() == best_turn(0).value
    times = best_times({"ours": lambda: best_turn(0), "icepool": icepool_turn}, 20)
    assert ratio("best_turn", times.pop("ours"), times) >= 3


class Penalty(icepool.MultisetEvaluator):
    """What a hand counts, value by value."""

    def next_state(self, state, order, outcome, count):
        return (state or 0) + (points_of([VALUES[outcome - 1]]) if count else 0)


def icepool_hand():
    deck = icepool.Deck(dict.fromkeys(range(1, 8), 8))
    return dict(Penalty()(deck.deal(6)).items())


def test_hand_penalty():
    ours = hand_penalty()
    theirs = icepool_hand()
    total = sum(theirs.values())
    assert {points: Fraction(ways, total) for points, ways in theirs.items()} == dict(ours)
    times = best_times({"ours": hand_penalty, "icepool": icepool_hand}, 50)
    assert ratio("hand_penalty", times.pop("ours"), times) >= 3


def test_solving_takes_seconds():
    solved.cache_clear()
    start = time.perf_counter()
    solved(FACES)
    passed = time.perf_counter() - start
    print(f"\nchinchiller.solve: {passed:.2f} s")
    assert passed < 5


def reachable_rows(llama_row):
    """Return every row that a player can come to hold before only this llama row is left."""
    deck = Rules().deck
    dealt = [
        hand
        for hand in combinations_with_replacement(VALUES, 6)
        if all(hand.count(value) <= deck[value] for value in hand)
    ]
    gone = [value for value in VALUES if value not in llama_row]
    taken = [some for size in range(len(gone) + 1) for some in combinations(gone, size)]
    rows = {tuple(sorted(hand + some)) for hand, some in product(dealt, taken)}
    for size in range(max(map(len, rows)), 1, -1):
        rows |= {row[:at] + row[at + 1 :] for row in rows if len(row) == size for at in range(size)}
    return rows


@pytest.mark.parametrize("llama_row", [VALUES, (2, 4, 6, LLAMA), (LLAMA,)], ids=show)
def test_solo_of_every_reachable_row_takes_seconds(llama_row):
    rows = reachable_rows(llama_row)
    playing_alone.cache_clear()
    start = time.perf_counter()
    for row in rows:
        dice_odds.solo(row, llama_row)
    passed = time.perf_counter() - start
    print(f"\nsolo of all {len(rows)} rows, llama row {show(llama_row)}: {passed:.2f} s")
    assert passed < 5
