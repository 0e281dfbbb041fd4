"""Pages to print: what is in them, that they need nothing else, and printing them."""

import re

import nbformat
import pytest

from llamakit.core.state import InputError
from llamakit.lessons import handouts
from llamakit.lessons.__main__ import main
from llamakit.lessons.copies import METADATA
from llamakit.lessons.handouts import as_page, find_browser, handout, make_handouts


def cell(source, kind="code", name="a", **more):
    if kind == "code":
        more = {"outputs": [], "execution_count": 1, **more}
    return {"cell_type": kind, "id": name, "metadata": {}, "source": source, **more}


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def result(**data):
    kinds = {kind.replace("_", "/"): text for kind, text in data.items()}
    return {
        "output_type": "execute_result",
        "data": kinds,
        "metadata": {},
        "execution_count": 1,
    }


def page(*cells):
    notebook = {"cells": list(cells), "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return as_page(notebook, "a")


@pytest.fixture
def folder(tmp_path):
    """Return a folder with one master: a formula, an exercise and a shown result."""
    answer = "x = ...\n### BEGIN SOLUTION\nx = 12321\n### END SOLUTION\n\nlk.check('a', x)"
    cells = [
        cell("# A lesson\n\n$\\frac{1}{2}$", "markdown", "title"),
        cell("6 * 7", name="told", outputs=[printed("42\n")]),
        cell(answer, name="asked", outputs=[printed("right: 12321\n")], execution_count=2),
    ]
    notebook = nbformat.from_dict(
        {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    )
    master = tmp_path / "notebooks" / "teacher" / "one.ipynb"
    master.parent.mkdir(parents=True)
    nbformat.write(notebook, master)
    return tmp_path / "notebooks"


def test_a_handout_keeps_what_is_shown_but_no_solution():
    answer = "x = ...\n### BEGIN SOLUTION\nx = 12321\n### END SOLUTION\n\nlk.check('a', x)"
    told = cell("6 * 7", name="told", outputs=[printed("42")])
    asked = cell(answer, name="asked", outputs=[printed("right: 12321")])
    note = "<!-- ### BEGIN SOLUTION -->\nSecret.\n<!-- ### END SOLUTION -->"
    cells = handout({"cells": [told, asked, cell(note, "markdown", "secret")]})["cells"]
    assert [one["id"] for one in cells] == ["told", "asked"]
    assert cells[0]["outputs"] == [printed("42")]
    assert cells[1]["outputs"] == []
    assert "12321" not in cells[1]["source"]


def test_handouts_are_pages_with_the_solutions_on_request(folder, tmp_path, capsys):
    main([str(folder), "--handouts", str(tmp_path / "paper")])
    assert capsys.readouterr().out.endswith("one.html: made\n")
    made = (tmp_path / "paper" / "one.html").read_text()
    main([str(folder), "--handouts", str(tmp_path / "paper"), "--solved"])
    solved = (tmp_path / "paper" / "one.html").read_text()
    assert "12321" in solved
    assert "12321" not in made
    assert made.startswith("<!DOCTYPE html>")


def test_a_page_needs_no_script_and_no_network(folder, tmp_path):
    (made,) = make_handouts(folder, tmp_path)
    text = made.read_text()
    assert "<script" not in text
    assert not re.search(r'(?:src|href)="https?:', text)
    assert not re.search(r"@import|url\(['\"]?https?:", text)


def test_formulas_are_mathml_and_code_is_left_alone():
    text = "Let $p_1 = \\frac{1}{2}$, then\n\n$$\\binom{6}{2}$$\n\nand `$x$`.\n\n```\n$y$\n```"
    shown = page(
        cell(text, "markdown"), cell("x", name="b", outputs=[result(text_latex="$\\alpha$")])
    )
    assert shown.count("<math") == 3
    assert "<mfrac>" in shown
    assert 'display="block"' in shown
    assert "&#x003B1;" in shown
    assert "<code>$x$</code>" in shown
    assert "$y$" in shown
    assert "\\frac" not in shown


def test_binomials_may_stand_without_braces():
    bare, braced = (page(cell(text, "markdown")) for text in (r"$\binom62$", r"$\binom{6}{2}$"))
    assert bare == braced


def test_a_table_is_shown_rather_than_its_latex():
    both = result(text_latex="$\\alpha$", text_html="<table><tr><td>1</td></tr></table>")
    shown = page(cell("x", outputs=[both]))
    assert "<td>1</td>" in shown
    assert "<math" not in shown


def test_without_a_browser_there_is_no_pdf(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(handouts.shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="needs a browser"):
        make_handouts(folder, tmp_path / "paper", pdf=True)
    assert not (tmp_path / "paper").exists()
    with pytest.raises(SystemExit):
        main([str(folder), "--handouts", str(tmp_path / "paper"), "--pdf"])
    assert "leave out --pdf" in capsys.readouterr().err


@pytest.mark.browser
def test_a_browser_prints_a_pdf(folder, tmp_path):
    try:
        find_browser()
    except InputError as none:
        pytest.skip(str(none))
    (made,) = make_handouts(folder, tmp_path / "a paper", pdf=True)
    assert made.name == "one.pdf"
    assert made.read_bytes().startswith(b"%PDF")
    assert [path.name for path in made.parent.iterdir()] == ["one.pdf"]
