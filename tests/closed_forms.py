"""The odds of a roll of L.L.A.M.A. Dice by other roads than ``roll_odds``: two formulas in SymPy,
and the rules' own outcomes, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any

from llamakit.exact.figures import rational
from llamakit.games.cards import LLAMA
from llamakit.games.llama_dice.odds import RollOdds, checked_position, roll_events
from llamakit.games.llama_dice.rules import Dice, Row, make_dice, roll_outcomes

#: A formula for P(at least one of several independent events) from the chances of each.
Some = Callable[[Sequence[Any]], Any]


def some_by_complement(chances: Sequence[Any]) -> Any:
    """Return P(at least one of several independent events): 1 - ∏ (1 - pᵢ)."""
    return 1 - prod(1 - chance for chance in chances)


def some_by_inclusion_exclusion(chances: Sequence[Any]) -> Any:
    """Return P(at least one of several independent events): Σ pᵢ - Σ pᵢpⱼ + Σ pᵢpⱼpₖ and so on."""
    return sum(
        (-1) ** (size + 1) * sum(prod(chosen) for chosen in combinations(chances, size))
        for size in range(1, len(chances) + 1)
    )


def odds_by_complement(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the same as ``roll_odds``, in SymPy: complement and product over the three dice."""
    return _closed_form(some_by_complement, *checked_position(row, llama_row, dice), alone)


def odds_by_inclusion_exclusion(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the same as ``roll_odds``, in SymPy: by inclusion and exclusion."""
    return _closed_form(some_by_inclusion_exclusion, *checked_position(row, llama_row, dice), alone)


def odds_by_enumeration(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the same as ``roll_odds``: every outcome of the roll, sorted by the rules."""
    events = roll_events(row, llama_row, alone, dice)
    odds = dict.fromkeys(RollOdds._fields, Fraction(0))
    for roll, probability in roll_outcomes(make_dice(dice)):
        odds[events[roll]] += probability
    return RollOdds(*map(rational, odds.values()))


def _closed_form(some: Some, own: Row, middle: Row, dice: Dice, alone: bool) -> RollOdds:
    """Return the odds of a roll, given a formula for P(at least one die shows it)."""
    hit = shown(some, own, dice)
    either = hit if alone else shown(some, own + middle, dice)
    llamas = prod(chances((LLAMA,), dice))
    return RollOdds(hit, either - hit, 1 - llamas - either, llamas)


def shown(some: Some, values: Row, dice: Dice) -> Any:
    """Return P(some die shows one of the values, but not three llamas)."""
    llamas = prod(chances((LLAMA,), dice)) if LLAMA in values else 0
    return some(chances(values, dice)) - llamas


def chances(values: Row, dice: Dice) -> list[Any]:
    """Return for each die the probability that it shows one of the values (sympy.Rational)."""
    return [rational(sum(face in values for face in die), 6) for die in dice]
