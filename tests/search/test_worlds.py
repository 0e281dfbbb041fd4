"""Worlds agree with everything a seat has seen and heard."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.games.hidden import NOTHING, Clue, barred, deal_hidden, since_deal
from llamakit.games.kadabra.rules import LLAMA
from llamakit.games.llama.rules import fitting

HANDS = ["llama", "kadabra"]


def decisions(walk, slug, seed, strategy=None):
    """Yield a game at each of its decisions, played at random or by a bot."""
    players = 2 + seed % 4
    if strategy:
        game = lk.new_game(slug, players=[lk.bot(strategy)] * players, seed=seed)
        for _ in range(120):
            if game.is_over:
                return
            yield game
            game.play()
        return
    played = walk(slug, seed, moves=80, players=players)
    game = lk.new_game(slug, players=players, seed=seed)
    for step in played.history:
        if step.seat is not None:
            yield game
            game.play(step.choice)


@pytest.mark.clause("C12", "K21", "H11", "D14")
@pytest.mark.parametrize("slug", lk.GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_world_looks_to_its_seat_as_the_position_does(walk, slug, seed):
    rng = Random(seed)
    for game in decisions(walk, slug, seed):
        view = game.view(game.current_player)
        world = find_game(slug).worlds.world(view, rng)
        seen = dataclasses.replace(world.view(view.seat), names=view.names, log=view.log)
        assert seen == view
        assert world.legal_actions() == game.legal_actions()


@pytest.mark.parametrize("slug", HANDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_world_holds_every_card_of_the_deck(walk, slug, seed):
    rng = Random(seed)
    for game in decisions(walk, slug, seed):
        view = game.view(game.current_player)
        world = find_game(slug).worlds.world(view, rng)
        assert world.discards == game.state.discards
        assert tuple(map(len, world.hands)) == view.sizes


@pytest.mark.parametrize("slug", HANDS)
def test_worlds_differ_where_something_is_hidden(slug):
    view = lk.new_game(slug, players=3, seed=1).view(0)
    worlds = {find_game(slug).worlds.world(view, Random(seed)).hands for seed in range(20)}
    assert len(worlds) == 20
    assert len({hands[0] for hands in worlds}) == 1


@pytest.mark.parametrize("seed", range(6))
def test_what_is_heard_of_llama_is_what_has_happened(seed):
    """The clues go with the sentences; here they are told from the game's own history."""
    for game in decisions(None, "llama", seed, "sharp"):
        wanted = []
        for step in game.history:
            if step.before.phase == "deal":
                wanted.clear()
            elif step.before.phase == "draw":
                top = step.before.top
                wanted += [Clue(step.before.turn, "lacks", fitting(top))]
                wanted += [Clue(step.before.turn, "gets")]
            elif step.choice.verb == "play":
                wanted.append(Clue(step.before.turn, "plays", step.choice.values))
        view = game.view(game.current_player)
        assert since_deal(view.log) == tuple(wanted)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("how", ["sharp", "random"])
def test_what_is_heard_of_kadabra_is_what_has_happened(walk, seed, how):
    verbs = Counter()
    for game in decisions(walk, "kadabra", seed, how if how == "sharp" else None):
        wanted, own_will = [], False
        for step in game.history:
            before = step.before
            if before.phase == "deal":
                wanted.clear()
            elif before.phase == "draw":
                if own_will:
                    wanted.append(Clue(before.drawer, "lacks", before.rules.fits[before.top]))
                wanted.append(Clue(before.drawer, "gets"))
            elif step.choice.verb == "play":
                wanted.append(Clue(before.turn, "plays", step.choice.values))
            elif step.choice.verb == "collect":
                wanted.append(Clue(before.turn, "lacks", (LLAMA,)))
            own_will = step.seat is not None and step.choice.verb == "draw"
        view = game.view(game.current_player)
        heard = since_deal(view.log)
        assert heard == tuple(wanted)
        verbs += Counter(clue.verb for clue in heard)
    assert {"lacks", "gets", "plays"} <= set(verbs)


@pytest.mark.parametrize("slug", HANDS)
@pytest.mark.parametrize("seed", range(4))
def test_among_sharp_players_the_real_hands_agree_with_every_clue(slug, seed):
    """So the clues rule out nothing that is there; and they do rule something out."""
    ruled_out = 0
    for game in decisions(None, slug, seed, "sharp"):
        view = game.view(game.current_player)
        heard = since_deal(view.log)
        guesses = [barred(view, heard, Random(number)) for number in range(20)]
        for seat, hand in enumerate(game.state.hands):
            if view.hands[seat] is None and hand:
                always = [frozenset.intersection(*guess[seat]) for guess in guesses]
                assert any(values.isdisjoint(hand) for values in always)
                ruled_out += max(map(len, always))
    assert ruled_out > 20


def test_a_hand_that_could_not_play_is_never_dealt_a_card_that_fits():
    held = [frozenset([3, 4])] * 2 + [NOTHING]
    for seed in range(200):
        hands, left = deal_hidden([3, 3, 3, 4, 5, 6, LLAMA], [None, held], Random(seed))
        assert sorted([*hands[1], *left]) == [3, 3, 3, 4, 5, 6, LLAMA]
        assert sum(card in (3, 4) for card in hands[1]) <= 1


def test_hidden_hands_are_dealt_evenly():
    """Of 1, 2, 3, 4, 5 a hand of two that holds no 1 is one of six pairs, each as likely."""
    held = [None, [frozenset([1])] * 2]
    found = Counter(deal_hidden(range(1, 6), held, Random(seed))[0][1] for seed in range(6000))
    assert len(found) == 6
    assert all(abs(n - 1000) < 5 * (6000 * 5 / 36) ** 0.5 for n in found.values())


def test_where_no_card_will_do_any_will():
    assert deal_hidden([3, 3], [[frozenset([3])]], Random(1)) == ([(3,)], [3])


def test_who_plays_in_some_other_way_is_no_longer_taken_to_lack_cards():
    """She drew on a 3, and then plays the 4 that she did not lack; nothing is known any more."""
    view = lk.new_game("llama", players=2, seed=1).view(0)
    clues = [Clue(1, "lacks", (3, 4)), Clue(1, "plays", (4,)), Clue(1, "gets")]
    assert barred(view, clues, Random(1)) == [None, [NOTHING] * 6]


def test_without_a_log_nothing_is_taken_to_be_known():
    game = lk.new_game("llama", players=[lk.bot("sharp")] * 2, seed=3)
    while not any("draws" in sentence for sentence in game.view(0).log):
        game.play()
    view = game.state.view(game.current_player)
    assert not view.log
    assert find_game("llama").worlds.world(view, Random(1)).view(view.seat) == view


@pytest.mark.clause("H6", "H11")
def test_behind_a_claim_is_what_sharp_would_have_said_so_of_and_rarely_something_else():
    rules = find_game("chinchiller").rules.Rules
    view = rules(players=3, closed=(2, 0, 0)).start().apply((1, 3)).apply("claim 4").view(0)
    world = find_game("chinchiller").worlds.world
    sand = find_game("chinchiller").rules.sand
    rolled = Counter(sand(world(view, Random(seed)).roll) for seed in range(4000))
    # 4 itself: 1 and 3; 12 and 13 and 15 are called 4; of 36 ways 2, 5 + 2 = 7, 2 and 2
    assert sum(rolled[amount] for amount in (4, 12, 13, 15)) > 0.9 * 4000
    assert rolled[24] > 0
