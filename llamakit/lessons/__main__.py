"""Makes the student copies of the lessons from the teacher's solved notebooks.

With --handouts it makes pages to print instead: HTML or, with --pdf, PDF.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from llamakit.core.state import InputError
from llamakit.lessons.copies import make_copies, run_masters
from llamakit.lessons.handouts import make_handouts


def main(arguments: list[str] | None = None) -> None:
    """Make the student copies in a folder from the masters in its folder ``teacher``."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if (options.solved or options.pdf) and not options.handouts:
        parser.error("--solved and --pdf go with --handouts FOLDER")
    try:
        if options.run:
            _tell(run_masters(options.folder), "run")
        if options.handouts:
            wanted = options.handouts, options.solved, options.pdf
            _tell(make_handouts(options.folder, *wanted), "made")
        else:
            _tell(make_copies(options.folder), "made")
    except InputError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    except ImportError as error:
        parser.error(f"{error.name} is missing: pip install 'llamakit[lab]'")


def _parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m llamakit.lessons", description=__doc__)
    where = "with the solved notebooks in its folder teacher (default: notebooks)"
    parser.add_argument("folder", nargs="?", type=Path, default=Path("notebooks"), help=where)
    parser.add_argument("--run", action="store_true", help="run the teacher's notebooks first")
    page = "make pages to print, in this folder"
    parser.add_argument("--handouts", type=Path, metavar="FOLDER", help=page)
    parser.add_argument("--solved", action="store_true", help="with the solutions in them")
    parser.add_argument("--pdf", action="store_true", help="as PDF, printed by a browser")
    return parser


def _tell(paths: Iterable[Path], done: str) -> None:
    """Say what was done with each file."""
    for path in paths:
        print(f"{path}: {done}")


if __name__ == "__main__":
    main()
