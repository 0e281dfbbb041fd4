"""Hands and turns beside icepool and dyce, and how long it takes to solve a game.

Run: ``python -m pytest benchmarks/bench_games.py -s``. Everything is worked out anew in each call.
"""

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations

import dyce
import icepool
import numpy as np

from benchmarks.bench_odds import best_times, ratio
from llamakit.chinchiller.equilibrium import _solved
from llamakit.chinchiller.odds import best_turn, blind_roll
from llamakit.chinchiller.rules import make_die, sand
from llamakit.core.cards import VALUES
from llamakit.core.cards import penalty as points_of
from llamakit.llama.odds import hand_penalty
from llamakit.llama_dice import odds as dice_odds

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


def test_blind_roll():
    ours = {amount: 36 * chance for amount, chance in blind_roll().items()}
    assert icepool_blind() == dyce_blind() == ours
    times = best_times({"ours": blind_roll, "icepool": icepool_blind, "dyce": dyce_blind}, 50)
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
    _solved.cache_clear()
    start = time.perf_counter()
    _solved(FACES)
    chinchiller = time.perf_counter() - start
    dice_odds._alone_so_far.cache_clear()
    start = time.perf_counter()
    solved = 0
    for size in range(1, 7):
        for row in np.unique(np.sort(list(combinations([*VALUES] * 2, size))), axis=0).tolist():
            dice_odds.solo([VALUES[value - 1] for value in row], VALUES)
            solved += 1
    passed = time.perf_counter() - start
    print(f"\nchinchiller.solve: {chinchiller:.2f} s; solo of {solved} rows: {passed:.2f} s")
    assert chinchiller < 5
    assert passed < 5
