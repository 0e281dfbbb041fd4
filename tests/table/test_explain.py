"""What a position teaches: odds with their why, best play, rules that matter, a review."""

from __future__ import annotations

import dataclasses
import math
import re
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
import sympy
from pig import GAMES

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.engine.rulings import clauses
from llamakit.exact.figures import Advice, proven_advice
from llamakit.games.llama_dice import odds
from llamakit.games.llama_dice.rules import QUIT, ROLL
from llamakit.search.estimates import advise
from llamakit.table import explain
from llamakit.table.table import Table

ROLL_COSTS = Fraction(3, 4)
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
        return proven_advice({ROLL: 2 - ROLL_COSTS, QUIT: Fraction(2)}, "points")

    monkeypatch.setattr(odds, "advice", advice, raising=False)


def test_every_figure_has_its_why_folded_away():
    view = lk.new_game("kadabra", players=["Ana", "Ben"], seed=1).view(0)
    html = explain.odds_html("kadabra", view)
    for figure in explain.figures("kadabra", view):
        assert f"why? {figure.name} {figure.why} The lesson" in words_of(html)
    whys = re.findall('<details class="lk-why" data-key="([^"]*)">', html)
    assert len(set(whys)) == len(whys) == len(explain.figures("kadabra", view))
    assert " open>" not in html


def test_where_nobody_decides_nothing_is_advised():
    game = lk.new_game("llama-dice", players=2, seed=1, target=1)
    while not game.is_over:
        game.play("quit") if "quit" in map(str, game.legal_actions()) else game.play(
            game.legal_actions()[0]
        )
    assert "nothing to work out" in explain.odds_html("llama-dice", game.view(0))


def test_a_hidden_hand_has_no_odds():
    view = lk.new_game("kadabra", players=["Ana", "Ben"], seed=1).view(1)
    assert view.player == 0
    assert explain.figures("kadabra", view) == ()
    assert explain.advice("kadabra", view) == ()


def test_long_fractions_are_shown_as_decimals():
    long, short = sympy.Rational(10**20 + 1, 10**20 + 3), sympy.Rational(3, 8)
    assert explain.exact_and_decimal(long) == ("–", "1")
    assert explain.exact_and_decimal(short) == ("3/8", "0.375")
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
    assert "Quit the round 2 best" in shown
    assert "Roll the dice 5/4 = 1.25 3/4 = 0.75 more" in shown
    assert "Worth: the points that the others still add in this round, on average," in shown
    buttons = table.html.split('class="lk-choices"')[1].split("</section>")[0]
    assert re.findall(r">([^<]*) <span class=\"lk-tag\">best", buttons) == ["Quit the round"]


@pytest.fixture
def hidden_hands():
    """A table of L.L.A.M.A. with the odds on: what is best is not known."""
    table = Table(lk.new_game("llama", players=["Ana", lk.bot("sharp")], seed=7), 7)
    table.receive({"do": "switch", "action": "odds", "version": table.version})
    return table


def test_what_looks_best_is_worked_out_when_asked(hidden_hands):
    table = hidden_hands
    assert "What looks best?" in words_of(table.html)
    assert "lk-best" not in table.html
    table.receive({"do": "estimate", "version": table.version})
    shown = words_of(table.html)
    known = table.game.advice(explain.SAMPLES)
    assert "What looks best for Ana Action Costs in points" in shown
    assert "in 200 worlds" in shown
    assert "Best play" not in shown
    assert "Worth:" not in shown
    label = find_game("llama").words.label
    for one in known:
        equal = one.cost < 2 * one.error
        costs = "looks best" if equal else f"{explain.with_error(one)} more"
        assert f"{label(one.action, table.view)} {costs}" in shown
    likely = sum(one.cost < 2 * one.error for one in known)
    assert 0 < likely < len(known)
    buttons = table.html.split('class="lk-choices"')[1].split("</section>")[0]
    assert buttons.count(">looks best<") == likely
    assert ">best<" not in table.html
    table.receive({"do": "play", "action": known[0].action, "version": table.version})
    assert "lk-best" not in table.html


def test_two_actions_that_cannot_be_told_apart_are_shown_as_equal():
    def known(cost, error):
        return Advice(cost, -cost, cost, error, "points", False)

    assert explain.looks_best([known(0.0, 0.5), known(0.99, 0.5), known(1.0, 0.5)]) == (0.0, 0.99)
    assert set(explain.marks([known(0.0, 0.5)]).values()) == {"looks best"}
    assert set(explain.marks(proven_advice({"a": Fraction(1)}, "points")).values()) == {"best"}


@pytest.mark.parametrize(
    ("cost", "error", "shown"),
    [(1.84, 0.21, "≈ 1.8 ± 0.2"), (1.84, 0.034, "≈ 1.84 ± 0.03"), (18.4, 12, "≈ 18 ± 12")],
)
def test_an_estimate_has_as_many_digits_as_its_error_is_worth(cost, error, shown):
    assert explain.with_error(Advice("roll", 0.0, cost, error, "points", False)) == shown


def test_nothing_is_worked_out_on_the_turn_of_another(hidden_hands):
    table = hidden_hands
    table.receive({"do": "play", "action": "quit", "version": table.version})
    before = table.html
    table.receive({"do": "estimate", "version": table.version})
    assert table.html == before


@pytest.mark.parametrize(("points", "near"), [(0, False), (19, False), (20, True), (39, True)])
def test_near_the_end_of_the_game_it_is_for_this_round_s_points(points, near):
    start = find_game("llama").rules.Rules().start()
    state = dataclasses.replace(start, points=(0, points)).apply([[1] * 6, [2] * 6, [4]])
    view = state.view(0)
    html = explain.odds_html("llama", view, advise(view, 10))
    assert ("for this round's points" in words_of(html)) == near
    chinchiller = lk.new_game("chinchiller", players=2, seed=1).view(0)
    assert "for this round's points" not in words_of(explain.odds_html("chinchiller", chinchiller))


@pytest.mark.parametrize("slug", GAMES)
def test_every_phase_has_rules_that_matter(slug):
    known = {clause.id for clause in clauses(slug)}
    words = find_game(slug).words
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


@pytest.mark.parametrize("slug", GAMES)
def test_the_rules_open_at_the_table(slug):
    table = Table(lk.new_game(slug, players=["Ana", lk.bot("greedy")], seed=1))
    assert "lk-rules" not in table.html
    table.receive({"do": "switch", "action": "rules", "version": table.version})
    assert "Rules that matter now" in table.html


def test_kadabra_tells_the_rules_of_the_symbols_in_hand():
    from llamakit.games.kadabra.words import clauses_at

    for view in visited("kadabra"):
        if view.phase == "turn":
            for mark, clause in (("g", "K7"), ("d", "K8"), ("*", "K9")):
                held = any(str(kind).endswith(mark) for kind in view.hand)
                assert (clause in clauses_at(view)) is held


@pytest.mark.parametrize("slug", GAMES)
def test_all_keys_of_a_page_differ_with_everything_switched_on(slug):
    for view in visited(slug, seed=2, steps=80):
        html = explain.odds_html(slug, view) + explain.rules_html(slug, view)
        found = re.findall('data-key="([^"]*)"', html)
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("slug", GAMES)
def test_every_figure_of_every_game_says_why(slug):
    found = [figure for view in visited(slug, seed=3) for figure in explain.figures(slug, view)]
    assert len(found) > 10
    assert all(figure.why for figure in found)


def test_a_float_is_shown_as_one():
    assert explain.amount(0.25) == "≈ 0.25"
    assert explain.amount(0.0) == "≈ 0"
    assert explain.amount(sympy.Rational(1, 4)) == "1/4 = 0.25"


#: A chain such as "2 × 2 × 2 = 8" or "216 − 8 − 8 = 200".
SUM = re.compile(r"[\d/]+(?: [×+−] [\d/]+)*(?: = [\d/]+(?: [×+−] [\d/]+)*)+")


def worth(side):
    """The value of one side of an equation."""
    total, sign = Fraction(0), 1
    for part in re.split(r" ([+−]) ", side):
        if part in "+−":
            sign = 1 if part == "+" else -1
        else:
            total += sign * math.prod(map(Fraction, part.split(" × ")))
    return total


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_working_is_right_and_comes_to_the_figure(slug):
    checked = set()
    for seed in range(4):
        for view in visited(slug, seed=seed):
            for figure in explain.figures(slug, view):
                why = figure.why.replace(" for the llama", "")
                assert "{" not in why
                for found in SUM.findall(why):
                    left, *right = map(worth, found.split(" = "))
                    assert all(side == left for side in right), figure
                last = (SUM.findall(why) or ["= x"])[-1].split(" = ")[-1]
                if why.rstrip(".").endswith(f"= {last}"):
                    checked.add(figure.name)
                    assert Fraction(last) == Fraction(str(figure.value)), figure
    assert len(checked) >= 2


@pytest.mark.parametrize("slug", lk.GAMES)
def test_no_clause_and_no_module_explains_anything(slug):
    from llamakit import about

    lessons = {path.stem for path in Path("notebooks").glob("*.ipynb")}
    for view in visited(slug):
        for figure in explain.figures(slug, view):
            assert not re.search(r"\b[A-Z]-?\d+\b|clause|notebook|_", figure.why), figure
            assert figure.lesson in lessons
            address = f"{about.LITE}{figure.lesson}.ipynb"
            assert f'<a href="{address}" target="_blank"' in explain.worked_out(figure)


def test_a_hit_is_worked_out_with_these_very_cards():
    state = lk.llama_dice.position([1, 4, 5, "L"], [2])
    why = explain.figures("llama-dice", state.view(0))[0].why
    hit = lk.llama_dice.roll_odds([1, 4, 5, "L"], [2]).hit
    assert f"= {hit}." in why
    assert re.search(r"216 − \d+ − 8 = \d+", why)
