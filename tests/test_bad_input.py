"""Bad input: each a clear error, with nothing changed."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
from collections.abc import Callable
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from pig import GAMES

import llamakit as lk
from llamakit.engine.game import Game, Seat
from llamakit.engine.record import LARGEST, MOST_STEPS
from llamakit.engine.registry import find_game
from llamakit.engine.state import Action, brief

every_game = pytest.mark.parametrize("slug", GAMES)
NAN = float("nan")


class Unspeakable:
    """An object whose every text is broken."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")

    __str__ = __repr__


class Shouting:
    def __repr__(self) -> str:
        return "!" * 10_000


class Agreeable:
    """An object that is equal to everything, and cannot be compared with an action for all that."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


class Quarrelsome:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    __hash__ = object.__hash__


class WordOfItsOwn(str):
    """A text whose methods are all broken, or lie."""

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        raise RuntimeError("no text")

    strip = lower = split = replace = __repr__ = __str__  # type: ignore[assignment]
    __hash__ = str.__hash__


class ListOfItsOwn(list[Any]):
    def __iter__(self) -> Any:
        raise RuntimeError("no items")

    def __eq__(self, other: object) -> bool:
        return True

    __len__ = __repr__ = __iter__


class ActionOfItsOwn(Action):
    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __hash__ = tuple.__hash__


def foreign() -> list[Any]:
    """Return objects that are broken, or lie about what they are equal to."""
    found: list[Any] = [Agreeable(), Quarrelsome(), WordOfItsOwn("fly"), ListOfItsOwn(["roll"])]
    return [*found, ActionOfItsOwn("fly"), Action("fly", (Agreeable(),)), [Agreeable()] * 2]


@cache
def nested() -> list[Any]:
    """Return a list in a list in a list ..."""
    found: list[Any] = []
    for _ in range(100_000):
        found = [found]
    return found


def refused(error: type[Exception], match: str, call: Callable[[], object]) -> None:
    """Check that a call raises exactly this kind of error, with a short message."""
    with pytest.raises(error, match=match) as caught:
        call()
    assert type(caught.value) is error
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 700


# Starting a game


@pytest.mark.parametrize(
    "slug", ["chess", "", "Llama", "llama dice", "core", None, 3, b"llama", ["llama"], {}, NAN]
)
def test_unknown_game(slug: Any) -> None:
    refused(lk.InputError, "unknown game .*llama-dice", lambda: lk.new_game(slug))


def test_unknown_game_with_a_broken_repr() -> None:
    refused(lk.InputError, "unknown game a Unspeakable", lambda: lk.new_game(Unspeakable()))


@every_game
def test_wrong_number_of_players(slug: str) -> None:
    low, high = find_game(slug).rules.Rules.allowed_players
    expected = f"{slug} is for {low} to {high} players"
    for count in (-1, 0, low - 1, high + 1, 10**9, 10**5000):
        refused(lk.InputError, expected, lambda count=count: lk.new_game(slug, players=count))
    for count in (0, low - 1, high + 1, 50):
        names = [f"P{number}" for number in range(count)]
        refused(lk.InputError, expected, lambda names=names: lk.new_game(slug, players=names))
    refused(lk.InputError, expected, lambda: lk.new_game(slug, players=repeat("Ana")))


@every_game
@pytest.mark.parametrize(
    "players",
    [True, 2.0, NAN, "Ana", b"Ana", {"Ana": 1, "Ben": 2}, {"Ana", "Ben"}, object(), 2j],
)
def test_players_of_the_wrong_kind(slug: str, players: Any) -> None:
    expected = "players must be a number or a list"
    refused(lk.InputError, expected, lambda: lk.new_game(slug, players=players))


@every_game
@pytest.mark.parametrize("player", [None, 3, NAN, b"Ben", ["Ben"], Unspeakable(), Shouting()])
def test_a_player_of_the_wrong_kind(slug: str, player: Any) -> None:
    expected = "a player is a name, a bot or a strategy"
    refused(lk.InputError, expected, lambda: lk.new_game(slug, players=["Ana", player]))


@every_game
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", "printable"),
        ("   ", "printable"),
        ("a\nb", "printable"),
        ("a\x00b", "printable"),
        ("\u202eevil", "printable"),
        ("\ud800", "printable"),
        ("x" * 1000, "1000 characters: at most 40"),
        ("x" * 41, "41 characters: at most 40"),
        ("Ana", "names must differ"),
        (" Ana ", "names must differ"),
    ],
)
def test_bad_names(slug: str, name: str, expected: str) -> None:
    refused(lk.InputError, expected, lambda: lk.new_game(slug, players=["Ana", name]))


@every_game
def test_forty_characters_are_a_name(slug: str) -> None:
    assert lk.new_game(slug, players=["Ana", "x" * 40]).players[1] == "x" * 40


@every_game
def test_unknown_bots(slug: str) -> None:
    for strategy in ("clever", "", Seat("x", "clever").strategy):
        players = ["Ana", lk.bot(strategy, name="Ben")]
        refused(
            lk.InputError, "unknown bot", lambda players=players: lk.new_game(slug, players=players)
        )
    for wrong in (None, 3, ["random"], NAN):
        refused(lk.InputError, "a bot is a strategy", lambda wrong=wrong: lk.bot(wrong))
    seat = Seat("Ben", ["random"])  # type: ignore[arg-type]
    refused(lk.InputError, "unknown bot", lambda: lk.new_game(slug, players=["Ana", seat]))
    refused(lk.InputError, "a name must be", lambda: lk.bot("random", name=3))  # type: ignore[arg-type]
    named = Seat(3, "random")  # type: ignore[arg-type]
    refused(lk.InputError, "a name must be", lambda: lk.new_game(slug, players=["Ana", named]))


@every_game
@pytest.mark.parametrize(
    "seed", [NAN, 1.0, True, False, "7", b"7", [7], (), Unspeakable(), 1j, -1, 2**128]
)
def test_bad_seeds(slug: str, seed: Any) -> None:
    refused(lk.InputError, "seed must be a whole number", lambda: lk.new_game(slug, seed=seed))
    record = lk.new_game(slug, seed=1).record()
    refused(lk.InputError, "seed must be a whole number", lambda: lk.replay(record, seed=seed))


@every_game
@pytest.mark.parametrize("seed", [0, 7, 2**128 - 1])
def test_any_whole_number_from_0_is_a_seed(slug: str, seed: int) -> None:
    assert lk.new_game(slug, seed=seed).record() == lk.new_game(slug, seed=seed).record()


@every_game
@pytest.mark.parametrize("option", ["colour", "rules", "players_", "", "x" * 1000])
def test_unknown_options(slug: str, option: str) -> None:
    refused(lk.InputError, f"unknown option .*{slug} has", lambda: lk.new_game(slug, **{option: 1}))


@every_game
@pytest.mark.parametrize("value", [None, -1, 2, 0.0, True, NAN, "0", [0], Unspeakable()])
def test_bad_first_player(slug: str, value: Any) -> None:
    expected = "first_player must be a whole number from 0 to 1"
    refused(lk.InputError, expected, lambda: lk.new_game(slug, first_player=value))


@every_game
def test_every_option_refuses_nonsense(slug: str) -> None:
    for field in dataclasses.fields(find_game(slug).rules.Rules):
        if field.name != "players":
            for wrong in (NAN, -7, "nonsense", object(), Unspeakable(), nested(), b"", {"a": 1}):
                options = {field.name: wrong}
                refused(
                    lk.InputError, ".", lambda options=options: lk.new_game(slug, seed=1, **options)
                )


def test_seeds_are_checked_alike_everywhere() -> None:
    game = lk.new_game("llama", seed=1)
    calls: list[Callable[[Any], Any]] = [
        lambda seed: lk.new_game("llama", seed=seed),
        lambda seed: lk.new_match("chinchiller", seed=seed),
        lambda seed: lk.replay(game.record(), seed=seed),
        lambda seed: lk.play("llama", seed=seed),
        lambda seed: lk.simulate("llama", ["greedy"] * 2, n=1, seed=seed),
        lambda seed: lk.tournament({"a": "greedy", "b": "cautious"}, "llama", n=1, seed=seed),
        lambda seed: game.advice(seed=seed),
        lambda seed: lk.explore("roll", seed=seed),
        lambda seed: lk.explore("hand", seed=seed),
        lambda seed: lk.llama.position([1, 2], 3, others=[2], seed=seed),
    ]
    for call in calls:
        for wrong in (-1, 2**128, 1.0, "7", True, [7]):
            refused(lk.InputError, "seed must be a whole number", lambda: call(wrong))  # noqa: B023


@every_game
def test_an_array_without_dimensions_is_no_list_of_players(slug: str) -> None:
    numpy = pytest.importorskip("numpy")
    expected = "players must be a number or a list"
    refused(lk.InputError, expected, lambda: lk.new_game(slug, players=numpy.array(3)))


@pytest.mark.parametrize("roll", [3, None, (3,), (3, 6, 12), (3, 101), (3, "x3"), ("", []), {}])
def test_rolls_that_are_worth_nothing_known(roll: Any) -> None:
    refused(lk.InputError, "a roll is two faces", lambda: lk.chinchiller.sand(roll))
    refused(lk.InputError, "a roll is two faces", lambda: lk.chinchiller.sand(range(10**9)))


@pytest.mark.parametrize(
    "die", [3, "123456", [1, 3], range(10**9), [1, 3, 6, 12, "x2", "x3"], [[]]]
)
def test_dice_without_sums(die: Any) -> None:
    refused(lk.InputError, ".", lambda: lk.chinchiller.sums(die))


def test_foreign_objects_are_no_cards_dice_and_rolls() -> None:
    calls: list[Callable[[Any], Any]] = [
        lk.cards.cards,
        lambda card: lk.cards.cards([card]),
        lk.cards.penalty,
        lk.kadabra.cards,
        lambda card: lk.kadabra.cards([card]),
        lk.kadabra.penalty,
        lambda face: lk.chinchiller.make_die([1, 3, 6, 12, face, "chinchiller"]),
        lk.chinchiller.turn_line,
        lk.chinchiller.sand,
        lk.chinchiller.sums,
        lk.chinchiller.make_die,
        lk.chinchiller.blind_roll,
        lk.llama_dice.make_dice,
        lk.llama.hand_penalty,
        lambda row: lk.llama_dice.roll_odds(row, [1]),
        lambda rows: lk.llama_dice.two_players(rows, [1]),
        lambda deck: lk.kadabra.Rules(deck=deck),
    ]
    for call in calls:
        for thing in [*foreign(), range(10**9), repeat(0)]:
            refused(lk.InputError, ".", lambda call=call, thing=thing: call(thing))
    refused(lk.InputError, "0 is no pair", lambda: lk.Distribution(range(10**9)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("slug", "field"), [("llama", "hand"), ("llama-dice", "row"), ("chinchiller", "roll")]
)
def test_what_cannot_be_set_on_the_desk(slug: str, field: str) -> None:
    desk = lk.companion(slug).table
    before = dict(desk.given)
    for wrong in [5, None, 2.5, range(10**9), repeat("L"), *foreign(), Unspeakable(), nested()]:
        refused(lk.InputError, ".", lambda wrong=wrong: desk.set(**{field: wrong}))
    refused(lk.InputError, "no field", lambda: desk.set(colour=1))
    assert desk.given == before


@pytest.mark.parametrize("n", [10**9, 10**12])
@pytest.mark.parametrize("game", ["llama", "llama-dice"])
def test_more_games_than_fit_are_not_begun(game: str, n: int) -> None:
    pytest.importorskip("numpy")
    refused(
        lk.InputError, "too much; with keep='summary'", lambda: lk.simulate(game, "greedy", n=n)
    )


def test_game_and_strategies_in_the_wrong_order() -> None:
    pytest.importorskip("numpy")
    named = {"Ana": "greedy", "Ben": "cautious"}
    for given in (["greedy"], named, ("greedy",), lambda view, legal, rng: legal[0]):
        refused(
            lk.InputError, "the game comes first", lambda given=given: lk.simulate(given, "llama")
        )
    refused(lk.InputError, "the strategies come first", lambda: lk.tournament("llama", named))


@pytest.mark.parametrize("folder", [[], (), {}, None, 5, "", b"", "/no/such/folder", "a\x00b"])
def test_a_class_day_without_a_folder(folder: Any) -> None:
    pytest.importorskip("numpy")
    refused(lk.InputError, "folder", lambda: lk.class_day(folder))


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    wrong: list[Any] = ["", ".", "/", 5, b"game.json", "a\x00b", "x" * 5000, tmp_path, {}]
    wrong += [tmp_path / "file" / "game.json"]
    for path in wrong:
        refused(lk.InputError, "file", lambda path=path: lk.play("llama", seed=1, autosave=path))
    lost = tmp_path / "no such folder" / "game.json"
    refused(lk.InputError, "a folder that is", lambda: lk.play("llama", seed=1, autosave=lost))


# Playing


@every_game
def test_moves_that_are_none(slug: str) -> None:
    game = lk.new_game(slug, seed=3)
    before = (game.state, game.record(), game._rng.getstate())
    moves = [0, 1.5, NAN, True, "", " ", "fly", "x" * 10**6, b"roll", ["roll"], ("roll", ()), {}]
    moves += [object(), Unspeakable(), Shouting(), nested(), Action("fly"), Action("roll", (1,))]
    moves += [Action("roll", None), Action(None), Action("x" * 1000), Action("x", (Unspeakable(),))]
    for move in moves:
        refused(lk.IllegalAction, "legal: ", lambda move=move: game.play(move))
    assert (game.state, game.record(), game._rng.getstate()) == before


@every_game
def test_moves_of_others_and_of_other_phases(slug: str, walk: Callable[..., Game]) -> None:
    game = walk(slug, 1, moves=7, players=3)
    others = {a for step in game.history for a in step.before.legal_actions()}
    for move in others - set(game.legal_actions()):
        refused(lk.IllegalAction, "turn to decide", lambda move=move: game.play(move))


@every_game
def test_playing_after_the_end(slug: str, walk: Callable[..., Game]) -> None:
    game = walk(slug, 1)
    assert game.is_over
    before = (game.state, game.record())
    for move in ("roll", "quit", "", Action("roll"), 5):
        refused(lk.IllegalAction, "the game is over", lambda move=move: game.play(move))
    refused(lk.IllegalAction, "the game is over", game.play)
    refused(lk.InputError, "left to chance", game.state.chance_outcomes)
    assert (game.state, game.record()) == before


@pytest.mark.parametrize("slug", lk.GAMES)
def test_foreign_objects_are_no_moves_and_no_outcomes(slug: str) -> None:
    game = lk.new_game(slug, seed=3)
    start = game.history[0].before
    before = (game.state, game.record(), game._rng.getstate())
    for thing in foreign():
        refused(lk.IllegalAction, ".", lambda thing=thing: game.play(thing))
        refused(lk.IllegalAction, ".", lambda thing=thing: game.state.apply(thing))
        refused(lk.IllegalAction, ".", lambda thing=thing: start.apply(thing))
    assert (game.state, game.record(), game._rng.getstate()) == before


@every_game
def test_a_text_of_another_class_is_the_move_it_says(slug: str) -> None:
    game = lk.new_game(slug, seed=3)
    said = WordOfItsOwn(str(game.legal_actions()[-1]))
    assert game.state.apply(said) == game.state.apply(game.legal_actions()[-1])


@pytest.mark.parametrize("slug", lk.GAMES)
def test_outcomes_that_are_none(slug: str) -> None:
    start = lk.new_game(slug, seed=3).history[0].before
    for outcome in (None, 3, NAN, "roll", (), [[]], nested(), Unspeakable(), [Unspeakable()] * 3):
        refused(lk.IllegalAction, ".", lambda outcome=outcome: start.apply(outcome))


# Records


def test_foreign_records() -> None:
    records = [None, 3, NAN, [], {}, b"{}", {"format": "chess record"}, {"format": [1]}]
    for record in [*records, Unspeakable(), nested()]:
        expected = "not a llamakit record"
        refused(lk.RecordError, expected, lambda record=record: lk.replay(record))


@every_game
def test_other_versions(slug: str) -> None:
    record = lk.new_game(slug, seed=1).record()
    for version in (0, 2, "1", 1.0, True, None, NAN, [1], 10**5000, Unspeakable()):
        broken = {**record, "version": version}
        expected = "this llamakit reads version 1"
        refused(lk.RecordError, expected, lambda broken=broken: lk.replay(broken))


@every_game
@pytest.mark.parametrize("key", ["game", "players", "options", "steps", "scores"])
def test_records_with_a_part_missing_or_of_the_wrong_kind(slug: str, key: str) -> None:
    whole = lk.new_game(slug, seed=1).record()
    for wrong in (None, 3, True, b"", Unspeakable()):
        record = {**whole, key: wrong}
        refused(lk.RecordError, f"'{key}' must be", lambda record=record: lk.replay(record))
    del whole[key]
    refused(lk.RecordError, f"'{key}' must be", lambda: lk.replay(whole))


IMPOSSIBLE_GAMES: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "unknown game 'chess'"),
    ({"players": []}, "players, not 0"),
    ({"players": [{"name": "Ana"}]}, "players, not 1"),
    ({"players": [{"name": f"P{n}"} for n in range(10**5)]}, "players, not 100000"),
    ({"players": ["Ana", "Ben"]}, "a player must be"),
    ({"players": [{"name": "Ana"}, {"name": "Ana"}]}, "names must differ"),
    ({"players": [{"name": "Ana"}, {"name": 3}]}, "a name must be"),
    ({"players": [{"name": "Ana"}, {}]}, "a name must be"),
    ({"players": [{"name": "Ana"}, {"name": "x" * 1000}]}, "1000 characters"),
    ({"players": [{"name": "Ana"}, {"name": "Ben", "seat": 1}]}, "a player must be"),
    ({"players": [{"name": "Ana"}, {"name": nested()}]}, "a name must be"),
    ({"options": {"colour": 1}}, "unknown option 'colour'"),
    ({"options": {"players": 2}}, "unknown option 'players'"),
    ({"options": {"first_player": 2}}, "first_player must be"),
    ({"options": {"first_player": nested()}}, "cannot be played"),
    ({"options": {1: 2}}, "unknown option '1'"),
]


@every_game
def test_records_of_games_that_cannot_be(slug: str) -> None:
    whole = lk.new_game(slug, seed=1).record()
    for change, expected in IMPOSSIBLE_GAMES:
        record = {**whole, **change}
        refused(lk.RecordError, expected, lambda record=record: lk.replay(record))


@every_game
@pytest.mark.parametrize("bot", [[], {}, 3, None, "clever", NAN])
def test_unknown_bot_in_a_record_is_a_person(slug: str, bot: Any) -> None:
    record = lk.new_game(slug, seed=1).record()
    record["players"][0]["bot"] = bot
    assert lk.replay(record).seats[0].strategy is None


def tampered(step: dict[str, Any]) -> list[Any]:
    """Return one entry of a record in many wrong ways."""
    wrong: list[Any] = [None, 3, "roll", [], {}, {"fly": 1}, {**step, "more": 1}, nested()]
    wrong += [Unspeakable(), {"seat": 0}, {"action": "roll"}]
    if "seat" in step:
        seats = [step["seat"] + 1, -1, None, str(step["seat"]), float(step["seat"]), [0]]
        wrong += [{**step, "seat": seat} for seat in seats]
        actions = ["fly", "", None, 3, ["roll"], "x" * 10**5, step["action"] + " 9"]
        wrong += [{**step, "action": action} for action in actions]
        wrong += [{"roll": [1, 2, 3]}, {"deal": []}]
    else:
        ((phase, outcome),) = step.items()
        outcomes = [None, NAN, "", {}, [], [[]], nested(), -1, 99, "fly", [True] * 3, [1.0] * 3]
        outcomes += [[outcome], [outcome, outcome]]
        if isinstance(outcome, list):
            outcomes += [outcome[:-1], [*outcome, outcome[-1]], [*outcome[:-1], "x"]]
        wrong += [{phase: outcome} for outcome in outcomes]
        wrong += [{phase + "s": outcome}, {"seat": 0, "action": "roll"}]
    return wrong


@every_game
def test_a_tampered_step_is_named(slug: str, walk: Callable[..., Game]) -> None:
    record = walk(slug, 5).record()
    kinds = {
        (tuple(entry), str(entry.get("action")).split()[0]): number
        for number, entry in reversed(list(enumerate(record["steps"])))
    }
    assert len(kinds) >= 3
    for number in kinds.values():
        for wrong in tampered(record["steps"][number]):
            steps = [*record["steps"][:number], wrong, *record["steps"][number + 1 :]]
            broken = {**record, "steps": steps}
            expected = f"^step {number + 1} of the record"
            refused(lk.RecordError, expected, lambda broken=broken: lk.replay(broken))


@every_game
def test_steps_left_out_added_or_swapped_are_noticed(slug: str, walk: Callable[..., Game]) -> None:
    record = walk(slug, 5).record()
    steps = record["steps"]
    for number in range(0, len(steps), 1 + len(steps) // 12):
        for changed in (
            steps[:number] + steps[number + 1 :],
            steps[: number + 1] + steps[number:],
        ):
            broken = {**record, "steps": changed}
            try:
                again = lk.replay(broken)
            except lk.RecordError:
                continue
            # Two rolls alike, or two players quitting: the other game is as legal as this one.
            assert again.record()["steps"] == changed
    too_many = {**record, "steps": [*steps, steps[-1]]}
    expected = f"step {len(steps) + 1} of the record: the game is over"
    refused(lk.RecordError, expected, lambda: lk.replay(too_many))


@every_game
def test_wrong_scores_are_noticed(slug: str, walk: Callable[..., Game]) -> None:
    record = walk(slug, 5, moves=30).record()
    scores = record["scores"]
    for wrong in ([], scores[:-1], [*scores, 0], [scores[0] + 1, *scores[1:]], [NAN] * 2, [None]):
        broken = {**record, "scores": wrong}
        refused(lk.RecordError, "after the last step", lambda broken=broken: lk.replay(broken))


@every_game
def test_enormous_records(slug: str, tmp_path: Path) -> None:
    record = lk.new_game(slug, seed=1).record()
    record["steps"] = (record["steps"] or [{}]) * (MOST_STEPS + 1)
    refused(lk.RecordError, f"more than {MOST_STEPS} steps", lambda: lk.replay(record))


def test_enormous_files(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    refused(lk.RecordError, f"longer than {LARGEST:,} bytes", lambda: lk.replay(path))


BROKEN_FILES = {
    "empty": b"",
    "cut off": b'{"format": "llamakit record", "version": 1',
    "null": b"null",
    "a list": b"[]",
    "not UTF-8": b"\xff\xfe",
    "zeros": b"\x00" * 100,
    "deep and cut off": b"[" * 100_000,
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "a huge number": b'{"version": ' + b"9" * 5000 + b"}",
    "NaN": b'{"version": NaN}',
}


@pytest.mark.parametrize("kind", BROKEN_FILES)
def test_files_that_hold_no_record(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(BROKEN_FILES[kind])
    refused(lk.RecordError, "record", lambda: lk.replay(path))
    refused(lk.RecordError, "record", lambda: lk.replay(str(path)))


def test_paths_without_a_file() -> None:
    for path in ("", "no such file.json", ".", "x" * 10_000, "a\x00b", "{}", "/"):
        expected = "no record can be read from"
        refused(lk.RecordError, expected, lambda path=path: lk.replay(path))
        refused(lk.RecordError, expected, lambda path=path: lk.replay(Path(path)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    refused(lk.RecordError, "it is no file but a folder or a device", lambda: lk.replay(path))


@every_game
def test_a_refused_record_is_left_as_it_was(slug: str, walk: Callable[..., Game]) -> None:
    record = walk(slug, 5, moves=10).record()
    record["scores"] = [-1]
    before = copy.deepcopy(record)
    refused(lk.RecordError, "after the last step", lambda: lk.replay(record))
    assert record == before
    assert json.dumps(record) == json.dumps(before)


# Messages


def test_messages_stay_short_and_whole() -> None:
    assert brief(Unspeakable()) == "a Unspeakable"
    assert brief(nested()) == "a list"
    assert len(brief(Shouting())) == 81
    assert len(brief("x" * 10**6)) < 50
    assert brief(10**5000) == "a int"
