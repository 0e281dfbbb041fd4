"""The review as data: every decision judged as the advice given there, in small steps."""

from __future__ import annotations

import asyncio
import dataclasses
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action
from llamakit.exact.figures import Advice, Effect
from llamakit.games.llama_dice import further, odds
from llamakit.table import review as module
from llamakit.table import words
from llamakit.table.review import Review, why
from llamakit.table.table import Table

SAMPLES = 10
SHORT = {"chinchiller": {"turns": 8}, "pig": {"target": 15}}


def played(slug, players=("Ana", "greedy", "random"), seed=1):
    """A whole game: people decide at random."""
    seats = [name if name == "Ana" else lk.bot(name) for name in players]
    game = lk.new_game(slug, players=seats, seed=seed, **SHORT.get(slug, {"target": 20}))
    rng = Random(seed)
    while not game.is_over:
        person = game.seats[game.current_player].strategy is None
        game.play(rng.choice(game.legal_actions()) if person else None)
    return game


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """Start each test with nothing remembered."""
    monkeypatch.setattr(module, "_known", {})


@pytest.mark.parametrize("slug", GAMES)
def test_every_decision_is_judged_as_the_advice_given_there(slug):
    game = played(slug)
    review = Review(game, samples=SAMPLES).finish()
    again = lk.new_game(slug, players=3, seed=1, **SHORT.get(slug, {"target": 20}))
    again = type(again)(game._kind, game.seats, game.rules, Random(1))
    decisions = 0
    for number, step in enumerate(game.history):
        if step.seat is not None and len(again.legal_actions()) > 1:
            decisions += 1
            judged = review.judged[number]
            assert review.view(number) == again.view(again.current_player)
            assert judged.known == again.advice(samples=SAMPLES)
            assert (judged.seat, judged.action) == (step.seat, step.choice)
            assert judged.taken.action == step.choice
            assert judged.known[0].cost == 0
            assert judged.is_mistake is (step.choice not in judged.best)
            assert judged.expected == step.before.lead(step.seat) + judged.taken.value
            assert judged.odds == find_game(slug).odds.at_hand(again.view(step.seat))
        else:
            assert number not in review.judged
        again._step(step.seat, step.choice)
    assert len(review.judged) == len(review.decisions) == decisions > 3


def test_what_is_hidden_from_a_player_is_not_used():
    game = played("llama", players=("Ana", "greedy"))
    review = Review(game, samples=SAMPLES).finish()
    for number, judged in review.judged.items():
        before = game.history[number].before
        other = 1 - judged.seat
        assert review.view(number).hands[other] is None or before.phase == "return"


def test_small_steps_come_to_the_same_and_the_one_looked_at_comes_first():
    game = played("llama", players=("Ana", "greedy"))
    whole, slow = Review(game, samples=60).finish(), Review(game, samples=60)
    module._known.clear()
    wanted = next(number for number, one in whole.judged.items() if not one.taken.proven)
    steps = 1
    while not slow.step(wanted):
        steps += 1
    assert list(slow.judged) == [wanted]
    assert steps == 4  # three times twenty worlds, and the end
    slow.step(wanted)  # judged already: goes on with another
    assert not slow.is_done
    slow.finish()
    assert slow.judged == whole.judged
    assert slow.step() is False


def test_people_come_before_bots_and_seats_can_be_chosen():
    game = played("llama")
    review = Review(game, samples=SAMPLES)
    review.finish()
    people = [number for number in review.decisions if game.history[number].seat == 0]
    assert list(review.judged)[: len(people)] == people
    assert len(people) < len(review.judged)
    own = Review(game, seats=[0], samples=SAMPLES).finish()
    assert list(own.judged) == people


def test_no_position_is_worked_out_twice(monkeypatch):
    game, asked = played("llama", players=("Ana", "greedy")), []
    search = module.find_search()
    advising = search.advising

    def counted(view, samples):
        asked.append(view)
        return advising(view, samples)

    monkeypatch.setattr(search, "advising", counted)
    first = Review(game, samples=SAMPLES).finish()
    once = len(asked)
    assert once == len(first.decisions)
    assert Review(game, samples=SAMPLES).finish().judged == first.judged
    assert len(asked) == once
    Review(game, samples=SAMPLES + 1).finish()
    assert len(asked) == 2 * once


def test_only_so_much_is_remembered(monkeypatch):
    monkeypatch.setattr(module, "REMEMBERED", 3)
    Review(played("llama-dice"), samples=SAMPLES).finish()
    assert len(module._known) == 3


@pytest.fixture
def duel_of_two(monkeypatch):
    """A small game of two whose decisions are solved only if somebody asks."""
    monkeypatch.setattr(odds, "ADVISED_POSITIONS", 0)
    dice = [[1, 2, "L", "L", 3, 3], [1, 1, 2, "L", "L", 3], [1, 2, 2, 3, "L", "L"]]
    options = {"numbers": 3, "copies": 2, "hand": 3, "target": 8, "dice": dice}
    game = lk.new_game("llama-dice", players=["Ana", lk.bot("greedy")], seed=2, **options)
    rng = Random(2)
    while not game.is_over:
        game.play(rng.choice(game.legal_actions()) if game.current_player == 0 else None)
    return game


def test_what_is_estimated_is_solved_further_when_asked(monkeypatch, duel_of_two):
    review = Review(duel_of_two, samples=SAMPLES).finish()
    solvable = set(review.solvable)
    assert solvable == {at for at, one in review.judged.items() if not one.known[0].proven}
    assert len(solvable) > 5
    review.further = True
    assert len(review.left) == len(solvable)
    shares = []
    while not review.step(max(solvable)):  # the one looked at comes first
        assert review.solves
        shares.append(review.share)
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] == 1
    assert solvable - review.solvable == {max(solvable)}
    review.finish()
    assert not review.solvable
    monkeypatch.setattr(odds, "ADVISED_POSITIONS", 50_000)
    for number, judged in review.judged.items():
        assert judged.known[0].proven
        assert judged.known == odds.advice(review.view(number))
    assert Review(duel_of_two, samples=SAMPLES).finish().judged == review.judged  # remembered


def test_solving_further_may_be_asked_at_once_and_left_off(duel_of_two):
    review = Review(duel_of_two, samples=SAMPLES, further=True)
    while len(review.judged) < len(review.decisions):
        review.step()
    assert review.solvable
    assert not review.is_done
    review.step()
    review.further = False
    assert review.is_done
    assert not review.step()
    review.further = True
    assert not review.finish().solvable


def test_a_position_that_millions_follow_stays_estimated():
    game = lk.new_game("llama-dice", players=2, seed=1)
    assert further.is_solvable(game.view(0))
    deep = dataclasses.replace(game.state, points=(28, 27))  # many tokens that may come back
    assert not further.is_solvable(deep.view(0))
    assert not further.is_solvable(lk.new_game("llama-dice", players=3, seed=1).view(0))


def test_an_estimated_point_carries_its_error_and_a_proven_one_has_none(duel_of_two):
    review = Review(duel_of_two, samples=SAMPLES).finish()
    errors = {point.step: point.error for point in review.curve(0)}
    for number, judged in review.judged.items():
        if errors.get(number):
            assert errors[number] == judged.taken.error
    assert 0 in errors.values()  # the end of a round
    assert len(set(errors.values())) > 3
    review.further = True
    assert {point.error for point in review.finish().curve(0)} == {0}


def test_the_costliest_mistakes_come_first():
    review = Review(played("llama-dice"), samples=40).finish()
    found = review.mistakes()
    assert found
    costs = [float(one.taken.cost) for one in found]
    assert costs == sorted(costs, reverse=True)
    assert all(one.taken.cost >= 2 * one.taken.error for one in found)
    assert all(one.seat == 0 for one in review.mistakes(0))


@pytest.mark.parametrize("players", [("Ana", "greedy"), ("Ana", "greedy", "random")])
def test_the_curve_ends_each_round_with_what_the_lead_was(players):
    game = played("llama-dice", players)
    review = Review(game, samples=SAMPLES).finish()
    for seat in range(len(players)):
        curve = review.curve(seat)
        assert [point.step for point in curve] == sorted({point.step for point in curve})
        assert curve[-1].ahead == float(game.state.lead(seat))
        ends = [point for point in curve if point.judged is None]
        assert len(ends) == game.round_number
        own = {point.judged.seat for point in curve if point.judged}
        assert own == (set(range(2)) if len(players) == 2 else {seat})
    if len(players) == 2:
        assert [-point.ahead for point in review.curve(0)] == [
            point.ahead for point in review.curve(1)
        ]


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_has_an_effect_that_can_be_said(slug):
    game = played(slug)
    review = Review(game)
    for number in review.decisions:
        view = review.view(number)
        effects = {}
        for action in game.history[number].before.legal_actions():
            effects[action] = find_game(slug).odds.effect(view, action)
            assert effects[action].clause
            assert "{" not in effects[action].clause
            assert not effects[action].clause.endswith(".")
            assert isinstance(effects[action].gain, (Fraction, int, type(None)))


def known(*costs):
    return [
        Advice(Action(str(number)), -cost, cost, 0.1, "points", False)
        for number, cost in enumerate(costs)
    ]


@pytest.mark.parametrize(
    ("taken", "gains", "said"),
    [
        ("1", (2, 1), "A 0; a 1."),
        ("0", (2, 1), "A 0; a 1."),
        ("1", (1, 2), f"A 0; a 1. {words.FURTHER_ON}"),
        ("1", (1, 1), f"A 0; a 1. {words.FURTHER_ON}"),
        ("1", (None, 1), "A 0; a 1."),
    ],
)
def test_why_sets_the_action_beside_another(monkeypatch, taken, gains, said):
    odds = find_game("llama-dice").odds

    def effect(view, action):
        gain = gains[int(action.verb)]
        return Effect(f"a {action.verb}", None if gain is None else Fraction(gain))

    monkeypatch.setattr(odds, "effect", effect)
    view = lk.new_game("llama-dice", seed=7).view(0)
    assert why(view, known(0, 5), Action(taken)) == said
    assert words.FURTHER_ON not in why(view, known(0, 0.1), Action(taken))
    assert why(view, known(0), Action("0")) == ""


def test_the_odds_differ_and_it_is_said_how():
    state = lk.llama_dice.position([1, 2, "L"], others=[[1]])
    view = dataclasses.replace(state.view(0), names=("Ana", "Ben"))
    said = why(view, module.find_search().advise(view, 20), Action("roll"))
    assert "quitting costs 13 points for sure" in said.lower()
    assert "of rolls hit" in said


def test_a_review_follows_a_game_that_goes_on_and_is_taken_back():
    game = lk.new_game("llama", players=["Ana", "Ben"], seed=7)
    review = Review(game, samples=SAMPLES)
    assert review.is_done
    for action in ("draw", "draw", "draw"):
        game.play(action)
    review.follow()
    assert len(review.decisions) == 3
    review.finish()
    first = review.judged[review.decisions[0]]
    game.play("quit")
    review.follow()
    assert len(review.decisions) == 4
    assert review.judged[review.decisions[0]] is first
    for _ in range(3):
        game.undo()
    game.play("quit")
    review.follow()
    review.finish()
    assert [str(one.action) for one in review.judged.values()] == ["draw", "quit"]
    assert Review(game, samples=SAMPLES).finish().judged == review.judged


def test_a_table_works_beside_the_game_on_what_people_decided(monkeypatch):
    table = Table(lk.new_game("llama", players=["Ana", lk.bot("greedy")], seed=7), 7)
    assert table.work() is False
    table.receive({"do": "play", "action": "draw", "version": table.version})
    before = table.version, table.html
    steps = 1
    while table.work():
        steps += 1
    assert steps > 5
    assert (table.version, table.html) == before
    assert len(module._known) == 1
    monkeypatch.setattr(module.find_search(), "advising", None)  # known: not asked again
    review = Review(table.game, [0])
    review.step()
    assert review.is_done


def test_the_widget_works_when_nobody_asks_for_anything():
    from llamakit.table.widget import PlayWidget

    async def wait_for(table):
        while table._review is None or not table._review.is_done:
            await asyncio.sleep(0)

    async def played():
        table = Table(lk.new_game("llama", players=["Ana", lk.bot("greedy")], seed=7), 7)
        widget = PlayWidget(table)
        message = {"do": "play", "action": "draw", "version": table.version}
        widget._receive(widget, message, [])
        await asyncio.wait_for(wait_for(table), 60)
        assert len(table._review.judged) == 1
        widget._receive(widget, {"do": "tick", "version": table.version}, [])
        widget.close()
        assert widget._next_work.cancelled()

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have a loop in this one
        thread.submit(asyncio.run, played()).result()
