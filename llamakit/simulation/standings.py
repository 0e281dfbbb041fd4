"""What came out of a tournament: who is ahead, by how much, who beat whom, and who fouled.

Imports lower files; Matplotlib when a plot is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import permutations
from os import PathLike
from typing import Any, NamedTuple

from llamakit.engine.extras import axes
from llamakit.engine.files import write_page
from llamakit.engine.registry import find_game
from llamakit.engine.state import InputError, brief
from llamakit.simulation.arrays import Numbers
from llamakit.simulation.arrays import numpy as np
from llamakit.simulation.summary import (
    html_table,
    mean_and_error,
    plain,
    text_table,
    untypeset,
    with_error,
)

#: 95 % of a normal distribution lie within so many standard deviations.
Z = 1.96


class Offence(NamedTuple):
    """What a strategy did to forfeit a game, and the record of the game up to that position.

    ``replay(offence.record)`` is the position it was asked in; None where it did not come to play.
    """

    strategy: str
    what: str
    record: dict[str, Any] | None


class Highlight(NamedTuple):
    """A game worth looking at again: how far a strategy was ahead of the others' mean at the end.

    ``lead`` is in points or sand, more than 0 if the strategy did better; ``show(record)`` plays
    the game again.
    """

    lead: float
    record: dict[str, Any]


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a probability, from the share of n tries that succeeded.

    It holds for few tries as well, and for none or all that succeed: there the plain mean ± error
    has no width. Shares of a win, a half for a tie, vary less than wins: then it is wider than
    need be. Wilson (1927), *Probable inference, the law of succession, and statistical inference*.

    >>> [round(end, 3) for end in wilson(1.0, 10)]
    [0.722, 1.0]
    """
    if n == 0:
        return 0.0, 1.0
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * (share * (1 - share) / n + Z**2 / (4 * n**2)) ** 0.5
    return middle - half if share > 0 else 0.0, middle + half if share < 1 else 1.0


@dataclass(frozen=True, eq=False, repr=False)
class Tournament:
    """What came out of a tournament: arrays with one row for each game, and the summary.

    ``seats`` (games, players) says which strategy sat in which seat, as its place in ``names``;
    ``wins`` (games, players) the share of the win it had, 0 for all where all were out; ``scores``
    (games, players) the points or sand, nan where a game was forfeited; ``forfeits`` (games,) the
    strategy that forfeited, or -1. ``offences`` says what they did, and which of them did
    not come to play. ``seed`` repeats the tournament. ``partial`` says that it was
    interrupted: the arrays hold the games it finished.
    """

    game: str
    names: tuple[str, ...]
    seed: int
    seats: Numbers
    wins: Numbers
    scores: Numbers
    forfeits: Numbers
    offences: tuple[Offence, ...]
    highlights: Mapping[str, tuple[Highlight, Highlight]]
    seconds: float
    partial: bool

    def table(self) -> list[dict[str, Any]]:
        """Return the results as a tidy table, the best strategy first.

        ``wins`` is the mean share of the wins, ``wins_low`` to ``wins_high`` Wilson's 95 % interval
        for it, ``score`` the mean of the games not forfeited; ``wins_se`` and ``score_se`` are
        standard errors. A strategy that did not come to play has no row.

        >>> from llamakit.simulation.tournament import tournament
        >>> rows = tournament({"bold": "greedy", "wild": "random"}, n=50, seed=1).table()
        >>> sorted((row["strategy"], row["games"]) for row in rows)
        [('bold', 100), ('wild', 100)]
        """
        played = np.unique(self.seats).tolist()
        return sorted(map(self._row, played), key=lambda row: -row["wins"])

    def _row(self, entrant: int) -> dict[str, Any]:
        """Return the results of one strategy."""
        here = self.seats == entrant
        scores = self.scores[here]
        games = int(here.sum())
        wins, wins_se = mean_and_error(self.wins[here])
        low, high = wilson(wins, games)
        score, score_se = mean_and_error(scores[~np.isnan(scores)])
        return {
            "strategy": self.names[entrant],
            "games": games,
            "wins": wins,
            "wins_se": wins_se,
            "wins_low": low,
            "wins_high": high,
            "score": score,
            "score_se": score_se,
            "forfeits": int((self.forfeits == entrant).sum()),
        }

    def matrix(self) -> tuple[Numbers, Numbers]:
        """Return how each strategy did against each other, and the standard errors.

        Entry [a, b] is over the games that both played: (1 + a's share of the win - b's) / 2. With
        two at a table it is the share a won against b. nan where they never met.
        """
        count = len(self.names)
        means, errors = np.full((2, count, count), np.nan)
        shares = np.zeros((len(self.seats), count))
        np.put_along_axis(shares, self.seats, self.wins, axis=1)
        met = np.zeros(shares.shape, np.bool_)
        np.put_along_axis(met, self.seats, True, axis=1)
        for a, b in permutations(range(count), 2):
            both = met[:, a] & met[:, b]
            if both.any():
                ahead = (1 + shares[both, a] - shares[both, b]) / 2
                means[a, b], errors[a, b] = mean_and_error(ahead)
        return means, errors

    def best(self, strategy: str | None = None) -> dict[str, Any]:
        """Return the record of the game in which a strategy was furthest ahead, for ``show``.

        Without a name: in which any was. Raises InputError if it has played no game to the end.
        """
        return max(self._highlights(strategy), key=lambda pair: pair[0].lead)[0].record

    def worst(self, strategy: str | None = None) -> dict[str, Any]:
        """Return the record of the game in which a strategy was furthest behind; see ``best``."""
        return min(self._highlights(strategy), key=lambda pair: pair[1].lead)[1].record

    def _highlights(self, strategy: str | None) -> list[tuple[Highlight, Highlight]]:
        """Return the best and the worst game of a strategy, or of each. Raises InputError."""
        if strategy is None and self.highlights:
            return list(self.highlights.values())
        if not isinstance(strategy, str) or strategy not in self.highlights:
            raise InputError(
                f"{'nobody' if strategy is None else brief(strategy)} has played a game to the "
                f"end; these have: {', '.join(self.highlights) or 'none'}"
            )
        return [self.highlights[strategy]]

    def plot(self, ax: Any = None) -> Any:
        """Draw the matrix as a heat map, row against column, and return the Matplotlib Axes."""
        size = max(6.4, 0.45 * len(self.names))
        ax = axes(ax, figsize=(size, size))
        order = self._order()
        means = self.matrix()[0][np.ix_(order, order)]
        # Both ends of this map are dark and its middle is light, for every kind of sight.
        ax.imshow(means, cmap="PuOr", vmin=0, vmax=1)
        for row, column in zip(*np.nonzero(~np.isnan(means)), strict=True):
            mean = means[row, column]
            colour = "white" if abs(mean - 0.5) > 0.35 else "black"
            ax.text(column, row, f"{mean:.0%}", ha="center", va="center", color=colour)
        names = [plain(self.names[entrant]) for entrant in order]
        ax.set_xticks(range(len(names)), names, rotation=45, ha="right")
        ax.set_yticks(range(len(names)), names)
        ax.set(title="Share of the win: row against column")
        return ax

    def _order(self) -> list[int]:
        """Return the strategies that played, the best first, as their places in ``names``."""
        return [self.names.index(row["strategy"]) for row in self.table()]

    def _title(self) -> str:
        """Return what was played."""
        games, players = self.seats.shape
        partial = " (PARTIAL: interrupted)" if self.partial else ""
        return (
            f"{games:,} games of {self.game} with {players} players, seed {self.seed}, "
            f"{self.seconds:.1f} s{partial}"
        )

    def _cells(self) -> list[list[str]]:
        """Return the results as text, the heads first."""
        cells = [["rank", "strategy", "games", "share of wins", "95 % interval", "mean score"]]
        for rank, row in enumerate(self.table(), start=1):
            score = with_error(row["score"], row["score_se"], ".2f")
            shown = (
                str(rank),
                row["strategy"],
                str(row["games"]),
                f"{row['wins']:.1%}",
                f"{row['wins_low']:.1%} to {row['wins_high']:.1%}",
                "" if np.isnan(row["score"]) else score,
            )
            cells.append(list(shown))
        return cells

    def _matrix_cells(self) -> list[list[str]]:
        """Return the matrix in per cent as text, by rank, the heads first."""
        order = self._order()
        means = self.matrix()[0][np.ix_(order, order)]
        cells = [["%", *(str(rank + 1) for rank in range(len(order)))]]
        for rank, entrant in enumerate(order):
            shown = ["" if np.isnan(mean) else f"{mean * 100:.0f}" for mean in means[rank]]
            cells.append([f"{rank + 1} {self.names[entrant]}", *shown])
        return cells

    def _fouls(self) -> list[str]:
        """Return a sentence on each strategy that fouled: how often, and what it did first."""
        played = {row["strategy"]: row for row in self.table()}
        return [
            f"{name} forfeited {played[name]['forfeits']:,} of {played[name]['games']:,} games; "
            f"the first time it {what}"
            for name, what in self._first_offences().items()
            if name in played
        ]

    def _absent(self) -> list[str]:
        """Return a sentence on each strategy that did not play, and why."""
        played = {row["strategy"] for row in self.table()}
        found = self._first_offences().items()
        return [f"{name} did not play: it {what}" for name, what in found if name not in played]

    def _first_offences(self) -> dict[str, str]:
        """Return what each strategy that fouled did first."""
        first: dict[str, str] = {}
        for offence in self.offences:
            first.setdefault(offence.strategy, offence.what)
        return first

    def __repr__(self) -> str:
        return f"<Tournament of {len(self.names)} strategies: {self._title()}>"

    def __str__(self) -> str:
        return "\n".join(
            [self._title(), "", text_table(self._cells()), *self._fouls(), *self._absent()]
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the results as text in IPython."""
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """Show the results in a notebook."""
        title = f"<p>{escape(self._title())}</p>"
        fouls = _listed("Forfeits", self._fouls()) + _listed("Did not play", self._absent())
        return untypeset(f"{title}{html_table(self._cells())}{fouls}")

    def save_sheet(self, path: str | PathLike[str]) -> None:
        """Write a result sheet to print: an HTML page with the ranking, who beat whom, forfeits.

        On A4 the ranking comes first, upright; who beat whom follows on a page across. Raises
        InputError if it cannot be written there.
        """
        page = _SHEET.format(
            title=escape(f"Tournament: {find_game(self.game).title}"),
            results=self._repr_html_(),
            matrix=html_table(self._matrix_cells()),
            note=self._matrix_note(),
        )
        write_page(path, page)

    def _matrix_note(self) -> str:
        """Return how far a number of the matrix can be trusted."""
        first, second, *_ = [*self._order(), -1, -1]
        met = (self.seats == first).any(axis=1) & (self.seats == second).any(axis=1)
        low, high = wilson(0.5, games := int(met.sum()))
        return (
            f"The share of the win of each row against each column, in per cent. Each number comes "
            f"from about {games:,} games: with 95 % certainty it is right to "
            f"± {(high - low) / 2 * 100:.0f}, or better."
        )


def _listed(head: str, sentences: list[str]) -> str:
    """Return sentences as a list with a head, as HTML; "" if there are none."""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<h3>{head}</h3><ul>{items}</ul>" if items else ""


#: Two kinds of pages: the ranking upright, the matrix across, small enough for 40 strategies.
_SHEET = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 12mm; }}
@page across {{ size: A4 landscape; margin: 8mm; }}
body {{ font: 10pt sans-serif; }}
table {{ border-collapse: collapse; margin: 0.5em 0; }}
th, td {{ border: 1px solid #888; padding: 0.15em 0.5em; text-align: left; }}
tr {{ break-inside: avoid; }}
li {{ overflow-wrap: anywhere; }}
.matrix {{ page: across; break-before: page; }}
.matrix table {{ font-size: 8pt; }}
.matrix th, .matrix td {{ padding: 0.1em 0.3em; text-align: right; min-width: 1.6em; }}
.matrix td:first-child, .matrix th:first-child {{
  text-align: left; max-width: 14em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}}
</style>
<h1>{title}</h1>
{results}
<div class="matrix">
<h2>Against each other</h2>
<p>{note}</p>
{matrix}
</div>
</html>
"""
