"""Chinchiller Dice in words: every kind of step, as those who see and the blind hear it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from llamakit.engine.game import Game, Step
from llamakit.engine.state import Action
from llamakit.games.chinchiller.rules import State
from llamakit.games.chinchiller.words import label, question, tell

Position = Callable[..., State]
NAMES = ["Ana", "Ben", "Cem"]


def heard(state: Any, choice: Any, seat: int | None = None) -> str:
    """Return what a seat hears of a step."""
    actor = None if state.is_chance else state.player
    taken = choice if state.is_chance else state.find_action(choice)
    return tell(Step(state, actor, taken, state.apply(choice)), seat, NAMES[: len(state.sand)])


@pytest.mark.clause("H3", "H5")
def test_sighted_rolls(position: Position) -> None:
    state = position(24, 24)
    assert heard(state, (3, "x2")) == "Ana rolls 3 and ×2."
    assert heard(state, ("x2", "x2")) == "Ana rolls ×2 and ×2. Ana takes no sand."
    closes = "Ana rolls chinchiller and ×2. Ana closes an eye."
    assert heard(state, ("chinchiller", "x2")) == closes
    state = position(24, 24, closed=(1, 0))
    blind = "Ana rolls chinchiller and ×2. Ana closes the second eye and is blind."
    assert heard(state, ("chinchiller", "x2"), seat=0) == blind


@pytest.mark.clause("H3", "H4")
def test_sighted_choices(position: Position) -> None:
    state = position(24, 24, roll=(3, "x2"))
    assert heard(state, "reroll") == "Ana re-rolls."
    assert heard(state, "stop") == "Ana stops and takes 6 sand."


@pytest.mark.clause("H11")
def test_what_a_blind_seat_hears_of_a_sighted_turn(position: Position) -> None:
    state = position(24, 24, 24, closed=(0, 2, 0))
    for deaf in (1, None):
        assert heard(state, (3, "x2"), deaf) == ""
        assert heard(state, ("x2", "x2"), deaf) == "Ana takes no sand."
        assert heard(state, ("chinchiller", "x2"), deaf) == "Ana closes an eye."
    assert heard(state, (3, "x2"), seat=2) == "Ana rolls 3 and ×2."
    state = position(24, 24, 24, closed=(0, 2, 0), roll=(3, "x2"))
    assert heard(state, "reroll", seat=1) == heard(state, "reroll") == ""
    assert heard(state, "reroll", seat=0) == "Ana re-rolls."
    assert heard(state, "stop", seat=1) == "Ana stops and takes 6 sand."


@pytest.mark.clause("H6", "H11")
def test_a_blind_turn(position: Position) -> None:
    state = position(24, 24, 24, closed=(2, 0, 0))
    assert heard(state, (6, 12), seat=0) == heard(state, (6, 12)) == ""
    assert heard(state, (6, 12), seat=2) == "Ana rolls 6 and 12."
    assert heard(state, ("x2", "x2"), seat=1) == "Ana rolls ×2 and ×2."
    assert heard(state, ("x2", "x2"), seat=0) == ""
    state = position(24, 24, 24, closed=(2, 0, 0), roll=(6, 12))
    for seat in (None, 0, 1, 2):
        assert heard(state, "claim 9", seat) == "Ben tells Ana: 9 sand."


@pytest.mark.clause("H7", "H11")
def test_accepting(position: Position) -> None:
    state = position(24, 24, 24, closed=(2, 0, 0), roll=(6, 12)).apply("claim 9")
    for seat in (None, 0, 1, 2):
        assert heard(state, "accept", seat) == "Ana accepts and gets 9 sand from Ben."


@pytest.mark.clause("H8", "H9", "H11")
@pytest.mark.parametrize(
    ("roll", "claim", "sentence"),
    [
        ((1, "chinchiller"), 1, "1 sand. It was true, and Ben takes 6 sand from Ana."),
        ((3, 6), 9, "9 sand. It was true, and no sand is paid."),
        ((12, 12), 9, "24 sand. Ben has lied and pays Ana 24 sand. Ben closes an eye."),
    ],
)
def test_doubting(position: Position, roll: Any, claim: int, sentence: str) -> None:
    state = position(24, 24, 24, closed=(2, 0, 0), roll=roll).apply(f"claim {claim}")
    for seat in (None, 0, 1, 2):
        shown = f"Ana doubts. The dice show {roll[0]} and {roll[1]}: {sentence}"
        assert heard(state, "doubt", seat) == shown


@pytest.mark.clause("H1", "H11")
def test_the_supplys_part_is_for_those_who_see(position: Position) -> None:
    state = position(300, 5, 440, closed=(2, 0, 0), roll=(12, 12)).apply("claim 12")
    sentence = "Ana accepts and gets 12 sand from Ben."
    assert heard(state, "accept", 0) == heard(state, "accept") == sentence
    assert (
        heard(state, "accept", 1)
        == f"{sentence} The supply paid 7 of it. The supply now owes 7 sand."
    )
    state = position(100, 200, 443, closed=(0, 0, 2), roll=(3, 6))
    sentence = "Ana stops and takes 9 sand."
    assert heard(state, "stop", 2) == heard(state, "stop") == sentence
    assert (
        heard(state, "stop", 0)
        == f"{sentence} The supply was short: everyone returned 3 sand first."
    )
    state = position(400, 343, 2, roll=(12, 12))
    sentence = "Ana stops and takes 24 sand. The supply was short: everyone returned 2 sand first."
    assert heard(state, "stop") == f"{sentence} The supply now owes 18 sand."


@pytest.mark.clause("H10", "H11")
def test_the_end_is_told_to_all(position: Position) -> None:
    state = position(40, 30, turn=1, closed=(2, 1))
    end = "The game is over: Ana 40 sand, Ben 30 sand. Ana wins."
    closes = "Ben closes the second eye and is blind."
    assert heard(state, ("chinchiller", "x2"), 0) == f"{closes} {end}"
    assert heard(state, ("chinchiller", "x2"), 1) == f"Ben rolls chinchiller and ×2. {closes} {end}"
    state = position(24, 24, turn=0, options={"turns": 1})
    assert heard(state, ("x2", "x2")).endswith("Ana 24 sand, Ben 24 sand. Ana and Ben win.")


def test_labels(position: Position) -> None:
    both, one = position(24, 24, roll=(3, 6)), position(24, 24, roll=("x2", 6))
    assert label(Action("reroll"), both.view(0)) == "Re-roll the dice"
    assert label(Action("reroll"), one.view(0)) == "Re-roll the die with sand"
    assert label(Action("stop"), one.view(0)) == "Stop and take 12 sand"
    telling = position(24, 24, closed=(2, 0), roll=(3, 6))
    assert label(Action("claim", (9,)), telling.view(1)) == "Say 9 sand (the truth)"
    assert label(Action("claim", (0,)), telling.view(1)) == "Say 0 sand"
    assert label(Action("accept"), telling.view(0)) == "Accept"
    assert label(Action("doubt"), telling.view(0)) == "Doubt"


@pytest.mark.clause("H11")
def test_a_label_tells_the_blind_nothing(position: Position) -> None:
    rolls = [(3, 6), ("chinchiller", "x2"), (12, 12), ("x2", "x2"), (1, "x2")]
    for closed in ((2, 0), (0, 2)):
        labels = set()
        for roll in rolls:
            state = position(24, 24, closed=closed, roll=roll)
            seen = [label(action, state.view(closed.index(2))) for action in state.legal_actions()]
            labels.add(tuple(seen))
        assert len(labels) == 1
        assert "truth" not in str(labels)
        assert "take 0" not in str(labels)


def test_questions(position: Position) -> None:
    assert question(position(24, 24).view(0)) == ""
    choosing = position(24, 24, roll=(3, 6))
    assert question(choosing.view(0)) == "Re-roll, or stop and take the sand?"
    telling = position(24, 24, closed=(2, 0), roll=(3, 6))
    assert question(telling.view(1)) == "What do you tell Player 1?"
    answering: Any = telling.apply("claim 9")
    asked = "Player 2 says that you rolled 9 sand. Do you accept?"
    assert question(answering.view(0)) == asked


def test_every_step_of_many_games_has_its_words(walk: Callable[..., Game]) -> None:
    silent = {"reroll": 0, "roll": 0}
    for seed in range(60):
        game = walk("chinchiller", seed)
        for step in game.history:
            for seat in (None, *range(len(game.players))):
                sentence = tell(step, seat, game.players)
                if not sentence:
                    assert not step.before.view(seat).sand, "only the blind hear nothing"
                    silent[step.before.phase if step.seat is None else step.choice.verb] += 1
        if game.is_over:
            log = game.view().log
            assert log[-1].endswith(("wins.", "win."))
    assert min(silent.values()) > 0
