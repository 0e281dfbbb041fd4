"""Games played at random: what must hold in every position of every game.

A new game joins by being in ``pig.GAMES`` and by saying below what it conserves and hides.
"""

from __future__ import annotations

import dataclasses
import html
import json
import pickle
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, product
from random import Random
from typing import Any

import pytest
from amounts import LONG, amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pig import GAMES
from spoiled import spoil
from unseen import HIDDEN, nothing, pile

import llamakit as lk
from llamakit.engine.game import Game, Step
from llamakit.engine.state import Action
from llamakit.games.cards import penalty
from llamakit.table.explain import advice, figures

L = lk.LLAMA
Walk = Callable[..., Game]

pytestmark = pytest.mark.parametrize("slug", GAMES)
seeds = st.integers(0, 2**32 - 1)


# What each game conserves, step by step


def dice_conserved(step: Step) -> None:
    before, after = step.before, step.after

    def cards(state: Any) -> Counter[int]:
        return Counter(chain(state.llama_row, *state.rows))

    if before.phase == "deal":
        assert all(len(row) == after.rules.hand for row in after.rows)
        assert Counter(chain(*after.rows)) <= Counter(after.rules.deck)
        assert after.llama_row == after.rules.values
    else:
        gone = step.choice.values if step.seat is not None and step.choice.verb == "discard" else ()
        assert cards(after) + Counter(gone) == cards(before)
        assert len(after.llama_row) <= len(before.llama_row)
    gained = [now - then for now, then in zip(after.points, before.points, strict=True)]
    if before.phase == "return":
        assert sum(gained) in (0, -1, -10)
    elif gained != [0] * len(gained):
        assert gained == [penalty(row) for row in after.rows]
        assert after.phase in ("return", "deal", "over")
    assert min(after.points) >= 0


def cards_conserved(step: Step) -> None:
    before, after = step.before, step.after
    places = (pile(after), after.discards, *after.hands)
    assert Counter(chain(*places)) == Counter(dict(after.rules.deck))
    assert all(place == tuple(sorted(place)) for place in places)
    assert min(after.pile) >= 0
    if before.phase != "deal":
        played = step.choice.values if step.seat is not None and step.choice.verb == "play" else ()
        assert Counter(after.discards) == Counter(before.discards) + Counter(played)


def llama_conserved(step: Step) -> None:
    cards_conserved(step)
    assert min(step.after.points) >= 0


def kadabra_conserved(step: Step) -> None:
    after = step.after
    cards_conserved(step)
    assert sum(tokens.magic for tokens in (*after.tokens, after.stage)) <= 1
    assert all(min(tokens) >= 0 for tokens in (*after.tokens, after.stage))


def chinchiller_conserved(step: Step) -> None:
    before, after = step.before, step.after
    assert sum(after.sand) + after.supply == 745
    assert min(after.sand) >= 0
    assert all(now >= then for now, then in zip(after.closed, before.closed, strict=True))
    assert sum(after.closed) - sum(before.closed) in (0, 1)
    assert {seat for seat, eyes in enumerate(after.closed) if eyes == 2} == set(after.blind)


def pig_conserved(step: Step) -> None:
    before, after = step.before, step.after
    gained = [now - then for now, then in zip(after.points, before.points, strict=True)]
    assert gained == [0] * len(gained) or gained[before.turn] == sum(gained) == before.sum


CONSERVED: dict[str, Callable[[Step], None]] = {
    "llama-dice": dice_conserved,
    "llama": llama_conserved,
    "kadabra": kadabra_conserved,
    "chinchiller": chinchiller_conserved,
    "pig": pig_conserved,
}


@given(seed=seeds)
def test_cards_and_tokens_are_conserved(slug: str, walk: Walk, seed: int) -> None:
    for step in walk(slug, seed).history:
        CONSERVED[slug](step)


@pytest.mark.clause("C12", "K21", "H11")
@given(seed=seeds)
def test_views_hold_nothing_that_is_hidden(slug: str, walk: Walk, seed: int) -> None:
    rng = Random(seed)
    for step in walk(slug, seed, moves=60).history:
        for seat in (None, *range(step.after.rules.players)):
            other = HIDDEN[slug](step.after, seat, rng)
            assert other.view(seat) == step.after.view(seat)
            assert str(other.view(seat)) == str(step.after.view(seat))


@pytest.mark.parametrize("seat", [None, 0])
def test_what_is_hidden_is_changed(slug: str, walk: Walk, seat: int | None) -> None:
    """Else the test above would compare a position with itself."""
    if HIDDEN[slug] is nothing:
        return
    rng, changed, positions = Random(1), 0, 0
    for seed in range(20):
        for step in walk(slug, seed).history:
            other = HIDDEN[slug](step.after, seat, rng)
            positions += 1
            changed += other != step.after
    assert changed > 0.1 * positions


# What holds in all games


@given(seed=seeds)
def test_chance_is_fair_and_every_sample_is_listed(slug: str, walk: Walk, seed: int) -> None:
    rng = Random(seed)
    for step in walk(slug, seed, moves=40).history:
        if step.seat is None and step.before.phase != "deal":  # whole decks have too many deals
            outcomes = step.before.chance_outcomes()
            listed = dict(outcomes)
            assert len(listed) == len(outcomes)
            assert sum(listed.values()) == 1
            assert all(chance > 0 for chance in listed.values())
            assert step.choice in listed
            assert step.before.sample(rng) in listed


@settings(max_examples=5)
@given(seed=seeds)
def test_odds_have_an_answer_everywhere_if_only_nothing(slug: str, walk: Walk, seed: int) -> None:
    for step in walk(slug, seed, moves=12).history:
        for seat in (None, *range(step.before.rules.players)):
            view = step.before.view(seat)
            assert isinstance(figures(slug, view), tuple)
            assert {known.action for known in advice(slug, view)} <= set(
                step.before.legal_actions()
            )


@given(seed=seeds)
def test_one_of_chance_decision_and_end(slug: str, walk: Walk, seed: int) -> None:
    for step in walk(slug, seed).history:
        for state in (step.before, step.after):
            assert bool(state.is_chance) + bool(state.legal_actions()) + bool(state.is_over) == 1
            assert (state.player is not None) == bool(state.legal_actions())
            assert bool(state.winners) == state.is_over
            legal = state.legal_actions()
            assert len(set(legal)) == len(set(map(str, legal))) == len(legal)
            assert all(isinstance(action, Action) for action in legal)
            if not state.is_chance:
                with pytest.raises(lk.InputError, match="nothing is left to chance"):
                    state.sample(Random(1))
                with pytest.raises(lk.InputError, match="nothing is left to chance"):
                    state.chance_outcomes()
        assert step.seat == step.before.player


@given(seed=seeds)
def test_record_replays_to_the_same_game(slug: str, walk: Walk, seed: int) -> None:
    game = walk(slug, seed, moves=seed % 100)
    again = lk.replay(json.loads(json.dumps(game.record())))
    assert again.state == game.state
    assert again.history == game.history
    assert again.record() == game.record()
    assert repr(again) == repr(game)
    assert again.view() == game.view()


@given(seed=seeds)
def test_undo_and_redo_change_nothing_but_the_place(slug: str, walk: Walk, seed: int) -> None:
    game, rng = walk(slug, seed, moves=15), Random(seed)
    for _ in range(10):
        if game.is_over:
            break
        before = (game.state, game.record(), game._rng.getstate())
        action = rng.choice(game.legal_actions())
        game.play(action)
        after = (game.state, game.record(), game._rng.getstate())
        game.undo()
        assert (game.state, game.record(), game._rng.getstate()) == before
        game.redo()
        assert (game.state, game.record(), game._rng.getstate()) == after
        game.undo()
        game.play(str(action))  # rolls the same
        assert (game.state, game.record(), game._rng.getstate()) == after


@given(seed=seeds)
def test_illegal_moves_leave_no_trace(slug: str, walk: Walk, seed: int) -> None:
    game = walk(slug, seed, moves=seed % 50)
    moves = {action for step in game.history for action in step.before.legal_actions()}
    moves -= set(game.legal_actions())
    foreign = [None, 0, "", "fly", "roll roll", (), Action("fly"), Action("take", (99,)), object()]
    before = (game.state, game.record(), game._rng.getstate(), repr(game))
    for move in chain(moves, map(str, moves), foreign):
        with pytest.raises(lk.IllegalAction):
            game.play(move) if move is not None else game.state.apply(None)
        with pytest.raises(lk.IllegalAction):
            game.state.apply(move)
    assert (game.state, game.record(), game._rng.getstate(), repr(game)) == before


@given(seed=seeds)
def test_impossible_outcomes_are_refused(slug: str, walk: Walk, seed: int) -> None:
    for step in walk(slug, seed, moves=10).history:
        if step.seat is None:
            wrong = [None, 0, -1, "", "roll", (), [], (1,), (99,) * 3, ((),) * 3, {}, object(), 2.5]
            for outcome in wrong:
                with pytest.raises(lk.IllegalAction):
                    step.before.apply(outcome)


@given(seed=seeds)
def test_states_are_immutable_and_hashable(slug: str, walk: Walk, seed: int) -> None:
    for step in walk(slug, seed, moves=20).history:
        copy = pickle.loads(pickle.dumps(step.before))
        assert copy == step.before
        assert hash(copy) == hash(step.before)
        assert step.before.apply(step.choice) == step.after
        assert copy == step.before
        for name in [field.name for field in dataclasses.fields(copy)] + ["anything"]:
            with pytest.raises((dataclasses.FrozenInstanceError, TypeError, AttributeError)):
                setattr(copy, name, None)


@given(seed=seeds)
def test_repr_text_and_picture_agree(slug: str, walk: Walk, seed: int) -> None:
    game = walk(slug, seed, moves=seed % 30)
    state = game.state
    assert str(state) == str(state.open_view())
    shown = game._repr_mimebundle_()
    assert shown["text/plain"] == str(game) == str(game.view())
    assert html.escape(str(game)) in shown["text/html"]
    picture = state._repr_mimebundle_()
    assert picture["text/plain"] == str(state)
    assert html.escape(str(state)) in picture["text/html"]


@settings(max_examples=120)
@given(seed=seeds)
def test_a_spoilt_record_is_refused_or_another_sound_game(slug: str, walk: Walk, seed: int) -> None:
    record, rng = walk(slug, seed % 50, moves=12).record(), Random(seed)
    part = rng.choice([*record, *["steps"] * 6, "options", "players"])
    record[part] = spoil(record[part], rng)
    try:
        game = lk.replay(record)
    except lk.RecordError:
        return
    assert [step.before.apply(step.choice) for step in game.history] == [
        step.after for step in game.history
    ]
    assert lk.replay(json.loads(json.dumps(game.record()))).state == game.state


# Long runs, with every combination of options


OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "llama-dice": {
        "players": (2, 3, 4, 5, 6),
        "first_player": (0, 1),
        "target": (1, 40, 1000),
        "edition": ("us", "international"),
        "dice": (None, ((1, 2), (3, 4), (5, 6)), (("L", 1), ("L", 2), ("L", 3))),
        "numbers": (6, 3, 1),
        "copies": (5, 1),
        "hand": (6, 1),
    },
    "llama": {
        "players": (2, 3, 4, 5, 6),
        "first_player": (0, 1),
        "target": (1, 40, 1000),
        "idle_start": ("same", "left"),
        "numbers": (6, 3, 1),
        "copies": (8, 3, 1),
        "hand": (6, 1),
        "open_hands": (False, True),
    },
    "kadabra": {
        "players": (2, 3, 4, 5, 6),
        "first_player": (0, 1),
        "target": (1, 40, 1000),
        "quitters_keep": (False, True),
        "deck": (None, "without doubles"),
        "hand": (6, 3, 1),
        "open_hands": (False, True),
    },
    "chinchiller": {
        "players": (2, 3, 4, 5),
        "first_player": (0, 1),
        "claims": ("possible", "any"),
        "supply": ("box", "endless"),
        "turns": (None, 1, 30, 10_000),
        "die": (None, (1, 1, 1, 1, 1, "x2"), (1, 3, 6, 12, "chinchiller", "chinchiller")),
        "closed": (None, "one eye"),
    },
    "pig": {"players": (2, 3)},
}


def combinations(slug: str) -> list[dict[str, Any]]:
    """Return every combination of a game's options that its rules accept."""
    names, found = list(OPTIONS[slug]), []
    for values in product(*OPTIONS[slug].values()):
        options = dict(zip(names, values, strict=True))
        if options.get("deck") == "without doubles":
            options["deck"] = lk.kadabra.without_doubles()
        if options.get("closed") == "one eye":
            options["closed"] = [1] + [0] * (options["players"] - 1)
        with suppress(lk.InputError):  # more cards dealt than there are
            lk.new_game(slug, seed=0, **options)
            found.append(options)
    return found


def sound(slug: str, options: dict[str, Any], seed: int, most: int) -> tuple[int, bool]:
    """Play a game at random and check all that must hold at every step.

    Return the number of moves, and whether it came to its end.
    """
    game, rng, moves = lk.new_game(slug, seed=seed, **options), Random(seed), 0
    while not game.is_over and moves < most:
        legal = game.legal_actions()
        assert legal
        state, dice, action = game.state, game._rng.getstate(), rng.choice(legal)
        game.play(action)
        if not moves % 8:
            after = game.state
            game.undo()
            assert (game.state, game._rng.getstate()) == (state, dice)
            game.redo()
            assert game.state == after
        moves += 1
    for step in game.history:
        if "deck" not in options and options.get("supply", "box") == "box":
            CONSERVED[slug](step)
        assert (
            bool(step.after.is_chance) + bool(step.after.legal_actions()) + step.after.is_over == 1
        )
        seat = rng.randrange(step.after.rules.players)
        if not options.get("open_hands"):
            assert HIDDEN[slug](step.after, seat, rng).view(seat) == step.after.view(seat)
    again = lk.replay(json.loads(json.dumps(game.record())))
    assert again.history == game.history
    return moves, game.is_over


def test_every_combination_of_options_is_sound_for_a_game(slug: str) -> None:
    rng, found = Random(1), combinations(slug)
    for number, options in enumerate(rng.sample(found, min(25, len(found)))):
        sound(slug, options, seed=number, most=300)


@pytest.mark.slow
def test_very_many_moves_and_every_game_comes_to_its_end(slug: str) -> None:
    moves, found, seed = 0, combinations(slug), 0
    Random(2).shuffle(found)
    most = amount(100_000, 1_000_000)
    while moves < most or (LONG and seed < len(found)):
        played, over = sound(slug, found[seed % len(found)], seed, most=100_000)
        assert over, (found[seed % len(found)], seed)
        moves, seed = moves + played, seed + 1
