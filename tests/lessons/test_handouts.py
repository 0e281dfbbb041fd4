"""Pages to print: what is in them, that they need nothing else, and printing them."""

import re
import sys

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
    assert "α" in shown
    assert "<code>$x$</code>" in shown
    assert "$y$" in shown
    assert "\\frac" not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("## The $n$ law", '<h2 id="The-n-law">The <math display="inline"><mrow><mi>n</mi>'),
        (r"It costs \$5 or \$6.", "It costs $5 or $6."),
        ("``$x$`` or\n\n    $x$\n", "<code>$x$</code> or"),
        ("~~~\n$x$\n~~~", "<code>$x$\n</code>"),
        ("![$x$](data:,)", '<img alt="x" src="data:,"/>'),
        ("$a +\nb$", "<mi>a</mi><mo>+</mo><mi>b</mi>"),
        (r"\begin{align} a \end{align}", '<math display="block">'),
        ("$ $ 5", "5</p>"),
        ("![x](attachment:a.png)", 'src="data:image/png;base64,iVBORw0KGgo="'),
    ],
)
def test_odd_text_stays_in_order(text, shown):
    pasted = {"a.png": {"image/png": "iVBORw0KGgo="}}
    assert shown in page(cell(text, "markdown", attachments=pasted))


def test_a_formula_in_markdown_that_a_cell_shows_and_raw_cells():
    shown = page(cell("x", outputs=[result(text_markdown="**$x$**")]), cell("$raw$", "raw", "b"))
    assert "<strong><math" in shown
    assert shown.count("<math") == 1


def test_a_formula_that_cannot_be_translated_is_named():
    with pytest.raises(InputError, match=r"the formula 'a\^b\^c' cannot be put on paper"):
        page(cell("$a^b^c$", "markdown"))


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


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("sys.exit(3)", "failed with exit code 3"),
        ("pass", "made no PDF"),
        ("time.sleep(60)", "took longer than 0.2 seconds"),
        (None, "does not start"),
    ],
)
def test_a_browser_that_fails_is_named_and_leaves_the_page(
    does, said, folder, tmp_path, monkeypatch, capsys
):
    browser, paper = tmp_path / "browser", tmp_path / "paper"
    if does:
        browser.write_text(f"#!{sys.executable}\nimport sys, time\n{does}\n")
        browser.chmod(0o700)
    monkeypatch.setattr(handouts, "find_browser", lambda: str(browser))
    if "sleep" in str(does):
        monkeypatch.setattr(handouts, "PRINT_SECONDS", 0.2)
    paper.mkdir()
    (paper / "one.pdf").write_text("of last year")
    with pytest.raises(SystemExit):
        main([str(folder), "--handouts", str(paper), "--pdf"])
    assert f"{browser} {said}" in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in paper.iterdir()] == ["one.html"]


@pytest.mark.parametrize("wrong", ["--solved", "--pdf"])
def test_options_for_paper_alone_are_refused(wrong, folder, capsys):
    with pytest.raises(SystemExit):
        main([str(folder), wrong])
    assert "go with --handouts" in capsys.readouterr().err
    assert not list(folder.glob("*.ipynb"))


def test_a_file_in_place_of_the_folder(folder, capsys):
    taken = folder / "taken"
    taken.touch()
    with pytest.raises(SystemExit):
        main([str(folder), "--handouts", str(taken)])
    assert f"{taken}: File exists" in capsys.readouterr().err


def test_a_package_that_is_missing_is_named(folder, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "nbformat", None)
    with pytest.raises(SystemExit):
        main([str(folder)])
    assert "nbformat is missing: pip install 'llamakit[lab]'" in capsys.readouterr().err


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
