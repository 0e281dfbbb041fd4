"""The bots of L.L.A.M.A. Dice, against what their names promise."""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.games.cards import penalty
from llamakit.games.llama_dice import pairings
from llamakit.games.llama_dice.rules import QUIT, ROLL, Rules, State, View
from llamakit.games.llama_dice.strategies import BOTS, cautious, greedy, penalty_after_roll, random

L = lk.LLAMA
FULL = (1, 2, 3, 4, 5, 6, L)


def position(row: Any, llama_row: Any = FULL, alone: bool = False, **fields: Any) -> State:
    dice = fields.pop("dice", None)
    start = Rules(dice=dice).start()
    return dataclasses.replace(
        start,
        phase=fields.pop("phase", "turn"),
        rows=(tuple(sorted(row)), (1,)),
        llama_row=tuple(sorted(llama_row)),
        active=(True, not alone),
        **fields,
    )


def expected_penalty(row: list[int], llama_row: list[int], alone: bool, dice: Any) -> Fraction:
    """Return the expected penalty after one more roll: over all 216 throws and all choices."""
    total = 0
    for throw in product(*dice):
        if throw == (L, L, L):
            total += penalty(row)
            continue
        rows_after = []
        for size in (1, 2, 3):
            for used in combinations(throw, size):
                left = Counter(row)
                left.subtract(used)
                if min(left.values()) >= 0:
                    rows_after.append(list(left.elements()))
        if not rows_after and not alone:
            rows_after = [[*row, card] for card in llama_row if card in throw]
        total += min(map(penalty, rows_after)) if rows_after else penalty([*row, *llama_row])
    return Fraction(total, 216)


def random_position(rng: Random) -> State:
    row = rng.choices(FULL, k=rng.randint(1, 9))
    llama_row = rng.sample(FULL, rng.randint(1, 7))
    dice = rng.choice([None, *pairings(), [FULL[1:], FULL[:6], (1, 1, 1, 6, L, L)]])
    return position(row, llama_row, alone=rng.random() < 0.3, dice=dice)


def test_expected_penalty_and_quitting_agree_with_brute_force() -> None:
    rng, chosen = Random(7), Counter[Any]()
    for _ in range(90):
        state = random_position(rng)
        view = state.view(0)
        row, llama_row = list(view.row), list(view.llama_row)
        expected = expected_penalty(row, llama_row, view.alone, view.rules.dice)
        assert penalty_after_roll(view) == expected
        choice = cautious(view, state.legal_actions(), rng)
        assert choice == (ROLL if expected < penalty(row) else QUIT)
        chosen[choice] += 1
    assert min(chosen[ROLL], chosen[QUIT]) > 10


def test_cautious_quits_where_a_roll_changes_nothing() -> None:
    only_llamas = [[L] * 6] * 3  # three llamas whatever is thrown: the expected penalty is equal
    state = position([3], dice=only_llamas)
    assert penalty_after_roll(state.view(0)) == 3
    assert cautious(state.view(0), state.legal_actions(), Random(1)) == QUIT


@pytest.mark.parametrize("strategy", [greedy, cautious])
def test_sheds_the_most_and_picks_up_the_least(strategy: Any) -> None:
    rng, phases = Random(8), Counter[str]()
    for _ in range(400):
        rolling = random_position(rng).apply("roll")
        state = rolling.apply(rolling.sample(rng))
        if state.phase not in ("discard", "take"):
            continue
        phases[state.phase] += 1
        choice = strategy(state.view(0), state.legal_actions(), rng)
        left = {action: state.apply(action).rows[0] for action in state.legal_actions()}
        assert penalty(left[choice]) == min(map(penalty, left.values()))
        as_good = [row for row in left.values() if penalty(row) == penalty(left[choice])]
        assert len(left[choice]) == min(map(len, as_good))
    assert min(phases["discard"], phases["take"]) > 20


@pytest.mark.parametrize("strategy", [greedy, cautious])
@pytest.mark.parametrize(("points", "token"), [(1, "return 1"), (9, "return 1"), (10, "return 10")])
def test_gives_back_the_biggest_token(strategy: Any, points: int, token: str) -> None:
    state = position([3], phase="return", roll=(L, L, L), points=(points, 0))
    assert str(strategy(state.view(0), state.legal_actions(), Random(1))) == token


def test_greedy_never_quits() -> None:
    rng = Random(9)
    for _ in range(50):
        state = random_position(rng)
        assert greedy(state.view(0), state.legal_actions(), rng) == ROLL


def test_random_is_uniform_over_the_legal_actions() -> None:
    rng, n = Random(3), 6000
    state = position([1, 2, 3, 4], phase="discard", roll=(3, 2, 4))
    legal = state.legal_actions()
    assert len(legal) == 7
    counts = Counter(random(state.view(0), legal, rng) for _ in range(n))
    for action in legal:
        assert abs(counts[action] - n / 7) < 5 * (n * 6 / 49) ** 0.5


def test_bots_see_a_view_and_nothing_else() -> None:
    for strategy in BOTS.values():
        state = position([1, L])
        view = state.view(0)
        assert isinstance(view, View)
        assert strategy(view, state.legal_actions(), Random(1)) in state.legal_actions()


def test_bots_with_a_plan_beat_the_one_without() -> None:
    wins: Counter[str] = Counter()
    for seed in range(24):
        names = ["random", "greedy", "cautious"]
        names = names[seed % 3 :] + names[: seed % 3]
        game = lk.new_game("llama-dice", players=[lk.bot(name) for name in names], seed=seed)
        while not game.is_over:
            game.play()
        wins.update(names[seat] for seat in game.winners)
    assert wins["cautious"] > wins["random"]
    assert wins["greedy"] > wins["random"]
