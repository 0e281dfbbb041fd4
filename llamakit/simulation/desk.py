"""The process that a strategy runs in: it is loaded there, asked there, and kept small there.

Imports the standard library and lower files; started by ``entrant``. On systems with ``fork`` there
are two processes. The *keeper* takes orders: it lets the strategy run or stand still, and ends with
all that the strategy has started. The *strategy's own* answers questions. It has limits of memory
and computing time, and may start no process or thread (where the system can refuse them).
"""

from __future__ import annotations

import os
import pickle
import random
import select
import signal
import struct
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from llamakit.simulation.entrant import Bot, Foul, StrategyFile

#: The longest move and the longest text of an error that are sent.
LONGEST_MOVE, LONGEST_TEXT = 200, 200

#: What a strategy may use, in the system's names: bytes of memory, seconds of computing, processes
#: and threads besides its own, bytes of a file, bytes of the picture of a crash, open files, and
#: signals in line (with a timer's it could run on while it is to stand still).
LIMITS = {
    "RLIMIT_AS": 2**30,
    "RLIMIT_CPU": 3600,
    "RLIMIT_NPROC": 0,
    "RLIMIT_FSIZE": 2**24,
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 64,
    "RLIMIT_SIGPENDING": 0,
}


def serve() -> None:
    """Be the process of a strategy: load it, then answer questions until there are no more.

    Questions come in by the first of the three standard streams and answers go out by the second;
    orders come in by the third. What the strategy prints goes nowhere.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions, answers, orders = map(os.dup, range(3))
    with open(os.devnull, "r+b") as nowhere:
        for stream in range(3):
            os.dup2(nowhere.fileno(), stream)
    if sys.platform == "win32":
        _answer(questions, answers)
    else:
        _keep(questions, answers, orders)
        os._exit(0)  # at once: the referee waits


def _answer(questions: int, answers: int) -> None:
    """Greet, and answer the questions of one pipe in the other."""
    desk = _Desk()
    with open(questions, "rb") as asked, open(answers, "wb") as said:
        said.write(b"move here\n")
        said.flush()
        for message in _messages(asked):
            said.write(desk.reply(message).encode("utf-8", "replace") + b"\n")
            said.flush()


def _messages(pipe: IO[bytes]) -> Iterator[bytes]:
    """Yield the messages that come through a pipe: each has its length in front."""
    while len(head := pipe.read(4)) == 4:
        yield pipe.read(struct.unpack("!I", head)[0])


class _Desk:
    """Answers questions for a strategy, which comes with the first message."""

    bot: Bot | None = None
    seed: int | None = None

    def reply(self, message: bytes) -> str:
        """Return "move …" or "foul …", one line; also sys.exit() is a foul, and no exit."""
        try:
            return "move " + (self._load(message) if self.bot is None else self._move(message))
        except Foul as foul:
            return f"foul {foul}"
        except BaseException as error:
            return f"foul {_what_was_raised(error)}"

    def _load(self, message: bytes) -> str:
        """Take the strategy out of the first message."""
        sent = pickle.loads(pickle.loads(message))
        self.bot = Bot(sent.load() if isinstance(sent, StrategyFile) else sent)
        return "ready"

    def _move(self, message: bytes) -> str:
        """Ask the strategy; see that it has left alone what it was given."""
        assert self.bot is not None
        question = pickle.loads(message)
        if question[-1] != self.seed:
            self.seed = question[-1]
            _seed_what_all_share(question[-1])
        move = str(self.bot.ask(*question))
        if question != pickle.loads(message):
            raise Foul("changed what it was given to look at")
        return _one_line(move, LONGEST_MOVE)


def _seed_what_all_share(seed: int) -> None:
    """Let a strategy that uses no generator of its own play the same for the same seed, too."""
    random.seed(f"shared by all {seed}")
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % 2**32)


def _what_was_raised(error: BaseException) -> str:
    """Return what a strategy raised, and where."""
    raised = _one_line(traceback.format_exception_only(error)[-1], LONGEST_TEXT)
    if isinstance(error, SyntaxError) and error.lineno:  # it is in no line that has been run
        return f"raised {raised} (line {error.lineno})"
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"raised {raised} (line {last.lineno} in {_one_line(last.name, 40)})"


def _one_line(text: str, longest: int) -> str:
    """Return a text, cut, with a space for each break in it."""
    return " ".join(text[:longest].split())


if sys.platform != "win32":
    #: What the keeper is told, and the signal it sends to the strategy and its group.
    ORDERS = {b"h": signal.SIGSTOP, b"g": signal.SIGCONT}

    def _keep(questions: int, answers: int, orders: int) -> None:
        """Start the strategy's own process; take orders until there are no more, or it is gone.

        A wall may hold its pipes open: the keeper tells that it is gone by leaving, too.
        """
        _prctl("PR_SET_CHILD_SUBREAPER", 1)
        _prctl("PR_SET_DUMPABLE", 0)  # nobody without rights may trace it, which holds it up
        alive, watched = os.pipe()  # while the strategy holds one end, the other reports nothing
        if (strategy := os.fork()) == 0:
            os.close(orders)
            os.close(watched)
            _confine()
            _answer(questions, answers)
            os._exit(0)
        for end in (questions, answers, alive):  # the strategy's own now
            os.close(end)
        news = select.poll()
        news.register(orders, select.POLLIN)
        news.register(watched, 0)
        with suppress(OSError):
            os.setpgid(strategy, strategy)  # done on both sides: nobody knows who comes first
        while watched not in dict(news.poll()):
            if not (order := os.read(orders, 1)):
                break
            with suppress(OSError):
                os.killpg(strategy, ORDERS[order])
        _end_all(strategy)

    def _end_all(strategy: int) -> None:
        """End the strategy and every process that it has started, and those these started."""
        with suppress(OSError):
            os.killpg(strategy, signal.SIGKILL)
        while True:
            for child in _children():
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                return

    def _children() -> list[int]:
        """Return the children of this process, adopted ones as well; none where nobody says."""
        try:
            return list(map(int, Path("/proc/thread-self/children").read_text().split()))
        except OSError:
            return []

    def _confine() -> None:
        """Give this process a group of its own and limits, and let it die with its keeper."""
        import resource

        os.setpgid(0, 0)
        _prctl("PR_SET_DUMPABLE", 1)
        _prctl("PR_SET_PDEATHSIG", signal.SIGKILL)
        for name, most in LIMITS.items():
            with suppress(AttributeError, OSError, ValueError):  # unknown, or lower already
                resource.setrlimit(getattr(resource, name), (most, most))
        with suppress(OSError):  # where memory runs out, Linux ends this process and not another
            Path("/proc/self/oom_score_adj").write_text("1000")

    def _prctl(option: str, value: int) -> None:
        """Set an option of this process that only Linux has."""
        if sys.platform == "linux":
            import ctypes

            options = {"PR_SET_PDEATHSIG": 1, "PR_SET_DUMPABLE": 4, "PR_SET_CHILD_SUBREAPER": 36}
            ctypes.CDLL(None).prctl(options[option], int(value), 0, 0, 0)
