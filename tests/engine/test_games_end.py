"""Every game comes to its end: the steps of the argument in docs/solved.md, one by one."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import llamakit as lk
from llamakit.games.chinchiller.rules import NOT_ROLLED

LLAMA_GAMES = ("llama", "llama-dice", "kadabra")
seeds = st.integers(0, 2**32 - 1)


def walked(slug: str, seed: int, moves: int, **options: Any) -> Any:
    """Return a state that random play has led to, and the generator."""
    rng = Random(seed)
    state: Any = lk.new_game(slug, seed=0, **options).state
    while moves and not state.is_over:
        if state.is_chance:
            state = state.apply(state.sample(rng))
        else:
            state, moves = state.apply(rng.choice(state.legal_actions())), moves - 1
    return state, rng


@pytest.mark.parametrize("slug", LLAMA_GAMES)
@given(seed=seeds, players=st.integers(2, 6), target=st.sampled_from((1, 10, 40)))
def test_where_all_quit_each_round_costs_everybody_a_point(
    slug: str, seed: int, players: int, target: int
) -> None:
    state, rng = walked(slug, seed, seed % 60, players=players, target=target, hand=seed % 6 + 1)
    rounds = 0
    while not state.is_over:
        if state.is_chance:
            rounds += state.phase == "deal"
            assert rounds <= target
            state = state.apply(state.sample(rng))
            continue
        legal = {str(action): action for action in state.legal_actions()}
        wanted = [legal[one] for one in ("quit", "collect", "keep") if one in legal]
        state = state.apply((wanted or state.legal_actions())[0])


@pytest.mark.parametrize("slug", ["llama", "kadabra"])
@given(seed=seeds, players=st.integers(2, 6))
def test_a_round_of_cards_has_few_moves(slug: str, seed: int, players: int) -> None:
    """Each card is drawn at most once and played at most once; who quits does so once."""
    state, rng = walked(slug, seed, 0, players=players)
    drawn = played = quits = 0
    while not (state.is_over or (state.is_chance and state.phase == "deal" and played + quits)):
        if state.is_chance:
            state = state.apply(state.sample(rng))
            continue
        action = rng.choice(state.legal_actions())
        drawn, played = drawn + (action.verb == "draw"), played + (action.verb == "play")
        quits += action.verb == "quit"
        state = state.apply(action)
    cards = {"llama": 56, "kadabra": 60}[slug]
    assert drawn <= cards
    assert played <= cards
    assert quits <= players


@pytest.mark.parametrize("die", [None, (1, 1, 1, 1, 1, "chinchiller")])
@given(seed=seeds, players=st.integers(2, 5))
def test_one_sighted_turn_in_thirty_six_closes_an_eye_whatever_anybody_wants(
    die: Any, seed: int, players: int
) -> None:
    state, rng = walked("chinchiller", seed, seed % 20, players=players, die=die)
    while not (state.is_over or (state.is_chance and state.roll == NOT_ROLLED)):
        choice = state.sample(rng) if state.is_chance else state.legal_actions()[0]
        state = state.apply(choice)
    if state.is_over or state.turn in state.blind:
        return
    closing = sum(
        (
            chance
            for roll, chance in state.chance_outcomes()
            if sum(state.apply(roll).closed) > sum(state.closed)
        ),
        Fraction(0),
    )
    assert closing == (Fraction(3, 36) if die is None else Fraction(1, 36))


def test_a_die_without_a_chinchiller_is_refused() -> None:
    with pytest.raises(lk.InputError, match="one a chinchiller"):
        lk.new_game("chinchiller", die=(1, 1, 1, 1, 1, "x2"))
