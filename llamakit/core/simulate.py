"""Many games at once: strategies against each other, their scores as arrays, and what they say.

Imports NumPy, ``core`` and, when asked for, a game's own modules. A run is cut into blocks of a
fixed size, each with a random generator of its own that depends on the seed and the block's number
only. So the same seed gives the same numbers, on however many processes they are played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from html import escape
from random import Random
from secrets import randbits
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llamakit.core.cards import lowest
from llamakit.core.game import Seat, bot, find_strategy, game_module, make_rules
from llamakit.core.picture import has_part
from llamakit.core.runs import check_places, each, progress_bar
from llamakit.core.state import (
    Action,
    InputError,
    Rules,
    State,
    Strategy,
    brief,
    one_of,
    whole_number,
)

Numbers = NDArray[Any]

#: Games in a block: many for the batch engine, which plays them all at once.
BLOCK = {"batch": 65_536, "readable": 50}


class Results(NamedTuple):
    """What came out of n games, or n rounds; the first axis is the game.

    ``scores`` (n, players) in points or sand, ``winners`` (n, players) whether a seat won or shared
    the win, ``rounds`` (n,) played, ``length`` (n,) decisions taken by all players together,
    ``endings`` (n, ways) how many of the rounds ended in each of the ways the game knows.
    """

    scores: Numbers
    winners: Numbers
    rounds: Numbers
    length: Numbers
    endings: Numbers


def no_results(n: int, players: int, endings: int) -> Results:
    """Return the results of n games in which nothing has happened yet.

    >>> no_results(5, 2, 4).scores.shape
    (5, 2)
    """
    # Seat by seat in memory: that is how they are filled in and summed up.
    return Results(
        scores=np.zeros((players, n), np.int32).T,
        winners=np.zeros((players, n), np.bool_).T,
        rounds=np.zeros(n, np.int32),
        length=np.zeros(n, np.int32),
        endings=np.zeros((endings, n), np.int32).T,
    )


@dataclass(frozen=True, eq=False, repr=False)
class Simulation:
    """The games of a ``simulate`` call: arrays with one entry for each game, and their summary.

    The arrays are those of ``Results``; ``ending_names`` names the columns of ``endings``.
    ``partial`` says that the run was interrupted: the arrays hold the games it finished. ``engine``
    is "batch" or "readable", ``seconds`` how long it took; with ``seed`` it can be repeated.
    """

    game: str
    strategies: tuple[str, ...]
    unit: str
    seed: int
    scores: Numbers
    winners: Numbers
    rounds: Numbers
    length: Numbers
    endings: Numbers
    ending_names: tuple[str, ...]
    engine: str
    seconds: float
    partial: bool

    @property
    def n(self) -> int:
        """How many games, or rounds, were played to the end."""
        return len(self.rounds)

    @property
    def wins(self) -> Numbers:
        """The share of the win each seat had, (n, players): a shared win counts in parts."""
        shares: Numbers = self.winners / self.winners.sum(axis=1, keepdims=True)
        return shares

    def table(self) -> list[dict[str, Any]]:
        """Return the summary as a tidy table, one row for each seat.

        ``score`` is the mean in points or sand, ``wins`` the mean share of the wins; ``score_se``
        and ``wins_se`` are their standard errors.

        >>> rows = simulate("llama-dice", ["greedy", "cautious"], n=1000, seed=1).table()
        >>> rows[0]["strategy"], round(rows[0]["wins"] + rows[1]["wins"], 9)
        ('greedy', 1.0)
        """
        rows = []
        for seat, strategy in enumerate(self.strategies):
            score, score_se = mean_and_error(self.scores[:, seat])
            wins, wins_se = mean_and_error(self.wins[:, seat])
            rows.append(
                {"seat": seat, "strategy": strategy, self.unit + "s": self.n}
                | {"score": score, "score_se": score_se, "wins": wins, "wins_se": wins_se}
            )
        return rows

    def _lines(self) -> list[str]:
        """Return the summary's sentences: how long, how it ended, which engine, how fast."""
        what = f"{self.n:,} {self.unit}s of {self.game}, seed {self.seed}"
        lines = [what + (" (PARTIAL: interrupted)" if self.partial else "")]
        length = f"{self.length.mean():.1f} decisions a {self.unit}"
        rounds = f"{self.rounds.mean():.2f} rounds, " if self.unit == "game" else ""
        lines.append(rounds + length)
        if self.ending_names:
            shares = self.endings.sum(axis=0) / self.endings.sum()
            ended = zip(self.ending_names, shares, strict=True)
            lines.append("rounds ended: " + ", ".join(f"{how} {p:.1%}" for how, p in ended))
        speed = self.rounds.sum() / max(self.seconds, 1e-9)
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
        return "\n".join([*self._lines(), "", text_table(self._cells())])

    def _repr_html_(self) -> str:
        """Show the summary in a notebook."""
        lines = "<br>".join(map(escape, self._lines()))
        return f"<p>{lines}</p>{html_table(self._cells())}"

    def plot(self, ax: Any = None) -> Any:
        """Draw how often each seat had which score and return the Matplotlib Axes.

        The summary says in words what is seen.
        """
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.subplots()[1]
        for seat, strategy in enumerate(self.strategies):
            values, counts = np.unique(self.scores[:, seat], return_counts=True)
            mean = with_error(*mean_and_error(self.scores[:, seat]), ".2f")
            style = ("-", "--", ":", "-.")[seat % 4]
            label = f"seat {seat}, {strategy}: {mean}"
            ax.plot(values, counts / self.n, style, drawstyle="steps-mid", label=label)
        ax.set(xlabel="score", ylabel=f"share of the {self.unit}s")
        ax.legend(title="mean ± standard error")
        return ax


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


def simulate(
    slug: str,
    strategies: Any,
    n: int = 10_000,
    seed: int | None = None,
    unit: str = "game",
    players: int | None = None,
    *,
    engine: str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = True,
    **options: Any,
) -> Simulation:
    """Play n games, or n rounds, of strategies against each other.

    ``strategies`` is a list, a strategy function or a bot's name for each seat; or one of them for
    all ``players``. ``unit="round"`` plays the first round of a llama game only. Where all are
    built-in bots and the game has a batch engine, that plays; ``engine="readable"`` has the rules
    play that everything else does. ``workers`` processes share the work, or any ``executor``, such
    as the one of a Dask client. ``options`` are the game's own, such as ``target``.

    Interrupt a long run to get what it has so far, marked as partial. Raises InputError for what
    cannot be played, and whatever a strategy raises, with a note of the position.

    >>> result = simulate("llama-dice", "cautious", n=1000, seed=7, players=3, unit="round")
    >>> result.scores.shape, result.engine
    ((1000, 3), 'batch')
    """
    seats = _seats(slug, strategies, players)
    rules = make_rules(slug, len(seats), options)
    whole_number("n", n, 1, 10**9)
    ways = ending_names(slug)
    one_of("unit", unit, ("game", "round") if ways else ("game",))
    check_places(workers, executor)
    engine, seed = _find_engine(slug, seats, engine), check_seed(seed)
    play: Callable[..., Results] = _play_batch if engine == "batch" else _play_readable
    work = partial(play, slug, rules, [seat.strategy for seat in seats], unit == "round")
    started = time.perf_counter()
    bar = progress_bar(n, unit, progress)
    blocks = each(work, _blocks(n, BLOCK[engine], seed), workers, executor)
    results, done = no_results(n, len(seats), len(ways)), np.zeros(n, np.bool_)
    try:
        with closing(bar), closing(blocks):
            for place, block in blocks:
                _store(block, results, done, place * BLOCK[engine])
                bar.update(len(block.rounds))
    except KeyboardInterrupt:
        if not done.any():
            raise
        results = Results(*(array[done] for array in results))
    return Simulation(
        slug,
        tuple(seat.name for seat in seats),
        unit,
        seed,
        *results,
        ways,
        engine,
        time.perf_counter() - started,
        partial=not done.all(),
    )


def check_seed(seed: object) -> int:
    """Return a seed as a whole number from 0, an unpredictable one for None. Raises InputError."""
    if seed is None:
        return randbits(32)
    return whole_number("seed", seed, 0, 2**128 - 1)


def child_seed(seed: int, *place: int) -> np.random.SeedSequence:
    """Return the seed of one part of a run, as ``SeedSequence(seed).spawn`` would."""
    return np.random.SeedSequence(seed, spawn_key=place)


def child_rng(seed: int, *place: int) -> Random:
    """Return a random generator for one part of a run.

    >>> child_rng(7, 0).random() == child_rng(7, 0).random() != child_rng(7, 1).random()
    True
    """
    return Random(int(child_seed(seed, *place).generate_state(1, np.uint64)[0]))


def ending_names(slug: str) -> tuple[str, ...]:
    """Return the ways in which a round of a game can end; none where there are no rounds.

    >>> ending_names("llama-dice")[1]
    'drama'
    """
    names: tuple[str, ...] = getattr(game_module(slug), "ENDINGS", ())
    return names


def _seats(slug: str, strategies: Any, players: int | None) -> list[Seat]:
    """Return who sits at the table. Raises InputError."""
    given = strategies
    if isinstance(given, (str, Seat)) or callable(given):
        fewest, most = game_module(slug).Rules.allowed_players
        count = fewest if players is None else whole_number("players", players, fewest, most)
        given = [given] * count
    if not isinstance(given, Sequence):
        raise InputError(f"strategies must be a list of them, not {brief(strategies)}")
    if players not in (None, len(given)):
        raise InputError(f"{len(given)} strategies cannot be for {brief(players)} players")
    return [find_seat(slug, strategy) for strategy in given]


def find_seat(slug: str, strategy: Any) -> Seat:
    """Return a seat from a strategy function, a bot's name or a ``bot``. Raises InputError.

    >>> find_seat("llama-dice", "greedy")
    Seat(name='greedy', strategy='greedy')
    """
    seat = strategy if isinstance(strategy, Seat) else bot(strategy)
    if seat.strategy is None:
        raise InputError(f"{seat.name} is a person: a strategy is needed in every seat")
    find_strategy(slug, seat.strategy)
    if isinstance(strategy, Seat):
        return seat
    return Seat(strategy if isinstance(strategy, str) else seat.name, strategy)


def _find_engine(slug: str, seats: Sequence[Seat], wanted: str | None) -> str:
    """Return which engine plays. Raises InputError if the one wanted cannot."""
    names = [seat.strategy for seat in seats]
    bots = game_module(slug, "batch").BOTS if has_part(slug, "batch") else {}
    able = all(isinstance(name, str) and name in bots for name in names)
    engines = ("batch", "readable") if able else ("readable",)
    if wanted == "batch" and not able:
        raise InputError(
            "the batch engine plays llama-dice with built-in bots only; "
            "engine='readable' plays every game and strategy"
        )
    return engines[0] if wanted is None else str(one_of("engine", wanted, engines))


def _blocks(n: int, size: int, seed: int) -> list[tuple[int, int, int]]:
    """Return the blocks of n games: how many in each, the seed, and the block's number."""
    return [(min(size, n - start), seed, place) for place, start in enumerate(range(0, n, size))]


def _store(block: Results, results: Results, done: Numbers, start: int) -> None:
    """Put a block's results where they belong."""
    games = slice(start, start + len(block.rounds))
    done[games] = True
    for whole, part in zip(results, block, strict=True):
        whole[games] = part


def _play_batch(
    slug: str, rules: Rules, names: Sequence[str], one_round: bool, n: int, seed: int, place: int
) -> Results:
    """Play a block in the game's batch engine."""
    rng = np.random.default_rng(child_seed(seed, place))
    results: Results = game_module(slug, "batch").play(rules, names, n, rng, one_round)
    return results


def _play_readable(
    slug: str,
    rules: Rules,
    strategies: Sequence[Strategy | str],
    one_round: bool,
    n: int,
    seed: int,
    place: int,
) -> Results:
    """Play a block by the rules themselves, game after game."""
    rng, found = child_rng(seed, place), [find_strategy(slug, one) for one in strategies]
    results = no_results(n, rules.players, len(ending_names(slug)))
    for game in range(n):
        _play_one(slug, rules.start(), found, one_round, rng, results, game)
    return results


def _play_one(
    slug: str,
    state: State,
    strategies: Sequence[Strategy],
    one_round: bool,
    rng: Random,
    results: Results,
    game: int,
) -> None:
    """Play one game, or its first round, and note what came out."""
    ways = ending_names(slug)
    while not state.is_over and not (one_round and results.endings[game].any()):
        if state.is_chance:
            state = state.apply(state.sample(rng))
        else:
            state = state.apply(_choice(state, strategies[state.player or 0], rng))
            results.length[game] += 1
        if ways and state.phase in ("deal", "over"):
            results.endings[game, ways.index(game_module(slug).round_ending(state))] += 1
    won = lowest(state.scores) if one_round else state.winners
    results.scores[game] = state.scores
    results.winners[game, list(won)] = True
    results.rounds[game] = state.round_number


def _choice(state: State, strategy: Strategy, rng: Random) -> Action:
    """Return what a strategy chooses, in a position where it decides.

    What the strategy raises goes on to whoever wrote it, with a note of the position, and so does
    IllegalAction for a move that is not legal.
    """
    try:
        choice = strategy(state.view(state.player), state.legal_actions(), rng)
        return state.find_action(choice)
    except Exception as error:
        name = getattr(strategy, "__name__", "a strategy")
        error.add_note(f"This was {name} in seat {state.player}, in the position:\n{state}")
        raise
