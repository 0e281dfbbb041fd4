"""What the tests share: how Hypothesis runs, and games played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import settings

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.engine.registry import FOLDERS, find_game

#: Run by an environment of its own, which has nbgrader.
collect_ignore = ["lessons/nbgrader_course.py"]

settings.register_profile("llamakit", deadline=None, derandomize=True, max_examples=15)
settings.load_profile("llamakit")


@pytest.fixture(scope="session", autouse=True)
def pig() -> Iterator[None]:
    """Register a fifth game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FOLDERS, "pig", "pig")
        yield


@pytest.fixture(scope="session")
def walk() -> Callable[..., Game]:
    """Return a function that plays a game at random: a seed gives the players and every move."""

    def play(slug: str, seed: int, moves: int = 10_000, **options: Any) -> Game:
        rng = Random(seed)
        players = options.pop("players", rng.randint(*find_game(slug).rules.Rules.allowed_players))
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

    It returns whether the mean change of the lead of the player who decides first is what the
    advice promises, within four standard errors.
    """

    def play(state: Any, advice: Any, seed: int, n: int) -> bool:
        rng, ends = Random(seed), []
        for _ in range(n):
            after = state
            while not after.is_round_over:
                if after.is_chance:
                    after = after.apply(after.sample(rng))
                else:
                    after = after.apply(advice(after.view(after.turn))[0].action)
            ends.append(after.lead(state.turn) - state.lead(state.turn))
        mean = sum(ends) / n
        error = (sum((end - mean) ** 2 for end in ends) / n / n) ** 0.5
        return bool(abs(mean - advice(state.view(state.turn))[0].value) <= 4 * error)

    return play
