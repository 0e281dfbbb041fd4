"""Making student copies: what goes, what stays, and what is refused."""

import json
import subprocess
import sys

import nbformat
import pytest

import llamakit as lk
from llamakit.lessons.__main__ import main
from llamakit.lessons.copies import (
    WIDGET,
    handout,
    make_copies,
    run_masters,
    student_copy,
    tidy,
)


def cell(source, kind="code", **more):
    if kind == "code":
        more = {"outputs": [], "execution_count": 1, **more}
    return {"cell_type": kind, "id": "a", "metadata": {}, "source": source, **more}


def sources(*cells):
    return [one["source"] for one in student_copy({"cells": list(cells)})["cells"]]


def test_solutions_go_and_the_stub_stays():
    solved = "x = ...\n### BEGIN SOLUTION\nx = 3\n### END SOLUTION\n\nlk.check('a', x)"
    assert sources(cell(solved)) == ["x = ...\n\nlk.check('a', x)"]


def test_a_function_body_may_be_the_solution():
    solved = "def f(n):\n    ...\n    ### BEGIN SOLUTION\n    return n\n    ### END SOLUTION"
    assert sources(cell(solved)) == ["def f(n):\n    ..."]


def test_a_cell_that_is_all_solution_is_left_out():
    note = "<!-- ### BEGIN SOLUTION -->\nFor the teacher.\n<!-- ### END SOLUTION -->"
    assert sources(cell("# A"), cell(note, "markdown"), cell("b")) == ["# A", "b"]


def test_results_and_traces_of_a_run_go():
    output = {"output_type": "stream", "name": "stdout", "text": "3"}
    ran = cell("x", outputs=[output], metadata={"tags": ["t"], "execution": {"when": "now"}})
    copy = student_copy({"cells": [ran], "metadata": {"widgets": {}, "language_info": {}}})
    assert copy["cells"] == [
        {
            "cell_type": "code",
            "id": "a",
            "metadata": {"tags": ["t"]},
            "source": "x",
            "outputs": [],
            "execution_count": None,
        }
    ]
    assert copy["metadata"]["kernelspec"]["name"] == "python3"
    assert copy["metadata"]["language_info"] == {"name": "python"}


def test_a_cell_that_only_draws_stays_folded_in():
    hidden = {"jupyter": {"source_hidden": True, "outputs_hidden": False}, "collapsed": False}
    (kept,) = student_copy({"cells": [cell("x", metadata=hidden)]})["cells"]
    assert kept["metadata"] == {"jupyter": {"source_hidden": True}}


def test_a_master_keeps_its_results_but_no_widget():
    shown = {
        "output_type": "display_data",
        "metadata": {},
        "data": {WIDGET: {"model_id": "1"}, "text/plain": "a table"},
    }
    printed = {"output_type": "stream", "name": "stdout", "text": "3"}
    kept = tidy({"cells": [cell("x", outputs=[shown, printed])]})["cells"][0]
    assert kept["outputs"] == [{**shown, "data": {"text/plain": "a table"}}, printed]
    assert kept["execution_count"] == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("### BEGIN SOLUTION\nx", "cell 'a': ### END SOLUTION is missing"),
        ("x\n### END SOLUTION", "do not come in pairs"),
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION", "do not come in pairs"),
        ("### Begin solution\nx\n### End solution", "'### Begin solution' is neither ###"),
        ("###BEGIN SOLUTION\nx\n###END SOLUTION", "'###BEGIN SOLUTION' is neither ###"),
    ],
)
def test_unpaired_marks_are_refused(source, said):
    with pytest.raises(lk.InputError, match=said):
        student_copy({"cells": [cell(source)]})


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def test_a_handout_keeps_what_is_shown_but_no_solution():
    answer = "x = ...\n### BEGIN SOLUTION\nx = 12321\n### END SOLUTION\n\nlk.check('a', x)"
    told = {**cell("6 * 7", outputs=[printed("42")]), "id": "told"}
    asked = {**cell(answer, outputs=[printed("right: 12321")]), "id": "asked"}
    note = "<!-- ### BEGIN SOLUTION -->\nSecret.\n<!-- ### END SOLUTION -->"
    cells = handout({"cells": [told, asked, cell(note, "markdown")]})["cells"]
    assert [one["id"] for one in cells] == ["told", "asked"]
    assert cells[0]["outputs"] == [printed("42")]
    assert cells[1]["outputs"] == []
    assert "12321" not in cells[1]["source"]


@pytest.fixture
def folder(tmp_path):
    """A folder with one master: not run, with leftovers, and with a solution."""
    notebook = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell("# One", id="one"),
            nbformat.v4.new_code_cell(
                "x = 1\n### BEGIN SOLUTION\nx = 2\n### END SOLUTION\nprint(x)", id="two"
            ),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "x"}, "widgets": {"a": 1}},
    )
    (tmp_path / "teacher").mkdir()
    nbformat.write(notebook, tmp_path / "teacher" / "one.ipynb")
    return tmp_path


def test_running_keeps_results_and_copying_drops_them(folder):
    (master,) = run_masters(folder)
    (copy,) = make_copies(folder)
    ran, copied = nbformat.read(master, 4), nbformat.read(copy, 4)
    assert ran.cells[1].outputs[0].text == "2\n"
    assert ran.cells[1].execution_count == 1
    assert "widgets" not in ran.metadata
    assert copied.cells[1].source == "x = 1\nprint(x)"
    assert copied.cells[1].outputs == []
    assert copy == folder / "one.ipynb"


def test_copying_again_changes_nothing(folder):
    make_copies(folder)
    first = (folder / "one.ipynb").read_bytes()
    assert json.loads(first)["nbformat_minor"] == 5
    assert first.endswith(b"}\n")
    make_copies(folder)
    assert (folder / "one.ipynb").read_bytes() == first


def test_the_command(folder, tmp_path, capsys):
    main([str(folder)])
    assert capsys.readouterr().out == f"{folder / 'one.ipynb'}: made\n"
    with pytest.raises(SystemExit):
        main([str(tmp_path / "nothing")])
    assert "no notebooks in" in capsys.readouterr().err


def test_the_command_runs_as_a_module(folder):
    done = subprocess.run(
        [sys.executable, "-m", "llamakit.lessons", str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("one.ipynb: made\n")


def written(folder, text):
    """Put another master into the folder."""
    (folder / "teacher" / "one.ipynb").write_bytes(text.encode("utf-8"))


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "{}", '{"cells": ["x"], "nbformat": 4}', '{"nbformat": 9}']
)
def test_what_is_no_notebook_is_named(text, folder, capsys):
    written(folder, text)
    for more in ([], ["--run"], ["--nbgrader", str(folder / "course")]):
        with pytest.raises(SystemExit):
            main([str(folder), *more])
        assert "one.ipynb is not a notebook that can be read" in capsys.readouterr().err


def test_cells_without_ids_raw_cells_pasted_pictures_and_windows_lines(folder):
    pasted = {"a.png": {"image/png": "iVBORw0KGgo="}}
    old = [
        {"cell_type": "raw", "metadata": {}, "source": "raw"},
        {"cell_type": "markdown", "metadata": {}, "source": "x", "attachments": pasted},
        {**cell("x = ...\r\n### BEGIN SOLUTION\r\nx = 1\r\n### END SOLUTION\r\n")},
    ]
    del old[2]["id"]
    written(folder, json.dumps({"cells": old, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}))
    (made,) = make_copies(folder)
    first, second, third = nbformat.read(made, 4).cells
    assert [first.id, second.id, third.id] == ["cell-1", "cell-2", "cell-3"]
    assert first.source == "raw"
    assert second.attachments == pasted
    assert third.source == "x = ..."


def test_a_cell_that_fails_is_named_and_the_master_stays(folder, capsys):
    master = folder / "teacher" / "one.ipynb"
    written(folder, master.read_text().replace("x = 2", "x = 1/0"))
    before = master.read_bytes()
    with pytest.raises(SystemExit):
        main([str(folder), "--run"])
    assert "one.ipynb stops: ZeroDivisionError: division by zero" in capsys.readouterr().err
    assert master.read_bytes() == before
