"""Exact mathematics: finite distributions in fractions, and best play solved without rounding.

Distributions and the solver work on any states, those of a game's rules included. It imports the
standard library and ``engine``; SymPy and Matplotlib only in the functions that use them.
"""

from llamakit.exact.distribution import Distribution
from llamakit.exact.drawing import binomial, hypergeometric
from llamakit.exact.figures import Advice, Figure, exact, rational
from llamakit.exact.solver import Solution, positions, solve

__all__ = [
    "Advice",
    "Distribution",
    "Figure",
    "Solution",
    "binomial",
    "exact",
    "hypergeometric",
    "positions",
    "rational",
    "solve",
]


def __dir__() -> list[str]:
    return __all__
