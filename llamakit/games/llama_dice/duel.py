"""Best play of two at L.L.A.M.A. Dice while both are still in: ``two_players``.

Imports lower rooms and this game's rules; NumPy, in ``duel_arrays``, for the larger positions.

Rows lie open, so a round of two is a game of perfect information, played for the difference in
points. The *lead* of a player is what the other adds to their points until the round has ended,
less what the player adds. Count the cards of both rows and, twice, those of the llama row: every
roll but three llamas makes the sum smaller, because a hit puts cards aside and a take moves one
from the llama row into a row. So positions are solved from small sums to large ones. Only the two
that differ in whose turn it is belong together, since three llamas lead from each to the other.

Three llamas give a token back to a player who has any (D6), and so does an emptied row (D12). The
largest is always best: however many go back, no other order gives more. Every token held makes more
positions. To keep them few, the last tokens of a player who has many are taken to come back again
and again, where that changes next to nothing; ``overpaid`` says how much at most.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple, Protocol

from llamakit.engine.progress import finished
from llamakit.engine.state import Action, InputError, a_few, whole_number
from llamakit.exact.figures import rational
from llamakit.games import refusals
from llamakit.games.cards import (
    VALUES,
    cards,
    fewest_tokens,
    penalty,
    tokens_to_return,
    without,
)
from llamakit.games.llama_dice.alone import THREE_LLAMAS, WAYS
from llamakit.games.llama_dice.duel_lists import InLists
from llamakit.games.llama_dice.rules import (
    KEEP,
    QUIT,
    ROLL,
    Dice,
    Row,
    View,
    discards_of,
    make_dice,
    rolls,
    takes_of,
)

#: A position with at most this many is solved in fractions, on every machine.
EXACT_POSITIONS = 10_000

#: Without NumPy, a position that more than this many follow is refused.
LISTED_POSITIONS = 500_000

#: With NumPy, one that more than this many follow, tokens not counted. No deal has 13 million.
MOST_PLACES = 15_000_000

#: Of a player's tokens that much may be left out, in points; ten times as much, and so on, where
#: otherwise there were more than so many positions to solve.
TOLERANCE, MOST_POSITIONS = 0.002, 150_000_000

#: Positions solved are remembered up to this number, in no more tables than this.
KEPT_POSITIONS, KEPT_TABLES = 13_000_000, 100

#: The most rolls, three llamas not counted, that a player can make in a full deal.
_DEALT_ROLLS = 18

#: How many cards of each value the box holds, both backs (D1).
IN_THE_BOX = {value: 7 if value is VALUES[-1] else 6 for value in VALUES}


#: How many of the tokens counted each seat has returned.
States = tuple[int, int]


class TwoPlayers(NamedTuple):
    """Best play of two: ``value``, the expected lead of the player to roll or quit.

    ``actions`` says what "roll" and "quit" are worth, and ``action`` is the better of the two; a
    tie is "quit". The true values lie within ``error`` of these. It is 0 where all is done in
    fractions (sympy.Rational); other values are floats.
    """

    value: Any
    error: float
    actions: dict[str, Any]
    action: str


class Duel(NamedTuple):
    """Two players who are both still in, the first of them to roll or quit.

    ``rows`` and ``points`` (held) are the first player's and the other's, in this order.
    """

    rows: tuple[Row, Row]
    llama_row: Row
    points: tuple[int, int]
    dice: Dice

    @property
    def places(self) -> int:
        """How many pairs of rows, with a llama row, can follow before the round has ended.

        Of each value, a row has any number of cards up to those it has now. If the llama row had
        one, it lies there still, or one of the two took it and may have one more.
        """
        all_places = ended = 1
        for value in VALUES:
            own, other = (row.count(value) + 1 for row in self.rows)
            taken = own * other + own + other if value in self.llama_row else 0
            all_places *= own * other + taken
            ended *= taken or own * other
        return all_places - ended

    @property
    def llamas(self) -> int:
        """In how many of the 216 ways the dice show three llamas."""
        return rolls(self.dice)[THREE_LLAMAS]

    def most_rolls(self, seat: int) -> int:
        """Return the most rolls a player can still make, three llamas not counted.

        Each lowers the cards of the row and, twice, of the llama row by one or more. Before the
        last roll there is still a card in both.
        """
        return len(self.rows[seat]) + 2 * len(self.llama_row) - 2

    def levels(self, paid: tuple[Row, Row]) -> int:
        """Return in how many steps the positions can be solved, with these tokens to return."""
        return len(
            (*self.rows[0], *self.rows[1], *self.llama_row, *self.llama_row, *paid[0], *paid[1])
        )

    def rounding(self, paid: tuple[Row, Row], unit: float) -> float:
        """Return a bound on what rounding can add up to, ``unit`` being that of one number.

        No lead is further from 0 than the penalty of all cards and all tokens returned. At each
        level, a worth comes from fewer than 250 sums and products of numbers of that size; solving
        for two positions that lead to each other makes errors larger by 1 / (1 - chance of three
        llamas), at most twice. Choosing the best and averaging make no error larger.
        """
        chance = self.llamas / WAYS
        returns = 1 + max(map(self.most_rolls, (0, 1))) * chance / (1 - chance)
        largest = penalty(VALUES) + max(paid[0] + paid[1]) * returns
        return self.levels(paid) * 256 * unit * largest / (1 - chance) ** 2


def two_players(
    rows: Iterable[Iterable[object]],
    llama_row: Iterable[object],
    points: Iterable[int] = (0, 0),
    dice: Any = None,
    progress: bool = True,
) -> TwoPlayers:
    """Return the value of best play for two who are both still in, the first to roll or quit.

    ``rows`` are two rows, the mover's first; ``points`` the points they hold. Both play for the
    difference in points until the round has ended: ``value`` is what the other is going to add
    less what the mover adds, on average. A return (D6, D12) takes off points, and is always the
    largest token allowed.

    Small positions are solved in fractions, others in floats, with a certified bound on the error.
    A full deal takes some seconds and half a gigabyte, several times that if tokens are held.
    ``progress`` shows a bar on the way; an interrupt leaves nothing behind. What is solved is
    remembered, with all that can follow in the round, as far as KEPT_POSITIONS goes. Raises
    InputError for what cannot be, and where a position is too large.

    >>> two_players([[1], [3]], [1, 6])
    TwoPlayers(value=2, error=0.0, actions={'roll': -14807497/8805888, 'quit': 2}, action='quit')
    >>> two_players([[2, 6], [1, "L"]], [1, 2, 3, 6], points=[12, 0]).action
    'roll'
    """
    at = _checked(rows, llama_row, points, dice)
    found, seat = finished(solving(at), at.places, "position", progress)
    worths = {str(action): lead for action, lead in found.actions(seat, at).items()}
    best = "roll" if worths["roll"] - worths["quit"] > found.table.rounding else "quit"
    error = found.error(at)
    if not found.table.rounding:
        worths = {action: rational(worth) for action, worth in worths.items()}
    return TwoPlayers(worths[best], error, worths, best)


def _checked(rows: Any, llama_row: object, points: Any, dice: Any) -> Duel:
    """Return a position that can be. Raises InputError."""
    middle, (first, second) = cards(llama_row), _two("rows", rows)
    both, three = (cards(first), cards(second)), make_dice(dice)
    if not all(both) or not middle:
        raise InputError(refusals.NO_CARDS_LEFT_IN_ROUND)
    if len(set(middle)) < len(middle):
        raise InputError(refusals.TWICE_IN_LLAMA_ROW)
    for value, most in IN_THE_BOX.items():
        number = (*both[0], *both[1], *middle).count(value)
        if number > most:
            raise InputError(refusals.too_many_in_box(number, value, most))
    if rolls(three)[THREE_LLAMAS] == WAYS:
        raise InputError(refusals.ONLY_LLAMAS)
    held = [whole_number("points", given, 0, 1000) for given in _two("points", points)]
    return Duel(both, middle, (held[0], held[1]), three)


def _two(name: str, given: Any) -> list[Any]:
    """Return two of something, from any iterable. Raises InputError."""
    found = a_few(name, given)
    if len(found) != 2:
        raise InputError(refusals.not_of_two(name, given))
    return found


# What is held


@lru_cache(maxsize=10_000)
def overpaid(paid: Row, points: int, most_rolls: int, llamas: int) -> float:
    """Return how much more goes back, at most, if ``paid`` does instead of what is held.

    ``paid`` are the tokens that go back one by one, the last of them again and again. The number
    of returns is at most 1 + X, where X counts the three llamas before a player has rolled anything
    else ``most_rolls`` times: a negative binomial number. So no way of playing can gain or lose
    more by the difference than its mean, the sum of P(at least n returns) · (paid less held).

    >>> overpaid((1,), points=1, most_rolls=18, llamas=8) < 0.7
    True
    >>> overpaid((1,), points=6, most_rolls=18, llamas=8) < 0.001
    True
    """
    if not paid[-1]:
        return 0.0
    chance = Fraction(llamas, WAYS)
    held = fewest_tokens(points)
    after, total, at_least = 1 + most_rolls * chance / (1 - chance), Fraction(0), Fraction(1)
    for number in range(max(len(held), len(paid))):
        back = held[number] if number < len(held) else 0
        total += at_least * (paid[min(number, len(paid) - 1)] - back)
        after -= at_least
        ways = comb(most_rolls + number - 1, number)
        at_least -= ways * chance**number * (1 - chance) ** most_rolls
    return float(total + after * paid[-1]) * (1 + 1e-9)


@cache
def counted(points: int, llamas: int, tolerance: float) -> Row:
    """Return the tokens that are taken to go back one by one, the last of them again and again.

    All that are held and then 0; or fewer, if no more than the tolerance is overpaid in a full
    deal.

    >>> counted(12, 8, 0), counted(38, 8, 0.002)
    ((10, 1, 1, 0), (10, 10, 10, 1))
    """
    held = (*fewest_tokens(points), 0)
    fewer = (held[:number] for number in range(1, len(held)))
    rest = points, _DEALT_ROLLS, llamas
    return next((paid for paid in fewer if overpaid(paid, *rest) <= tolerance), held)


def counted_for(at: Duel) -> tuple[tuple[Row, Row], int]:
    """Return the tokens counted of each player, and how many positions follow with them."""
    allowed = [(0.0, EXACT_POSITIONS)]
    allowed += [(TOLERANCE * 10**power, MOST_POSITIONS) for power in range(5)]
    for tolerance, most in allowed:
        own, other = (counted(points, at.llamas, tolerance) for points in at.points)
        positions = at.places * len(own) * len(other)
        if positions <= most:
            break
    return (own, other), positions


# What is solved


class Table(Protocol):
    """A position and all that can follow it, once ``solving`` has come to its end.

    Leads are Fractions, or floats that lie within ``rounding`` of the truth; of Fractions it is 0.
    ``states`` say how many of the tokens counted each seat has returned.
    """

    rounding: float

    def solving(self) -> Generator[float, None, None]:
        """Solve in small steps; yield the share that is done after each."""

    def after(self, seat: int, own: Row, other: Row, llama_row: Row, states: States) -> Any:
        """Return the expected lead of a seat when it is the other's turn."""

    def alone(self, seat: int, row: Row, llama_row: Row, state: int) -> Any:
        """Return the expected lead of a seat when the other has quit, but for the other's row."""


class Solved:
    """A position, solved together with all ``positions`` that can follow it.

    Of a position, ``seat`` says whether its first player has seat 0 or 1 in the table. ``paid``
    are the tokens counted, by seat.
    """

    def __init__(self, start: Duel) -> None:
        """Take a position; its ``table`` is to be solved. Raises InputError if it is too large."""
        self.start = start
        self.paid, self.positions = counted_for(start)
        self.table = _table(start, self.paid, self.positions)

    def seat_of(self, at: Duel) -> int | None:
        """Return the seat of a position that is in the table; else None."""
        return next((seat for seat in (0, 1) if self._holds(seat, at)), None)

    def _holds(self, seat: int, at: Duel) -> bool:
        """Whether a position is in the table, just as it would be solved by itself."""
        seats = (seat, 1 - seat)
        gone = set(self.start.llama_row) - set(at.llama_row)
        if at.dice != self.start.dice or not set(at.llama_row) <= set(self.start.llama_row):
            return False
        for row, place in zip(at.rows, seats, strict=True):
            dealt = self.start.rows[place]
            if any(row.count(value) > dealt.count(value) + (value in gone) for value in set(row)):
                return False
        now, then = sum(at.rows, ()), sum(self.start.rows, ())
        if any(now.count(value) > then.count(value) + 1 for value in gone):
            return False
        paid, positions = counted_for(at)
        ends = [self.paid[place][-len(some) :] for some, place in zip(paid, seats, strict=True)]
        return (*ends,) == paid and (positions > EXACT_POSITIONS or not self.table.rounding)

    def _states(self, seat: int, at: Duel) -> States:
        """Return how many tokens each seat has returned."""
        paid, _ = counted_for(at)
        left = len(paid[seat]), len(paid[1 - seat])
        return len(self.paid[0]) - left[0], len(self.paid[1]) - left[1]

    def error(self, at: Duel) -> float:
        """Return how far from the truth the leads at a position may be.

        The tokens that are not counted change them in favour of one player or of the other.
        """
        paid, _ = counted_for(at)
        left_out = (
            overpaid(some, points, at.most_rolls(place), at.llamas)
            for place, (some, points) in enumerate(zip(paid, at.points, strict=True))
        )
        return max(left_out) + self.table.rounding

    def quitting(self, seat: int, at: Duel) -> Any:
        """Return the lead of a player who quits; the other plays on alone (D10)."""
        own, other = at.rows
        state = self._states(seat, at)[1 - seat]
        return -penalty(own) - self.table.alone(1 - seat, other, at.llama_row, state)

    def rolling(self, seat: int, at: Duel) -> Any:
        """Return the expected lead of a player who rolls: the mean over all ways to roll."""
        total: Any = Fraction(0)
        for roll, ways in rolls(at.dice).items():
            total += ways * max(self.choices(seat, at, roll).values())
        return total / WAYS

    def choices(self, seat: int, at: Duel, roll: Row) -> dict[Action | None, Any]:
        """Return the lead that each choice leads to after a roll; None where there is no choice.

        Three llamas (D6) are such a roll: the largest token goes back.
        """
        (own, other), middle, states = at.rows, at.llama_row, self._states(seat, at)
        if roll == THREE_LLAMAS:
            token = self.paid[seat][states[seat]]
            mine, theirs = (state + (place == seat) for place, state in enumerate(states))
            later = min(mine, len(self.paid[0]) - 1), min(theirs, len(self.paid[1]) - 1)
            return {None: token + self._after(seat, own, other, middle, later)}
        left: dict[Action | None, tuple[Row, Row]]
        if found := discards_of(own, roll):  # D7
            left = {action: (without(own, action.values), middle) for action in found}
        elif found := takes_of(middle, roll):  # D8
            left = {
                action: (own + action.values, without(middle, action.values)) for action in found
            }
        else:  # D9
            left = {None: (own + middle, ())}
        return {
            action: self._after(seat, tuple(sorted(row)), other, rest, states)
            for action, (row, rest) in left.items()
        }

    def actions(self, seat: int, at: Duel, roll: Row = ()) -> dict[Action, Any]:
        """Return the lead that each action leads to, before a roll or after it."""
        if not roll:
            return {ROLL: self.rolling(seat, at), QUIT: self.quitting(seat, at)}
        choices = self.choices(seat, at, tuple(sorted(roll)))
        return {action: lead for action, lead in choices.items() if action}

    def after(self, seat: int, at: Duel) -> Any:
        """Return the expected lead of the first player if it is the other's turn."""
        return self._after(seat, *at.rows, at.llama_row, self._states(seat, at))

    def _after(self, seat: int, own: Row, other: Row, middle: Row, states: States) -> Any:
        if not own:  # the round is over (D11), and a token goes back (D12)
            return penalty(other) + self.paid[seat][states[seat]]
        if not middle:
            return penalty(other) - penalty(own)
        return self.table.after(seat, own, other, middle, states)


def _table(start: Duel, paid: tuple[Row, Row], positions: int) -> Table:
    """Return the table that fits a position's size. Raises InputError if none does."""
    if positions <= EXACT_POSITIONS:
        return InLists(start, paid)
    try:
        from llamakit.games.llama_dice.duel_arrays import InArrays
    except ImportError:
        if positions > LISTED_POSITIONS:
            raise InputError(refusals.needs_numpy(positions)) from None
        return InLists(start, paid)
    if start.places > MOST_PLACES:
        raise InputError(refusals.too_many_positions(start.places, MOST_PLACES))
    return InArrays(start, paid, positions <= KEPT_POSITIONS)


#: What was solved, the last used first.
_kept: list[Solved] = []


def solving(at: Duel) -> Generator[float, None, tuple[Solved, int]]:
    """Solve a position in small steps, or find it in memory; return it and the first one's seat.

    Yields the share that is done. What is left unfinished leaves nothing behind.
    """
    for found in _kept:
        seat = found.seat_of(at)
        if seat is not None:
            _keep(found)
            return found, seat
    found = Solved(at)
    yield from found.table.solving()
    if found.positions <= KEPT_POSITIONS:
        _keep(found)
    return found, 0


def _keep(latest: Solved) -> None:
    """Remember what was solved, and forget what was not used for longest."""
    kept = [latest, *(solved for solved in _kept if solved is not latest)][:KEPT_TABLES]
    numbers = accumulate(solved.positions for solved in kept)
    _kept[:] = [
        solved for solved, total in zip(kept, numbers, strict=True) if total <= KEPT_POSITIONS
    ]


# What to do


#: The lead that each legal action leads to, and how far from the truth it may be.
Leads = tuple[dict[Action, Any], float]


def leads(view: View, most: int = MOST_POSITIONS) -> Leads | None:
    """Return the lead that each legal action leads to, and how far from the truth it may be.

    Two players, both still in, and in the same round: for every decision, those after a roll
    included. None where somebody has quit, where more than ``most`` positions follow, and for dice
    that can show nothing but llamas. Raises InputError for positions too large to solve.

    >>> from llamakit.games.llama_dice.rules import Rules
    >>> tiny = Rules(numbers=1, copies=1, hand=1, dice=[[1, 1, 1, "L", "L", "L"]] * 3)
    >>> values, error = leads(tiny.start().apply([[1], ["L"]]).view(0))
    >>> for action, value in values.items():
    ...     print(action, value)
    roll 2237819/250047
    quit 4/7
    """
    return finished(finding_leads(view)) if can_solve(view, most) else None


def can_solve(view: View, most: int) -> bool:
    """Whether two are still in, and no more positions than that can follow."""
    if len(view.rows) != 2 or not all(view.active) or view.player is None or not view.row:
        return False  # a row is empty when the round is over
    at = duel_of(view)
    return at.llamas < WAYS and counted_for(at)[1] <= most


def finding_leads(view: View) -> Generator[float, None, Leads]:
    """Work out ``leads`` of a position that can be solved, in small steps."""
    at = duel_of(view)
    if view.phase == "return":
        return (yield from _returning(at))
    found, seat = yield from solving(at)
    return found.actions(seat, at, view.roll), found.error(at)


def duel_of(view: View) -> Duel:
    """Return the position of two players as the one on turn sees it."""
    turn, other = view.turn, 1 - view.turn
    rows, points = (view.row, view.rows[other]), (view.points[turn], view.points[other])
    return Duel(rows, view.llama_row, points, view.rules.dice)


def _returning(at: Duel) -> Generator[float, None, Leads]:
    """Work out the lead after giving back any token or none (D6), and how far off it may be."""
    values, errors = {}, []
    for token in (*tokens_to_return(at.points[0]), 0):
        left = at._replace(points=(at.points[0] - token, at.points[1]))
        found, seat = yield from solving(left)
        values[Action("return", (token,)) if token else KEEP] = token + found.after(seat, left)
        errors.append(found.error(left))
    return values, max(errors)
