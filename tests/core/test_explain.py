"""What a position teaches: odds with their why, best play, rules that matter, a review."""

from __future__ import annotations

import re
from html import unescape

import pytest
import sympy

import llamakit as lk
from llamakit.core import explain
from llamakit.core.clauses import clauses
from llamakit.core.exact import Advice
from llamakit.core.game import game_module
from llamakit.core.table import Table
from llamakit.llama_dice import odds
from llamakit.llama_dice.rules import QUIT, ROLL

ROLL_COSTS = sympy.Rational(3, 4)
NASTY = "<img src=x onerror=alert(1)>"


def words_of(html):
    """What a person reads: the HTML without its tags."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


def visited(slug, seed=1, steps=400):
    """Views of the player on turn, along a game of random moves."""
    game = lk.new_game(slug, players=["Ana", lk.bot("random")], seed=seed)
    rng = __import__("random").Random(seed)
    for _ in range(steps):
        yield game.view(game.current_player)
        if game.is_over:
            return
        game.play(rng.choice(game.legal_actions()))


@pytest.fixture
def solved_turns(monkeypatch):
    """Let quitting be the best of every decision to roll or quit: rolling costs 3/4 of a point."""

    def advice(view):
        if view.phase != "turn":
            return ()
        roll = Advice(ROLL, 7 + ROLL_COSTS, ROLL_COSTS, "points")
        return roll, Advice(QUIT, sympy.Integer(7), sympy.Integer(0), "points")

    monkeypatch.setattr(odds, "advice", advice, raising=False)


def test_every_figure_has_its_why_folded_away():
    view = lk.new_game("kadabra", players=["Ana", "Ben"], seed=1).view(0)
    html = explain.odds_html("kadabra", view)
    for figure in explain.figures("kadabra", view):
        assert f"why? {figure.name} {figure.why}" in words_of(html)
    whys = re.findall('<details class="lk-why" data-key="([^"]*)">', html)
    assert len(set(whys)) == len(whys) == len(explain.figures("kadabra", view))
    assert " open>" not in html


def test_where_nobody_decides_there_is_nothing_to_reckon():
    game = lk.new_game("llama-dice", players=2, seed=1, target=1)
    while not game.is_over:
        game.play("quit") if "quit" in map(str, game.legal_actions()) else game.play(
            game.legal_actions()[0]
        )
    assert "nothing to reckon" in explain.odds_html("llama-dice", game.view(0))


def test_a_hidden_hand_has_no_odds():
    view = lk.new_game("kadabra", players=["Ana", "Ben"], seed=1).view(1)
    assert view.player == 0
    assert explain.figures("kadabra", view) == ()
    assert explain.advice("kadabra", view) == ()


def test_long_fractions_are_shown_as_decimals():
    long, short = sympy.Rational(10**20 + 1, 10**20 + 3), sympy.Rational(3, 8)
    assert explain._exact_and_decimal(long) == ("–", "1")
    assert explain._exact_and_decimal(short) == ("3/8", "0.375")
    assert explain.amount(short) == "3/8 = 0.375"
    assert explain.amount(long) == "≈ 1"
    assert explain.amount(sympy.Rational(1, 3)) == "1/3 ≈ 0.3333"
    assert explain.amount(sympy.Integer(4)) == "4"


def test_the_best_action_is_marked_and_the_others_cost(solved_turns):
    table = Table(lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7), 7)
    assert "best" not in words_of(table.html)
    table.receive({"do": "switch", "action": "odds", "version": table.version})
    shown = words_of(table.html)
    assert "Best play for Ana Action Worth in points Costs" in shown
    assert "Quit the round 7 best" in shown
    assert "Roll the dice 31/4 = 7.75 3/4 = 0.75 more" in shown
    buttons = table.html.split('class="lk-choices"')[1].split("</section>")[0]
    assert re.findall(r">([^<]*) <span class=\"lk-tag\">best", buttons) == ["Quit the round"]


def test_a_review_lists_the_decisions_of_people_that_cost_most(solved_turns):
    players = [NASTY, lk.bot("random"), "Ben"]
    game = lk.new_game("llama-dice", players=players, seed=7, target=1)
    rolls = people = 0
    while not game.is_over:
        if game.seats[game.current_player].strategy:
            game.play()
            continue
        people += 1
        rolls += "roll" in map(str, game.legal_actions())
        game.play(game.legal_actions()[0])
    found = explain.review(game)
    assert found.total == people
    assert found.solved == len(found.costly) == rolls > 2
    assert {one.seat for one in found.costly} == {0, 2}
    assert all(one.cost == ROLL_COSTS for one in found.costly)
    assert all(
        (one.chosen, one.best) == ("Roll the dice", "Quit the round") for one in found.costly
    )
    html = explain.review_html(game)
    assert "<img" not in html
    assert NASTY in words_of(html)
    assert html.count("<tr>") == 1 + min(rolls, explain.WORST)


def test_a_review_of_best_play_says_so(solved_turns):
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7, target=1)
    while not game.is_over:
        game.play("quit")
    assert "2 of 2 decisions are solved, and all were the best." in explain.review_html(game)


def test_a_review_of_what_is_not_solved_says_so(monkeypatch):
    monkeypatch.delattr(odds, "advice", raising=False)
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7, target=1)
    while not game.is_over:
        game.play("quit")
    assert "Best play is not known" in explain.review_html(game)


def test_the_review_is_offered_once_the_game_is_over(solved_turns):
    table = Table(lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7, target=1), 7)
    while not table.game.is_over:
        assert "switch review" not in table.html
        table.receive({"do": "next", "version": table.version})
        table.receive({"do": "play", "action": "quit", "version": table.version})
    assert "Review" in table.html
    table.receive({"do": "switch", "action": "review", "version": table.version})
    assert "all were the best" in table.html


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_phase_has_rules_that_matter(slug):
    known = {clause.id for clause in clauses(slug)}
    words = game_module(slug, "words")
    assert {number for ids in words.CLAUSES_AT.values() for number in ids} <= known
    phases = set()
    for view in visited(slug):
        wanted = words.clauses_at(view)
        assert wanted
        assert set(wanted) <= known
        html = explain.rules_html(slug, view)
        assert html.count("<h5>") == len(set(wanted))
        phases.add(view.phase)
    assert len(phases) > 1


@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_rules_open_at_the_table(slug):
    table = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=1))
    assert "lk-rules" not in table.html
    table.receive({"do": "switch", "action": "rules", "version": table.version})
    assert "Rules that matter now" in table.html


def test_kadabra_tells_the_rules_of_the_symbols_in_hand():
    from llamakit.kadabra.words import clauses_at

    for view in visited("kadabra"):
        if view.phase == "turn":
            for mark, clause in (("g", "K7"), ("d", "K8"), ("*", "K9")):
                held = any(str(kind).endswith(mark) for kind in view.hand)
                assert (clause in clauses_at(view)) is held


@pytest.mark.parametrize("slug", lk.GAMES)
def test_all_keys_of_a_page_differ_with_everything_switched_on(slug):
    for view in visited(slug, seed=2, steps=80):
        html = explain.odds_html(slug, view) + explain.rules_html(slug, view)
        found = re.findall('data-key="([^"]*)"', html)
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_figure_of_every_game_says_why(slug):
    found = [figure for view in visited(slug, seed=3) for figure in explain.figures(slug, view)]
    assert len(found) > 10
    assert all(figure.why for figure in found)
