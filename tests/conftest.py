"""What the tests share: how Hypothesis runs, and games played at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import settings

import llamakit as lk
from llamakit.core.game import Game, game_module

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
