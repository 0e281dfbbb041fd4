"""Long runs: work cut into jobs, done here, on several processes or on a cluster.

Imports the standard library and ``engine.state``; cloudpickle where it is installed.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context
from typing import Any

from llamakit.engine.state import InputError, brief, whole_number

MOST_WORKERS = 60


def each(
    work: Callable[..., Any],
    jobs: Iterable[tuple[Any, ...]],
    workers: int,
    executor: Executor | None,
) -> Generator[tuple[int, Any], None, None]:
    """Yield the place and the result of each job as it gets done: (place, work(*job)).

    Without an executor and with one worker they are done here, in order; with more, on as many
    processes. A job is taken from ``jobs`` when there is somebody to do it. ``work`` and the jobs
    travel to other processes by value, whatever notebook they were written in. Raises InputError if
    they cannot, RuntimeError if those who do it are gone, and whatever the work itself raises.

    >>> list(each(pow, [(2, 3), (3, 2)], 1, None))
    [(0, 8), (1, 9)]
    """
    if executor is None and workers == 1:
        yield from ((place, work(*job)) for place, job in enumerate(jobs))
        return
    sent, left = to_bytes(work), enumerate(jobs)
    most = 2 * workers if executor is None else 2 * MOST_WORKERS
    with _own_pool(workers) if executor is None else nullcontext(executor) as pool:
        doing: dict[Future[Any], int] = {}
        try:
            while True:
                for place, job in islice(left, most - len(doing)):
                    doing[pool.submit(_do, sent, to_bytes(job))] = place
                if not doing:
                    return
                for future in wait(doing, return_when=FIRST_COMPLETED).done:
                    yield doing.pop(future), _result(future)
        finally:
            for future in doing:
                future.cancel()


def _result(future: Future[Any]) -> Any:
    """Return what a job has brought. Raises RuntimeError if it was lost with who did it."""
    try:
        return future.result()
    except CancelledError as error:
        raise RuntimeError(
            "the executor has dropped this run: its scheduler is gone, or it was shut down. "
            "Start the run again with a new one; the same seed gives the same games"
        ) from error
    except Exception as error:
        if not isinstance(error, BrokenExecutor) and type(error).__name__ != "KilledWorker":
            raise
        raise RuntimeError(
            "a process that played games has died, and not for the first time: a strategy may have "
            f"ended it, or taken all of its memory ({brief(str(error))}). In a tournament each "
            "strategy has a process of its own, and only forfeits its games"
        ) from error


def check_places(workers: object, executor: object) -> None:
    """Refuse what work cannot be done on. Raises InputError."""
    whole_number("workers", workers, 1, MOST_WORKERS)
    if executor is not None and not isinstance(executor, Executor):
        raise InputError(
            f"executor must be a concurrent.futures.Executor, such as a Dask client's "
            f"get_executor(), not {brief(executor)}"
        )


def _own_pool(workers: int) -> Executor:
    """Return new processes that are the same on every system. Raises InputError if there are none.

    They start afresh instead of being forked, which is not safe in a notebook, with its threads.
    """
    try:
        context = get_context("spawn")
        return ProcessPoolExecutor(workers, context, initializer=_leave_interrupts_to_the_parent)
    except (ImportError, OSError, NotImplementedError) as error:
        raise InputError(f"this Python cannot start other processes: {error}") from None


def _leave_interrupts_to_the_parent() -> None:
    """Ignore Ctrl+C, which reaches every process: the first one stops the run in good order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(work: bytes, job: bytes) -> Any:
    """Do a job that has travelled here."""
    return pickle.loads(work)(*pickle.loads(job))


def to_bytes(thing: object) -> bytes:
    """Return anything as bytes that ``pickle.loads`` reads in another process.

    With cloudpickle also functions written in a notebook. Raises InputError for what cannot travel.
    """
    try:
        from cloudpickle import dumps
    except ImportError:
        from pickle import dumps
    try:
        sent: bytes = dumps(thing)
    except Exception as error:  # whatever a foreign object raises when it is taken apart
        hint = "" if dumps is not pickle.dumps else "; with cloudpickle installed more can"
        raise InputError(f"{brief(thing)} cannot go to another process: {error}{hint}") from None
    return sent
