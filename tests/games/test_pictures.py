"""What the drawings of every game have in common."""

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game

pytestmark = pytest.mark.parametrize("slug", lk.GAMES)


def test_names_are_text(slug):
    picture = find_game(slug).picture
    game = lk.new_game(slug, players=["<b>Ana", "Ben"], seed=1)
    for drawn in (picture.board(game.view(0)), picture.svg(game.view(0))):
        assert "&lt;b&gt;Ana" in drawn
        assert "<b>Ana" not in drawn


@pytest.mark.parametrize("seed", range(2))
def test_every_position_of_a_game_can_be_drawn(slug, walk, seed):
    picture, game = find_game(slug).picture, walk(slug, seed, moves=100)
    for step in game.history:
        for seat in (None, *range(len(game.players))):
            view = step.after.view(seat)
            assert picture.svg(view).startswith("<svg")
            assert picture.board(view, step.after.legal_actions())
