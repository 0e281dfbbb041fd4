"""One sitting of a game: seats, a seed, moves, undo and redo, and the record that replays it.

Imports the standard library and ``core.state``; a game's own modules are imported when asked for.

**The record, version 1**, is a JSON-able dict::

    {"format": "llamakit record", "version": 1, "game": "llama-dice",
     "players": [{"name": "Ana"}, {"name": "Ben", "bot": "cautious"}],
     "options": {"target": 40, ...},
     "steps": [{"deal": [[1, 3, "L", ...], ...]},     what chance brought: deal, roll, draw
               {"seat": 0, "action": "roll"},         what a player chose
               {"roll": [1, 3, "L"]}, ...],
     "scores": [0, 0]}                                points by seat after the last step

The steps hold every deal, roll, draw and action in order, cards as 1 to 6 and "L", so a reader
with the rulebook can recompute every score. Nothing in it tells what has not happened yet.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from llamakit.core.cards import LLAMA
from llamakit.core.state import (
    Action,
    IllegalAction,
    InputError,
    RecordError,
    Rules,
    State,
    Strategy,
    View,
    brief,
)

#: The games, by the names that ``new_game`` and the rest take.
GAMES = ("llama", "llama-dice", "kadabra", "chinchiller")

FORMAT, VERSION = "llamakit record", 1
LONGEST_NAME = 40
MOST_STEPS = 100_000


def game_module(slug: object, part: str = "rules") -> Any:
    """Return a part (rules, odds, strategies, words, picture) of a game's package.

    Raises InputError for an unknown game.

    >>> game_module("llama-dice").__name__
    'llamakit.llama_dice.rules'
    """
    if not isinstance(slug, str) or slug not in GAMES:
        raise InputError(f"unknown game {brief(slug)}: the games are {', '.join(GAMES)}")
    return import_module(f"llamakit.{slug.replace('-', '_')}.{part}")


def make_rules(slug: object, players: int, options: Mapping[str, Any]) -> Rules:
    """Return a game's rules with the options given. Raises InputError for a bad one.

    >>> make_rules("llama-dice", 2, {"target": 10}).target
    10
    """
    rules_class = game_module(slug).Rules
    known = [field.name for field in dataclasses.fields(rules_class) if field.name != "players"]
    for name in options:
        if name not in known:
            raise InputError(f"unknown option {brief(name)}: {slug} has {', '.join(known)}")
    rules: Rules = rules_class(players=players, **options)
    return rules


@dataclasses.dataclass(frozen=True)
class Seat:
    """Who sits in a seat: a name, and a strategy if it is not a person.

    ``strategy`` is a function, or the name of a built-in bot.
    """

    name: str
    strategy: Strategy | str | None = None


def bot(strategy: Strategy | str, name: str | None = None) -> Seat:
    """Return a bot for ``players``: a built-in one by name, or any strategy function.

    >>> bot("cautious")
    Seat(name='Cautious', strategy='cautious')
    """
    if not callable(strategy) and not isinstance(strategy, str):
        raise InputError(f"a bot is a strategy function or its name, not {brief(strategy)}")
    if name is None:
        called = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "Bot")
        name = called.strip("<>_").replace("_", " ").capitalize() or "Bot"
    return Seat(name, strategy)


def find_strategy(slug: str, strategy: Strategy | str) -> Strategy:
    """Return a strategy function from itself or from the name of a built-in bot.

    Raises InputError for an unknown name.
    """
    if callable(strategy):
        return strategy
    bots: dict[str, Strategy] = game_module(slug, "strategies").BOTS
    if not isinstance(strategy, str) or strategy not in bots:
        raise InputError(f"unknown bot {brief(strategy)}: {slug} has {', '.join(bots)}")
    return bots[strategy]


def _seats(slug: str, players: object) -> list[Seat]:
    """Return the seats that ``players`` means: a number, or names, bots and strategies."""
    if isinstance(players, int) and not isinstance(players, bool):
        _check_count(slug, players)
        return [Seat(f"Player {number + 1}") for number in range(players)]
    unordered = (str, bytes, Mapping, Set)
    if isinstance(players, unordered) or not isinstance(players, Iterable):
        raise InputError(
            f"players must be a number or a list of names and bots, not {brief(players)}"
        )
    players = list(islice(players, 100))
    _check_count(slug, len(players))
    seats: list[Seat] = []
    for player in players:
        taken = [seat.name for seat in seats]
        if isinstance(player, str):
            seats.append(Seat(_checked_name(player, taken)))
        elif isinstance(player, Seat) or callable(player):
            seat = player if isinstance(player, Seat) else bot(player)
            if seat.strategy is not None:
                find_strategy(slug, seat.strategy)
            seats.append(dataclasses.replace(seat, name=_free_name(seat.name, taken)))
        else:
            raise InputError(f"a player is a name, a bot or a strategy, not {brief(player)}")
    return seats


def _check_count(slug: str, count: int) -> None:
    """Raise InputError unless so many can play a game."""
    low, high = game_module(slug).Rules.allowed_players
    if not low <= count <= high:
        raise InputError(f"{slug} is for {low} to {high} players, not {brief(count)}")


def _checked_name(name: object, taken: Sequence[str]) -> str:
    """Return a name, trimmed, that can be told from the others. Raises InputError."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise InputError(f"a name must be printable text, not {brief(name)}")
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise InputError(
            f"the name {brief(name)} has {len(name)} characters: at most {LONGEST_NAME}"
        )
    if name in taken:
        raise InputError(f"two players are called {brief(name)}: names must differ")
    return name


def _free_name(name: str, taken: Sequence[str]) -> str:
    """Return a bot's name, numbered if somebody has it already."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return _checked_name(free, taken)


@dataclasses.dataclass(frozen=True)
class Step:
    """One entry of a game's history: what chance brought (seat None) or what a seat chose."""

    before: State
    seat: int | None
    choice: Any
    after: State


@dataclasses.dataclass
class _Decision:
    """Where a decision stands in the history, and the random state it was made in."""

    start: int
    random_state: Any


class Game:
    """One sitting: the position now, everything that led to it, and the moves from here.

    Made by ``new_game`` and ``replay``. Chance moves by itself, from the seed; a seat's strategy
    moves when ``play()`` is called without an action.

    >>> game = new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    >>> game.legal_actions()
    (Action(verb='roll', values=()), Action(verb='quit', values=()))
    >>> game.play("quit")
    >>> game.current_player
    1
    """

    def __init__(self, slug: str, seats: Sequence[Seat], rules: Rules, rng: Random) -> None:
        """Sit down. Use ``new_game``, which checks what it is given."""
        self.slug = slug
        self.seats = tuple(seats)
        self.rules = rules
        self.state: State = rules.start()
        self._rng = rng
        self._history: list[Step] = []
        self._decisions: list[_Decision] = []
        self._undone: list[tuple[list[Step], Any]] = []
        self._heard: dict[int | None, list[str]] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def current_player(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return self.state.player

    @property
    def round_number(self) -> int:
        """The round being played, from 1."""
        return self.state.round_number

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return self.state.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end."""
        return self.state.winners

    @property
    def history(self) -> tuple[Step, ...]:
        """Every step so far, chance included, in order."""
        return tuple(self._history)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the current player may do; empty when the game is over."""
        return self.state.legal_actions()

    def play(self, action: Action | str | None = None) -> None:
        """Play an action, or its text, for the current player, then whatever chance brings.

        Without an action the current seat's own strategy chooses. Raises IllegalAction, and
        changes nothing, if the action is not legal now or the strategy's choice is not.
        """
        before = self._rng.getstate()
        try:
            chosen = self._strategy_choice() if action is None else action
            chosen = self.state.find_action(chosen)
        except BaseException:
            self._rng.setstate(before)
            raise
        if self._undone and self._undone[-1][0][0].choice == chosen:
            self._rng.setstate(before)
            self.redo()  # rolls the same, in a replayed game as well
            return
        self._decisions.append(_Decision(len(self._history), before))
        self._step(self.state.player, chosen)
        self._let_chance_move()
        self._undone.clear()

    def _strategy_choice(self) -> Action:
        """Return what the current seat's strategy chooses."""
        if self.state.player is None:
            raise IllegalAction("the game is over")
        seat = self.seats[self.state.player]
        if seat.strategy is None:
            legal = ", ".join(map(str, self.legal_actions()))
            raise IllegalAction(f"{seat.name} is a person: play one of {legal}")
        strategy = find_strategy(self.slug, seat.strategy)
        return strategy(self.view(self.state.player), self.legal_actions(), self._rng)

    def _step(self, seat: int | None, choice: Any) -> None:
        """Take one step and remember it."""
        after = self.state.apply(choice)
        self._history.append(Step(self.state, seat, choice, after))
        self.state = after

    def _let_chance_move(self) -> None:
        """Roll and deal until somebody has to decide or the game is over."""
        while self.state.is_chance:
            self._step(None, self.state.sample(self._rng))

    def undo(self) -> None:
        """Take back the last decision and the chance that followed it.

        The random state goes back too: the same action then rolls the same. Raises InputError if
        there is nothing to take back.
        """
        if not self._decisions:
            raise InputError("nothing to undo: no decision has been made yet")
        decision = self._decisions.pop()
        self._undone.append((self._history[decision.start :], self._rng.getstate()))
        del self._history[decision.start :]
        self.state = self._undone[-1][0][0].before
        self._rng.setstate(decision.random_state)
        self._heard.clear()

    def redo(self) -> None:
        """Repeat the decision that was last taken back. Raises InputError if there is none."""
        if not self._undone:
            raise InputError("nothing to redo: no decision has been taken back")
        steps, random_state = self._undone.pop()
        self._decisions.append(_Decision(len(self._history), self._rng.getstate()))
        self._history += steps
        self.state = steps[-1].after
        self._rng.setstate(random_state)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know, names and all it has heard included.

        Without a seat: what everybody may know. Raises InputError for a seat nobody sits in.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.seats)):
            raise InputError(f"no seat {brief(seat)}: the seats are 0 to {len(self.seats) - 1}")
        return dataclasses.replace(
            self.state.view(seat), names=self.players, log=tuple(self._log(seat))
        )

    def _log(self, seat: int | None) -> list[str]:
        """Return the sentences a seat has heard so far, one for each step that is told."""
        tell: Callable[..., str] = game_module(self.slug, "words").tell
        heard = self._heard.setdefault(seat, [])
        for step in self._history[len(heard) :]:
            heard.append(tell(step, seat, self.players))
        return [sentence for sentence in heard if sentence]

    def record(self) -> dict[str, Any]:
        """Return the whole game as a JSON-able dict; ``replay`` plays it again.

        >>> game = new_game("llama-dice", players=2, seed=1)
        >>> sorted(game.record())
        ['format', 'game', 'options', 'players', 'scores', 'steps', 'version']
        """
        options = {
            field.name: to_json(getattr(self.rules, field.name))
            for field in dataclasses.fields(self.rules)
            if field.name != "players"
        }
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.slug,
            "players": [_seat_record(seat) for seat in self.seats],
            "options": options,
            "steps": [_step_record(step) for step in self._history],
            "scores": list(self.scores),
        }

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Show the game in a notebook: the picture of what everybody may see."""
        from llamakit.core.picture import mimebundle

        return mimebundle(self.slug, self.view())

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        names = ", ".join(map(repr, self.players))
        return f"<Game {self.slug} players=[{names}] round={self.round_number} {self.state!r}>"


def new_game(slug: str, players: Any = 2, seed: int | None = None, **options: Any) -> Game:
    """Start a game: how many players or who they are, a seed, and the game's own options.

    ``players`` is a number, or a list of names, bots (``bot("cautious")``) and strategy functions.
    The same seed gives the same game. Raises InputError for anything that cannot be played.

    >>> new_game("llama-dice", players=["Ana", bot("cautious")], seed=7).players
    ('Ana', 'Cautious')
    """
    game_module(slug)
    seats = _seats(slug, players)
    game = Game(slug, seats, make_rules(slug, len(seats), options), make_rng(seed))
    game._let_chance_move()
    return game


def make_rng(seed: object) -> Random:
    """Return a random generator from a whole number, or an unpredictable one from None."""
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise InputError(f"a seed is a whole number or None, not {brief(seed)}")
    return Random(seed)


def to_json(value: Any) -> Any:
    """Return cards as 1 to 6 and "L", tuples as lists, everything else as it is.

    >>> to_json(((1, LLAMA), (2, 3)))
    [[1, 'L'], [2, 3]]
    """
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    return "L" if value is LLAMA else value


def from_json(value: Any) -> Any:
    """Return what ``to_json`` was given.

    >>> from_json([[1, "L"], [2, 3]])
    ((1, L), (2, 3))
    """
    if isinstance(value, list):
        return tuple(from_json(item) for item in value)
    return LLAMA if isinstance(value, str) and value == "L" else value


def _seat_record(seat: Seat) -> dict[str, str]:
    """Return a seat for the record: its name, and its bot's name if it has one."""
    if seat.strategy is None:
        return {"name": seat.name}
    known = seat.strategy if isinstance(seat.strategy, str) else "own strategy"
    return {"name": seat.name, "bot": known}


def _step_record(step: Step) -> dict[str, Any]:
    """Return a step for the record: {"roll": [...]} or {"seat": 0, "action": "roll"}."""
    if step.seat is None:
        return {step.before.phase: to_json(step.choice)}
    return {"seat": step.seat, "action": str(step.choice)}


def replay(record: Mapping[str, Any] | str | os.PathLike[str], seed: int | None = None) -> Game:
    """Play a record again, checking every step, and return the game, ready to go on.

    ``record`` is the dict or the path of a JSON file that holds it; ``seed`` is for what comes
    after its last step. Raises RecordError, naming the step, for a record that is broken, foreign
    or against the rules.

    >>> game = new_game("llama-dice", players=2, seed=1)
    >>> game.play("roll")
    >>> replay(game.record()).state == game.state
    True
    """
    rng = make_rng(seed)
    record = _read(record)
    game = _empty_game(record, rng)
    for number, entry in enumerate(record["steps"], start=1):
        try:
            _replay_step(game, entry)
        except RecursionError:
            raise RecordError(f"step {number} of the record is nested too deeply") from None
        except InputError as error:
            raise RecordError(f"step {number} of the record: {error}") from None
    if list(record["scores"]) != list(game.scores):
        raise RecordError(
            f"after the last step the scores are {list(game.scores)}, "
            f"but the record says {brief(record['scores'])}"
        )
    game._let_chance_move()
    return game


def _replay_step(game: Game, entry: Any) -> None:
    """Play one entry of a record. Raises InputError if it is not what can come next."""
    if not isinstance(entry, dict):
        raise RecordError(f"expected a step such as {{'roll': [1, 2, 'L']}}, not {brief(entry)}")
    phase, player = game.state.phase, game.state.player
    if game.is_over:
        raise RecordError(f"the game is over, but {brief(entry)} follows")
    if game.state.is_chance:
        if list(entry) != [phase]:
            raise RecordError(f"expected a {phase}, not {brief(entry)}")
        game._step(None, from_json(entry[phase]))
    else:
        if set(entry) != {"seat", "action"} or not isinstance(entry["action"], str):
            raise RecordError(f"expected a seat's action, not {brief(entry)}")
        if type(entry["seat"]) is not int or entry["seat"] != player:
            raise RecordError(f"it is the turn of seat {player}, not of {brief(entry['seat'])}")
        game._decisions.append(_Decision(len(game._history), game._rng.getstate()))
        game._step(player, game.state.find_action(entry["action"]))


def _read(record: Any) -> Mapping[str, Any]:
    """Return the record as a dict with every entry there. Raises RecordError."""
    if isinstance(record, (str, os.PathLike)):
        record = read_file(Path(record))
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        raise RecordError(f"this is not a {FORMAT}: {brief(record)}")
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(
            f"the record has version {brief(record.get('version'))}; "
            f"this llamakit reads version {VERSION}"
        )
    kinds = {"game": str, "players": list, "options": dict, "steps": list, "scores": list}
    for key, kind in kinds.items():
        if not isinstance(record.get(key), kind):
            raise RecordError(f"the record's {key!r} must be a {kind.__name__}")
    if len(record["steps"]) > MOST_STEPS:
        raise RecordError(f"the record has more than {MOST_STEPS} steps")
    return record


def read_file(path: Path) -> Any:
    """Return the JSON in a file. Raises RecordError if there is none."""
    unread = f"no record can be read from {brief(str(path))}"
    try:
        if not path.is_file():
            raise RecordError(f"{unread}: there is no such file")
        if path.stat().st_size > 50_000_000:
            raise RecordError(f"{unread}: it is larger than 50 MB, as no game is")
        return json.loads(path.read_text(encoding="utf-8"))
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(f"{unread}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{unread}: {error}") from None


def _empty_game(record: Mapping[str, Any], rng: Random) -> Game:
    """Return the game of a record before its first step. Raises RecordError."""
    try:
        _check_count(record["game"], len(record["players"]))
        seats: list[Seat] = []
        for entry in record["players"]:
            if not isinstance(entry, dict) or not set(entry) <= {"name", "bot"}:
                raise InputError(f"a player must be {{'name': …}}, not {brief(entry)}")
            name = _checked_name(entry.get("name"), [seat.name for seat in seats])
            seats.append(Seat(name, _known_bot(record["game"], entry.get("bot"))))
        options = {str(key): from_json(value) for key, value in record["options"].items()}
        rules = make_rules(record["game"], len(seats), options)
    except (InputError, RecursionError) as error:
        raise RecordError(f"the record cannot be played: {error}") from None
    return Game(record["game"], seats, rules, rng)


def _known_bot(slug: str, name: object) -> str | None:
    """Return a built-in bot's name; None for a person, or a strategy this machine lacks."""
    bots = game_module(slug, "strategies").BOTS
    return name if isinstance(name, str) and name in bots else None
