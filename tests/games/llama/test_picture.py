"""L.L.A.M.A. drawn: every card and token of a position, and nothing that is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

from llamakit.games import drawings
from llamakit.games.cards import LLAMA
from llamakit.games.llama import picture


def named(html: str) -> list[str]:
    """What is heard of the drawings of a board, in order."""
    return re.findall(r'class="lk-said">([^<]*)<', html)


def clicks(state: Any, seat: int = 0) -> list[str]:
    board = picture.board(state.view(seat), state.legal_actions())
    return re.findall('data-action="([^"]*)"', board)


def test_the_picture_holds_every_card_and_token_one_may_see(position):
    state = position("13L", "44", top=6, points=(12, 3))
    drawn = picture.svg(state.view(0))
    for value in (1, 3, LLAMA, 6):
        assert drawn.count(drawings.card(value)) == 1
    assert drawings.card(4) not in drawn
    assert drawn.count(drawings.back()) == 3  # the draw pile and the other hand
    assert drawn.count(drawings.token(1)) == 2 + 3
    assert drawn.count(drawings.token(10)) == 1
    assert picture.svg(state.open_view()).count(drawings.card(4)) == 2


@pytest.mark.clause("C12")
def test_a_hidden_hand_is_drawn_as_backs(position):
    state = position("12", "45L", top=6)
    assert named(picture.board(state.view(0))) == ["6", "1", "2", "3 hidden cards"]
    assert named(picture.board(state.view(1))) == ["6", "2 hidden cards", "4", "5", "llama"]
    assert named(picture.board(state.view())) == ["6", "2 hidden cards", "3 hidden cards"]
    assert picture.board(state.view()).count(drawings.back()) == 1 + 2 + 3


@pytest.mark.clause("C4", "C5")
def test_cards_that_fit_and_the_pile_can_be_clicked(position):
    assert clicks(position("2235", "4", top=2)) == ["draw", "play 2", "play 2", "play 3"]
    assert clicks(position("2235", "4", top=2), seat=1) == ["draw"]


@pytest.mark.clause("C7", "C10")
def test_tokens_that_may_be_returned_can_be_clicked(position):
    state = position("2", "4", top=2, points=(12, 0), active=(True, False)).apply("play 2")
    assert clicks(state) == ["return 10", "return 1"]
    assert clicks(position("2", "4", top=2, active=(True, False))) == ["play 2"]


@pytest.mark.clause("C9")
def test_after_a_round_hands_are_open_and_counted(position):
    state = position("2", "44L", top=2).apply("play 2")
    for drawn in (picture.board(state.view()), picture.svg(state.view())):
        assert drawn.count(drawings.card(4)) == 2
        assert "14" in drawn
    assert "+14 points" in picture.board(state.view())
    assert "no cards" in picture.board(state.view())
