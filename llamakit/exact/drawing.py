"""How many marked ones are drawn: without putting back, and with.

Imports the standard library, ``engine.state`` and the rest of this room.
"""

from __future__ import annotations

from math import comb
from typing import Any

from llamakit.engine.state import InputError, brief, whole_number
from llamakit.exact.distribution import Distribution
from llamakit.exact.figures import exact

#: More than this is not counted out.
_MOST = 10_000


def hypergeometric(total: int, marked: int, drawn: int) -> Distribution:
    """Return how many of those drawn are marked, if none is put back: {number: probability}.

    ``marked`` of ``total`` are marked: P(k) = C(marked, k) C(total - marked, drawn - k) / C(total,
    drawn). Raises InputError for numbers that cannot be.

    >>> hypergeometric(56, 8, 6).mean, hypergeometric(3, 1, 2)
    (6/7, Distribution({0: 1/3, 1: 2/3}))
    """
    whole_number("total", total, 0, _MOST)
    whole_number("marked", marked, 0, total)
    whole_number("drawn", drawn, 0, total)
    return Distribution(
        {k: comb(marked, k) * comb(total - marked, drawn - k) for k in range(drawn + 1)}
    )


def binomial(drawn: int, share: Any) -> Distribution:
    """Return how many of those drawn are marked, if each is put back: {number: probability}.

    ``share``, a fraction, is how many are marked: P(k) = C(drawn, k) share^k (1 - share)^(drawn -
    k). The same for any independent trials with the same chance. Raises InputError for numbers
    that cannot be.

    >>> from fractions import Fraction
    >>> binomial(2, Fraction(1, 3))
    Distribution({0: 4/9, 1: 4/9, 2: 1/9})
    """
    whole_number("drawn", drawn, 0, _MOST)
    p = exact(share)
    if not 0 <= p <= 1:
        raise InputError(f"share must be from 0 to 1, not {brief(share)}")
    return Distribution(
        {k: comb(drawn, k) * p**k * (1 - p) ** (drawn - k) for k in range(drawn + 1)}
    )
