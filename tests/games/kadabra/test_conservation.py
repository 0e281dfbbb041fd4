"""No card and no token is lost or made, whatever is played (G7, K1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llamakit.engine.game import Game, Step
from llamakit.games.cards import LLAMA
from llamakit.games.kadabra.rules import Rules, Tokens

Walk = Callable[..., Game]


def in_play(state: Any) -> Tokens:
    """Return the tokens of each kind that players hold or that lie on the stage."""
    return Tokens(*map(sum, zip(*state.tokens, state.stage, strict=True)))


def from_the_pool(step: Step) -> tuple[int, int]:
    """Return how many whites and blacks a step takes from the pool: fewer than none go back."""
    before: Any = step.before
    white = black = 0
    if step.seat is not None:
        taken = {"swap": (-10, 1), "return 1": (-1, 0), "return 10": (0, -1)}
        white, black = taken.get(str(step.choice), (0, 0))
    done = before.done(step.choice)
    if done.phase == "score":
        for hand, held in zip(done.hands, done.tokens, strict=True):
            values = {value for kind in hand for value in str(kind) if value in "123456L"}
            owed = sum(10 if value == "L" else int(value) for value in values) + 10 * held.magic
            white, black = white + owed % 10, black + owed // 10
    return white, black


@pytest.mark.clause("G7", "K1")
def test_tokens_are_conserved(walk: Walk) -> None:
    for seed in range(40):
        for step in walk("kadabra", seed, target=120).history:
            before, after = in_play(step.before), in_play(step.after)
            white, black = from_the_pool(step)
            assert (after.white, after.black) == (before.white + white, before.black + black)
            assert after.magic <= 1
            assert min(chain(*step.after.tokens, step.after.stage)) >= 0  # type: ignore[attr-defined]


@pytest.mark.clause("K13", "K16")
@given(seed=st.integers(0, 10**6), players=st.integers(2, 6), target=st.integers(1, 60))
def test_what_holds_everywhere(seed: int, players: int, target: int, walk: Walk) -> None:
    game = walk("kadabra", seed, players=players, target=target)
    assert game.is_over
    assert max(game.scores) >= target
    for step in game.history:
        state: Any = step.after
        assert state.phase in ("deal", "turn", "show", "give", "draw", "return", "over")
        assert (state.drawer is None) == (state.phase != "draw")
        assert hash(state) == hash(state._with())
        if state.phase in ("turn", "show"):
            assert state.active[state.turn]
            assert all(state.hands)
        if state.phase == "show":
            assert state.top is LLAMA
            assert sum(state.stage) >= 5
        if state.phase in ("return", "deal", "over"):
            assert not any(held.magic for held in state.tokens)
        if state.is_chance and state.phase != "deal":
            assert sum(chance for _, chance in state.chance_outcomes()) == 1
        elif state.player is not None:
            legal = state.legal_actions()
            assert legal
            assert len(set(legal)) == len(legal)
            assert all(state.find_action(str(action)) == action for action in legal)


def test_every_deck_can_be_played(walk: Walk) -> None:
    decks: list[dict[Any, int]] = [
        {"1g": 10, "L": 10},
        {"1*": 5, "1d": 5, "L": 5},
        {"1/2": 8, "L": 4},
        {"5/6": 9, "6g": 9, "L": 9},
        dict.fromkeys(["1g", "2d", "3*", "4g", "5d", "6*", "2/3", "4/5", "L"], 3),
        {6: 9},
    ]
    for deck in decks:
        for seed in range(5):
            assert walk("kadabra", seed, players=2, deck=deck, hand=3).is_over
    assert Rules(deck=decks[0]).deck == (("1g", 10), (LLAMA, 10))
