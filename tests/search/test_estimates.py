"""Advice for every decision: complete, honest about its error, and blind to what is hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action
from llamakit.search.estimates import (
    advise,
    error_of_difference,
    estimated,
    gained,
    leads_in_worlds,
)


@pytest.mark.parametrize("slug", lk.GAMES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_decision_has_advice_for_every_action(walk, slug, players):
    played = walk(slug, players, moves=60, players=players)
    game = lk.new_game(slug, players=players, seed=players)
    for step in played.history:
        if step.seat is None:
            continue
        known = game.advice(samples=3)
        assert sorted(one.action for one in known) == sorted(game.legal_actions())
        assert known[0].cost == 0
        assert all(one.cost <= other.cost for one, other in pairwise(known))
        assert all(one.value >= other.value for one, other in pairwise(known))
        assert len({one.proven for one in known}) == 1
        assert {one.unit for one in known} == {"sand" if slug == "chinchiller" else "points"}
        for one in known:
            assert one.proven or one.error > 0
            assert float(known[0].value - one.value) == pytest.approx(float(one.cost))
        game.play(step.choice)


def test_an_estimate_worked_by_hand():
    play, quit_now, draw = map(Action, ("play", "quit", "draw"))
    leads = {draw: [-1.0, 3, 1], quit_now: [0.0, 0, 0], play: [2.0, 2, 8]}
    first, second, third = estimated(leads, "points")
    assert [first.action, second.action, third.action] == [play, draw, quit_now]
    assert [first.value, second.value, third.value] == [4, 1, 0]
    assert [first.cost, second.cost, third.cost] == [0, 3, 4]
    # play less draw: 3, -1, 7, mean 3, squares 16 + 16, and 59 / 3 for one world more
    assert first.error == second.error == pytest.approx(sqrt((32 + 59 / 3) / 6))
    # play less quit: 2, 2, 8, mean 4, squares 24, and 72 / 3
    assert third.error == sqrt(48 / 6)
    assert not first.proven


def test_a_forced_action_costs_nothing_and_still_has_an_error():
    (only,) = estimated({Action("quit"): [-3.0, -3.0]}, "points")
    assert (only.cost, only.value) == (0, -3)
    assert only.error == error_of_difference([1, 2], [1, 2]) == sqrt(1 / 2)


@pytest.mark.clause("C12", "K21", "H11")
@pytest.mark.parametrize("slug", ["llama", "kadabra", "chinchiller"])
def test_advice_knows_nothing_that_its_seat_does_not(walk, slug):
    """The hidden cards are dealt anew, and the roll behind a claim is changed: the same advice."""
    rng, changed = Random(8), 0
    for seed in range(30 if slug == "chinchiller" else 6):
        closed = {"closed": (2, 0, 1)} if slug == "chinchiller" else {}
        game = walk(slug, seed, moves=2 + seed, players=3, **closed)
        while not game.is_over and slug == "chinchiller" and game.state.phase != "answer":
            game.play(rng.choice(game.legal_actions()))
        if game.is_over:
            continue
        before, hidden = game.advice(samples=4), game.state
        game.state = find_game(slug).worlds.world(game.view(game.current_player), rng)
        changed += game.state != hidden
        assert game.advice(samples=4) == before
    assert changed > 3


@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_same_seed_gives_the_same_advice_and_another_one_does_not(slug):
    game = lk.new_game(slug, players=4, seed=2)
    state = game.state
    assert game.advice(10, seed=1) == game.advice(10, seed=1)
    assert game.advice(10, seed=1) != game.advice(10, seed=2)
    assert game.state is state


ADVICE = """
import sys
{block}
import llamakit as lk
for slug in lk.GAMES:
    print(lk.new_game(slug, players=4, seed=3).advice(samples=8))
"""


def test_advice_is_the_same_without_numpy_and_however_python_hashes():
    block = "sys.modules['numpy'] = sys.modules['matplotlib'] = None"
    printed = {
        subprocess.run(
            [sys.executable, "-W", "error", "-c", ADVICE.format(block=block)],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number, block in (("1", block), ("2", "pass"))
    }
    assert len(printed) == 1


@pytest.mark.parametrize("samples", [0, 1, -5, 10**9, True, 2.5, "many", None])
def test_a_number_of_samples_that_cannot_be_is_refused(samples):
    game = lk.new_game("llama", players=2, seed=1)
    before = game.record()
    with pytest.raises(lk.InputError, match="samples must be a whole number from 2 to"):
        game.advice(samples=samples)
    assert game.record() == before


def test_advice_needs_a_decision_and_the_seat_that_takes_it():
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=1, target=1)
    with pytest.raises(lk.InputError, match="it is for Ana to decide"):
        advise(game.view(1))
    with pytest.raises(lk.InputError, match="it is for Ana to decide"):
        advise(game.view())
    while not game.is_over:
        game.play("quit")
    with pytest.raises(lk.InputError, match="nothing to decide"):
        game.advice()
    with pytest.raises(lk.InputError, match="seed must be"):
        lk.new_game("llama", seed=1).advice(seed=-1)


@pytest.mark.parametrize("slug", ["llama", "llama-dice", "kadabra"])
def test_a_world_is_played_to_the_end_of_the_round_by_sharp(slug):
    game = lk.new_game(slug, players=3, seed=4)
    seat, luck = game.current_player, 12345
    for action in game.legal_actions():
        after, streams = game.state.apply(action), [Random(luck + one) for one in range(3)]
        while not after.is_round_over:
            rng = streams[after.turn]
            if after.is_chance:
                after = after.apply(after.sample(rng))
            else:
                view = after.view(after.player)
                after = after.apply(find_game(slug).bots["sharp"](view, after.legal_actions(), rng))
        lead = after.lead(seat) - game.state.lead(seat)
        assert gained(find_game(slug), game.state, action, luck) == float(lead)


# The error says how far off the cost is, under the stated way of playing on


def positions(slug, number, seed):
    """Return views of decisions in games of sharp players for which best play is not known."""
    rng, found = Random(seed), []
    while len(found) < number:
        players = rng.choice([2, 3, 4])
        game = lk.new_game(slug, players=[lk.bot("sharp")] * players, seed=rng.getrandbits(30))
        for _ in range(rng.randrange(3, 30)):
            if not game.is_over:
                game.play()
        if game.is_over or len(game.legal_actions()) < 2:
            continue
        view = game.view(game.current_player)
        if not find_game(slug).odds.advice(view):
            found.append(view)
    return found


def coverage(views, repeats, samples, ranks=slice(1, None)):
    """Return in what share of the cases the true cost lies within two errors, and how many.

    The cases are the actions of these ranks. The truth is the mean of all worlds of a position but
    those of the estimate at hand. It has an error of its own, which is added.
    """
    inside = cases = 0
    worlds = repeats * samples
    for view in views:
        leads = leads_in_worlds(view, range(worlds), seed=1)
        total = {action: sum(gained) for action, gained in leads.items()}
        for start in range(0, worlds, samples):
            part = {action: gained[start : start + samples] for action, gained in leads.items()}
            known = estimated(part, "points")
            truth = {
                action: (total[action] - sum(part[action])) / (worlds - samples) for action in part
            }
            for one in known[ranks]:
                true_cost = max(truth.values()) - truth[one.action]
                error = one.error * sqrt(1 + samples / (worlds - samples))
                inside += abs(one.cost - true_cost) <= 2 * error
                cases += 1
    return inside / cases, cases


@pytest.mark.parametrize("slug", ["llama", "llama-dice"])
def test_the_true_cost_lies_within_two_errors_in_a_small_sample(slug):
    share, cases = coverage(positions(slug, number=3, seed=5), repeats=40, samples=40)
    assert cases >= 120
    assert share >= 0.85


@pytest.mark.slow
@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_true_cost_lies_within_two_errors_as_often_as_it_should(slug):
    share, cases = coverage(positions(slug, number=20, seed=6), repeats=40, samples=50)
    assert cases > 700
    assert 0.93 <= share <= 0.97, share


def announcements(number, seed):
    """Return views of players who tell a blind one what was rolled."""
    rng, found = Random(seed), []
    while len(found) < number:
        closed = (2, *(rng.randrange(3) for _ in range(rng.choice([2, 3]))))
        sharps = [lk.bot("sharp")] * len(closed)
        if min(closed) == 2:
            continue
        game = lk.new_game("chinchiller", players=sharps, seed=rng.getrandbits(30), closed=closed)
        while not game.is_over and game.state.phase != "announce":
            game.play()
        if not game.is_over:
            found.append(game.view(game.current_player))
    return found


@pytest.mark.slow
def test_so_does_that_of_a_claim_if_the_worlds_are_as_many_as_usual():
    """In most worlds two claims come to nearly the same, and in a few to something else."""
    views = announcements(15, seed=3)
    usual, cases = coverage(views, repeats=10, samples=200, ranks=slice(1, 5))
    assert cases == 600
    assert 0.93 <= usual <= 0.98, usual
