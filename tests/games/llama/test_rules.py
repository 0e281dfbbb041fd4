"""The clauses of L.L.A.M.A., one by one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.state import State as AnyState
from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.llama.rules import Rules, State, fitting

Position = Callable[..., State]


def moves(state: AnyState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def played(state: AnyState, *choices: Any) -> State:
    for choice in choices:
        state = state.apply(choice)
    assert isinstance(state, State)
    return state


@pytest.mark.clause("G1")
@pytest.mark.parametrize("players", [1, 7, 0, -2])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(lk.InputError, match="from 2 to 6"):
        Rules(players=players)


@pytest.mark.clause("G1")
@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_players_gets_six_cards(players: int) -> None:
    state = played(Rules(players=players).start(), Rules(players=players).start().sample(Random(1)))
    assert [len(hand) for hand in state.hands] == [6] * players
    assert sum(state.pile) == 56 - 6 * players - 1


@pytest.mark.clause("C1")
def test_deck_has_56_cards_eight_of_each() -> None:
    assert Rules().deck == dict.fromkeys(VALUES, 8)
    assert sum(Rules().start().pile) == 56


@pytest.mark.clause("C1")
def test_deck_can_be_smaller() -> None:
    rules = Rules(numbers=2, copies=3, hand=1)
    assert rules.deck == {1: 3, 2: 3, LLAMA: 3}
    assert rules.values == (1, 2, LLAMA)


@pytest.mark.clause("C2")
def test_deal_gives_hands_and_the_first_discard() -> None:
    start = Rules(players=2).start()
    after = played(start, [[3, 1, 1, 2, "L", 6], [5, 5, 5, 5, 5, 4], ["L"]])
    assert after.phase == "turn"
    assert after.hands == ((1, 1, 2, 3, 6, LLAMA), (4, 5, 5, 5, 5, 5))
    assert (after.top, after.discards) == (LLAMA, (LLAMA,))
    assert after.pile == (6, 7, 7, 7, 3, 7, 6)
    assert after.round_number == 1


@pytest.mark.clause("C2")
@pytest.mark.parametrize(
    "dealt",
    [
        [[1, 1, 1, 1, 1, 1], [1, 1, 2, 2, 2, 2], [1]],  # a ninth 1
        [[1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2]],  # no first discard
        [[1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2], []],
        [[1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2], [1]],
        [[1, 1, 1, 1, 1, 7], [2, 2, 2, 2, 2, 2], [1]],
        [1, 2, 3],
        "deal",
        None,
    ],
)
def test_impossible_deals_are_refused(dealt: Any) -> None:
    with pytest.raises(lk.IllegalAction):
        Rules(players=2).start().apply(dealt)


@pytest.mark.clause("C2")
def test_deals_of_a_full_deck_are_sampled_not_listed() -> None:
    start = Rules(players=2).start()
    with pytest.raises(lk.InputError, match="too many deals"):
        start.chance_outcomes()
    assert start.sample(Random(4)) == start.sample(Random(4))


@pytest.mark.clause("C2")
def test_deals_of_a_small_deck_are_listed_and_sampled() -> None:
    start = Rules(numbers=2, copies=2, hand=1).start()
    listed = dict(start.chance_outcomes())
    assert sum(listed.values()) == 1
    assert listed[(1,), (2,), (LLAMA,)] == Fraction(2, 6) * Fraction(2, 5) * Fraction(2, 4)
    assert listed[(1,), (1,), (2,)] == Fraction(2, 6) * Fraction(1, 5) * Fraction(2, 4)
    assert ((1,), (1,), (1,)) not in listed
    rng = Random(2)
    assert {start.sample(rng) for _ in range(2000)} == set(listed)


@pytest.mark.clause("C3")
def test_a_turn_is_one_card_one_draw_or_quitting(position: Position) -> None:
    state = position("345", "111", "222", top=3)
    assert moves(state) == ["play 3", "play 4", "draw", "quit"]
    for choices in (["play 4"], ["draw", 6], ["quit"]):
        assert played(state, *choices).player == 1


@pytest.mark.clause("C3")
def test_play_passes_left_over_those_who_quit(position: Position) -> None:
    state = position("34", "1", "2", "36", top=3, turn=3, active=(True, False, False, True))
    assert played(state, "play 3").player == 0
    assert played(state, "play 3", "draw", 1).player == 3
    assert played(state, "draw", 1).player == 0


@pytest.mark.clause("C4", "C-E4")
@pytest.mark.parametrize(
    ("top", "fits"),
    [(1, "12"), (2, "23"), (3, "34"), (4, "45"), (5, "56"), (6, "6L"), ("L", "1L")],
)
def test_same_value_or_one_higher(position: Position, top: Any, fits: str) -> None:
    state = position("123456L", "1", top=top)
    assert sorted(move[-1] for move in moves(state) if "play" in move) == sorted(fits)


@pytest.mark.clause("C4")
@pytest.mark.parametrize("numbers", range(1, 7))
def test_values_go_round_in_a_smaller_deck(numbers: int) -> None:
    tops = [*range(1, numbers + 1), LLAMA]
    assert [fitting(top, numbers) for top in tops] == list(zip(tops, [*tops[1:], 1], strict=True))


@pytest.mark.clause("C4")
def test_a_played_card_is_on_top_of_the_discards(position: Position) -> None:
    after = played(position("345", "1", top=3), "play 4")
    assert (after.top, after.hands[0], after.discards) == (4, (3, 5), (3, 4))


@pytest.mark.clause("C4")
@pytest.mark.parametrize("move", ["play 5", "play L", "play 2", "play", "play 3 4", "keep", "roll"])
def test_other_cards_do_not_fit(position: Position, move: str) -> None:
    state = position("345L", "1", top=3)
    with pytest.raises(lk.IllegalAction, match="legal: play 3, play 4, draw, quit"):
        state.apply(move)


@pytest.mark.clause("C5")
def test_a_drawn_card_goes_to_the_hand_and_the_turn_is_over(position: Position) -> None:
    after = played(position("55", "1", top=3), "draw", 3)
    assert after.hands[0] == (3, 5, 5)
    assert after.pile == (7, 8, 6, 8, 6, 8, 8)
    assert (after.player, after.top, after.phase) == (1, 3, "turn")


@pytest.mark.clause("C5")
def test_each_card_of_the_pile_is_as_likely_to_be_drawn(position: Position) -> None:
    drawing = played(position("55", "1", top=3, gone="L" * 8), "draw")
    assert drawing.is_chance
    assert drawing.player is None
    assert drawing.legal_actions() == ()
    outcomes = dict(drawing.chance_outcomes())
    assert outcomes == {
        1: Fraction(7, 44),
        2: Fraction(8, 44),
        3: Fraction(7, 44),
        4: Fraction(8, 44),
        5: Fraction(6, 44),
        6: Fraction(8, 44),
    }
    assert sum(outcomes.values()) == 1


@pytest.mark.clause("C5")
def test_sampled_draws_follow_the_pile(position: Position) -> None:
    drawing = played(position("11", "2", top=3, pile=(3, 0, 0, 0, 0, 0, 1)), "draw")
    rng = Random(8)
    drawn = [drawing.sample(rng) for _ in range(4000)]
    assert set(drawn) == {1, LLAMA}
    assert abs(drawn.count(LLAMA) - 1000) < 150  # more than 5 standard deviations


@pytest.mark.clause("C5")
@pytest.mark.parametrize("drawn", ["L", 7, None, [3], "play 3", 1.0])
def test_a_card_that_is_not_in_the_pile_cannot_be_drawn(position: Position, drawn: Any) -> None:
    drawing = played(position("55", "1", top=3, gone="L" * 8), "draw")
    with pytest.raises(lk.IllegalAction):
        drawing.apply(drawn)


@pytest.mark.clause("C5")
def test_no_draw_from_an_empty_pile(position: Position) -> None:
    state = position("35", "1", top=3, pile=(0, 0, 0, 0, 0, 0, 1))
    after = played(state, "draw", "L", "quit")
    assert sum(after.pile) == 0
    state = position("35", "12", top=3, pile=(0,) * 7)
    assert moves(state) == ["play 3", "quit"]
    assert moves(played(state, "play 3")) == ["quit"]


@pytest.mark.clause("C6")
def test_quitting_is_always_allowed_and_keeps_the_hand_counting(position: Position) -> None:
    state = position("34", "1", "66", top=3)
    after = played(state, "quit")
    assert after.active == (False, True, True)
    assert after.hands == state.hands
    assert after.player == 1


@pytest.mark.clause("C-E3", "C6", "G2")
def test_three_fives_of_a_quitter_count_five(position: Position) -> None:
    after = played(position("555", "4", top=3), "quit", "play 4")
    assert after.scores == (5, 0)


@pytest.mark.clause("C7")
def test_the_last_one_may_play_or_quit_but_not_draw(position: Position) -> None:
    alone = played(position("34", "366", top=3), "quit")
    assert alone.alone
    assert moves(alone) == ["play 3", "quit"]
    stuck = played(alone, "play 3")
    assert stuck.player == 1
    assert moves(stuck) == ["quit"]


@pytest.mark.clause("C-E1", "C7", "C8", "C9")
def test_the_last_player_gets_stuck_with_two_ones_and_a_llama(position: Position) -> None:
    quitters = (True, False, False, False)
    state = position("11344L", "2", "6", "555", top=2, active=quitters)
    after = played(state, "play 3", "play 4", "play 4")
    assert moves(after) == ["quit"]
    over = played(after, "quit")
    assert over.phase == "deal"
    assert over.scores == (11, 2, 6, 5)


@pytest.mark.clause("C8")
def test_the_round_ends_with_a_last_card_though_others_could_go_on(position: Position) -> None:
    after = played(position("4", "34", "45", top=3), "play 4")
    assert after.phase == "deal"
    assert after.scores == (0, 7, 9)


@pytest.mark.clause("C8")
def test_the_round_ends_when_all_have_quit(position: Position) -> None:
    after = played(position("4", "34", "45", top=3), "quit", "quit")
    assert after.phase == "turn"
    assert played(after, "quit").phase == "deal"
    assert played(after, "quit").scores == (4, 7, 9)


@pytest.mark.clause("C9", "G2")
def test_each_value_counts_once(position: Position) -> None:
    after = played(position("4", "123456L", "LLL", "1166", top=3), "play 4")
    assert after.scores == (0, 31, 10, 7)


@pytest.mark.clause("C9", "G3", "G4")
def test_points_add_up_over_the_rounds(position: Position) -> None:
    after = played(position("4", "3L", top=3, points=(0, 9)), "play 4")
    assert after.scores == (0, 22)


@pytest.mark.clause("C10", "C-E2", "G4", "G5")
def test_one_token_may_go_back_after_playing_every_card(position: Position) -> None:
    after = played(position("4", "5", top=3, points=(11, 0)), "play 4")
    assert (after.phase, after.player, after.scores) == ("return", 0, (11, 5))
    assert moves(after) == ["return 1", "return 10", "keep"]
    assert played(after, "return 10").scores == (1, 5)
    assert played(after, "return 1").scores == (10, 5)
    assert played(after, "keep").scores == (11, 5)
    assert {played(after, move).phase for move in moves(after)} == {"deal"}


@pytest.mark.clause("C10", "G4")
def test_a_black_token_needs_ten_points(position: Position) -> None:
    after = played(position("4", "5", top=3, points=(9, 0)), "play 4")
    assert moves(after) == ["return 1", "keep"]


@pytest.mark.clause("C10")
def test_nothing_goes_back_without_tokens_or_with_cards_left(position: Position) -> None:
    assert played(position("4", "5", top=3, points=(0, 20)), "play 4").phase == "deal"
    assert played(position("4", "5", top=3, points=(9, 20)), "quit", "quit").phase == "deal"


@pytest.mark.clause("C11")
def test_the_last_to_play_a_card_starts_the_next_round(position: Position) -> None:
    emptied = played(position("45", "5", top=3), "play 4", "play 5")
    assert (emptied.turn, emptied.starter) == (1, 1)
    quit_later = played(position("455", "6", "1", top=3), "play 4", "quit", "quit", "quit")
    assert quit_later.turn == 0
    drawn_later = played(position("455", "6", top=3), "play 4", "draw", 1, "quit", "quit")
    assert drawn_later.turn == 0


@pytest.mark.clause("C11")
def test_who_returns_a_token_starts_the_next_round(position: Position) -> None:
    after = played(position("45", "5", top=3, points=(0, 3)), "play 4", "play 5", "return 1")
    dealt = played(after, after.sample(Random(1)))
    assert (dealt.round_number, dealt.player, dealt.active) == (2, 1, (True, True))


@pytest.mark.clause("C11")
@pytest.mark.parametrize(("idle_start", "starters"), [("same", [1, 1, 1]), ("left", [1, 2, 0])])
def test_a_round_without_a_card_played(idle_start: str, starters: list[int]) -> None:
    rng = Random(1)
    state: AnyState = Rules(players=3, first_player=1, idle_start=idle_start, target=1000).start()
    for starter in starters:
        state = state.apply(state.sample(rng))
        assert state.player == starter
        state = state.apply("quit").apply("quit").apply("quit")


@pytest.mark.clause("C11")
def test_a_card_played_decides_also_where_an_idle_round_would_pass_left() -> None:
    start = Rules(players=3, idle_start="left").start()
    dealt = start.apply([[1] * 6, [2] * 6, [3] * 6, [1]])
    over = dealt.apply("play 1").apply("quit").apply("quit").apply("quit")
    assert over.phase == "deal"
    assert played(over, over.sample(Random(1))).player == 0


@pytest.mark.clause("G6")
def test_the_game_ends_after_a_round_at_40(position: Position) -> None:
    going = played(position("4", "5L", top=3, points=(0, 24)), "play 4")
    assert (going.phase, going.scores, going.winners) == ("deal", (0, 39), ())
    over = played(position("4", "5L", top=3, points=(0, 25)), "play 4")
    assert (over.phase, over.scores, over.winners) == ("over", (0, 40), (0,))
    assert over.player is None
    assert over.legal_actions() == ()
    with pytest.raises(lk.IllegalAction, match="the game is over"):
        over.apply("quit")


@pytest.mark.clause("G6")
def test_a_token_goes_back_before_the_game_ends(position: Position) -> None:
    after = played(position("4", "5", top=3, points=(42, 30)), "play 4")
    assert played(after, "return 10").phase == "deal"
    assert played(after, "return 1").phase == "over"
    assert played(after, "keep").winners == (1,)


@pytest.mark.clause("G6")
def test_equally_few_points_share_the_win(position: Position) -> None:
    over = played(position("4", "4", "LL", top=1, points=(5, 5, 39)), *["quit"] * 3)
    assert (over.scores, over.winners) == ((9, 9, 49), (0, 1))


@pytest.mark.clause("G7")
def test_points_go_beyond_the_tokens_in_the_box(position: Position) -> None:
    state = position("4", "123456L", top=3, points=(0, 480), options={"target": 1000})
    assert played(state, "play 4").scores == (0, 511)


@pytest.mark.clause("G8")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_may_start(seat: int) -> None:
    game = lk.new_game("llama", players=3, seed=5, first_player=seat)
    assert game.current_player == seat


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 0}, "target must be a whole number from 1 to 1000"),
        ({"target": 40.0}, "target must be"),
        ({"numbers": 7}, "numbers must be a whole number from 1 to 6"),
        ({"copies": 9}, "copies must be a whole number from 1 to 8"),
        ({"copies": True}, "copies must be"),
        ({"hand": 7}, "hand must be a whole number from 1 to 6"),
        ({"copies": 1, "hand": 4}, "hand must be a whole number from 1 to 3"),
        ({"idle_start": "right"}, "idle_start must be one of 'same', 'left'"),
        ({"open_hands": 1}, "open_hands must be one of False, True"),
        ({"first_player": 2}, "first_player must be a whole number from 0 to 1"),
        ({"edition": "us"}, "unknown option 'edition'"),
    ],
)
def test_options_that_cannot_be_played(options: dict[str, Any], message: str) -> None:
    with pytest.raises(lk.InputError, match=message):
        lk.new_game("llama", **options)


@pytest.mark.parametrize("players", range(2, 7))
def test_the_smallest_decks_can_be_dealt(players: int) -> None:
    for numbers in range(1, 7):
        for copies in range(1, 9):
            most = min(6, ((numbers + 1) * copies - 1) // players)
            if most == 0:
                with pytest.raises(lk.InputError, match="too small for"):
                    Rules(players=players, numbers=numbers, copies=copies, hand=1)
                continue
            start = Rules(players=players, numbers=numbers, copies=copies, hand=most).start()
            assert played(start, start.sample(Random(1))).phase == "turn"


def test_states_are_immutable_hashable_and_equal_by_value(position: Position) -> None:
    one, two = position("34", "5", top=3), position("34", "5", top=3)
    assert one == two
    assert hash(one) == hash(two)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.top = 4  # type: ignore[misc]
    assert played(one, "play 3") == played(two, "PLAY 3")
    assert one == two


def test_chance_is_refused_where_a_player_decides(position: Position) -> None:
    state = position("34", "5", top=3)
    for ask in (state.chance_outcomes, lambda: state.sample(Random(1))):
        with pytest.raises(lk.InputError, match="nothing is left to chance"):
            ask()
