"""When to stop: what rolling on is worth in a sighted turn of Chinchiller Dice (H3 to H5).

If closing an eye costs c sand, an outcome with sand x may be stopped at, worth x, or rolled again,
worth R. The best rule stops where x >= R, and R is itself the mean of what comes: an equation with
R on both sides, since one may roll again and again.

Imports the standard library and this game's rules only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from llamakit.games.chinchiller.rules import (
    CHINCHILLER,
    Die,
    Roll,
    roll_outcomes,
    sand,
    without_sand,
)


@cache
def reroll_value(die: Die, kept: Roll, eye_cost: Fraction) -> Fraction:
    """Return what rolling the dice that are not kept is worth, in sand, played on in the best way.

    ``kept`` is (None, None), or one die that is not sand and a None. An outcome without sand ends
    the turn: it is worth 0, or -eye_cost if an eye closes (H5). Any other may be stopped at or, as
    often as one likes, rolled again (H3).

    >>> reroll_value((1, 3, 6, 12, "x2", "chinchiller"), ("x2", None), Fraction(0))
    Fraction(9, 1)
    """
    ended, choices = Fraction(0), list[tuple[int, Fraction]]()
    for roll, probability in roll_outcomes(die, kept):
        if not sand(roll):
            ended -= probability * eye_cost * (CHINCHILLER in roll)
        elif without_sand(roll) == kept:
            choices.append((sand(roll), probability))
        else:
            again = reroll_value(die, without_sand(roll), eye_cost)
            ended += probability * max(Fraction(sand(roll)), again)
    return best_stopping(ended, choices)


def best_stopping(ended: Fraction, choices: Sequence[tuple[int, Fraction]]) -> Fraction:
    """Return the value v = ended + sum of p * max(x, v) over the choices (x, p).

    ``ended`` is what the outcomes that end the turn add to the expectation. The best rule stops at
    the highest x only, so it is the best of few: stop at the top one, the top two, and so on; one
    that re-rolls all the rest is worth (ended + sum of p * x at the stops) / (1 - P(re-roll)).

    >>> best_stopping(Fraction(0), [(6, Fraction(1, 3)), (1, Fraction(1, 3))])
    Fraction(3, 1)
    """
    again = sum((probability for _, probability in choices), Fraction(0))
    values = [ended / (1 - again)] if again < 1 else []
    for amount, probability in sorted(choices, reverse=True):
        ended += probability * amount
        again -= probability
        values.append(ended / (1 - again))
    return max(values)
