"""Walls for the processes of strategies: commands that start another one with less in reach.

Imports the standard library and ``engine.state``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from llamakit.engine.state import InputError, brief

#: What is seen behind Bubblewrap besides Python: programs and libraries, but nobody's files.
SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")

#: Bytes of the empty folder for files behind Bubblewrap; nothing else there can be written to.
LARGEST_TMP = 2**24

#: Seconds in which a wall must have shown that it works.
PATIENCE = 10.0


#: A wall: "bubblewrap", or a command; None for none.
Sandbox = str | tuple[str, ...] | None


def check_sandbox(sandbox: object) -> Sandbox:
    """Return a wall, if it is one: "bubblewrap" or a command as a list. Raises InputError.

    >>> check_sandbox(["setpriv", "--reuid=nobody"])
    ('setpriv', '--reuid=nobody')
    """
    if sandbox is None or (isinstance(sandbox, str) and sandbox == "bubblewrap"):
        return sandbox
    if not isinstance(sandbox, (list, tuple)):
        raise InputError(
            f"sandbox must be 'bubblewrap' or a command as a list of texts, not {brief(sandbox)}"
        )
    if not sandbox or not all(isinstance(word, str) for word in sandbox):
        raise InputError(f"a command is a list of texts, not {brief(sandbox)}")
    return tuple(sandbox)


def desk_behind(sandbox: Sandbox, task: str) -> list[str]:
    """Return the command that does a task with ``desk`` behind a wall, in another Python.

    That one looks for modules where this one does.
    """
    wall = bubblewrap() if isinstance(sandbox, str) else sandbox or ()
    code = f"import sys; sys.path = sys.argv[1:]; from llamakit.simulation import desk; {task}"
    return [*wall, sys.executable, "-c", code, *(path or os.getcwd() for path in sys.path)]


def try_sandbox(sandbox: Sandbox) -> None:
    """See that ``desk`` can be reached behind a wall on this machine. Raises InputError if not."""
    command = desk_behind(sandbox, "print('ready')")
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        said = run.stderr.splitlines() or ["it starts nothing"]
        why = "" if run.stdout == "ready\n" else said[-1]
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        why = str(error)
    if why:
        raise InputError(f"the wall {brief(sandbox)} does not work here: {why[:300]}")


def bubblewrap() -> tuple[str, ...]:
    """Return the command that starts a process behind Bubblewrap, where it sees Python only.

    It has no network, no other processes, no files but those of the system, of Python and of
    llamakit, and cannot write; ``/tmp`` is small, empty and its own. What it shares as System V
    memory is not limited: where that matters, let all run in a container that is. The first process
    there is the strategy's keeper: nobody in there can end it or make it stand still, and all end
    with it.
    """
    near = [Path.cwd().resolve(), Path.home().resolve()]
    paths = [path for path in sys.path if path and not any(_holds(path, folder) for folder in near)]
    package = str(Path(__file__).resolve().parents[1])
    seen = dict.fromkeys([*SYSTEM, sys.prefix, sys.base_prefix, *paths, package])
    return (
        *("bwrap", "--unshare-all", "--as-pid-1", "--cap-drop", "ALL"),
        *("--dev", "/dev", "--proc", "/proc", "--size", str(LARGEST_TMP), "--tmpfs", "/tmp"),
        *(word for path in seen for word in ("--ro-bind-try", path, path)),
        *(word for link in _links(seen) for word in ("--symlink", os.readlink(link), str(link))),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"),
    )


def _links(seen: Iterable[str]) -> Iterator[Path]:
    """Yield the links on the way to Python that lie outside what is seen."""
    link = Path(sys.executable)
    while link.is_symlink():
        if not any(link.is_relative_to(path) for path in seen):
            yield link
        link = link.parent / os.readlink(link)


def _holds(path: str, inside: Path) -> bool:
    """Whether a folder is another one or lies above it."""
    return inside.is_relative_to(Path(path).resolve())
