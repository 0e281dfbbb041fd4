"""What each seat may know of L.L.A.M.A., and that it is nothing more (C12)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.llama.rules import Rules, State

Position = Callable[..., State]


@pytest.mark.clause("C6", "C12")
def test_a_quitters_hand_stays_hidden_until_the_round_is_scored(position: Position) -> None:
    state = position("34", "555", "66", top=3, points=(0, 0, 7)).apply("quit").apply("quit")
    assert state.view(2).hands == (None, None, (6, 6))
    assert state.view(0).hands == ((3, 4), None, None)
    assert state.view().hands == (None, None, None)
    over = state.apply("quit")
    assert over.view(2).hands == over.view().hands == ((3, 4), (5, 5, 5), (6, 6))


@pytest.mark.clause("C10", "C12")
def test_hands_are_shown_while_a_token_is_returned(position: Position) -> None:
    state = position("4", "555", top=3, points=(3, 0)).apply("play 4")
    assert state.phase == "return"
    assert state.view(0).hands == ((), (5, 5, 5))


@pytest.mark.clause("C12")
def test_a_drawn_card_is_seen_by_its_drawer_alone(position: Position) -> None:
    drawing = position("34", "5", top=3).apply("draw")
    one, two = drawing.apply(1), drawing.apply(2)
    assert one.view(0) != two.view(0)
    assert one.view(1) == two.view(1)
    assert one.view() == two.view()


@pytest.mark.clause("C12")
def test_open_hands_are_seen_by_all(position: Position) -> None:
    state = position("34", "555", top=3, options={"open_hands": True})
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.hands == ((3, 4), (5, 5, 5))
        assert tuple(view.unseen.values()) == state.pile


def test_the_open_view_shows_every_hand(position: Position) -> None:
    state = position("34", "555", top=3)
    assert state.open_view().hands == state.hands
    assert state.open_view().seat is None
    assert str(state) == str(state.open_view())


@pytest.mark.clause("C5", "C12")
def test_draw_chances_count_every_card_the_seat_has_not_seen(position: Position) -> None:
    state = position("35", "5LLL", top=3, gone="222")
    chances = state.view(0).draw_chances
    assert chances[5] == Fraction(7, 50)  # the 5 in the other hand may as well be in the pile
    assert chances[LLAMA] == Fraction(8, 50)
    assert list(chances) == list(VALUES)
    assert sum(chances.values()) == 1
    assert state.view(1).draw_chances[LLAMA] == Fraction(5, 48)
    assert state.view().draw_chances[5] == Fraction(8, 52)
    assert state.open_view().draw_chances[5] == Fraction(6, 46)


@pytest.mark.clause("C5")
def test_no_draw_chances_from_an_empty_pile(position: Position) -> None:
    assert position("35", "5", top=3, pile=(0,) * 7).view(0).draw_chances == {}


def test_a_view_as_text(position: Position) -> None:
    state = position("34", "555", "66", top=3, gone="1", points=(0, 1, 12))
    assert str(state.apply("quit").view(1)).splitlines() == [
        "L.L.A.M.A., round 1: Player 2 to move",
        "  discard pile: 3 on top, 2 cards; draw pile: 47 cards",
        "  Player 1: 2 cards (0 points, quit)",
        "  Player 2: 5 5 5 (1 point)",
        "  Player 3: 2 cards (12 points)",
    ]
    assert str(Rules().start()).splitlines() == [
        "L.L.A.M.A., round 0: the cards are dealt",
        "  discard pile: - on top, 0 cards; draw pile: 56 cards",
        "  Player 1: - (0 points)",
        "  Player 2: - (0 points)",
    ]


def test_the_text_of_a_view_says_what_comes_next(position: Position) -> None:
    state = position("4", "555L", top=3, points=(3, 0))
    assert "Player 1 draws" in str(state.apply("draw"))
    assert "Player 1 may return a token" in str(state.apply("play 4"))
    ended = position("4", "555L", top=3, points=(0, 30)).apply("play 4")
    assert "the game is over" in str(ended)


def test_hand_is_the_hand_on_turn_as_far_as_it_is_seen(position: Position) -> None:
    state = position("34", "5", top=3)
    assert state.view(0).hand == state.open_view().hand == (3, 4)
    assert state.view(1).hand == state.view().hand == ()
