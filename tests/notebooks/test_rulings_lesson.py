"""The lesson on rulings: its closing table names every one, and says exactly how far it moves."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import llamakit as lk

LESSON = Path(__file__).parents[2] / "notebooks/teacher/what_the_rulebook_does_not_say.ipynb"

#: A movement: a fraction and a decimal, a whole number, or only a decimal enclosed by fractions.
MOVEMENT = re.compile(
    r"(?P<exact>\d+(/\d+)?)?( ?≈ (?P<decimal>\d+\.\d{4,}))? (points|sand|probability)"
)


def closing_table():
    """Return the rows of the closing table as the lesson shows it: lists of texts."""
    cells = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
    (cell,) = [cell for cell in cells if cell["id"] == "all-table"]
    (output,) = cell["outputs"]
    lines = "".join(output["data"]["text/markdown"]).splitlines()
    return [[text.strip() for text in line.strip("|").split("|")] for line in lines[2:]]


def rulings():
    return [(game, ruling) for game in lk.GAMES for ruling in lk.rulings(game)]


def test_every_ruling_is_named_and_nothing_else():
    named = [(game, heading) for game, heading, *_ in closing_table()]
    assert list(dict.fromkeys(named)) == [(game, ruling.heading) for game, ruling in rulings()]


@pytest.mark.parametrize("row", closing_table(), ids=lambda row: " ".join(row[:3]))
def test_a_row_says_exactly_how_far_or_why_not(row):
    _, _, answers, figure, movement = row
    assert figure
    if movement == "none":
        assert not answers
        return
    assert answers
    found = MOVEMENT.fullmatch(movement)
    assert found
    assert found["exact"] or found["decimal"]
    if found["exact"] and found["decimal"]:
        assert float(found["decimal"]) == round(float(Fraction(found["exact"])), 4)


def test_no_row_without_a_movement_stands_beside_one_with():
    for game, ruling in rulings():
        shown = [row[4] for row in closing_table() if row[:2] == [game, ruling.heading]]
        assert shown == ["none"] or "none" not in shown


def test_whatever_has_an_option_is_measured_or_proven():
    """Of the rulings with an option only the claims (H6) move nothing, which the lesson proves."""
    still = {row[1] for row in closing_table() if row[4] == "none"}
    options = {ruling.heading for _, ruling in rulings() if ruling.alternatives != "none"}
    assert {heading.split()[0] for heading in still & options} == {"H6"}
