"""L.L.A.M.A. in words: every kind of step, as each seat hears it, and every label and question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from llamakit.engine.game import Game, Step
from llamakit.engine.state import Action
from llamakit.games.llama.rules import Rules, State
from llamakit.games.llama.words import label, question, tell

Position = Callable[..., State]
NAMES = ["Ana", "Ben", "Cem"]


def heard(state: Any, choice: Any, seat: int | None = None) -> str:
    """Return what a seat hears of a step."""
    after = state.apply(choice)
    actor = None if state.is_chance else state.player
    taken = choice if state.is_chance else state.find_action(choice)
    return tell(Step(state, actor, taken, after), seat, NAMES[: state.rules.players])


@pytest.mark.clause("C2", "C12")
def test_a_deal() -> None:
    start = Rules(players=2, first_player=1).start()
    deal = ((1, 2, 3, 4, 5, 6), (1, 1, 1, 2, 2, 2), (4,))
    sentence = "Round 1: 6 cards each, a 4 starts the discard pile and Ben begins."
    assert heard(start, deal) == sentence
    assert heard(start, deal, seat=1) == f"{sentence} Ben holds 1, 1, 1, 2, 2 and 2."
    assert heard(start, deal, seat=0) == f"{sentence} Ana holds 1, 2, 3, 4, 5 and 6."


@pytest.mark.clause("C2", "C12")
def test_a_deal_with_open_hands() -> None:
    start = Rules(players=2, hand=1, open_hands=True).start()
    sentence = "Round 1: 1 card each, a 4 starts the discard pile and Ana begins."
    assert heard(start, ((1,), (2,), (4,))) == f"{sentence} Ana holds 1. Ben holds 2."


@pytest.mark.clause("C5", "C12")
def test_a_draw(position: Position) -> None:
    state = position("34", "5", top=3)
    assert heard(state, "draw") == ""
    drawing = state.apply("draw")
    assert heard(drawing, 5, seat=0) == "Ana draws a 5."
    assert heard(drawing, "L", seat=1) == heard(drawing, 2) == "Ana draws a card."


@pytest.mark.clause("C5", "C12")
def test_a_draw_with_open_hands(position: Position) -> None:
    drawing = position("34", "5", top=3, options={"open_hands": True}).apply("draw")
    assert heard(drawing, 5) == heard(drawing, 5, seat=1) == "Ana draws a 5."


def test_plays_and_quitting(position: Position) -> None:
    state = position("3L", "5", top=3)
    assert heard(state, "play 3") == "Ana plays a 3."
    assert heard(state, "quit") == "Ana quits the round."
    assert heard(position("6L", "5", top=6), "play L") == "Ana plays a llama."


@pytest.mark.clause("C8", "C9")
def test_the_end_of_a_round(position: Position) -> None:
    state = position("4", "55L", "6", top=3, points=(3, 0, 0), active=(True, True, False))
    scored = "Round 1 is over. Points: Ana 0 for nothing; Ben 15 for 5, 5 and llama; Cem 6 for 6."
    assert heard(state, "play 4") == f"Ana plays a 4. Ana has no cards left. {scored}"
    alone = state.apply("quit")
    sentence = heard(alone, "quit")
    assert sentence.startswith(
        "Ben quits the round. All have quit. Round 1 is over. Points: Ana 4 for 4;"
    )


@pytest.mark.clause("C10")
def test_returning_a_token(position: Position) -> None:
    state = position("4", "5", top=3, points=(12, 0)).apply("play 4")
    assert heard(state, "return 10") == "Ana returns a black token (10 points)."
    assert heard(state, "return 1") == "Ana returns a white token (1 point)."
    assert heard(state, "keep") == "Ana keeps all tokens."


@pytest.mark.clause("G6")
def test_the_end_of_the_game(position: Position) -> None:
    state = position("4", "5", top=3, points=(1, 36))
    assert heard(state.apply("play 4"), "return 1") == (
        "Ana returns a white token (1 point). "
        "The game is over: Ana 0 points, Ben 41 points. Ana wins."
    )
    shared = position("4", "4", "LL", top=1, points=(0, 0, 30)).apply("quit").apply("quit")
    sentence = heard(shared, "quit")
    assert sentence.endswith("Ana 4 points, Ben 4 points, Cem 40 points. Ana and Ben win.")


def test_labels(position: Position) -> None:
    state = position("6L", "5", top=6)
    labels = [label(action, state.view(0)) for action in state.legal_actions()]
    assert labels == ["Play a 6", "Play a llama", "Draw a card", "Quit the round"]
    state = position("4", "5", top=3, points=(12, 0)).apply("play 4")
    assert [label(action, state.view(0)) for action in state.legal_actions()] == [
        "Return a white token (1 point)",
        "Return a black token (10 points)",
        "Keep all tokens",
    ]


@pytest.mark.clause("C5", "C7")
def test_questions(position: Position) -> None:
    state = position("34", "5", top=3)
    assert question(state.view(0)) == "Play a card, draw a card, or quit the round?"
    empty = position("34", "5", top=3, pile=(0,) * 7)
    assert question(empty.view(0)).startswith("The draw pile is empty:")
    assert question(state.apply("quit").view(1)).startswith("All others have quit")
    returning = position("4", "5", top=3, points=(1, 0)).apply("play 4")
    assert question(returning.view(0)) == "Which token do you give back?"
    assert question(state.apply("draw").view(0)) == ""


def test_every_step_of_random_games_has_its_sentence(walk: Callable[..., Game]) -> None:
    for seed in range(20):
        game = walk("llama", seed)
        for seat in (None, *range(len(game.players))):
            log = game.view(seat).log
            assert all(said and said == said.strip() and "  " not in said for said in log)
            silent = sum(step.choice == Action("draw") for step in game.history)
            assert len(log) == len(game.history) - silent
        for step in game.history:
            if step.seat is not None:
                view = step.before.view(step.seat)
                assert question(view)
                assert all(label(action, view) for action in step.before.legal_actions())
