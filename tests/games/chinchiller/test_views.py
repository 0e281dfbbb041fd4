"""What each seat may know of Chinchiller Dice, and that it is nothing more (H11)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import llamakit as lk
from llamakit.engine.game import Game, Step
from llamakit.engine.registry import make_rules
from llamakit.games.chinchiller.rules import Rules, State, roll_outcomes, sand

Position = Callable[..., State]
Walk = Callable[..., Game]
GAMES = 60


def steps(walk: Walk) -> Iterator[Step]:
    """Yield the steps of games played at random by 2 to 5 players."""
    for seed in range(GAMES):
        yield from walk("chinchiller", seed).history


def changed_secrets(state: State, rng: Random) -> State:
    """Return the state with other sand, and other dice that lead to the same decision."""
    held = list(state.sand)
    while tuple(held) == state.sand:
        held = [rng.randint(0, 200) for _ in held]
    outcomes = [roll for roll, _ in roll_outcomes(state.rules.die)]
    if state.phase == "choose":
        outcomes = [roll for roll in outcomes if sand(roll)]
    elif state.phase == "roll":
        outcomes = [(None, None), (None, "x2"), ("chinchiller", None)]
    return dataclasses.replace(state, sand=tuple(held), roll=rng.choice(outcomes))


@pytest.mark.clause("H11")
def test_states_that_differ_in_secrets_only_give_the_blind_equal_views(walk: Walk) -> None:
    rng, compared = Random(11), 0
    for step in steps(walk):
        state = step.before
        assert isinstance(state, State)
        other = changed_secrets(state, rng)
        for seat in (None, *range(len(state.sand))):
            view, other_view = state.view(seat), other.view(seat)
            if seat in state.blind or (seat is None and state.blind):
                assert view == other_view
                assert str(view) == str(other_view)
                assert (view.sand, view.roll, view.supply) == ((), (), None)
                compared += 1
            else:
                assert view != other_view
    assert compared > 5000


@pytest.mark.clause("H11")
def test_who_sees_sees_everything(walk: Walk) -> None:
    for step in steps(walk):
        state = step.after
        assert isinstance(state, State)
        for seat in range(len(state.sand)):
            if seat not in state.blind:
                view = state.view(seat)
                assert (view.sand, view.roll, view.supply) == (state.sand, state.roll, state.supply)


@pytest.mark.clause("H11")
def test_everybody_knows_claims_eyes_and_whose_turn_it_is(walk: Walk) -> None:
    for step in steps(walk):
        state = step.after
        for seat in (None, *range(len(state.scores))):
            for name in ("closed", "blind", "claim", "turn", "turn_number", "announcer", "phase"):
                assert getattr(state.view(seat), name) == getattr(state, name)


@pytest.mark.clause("H11", "H10")
def test_at_the_end_all_eyes_open(position: Position) -> None:
    state: Any = position(40, 30, turn=1, closed=(2, 1))
    assert state.view().sand == ()
    after = state.apply(("chinchiller", "x2"))
    for seat in (None, 0, 1):
        assert after.view(seat).sand == (40, 30)
        assert after.view(seat).supply == 745 - 70
        assert after.view(seat).roll == (None, None), "the last dice are cleared away"


def disguised(record: dict[str, Any], seat: int, rng: Random) -> dict[str, Any]:
    """Return the record of another game which a seat cannot tell from this one.

    From the moment that it is blind: other dice under every accepted claim, and other rolls that
    end a sighted turn with the same sand or the same closed eye.
    """
    state: Any = make_rules("chinchiller", len(record["players"]), {}).start()
    twin: list[Any] = []
    for turn in turns(record):
        twin += other_turn(state, turn, rng) if seat in state.blind else turn
        for entry in turn:
            state = step(state, entry)
    return {**record, "steps": twin}


def turns(record: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the steps of each turn."""
    state: Any = make_rules("chinchiller", len(record["players"]), {}).start()
    turn: list[Any] = []
    for entry in record["steps"]:
        after = step(state, entry)
        turn.append(entry)
        if after.is_over or after.turn_number > state.turn_number:
            yield turn
            turn = []
        state = after
    assert not turn, "the record stops in the middle of a turn"


def step(state: Any, entry: dict[str, Any]) -> Any:
    return state.apply(entry["action"] if "action" in entry else entry["roll"])


def other_turn(state: State, turn: list[Any], rng: Random) -> list[Any]:
    """Return another course of a whole turn that sounds the same to the blind."""
    outcomes = [roll for roll, _ in roll_outcomes(state.rules.die)]
    ending = turn[-1].get("action")
    if ending == "accept":
        return [{"roll": list(rng.choice(outcomes))}, *turn[1:]]
    if ending == "doubt":
        return turn
    last = next(entry["roll"] for entry in reversed(turn) if "roll" in entry)
    same = [
        roll
        for roll in outcomes
        if sand(roll) == sand(last) and (sand(roll) or set(roll) - {"x2"} == set(last) - {"x2"})
    ]
    again = {"seat": state.turn, "action": "reroll"}
    detour = [{"roll": [1, 12]}, again] * rng.randint(0, 2)
    stop = [{"seat": state.turn, "action": "stop"}] if ending == "stop" else []
    return [*detour, {"roll": list(rng.choice(same))}, *stop]


@pytest.mark.clause("H11")
def test_games_that_differ_in_secrets_only_sound_the_same_to_the_blind(walk: Walk) -> None:
    rng, different = Random(5), 0
    for seed in range(GAMES):
        game = walk("chinchiller", seed)
        for seat in game.state.blind:
            twin = lk.replay(disguised(game.record(), seat, rng))
            assert twin.scores == game.scores
            assert twin.view(seat) == game.view(seat)
            if seat == game.state.blind[0]:
                assert twin.view(None) == game.view(None)
            different += twin.history != game.history
    assert different > GAMES


@pytest.mark.clause("H11")
def test_what_was_heard_while_seeing_stays_in_the_log(position: Position) -> None:
    game = lk.new_game("chinchiller", players=2, seed=4, closed=(1, 1))
    rng = Random(1)
    while not game.state.blind:
        game.play(rng.choice(game.legal_actions()))
    (seat,) = game.state.blind
    before = [sentence for sentence in game.view(seat).log if "rolls" in sentence]
    assert before, "the dice that this seat has seen"
    while not game.is_over:
        game.play(rng.choice(game.legal_actions()))
        assert [entry for entry in game.view(seat).log if "rolls" in entry] == before
    assert game.view(1 - seat).log != game.view(seat).log


@pytest.mark.clause("H7", "H11")
def test_an_accepted_roll_stays_hidden_whatever_is_undone() -> None:
    texts = set()
    for roll in ([1, 3], [12, 12], ["x2", "x2"]):
        record = lk.new_game("chinchiller", players=2, closed=(2, 0), seed=1).record()
        record["steps"] = [
            {"roll": roll},
            {"seat": 1, "action": "claim 4"},
            {"seat": 0, "action": "accept"},
            {"roll": [3, 3]},
        ]
        record["scores"] = [28, 20]
        game = lk.replay(record)
        texts_so_far = [str(game.view(0)), *game.view(0).log]
        for _ in range(2):
            game.undo()
            texts_so_far += [str(game.view(0)), *game.view(0).log]
        game.redo()
        texts.add("\n".join([*texts_so_far, str(game.view(0)), *game.view(0).log]))
    assert len(texts) == 1


@pytest.mark.clause("H8", "H9", "H11")
def test_after_a_doubt_everybody_learns_the_roll() -> None:
    for roll in ("3 and 3", "12 and 1"):
        game = lk.new_game("chinchiller", players=3, closed=(2, 0, 2), seed=1)
        record = game.record()
        faces = [int(word) for word in roll.split(" and ")]
        record["steps"] = [
            {"roll": faces},
            {"seat": 1, "action": "claim 6"},
            {"seat": 0, "action": "doubt"},
        ]
        record["scores"] = [24, 24, 24] if roll == "3 and 3" else [37, 11, 24]
        game = lk.replay(record, seed=1)
        for seat in (None, 0, 1, 2):
            assert any(f"The dice show {roll}" in entry for entry in game.view(seat).log)


@pytest.mark.clause("H11")
def test_a_view_as_text(position: Position) -> None:
    state = position(24, 31, closed=(2, 1), roll=(3, "x2"), turn_number=5)
    assert str(state) == str(state.view(1)) == str(state.open_view())
    assert str(state.view(1)).splitlines() == [
        "Chinchiller Dice, turn 5: Player 2 to tell Player 1 a sum",
        "  Player 1: 24 sand, blind",
        "  Player 2: 31 sand, one eye closed",
        "  supply: 690 sand",
        "  dice: 3 x2",
    ]
    assert str(state.view(0)).splitlines() == [
        "Chinchiller Dice, turn 5: Player 2 to tell Player 1 a sum",
        "  Player 1: blind",
        "  Player 2: one eye closed",
    ]
    texts = {
        "roll": position(24, 24),
        "choose": position(24, 24, roll=(3, 3)),
        "answer": state.apply("claim 7"),
    }
    first = {phase: str(other).splitlines()[0].split(": ")[1] for phase, other in texts.items()}
    assert first == {
        "roll": "Player 1 rolls",
        "choose": "Player 1 to re-roll or stop",
        "answer": "Player 1 to accept or doubt 7 sand",
    }


def test_states_are_hashable_and_equal_by_their_fields() -> None:
    one, two = Rules(players=3).start(), Rules(players=3).start()
    assert one == two
    assert hash(one) == hash(two)
    assert one != Rules(players=3, first_player=1).start()
    assert len({one, two, one.apply((3, 3))}) == 2
