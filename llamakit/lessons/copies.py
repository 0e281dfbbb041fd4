"""Making the student copies of the notebooks from the teacher's masters, and running the masters.

Imports the standard library and ``engine.state``; nbformat and nbclient where they are used.

A master is a solved notebook in ``notebooks/teacher``, committed with its results. What stands
between two lines with the marks ``### BEGIN SOLUTION`` and ``### END SOLUTION`` (nbgrader's) is for
the teacher only: in code and, with the marks inside ``<!-- -->``, in text. The student copy in
``notebooks`` is the rest, without results: a prediction is a prediction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from llamakit.engine.state import InputError, brief

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

#: What somebody wrote who meant one of the marks.
_LIKE_A_MARK = re.compile(r"#\s*(begin|end)\s*solution", re.I)

#: Seconds that one cell of a master may take to run.
CELL_SECONDS = 120

#: An output that means nothing without its running kernel.
WIDGET = "application/vnd.jupyter.widget-view+json"

#: What every notebook says about itself: which kernel, but not which Python ran it last.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

#: A notebook or a cell as nbformat reads it: a dict, with each source as one text.
Node = dict[str, Any]


def make_copies(notebooks: Path) -> list[Path]:
    """Write the student copy of every master, and return the copies' paths.

    Raises InputError for a folder without masters, and for unpaired marks.
    """
    made = []
    for master in masters(notebooks):
        made.append(notebooks / master.name)
        write(student_copy(read(master)), made[-1])
    return made


def run_masters(notebooks: Path) -> list[Path]:
    """Run every master from top to bottom, keep its results, and return the masters' paths.

    Raises InputError for a folder without masters, and for a cell that fails; then that master
    stays as it was.
    """
    ran = masters(notebooks)
    for master in ran:
        write(tidy(run_notebook(master)), master)
    return ran


def run_notebook(path: Path) -> Node:
    """Return a notebook with what its cells show now. Raises InputError if one fails."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    client = NotebookClient(
        read(path),
        timeout=CELL_SECONDS,
        kernel_name=METADATA["kernelspec"]["name"],
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        ran: Node = client.execute()
    except CellExecutionError as error:
        raise InputError(f"{path.name} stops: {error.ename}: {error.evalue}") from None
    except (CellTimeoutError, DeadKernelError) as error:
        raise InputError(f"{path.name} stops: {error}") from None
    return ran


def masters(notebooks: Path) -> list[Path]:
    """Return the masters' paths in order. Raises InputError if there are none."""
    found = sorted((notebooks / "teacher").glob("*.ipynb"))
    if not found:
        raise InputError(f"no notebooks in {brief(str(notebooks / 'teacher'))}")
    return found


def student_copy(master: Node) -> Node:
    r"""Return a master without solutions and results; a cell that was all solution is left out.

    Raises InputError, naming the cell, if the marks do not come in pairs or are misspelt.

    >>> source = "x = ...\n### BEGIN SOLUTION\nx = 1\n### END SOLUTION"
    >>> cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": source}
    >>> student_copy({"cells": [cell]})["cells"][0]["source"]
    'x = ...'
    """
    cells: list[Node] = []
    for cell in master["cells"]:
        source = "\n".join(_without_solution(cell)).strip("\r\n")
        if source:
            cells.append({**cell, "source": source, "outputs": [], "execution_count": None})
    return tidy({"cells": cells})


def handout(master: Node) -> Node:
    """Return a master without solutions, and without the results of the cells they stood in."""
    left = {cell["id"]: cell["source"] for cell in student_copy(master)["cells"]}
    cells = []
    for cell in master["cells"]:
        if cell["id"] in left:
            kept = {**cell, "source": left[cell["id"]]}
            if cell["cell_type"] == "code" and kept["source"] != cell["source"]:
                kept |= {"outputs": [], "execution_count": None}
            cells.append(kept)
    return tidy({"cells": cells})


def _without_solution(cell: Node) -> Iterable[str]:
    """Yield the lines of a cell that are not between the marks. Raises InputError."""
    inside = False
    for line in cell["source"].split("\n"):
        if BEGIN in line or END in line:
            if inside == (BEGIN in line):
                raise InputError(f"cell {cell['id']!r}: {BEGIN} and {END} do not come in pairs")
            inside = not inside
        elif _LIKE_A_MARK.search(line):
            raise InputError(f"cell {cell['id']!r}: {brief(line)} is neither {BEGIN} nor {END}")
        elif not inside:
            yield line
    if inside:
        raise InputError(f"cell {cell['id']!r}: {END} is missing")


def tidy(notebook: Node) -> Node:
    """Return a notebook as it is committed: without what changes from one run to the next."""
    cells = [_tidy_cell(cell) for cell in notebook["cells"]]
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def _tidy_cell(cell: Node) -> Node:
    """Return a cell with its id, tags, source and results only, folded in where it was."""
    tags = cell["metadata"].get("tags")
    kept = {name: cell[name] for name in ("cell_type", "id", "source")}
    kept["metadata"] = {"tags": tags} if tags else {}
    if is_hidden(cell):
        kept["metadata"]["jupyter"] = {"source_hidden": True}
    if "attachments" in cell:  # pictures pasted into the text
        kept["attachments"] = cell["attachments"]
    if cell["cell_type"] == "code":
        kept["execution_count"] = cell["execution_count"]
        kept["outputs"] = [_without_widget(output) for output in cell["outputs"]]
    return kept


def is_hidden(cell: Node) -> bool:
    """Return whether a cell is shown folded in: only what it drew is to be seen."""
    return cell["metadata"].get("jupyter", {}).get("source_hidden") is True


def _without_widget(output: Node) -> Node:
    """Return an output without the widget in it; the text beside it stays."""
    if "data" not in output:
        return output
    data = {kind: value for kind, value in output["data"].items() if kind != WIDGET}
    return {**output, "data": data}


def read(path: Path) -> Any:
    """Return a notebook from its file, its cells with ids. Raises InputError if it is none."""
    import nbformat

    try:
        notebook = nbformat.read(path, as_version=4)
        for number, cell in enumerate(notebook.cells, 1):  # older notebooks have no ids
            cell.setdefault("id", f"cell-{number}")
        notebook.nbformat_minor = 5
        nbformat.validate(notebook)
    except (ValueError, KeyError, AttributeError, nbformat.ValidationError) as error:
        why = type(error).__name__
        raise InputError(f"{path.name} is not a notebook that can be read ({why})") from None
    return notebook


def write(notebook: Node, path: Path) -> None:
    """Write a notebook as JupyterLab would."""
    import nbformat

    node = nbformat.from_dict(notebook)
    nbformat.validate(node)
    path.write_text(nbformat.writes(node) + "\n", encoding="utf-8", newline="\n")
