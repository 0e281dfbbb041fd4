"""A sitting: seats, seed, moves, undo and redo, the record, and who may know what."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine.game import Game
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action
from llamakit.games.cards import from_json, to_json

L = lk.LLAMA


def quitter(view: Any, legal_actions: Sequence[Action], rng: Random) -> Action:
    """Return the last legal action, as a student's strategy might."""
    return legal_actions[-1]


def everything(game: Game) -> tuple[Any, ...]:
    """Return all there is to a game, to see that nothing has changed."""
    return (game.state, game.history, game.record(), game._rng.getstate(), str(game), repr(game))


def play_bots(game: Game, moves: int = 10_000) -> Game:
    """Let the bots play, to the end or for some moves."""
    for _ in range(moves):
        if game.is_over:
            break
        game.play()
    return game


def test_public_names() -> None:
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    assert game.players == ("Ana", "Ben")
    assert (game.current_player, game.round_number, game.is_over) == (0, 1, False)
    assert (game.winners, game.scores) == ((), (0, 0))
    assert list(map(str, game.legal_actions())) == ["roll", "quit"]
    game.play("quit")
    assert game.current_player == 1
    assert [step.seat for step in game.history] == [None, 0]


@pytest.mark.parametrize("slug", GAMES)
def test_players_by_number_or_by_name(slug: str) -> None:
    low, high = find_game(slug).rules.Rules.allowed_players
    for count in range(low, high + 1):
        assert len(lk.new_game(slug, players=count, seed=1).players) == count
    assert lk.new_game(slug, players=["Ana", " Zoë "]).players == ("Ana", "Zoë")
    assert lk.new_game(slug, players=(n for n in ("a", "b"))).players == ("a", "b")


def test_bots_and_strategies_get_names() -> None:
    players = ["Ana", lk.bot("cautious"), lk.bot("cautious"), quitter, lk.bot(quitter, name="Q")]
    game = lk.new_game("llama-dice", players=players, seed=1)
    assert game.players == ("Ana", "Cautious", "Cautious 2", "Quitter", "Q")


@pytest.mark.parametrize("slug", GAMES)
def test_names_are_shown_as_they_are(slug: str) -> None:
    name = "<img src=x onerror=alert(1)>"
    game = lk.new_game(slug, players=[name, "Ben"], seed=1)
    assert game.players[0] == name
    assert lk.replay(json.loads(json.dumps(game.record()))).players[0] == name


@pytest.mark.parametrize("slug", GAMES)
def test_same_seed_same_game(slug: str) -> None:
    def record(seed: int) -> dict[str, Any]:
        players = [lk.bot("random"), lk.bot("random")]
        return play_bots(lk.new_game(slug, players=players, seed=seed)).record()

    assert record(5) == record(5)
    assert record(5) != record(6)


@pytest.mark.parametrize("slug", GAMES)
def test_without_a_seed_games_differ(slug: str) -> None:
    def record() -> dict[str, Any]:
        return play_bots(lk.new_game(slug, players=[lk.bot("random"), quitter]), 30).record()

    assert any(record() != record() for _ in range(5))


@pytest.mark.parametrize("slug", GAMES)
def test_no_global_random_state_is_touched(slug: str) -> None:
    import random

    random.seed(1)
    before = random.getstate()
    play_bots(lk.new_game(slug, players=[lk.bot("random"), lk.bot("greedy")], seed=1))
    assert random.getstate() == before


@pytest.mark.parametrize("slug", GAMES)
def test_bots_play_whole_games(slug: str) -> None:
    low, high = find_game(slug).rules.Rules.allowed_players
    bots = [name for name in find_game(slug).bots if name != "strong"]  # that one takes its time
    for count in range(low, high + 1):
        players = [lk.bot(bots[seat % len(bots)]) for seat in range(count)]
        game = play_bots(lk.new_game(slug, players=players, seed=count))
        assert game.is_over
        assert game.winners
        assert (game.current_player, game.legal_actions()) == (None, ())


def test_strategy_functions_play_and_may_answer_in_words() -> None:
    game = lk.new_game("llama-dice", players=["Ana", lambda *_: "quit"], seed=7)
    game.play("quit")
    game.play()
    assert game.round_number == 2


@pytest.mark.parametrize("answer", ["fly", None, 3, "", Action("take", (9,)), ["roll"], "Roll!"])
def test_illegal_answer_of_a_strategy_changes_nothing(answer: Any) -> None:
    def cheat(view: Any, legal_actions: Sequence[Action], rng: Random) -> Any:
        rng.random()
        return answer

    game = lk.new_game("llama-dice", players=[cheat, "Ana"], seed=7)
    before = everything(game)
    with pytest.raises(lk.IllegalAction, match="legal: roll, quit"):
        game.play()
    assert everything(game) == before


def test_broken_strategy_changes_nothing() -> None:
    def broken(view: Any, legal_actions: Sequence[Action], rng: Random) -> Action:
        rng.random()
        raise ZeroDivisionError

    game = lk.new_game("llama-dice", players=[broken, "Ana"], seed=7)
    before = everything(game)
    with pytest.raises(ZeroDivisionError):
        game.play()
    assert everything(game) == before


def test_strategy_sees_the_view_of_its_seat() -> None:
    seen = []

    def watcher(view: Any, legal_actions: Sequence[Action], rng: Random) -> Action:
        seen.append(view)
        assert legal_actions == game.legal_actions()
        return legal_actions[0]

    game = lk.new_game("llama-dice", players=["Ana", watcher], seed=7)
    game.play("quit")
    expected = game.view(1)
    game.play()
    assert seen == [expected]
    assert expected.seat == 1
    assert expected.names == ("Ana", "Watcher")


def test_person_has_to_choose() -> None:
    game = lk.new_game("llama-dice", players=2, seed=7)
    with pytest.raises(lk.IllegalAction, match="Player 1 is a person: play one of roll, quit"):
        game.play()


@pytest.mark.parametrize("text", ["roll", "ROLL", " Roll ", Action("roll")])
def test_moves_by_action_or_text(text: Any) -> None:
    game = lk.new_game("llama-dice", players=2, seed=7)
    game.play(text)
    assert game.history[1].choice == Action("roll")


# Undo and redo


def test_undo_takes_back_a_decision_and_the_chance_after_it() -> None:
    game = lk.new_game("llama-dice", players=2, seed=3)
    before = everything(game)
    game.play("roll")
    assert len(game.history) == 3
    after = everything(game)
    game.undo()
    assert everything(game) == before
    game.play("roll")
    assert everything(game) == after
    game.undo()
    game.redo()
    assert everything(game) == after


def test_the_first_deal_cannot_be_undone() -> None:
    game = lk.new_game("llama-dice", players=2, seed=3)
    with pytest.raises(lk.InputError, match="nothing to undo"):
        game.undo()
    with pytest.raises(lk.InputError, match="nothing to redo"):
        game.redo()
    game.play("quit")
    game.undo()
    with pytest.raises(lk.InputError, match="nothing to undo"):
        game.undo()


def test_another_move_after_undo_ends_redo_but_an_illegal_one_does_not() -> None:
    game = lk.new_game("llama-dice", players=2, seed=3)
    game.play("roll")
    game.undo()
    with pytest.raises(lk.IllegalAction):
        game.play("fly")
    game.redo()
    game.undo()
    game.play("quit")
    with pytest.raises(lk.InputError, match="nothing to redo"):
        game.redo()


@pytest.mark.parametrize("slug", GAMES)
def test_undo_from_the_end_to_the_beginning_and_back(slug: str) -> None:
    game = lk.new_game(slug, players=[lk.bot("random"), lk.bot("greedy")], seed=4)
    positions = [everything(game)]
    while not game.is_over:
        game.play()
        positions.append(everything(game))
    for position in reversed(positions):
        assert everything(game) == position
        if position is not positions[0]:
            game.undo()
    for position in positions[1:]:
        game.redo()
        assert everything(game) == position
    with pytest.raises(lk.InputError, match="nothing to redo"):
        game.redo()


@pytest.mark.parametrize("slug", GAMES)
def test_undone_moves_are_unheard(slug: str) -> None:
    game = lk.new_game(slug, players=2, seed=4)
    logs = [game.view(0).log]
    rng = Random(1)
    while not game.is_over and len(logs) < 12:
        game.play(rng.choice(game.legal_actions()))
        logs.append(game.view(0).log)
    for log in reversed(logs[:-1]):
        game.undo()
        assert game.view(0).log == log


# Views


def test_view_has_names_and_the_log() -> None:
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    game.play("quit")
    view = game.view()
    assert view.name(1) == "Ben"
    assert view.log == (
        "Round 1: the cards are dealt and Ana starts.",
        "Ana quits the round.",
    )
    assert (game.view(1).seat, view.seat) == (1, None)


@pytest.mark.parametrize("seat", [-1, 2, 0.0, True, "0", "Ana", [0]])
def test_nobody_sits_there(seat: Any) -> None:
    game = lk.new_game("llama-dice", players=2, seed=7)
    with pytest.raises(lk.InputError, match="the seats are 0 to 1"):
        game.view(seat)


# The record


def test_record_format() -> None:
    players = ["Ana", lk.bot("cautious"), quitter]
    game = lk.new_game("llama-dice", players=players, seed=2, target=10)
    game.play("quit")
    record = game.record()
    deal = [to_json(row) for row in game.state.rows]
    assert record == {
        "format": "llamakit record",
        "version": 1,
        "game": "llama-dice",
        "players": [
            {"name": "Ana"},
            {"name": "Cautious", "bot": "cautious"},
            {"name": "Quitter", "bot": "own strategy"},
        ],
        "options": {
            "first_player": 0,
            "target": 10,
            "edition": "us",
            "dice": [[3, 4, 5, 6, "L", "L"], [1, 2, 5, 6, "L", "L"], [1, 2, 3, 4, "L", "L"]],
            "numbers": 6,
            "copies": 5,
            "hand": 6,
        },
        "steps": [{"deal": deal}, {"seat": 0, "action": "quit"}],
        "scores": [0, 0, 0],
    }


def test_json_of_cards() -> None:
    value = ((1, L), ((2,), ()), "L!", 5, None)
    assert to_json(value) == [[1, "L"], [[2], []], "L!", 5, None]
    assert from_json(json.loads(json.dumps(to_json(value)))) == value
    assert type(from_json("L")) is type(L)


def test_record_is_a_copy() -> None:
    game = lk.new_game("llama-dice", players=2, seed=2)
    record = game.record()
    record["steps"].clear()
    record["options"]["dice"][0][0] = "L"
    assert game.record() == lk.new_game("llama-dice", players=2, seed=2).record()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("kind", ["dict", "path", "text"])
def test_replay_from_a_dict_or_a_file(slug: str, kind: str, tmp_path: Path) -> None:
    game = play_bots(lk.new_game(slug, players=[lk.bot("random"), lk.bot("greedy")], seed=8))
    path = tmp_path / "Zoë's game.json"
    path.write_text(json.dumps(game.record()), encoding="utf-8")
    again = lk.replay({"dict": game.record(), "path": path, "text": str(path)}[kind])
    assert again.state == game.state
    assert again.record() == game.record()
    assert again.is_over


@pytest.mark.parametrize("slug", GAMES)
def test_replayed_game_can_be_continued(slug: str) -> None:
    game = lk.new_game(slug, players=[lk.bot("random"), lk.bot("random")], seed=8)
    play_bots(game, moves=5)
    one, two = (lk.replay(game.record(), seed=3) for _ in range(2))
    assert one.state == game.state
    assert one.seats == game.seats
    assert play_bots(one).record() == play_bots(two).record()
    assert one.is_over
    assert one.record()["steps"][: len(game.history)] == game.record()["steps"]


def test_replayed_game_can_be_undone_and_redone() -> None:
    game = lk.new_game("llama-dice", players=2, seed=8)
    for _ in range(2):
        game.play("roll" if "roll" in map(str, game.legal_actions()) else game.legal_actions()[0])
    again = lk.replay(game.record())
    again.undo()
    again.undo()
    assert again.state == game.history[0].after
    again.redo()
    again.redo()
    assert again.state == game.state


@pytest.mark.parametrize("slug", GAMES)
def test_a_move_undone_in_a_replayed_game_rolls_the_same(slug: str) -> None:
    game = play_bots(lk.new_game(slug, players=[lk.bot("random")] * 2, seed=8), moves=12)
    again = lk.replay(game.record(), seed=99)
    decisions = [step for step in game.history if step.seat is not None]
    for _ in decisions:
        again.undo()
    for step in decisions:
        again.play(step.choice)
    assert again.history == game.history


@pytest.mark.parametrize("slug", GAMES)
def test_another_move_in_a_replayed_game_needs_no_record(slug: str) -> None:
    game = play_bots(lk.new_game(slug, players=[lk.bot("random")] * 2, seed=8), moves=12)
    again = lk.replay(game.record(), seed=99)
    for _ in range(4):
        again.undo()
    while len(again.legal_actions()) < 2:
        again.undo()
    step = game.history[len(again.history)]
    others = [action for action in again.legal_actions() if action != step.choice]
    again.play(others[0])
    with pytest.raises(lk.InputError, match="nothing to redo"):
        again.redo()


def test_record_that_stops_before_a_roll_goes_on_by_itself() -> None:
    game = lk.new_game("llama-dice", players=2, seed=8)
    game.play("roll")
    record = game.record()
    del record["steps"][2:]
    again = lk.replay(record, seed=1)
    assert len(again.history) >= 3
    assert again.record()["steps"][:2] == record["steps"]


# How it looks


@pytest.mark.parametrize("slug", GAMES)
def test_text_of_a_game_is_what_everybody_may_see(slug: str) -> None:
    game = lk.new_game(slug, players=["Ana", "Ben"], seed=7)
    assert str(game) == str(game.view())
    assert repr(game) == f"<Game {slug} players=['Ana', 'Ben'] round=1 turn={game.current_player}>"


@pytest.mark.parametrize("slug", GAMES)
def test_reprs_fit_a_line_and_tell_nothing_secret(slug: str) -> None:
    seats = [lk.bot("random", name=letter * 40) for letter in "AB"]
    game = play_bots(lk.new_game(slug, players=seats, seed=3))
    assert repr(game).endswith(" over>")
    shown = [repr(game), *map(repr, game.history)]
    shown += [repr(step.before) for step in game.history]
    assert max(map(len, shown)) <= 80
    for step in game.history:  # another deal, another roll: the same text
        if step.seat is None:
            assert repr(step) == f"<Step {step.before.phase}>"
            one, other = step.after, step.before.apply(step.before.sample(Random(1)))
            if (one.phase, one.player, one.round_number) == (
                other.phase,
                other.player,
                other.round_number,
            ):
                assert repr(other) == repr(one)
        else:
            assert repr(step) == f"<Step {step.choice} by seat {step.seat}>"


@pytest.mark.parametrize("slug", GAMES)
def test_states_and_games_can_be_pickled(slug: str) -> None:
    game = play_bots(lk.new_game(slug, players=[lk.bot("random")] * 2, seed=7), moves=6)
    assert pickle.loads(pickle.dumps(game.state)) == game.state
    again = pickle.loads(pickle.dumps(game))
    assert everything(again) == everything(game)
    again.play()
    game.play()
    assert everything(again) == everything(game)
