"""How a rule set is written: states, actions, chance, views, and what goes wrong.

Imports the standard library only. A game's ``rules.py`` builds on this module and nothing else.

A game is a graph of immutable states. In a *chance* state the dice or the deck move next; in a
decision state one player chooses an action; in a final state nobody moves. ``State.apply`` takes
one step along the graph, and a *view* is what one seat may know of a state.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, NamedTuple


class InputError(ValueError):
    """Something given to llamakit cannot be used; the message says what and what can."""


class IllegalAction(InputError):
    """A move that the rules do not allow now; the message lists the legal ones."""


class RecordError(InputError):
    """A record of a game that is broken, foreign or against the rules."""


class Action(NamedTuple):
    """One choice of a player: a verb and its values, such as discarding a 3 and a llama.

    >>> from llamakit.core.cards import LLAMA
    >>> str(Action("discard", (3, LLAMA)))
    'discard 3 L'
    """

    verb: str
    values: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self.values)])


#: A strategy looks at what its seat may know and picks one of the legal actions.
Strategy = Callable[[Any, Sequence[Action], Random], Action]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of a game, checked. Each game adds its own; all of them have these.

    ``players`` is how many sit at the table, ``first_player`` the seat that starts (G8). Of a game
    itself, ``allowed_players`` is the fewest and the most, and ``most_wins`` whether the most
    points win, as sand does, or the fewest, as penalties do.
    """

    players: int = 2
    first_player: int = 0
    allowed_players: ClassVar[tuple[int, int]] = (2, 6)
    most_wins: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Refuse options that the rules do not allow. Raises InputError."""
        fewest, most = self.allowed_players
        whole_number("players", self.players, fewest, most)
        whole_number("first_player", self.first_player, 0, self.players - 1)

    @property
    def match_starts(self) -> int:
        """How often each player starts a game of a match (H12; once where no rule says)."""
        return 1

    def start(self) -> State:
        """Return the state before anything has happened."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True, kw_only=True)
class View:
    """What one seat may know of a position, and nothing more. Each game adds its own fields.

    ``seat`` is whose view it is (None: a spectator, who knows what is open to all), ``player`` the
    seat to decide (None at a chance step or the end), ``phase`` the kind of decision. ``names``
    and ``log``, the sentences said aloud so far, are filled in by a ``Game``.
    """

    seat: int | None
    rules: Any
    phase: str
    player: int | None
    round_number: int
    names: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """Return what a seat is called.

        >>> View(seat=0, rules=None, phase="turn", player=0, round_number=1).name(1)
        'Player 2'
        """
        return self.names[seat] if self.names else f"Player {seat + 1}"


class State(ABC):
    """A position of a game: immutable, hashable, equal to any other with the same fields.

    Subclasses are frozen dataclasses. They name the ``phase`` the position is in, list the chance
    outcomes or the legal actions of each phase, and say where each leads (``_after``).
    """

    __slots__ = ()
    rules: Any
    phase: str
    turn: int
    round_number: int

    #: The phases in which dice or cards, and not a player, decide what comes next.
    chance_phases: ClassVar[tuple[str, ...]]

    @property
    def is_chance(self) -> bool:
        """Whether dice or cards, and not a player, decide what comes next."""
        return self.phase in self.chance_phases

    @property
    def player(self) -> int | None:
        """The seat to decide; None at a chance step and at the end."""
        return None if self.is_chance or self.is_over else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""

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
        if not self.is_chance:
            return self._after(self.find_action(choice))
        try:
            outcome = self._check_outcome(choice)
        except (InputError, RecursionError) as error:
            raise IllegalAction(str(error)) from None
        return self._after(outcome)

    def find_action(self, choice: Any) -> Action:
        """Return the legal action that an action or its text means. Raises IllegalAction."""
        legal = self.legal_actions()
        if isinstance(choice, Action) and choice in legal:
            return legal[legal.index(choice)]
        if isinstance(choice, str) and len(choice) <= 200:
            wanted = _words(choice)
            for action in legal:
                if _words(str(action)) == wanted:
                    return action
        if self.is_over:
            raise IllegalAction(f"{brief(choice)} comes too late: the game is over")
        raise IllegalAction(
            f"{brief(choice)} is not possible: it is seat {self.player}'s turn to decide, in phase "
            f"{self.phase!r}; legal: {', '.join(map(str, legal))}"
        )

    def require_chance(self) -> None:
        """Raise InputError unless this is a chance step."""
        if not self.is_chance:
            raise InputError(f"nothing is left to chance here (phase {self.phase!r})")

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Show the position in a notebook: its picture, everything face up."""
        from llamakit.core.picture import mimebundle

        return mimebundle(type(self).__module__.split(".")[1].replace("_", "-"), self.open_view())

    def __str__(self) -> str:
        return str(self.open_view())


def _words(text: str) -> tuple[str, ...]:
    """Split a move into its verb and its values, in whatever order and case they were typed."""
    verb, *values = text.replace(",", " ").lower().split() or [""]
    return verb, *sorted("l" if value == "llama" else value for value in values)


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number in the range. Raises InputError otherwise.

    >>> whole_number("players", 3, 2, 6)
    3
    """
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f"{name} must be a whole number from {low} to {high}, not {brief(value)}")
    return value


def one_of(name: str, value: object, allowed: Sequence[Any]) -> Any:
    """Return ``value`` if it is one of those allowed. Raises InputError otherwise.

    >>> one_of("edition", "us", ("us", "international"))
    'us'
    """
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise InputError(
            f"{name} must be one of {', '.join(map(repr, allowed))}, not {brief(value)}"
        )
    return value


def brief(value: object) -> str:
    """Return a short text of anything, for an error message.

    >>> brief("x" * 1000) == repr("x" * 40)[:-1] + "…'"
    True
    """
    try:
        if isinstance(value, str):
            return repr(value if len(value) <= 40 else value[:40] + "…")
        text = repr(value)
    except Exception:  # a foreign object may be broken anywhere; the message must still come out
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:80] + "…"
