"""The command ``llamakit``: ``llamakit lab [FOLDER]`` opens the course, ``llamakit doctor`` helps.

Imports the standard library and ``llamakit`` only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import llamakit
from llamakit.about import DISTRIBUTION
from llamakit.engine.state import InputError

#: The page of the course that opens first.
FIRST = "00_start_here.ipynb"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says, and return 0 if that went well."""
    options, more = _parser().parse_known_args(arguments)
    if more and options.command != "lab":
        _parser().error(f"unrecognized arguments: {' '.join(more)}")
    try:
        if options.command == "lab":
            return open_lab(options.folder, more)
        from llamakit.doctor import report

        return report()
    except (InputError, OSError) as error:
        print(f"llamakit: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    """Return what the command line may hold."""
    parser = argparse.ArgumentParser(prog="llamakit", description=llamakit.__doc__)
    parser.add_argument("--version", action="version", version=f"llamakit {llamakit.__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    lab = commands.add_parser(
        "lab",
        help="copy the course to a folder and open JupyterLab on it",
        description="Copy the course to a folder, keeping every file that is there already, and "
        "open JupyterLab on it. Further options are JupyterLab's, such as --no-browser.",
    )
    lab.add_argument("folder", nargs="?", type=Path, default=Path("llamakit-course"))
    commands.add_parser("doctor", help="check what works here, and say what to do about the rest")
    return parser


def open_lab(folder: Path, options: Sequence[str] = ()) -> int:
    """Copy the course to a folder and open JupyterLab on it. Raises InputError without JupyterLab.

    ``options`` are passed on to JupyterLab. Returns JupyterLab's exit code when it ends.
    """
    for line in copy_course(folder):
        print(line)
    if find_spec("jupyterlab") is None:
        raise InputError(
            "JupyterLab is not installed in this Python: install it with "
            f'{sys.executable} -m pip install "{DISTRIBUTION}[lab]"'
        )
    command = [sys.executable, "-m", "jupyterlab", FIRST, *_as_root(), *options]
    try:
        return subprocess.run(command, cwd=folder, check=False).returncode
    except KeyboardInterrupt:
        return 0


def _as_root() -> list[str]:
    """Return what JupyterLab must be told in a container, where the only user is often root."""
    return ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def course() -> Path:
    """Return the folder of the course: part of the installed package, or of a checkout."""
    installed = Path(llamakit.__file__).parent / "course"
    return installed if installed.is_dir() else Path(llamakit.__file__).parents[1] / "notebooks"


def copy_course(folder: Path) -> Iterator[str]:
    """Copy the notebooks of the course to a folder, and yield what there is to say about it.

    A file that is there already is never overwritten; one that differs from the course is named.
    The course's own folder in a checkout is left as it is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if folder.resolve() == course().resolve():
        return
    copied = 0
    for source in sorted(course().glob("*.ipynb")):
        target = folder / source.name
        if not target.exists():
            target.write_bytes(source.read_bytes())
            copied += 1
        elif target.read_bytes() != source.read_bytes():
            yield f"{target}: kept as it is (delete it to get the course's own again)"
    yield f"{folder}: {copied} notebooks copied" if copied else f"{folder}: nothing to copy"


if __name__ == "__main__":
    sys.exit(main())
