"""Strategies that wait for their next game, so that a file is loaded once and not at each table.

Imports the standard library and lower files. Those that wait stand still. They are kept in each
process that plays games, one list for all of its threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from llamakit.simulation.entrant import Entrant, Limits

#: As many wait at most; the one that has waited longest goes.
MOST = 64

#: Seconds after which all go: the processes of a cluster do not hear when a tournament is over.
LONGEST_WAIT = 600.0

_waiting: list[tuple[str, str, Entrant]] = []
_lock = Lock()
_clock = Timer(LONGEST_WAIT, lambda: None)


@contextmanager
def borrowed(day: str, name: str, sent: bytes, limits: Limits) -> Iterator[Entrant]:
    """Give an entrant of a tournament for a while: one that waits, or else a new one."""
    entrant = _taken(day, name) or Entrant(sent, limits)
    try:
        yield entrant
    except BaseException:
        entrant.close()
        raise
    entrant.rest()
    with _lock:
        _waiting.append((day, name, entrant))
        surplus = _waiting[:-MOST]
        del _waiting[:-MOST]
        _set_clock()
    for _, _, oldest in surplus:
        oldest.close()


def _set_clock() -> None:
    """Let those that wait now go after the longest wait, unless there is work before."""
    global _clock
    _clock.cancel()
    _clock = Timer(LONGEST_WAIT, dismiss)
    _clock.daemon = True
    _clock.start()


def _taken(day: str, name: str) -> Entrant | None:
    """Return an entrant that waits, if there is one; it is no longer in the list."""
    with _lock:
        for place, (its_day, its_name, entrant) in enumerate(_waiting):
            if (its_day, its_name) == (day, name):
                del _waiting[place]
                return entrant
    return None


def dismiss(day: str | None = None) -> None:
    """Close all that wait for games of a tournament, or of any."""
    with _lock:
        going = [waiting for waiting in _waiting if day in (None, waiting[0])]
        _waiting[:] = [waiting for waiting in _waiting if waiting not in going]
        if not _waiting:
            _clock.cancel()
    for _, _, entrant in going:
        entrant.close()
