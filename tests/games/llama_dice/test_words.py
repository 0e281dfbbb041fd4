"""L.L.A.M.A. Dice in words: what is told of each event, in both editions' vocabulary."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.game import Game, Step
from llamakit.engine.state import Action
from llamakit.games.llama_dice.rules import Rules, State
from llamakit.games.llama_dice.words import label, question, tell

L = lk.LLAMA
NAMES = ("Ana", "Ben")


def position(**fields: Any) -> State:
    """Return a turn of Ana's, holding 1 and 4 against Ben's 2 and llama."""
    options = {name: fields.pop(name) for name in ("edition", "target") if name in fields}
    start = Rules(**options).start()
    changes = {"phase": "turn", "round_number": 3, "rows": ((1, 4), (2, L)), **fields}
    return dataclasses.replace(start, **changes)


def heard(state: State, choice: Any) -> str:
    """Return what is told of a choice, or of a roll after choosing to roll."""
    if isinstance(choice, tuple):
        state = state.apply("roll")
    return tell(
        Step(state, state.player, state.find_action(choice), state.apply(choice))
        if isinstance(choice, str)
        else Step(state, None, choice, state.apply(choice)),
        None,
        NAMES,
    )


def test_each_event_in_a_sentence() -> None:
    assert heard(position(), "roll") == ""
    assert heard(position(), (4, 2, 1)) == "Ana rolls 4, 2 and 1."
    assert heard(position(), "quit") == "Ana quits the round."
    assert heard(position(phase="discard", roll=(4, 2, 1)), "discard 1 4").startswith(
        "Ana discards 1 and 4."
    )
    assert heard(position(phase="take", roll=(5, L, L)), "take L") == (
        "Ana takes the llama from the llama row."
    )
    assert heard(position(), (L, L, L)) == "Ana rolls llama, llama and llama. Three llamas!"
    returning = position(phase="return", roll=(L, L, L), points=(12, 0))
    assert heard(returning, "return 1") == "Ana returns a white token (1 point)."
    assert heard(returning, "return 10") == "Ana returns a black token (10 points)."
    assert heard(returning, "keep") == "Ana keeps all tokens."


@pytest.mark.clause("D9")
@pytest.mark.parametrize(
    ("edition", "words"), [("us", "Llama drama!"), ("international", "Blown it!")]
)
def test_drama_in_the_words_of_each_edition(edition: str, words: str) -> None:
    state = position(edition=edition, llama_row=(2, 6))
    assert heard(state, (3, 5, 3)) == (
        f"Ana rolls 3, 5 and 3. {words} Ana takes the whole llama row: 2 and 6. "
        "Round 3 is over. Points: Ana 13 for 1, 2, 4 and 6; Ben 12 for 2 and llama."
    )


@pytest.mark.clause("D11", "D12")
def test_points_are_told_once_when_the_round_ends() -> None:
    over = "Round 3 is over. Points: Ana 5 for 1 and 4; Ben 12 for 2 and llama."
    assert heard(position(active=(True, False)), "quit") == f"Ana quits the round. {over}"
    taking = position(phase="take", roll=(6, 6, 3), llama_row=(6,))
    assert heard(taking, "take 6") == (
        "Ana takes the 6 from the llama row. "
        "Round 3 is over. Points: Ana 11 for 1, 4 and 6; Ben 12 for 2 and llama."
    )
    last = position(phase="discard", roll=(4, 2, 1), points=(3, 0))
    assert heard(last, "discard 1 4") == (
        "Ana discards 1 and 4. Round 3 is over. Points: Ana 0 for nothing; Ben 12 for 2 and llama."
    )
    assert heard(last.apply("discard 1 4"), "keep") == "Ana keeps all tokens."


@pytest.mark.clause("G6")
def test_winners_are_told() -> None:
    state = position(active=(True, False), points=(7, 30))
    assert heard(state, "quit").endswith(
        "The game is over: Ana 12 points, Ben 42 points. Ana wins."
    )
    state = position(active=(True, False), points=(8, 1), target=13)
    assert heard(state, "quit").endswith("Ana 13 points, Ben 13 points. Ana and Ben win.")
    last = position(phase="discard", roll=(4, 2, 1), points=(3, 30)).apply("discard 1 4")
    assert heard(last, "return 1") == (
        "Ana returns a white token (1 point). "
        "The game is over: Ana 2 points, Ben 42 points. Ana wins."
    )


def test_a_deal_says_who_starts() -> None:
    start = dataclasses.replace(Rules(first_player=1).start(), round_number=4)
    hands = ((1, 1, 2, 2, 3, 3), (4, 4, 5, 5, 6, L))
    step = Step(start, None, hands, start.apply(hands))
    assert tell(step, 0, NAMES) == "Round 5: the cards are dealt and Ben starts."


def test_labels_of_all_actions() -> None:
    view = position().view()
    assert label(Action("roll"), view) == "Roll the dice"
    assert label(Action("quit"), view) == "Quit the round"
    assert label(Action("discard", (3,)), view) == "Discard 3"
    assert label(Action("discard", (3, 3, L)), view) == "Discard 3, 3 and the llama"
    assert label(Action("take", (L,)), view) == "Take the llama"
    assert label(Action("return", (1,)), view) == "Return a white token (1 point)"
    assert label(Action("return", (10,)), view) == "Return a black token (10 points)"
    assert label(Action("keep"), view) == "Keep all tokens"


def test_every_decision_is_asked_and_every_action_labelled(walk: Callable[..., Game]) -> None:
    seen = set()
    for seed in range(10):
        for step in walk("llama-dice", seed).history:
            view = step.before.view()
            assert bool(question(view)) == (step.seat is not None)
            labels = [label(action, view) for action in step.before.legal_actions()]
            assert len(set(labels)) == len(labels)
            seen.add(step.before.phase)
    assert seen == {"deal", "turn", "roll", "discard", "take", "return"}


def test_text_of_a_view() -> None:
    state = position(points=(1, 12), active=(True, False))
    game = dataclasses.replace(state.view(), names=NAMES)
    assert str(game).splitlines() == [
        "L.L.A.M.A. Dice, round 3: Ana to roll or quit",
        "  llama row: 1 2 3 4 5 6 L",
        "  Ana: 1 4 (1 point)",
        "  Ben: 2 L (12 points, quit)",
    ]
    rolled = position(llama_row=(5,)).apply("roll").apply((4, 2, 1))
    assert str(rolled).splitlines()[0] == "L.L.A.M.A. Dice, round 3: Player 1 to discard"
    assert str(rolled).splitlines()[-1] == "  dice: 4 2 1"


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("deal", "the cards are dealt"),
        ("turn", "Player 1 to roll or quit"),
        ("roll", "Player 1 rolls"),
        ("discard", "Player 1 to discard"),
        ("take", "Player 1 to take a card"),
        ("return", "Player 1 may return a token"),
        ("over", "the game is over"),
    ],
)
def test_text_says_what_comes_next(phase: str, words: str) -> None:
    assert str(position(phase=phase)).splitlines()[0] == f"L.L.A.M.A. Dice, round 3: {words}"
