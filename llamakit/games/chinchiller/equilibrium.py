"""Two players of Chinchiller Dice who both play as well as one can: a stochastic game, solved.

Each wants to be as far ahead of the other as possible. Sand is never short: a payment from one to
the other is made in full and counts twice. A state (a, b) says how many eyes the player on turn
(the mover) and the other one have closed; V(a, b) is what the mover gains on the other from there
to the end, and V(2, 2) = 0. After a turn it is the other's, so V changes sign:

* *The mover sees.* Without a closed eye the game goes on with -V(b, a), with one -V(b, a + 1).
  The turn is optimal stopping, an eye costs the difference of the two:
  V(a, b) = -V(b, a) + R(V(b, a + 1) - V(b, a)), where R is ``reroll_value`` for that cost.
* *The mover is blind.* The other announces. Accepting a claim c gains 2c, doubting a true one
  loses 12 below 6 and gains nothing above, doubting a lie gains twice the roll and closes an eye:
  V(2, b) = -V(b, 2) + G(V(b, 2) - V(b + 1, 2)), where G(m) is the value of that game of
  signals if the closed eye is worth m to the mover. Announcer and doubter mix; both sides' best
  mixtures are a linear program and its dual.

How the answer is found does not matter, and is done with floats. That it is right is proven
in fractions (``prove``): each strategy guarantees its side what the interval's end says.

Imports the standard library and this game's rules and stopping; ``exact`` when numbers are shown.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import product
from typing import Any

from llamakit.games.chinchiller.rules import (
    CHINCHILLER,
    LOW_CLAIM,
    NOT_ROLLED,
    Die,
    make_die,
    roll_outcomes,
    sand,
    sums,
)
from llamakit.games.chinchiller.stopping import reroll_value

#: Eyes closed by the player on turn (the mover) and by the other one.
Eyes = tuple[int, int]

#: For each sum rolled, the probability of each claim.
Claims = dict[int, dict[int, Fraction]]

#: For each claim, the probability that it is doubted.
Doubts = dict[int, Fraction]

#: The states in which the mover sees, and those in which the mover is blind and the other sees.
SIGHTED: tuple[Eyes, ...] = tuple((mover, other) for mover in (0, 1) for other in (0, 1, 2))
BLIND: tuple[Eyes, ...] = ((2, 0), (2, 1))

#: With the usual die: where both hold so much sand, that it may run short matters hardly at all.
ENOUGH_SAND = 72

#: Probabilities are given as decimal fractions with so many places.
PLACES = 15


@dataclasses.dataclass(frozen=True)
class Interval:
    """A number known to lie between two others; ``float`` gives their middle.

    >>> float(Interval(Fraction(1, 4), Fraction(3, 4)))
    0.5
    """

    low: Any
    high: Any

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)

    def __repr__(self) -> str:
        return f"{float(self):.9f} ± {float((self.high - self.low) / 2):.0e}"


@dataclasses.dataclass(frozen=True, repr=False)
class Equilibrium:
    """Best play of two, by state: eyes closed by (the mover, the other).

    ``values``: what the mover gains on the other, in sand, as an ``Interval`` of sympy.Rational;
    ``low`` and ``high`` hold its ends as Fractions.
    ``eye_costs``: where the mover sees, re-roll as ``best_turn`` of this cost says. Where the mover
    is blind: ``claims``, ``{rolled: {claim: probability}}``, and ``doubts``, ``{claim: probability
    of a doubt}``.
    """

    low: dict[Eyes, Fraction]
    high: dict[Eyes, Fraction]
    eye_costs: dict[Eyes, Fraction]
    claims: dict[Eyes, Claims]
    doubts: dict[Eyes, Doubts]

    @cached_property
    def values(self) -> dict[Eyes, Interval]:
        """What the mover gains in each state."""
        from llamakit.exact.figures import rational

        return {
            eyes: Interval(rational(self.low[eyes]), rational(self.high[eyes]))
            for eyes in sorted(self.low)
        }

    def __repr__(self) -> str:
        return f"<Equilibrium: who starts gains {self.values[0, 0]!r} sand>"

    def __str__(self) -> str:
        states = [f"  {eyes}: {value!r}" for eyes, value in self.values.items()]
        return "\n".join(["Gain of the mover in sand, by eyes closed (mover, other):", *states])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the gains as text in IPython."""
        printer.text(str(self))


def solve(die: Any = None) -> Equilibrium:
    """Return best play of two players, its values as intervals proven in exact arithmetic.

    ``die`` is what ``make_die`` takes. Raises InputError for anything else. (This solves this game;
    ``lk.exact.solve`` solves any model that is small enough to be written down.)

    >>> solve().values[0, 0]
    4.519971617 ± 1e-11
    """
    return copy.deepcopy(solved(make_die(die)))  # the other one is everybody's


@cache
def solved(die: Die) -> Equilibrium:
    """Find values and strategies for a die, and prove them; for who changes nothing in them."""
    values = find_values(die)
    claims, doubts = {}, {}
    for mover, other in BLIND:
        eye = passed(values, other + 1, 2) - passed(values, other, 2)
        claims[mover, other], doubts[mover, other] = find_signals(die, float(eye))
    low, high = prove(die, values, claims, doubts)
    eye_costs = {eyes: eye_cost(values, *eyes) for eyes in SIGHTED}
    return Equilibrium(low, high, eye_costs, claims, doubts)


def passed(values: Mapping[Eyes, Any], mover: int, other: int) -> Any:
    """Return what the last mover gains when the turn passes to a new one, in this state."""
    return -values.get((mover, other), 0)


def eye_cost(values: Mapping[Eyes, Any], mover: int, other: int) -> Any:
    """Return how much less a mover who sees gains after closing an eye (H5)."""
    return passed(values, other, mover) - passed(values, other, mover + 1)


# The turn of a blind player as a game of signals (H6 to H9)


@cache
def chances(die: Die) -> dict[int, Fraction]:
    """Return the probability of each sum of one roll.

    >>> chances(make_die())[24]
    Fraction(1, 12)
    """
    found: dict[int, Fraction] = dict.fromkeys(sums(die), Fraction(0))
    for roll, probability in roll_outcomes(die):
        found[sand(roll)] += probability
    return found


def accept_gain(claim: int) -> int:
    """Return what a blind player gains on the announcer by accepting (H7)."""
    return 2 * claim


def doubt_gain(rolled: int, claim: int, eye: Any) -> Any:
    """Return what doubting gains: against the truth (H8), or a lie (H9) and the eye it closes."""
    if claim != rolled:
        return 2 * rolled + eye
    return -2 * LOW_CLAIM if rolled < LOW_CLAIM else 0


def doubter_gets(die: Die, doubts: Doubts, eye: Fraction) -> Fraction:
    """Return what these doubts gain at least, whatever the announcer says."""

    def gain(rolled: int, claim: int) -> Fraction:
        doubt = doubts[claim]
        trust = (1 - doubt) * accept_gain(claim)
        return trust + doubt * Fraction(doubt_gain(rolled, claim, eye))

    worst = {rolled: min(gain(rolled, claim) for claim in doubts) for rolled in chances(die)}
    return sum((chance * worst[rolled] for rolled, chance in chances(die).items()), Fraction(0))


def announcer_gives(die: Die, claims: Claims, eye: Fraction) -> Fraction:
    """Return what these claims give away at most, whatever the blind player doubts."""
    accepting = dict.fromkeys(chances(die), Fraction(0))
    doubting = dict.fromkeys(chances(die), Fraction(0))
    for rolled, chance in chances(die).items():
        for claim, probability in claims[rolled].items():
            accepting[claim] += chance * probability * accept_gain(claim)
            doubting[claim] += chance * probability * doubt_gain(rolled, claim, eye)
    return sum((max(accepting[claim], doubting[claim]) for claim in accepting), Fraction(0))


def find_signals(die: Die, eye: float) -> tuple[Claims, Doubts]:
    """Return nearly best claims and doubts if a closed eye is worth so much to the blind player.

    The doubter's linear program: make the sum of chance * gain(rolled) as large as possible, where
    gain(rolled) is at most what each claim gives, given how often it is doubted. The price of each
    of these limits says how often the claim is made: claims are the dual program.
    """
    sums = list(chances(die))
    pairs = list(product(range(len(sums)), repeat=2))
    shift = max(2.0 * LOW_CLAIM, -eye)  # keeps the gains positive, as the program wants them
    rows, limits = [], []
    for rolled, claim in pairs:
        trust = accept_gain(sums[claim])
        doubt = doubt_gain(sums[rolled], sums[claim], eye)
        rows.append({rolled: 1.0, len(sums) + claim: trust - doubt})
        limits.append(trust + shift)
    rows += [{len(sums) + claim: 1.0} for claim in range(len(sums))]
    limits += [1.0] * len(sums)
    gains = [*map(float, chances(die).values()), *[0.0] * len(sums)]
    amounts, prices = linear_program(rows, limits, gains)
    weights = {amount: dict.fromkeys(sums, 0.0) for amount in sums}
    for (rolled, claim), price in zip(pairs, prices, strict=False):
        weights[sums[rolled]][sums[claim]] = price
    doubts = dict(zip(sums, map(_decimal, amounts[len(sums) :]), strict=True))
    return {rolled: _mixture(weights[rolled]) for rolled in sums}, doubts


def _decimal(probability: float) -> Fraction:
    """Return a probability as a decimal fraction."""
    return Fraction(round(min(max(probability, 0.0), 1.0) * 10**PLACES), 10**PLACES)


def _mixture(weights: Mapping[int, float]) -> dict[int, Fraction]:
    """Return weights as probabilities that add up to 1; the likeliest takes the rounding."""
    total = sum(weights.values())
    mixture = {claim: _decimal(weight / total) for claim, weight in weights.items()}
    likeliest = max(mixture, key=lambda claim: mixture[claim])
    mixture[likeliest] += 1 - sum(mixture.values())
    return {claim: probability for claim, probability in mixture.items() if probability}


def linear_program(
    rows: Sequence[Mapping[int, float]], limits: Sequence[float], gains: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return amounts >= 0 that make sum(gains * amounts) greatest, and the price of each limit.

    Each row, ``{amount: factor}``, keeps its sum within its limit (>= 0). The simplex method in
    floats, on a tableau that holds only the columns of the amounts.

    >>> linear_program([{0: 1.0, 1: 1.0}, {0: 1.0, 1: 2.0}], [4.0, 6.0], [2.0, 3.0])
    ([2.0, 2.0], [1.0, 1.0])
    """
    width = len(gains)
    table = [[row.get(at, 0.0) for at in range(width)] for row in rows]
    for line, limit in zip(table, limits, strict=True):
        line.append(limit)
    table.append([-gain for gain in gains] + [0.0])
    columns, basis = list(range(width)), list(range(width, width + len(rows)))
    while True:
        bottom = table[-1]
        column = min(range(width), key=bottom.__getitem__)
        if bottom[column] > -1e-12:
            break
        row = _tightest(table, column)
        _pivot(table, row, column)
        columns[column], basis[row] = basis[row], columns[column]
    amounts, prices = [0.0] * (width + len(rows)), [0.0] * (width + len(rows))
    for at, line in zip(basis, table, strict=False):
        amounts[at] = line[-1]
    for at, price in zip(columns, table[-1], strict=False):
        prices[at] = price
    return amounts[:width], prices[width:]


def _tightest(table: Sequence[Sequence[float]], column: int) -> int:
    """Return the row whose limit is reached first when the column's amount grows."""
    growing = [row for row in range(len(table) - 1) if table[row][column] > 1e-12]
    return min(growing, key=lambda row: table[row][-1] / table[row][column])


def _pivot(table: list[list[float]], row: int, column: int) -> None:
    """Exchange what a row and a column of the tableau stand for."""
    pivot = table[row][column]
    line = [value / pivot for value in table[row]]
    for number, other in enumerate(table):
        factor = other[column]
        if number != row and factor:
            table[number] = [value - factor * part for value, part in zip(other, line, strict=True)]
            table[number][column] = -factor / pivot
    line[column] = 1 / pivot
    table[row] = line


# The values: found in floats, proven in fractions


def gain(
    die: Die, values: Mapping[Eyes, Any], mover: int, other: int, signals: Callable[[Any], Any]
) -> Any:
    """Return what a mover gains from here on, given the values of the states that may follow.

    ``signals`` says what a blind player gains by the claim and the answer, given what the eye of a
    caught liar is worth; a sighted turn is ``reroll_value``.
    """
    passing = passed(values, other, mover)
    if mover == 2:
        return passing + signals(passed(values, other + 1, 2) - passing)
    cost = Fraction(eye_cost(values, mover, other))
    return passing + reroll_value(die, NOT_ROLLED, cost)


def find_values(die: Die) -> dict[Eyes, Fraction]:
    """Return the values of all states, nearly: from the last open eyes back to the start.

    The states (a, b) and (b, a) lead to each other. Whatever the first is worth, its follower says
    what the second is, and that what the first should be: the difference grows with the guess, so
    one guess fits.
    """
    values: dict[Eyes, float] = {}

    def signals(eye: float) -> float:
        _, doubts = find_signals(die, eye)
        return float(doubter_gets(die, doubts, Fraction(eye)))

    def with_guess(guess: float, mover: int, other: int) -> dict[Eyes, float]:
        """Return the values with a guess for a pair, and with what follows for it turned round."""
        tried = {**values, (mover, other): guess}
        if mover != other:
            tried[other, mover] = float(gain(die, tried, other, mover, signals))
        return tried

    def miss(guess: float, mover: int, other: int) -> float:
        """Return by how much a guess is more than what it leads to; it grows with the guess."""
        tried = with_guess(guess, mover, other)
        return guess - float(gain(die, tried, mover, other, signals))

    for eyes in ((2, 1), (2, 0), (1, 1), (1, 0), (0, 0)):
        right = zero(partial(miss, mover=eyes[0], other=eyes[1]))
        values = with_guess(right, *eyes)
    return {eyes: Fraction(round(value * 10**PLACES), 10**PLACES) for eyes, value in values.items()}


def zero(growing: Callable[[float], float]) -> float:
    """Return where a growing function is 0, in floats: false position, the Illinois way.

    >>> round(zero(lambda x: x**3 - 8), 9)
    2.0
    """
    low, high = -1.0, 1.0
    while (at_low := growing(low)) > 0:
        low *= 2
    while (at_high := growing(high)) < 0:
        high *= 2
    for _ in range(100):
        middle = high - at_high * (high - low) / (at_high - at_low)
        value = growing(middle)
        if abs(value) < 1e-13 or middle == high:
            break
        if value * at_high < 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, value
    return middle


def prove(
    die: Die,
    values: Mapping[Eyes, Fraction],
    claims: Mapping[Eyes, Claims],
    doubts: Mapping[Eyes, Doubts],
) -> tuple[dict[Eyes, Fraction], dict[Eyes, Fraction]]:
    """Return a low and a high end for the value of each state, proven in fractions.

    The margin is as small as the floats may allow at first, and ten times wider until it can be
    proven. It grows with the turns to come, over which small misses add up: an eye is closed on
    every twelfth sighted turn or more often, and every other turn is sighted. Raises
    ArithmeticError if nothing can be proven.
    """
    closing = sum(p for roll, p in roll_outcomes(die) if CHINCHILLER in roll and not sand(roll))
    for places in range(PLACES - 2, 2, -1):
        low, high = {}, {}
        for (mover, other), value in values.items():
            turns = 2 / closing * (4 - mover - other) + (mover == 2)
            margin = turns / 10**places
            low[mover, other], high[mover, other] = value - margin, value + margin
        if proven(die, low, high, claims, doubts):
            return low, high
    raise ArithmeticError("the values that were found could not be proven")


def proven(
    die: Die,
    low: Mapping[Eyes, Fraction],
    high: Mapping[Eyes, Fraction],
    claims: Mapping[Eyes, Claims],
    doubts: Mapping[Eyes, Doubts],
) -> bool:
    """Whether every value must lie between these ends.

    It must if the mover, in every state, can make sure of the low end against the high ends that
    the other may get afterwards, and the other can hold the mover down to the high end against the
    low ends: then both can go on so until the game ends, as it does some day.
    """
    for mover, other in low:
        doubter = partial(doubter_gets, die, doubts.get((mover, other), {}))
        announcer = partial(announcer_gives, die, claims.get((mover, other), {}))
        least = gain(die, high, mover, other, doubter)
        most = gain(die, low, mover, other, announcer)
        if not low[mover, other] <= least <= most <= high[mover, other]:
            return False
    return True
