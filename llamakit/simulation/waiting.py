"""Strategies that wait for their next game, so that a file is loaded once and not at each table.

Imports the standard library and lower files. Those that wait stand still. They are kept in each
process that plays games, one list for all of its threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from llamakit.simulation.entrant import Entrant, Limits

#: As many wait at most.
MOST = 64

#: Seconds after which all go: the processes of a cluster do not hear when a tournament is over.
LONGEST_WAIT = 600.0

_waiting: list[tuple[str, str, Entrant]] = []
#: The days and names of those for whom there is a place, whether they wait or play.
_places: set[tuple[str, str]] = set()
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
        _places.add((day, name))
        surplus = _without_a_place(day) if len(_places) > MOST else None
        _set_clock()
    if surplus:
        surplus.close()


def _without_a_place(day: str) -> Entrant:
    """Take the oldest of another day out of the list, or else the one that has come last.

    Games come in one order again and again: who has waited longest is the next to be wanted.
    """
    others = (place for place, waiting in enumerate(_waiting) if waiting[0] != day)
    its_day, its_name, entrant = _waiting.pop(next(others, -1))
    _places.discard((its_day, its_name))
    return entrant


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
        _places.difference_update([place for place in _places if day in (None, place[0])])
        if not _waiting:
            _clock.cancel()
    for _, _, entrant in going:
        entrant.close()
