"""Hands, draws, quitting and playing alone: each figure by three roads."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import llamakit as lk
from llamakit.engine.state import InputError
from llamakit.games.cards import LLAMA, VALUES, all_deals, penalty
from llamakit.games.llama.odds import DECK, advice, at_hand
from llamakit.games.llama.rules import DRAW, Rules, State

POINTS = {value: penalty((value,)) for value in VALUES}


# A dealt hand


@pytest.mark.clause("G2", "C2")
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 6])
def test_the_penalty_of_a_hand_by_listing_all_hands(size: int) -> None:
    listed: Counter[int] = Counter()
    different: Counter[int] = Counter()
    for hand in combinations_with_replacement(VALUES, size):
        ways = prod(comb(8, copies) for copies in Counter(hand).values())
        listed[penalty(hand)] += ways
        different[len(set(hand))] += ways
    total = comb(56, size)
    assert dict(lk.llama.hand_penalty(size)) == {
        points: Fraction(ways, total) for points, ways in listed.items()
    }
    assert dict(lk.llama.distinct_values(size)) == {
        number: Fraction(ways, total) for number, ways in different.items()
    }


def test_the_penalty_of_a_hand_by_the_deals_of_the_rules() -> None:
    deals = all_deals(DECK, (3,))
    expected: dict[int, Fraction] = {}
    for (hand,), chance in deals:
        expected[penalty(hand)] = expected.get(penalty(hand), Fraction(0)) + chance
    assert dict(lk.llama.hand_penalty(3)) == expected


def test_the_penalty_of_a_hand_by_a_generating_function() -> None:
    x, y = sympy.symbols("x y")
    one = {value: 1 + x ** POINTS[value] * ((1 + y) ** 8 - 1) for value in VALUES}
    whole = sympy.Poly(sympy.prod(one.values()), x, y)
    hands = {
        points: sympy.Rational(int(ways), comb(56, 6))
        for (points, cards), ways in whole.terms()
        if cards == 6
    }
    assert dict(lk.llama.hand_penalty()) == hands


def test_the_mean_penalty_by_linearity() -> None:
    seen = 1 - sympy.Rational(comb(48, 6), comb(56, 6))
    assert lk.llama.hand_penalty().mean == seen * sum(POINTS.values())
    assert lk.llama.distinct_values().mean == seen * 7


def test_the_penalty_of_a_hand_simulated() -> None:
    rng, n, start = Random(5), 4_000, Rules(players=2).start()
    odds = lk.llama.hand_penalty()
    seen = [penalty(start.sample(rng)[0]) for _ in range(n)]
    assert abs(sum(seen) / n - odds.mean) < 4 * float(sympy.sqrt(odds.variance / n))
    for points, chance in odds.items():
        error = float(sympy.sqrt(chance * (1 - chance) / n))
        assert abs(seen.count(points) / n - chance) < 4 * error + 1 / n


@pytest.mark.parametrize("cards", [-1, 57, 2.0, True, "six", None])
def test_no_such_hand(cards: Any) -> None:
    for function in (lk.llama.hand_penalty, lk.llama.distinct_values):
        with pytest.raises(InputError, match="cards must be a whole number from 0 to 56"):
            function(cards)


# A drawn card


def test_a_draw_by_the_states_own_chances() -> None:
    state = dealt([1, 2, 4], [6, "L", "L"], 3)
    drawing = state.apply(DRAW)
    chances = dict(drawing.chance_outcomes())
    fits = sum(chances[value] for value in (3, 4))
    # The other hand is hidden: the state knows it, the player does not, so nothing is told of it.
    assert lk.llama.draw_helps([1, 2, 4], 3, seen=[6, "L", "L"]) == fits
    assert lk.llama.draw_helps([1, 2, 4], 3) == sympy.Rational(14, 52)


def test_several_draws_are_hypergeometric() -> None:
    unseen = Counter({3: 7, 4: 8}) | Counter(dict.fromkeys((1, 2, 5, 6, LLAMA), 8))
    none = sympy.Integer(1)
    for drawn in range(3):
        none *= sympy.Rational(unseen.total() - 15 - drawn, unseen.total() - drawn)
    assert lk.llama.draw_helps([], 3, draws=3) == 1 - none
    assert lk.llama.draw_helps([], 3, draws=0) == 0


def test_a_draw_simulated() -> None:
    state, rng, n = dealt([1, 2, 4], [6, "L", "L"], 3).apply(DRAW), Random(11), 20_000
    chance = lk.llama.draw_helps([1, 2, 4], 3, seen=[6, "L", "L"])
    seen = sum(state.sample(rng) in (3, 4) for _ in range(n)) / n
    assert abs(seen - chance) < 4 * float(sympy.sqrt(chance * (1 - chance) / n))


def test_cards_that_cannot_have_been_seen() -> None:
    with pytest.raises(InputError, match="9 cards of value 3 seen: the box holds 8"):
        lk.llama.draw_helps([3] * 5, 3, seen=[3] * 3)
    with pytest.raises(InputError, match="unknown card"):
        lk.llama.draw_helps([3], 7)
    with pytest.raises(InputError, match="draws must be a whole number from 0 to 54"):
        lk.llama.draw_helps([3], 3, draws=55)


# Alone


def dealt(mine: list[Any], others: list[Any], top: Any, **options: Any) -> State:
    """Return the position of two players with these hands."""
    rules = Rules(players=2, hand=len(mine), **options)
    return rules.start().apply([mine, others, [top]])


def ends(state: State) -> Iterator[int]:
    """Yield seat 0's points after every way to play on alone."""
    if state.phase != "turn":
        yield state.points[0]
        return
    for action in state.legal_actions():
        yield from ends(state.apply(action))


hands = st.lists(st.sampled_from(VALUES), min_size=1, max_size=6)


@given(hands, st.sampled_from(VALUES))
@pytest.mark.clause("C7")
def test_the_best_order_is_the_best_of_all_orders(hand: list[int], top: int) -> None:
    alone = Rules(players=2, hand=len(hand), first_player=1).start()
    others = list((Counter(DECK) - Counter([*hand, top])).elements())[: len(hand)]
    alone = alone.apply([hand, others, [top]]).apply("quit")
    order = lk.llama.best_order_alone(hand, top)
    assert order.penalty == min(ends(alone))
    assert sorted((*order.plays, *order.left)) == sorted(hand)
    for card in order.plays:
        assert alone.phase == "turn"
        alone = alone.apply(f"play {card}")
    if order.left:
        assert alone.hands[0] == order.left
        assert alone.apply("quit").points[0] == order.penalty
    else:
        assert alone.points[0] == 0


def test_the_order_goes_round_by_way_of_the_llama() -> None:
    order = lk.llama.best_order_alone([5, 6, "L", "L", 1, 2], 5)
    assert order.plays == (5, 6, LLAMA, LLAMA, 1, 2)
    assert order == ((5, 6, LLAMA, LLAMA, 1, 2), (), 0)
    assert lk.llama.best_order_alone([1, "L"], 2, numbers=2).plays == (LLAMA, 1)
    assert lk.llama.best_order_alone([], 3) == ((), (), 0)
    with pytest.raises(InputError, match="expected cards"):
        lk.llama.best_order_alone(7, 3)
    for numbers in (0, 7, [6], None):
        with pytest.raises(InputError, match="numbers must be a whole number from 1 to 6"):
            lk.llama.best_order_alone([3], 3, numbers=numbers)
    for hand, top in (([1, 5], 1), ([1], 6)):
        with pytest.raises(InputError, match="the numbers end at 2"):
            lk.llama.best_order_alone(hand, top, numbers=2)


def test_a_hand_may_come_card_by_card() -> None:
    expected = lk.llama.quit_or_draw([5, 6], 4)
    assert lk.llama.quit_or_draw(iter([5, 6]), 4) == expected == lk.llama.quit_or_draw("56", 4)


def test_without_a_card_to_draw_there_is_nothing_to_weigh() -> None:
    box = [*VALUES] * 8
    assert lk.llama.quit_or_draw(box[2:], 1) == (31, 0, "draw")
    with pytest.raises(InputError, match="none is left to draw"):
        lk.llama.quit_or_draw(box[1:], 1)
    with pytest.raises(InputError, match="none is left to draw"):
        lk.llama.quit_or_draw([3], 1, (value for value in [*box[1:2], *box[3:]]))


# Quit or draw


def test_quit_or_draw_by_listing_every_card() -> None:
    state = dealt([2, 5, "L"], [1, 1, 1], 3).apply(DRAW)
    chances = Fraction(0)
    unseen = {value: 8 - [2, 5, LLAMA, 3].count(value) for value in VALUES}
    for value, copies in unseen.items():
        after = state.apply(value)
        alone = Rules(players=2, hand=4, first_player=1).start()
        alone = alone.apply([after.hands[0], [1] * 4, [3]]).apply("quit")
        chances += Fraction(copies, sum(unseen.values())) * min(ends(alone))
    known = lk.llama.quit_or_draw([2, 5, "L"], 3)
    assert known == (17, chances, "quit" if chances >= 17 else "draw")


def test_quit_or_draw_simulated() -> None:
    hand, top, rng, n = [4, 6], 5, Random(3), 4_000
    unseen = [value for value in VALUES for _ in range(8 - [4, 6, 5].count(value))]
    drawn = [lk.llama.best_order_alone([*hand, rng.choice(unseen)], top).penalty for _ in range(n)]
    mean = sum(drawn) / n
    error = (sum((points - mean) ** 2 for points in drawn) / n / n) ** 0.5
    assert abs(mean - lk.llama.quit_or_draw(hand, top).draw) < 4 * error


def test_a_tie_is_to_quit() -> None:
    seen = [value for value in VALUES if value not in (1, LLAMA) for _ in range(8)]
    seen += ["L"] * 8
    seen.remove(3)
    known = lk.llama.quit_or_draw([1], 3, seen=seen)
    assert known == (1, 1, "quit")


# The decision at hand


def figures(state: State) -> dict[str, Any]:
    return {figure.name: figure.value for figure in at_hand(state.view(state.turn))}


def test_figures_of_a_turn() -> None:
    shown = figures(dealt([1, 4, 5], [6, 6, 6], 4))
    assert shown == {
        "quit now": 10,
        "penalty if you play on alone": 1,
        "a drawn card can be played on top": sympy.Rational(13, 52),
        "a drawn card costs nothing": sympy.Rational(7 + 6 + 7, 52),
        "one more draw, then alone": lk.llama.quit_or_draw([1, 4, 5], 4).draw,
    }
    alone = dealt([1, 4, 5], [6, 6, 6], 4, first_player=1).apply("quit")
    assert list(figures(alone)) == ["quit now", "penalty if you play on alone"]


@pytest.mark.clause("C10")
def test_figures_and_advice_of_a_return() -> None:
    state = dealt([4], [6], 4)
    for points, left, cost in ((12, [11, 2, 12], 10), (3, [2, 3], 1)):
        emptied = State(**{**fields(state), "points": (points, 0)}).apply("play 4")
        assert list(figures(emptied).values()) == left
        known = {str(one.action): one.cost for one in advice(emptied.view(0))}
        assert known["keep"] == cost
        assert min(known.values()) == 0


def fields(state: State) -> dict[str, Any]:
    return {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}


@pytest.mark.clause("C12")
def test_hidden_hands_do_not_count() -> None:
    one, two = dealt([1, 4], [6, 6], 3), dealt([1, 4], [2, "L"], 3)
    assert figures(one) == figures(two)
    assert advice(one.view(0)) == advice(two.view(0))
    assert at_hand(one.view(1)) == advice(one.view(1)) == ()
    assert at_hand(one.view()) == ()


def test_advice_alone() -> None:
    alone = dealt([4, 4, 5, "L"], [6, 6, 6, 6], 4, first_player=1).apply("quit")
    known = {str(one.action): (one.value, one.cost) for one in advice(alone.view(0))}
    theirs = known["quit"][0] + 19
    assert known == {
        "play 4": (theirs - 10, 0),
        "play 5": (theirs - 14, 4),
        "quit": (theirs - 19, 9),
    }
    richer = State(**{**fields(alone), "points": (12, 0), "hands": ((4, 5), (6, 6, 6, 6))})
    known = {str(one.action): one.cost for one in advice(richer.view(0))}
    assert known == {"play 4": 0, "play 5": 14, "quit": 19}


@pytest.mark.clause("C9")
def test_hands_put_down_count_as_much_as_unseen_cards_do_on_average() -> None:
    """Each may be any two of the cards that the lone player has not seen, all pairs alike."""
    rules = Rules(players=3, first_player=1, numbers=2, copies=3, hand=2)
    state = rules.start().apply([[2, "L"], [1, 1], [1, "L"], [2]])
    alone = state.apply("quit").apply("quit")
    assert alone.alone
    unseen = alone.view(0).unseen
    pairs = list(combinations([value for value in unseen for _ in range(unseen[value])], 2))
    theirs = Fraction(sum(penalty(pair) for pair in pairs), len(pairs))
    known = {str(one.action): one for one in advice(alone.view(0))}
    assert known["quit"].value == theirs - 12
    shown = dataclasses.replace(alone, rules=dataclasses.replace(rules, open_hands=True))
    known = {str(one.action): one for one in advice(shown.view(0))}
    assert known["quit"].value == Fraction(1 + 11, 2) - 12


@pytest.mark.clause("C7")
def test_one_draw_is_no_advice_while_others_are_in() -> None:
    """It is exact for who is alone after it, and nobody who may draw is alone (C7)."""
    for hand in ([1, "L"], [4, 1]):
        state = dealt(hand, [6, 6], 3)
        assert advice(state.view(0)) == ()
        drawing = figures(state)["one more draw, then alone"]
        assert drawing == lk.llama.quit_or_draw(hand, 3).draw


# The small version, whole


SMALL = {"numbers": 2, "copies": 2, "open_hands": True, "target": 1}


def worth(state: State) -> Fraction:
    """Return the points of seat 0 less those of seat 1 under best play, by plain recursion."""
    if state.phase == "over":
        return Fraction(state.points[0] - state.points[1])
    if state.is_chance:
        return sum((p * worth(state.apply(one)) for one, p in state.chance_outcomes()), Fraction(0))
    after = [worth(state.apply(action)) for action in state.legal_actions()]
    return max(after) if state.player else min(after)


@pytest.mark.parametrize("first", [0, 1])
def test_advice_in_the_small_version_is_best_play(first: int) -> None:
    for hands in ([[1, "L"], [1, 2]], [[1, 1], [2, "L"]], [["L", "L"], [1, 2]]):
        state = dealt(*hands, 2, first_player=first, **SMALL)
        sign = 1 if state.turn == 0 else -1
        known = {one.action: one for one in advice(state.view(state.turn))}
        assert set(known) == set(state.legal_actions())
        for action, one in known.items():
            assert one.value == -sign * worth(state.apply(action))
        assert next(iter(known.values())).cost == 0
        assert next(iter(known.values())).value == -sign * worth(state)


def test_a_small_round_played_by_advice(comes_to_its_worth: Any) -> None:
    state = dealt([1, 2], ["L", "L"], 2, **{**SMALL, "copies": 3})
    assert comes_to_its_worth(state, advice, seed=17, n=1_500)


def test_a_larger_open_game_is_not_solved() -> None:
    state = dealt([1, 5], [6, 6], 4, open_hands=True)
    assert advice(state.view(0)) == ()
