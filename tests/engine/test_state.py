"""States: how they change, what they remember, and what is no action and no outcome."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.engine.state import Action

every_game = pytest.mark.parametrize("slug", lk.GAMES)
Walk = Callable[..., Game]


# What makes states quick changes nothing


@every_game
def test_changed_states_are_as_replace_makes_them(slug: str, walk: Walk) -> None:
    for step in walk(slug, 2, moves=20).history:
        state = step.before
        number = (state.turn + 1) % state.rules.players
        state.legal_actions()
        changed, replaced = state._with(turn=number), dataclasses.replace(state, turn=number)
        assert type(changed) is type(state)
        assert changed == replaced != state
        assert hash(changed) == hash(replaced)
        assert changed.legal_actions() == replaced.legal_actions()
        assert state._with() == state


@every_game
def test_legal_actions_are_listed_once_and_never_those_of_another(slug: str, walk: Walk) -> None:
    for step in walk(slug, 3, moves=30).history:
        state = step.before
        fresh = dataclasses.replace(state)
        assert state.legal_actions() is state.legal_actions()
        assert state.legal_actions() == fresh.legal_actions()
        over = state._with(phase="over")
        assert over.legal_actions() == ()


@every_game
def test_copies_and_pickles_hold_the_fields_alone(slug: str) -> None:
    state = lk.new_game(slug, seed=1).state
    state.legal_actions()
    names = {field.name for field in dataclasses.fields(state)}
    for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert set(vars(again)) == names
        assert not hasattr(again, "_listed")
        assert again.legal_actions() == state.legal_actions()


@every_game
def test_only_what_a_state_has_drawn_itself_goes_unchecked(slug: str) -> None:
    start, other = (lk.new_game(slug, seed=1, players=n).rules.start() for n in (2, 3))
    drawn = start.sample(Random(1))
    assert start.apply(drawn) == start._with().apply(drawn)
    forged = ("forged",) * 3
    for state in (start, start._with()):
        with pytest.raises(lk.IllegalAction):
            state.apply(forged)
        with pytest.raises(lk.IllegalAction):
            state.apply(None)
    if slug != "chinchiller":
        with pytest.raises(lk.IllegalAction):
            other.apply(start.sample(Random(2)))
        drawing = start._with(phase="draw" if slug != "llama-dice" else "roll")
        with pytest.raises(lk.IllegalAction):
            drawing.apply(drawn)


@pytest.mark.clause("H3")
def test_a_die_that_stays_is_checked_though_the_roll_was_drawn_before() -> None:
    start = lk.new_game("chinchiller", seed=1).rules.start()
    drawn = start.sample(Random(2))
    kept = start._with(roll=(lk.chinchiller.make_die()[4], None))
    assert drawn[0] != kept.roll[0]
    with pytest.raises(lk.IllegalAction):
        kept.apply(drawn)


# Foreign objects


class Hostile:
    """An object that no one may compare, count, list, hash or write down."""

    def broken(self, *_: Any) -> Any:
        raise RuntimeError("broken on purpose")

    __eq__ = __ne__ = __lt__ = __gt__ = __hash__ = broken  # type: ignore[assignment]
    __repr__ = __str__ = __len__ = __iter__ = __getitem__ = __int__ = __index__ = broken
    __bool__ = __contains__ = __format__ = broken


class Agreeing:
    """An object that says it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


class BadText(Hostile, str):
    __slots__ = ()


class BadList(Hostile, list[Any]):
    __slots__ = ()


class BadTuple(Hostile, tuple[Any, ...]):
    __slots__ = ()


class BadAction(Hostile, Action):
    __slots__ = ()


class BadNumber(Hostile, int):
    __slots__ = ()


class Liar:
    """An object that is broken even where its class is asked for."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise RuntimeError("broken on purpose")


def hostile() -> Iterator[Any]:
    """Yield objects that are no action and no outcome, whatever they say."""
    yield from (Hostile(), Agreeing(), Liar(), BadText("fly"), BadAction("fly"), BadNumber(3))
    yield from (BadList(), BadList([1, 2, 3]), BadTuple(), BadTuple((1, 2, 3)))
    for part in (Hostile(), Agreeing(), Liar(), BadText("fly"), BadNumber(9), BadList([1])):
        yield from (Action("roll", (part,)), Action("play", (part, part)), Action("claim", part))
        yield from (Action(part), Action(part, part), [part] * 3, (part,) * 3, ((part,),) * 3)
        yield [[part] * 6, [part] * 6, [part]]


@every_game
def test_hostile_objects_are_no_actions(slug: str) -> None:
    game = lk.new_game(slug, seed=3, players=2)
    while game.state.phase in ("choose",):  # a claim is the action with most values
        game.play("stop")
    before = game.state
    for number, choice in enumerate(hostile()):
        for ask in (game.play, game.state.apply, game.state.find_action):
            with pytest.raises(lk.IllegalAction) as caught:
                ask(choice)
            assert len(str(caught.value)) < 700, number
    assert game.state is before


@every_game
def test_hostile_objects_are_no_outcomes(slug: str, walk: Walk) -> None:
    states = {step.before.phase: step.before for step in walk(slug, 5).history if step.seat is None}
    assert set(states) == set(next(iter(states.values())).chance_phases)
    for state in states.values():
        for outcome in hostile():
            with pytest.raises(lk.IllegalAction) as caught:
                state.apply(outcome)
            assert len(str(caught.value)) < 700


@every_game
def test_texts_of_a_kind_of_their_own_are_texts(slug: str) -> None:
    class Text(str):
        __slots__ = ()

    class Move(Action):
        __slots__ = ()

    game = lk.new_game(slug, seed=1)
    for action in game.legal_actions():
        assert game.state.find_action(Text(f" {action}")) is action
        assert game.state.find_action(Move(*action)) is action
        assert game.state.find_action(Action(*action)) is action
        assert game.state.find_action(str(action).upper()) is action
