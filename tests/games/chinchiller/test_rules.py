"""The clauses of Chinchiller Dice, one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.games.chinchiller.rules import Rules, State, make_die, sand, sums

Position = Callable[..., State]

FACES = (1, 3, 6, 12, "x2", "chinchiller")
ROLLS = list(product(FACES, FACES))
POSSIBLE = (0, 1, 2, 3, 4, 6, 7, 9, 12, 13, 15, 18, 24)
NOT_ROLLED = (None, None)


def moves(state: Any) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def played(state: Any, *choices: Any) -> State:
    for choice in choices:
        state = state.apply(choice)
    assert isinstance(state, State)
    return state


# G8 and H1: players and sand


@pytest.mark.clause("G8")
def test_the_first_seat_starts_or_the_one_chosen() -> None:
    assert Rules(players=3).start().turn == 0
    assert Rules(players=3, first_player=2).start().turn == 2
    with pytest.raises(lk.InputError, match="first_player"):
        Rules(players=3, first_player=3)


@pytest.mark.clause("H1")
@pytest.mark.parametrize("players", [0, 1, 6, -1, True, 2.0, "2", None])
def test_two_to_five_players(players: Any) -> None:
    with pytest.raises(lk.InputError, match="players must be a whole number from 2 to 5"):
        Rules(players=players)


@pytest.mark.clause("H1")
@pytest.mark.parametrize("players", range(2, 6))
def test_everybody_starts_with_24_of_745_sand(players: int) -> None:
    start = Rules(players=players).start()
    assert start.sand == start.scores == (24,) * players
    assert start.supply == 25 * 1 + 40 * 6 + 20 * 24 - 24 * players
    assert start.closed == (0,) * players
    assert (start.turn_number, start.round_number, start.winners) == (1, 1, ())


# H2 and H3: the dice and the sighted turn


@pytest.mark.clause("H2", "H3")
def test_a_roll_is_any_of_36_equally_likely_pairs() -> None:
    outcomes = Rules().start().chance_outcomes()
    assert sorted(map(str, dict(outcomes))) == sorted(map(str, ROLLS))
    assert {probability for _, probability in outcomes} == {Fraction(1, 36)}


@pytest.mark.clause("H2")
def test_other_faces_are_an_option() -> None:
    die = [6, 6, "x2", "chinchiller", "X2", "Chinchiller"]
    rules = Rules(die=die)
    assert rules.die == (6, 6, "x2", "x2", "chinchiller", "chinchiller")
    outcomes = dict(rules.start().chance_outcomes())
    assert len(outcomes) == 9
    assert set(outcomes.values()) == {Fraction(1, 9)}
    assert [action.values for action in rules.claim_actions] == [(0,), (6,), (12,)]


@pytest.mark.clause("H2")
@pytest.mark.parametrize(
    "die",
    [
        3,
        "abcdef",
        FACES[:5],
        (*FACES, 1),
        (1, 3, 6, 12, "x2", "x2"),
        (1, 3, 6, 12, "x2", "llama"),
        (0, 3, 6, 12, "x2", "chinchiller"),
        (True, 3, 6, 12, "x2", "chinchiller"),
        (1.0, 3, 6, 12, "x2", "chinchiller"),
        (101, 3, 6, 12, "x2", "chinchiller"),
    ],
)
def test_a_die_that_cannot_be_is_refused(die: Any) -> None:
    with pytest.raises(lk.InputError, match=r"die|face"):
        Rules(die=die)
    with pytest.raises(lk.InputError, match=r"die|face"):
        make_die(die)


@pytest.mark.clause("H3")
@pytest.mark.parametrize("roll", ROLLS)
def test_after_a_roll_one_may_re_roll_sand_only(roll: Any) -> None:
    state = played(Rules().start(), roll)
    if any(isinstance(face, int) for face in roll):
        assert (state.phase, state.roll, state.turn, state.player) == ("choose", roll, 0, 0)
        assert moves(state) == ["reroll", "stop"]
    else:
        assert (state.phase, state.roll, state.turn) == ("roll", NOT_ROLLED, 1)


@pytest.mark.clause("H3")
@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ((1, 12), NOT_ROLLED),
        (("x2", 3), ("x2", None)),
        ((3, "x2"), (None, "x2")),
        (("chinchiller", 1), ("chinchiller", None)),
    ],
)
def test_a_re_roll_takes_all_sand_and_leaves_the_rest(
    position: Position, before: Any, kept: Any
) -> None:
    rolling = played(position(24, 24, roll=before), "reroll")
    assert (rolling.phase, rolling.roll, rolling.player) == ("roll", kept, None)
    outcomes = dict(rolling.chance_outcomes())
    assert len(outcomes) == 6 ** kept.count(None)
    assert sum(outcomes.values()) == 1
    for outcome in outcomes:
        assert all(stays in (None, face) for stays, face in zip(kept, outcome, strict=True))
    drawn = {rolling.sample(Random(seed)) for seed in range(500)}
    assert drawn == set(outcomes)


@pytest.mark.clause("H3")
def test_one_may_re_roll_for_ever(position: Position) -> None:
    state = position(24, 24, roll=(1, 12))
    for _ in range(100):
        state = played(state, "reroll", (1, 12))
    assert state == position(24, 24, roll=(1, 12))


@pytest.mark.clause("H-E1")
def test_all_sand_is_re_rolled_and_15_taken(position: Position) -> None:
    state = played(Rules().start(), (1, 3), "reroll", (1, 6))
    again = played(state, "reroll")
    assert again.roll == NOT_ROLLED, "the 6 cannot be kept"
    after = played(again, (3, 12), "stop")
    assert after.sand == (24 + 15, 24)
    assert after.turn == 1


@pytest.mark.clause("H-E2")
def test_the_sand_beside_a_chinchiller_is_re_rolled() -> None:
    state = played(Rules().start(), (6, 6), "reroll", (3, "chinchiller"), "reroll")
    with pytest.raises(lk.IllegalAction, match="chinchiller stays"):
        state.apply((6, 6))
    after = played(state, (6, "chinchiller"), "stop")
    assert after.sand == (30, 24)
    assert after.closed == (0, 0)


@pytest.mark.clause("H-E3")
def test_a_chinchiller_beside_a_double_closes_an_eye() -> None:
    after = played(Rules().start(), (3, "x2"), "reroll", ("chinchiller", "x2"))
    assert after.closed == (1, 0)
    assert after.sand == (24, 24)
    assert (after.turn, after.phase) == (1, "roll")


# H4 and H5: what a roll is worth


@pytest.mark.clause("H4", "H5", "H6")
@pytest.mark.parametrize(
    ("roll", "worth"),
    [
        ((1, 1), 2),
        ((12, 6), 18),
        (("x2", 1), 2),
        ((12, "x2"), 24),
        (("x2", "x2"), 0),
        ((3, "chinchiller"), 3),
        (("chinchiller", 12), 12),
        (("chinchiller", "x2"), 0),
        (("chinchiller", "chinchiller"), 0),
    ],
)
def test_worth_of_a_roll(roll: Any, worth: int) -> None:
    assert sand(roll) == sand(roll[::-1]) == worth


@pytest.mark.clause("H4")
@pytest.mark.parametrize(("roll", "worth"), [((3, 6), 9), ((3, "x2"), 6), (("chinchiller", 1), 1)])
def test_stopping_takes_sand_from_the_supply(position: Position, roll: Any, worth: int) -> None:
    state = position(30, 24, 24, roll=roll)
    after = played(state, "stop")
    assert after.sand == (30 + worth, 24, 24)
    assert after.supply == state.supply - worth
    assert after.closed == state.closed


@pytest.mark.clause("H4")
def test_two_doubles_are_nothing() -> None:
    after = played(Rules().start(), ("x2", "x2"))
    assert (after.sand, after.closed, after.turn) == ((24, 24), (0, 0), 1)


@pytest.mark.clause("H5")
@pytest.mark.parametrize(
    "roll", [("chinchiller", "chinchiller"), ("x2", "chinchiller"), ("chinchiller", "x2")]
)
def test_closing_eyes(position: Position, roll: Any) -> None:
    once = played(position(24, 24, 24, turn=1), roll)
    assert (once.closed, once.blind, once.turn) == ((0, 1, 0), (), 2)
    twice = played(position(24, 24, 24, turn=1, closed=(0, 1, 0)), roll)
    assert (twice.closed, twice.blind, twice.turn) == ((0, 2, 0), (1,), 2)
    assert once.sand == twice.sand == (24, 24, 24)


# H6: the blind turn


@pytest.mark.clause("H6")
@pytest.mark.parametrize("roll", ROLLS)
def test_a_blind_roll_is_announced_whatever_it_is(position: Position, roll: Any) -> None:
    state = played(position(24, 24, closed=(2, 0)), roll)
    assert (state.phase, state.player, state.turn, state.roll) == ("announce", 1, 0, roll)
    assert state.closed == (2, 0)
    assert moves(state) == [f"claim {amount}" for amount in POSSIBLE]


@pytest.mark.clause("H6")
@pytest.mark.parametrize(
    ("turn", "closed", "announcer"),
    [
        (0, (2, 0, 0, 0), 1),
        (0, (2, 1, 0, 0), 1),
        (0, (2, 2, 2, 1), 3),
        (2, (2, 0, 2, 2), 1),
        (3, (0, 0, 0, 2), 0),
        (1, (1, 2, 2, 2), 0),
        (0, (0, 2, 0, 0), None),
    ],
)
def test_the_announcer_is_the_nearest_to_the_left_who_sees(
    position: Position, turn: int, closed: Any, announcer: int | None
) -> None:
    state = position(24, 24, 24, 24, turn=turn, closed=closed)
    assert state.announcer == announcer
    if announcer is not None:
        assert played(state, (1, 3)).player == announcer


@pytest.mark.clause("H6")
def test_a_claim_need_not_be_true_and_is_answered_by_the_blind_player(position: Position) -> None:
    state = position(24, 24, closed=(2, 0), roll=(1, 3))
    for amount in POSSIBLE:
        claimed = played(state, f"claim {amount}")
        assert (claimed.phase, claimed.player, claimed.claim) == ("answer", 0, amount)
        assert moves(claimed) == ["accept", "doubt"]
    with pytest.raises(lk.IllegalAction, match="legal: claim 0, claim 1"):
        state.apply("claim 5")


@pytest.mark.clause("H6")
def test_the_possible_sums() -> None:
    assert sums(make_die()) == POSSIBLE


@pytest.mark.clause("H6")
def test_any_number_may_be_claimed_by_option(position: Position) -> None:
    state = position(24, 24, closed=(2, 0), roll=(1, 3), options={"claims": "any"})
    assert moves(state) == [f"claim {amount}" for amount in range(25)]
    assert played(state, "claim 5", "accept").sand == (29, 19)
    with pytest.raises(lk.InputError, match="claims must be one of 'possible', 'any'"):
        Rules(claims="all")


# H7 to H9: accept or doubt


@pytest.mark.clause("H7")
def test_an_accepted_claim_is_paid_by_the_announcer_alone(position: Position) -> None:
    state = position(10, 30, 24, closed=(2, 0, 0), roll=(12, 12))
    after = played(state, "claim 9", "accept")
    assert after.sand == (19, 21, 24)
    assert after.supply == state.supply
    assert (after.turn, after.phase, after.claim, after.roll) == (1, "roll", None, NOT_ROLLED)
    assert after.closed == (2, 0, 0)


@pytest.mark.clause("H7")
def test_an_announcer_with_too_little_gives_all_and_the_supply_the_rest(position: Position) -> None:
    state = position(10, 5, 24, closed=(2, 0, 0), roll=(1, 1))
    after = played(state, "claim 24", "accept")
    assert after.sand == (34, 0, 24)
    assert after.supply == state.supply - 19


@pytest.mark.clause("H8")
@pytest.mark.parametrize("roll", [(1, 1), ("x2", "x2"), ("chinchiller", "x2"), (3, 1)])
def test_doubting_a_low_truth_costs_6(position: Position, roll: Any) -> None:
    state = position(24, 24, 24, closed=(2, 0, 0), roll=roll)
    after = played(state, f"claim {sand(roll)}", "doubt")
    assert after.sand == (18, 30, 24)
    assert after.supply == state.supply
    assert after.closed == state.closed


@pytest.mark.clause("H8")
def test_who_cannot_pay_6_gives_all_and_the_supply_the_rest(position: Position) -> None:
    state = position(4, 24, closed=(2, 0), roll=(1, 1))
    after = played(state, "claim 2", "doubt")
    assert after.sand == (0, 30)
    assert after.supply == state.supply - 2


@pytest.mark.clause("H8")
@pytest.mark.parametrize("roll", [(3, 3), (6, "chinchiller"), (12, 12)])
def test_doubting_a_high_truth_moves_nothing(position: Position, roll: Any) -> None:
    state = position(24, 24, closed=(2, 0), roll=roll)
    after = played(state, f"claim {sand(roll)}", "doubt")
    assert (after.sand, after.closed, after.turn) == (state.sand, state.closed, 1)


@pytest.mark.clause("H9")
@pytest.mark.parametrize("claim", [0, 9, 13, 24])
def test_a_caught_liar_pays_what_was_rolled_and_closes_an_eye(
    position: Position, claim: int
) -> None:
    state = position(24, 24, 24, closed=(2, 0, 0), roll=(6, 12))
    after = played(state, f"claim {claim}", "doubt")
    assert after.sand == (42, 6, 24)
    assert after.closed == (2, 1, 0)
    assert after.supply == state.supply


@pytest.mark.clause("H9")
def test_a_caught_liar_with_too_little_gives_all_and_the_supply_the_rest(
    position: Position,
) -> None:
    state = position(24, 5, closed=(2, 0), roll=(6, 12))
    after = played(state, "claim 0", "doubt")
    assert after.sand == (42, 0)
    assert after.supply == state.supply - 13


@pytest.mark.clause("H9")
def test_a_lie_about_nothing_costs_an_eye_only(position: Position) -> None:
    after = played(position(24, 24, closed=(2, 0), roll=("x2", "x2")), "claim 6", "doubt")
    assert (after.sand, after.closed) == ((24, 24), (2, 1))


@pytest.mark.clause("H9", "H6")
def test_a_liar_may_go_blind_and_then_announces_no_more(position: Position) -> None:
    state = position(24, 24, 24, closed=(2, 1, 0), roll=(6, 12))
    after = played(state, "claim 0", "doubt")
    assert (after.closed, after.blind, after.turn) == ((2, 2, 0), (0, 1), 1)
    assert after.announcer == 2


@pytest.mark.clause("H-E4")
def test_18_told_as_9_and_accepted(position: Position) -> None:
    after = played(position(24, 24, closed=(2, 0), roll=(6, 12)), "claim 9", "accept")
    assert after.sand == (33, 15)


@pytest.mark.clause("H-E5")
def test_true_1_doubted(position: Position) -> None:
    after = played(position(24, 24, closed=(2, 0), roll=(1, "chinchiller")), "claim 1", "doubt")
    assert after.sand == (18, 30)


@pytest.mark.clause("H-E6")
def test_true_9_doubted(position: Position) -> None:
    after = played(position(24, 24, closed=(2, 0), roll=(3, 6)), "claim 9", "doubt")
    assert after.sand == (24, 24)


@pytest.mark.clause("H-E7")
def test_24_told_as_9_and_doubted(position: Position) -> None:
    after = played(position(24, 24, closed=(2, 0), roll=(12, 12)), "claim 9", "doubt")
    assert (after.sand, after.closed) == ((48, 0), (2, 1))


# H10: the end


@pytest.mark.clause("H10")
def test_the_game_ends_when_the_last_one_closes_the_second_eye(position: Position) -> None:
    state = position(40, 30, 20, turn=1, closed=(2, 1, 2))
    after = played(state, ("chinchiller", "chinchiller"))
    assert after.is_over
    assert (after.winners, after.player, after.legal_actions()) == ((0,), None, ())
    with pytest.raises(lk.IllegalAction, match="the game is over"):
        after.apply("stop")


@pytest.mark.clause("H10", "H9")
def test_the_game_ends_when_a_liar_was_the_last_to_see(position: Position) -> None:
    state = position(20, 30, closed=(2, 1), roll=(12, 12))
    after = played(state, "claim 0", "doubt")
    assert after.is_over
    assert (after.sand, after.winners) == ((44, 6), (0,))


@pytest.mark.clause("H10")
def test_a_game_goes_on_while_one_can_see(position: Position) -> None:
    after = played(position(40, 30, turn=1, closed=(2, 0)), ("chinchiller", "chinchiller"))
    assert not after.is_over
    assert after.winners == ()


@pytest.mark.clause("H10")
@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
def test_a_tie_goes_to_the_one_who_went_blind_later(position: Position, order: Any) -> None:
    state = position(40, 30, 40, turn=1, closed=(2, 1, 2), blind=order)
    after = played(state, ("chinchiller", "chinchiller"))
    assert after.blind == (*order, 1)
    assert after.winners == (order[1],)


@pytest.mark.clause("H10")
def test_a_tie_goes_to_the_last_to_see(position: Position) -> None:
    state = position(40, 40, 40, turn=1, closed=(2, 1, 2), blind=(2, 0))
    assert played(state, ("chinchiller", "chinchiller")).winners == (1,)


@pytest.mark.clause("H10")
def test_a_game_may_be_cut_short(position: Position) -> None:
    state = position(24, 24, turn_number=2, turn=1, options={"turns": 2})
    after = played(state, ("x2", "x2"))
    assert after.is_over
    assert after.winners == (0, 1), "both can see: they share"
    state = position(24, 24, 24, closed=(2, 0, 1), roll=(12, 12), options={"turns": 1})
    assert played(state, "claim 0", "accept").winners == (1, 2)
    state = position(40, 40, 24, closed=(2, 2, 1), turn=2, blind=(1, 0), options={"turns": 1})
    assert played(state, ("x2", "x2")).winners == (0,), "both are blind: the later one"


@pytest.mark.clause("H10")
@pytest.mark.parametrize(
    "option",
    [
        {"turns": 0},
        {"turns": 1.5},
        {"turns": True},
        {"closed": (0,)},
        {"closed": (0, 3)},
        {"closed": (0, -1)},
        {"closed": "00"},
        {"closed": 2},
        {"closed": (2, 2)},
        {"closed": (0, True)},
    ],
)
def test_a_small_game_that_cannot_be_is_refused(option: Any) -> None:
    with pytest.raises(lk.InputError, match=r"turns|closed"):
        Rules(players=2, **option)


@pytest.mark.clause("H3", "H6")
def test_turns_pass_to_the_left_and_are_counted() -> None:
    state = Rules(players=3, first_player=1).start()
    seen = []
    for _ in range(7):
        seen.append((state.turn, state.turn_number, state.round_number))
        state = played(state, ("x2", "x2"))
    assert [turn for turn, _, _ in seen] == [1, 2, 0, 1, 2, 0, 1]
    assert [number for _, number, _ in seen] == [1, 2, 3, 4, 5, 6, 7]
    assert [number for _, _, number in seen] == [1, 1, 1, 2, 2, 2, 3]


# What cannot be rolled or played


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        (),
        (1,),
        (1, 3, 6),
        "13",
        13,
        (1, 2),
        (True, 1),
        (1, None),
        ("x3", 1),
        {1: 3},
        [[1], 3],
    ],
)
def test_a_roll_that_cannot_be_is_refused(outcome: Any) -> None:
    start = Rules().start()
    with pytest.raises(lk.IllegalAction):
        start.apply(outcome)
    assert start == Rules().start()


def test_a_roll_may_be_a_list() -> None:
    assert Rules().start().apply([3, "X2"]) == Rules().start().apply((3, "x2"))


@pytest.mark.parametrize("action", ["roll", "accept", "claim 3", "", "stop 3", None, 7, ("stop",)])
def test_a_move_that_is_not_legal_is_refused(position: Position, action: Any) -> None:
    state = position(24, 24, roll=(1, 3))
    with pytest.raises(lk.IllegalAction, match="legal: reroll, stop"):
        state.apply(action)


def test_chance_is_asked_at_a_roll_only(position: Position) -> None:
    state = position(24, 24, roll=(1, 3))
    with pytest.raises(lk.InputError, match="nothing is left to chance"):
        state.chance_outcomes()
    with pytest.raises(lk.InputError, match="nothing is left to chance"):
        state.sample(Random(1))
