"""Every rule has a test, and every test that names a rule names one that exists."""

from __future__ import annotations

import ast
import dataclasses
import re
from functools import cache
from pathlib import Path

import pytest

import llamakit as lk
from llamakit.engine.registry import find_game
from llamakit.engine.rulings import clauses, parse

TESTS = Path(__file__).parents[1]

EXPECTED = {
    "llama-dice": ([f"G{n}" for n in range(1, 9)] + [f"D{n}" for n in range(1, 15)]),
    "llama": ([f"G{n}" for n in range(1, 9)] + [f"C{n}" for n in range(1, 13)]),
    "kadabra": (
        [f"G{n}" for n in range(1, 9) if n != 4] + [f"K{n}" for n in range(1, 22)] + ["K-tokens"]
    ),
    "chinchiller": (["G8"] + [f"H{n}" for n in range(1, 13)]),
}
EXAMPLES = {"llama-dice": 5, "llama": 4, "kadabra": 4, "chinchiller": 7}


@cache
def markers() -> list[tuple[str, str]]:
    """Return each clause number that a marker names, and where: read from the source, so that it
    does not matter which tests are run."""
    found = []
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                for number in node.args:
                    where = f"{path.relative_to(TESTS)}, line {node.lineno}"
                    assert isinstance(number, ast.Constant), f"{where}: write the number out"
                    found.append((number.value, where))
    return found


def numbers(slug: str) -> set[str]:
    """Return the numbers of a game's clauses and worked examples."""
    found = clauses(slug)
    return {clause.id for clause in found} | {e.id for clause in found for e in clause.examples}


@pytest.mark.parametrize("slug", lk.GAMES)
def test_every_clause_and_example_has_a_test(slug: str) -> None:
    untested = numbers(slug) - {number for number, _ in markers()}
    assert not untested


def test_every_marker_names_a_clause() -> None:
    known = set().union(*map(numbers, lk.GAMES))
    assert not [f"{number} in {where}" for number, where in markers() if number not in known]


@pytest.mark.parametrize("slug", lk.GAMES)
def test_no_clause_is_missing_or_told_twice(slug: str) -> None:
    assert sorted(clause.id for clause in clauses(slug)) == sorted(EXPECTED[slug])
    letter = EXPECTED[slug][-1][0]
    examples = [example.id for clause in clauses(slug) for example in clause.examples]
    assert sorted(examples) == [f"{letter}-E{n}" for n in range(1, EXAMPLES[slug] + 1)]


@pytest.mark.parametrize("slug", lk.GAMES)
def test_clauses_are_complete(slug: str) -> None:
    for clause in clauses(slug):
        assert clause.title
        assert clause.text
        assert "**" not in clause.text, f"{clause.id} has a label that is not understood"
        given = [bool(text) for text in (clause.ruling, clause.default, clause.alternatives)]
        assert all(given) or not any(given), f"{clause.id}: half a ruling"
        assert all(example.text for example in clause.examples)


@pytest.mark.parametrize("slug", lk.GAMES)
def test_alternatives_name_options_that_exist(slug: str) -> None:
    options = {field.name for field in dataclasses.fields(find_game(slug).rules.Rules)}
    for clause in lk.rulings(slug):
        named = re.findall(r"option `(.+?)`", clause.alternatives)
        assert named or clause.alternatives == "none", clause.heading
        assert set(named) <= options, clause.heading


def test_rulings_of_the_dice_game() -> None:
    found = {clause.id: clause for clause in lk.rulings("llama-dice")}
    assert list(found) == ["G4", "G6", "G7", "G8", "D3", "D14"]
    assert "15 pairings" in found["D3"].alternatives
    assert "3456LL" in found["D3"].default
    assert found["D14"].alternatives == "none"


@pytest.mark.parametrize("slug", lk.GAMES)
def test_whose_game_it_is_is_said(slug: str) -> None:
    said = lk.rulings(slug).credit
    readme = " ".join((TESTS.parent / "README.md").read_text(encoding="utf-8").split())
    title, by = said.split(" by ")
    assert title == find_game(slug).title
    assert title in readme
    designer, publisher = by[:-1].split(" (")
    assert designer in readme
    assert publisher in readme
    assert repr(lk.rulings(slug)).startswith(said)
    assert lk.rulings(slug)._repr_html_().startswith(f"<p>{said}</p>")


def test_rulings_show_as_text_and_as_a_list() -> None:
    rulings = lk.rulings("llama-dice")
    text, page = repr(rulings), rulings._repr_html_()
    for clause in rulings:
        assert clause.heading in text
        assert clause.default in text
        assert f"<li><b>{clause.heading}</b><br>" in page
    assert page.count("<li>") == len(rulings)
    assert "<code>dice</code>" in page


def test_rulings_are_text_and_no_markup() -> None:
    clause = parse("## X1 · <b>\ntext\n- **Ruling:** <i>\n- **Default:** &\n- **Alternatives:** ``")
    page = type(lk.rulings("llama-dice"))(clause)._repr_html_()
    assert "&lt;b&gt;" in page
    assert "&lt;i&gt;" in page
    assert "&amp;" in page


def test_parse_keeps_paragraphs_and_joins_lines() -> None:
    (clause,) = parse(
        "# Title\nintro\n## X2 · Two words\nOne\nline.\n\nAnother.\n"
        "- **Example X-E1:** a\n  b\n- **Example X-E2:** c\n"
    )
    assert (clause.id, clause.title, clause.text) == ("X2", "Two words", "One line.\n\nAnother.")
    assert clause.examples == (("X-E1", "a b"), ("X-E2", "c"))
    assert (clause.ruling, clause.default, clause.alternatives) == ("", "", "")
    assert clause.heading == "X2 · Two words"


@pytest.mark.parametrize("slug", ["chess", "", None, 3, ["llama-dice"], "LLAMA-DICE"])
def test_unknown_game(slug: object) -> None:
    with pytest.raises(lk.InputError, match="the games are"):
        clauses(slug)
    with pytest.raises(lk.InputError, match="the games are"):
        lk.rulings(slug)
