"""Chinchiller Dice drawn: dice, eyes and sand of a position, and nothing that is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

from llamakit.games.chinchiller import picture
from llamakit.games.chinchiller.rules import make_die


def named(html: str) -> list[str]:
    """What is heard of the drawings of a board, in order."""
    return re.findall(r'class="lk-said">([^<]*)<', html)


def clicks(state: Any, seat: int = 0) -> list[str]:
    board = picture.board(state.view(seat), state.legal_actions())
    return re.findall('data-action="([^"]*)"', board)


def test_every_face_and_every_pair_of_eyes_has_a_drawing_of_its_own():
    faces = {picture.die(face) for face in (None, *make_die())}
    assert len(faces) == 7
    assert len({picture.chinchilla(closed) for closed in range(3)}) == 3
    assert not any(" id=" in drawing for drawing in faces)


@pytest.mark.clause("H1")
def test_sand_is_drawn_in_the_pieces_of_the_box():
    for sand in range(745):
        held = picture.pieces(sand)
        assert sum(held) == sand
        assert held == sorted(held, reverse=True)
        assert held.count(6) < 4
        assert held.count(1) < 6


def test_the_picture_holds_dice_eyes_and_sand(position):
    state = position(57, 24, closed=(1, 0), roll=(3, "x2"))
    drawn = picture.svg(state.view(0))
    assert drawn.count(picture.die(3)) == drawn.count(picture.die("x2")) == 1
    assert drawn.count(picture.chinchilla(1)) == drawn.count(picture.chinchilla(0)) == 1
    assert drawn.count(picture.piece(24)) == 3
    assert drawn.count(picture.piece(6)) == 1
    assert drawn.count(picture.piece(1)) == 3
    assert "Supply: 664 sand" in drawn


@pytest.mark.clause("H11")
def test_a_blind_screen_is_dark(position):
    state = position(57, 24, closed=(2, 0), roll=(3, "x2"))
    for drawn in (picture.svg(state.view(0)), picture.board(state.view(0))):
        assert picture.dark() in drawn
        assert "57" not in drawn
        assert "Supply" not in drawn
        assert picture.piece(24) not in drawn
        assert all(picture.die(face) not in drawn for face in (None, *make_die()))
    assert picture.dark() not in picture.svg(state.view(1))
    assert named(picture.board(state.view(1)))[:2] == ["3 sand", "×2"]


@pytest.mark.clause("H3")
def test_dice_with_sand_can_be_clicked(position):
    assert clicks(position(24, 24, roll=(3, "x2"))) == ["reroll"]
    assert clicks(position(24, 24, closed=(2, 0), roll=(3, "x2")), seat=1) == []


def test_what_was_told_is_shown(position):
    state = position(24, 24, closed=(2, 0), roll=(3, "x2")).apply("claim 9")
    assert "<strong>9 sand</strong>" in picture.board(state.view(0))
    assert "Told: 9 sand" in picture.svg(state.view(0))
