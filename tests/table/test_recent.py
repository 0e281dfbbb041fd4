"""What has just happened: the story since one's last decision, deeds and rolls until the next."""

from __future__ import annotations

import re

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.games.cards import LLAMA
from llamakit.table.recent import recent

BOTS = ["Ana", lk.bot("random"), lk.bot("greedy")]


def along(slug, players=BOTS, seed=3, **options):
    """A game of random moves, position by position."""
    game = lk.new_game(slug, players=players, seed=seed, **options)
    yield game
    while not game.is_over:
        legal = game.legal_actions()
        person = game.seats[game.current_player].strategy is None
        game.play(legal[len(game.history) % len(legal)] if person else None)
        yield game


def with_roll(game, *roll):
    """The same game, where the last roll was another one."""
    record = game.record()
    record["steps"] = [
        *record["steps"][:1],
        {"seat": 0, "action": "roll"},
        {"roll": list(roll)},
    ]
    return lk.replay(record)


@pytest.mark.parametrize("slug", lk.GAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_story_is_all_that_the_seat_has_heard_since_its_last_decision(slug, seat):
    tell = find_game(slug).words.tell
    for game in along(slug):
        whose = game.current_player if seat is None else seat
        steps = list(game.history)
        dealt = [n for n, step in enumerate(steps) if step.before.mover is None]
        own = [n for n, step in enumerate(steps) if step.seat == whose and whose is not None]
        since = max([0, *dealt, *own])
        sentences = [tell(step, seat, game.players) for step in steps[since:]]
        assert recent(game, seat).story == tuple(filter(None, sentences))


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_deed_is_the_last_sentence_about_a_player_in_the_round(slug):
    for game in along(slug):
        found = recent(game, 0)
        counted = r" Round \d+ is over\. | The game is over: "
        log = [re.split(counted, sentence)[0] for sentence in game.view(0).log]
        heard = {seat: deed.words for seat, deed in found.deeds.items() if deed.words}
        for seat, sentences in heard.items():
            assert f"{game.players[seat]} {sentences}" in log
        if found.last in heard:
            assert log[-1] == f"{game.players[found.last]} {heard[found.last]}"


def test_a_roll_stays_with_what_is_done_with_it_until_the_player_acts_again():
    game = with_roll(lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7), 3, "L", 2)
    assert recent(game, 1).deeds[0] == ("rolls 3, llama and 2.", (3, LLAMA, 2))
    game.play(game.legal_actions()[0])
    sentences, roll = recent(game, 1).deeds[0]
    assert roll == (3, LLAMA, 2)
    assert sentences.startswith(("discards", "takes"))
    game.play("quit")
    assert recent(game, 0).deeds[1] == ("quits the round.", ())
    assert recent(game, 0).dice == (3, LLAMA, 2)
    game.play("quit")
    assert game.round_number == 2
    dealt = (game.view(0).log[-1],)
    assert recent(game, 0) == (dealt, dealt, {}, None, (), (), None)


@pytest.mark.clause("H3")
def test_a_die_that_is_kept_has_not_been_rolled():
    kept = set()
    for game in along("chinchiller", seed=5):
        *_, before, step = [None, *game.history]
        rerolled = before is not None and str(before.choice) == "reroll"
        if rerolled and before.before.sees_all(0):
            found = recent(game, 0)
            for place, lay in enumerate(before.before.roll):
                stays = lay in ("x2", "chinchiller")
                kept.add(stays)
                assert (found.rolled[place] == len(game.history) - 1) is not stays
                assert found.dice[place] == step.choice[place]
    assert kept == {True, False}


@pytest.mark.clause("H11")
def test_a_blind_seat_sees_no_dice_lie():
    game = lk.new_game("chinchiller", players=["Ana", "Ben"], seed=3, closed=(2, 0))
    game.play("claim 6")
    assert recent(game, 0).dice == ()
    assert recent(game, None).dice == ()
    assert recent(game, 1).dice == game.state.roll
    assert all(deed.roll == () for deed in recent(game, 0).deeds.values())
