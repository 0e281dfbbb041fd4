"""Games played at random: what must hold in every position of every game.

A new game joins by being in ``lk.GAMES`` and by saying below what it conserves and hides.
"""

from __future__ import annotations

import dataclasses
import html
import json
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import llamakit as lk
from llamakit.core.cards import penalty
from llamakit.core.game import Game, Step, game_module
from llamakit.core.state import Action

L = lk.LLAMA
Walk = Callable[..., Game]

pytestmark = pytest.mark.parametrize("slug", lk.GAMES)
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


def llama_conserved(step: Step) -> None:
    before, after = step.before, step.after
    held = Counter(chain(after.discards, *after.hands)) + Counter(
        dict(zip(after.rules.values, after.pile, strict=True))
    )
    assert held == Counter(after.rules.deck)
    if before.phase != "deal":
        played = step.choice.values if step.seat is not None and step.choice.verb == "play" else ()
        assert Counter(after.discards) == Counter(before.discards) + Counter(played)
    assert min(after.points) >= 0


def kadabra_conserved(step: Step) -> None:
    before, after = step.before, step.after
    held = Counter(chain(after.discards, after.pile, *after.hands))
    assert held == Counter(dict(after.rules.deck))
    if before.phase != "deal":
        assert Counter(after.discards) >= Counter(before.discards)
        assert sum(map(len, after.hands)) + len(after.pile) >= (
            sum(map(len, before.hands)) + len(before.pile) - 1
        )
    assert sum(tokens.magic for tokens in (*after.tokens, after.stage)) <= 1
    assert all(min(tokens) >= 0 for tokens in (*after.tokens, after.stage))


def chinchiller_conserved(step: Step) -> None:
    before, after = step.before, step.after
    assert sum(after.sand) + after.supply == 745
    assert min(after.sand) >= 0
    assert all(now >= then for now, then in zip(after.closed, before.closed, strict=True))
    assert sum(after.closed) - sum(before.closed) in (0, 1)
    assert {seat for seat, eyes in enumerate(after.closed) if eyes == 2} == set(after.blind)


CONSERVED: dict[str, Callable[[Step], None]] = {
    "llama-dice": dice_conserved,
    "llama": llama_conserved,
    "kadabra": kadabra_conserved,
    "chinchiller": chinchiller_conserved,
}


@given(seed=seeds)
def test_cards_and_tokens_are_conserved(slug: str, walk: Walk, seed: int) -> None:
    for step in walk(slug, seed).history:
        CONSERVED[slug](step)


# What each game hides: another position that a seat cannot tell from this one


def nothing_hidden(state: Any, seat: int | None, rng: Random) -> Any:
    return state


def dealt_anew(state: Any, seat: int | None, pile: list[Any], rng: Random) -> tuple[Any, list[Any]]:
    """Deal the pile and the hands that a seat does not see anew, of the same sizes."""
    unseen = pile + [c for other, hand in enumerate(state.hands) if other != seat for c in hand]
    rng.shuffle(unseen)
    hands = [
        hand if other == seat else tuple(sorted(unseen.pop() for _ in hand))
        for other, hand in enumerate(state.hands)
    ]
    return tuple(hands), sorted(unseen)


def llama_hidden(state: Any, seat: int | None, rng: Random) -> Any:
    if state.phase in ("deal", "return", "over"):  # the hands have been counted
        return state
    values = state.rules.values
    pile = [v for v, copies in zip(values, state.pile, strict=True) for _ in range(copies)]
    hands, left = dealt_anew(state, seat, pile, rng)
    return dataclasses.replace(state, hands=hands, pile=tuple(map(left.count, values)))


def kadabra_hidden(state: Any, seat: int | None, rng: Random) -> Any:
    if state.phase in ("deal", "return", "over"):  # the hands have been counted
        return state
    hands, left = dealt_anew(state, seat, list(state.pile), rng)
    return dataclasses.replace(state, hands=hands, pile=tuple(left))


def sand_hidden(state: Any, seat: int | None, rng: Random) -> Any:
    """Change all sand, and the dice that lie, for whoever is blind and for what all may know."""
    if state.is_over or not state.blind or (seat is not None and seat not in state.blind):
        return state
    roll = state.roll
    if roll and None not in roll:
        roll = tuple(rng.choice(state.rules.die) for _ in roll)
    return dataclasses.replace(state, roll=roll, sand=tuple(rng.randint(0, 99) for _ in state.sand))


HIDDEN: dict[str, Callable[[Any, int | None, Random], Any]] = {
    "llama-dice": nothing_hidden,
    "llama": llama_hidden,
    "kadabra": kadabra_hidden,
    "chinchiller": sand_hidden,
}


@given(seed=seeds)
def test_views_hold_nothing_that_is_hidden(slug: str, walk: Walk, seed: int) -> None:
    rng = Random(seed)
    for step in walk(slug, seed, moves=60).history:
        for seat in (None, *range(step.after.rules.players)):
            other = HIDDEN[slug](step.after, seat, rng)
            assert other.view(seat) == step.after.view(seat)


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
    state, names = game.state, {"L": L, **vars(game_module(slug))}
    assert eval(repr(state), names) == state
    assert str(state) == str(state.open_view())
    shown = game._repr_mimebundle_()
    assert shown["text/plain"] == str(game) == str(game.view())
    assert f'alt="{html.escape(str(game))}"' in shown["text/html"]
    picture = state._repr_mimebundle_()
    assert picture["text/plain"] == str(state)
    assert f'alt="{html.escape(str(state))}"' in picture["text/html"]


JUNK = [None, True, -1, 7, 99, 10**30, 0.5, float("nan"), "", "L", "roll", "x" * 99, [], [[]], {}]


def spoil(value: Any, rng: Random) -> Any:
    """Return JSON with one value in it replaced, left out, doubled or swapped with another."""
    if isinstance(value, (list, dict)) and value and rng.random() < 0.85:
        changed = value.copy()
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if rng.random() < 0.8:
            changed[key] = spoil(value[key], rng)
        elif isinstance(value, dict) or rng.random() < 0.4:
            del changed[key]
        else:
            other = rng.randrange(len(value))
            changed[key], changed[other] = changed[other], changed[key]
            changed += changed[key : key + rng.randint(0, 1)]
        return changed
    return rng.choice(JUNK)


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
