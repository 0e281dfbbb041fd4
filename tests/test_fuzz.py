"""What is broken on purpose: accepted and consistent, or refused, quickly and in little memory.

Records and other files are changed at random, as text and as data; actions are hostile objects; and
every public function that takes a person's arguments gets them wrong one at a time. The fast tests
are a fixed sample of the long ones.
"""

from __future__ import annotations

import inspect
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amounts import amount
from matplotlib import pyplot
from spoiled import STRANGE, spoil

import llamakit as lk
from llamakit.engine.state import Action
from llamakit.lessons import own, record

SECOND, LITTLE = 1.0, 100  # of computing, and megabytes

#: What stands in files in place of something else.
TOKENS = [
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"-1",
    b"2.5",
    b"9" * 5000,
    b"1" + b"0" * 400,
    b"null",
    b"true",
    b'""',
    b'"\\ud800"',
    b'"<img src=x onerror=alert(1)>"',
    b"[" * 3000,
    b"[" * 100_000,
    b'{"a":' * 3000,
    b'"steps": [], ',
    b'"game": "llama", ',
    b'"version": 2, ',
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
]


class Broken:
    """An object of which nothing works."""

    def _break(self, *_: object) -> Any:
        raise RuntimeError("broken")

    __repr__ = __str__ = __hash__ = __eq__ = __lt__ = __gt__ = __iter__ = __len__ = _break
    __bool__ = __int__ = __float__ = __index__ = __getitem__ = __contains__ = __call__ = _break
    __add__ = __radd__ = __mul__ = __rmul__ = __format__ = __le__ = __ge__ = __neg__ = _break


class Agreeing:
    """An object that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(Action("roll"))


class Text(str):
    """A text that does not keep to its word."""

    def _break(self, *_: object) -> Any:
        raise RuntimeError("broken")

    __hash__ = str.__hash__
    __str__ = __eq__ = __repr__ = split = strip = lower = encode = _break  # type: ignore[assignment]


class Row(list[Any]):
    """A list that cannot be gone through."""

    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("broken")

    __len__ = __eq__ = __repr__ = __iter__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Endless:
    """Something that can be gone through for ever, or so it says."""

    def __iter__(self) -> Iterator[int]:
        while True:
            yield 1

    def __len__(self) -> int:
        return 3


@cache
def hostile() -> list[Any]:
    """Return what nobody should give to a function."""
    nested: list[Any] = []
    for _ in range(20_000):
        nested = [nested]
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    plain: list[Any] = [None, True, -1, 0, 1, 7, 99, 2**31, 10**30, -(10**400), 0.5, 1e308]
    plain += [float("nan"), float("inf"), 1j, "", " ", "L", "roll", "x" * 10**5, "\0", "\ud800"]
    plain += ["no/such/file", "1/0", "9**9**9", "$x$", b"bytes", (), [], {}, set(), [[]], [None]]
    plain += [(1, 2, 3), ["L"] * 7, {"L": 1}, {1: "L"}, [0] * 10**5, range(10**12), {"a": {}}]
    plain += [object(), ..., Action("fly")]
    return [*plain, Broken(), Agreeing(), Text("roll"), Row([1]), Endless(), nested, loop]


@contextmanager
def limits(seconds: float = SECOND) -> Iterator[None]:
    """See that something takes little computing and little memory, where the system tells."""
    with _stopped(5 * seconds):
        start, held = time.process_time(), _peak(reset=True)
        yield
        assert time.process_time() - start <= seconds
        assert _peak() - held <= LITTLE


@contextmanager
def _stopped(seconds: float) -> Iterator[None]:
    """Stop what takes far too long, or far too much memory, where the system can."""
    if sys.platform != "linux":
        yield
        return
    import resource
    import signal

    def stop(*_: object) -> None:
        raise TimeoutError(f"still computing after {seconds} seconds")

    before, (soft, hard) = (
        signal.signal(signal.SIGVTALRM, stop),
        resource.getrlimit(resource.RLIMIT_AS),
    )
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 2**30, hard))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _peak(reset: bool = False) -> float:
    """Return the most megabytes held since the last reset; nothing where nobody tells."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return float(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1024


def refuses(call: Callable[[], object]) -> bool:
    """Whether a call is refused, in a few words that can be shown; anything else is let through."""
    said = None
    try:
        call()
    except lk.InputError as error:
        said = str(error).encode()
    assert said is None or 0 < len(said) < 5000
    return said is not None


# Files


@cache
def records() -> dict[str, bytes]:
    """Return files of every kind that the kit reads, as their texts."""
    found = {path.name: path.read_bytes() for path in (Path(__file__).parent / "records").iterdir()}
    for slug in lk.GAMES:
        for players in (2, 4):
            game, rng = lk.new_game(slug, players=players, seed=players), Random(players)
            while not game.is_over and len(game.history) < 30:
                game.play(rng.choice(game.legal_actions()))
            found[f"{slug} {players}"] = json.dumps(game.record()).encode()
    question = {"id": "bus-1", "answer": "5/8", "hints": ["Draw it."], "mistakes": {"3/8": "no"}}
    found["questions"] = json.dumps([question]).encode()
    return found


def changed_text(text: bytes, rng: Random) -> bytes:
    """Return a text with bits flipped, a part gone or doubled, or something strange in it."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        here, there = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        there = min(there, here + rng.choice((1, 5, 50, 5000)))
        way = rng.randrange(6)
        if way == 0 and here < len(text):
            text = text[:here] + bytes([text[here] ^ 1 << rng.randrange(8)]) + text[here + 1 :]
        elif way == 1:
            text = text[:here]
        elif way == 2:
            text = text[:here] + text[there:]
        elif way == 3:
            text = text[:there] + text[here:there] + text[there:]
        elif way == 4:
            text = text[:here] + rng.choice(TOKENS) + text[there:]
        else:
            text = text.replace(*rng.sample([b"1", b"2", b"3", b'"L"', b"0", b"[", b"]"], 2), 1)
    return text


def check_record(given: Any) -> bool:
    """See that a record is refused, or a game that follows the rules and is told alike again."""
    game: Any = None

    def read() -> None:
        nonlocal game
        game = lk.replay(given)

    if refuses(read):
        return False
    again = lk.replay(json.loads(json.dumps(game.record())))
    assert again.record() == game.record()
    for one in game.games if hasattr(game, "games") else [game]:
        assert all(step.before.apply(step.choice) == step.after for step in one.history)
    return True


def break_files(folder: Path, seeds: range) -> int:
    """Read so many files that are broken at random; return how many were accepted."""
    texts, path, accepted = records(), folder / "file.json", 0
    table = lk.play("llama-dice", seed=1)
    for seed in seeds:
        rng = Random(seed)
        name = rng.choice(sorted(texts))
        if seed % 2:
            text = changed_text(texts[name], rng)
        else:
            other = json.loads(rng.choice(list(texts.values())))
            parts = other.values() if isinstance(other, dict) else other
            text = json.dumps(spoil(json.loads(texts[name]), rng, [*STRANGE, *parts])).encode()
        path.write_bytes(text)
        try:
            if name == "progress.json":
                accepted += not refuses(lambda: record.read(path))
                accepted += not refuses(lambda: record.read_guesses(path))
            elif name == "questions":
                accepted += not refuses(lambda: lk.add_exercises(path))
                own._added.clear()
            elif seed % 10 == 0:
                shown = text.decode("utf-8", "replace")
                table.table.receive({"do": "load", "text": shown, "version": table.version})
            else:
                accepted += check_record(path)
        except Exception as error:
            error.add_note(f"seed {seed}, {name}: {text[:300]!r}")
            raise
    table.close()
    return accepted


def test_broken_files_are_refused_or_sound(tmp_path: Path) -> None:
    with limits(30):
        assert 0 < break_files(tmp_path, range(400)) < 400


@pytest.mark.slow
def test_very_many_broken_files(tmp_path: Path) -> None:
    for start in range(0, amount(10_000, 100_000), 20):
        with limits():
            break_files(tmp_path, range(start, start + 20))


def test_a_file_full_of_brackets_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b"[" + b"{}," * 6_000_000 + b"{}]")
    with limits():
        assert refuses(lambda: lk.replay(path))


# Actions


def test_hostile_actions_leave_no_trace() -> None:
    for slug in lk.GAMES:
        game = lk.new_game(slug, players=2, seed=3)
        before = game.record()
        for thing in hostile():
            is_roll = isinstance(thing, str) and str.__eq__(thing, "roll")
            if thing is None or is_roll or (type(thing) is tuple and not thing):
                continue  # these are moves
            for move in (thing, Action("roll", thing), Action(thing), Action("play", (thing,))):
                with limits():
                    for play in (game.play, game.state.apply):
                        accepted = not refuses(lambda play=play, move=move: play(move))
                        assert not accepted, (slug, type(thing))
        assert game.record() == before


# The arguments of public functions


@cache
def objects() -> dict[str, Any]:
    """Return one of each kind of object whose methods a person calls."""
    seats = {"a": "random", "b": "greedy"}
    return {
        "a class": lk.lessons.ClassData("Ana: hit 3, take 1", {"hit": 1, "take": 1}),
        "a die": lk.Distribution({1: 1, 2: 1}),
        "a game": lk.new_game("llama-dice", players=2, seed=1),
        "a match": lk.new_match("chinchiller", players=2, seed=1),
        "a simulation": lk.simulate("llama-dice", ["greedy"] * 2, n=2, seed=1, progress=False),
        "a solution": lk.exact.solve({"s": {"go": 1}}),
        "a tournament": lk.tournament(seats, "llama", n=1, seed=1, progress=False),
        "llamakit": lk,
    }


def valid() -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return a call of every public function that takes what a person gives, quick as it stands."""
    dice, game = ["L", 1, 2], lk.new_game("llama-dice", players=2, seed=1)
    hand, model = lk.new_game("llama", players=2, seed=1).view(0), {"s": {"go": {"end": 1}}}
    part = lk.chinchiller.honest
    return {
        "Distribution": (({1: 1},), {}),
        "a class.growing": (("hit",), {}),
        "a class.plot": ((None,), {}),
        "a die.given": ((1,), {}),
        "a die.map": ((abs,), {}),
        "a die.p": ((1,), {}),
        "a die.plot": ((None,), {}),
        "a die.sample": ((Random(1), 2), {}),
        "a game.advice": ((), {"samples": 2, "seed": 1}),
        "a game.view": ((0,), {}),
        "a game.watch": ((None,), {}),
        "a simulation.plot": ((None,), {}),
        "a solution.value": (("s",), {}),
        "a tournament.best": ((None,), {}),
        "a tournament.plot": ((None,), {}),
        "a tournament.save_sheet": (("sheet.html",), {}),
        "a tournament.worst": ((None,), {}),
        "add_exercises": (([],), {}),
        "after_guess": (("bus-wait",), {"thing": 1}),
        "bot": (("greedy",), {"name": "Ann"}),
        "check": (("llama_dice_odds-1", "1/2"), {}),
        "class_day": (("nowhere",), {"game": "llama", "n": 1, "seed": 1, "players": 2, "bots": ()}),
        "companion": (("llama-dice",), {"players": 2}),
        "explore": (("roll",), {}),
        "new_game": (("llama-dice",), {"players": 2, "seed": 1, "target": 10, "edition": "us"}),
        "new_match": (("chinchiller",), {"players": 2, "seed": 1}),
        "play": (("llama",), {"players": 2, "seed": 1, "pace": 1, "autosave": None}),
        "predict": (
            ("bus-wait", "How long?"),
            {"shares": None, "chance": True, "number": None, "choice": None, "curve": None}
            | {"unit": "", "guess": None, "truth": None, "class_guesses": ""},
        ),
        "progress": ((None,), {"names": True}),
        "replay": ((game.record(),), {"seed": 1}),
        "resume": (("nowhere",), {"pace": 1}),
        "rulings": (("llama",), {}),
        "show": ((game,), {"seat": None}),
        "simulate": (
            ("llama-dice", ["greedy", "random"]),
            {"n": 2, "seed": 1, "unit": "game", "keep": "games", "executor": None},
        ),
        "tournament": (
            ({"a": "random", "b": "greedy"},),
            {"game": "llama", "n": 1, "seed": 1, "players": 2, "time_limit": 1, "sandbox": None},
        ),
        "llama.advice": ((hand,), {}),
        "llama.best_order_alone": (([1, 2], 3), {"numbers": 6}),
        "llama.distinct_values": ((3,), {"copies": 8}),
        "llama.draw_helps": (([1, 2], 3), {"seen": (), "draws": 1}),
        "llama.hand_penalty": ((3,), {"copies": 8}),
        "llama.round_ending": ((game.state,), {}),
        "llama.position": (
            ([1, 2], 3),
            {"others": (2,), "discards": (), "quit": (), "points": None, "seed": 1, "target": 40},
        ),
        "llama.quit_or_draw": (([1, 2], 3), {"seen": ()}),
        "llama.Rules": ((), {"players": 2, "target": 40, "numbers": 6, "copies": 8, "hand": 6}),
        "llama_dice.Rules": ((), {"players": 2, "edition": "us", "dice": None, "copies": 5}),
        "kadabra.Rules": ((), {"players": 2, "deck": None, "quitters_keep": False}),
        "chinchiller.Rules": ((), {"claims": "possible", "die": None, "turns": None}),
        "llama_dice.advice": ((game.view(0),), {}),
        "llama_dice.discards": ((dice, [1]), {}),
        "llama_dice.make_dice": ((None,), {}),
        "llama_dice.position": (
            ([1, 2], [3]),
            {"others": None, "quit": (), "points": None, "roll": None, "dice": None},
        ),
        "llama_dice.roll_events": ((dice, [3]), {"alone": False, "dice": None}),
        "llama_dice.roll_odds": ((dice, [3]), {"alone": False, "dice": None}),
        "llama_dice.rolls_ahead": ((dice, [3], 1), {"alone": False, "dice": None}),
        "llama_dice.roll_odds_table": ((None,), {}),
        "llama_dice.rolls": ((None,), {}),
        "llama_dice.round_end": ((dice, [3]), {"alone": False, "dice": None}),
        "llama_dice.round_ending": ((game.state,), {}),
        "llama_dice.solo": ((dice, [3]), {"dice": None, "points": 0}),
        "llama_dice.takes": ((dice, [1]), {}),
        "llama_dice.thrifty": (((1, 2), (Action("discard", (1,)),)), {}),
        "llama_dice.two_players": (([[1], [2]], [3]), {"points": (0, 0), "progress": False}),
        "kadabra.advice": ((hand,), {}),
        "kadabra.can_play": ((3,), {"cards": 2, "seen": (), "deck": None}),
        "kadabra.card": ((3,), {}),
        "kadabra.cards": (([3],), {}),
        "kadabra.holds_llama": ((2,), {"seen": (), "deck": None}),
        "kadabra.lowest_token_after": ((1,), {"white": 1, "black": 1, "magic": 0}),
        "kadabra.penalty": (([3],), {}),
        "kadabra.round_ending": ((game.state,), {}),
        "kadabra.position": (([1, 2], 3), {"others": (2,), "tokens": None, "stage": (0, 0, 0)}),
        "kadabra.without_doubles": ((None,), {}),
        "chinchiller.advice": ((hand,), {}),
        "chinchiller.best_turn": ((5,), {"die": None}),
        "chinchiller.blind_roll": ((None,), {}),
        "chinchiller.make_die": ((None,), {}),
        "chinchiller.position": ((None,), {"closed": (0, 0), "sand": None, "claim": None}),
        "chinchiller.player": ((part, part, part), {}),
        "chinchiller.returned": ((10, (1, 2), 13), {}),
        "chinchiller.sand": (([1, 2, 3],), {}),
        "chinchiller.solve": ((None,), {}),
        "chinchiller.sums": ((None,), {}),
        "chinchiller.stopper": ((5,), {}),
        "chinchiller.threshold": ((5,), {}),
        "chinchiller.turn_line": (({},), {"die": None}),
        "chinchiller.turn_pieces": ((None,), {}),
        "chinchiller.turn_value": ((5,), {"die": None}),
        "cards.all_deals": (({1: 1, 2: 2}, (1, 1)), {}),
        "cards.card": ((3,), {}),
        "cards.cards": (([3],), {}),
        "cards.counts": (((1, 2), (1,)), {}),
        "cards.penalty": (([3],), {}),
        "cards.tokens_to_return": ((3,), {}),
        "cards.without": (((1, 2), (1,)), {}),
        "exact.binomial": ((3, "1/2"), {}),
        "exact.exact": (("1/2",), {}),
        "exact.hypergeometric": ((9, 3, 2), {}),
        "exact.positions": ((lk.new_game("llama", seed=1).state,), {"until": lambda state: True}),
        "exact.rational": ((1,), {"out_of": 2}),
        "exact.solve": (
            (model,),
            {"payoff": {"end": 1}, "reward": lambda state, action: 1, "minimise": False},
        ),
        "lessons.ClassData": (("Ana: hit 3",), {"exact": {"hit": 1}}),
        "lessons.P": ((bool, [1, 2]), {}),
        "lessons.expected": ((lambda outcome: 1, [1, 2]), {}),
        "lessons.given": ((bool, [1, 2]), {}),
        "lessons.picture": ((None, "A picture."), {}),
        "lessons.tally": ((["hit", "take"], "Ana"), {}),
        "lessons.class_data.line": (("Ana", ["hit"]), {}),
        "lessons.class_data.line_of": (("Ana", game), {}),
        "lessons.class_data.llama_faces": (((1, 2, 3), [[1, 2], [3, 4], [5, 6]]), {}),
    }


#: Public, and yet nobody calls it with arguments of their own: a game makes states and results and
#: asks the bots, and Matplotlib takes its own; moves are tried above.
NOT_CALLED = {"Advice", "IllegalAction", "InputError", "RecordError", "lessons.subplots"}
NOT_CALLED |= {"exact.Figure", "exact.Solution", "kadabra.Tokens", "a die.get", "a game.play"}
NOT_CALLED |= {f"chinchiller.{part}" for part in ("doubting", "honest", "low", "trusting")}


def public() -> Iterator[str]:
    """Yield the names of all public functions and methods that take an argument."""
    rooms = ("llama", "llama_dice", "kadabra", "chinchiller", "cards", "exact", "lessons")
    places = objects() | {room: getattr(lk, room) for room in rooms}
    for place, one in places.items():
        for name in {*dir(one)} - {"State", *getattr(one, "BOTS", ())}:
            thing, elsewhere = getattr(one, name), getattr(lk, name, None)
            known = name.startswith("_") or (thing is elsewhere and one is not lk)
            if not known and callable(thing) and takes_something(thing):
                yield name if one is lk else f"{place}.{name}"


def takes_something(call: Any) -> bool:
    """Whether a function, a method or a class takes any argument."""
    return isinstance(call, type) or bool(inspect.signature(call).parameters)


def test_every_public_function_is_called_wrongly_here() -> None:
    assert {*public()} - NOT_CALLED <= valid().keys()
    assert {*public()} >= NOT_CALLED


def found(name: str) -> Callable[..., Any]:
    """Return a public function by its name."""
    first, *parts = name.split(".")
    thing = objects().get(first) or getattr(lk, first)
    for part in parts:
        thing = getattr(thing, part)
    return thing  # type: ignore[no-any-return]


def spoilt_calls(name: str) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Yield the arguments of a call with one of them replaced by something hostile."""
    positional, named = valid()[name]
    for thing in hostile():
        for place in range(len(positional)):
            yield (*positional[:place], thing, *positional[place + 1 :]), named
        for key in named:
            yield positional, named | {key: thing}
        yield positional, named | {"no_such_option": thing}


def is_foreign(error: Exception) -> bool:
    """Whether the argument's own code has raised this, or Python knows no such argument."""
    return str(error) == "broken" or (type(error) is TypeError and "no_such_option" in str(error))


def break_calls(name: str, every: int = 1, start: int = 0) -> int:
    """Call a function with wrong arguments; return how many calls were refused."""
    positional, named = valid()[name]
    refused = refuses(lambda: found(name)(*positional, **named))  # what is loaded does not count
    for number, (positional, named) in enumerate(spoilt_calls(name)):
        if number % every != start % every:
            continue
        try:
            with limits():
                refused += refuses(lambda p=positional, n=named: found(name)(*p, **n))
        except Exception as error:
            if is_foreign(error):
                continue
            error.add_note(
                f"call {number} of {name}: {[*map(_kind, (*positional, *named.items()))]}"
            )
            raise
    return refused


def _kind(thing: object) -> str:
    """Return what an argument is, as far as it can be said."""
    try:
        return repr(thing)[:60]
    except Exception:
        return type(thing).__name__


@pytest.fixture
def _quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Play nothing and show nothing: what is called here is called wrongly."""
    monkeypatch.chdir(tmp_path)
    yield
    own._added.clear()
    pyplot.close("all")


@pytest.mark.usefixtures("_quiet")
@pytest.mark.parametrize("name", valid())
def test_one_wrong_argument_is_refused(name: str) -> None:
    assert found(name)
    break_calls(name, every=9, start=len(name))


@pytest.mark.slow
@pytest.mark.usefixtures("_quiet")
@pytest.mark.parametrize("name", valid())
def test_every_wrong_argument_is_refused(name: str) -> None:
    assert break_calls(name)


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else tells the memory")
def test_the_limits_are_seen_to_be_broken() -> None:
    def spend() -> None:
        with limits(0.001):
            sum(range(10**6))

    def hoard() -> None:
        with limits():
            len(b"x" * 150_000_000)

    for wrong in (spend, hoard):
        with pytest.raises((AssertionError, TimeoutError)):
            wrong()
