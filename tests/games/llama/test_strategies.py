"""The bots of L.L.A.M.A. choose as they say they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.state import Action
from llamakit.engine.state import State as AnyState
from llamakit.games.cards import LLAMA, penalty
from llamakit.games.llama.rules import DRAW, QUIT, Rules, State
from llamakit.games.llama.strategies import BOTS, cautious, greedy, penalty_after

Position = Callable[..., State]


def choice(name: str, state: State) -> str:
    assert state.player is not None
    return str(BOTS[name](state.view(state.player), state.legal_actions(), Random(1)))


def test_random_is_uniform_over_the_legal_actions(position: Position) -> None:
    state, rng = position("345", "1", top=3), Random(3)
    legal = state.legal_actions()
    chosen = Counter(BOTS["random"](state.view(0), legal, rng) for _ in range(4000))
    assert set(chosen) == set(legal)
    assert all(abs(number - 1000) < 150 for number in chosen.values())


@pytest.mark.parametrize(
    ("hand", "top", "greedy_plays", "cautious_plays"),
    [
        ("34", 3, "play 4", "play 4"),  # sheds 4 rather than 3
        ("344", 3, "play 3", "play 3"),  # one of two 4s sheds nothing
        ("6L", 6, "play L", "play L"),
        ("66LL", 6, "play 6", "quit"),  # nothing sheds: the top card's own value comes first
        ("33", 3, "play 3", "quit"),
        ("1L", "L", "play L", "play L"),
        ("25", 3, "draw", "quit"),
        ("123456L", 4, "play 5", "play 5"),
    ],
)
def test_the_most_penalty_goes_first(
    position: Position, hand: str, top: str, greedy_plays: str, cautious_plays: str
) -> None:
    state = position(hand, "1", top=top)
    assert choice("greedy", state) == greedy_plays
    assert choice("cautious", state) == cautious_plays


def test_greedy_quits_only_when_it_can_neither_play_nor_draw(position: Position) -> None:
    state = position("25", "1", top=3)
    assert choice("greedy", state) == "draw"
    assert choice("greedy", position("25", "1", top=3, pile=(0,) * 7)) == "quit"
    assert choice("greedy", position("25", "1", top=3, active=(True, False))) == "quit"


def test_the_biggest_token_goes_back(position: Position) -> None:
    for points, token in ((3, "return 1"), (12, "return 10")):
        state = position("4", "5", top=3, points=(points, 0)).apply("play 4")
        assert choice("greedy", state) == choice("cautious", state) == token


def test_expected_penalty_after_a_draw(position: Position) -> None:
    view = position("25", "1", top=3, gone="LLLLLLL").view(0)
    unseen = {1: 8, 2: 7, 3: 7, 4: 8, 5: 7, 6: 8, LLAMA: 1}
    total = sum(unseen.values())
    added = Fraction(8 * 1 + 7 * 3 + 8 * 4 + 8 * 6 + 10, total)
    assert penalty_after(view, DRAW) == 7 + added
    assert penalty_after(view, QUIT) == 7
    by_chances = sum(p * penalty((2, 5, drawn)) for drawn, p in view.draw_chances.items())
    assert penalty_after(view, DRAW) == by_chances


def test_what_the_bots_promise_holds_in_random_positions() -> None:
    rng, turns = Random(9), 0
    for players in (2, 3, 4, 6) * 12:
        state: AnyState = Rules(players=players).start()
        while not state.is_over:
            if state.is_chance:
                state = state.apply(state.sample(rng))
                continue
            legal, view = state.legal_actions(), state.view(state.player)
            if state.phase == "turn":
                turns += 1
                after = {action: penalty_after(view, action) for action in legal}
                least = min((after[action] for action in legal[:-1]), default=None)
                bold, wary = greedy(view, legal, rng), cautious(view, legal, rng)
                assert (bold == QUIT) == (least is None)
                assert least is None or after[bold] == least
                sheds = least is not None and least < penalty(view.hand)
                assert wary == (bold if sheds else QUIT)
            state = state.apply(rng.choice(legal[:-1] or legal))
    assert turns > 2000


@pytest.mark.parametrize("name", sorted(set(BOTS) - {"strong"}))  # that one takes its time
@pytest.mark.parametrize("players", range(2, 7))
def test_bots_play_whole_games(name: str, players: int) -> None:
    game = lk.new_game("llama", players=[lk.bot(name) for _ in range(players)], seed=players)
    while not game.is_over:
        game.play()
    assert max(game.scores) >= 40
    assert game.winners


@pytest.mark.parametrize(
    ("hand", "others", "chosen"),
    [
        ([3, 5], (6,), QUIT),
        ([4, 5], (6,), DRAW),
        ([5], (6, 6), QUIT),
        ([6], (6, 6), DRAW),
        ([4, 6], (6, 1), QUIT),
        ([5, 6], (1,), DRAW),
    ],
)
def test_sharp_quits_with_more_points_where_fewer_are_in_or_somebody_is_nearly_out(
    hand: Any, others: Any, chosen: Action
) -> None:
    state = lk.llama.position(hand, 1, others=others)
    assert BOTS["sharp"](state.view(0), state.legal_actions(), Random(1)) == chosen
