"""The bots sharp and strong: quick, fair, and better than what was there before."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import pytest

import llamakit as lk
from benchmarks.duels import TABLE, Tally, bots_of, gain, load, page
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action
from llamakit.search import strong
from llamakit.search.strong import FEWEST, MOST, choose

ROLL, QUIT = Action("roll"), Action("quit")


def duel(slug, players, one, other, deals):
    tally = Tally()
    for number in range(deals):
        tally.add(gain(slug, players, one, other, number))
    return tally


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_bot_says_how_it_plays(slug):
    game = find_game(slug)
    assert list(game.words.LEVELS) == list(game.bots)
    for how in game.words.LEVELS.values():
        assert how.endswith(".")
        assert len(how) < 100
    with pytest.raises(lk.InputError) as refused:
        lk.new_game(slug, players=["Ana", lk.bot("clever")])
    for name, how in game.words.LEVELS.items():
        assert f"{name}: {how}" in str(refused.value)


@pytest.mark.parametrize("slug", ["llama", "llama-dice", "kadabra"])
def test_sharp_is_a_rule_of_thumb_of_fifteen_lines(slug):
    code = inspect.getsource(find_game(slug).bots["sharp"]).split('"""')[2]
    assert len(code.strip().splitlines()) <= 15


@pytest.mark.parametrize("slug", lk.GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_sharp_beats_the_bots_that_were_there_before(slug, players):
    for other in ("random", "greedy", "cautious"):
        if (slug, players, other) == ("llama-dice", 2, "cautious"):
            continue  # with two players in, it plays as cautious does
        tally = duel(slug, players, "sharp", other, 60)
        assert tally.mean > -tally.error, other
    assert duel(slug, players, "sharp", "random", 60).errors > 4


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_bot_gains_nothing_on_itself(slug):
    assert [gain(slug, 2, "sharp", "sharp", number) for number in range(5)] == [0] * 5
    assert gain(slug, 4, "cautious", "cautious", 3) == 0


def test_strong_plays_what_is_proven():
    game = lk.new_game("llama-dice", players=3, seed=4)
    game.play("quit")
    game.play("quit")
    known = game.advice()
    assert known[0].proven
    view, legal = game.view(2), game.legal_actions()
    assert choose(view, legal, Random(1)) == known[0].action


def test_a_forced_action_needs_no_search(monkeypatch):
    monkeypatch.setattr(strong, "leads_in_worlds", None)
    view: Any = lk.new_game("llama", players=2, seed=1).view(0)
    assert choose(view, (QUIT,), Random(1)) == QUIT


@pytest.fixture
def search(monkeypatch):
    """Let the worlds say what a test wants: a function from the world's number to the leads."""

    def pretend(leads, own):
        tried = []

        def in_worlds(view, numbers, seed, actions):
            tried.append((len(numbers), actions))
            return {action: [leads[action](number) for number in numbers] for action in actions}

        monkeypatch.setattr(strong, "leads_in_worlds", in_worlds)
        monkeypatch.setattr(strong, "play_on_as", lambda game: lambda view, legal, rng: own)
        view: Any = lk.new_game("llama-dice", players=3, seed=1).view(0)
        return choose(view, tuple(leads), Random(1)), tried

    return pretend


def test_what_is_far_worse_is_given_up_early(search):
    chosen, tried = search({ROLL: lambda n: 5.0 + n % 2, QUIT: lambda n: 0.0}, ROLL)
    assert chosen == ROLL
    assert tried == [(FEWEST, (ROLL, QUIT))]


def test_of_two_that_are_nearly_equal_that_of_sharp_is_played(search):
    noise = [(-1) ** n * 5.0 for n in range(MOST)]
    leads = {ROLL: lambda n: noise[n], QUIT: lambda n: 0.2}
    for own in (ROLL, QUIT):
        chosen, tried = search(leads, own)
        assert chosen == own
        assert sum(worlds for worlds, _ in tried) == MOST
    better = {ROLL: lambda n: noise[n], QUIT: lambda n: 1.0}
    assert search(better, ROLL)[0] == QUIT


@pytest.mark.parametrize("slug", lk.GAMES)
def test_strong_plays_a_round_and_the_same_seed_plays_it_again(slug):
    def ending():
        players = [lk.bot("strong"), lk.bot("sharp"), lk.bot("sharp")]
        game = lk.new_game(slug, players=players, seed=2)
        for _ in range(12):
            game.play()
        return game.record()["steps"]

    assert ending() == ending()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players", "other", "deals"),
    [
        ("llama", 2, "five lines", 40),
        ("llama", 4, "cautious", 6),
        ("llama-dice", 2, "greedy", 20),
        ("llama-dice", 4, "sharp", 40),
        ("kadabra", 2, "sharp", 25),
        ("kadabra", 4, "cautious", 6),
        ("chinchiller", 2, "cautious", 40),
        ("chinchiller", 4, "sharp", 20),
    ],
)
def test_strong_gains_as_the_table_of_the_bots_says(slug, players, other, deals):
    tally = duel(slug, players, "strong", other, deals)
    assert tally.mean > 2 * tally.error


def test_the_page_of_the_bots_is_made_from_what_was_found():
    found = load()
    assert TABLE.read_text(encoding="utf-8") == page(*found)
    assert found[0]
    assert all(tally.n >= 20 for tally in found[0].values())


def test_the_five_lines_are_among_the_bots_that_are_measured():
    assert set(bots_of("llama")) - set(find_game("llama").bots) == {"five lines"}
