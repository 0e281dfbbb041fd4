"""A strategy in a process of its own: it gets a view and answers in time, or it has fouled.

Imports the standard library and ``core``. What the strategy is given is a copy, so it can neither
see nor change anything else of the game, and one that never returns is stopped. Questions go out
as pickles; only text comes back, so nothing a strategy writes is ever run by the referee.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import IO, Any

from llamakit.core.state import Action, InputError, Strategy

#: Seconds a strategy has to be loaded, with all that it imports.
LOADING_LIMIT = 60.0

#: How often the clock is looked at, in seconds.
TICK = 0.02


class Foul(Exception):
    """A strategy did what it must not; the message says what."""


@dataclass(frozen=True)
class StrategyFile:
    """A file with a function ``strategy`` in it: its name and its text.

    >>> text = "def strategy(view, legal_actions, rng): return legal_actions[0]"
    >>> StrategyFile("ana.py", text).load()(None, ["roll"], None)
    'roll'
    """

    name: str
    text: str

    def load(self) -> Strategy:
        """Run the file and return its strategy. Raises InputError if it defines none."""
        space: dict[str, Any] = {"__name__": self.name.removesuffix(".py")}
        exec(compile(self.text, self.name, "exec"), space)
        strategy: Strategy | None = space.get("strategy")
        if not callable(strategy):
            raise InputError(f"{self.name} defines no function called strategy")
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


class Entrant:
    """A strategy in a process of its own, started when it is first asked.

    ``sent`` is the strategy, or its StrategyFile, as ``runs.to_bytes`` sends it, and ``limit`` the
    seconds it has for a move.
    """

    def __init__(self, sent: bytes, limit: float) -> None:
        """Start nothing yet."""
        self._sent, self._limit = sent, limit
        self._process: subprocess.Popen[bytes] | None = None
        self._deadline: float | None = None
        self._too_late = False

    def ask(self, view: Any, legal_actions: tuple[Action, ...], seed: int) -> str:
        """Return the move the strategy chooses, as text. Raises Foul.

        ``seed`` starts the strategy's own random generator; the same seed goes on with it.
        """
        if self._process is None:
            self._start()
        return self._question((view, legal_actions, seed), self._limit)

    def close(self) -> None:
        """Stop the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError), process:  # its pipes are closed, and it is waited for
                pass

    def _start(self) -> None:
        """Start the process and load the strategy. Raises Foul if that fails."""
        command = [sys.executable, "-c", "from llamakit.core.entrant import serve; serve()"]
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": paths},
            )
        except OSError as error:
            raise InputError(
                f"this Python cannot start the process of its own that every strategy in a "
                f"tournament gets ({error}); built-in bots need none"
            ) from None
        self._too_late = False
        threading.Thread(target=self._watch, args=(self._process,), daemon=True).start()
        try:
            self._question(self._sent, LOADING_LIMIT)
        except Foul:
            self.close()
            raise

    def _question(self, question: Any, limit: float) -> str:
        """Return the answer to a question. Raises Foul, and stops the process if it is lost."""
        assert self._process is not None
        self._deadline = time.monotonic() + limit
        try:
            _write(self._process.stdin, pickle.dumps(question))
            answer = json.loads(_line(self._process.stdout))
        except (OSError, ValueError):
            self.close()
            late = f"did not answer within {limit:g} seconds"
            raise Foul(late if self._too_late else "ended its process") from None
        finally:
            self._deadline = None
        if "foul" in answer:
            raise Foul(answer["foul"])
        return str(answer["move"])

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Stop the process when its time is up, so that nobody waits for its answer."""
        while process.poll() is None:
            deadline = self._deadline
            if deadline is not None and time.monotonic() > deadline:
                self._too_late = True
                process.kill()
            time.sleep(TICK)


def _line(pipe: IO[bytes] | None) -> bytes:
    """Return the next line; none at the end."""
    return pipe.readline() if pipe else b""


def _write(pipe: IO[bytes] | None, message: bytes) -> None:
    """Send a message: its length, then itself."""
    if pipe is None:
        raise OSError("there is no pipe")
    pipe.write(struct.pack("!I", len(message)) + message)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes:
    """Return the next message; none at the end."""
    head = pipe.read(4)
    return pipe.read(struct.unpack("!I", head)[0]) if len(head) == 4 else b""


def serve() -> None:
    """Be the process of a strategy: load it, then answer questions until there are no more.

    What the strategy prints goes nowhere; the pipe is kept for the answers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "r+b") as nowhere:
        os.dup2(nowhere.fileno(), 0)
        os.dup2(nowhere.fileno(), 1)
    desk = _Desk()
    while message := _read(questions):
        answers.write(json.dumps(desk.reply(message)) + "\n")
        answers.flush()


class _Desk:
    """Answers questions for a strategy, which comes with the first message."""

    bot: Bot | None = None

    def reply(self, message: bytes) -> dict[str, str]:
        """Return {"move": text} or {"foul": what}; also sys.exit() is a foul, and no exit."""
        try:
            if self.bot is None:
                return {"move": self._load(message)}
            return {"move": self._move(message)}
        except Foul as foul:
            return {"foul": str(foul)}
        except BaseException as error:
            loading = "could not be loaded: it " if self.bot is None else ""
            return {"foul": loading + _told(error)}

    def _load(self, message: bytes) -> str:
        """Take the strategy out of the first message."""
        sent = pickle.loads(pickle.loads(message))
        self.bot = Bot(sent.load() if isinstance(sent, StrategyFile) else sent)
        return "ready"

    def _move(self, message: bytes) -> str:
        """Ask the strategy; see that it has left alone what it was given."""
        assert self.bot is not None
        question = pickle.loads(message)
        move = str(self.bot.ask(*question))
        if question != pickle.loads(message):
            raise Foul("changed what it was given to look at")
        return move[:1000]


def _told(error: BaseException) -> str:
    """Return what a strategy raised, and where."""
    told = traceback.format_exception_only(error)[-1].strip()[:300]
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"raised {told} (line {last.lineno} in {last.name})"
