"""Makes the student copies of the lessons from the teacher's solved notebooks.

With --worksheets it makes sheets to print and to fill in instead, with --cheat-sheets a page of
each lesson's key formulas: HTML or, with --pdf, PDF. With --nbgrader it makes assignments to be
graded by nbgrader.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from llamakit.about import DISTRIBUTION
from llamakit.engine.state import InputError
from llamakit.lessons.copies import make_copies, run_masters
from llamakit.lessons.grading import make_assignments
from llamakit.lessons.worksheets import PAPERS, make_cheat_sheets, make_worksheets


def main(arguments: list[str] | None = None) -> None:
    """Make the student copies in a folder from the masters in its folder ``teacher``."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.key and not options.worksheets:
        parser.error("--key goes with --worksheets FOLDER")
    on_paper = options.worksheets or options.cheat_sheets
    if (options.pdf or options.paper != "a4") and not on_paper:
        parser.error("--pdf and --paper go with --worksheets FOLDER or --cheat-sheets FOLDER")
    try:
        if options.run:
            _tell(run_masters(options.folder), "run")
        printing = {"pdf": options.pdf, "paper": options.paper}
        if options.worksheets:
            sheets = make_worksheets(
                options.folder, options.worksheets, key=options.key, **printing
            )
            _tell(sheets, "made")
        if options.cheat_sheets:
            _tell(make_cheat_sheets(options.folder, options.cheat_sheets, **printing), "made")
        if on_paper:
            return
        if options.nbgrader:
            _tell(make_assignments(options.folder, options.nbgrader), "made")
        else:
            _tell(make_copies(options.folder), "made")
    except InputError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    except ImportError as error:
        parser.error(f"{error.name} is missing: pip install '{DISTRIBUTION}[lab]'")


def _parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m llamakit.lessons", description=__doc__)
    where = "with the solved notebooks in its folder teacher (default: notebooks)"
    parser.add_argument("folder", nargs="?", type=Path, default=Path("notebooks"), help=where)
    parser.add_argument("--run", action="store_true", help="run the teacher's notebooks first")
    sheets = "make worksheets to print, in this folder"
    parser.add_argument("--worksheets", type=Path, metavar="FOLDER", help=sheets)
    cheat = "make a page of key formulas for each lesson, in this folder"
    parser.add_argument("--cheat-sheets", type=Path, metavar="FOLDER", help=cheat)
    parser.add_argument("--key", action="store_true", help="with the answers, for the teacher")
    parser.add_argument("--pdf", action="store_true", help="as PDF, printed by a browser")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the paper (default: a4)")
    course = "make assignments for nbgrader, in this course folder"
    parser.add_argument("--nbgrader", type=Path, metavar="COURSE", help=course)
    return parser


def _tell(paths: Iterable[Path], done: str) -> None:
    """Say what was done with each file."""
    for path in paths:
        print(f"{path}: {done}")


if __name__ == "__main__":
    main()
