"""Many games at once: strategies against each other, their scores as arrays, and what they say.

Imports lower rooms and, when asked for, a game's own modules. A run is cut into blocks of a
fixed size, each with a random generator of its own that depends on the seed and the block's number
only. So the same seed gives the same numbers, on however many processes they are played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from secrets import randbits
from typing import Any

from llamakit.engine.contract import Results
from llamakit.engine.game import Seat, Step, bot, free_names
from llamakit.engine.hearing import Hearing, Log
from llamakit.engine.progress import progress_bar
from llamakit.engine.registry import Entry, find_game, find_strategy, make_rules
from llamakit.engine.state import (
    Action,
    InputError,
    Rules,
    State,
    Strategy,
    View,
    brief,
    checked_seed,
    one_of,
    whole_number,
)
from llamakit.simulation.arrays import Numbers, require_numpy
from llamakit.simulation.arrays import numpy as np
from llamakit.simulation.runs import check_places, each
from llamakit.simulation.summary import Counts, Summary, counted

#: Games in a block: many for the batch engine, which plays them all at once.
BLOCK = {"batch": 65_536, "readable": 50}

#: More games than this are not begun; and no more bytes than this are kept of them.
MOST_GAMES, MOST_BYTES = 10**12, 2 * 10**9


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

    @cached_property
    def summary(self) -> Summary:
        """What came out, in counts: that is what is shown."""
        results = Results(self.scores, self.winners, self.rounds, self.length, self.endings)
        return Summary(
            self.game,
            self.strategies,
            self.unit,
            self.seed,
            counted(results),
            self.ending_names,
            self.engine,
            self.seconds,
            self.partial,
        )

    def table(self) -> list[dict[str, Any]]:
        """Return the summary as a tidy table, one row for each seat.

        ``score`` is the mean in points or sand, ``wins`` the mean share of the wins; ``score_se``
        and ``wins_se`` are their standard errors.

        >>> rows = simulate("llama-dice", ["greedy", "cautious"], n=1000, seed=1).table()
        >>> rows[0]["strategy"], round(rows[0]["wins"] + rows[1]["wins"], 9)
        ('greedy', 1.0)
        """
        return self.summary.table()

    def plot(self, ax: Any = None) -> Any:
        """Draw how often each seat had which score and return the Matplotlib Axes."""
        return self.summary.plot(ax)

    def __repr__(self) -> str:
        return f"<Simulation of {self.summary.what}>"

    def __str__(self) -> str:
        return str(self.summary)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the summary as text in IPython."""
        printer.text(str(self.summary))

    def _repr_html_(self) -> str:
        """Show the summary in a notebook."""
        return self.summary._repr_html_()


def simulate(
    game: str,
    strategies: Any,
    n: int = 10_000,
    seed: int | None = None,
    unit: str = "game",
    players: int | None = None,
    *,
    keep: str = "games",
    engine: str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = True,
    **options: Any,
) -> Simulation | Summary:
    """Play n games, or n rounds, of strategies against each other.

    ``strategies`` is a list, a strategy function or a bot's name for each seat; or one of them for
    all ``players``. (They have seats and no names, so the game comes first here; in ``tournament``
    they are a dict of names, and come first.) ``unit="round"`` plays the first round of a llama
    game only. Where all are built-in bots and the game has a batch engine, that plays;
    ``engine="readable"`` has the rules play that everything else does. ``workers`` processes share
    the work, or any ``executor``, such as the one of a Dask client. ``options`` are the game's own,
    such as ``target``.

    ``keep="summary"`` returns a ``Summary``: counts, which are taken where the games are played. A
    billion games then need the memory of one block (about 30 MB) and give the same figures however
    the work is split. ``keep="games"`` returns a ``Simulation`` with every game.

    Interrupt a long run to get what it has so far, marked as partial. Raises InputError for what
    cannot be played, and whatever a strategy raises, with a note of the position.

    >>> result = simulate("llama-dice", "cautious", n=1000, seed=7, players=3, unit="round")
    >>> result.scores.shape, result.engine
    ((1000, 3), 'batch')
    """
    if isinstance(game, (Mapping, list, tuple)) or callable(game):
        raise InputError("the game comes first: simulate('llama', ['greedy', 'cautious'])")
    kind = find_game(game)
    require_numpy()
    seats = _seats(kind, strategies, players)
    rules = make_rules(kind, len(seats), options)
    ways = rules.endings
    one_of("unit", unit, ("game", "round") if ways else ("game",))
    one_of("keep", keep, ("games", "summary"))
    whole_number("n", n, 1, MOST_GAMES)
    check_places(workers, executor)
    engine, seed = _find_engine(kind, seats, engine), check_seed(seed)
    play: Callable[..., Results] = _play_batch if engine == "batch" else _play_readable
    work = partial(play, kind, rules, seats, unit == "round")
    kept = _Tally() if keep == "summary" else _Games(n, len(seats), len(ways), BLOCK[engine])
    started = time.perf_counter()
    bar = progress_bar(n, unit, progress)
    blocks = each(kept.reduced(work), Blocks(n, BLOCK[engine], seed), workers, executor)
    try:
        with closing(bar), closing(blocks):
            for place, block in blocks:
                bar.update(kept.add(place, block))
    except KeyboardInterrupt:
        if not kept.n:
            raise
    return kept.result(
        game=kind.name,
        strategies=tuple(seat.name for seat in seats),
        unit=unit,
        seed=seed,
        ending_names=ways,
        engine=engine,
        seconds=time.perf_counter() - started,
        partial=kept.n < n,
    )


class Blocks(Sequence[tuple[int, int, int]]):
    """The blocks of n games: how many in each, the seed, and the block's number.

    >>> list(Blocks(250, 100, 7))
    [(100, 7, 0), (100, 7, 1), (50, 7, 2)]
    """

    def __init__(self, n: int, size: int, seed: int) -> None:
        """Cut n games into blocks of a size."""
        self._n, self._size, self._seed = n, size, seed

    def __len__(self) -> int:
        return -(-self._n // self._size)

    def __getitem__(self, place: Any) -> Any:
        if not 0 <= place < len(self):
            raise IndexError(f"there is no block {place}")
        return min(self._size, self._n - place * self._size), self._seed, place


class _Games:
    """Keeps every game: arrays to be filled in block by block, in any order."""

    def __init__(self, n: int, players: int, ways: int, size: int) -> None:
        """Make room. Raises InputError if there is not enough."""
        self.n = 0
        self._size = size
        room = n * sum(array.nbytes for array in no_results(1, players, ways))
        try:
            if room > MOST_BYTES:
                raise MemoryError
            self._results, self._done = no_results(n, players, ways), np.zeros(n, np.bool_)
        except MemoryError:
            raise InputError(
                f"to keep {n:,} games one by one takes {room / 1e9:,.1f} GB, which is too much; "
                "with keep='summary' any number takes no more than a block of them"
            ) from None

    def reduced(self, work: Any) -> Any:
        """Return the work: what it returns is kept whole."""
        return work

    def add(self, place: int, block: Results) -> int:
        """Put a block where it belongs; return how many games it has."""
        many = len(block.rounds)
        games = slice(place * self._size, place * self._size + many)
        self._done[games] = True
        for whole, part in zip(self._results, block, strict=True):
            whole[games] = part
        self.n += many
        return many

    def result(self, **about: Any) -> Simulation:
        """Return the games that are done."""
        done = slice(None) if self._done.all() else self._done
        kept = Results(*(array[done] for array in self._results))
        return Simulation(**kept._asdict(), **about)


class _Tally:
    """Keeps counts only, taken where the games are played."""

    counts: Counts | None = None

    @property
    def n(self) -> int:
        """How many games have been counted."""
        return self.counts.n if self.counts else 0

    def reduced(self, work: Any) -> Any:
        """Return the work with its results counted."""
        return partial(_count, work)

    def add(self, place: int, block: Counts) -> int:
        """Add the counts of a block; return how many games it has."""
        self.counts = self.counts + block if self.counts else block
        return block.n

    def result(self, **about: Any) -> Summary:
        """Return the summary of the games that are done."""
        assert self.counts is not None
        return Summary(counts=self.counts, **about)


def _count(work: Callable[..., Results], *job: Any) -> Counts:
    """Do a job and return the counts of what came out."""
    return counted(work(*job))


def check_seed(seed: object, bits: int = 32) -> int:
    """Return a seed as a whole number from 0, an unpredictable one for None. Raises InputError."""
    if seed is None:
        return randbits(bits)
    return checked_seed(seed)


def child_seed(seed: int, *place: int) -> np.random.SeedSequence:
    """Return the seed of one part of a run, as ``SeedSequence(seed).spawn`` would."""
    return np.random.SeedSequence(seed, spawn_key=place)


def child_rng(seed: int, *place: int) -> Random:
    """Return a random generator for one part of a run.

    >>> child_rng(7, 0).random() == child_rng(7, 0).random() != child_rng(7, 1).random()
    True
    """
    return Random(int(child_seed(seed, *place).generate_state(1, np.uint64)[0]))


def _seats(game: Entry, strategies: Any, players: int | None) -> list[Seat]:
    """Return who sits at the table. Raises InputError."""
    given = strategies
    fewest, most = game.rules.Rules.allowed_players
    if isinstance(given, (str, Seat)) or callable(given):
        count = fewest if players is None else whole_number("players", players, fewest, most)
        given = [given] * count
    if not isinstance(given, Sequence):
        raise InputError(f"strategies must be a list of them, not {brief(strategies)}")
    if players not in (None, len(given)):
        raise InputError(f"{len(given)} strategies cannot be for {brief(players)} players")
    seats = [find_seat(game, strategy) for strategy in given]
    if not fewest <= len(seats) <= most:
        raise InputError(f"{len(seats)} strategies cannot play: {fewest} to {most} do")
    return seats


def find_seat(game: object, strategy: Any) -> Seat:
    """Return a seat from a strategy function, a bot's name or a ``bot``. Raises InputError.

    >>> find_seat("llama-dice", "greedy")
    Seat(name='greedy', strategy='greedy')
    """
    seat = strategy if isinstance(strategy, Seat) else bot(strategy)
    if seat.strategy is None:
        raise InputError(f"{seat.name} is a person: a strategy is needed in every seat")
    find_strategy(game, seat.strategy)
    if isinstance(strategy, Seat):
        return seat
    return Seat(strategy if isinstance(strategy, str) else seat.name, strategy)


def _find_engine(game: Entry, seats: Sequence[Seat], wanted: str | None) -> str:
    """Return which engine plays. Raises InputError if the one wanted cannot."""
    names = [seat.strategy for seat in seats]
    bots = game.batch.BOTS if game.has("batch") or wanted == "batch" else ()
    able = all(isinstance(name, str) and name in bots for name in names)
    engines = ("batch", "readable") if able else ("readable",)
    if wanted == "batch" and not able:
        raise InputError(
            f"the batch engine plays {game.name} with the bots {', '.join(bots)} only; "
            "engine='readable' plays every strategy"
        )
    return engines[0] if wanted is None else str(one_of("engine", wanted, engines))


def _play_batch(
    game: Entry, rules: Rules, seats: Sequence[Seat], one_round: bool, n: int, seed: int, place: int
) -> Results:
    """Play a block in the game's batch engine."""
    rng = np.random.default_rng(child_seed(seed, place))
    results = no_results(n, rules.players, len(rules.endings))
    game.batch.play(rules, [str(seat.strategy) for seat in seats], results, rng, one_round)
    return results


def _play_readable(
    kind: Entry,
    rules: Rules,
    seats: Sequence[Seat],
    one_round: bool,
    n: int,
    seed: int,
    place: int,
) -> Results:
    """Play a block by the rules themselves, game after game."""
    strategies = [find_strategy(kind, seat.strategy or "") for seat in seats]
    own = [child_rng(seed, place, seat) for seat in range(len(seats))]  # independent of the dice
    players = list(zip(strategies, own, strict=True))
    rng, names = child_rng(seed, place), free_names([seat.name for seat in seats])
    results = no_results(n, rules.players, len(rules.endings))
    for number in range(n):
        hearing = [kind.hearing(seat, names) for seat in range(len(names))]
        _play_one(rules, players, names, hearing, one_round, rng, results, number)
    return results


class Retraced(Sequence[Step]):
    """The steps of a game, found again from its choices when somebody asks: few strategies do."""

    def __init__(self, start: State) -> None:
        """Begin where nothing has happened."""
        self.choices: list[Any] = []
        self._state = start
        self._steps: list[Step] = []

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, place: Any) -> Any:
        for choice in self.choices[len(self._steps) :]:
            before, self._state = self._state, self._state.apply(choice)
            self._steps.append(Step(before, before.player, choice, self._state))
        return self._steps[place]


def _play_one(
    rules: Rules,
    players: Sequence[tuple[Strategy, Random]],
    names: tuple[str, ...],
    hearing: Sequence[Hearing],
    one_round: bool,
    rng: Random,
    results: Results,
    game: int,
) -> None:
    """Play one game, or its first round, and note what came out."""
    state, ways = rules.start(), rules.endings
    history = Retraced(state)
    while not state.is_over and not (one_round and results.endings[game].any()):
        seat = state.player
        if seat is None:
            choice: Any = state.sample(rng)
        else:
            view = state.view(seat).heard(names, Log(hearing[seat], history))
            choice = _choice(state, view, *players[seat])
            results.length[game] += 1
        history.choices.append(choice)
        state = state.apply(choice)
        if ways and state.is_round_over:
            results.endings[game, ways.index(state.round_ending())] += 1
    won = rules.leaders(state.scores) if one_round else state.winners
    results.scores[game] = state.scores
    results.winners[game, list(won)] = True
    results.rounds[game] = state.round_number


def _choice(state: State, view: View, strategy: Strategy, rng: Random) -> Action:
    """Return what a strategy chooses, in a position where it decides.

    What the strategy raises goes on to whoever wrote it, with a note of the position, and so does
    IllegalAction for a move that is not legal.
    """
    try:
        return state.find_action(strategy(view, state.legal_actions(), rng))
    except Exception as error:
        name = getattr(strategy, "__name__", "a strategy")
        error.add_note(f"This was {name} in seat {state.player}, in the position:\n{state}")
        raise
