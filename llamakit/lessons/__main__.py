"""``python -m llamakit.lessons`` makes the student copies; ``--run`` runs the masters first.

``--handouts FOLDER`` makes pages to print instead, HTML or, with ``--pdf``, PDF.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from llamakit.core.state import InputError
from llamakit.lessons.copies import make_copies, run_masters
from llamakit.lessons.handouts import make_handouts


def main(arguments: list[str] | None = None) -> None:
    """Make the student copies in a folder from the masters in its folder ``teacher``."""
    parser = argparse.ArgumentParser(prog="python -m llamakit.lessons", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("notebooks"))
    parser.add_argument("--run", action="store_true", help="run the teacher's masters first")
    parser.add_argument("--handouts", type=Path, help="make pages to print, in this folder")
    parser.add_argument("--solved", action="store_true", help="with the solutions in them")
    parser.add_argument("--pdf", action="store_true", help="as PDF, printed by a browser")
    options = parser.parse_args(arguments)
    try:
        if options.handouts:
            wanted = options.handouts, options.solved, options.pdf
            for path in make_handouts(options.folder, *wanted):
                print(f"{path}: made")
            return
        if options.run:
            for path in run_masters(options.folder):
                print(f"{path}: run")
        for path in make_copies(options.folder):
            print(f"{path}: made")
    except InputError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
