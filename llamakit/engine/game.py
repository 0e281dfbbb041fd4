"""One sitting of a game: seats, a seed, moves, undo and redo, and the record that replays it.

Imports the standard library and the rest of the engine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

from llamakit.engine import words
from llamakit.engine.display import mimebundle
from llamakit.engine.hearing import Hearing, Log
from llamakit.engine.moments import Moments
from llamakit.engine.record import game_record
from llamakit.engine.registry import (
    Entry,
    check_count,
    find_game,
    find_search,
    find_strategy,
    make_rules,
)
from llamakit.engine.state import (
    Action,
    IllegalAction,
    InputError,
    Rules,
    State,
    Strategy,
    View,
    checked_seed,
)

if TYPE_CHECKING:
    from llamakit.exact.figures import Advice

LONGEST_NAME = 40


@dataclasses.dataclass(frozen=True)
class Seat:
    """Who sits in a seat: a name, and a strategy if it is not a person.

    ``strategy`` is a function, or the name of a built-in bot.
    """

    name: str
    strategy: Strategy | str | None = None


def bot(strategy: Strategy | str, name: str | None = None) -> Seat:
    """Return a bot for ``players``: a built-in one by name, or any strategy function.

    Raises InputError for what is neither, and for a name that cannot be.

    >>> bot("cautious")
    Seat(name='Cautious', strategy='cautious')
    """
    if not callable(strategy) and not isinstance(strategy, str):
        raise InputError(words.no_bot(strategy))
    if name is not None:
        return Seat(checked_name(name, []), strategy)
    called = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "Bot")
    return Seat(called.strip("<>_").replace("_", " ").capitalize() or "Bot", strategy)


def _seats(kind: Entry, players: Any) -> list[Seat]:
    """Return the seats that ``players`` means: a number, or names, bots and strategies."""
    if isinstance(players, int) and not isinstance(players, bool):
        check_count(kind, players)
        return [Seat(f"Player {number + 1}") for number in range(players)]
    listed = None
    if not isinstance(players, (str, bytes, Mapping, Set)):
        with suppress(TypeError):
            listed = list(islice(players, 100))
    if listed is None:
        raise InputError(words.no_players(players))
    check_count(kind, len(listed))
    seats: list[Seat] = []
    for player in listed:
        taken = [seat.name for seat in seats]
        if isinstance(player, str):
            seats.append(Seat(_persons_name(kind, player, taken)))
        elif isinstance(player, Seat) or callable(player):
            seat = player if isinstance(player, Seat) else bot(player)
            if seat.strategy is not None:
                find_strategy(kind, seat.strategy)
            seats.append(dataclasses.replace(seat, name=_free_name(seat.name, taken)))
        else:
            raise InputError(words.no_player(player))
    return seats


def checked_name(name: object, taken: Sequence[str]) -> str:
    """Return a name, trimmed, that can be told from the others. Raises InputError."""
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise InputError(words.no_name(name))
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise InputError(words.long_name(name, LONGEST_NAME))
    if name in taken:
        raise InputError(words.same_name(name))
    return name


def _persons_name(kind: Entry, name: str, taken: Sequence[str]) -> str:
    """Return a person's name, trimmed. Raises InputError, also for the name of a bot."""
    name = checked_name(name, taken)
    if name in kind.bots:
        raise InputError(words.name_of_a_bot(name))
    return name


def _free_name(name: str, taken: Sequence[str]) -> str:
    """Return a bot's name, numbered if somebody has it already."""
    return checked_name(free_names([*taken, name])[-1], taken)


def free_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names, numbered where they stand there already.

    >>> free_names(["Greedy", "Greedy", "Ana"])
    ('Greedy', 'Greedy 2', 'Ana')
    """
    free: list[str] = []
    for name in names:
        number, own = 1, name
        while own in free:
            number += 1
            own = f"{name} {number}"
        free.append(own)
    return tuple(free)


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One entry of a game's history: what chance brought (seat None) or what a seat chose."""

    before: State
    seat: int | None
    choice: Any
    after: State

    def __repr__(self) -> str:
        """Tell what everybody may know: not what chance brought, which may be a hidden hand."""
        what = self.before.phase if self.seat is None else f"{self.choice} by seat {self.seat}"
        return f"<Step {what}>"


class Watcher(Protocol):
    """What wants to know when a game has moved, such as a table that shows it."""

    def moved(self, game: Game) -> None:
        """Look at the game again."""


def _slim(state: Any) -> Any:
    """Return a copy of a state that takes little memory: its fields, nothing worked out."""
    return dataclasses.replace(state)


class Game:
    """One sitting: the position now, everything that led to it, and the moves from here.

    Made by ``new_game`` and ``replay``. Chance moves by itself, from the seed; a seat's strategy
    moves when ``play()`` is called without an action, with a random generator of its own.

    >>> game = new_game("llama-dice", players=["Ana", "Ben"], seed=7)
    >>> game.legal_actions()
    (Action(verb='roll', values=()), Action(verb='quit', values=()))
    >>> game.play("quit")
    >>> game.current_player
    1
    """

    def __init__(
        self,
        kind: Entry,
        seats: Sequence[Seat],
        rules: Rules,
        rng: Random,
        start: State | None = None,
    ) -> None:
        """Sit down. Use ``new_game``, which checks what it is given.

        ``start`` is the first position, if not that of the rules.
        """
        self._kind = kind
        self.seats = tuple(seats)
        self.rules = rules
        self.start: State = rules.start() if start is None else start
        self.state = self.start
        self._rng = rng
        self._history: list[Step] = []
        self._past: tuple[Step, ...] | None = None
        self._undone: list[list[Step]] = []
        self._dice_before, self._dice_after = Moments(), Moments()  # what was decided, and undone
        self._heard: dict[int | None, Hearing] = {}
        self._watchers: WeakSet[Watcher] | None = None
        self._key = sha256(repr(rng.getstate()).encode()).hexdigest()

    @property
    def name(self) -> str:
        """Which game it is, such as "llama-dice"."""
        return self._kind.name

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
    def moves(self) -> int:
        """How many decisions have been taken so far."""
        return len(self._dice_before)

    @property
    def undone(self) -> int:
        """How many decisions have been taken back and can be repeated."""
        return len(self._undone)

    @property
    def history(self) -> tuple[Step, ...]:
        """Every step so far, chance included, in order."""
        if self._past is None:
            self._past = tuple(self._history)
        return self._past

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the current player may do; empty when the game is over."""
        return self.state.legal_actions()

    def play(self, action: Action | str | None = None) -> None:
        """Play an action, or its text, for the current player, then whatever chance brings.

        Without an action the current seat's own strategy chooses. Raises IllegalAction, and
        changes nothing, if the action is not legal now or the strategy's choice is not.
        """
        choice = self._strategy_choice() if action is None else action
        chosen = self.state.find_action(choice)
        if self._undone and self._undone[-1][0].choice == chosen:
            self.redo()  # rolls the same, in a replayed game as well
            return
        self._dice_before.push(self._rng)
        self._step(self.state.player, chosen)
        self._let_chance_move()
        self._undone.clear()
        self._dice_after.clear()
        self._tell()

    def _strategy_choice(self) -> Action:
        """Return what the current seat's strategy chooses."""
        if self.state.player is None:
            raise IllegalAction(words.GAME_OVER)
        seat = self.seats[self.state.player]
        if seat.strategy is None:
            raise IllegalAction(words.is_a_person(seat.name, self.legal_actions()))
        strategy = find_strategy(self._kind, seat.strategy)
        return strategy(self.view(self.state.player), self.legal_actions(), self._own_rng())

    def _own_rng(self) -> Random:
        """Return the random generator of the current player's strategy for this decision.

        It follows from the seed, but tells nothing about the dice.
        """
        return Random(f"{self._key} {self.moves} {self.state.player}")

    def _step(self, seat: int | None, choice: Any) -> None:
        """Take one step and remember it."""
        last = self._history[-1].after if self._history else None
        before = last if last == self.state else self.state
        self.state = self.state.apply(choice)
        self._history.append(Step(before, seat, choice, _slim(self.state)))
        self._past = None

    def _let_chance_move(self) -> None:
        """Roll and deal until somebody has to decide or the game is over."""
        while self.state.is_chance:
            self._step(None, self.state.sample(self._rng))

    def undo(self) -> None:
        """Take back the last decision and the chance that followed it.

        The random state goes back too: the same action then rolls the same. Raises InputError if
        there is nothing to take back.
        """
        if not self.moves:
            raise InputError(words.NOTHING_TO_UNDO)
        steps = [self._history.pop()]
        while steps[-1].seat is None:
            steps.append(self._history.pop())
        self._undone.append(steps[::-1])
        self._past = None
        self.state = steps[-1].before
        self._dice_after.push(self._rng)
        self._dice_before.pop(self._rng)
        self._heard.clear()
        self._tell()

    def redo(self) -> None:
        """Repeat the decision that was last taken back. Raises InputError if there is none."""
        if not self._undone:
            raise InputError(words.NOTHING_TO_REDO)
        steps = self._undone.pop()
        self._history += steps
        self._past = None
        self.state = steps[-1].after
        self._dice_before.push(self._rng)
        self._dice_after.pop(self._rng)
        self._tell()

    def watch(self, watcher: Watcher) -> None:
        """Call a watcher's ``moved`` after every move, undo and redo, for as long as it lives.

        Raises InputError for what has no such method.
        """
        if not callable(getattr(watcher, "moved", None)):
            raise InputError(words.not_a_watcher(watcher))
        if self._watchers is None:
            self._watchers = WeakSet()
        self._watchers.add(watcher)

    def _tell(self) -> None:
        """Tell those who watch that the game has moved."""
        for watcher in list(self._watchers or ()):
            watcher.moved(self)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy takes along: everything but those who watch this game."""
        return {**self.__dict__, "_watchers": None}

    def advice(self, samples: int = 200, seed: int = 0) -> tuple[Advice, ...]:
        """Return what each legal action is worth to the player to decide, best first.

        It is found from what that seat may know. Proven where best play is known; else estimated
        with its standard error, in as many sampled worlds as ``samples`` says (see ``search``); the
        same samples and seed give the same answer. Raises InputError if the game is over, and for
        anything that is no number of samples.

        >>> for one in new_game("llama-dice", players=2, seed=7).advice(samples=20):
        ...     print(one.action, one.proven)
        roll False
        quit False
        """
        return find_search().advise(self.view(self.current_player), samples, seed)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know, names and all it has heard included.

        Without a seat: what everybody may know. Raises InputError for a seat nobody sits in.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.seats)):
            raise InputError(words.no_seat(seat, len(self.seats)))
        if seat not in self._heard:
            self._heard[seat] = self._kind.hearing(seat, self.players)
        log = tuple(Log(self._heard[seat], self._history))
        return self.state.view(seat).heard(self.players, log)

    def record(self) -> dict[str, Any]:
        """Return the whole game as a JSON-able dict; ``replay`` plays it again.

        >>> game = new_game("llama-dice", players=2, seed=1)
        >>> sorted(game.record())
        ['format', 'game', 'options', 'players', 'scores', 'steps', 'version']
        """
        return game_record(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Show the game in a notebook: the picture of what everybody may see."""
        return mimebundle(self.name, self.view())

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn={self.current_player}"
        return f"<Game {self.name} {named(self.players)} round={self.round_number} {where}>"


def named(players: Sequence[str]) -> str:
    """Return who plays, for a text of one line: the names, or their number where they are long.

    >>> named(["Ana", "Ben"]), named(["x" * 30, "y" * 30])
    ("players=['Ana', 'Ben']", 'players=2')
    """
    names = ", ".join(map(repr, players))
    return f"players=[{names}]" if len(names) <= 40 else f"players={len(players)}"


def new_game(
    game: str | Entry | State, players: Any = None, seed: int | None = None, **options: Any
) -> Game:
    """Start a game: how many players or who they are, a seed, and the game's own options.

    ``game`` is one of ``GAMES``, or a position of it to begin from, such as
    ``llama_dice.position([2, 5], [1, 3, "L"])``; that has its players' number and its options.
    ``players`` is a number (2), or a list of names, bots (``bot("cautious")``) and strategy
    functions. A text is a person's name; the name of a built-in bot is refused. The same seed gives
    the same game. Raises InputError for anything that cannot be played.

    >>> new_game("llama-dice", players=["Ana", bot("cautious")], seed=7).players
    ('Ana', 'Cautious')
    """
    if isinstance(game, State):
        return _from_position(game, players, seed, options)
    kind = find_game(game)
    seats = _seats(kind, 2 if players is None else players)
    begun = Game(kind, seats, make_rules(kind, len(seats), options), make_rng(seed))
    begun._let_chance_move()
    return begun


def _from_position(
    start: State, players: Any, seed: int | None, options: Mapping[str, Any]
) -> Game:
    """Return a game that begins at a position. Raises InputError."""
    kind, rules = find_game(start.rules.game), start.rules
    if options:
        raise InputError(words.options_there(options))
    seats = _seats(kind, rules.players if players is None else players)
    if len(seats) != rules.players:
        raise InputError(words.other_number_of_players(rules.players, len(seats)))
    game = Game(kind, seats, rules, make_rng(seed), start)
    game._let_chance_move()
    return game


def make_rng(seed: object) -> Random:
    """Return a random generator from a seed, or an unpredictable one from None."""
    return Random() if seed is None else Random(checked_seed(seed))
