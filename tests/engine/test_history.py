"""What a game keeps of its past: little memory, and all that undo and redo need."""

from __future__ import annotations

import dataclasses
import gc
import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.engine.record import MOST_STEPS

#: Bytes that a game takes before its first decision: two states of a generator, and its seats.
A_GAME = 6000

every_game = pytest.mark.parametrize("slug", lk.GAMES)


@contextmanager
def memory() -> Iterator[Callable[[], tuple[int, int]]]:
    """Give a function that returns how many bytes have been added, now and at most."""
    tracemalloc.start()
    try:
        start = tracemalloc.get_traced_memory()[0]
        yield lambda: tuple(size - start for size in tracemalloc.get_traced_memory())  # type: ignore[return-value]
    finally:
        tracemalloc.stop()


def played(slug: str, decisions: int, seed: int = 5) -> list[Game]:
    """Return long games played at random, with so many decisions together."""
    options = {} if slug == "chinchiller" else {"target": 1000}
    rng, games = Random(seed), [lk.new_game(slug, players=2, seed=seed, **options)]
    for _ in range(decisions):
        if games[-1].is_over:
            games.append(lk.new_game(slug, players=2, seed=seed + len(games), **options))
        games[-1].play(rng.choice(games[-1].legal_actions()))
    return games


@every_game
def test_a_decision_costs_at_most_a_kilobyte_with_its_story(slug: str) -> None:
    game = played(slug, 20)[0]  # what is worked out once does not count
    assert game.view(0).log
    gc.collect()
    with memory() as used:
        games = played(slug, 500)
        for game in games:
            assert game.view(0).log
        history = used()[0] - len(games) * A_GAME
        # Since 3.13 an object has room for attributes that it may get.
        assert history <= 500 * (1000 if sys.version_info < (3, 13) else 1600)
    assert sum(len(game.history) for game in games) > 500


def endless(steps: int) -> dict[str, Any]:
    """Return a legal record of that many steps: three llamas at every roll, with no tokens held."""
    record = lk.new_game("llama-dice", players=2, seed=1).record()
    seat = 0
    while len(record["steps"]) < steps - 1:
        record["steps"] += [{"seat": seat, "action": "roll"}, {"roll": ["L", "L", "L"]}]
        seat = 1 - seat
    return record


@pytest.mark.slow
def test_the_longest_record_is_replayed_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(endless(MOST_STEPS)))
    with memory() as used:
        game = lk.replay(path)
        assert used()[1] <= 100_000_000
    assert len(game.history) > MOST_STEPS - 2  # type: ignore[union-attr]


def test_moments_of_a_replayed_game_share_their_random_state() -> None:
    game = lk.replay(endless(200), seed=3)
    assert isinstance(game, Game)
    assert len(game._dice_before._numbers) == 1
    assert game.moves == len(game._dice_before) == len(game.history) // 2


@every_game
def test_undone_to_the_start_and_redone_every_step_is_the_same(slug: str) -> None:
    game, again = played(slug, 60, seed=9)[0], played(slug, 0, seed=9)[0]
    history, dice = game.history, game._rng.getstate()
    decisions = game.moves
    for _ in range(decisions):
        game.undo()
    assert game.state == again.state
    for step in history:
        if step.seat is not None:
            game.play(step.choice)  # the same action rolls the same
    assert (game.history, game._rng.getstate()) == (history, dice)
    for _ in range(decisions):
        game.undo()
    game.play(game.legal_actions()[-1])
    again.play(again.legal_actions()[-1])
    assert game.history == again.history  # another action meets the dice of the seed, too


def test_dice_of_any_generator_come_back() -> None:
    """A generator may stand in the middle of its numbers, or hold half a pair of normal ones."""
    for calls in (0, 1, 622, 623, 624, 625):
        game = lk.new_game("llama-dice", players=2, seed=4)
        for _ in range(calls):
            game._rng.getrandbits(32)
        if calls % 2:
            game._rng.gauss(0, 1)
        before = game._rng.getstate()
        game.play("roll")
        rolled = game.state
        game.undo()
        assert game._rng.getstate() == before
        game.play("roll")
        assert game.state == rolled


@every_game
def test_history_is_a_chain_of_states(slug: str) -> None:
    game = played(slug, 40)[0]
    assert all(
        one.after is two.before for one, two in zip(game.history, game.history[1:], strict=False)
    )
    assert game.history[-1].after == game.state


def test_a_position_put_on_the_table_is_where_the_next_step_begins() -> None:
    game = lk.new_game("llama-dice", players=2, seed=4)
    game.state = dataclasses.replace(game.state, points=(3, 3))
    game.play("quit")
    assert game.history[-1].before.scores == (3, 3)


@every_game
def test_history_is_made_once_for_each_position(slug: str) -> None:
    game = played(slug, 10)[0]
    before = game.history
    assert game.history is before
    game.undo()
    assert len(game.history) < len(before)
    game.redo()
    assert game.history == before
    game.undo()
    game.play(game.legal_actions()[-1])
    start = [step.seat is None for step in game.history[::-1]].index(False) + 1
    assert game.history[:-start] == before[: len(game.history) - start]
    assert game.history[-1].after == game.state
