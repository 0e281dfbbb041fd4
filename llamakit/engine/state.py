"""How a rule set is written: states, actions, chance, views, and what goes wrong.

Imports the standard library and ``engine.errors``, whose names it hands on: a game's ``rules.py``
builds on this module alone.

A game is a graph of immutable states. In a *chance* state the dice or the deck move next; in a
decision state one player chooses an action; in a final state nobody moves. ``State.apply`` takes
one step along the graph, and a *view* is what one seat may know of a state.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from llamakit.engine import words
from llamakit.engine.errors import IllegalAction as IllegalAction
from llamakit.engine.errors import InputError as InputError
from llamakit.engine.errors import RecordError as RecordError
from llamakit.engine.errors import a_few as a_few
from llamakit.engine.errors import brief as brief
from llamakit.engine.errors import checked_seed as checked_seed
from llamakit.engine.errors import items_of as items_of
from llamakit.engine.errors import one_of as one_of
from llamakit.engine.errors import whole_number as whole_number


class Action(NamedTuple):
    """One choice of a player: a verb and its values, such as discarding a 3 and a 4.

    >>> str(Action("discard", (3, 4)))
    'discard 3 4'
    """

    verb: str
    values: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self.values)])


#: A text with more characters than this is no move.
LONGEST_MOVE = 200

#: A strategy looks at what its seat may know and picks one of the legal actions.
Strategy = Callable[[Any, Sequence[Action], Random], Action]


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules:
    """The options of a game, checked. Each game adds its own; all of them have these.

    ``players`` is how many sit at the table, ``first_player`` the seat that starts (G8). Of the
    game itself: ``game``, its name in the registry, and ``title``, what a person calls it;
    ``allowed_players``, the fewest and the most; ``most_wins``, whether the most points win, as
    sand does, or the fewest, as penalties do; ``unit``, what is counted, "points" or "sand";
    ``endings``, the ways in which a round can end (none in a game without rounds);
    ``also_written``, other ways to write a value in a move.
    """

    players: int = 2
    first_player: int = 0
    game: ClassVar[str]
    title: ClassVar[str]
    allowed_players: ClassVar[tuple[int, int]] = (2, 6)
    most_wins: ClassVar[bool] = False
    unit: ClassVar[str] = "points"
    endings: ClassVar[tuple[str, ...]] = ()
    also_written: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        """Refuse options that the rules do not allow. Raises InputError."""
        fewest, most = self.allowed_players
        whole_number("players", self.players, fewest, most)
        whole_number("first_player", self.first_player, 0, self.players - 1)

    def __repr__(self) -> str:
        """Return what makes these rules again: the options that are not the usual ones."""
        usual = type(self)(players=self.players)
        names = [field.name for field in dataclasses.fields(self)]
        changed = [name for name in names if getattr(self, name) != getattr(usual, name)]
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in ["players", *changed])
        return f"Rules({shown})"

    @property
    def match_starts(self) -> int:
        """How often each player starts a game of a match (H12; once where no rule says)."""
        return 1

    @property
    def options(self) -> dict[str, Any]:
        """Every option by name, as ``new_game`` takes them."""
        names = (field.name for field in dataclasses.fields(self))
        return {name: getattr(self, name) for name in names if name != "players"}

    def start(self) -> State:
        """Return the state before anything has happened."""
        raise NotImplementedError

    def leaders(self, scores: Sequence[int]) -> tuple[int, ...]:
        """Return the seats with the best score: several where it is shared."""
        best = max(scores) if self.most_wins else min(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best)

    @staticmethod
    def to_json(value: Any) -> Any:
        """Return what an option holds or chance brought as JSON: tuples as lists.

        A game whose values are no JSON of their own says here how a record writes them.
        """
        return list(map(Rules.to_json, value)) if isinstance(value, (tuple, list)) else value

    @staticmethod
    def from_json(value: Any) -> Any:
        """Return what ``to_json`` was given; it need not be checked, as the rules do that."""
        return tuple(map(Rules.from_json, value)) if isinstance(value, list) else value


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class View:
    """What one seat may know of a position, and nothing more. Each game adds its own fields.

    ``seat`` is whose view it is (None: a spectator, who knows what is open to all), ``player`` the
    seat to decide (None at a chance step or the end), ``phase`` the kind of decision. ``names``
    and ``log``, the sentences that the seat has heard so far, are filled in by whoever leads the
    game (``heard``): a ``Game``, a simulation, a tournament.
    """

    seat: int | None
    rules: Any
    phase: str
    player: int | None
    round_number: int
    names: tuple[str, ...] = ()
    log: Sequence[str] = ()

    @classmethod
    def checked(cls, given: object) -> Self:
        """Return what is a view of this game. Raises InputError for anything else."""
        if not isinstance(given, cls):
            raise InputError(words.not_a_view(given))
        return given

    def heard(self, names: tuple[str, ...], log: Sequence[str]) -> Self:
        """Fill in the names of the players and what the seat has heard; return this view.

        Only for whoever leads the game and has just made the view: it does not change afterwards.
        """
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "log", log)
        return self

    def name(self, seat: int) -> str:
        """Return what a seat is called.

        >>> View(seat=0, rules=None, phase="turn", player=0, round_number=1).name(1)
        'Player 2'
        """
        return self.names[seat] if self.names else f"Player {seat + 1}"

    @property
    def is_near_the_end(self) -> bool:
        """Whether this round may be the last one: then the most points are not all that counts."""
        return False

    def __repr__(self) -> str:
        """Tell in a line whose view it is, and where the game stands."""
        who = "" if self.player is None else f" turn={self.player}"
        stands = f"round={self.round_number} phase={self.phase!r}{who}"
        return f"<View {self.rules.game} seat={self.seat} {stands}>"

    def __str__(self) -> str:
        from llamakit.engine.display import described

        return described(self)


S = TypeVar("S", bound="State")


def once(legal_actions: Callable[[S], tuple[Action, ...]]) -> Callable[[S], tuple[Action, ...]]:
    """Let a state list its legal actions once: it never changes, so neither do they."""

    @wraps(legal_actions)
    def listed(state: S) -> tuple[Action, ...]:
        if getattr(state, "_listed", None) is None:
            object.__setattr__(state, "_listed", legal_actions(state))
        return state._listed

    return listed


def trusted(sample: Callable[[S, Random], Any]) -> Callable[[S, Random], Any]:
    """Let a state note the outcome it draws, which ``apply`` need not check again."""

    @wraps(sample)
    def noted(state: S, rng: Random) -> Any:
        outcome = sample(state, rng)
        object.__setattr__(state, "_sampled", outcome)
        return outcome

    return noted


class State(ABC):
    """A position of a game: immutable, hashable, equal to any other with the same fields.

    Subclasses are frozen dataclasses (with ``repr=False``, as this class has a short one; so have
    ``Rules`` and ``View``). They
    name the ``phase`` the position is in, list the chance outcomes or the legal actions of each
    phase, and say where each leads (``_after``).

    States are made by the hundred thousand, so three things are quick: changing some fields
    (``_with``), listing the legal actions again (``once``) and applying an outcome that the state
    itself has drawn (``trusted``).
    """

    __slots__ = ("_listed", "_sampled")
    _listed: tuple[Action, ...]
    _sampled: Any
    rules: Any
    phase: str
    turn: int
    round_number: int

    #: The phases in which dice or cards, and not a player, decide what comes next.
    chance_phases: ClassVar[tuple[str, ...]]

    #: The chance phase that begins a round, such as "deal"; empty in a game without rounds.
    opening_phase: ClassVar[str] = ""

    @property
    def is_chance(self) -> bool:
        """Whether dice or cards, and not a player, decide what comes next."""
        return self.phase in self.chance_phases

    @property
    def player(self) -> int | None:
        """The seat to decide; None at a chance step and at the end."""
        return None if self.is_chance or self.is_over else self.turn

    @property
    def mover(self) -> int | None:
        """The seat that decides, rolls or draws next; None at a deal and at the end."""
        if self.is_over or self.phase == self.opening_phase:
            return None
        return self.turn if self.player is None else self.player

    def plays_on(self, seat: int) -> bool:
        """Whether a seat may still have to decide in this round: it has not quit it."""
        return not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: it is in the phase "over", as every game calls it."""
        return self.phase == "over"

    @property
    def is_between_rounds(self) -> bool:
        """Whether a round is over and counted, and the next one is about to begin."""
        return self.phase == self.opening_phase and self.round_number > 0

    @property
    def is_round_over(self) -> bool:
        """Whether a round is over and counted, the last one of the game included."""
        return self.is_over or self.is_between_rounds

    def round_ending(self) -> str:
        """Return how the round that is over ended: one of ``rules.endings``."""
        raise InputError(words.no_endings(self.rules.title))

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""

    def lead(self, seat: int) -> Fraction:
        """Return how far a seat is ahead of the others on average, in points or sand.

        Fewer points are better, and more sand is.
        """
        ahead = Fraction(sum(self.scores) - self.scores[seat], len(self.scores) - 1)
        return (ahead - self.scores[seat]) * (-1 if self.rules.most_wins else 1)

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: none before the end, several when the win is shared."""

    @abstractmethod
    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return every outcome of this chance step with its probability; they sum to 1.

        Raises InputError where nothing is left to chance, and where there are too many outcomes
        to list (the deal of a full deck): ``sample`` works there too.
        """

    @abstractmethod
    def sample(self, rng: Random) -> Any:
        """Return one outcome of this chance step, drawn with its probability."""

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player to decide may do; empty at a chance step and at the end."""

    @abstractmethod
    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know; without a seat, what everybody may know."""

    @abstractmethod
    def open_view(self) -> View:
        """Return a view with everything face up, for looking at a finished or solved game."""

    @abstractmethod
    def _check_outcome(self, outcome: Any) -> Any:
        """Return the outcome in its standard form, or raise IllegalAction."""

    @abstractmethod
    def _after(self, choice: Any) -> State:
        """Return the next state after an outcome or action already known to be allowed."""

    def apply(self, choice: Any) -> State:
        """Return the state after an outcome (at a chance step) or an action (or its text).

        Raises IllegalAction, naming what is allowed, for anything else; this state never changes.
        """
        if self.phase not in self.chance_phases:
            return self._after(self.find_action(choice))
        if choice is not None and choice is getattr(self, "_sampled", None):
            return self._after(choice)
        try:
            outcome = self._check_outcome(choice)
        except (InputError, RecursionError) as error:
            raise IllegalAction(str(error)) from None
        except Exception:  # a foreign object may be broken anywhere
            raise IllegalAction(words.no_outcome(choice)) from None
        return self._after(outcome)

    def _with(self, **changes: Any) -> Self:
        """Return this state with some fields changed, as ``dataclasses.replace`` does.

        It is five times as quick, because it fills in the fields of the new state all at once.
        """
        after = object.__new__(type(self))
        object.__setattr__(after, "__dict__", {**self.__dict__, **changes})
        return after

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle of this state holds: its fields."""
        return self.__dict__

    def find_action(self, choice: object) -> Action:
        """Return the legal action that an action or its text means. Raises IllegalAction."""
        legal = self.legal_actions()
        for action in legal:
            if choice is action:
                return action
        wanted = self._move_in(choice)
        for action in legal:
            if self._move_in(action) == wanted:
                return action
        if self.is_over:
            raise IllegalAction(words.too_late(choice))
        raise IllegalAction(words.not_possible(choice, self.player, self.phase, legal))

    def _move_in(self, choice: object) -> tuple[str, ...]:
        """Return the verb and the values of an action or its text, as text and in order.

        Empty for anything else. The order and the case in which they were typed do not matter.
        """
        try:
            given: Any = choice
            kind: Any = Action if issubclass(type(choice), Action) else str
            if kind is Action and type(given.values) is not tuple:
                return ()  # it may have no end
            text = kind.__str__(choice)
        except Exception:  # not a text, or a foreign object, which may be broken anywhere
            return ()
        if len(text) > LONGEST_MOVE:
            return ()
        verb, *values = text.replace(",", " ").lower().split() or [""]
        return verb, *sorted([self.rules.also_written.get(value, value) for value in values])

    def require_chance(self) -> None:
        """Raise InputError unless this is a chance step."""
        if not self.is_chance:
            raise InputError(words.nothing_left_to_chance(self.phase))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Show the position in a notebook: its picture, everything face up."""
        from llamakit.engine.display import mimebundle

        return mimebundle(self.rules.game, self.open_view())

    def __repr__(self) -> str:
        """Tell in a line where the game stands, and nothing that a player must not know."""
        who = "" if self.player is None else f" turn={self.player}"
        return f"<State {self.rules.game} round={self.round_number} phase={self.phase!r}{who}>"

    def __str__(self) -> str:
        return str(self.open_view())
