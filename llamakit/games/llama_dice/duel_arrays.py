"""Two players solved in NumPy arrays, by the million: the same as ``duel_lists``, in floats.

Imports NumPy, lower rooms and this game's rules. See ``duel`` for what is solved.

The llama rows are gone through from small to large. With one of them lying there, a seat's *table*
holds what its rows (down) and the other's (across) are worth to it when it is the other's turn, for
each number of tokens returned. Small rows stand first, and rows of a size are a *block*. A block
needs those above it, where hits lead, and the tables of llama rows with a card less, where takes
lead: always whole lines of a table. So a block takes a few dozen NumPy calls, however large it is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import reduce
from itertools import accumulate, combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from llamakit.games.cards import VALUES, without
from llamakit.games.llama_dice.alone import THREE_LLAMAS, WAYS
from llamakit.games.llama_dice.duel_lists import (
    PENALTIES,
    Hit,
    hits,
    joined,
    rows_within,
)
from llamakit.games.llama_dice.rules import Dice, Row, bits, ways_to_roll

if TYPE_CHECKING:
    from llamakit.games.llama_dice.duel import Duel, States

Array = np.ndarray[Any, Any]

#: About so many numbers are worked on at a time: a processor's cache can hold them.
AT_A_TIME = 30_000

_PENALTIES = np.array(PENALTIES, np.float64)


class _Hits(NamedTuple):
    """The hits with one, two or three cards (see ``duel_lists.Hit``), a line for each row.

    ``number`` is how many a row has; its line is filled up with hits that cannot be rolled.
    ``left`` are numbers of rows. ``smaller`` has an array for each card of a hit: places in the
    lines of hits with a card less.
    """

    number: Array
    ways: Array
    left: Array
    smaller: list[Array]

    def of(self, rows: Array, fewer: _Hits | None) -> _Hits:
        """Return the hits of some rows, ready to be picked from a flat list of them all.

        ``fewer`` are those with a card less.
        """
        width = self.number[rows].max()
        before = np.arange(len(rows))[:, None] * (fewer.ways.shape[-1] if fewer else 0)
        return _Hits(
            self.number[rows],
            self.ways[rows, None, :width],
            self.left[rows, :width].ravel(),
            [(before + places[rows, :width]).ravel() for places in self.smaller],
        )


class _Block(NamedTuple):
    """Rows of one size: where they stand in a table, and their ``hits``.

    ``above`` are the lines of the table that hits lead to; ``left``, for hits with one, two and
    three cards, which of these lines each leads to.
    """

    place: slice
    above: slice
    hits: tuple[_Hits, ...]
    left: list[Array]


def _filled_up(lines: list[list[int]]) -> Array:
    """Return lines of whole numbers as an array, short lines filled up with 0."""
    width = max(map(len, lines))
    filled = [line + [0] * (width - len(line)) for line in lines]
    return np.array(filled, np.intp).reshape(len(lines), width)


class _Side:
    """All rows that can ever lie before a player, small ones first, by number.

    ``counts`` of each value, shape (rows, 7); ``sets``, their values in bits; ``more``, the numbers
    of the rows with one more card of each value; ``hits`` with one, two and three cards.
    """

    def __init__(self, dealt: Row, llama_row: Row, dice: Dice) -> None:
        self.rows = rows_within((*dealt, *llama_row))
        self.numbers = {row: number for number, row in enumerate(self.rows)}
        self.counts = np.array([[row.count(value) for value in VALUES] for row in self.rows])
        self.sets = np.array([bits(row) for row in self.rows])
        self.more = np.array(
            [[self.numbers.get(joined(row, value), 0) for value in VALUES] for row in self.rows]
        )
        self.hits = list(self._find_hits([hits(row, dice) for row in self.rows]))

    def _find_hits(self, found: list[tuple[Hit, ...]]) -> Iterator[_Hits]:
        """Yield the hits with one, two and three cards of all rows."""
        before = start = np.zeros(len(found), np.intp)  # where those with a card less begin
        for size in (1, 2, 3):
            lines = [
                [hit for hit in line if len(hit.left) == len(row) - size]
                for row, line in zip(self.rows, found, strict=True)
            ]
            number = np.array([len(line) for line in lines])
            ways = _filled_up([[hit.ways for hit in line] for line in lines])
            left = _filled_up([[self.numbers[hit.left] for hit in line] for line in lines])
            smaller = [
                _filled_up([[(hit.smaller * size)[part] for hit in line] for line in lines])
                for part in range(size if size > 1 else 0)
            ]
            less = [np.maximum(places - before[:, None], 0) for places in smaller]
            yield _Hits(number, ways.astype(np.float64), left, less)
            before, start = start, start + number


class _Rows:
    """The rows that a player can have with one llama row.

    ``numbers`` are those of ``_Side``; ``here`` is the other way round, the places of all rows
    among these. ``takes`` are the sets of cards that can be taken after a roll, with the number of
    ways for each row; ``missed``, the ways that match no card of the row, with a take or without.
    """

    def __init__(self, side: _Side, middle: Row, dice: Dice) -> None:
        most = side.counts[-1] - [value in middle for value in VALUES]
        self.numbers = np.flatnonzero((side.counts <= most).all(axis=1))
        self.here = np.zeros(len(side.rows), np.intp)
        self.here[self.numbers] = np.arange(len(self.numbers))
        self.sets = side.sets[self.numbers]
        self.lost = -_PENALTIES[self.sets]
        self.drama = -_PENALTIES[self.sets | bits(middle)]
        self.missed = np.zeros(len(self.numbers))
        self.takes: dict[Row, Array] = {(): np.zeros(len(self.numbers))}
        for roll, ways in ways_to_roll(dice):
            if roll != THREE_LLAMAS:
                shown = tuple(value for value in middle if value in roll)
                misses = ways * (self.sets & bits(roll) == 0)
                self.takes[shown] = self.takes.get(shown, 0) + misses
                self.missed += misses

    def blocks(self, side: _Side) -> list[_Block]:
        """Return the rows of each size, from one card up."""
        sizes = side.counts[self.numbers].sum(axis=1)
        starts = np.searchsorted(sizes, range(sizes[-1] + 2))
        return [self._block(side, starts, size) for size in range(1, sizes[-1] + 1)]

    def _block(self, side: _Side, starts: Array, size: int) -> _Block:
        """Return the rows of one size."""
        place = slice(starts[size], starts[size + 1])
        above = slice(starts[max(0, size - 3)], place.start)
        numbers = self.numbers[place]
        singles = side.hits[0].of(numbers, None)
        pairs = side.hits[1].of(numbers, singles)
        hits = singles, pairs, side.hits[2].of(numbers, pairs)
        # what fills up a line leads nowhere: any line will do
        left = [np.maximum(self.here[found.left] - above.start, 0) for found in hits]
        return _Block(place, above, hits, left)


class InArrays:
    """A position of two and all that can follow it, solved in arrays: a ``Table``.

    ``kept``: nothing is forgotten. Otherwise only the tables of the largest llama rows are left at
    the end, in single precision, which is enough to say what to do now.
    """

    def __init__(self, start: Duel, paid: tuple[Row, Row], kept: bool = True) -> None:
        """Take a position, with the tokens that go back to each player; ``solving`` solves it."""
        self.paid, self.llamas, self.kept = paid, start.llamas, kept
        self.type: Any = np.float64 if kept else np.float32
        self.rounding = start.rounding(paid, float(np.finfo(self.type).eps) / 2)
        self.sides = [_Side(row, start.llama_row, start.dice) for row in start.rows]
        self.rows: dict[Row, list[_Rows]] = {}
        self._alone: dict[Row, list[Array]] = {}
        self._tables: dict[Row, list[Array]] = {}
        for size in range(1, len(start.llama_row) + 1):
            for middle in combinations(start.llama_row, size):
                self.rows[middle] = [_Rows(side, middle, start.dice) for side in self.sides]

    def solving(self) -> Generator[float, None, None]:
        """Solve the llama rows from small to large; yield the share that is done after each."""
        sizes = {middle: len(a.numbers) * len(b.numbers) for middle, (a, b) in self.rows.items()}
        for middle, done in zip(sizes, accumulate(sizes.values()), strict=True):
            self._tables[middle] = self._solve(middle)
            for old in [old for old in self._tables if len(old) < len(middle) - 1]:
                if not self.kept:
                    del self._tables[old]
            yield done / sum(sizes.values())

    def after(self, seat: int, own: Row, other: Row, llama_row: Row, states: States) -> float:
        """Return the expected lead of a seat when it is the other's turn."""
        mine, theirs = self._line(seat, own, llama_row), self._line(1 - seat, other, llama_row)
        return float(self._tables[llama_row][seat][(mine, theirs, *states)])

    def alone(self, seat: int, row: Row, llama_row: Row, state: int) -> float:
        """Return the expected lead of a seat when the other has quit, but for the other's row."""
        return float(self._alone[llama_row][seat][self._line(seat, row, llama_row), state])

    def _line(self, seat: int, row: Row, llama_row: Row) -> int:
        """Return which line of the tables a row has."""
        return int(self.rows[llama_row][seat].here[self.sides[seat].numbers[row]])

    def _solve(self, middle: Row) -> list[Array]:
        """Return both tables of a llama row, found block by block."""
        blocks = [
            rows.blocks(side) for rows, side in zip(self.rows[middle], self.sides, strict=True)
        ]
        self._alone[middle] = [self._solve_alone(seat, middle, blocks[seat]) for seat in (0, 1)]
        first, second = self._new_tables(middle)
        for rows in blocks[0]:
            a = rows.place
            r = self._hits(rows, first) + self._rest(0, middle, a, slice(None))
            rest = self._rest(1, middle, slice(None), a)
            part = np.ascontiguousarray(second[:, a])
            for columns in blocks[1]:
                b = columns.place
                s = self._hits(columns, part) + rest[b]
                x, y = self._solve_pairs(middle, a, b, r[:, b], s.swapaxes(0, 1))
                first[a, b], part[b] = -y, -x.swapaxes(0, 1)
            second[:, a] = part
        return [first, second]

    def _new_tables(self, middle: Row) -> list[Array]:
        """Return tables in which only the emptied rows are filled in (D11, D12)."""
        tables = []
        for seat, mine in enumerate(self.rows[middle]):
            theirs = self.rows[middle][1 - seat]
            shape = len(mine.numbers), len(theirs.numbers), len(self.paid[0]), len(self.paid[1])
            tables.append(np.zeros(shape, self.type))
            tables[seat][0] = self._tokens(seat) - theirs.lost[:, None, None]
        return tables

    def _tokens(self, seat: int) -> Array:
        """Return a player's next token, shape (states of one, states of the other)."""
        own, other = (np.array(tokens, np.float64) for tokens in self.paid)
        return own[:, None] + 0 * other if seat == 0 else 0 * own[:, None] + other

    def _solve_alone(self, seat: int, middle: Row, blocks: list[_Block]) -> Array:
        """Return what every row of a player alone is worth (D10), by tokens returned."""
        rows = self.rows[middle][seat]
        tokens, llamas = np.array(self.paid[seat], np.float64), self.llamas
        worths = np.zeros((len(rows.numbers), len(tokens)))
        worths[0] = tokens
        for block in blocks:
            here = block.place
            total = self._hits(block, worths) + llamas * tokens
            total += (rows.missed * rows.drama)[here, None]
            rolling = total[:, -1] / (WAYS - llamas)
            for state in reversed(range(len(tokens))):
                worths[here, state] = np.maximum(rows.lost[here], rolling)
                rolling = (total[:, state - 1] + llamas * worths[here, state]) / WAYS
        return worths

    def _hits(self, rows: _Block, table: Array) -> Array:
        """Return, for rows of one size, the sum over all hits of the best discard (D7).

        ``table`` says what the rows are worth after a discard. A few of its columns are worked on
        at a time, so that all that is picked from them fits into the processor's cache.
        """
        number = rows.place.stop - rows.place.start
        above = table[rows.above].reshape(rows.above.stop - rows.above.start, -1)
        total = np.zeros((number, above.shape[1]))
        step = max(16, AT_A_TIME // max(1, sum(map(len, rows.left))))
        for start in range(0, above.shape[1], step):
            columns = above[:, start : start + step].astype(np.float64)
            best = columns
            for left, found in zip(rows.left, rows.hits, strict=True):
                if not len(left):
                    break
                worth = columns.take(left, axis=0)
                for places in found.smaller:
                    np.maximum(worth, best.take(places, axis=0), out=worth)
                best = worth
                of_each = best.reshape(number, -1, columns.shape[1])
                total[:, start : start + step] += (found.ways @ of_each)[:, 0]
        sums: Array = total.reshape(number, *table.shape[1:])
        return sums

    def _rest(self, seat: int, middle: Row, block: slice, across: slice) -> Array:
        """Return the sum over takes (D8) and drama (D9), and the token of three llamas (D6)."""
        mine, theirs = self.rows[middle][seat], self.rows[middle][1 - seat]
        drama = mine.takes[()][block, None] * (mine.drama[block, None] - theirs.lost[across])
        total: Array = drama[:, :, None, None] + self.llamas * self._tokens(seat)
        single = {value: self._taken(seat, middle, value, block, across) for value in middle}
        for shown, ways in mine.takes.items():
            if shown and ways[block].any():
                best = reduce(np.maximum, [single[value] for value in shown])
                total += ways[block, None, None, None] * best
        return total

    def _taken(self, seat: int, middle: Row, value: int, block: slice, across: slice) -> Array:
        """Return what rows are worth after taking a card, which they do not have."""
        left = without(middle, (value,))
        mine, theirs = self.rows[middle][seat], self.rows[middle][1 - seat]
        if not left:  # the round is over (D11)
            lost = -_PENALTIES[mine.sets[block] | bits((value,)), None]
            ended: Array = (lost - theirs.lost[across])[:, :, None, None]
            return ended
        more = self.sides[seat].more[mine.numbers[block], value - 1]
        lines = self.rows[left][seat].here[more]
        columns = self.rows[left][1 - seat].here[theirs.numbers[across]]
        taken: Array = self._tables[left][seat].take(lines, axis=0).take(columns, axis=1)
        return taken

    def _solve_pairs(
        self, middle: Row, a: slice, b: slice, r: Array, s: Array
    ) -> tuple[Array, Array]:
        """Return the lead of either player, if it is their turn (see ``InLists._solve_pair``)."""
        (own, other), alone, llamas = self.rows[middle], self._alone[middle], self.llamas
        last = len(self.paid[0]) - 1, len(self.paid[1]) - 1
        x, y = np.empty(r.shape), np.empty(r.shape)
        for mine, theirs in reversed(list(product(range(last[0] + 1), range(last[1] + 1)))):
            q = own.lost[a, None] - alone[1][b, theirs]
            u = other.lost[b] - alone[0][a, mine, None]
            here = (..., mine, theirs)
            if (mine, theirs) == last:
                both = (WAYS * r[here] - llamas * s[here]) / (WAYS**2 - llamas**2)
                first = np.minimum((r[here] - llamas * u) / WAYS, both)
                x[here] = np.maximum(q, first)
                y[here] = np.maximum(u, (s[here] - llamas * x[here]) / WAYS)
            elif mine == last[0]:
                y[here] = np.maximum(u, (s[here] - llamas * x[..., mine, theirs + 1]) / WAYS)
                x[here] = np.maximum(q, (r[here] - llamas * y[here]) / WAYS)
            else:
                x[here] = np.maximum(q, (r[here] - llamas * y[..., mine + 1, theirs]) / WAYS)
                later = x[..., mine, min(theirs + 1, last[1])]
                y[here] = np.maximum(u, (s[here] - llamas * later) / WAYS)
        return x, y
