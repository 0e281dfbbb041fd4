"""L.L.A.M.A. Dice by the hundred thousand: every step for all tables at once, in NumPy.

Imports NumPy, lower rooms and this game's rules. The rules are those of ``rules.py`` in another
form, and the tests replay the same deals and rolls through both. What makes it fast:

* *One array for each thing, one place in it for each table.* A step is a few operations on whole
  arrays, so Python's own work is shared by all tables.
* *A row of cards is one number*, with a hexadecimal digit for each value: how many copies. The row
  1, 2, 2, L is 0x1000021. No digit passes 7, so its highest bit is free to catch a borrow: all
  seven values are compared or subtracted at once. The llama row has one card of each value at
  most: value v is bit v-1.
* *Everybody's turn comes in sweeps*: seat 0 at all tables, then seat 1, and so on. A table whose
  round begins with another seat joins the sweep there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llamakit.engine.contract import Results
from llamakit.games.cards import LLAMA, VALUES, penalty
from llamakit.games.llama_dice.rules import Dice, Row, Rules, bits, discards_of

Numbers = NDArray[Any]

#: The highest bit of every digit, and every bit of a number.
HIGH_BITS, ALL_BITS = np.uint32(0x8888888), np.uint32(0xFFFFFFFF)

#: The set of all seven values.
ALL_VALUES = np.uint8(127)

#: The mark of three llamas (D6) among the sets of values that a roll shows.
THREE_LLAMAS = 128

#: How a round can end, as places in ENDINGS.
EMPTIED, DRAMA, LAST_TAKEN, ALL_QUIT = range(4)

#: Called with a kind of step, its seat, the games where it is taken, and what is done in each.
Watch = Callable[[str, int | None, Numbers, Numbers], None]


def pack(row: Row) -> int:
    """Return a row of cards as one number, a hexadecimal digit for each value.

    >>> hex(pack((1, 2, 2, LLAMA)))
    '0x1000021'
    """
    return sum(1 << 4 * (value - 1) for value in row)


def unpack(number: int) -> Row:
    """Return the row of cards that a number stands for.

    >>> unpack(0x1000021)
    (1, 2, 2, L)
    """
    return tuple(value for value in VALUES for _ in range(int(number) >> 4 * (value - 1) & 7))


def common(rows: Numbers, rolls: Numbers) -> Numbers:
    """Return the cards that match a die (D7): digit by digit, the smaller number of copies.

    >>> [hex(x) for x in common(np.array([0x21], np.uint32), np.array([0x103], np.uint32))]
    ['0x1']
    """
    lent = (rows | HIGH_BITS) - rolls  # every digit lends itself 8, so none borrows of the next
    kept = lent & HIGH_BITS  # the loan is still there where there were copies enough
    rest: Numbers = lent & (kept - (kept >> np.uint32(3)))
    return rows - rest


class Additive:
    """A sum over the values of a row, such as its penalty, looked up for many rows at once.

    ``part(value, copies)`` is what some copies of a value add. Two tables, for the numbers 1 to 4
    and for 5, 6 and llama, hold every sum.
    """

    def __init__(self, part: Callable[[int, int], int]) -> None:
        """Fill the two tables."""
        digits = [[part(value, copies) for copies in range(8)] * 2 for value in VALUES]
        one, two, three, four, five, six, llama = digits
        sums = np.add.outer(np.add.outer(four, three), np.add.outer(two, one))
        self.low = sums.ravel().astype(np.int32)
        self.high = np.add.outer(llama, np.add.outer(six, five)).ravel().astype(np.int32)

    def __call__(self, rows: Numbers) -> Numbers:
        """Return the sum of each row."""
        return self.low.take(rows & 0xFFFF) + self.high.take(rows >> 16)


@cache
def row_penalty() -> Additive:
    """Return the penalty of rows: each value once, however many copies (G2).

    >>> row_penalty()(np.array([pack((1, 5, 5, 6)), pack((1, 1, LLAMA))])).tolist()
    [12, 11]
    """
    return Additive(lambda value, copies: penalty((VALUES[value - 1],)) if copies else 0)


class Rolls(NamedTuple):
    """The 216 equally likely rolls of three dice, as looked up by their number.

    Roll 36a + 6b + c shows face a of the first die, b of the second and c of the third. ``digits``
    are the faces as a row, ``sets`` as a set of values; three llamas match nothing (D6), so they
    are no digits and the mark THREE_LLAMAS.
    """

    faces: tuple[Row, ...]
    digits: Numbers
    sets: Numbers


@cache
def all_rolls(dice: Dice) -> Rolls:
    """Return the 216 rolls of three dice."""
    faces = tuple(product(*dice))
    plain = [() if roll == (LLAMA,) * 3 else roll for roll in faces]
    return Rolls(
        faces=faces,
        digits=np.array([pack(roll) for roll in plain], np.uint32),
        sets=np.array([bits(roll) or THREE_LLAMAS for roll in plain], np.uint8),
    )


def roll_numbers(rng: np.random.Generator, n: int) -> Numbers:
    """Return n numbers of rolls, 0 to 215: bytes, those from 216 on thrown away."""
    numbers = rng.integers(0, 256, n * 5 // 4 + 64, dtype=np.uint8)
    numbers = numbers.take(np.flatnonzero(numbers < 216))
    if len(numbers) < n:
        numbers = np.concatenate([numbers, roll_numbers(rng, n - len(numbers))])
    return numbers[:n]


#: The random number of a row is a fraction with this many bits: six cards use up 31 of them.
_BITS = 58
_LOW = (1 << _BITS) - 1


def deal_rows(rng: np.random.Generator, rules: Rules, n: int) -> Numbers:
    """Deal n times (D2); the answer has shape (players, n), one number for each row.

    A pile is one number with a byte for each value: how many cards of it are left. Three steps deal
    a card to all tables at once, where the rules draw a number from 1 to the size of the pile:

    1. Times 0x01010101010101, each byte becomes a running total: so many cards up to this value.
    2. Each byte is lent 128, its highest bit, and then loses the number that was drawn. It still
       has that bit where the total is at least the number; no byte borrows of the next.
    3. The lowest of the bits that are left stands at the card to deal, which leaves the pile.

    The numbers come from one random fraction for each row. Times the size of the pile, its whole
    part is the number, from 0, and the rest is the fraction for the next card.
    """
    ones, high, low = np.uint64(0x01010101010101), np.uint64(0x80808080808080), np.uint64(_LOW)
    full = sum(copies << 8 * (value - 1) for value, copies in rules.deck.items())
    pile, left = np.full(n, full, np.uint64), sum(rules.deck.values())
    rows = np.empty((rules.players, n), np.uint32)
    for row in rows:
        before = pile.copy()
        fraction = rng.integers(0, _LOW + 1, n, dtype=np.uint64)
        for _ in range(rules.hand):
            fraction &= low
            fraction *= np.uint64(left)
            random = fraction >> np.uint64(_BITS)
            random += np.uint64(1)
            passed = pile * ones  # step 1
            passed |= high  # step 2
            passed -= random * ones
            passed &= high
            passed &= -passed  # step 3: of the bits that are left, the lowest
            pile -= passed >> np.uint64(7)
            left -= 1
        row[:] = _digits(before - pile)
    return rows


def _digits(number: Numbers) -> Numbers:
    """Return numbers with a byte for each value as numbers with a hexadecimal digit for each."""
    for shift, mask in ((4, 0x00FF00FF00FF00FF), (8, 0x0000FFFF0000FFFF), (16, 0xFFFFFFFF)):
        number = (number | number >> np.uint64(shift)) & np.uint64(mask)
    return number.astype(np.uint32)


class Greedy:
    """The bot *greedy* for many tables: never quits, sheds the most, picks up the least."""

    def __init__(self, rules: Rules) -> None:
        """Need nothing of the rules."""

    def quits(self, tables: Tables, seat: int, rng: np.random.Generator) -> Numbers:
        """Return where the seat quits, of the tables where it is its turn."""
        return np.empty(0, np.intp)

    def discards(self, matching: Numbers, rng: np.random.Generator) -> Numbers:
        """Return the cards to discard from the matching ones, as rows."""
        return matching

    def takes(self, matching: Numbers, rng: np.random.Generator) -> Numbers:
        """Return the card to take from those of the llama row that match, as sets: the lowest."""
        return matching & -matching

    def returns(self, points: Numbers, rng: np.random.Generator) -> Numbers:
        """Return the token to give back; 0 keeps them all."""
        return np.where(points >= 10, 10, 1)


class Cautious(Greedy):
    """The bot *cautious* for many tables: quits when one more roll lowers no expected penalty.

    That roll changes the penalty by the sum of two things, counted here in 216ths of a point. A
    value leaves the row when at least as many dice show it as the row has copies: this adds up
    value by value. Or no die matches, and a card or the whole llama row comes in: this depends
    only on which values the row and the llama row have.
    """

    def __init__(self, rules: Rules) -> None:
        """Count over the 216 rolls of the dice."""
        self.row_and_gain, self.loss = _one_roll_ahead(rules.dice)

    def quits(self, tables: Tables, seat: int, rng: np.random.Generator) -> Numbers:
        """Return where the seat quits: where the loss outweighs the gain, or equals it."""
        turn = np.flatnonzero(tables.turns[seat] != 0)
        known = self.row_and_gain(tables.rows[seat].take(turn))
        alone = (tables.inside.take(turn) == 1) * np.uint8(128)
        others = (tables.llama_row.take(turn) | alone).astype(np.int32)
        loss = self.loss.take(others << 7 | known & 127)
        return turn.take(np.flatnonzero(loss >= known >> 7))


@cache
def _one_roll_ahead(dice: Dice) -> tuple[Additive, Numbers]:
    """Return what one more roll does to a penalty, in 216ths of a point.

    First, of a row, the gain from values that leave it, times 128, plus the row as a set. Second
    the loss from cards that come in, at (alone or not) * 128 * 128 + llama row * 128 + row.
    """
    rolls = all_rolls(dice)
    worth = [penalty((value,)) for value in VALUES]
    copies = [rolls.digits >> 4 * (value - 1) & 7 for value in VALUES]

    def gain(value: int, held: int) -> int:
        if not held:
            return 0
        gone = int(np.count_nonzero(copies[value - 1] >= held))
        return gone * worth[value - 1] * 128 + (1 << value - 1)

    of_set = np.array([sum(w for bit, w in enumerate(worth) if s >> bit & 1) for s in range(128)])
    lowest = np.array([0, *[worth[(s & -s).bit_length() - 1] for s in range(1, 128)]])
    row, llama_row = np.arange(128), np.arange(128)[:, None]
    drama = of_set[row | llama_row] - of_set[row]
    together, alone = np.zeros((2, 128, 128), np.int64)
    for shown in rolls.sets[rolls.sets != THREE_LLAMAS]:
        missed = row & shown == 0
        alone += missed * drama
        together += missed * np.where(llama_row & shown, lowest[llama_row & shown], drama)
    return Additive(gain), np.stack([together, alone]).ravel().astype(np.int16)


class Random(Greedy):
    """The bot *random* for many tables: any legal action, each as likely as the others."""

    def quits(self, tables: Tables, seat: int, rng: np.random.Generator) -> Numbers:
        """Return where the seat quits: at half of the tables."""
        turn = np.flatnonzero(tables.turns[seat] != 0)
        coins: Numbers = rng.integers(0, 2, len(turn), dtype=np.uint8)
        return turn.compress(coins == 0)

    def discards(self, matching: Numbers, rng: np.random.Generator) -> Numbers:
        """Return any choice of matching cards, at least one."""
        rows, choices, how_many = _all_discards()
        some = np.flatnonzero(matching)
        which = np.searchsorted(rows, matching[some])
        gone = np.zeros_like(matching)
        gone[some] = choices[which, rng.integers(0, how_many[which])]
        return gone

    def takes(self, matching: Numbers, rng: np.random.Generator) -> Numbers:
        """Return any of the matching cards: the first, second or third lowest."""
        left = matching.copy()
        several = rng.integers(0, _SIZES[matching])
        for drop in (1, 2):
            again = several >= drop
            left[again] &= left[again] - 1
        return left & -left

    def returns(self, points: Numbers, rng: np.random.Generator) -> Numbers:
        """Return any token that is held, or none."""
        choice = rng.integers(0, np.where(points >= 10, 3, 2))
        return np.array([0, 1, 10])[choice]


#: How many values each set has.
_SIZES = np.array([number.bit_count() for number in range(256)])


@cache
def _all_discards() -> tuple[Numbers, Numbers, Numbers]:
    """Return every row of matching cards, in order, its legal discards, and how many there are."""
    found = {}
    for size in (1, 2, 3):
        for row in combinations_with_replacement(VALUES, size):
            found[pack(row)] = [pack(action.values) for action in discards_of(row, row)]
    rows = sorted(found)
    choices = np.array([found[row] + [0] * (7 - len(found[row])) for row in rows], np.uint32)
    return np.array(rows, np.uint32), choices, np.array([len(found[row]) for row in rows])


#: The bots that play many tables at once, by name.
BOTS: dict[str, type[Greedy]] = {"random": Random, "greedy": Greedy, "cautious": Cautious}


class Tables:
    """Many tables in the middle of a game: each array has a place for each table, the last axis.

    ``rows`` has shape (players, tables), and so has ``turns``: ALL_BITS where a seat takes turns in
    the round, 0 where it has quit, has not begun or the round is over. ``inside`` counts who has
    not quit, ``over`` says where the next round is to be dealt, and ``actor`` is the seat that
    acted last before that. ``number`` tells which game a table plays: its points, rounds and
    endings stand in ``results`` under that number.
    """

    def __init__(self, rules: Rules, results: Results) -> None:
        """Set a table for each game of the results, before its first deal."""
        n = len(results.rounds)
        self.results = results
        self.rows = np.zeros((rules.players, n), np.uint32)
        self.turns = np.zeros((rules.players, n), np.uint32)
        self.llama_row = np.zeros(n, np.uint8)
        self.inside = np.zeros(n, np.uint8)
        self.over = np.ones(n, np.bool_)
        self.actor = np.full(n, rules.first_player, np.uint8)
        self.length = np.zeros(n, np.uint32)
        self.number = np.arange(n)

    def points(self, seat: int, where: Numbers) -> Numbers:
        """Return the points a seat holds at some tables."""
        return self.results.scores[:, seat].take(self.number.take(where))

    def add_points(self, seat: int, where: Numbers, points: Numbers) -> None:
        """Give a seat points at some tables."""
        scores = self.results.scores[:, seat]
        scores[self.number.take(where)] += points

    def end_round(self, where: Numbers, seat: int, ending: int) -> None:
        """Note at some tables that a seat has just ended the round, and how (D11)."""
        for turns in self.turns:
            turns[where] = 0
        self.over[where] = True
        self.actor[where] = seat
        endings = self.results.endings[:, ending]
        endings[self.number.take(where)] += 1

    def clear(self, where: Numbers) -> None:
        """Note the length of the games that are over, and clear their tables away."""
        self.results.length[self.number.take(where)] = self.length.take(where)
        playing = np.ones(len(self.number), np.bool_)
        playing[where] = False
        kept = np.flatnonzero(playing)
        for name, array in vars(self).items():
            if name != "results":
                setattr(self, name, array.take(kept, axis=-1))


class Sweeps:
    """Play many games to the end: the rules and a bot for each seat, sweep after sweep."""

    def __init__(
        self, rules: Rules, names: Sequence[str], rng: np.random.Generator, watch: Watch | None
    ) -> None:
        """Look up the bots and the rolls."""
        self.rules, self.rng, self.watch = rules, rng, watch
        self.bots = [BOTS[name](rules) for name in names]
        self.rolls = all_rolls(rules.dice)

    def play(self, results: Results, one_round: bool) -> None:
        """Play every game of the results, or its first round only, and fill them in."""
        tables = Tables(self.rules, results)
        scores = tables.results.scores.T
        while len(tables.number):
            dealt, late = self.deal(tables)
            for seat in range(self.rules.players):
                self.take_turns(tables, seat)
            self.let_join(tables, dealt, late)
            over = np.flatnonzero(tables.over)
            self.score(tables, over)
            most = scores.take(tables.number.take(over), axis=1).max(axis=0)
            tables.clear(over if one_round else over.compress(most >= self.rules.target))
        np.equal(scores, scores.min(axis=0), out=results.winners.T)

    def deal(self, tables: Tables) -> tuple[Numbers, Numbers]:
        """Deal where the round is over (D13); return where, and which seats must wait there.

        In this sweep the seats before the one that starts have no turn.
        """
        where = np.flatnonzero(tables.over)
        rows = deal_rows(self.rng, self.rules, len(where))
        late = np.arange(self.rules.players)[:, None] < tables.actor.take(where)
        for seat, row in enumerate(rows):
            tables.rows[seat][where] = row
            tables.turns[seat][where] = np.where(late[seat], 0, ALL_BITS)
        tables.llama_row[where] = bits(self.rules.values)
        tables.inside[where] = self.rules.players
        tables.over[where] = False
        tables.results.rounds[tables.number.take(where)] += 1
        self.tell(tables, "deal", None, where, rows)
        return where, late

    def let_join(self, tables: Tables, dealt: Numbers, late: Numbers) -> None:
        """Give the seats that had to wait their turns from the next sweep on."""
        for seat in range(self.rules.players - 1):
            tables.turns[seat][dealt.compress(late[seat])] = ALL_BITS

    def take_turns(self, tables: Tables, seat: int) -> None:
        """Let a seat quit or roll, and discard what matches, wherever it is its turn (D4, D7)."""
        turns, row, bot = tables.turns[seat], tables.rows[seat], self.bots[seat]
        # Two decisions, to roll and what to do then; ALL_BITS is -1 here. Corrected below.
        tables.length -= turns + turns
        self.quit(tables, seat, bot.quits(tables, seat, self.rng))
        thrown = roll_numbers(self.rng, len(row))
        matching = common(row, self.rolls.digits.take(thrown) & turns)
        hit = matching != 0
        gone = bot.discards(matching, self.rng)
        row -= gone
        if self.watch:
            rolling, hits = np.flatnonzero(turns), np.flatnonzero(hit)
            self.tell(tables, "roll", seat, rolling, thrown[rolling])
            self.tell(tables, "discard", seat, hits, gone[hits])
        missed = np.flatnonzero((turns != 0) & ~hit)
        self.miss(tables, seat, missed, self.rolls.sets.take(thrown.take(missed)))
        tables.end_round(np.flatnonzero(hit & (row == 0)), seat, EMPTIED)

    def quit(self, tables: Tables, seat: int, where: Numbers) -> None:
        """Let a seat leave the round (D4); it ends when all have (D11)."""
        tables.turns[seat][where] = 0
        tables.inside[where] -= 1
        tables.length[where] -= 1
        tables.end_round(where.compress(tables.inside.take(where) == 0), seat, ALL_QUIT)
        self.tell(tables, "quit", seat, where, where)

    def miss(self, tables: Tables, seat: int, where: Numbers, shown: Numbers) -> None:
        """Sort rolls that match nothing in the row: three llamas, take or drama (D6, D8 to D10)."""
        row, llama_row = tables.rows[seat], tables.llama_row
        three = shown == THREE_LLAMAS
        matching = shown & llama_row.take(where) & (tables.inside.take(where) > 1) * ALL_VALUES
        drama = where.take(np.flatnonzero(matching + three == 0))
        matched = np.flatnonzero(matching)
        taking, taken = where.take(matched), self.bots[seat].takes(matching.take(matched), self.rng)
        llamas = where.take(np.flatnonzero(three))
        tables.length[llamas] -= 1
        tables.length[drama] -= 1
        self.return_token(tables, seat, llamas)
        row[taking] += _ROW_OF_SET.take(taken)
        llama_row[taking] ^= taken
        row[drama] += _ROW_OF_SET.take(llama_row.take(drama))
        self.tell(tables, "take", seat, taking, taken)
        tables.end_round(taking.compress(llama_row.take(taking) == 0), seat, LAST_TAKEN)
        tables.end_round(drama, seat, DRAMA)

    def return_token(self, tables: Tables, seat: int, where: Numbers) -> None:
        """Let a seat give a token back where it holds any (D6, D12)."""
        points = tables.points(seat, where)
        holding = np.flatnonzero(points)
        if not len(holding):
            return
        where, given = where.take(holding), self.bots[seat].returns(points.take(holding), self.rng)
        tables.add_points(seat, where, -given)
        tables.length[where] += 1
        self.tell(tables, "return", seat, where, given)

    def score(self, tables: Tables, over: Numbers) -> None:
        """Add every row's penalty where a round is over; an empty row may return a token (D12)."""
        for seat in range(self.rules.players):
            rows = tables.rows[seat].take(over)
            tables.add_points(seat, over, row_penalty()(rows))
            self.return_token(tables, seat, over.compress(rows == 0))

    def tell(
        self, tables: Tables, kind: str, seat: int | None, where: Numbers, values: Numbers
    ) -> None:
        """Tell whoever watches of a step."""
        if self.watch:
            self.watch(kind, seat, tables.number.take(where), values)


#: One card of each value in a set, as a row.
_ROW_OF_SET = np.array(
    [pack(tuple(v for v in VALUES if number >> v - 1 & 1)) for number in range(128)], np.uint32
)


def play(
    rules: Rules,
    names: Sequence[str],
    results: Results,
    rng: np.random.Generator,
    one_round: bool = False,
    watch: Watch | None = None,
) -> None:
    """Play whole games, or first rounds, with a built-in bot in each seat.

    As many are played as ``results`` have room for, and filled in there. ``watch`` is called with
    every step: its kind (deal, roll, quit, discard, take or return), the seat, the games and, for
    each, the rows dealt, the number of the roll, the cards or the token.

    >>> from llamakit.simulation.simulate import no_results
    >>> results = no_results(3, 2, endings=4)
    >>> play(Rules(), ["greedy", "random"], results, np.random.default_rng(1))
    >>> bool(results.rounds.all())
    True
    """
    Sweeps(rules, names, rng, watch).play(results, one_round)
