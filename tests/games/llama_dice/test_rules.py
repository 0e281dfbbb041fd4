"""The rules of L.L.A.M.A. Dice, clause by clause: given a position, when this, then that."""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.state import Action
from llamakit.games.llama_dice import make_dice, pairings
from llamakit.games.llama_dice.rules import Rules, State

L = lk.LLAMA
FULL = (1, 2, 3, 4, 5, 6, L)


def position(*rows: tuple[int, ...], quitters: tuple[int, ...] = (), **fields: Any) -> State:
    """Return a position in which seat 0 is to roll or quit, unless the fields say otherwise."""
    options = {name: fields.pop(name) for name in ("target", "dice") if name in fields}
    start = Rules(players=len(rows), **options).start()
    fields = {"phase": "turn", "round_number": 1, **fields}
    active = tuple(seat not in quitters for seat in range(len(rows)))
    return dataclasses.replace(start, rows=rows, active=active, **fields)


def roll(state: State, *faces: int) -> State:
    """Return the state after these faces are rolled, on whichever dice can show them."""
    rolling = state.apply("roll")
    possible = {outcome for outcome, _ in rolling.chance_outcomes()}
    return rolling.apply(next(throw for throw in permutations(faces) if throw in possible))


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def deal_at_random(players: int = 2, seed: int = 0, **options: Any) -> State:
    start = Rules(players=players, **options).start()
    return start.apply(start.sample(Random(seed)))


# D1 and D2: the cards and the deal


@pytest.mark.clause("D1")
def test_llama_row_has_one_of_each_and_the_deck_the_other_36() -> None:
    state = deal_at_random()
    assert state.llama_row == FULL
    assert state.rules.deck == {1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5, L: 6}
    assert len(FULL) + sum(state.rules.deck.values()) == 43


@pytest.mark.clause("D2")
@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_is_dealt_six_cards(players: int) -> None:
    state = deal_at_random(players)
    assert [len(row) for row in state.rows] == [6] * players
    assert Counter(sum(state.rows, ())) <= Counter(state.rules.deck)
    assert state.phase == "turn"
    assert state.active == (True,) * players


@pytest.mark.clause("D2")
def test_six_players_are_dealt_the_whole_deck() -> None:
    assert Counter(sum(deal_at_random(6).rows, ())) == Counter(Rules(players=6).deck)


@pytest.mark.clause("D2")
def test_deal_has_the_probability_of_drawing_without_replacement() -> None:
    rules = Rules(numbers=2, copies=2, hand=2, dice=[[1, 2, L, L, L, L]] * 3)
    deals = dict(rules.start().chance_outcomes())
    assert sum(deals.values()) == 1
    assert deals[(1, 1), (2, L)] == Fraction(1 * (2 * 3), comb(7, 2) * comb(5, 2))


@pytest.mark.clause("D2")
def test_deal_of_the_full_deck_is_drawn_but_not_listed() -> None:
    start = Rules().start()
    with pytest.raises(lk.InputError, match="sample"):
        start.chance_outcomes()
    assert start.sample(Random(1)) == start.sample(Random(1))
    assert start.sample(Random(1)) != start.sample(Random(2))


@pytest.mark.clause("D2")
@pytest.mark.parametrize(
    "hands",
    [
        ((1, 1, 1, 1, 1, 1), (2, 3, 4, 5, 6, L)),  # only five 1s
        ((L,) * 6, (1, 2, 3, 4, 5, L)),  # only six llamas
        ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6, L)),  # five cards
        ((1, 2, 3, 4, 5, 6),),  # one hand
        ((1, 2, 3, 4, 5, 8), (2, 3, 4, 5, 6, L)),
        "123456",
        None,
    ],
)
def test_impossible_deals_are_refused(hands: Any) -> None:
    start = Rules().start()
    with pytest.raises(lk.IllegalAction):
        start.apply(hands)


# D3 and D5: the dice


@pytest.mark.clause("D3")
def test_default_dice() -> None:
    assert make_dice() == ((3, 4, 5, 6, L, L), (1, 2, 5, 6, L, L), (1, 2, 3, 4, L, L))


@pytest.mark.clause("D3")
def test_there_are_15_pairings_and_each_gives_proper_dice() -> None:
    assert len({frozenset(map(frozenset, pairs)) for pairs in pairings()}) == 15
    for pairs in pairings():
        faces = Counter(sum(make_dice(pairs), ()))
        assert faces == Counter({L: 6} | dict.fromkeys(range(1, 7), 2))
        assert all(die.count(L) == 2 and len(set(die)) == 5 for die in make_dice(pairs))


@pytest.mark.clause("D3")
def test_dice_are_pairs_or_faces_in_any_order_and_spelling() -> None:
    assert make_dice([(6, 5), (2, 1), (3, 4)]) == make_dice(((5, 6), (1, 2), (3, 4)))
    faces = ["LL3456", ["llama", "L", 1, "2", 5, 6], (4, 3, 2, 1, L, L)]
    assert make_dice(faces) == make_dice()
    assert make_dice([[1] * 6, [2] * 6, [L] * 6]) == ((1,) * 6, (2,) * 6, (L,) * 6)


@pytest.mark.clause("D3")
@pytest.mark.parametrize(
    "dice",
    [
        [],
        [(1, 2), (3, 4)],
        [(1, 2), (3, 4), (5, 5)],
        [(1, 2), (3, 4), (4, 5)],
        [(1, 2, 3), (4, 5), (6,)],
        [[1, 2, 3, 4, 5]] * 3,
        [[1, 2, 3, 4, 5, 6, L]] * 3,
        [[1, 2, 3, 4, 5, 7]] * 3,
        [[0, 1, 2, 3, 4, 5]] * 3,
        [[1.0, 2, 3, 4, 5, 6]] * 3,
        [[True, 2, 3, 4, 5, 6]] * 3,
        [(1, 2), (3, 4), 5],
        "123456",
        {1: 2},
        3,
        float("nan"),
    ],
)
def test_bad_dice_are_refused(dice: Any) -> None:
    with pytest.raises(lk.InputError, match="dice must be three"):
        Rules(dice=dice)


@pytest.mark.clause("D5")
@pytest.mark.parametrize("dice", [None, *pairings(), [[1] * 6, [1, 1, 2, 2, L, L], [L] * 6]])
def test_roll_is_one_throw_of_three_fair_dice(dice: Any) -> None:
    rolling = position((1,), (2,), dice=dice).apply("roll")
    assert rolling.is_chance
    counted = Counter(product(*make_dice(dice)))
    assert dict(rolling.chance_outcomes()) == {
        throw: Fraction(count, 216) for throw, count in counted.items()
    }


@pytest.mark.clause("D5")
def test_sampled_rolls_come_from_the_right_die_each() -> None:
    rolling = position((1,), (2,)).apply("roll")
    rng = Random(5)
    seen = {rolling.sample(rng) for _ in range(3000)}
    assert seen == {throw for throw, _ in rolling.chance_outcomes()}


@pytest.mark.clause("D5")
@pytest.mark.parametrize(
    "faces", [(1, 2, 3), (3, 3, L), (3, 1), (3, 1, L, L), (3, 1, 7), 5, "roll"]
)
def test_rolls_the_dice_cannot_show_are_refused(faces: Any) -> None:
    rolling = position((1,), (2,)).apply("roll")
    with pytest.raises(lk.IllegalAction, match=r"1 2 5 6 L L, 1 2 3 4 L L$|unknown"):
        rolling.apply(faces)


@pytest.mark.clause("D5", "D6", "D7", "D8", "D9")
def test_each_roll_is_exactly_one_event() -> None:
    row, llama_row = (2, 5), (1, 3, L)
    rolling = position(row, (1,), llama_row=llama_row, points=(5, 0)).apply("roll")
    chances: Counter[str] = Counter()
    for throw, probability in rolling.chance_outcomes():
        chances[rolling.apply(throw).phase] += probability
    assert chances == {
        "discard": Fraction(29, 54),
        "take": Fraction(5, 12),
        "return": Fraction(1, 27),
        "deal": Fraction(1, 108),
    }


# D4: a turn


@pytest.mark.clause("D4")
def test_turn_is_roll_or_quit() -> None:
    assert legal(position((1,), (2,))) == ["roll", "quit"]


@pytest.mark.clause("D4")
def test_quitter_is_skipped_and_keeps_the_row() -> None:
    state = position((1, 2), (3,), (4,)).apply("quit")
    assert (state.turn, state.active, state.rows[0]) == (1, (False, True, True), (1, 2))
    state = roll(roll(state, L, L, L), L, L, L)
    assert state.turn == 1


@pytest.mark.clause("D4", "D12")
def test_quitters_row_still_scores() -> None:
    state = position((1, 2), (3, L)).apply("quit").apply("quit")
    assert state.scores == (3, 13)


# D6: three llamas


@pytest.mark.clause("D6")
@pytest.mark.parametrize(("points", "choices"), [(1, 1), (9, 1), (10, 2), (37, 2)])
def test_three_llamas_give_back_a_token_of_your_choice(points: int, choices: int) -> None:
    state = roll(position((1, L), (2,), points=(points, 3)), L, L, L)
    assert legal(state) == [*["return 1", "return 10"][:choices], "keep"]
    for text, value in [("return 1", 1), ("return 10", 10), ("keep", 0)]:
        if text in legal(state):
            after = state.apply(text)
            assert after.points == (points - value, 3)
            assert (after.phase, after.turn) == ("turn", 1)


@pytest.mark.clause("D6")
def test_three_llamas_without_tokens_do_nothing() -> None:
    before = position((1, L), (2,), points=(0, 9))
    after = roll(before, L, L, L)
    assert (after.phase, after.turn) == ("turn", 1)
    assert (after.rows, after.llama_row, after.points) == (before.rows, FULL, (0, 9))


@pytest.mark.clause("D6")
@pytest.mark.parametrize("llama_row", [FULL, (3,)])
@pytest.mark.parametrize("row", [(L,), (L, L, L), (1,)])
@pytest.mark.parametrize("quitters", [(), (1,)])
@pytest.mark.parametrize("points", [0, 12])
def test_three_llamas_move_no_card_and_end_no_round(
    llama_row: tuple[int, ...], row: tuple[int, ...], quitters: tuple[int, ...], points: int
) -> None:
    before = position(row, (2,), llama_row=llama_row, quitters=quitters, points=(points, 0))
    after = roll(before, L, L, L)
    if points:
        after = after.apply("keep")
    assert (after.rows, after.llama_row, after.points) == (before.rows, llama_row, before.points)
    assert (after.phase, after.turn) == ("turn", 0 if quitters else 1)


# D7: a hit


@pytest.mark.clause("D7", "D-E1")
def test_discard_either_card_or_both() -> None:
    state = roll(position((3, 5, L), (2,)), 1, 3, L)
    assert legal(state) == ["discard 3", "discard L", "discard 3 L"]
    assert state.apply("discard 3").rows[0] == (5, L)
    assert state.apply("discard L").rows[0] == (3, 5)
    assert state.apply("discard L, 3").rows[0] == (5,)


@pytest.mark.clause("D7")
def test_one_die_is_good_for_one_card() -> None:
    row = (4, 4, 4, 6)
    assert legal(roll(position(row, (2,)), 4, 1, 3)) == ["discard 4"]
    assert legal(roll(position(row, (2,)), 4, 4, 1)) == ["discard 4", "discard 4 4"]


@pytest.mark.clause("D7")
def test_no_more_cards_go_than_the_row_has() -> None:
    assert legal(roll(position((L, 1), (2,)), L, L, 5)) == ["discard L"]


@pytest.mark.clause("D7")
def test_at_least_one_card_must_go() -> None:
    state = roll(position((3, 5), (2,)), 3, 1, L)
    for refused in ("keep", "quit", "roll", "discard", "discard 5", "discard 3 3", "take L"):
        with pytest.raises(lk.IllegalAction, match=r"legal: discard 3$"):
            state.apply(refused)


@pytest.mark.clause("D7")
def test_hit_goes_before_the_llama_row_and_ends_the_turn() -> None:
    state = roll(position((3, 3), (2,), llama_row=(1, L)), 3, 1, L)
    after = state.apply("discard 3")
    assert (after.llama_row, after.rows[0]) == ((1, L), (3,))
    assert (after.turn, after.phase, after.roll) == (1, "turn", ())


@pytest.mark.clause("D7")
def test_discards_agree_with_a_brute_force_over_all_subsets() -> None:
    rng = Random(1)
    for _ in range(300):
        row = tuple(sorted(rng.choices(FULL, k=rng.randint(1, 8))))
        state = position(row, (2,), dice=[FULL[:6], FULL[:6], FULL[1:]]).apply("roll")
        state = state.apply(throw := state.sample(rng))
        if state.phase != "discard":
            assert not set(row) & set(throw) or throw == (L, L, L)
            continue
        ways = set()
        for size in (1, 2, 3):
            for dice in permutations(throw, size):
                if Counter(dice) <= Counter(row):
                    ways.add(tuple(sorted(dice)))
        assert {action.values for action in state.legal_actions()} == ways
        assert len(state.legal_actions()) == len(ways)


@pytest.mark.clause("D7")
def test_three_dice_of_one_value_put_three_equal_cards_aside() -> None:
    state = position((1, 4, 4, 4), (2,), dice=[[4] * 6] * 3).apply("roll").apply((4, 4, 4))
    assert legal(state) == ["discard 4", "discard 4 4", "discard 4 4 4"]
    assert state.apply("discard 4 4 4").rows[0] == (1,)


# D8: taking a card


@pytest.mark.clause("D8", "D-E2")
def test_take_the_two_or_the_llama() -> None:
    state = roll(position((1, 5), (2,)), 2, L, L)
    assert legal(state) == ["take 2", "take L"]
    for text, card in [("take 2", 2), ("take llama", L)]:
        after = state.apply(text)
        assert after.rows[0] == tuple(sorted((1, 5, card)))
        assert Counter(after.llama_row) == Counter(FULL) - Counter([card])
        assert (after.phase, after.turn) == ("turn", 1)


@pytest.mark.clause("D8")
def test_only_what_lies_in_the_llama_row_is_taken() -> None:
    state = roll(position((1,), (2,), llama_row=(2, 4, 6)), 6, 5, 3)
    assert legal(state) == ["take 6"]
    with pytest.raises(lk.IllegalAction):
        state.apply("take 5")


# D9: llama drama


@pytest.mark.clause("D9", "D11")
def test_drama_takes_the_whole_llama_row_and_ends_the_round_for_everybody() -> None:
    state = roll(position((2, 2), (3,), (4, L), llama_row=(1, 6, L), points=(0, 1, 2)), 3, 5, 4)
    assert state.rows == ((1, 2, 2, 6, L), (3,), (4, L))
    assert state.llama_row == ()
    assert state.points == (1 + 2 + 6 + 10, 1 + 3, 2 + 14)
    assert state.phase == "deal"


@pytest.mark.clause("D9")
def test_full_llama_row_and_company_mean_no_drama() -> None:
    rolling = position((6,), (2,)).apply("roll")
    assert all(rolling.apply(throw).llama_row for throw, _ in rolling.chance_outcomes())


# D10: alone


@pytest.mark.clause("D10", "D-E3")
def test_alone_a_hit_and_then_drama() -> None:
    state = position((2, 5), (1, 3), (4,), quitters=(1, 2), llama_row=(2, 4, 6, L))
    state = roll(state, 1, 2, 4)
    assert legal(state) == ["discard 2"]
    state = state.apply("discard 2")
    assert (state.turn, state.phase, state.alone) == (0, "turn", True)
    state = roll(state, 2, 6, L)
    assert state.rows[0] == (2, 4, 5, 6, L)
    assert state.phase == "deal"
    assert state.points == (27, 4, 4)


@pytest.mark.clause("D10")
def test_llama_row_saves_in_company_but_not_alone() -> None:
    assert roll(position((5,), (2,)), 1, 3, L).phase == "take"
    assert roll(position((5,), (2,), quitters=(1,)), 1, 3, L).phase == "deal"


@pytest.mark.clause("D10", "D6")
@pytest.mark.parametrize("points", [0, 5])
def test_three_llamas_are_harmless_alone(points: int) -> None:
    state = roll(position((5,), (2,), quitters=(1,), points=(points, 0)), L, L, L)
    assert state.phase == ("return" if points else "turn")
    assert state.turn == 0


@pytest.mark.clause("D10", "D4")
def test_one_may_quit_alone_and_the_last_of_many_is_alone() -> None:
    state = position((5,), (2,), (3,)).apply("quit")
    assert not state.alone
    state = state.apply("quit")
    assert state.alone
    assert state.turn == 2
    assert legal(state) == ["roll", "quit"]
    assert state.apply("quit").phase == "deal"


# D11 and D12: the end of a round, scoring


@pytest.mark.clause("D11", "D12")
def test_round_ends_when_a_row_is_empty() -> None:
    state = roll(position((3, L), (2, 2, 6)), 3, L, L).apply("discard 3 L")
    assert state.rows == ((), (2, 2, 6))
    assert state.points == (0, 8)
    assert state.phase == "deal"


@pytest.mark.clause("D11")
def test_round_ends_when_the_last_card_of_the_llama_row_is_taken() -> None:
    state = roll(position((3,), (2,), llama_row=(4,)), 4, L, L).apply("take 4")
    assert (state.phase, state.points, state.llama_row) == ("deal", (7, 2), ())


@pytest.mark.clause("D11")
def test_round_ends_when_all_have_quit() -> None:
    state = position((3,), (2,)).apply("quit").apply("quit")
    assert (state.phase, state.points, state.llama_row) == ("deal", (3, 2), FULL)


@pytest.mark.clause("D12", "G2", "D-E4")
def test_worked_example_of_scoring() -> None:
    state = position((1, 5, 5, 6), (2,)).apply("quit").apply("quit")
    assert state.points == (12, 2)


@pytest.mark.clause("D12", "G5", "D-E5")
def test_last_card_gone_the_black_token_may_go_back() -> None:
    state = roll(position((4,), (2,), points=(12, 0)), 4, 1, 3).apply("discard 4")
    assert (state.phase, state.player, state.points) == ("return", 0, (12, 2))
    assert legal(state) == ["return 1", "return 10", "keep"]
    assert state.apply("return 10").points == (2, 2)
    assert state.apply("return 1").points == (11, 2)
    assert state.apply("keep").points == (12, 2)
    assert state.apply("keep").phase == "deal"


@pytest.mark.clause("D12")
def test_nothing_to_give_back_no_question_asked() -> None:
    state = roll(position((4,), (2,), points=(0, 30)), 4, 1, 3).apply("discard 4")
    assert state.phase == "deal"


@pytest.mark.clause("D12", "D11")
@pytest.mark.parametrize("ending", ["drama", "last card taken", "all quit"])
def test_nobody_gives_back_without_an_empty_row(ending: str) -> None:
    before = position((3,), (2,), llama_row=(4,), points=(12, 12))
    after = {
        "drama": lambda: roll(before, 6, 5, 1),
        "last card taken": lambda: roll(before, 4, 1, L).apply("take 4"),
        "all quit": lambda: before.apply("quit").apply("quit"),
    }[ending]()
    assert after.phase == "deal"
    assert after.points[1] == 14


# D13: the next round


@pytest.mark.clause("D13")
def test_next_round_is_laid_out_afresh() -> None:
    state = roll(position((3, L), (2, 2, 6), llama_row=(1, 5), points=(0, 7)), 3, L, L)
    state = state.apply("discard 3 L")
    state = state.apply(state.sample(Random(1)))
    assert (state.round_number, state.phase) == (2, "turn")
    assert state.llama_row == FULL
    assert [len(row) for row in state.rows] == [6, 6]
    assert state.active == (True, True)
    assert state.points == (0, 15)


@pytest.mark.clause("D13")
def test_last_to_act_starts_the_next_round() -> None:
    rows = ((3,), (2,), (1,))
    endings = [
        roll(position(*rows, turn=1), 2, 1, L).apply("discard 2"),
        roll(position(*rows, turn=1, llama_row=(6,)), 4, 1, 3),
        roll(position(*rows, turn=1, llama_row=(6,)), 6, 1, 3).apply("take 6"),
        position(*rows, turn=1, quitters=(0, 2)).apply("quit"),
        roll(position(*rows, turn=1, points=(0, 5, 0)), 2, 1, L).apply("discard 2").apply("keep"),
    ]
    for state in endings:
        assert state.phase == "deal"
        assert state.apply(state.sample(Random(1))).player == 1


# D14: what one may know


@pytest.mark.clause("D14", "D2", "D4")
def test_every_seat_sees_every_row_a_quitters_too() -> None:
    state = position((1, 2), (3, L), (4,), points=(1, 20, 3)).apply("quit")
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert view.seat == seat
        assert dataclasses.replace(view, seat=None) == state.open_view()
        assert view.rows == ((1, 2), (3, L), (4,))
        assert (view.points, view.active, view.llama_row) == (state.points, state.active, FULL)


@pytest.mark.clause("D14")
def test_no_view_holds_the_undealt_cards() -> None:
    known = {field.name for field in dataclasses.fields(deal_at_random().view(0))}
    assert known == {
        *("seat", "rules", "phase", "player", "round_number", "names", "log"),
        *("rows", "llama_row", "active", "points", "roll", "turn", "alone"),
    }


# G: what the llama games share


@pytest.mark.clause("G1")
@pytest.mark.parametrize("players", [-1, 0, 1, 7, 2.0, True, "2", None])
def test_two_to_six_players(players: Any) -> None:
    for allowed in range(2, 7):
        assert len(Rules(players=allowed).start().points) == allowed
    with pytest.raises(lk.InputError, match="players must be a whole number from 2 to 6"):
        Rules(players=players)


@pytest.mark.clause("G3", "G4")
def test_ten_points_are_worth_a_black_token_however_they_came() -> None:
    state = position((4,), (1,), points=(9, 0), target=100)
    state = dataclasses.replace(state, rows=((1, 4), (1,)), llama_row=(6,))
    state = state.apply("quit").apply("quit")
    assert state.points == (14, 1)
    given_back = roll(position((4,), (1,), points=state.points), 4, 3, L).apply("discard 4")
    assert legal(given_back) == ["return 1", "return 10", "keep"]


@pytest.mark.clause("G3", "G4")
def test_a_single_black_token_still_pays_one_point() -> None:
    state = roll(position((4,), (1,), points=(10, 0)), 4, 3, L).apply("discard 4")
    assert state.apply("return 1").points == (9, 1)


@pytest.mark.clause("G6")
@pytest.mark.parametrize(("points", "phase"), [(36, "deal"), (37, "over"), (39, "over")])
def test_game_ends_after_the_round_that_reaches_40(points: int, phase: str) -> None:
    state = position((3,), (2,), points=(points, 0)).apply("quit")
    assert state.phase == "turn"
    state = state.apply("quit")
    assert state.points == (points + 3, 2)
    assert state.phase == phase
    assert state.is_over == (phase == "over")
    assert state.winners == ((1,) if phase == "over" else ())


@pytest.mark.clause("G6", "G4")
def test_forty_points_count_after_the_return() -> None:
    state = roll(position((4,), (1,), points=(40, 0)), 4, 3, L).apply("discard 4")
    assert state.apply("return 1").phase == "deal"
    assert state.apply("return 10").phase == "deal"
    assert state.apply("keep").phase == "over"


@pytest.mark.clause("G6")
def test_another_players_40_end_the_game_after_the_return() -> None:
    state = roll(position((4,), (6, L), points=(3, 30)), 4, 3, L).apply("discard 4")
    assert state.phase == "return"
    assert not state.is_over
    after = state.apply("return 1")
    assert (after.phase, after.points, after.winners) == ("over", (2, 46), (0,))


@pytest.mark.clause("G6")
def test_ties_share_the_win() -> None:
    state = position((3,), (1,), (2,), points=(37, 4, 3)).apply("quit").apply("quit").apply("quit")
    assert state.points == (40, 5, 5)
    assert state.winners == (1, 2)


@pytest.mark.clause("G6")
@pytest.mark.parametrize("target", [1, 10, 1000])
def test_target_is_an_option(target: int) -> None:
    state = position((3,), (2,), points=(target - 3, 0), target=target).apply("quit").apply("quit")
    assert state.is_over
    state = position((2,), (2,), points=(target - 3, 0), target=target).apply("quit").apply("quit")
    assert state.is_over == (target == 1)


@pytest.mark.clause("G7")
def test_the_supply_of_tokens_never_runs_out() -> None:
    state = position((3, 6, L), (2,), points=(900, 900), target=1000).apply("quit").apply("quit")
    assert state.points == (919, 902)
    assert state.phase == "deal"


@pytest.mark.clause("G8")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_first_player_starts_the_first_round(seat: int) -> None:
    assert deal_at_random(3, first_player=seat).player == seat
    assert deal_at_random(3).player == 0


@pytest.mark.clause("G8")
@pytest.mark.parametrize("seat", [-1, 3, True, 0.0, None])
def test_first_player_is_a_seat(seat: Any) -> None:
    with pytest.raises(lk.InputError, match="first_player must be a whole number from 0 to 2"):
        Rules(players=3, first_player=seat)


# Options


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("target", bad) for bad in (0, -1, 1001, 40.0, "40", None, True, float("nan"))],
        *[("edition", bad) for bad in ("uk", "US", "", None, 1)],
        *[("numbers", bad) for bad in (0, 7, "6", None)],
        *[("copies", bad) for bad in (0, 6, 2.5)],
        *[("hand", bad) for bad in (0, 7, None)],
    ],
)
def test_bad_options_are_refused(option: str, value: Any) -> None:
    with pytest.raises(lk.InputError, match=f"{option} must be"):
        Rules(**{option: value})


def test_hands_must_not_need_more_cards_than_there_are() -> None:
    small = {"numbers": 2, "copies": 2, "dice": [[1, 2, L, L, L, L]] * 3}
    assert Rules(players=3, hand=2, **small).deck == {1: 2, 2: 2, L: 3}
    with pytest.raises(lk.InputError, match="hand must be a whole number from 1 to 2"):
        Rules(players=3, hand=3, **small)


def test_dice_must_not_show_numbers_that_no_card_has() -> None:
    with pytest.raises(lk.InputError, match="a die shows 3, but the cards end at 2"):
        Rules(numbers=2)


def test_edition_changes_no_rule() -> None:
    us, international = Rules(edition="us").start(), Rules(edition="international").start()
    hands = us.sample(Random(3))
    us, international = us.apply(hands), international.apply(hands)
    rng = Random(4)
    for _ in range(500):
        assert us.legal_actions() == international.legal_actions()
        choice = us.sample(rng) if us.is_chance else rng.choice(us.legal_actions() or (None,))
        if us.is_over:
            break
        us, international = us.apply(choice), international.apply(choice)
        same = dataclasses.replace(international, rules=us.rules)
        assert same == us


# A small version, walked through to its end


def positions_by_depth(start: State, depths: int) -> list[int]:
    """Return how many different positions there are after so many steps, chance included."""
    found, level = [], {start}
    for _ in range(depths):
        found.append(len(level))
        following = set()
        for state in level:
            if state.is_chance:
                choices = [outcome for outcome, _ in state.chance_outcomes()]
            else:
                choices = list(state.legal_actions())
            following |= {state.apply(choice) for choice in choices}
        level = following
    return found


SMALL: dict[str, Any] = {
    "numbers": 2,
    "copies": 1,
    "hand": 1,
    "target": 1,
    "dice": [[1, 1, 2, 2, L, L]] * 3,
}


def test_small_version_positions_by_depth_are_pinned() -> None:
    # The start; the deals of a card each from 1, 2, L, L; after each of them a roll or a quit; ...
    assert positions_by_depth(Rules(**SMALL).start(), 8) == [1, 7, 14, 203, 293, 321, 881, 972]


def test_every_position_of_the_small_version_is_sound() -> None:
    level, seen = {Rules(**SMALL).start()}, set()
    while level:
        seen |= level
        following = set()
        for state in level:
            choices: list[Any] = list(state.legal_actions())
            if state.is_chance:
                assert sum(chance for _, chance in state.chance_outcomes()) == 1
                choices = [outcome for outcome, _ in state.chance_outcomes()]
            assert bool(choices) != state.is_over
            assert state.is_chance or state.is_over or all(isinstance(c, Action) for c in choices)
            following |= {state.apply(choice) for choice in choices}
        level = following - seen
    assert (len(seen), sum(state.is_over for state in seen)) == (22_629, 6_564)
    assert {state.phase for state in seen} == {"deal", "turn", "roll", "discard", "take", "over"}
