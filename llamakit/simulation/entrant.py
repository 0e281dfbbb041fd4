"""A strategy in a process of its own: it gets a view and answers in time, or it has fouled.

Imports the standard library and lower rooms. What the strategy is given is a copy, and one that
does not answer in time is stopped, with all that it has started (``desk``). Questions go out as
pickles; only a line of text comes back, of limited length, so nothing that a strategy writes is
ever run or waited for by the referee.

**What a strategy can still reach** is what the account it runs in can reach: files, the network,
other processes, the referee and the other strategies among them. It is not handed the environment,
where tokens are kept, and what it does in its own process neither changes a game nor stops a
tournament or slows one down by more than its limits. To keep it from the rest as well, start its
process behind a wall (``sandbox``), or the whole notebook in a container or another account.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import decode_source
from pathlib import Path
from random import Random
from typing import IO, Any, NamedTuple

from llamakit.engine.state import Action, InputError, Strategy, brief
from llamakit.simulation.sandbox import Sandbox, desk_behind

#: Seconds a strategy has to be loaded, with all that it imports, each time it is taken together.
LOADING_LIMIT = 10.0

#: Times as long as its limit, it is waited for where it stands in line for a processor.
MOST_PATIENCE = 10

#: Most bytes of an answer that are read.
LONGEST_ANSWER = 4096

#: Most letters of it that are told: what the desk says is shorter.
LONGEST = 300

#: A process that has worked for so many seconds is followed by a new one: see ``desk.LIMITS``.
SHIFT = 1800.0

#: Seconds a process has to end what it has started, before it is killed itself.
GRACE = 5.0

#: What the process of a strategy is told of the environment, besides what is set for it.
KNOWN = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")

#: The same sets in the same order for the same seed, and one thread for each in NumPy.
SET = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Foul(Exception):
    """A strategy did what it must not; the message says what."""


class NotLoaded(Foul):
    """A strategy could not be loaded."""


class TooSlow(Foul):
    """A strategy did not answer in time."""


@dataclass(frozen=True)
class StrategyFile:
    """A file with a function ``strategy`` in it: its name and its text, as bytes or decoded.

    Bytes are decoded as the file declares, where it is loaded: that is work for no referee.

    >>> text = "def strategy(view, legal_actions, rng): return legal_actions[0]"
    >>> StrategyFile("ana.py", text).load()(None, ["roll"], None)
    'roll'
    """

    name: str
    text: str | bytes

    def load(self) -> Strategy:
        """Run the file and return its strategy. Raises Foul if it defines none."""
        space: dict[str, Any] = {"__name__": self.name.removesuffix(".py")}
        text = decode_source(self.text) if isinstance(self.text, bytes) else self.text
        exec(compile(text, self.name, "exec"), space)
        strategy: Strategy | None = space.get("strategy")
        if not callable(strategy):
            raise Foul("defines no function called strategy")
        return strategy


class Bot:
    """A strategy that can be trusted, asked here."""

    def __init__(self, strategy: Strategy) -> None:
        """Wait for the first question."""
        self._strategy = strategy
        self._seed: int | None = None
        self._rng = Random()

    def ask(self, view: Any, legal_actions: tuple[Action, ...], seed: int) -> Action:
        """Return the move the strategy chooses; the seed is as in ``Entrant.ask``."""
        if seed != self._seed:
            self._seed, self._rng = seed, Random(seed)
        return self._strategy(view, legal_actions, self._rng)


class Limits(NamedTuple):
    """What a strategy may take, and the wall it is behind.

    ``move`` is the seconds for a move. All moves together are timed by a clock, as in chess: it
    starts with as much and gains ``game`` seconds for each game, and a fortieth of that for each
    move. Who is late once has used up what it has saved and saves no more: waiting for it again is
    short.
    """

    move: float
    game: float
    sandbox: Sandbox = None

    @property
    def increment(self) -> float:
        """The seconds a clock gains for each move: a long game is no offence.

        >>> Limits(1.0, 0.2).increment
        0.005
        """
        return self.game / 40


class Entrant:
    """A strategy in a process of its own, started when it is first asked.

    ``sent`` is the strategy, or its StrategyFile, as ``runs.to_bytes`` sends it.
    """

    def __init__(self, sent: bytes, limits: Limits) -> None:
        """Start nothing yet."""
        self._sent, self._limits = sent, limits
        self._line: _Line | None = None
        self._seed: int | None = None
        self._clock = limits.move
        self._late = False
        self._shift = 0.0
        self._loading = LOADING_LIMIT

    def ask(self, view: Any, legal_actions: tuple[Action, ...], seed: int) -> str:
        """Return the move the strategy chooses, as text. Raises Foul.

        ``seed`` starts the strategy's own random generator, and a game; the same seed goes on.
        """
        if seed != self._seed:
            self._seed = seed
            self._clock = self._limits.game + (0.0 if self._late else self._clock)
            if self._shift > SHIFT:
                self.close()
                self._loading = LOADING_LIMIT
        if self._line is None:
            self.start()
        if not self._late:
            self._clock += self._limits.increment
        line, limit = self._line, min(self._limits.move, self._clock)
        assert line is not None
        line.go()
        line.send(pickle.dumps((view, legal_actions, seed)))
        try:
            return self._answer(limit, MOST_PATIENCE)
        except _Late:
            self._clock, self._late = 0.0, True
            if limit == self._limits.move:
                raise TooSlow(f"did not answer within {limit:g} seconds") from None
            game = self._limits.game
            raise TooSlow(f"ran out of time: it has {game:g} seconds a game") from None
        finally:
            self._clock = max(0.0, self._clock - line.took)
            self._shift += line.took

    def start(self) -> None:
        """Start the process and load the strategy. Raises NotLoaded if that fails."""
        begun = time.perf_counter()
        line = self._line = _Line(self._limits.sandbox)
        self._shift = 0.0
        try:
            self._answer(max(0.0, self._loading), patience=1)
            line.watch()  # before anything that a stranger wrote has run
            line.send(pickle.dumps(self._sent))
            self._answer(max(0.0, self._loading - (time.perf_counter() - begun)), patience=2)
        except _Late:
            raise NotLoaded(f"could not be loaded within {LOADING_LIMIT:g} seconds") from None
        except Foul as foul:
            self.close()
            raise NotLoaded(f"could not be loaded: it {foul}") from None
        finally:
            self._loading -= time.perf_counter() - begun

    def rest(self) -> None:
        """Let the process stand still until it is asked again."""
        if self._line is not None:
            self._line.halt()

    def close(self) -> None:
        """Stop the process and all that it has started, if there is one."""
        line, self._line = self._line, None
        if line is not None:
            line.cut()

    def _answer(self, limit: float, patience: float) -> str:
        """Return the next answer. Raises Foul, and stops the process if it is lost."""
        assert self._line is not None
        kind, text = "", ""
        try:
            kind, text = self._line.answer(limit, patience)
        finally:
            if not kind:  # lost, or interrupted in the middle of a question
                self.close()
        if kind == "foul":
            raise Foul(text)
        return text


def _start(sandbox: Sandbox, orders: int) -> subprocess.Popen[bytes]:
    """Return a new process for a strategy, which takes orders from a pipe. Raises InputError."""
    try:
        return subprocess.Popen(
            desk_behind(sandbox, "desk.serve()"),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=orders,
            env={name: os.environ[name] for name in KNOWN if name in os.environ} | SET,
            start_new_session=True,
        )
    except OSError as error:
        raise no_process(error) from None


def no_process(why: object) -> InputError:
    """Return the error of a Python that cannot start others."""
    return InputError(
        f"this Python cannot start the process of its own that every strategy in a "
        f"tournament gets ({why}); built-in bots need none"
    )


class _Late(Exception):
    """No answer has come in time."""


class _Line(threading.Thread):
    """The line to a process. A thread waits at its pipes, so that the referee need not.

    A pipe stays open for as long as any process holds its other end, even one that the strategy
    has started and that outlives it. Then this thread waits on; nobody else does.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        """Start a process and listen to it. Raises InputError if no process can be started."""
        super().__init__(daemon=True)
        orders, self._orders = os.pipe()
        try:
            self._process = _start(sandbox, orders)
        except InputError:
            os.close(self._orders)
            raise
        finally:
            os.close(orders)
        self._halted = False
        self._times = self._strategy = -1
        self.took = 0.0
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.start()

    def run(self) -> None:
        """Carry a greeting in, then questions out and answers in, until there are no more."""
        out, back = self._process.stdin, self._process.stdout
        assert out is not None
        assert back is not None
        with suppress(OSError), out, back:
            self._answers.put(_line(back))
            while (question := self._questions.get()) is not None:
                _write(out, struct.pack("!I", len(question)) + question)
                self._answers.put(_line(back))
        self._answers.put(b"")

    def send(self, question: bytes) -> None:
        """Send a question; its answer is to be asked for."""
        self._questions.put(question)

    def answer(self, limit: float, patience: float) -> tuple[str, str]:
        """Return the kind of the answer, "move" or "foul", and its text. Raises Foul or _Late.

        ``took`` is how long it took, without the time that it stood in line for a processor; no
        more than ``patience`` times the limit is waited in all.
        """
        asked, stood = time.perf_counter(), self._stood()
        self.took, left = 0.0, limit
        while True:
            try:
                answer = self._answers.get(timeout=left)
            except queue.Empty:
                answer = None
            passed = time.perf_counter() - asked
            self.took = max(0.0, passed - max(0.0, self._stood() - stood))
            if answer is not None:
                break
            left = min(limit - self.took, patience * limit - passed)
            if left <= 0:
                raise _Late
        if not answer:
            raise Foul("ended its process")
        kind, _, text = answer.decode("utf-8", "replace").rstrip("\n").partition(" ")
        if kind not in ("move", "foul") or not answer.endswith(b"\n"):
            raise Foul(f"wrote {brief(answer[:20])} where its answers go")
        return kind, "".join(letter if letter.isprintable() else "�" for letter in text[:LONGEST])

    def watch(self) -> None:
        """Find out from now on how long the strategy stands in line, where the system says it."""
        process = self._process.pid
        with suppress(OSError):
            while children := Path(f"/proc/{process}/task/{process}/children").read_text().split():
                process = int(children[0])
            self._times = os.open(f"/proc/{process}/schedstat", os.O_RDONLY)
            self._strategy = process

    def _stood(self) -> float:
        """Return for how many seconds the strategy has stood in line for a processor."""
        if self._times >= 0:
            with suppress(OSError):  # it has gone
                return int(os.pread(self._times, 100, 0).split()[1]) / 1e9
        return 0.0

    def halt(self) -> None:
        """Order the process to stand still."""
        if not self._halted:
            self._order(b"h")

    def go(self) -> None:
        """Order the process to run on, if it stands still."""
        if self._halted:
            self._order(b"g")

    def _order(self, order: bytes) -> None:
        """Give an order to the keeper; where it has gone, the next question finds out."""
        self._halted = order == b"h"
        with suppress(OSError):
            os.write(self._orders, order)

    def cut(self) -> None:
        """Stop the process and all that it has started, and let the thread go."""
        os.close(self._orders)  # the keeper's sign to end everything
        self._questions.put(None)
        if sys.platform == "win32":  # there is no keeper
            self._process.kill()
        else:  # a strategy may have killed its keeper, or made it stand still
            with suppress(OSError):
                os.pread(self._times, 1, 0)  # fails if it has gone, whoever has its number now
                os.kill(self._strategy, signal.SIGKILL)
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGCONT)
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            if sys.platform != "win32":
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            with suppress(subprocess.TimeoutExpired):  # who traces it may keep it from its grave
                self._process.wait(1.0)
        if self._times >= 0:
            os.close(self._times)


def _write(pipe: IO[bytes], message: bytes) -> None:
    """Write all of a message to a pipe without a buffer."""
    left = memoryview(message)
    while left:
        left = left[pipe.write(left) :]


def _line(pipe: IO[bytes]) -> bytes:
    """Return the next line of a pipe without a buffer, or its beginning; none at the end."""
    answer = b""
    while not answer.endswith(b"\n") and len(answer) < LONGEST_ANSWER:
        piece = pipe.read(LONGEST_ANSWER - len(answer))
        if not piece:
            break
        answer += piece
    return answer
