"""What came out of many games, in a few numbers: counts, means, standard errors, tables, a plot.

Imports NumPy; Matplotlib when a plot is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from llamakit.engine.contract import Results
from llamakit.engine.extras import axes
from llamakit.simulation.arrays import Numbers
from llamakit.simulation.arrays import numpy as np


@dataclass(frozen=True)
class Counts:
    """How often what came out, in n games: all whole numbers, so parts add up exactly.

    ``scores`` says for each seat how many games it ended with which score, ``wins`` how many it won
    alone (1), together with one other (2), and so on. ``rounds`` and ``length`` are the rounds and
    the decisions of all games together, ``endings`` how many rounds ended in each way.

    >>> one = Counts(1, (Counter({5: 1}),), (Counter({1: 1}),), 3, 40, (3,))
    >>> (one + one).scores, (one + one).length
    ((Counter({5: 2}),), 80)
    """

    n: int
    scores: tuple[Counter[int], ...]
    wins: tuple[Counter[int], ...]
    rounds: int
    length: int
    endings: tuple[int, ...]

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.n + other.n,
            _added(self.scores, other.scores),
            _added(self.wins, other.wins),
            self.rounds + other.rounds,
            self.length + other.length,
            _added(self.endings, other.endings),
        )


def _added(first: tuple[Any, ...], second: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the sums of what stands at the same places."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


def counted(results: Results) -> Counts:
    """Return how often what came out."""
    winners = results.winners.sum(axis=1)
    return Counts(
        len(results.rounds),
        tuple(_how_often(scores) for scores in results.scores.T),
        tuple(_how_often(winners[won]) for won in results.winners.T),
        int(results.rounds.sum(dtype=np.int64)),
        int(results.length.sum(dtype=np.int64)),
        tuple(results.endings.sum(axis=0, dtype=np.int64).tolist()),
    )


def _how_often(values: Numbers) -> Counter[int]:
    """Return how often each value stands in an array."""
    found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


@dataclass(frozen=True, eq=False, repr=False)
class Summary:
    """The summary of a ``simulate`` call: as large for a billion games as for a thousand.

    ``counts`` holds all there is to know of it; ``ending_names`` names its ``endings``. The rest is
    as in a ``Simulation``.
    """

    game: str
    strategies: tuple[str, ...]
    unit: str
    seed: int
    counts: Counts
    ending_names: tuple[str, ...]
    engine: str
    seconds: float
    partial: bool

    @property
    def n(self) -> int:
        """How many games, or rounds, were played to the end."""
        return self.counts.n

    @property
    def what(self) -> str:
        """What was played, in words."""
        partial = " (PARTIAL: interrupted)" if self.partial else ""
        return f"{self.n:,} {self.unit}s of {self.game}, seed {self.seed}{partial}"

    def table(self) -> list[dict[str, Any]]:
        """Return the summary as a tidy table, one row for each seat.

        ``score`` is the mean in points or sand, ``wins`` the mean share of the wins; ``score_se``
        and ``wins_se`` are their standard errors.

        >>> from llamakit.simulation.simulate import simulate
        >>> rows = simulate("llama-dice", ["greedy", "cautious"], n=1000, seed=1).table()
        >>> rows[0]["strategy"], round(rows[0]["wins"] + rows[1]["wins"], 9)
        ('greedy', 1.0)
        """
        rows = []
        for seat, strategy in enumerate(self.strategies):
            score, score_se = weighed(self.counts.scores[seat], self.n)
            shares = {Fraction(1, many): n for many, n in self.counts.wins[seat].items()}
            wins, wins_se = weighed(shares, self.n)
            rows.append(
                {"seat": seat, "strategy": strategy, self.unit + "s": self.n}
                | {"score": score, "score_se": score_se, "wins": wins, "wins_se": wins_se}
            )
        return rows

    def _lines(self) -> list[str]:
        """Return the summary's sentences: how long, how it ended, which engine, how fast."""
        lines = [self.what]
        length = f"{self.counts.length / self.n:.1f} decisions a {self.unit}"
        rounds = f"{self.counts.rounds / self.n:.2f} rounds, " if self.unit == "game" else ""
        lines.append(rounds + length)
        if self.ending_names:
            ended = zip(self.ending_names, self.counts.endings, strict=True)
            shares = [f"{how} {n / sum(self.counts.endings):.1%}" for how, n in ended]
            lines.append("rounds ended: " + ", ".join(shares))
        speed = self.counts.rounds / max(self.seconds, 1e-9)
        lines.append(f"{self.engine} engine: {self.seconds:.2f} s, {speed:,.0f} rounds a second")
        return lines

    def _cells(self) -> list[list[str]]:
        """Return the summary's table as text, the heads first."""
        rows = [["seat", "strategy", "mean score", "share of wins"]]
        for row in self.table():
            score = with_error(row["score"], row["score_se"], ".2f")
            wins = with_error(row["wins"], row["wins_se"], ".2%")
            rows.append([str(row["seat"]), row["strategy"], score, wins])
        return rows

    def __repr__(self) -> str:
        return f"<Summary of {self.what}>"

    def __str__(self) -> str:
        return "\n".join([*self._lines(), "", text_table(self._cells())])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the summary as text in IPython."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """Show the summary in a notebook."""
        lines = "<br>".join(map(escape, self._lines()))
        return untypeset(f"<p>{lines}</p>{html_table(self._cells())}")

    def plot(self, ax: Any = None) -> Any:
        """Draw how often each seat had which score and return the Matplotlib Axes.

        The summary says in words what is seen.
        """
        ax = axes(ax)
        for row in self.table():
            seat, counts = row["seat"], self.counts.scores[row["seat"]]
            mean = with_error(row["score"], row["score_se"], ".2f")
            style = ("-", "--", ":", "-.")[seat % 4]
            label = plain(f"seat {seat}, {row['strategy']}: {mean}")
            values = sorted(counts)
            shares = [counts[value] / self.n for value in values]
            ax.plot(values, shares, style, drawstyle="steps-mid", label=label)
        ax.set(xlabel="score", ylabel=f"share of the {self.unit}s")
        ax.legend(title="mean ± standard error")
        return ax


def weighed(counts: Mapping[Any, int], n: int) -> tuple[float, float]:
    """Return the mean of n values and its standard error, s / √n; nan where there is none.

    ``counts`` says how often each value came; the values not counted are 0.

    >>> weighed({1: 1, 2: 1, 3: 1, 4: 1}, 4)
    (2.5, 0.6454972243679028)
    """
    if n == 0:
        return float("nan"), float("nan")
    total = Fraction(sum(value * many for value, many in counts.items()))
    squares = sum(value * value * many for value, many in counts.items())
    if n == 1:
        return float(total), float("nan")
    return float(total / n), float((squares - total * total / n) / (n - 1) / n) ** 0.5


def mean_and_error(sample: Numbers) -> tuple[float, float]:
    """Return the mean of a sample and its standard error, s / √n; nan where there is none.

    >>> mean_and_error(np.array([1, 2, 3, 4]))
    (2.5, 0.6454972243679028)
    """
    if len(sample) < 2:
        return float(sample.sum() if len(sample) else "nan"), float("nan")
    return float(sample.mean()), float(sample.std(ddof=1) / len(sample) ** 0.5)


def with_error(mean: float, error: float, form: str) -> str:
    """Return a mean and its standard error as text.

    >>> with_error(0.5, 0.01, ".1%")
    '50.0% ± 1.0%'
    """
    return f"{mean:{form}} ± {error:{form}}"


def plain(name: str) -> str:
    r"""Return a name that Matplotlib shows as it is: between two $ it would typeset it.

    >>> plain("$x$")
    '\\$x\\$'
    """
    return name.replace("$", r"\$")


def untypeset(page: str) -> str:
    """Return HTML in which no $ is taken for the beginning of a formula."""
    return f'<div class="mathjax_ignore tex2jax_ignore">{page}</div>'


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells, the heads first, as lines of text.

    >>> print(text_table([["a", "b"], ["long", "1"]]))
    a     b
    long  1
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines)


def html_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells, the heads first, as an HTML table; the cells are text, not markup.

    >>> html_table([["a"], ["<b>"]])
    '<table><tr><th scope="col">a</th></tr><tr><td>&lt;b&gt;</td></tr></table>'
    """
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows[1:]
    )
    return f"<table><tr>{heads}</tr>{body}</table>"
