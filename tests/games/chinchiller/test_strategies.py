"""The bots of Chinchiller Dice do what they promise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.games.chinchiller import (
    doubting,
    honest,
    low,
    make_die,
    player,
    stopper,
    threshold,
    trusting,
)
from llamakit.games.chinchiller.rules import State, sand, without_sand
from llamakit.games.chinchiller.stopping import best_stopping, reroll_value
from llamakit.games.chinchiller.strategies import BOTS

Position = Callable[..., State]

FACES = (1, 3, 6, 12, "x2", "chinchiller")
DICE = [
    make_die(),
    make_die((6, 6, "x2", "x2", "chinchiller", "chinchiller")),
    make_die((1, 2, 3, 4, 5, "chinchiller")),
    make_die(("x2",) * 5 + ("chinchiller",)),
]
COSTS = [Fraction(0), Fraction(20), Fraction(-7, 3), Fraction(1000)]


def choice(strategy: Any, state: Any) -> str:
    return str(strategy(state.view(state.player), state.legal_actions(), Random(1)))


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("cost", COSTS)
def test_values_of_a_re_roll_satisfy_the_optimality_equation(die: Any, cost: Fraction) -> None:
    """v = E[no sand: 0 or -cost; else the better of the sand and the value of rolling on]."""

    def worth(roll: Any) -> Fraction:
        if sand(roll):
            return max(Fraction(sand(roll)), reroll_value(die, without_sand(roll), cost))
        return -cost if "chinchiller" in roll else Fraction(0)

    keeps: list[Any] = [(None, None), ("x2", None), (None, "x2"), (None, "chinchiller")]
    for kept in keeps:
        if not set(kept) <= {None, *die}:
            continue
        rolls = list(product(*[die if face is None else [face] for face in kept]))
        expected = sum(map(worth, rolls), Fraction(0)) / len(rolls)
        assert reroll_value(die, kept, cost) == expected


def test_values_worked_out_by_hand() -> None:
    """With a x2 kept: stop at 24 or 12, else roll again: v = (24 + 12) / 6 + v / 3, v = 9."""
    die = make_die()
    assert reroll_value(die, ("x2", None), Fraction(0)) == 9
    assert reroll_value(die, ("chinchiller", None), Fraction(0)) == Fraction(9, 2)
    assert best_stopping(Fraction(-1), []) == -1
    assert best_stopping(Fraction(0), [(1, Fraction(1, 2)), (3, Fraction(1, 2))]) == 3


@pytest.mark.parametrize("cost", [0, 20, Fraction(1, 2)])
def test_a_stopper_re_rolls_where_that_is_worth_more(position: Position, cost: Any) -> None:
    for roll in product(FACES, FACES):
        if sand(roll):
            state = position(24, 24, roll=roll)
            again = reroll_value(state.rules.die, without_sand(roll), Fraction(cost))
            expected = "reroll" if again > sand(roll) else "stop"
            assert choice(stopper(cost), state) == expected


def test_a_tie_is_a_stop(position: Position) -> None:
    die = (9, 9, 9, 9, 9, "chinchiller")
    state = position(24, 24, roll=(9, "chinchiller"), options={"die": die})
    assert reroll_value(state.rules.die, (None, "chinchiller"), Fraction(-9)) == 9
    assert choice(stopper(-9), state) == "stop"


def test_greedy_and_cautious_differ_where_an_eye_is_at_stake(position: Position) -> None:
    state = position(24, 24, roll=(3, "chinchiller"))
    assert choice(BOTS["greedy"], state) == "reroll"
    assert choice(BOTS["cautious"], state) == "stop"
    for roll in product(FACES, FACES):
        state = position(24, 24, roll=roll)
        if sand(roll):
            assert choice(BOTS["greedy"], state) == choice(stopper(0), state)
            assert choice(BOTS["cautious"], state) == choice(stopper(20), state)


@pytest.mark.parametrize("roll", list(product(FACES, FACES)))
def test_announcers(position: Position, roll: Any) -> None:
    state = position(24, 24, closed=(2, 0), roll=roll)
    assert choice(honest, state) == f"claim {sand(roll)}"
    assert choice(low, state) == f"claim {0 if sand(roll) >= 6 else sand(roll)}"


def test_doubters(position: Position) -> None:
    for claim in (0, 6, 7, 24):
        state: Any = position(24, 24, closed=(2, 0), roll=(1, 1)).apply(f"claim {claim}")
        assert choice(trusting, state) == "accept"
        assert choice(doubting, state) == "doubt"
        assert choice(threshold(7), state) == ("doubt" if claim < 7 else "accept")


def test_built_in_bots_are_honest_and_trusting(position: Position) -> None:
    for name in ("greedy", "cautious"):
        state: Any = position(24, 24, closed=(2, 0), roll=(12, 12))
        assert choice(BOTS[name], state) == "claim 24"
        assert choice(BOTS[name], state.apply("claim 0")) == "accept"


def test_random_chooses_every_legal_action(position: Position) -> None:
    state = position(24, 24, closed=(2, 0), roll=(12, 12))
    rng = Random(1)
    chosen = {BOTS["random"](state.view(1), state.legal_actions(), rng) for _ in range(300)}
    assert chosen == set(state.legal_actions())


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", ["random", "greedy", "cautious"])
def test_bots_play_whole_games(name: str, players: int) -> None:
    game = lk.new_game("chinchiller", players=[lk.bot(name)] * players, seed=5)
    while not game.is_over:
        game.play()
    assert len(game.winners) == 1
    assert lk.replay(game.record()).winners == game.winners


def test_a_bot_is_put_together_from_functions() -> None:
    for name in ("turn", "announce", "doubt"):
        parts: dict[str, Any] = {"turn": stopper(0), "announce": honest, "doubt": trusting}
        with pytest.raises(lk.InputError, match=f"{name} must be a strategy such as honest"):
            player(**parts | {name: "greedy"})


def test_a_bot_put_together_from_parts_plays() -> None:
    bluffer = player(stopper(10), low, threshold(6))
    game = lk.new_game("chinchiller", players=[bluffer, lk.bot("greedy")], seed=2)
    while not game.is_over:
        game.play()
    assert game.players == ("Strategy", "Greedy")
