"""Tournaments: everybody against everybody, in every seat, whatever a strategy may do.

Imports NumPy and ``core``. Each strategy plays in a process of its own (``core.entrant``), the
referee here. Chance and each strategy have random generators of their own in every game, which
depend on the seed, the seating and the game only: the results are the same wherever it is played.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import permutations
from math import perm
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llamakit.core.entrant import Bot, Entrant, Foul, StrategyFile
from llamakit.core.game import Game, find_strategy, new_game
from llamakit.core.runs import check_places, each, progress_bar, to_bytes
from llamakit.core.simulate import (
    check_seed,
    child_rng,
    find_seat,
    html_table,
    mean_and_error,
    text_table,
    with_error,
)
from llamakit.core.state import IllegalAction, InputError, brief, whole_number

Numbers = NDArray[Any]

#: Games played at a table in one go.
BLOCK = 50

#: A strategy that has fouled so often in a block of games forfeits the rest of it unplayed.
PATIENCE = 3

#: So many offences of each strategy are kept.
MOST_OFFENCES = 10

#: More games than this are not begun.
MOST_GAMES = 10_000_000


class Offence(NamedTuple):
    """What a strategy did to forfeit a game, and the record of the game up to that position.

    ``replay(offence.record)`` is the position it was asked in.
    """

    strategy: str
    what: str
    record: dict[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class Tournament:
    """What came out of a tournament: arrays with one row for each game, and the summary.

    ``seats`` (games, players) says which strategy sat in which seat, as its place in ``names``;
    ``wins`` (games, players) the share of the win it had; ``scores`` (games, players) the points
    or sand, nan where a game was forfeited; ``forfeits`` (games,) the strategy that forfeited, or
    -1. ``offences`` says what they did, the first ten times of each. ``partial`` says that the
    tournament was interrupted: the arrays hold the games it finished.
    """

    game: str
    names: tuple[str, ...]
    seed: int
    seats: Numbers
    wins: Numbers
    scores: Numbers
    forfeits: Numbers
    offences: tuple[Offence, ...]
    seconds: float
    partial: bool

    def table(self) -> list[dict[str, Any]]:
        """Return the results as a tidy table, the best strategy first.

        ``wins`` is the mean share of the wins, ``score`` the mean of the games not forfeited;
        ``wins_se`` and ``score_se`` are their standard errors.

        >>> rows = tournament({"bold": "greedy", "wild": "random"}, n=50, seed=1).table()
        >>> [(row["strategy"], row["games"]) for row in rows]
        [('wild', 100), ('bold', 100)]
        """
        return sorted(map(self._row, range(len(self.names))), key=lambda row: -row["wins"])

    def _row(self, entrant: int) -> dict[str, Any]:
        """Return the results of one strategy."""
        here = self.seats == entrant
        scores = self.scores[here]
        wins, wins_se = mean_and_error(self.wins[here])
        score, score_se = mean_and_error(scores[~np.isnan(scores)])
        return {
            "strategy": self.names[entrant],
            "games": int(here.sum()),
            "wins": wins,
            "wins_se": wins_se,
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

    def plot(self, ax: Any = None) -> Any:
        """Draw the matrix as a heat map, row against column, and return the Matplotlib Axes."""
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.subplots()[1]
        order = [self.names.index(row["strategy"]) for row in self.table()]
        means = self.matrix()[0][np.ix_(order, order)]
        # Both ends of this map are dark and its middle is light, for every kind of sight.
        ax.imshow(means, cmap="PuOr", vmin=0, vmax=1)
        for row, column in zip(*np.nonzero(~np.isnan(means)), strict=True):
            mean = means[row, column]
            colour = "white" if abs(mean - 0.5) > 0.35 else "black"
            ax.text(column, row, f"{mean:.0%}", ha="center", va="center", color=colour)
        names = [self.names[entrant] for entrant in order]
        ax.set_xticks(range(len(names)), names, rotation=45, ha="right")
        ax.set_yticks(range(len(names)), names)
        ax.set(title="Share of the win: row against column")
        return ax

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
        cells = [["rank", "strategy", "games", "share of wins", "mean score", "forfeits"]]
        for rank, row in enumerate(self.table(), start=1):
            wins = with_error(row["wins"], row["wins_se"], ".1%")
            score = with_error(row["score"], row["score_se"], ".2f")
            cells.append(
                [str(rank), row["strategy"], str(row["games"]), wins, score, str(row["forfeits"])]
            )
        return cells

    def _matrix_cells(self) -> list[list[str]]:
        """Return the matrix as text, the heads first."""
        means, errors = self.matrix()
        cells = [["against", *self.names]]
        for name, line, line_errors in zip(self.names, means, errors, strict=True):
            pairs = zip(line, line_errors, strict=True)
            shown = ["" if np.isnan(m) else with_error(m, e, ".1%") for m, e in pairs]
            cells.append([name, *shown])
        return cells

    def _fouls(self) -> list[str]:
        """Return a sentence on each strategy that forfeited: how often, and what it did first."""
        first = {offence.strategy: offence for offence in reversed(self.offences)}
        return [
            f"{row['strategy']} forfeited {row['forfeits']:,} of {row['games']:,} games; "
            f"the first time it {first[row['strategy']].what}"
            for row in self.table()
            if row["forfeits"]
        ]

    def __repr__(self) -> str:
        return "\n".join([self._title(), "", text_table(self._cells()), *self._fouls()])

    def _repr_html_(self) -> str:
        """Show the results in a notebook."""
        fouls = "".join(f"<li>{escape(foul)}</li>" for foul in self._fouls())
        listed = f"<ul>{fouls}</ul>" if fouls else ""
        return f"<p>{escape(self._title())}</p>{html_table(self._cells())}{listed}"

    def save_sheet(self, path: str | PathLike[str]) -> None:
        """Write a result sheet to print: an HTML page with the ranking, who beat whom, forfeits."""
        page = _SHEET.format(
            title=escape(f"Tournament: {self.game}"),
            results=self._repr_html_(),
            matrix=html_table(self._matrix_cells()),
        )
        Path(path).write_text(page, encoding="utf-8")


_SHEET = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 12pt sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; margin: 1em 0; }}
th, td {{ border: 1px solid #888; padding: 0.3em 0.6em; text-align: left; }}
tr {{ break-inside: avoid; }}
</style>
<h1>{title}</h1>
{results}
<h2>Against each other</h2>
<p>The share of the win of each row against each column, with its standard error.</p>
{matrix}
</html>
"""


class _Block(NamedTuple):
    """What came out of some games at one table: by game and seat, and the offences."""

    wins: list[list[float]]
    scores: list[list[float]]
    forfeits: list[int]
    offences: list[tuple[int, str, dict[str, Any]]]


def tournament(
    strategies: Mapping[str, Any],
    game: str = "llama-dice",
    n: int = 100,
    seed: int | None = None,
    players: int = 2,
    *,
    time_limit: float = 1.0,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = True,
    **options: Any,
) -> Tournament:
    """Play n games for each seating of the strategies at a table of so many players.

    ``strategies`` maps names to strategy functions or names of built-in bots. Every choice of
    ``players`` of them sits down in every order. A strategy that raises, returns an illegal move,
    changes what it was given or takes longer than ``time_limit`` seconds for a move forfeits the
    game: the win goes to the others in equal parts, and ``offences`` tells. ``workers``,
    ``executor``, interrupting and ``options`` are as in ``simulate``. Raises InputError.

    >>> result = tournament({"bold": "greedy", "wild": "random"}, n=10, seed=7)
    >>> result.wins.shape, result.offences
    ((20, 2), ())
    """
    names, sent = _entered(game, strategies)
    seatings = _seatings(game, names, players, n, options)
    check_places(workers, executor)
    if not isinstance(time_limit, (int, float)) or not 0 < time_limit <= 3600:
        raise InputError(f"time_limit must be seconds, at most 3600, not {brief(time_limit)}")
    seed, started = check_seed(seed), time.perf_counter()
    jobs = _jobs(seatings, n)
    work = partial(_play_block, game, names, sent, options, seed, time_limit)
    bar = progress_bar(n * len(seatings), "game", progress)
    blocks = each(work, jobs, workers, executor)
    done: dict[int, _Block] = {}
    try:
        with closing(bar), closing(blocks):
            for place, block in blocks:
                done[place] = block
                bar.update(len(block.wins))
    except KeyboardInterrupt:
        if not done:
            raise
    return _gathered(game, names, seed, jobs, done, time.perf_counter() - started)


def class_day(
    folder: str | PathLike[str],
    game: str = "llama-dice",
    n: int = 20,
    seed: int | None = None,
    players: int = 2,
    *,
    bots: Sequence[str] = ("cautious",),
    **more: Any,
) -> Tournament:
    """Play a tournament of all the Python files in a folder, and some built-in bots.

    Each file defines a function ``strategy(view, legal_actions, rng)`` and plays under its own
    name; one that cannot even be loaded forfeits. ``more`` is as in ``tournament``; with
    ``save_sheet`` the result can be printed. Raises InputError, also for a folder without files.
    """
    files = sorted(path for path in Path(folder).glob("*.py") if not path.name.startswith("_"))
    if not files:
        raise InputError(f"there are no Python files in {brief(str(folder))}")
    entered: dict[str, Any] = {
        path.stem: StrategyFile(path.name, path.read_text(encoding="utf-8", errors="replace"))
        for path in files
    }
    for name in bots:
        entered[name if name not in entered else f"bot {name}"] = name
    return tournament(entered, game, n, seed, players, **more)


def _entered(slug: str, strategies: Any) -> tuple[list[str], list[str | bytes]]:
    """Return the names, and for each a bot's name or a strategy on its way. Raises InputError."""
    if not isinstance(strategies, Mapping):
        raise InputError(
            f"strategies must be a dict of names and strategies, not {brief(strategies)}"
        )
    sent: list[str | bytes] = []
    for strategy in strategies.values():
        if not isinstance(strategy, StrategyFile):
            strategy = find_seat(slug, strategy).strategy
        sent.append(strategy if isinstance(strategy, str) else to_bytes(strategy))
    return list(strategies), sent


def _seatings(
    slug: str, names: Sequence[str], players: int, n: int, options: Mapping[str, Any]
) -> list[tuple[int, ...]]:
    """Return every order in which the strategies can sit at a table. Raises InputError."""
    if len(names) < 2:
        raise InputError("a tournament needs at least two strategies")
    whole_number("players", players, 2, len(names))
    whole_number("n", n, 1, MOST_GAMES)
    for first in range(len(names) - players + 1):  # the names, the game and its options
        new_game(slug, players=names[first : first + players], seed=0, **options)
    if n * perm(len(names), players) > MOST_GAMES:
        raise InputError(
            f"{len(names)} strategies have {perm(len(names), players):,} seatings at a table of "
            f"{players}: with {n} games each that is more than {MOST_GAMES:,} games"
        )
    return list(permutations(range(len(names)), players))


def _jobs(seatings: Sequence[tuple[int, ...]], n: int) -> list[tuple[tuple[int, ...], range]]:
    """Return who plays which games: some at every table before more at any."""
    return [
        (seating, range(start, min(start + BLOCK, n)))
        for start in range(0, n, BLOCK)
        for seating in seatings
    ]


def _gathered(
    slug: str,
    names: Sequence[str],
    seed: int,
    jobs: Sequence[tuple[tuple[int, ...], range]],
    done: Mapping[int, _Block],
    seconds: float,
) -> Tournament:
    """Put the blocks that are done together, in the order of the jobs."""
    places = sorted(done)
    blocks = [done[place] for place in places]
    offences: dict[int, list[Offence]] = {}
    for block in blocks:
        for entrant, what, record in block.offences:
            offences.setdefault(entrant, []).append(Offence(names[entrant], what, record))
    return Tournament(
        slug,
        tuple(names),
        seed,
        np.array([jobs[place][0] for place in places for _ in done[place].wins]),
        np.array([wins for block in blocks for wins in block.wins]),
        np.array([scores for block in blocks for scores in block.scores], float),
        np.array([entrant for block in blocks for entrant in block.forfeits]),
        tuple(one for entrant in sorted(offences) for one in offences[entrant][:MOST_OFFENCES]),
        seconds,
        partial=len(done) < len(jobs),
    )


def _play_block(
    slug: str,
    names: Sequence[str],
    sent: Sequence[str | bytes],
    options: Mapping[str, Any],
    seed: int,
    limit: float,
    seating: Sequence[int],
    numbers: range,
) -> _Block:
    """Play some games at one table, each strategy in a process of its own."""
    block = _Block([], [], [], [])
    fouls = dict.fromkeys(seating, 0)
    with ExitStack() as stack:
        players = [_player(slug, sent[entrant], limit, stack) for entrant in seating]
        for number in numbers:
            lost = [entrant for entrant in seating if fouls[entrant] >= PATIENCE]
            if lost:
                _forfeit(block, seating, lost[0])
                continue
            rng = child_rng(seed, *seating, number)
            game, seat, what = _play_game(
                slug, options, [names[entrant] for entrant in seating], players, rng
            )
            if seat is None:
                _finish(block, game)
            else:
                fouls[seating[seat]] += 1
                _forfeit(block, seating, seating[seat])
                block.offences.append((seating[seat], what, game.record()))
    return block


def _player(slug: str, sent: str | bytes, limit: float, stack: ExitStack) -> Entrant | Bot:
    """Return somebody to ask for moves: a built-in bot here, any other in its own process."""
    if isinstance(sent, str):
        return Bot(find_strategy(slug, sent))
    return stack.enter_context(closing(Entrant(sent, limit)))


def _play_game(
    slug: str,
    options: Mapping[str, Any],
    names: Sequence[str],
    players: Sequence[Entrant | Bot],
    rng: Random,
) -> tuple[Game, int | None, str]:
    """Play one game; return it, and the seat that forfeited it, if one did, and what it did."""
    game = new_game(slug, players=names, seed=rng.getrandbits(64), **options)
    seeds = [rng.getrandbits(64) for _ in names]
    while (seat := game.current_player) is not None:
        try:
            view, legal_actions = game.state.view(seat), game.legal_actions()
            game.play(players[seat].ask(view, legal_actions, seeds[seat]))
        except Foul as foul:
            return game, seat, str(foul)
        except IllegalAction as error:
            return game, seat, f"chose an illegal move: {error}"
    return game, None, ""


def _finish(block: _Block, game: Game) -> None:
    """Note a game that was played to the end."""
    share = 1 / len(game.winners)
    block.wins.append([share * (seat in game.winners) for seat in range(len(game.players))])
    block.scores.append(list(game.scores))
    block.forfeits.append(-1)


def _forfeit(block: _Block, seating: Sequence[int], lost: int) -> None:
    """Note a game that somebody forfeited: the others share the win."""
    share = 1 / (len(seating) - 1)
    block.wins.append([share * (entrant != lost) for entrant in seating])
    block.scores.append([float("nan")] * len(seating))
    block.forfeits.append(lost)
