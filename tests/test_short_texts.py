"""What a repr shows: one line, and nothing that a player must not know."""

from __future__ import annotations

from random import Random

import pytest
from pig import GAMES
from unseen import HIDDEN

import llamakit as lk


@pytest.mark.parametrize("slug", GAMES)
def test_a_repr_fits_a_line_and_is_the_same_whatever_is_hidden(slug: str) -> None:
    rng = Random(5)
    game = lk.new_game(slug, players=["Ana", lk.bot("greedy", "Ben")], seed=5)
    for _ in range(12):
        if game.is_over:
            break
        other = HIDDEN[slug](game.state, 0, rng)
        for mine, theirs in (
            (game.state, other),
            (game.view(0), other.view(0)),
            (game.view(), other.view()),
        ):
            assert repr(mine) == repr(theirs)
            assert len(repr(mine)) <= 100
        for short in (game, game.rules, *game.history[-3:], *lk.rulings(slug)):
            assert len(repr(short)) <= 120
        game.play(rng.choice(game.legal_actions()))


def test_a_view_says_whose_it_is_and_where_the_game_stands() -> None:
    game = lk.new_game("llama", players=3, seed=1)
    assert repr(game.view(1)) == "<View llama seat=1 round=1 phase='turn' turn=0>"
    assert repr(game.view()) == "<View llama seat=None round=1 phase='turn' turn=0>"


def test_rules_say_what_is_not_usual() -> None:
    assert repr(lk.llama.Rules()) == "Rules(players=2)"
    assert repr(lk.new_game("kadabra", players=3).rules) == "Rules(players=3)"
    small = lk.llama.Rules(numbers=3, copies=2, hand=2, players=3)
    assert repr(small) == "Rules(players=3, numbers=3, copies=2, hand=2)"
    assert eval(repr(small), {"Rules": lk.llama.Rules}) == small


def test_a_distribution_leaves_out_what_does_not_fit() -> None:
    assert repr(lk.Distribution({"heads": 1, "tails": 1})) == (
        "Distribution({'heads': 1/2, 'tails': 1/2})"
    )
    assert repr(lk.llama.hand_penalty()).endswith(", …})")
    assert repr(lk.Distribution({"x" * 200: 1})) == f"Distribution({{'{'x' * 200}': 1}})"


def test_results_fit_a_line() -> None:
    tiny = lk.llama.Rules(numbers=1, copies=2, hand=1, open_hands=True, target=1).start()
    for short in (
        *lk.new_game("llama", seed=1).advice(samples=2),
        lk.llama.hand_penalty(),
        lk.chinchiller.solve(),
        lk.chinchiller.best_turn(20),
        lk.llama_dice.solo([2, 5], [1, 3, "L"]),
        lk.llama_dice.roll_odds([2, 5], [1, 3]),
        lk.exact.solve(
            lk.exact.positions(tiny), payoff=lambda end: 0, minimise=lambda s: s.player == 1
        ),
        lk.simulate("llama", "greedy", n=2, seed=2**128 - 1, progress=False),
        lk.tournament({"a": "greedy", "b": "random"}, "llama", n=1, seed=1, progress=False),
    ):
        assert len(repr(short)) <= 120
