"""The rules of Chinchiller Dice (clauses G8 and H1 to H12, told in ``rules.md``).

Imports the standard library, ``engine.state`` and what the games share.

A game is a walk through these phases; the one in brackets is chance:

    [roll] -> choose -> [roll] -> choose -> ...     a player with an open eye (H3 to H5)
    [roll] -> announce -> answer                    a blind player (H6 to H9)
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from numbers import Integral
from random import Random
from typing import Any, ClassVar, cast

from llamakit.engine import state as core
from llamakit.engine.state import (
    Action,
    IllegalAction,
    InputError,
    a_few,
    items_of,
    one_of,
    whole_number,
)
from llamakit.games import refusals

#: A face of a die: a number of sand, X2 or CHINCHILLER.
Face = int | str
Die = tuple[Face, ...]
#: The two dice as they lie; None is a die still to be rolled.
Roll = tuple[Face | None, Face | None]

X2, CHINCHILLER = "x2", "chinchiller"

#: One of each face that the rulebook's examples name (H2).
DEFAULT_DIE: Die = (1, 3, 6, 12, X2, CHINCHILLER)

#: All the sand in the box, and what each player starts with (H1).
SAND_IN_BOX, START_SAND = 745, 24

#: No supply and no player holds more.
MOST_SAND = 10**9

#: A true claim below this costs the blind player who doubts it this much (H8).
LOW_CLAIM = 6

NOT_ROLLED: Roll = (None, None)

REROLL, STOP = Action("reroll"), Action("stop")
ACCEPT, DOUBT = Action("accept"), Action("doubt")


def face(value: object) -> Face:
    """Return a face of a die: a whole number of sand, "x2" or "chinchiller".

    Raises InputError for anything else.

    >>> face(12), face("X2")
    (12, 'x2')
    """
    if type(value) is int and 1 <= value <= 100:  # by far the most common, and quick
        return value
    if isinstance(value, str) and (text := str.strip(value).lower()) in (X2, CHINCHILLER):
        return text
    if isinstance(value, Integral) and not isinstance(value, bool) and 1 <= int(value) <= 100:
        return int(value)
    raise InputError(refusals.unknown_face(value))


def make_die(die: Any = None) -> Die:
    """Return the six faces of both dice, sand in order, then the two others (H2).

    ``die`` is None for the default or six faces, at least one of them a chinchiller: without one
    nobody would have to close an eye. Raises InputError for anything else.

    >>> make_die()
    (1, 3, 6, 12, 'x2', 'chinchiller')
    """
    if die is None:
        return DEFAULT_DIE
    given = None if isinstance(die, str) else items_of(die, 6)
    if given is None:
        raise InputError(refusals.not_a_die(die, DEFAULT_DIE))
    faces = [face(value) for value in given]
    if len(faces) != 6 or CHINCHILLER not in faces:
        raise InputError(refusals.no_chinchiller(die))
    numbers = sorted(value for value in faces if isinstance(value, int))
    return (*numbers, *[X2] * faces.count(X2), *[CHINCHILLER] * faces.count(CHINCHILLER))


#: What each face is worth by itself (H4), a die still to be rolled included.
WORTH: dict[Face | None, int] = {number: number for number in range(1, 101)}
WORTH |= {X2: 0, CHINCHILLER: 0, None: 0}


def sand(roll: Iterable[Face | None]) -> int:
    """Return the sand that two dice are worth (H4): x2 doubles the other die's.

    Raises InputError for anything but two faces.

    >>> sand((3, 12)), sand(("x2", 12)), sand((3, "chinchiller")), sand(("x2", "x2"))
    (15, 24, 3, 0)
    """
    try:
        first, second = roll
        total = WORTH[first] + WORTH[second]
    except Exception:  # a foreign object may be broken anywhere
        raise InputError(refusals.not_two_faces(roll)) from None
    return 2 * total if X2 in (first, second) else total


def without_sand(roll: tuple[Face | None, ...]) -> Roll:
    """Return two dice with those that show sand taken up for a re-roll (H3).

    >>> without_sand((3, "x2"))
    (None, 'x2')
    """
    first, second = roll
    return None if isinstance(first, int) else first, None if isinstance(second, int) else second


def sums(die: Any = None) -> tuple[int, ...]:
    """Return every sum of sand that one roll of two dice can give, in order (H6).

    ``die`` is what ``make_die`` takes. Raises InputError for anything else.

    >>> sums()
    (0, 1, 2, 3, 4, 6, 7, 9, 12, 13, 15, 18, 24)
    """
    return _sums(make_die(die))


@cache
def _sums(die: Die) -> tuple[int, ...]:
    return tuple(sorted({sand(roll) for roll in product(die, die)}))


@cache
def roll_outcomes(die: Die, roll: Roll = NOT_ROLLED) -> tuple[tuple[Roll, Fraction], ...]:
    """Return each way the two dice can lie after a roll, with its probability (H3).

    ``roll`` says which dice are rolled (None) and which stay.

    >>> len(roll_outcomes(make_die())), roll_outcomes(make_die(), ("x2", None))[0]
    (36, (('x2', 1), Fraction(1, 6)))
    """
    counts = Counter(product(*[die if kept is None else (kept,) for kept in roll]))
    total = sum(counts.values())
    return tuple((faces, Fraction(count, total)) for faces, count in counts.items())  # type: ignore[misc]


def returned(supply: int, held: Iterable[int], amount: int) -> int:
    """Return how much everyone gives back before the supply pays an amount (H1).

    ``held`` is the sand of each player. The least that lets the supply pay, but no more than the
    least that anyone holds: what is still missing the supply owes. Raises InputError for what is no
    sand.

    >>> returned(10, (100, 200, 200, 235), 15), returned(10, (1, 300, 200, 234), 15)
    (2, 1)
    """
    whole_number("supply", supply, -MOST_SAND, MOST_SAND)
    whole_number("amount", amount, 0, MOST_SAND)
    held = [whole_number("held", own, 0, MOST_SAND) for own in a_few("held", held)]
    if amount <= supply or not held:
        return 0
    return min(-((supply - amount) // len(held)), *held)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules(core.Rules):
    """The options of Chinchiller Dice, checked. Raises InputError.

    ``claims``: "possible" lets the announcer name any sum a roll can give, "any" every whole
    number up to the greatest of them (H6). ``die``: six faces (H2), as ``make_die`` takes them.
    ``supply``: "box" for the sand of the box, "endless" for a supply that never runs out (H1).
    For a small version to solve by hand, or a short lesson: ``turns``, after how many turns the
    game ends (None: H10), and ``closed``, how many eyes each seat has closed at the start.

    >>> Rules(players=2, closed=(2, 0), turns=1).start().phase
    'roll'
    """

    claims: str = "possible"
    die: Any = None
    supply: str = "box"
    turns: int | None = None
    closed: Any = None
    game: ClassVar[str] = "chinchiller"
    title: ClassVar[str] = "Chinchiller Dice"
    allowed_players: ClassVar[tuple[int, int]] = (2, 5)
    most_wins: ClassVar[bool] = True
    unit: ClassVar[str] = "sand"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("claims", self.claims, ("possible", "any"))
        object.__setattr__(self, "die", make_die(self.die))
        one_of("supply", self.supply, ("box", "endless"))
        if self.turns is not None:
            whole_number("turns", self.turns, 1, 10_000)
        closed = (0,) * self.players if self.closed is None else self.closed
        if not isinstance(closed, (tuple, list)) or len(closed) != self.players:
            raise InputError(refusals.not_closed_eyes(self.players, self.closed))
        for eyes in closed:
            whole_number("each number in closed", eyes, 0, 2)
        if sum(closed) == 2 * self.players:
            raise InputError(refusals.NOBODY_SEES)
        object.__setattr__(self, "closed", tuple(closed))

    @property
    def match_starts(self) -> int:
        """How often each player starts a game of a match (H12)."""
        return {2: 3, 3: 2}.get(self.players, 1)

    @property
    def claim_actions(self) -> tuple[Action, ...]:
        """What an announcer may say (H6)."""
        return claim_actions(self.die, self.claims)

    def start(self) -> State:
        """Return the state before the first roll: everybody holds 24 sand (H1)."""
        return State(
            rules=self,
            phase="roll",
            turn=self.first_player,
            turn_number=1,
            roll=NOT_ROLLED,
            claim=None,
            sand=(START_SAND,) * self.players,
            closed=self.closed,
            blind=tuple(seat for seat, eyes in enumerate(self.closed) if eyes == 2),
        )


@cache
def claim_actions(die: Die, claims: str) -> tuple[Action, ...]:
    """Return every claim as an action: the possible sums, or all up to the greatest (H6)."""
    possible = _sums(die)
    allowed = possible if claims == "possible" else range(possible[-1] + 1)
    return tuple(Action("claim", (amount,)) for amount in allowed)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class View(core.View):
    """What a seat may know: a blind one sees no dice and nobody's sand, its own included (H11).

    By seat: ``sand``, empty for the blind, and ``closed``, the number of closed eyes. ``blind``
    holds the blind seats, in the order they went blind; ``roll`` the two dice, None for one still
    to be rolled, empty for the blind. ``turn`` is whose turn it is, ``turn_number`` counts the
    turns from 1, ``announcer`` is the seat that announces on a blind turn (else None), ``claim``
    what it has said (else None). A spectator sees what every seat may see.
    """

    turn: int
    turn_number: int
    roll: tuple[Face | None, ...]
    claim: int | None
    sand: tuple[int, ...]
    closed: tuple[int, ...]
    blind: tuple[int, ...]
    announcer: int | None

    @property
    def supply(self) -> int | None:
        """The sand in the supply, below 0 if it owes some (H1); None if endless or not seen."""
        return in_supply(self.rules, self.sand) if self.sand else None


def in_supply(rules: Rules, sand: Iterable[int]) -> int | None:
    """Return what the players leave in the supply, below 0 if it owes some (H1); None if endless.

    >>> in_supply(Rules(), (700, 50)), in_supply(Rules(supply="endless"), (700, 50))
    (-5, None)
    """
    return None if rules.supply == "endless" else SAND_IN_BOX - sum(sand)


def show(roll: Iterable[Face | None]) -> str:
    """Return the dice that have been rolled as text.

    >>> show((3, "x2")), show((None, "chinchiller"))
    ('3 x2', 'chinchiller')
    """
    return " ".join(str(shown) for shown in roll if shown is not None)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class State(core.State):
    """A position of Chinchiller Dice.

    ``turn`` is the seat whose turn it is, ``turn_number`` counts turns from 1. ``roll`` holds the
    two dice, None for one still to be rolled; ``claim`` what the announcer has said (else None).
    ``sand`` and ``closed`` (eyes) are by seat; ``blind`` holds the blind seats in the order they
    closed the second eye, which breaks ties (H10).
    """

    rules: Rules
    phase: str
    turn: int
    turn_number: int
    roll: Roll
    claim: int | None
    sand: tuple[int, ...]
    closed: tuple[int, ...]
    blind: tuple[int, ...]

    chance_phases = ("roll",)

    @property
    def round_number(self) -> int:  # type: ignore[override]
        """How often the turn has gone round the table, from 1."""
        return (self.turn_number - 1) // self.rules.players + 1

    @property
    def player(self) -> int | None:
        """The seat to decide; None at a roll and at the end."""
        if self.phase in ("choose", "answer"):
            return self.turn
        return self.announcer if self.phase == "announce" else None

    @property
    def announcer(self) -> int | None:
        """The nearest seat to the left that sees, on a blind player's turn (H6); else None."""
        if self.turn not in self.blind or self.is_over:
            return None
        return self._nearest_who_sees()

    def _nearest_who_sees(self) -> int:
        """Return the nearest seat to the left of the one on turn that is not blind."""
        seat = self.turn + 1
        while seat % len(self.sand) in self.blind:
            seat += 1
        return seat % len(self.sand)

    @property
    def supply(self) -> int | None:
        """The sand in the supply, below 0 if it owes some; None if it is endless (H1)."""
        return in_supply(self.rules, self.sand)

    @property
    def scores(self) -> tuple[int, ...]:
        """The sand of each seat."""
        return self.sand

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat with the most sand, once the game is over (H10).

        A tie goes to whoever closed the second eye later. Only in a game cut short (``turns``)
        can tied players share: those who still see come after all others.
        """
        if not self.is_over:
            return ()
        tied = [seat for seat, held in enumerate(self.sand) if held == max(self.sand)]
        return tuple(seat for seat in tied if seat not in self.blind) or (
            max(tied, key=self.blind.index),
        )

    def sees_all(self, seat: int | None) -> bool:
        """Whether a seat may see dice and sand: no blind one until the game is over (H11).

        Without a seat: whether everybody may.

        >>> Rules(players=2, closed=(2, 0)).start().sees_all(None)
        False
        """
        return self.is_over or not (self.blind if seat is None else seat in self.blind)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know; without a seat, what everybody may (H11)."""
        return self._view(seat, self.sees_all(seat))

    def open_view(self) -> View:
        """Return a view with all dice and sand open."""
        return self._view(None, True)

    def _view(self, seat: int | None, sees: bool) -> View:
        """Return a view with or without the dice and the sand."""
        return View(
            seat=seat,
            rules=self.rules,
            phase=self.phase,
            player=self.player,
            round_number=self.round_number,
            turn=self.turn,
            turn_number=self.turn_number,
            roll=self.roll if sees else (),
            claim=self.claim,
            sand=self.sand if sees else (),
            closed=self.closed,
            blind=self.blind,
            announcer=self.announcer,
        )

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return how both dice can lie after the roll, those that stay included (H3)."""
        self.require_chance()
        return list(roll_outcomes(self.rules.die, self.roll))

    @core.trusted
    def sample(self, rng: Random) -> Any:
        """Return a random roll."""
        self.require_chance()
        die = self.rules.die
        return tuple([rng.choice(die) if kept is None else kept for kept in self.roll])

    @core.once
    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player to decide may do (H3, H6)."""
        match self.phase:
            case "choose":
                return (REROLL, STOP)
            case "announce":
                return self.rules.claim_actions
            case "answer":
                return (ACCEPT, DOUBT)
        return ()

    def _check_outcome(self, outcome: Any) -> Roll:
        if isinstance(outcome, (tuple, list)) and len(outcome) == 2:
            one, two = map(face, outcome)
            first, second = [self.rules.die if kept is None else (kept,) for kept in self.roll]
            if one in first and two in second:
                return one, two
        raise IllegalAction(refusals.not_two_dice(outcome, self.rules.die, show(self.roll)))

    def _after(self, choice: Any) -> State:
        if self.phase == "roll":
            return self._rolled(choice)
        match choice.verb:
            case "reroll":
                return self._with(phase="roll", roll=without_sand(self.roll))
            case "stop":
                return self._supply_pays(self.turn, sand(self.roll))._next_turn()
            case "claim":
                return self._with(phase="answer", claim=choice.values[0])
            case "accept":
                return self._accepted()
        return self._doubted()

    def _rolled(self, roll: Roll) -> State:
        """Go on after a roll: a choice (H3), a closed eye or nothing (H4, H5), a claim (H6)."""
        if self.turn in self.blind:
            return self._with(phase="announce", roll=roll)
        if sand(roll):
            return self._with(phase="choose", roll=roll)
        after = self._close_eye(self.turn) if CHINCHILLER in roll else self
        return after._next_turn()

    def _accepted(self) -> State:
        """Pay what was claimed, whatever was rolled (H7)."""
        claim = cast(int, self.claim)
        return self._pay(self._nearest_who_sees(), self.turn, claim)._next_turn()

    def _doubted(self) -> State:
        """Settle a doubted claim: true and low, true and not low (H8), or a lie (H9)."""
        announcer, rolled = self._nearest_who_sees(), sand(self.roll)
        if self.claim != rolled:
            return self._pay(announcer, self.turn, rolled)._close_eye(announcer)._next_turn()
        if rolled < LOW_CLAIM:
            return self._pay(self.turn, announcer, LOW_CLAIM)._next_turn()
        return self._next_turn()

    def _pay(self, payer: int, taker: int, amount: int) -> State:
        """Let one player pay another; what the payer lacks comes from the supply (H7 to H9)."""
        own = min(amount, self.sand[payer])
        held = list(self.sand)
        held[payer] -= own
        held[taker] += own
        return self._with(sand=tuple(held))._supply_pays(taker, amount - own)

    def _supply_pays(self, taker: int, amount: int) -> State:
        """Pay a player from the supply; if it runs out, everyone returns some first (H1)."""
        if amount == 0:
            return self
        back = 0 if self.supply is None else returned(self.supply, self.sand, amount)
        held = [own - back for own in self.sand]
        held[taker] += amount
        return self._with(sand=tuple(held))

    def _close_eye(self, seat: int) -> State:
        """Close one of a player's eyes for the rest of the game (H5)."""
        closed = list(self.closed)
        closed[seat] += 1
        blind = (*self.blind, seat) if closed[seat] == 2 else self.blind
        return self._with(closed=tuple(closed), blind=blind)

    def _next_turn(self) -> State:
        """Pass the dice to the left, or end the game if nobody can see (H10)."""
        over = len(self.blind) == len(self.sand) or self.turn_number == self.rules.turns
        if over:
            return self._with(phase="over", roll=NOT_ROLLED, claim=None)
        return self._with(
            phase="roll",
            turn=(self.turn + 1) % len(self.sand),
            turn_number=self.turn_number + 1,
            roll=NOT_ROLLED,
            claim=None,
        )
