"""The supply of sand: when it runs dry, what everybody returns, and what it comes to owe (H1)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.games.chinchiller import picture
from llamakit.games.chinchiller.rules import Rules, State, returned

Position = Callable[..., State]


def paid(state: Any, *choices: Any) -> State:
    for choice in choices:
        state = state.apply(choice)
    assert isinstance(state, State)
    return state


def least_that_suffices(supply: int, held: tuple[int, ...], amount: int) -> int:
    """The ruling of H1, word for word: count up until it suffices or the poorest has no more."""
    back = 0
    while supply + back * len(held) < amount and back < min(held):
        back += 1
    return back


@pytest.mark.clause("H1")
def test_what_everybody_returns() -> None:
    for players in range(2, 6):
        for supply, amount, poorest in product(range(-9, 30, 3), range(1, 25), range(0, 9, 2)):
            held = (200,) * (players - 1) + (poorest,)
            assert returned(supply, held, amount) == least_that_suffices(supply, held, amount)


@pytest.mark.clause("H1")
def test_a_payment_as_large_as_the_supply_returns_nothing(position: Position) -> None:
    after = paid(position(721, 0, roll=("x2", 12)), "stop")
    assert (after.sand, after.supply) == ((745, 0), 0)


@pytest.mark.clause("H1")
def test_everybody_returns_just_enough_and_the_supply_keeps_what_is_over(
    position: Position,
) -> None:
    state = position(100, 200, 443, roll=(3, 6))
    assert state.supply == 2
    after = paid(state, "stop")
    assert after.sand == (100 - 3 + 9, 197, 440), "7 are missing: 3 each, the taker too"
    assert after.supply == 2 + 9 - 9


@pytest.mark.clause("H1")
def test_nobody_returns_more_than_the_poorest_has(position: Position) -> None:
    state = position(400, 343, 2, roll=(12, 12))
    assert state.supply == 0
    after = paid(state, "stop")
    assert after.sand == (400 - 2 + 24, 341, 0)
    assert after.supply == -18, "6 came back, 24 were paid"


@pytest.mark.clause("H1")
def test_a_supply_in_debt_is_paid_back_before_it_pays(position: Position) -> None:
    state = position(300, 275, 180, turn=2, roll=(1, "x2"))
    assert state.supply == -10
    after = paid(state, "stop")
    assert after.sand == (296, 271, 178), "12 are missing: 4 each"
    assert after.supply == 0


@pytest.mark.clause("H1")
def test_no_sand_is_no_payment(position: Position) -> None:
    state = position(300, 275, 180)
    assert state.supply == -10
    after = paid(state, ("x2", "x2"))
    assert (after.sand, after.supply) == (state.sand, -10)
    closing = paid(state, ("x2", "chinchiller"))
    assert (closing.sand, closing.supply) == (state.sand, -10)


@pytest.mark.clause("H1", "H7", "H8", "H9")
def test_a_payment_of_nothing_moves_nothing_while_the_supply_owes(position: Position) -> None:
    nothing = position(300, 275, 180, closed=(2, 0, 0), roll=("x2", "x2"))
    some = position(300, 275, 180, closed=(2, 0, 0), roll=(3, 6))
    assert nothing.supply == some.supply == -10
    for state, *choices in (
        (some, "claim 0", "accept"),
        (some, "claim 9", "doubt"),
        (nothing, "claim 6", "doubt"),  # a lie, and the true amount is 0
    ):
        after = paid(state, *choices)
        assert (after.sand, after.supply) == (state.sand, -10), choices


@pytest.mark.clause("H1")
def test_an_endless_supply_never_asks_for_any_back(position: Position) -> None:
    endless = Rules(players=3, supply="endless")
    state = dataclasses.replace(position(400, 343, 2, roll=(12, 12)), rules=endless)
    after = paid(state, "stop")
    assert after.sand == (424, 343, 2)
    assert state.supply is after.supply is after.view().supply is None
    assert "supply: endless" in str(after)
    assert "Supply: endless" in picture.svg(after.view())
    assert "<p>endless</p>" in picture.board(after.view())
    blind = dataclasses.replace(position(300, 5, 440, closed=(2, 0, 0), roll=(1, 1)), rules=endless)
    assert paid(blind, "claim 24", "accept").sand == (324, 0, 440), "the payer's own sand first"
    with pytest.raises(lk.InputError, match="supply must be one of 'box', 'endless'"):
        Rules(supply="none")


@pytest.mark.clause("H1")
def test_with_an_endless_supply_only_what_is_paid_is_told(walk: Callable[..., Game]) -> None:
    for seed in range(20):
        game = walk("chinchiller", seed, supply="endless")
        sentences = " ".join(game.view(0).log)
        assert "The supply" not in sentences
        for step in game.history:
            given = sum(step.after.scores) - sum(step.before.scores)
            assert given >= 0


@pytest.mark.clause("H1")
def test_a_supply_that_owes_says_so(position: Position) -> None:
    state = position(300, 275, 180)
    assert "supply: empty, and owes 10 sand" in str(state)
    assert "Supply: empty, and owes 10 sand" in picture.svg(state.view())
    assert "<p>empty, and owes 10 sand</p>" in picture.board(state.view())


@pytest.mark.clause("H1", "H7")
def test_an_accepted_claim_takes_the_announcers_sand_first_then_the_supply_owes(
    position: Position,
) -> None:
    state = position(300, 5, 440, closed=(2, 0, 0), roll=(1, 1))
    assert state.supply == 0
    after = paid(state, "claim 24", "accept")
    assert after.sand == (324, 0, 440), "the announcer is the poorest now: nobody returns any"
    assert after.supply == -19


@pytest.mark.clause("H1", "H7")
def test_a_claim_the_announcer_can_pay_leaves_an_empty_supply_alone(position: Position) -> None:
    state = position(300, 24, 421, closed=(2, 0, 0), roll=(1, 1))
    after = paid(state, "claim 24", "accept")
    assert (after.sand, after.supply) == ((324, 0, 421), 0)


@pytest.mark.clause("H1", "H8")
def test_a_low_doubt_takes_the_blind_players_sand_first(position: Position) -> None:
    state = position(4, 340, 400, closed=(2, 0, 0), roll=(1, 1))
    assert state.supply == 1
    after = paid(state, "claim 2", "doubt")
    assert after.sand == (0, 346, 400)
    assert after.supply == -1


@pytest.mark.clause("H1", "H9")
def test_a_caught_liar_pays_first(position: Position) -> None:
    state = position(300, 5, 440, closed=(2, 0, 0), roll=(12, 12))
    after = paid(state, "claim 0", "doubt")
    assert after.sand == (324, 0, 440)
    assert after.supply == -19
    assert after.closed == (2, 1, 0)


@pytest.mark.clause("H1")
def test_players_and_supply_hold_745_always_and_nobody_less_than_nothing(
    walk: Callable[..., Game],
) -> None:
    for seed in range(100):
        for step in walk("chinchiller", seed).history:
            state = step.after
            assert isinstance(state, State)
            assert sum(state.sand) + state.supply == 745
            assert min(state.sand) >= 0
