"""Several rolls ahead at L.L.A.M.A. Dice, and how a round ends: the chain of one player's row.

Imports lower rooms and this game's rules, strategies and odds.

The player never quits and plays as the bot *greedy* does: puts aside what costs the most, takes
what costs the least. Unless ``alone``, the others are still in, but what they do is not counted.
Three llamas change nothing (nobody holds a token here). Any other roll ends the round, makes the
row smaller, or moves a card from the llama row into it: so the chain is absorbed, however it goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from llamakit.engine.state import InputError, whole_number
from llamakit.exact.distribution import Distribution
from llamakit.games import refusals
from llamakit.games.cards import without
from llamakit.games.llama_dice.alone import THREE_LLAMAS, WAYS
from llamakit.games.llama_dice.odds import checked_position
from llamakit.games.llama_dice.rules import ENDINGS, Dice, Row, discards_of, rolls, takes_of
from llamakit.games.llama_dice.strategies import thrifty

EMPTIED, DRAMA, LAST_TAKEN, _ = ENDINGS

#: ``rolls_ahead`` looks no further than this.
MOST_ROLLS = 100


class Ahead(NamedTuple):
    """A row and the llama row some rolls ahead; ``ending`` is "" as long as the round goes on."""

    row: Row
    llama_row: Row
    ending: str = ""


def rolls_ahead(
    row: Iterable[object],
    llama_row: Iterable[object],
    number: int,
    alone: bool = False,
    dice: Any = None,
) -> Distribution:
    """Return how things stand after some more rolls: a Distribution of ``Ahead``.

    What has ended stays as it ended (D11); after drama the llama row lies in the row (D9, D10).
    ``number`` of rolls is from 0 to 100; the other arguments are as in ``roll_odds``. Raises
    InputError for what cannot be.

    >>> from llamakit.games.cards import penalty
    >>> after = rolls_ahead([6], [5], 1)
    >>> after.map(lambda ahead: ahead.ending)
    Distribution({'': 1/27, 'drama': 11/27, 'last llama-row card taken': 1/4, 'row emptied': 11/36})
    >>> after.map(lambda ahead: penalty(ahead.row)).mean  # points
    805/108
    """
    start, three = _start(row, llama_row, dice)
    whole_number("number", number, 0, MOST_ROLLS)
    ways = Counter({start: 1})
    for _ in range(number):
        after: Counter[Ahead] = Counter()
        for at, times in ways.items():
            for ahead, count in _one_roll(at, bool(alone), three).items():
                after[ahead] += times * count
        ways = after
    return Distribution(ways)


def round_end(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> Distribution:
    """Return how the round ends if one rolls until it does (D11): a Distribution of endings.

    An ending is "row emptied", "drama" or "last llama-row card taken". From the first-step
    equations: an ending's probability is the mean of what it is after one roll, where three llamas
    lead back to the same position. Raises InputError for what cannot be, and for dice that can
    show nothing but llamas: then the round never ends.

    >>> round_end([3], [3])
    Distribution({'drama': 71/104, 'row emptied': 33/104})
    """
    start, three = _start(row, llama_row, dice)
    if rolls(three)[THREE_LLAMAS] == WAYS:
        raise InputError(refusals.ONLY_LLAMAS)
    return Distribution(_endings(start, bool(alone), three))


def _start(row: object, llama_row: object, dice: Any) -> tuple[Ahead, Dice]:
    """Return the position to look ahead from, and the dice. Raises InputError."""
    own, middle, three = checked_position(row, llama_row, dice)
    return Ahead(own, middle, "" if own else EMPTIED), three


@lru_cache(maxsize=50_000)
def _endings(at: Ahead, alone: bool, dice: Dice) -> dict[str, Fraction]:
    """Return the probability of each ending, from a position on."""
    if at.ending:
        return {at.ending: Fraction(1)}
    after = dict(_one_roll(at, alone, dice))
    elsewhere = WAYS - after.pop(at, 0)
    summed: dict[str, Fraction] = {}
    for ahead, count in after.items():
        for ending, chance in _endings(ahead, alone, dice).items():
            summed[ending] = summed.get(ending, Fraction(0)) + chance * count
    return {ending: chance / elsewhere for ending, chance in summed.items()}


@lru_cache(maxsize=50_000)
def _one_roll(at: Ahead, alone: bool, dice: Dice) -> Counter[Ahead]:
    """Return what one roll leads to, with the number of the 216 ways to roll it."""
    if at.ending:
        return Counter({at: WAYS})
    after: Counter[Ahead] = Counter()
    for roll, ways in rolls(dice).items():
        after[_after(at, roll, alone)] += ways
    return after


def _after(at: Ahead, roll: Row, alone: bool) -> Ahead:
    """Return what a roll leads to (D6 to D11)."""
    row, llama_row, _ = at
    if roll == THREE_LLAMAS:
        return at
    if choices := discards_of(row, roll):
        left = without(row, thrifty(row, choices).values)
        return Ahead(left, llama_row, "" if left else EMPTIED)
    if not alone and (choices := takes_of(llama_row, roll)):
        taken = thrifty(row, choices).values
        left = without(llama_row, taken)
        return Ahead(tuple(sorted(row + taken)), left, "" if left else LAST_TAKEN)
    return Ahead(tuple(sorted(row + llama_row)), (), DRAMA)
