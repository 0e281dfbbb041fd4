"""What the tests share: how Hypothesis runs, and games played at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import settings

import llamakit as lk
from llamakit.core.game import Game, game_module
from llamakit.core.rounds import round_over

settings.register_profile("llamakit", deadline=None, derandomize=True, max_examples=15)
settings.load_profile("llamakit")


@pytest.fixture(scope="session")
def walk() -> Callable[..., Game]:
    """Return a function that plays a game at random: a seed gives the players and every move."""

    def play(slug: str, seed: int, moves: int = 10_000, **options: Any) -> Game:
        rng = Random(seed)
        players = options.pop("players", rng.randint(*game_module(slug).Rules.allowed_players))
        game = lk.new_game(slug, players=players, seed=seed, **options)
        for _ in range(moves):
            if game.is_over:
                break
            game.play(rng.choice(game.legal_actions()))
        return game

    return play


@pytest.fixture(scope="session")
def comes_to_its_worth() -> Callable[..., bool]:
    """Return a function that plays rounds by the kit's advice from a position.

    It returns whether the mean change of a score is what the advice promises to the player who
    decides first, within four standard errors.
    """

    def play(state: Any, advice: Any, score: Callable[[Any], int], seed: int, n: int) -> bool:
        rng, ends = Random(seed), []
        for _ in range(n):
            after = state
            while not round_over(after):
                if after.is_chance:
                    after = after.apply(after.sample(rng))
                else:
                    known = advice(after.view(after.turn))
                    after = after.apply(min(known, key=lambda one: one.cost).action)
            ends.append(score(after) - score(state))
        mean = sum(ends) / n
        error = (sum((end - mean) ** 2 for end in ends) / n / n) ** 0.5
        worth = min(one.value for one in advice(state.view(state.turn)))
        return bool(abs(mean - worth) <= 4 * error)

    return play
