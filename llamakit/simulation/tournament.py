"""Tournaments: everybody against everybody, in every seat, whatever a strategy may do.

Imports lower rooms and files. Each strategy plays in a process of its own (``entrant``), the
referee here. Chance and each strategy have random generators of their own in every game, which
depend on the seed, who sits where and the game's number only: the results are the same wherever it
is played, and those of some strategies among themselves are the same whoever else takes part.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from hashlib import sha256
from itertools import chain, permutations
from math import perm
from secrets import token_hex
from typing import Any, NamedTuple

from llamakit.engine.game import Game, Seat, new_game
from llamakit.engine.progress import progress_bar
from llamakit.engine.registry import Entry, find_game, find_strategy
from llamakit.engine.state import IllegalAction, InputError, brief, whole_number
from llamakit.simulation.arrays import Numbers, require_numpy
from llamakit.simulation.arrays import numpy as np
from llamakit.simulation.entrant import (
    Bot,
    Entrant,
    Foul,
    Limits,
    NotLoaded,
    StrategyFile,
    TooSlow,
    no_process,
)
from llamakit.simulation.runs import check_places, each, to_bytes
from llamakit.simulation.sandbox import check_sandbox, try_sandbox
from llamakit.simulation.simulate import check_seed, find_seat
from llamakit.simulation.standings import Highlight, Offence, Tournament
from llamakit.simulation.waiting import borrowed, dismiss

#: Games played at a table in one go.
BLOCK = 50

#: A strategy that has fouled so often is out: it forfeits all that is left unplayed.
PATIENCE = 3

#: So many strategies are loaded and tried at the same time: who sleeps then keeps few waiting.
TOGETHER = 4

#: So many of them by one process.
BATCH = 8 * TOGETHER

#: Games on trial that each plays before: some stop answering only in the last round of one.
TRIALS = 5

#: More games than this are not begun.
MOST_GAMES = 10_000_000

#: Seconds that may be asked for.
MOST_SECONDS = 1800.0


#: Who sits at a table, as places in the list of names, and the numbers of the games played there.
Table = tuple[tuple[int, ...], range]


class Terms(NamedTuple):
    """What holds for all games of a tournament; ``day`` tells it from any other."""

    game: Entry
    options: dict[str, Any]
    seed: int
    limits: Limits
    day: str


class Played(NamedTuple):
    """One game: who won how much of it, the scores, and who fouled, in which way, where."""

    wins: list[float]
    scores: list[float]
    seat: int | None = None
    what: str = ""
    record: dict[str, Any] | None = None


class Block(NamedTuple):
    """Games at one table, in order, and by seat the best and the worst of those not forfeited.

    There are fewer games than asked for if somebody fouled too often.
    """

    games: list[Played]
    highlights: dict[int, tuple[Highlight, Highlight]]


class _Book:
    """The referee's book: blocks of games are entered in one order, wherever they were played."""

    def __init__(self, names: Sequence[str]) -> None:
        """Open an empty book."""
        self.offences: list[Offence] = []
        self.highlights: dict[str, tuple[Highlight, Highlight]] = {}
        self.rows: list[tuple[Sequence[int], list[float], list[float], int]] = []
        self.names = names
        self.fouls: Counter[int] = Counter()

    def out(self, seating: Sequence[int]) -> list[int]:
        """Return who of a table has fouled too often to go on."""
        return [entrant for entrant in seating if self.fouls[entrant] >= PATIENCE]

    def enter(self, seating: Sequence[int], numbers: range, block: Block) -> None:
        """Enter the games of a block; those after somebody is out are forfeited."""
        for place in range(len(numbers)):
            if out := self.out(seating):
                self._forfeit(seating, out)
                continue
            wins, scores, seat, what, record = block.games[place]
            if seat is None:
                self.rows.append((seating, wins, scores, -1))
                continue
            lost = seating[seat]
            self.fouls[lost] += 1
            self.offences.append(Offence(self.names[lost], what, record))
            self._forfeit(seating, [lost])
        if not self.out(seating):
            self._keep(seating, block.highlights)

    def _forfeit(self, seating: Sequence[int], lost: Sequence[int]) -> None:
        """Enter a game that somebody forfeited: those who did not share the win, if any."""
        others = len(seating) - len(lost)
        wins = [0.0 if entrant in lost else 1 / others for entrant in seating]
        self.rows.append((seating, wins, [float("nan")] * len(seating), lost[0]))

    def _keep(
        self, seating: Sequence[int], highlights: Mapping[int, tuple[Highlight, Highlight]]
    ) -> None:
        """Keep the best and the worst game of each strategy."""
        for seat, (best, worst) in highlights.items():
            name = self.names[seating[seat]]
            top, bottom = self.highlights.get(name, (best, worst))
            self.highlights[name] = (
                max(top, best, key=lambda game: game.lead),
                min(bottom, worst, key=lambda game: game.lead),
            )

    def arrays(self, players: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Return the seats, wins and scores of the games entered, and who forfeited them."""
        seats, wins, scores, forfeits = (
            zip(*self.rows, strict=True) if self.rows else ((), (), (), ())
        )
        shape = (len(self.rows), players)
        return (
            np.array(seats, int).reshape(shape),
            np.array(wins, float).reshape(shape),
            np.array(scores, float).reshape(shape),
            np.array(forfeits, int),
        )


def tournament(
    strategies: Mapping[str, Any],
    game: str = "llama-dice",
    n: int = 100,
    seed: int | None = None,
    players: int = 2,
    *,
    time_limit: float = 1.0,
    game_limit: float | None = None,
    sandbox: str | Sequence[str] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = True,
    **options: Any,
) -> Tournament:
    """Play n games for each seating of the strategies at a table of ``players``.

    ``strategies`` maps names to strategy functions or names of built-in bots. Every choice of
    ``players`` of them sits down in every order.

    Each strategy is loaded once, in a process of its own, and plays five trial games that do not
    count, against players who choose at random. One that cannot be loaded within ten seconds, or is
    too slow in those games, does not play. A strategy that raises, returns an illegal move, changes
    what it was given, ends its process or is too slow has fouled. It forfeits the game: the win
    goes to the others in equal parts, and ``offences`` tells. After three fouls in the whole
    tournament it is out and forfeits the rest.

    Too slow is more than ``time_limit`` seconds for a move, or a clock that has run out: it starts
    with as much and gains ``game_limit`` seconds for each game (a fifth of ``time_limit``, unless
    given) and a fortieth of that for each move. Who is too slow loses what is left on it and gains
    nothing for moves any more. So one that stops answering after the trial games is waited for
    during ``time_limit + 2 * game_limit`` seconds in all, 1.4 unless you ask otherwise. On Linux
    the clock stands still while a strategy stands in line for a processor, until ten times as much
    has passed. With ``workers`` or an ``executor``, each process that plays games loads a strategy
    anew, with a clock of its own.

    **What a strategy can still reach** is whatever your account can: your files, the network, your
    other programs and their environment variables. It is handed none of these, half a GB of memory
    is plenty and one GB the most, and it ends with the tournament, with all that it has started,
    unless somebody took pains that it should not. For strategies of people you do not know, put up
    a wall: ``sandbox="bubblewrap"`` (on Debian, ``apt install
    bubblewrap``) lets them see Python and nothing else of the machine; any command that starts
    another one can stand there instead (``sandbox=["setpriv", "--reuid=nobody", ...]``).

    ``seed`` is drawn with 128 bits unless given, and shown with the result. A small one is for a
    rehearsal: a strategy can try small seeds until one explains its own hand, and then knows all.
    ``workers``, ``executor``, interrupting and ``options`` are as in ``simulate``. Raises
    InputError.

    >>> result = tournament({"bold": "greedy", "wild": "random"}, n=10, seed=7)
    >>> result.wins.shape, result.offences
    ((20, 2), ())
    """
    started = time.perf_counter()
    if not isinstance(strategies, Mapping) and isinstance(game, Mapping):
        raise InputError("the strategies come first: tournament({'Ana': 'greedy', ...}, 'llama')")
    kind = find_game(game)
    require_numpy()
    names, sent = _entered(kind, strategies)
    _check_table(kind, names, players, n, options)
    check_places(workers, executor)
    limits = _limits(time_limit, game_limit, sandbox)
    terms = Terms(kind, options, check_seed(seed, bits=128), limits, token_hex(8))
    book, run = _Book(names), partial(each, workers=workers, executor=executor)
    try:
        playing = _check_in(terms, book, sent, players, run, progress)
        tables = _tables(playing, players, n)
        _play_all(terms, book, sent, tables, run, progress)
    except KeyboardInterrupt:
        if not book.rows:
            raise
    finally:
        dismiss(terms.day)
    seats, wins, scores, forfeits = book.arrays(players)
    return Tournament(
        kind.name,
        tuple(names),
        terms.seed,
        seats,
        wins,
        scores,
        forfeits,
        tuple(book.offences),
        book.highlights,
        time.perf_counter() - started,
        partial=len(forfeits) < sum(len(numbers) for _, numbers in tables),
    )


def _entered(game: Entry, strategies: Any) -> tuple[list[str], list[str | bytes]]:
    """Return the names, and for each a bot's name or a strategy on its way. Raises InputError."""
    if not isinstance(strategies, Mapping):
        raise InputError(
            f"strategies must be a dict of names and strategies, not {brief(strategies)}"
        )
    sent: list[str | bytes] = []
    for strategy in strategies.values():
        if not isinstance(strategy, StrategyFile):
            strategy = find_seat(game, strategy).strategy
        sent.append(strategy if isinstance(strategy, str) else to_bytes(strategy))
    return list(strategies), sent


def _check_table(
    game: Entry, names: Sequence[str], players: int, n: int, options: Mapping[str, Any]
) -> None:
    """Refuse what cannot be played. Raises InputError."""
    if len(names) < 2:
        raise InputError("a tournament needs at least two strategies")
    whole_number("players", players, 2, len(names))
    whole_number("n", n, 1, MOST_GAMES)
    for first in range(len(names) - players + 1):  # the names, the game and its options
        _sit_down(game, names[first : first + players], 0, options)
    if n * perm(len(names), players) > MOST_GAMES:
        raise InputError(
            f"{len(names)} strategies have {perm(len(names), players):,} seatings at a table of "
            f"{players}: with {n} games each that is more than {MOST_GAMES:,} games"
        )


def _sit_down(game: Entry, names: Sequence[str], seed: int, options: Mapping[str, Any]) -> Game:
    """Return a new game of players with these names. Raises InputError."""
    return new_game(game, players=[Seat(name) for name in names], seed=seed, **options)


def _limits(time_limit: Any, game_limit: Any, sandbox: Any) -> Limits:
    """Return the limits that every strategy has. Raises InputError."""
    move = _seconds("time_limit", time_limit)
    game = move / 5 if game_limit is None else _seconds("game_limit", game_limit)
    return Limits(move, game, check_sandbox(sandbox))


def _seconds(name: str, limit: Any) -> float:
    """Return a number of seconds. Raises InputError."""
    if not isinstance(limit, (int, float)) or limit is True or not 0 < limit <= MOST_SECONDS:
        raise InputError(f"{name} must be seconds, at most {MOST_SECONDS:g}, not {brief(limit)}")
    return limit


def _check_in(
    terms: Terms,
    book: _Book,
    sent: Sequence[str | bytes],
    players: int,
    run: Any,
    progress: bool,
) -> list[int]:
    """Load and try each strategy once; return who can play, and enter in the book who cannot."""
    playing = set(range(len(sent)))
    strangers = [entrant for entrant, way in enumerate(sent) if isinstance(way, bytes)]
    if not strangers:
        return sorted(playing)
    if sys.platform == "emscripten":  # no threads there either, which start the processes
        raise no_process("it runs in a browser")
    list(run(partial(try_sandbox, terms.limits.sandbox), [()] if terms.limits.sandbox else []))
    jobs = [(book.names[entrant], sent[entrant]) for entrant in strangers]
    batches = [jobs[start : start + BATCH] for start in range(0, len(jobs), BATCH)]
    checks = run(partial(_load, terms, players), batches)
    bar = progress_bar(len(jobs), "file", progress)
    with closing(bar), closing(checks):
        for entrant, what in zip(strangers, chain.from_iterable(_in_order(checks)), strict=True):
            bar.update(1)
            if what:
                playing.remove(entrant)
                book.offences.append(Offence(book.names[entrant], what, None))
    return sorted(playing)


def _load(terms: Terms, players: int, *strangers: tuple[str, bytes]) -> list[str]:
    """Load and try strategies, some at the same time, and let them wait for their games.

    Return for each what went wrong, if anything did.
    """
    with ThreadPoolExecutor(TOGETHER) as threads:
        return list(threads.map(partial(_try, terms, players), strangers))


def _try(terms: Terms, players: int, stranger: tuple[str, bytes]) -> str:
    """Load a strategy and let it play trial games; return why it may not play on.

    It meets players who choose at random, and nobody else's name: whoever else takes part, it
    comes to its first game the same. Other fouls it will repeat in a game, which can be looked at.
    """
    with borrowed(terms.day, *stranger, terms.limits) as entrant:
        try:
            entrant.start()
            _play_trials(terms, players, stranger[0], entrant)
        except TooSlow as foul:
            return f"was too slow in a trial game: it {foul}"
        except NotLoaded as foul:
            return str(foul)
        except (Foul, IllegalAction):
            pass
    return ""


def _play_trials(terms: Terms, players: int, name: str, entrant: Entrant) -> None:
    """Play trial games. Raises Foul or IllegalAction."""
    seats = [f"Player {seat + 1}" for seat in range(players)]
    others = [Bot(find_strategy(terms.game, "random")) for _ in seats[1:]]
    for trial in range(TRIALS):
        seed = partial(seed_for, terms.seed, [name], -1 - trial)
        game = _sit_down(terms.game, seats, seed("chance"), terms.options)
        _play_on(game, [entrant, *others], [seed(f"seat {seat}") for seat in range(players)])


def _tables(playing: Sequence[int], players: int, n: int) -> list[Table]:
    """Return who plays which games: some at every table before more at any."""
    return [
        (seating, range(start, min(start + BLOCK, n)))
        for start in range(0, n, BLOCK)
        for seating in permutations(playing, players)
    ]


class _Jobs(Sequence[tuple[Any, ...]]):
    """What to play at each table, found when it is asked for: who is out by then does not play."""

    def __init__(self, book: _Book, sent: Sequence[str | bytes], tables: Sequence[Table]) -> None:
        """Look at the book and the tables when asked."""
        self._book, self._sent, self._tables = book, sent, tables

    def __len__(self) -> int:
        return len(self._tables)

    def __getitem__(self, place: Any) -> Any:
        seating, numbers = self._tables[place]
        if self._book.out(seating):
            return (), (), (), ()
        names = [self._book.names[entrant] for entrant in seating]
        sent = [self._sent[entrant] for entrant in seating]
        return names, sent, [self._book.fouls[entrant] for entrant in seating], numbers


def _play_all(
    terms: Terms,
    book: _Book,
    sent: Sequence[str | bytes],
    tables: Sequence[Table],
    run: Any,
    progress: bool,
) -> None:
    """Play at all tables and enter the games in the book."""
    bar = progress_bar(sum(len(numbers) for _, numbers in tables), "game", progress)
    blocks = run(partial(_play_block, terms), _Jobs(book, sent, tables))
    with closing(bar), closing(blocks):
        for (seating, numbers), block in zip(tables, _in_order(blocks), strict=True):
            book.enter(seating, numbers, block)
            bar.update(len(numbers))


def _in_order(results: Iterable[tuple[int, Any]]) -> Iterator[Any]:
    """Yield results that come with their places, in the order of the places.

    >>> list(_in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    early, place = {}, 0
    for number, result in results:
        early[number] = result
        while place in early:
            yield early.pop(place)
            place += 1


def _play_block(
    terms: Terms,
    names: Sequence[str],
    sent: Sequence[str | bytes],
    fouls: list[int],
    numbers: Sequence[int],
) -> Block:
    """Play some games at one table, each strategy in a process of its own, until one is out."""
    block = Block([], {})
    with ExitStack() as stack:
        players = [
            Bot(find_strategy(terms.game, way))
            if isinstance(way, str)
            else stack.enter_context(borrowed(terms.day, name, way, terms.limits))
            for name, way in zip(names, sent, strict=True)
        ]
        for number in numbers:
            seed = partial(seed_for, terms.seed, names, number)
            game = _sit_down(terms.game, names, seed("chance"), terms.options)
            seeds = [seed(f"seat {seat}") for seat in range(len(names))]
            block.games.append(_play_game(game, players, seeds))
            seat = block.games[-1].seat
            if seat is None:
                _note(block.highlights, game)
            else:
                fouls[seat] += 1
                if fouls[seat] == PATIENCE:
                    break
    return block


def seed_for(seed: int, names: Sequence[str], number: int, use: str) -> int:
    """Return the seed for one use in one game; none of them tells anything about another.

    >>> one = seed_for(7, ["Ana", "Ben"], 0, "chance")
    >>> one == seed_for(7, ["Ana", "Ben"], 0, "chance") != seed_for(7, ["Ana", "Ben"], 0, "seat 0")
    True
    """
    key = repr((seed, tuple(names), number, use))
    return int.from_bytes(sha256(key.encode()).digest()[:16])


def _play_game(game: Game, players: Sequence[Entrant | Bot], seeds: Sequence[int]) -> Played:
    """Play a game to its end, or until somebody fouls."""
    try:
        _play_on(game, players, seeds)
    except Foul as foul:
        return Played([], [], game.current_player, str(foul), game.record())
    except IllegalAction as error:
        what = f"chose an illegal move: {error}"
        return Played([], [], game.current_player, what, game.record())
    share = 1 / len(game.winners)
    wins = [share * (seat in game.winners) for seat in range(len(game.players))]
    return Played(wins, list(game.scores))


def _play_on(game: Game, players: Sequence[Entrant | Bot], seeds: Sequence[int]) -> None:
    """Play a game to its end. Raises Foul or IllegalAction of whoever is to move."""
    while (seat := game.current_player) is not None:
        game.play(players[seat].ask(game.view(seat), game.legal_actions(), seeds[seat]))


def _note(highlights: dict[int, tuple[Highlight, Highlight]], game: Game) -> None:
    """Keep a game that was played to its end where it was the best or the worst of a seat."""
    record: dict[str, Any] = {}
    for seat in range(len(game.players)):
        lead = float(game.state.lead(seat))
        best, worst = highlights.get(seat, (None, None))
        if best and worst and worst.lead <= lead <= best.lead:
            continue
        record = record or game.record()
        here = Highlight(lead, record)
        highlights[seat] = (
            here if best is None or lead > best.lead else best,
            here if worst is None or lead < worst.lead else worst,
        )
