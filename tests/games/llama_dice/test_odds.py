"""The exact odds of L.L.A.M.A. Dice: one number by several roads, and best play alone."""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
import sympy
from closed_forms import (
    chances,
    odds_by_complement,
    odds_by_enumeration,
    odds_by_inclusion_exclusion,
    shown,
    some_by_complement,
    some_by_inclusion_exclusion,
)
from hypothesis import given
from hypothesis import strategies as st

import llamakit as lk
from llamakit.engine.state import Action, InputError
from llamakit.exact.solver import positions, solve
from llamakit.games.cards import VALUES, penalty, without
from llamakit.games.llama_dice import make_dice, pairings, roll_odds, roll_odds_table, solo
from llamakit.games.llama_dice.odds import at_hand
from llamakit.games.llama_dice.rules import EVENTS, Rules, State, roll_event
from llamakit.games.llama_dice.strategies import penalty_after_roll

L = lk.LLAMA
ODD_DICE = [[1, 1, 1, 2, 3, 4], ["L"] * 5 + [6], [5, 5, 6, 6, "L", 1]]
NO_LLAMAS = [[1, 2, 3, 4, 5, 6]] * 3


def rational(p: int, q: int) -> Any:
    return sympy.Rational(p, q)


def as_set(bits: int) -> tuple[int, ...]:
    return tuple(value for value in VALUES if bits >> (value - 1) & 1)


def position(row: Any, llama_row: Any, alone: bool = False, **fields: Any) -> State:
    """Return a position with seat 0 to roll or quit, and seat 1 holding a 1."""
    options = {name: fields.pop(name) for name in ("dice", "edition") if name in fields}
    fields = {"phase": "turn", "round_number": 1, **fields}
    return dataclasses.replace(
        Rules(**options).start(),
        rows=(tuple(row), (1,)),
        llama_row=tuple(llama_row),
        active=(True, not alone),
        **fields,
    )


# One roll


@pytest.mark.clause("D5")
def test_the_two_checks() -> None:
    odds = roll_odds({2, 5}, {1, 3, "L"})
    assert odds == (rational(29, 54), rational(5, 12), rational(1, 108), rational(1, 27))
    assert odds._fields == ("hit", "take", "drama", "llamas")
    assert all(isinstance(chance, sympy.Rational) for chance in odds)
    assert roll_odds([6], VALUES).drama == 0


@pytest.mark.clause("D6")
def test_three_llamas_are_neither_hit_nor_drama() -> None:
    assert roll_odds([L], []).llamas == roll_odds([], []).llamas == rational(1, 27)
    assert roll_odds([], []).drama == rational(26, 27)
    assert roll_odds([L], []).hit == 1 - rational(4, 6) ** 3 - rational(1, 27)
    assert roll_odds([L], [], dice=[["L"] * 6] * 3) == (0, 0, 0, 1)


@pytest.mark.clause("D10")
def test_alone_drama_is_every_roll_without_a_match() -> None:
    with_others = roll_odds([2, 5], [1, 3, L])
    alone = roll_odds([2, 5], [1, 3, L], alone=True)
    assert alone.take == 0
    assert alone.hit == with_others.hit
    assert alone.drama == with_others.take + with_others.drama


def test_rows_may_be_any_iterables_and_copies_do_not_matter() -> None:
    once = roll_odds([2, 5], [1, 3, "L"])
    assert roll_odds((5, 2, 2, "5"), {"llama", 3, 1}) == once
    assert roll_odds((value for value in (2, 5)), "13L") == once
    assert roll_odds(np.array([2, 5]), dict.fromkeys([1, 3, L])) == once
    assert roll_odds([6] * 6 + [L] * 7, [6, L]) == roll_odds([6, L], [])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (([6] * 7, []), "7 cards of value 6: the box holds 6"),
        ((["L"] * 8, []), "8 cards of value L: the box holds 7"),
        (([1], [3, 3]), "each value once"),
        (([0], []), "unknown card 0"),
        (([7], []), "unknown card 7"),
        (([1.0], []), "unknown card 1.0"),
        ((5, []), "expected cards"),
        (([1], None), "expected cards"),
        (([1], [], False, [[1]]), "dice must be"),
        (([1], [], False, [[1, 2, 3, 4, 5, 9]] * 3), "dice must be"),
    ],
)
def test_cards_and_dice_that_cannot_be_are_refused(arguments: Any, why: str) -> None:
    same = [roll_odds, odds_by_complement, odds_by_inclusion_exclusion, odds_by_enumeration]
    for function in same:
        with pytest.raises(InputError, match=why):
            function(*arguments)
    row, llama_row, _, dice = (*arguments, False, None)[:4]
    with pytest.raises(InputError, match=why):
        solo(row, llama_row, dice if len(arguments) == 4 else None)


@pytest.mark.parametrize("points", [-1, 1.5, True, "3"])
def test_points_that_cannot_be_held_are_refused(points: Any) -> None:
    with pytest.raises(InputError, match="points must be"):
        solo([1], [2], points=points)


# The same number by other roads, for every row and llama row


ALL_ROLLS = list(combinations_with_replacement(VALUES, 3))
ALL_DICE = [make_dice(pairs) for pairs in pairings()]


def ways(dice: Any) -> Any:
    """Return in how many ways the dice show each of ALL_ROLLS."""
    counted = Counter(tuple(sorted(roll)) for roll in product(*dice))
    return np.array([counted[roll] for roll in ALL_ROLLS])


def by_the_rules(row: tuple[int, ...], llama_row: tuple[int, ...], alone: bool) -> Any:
    """Return which event each of ALL_ROLLS is, as the rules sort it, in rows of 0 and 1."""
    state = position(row, llama_row, alone, phase="roll")
    events = np.zeros((4, len(ALL_ROLLS)), dtype=np.int64)
    for at, roll in enumerate(ALL_ROLLS):
        events[EVENTS.index(roll_event(state._after(roll))), at] = 1
    return events


def check_against_the_rules(pairs: list[tuple[int, int]]) -> None:
    """Check the table, for all pairings, against every roll sorted by the rules' own states."""
    events = np.array([by_the_rules(as_set(row), as_set(other), False) for row, other in pairs])
    rows, others = np.array(pairs).T
    for dice in [*ALL_DICE, make_dice(ODD_DICE), make_dice(NO_LLAMAS)]:
        table = roll_odds_table(dice)
        assert table.shape == (128, 128, 4)
        assert (table[rows, others] == events @ ways(dice)).all()


#: Of a llama row only what the row lacks can matter: that leaves 3⁷ pairs.
KINDS = [(row, other) for row, other in product(range(128), repeat=2) if not row & other]


def test_the_table_is_the_enumeration_by_the_rules() -> None:
    assert len(KINDS) == 3**7
    check_against_the_rules(KINDS)
    check_against_the_rules([(row, row) for row in range(128)])


@pytest.mark.slow
def test_the_table_is_the_enumeration_by_the_rules_for_all_pairs() -> None:
    check_against_the_rules(list(product(range(128), repeat=2)))


FORMULAS = (some_by_complement, some_by_inclusion_exclusion)


def test_the_table_is_both_closed_forms_for_all_pairs_and_all_pairings() -> None:
    """The formulas need P(some die shows S) only, for 128 sets S, and 15 pairings."""
    sets = np.arange(128)
    union = sets[:, None] | sets
    for dice, some in product(ALL_DICE, FORMULAS):
        by_set = np.array([216 * shown(some, as_set(bits), dice) for bits in sets])
        llamas = 216 * prod(chances((L,), dice))
        table = roll_odds_table(dice)
        assert (table[..., 0] == by_set[:, None]).all()
        assert (table[..., 1] == by_set[union] - by_set[:, None]).all()
        assert (table[..., 2] == 216 - llamas - by_set[union]).all()
        assert (table[..., 3] == llamas).all()


def test_the_two_formulas_are_one_polynomial() -> None:
    chances = sympy.symbols("p q r")
    one, other = [some(chances) for some in FORMULAS]
    assert one != other
    assert sympy.expand(one - other) == 0


def test_alone_the_enumeration_by_the_rules_makes_drama_of_every_take() -> None:
    for row in range(128):
        alone = by_the_rules(as_set(row), VALUES, alone=True)
        for dice in ALL_DICE:
            counts = [rational(int(count), 216) for count in alone @ ways(dice)]
            assert list(roll_odds(as_set(row), VALUES, alone=True, dice=dice)) == counts


def test_roll_odds_is_the_table_for_all_pairs() -> None:
    table = roll_odds_table().tolist()
    for row, llama_row in product(range(128), repeat=2):
        odds = roll_odds(as_set(row), as_set(llama_row))
        assert odds == tuple(rational(count, 216) for count in table[row][llama_row])


ROADS = (roll_odds, odds_by_complement, odds_by_inclusion_exclusion)


def test_the_functions_agree_for_all_kinds_of_pairs() -> None:
    for number, (row, llama_row) in enumerate(KINDS):
        sets, dice = (as_set(row), as_set(llama_row)), ALL_DICE[number % 15]
        for alone in (False, True):
            assert len({road(*sets, alone, dice) for road in ROADS}) == 1


any_row = st.lists(st.sampled_from(VALUES), max_size=6)
any_llama_row = st.sets(st.sampled_from(VALUES))
any_dice = st.lists(
    st.lists(st.sampled_from(VALUES), min_size=6, max_size=6), min_size=3, max_size=3
)


@given(any_row, any_llama_row, st.booleans(), any_dice)
def test_all_roads_agree_for_any_dice(row: Any, llama_row: Any, alone: bool, dice: Any) -> None:
    roads = (*ROADS, odds_by_enumeration)
    (odds,) = {road(row, llama_row, alone, dice) for road in roads}
    assert sum(odds) == 1


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("dice", [None, ODD_DICE])
def test_a_simulation_of_100_000_rolls_agrees_within_four_standard_errors(
    alone: bool, dice: Any
) -> None:
    n, row, llama_row = 100_000, (2, 5), (1, 3, L)
    rng = np.random.default_rng(2024)
    rolls = np.stack([rng.choice(die, size=n) for die in make_dice(dice)])
    llamas = (rolls == L).all(axis=0)
    hit = np.isin(rolls, row).any(axis=0) & ~llamas
    take = np.isin(rolls, llama_row).any(axis=0) & ~hit & ~llamas & (not alone)
    drama = ~(hit | take | llamas)
    expected = roll_odds(row, llama_row, alone, dice)
    for happened, chance in zip((hit, take, drama, llamas), map(float, expected), strict=True):
        assert abs(happened.mean() - chance) <= 4 * sqrt(chance * (1 - chance) / n)


# Best play alone


def best_alone(llama_row: tuple[int, ...], dice: Any) -> Any:
    """Return a function row -> expected penalty, by first-step equations over all 216 rolls."""
    certain = [roll for roll in product(*dice) if roll != (L, L, L)]

    @cache
    def value(row: tuple[int, ...]) -> Fraction:
        return min(Fraction(penalty(row)), rolling(row)) if certain else Fraction(penalty(row))

    @cache
    def rolling(row: tuple[int, ...]) -> Fraction:
        worths = []
        for roll in certain:
            left = leftovers(row, roll)
            worths.append(min(map(value, left)) if left else penalty(row + llama_row))
        return Fraction(sum(worths), len(certain))

    return value


@cache
def leftovers(row: tuple[int, ...], roll: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return what can be left of a row after a hit: each die may take one card of its face."""
    left = {row}
    for face in roll:
        for cards in list(left):
            if face in cards:
                at = cards.index(face)
                left.add(cards[:at] + cards[at + 1 :])
    return frozenset(left - {row})


@pytest.mark.clause("D10", "D6", "D7")
@pytest.mark.parametrize("dice", [None, ((1, 3), (2, 5), (4, 6)), ODD_DICE, NO_LLAMAS])
@pytest.mark.parametrize("llama_row", [(1,), (1, 3, L), VALUES])
def test_solo_is_the_solution_of_the_first_step_equations(dice: Any, llama_row: Any) -> None:
    value = best_alone(llama_row, make_dice(dice))
    for row in combinations_with_replacement(VALUES, 3):
        found = solo(row, llama_row, dice)
        assert found.value == rational(*value(row).as_integer_ratio())
        assert found.action == ("quit" if found.value == penalty(row) else "roll")


@pytest.mark.slow
def test_solo_for_every_dealt_row() -> None:
    value = best_alone(VALUES, make_dice())
    for row in combinations_with_replacement(VALUES, 6):
        if max(row.count(number) for number in range(1, 7)) < 6:
            assert solo(row, VALUES).value == rational(*value(row).as_integer_ratio())


@pytest.mark.clause("D6", "D10", "D12")
@pytest.mark.parametrize("points", [0, 1, 3, 12])
@pytest.mark.parametrize("row", [(6,), (2, 5), (L, L)])
def test_solo_is_best_play_by_the_rules_themselves(row: Any, points: int) -> None:
    """Every way to play on, which token to return included, straight from the rules' states."""
    llama_row = (1, 3, L)
    start = position(row, llama_row, alone=True, points=(points, 0))
    model = positions(start, until=lambda state: state.phase == "deal")
    whole = solve(model, payoff=lambda state: state.points[0] - points, minimise=True)
    found = solo(row, llama_row, points=points)
    assert found.value == whole.value(start)
    if whole.value(start) < penalty(row):
        assert found.action == str(whole.policy[start])


def test_a_tie_is_quit() -> None:
    """Where the llama row is empty drama costs nothing; but no die can hit the 3 either."""
    dice = [[1] + [2] * 5, [2] * 6, [2] * 6]
    assert solo([3], [], dice) == (3, "quit")
    assert solo([1], [], dice).action == "roll"


def test_a_row_that_is_already_empty_and_dice_that_never_end() -> None:
    assert solo([], [1, 2]) == (0, "quit")
    assert solo([], [1, 2], points=12) == (-10, "quit")
    only_llamas = [["L"] * 6] * 3
    assert solo([6], VALUES, only_llamas) == (6, "quit")
    assert solo([6], VALUES, only_llamas, points=12) == (6 - 12, "roll")


def test_copies_count_alone() -> None:
    assert solo([L], [1]).value < solo([L, L], [1]).value < solo([L, L, L], [1]).value


def test_solo_takes_the_rows_of_the_box_quickly_enough_to_remember() -> None:
    rows = list(combinations_with_replacement(VALUES, 4))
    values = {row: solo(row, VALUES).value for row in rows}
    assert all(0 < values[row] <= penalty(row) for row in rows)
    assert {row: solo(row, VALUES).value for row in reversed(rows)} == values


@pytest.mark.parametrize("row", [(6, L), (2, 3, 4, 5, 6, L)])
def test_playing_solo_out_agrees_within_four_standard_errors(row: Any) -> None:
    llama_row, n, rng = (1, 2), 1_500, Random(99)
    ends = []
    for _ in range(n):
        state = position(row, llama_row, alone=True)
        while state.phase not in ("deal", "over"):
            state = state.apply(state.sample(rng) if state.is_chance else choose(state))
        ends.append(state.points[0])
    mean = sum(ends) / n
    error = sqrt(sum((points - mean) ** 2 for points in ends) / (n - 1) / n)
    assert abs(mean - float(solo(row, llama_row).value)) <= 4 * error


def choose(state: State) -> Action:
    """Return the best action alone: the one that leaves the best row."""
    if state.phase == "turn":
        return state.find_action(solo(state.rows[0], state.llama_row).action)
    return min(
        state.legal_actions(),
        key=lambda action: solo(without(state.rows[0], action.values), (1, 2)).value,
    )


# The figures of the decision at hand


def figures(state: State) -> dict[str, tuple[Any, str]]:
    found = at_hand(state.view(0))
    assert all(isinstance(figure.value, sympy.Rational) for figure in found)
    named = {figure.name: (figure.value, figure.unit) for figure in found}
    assert len(named) == len(found)
    return named


def test_at_hand_before_a_roll() -> None:
    state = position((2, 5), (1, 3, L))
    assert figures(state) == {
        "hit (you discard)": (rational(29, 54), "probability"),
        "take (a card from the llama row)": (rational(5, 12), "probability"),
        "llama drama (you take the whole llama row)": (rational(1, 108), "probability"),
        "three llamas (a token may go back)": (rational(1, 27), "probability"),
        "quit now": (7, "points"),
        "one more roll": (
            rational(*penalty_after_roll(state.view()).as_integer_ratio()),
            "points",
        ),
    }
    abroad = figures(position((2, 5), (1, 3, L), edition="international"))
    assert "blown it (you take the whole llama row)" in abroad


@pytest.mark.parametrize("points", [0, 15])
def test_at_hand_before_a_roll_alone(points: int) -> None:
    state = position((6, L), (1, 2), alone=True, points=(points, 0))
    best = solo((6, L), (1, 2), points=points)
    assert best.action == "roll"
    found = figures(state)
    assert found["expected points with best play: roll"] == (best.value, "points")
    assert found["take (a card from the llama row)"] == (0, "probability")


def test_at_hand_after_a_roll_says_what_each_choice_leaves() -> None:
    hit = position((3, 5, L), (1, 2), phase="discard", roll=(3, L, 1))
    assert figures(hit) == {
        "Discard 3: penalty left": (15, "points"),
        "Discard the llama: penalty left": (8, "points"),
        "Discard 3 and the llama: penalty left": (5, "points"),
    }
    take = position((3, 5), (1, 2, L), phase="take", roll=(2, L, L))
    assert figures(take) == {
        "Take 2: penalty left": (10, "points"),
        "Take the llama: penalty left": (18, "points"),
    }
    back = position((3, 5), (1, 2, L), phase="return", roll=(L, L, L), points=(12, 0))
    assert figures(back) == {
        "Return a white token (1 point): points left": (11, "points"),
        "Return a black token (10 points): points left": (2, "points"),
        "Keep all tokens: points left": (12, "points"),
    }


def test_at_hand_after_a_roll_alone_is_best_play_from_there() -> None:
    state = position((3, L), (1, 2), alone=True, phase="discard", roll=(3, L, 1), points=(4, 0))
    assert figures(state) == {
        "Discard 3: expected points with best play": (solo([L], [1, 2], points=4).value, "points"),
        "Discard the llama: expected points with best play": (
            solo([3], [1, 2], points=4).value,
            "points",
        ),
        "Discard 3 and the llama: expected points with best play": (-1, "points"),
    }


def test_at_hand_has_a_figure_for_every_legal_action_and_none_without_a_decision() -> None:
    for phase in ("deal", "roll", "over"):
        assert figures(position((1,), (2,), phase=phase)) == {}
    for seed in range(5):
        game = lk.new_game("llama-dice", players=3, seed=seed, target=15)
        rng = Random(seed)
        while not game.is_over:
            found = at_hand(game.view(game.current_player))
            if game.state.phase != "turn":
                assert len(found) == len(game.legal_actions())
            game.play(rng.choice(game.legal_actions()))


def test_a_token_given_back_is_told_as_one_says_it():
    view = lk.llama_dice.position([2, 5], points=[3, 0], roll=["L", "L", "L"]).view(0)
    assert at_hand(view)[0].why == "You hold 3 points and give 1 back: 3 − 1 = 2."
