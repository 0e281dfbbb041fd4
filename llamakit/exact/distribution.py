"""Exact finite distributions: the probabilities of the outcomes of one experiment, in fractions.

Imports the standard library and this room's figures and tables; Matplotlib only for ``plot``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AnySet
from fractions import Fraction
from math import floor, gcd, lcm
from numbers import Rational, Real
from random import Random
from typing import Any

from llamakit.engine.extras import axes
from llamakit.engine.state import InputError, brief, whole_number
from llamakit.exact.figures import exact, rational
from llamakit.exact.tables import html_table, latex_table

#: ``sample`` draws at most this many outcomes.
MOST_SAMPLES = 10_000_000

#: So many characters of its outcomes show a distribution in a line; the others are left out.
LONGEST_LINE = 84


class Distribution(Mapping[Any, Any]):
    """The outcomes of an experiment with their exact probabilities: a mapping.

    ``weights`` maps each outcome to a count (a whole number, out of the sum of all) or to its
    probability (fractions, which must sum to 1). Pairs will do too, as ``chance_outcomes()`` gives
    them; the weights of an outcome that comes several times add up. Inside are ``counts`` out of
    one common ``total``; ``d[outcome]`` is a sympy.Rational. Raises InputError for weights that
    are negative, not exact, or do not sum to 1, and for what is neither a mapping nor pairs.

    >>> die = Distribution({face: 1 for face in range(1, 7)})
    >>> die[6], die.mean, die.variance
    (1/6, 7/2, 35/12)
    >>> die.p(6), die.p({5, 6}), die.p(lambda face: face % 2 == 0)
    (1/6, 1/3, 1/2)
    """

    counts: dict[Any, int]
    total: int

    def __init__(self, weights: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> None:
        """Add up the weights and bring them over one denominator."""
        pairs = weights.items() if isinstance(weights, Mapping) else _pairs(weights)
        exact_pairs = [
            (outcome, weight if type(weight) is int else exact(weight)) for outcome, weight in pairs
        ]
        added: dict[Any, Any] = defaultdict(int)
        for outcome, weight in exact_pairs:
            if weight < 0:
                raise InputError(f"the weight of {brief(outcome)} is negative: {brief(weight)}")
            added[outcome] += weight
        summed = sum(added.values())
        if summed != 1 and any(weight.denominator != 1 for _, weight in exact_pairs):
            raise InputError(f"the probabilities sum to {summed}, not to 1")
        self._keep({outcome: weight for outcome, weight in added.items() if weight})

    def _keep(self, weights: dict[Any, Any]) -> None:
        """Remember the weights as the smallest whole numbers in the same proportion."""
        if not weights:
            raise InputError("a distribution needs an outcome that can happen")
        denominator = lcm(*(weight.denominator for weight in weights.values()))
        counts = {outcome: int(weights[outcome] * denominator) for outcome in _in_order(weights)}
        divisor = gcd(*counts.values())
        self.counts = {outcome: times // divisor for outcome, times in counts.items()}
        self.total = sum(self.counts.values())

    def __getitem__(self, outcome: Any) -> Any:
        return rational(self.counts[outcome], self.total)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def p(self, event: Any) -> Any:
        """Return the probability of an event: an outcome, a set of them, or a yes-no function.

        Raises InputError for anything else, such as a list.

        >>> Distribution({"heads": 1, "tails": 1}).p("edge")
        0
        """
        return rational(sum(self.counts[outcome] for outcome in self._inside(event)), self.total)

    def _inside(self, event: Any) -> list[Any]:
        """Return the outcomes that belong to an event. Raises InputError if it is none."""
        if callable(event):
            return [outcome for outcome in self.counts if event(outcome)]
        if isinstance(event, range):  # it is gone through one by one for all but whole numbers
            whole = [one for one in self.counts if isinstance(one, Real) and one % 1 == 0]
            return [outcome for outcome in whole if floor(outcome) in event]
        if isinstance(event, AnySet):
            return [outcome for outcome in self.counts if outcome in event]
        if isinstance(event, Hashable):
            return [outcome for outcome in self.counts if outcome == event]
        raise InputError(f"an event is an outcome, a set or a function, not {brief(event)}")

    def given(self, event: Any) -> Distribution:
        """Return the distribution once an event is known to have happened: P(· | event).

        What the event rules out is struck out, and the rest is scaled up to 1. ``event`` is what
        ``p`` takes. Raises InputError for an event that cannot happen.

        >>> die = Distribution({face: 1 for face in range(1, 7)})
        >>> die.given(lambda face: face % 2 == 0)
        Distribution({2: 1/3, 4: 1/3, 6: 1/3})
        """
        left = {outcome: self.counts[outcome] for outcome in self._inside(event)}
        if not left:
            raise InputError(f"the event {brief(event)} cannot happen, so nothing can be given it")
        return Distribution(left)

    def __add__(self, other: object) -> Distribution:
        """Return the distribution of the sum of two independent experiments.

        Raises InputError for outcomes that cannot be added.

        >>> coin = Distribution({0: 1, 1: 1})
        >>> coin + coin
        Distribution({0: 1/4, 1: 1/2, 2: 1/4})
        """
        if not isinstance(other, Distribution):
            return NotImplemented
        try:
            sums = [
                (mine + theirs, times * others)
                for mine, times in self.counts.items()
                for theirs, others in other.counts.items()
            ]
        except TypeError as error:
            raise InputError(f"these outcomes cannot be added: {error}") from None
        return Distribution(sums)

    def sample(self, rng: Random, n: int) -> list[Any]:
        """Return ``n`` outcomes drawn one after the other, each with its probability.

        Raises InputError unless ``rng`` is a ``random.Random`` and ``n`` a whole number.

        >>> Distribution({"heads": 1, "tails": 1}).sample(Random(7), 4)
        ['heads', 'heads', 'tails', 'heads']
        """
        if not isinstance(rng, Random):
            raise InputError(f"rng must be a random.Random, not {brief(rng)}")
        whole_number("n", n, 0, MOST_SAMPLES)
        return rng.choices(list(self.counts), list(self.counts.values()), k=n)

    @property
    def mean(self) -> Any:
        """The expected outcome (a sympy.Rational). Raises InputError unless all are numbers."""
        return rational(self._moment(1))

    @property
    def variance(self) -> Any:
        """The expected squared distance from the mean, E[X²] - E[X]² (a sympy.Rational)."""
        return rational(self._moment(2) - self._moment(1) ** 2)

    def _moment(self, power: int) -> Fraction:
        """Return the expected value of a power of the outcome."""
        terms = [exact(outcome) ** power * times for outcome, times in self.counts.items()]
        return sum(terms, Fraction(0)) / self.total

    def map(self, function: Callable[[Any], Any]) -> Distribution:
        """Return the distribution of a function of the outcome. Raises InputError for none.

        >>> Distribution({-1: 1, 0: 2, 1: 1}).map(abs)
        Distribution({0: 1/2, 1: 1/2})
        """
        if not callable(function):
            raise InputError(f"map takes a function of the outcome, not {brief(function)}")
        return Distribution((function(outcome), times) for outcome, times in self.counts.items())

    def describe(self) -> str:
        """Return the distribution in a sentence: the text alternative of its plot.

        >>> Distribution({1: 1, 2: 2, 3: 1}).describe()
        '3 outcomes from 1 to 3; the likeliest is 2 with probability 1/2; the mean is 2.'
        """
        likeliest = max(self.counts, key=self.counts.__getitem__)
        outcomes = list(self.counts)
        first, last = outcomes[0], outcomes[-1]
        words = (
            f"{len(self)} outcome{'s' if len(self) > 1 else ''} from {first} to {last}; "
            f"the likeliest is {likeliest} with probability {self[likeliest]}"
        )
        return f"{words}; the mean is {self.mean}." if self._numeric else f"{words}."

    @property
    def _numeric(self) -> bool:
        kinds = set(map(type, self.counts))
        return bool not in kinds and all(issubclass(kind, Rational) for kind in kinds)

    def plot(self, ax: Any = None) -> Any:
        """Draw the probabilities as bars and return the Matplotlib Axes, new ones unless given.

        ``describe()`` says the same in words, for those who cannot see it.
        """
        ax = axes(ax)
        places = [float(place) if self._numeric else str(place) for place in self.counts]
        ax.bar(places, [times / self.total for times in self.counts.values()])
        ax.set_xlabel("outcome")
        ax.set_ylabel("probability")
        return ax

    def __repr__(self) -> str:
        shown: list[str] = []
        for outcome in self:
            shown.append(f"{outcome!r}: {self[outcome]}")
            if len(", ".join(shown)) > LONGEST_LINE and len(shown) > 1:
                shown[-1] = "…"
                break
        return f"Distribution({{{', '.join(shown)}}})"

    def _rows(self) -> Iterator[tuple[str, Fraction]]:
        for outcome, times in self.counts.items():
            yield str(outcome), Fraction(times, self.total)

    def _repr_html_(self) -> str:
        return html_table(("outcome", "probability"), self._rows(), len(self))

    def _repr_latex_(self) -> str:
        return latex_table(("outcome", "probability"), self._rows(), len(self))


def _pairs(given: Any) -> list[Any]:
    """Return (outcome, weight) pairs as a list. Raises InputError if they are none."""
    expected = "a distribution is {outcome: weight} or pairs (outcome, weight)"
    if not isinstance(given, Iterable):
        raise InputError(f"{expected}, not {brief(given)}")
    pairs = []
    for pair in given:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InputError(f"{expected}: {brief(pair)} is no pair")
        if not is_hashable(pair[0]):
            raise InputError(f"{brief(pair[0])} cannot be an outcome: it can change")
        pairs.append(pair)
    return pairs


def is_hashable(value: object) -> bool:
    """Whether something, with all that is inside it, can be a key of a dict."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _in_order(outcomes: Collection[Any]) -> list[Any]:
    """Return outcomes from low to high, or as they came if they cannot be compared."""
    try:
        return sorted(outcomes)
    except TypeError:
        return list(outcomes)
