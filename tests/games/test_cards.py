"""Cards, tokens and deals, as the three llama games share them."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product, repeat
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.state import Action, InputError, Rules
from llamakit.games.cards import (
    VALUES,
    all_deals,
    card,
    cards,
    deal,
    one_by_one,
    penalty,
    tokens_to_return,
)

L = lk.LLAMA


class MostRules(Rules):
    most_wins = True


def test_the_llama_is_one_value_however_it_is_copied() -> None:
    assert pickle.loads(pickle.dumps(L)) is L
    assert copy.deepcopy((L,))[0] is L
    assert (str(L), repr(L), f"{L}") == ("L", "L", "L")
    assert sorted([L, 3, 6]) == [3, 6, L]


@pytest.mark.parametrize("text", ["L", "l", "llama", "LLAMA", " Llama "])
def test_the_llama_in_words(text: str) -> None:
    assert card(text) is L
    assert card(L) is L


@pytest.mark.parametrize("number", range(1, 7))
def test_numbers_as_cards(number: int) -> None:
    assert card(number) == card(str(number)) == number
    assert type(card(number)) is int


@pytest.mark.parametrize(
    "value", [0, 7, -1, 10**30, 1.0, True, None, "7", "", "LL", "1 2", "٣", b"L", [1], object()]
)
def test_unknown_cards_are_refused(value: Any) -> None:
    with pytest.raises(lk.InputError, match="unknown card"):
        card(value)
    with pytest.raises(lk.InputError, match="unknown card"):
        cards([1, value])


def test_cards_are_put_in_order() -> None:
    assert cards("L31") == cards({3, 1, L}) == cards(iter(["llama", "3", 1])) == (1, 3, L)
    assert cards([]) == ()


@pytest.mark.parametrize("value", [None, 3, L, 2.5, object()])
def test_no_cards_at_all_are_refused(value: Any) -> None:
    with pytest.raises(lk.InputError, match="expected cards"):
        cards(value)


def test_endless_cards_are_refused() -> None:
    with pytest.raises(lk.InputError, match="more than 1000"):
        cards(repeat(1))


@pytest.mark.clause("G2")
def test_penalty_counts_each_value_once_and_llamas_ten() -> None:
    cost = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, L: 10}
    for copies in product((0, 1, 2), repeat=7):
        hand = [value for value, many in zip(VALUES, copies, strict=True) for _ in range(many)]
        points = sum(cost[value] for value, many in zip(VALUES, copies, strict=True) if many)
        assert penalty(hand) == points


@pytest.mark.clause("G3", "G4", "G5")
def test_tokens_to_return() -> None:
    for points in range(60):
        expected = {token for token in (1, 10) if points >= token}
        assert set(tokens_to_return(points)) == expected


@pytest.mark.clause("G6")
def test_lowest_total_wins_and_ties_share() -> None:
    assert Rules(players=3).leaders((41, 12, 40)) == (1,)
    assert Rules(players=3).leaders((41, 12, 12)) == (1, 2)
    assert Rules(players=3).leaders((0, 0, 0)) == (0, 1, 2)


def test_the_most_wins_where_the_rules_say_so() -> None:
    assert MostRules(players=3).leaders((12, 41, 41)) == (1, 2)


PILE = {1: 2, 2: 1, L: 3}


def brute_force(pile: dict[int, int], sizes: tuple[int, ...]) -> dict[Any, Fraction]:
    """Return the chance of each deal by shuffling the cards one by one, every order alike."""
    deck = [value for value, copies in pile.items() for _ in range(copies)]
    found: Counter[Any] = Counter()
    for order in permutations(deck, sum(sizes)):
        ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
        hands = [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        found[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    return {hands: Fraction(count, found.total()) for hands, count in found.items()}


@pytest.mark.clause("D2")
@pytest.mark.parametrize("sizes", [(1,), (2,), (0,), (1, 1), (2, 2), (3, 1), (2, 1, 2)])
def test_deals_agree_with_shuffling_every_card(sizes: tuple[int, ...]) -> None:
    deals = all_deals(PILE, sizes)
    assert len(dict(deals)) == len(deals)
    assert dict(deals) == brute_force(PILE, sizes)


def test_random_deals_are_among_the_listed_and_in_proportion() -> None:
    chances = dict(all_deals(PILE, (2, 2)))
    rng, n = Random(2), 20_000
    seen = Counter(deal(one_by_one(PILE), (2, 2), rng) for _ in range(n))
    assert set(seen) == set(chances)
    for hands, chance in chances.items():
        spread = (n * chance * (1 - chance)) ** 0.5
        assert abs(seen[hands] - n * chance) < 5 * spread


def test_hands_of_one_deck_need_not_differ_from_combinations() -> None:
    hands = {hands[0] for hands, _ in all_deals(PILE, (3,))}
    deck = [1, 1, 2, L, L, L]
    assert hands == {tuple(sorted(hand)) for hand in combinations(deck, 3)}


def test_too_many_deals_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(all_deals(PILE, (2, 2)))
    monkeypatch.setattr("llamakit.games.cards.MOST_DEALS", count)
    assert len(all_deals(PILE, (2, 2))) == count
    monkeypatch.setattr("llamakit.games.cards.MOST_DEALS", count - 1)
    with pytest.raises(lk.InputError, match="too many deals to list"):
        all_deals(PILE, (2, 2))


def test_what_a_hand_counts_is_asked_in_any_way_of_writing_cards():
    assert lk.cards.penalty([1, "2", "L"]) == 13
    assert lk.kadabra.penalty(["2/3", "3*", "llama"]) == 15
    for wrong in ([8], ["x"], [1.5]):
        with pytest.raises(InputError, match="unknown card"):
            lk.cards.penalty(wrong)
    with pytest.raises(InputError, match="unknown card"):
        lk.kadabra.penalty(["9/9"])


def test_a_card_that_is_not_there_cannot_go():
    with pytest.raises(InputError, match="5 is not among the cards 1 4"):
        lk.cards.without((1, 4), (5,))


def test_choices_are_asked_in_any_way_of_writing_cards():
    assert lk.llama_dice.discards([2, "L"], ["L", 1, 1]) == (Action("discard", (L,)),)
    assert lk.llama_dice.takes(["llama"], ["L", 1, 1]) == (Action("take", (L,)),)
    for ask in (lk.llama_dice.discards, lk.llama_dice.takes):
        for row, roll in (([2, 9], [2]), ([2], 2), ([2], repeat(2)), (None, [2])):
            with pytest.raises(InputError, match="card"):
                ask(row, roll)


def test_a_deal_of_more_cards_than_there_are_is_refused():
    with pytest.raises(InputError, match="fewer cards"):
        lk.cards.all_deals({1: 2}, (3,))


def test_what_is_handed_out_is_nobody_elses():
    lk.llama_dice.rolls().clear()
    assert lk.llama_dice.rolls().total() == 216
    lk.llama_dice.surveyed().clear()
    assert lk.llama_dice.surveyed()["deals"]
    lk.kadabra.Rules().fits.clear()
    assert lk.kadabra.Rules().fits
    lk.chinchiller.solve().claims[2, 0][24].clear()
    assert lk.chinchiller.solve().claims[2, 0][24]
    with pytest.raises(InputError, match="dice must be"):
        lk.llama_dice.rolls([[1, 2], [3, 4]])


GAMES = [lk.llama, lk.llama_dice, lk.kadabra, lk.chinchiller]


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_given_on_a_view_of_the_game(game):
    another = lk.new_game("llama" if game is lk.kadabra else "kadabra", seed=1)
    for wrong in (None, "view", another, another.view(0), game.Rules().start()):
        with pytest.raises(InputError, match=r"a view of this game is needed, such as game\.view"):
            game.advice(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_with_an_unknown_option_is_refused(game):
    lying = {lk.chinchiller: (), lk.llama_dice: ([1, 2],)}.get(game, ([1, 2], 3))
    for option in ("speed", "players"):
        with pytest.raises(InputError, match=f"unknown option '{option}'"):
            game.position(*lying, **{option: 3})


def test_a_token_given_back_after_three_llamas_ends_no_round():
    state = lk.llama_dice.position([2, 5], points=[3, 0], roll=["L", "L", "L"])
    assert state.phase == "return"
    with pytest.raises(InputError, match="no round has just ended"):
        lk.llama_dice.round_ending(state)


@pytest.mark.parametrize("game", GAMES[:3])
def test_how_a_round_ended_is_no_question_before_one_has(game):
    start = game.Rules().start()
    for state in (start, start.apply(start.sample(Random(1)))):
        with pytest.raises(InputError, match="no round has just ended"):
            game.round_ending(state)
        with pytest.raises(InputError, match="no round has just ended"):
            state.round_ending()
    for wrong in (None, lk.chinchiller.Rules().start(), lk.new_game("llama")):
        with pytest.raises(InputError, match="no round has just ended"):
            game.round_ending(wrong)
