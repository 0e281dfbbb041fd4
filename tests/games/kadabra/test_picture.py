"""LLAMA Kadabra drawn: every card and token of a position, and nothing that is hidden."""

from __future__ import annotations

import re

import pytest

from llamakit.games import drawings
from llamakit.games.kadabra import picture
from llamakit.games.kadabra.rules import FACES, SYMBOLS, Tokens, card


def named(html):
    """What is heard of the drawings of a board, in order."""
    return re.findall(r'class="lk-said">([^ <][^<]*)<', html)


def clicks(state, seat=0):
    board = picture.board(state.view(seat), state.legal_actions())
    return re.findall('data-action="([^"]*)"', board)


def test_every_kind_of_card_has_a_drawing_of_its_own():
    drawn = {picture.card(kind) for kind in FACES}
    assert len(drawn) == len(FACES)
    assert not any(" id=" in drawing for drawing in drawn)


@pytest.mark.clause("K2", "K5")
def test_a_symbol_is_added_to_a_card_and_a_double_shows_both_values():
    for mark in SYMBOLS:
        assert picture.card(card(f"3{mark}")).startswith(drawings.card(3))
    double = picture.card(card("2/3"))
    assert re.findall(r">(\d)</text>", double) == ["2", "3"]
    assert drawings.HUES[2] in double
    assert drawings.HUES[3] in double


def test_the_picture_holds_every_card_and_token_one_may_see(position):
    state = position("1g 2/3 L", "4 4", top=6, tokens=((2, 1, 1), (3, 0, 0)), stage=(4, 0, 0))
    drawn = picture.svg(state.view(0))
    for kind in ("1g", "2/3", "L", 6):
        assert drawn.count(picture.card(card(kind))) == 1
    assert picture.card(4) not in drawn
    assert drawn.count(drawings.back()) == 3  # the draw pile and Ben's two cards
    assert drawn.count(drawings.token(1)) == 2 + 3 + 4
    assert drawn.count(drawings.token(10)) == 1
    assert drawn.count(picture.magic_token()) == 1
    assert drawn.count(picture.card(4)) == 0
    assert picture.svg(state.open_view()).count(picture.card(4)) == 2


@pytest.mark.clause("K21")
def test_a_hidden_hand_is_drawn_as_backs(position):
    state = position("1 2", "4 5 L", top=6)
    assert named(picture.board(state.view(0))) == ["6", "1", "2", "3 hidden cards"]
    assert named(picture.board(state.view(1))) == ["6", "2 hidden cards", "4", "5", "llama"]
    assert named(picture.board(state.view())) == ["6", "2 hidden cards", "3 hidden cards"]


@pytest.mark.clause("K4", "K5")
def test_cards_that_fit_and_the_pile_can_be_clicked(position):
    assert clicks(position("2 2/3 3* 5", "4", top=2)) == ["draw", "play 2", "play 2/3", "play 3*"]
    assert clicks(position("2 2", "4", top=2, pile="")) == ["play 2", "play 2"]
    assert clicks(position("2 2", "4", top=2), seat=1) == ["draw"]


@pytest.mark.clause("K12", "K-tokens")
def test_the_magic_token_and_ten_whites_can_be_clicked(position):
    state = position("5", "4", top=2, tokens=((11, 0, 1), (3, 0, 0)))
    assert clicks(state) == ["draw", "return magic", "swap"]


@pytest.mark.clause("K13")
def test_in_the_magic_show_the_stage_can_be_clicked(position):
    show = {"stage": (5, 0, 0), "llama_played": True, "phase": "show"}
    state = position("5 L", "4", top="L", **show)
    assert clicks(state) == ["collect", "play L"]
    assert "magic show!" in picture.board(state.view(0))
    assert "magic show!" in picture.svg(state.view(0))


@pytest.mark.clause("K7")
def test_a_token_to_give_can_be_clicked_at_whoever_may_get_it(position):
    state = position("5", "4", "4", "4", top=1, phase="give", active=(True, True, False, True))
    board = picture.board(state.view(0), state.legal_actions())
    seats = board.split('<section class="lk-seat"')[1:]
    assert [re.findall('data-action="([^"]*)"', seat) for seat in seats] == [
        [],
        ["give 1"],
        [],
        ["give 3"],
    ]
    assert "Give a white token to Player 2" in seats[1]


@pytest.mark.clause("K18")
def test_a_token_to_return_can_be_clicked(position):
    state = position("", "4", top=1, phase="return", tokens=((10, 2, 0), (3, 0, 0)))
    assert clicks(state) == ["return 10", "return 1", "swap"]


@pytest.mark.clause("K17")
@pytest.mark.parametrize("phase", ["deal", "return", "over"])
def test_the_end_of_a_round_shows_what_each_hand_counts(position, phase):
    view = position("", "2/3 3 5", top=1, phase=phase).view(0)
    board = picture.board(view)
    assert "hand: 0 points" in board
    assert "hand: 10 points" in board
    assert "this hand: 10" in picture.svg(view)
    assert "lk-hidden" not in board


def test_who_is_on_turn_and_who_has_quit_is_marked(position):
    board = picture.board(position("5", "4", top=1, active=(True, False)).view(0))
    first, second = board.split('<section class="lk-seat"')[1:]
    assert "on turn" in first
    assert "has quit" in second
    assert "on turn" not in second


def test_keys_differ_and_any_number_of_tokens_has_room(position):
    state = position("2 2 2", "4", top=2, tokens=((39, 3, 0), (3, 0, 0)))
    board = picture.board(state.view(0), state.legal_actions())
    keys = re.findall('data-key="([^"]*)"', board)
    assert len(set(keys)) == len(keys)
    assert picture._each(Tokens(39, 3)) == [drawings.token(1)] * 39 + [drawings.token(10)] * 3
    places = re.findall(r"translate\(([\d.]+) ", picture.svg(state.view(0)))
    assert max(map(float, places)) <= 616


def test_before_the_first_deal_the_piles_are_empty():
    from llamakit.games.kadabra.rules import Rules

    view = Rules().start().view()
    assert "no cards" in picture.board(view)
    assert picture.svg(view).count("Draw pile") == 1
