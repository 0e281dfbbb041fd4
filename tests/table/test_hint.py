"""The hint: first a question, then the odds worked out, then what looks best."""

from __future__ import annotations

import re
from html import unescape

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.table import explain
from llamakit.table.table import Table


def words_of(html):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


def press(table, do="hint", action=None):
    table.receive({"do": do, "action": action, "version": table.version})


def hint(table):
    """What the hint says, if it says anything."""
    found = re.search(r'<section class="lk-hint"(.*?)</section>', table.html, re.S)
    return words_of(found[1]) if found else ""


@pytest.mark.parametrize("slug", GAMES)
def test_three_presses_say_more_and_more(slug):
    table = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=4), 4)
    question = find_game(slug).words.ask_yourself(table.view)
    assert question.endswith("?") or ". " in question
    figures = explain.figures(slug, table.view)
    assert hint(table) == ""
    press(table)
    assert question in hint(table)
    assert question in table.said
    assert not any(figure.why in hint(table) for figure in figures)
    press(table)
    assert question in hint(table)
    assert all(figure.why in hint(table) for figure in figures)
    assert all(figure.name in table.said for figure in figures)
    assert "est for Ana" not in hint(table)
    press(table)
    assert all(figure.why in hint(table) for figure in figures)
    assert re.search("(What looks best|Best play) for Ana", hint(table))
    shown = hint(table)
    press(table)
    assert hint(table) == shown
    press(table, "play", str(table.game.legal_actions()[-1]))
    assert hint(table) == ""


@pytest.mark.parametrize("slug", GAMES)
def test_every_decision_has_a_question(slug):
    game = lk.new_game(slug, players=[lk.bot("random")] * 3, seed=2)
    ask = find_game(slug).words.ask_yourself
    asked = set()
    while not game.is_over:
        asked.add(ask(game.view(game.current_player)))
        game.play()
    assert "" not in asked
    assert ask(game.view(0)) == ""


def test_the_question_needs_no_odds(monkeypatch):
    table = Table(lk.new_game("llama", players=["Ana", lk.bot("greedy")], seed=7), 7)
    monkeypatch.setattr("llamakit.table.hint.figures", lambda *_: pytest.fail("worked out"))
    press(table)
    assert hint(table)


def test_a_hint_is_given_to_the_person_to_decide_only():
    table = Table(lk.new_game("llama", players=["Ana", lk.bot("greedy")], seed=7), 7)
    press(table, "play", "quit")
    before = table.html
    press(table)
    assert table.html == before
    assert re.search('data-key="hint" disabled', table.html)


def test_a_hint_knows_no_more_than_the_seat():
    one = lk.new_game("llama", players=["Ana", "Ben"], seed=7)
    table = Table(one, 7)
    press(table, "ready")
    press(table)
    press(table)
    press(table)
    known = one.view(0).hand
    assert one.state.hands[1] != known
    fresh = lk.new_game("llama", players=["Ana", "Ben"], seed=7).advice(explain.SAMPLES)
    assert all(explain.with_error(advice) in hint(table) for advice in fresh if advice.cost > 3)
