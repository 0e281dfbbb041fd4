"""A class's results, pooled: what is read, what is refused, and the shrinking error."""

from fractions import Fraction
from random import Random

import pytest

import llamakit as lk
from llamakit.core.cards import LLAMA
from llamakit.lessons.class_data import LARGEST, ClassData, line, llama_faces

EXACT = {"hit": 116, "take": 90, "drama": 2, "three llamas": 8}


def test_lines_written_are_lines_read():
    rng, text = Random(1), []
    for number in range(30):
        results = rng.choices(list(EXACT), list(EXACT.values()), k=20)
        text.append(line(f"student {number}", results))
    data = ClassData("\n".join(text), EXACT)
    assert len(data.students) == 30
    assert data.total == 600
    assert data.counts["hit"] == sum(counts["hit"] for counts in data.students.values())
    assert "600 results of 30 students" in repr(data)


def test_a_tolerant_reader():
    text = "  Ana :HIT 3,  Three Llamas=1,\n\n Ben: take 2 ,hit 1\nAna: hit 1"
    data = ClassData(text, EXACT)
    assert data.counts == {"hit": 5, "take": 2, "drama": 0, "three llamas": 1}
    assert list(data.students) == ["Ana", "Ben"]
    assert data.students["Ana"]["hit"] == 4


def test_results_may_be_numbers():
    data = ClassData("Ana: 0 4, 24 1", lk.chinchiller.blind_roll())
    assert data.counts[0] == 4
    assert data.counts[24] == 1
    assert data.growing(lambda sand: sand >= 6)[0][2] == 1 / 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no results yet"),
        ("\n  \n", "no results yet"),
        ("Ana: hit 1\nBen hit 2", "line 2 is 'Ben hit 2': it needs a name, a colon"),
        (": hit 2", "line 1 is ': hit 2'"),
        ("Ana: hit", "line 1, 'Ana': 'hit' is not a count of one of drama, hit, take"),
        ("Ana: hit 1\n\nBen: fly 2", "line 3, 'Ben': 'fly 2' is not"),
        ("Ana: hit -2", "'hit -2' is not"),
        ("Ana: hit 9999999", "'hit 9999999' is not"),
        ("Ana: hit 1.5", "'hit 1.5' is not"),
        ("x" * (LARGEST + 1), "at most 100,000 characters"),
        (None, "class data is a text"),
    ],
)
def test_what_cannot_be_read_is_named(text, said):
    with pytest.raises(lk.InputError, match=said):
        ClassData(text, EXACT)


def test_the_error_shrinks_student_by_student():
    rows = ClassData("Ana: hit 1, take 3\nBen:\nCem: hit 12", EXACT).growing("hit")
    assert [(name, total, share) for name, total, share, _ in rows] == [
        ("Ana", 4, 0.25),
        ("Cem", 16, 13 / 16),
    ]
    p = Fraction(116, 216)
    assert rows[0][3] == pytest.approx(float(p * (1 - p) / 4) ** 0.5)
    assert rows[1][3] == pytest.approx(rows[0][3] / 2)


def test_the_plot_stands_both_beside_each_other():
    from matplotlib.figure import Figure

    axes = ClassData("Ana: hit 3, take 1", EXACT).plot(Figure().subplots())
    heights = [bar.get_height() for bar in axes.patches]
    assert heights[:4] == pytest.approx([2 / 216, 116 / 216, 90 / 216, 8 / 216])
    assert heights[4:] == [0, 0.75, 0.25, 0]


@pytest.mark.clause("D3")
def test_ordinary_dice_become_llama_dice():
    dice = lk.llama_dice.make_dice()
    for number in range(1, 7):
        faces = llama_faces((number,) * 3, dice)
        assert faces.count(LLAMA) == 1
        assert faces.count(number) == 2
    for numbers in ((1, 2), (0, 1, 2), (1, 2, 7), (1, 2, True), "123"):
        with pytest.raises(lk.InputError, match="three numbers from 1 to 6"):
            llama_faces(numbers, dice)
