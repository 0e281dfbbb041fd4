"""What each seat may know of LLAMA Kadabra, and that it is nothing more (K21)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from llamakit.games.cards import LLAMA
from llamakit.games.kadabra.rules import Rules, State, Tokens, View, card

Position = Callable[..., State]


@pytest.mark.clause("K21")
def test_a_quitters_hand_stays_hidden_until_the_round_is_scored(position: Position) -> None:
    state = position("3 4", "5 5", "6 6", top=3).apply("quit").apply("quit")
    assert isinstance(state.view(2), View)
    assert state.view(2).hands == (None, None, (6, 6))  # type: ignore[attr-defined]
    assert state.view(0).hands == ((3, 4), None, None)  # type: ignore[attr-defined]
    assert state.view().hands == (None, None, None)  # type: ignore[attr-defined]
    over: Any = state.apply("quit")
    assert over.view(2).hands == over.view().hands == ((3, 4), (5, 5), (6, 6))


@pytest.mark.clause("K18", "K21")
def test_hands_are_shown_while_a_token_is_returned(position: Position) -> None:
    state: Any = position("4", "5 5", top=3).apply("play 4")
    assert state.phase == "return"
    assert state.view(0).hands == ((), (5, 5))


@pytest.mark.clause("K21")
@pytest.mark.parametrize("phase", ["show", "give"])
def test_hands_are_hidden_in_every_kind_of_decision(position: Position, phase: str) -> None:
    state = position("1 1g", "5", "6", top="L", phase=phase, stage=(5,), llama_played=True)
    assert state.view(1).hands == (None, (5,), None)


@pytest.mark.clause("K8", "K21")
def test_a_drawn_card_is_seen_by_its_drawer_alone(position: Position) -> None:
    drawing: Any = position("2d 4", "5", "6", top=2).apply("play 2d")
    one, two = drawing.apply(1), drawing.apply("2/3")
    assert one.view(1) != two.view(1)
    for other in (0, 2, None):
        assert one.view(other) == two.view(other)


@pytest.mark.clause("K21")
def test_open_hands_are_seen_by_all(position: Position) -> None:
    state = position("3 4", "5 5", top=3, options={"open_hands": True})
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view.hands == ((3, 4), (5, 5))
        assert tuple(view.unseen.values()) == state.pile


def test_the_open_view_shows_every_hand(position: Position) -> None:
    state = position("3 4", "5 5", top=3)
    assert state.open_view().hands == state.hands
    assert state.open_view().seat is None
    assert str(state) == str(state.open_view())


@pytest.mark.clause("K4", "K21")
def test_draw_chances_count_every_card_the_seat_has_not_seen(position: Position) -> None:
    state = position("3 2/3", "2/3 L", top=3)
    chances = state.view(0).draw_chances
    assert chances[card("2/3")] == Fraction(1, 57)  # it may as well be in the pile
    assert chances[LLAMA] == Fraction(12, 57)
    assert list(chances) == [kind for kind, _ in state.rules.deck]
    assert sum(chances.values()) == 1
    assert state.view(1).draw_chances[LLAMA] == Fraction(11, 57)
    assert state.view().draw_chances[card("2/3")] == Fraction(2, 59)
    assert state.open_view().draw_chances[LLAMA] == Fraction(11, 55)


@pytest.mark.clause("K4")
def test_no_draw_chances_from_an_empty_pile(position: Position) -> None:
    assert position("3 5", "5", top=3, pile="").view(0).draw_chances == {}


def test_a_view_as_text(position: Position) -> None:
    state = position(
        *("3 4", "1g 2/3 L", "6 6"), top="3*", stage=(1, 1), tokens=[(1,), (), (2, 3, 1)]
    )
    assert str(state.apply("quit").view(1)).splitlines() == [
        "LLAMA Kadabra, round 1: Player 2 to move",
        "  discard pile: 3* on top, 1 card; draw pile: 52 cards",
        "  magic stage: 1 white and 1 black",
        "  Player 1: 2 cards (1 white; quit)",
        "  Player 2: 1g 2/3 L (no tokens)",
        "  Player 3: 2 cards (2 white, 3 black and the magic token)",
    ]
    assert str(Rules().start()).splitlines() == [
        "LLAMA Kadabra, round 0: the cards are dealt",
        "  discard pile: - on top, 0 cards; draw pile: 60 cards",
        "  magic stage: no tokens",
        "  Player 1: - (3 white)",
        "  Player 2: - (3 white)",
    ]


def test_the_text_of_a_view_says_what_comes_next(position: Position) -> None:
    state = position("1g 2d L", "5", "6", top=1)
    assert "Player 1 draws" in str(state.apply("draw"))
    assert "Player 2 draws" in str(state.apply("play 2d"))
    assert "Player 1 gives a token away" in str(state.apply("play 1g"))
    assert "Player 1 may return a token" in str(position("4", "5", top=3).apply("play 4"))
    show = position("L 5", "5", top=6, stage=(4,)).apply("play L")
    assert "Player 2 is in the magic show" in str(show)
    assert "magic stage: 5 white, magic show" in str(show)
    ended = position("4", "L", top=3, tokens=[(), (30,)]).apply("play 4")
    assert "the game is over" in str(ended)


def test_hand_is_the_hand_on_turn_as_far_as_it_is_seen(position: Position) -> None:
    state = position("3 4", "5", top=3)
    assert state.view(0).hand == state.open_view().hand == (3, 4)
    assert state.view(1).hand == state.view().hand == ()


def test_points_leave_the_magic_token_out(position: Position) -> None:
    view = position("3", "5", top=3, tokens=[(1, 2, 1), (3,)]).view(0)
    assert view.points == (21, 3)
    assert view.tokens[0] == Tokens(1, 2, 1)
