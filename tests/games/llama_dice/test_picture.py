"""L.L.A.M.A. Dice drawn: every card, die and token of a position is in its picture and board."""

from __future__ import annotations

import re

import pytest

import llamakit as lk
from llamakit.games import drawings
from llamakit.games.cards import LLAMA
from llamakit.games.llama_dice import picture
from llamakit.table.recent import recent


def named(html):
    """What is heard of the drawings of a board, in order."""
    return re.findall(r'class="lk-said">([^<]*)<', html)


def position(**changes):
    """A position after Ana's roll, with some fields changed."""
    import dataclasses

    state = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7).state
    return dataclasses.replace(state, **changes)


def test_the_picture_holds_every_card_die_and_token():
    state = position(
        rows=((3, 3, LLAMA), (6,)), llama_row=(1, 2), roll=(4, 5, LLAMA), points=(12, 0)
    )
    drawn = picture.svg(state.view())
    cards = [*state.rows[0], *state.rows[1], *state.llama_row]
    assert sum(drawn.count(drawings.card(value)) for value in set(cards)) == len(cards)
    assert all(drawn.count(drawings.die(face)) == 1 for face in state.roll)
    assert drawn.count(drawings.token(10)) == 1
    assert drawn.count(drawings.token(1)) == 2
    assert "Player 1: 12 points" in drawn


def test_the_board_names_every_card_and_die():
    state = position(rows=((3, 3, LLAMA), (6,)), llama_row=(1, 2), roll=(4, 5, LLAMA))
    heard = named(picture.board(state.view()))
    assert heard == ["1", "2", "4", "5", "llama", "3", "3", "llama", "6"]


def test_dice_not_rolled_are_blank():
    board = picture.board(position().view())
    assert named(board).count("not rolled") == 3
    assert board.count(drawings.die()) == 3


@pytest.mark.clause("D6")
def test_three_llamas_that_nobody_can_use_are_seen_all_the_same():
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    record = game.record()
    record["steps"] += [{"seat": 0, "action": "roll"}, {"roll": ["L", "L", "L"]}]
    game = lk.replay(record)
    assert game.view().roll == ()
    board = picture.board(game.view(), game.legal_actions(), recent(game))
    assert named(board).count("not rolled") == 0
    assert board.count(drawings.die(LLAMA)) >= 3
    assert picture.svg(game.view()).count(drawings.die()) == 3  # a picture of the position alone


@pytest.mark.parametrize(
    ("changes", "clicks"),
    [
        ({}, ["roll"]),
        (
            {"phase": "discard", "rows": ((3, 4, 4), (6,)), "roll": (3, 4, 4)},
            ["discard 3"] + ["discard 4"] * 2,
        ),
        ({"phase": "take", "rows": ((3,), (6,)), "roll": (5, 5, LLAMA)}, ["take 5", "take L"]),
        ({"phase": "return", "roll": (LLAMA,) * 3, "points": (21, 0)}, ["return 10", "return 1"]),
    ],
)
def test_cards_dice_and_tokens_that_can_be_played_can_be_clicked(changes, clicks):
    state = position(**changes)
    board = picture.board(state.view(), state.legal_actions())
    assert re.findall('data-action="([^"]*)"', board) == clicks
    assert "data-action" not in picture.board(state.view())


def test_who_is_on_turn_and_who_has_quit_is_marked():
    board = picture.board(position(active=(True, False)).view())
    ana, ben = board.split('<section class="lk-seat"')[1:]
    assert "on turn" in ana
    assert "has quit" not in ana
    assert "has quit" in ben
    assert "on turn" not in ben


@pytest.mark.clause("G2", "D12")
@pytest.mark.parametrize("phase", ["deal", "over"])
def test_the_end_of_a_round_shows_what_each_row_counts(phase):
    state = position(phase=phase, rows=((1, 5, 5, 6), ()), points=(12, 0))
    board = picture.board(state.view())
    assert "+12 points" in board
    assert "+0 points" in board
    assert "no cards" in board
    assert "this row: 12" in picture.svg(state.view())


def test_during_a_round_no_row_is_counted():
    assert "+" not in re.sub("<svg.*?</svg>", "", picture.board(position().view()))


def test_the_dice_show_which_faces_they_have():
    state = lk.new_game("llama-dice", players=2, seed=1, dice=[(1, 6), (2, 5), (3, 4)]).state
    board = picture.board(state.view())
    assert re.findall("<small[^>]*>([^<]*)<", board) == ["2345LL", "1346LL", "1256LL"]
