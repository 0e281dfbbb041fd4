"""Two players solved in plain Python, in fractions; ``duel_arrays`` does the same by the million.

Imports lower rooms and this game's rules. See ``duel`` for what is solved and in which order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from llamakit.games.cards import VALUES, penalty, without
from llamakit.games.llama_dice import alone
from llamakit.games.llama_dice.alone import THREE_LLAMAS, WAYS
from llamakit.games.llama_dice.rules import Dice, Row, bits, ways_to_roll

if TYPE_CHECKING:
    from llamakit.games.llama_dice.duel import Duel, States

#: What each row of a player is worth, all else fixed; and that for each row of the other.
_Column = dict[Row, int]
_Sheet = dict[Row, _Column]


class Hit(NamedTuple):
    """Cards of a row that dice match: in how many ways to roll, and the row without them.

    ``smaller`` are the places, in the list of all hits, of the same cards less one: who need not
    put all matching cards aside may put fewer.
    """

    ways: int
    left: Row
    smaller: tuple[int, ...]


@cache
def hits(row: Row, dice: Dice) -> tuple[Hit, ...]:
    """Return all hits of a row (D7), small ones first; three llamas are none (D6).

    >>> from llamakit.games.llama_dice.rules import make_dice
    >>> hits((6, 6), make_dice())
    (Hit(ways=60, left=(6,), smaller=()), Hit(ways=6, left=(), smaller=(0,)))
    """
    ways: Counter[Row] = Counter()
    for faces, number, _ in alone.hits(frozenset(row), dice):
        ways[_covered(faces, row)] += number
    found = sorted(ways, key=lambda hit: (len(hit), hit))[1:]  # the first is the miss
    places = {hit: place for place, hit in enumerate(found)}
    return tuple(
        Hit(ways[hit], without(row, hit), tuple(places[part] for part in _parts(hit)))
        for hit in found
    )


def _covered(faces: Row, row: Row) -> Row:
    """Return the faces for which a row has cards: of a value at most as many as it holds."""
    return tuple(face for at, face in enumerate(faces) if faces[:at].count(face) < row.count(face))


@cache
def _parts(hit: Row) -> tuple[Row, ...]:
    """Return a hit less one card, in all ways that leave some."""
    return tuple(dict.fromkeys(combinations(hit, len(hit) - 1))) if len(hit) > 1 else ()


def rows_within(cards: Row) -> list[Row]:
    """Return every row that can be laid out of some cards, small ones first.

    >>> rows_within((1, 1, 3))
    [(), (1,), (3,), (1, 1), (1, 3), (1, 1, 3)]
    """
    copies = [[(value,) * held for held in range(cards.count(value) + 1)] for value in VALUES]
    return sorted((sum(parts, ()) for parts in product(*copies)), key=lambda row: (len(row), row))


@cache
def misses(dice: Dice) -> tuple[int, ...]:
    """Return in how many ways no die shows a value of a set, three llamas not counted.

    Sets are written in bits, as in ``roll_odds_table``.

    >>> from llamakit.games.llama_dice.rules import make_dice
    >>> misses(make_dice())[0b0100000]  # no 6
    142
    """
    shown = [(bits(roll), ways) for roll, ways in ways_to_roll(dice) if roll != THREE_LLAMAS]
    return tuple(
        sum(ways for faces, ways in shown if not faces & values)
        for values in range(2 ** len(VALUES))
    )


@cache
def joined(row: Row, value: int) -> Row:
    """Return a row with one card more."""
    return tuple(sorted((*row, value)))


#: The penalty of each set of values, written in bits.
PENALTIES = tuple(
    penalty([value for value in VALUES if values >> value - 1 & 1])
    for values in range(2 ** len(VALUES))
)


class InLists:
    """A position of two and all that can follow it, solved in plain Python: a ``Table``.

    All worths are kept as whole numbers of parts, so many to a point that every division comes out
    even: with each card and each token, a worth is divided once, by WAYS or WAYS - llamas or, for
    two positions that lead to each other, by WAYS² - llamas².
    """

    rounding = 0.0

    def __init__(self, start: Duel, paid: tuple[Row, Row]) -> None:
        """Take a position, with the tokens that go back to each player; ``solving`` solves it."""
        self.start, self.paid, self.llamas = start, paid, start.llamas
        self.misses = misses(start.dice)
        self.parts: int = lcm(WAYS, WAYS**2 - self.llamas**2) ** start.levels(paid)
        self.states = list(product(range(len(paid[0])), range(len(paid[1]))))
        self._alone: tuple[dict[Row, list[_Column]], ...] = ({}, {})
        self._after: dict[States, tuple[dict[Row, _Sheet], ...]]
        self._after = {state: ({}, {}) for state in self.states}

    def solving(self) -> Generator[float, None, None]:
        """Solve the llama rows from small to large; yield the share that is done after each."""
        row = self.start.llama_row
        middles = [part for size in range(1, len(row) + 1) for part in combinations(row, size)]
        for done, middle in enumerate(middles, 1):
            for seat in (0, 1):
                self._alone[seat][middle] = self._solve_alone(seat, middle)
            for state in reversed(self.states):
                self._solve_pairs(middle, state)
            yield done / len(middles)

    def after(self, seat: int, own: Row, other: Row, llama_row: Row, states: States) -> Fraction:
        """Return the expected lead of a seat when it is the other's turn."""
        return Fraction(self._after[states][seat][llama_row][other][own], self.parts)

    def alone(self, seat: int, row: Row, llama_row: Row, state: int) -> Fraction:
        """Return the expected lead of a seat when the other has quit, but for the other's row."""
        return Fraction(self._alone[seat][llama_row][state][row], self.parts)

    def _rows(self, seat: int, middle: Row) -> list[Row]:
        """Return every row that a seat can have with this llama row, small ones first."""
        return rows_within((*self.start.rows[seat], *without(self.start.llama_row, middle)))

    def _solve_alone(self, seat: int, middle: Row) -> list[_Column]:
        """Return what every row of a player alone is worth (D10), by tokens returned."""
        found: list[_Column] = []
        for token in reversed(self.paid[seat]):
            column: _Column = {(): token * self.parts}
            for row in self._rows(seat, middle)[1:]:
                total = self._hits(row, column) + self.llamas * token * self.parts
                total += self.misses[bits(row)] * self._lost(row, middle)
                if found:
                    rolling = (total + self.llamas * found[0][row]) // WAYS
                else:  # three llamas leave everything as it was
                    rolling = total // (WAYS - self.llamas)
                column[row] = max(self._lost(row), rolling)
            found.insert(0, column)
        return found

    def _lost(self, row: Row, more: Row = ()) -> int:
        """Return what a row costs, or two put together, as a negative number of parts."""
        return -int(PENALTIES[bits(row) | bits(more)]) * self.parts

    def _hits(self, row: Row, column: _Column) -> int:
        """Return the sum over all hits of what the best discard leads to (D7)."""
        total = 0
        best: list[int] = []
        for ways, left, smaller in hits(row, self.start.dice):
            worth = column[left]
            for place in smaller:
                if best[place] > worth:
                    worth = best[place]
            best.append(worth)
            total += ways * worth
        return total

    def _solve_pairs(self, middle: Row, state: States) -> None:
        """Find what all positions with this llama row and these tokens are worth."""
        rows = [self._rows(seat, middle) for seat in (0, 1)]
        for seat in (0, 1):
            token = self.paid[seat][state[seat]] * self.parts
            self._after[state][seat][middle] = {
                other: {(): token - self._lost(other)} for other in rows[1 - seat]
            }
        first, second = (sheets[middle] for sheets in self._after[state])
        taken = [{row: self._taken(seat, row) for row in rows[seat]} for seat in (0, 1)]
        for own, other in product(rows[0][1:], rows[1][1:]):
            if not taken[0][own] & taken[1][other]:
                x, y = self._solve_pair(own, other, middle, state)
                second[own][other], first[other][own] = -x, -y

    def _taken(self, seat: int, row: Row) -> int:
        """Return the values, as bits, that a seat must have taken to have a row."""
        start = self.start.rows[seat]
        return bits(tuple(value for value in row if row.count(value) > start.count(value)))

    def _solve_pair(self, own: Row, other: Row, middle: Row, state: States) -> tuple[int, int]:
        """Return the lead of either player, if it is their turn.

        With r and s for the sums over all rolls, what three llamas lead to left out, and q and u
        for quitting, x = max(q, (r - llamas · y) / WAYS), y = max(u, (s - llamas · x) / WAYS).
        One put into the other, x = max(q, min((r - llamas · u) / WAYS, x if both roll)). Where
        three llamas leave a player with a token less, what they lead to is known already.
        """
        (mine, theirs), llamas = state, self.llamas
        q = self._lost(own) - self._alone[1][middle][theirs][other]
        u = self._lost(other) - self._alone[0][middle][mine][own]
        r = self._rolls(0, own, other, middle, state)
        s = self._rolls(1, other, own, middle, state)
        mine_stays, theirs_stay = mine + 1 == len(self.paid[0]), theirs + 1 == len(self.paid[1])
        if mine_stays and theirs_stay:
            both = (WAYS * r - llamas * s) // (WAYS**2 - llamas**2)
            x = max(q, min((r - llamas * u) // WAYS, both))
            return x, max(u, (s - llamas * x) // WAYS)
        if mine_stays:
            later = self._after[mine, theirs + 1][1][middle][own][other]
            y = max(u, (s + llamas * later) // WAYS)
            return max(q, (r - llamas * y) // WAYS), y
        later = self._after[mine + 1, theirs][0][middle][other][own]
        x = max(q, (r + llamas * later) // WAYS)
        later = -x if theirs_stay else self._after[mine, theirs + 1][1][middle][own][other]
        return x, max(u, (s + llamas * later) // WAYS)

    def _rolls(self, seat: int, own: Row, other: Row, middle: Row, state: States) -> int:
        """Return the sum of the leads after all rolls, but of three llamas the token only.

        The cards of the llama row (D8) are gone through from the best down: each is taken in the
        rolls that show it, but neither a card of the row nor a better one. The rest is drama (D9).
        """
        sheets, held = self._after[state][seat], bits(own)
        offers = []
        for value in middle:
            if value not in own:
                left, row = without(middle, (value,)), joined(own, value)
                worth = sheets[left][other][row] if left else self._lost(row) - self._lost(other)
                offers.append((worth, value))
        total = self._hits(own, sheets[middle][other])
        total += self.llamas * self.paid[seat][state[seat]] * self.parts
        missed = self.misses[held]
        for worth, value in sorted(offers, reverse=True):
            held |= 1 << value - 1
            total += (missed - self.misses[held]) * worth
            missed = self.misses[held]
        return total + missed * (self._lost(own, middle) - self._lost(other))
