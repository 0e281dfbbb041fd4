"""Long runs: work cut into jobs, done here, on several processes or on a cluster.

Imports the standard library and ``core.state``; cloudpickle and tqdm where they are installed.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from multiprocessing import get_context
from typing import Any

from llamakit.core.state import InputError, brief, whole_number

MOST_WORKERS = 60


def each(
    work: Callable[..., Any],
    jobs: Sequence[tuple[Any, ...]],
    workers: int,
    executor: Executor | None,
) -> Generator[tuple[int, Any], None, None]:
    """Yield the place and the result of each job as it gets done: (place, work(*jobs[place])).

    Without an executor and with one worker they are done here, in order; with more, on as many
    processes. ``work`` and the jobs travel to other processes by value, whatever notebook they
    were written in. Raises InputError if they cannot, and whatever the work itself raises.

    >>> list(each(pow, [(2, 3), (3, 2)], 1, None))
    [(0, 8), (1, 9)]
    """
    if executor is None and workers == 1:
        yield from ((place, work(*job)) for place, job in enumerate(jobs))
        return
    sent = to_bytes(work)
    with _own_pool(workers) if executor is None else nullcontext(executor) as pool:
        futures = {pool.submit(_do, sent, to_bytes(job)): place for place, job in enumerate(jobs)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            for future in futures:
                future.cancel()


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


def progress_bar(total: int, unit: str, wanted: bool) -> Any:
    """Return a progress bar to ``update``, shown if the run takes more than two seconds.

    Without tqdm, or if none is wanted, one that shows nothing.
    """
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=total, unit=f" {unit}s", delay=2, leave=False) if wanted else _NoBar()


class _NoBar:
    """A progress bar that shows nothing."""

    def update(self, done: int) -> None:
        """Take no notice."""

    def close(self) -> None:
        """Have nothing to close."""
