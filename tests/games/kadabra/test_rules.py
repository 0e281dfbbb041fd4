"""The clauses of LLAMA Kadabra, one by one."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from unseen import pile

import llamakit as lk
from llamakit.engine.state import State as AnyState
from llamakit.games.cards import from_json, to_json
from llamakit.games.kadabra.rules import (
    DECK,
    FACES,
    NO_TOKENS,
    Rules,
    Special,
    State,
    Tokens,
    card,
    cards,
    fitting,
    make_deck,
    penalty,
)

L = lk.LLAMA
Position = Callable[..., State]

IN_SHOW = {"phase": "show", "llama_played": True}


def moves(state: AnyState) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def plays(state: AnyState) -> str:
    return " ".join(move.split()[1] for move in moves(state) if move.startswith("play"))


def played(state: AnyState, *choices: Any) -> State:
    for choice in choices:
        state = state.apply(choice)
    assert isinstance(state, State)
    return state


def hands_of(state: State) -> list[str]:
    return [" ".join(map(str, hand)) for hand in state.hands]


# The cards in text


def test_special_cards_are_texts_in_order_among_the_numbers() -> None:
    mixed = [L, 6, "6d", "4/5", 3, "3*", "2d", "2/3", 2, "1g", 1]
    assert " ".join(map(str, cards(mixed))) == "1 1g 2 2/3 2d 3 3* 4/5 6 6d L"
    assert " ".join(map(str, cards(FACES))) == (
        "1 1* 1/2 1d 1g 2 2* 2/3 2d 2g 3 3* 3/4 3d 3g 4 4* 4/5 4d 4g 5 5* 5/6 5d 5g 6 6* 6d 6g L"
    )


def test_special_cards_compare_with_all_cards() -> None:
    double = card("2/3")
    for smaller, bigger in ((double, 3), (2, double), (double, L), (double, card("2d"))):
        assert smaller < bigger
        assert smaller <= bigger
        assert bigger > smaller
        assert bigger >= smaller
        assert not bigger < smaller
        assert smaller != bigger
    assert double == "2/3"
    assert double <= double


def test_special_cards_survive_copies_and_json() -> None:
    hand = cards(["1g", "2/3", "L", 4])
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand
    assert cards(from_json(json.loads(json.dumps(to_json(hand))))) == hand
    assert type(pickle.loads(pickle.dumps(hand))[0]) is Special


@pytest.mark.parametrize("text", [" 2/3 ", "2/3", "1G", "3*", "6d", "llama", "5"])
def test_cards_as_typed(text: str) -> None:
    assert str(card(text)).lower() == text.strip().lower().replace("llama", "l")


@pytest.mark.parametrize(
    "value",
    [
        0,
        7,
        True,
        2.5,
        None,
        "",
        "7",
        "3/2",
        "2/4",
        "6/L",
        "Lg",
        "7g",
        "1gg",
        "g",
        b"1g",
        [1],
        "1 g",
    ],
)
def test_unknown_cards_are_refused(value: Any) -> None:
    with pytest.raises(lk.InputError, match="unknown card"):
        card(value)
    with pytest.raises(lk.InputError, match="unknown card"):
        cards([1, value])


@pytest.mark.parametrize("values", [None, 3, L])
def test_no_cards_at_all_are_refused(values: Any) -> None:
    with pytest.raises(lk.InputError, match="expected cards"):
        cards(values)


def test_endless_cards_are_refused() -> None:
    with pytest.raises(lk.InputError, match="more than 1000"):
        cards(1 for _ in iter(int, 1))


# G1, K1, K2: players, cards and symbols


@pytest.mark.clause("G1")
@pytest.mark.parametrize("players", [1, 7, 0, -2, 2.0, "3"])
def test_two_to_six_players(players: Any) -> None:
    with pytest.raises(lk.InputError, match="from 2 to 6"):
        Rules(players=players)


@pytest.mark.clause("K1")
def test_deck_has_60_cards() -> None:
    by_value = Counter[str]()
    for kind, copies in Rules().deck:
        by_value[str(kind) if "/" in str(kind) else str(kind)[0]] += copies
    sevens = {str(number): 7 for number in range(2, 6)}
    assert by_value == {"1": 8, "6": 8, **sevens, "2/3": 2, "4/5": 2, "L": 12}
    assert len(Rules().all_cards) == 60


@pytest.mark.clause("K2")
def test_symbols_of_the_default_deck() -> None:
    symbols = {kind: copies for kind, copies in Rules().deck if str(kind)[-1] in "gd*"}
    assert symbols == {"1g": 4, "2d": 2, "6d": 2, "3*": 3}


@pytest.mark.clause("K2")
def test_deck_is_an_option() -> None:
    assert make_deck(DECK) == make_deck(dict(make_deck())) == make_deck() == make_deck(make_deck())
    changed = make_deck({**DECK, "3*": 1, 3: 6, "1g": 0, "5g": 4})
    assert (card("3*"), 1) in changed
    assert (card("5g"), 4) in changed
    assert "1g" not in dict(changed)
    assert make_deck({"llama": 2, "1/2": 3}) == ((card("1/2"), 3), (L, 2))
    assert Rules(deck=[["L", 1], [2, 60]]).all_cards == (2,) * 60 + (L,)


def test_the_box_stays_as_it_is_when_somebody_changes_the_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(DECK, "3*", 1)
    assert (card("3*"), 3) in make_deck()


@pytest.mark.clause("K2")
@pytest.mark.parametrize(
    "deck",
    [
        {},
        {"L": 60},
        {1: 0, "L": 60},
        {1: -1},
        {1: 61},
        {1: True},
        {1: 2.0},
        {7: 2},
        {"2/4": 2},
        [(1, 30), ("1", 30)],
        [1, 2, 3],
        "1g",
        60,
        [(1, 2, 3)],
        object(),
    ],
)
def test_impossible_decks_are_refused(deck: Any) -> None:
    with pytest.raises(lk.InputError, match="deck must be"):
        Rules(deck=deck)


def test_rulings_of_kadabra() -> None:
    found = {clause.id: clause for clause in lk.rulings("kadabra")}
    assert list(found) == ["G6", "G7", "G8", "K2", "K8", "K9", "K-tokens", "K13", "K19"]
    assert "option `deck`" in found["K2"].alternatives
    assert "option `quitters_keep`" in found["K9"].alternatives
    assert {found[clause].alternatives for clause in ("K8", "K-tokens", "K13", "K19")} == {"none"}


def test_a_deck_needs_cards_for_all() -> None:
    with pytest.raises(lk.InputError, match="too few cards for 6 players"):
        Rules(players=6, deck={1: 6})
    with pytest.raises(lk.InputError, match="hand must be a whole number from 1 to 2"):
        Rules(players=2, deck={1: 6}, hand=3)


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": "40"},
        {"hand": 7},
        {"hand": 0},
        {"open_hands": 1},
        {"open_hands": None},
        {"first_player": 2},
    ],
)
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(lk.InputError):
        Rules(players=2, **options)


def test_rules_and_states_are_values() -> None:
    deck = {**DECK, "3*": 1}
    assert Rules(deck=deck) == Rules(deck=list(deck.items()))
    one, two = Rules(deck=deck).start(), Rules(deck=deck).start()
    assert (one, hash(one)) == (two, hash(two))
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.turn = 1  # type: ignore[misc]


# K3: the start and the deal


@pytest.mark.clause("K3")
@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_starts_with_three_whites_and_six_cards(players: int) -> None:
    start = Rules(players=players).start()
    state = played(start, start.sample(Random(1)))
    assert state.tokens == (Tokens(white=3),) * players
    assert state.stage == NO_TOKENS
    assert state.scores == (3,) * players
    assert [len(hand) for hand in state.hands] == [6] * players
    assert sum(state.pile) == 60 - 6 * players - 1
    assert len(state.discards) == 1


@pytest.mark.clause("K3")
def test_three_whites_are_given_only_once(position: Position) -> None:
    ended = played(position("4", "5 5", top=3), "play 4", "keep")
    assert ended.phase == "deal"
    again = played(ended, ended.sample(Random(1)))
    assert again.tokens == (Tokens(3), Tokens(8))
    assert again.round_number == 2


@pytest.mark.clause("K3")
def test_deal_gives_hands_and_the_first_discard() -> None:
    after = played(
        Rules(players=2).start(), [["L", 3, "1g", 1, "2/3", 6], [5, 5, 5, 5, 5, 4], ["2d"]]
    )
    assert hands_of(after) == ["1 1g 2/3 3 6 L", "4 5 5 5 5 5"]
    assert (after.top, after.discards, after.phase) == ("2d", ("2d",), "turn")
    assert Counter(pile(after)) == Counter(Rules().all_cards) - Counter(
        (*after.hands[0], *after.hands[1], card("2d"))
    )


@pytest.mark.clause("K3")
@pytest.mark.parametrize("first", ["1g", "2d", "3*", "L"])
def test_the_first_discard_does_nothing(first: str) -> None:
    dealt = [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6], [first]]
    after = played(Rules(players=2).start(), dealt)
    assert (after.phase, after.player, after.drawer) == ("turn", 0, None)
    assert after.tokens == (Tokens(3), Tokens(3))
    assert not after.llama_played


@pytest.mark.clause("K3")
@pytest.mark.parametrize(
    "dealt",
    [
        [["3*"] * 4 + [1, 1], [2, 2, 4, 4, 5, 5], [1]],  # a fourth star
        [[1, 1, 1, 1, 1, 2], [2, 2, 4, 4, 5, 5], [1]],  # a fifth plain 1
        [[1, 1, 1, 1, 2, 2], [2, 2, 4, 4, 5, 5]],
        [[1, 1, 1, 1, 2, 2], [2, 2, 4, 4, 5, 5], []],
        [[1, 1, 1, 1, 2, 2], [2, 2, 4, 4, 5, 5], [1, 6]],
        [[1, 1, 1, 1, 2], [2, 2, 4, 4, 5, 5], [6]],
        [[1, 1, 1, 1, 2, 7], [2, 2, 4, 4, 5, 5], [6]],
        [[1, 1, 1, 1, 2, 2], 5, [6]],
        "deal",
        None,
    ],
)
def test_impossible_deals_are_refused(dealt: Any) -> None:
    with pytest.raises(lk.IllegalAction):
        Rules(players=2).start().apply(dealt)


@pytest.mark.clause("K3")
def test_deals_of_a_full_deck_are_sampled_not_listed() -> None:
    start = Rules(players=2).start()
    with pytest.raises(lk.InputError, match="too many deals"):
        start.chance_outcomes()
    assert start.sample(Random(4)) == start.sample(Random(4))
    assert start.sample(Random(4)) != start.sample(Random(5))


@pytest.mark.clause("K3")
def test_deals_of_a_small_deck_are_listed_and_sampled() -> None:
    start = Rules(deck={1: 1, "1g": 2, "L": 2}, hand=1).start()
    listed = dict(start.chance_outcomes())
    assert sum(listed.values()) == 1
    g = card("1g")
    assert listed[(g,), (1,), (L,)] == Fraction(2, 5) * Fraction(1, 4) * Fraction(2, 3)
    assert listed[(g,), (g,), (L,)] == Fraction(2, 5) * Fraction(1, 4) * Fraction(2, 3)
    assert ((1,), (1,), (L,)) not in listed
    rng = Random(2)
    assert {start.sample(rng) for _ in range(1000)} == set(listed)


@pytest.mark.clause("G8", "K3")
@pytest.mark.parametrize("first", range(3))
def test_first_player_starts(first: int) -> None:
    start = Rules(players=3, first_player=first).start()
    assert played(start, start.sample(Random(1))).player == first


# K4: the turn


@pytest.mark.clause("K4")
def test_a_turn_is_one_card_one_draw_quitting_or_returning_the_magic_token(
    position: Position,
) -> None:
    state = position("3 4 5", "1", "2", top=3, tokens=[(3, 0, 1), (3,), (3,)])
    assert moves(state) == ["play 3", "play 4", "draw", "return magic", "quit"]
    for choices in (["play 4"], ["draw", 6], ["return magic"], ["quit"]):
        assert played(state, *choices).player == 1
    assert "return magic" not in moves(played(state, "quit"))


@pytest.mark.clause("K4")
@pytest.mark.parametrize(
    "move", ["play 5", "play 6", "play", "play 3 4", "collect", "swap", "keep"]
)
def test_other_moves_are_refused(position: Position, move: str) -> None:
    state = position("3 4 5", "1", top=3)
    with pytest.raises(lk.IllegalAction, match="legal: play 3, play 4, draw, quit"):
        state.apply(move)


@pytest.mark.clause("K4")
def test_play_passes_left_over_those_who_quit(position: Position) -> None:
    state = position("3 4", "1", "2", "3 6", top=3, turn=3, active=(True, False, False, True))
    assert played(state, "play 3").player == 0
    assert played(state, "play 3", "draw", 1).player == 3


@pytest.mark.clause("K4")
def test_a_drawn_card_goes_into_the_hand_and_the_turn_passes(position: Position) -> None:
    drawing = played(position("3 L", "1", top=4), "draw")
    assert (drawing.is_chance, drawing.player, drawing.drawer) == (True, None, 0)
    for drawn, hand in [("2/3", "2/3 3 L"), ("3*", "3 3* L"), ("L", "3 L L"), (3, "3 3 L")]:
        after = played(drawing, drawn)
        assert hands_of(after) == [hand, "1"]
        assert (after.player, after.top, after.drawer) == (1, 4, None)
        assert Counter(pile(drawing)) - Counter(pile(after)) == Counter([card(drawn)])


@pytest.mark.clause("K4")
def test_drawn_cards_have_the_chances_of_the_pile(position: Position) -> None:
    drawing = played(position("3", "1", top=4, pile="1 1 1g 2/3 2/3 2/3 L"), "draw")
    chances = dict(drawing.chance_outcomes())
    expected = {1: Fraction(2, 7), "1g": Fraction(1, 7), "2/3": Fraction(3, 7), L: Fraction(1, 7)}
    assert chances == expected
    rng = Random(1)
    counts = Counter(drawing.sample(rng) for _ in range(7000))
    assert all(abs(counts[kind] - 7000 * chances[kind]) < 200 for kind in chances)
    assert set(counts) == set(chances)


@pytest.mark.clause("K4")
@pytest.mark.parametrize("drawn", [2, "3*", "7", None, [1], object()])
def test_cards_that_are_not_in_the_pile_cannot_be_drawn(position: Position, drawn: Any) -> None:
    drawing = played(position("3", "1", top=4, pile="1 L"), "draw")
    with pytest.raises(lk.IllegalAction):
        drawing.apply(drawn)


@pytest.mark.clause("K4")
def test_no_drawing_from_an_empty_pile(position: Position) -> None:
    assert moves(position("3 5", "1", top=3, pile="")) == ["play 3", "quit"]
    last = played(position("3 5", "1 2", top=3, pile="6"), "draw", 6)
    assert moves(last) == ["quit"]


@pytest.mark.clause("K4")
def test_a_quitter_is_out_and_pays(position: Position) -> None:
    state = played(position("5 5 5", "3 3", top=3), "quit")
    assert (state.player, state.active) == (1, (False, True))
    assert played(state, "play 3", "quit").tokens == (Tokens(8), Tokens(6))


# K5: what may be played on what


@pytest.mark.clause("K5")
@pytest.mark.parametrize(
    ("top", "fits"),
    [
        (1, "1 1g 2 2/3 2d"),
        ("1g", "1 1g 2 2/3 2d"),
        (2, "2 2/3 2d 3 3*"),
        ("2/3", "2 2/3 2d 3 3* 4 4/5"),
        (3, "2/3 3 3* 4 4/5"),
        ("3*", "2/3 3 3* 4 4/5"),
        (4, "4 4/5 5"),
        ("4/5", "4 4/5 5 6 6d"),
        (5, "4/5 5 6 6d"),
        (6, "6 6d L"),
        ("6d", "6 6d L"),
        ("L", "1 1g L"),
    ],
)
def test_same_value_or_one_higher_and_either_value_of_a_double(
    position: Position, top: Any, fits: str
) -> None:
    state = position("1 1g 2 2/3 2d 3 3* 4 4/5 5 6 6d L", "1", top=top)
    assert plays(state) == fits


@pytest.mark.clause("K5")
def test_a_double_goes_on_what_either_value_goes_on() -> None:
    on = {top for top, fits in fitting().items() if "2/3" in fits and isinstance(top, int)}
    assert on == {1, 2, 3}
    assert "2/3" in fitting()["2/3"]
    assert "2/3" not in fitting()["4/5"]


@pytest.mark.clause("K5")
def test_what_fits_spelled_out_again() -> None:
    ring = [1, 2, 3, 4, 5, 6, L]
    above = dict(zip(ring, [*ring[1:], 1], strict=True))
    for top, kind in product(FACES, FACES):
        either = any(b in (a, above[a]) for a in FACES[top] for b in FACES[kind])
        assert (kind in fitting()[top]) == either


@pytest.mark.clause("K2", "K5")
@pytest.mark.parametrize("highest", range(1, 7))
def test_llamas_go_on_the_highest_number_of_the_deck(highest: int) -> None:
    fits = Rules(deck={highest: 8, "L": 8}).fits
    assert L in fits[highest]
    assert {top for top in range(1, highest + 1) if L in fits[top]} == {highest}
    assert fits[L] & {*range(1, highest + 1), L} == {1, L}


@pytest.mark.clause("K5")
def test_a_played_card_is_on_top_of_the_discards(position: Position) -> None:
    after = played(position("2/3 5", "1", top=3, pile="6"), "play 2/3")
    assert (after.top, hands_of(after)) == ("2/3", ["5", "1"])


# K6 and K7: giving


@pytest.mark.clause("K7")
def test_give_hands_a_token_to_any_other_active_player(position: Position) -> None:
    state = position("1g 5", "1", "2", "3", top=1, turn=0, active=(True, True, False, True))
    giving = played(state, "play 1g")
    assert (giving.phase, giving.player, moves(giving)) == ("give", 0, ["give 1", "give 3"])
    after = played(giving, "give 3")
    assert after.tokens == (Tokens(2), Tokens(3), Tokens(3), Tokens(4))
    assert (after.phase, after.player) == ("turn", 1)


@pytest.mark.clause("K7")
def test_give_to_the_only_other_needs_no_choice(position: Position) -> None:
    after = played(position("1g 5", "1", top=1), "play 1g")
    assert (after.phase, after.player) == ("turn", 1)
    assert after.tokens == (Tokens(2), Tokens(4))


@pytest.mark.clause("K7", "K10")
@pytest.mark.parametrize(
    ("held", "given"),
    [
        ((3, 2, 1), (1, 0, 0)),
        ((12, 0, 0), (1, 0, 0)),
        ((0, 2, 1), (0, 1, 0)),
        ((0, 1, 0), (0, 1, 0)),
        ((0, 0, 1), (0, 0, 1)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_the_lowest_token_is_given(position: Position, held: Any, given: Any) -> None:
    after = played(position("1g 5", "1", top=1, tokens=[held, (0, 0, 0)]), "play 1g")
    assert after.tokens[1] == given
    assert after.tokens[0] == tuple(a - b for a, b in zip(held, given, strict=True))


@pytest.mark.clause("K7")
def test_give_without_a_token_has_no_effect(position: Position) -> None:
    after = played(position("1g 5", "1", "2", top=1, tokens=[(), (3,), (3,)]), "play 1g")
    assert (after.phase, after.player) == ("turn", 1)
    assert after.tokens == (Tokens(), Tokens(3), Tokens(3))


@pytest.mark.clause("K7", "K15")
def test_give_with_nobody_else_active_has_no_effect(position: Position) -> None:
    after = played(position("1g 5", "1", top=1, active=(True, False)), "play 1g")
    assert (after.phase, after.player) == ("turn", 0)
    assert after.tokens == (Tokens(3), Tokens(3))


@pytest.mark.clause("K6", "K7")
def test_give_on_the_last_card_comes_before_the_scoring(position: Position) -> None:
    state = position("1g", "2", "3", top=1, tokens=[(0, 0, 1), (), ()])
    giving = played(state, "play 1g")
    assert (giving.phase, giving.player) == ("give", 0)
    after = played(giving, "give 2")
    assert after.tokens == (Tokens(), Tokens(white=2), Tokens(white=3, black=1))
    assert after.phase == "deal"


@pytest.mark.clause("K7", "K20")
def test_no_giving_to_oneself_or_to_quitters(position: Position) -> None:
    state = position("1g 5", "1", "2", "3", top=1, active=(True, True, False, True))
    giving = played(state, "play 1g")
    for move in ("give 0", "give 2", "give 4", "give", "give Ana", "give -1"):
        with pytest.raises(lk.IllegalAction, match="legal: give 1, give 3"):
            giving.apply(move)


# K8: drawing


@pytest.mark.clause("K8")
def test_the_next_active_player_draws_and_then_has_a_turn(position: Position) -> None:
    state = position("2d 5", "1", "4", top=2, active=(True, False, True))
    drawing = played(state, "play 2d")
    assert (drawing.phase, drawing.is_chance, drawing.drawer) == ("draw", True, 2)
    after = played(drawing, "4/5")
    assert hands_of(after) == ["5", "1", "4 4/5"]
    assert (after.phase, after.player) == ("turn", 2)
    assert "draw" in moves(after)


@pytest.mark.clause("K8")
def test_a_drawn_card_may_be_played_on_the_turn_that_follows(position: Position) -> None:
    after = played(position("2d 5", "6", top=2), "play 2d", "2/3")
    assert plays(after) == "2/3"


@pytest.mark.clause("K8")
@pytest.mark.parametrize("active", [(True, True), (True, False)])
def test_draw_with_an_empty_pile_has_no_effect(position: Position, active: Any) -> None:
    after = played(position("6d 5", "1", top=6, pile="", active=active), "play 6d")
    assert (after.phase, after.player) == ("turn", 1 if all(active) else 0)
    assert hands_of(after) == ["5", "1"]


@pytest.mark.clause("K8")
def test_alone_one_draws_oneself(position: Position) -> None:
    drawing = played(position("2d 5", "1", top=2, active=(True, False)), "play 2d")
    assert (drawing.phase, drawing.drawer) == ("draw", 0)
    after = played(drawing, 5)
    assert (after.phase, after.player, hands_of(after)) == ("turn", 0, ["5 5", "1"])


@pytest.mark.clause("K6", "K8", "K16", "K18")
def test_a_last_card_with_draw_makes_the_next_draw_and_ends_the_round(position: Position) -> None:
    drawing = played(position("2d", "1", "6", top=2, active=(True, False, True)), "play 2d")
    assert (drawing.phase, drawing.drawer) == ("draw", 2)
    after = played(drawing, "L")
    assert (after.phase, after.player) == ("return", 0)
    assert after.tokens == (Tokens(3), Tokens(4), Tokens(9, 1))
    assert played(after, "return 1").tokens[0] == Tokens(2)


@pytest.mark.clause("K6", "K8", "K16", "K18")
def test_alone_a_last_card_with_draw_counts_and_nothing_is_returned(position: Position) -> None:
    drawing = played(position("2d", "1", top=2, active=(True, False)), "play 2d")
    assert drawing.drawer == 0
    after = played(drawing, "4/5")
    assert (after.phase, hands_of(after)) == ("deal", ["4/5", "1"])
    assert after.tokens == (Tokens(12), Tokens(4))
    assert after.turn == 0


@pytest.mark.clause("K8", "K18")
def test_a_last_card_with_draw_and_an_empty_pile_is_a_played_hand(position: Position) -> None:
    for active in ((True, True), (True, False)):
        after = played(position("2d", "1", top=2, pile="", active=active), "play 2d")
        assert (after.phase, after.player) == ("return", 0)


# K9: the magic star


@pytest.mark.clause("K9")
@pytest.mark.parametrize(
    ("tokens", "stage", "expected"),
    [
        ([(3, 0, 0), (3, 0, 0)], (), [(3, 0, 1), (3, 0, 0)]),  # from the pool
        ([(3, 0, 0), (3, 1, 1)], (), [(3, 0, 1), (3, 1, 0)]),  # from another player
        ([(3, 0, 0), (0, 0, 1)], (2, 1), [(3, 0, 1), (0, 0, 0)]),  # from one who has no other
        ([(3, 0, 0), (3, 0, 0)], (2, 1, 1), [(3, 0, 1), (3, 0, 0)]),  # from the stage
        ([(3, 0, 1), (3, 0, 0)], (), [(3, 0, 1), (3, 0, 0)]),  # already there
    ],
)
def test_the_star_takes_the_magic_token_from_wherever_it_is(
    position: Position, tokens: Any, stage: Any, expected: Any
) -> None:
    after = played(position("3* 5", "1", top=3, tokens=tokens, stage=stage), "play 3*")
    assert list(after.tokens) == [Tokens(*held) for held in expected]
    assert after.stage == Tokens(*stage)._replace(magic=0)
    assert (after.phase, after.player) == ("turn", 1)


@pytest.mark.clause("K9", "K20")
def test_the_star_takes_the_magic_token_from_a_quitter_too(position: Position) -> None:
    quit_with_it = position("3* 5", "1", top=3, tokens=[(3,), (3, 0, 1)], active=(True, False))
    assert played(quit_with_it, "play 3*").tokens == (Tokens(3, 0, 1), Tokens(3))


@pytest.mark.clause("K9", "K20")
def test_a_quitter_may_keep_the_magic_token_by_an_option(position: Position) -> None:
    rules = Rules(players=3, quitters_keep=True)
    hands = {"top": 3, "tokens": [(3,), (3, 0, 1), (3,)]}
    state = position("3* 5", "1", "2", **hands, active=(True, False, True))
    kept = played(replace(state, rules=rules), "play 3*")
    assert kept.tokens == state.tokens
    assert (kept.phase, kept.player) == ("turn", 2)
    state = position("3* 5", "1", "2", **hands, active=(True, True, False))
    taken = played(replace(state, rules=rules), "play 3*")
    assert taken.tokens == (Tokens(3, 0, 1), Tokens(3), Tokens(3)), "an active player does not"
    for stage in ((2, 0, 1), (2,)):
        state = position("3* 5", "1", "2", top=3, stage=stage, active=(True, False, True))
        after = played(replace(state, rules=rules), "play 3*")
        assert after.tokens[0].magic == 1, "nor does it stay on the stage or in the pool"
    with pytest.raises(lk.InputError, match="quitters_keep must be one of False, True"):
        Rules(quitters_keep="yes")  # type: ignore[arg-type]


@pytest.mark.clause("K9", "K13", "K14")
def test_the_star_may_leave_too_few_tokens_for_a_show(position: Position) -> None:
    state = position("3* 6", "6 L", top=3, stage=(4, 0, 1), tokens=[(3,), ()])
    after = played(state, "play 3*", "draw", 1, "draw", 1)
    assert after.stage == Tokens(4)
    after = played(position("L 5", "1 1", top=6, stage=(4, 0, 0), tokens=[(), (3,)]), "play L")
    assert (after.phase, after.llama_played, after.show) == ("turn", True, False)


@pytest.mark.clause("K6", "K9", "K17", "K18")
def test_a_last_card_with_the_star_takes_pays_and_may_give_back_that_black(
    position: Position,
) -> None:
    after = played(position("3*", "1", top=3, tokens=[(), (2, 0, 1)]), "play 3*")
    assert (after.phase, after.tokens) == ("return", (Tokens(black=1), Tokens(3)))
    assert moves(after) == ["return 10", "keep"]
    assert played(after, "return 10").tokens == (Tokens(), Tokens(3))


# K10, K11: the lowest token and the stage


@pytest.mark.clause("K10", "K11")
@pytest.mark.parametrize(
    ("held", "put"),
    [
        ((3, 2, 1), (1, 0, 0)),
        ((0, 2, 1), (0, 1, 0)),
        ((0, 0, 1), (0, 0, 1)),
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_a_llama_puts_the_lowest_token_on_the_stage(
    position: Position, held: Any, put: Any
) -> None:
    after = played(position("5 L", "1", top=6, tokens=[held, (3,)], stage=(1, 1)), "play L")
    assert after.stage == Tokens(1, 1).plus(Tokens(*put))
    assert after.tokens[0] == Tokens(*held).minus(Tokens(*put))
    assert (after.llama_played, after.player) == (True, 1)


@pytest.mark.clause("K11")
def test_other_cards_put_nothing_on_the_stage(position: Position) -> None:
    after = played(position("5 6", "1", top=6), "play 6")
    assert (after.stage, after.llama_played) == (NO_TOKENS, False)


# K12: returning the magic token


@pytest.mark.clause("K12", "K-E3")
def test_returning_the_magic_token_passes(position: Position) -> None:
    state = position(
        "2 2", "1", "5", top=4, active=(True, False, True), tokens=[(1, 1, 1), (3,), (3,)]
    )
    assert moves(state) == ["draw", "return magic", "quit"]
    after = played(state, "return magic")
    assert after.tokens == (Tokens(1, 1), Tokens(3), Tokens(3))
    assert (after.phase, after.player, hands_of(after)[0]) == ("turn", 2, "2 2")
    assert after.active == (True, False, True)


@pytest.mark.clause("K12", "K15")
def test_the_last_active_player_may_not_return_it(position: Position) -> None:
    state = position("2", "1", top=4, active=(True, False), tokens=[(1, 1, 1), (3,)])
    assert moves(state) == ["quit"]
    show = position("2 L", "1", top="L", active=(True, False), tokens=[(1, 0, 1), (3,)], stage=(5,))
    assert played(show, "play L").tokens[0] == Tokens(magic=1)
    assert moves(played(show, "play L")) == ["collect"]


@pytest.mark.clause("K12")
def test_only_the_holder_may_return_it(position: Position) -> None:
    state = position("2", "1", top=4, tokens=[(1,), (3, 0, 1)])
    with pytest.raises(lk.IllegalAction):
        state.apply("return magic")


# K13, K14: the magic show


@pytest.mark.clause("K13")
def test_the_fifth_token_starts_the_show(position: Position) -> None:
    for stage, phase in [((3,), "turn"), ((4,), "show"), ((2, 1, 1), "show"), ((4, 3), "show")]:
        after = played(position("L 5", "1 1", top=6, stage=stage), "play L")
        assert (after.phase, after.player, after.show) == (phase, 1, phase == "show")


@pytest.mark.clause("K13")
def test_in_the_show_one_plays_a_llama_returns_the_magic_token_or_collects(
    position: Position,
) -> None:
    stage = {"stage": (5,), **IN_SHOW, "tokens": [(1, 0, 1), (3,)]}
    assert moves(position("1 1 L", "1", top="L", **stage)) == ["play L", "return magic", "collect"]
    assert moves(position("1 1", "1", top="L", **stage)) == ["return magic", "collect"]
    stage["tokens"] = [(1,), (3,)]
    assert moves(position("1 L L", "1", top="L", **stage)) == ["play L", "collect"]
    assert moves(position("1 1g", "1", top="L", **stage)) == ["collect"]


@pytest.mark.clause("K13")
@pytest.mark.parametrize("move", ["play 1", "play 1g", "draw", "quit"])
def test_nothing_else_before_collecting(position: Position, move: str) -> None:
    state = position("1 1g 5", "1", top="L", stage=(5,), **IN_SHOW)
    with pytest.raises(lk.IllegalAction, match="legal: collect"):
        state.apply(move)
    assert move in moves(played(state, "collect"))


@pytest.mark.clause("K11", "K13")
def test_a_llama_in_the_show_feeds_the_stage_and_the_show_goes_on(position: Position) -> None:
    state = position("1 L", "1", top="L", stage=(4, 1), tokens=[(0, 1), (3,)], **IN_SHOW)
    after = played(state, "play L")
    assert (after.stage, after.tokens[0]) == (Tokens(4, 2), NO_TOKENS)
    assert (after.phase, after.player) == ("show", 1)


@pytest.mark.clause("K13")
def test_a_llama_without_a_token_keeps_the_show_going(position: Position) -> None:
    state = position("1 L", "1", top="L", stage=(5,), tokens=[(), (3,)], **IN_SHOW)
    after = played(state, "play L")
    assert (after.stage, after.phase, after.player) == (Tokens(5), "show", 1)


@pytest.mark.clause("K12", "K13")
def test_returning_the_magic_token_in_the_show_goes_on_with_the_next(position: Position) -> None:
    state = position(
        "1 1", "1", "2", top="L", stage=(5,), tokens=[(0, 0, 1), (3,), (3,)], **IN_SHOW
    )
    after = played(state, "return magic")
    assert (after.phase, after.player, after.stage) == ("show", 1, Tokens(5))
    assert after.tokens[0] == NO_TOKENS


@pytest.mark.clause("K13")
def test_collecting_ends_the_show_and_a_normal_turn_follows(position: Position) -> None:
    state = position("1 L 5", "1", top="L", stage=(3, 1, 1), tokens=[(2,), (3,)], **IN_SHOW)
    after = played(state, "collect")
    assert (after.stage, after.tokens[0]) == (NO_TOKENS, Tokens(5, 1, 1))
    assert (after.phase, after.player, after.show) == ("turn", 0, False)
    assert moves(after) == ["play 1", "play L", "draw", "return magic", "quit"]


@pytest.mark.clause("K12", "K13")
def test_a_magic_token_just_collected_may_be_returned(position: Position) -> None:
    state = position("1 5", "1", top="L", stage=(4, 0, 1), **IN_SHOW)
    after = played(state, "collect", "return magic")
    assert (after.tokens[0], after.player, after.phase) == (Tokens(7), 1, "turn")


@pytest.mark.clause("K13")
def test_after_collecting_the_stage_fills_anew(position: Position) -> None:
    state = position("1 L 5", "1 1", top="L", stage=(5,), **IN_SHOW)
    after = played(state, "collect", "play L")
    assert (after.stage, after.phase, after.player) == (Tokens(1), "turn", 1)


@pytest.mark.clause("K13")
def test_those_who_quit_are_not_in_the_show(position: Position) -> None:
    state = position("5 L", "1", "2", top=6, stage=(4,), active=(True, False, True))
    after = played(state, "play L")
    assert (after.phase, after.player) == ("show", 2)


@pytest.mark.clause("K13", "K15")
def test_the_show_of_a_last_active_player(position: Position) -> None:
    state = position("5 L L", "1", top=6, stage=(4,), active=(True, False))
    show = played(state, "play L")
    assert (show.phase, show.player, moves(show)) == ("show", 0, ["play L", "collect"])
    assert moves(played(show, "collect")) == ["play L", "quit"]
    assert played(show, "collect").tokens[0] == Tokens(7)


@pytest.mark.clause("K14")
def test_tokens_on_the_stage_stay_for_the_next_round(position: Position) -> None:
    ended = played(position("4", "5", top=3, stage=(3, 1, 1)), "play 4", "keep")
    assert (ended.phase, ended.stage) == ("deal", Tokens(3, 1, 1))
    dealt = played(ended, [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6], ["L"]])
    assert dealt.stage == Tokens(3, 1, 1)
    assert (dealt.phase, dealt.llama_played, dealt.show) == ("turn", False, False)
    assert moves(dealt) == ["play 1", "draw", "quit"]


@pytest.mark.clause("K13", "K14")
def test_a_carried_over_show_starts_with_a_llama_and_not_before(position: Position) -> None:
    state = position("5 6", "5 L", top=5, stage=(5,), tokens=[(3,), (3,)])
    after = played(state, "play 6")
    assert (after.phase, after.player) == ("turn", 1)
    after = played(after, "play L")
    assert (after.phase, after.player, after.stage) == ("show", 0, Tokens(6))


@pytest.mark.clause("K13", "K14")
def test_a_llama_of_someone_without_tokens_starts_a_carried_over_show(position: Position) -> None:
    state = position("5 L", "5 1", top=6, stage=(5,), tokens=[(), (3,)])
    after = played(state, "play L")
    assert (after.phase, after.player, after.stage) == ("show", 1, Tokens(5))


@pytest.mark.clause("K14")
def test_a_llama_of_the_round_before_does_not_start_the_show(position: Position) -> None:
    ended = played(position("L", "5", top=6, stage=(4,), tokens=[(1,), (3,)]), "play L")
    assert (ended.phase, ended.stage, ended.llama_played) == ("deal", Tokens(5), True)
    dealt = played(ended, [[1, 1, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6], [1]])
    assert (dealt.phase, dealt.llama_played) == ("turn", False)
    assert played(dealt, "play 1").phase == "turn"


# K15: alone


@pytest.mark.clause("K15")
def test_the_last_active_player_plays_or_quits_only(position: Position) -> None:
    state = position("3 5", "1", top=3, active=(True, False))
    assert moves(state) == ["play 3", "quit"]
    assert played(state, "play 3").player == 0
    assert moves(played(state, "play 3")) == ["quit"]


@pytest.mark.clause("K15", "K-E4", "K7", "K8")
def test_alone_give_does_nothing_and_draw_draws(position: Position) -> None:
    state = position("1g 2d 6", "1", top=1, active=(True, False))
    after = played(state, "play 1g")
    assert (after.tokens, after.player) == ((Tokens(3), Tokens(3)), 0)
    after = played(after, "play 2d", "2/3")
    assert (hands_of(after)[0], moves(after)) == ("2/3 6", ["play 2/3", "quit"])
    ended = played(after, "quit")
    assert (ended.phase, ended.tokens[0]) == ("deal", Tokens(3 + 1, 1))


# K16: the end of a round


@pytest.mark.clause("K16")
def test_the_round_ends_with_a_last_card(position: Position) -> None:
    after = played(position("4", "5 L", "6", top=3), "play 4")
    assert after.phase == "return"
    assert after.scores == (3, 18, 9)


@pytest.mark.clause("K16")
def test_the_round_ends_when_all_have_quit(position: Position) -> None:
    after = played(position("4", "5 L", "6", top=3), "quit", "quit", "quit")
    assert (after.phase, after.scores, after.turn) == ("deal", (7, 18, 9), 2)


@pytest.mark.clause("K11", "K13", "K16")
def test_a_last_llama_feeds_the_stage_ends_the_show_and_nobody_collects(position: Position) -> None:
    state = position("L", "5", top="L", stage=(5,), tokens=[(0, 1), (3,)], **IN_SHOW)
    after = played(state, "play L")
    assert (after.phase, after.stage) == ("deal", Tokens(5, 1))
    assert after.tokens == (NO_TOKENS, Tokens(8))
    assert after.turn == 0


@pytest.mark.clause("K16")
def test_a_last_llama_that_would_start_a_show_ends_the_round(position: Position) -> None:
    after = played(position("L", "5", top=6, stage=(4,)), "play L")
    assert (after.phase, after.stage, after.tokens[0]) == ("return", Tokens(5), Tokens(2))


# K17, K18: scoring and returning


@pytest.mark.clause("K17", "K-E1", "G2")
def test_double_cards_count_both_values_each_once(position: Position) -> None:
    assert penalty(cards(["2/3", 3, "3*", 5])) == 10
    state = position("2/3 3 3* 5", "1", top=6, tokens=[(), ()])
    assert played(state, "quit", "quit").tokens == (Tokens(black=1), Tokens(white=1))


@pytest.mark.clause("K17")
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("", 0),
        ("2/3", 5),
        ("4/5 4/5", 9),
        ("2/3 4/5", 14),
        ("2 2/3 3", 5),
        ("1 1g 1", 1),
        ("6 6d L L", 16),
        ("1 2 3 4 5 6 L 2/3 4/5", 31),
    ],
)
def test_hands_cost(hand: str, points: int) -> None:
    assert penalty(cards(hand.split())) == points


@pytest.mark.clause("K17")
@pytest.mark.parametrize("holder", [0, 1])
def test_the_magic_token_goes_back_and_costs_ten(position: Position, holder: int) -> None:
    tokens = [(1, 0, holder == 0), (1, 0, holder == 1)]
    after = played(position("4 5", "5 6", top=3, tokens=tokens), "quit", "quit")
    assert after.tokens == (Tokens(10, holder == 0), Tokens(2, 1 + (holder == 1)))
    assert after.scores == ((20, 12) if holder == 0 else (10, 22))


@pytest.mark.clause("K14", "K17")
def test_the_magic_token_on_the_stage_costs_nobody_and_stays(position: Position) -> None:
    after = played(position("4", "5", top=3, stage=(0, 0, 1)), "quit", "quit")
    assert (after.stage, after.scores) == (Tokens(magic=1), (7, 8))


@pytest.mark.clause("K-tokens", "K17", "G3")
def test_points_are_paid_in_blacks_and_whites(position: Position) -> None:
    state = position("6 6 5", "5 6 L 4", top=3, tokens=[(9,), (9, 2, 1)])
    after = played(state, "quit", "quit")
    assert after.tokens == (Tokens(white=10, black=1), Tokens(white=14, black=2 + 3))


@pytest.mark.clause("K18", "G5")
def test_whoever_played_every_card_may_return_a_white_or_a_black(position: Position) -> None:
    state = played(position("4", "5", top=3, tokens=[(2, 1), ()]), "play 4")
    assert (state.phase, state.player) == ("return", 0)
    assert moves(state) == ["return 1", "return 10", "keep"]
    assert played(state, "return 1").tokens[0] == Tokens(1, 1)
    assert played(state, "return 10").tokens[0] == Tokens(2, 0)
    assert played(state, "keep").tokens[0] == Tokens(2, 1)


@pytest.mark.clause("K18")
@pytest.mark.parametrize(
    ("held", "offered"), [((3,), ["return 1", "keep"]), ((0, 2), ["return 10", "keep"])]
)
def test_only_tokens_held_are_returned(position: Position, held: Any, offered: list[str]) -> None:
    assert moves(played(position("4", "5", top=3, tokens=[held, ()]), "play 4")) == offered


@pytest.mark.clause("K18")
def test_with_no_tokens_there_is_nothing_to_return(position: Position) -> None:
    after = played(position("4", "5", top=3, tokens=[(), (3,)]), "play 4")
    assert (after.phase, after.turn) == ("deal", 0)


@pytest.mark.clause("K17", "K18")
def test_a_black_just_received_for_the_magic_token_may_go_back(position: Position) -> None:
    state = played(position("4", "5", top=3, tokens=[(1, 0, 1), ()]), "play 4")
    assert state.tokens[0] == Tokens(1, 1)
    assert played(state, "return 10").tokens[0] == Tokens(1)


# K-tokens: swapping


@pytest.mark.clause("K-tokens", "G3")
@pytest.mark.parametrize(("white", "offered"), [(9, 0), (10, 1), (19, 1), (20, 2), (35, 3)])
def test_ten_whites_are_swapped_as_often_as_one_likes(
    position: Position, white: int, offered: int
) -> None:
    state = position("3 5", "1", top=3, tokens=[(white, 1), (3,)])
    for done in range(offered):
        assert moves(state)[0] == "swap"
        state = played(state, "swap")
        assert (state.phase, state.player) == ("turn", 0)
        assert state.tokens[0] == Tokens(white - 10 * (done + 1), 2 + done)
    assert moves(state) == ["play 3", "draw", "quit"]


@pytest.mark.clause("K-tokens")
def test_the_swap_may_be_declined_and_matters(position: Position) -> None:
    state = position("1g 5", "1", top=1, tokens=[(10,), (3,)])
    assert played(state, "play 1g").tokens == (Tokens(9), Tokens(4))
    assert played(state, "swap", "play 1g").tokens == (Tokens(0, 0), Tokens(3, 1))


@pytest.mark.clause("K-tokens", "K11", "K13")
def test_swapping_in_the_show_before_a_llama(position: Position) -> None:
    state = position("L 5", "1", top="L", stage=(5,), tokens=[(10,), (3,)], **IN_SHOW)
    assert moves(state) == ["swap", "play L", "collect"]
    after = played(state, "swap")
    assert (after.phase, moves(after)) == ("show", ["play L", "collect"])
    assert played(after, "play L").stage == Tokens(5, 1)
    assert played(state, "play L").stage == Tokens(6)


@pytest.mark.clause("K-tokens", "K18")
def test_swapping_before_a_token_is_returned(position: Position) -> None:
    state = played(position("4", "5", top=3, tokens=[(21,), ()]), "play 4")
    assert moves(state) == ["swap", "return 1", "keep"]
    after = played(state, "swap")
    assert moves(after) == ["swap", "return 1", "return 10", "keep"]
    after = played(after, "swap")
    assert (after.phase, moves(after)) == ("return", ["return 1", "return 10", "keep"])
    assert played(after, "return 10").tokens[0] == Tokens(1, 1)


@pytest.mark.clause("K-tokens")
def test_no_swap_in_the_middle_of_an_action_or_for_others(position: Position) -> None:
    state = position("1g 5", "1", "2", top=1, tokens=[(11,), (3,), (15,)])
    assert "swap" not in moves(played(state, "play 1g"))
    assert "swap" not in moves(played(state, "draw", 6))


@pytest.mark.clause("K-E2", "K13", "K-tokens", "K7")
def test_collected_whites_are_swapped_and_the_black_is_given_away(position: Position) -> None:
    # John starts the show, Wanda has quit, Fay collects, swaps, and gives the black to John.
    state = position(
        *("L 5", "1", "1g 4"), top=6, stage=(4,), active=(True, False, True),
        tokens=[(3,), (3,), (5,)],
    )  # fmt: skip
    show = played(state, "play L")
    assert (show.phase, show.player, show.stage) == ("show", 2, Tokens(5))
    assert moves(show) == ["collect"]
    after = played(show, "collect", "swap")
    assert after.tokens[2] == Tokens(black=1)
    after = played(after, "play 1g")
    assert after.tokens == (Tokens(2, 1), Tokens(3), NO_TOKENS)
    assert (after.phase, after.player) == ("turn", 0)


# G6, K19: the next round and the end of the game


@pytest.mark.clause("K19")
def test_the_player_of_the_last_action_starts_the_next_round(position: Position) -> None:
    quit_last = played(position("4", "5", "6", top=3), "quit", "draw", 6, "quit", "quit")
    assert (quit_last.phase, quit_last.turn) == ("deal", 1)
    assert played(quit_last, quit_last.sample(Random(1))).player == 1
    for drawn in (1, "L"):
        drew_last = played(position("2d", "5", "6", top=2, tokens=[(), (), ()]), "play 2d", drawn)
        assert (drew_last.phase, drew_last.turn) == ("deal", 0), "the neighbour drew last"
        assert played(drew_last, drew_last.sample(Random(1))).player == 0
    played_last = played(position("1", "4", top=3, turn=1), "play 4", "return 1")
    assert (played_last.phase, played_last.turn) == ("deal", 1)


@pytest.mark.clause("G6", "K19")
@pytest.mark.parametrize(("white", "phase"), [(32, "deal"), (33, "over"), (34, "over")])
def test_forty_points_end_the_game(position: Position, white: int, phase: str) -> None:
    state = position("2 5", "1", top=6, tokens=[(white,), (3,)])
    after = played(state, "quit", "quit")
    assert after.phase == phase
    assert after.winners == ((1,) if phase == "over" else ())
    assert after.is_over == (phase == "over")
    assert after.player is None


@pytest.mark.clause("G6", "K18")
def test_forty_points_count_after_the_return(position: Position) -> None:
    state = played(position("4", "1", top=3, tokens=[(0, 4), (3,)]), "play 4")
    assert played(state, "return 10").phase == "deal"
    over = played(state, "keep")
    assert (over.phase, over.winners) == ("over", (1,))
    assert over.legal_actions() == ()
    with pytest.raises(lk.IllegalAction, match="the game is over"):
        over.apply("keep")


@pytest.mark.clause("G6")
def test_ties_share_the_win_and_a_black_is_ten(position: Position) -> None:
    state = position("2 5", "1", "1", top=6, tokens=[(5, 3), (0, 1), (10,)])
    assert played(state, "quit", "quit", "quit").winners == (1, 2)


@pytest.mark.clause("G6")
def test_the_target_is_an_option(position: Position) -> None:
    state = position("2 5", "1", top=6, options={"target": 10})
    assert played(state, "quit", "quit").phase == "over"


@pytest.mark.clause("G7")
def test_the_supply_of_tokens_never_limits_play(position: Position) -> None:
    state = position(
        *("2 5 L", "1 6 L"), top=4, tokens=[(40, 15), (30, 15)], options={"target": 1000}
    )
    after = played(state, "quit", "quit")
    assert after.tokens == (Tokens(47, 16), Tokens(37, 16))


# K20: out of reach


@pytest.mark.clause("K20")
def test_quitters_are_no_target(position: Position) -> None:
    state = position("1g 2d 5", "1", "2", top=1, active=(True, False, True))
    after = played(state, "play 1g")
    assert (after.tokens[1], after.tokens[2], after.player) == (Tokens(3), Tokens(4), 2)
    drawing = played(position("2d 5", "1", "2", top=1, active=(True, False, True)), "play 2d")
    assert drawing.drawer == 2
