"""A class's results, pooled: what is read, what is refused, and the shrinking error."""

import sys
from collections import Counter
from fractions import Fraction
from itertools import repeat
from random import Random

import numpy
import pytest

import llamakit as lk
from llamakit.games.cards import LLAMA
from llamakit.lessons.class_data import LARGEST, ClassData, line, line_of, llama_faces

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


@pytest.mark.parametrize(
    "text",
    [
        "Ana:\thit\t3,\ttake 2",
        "Ana:\u00a0hit\u00a03, take\u202f2\u200b",
        "\ufeffAna: hit 3\r\nAna: take 2\r\n",
        "\u200eAna : HIT=3 ,, take = \u0662",
        "Ana: hit 1, take 2, hit 2, three \u00a0 Llamas 0",
    ],
)
def test_what_comes_out_of_a_chat_or_a_page(text):
    data = ClassData(text, EXACT)
    assert {name: +counts for name, counts in data.students.items()} == {
        "Ana": {"hit": 3, "take": 2}
    }


@pytest.mark.parametrize(
    "text",
    [
        "Ana: hits 11, take 6, three llamas 1",
        "Ana: 11 hit, 6 takes, 1 three llamas",
        "Ana: 11 hits 6 takes 1 three llamas",
        "Ana – hit 11 take 6 three llamas 1",
        "Ana - 11 hits; 6 takes; three llamas: 1",
        "Ana hit 11 take 6 three llamas 1",
        "Ana\thit\t11\ttake\t6\tthree llamas\t1",
        "Ana: hit: 11, take: 6, three llamas: 1",
        "Ana: hit – 11, take – 6 and three llamas (1).",
        "Ana: hit11, take6, three llamas × 1",
        "Ana: 11x hit, 6 x take, 1× Three Llamas",
        "Ana, 11 hits, 6 takes / 1 three llamas",
    ],
)
def test_near_misses_are_read(text):
    assert ClassData(text, EXACT).students == {"Ana": {"hit": 11, "take": 6, "three llamas": 1}}


@pytest.mark.parametrize(
    "text",
    [
        "[09:12] Ben: hit 10, take 3",
        "09:12 Ben: hit 10, take 3",
        "[22.11.26, 09:12:30] Ben: 10 hits, 3 takes",
        "22/11/2026, 9:12 pm - Ben: hit 10, take 3",
        "2026-11-22 09:12 Ben – hit 10 take 3",
        "09:14 Ben Schmidt: Ben: 10 hits, 3 takes",
        "[09:14] Ben (8b): Ben: hit: 10, take: 3",
    ],
)
def test_the_time_and_the_sender_of_a_chat_are_left_out(text):
    assert ClassData(text, EXACT).students == {"Ben": {"hit": 10, "take": 3}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[09:12] Ben: fly 2", "'fly 2' is not a count"),
        ("09:12 hit 3, take 2", "it needs a name"),
        ("09:12 Ana: hit 3 fly: take 2", "is not a count"),
        ("09:12 Ana", "it needs a name"),
        ("Ben Schmidt: Ben: hit 3", "is not a count"),
    ],
)
def test_a_line_of_a_chat_is_not_misread(text, said):
    with pytest.raises(lk.InputError, match=said):
        ClassData(text, EXACT)


def test_a_number_may_be_a_name():
    assert ClassData("12:30 hits, 5 take", EXACT).students == {"12": {"hit": 30, "take": 5}}


def test_a_name_may_hold_a_result_a_number_or_a_dash():
    text = "Hit Girl: hit 3\nAna-Lena 2 – take 2\nHit 7: take 1\nx 5: take 4, drama: 1"
    assert ClassData(text, EXACT).students == {
        "Hit Girl": {"hit": 3},
        "Ana-Lena 2": {"take": 2},
        "Hit 7": {"take": 1},
        "x 5": {"take": 4, "drama": 1},
    }


def test_numbers_as_results_are_named_first():
    exact = lk.chinchiller.blind_roll()
    assert ClassData("Ana: 24 3, 0 1; 6 2", exact).students == {"Ana": {24: 3, 0: 1, 6: 2}}
    with pytest.raises(lk.InputError, match="'5 1' is not a count of one of 0, 1"):
        ClassData("Ana: 5 1", exact)


def test_all_bad_lines_are_named_at_once():
    text = "Ana: hit 1\nBen\nCem: fly 2\nDora: take 1\nEli: hit 0.5"
    with pytest.raises(lk.InputError) as error:
        ClassData(text, EXACT)
    said = str(error.value).splitlines()
    assert [one.split(":")[0] for one in said] == ["line 2, 'Ben'", "line 3, 'Cem", "line 5, 'Eli"]
    with pytest.raises(lk.InputError, match=r"line 12, 'Ana': .*\nand 18 more$"):
        ClassData("Ana\n" * 30, EXACT)


def test_a_line_pasted_twice_is_noticed_and_counts_once():
    text = "Ana: hit 3, take 1\nBen: hit 1\n ana : take 1,hits 3\nBen: hit 2\nCem: hit 3, take 1"
    data = ClassData(text, EXACT)
    assert data.students == {
        "Ana": {"hit": 3, "take": 1},
        "Ben": {"hit": 3},
        "Cem": {"hit": 3, "take": 1},
    }
    assert data.notes == (
        "Line 3 is line 1 again and is not counted. If Ana really rolled the same twice, write "
        "another name, such as 'Ana 2'.",
        "Line 4 is added to what Ben has already.",
    )
    assert repr(data).splitlines()[1:] == list(data.notes)
    assert ClassData("Ana: hit 3\nAna 2: hit 3", EXACT).notes == ()


def test_a_long_gap_is_refused_at_once():
    with pytest.raises(lk.InputError, match="is not a count"):
        ClassData("Ana: hit" + " " * 90_000 + "x", EXACT)


def test_results_that_look_alike_are_refused():
    for exact in ({"Hit": 1, "hit": 1}, {1: 1, "1": 1}):
        with pytest.raises(lk.InputError, match="look alike"):
            ClassData("Ana: hit 1", exact)


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
        ("Ana: hit 1\nBen", "line 2, 'Ben': it needs a name, a colon and counts, such as 'Ana: "),
        (": hit 2", "line 1, ': hit 2': it needs a name"),
        ("hit 2, take 3", "line 1, 'hit 2, take 3': it needs a name"),
        ("Ana: hit", "line 1, 'Ana: hit': 'hit' is not a count of one of drama, hit, take"),
        ("Ana: hit 1\n\nBen: fly 2", "line 3, 'Ben: fly 2': 'fly 2' is not"),
        ("Ana: hit -2", "'hit -2' is not"),
        ("Ana: hit −2", "'hit −2' is not"),
        ("Ana: Treffer 3", "'Treffer 3' is not a count of one of drama, hit"),
        ("Ana: hit twelve", "'hit twelve' is not a count of one of .*, such as 'drama 12'"),
        ("Ana: hot 3", "'hot 3' is not .*; did you mean 'hit'?"),
        ("Ana: 3 llamas 1", "'3 llamas 1' is not .*; did you mean 'three llamas'?"),
        ("Ana: hit " + "9" * 5000, "is not a count"),
        ("Ana: hit 12345678", "'hit 12345678' is not"),
        ("Ana: 3", "'3' is not"),
        ("Ana: hit 9999999", "'hit 9999999' is not"),
        ("Ana: hit 1.5", "'hit 1.5' is not .*: a count is a whole number, no share"),
        ("Ana: hit 55%", "'hit 55%' is not .*: a count is a whole number, no share"),
        ("Ana: hit 3 hit", "'hit 3 hit' is not"),
        ("Ana: hit 3 Ben: take 4", "'hit 3 Ben: take 4' is not"),
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
    assert (
        "16 results of 2 students" in ClassData("Ana: hit 4\nBen:\nCem: hit 12", EXACT).describe()
    )
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
    for numbers in ((1, 2), (0, 1, 2), (1, 2, 7), (1, 2, True), "123", 5, None, repeat(1)):
        with pytest.raises(lk.InputError, match="three numbers from 1 to 6"):
            llama_faces(numbers, dice)
    for other in (5, "123", dice[:2], repeat(dice[0])):
        with pytest.raises(lk.InputError, match="three lists of six faces"):
            llama_faces((1, 2, 3), other)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana: the 2nd", "Ana the 2nd"),
        ("Ana\nBen: hit 9", "Ana Ben hit 9"),
        ("  Ana\t\u2028 \x00\u202eB ", "Ana B"),
        ("<b>Ana</b>", "<b>Ana</b>"),
    ],
)
def test_a_line_stays_one_line_whatever_the_name(name, shown):
    written = line(name, ["hit", "three llamas", "hit"])
    assert written == f"{shown}: hit 2, three llamas 1"
    assert ClassData(written, EXACT).students == {shown: {"hit": 2, "three llamas": 1}}


@pytest.mark.parametrize("name", ["", " :\n", None, 3, "A" * 41])
def test_a_line_needs_a_name(name):
    with pytest.raises(lk.InputError, match="name"):
        line(name, ["hit"])


@pytest.mark.parametrize("results", ["hit", b"hit", 5, None, repeat("hit"), numpy.array(3)])
def test_a_line_needs_a_list_of_results(results):
    with pytest.raises(lk.InputError, match="results are a list such as"):
        line("Ana", results)


EVENTS = {"drama": "whole llama row", "three llamas": "Three llamas!", "hit": "", "take": ""}


@pytest.mark.clause("D6", "D7", "D8", "D9", "D10")
def test_the_line_from_the_table_counts_each_roll_of_a_player():
    bots = [lk.bot("greedy", "Ana"), lk.bot("cautious", "Ben")]
    game = lk.new_game("llama-dice", players=bots, seed=5)
    while not game.is_over:
        game.play()
    log, seen = game.view().log, set()
    for name in game.players:
        counts = ClassData(line_of(name, game), EXACT).counts
        rolls = [sentence for sentence in log if sentence.startswith(f"{name} rolls")]
        assert sum(counts.values()) == len(rolls)
        for event, sentence_part in EVENTS.items():
            if sentence_part:
                assert counts[event] == sum(sentence_part in sentence for sentence in rolls)
                seen |= {event} if counts[event] else set()
        kept = [sentence for sentence in log if sentence.startswith(name)]
        assert counts["hit"] == sum("discards" in sentence for sentence in kept)
        assert counts["take"] == sum("takes the" in one and "whole" not in one for one in kept)
    assert seen == {"drama", "three llamas"}
    assert line_of("Ana", lk.replay(game.record())) == line_of("Ana", game)


@pytest.mark.clause("H4")
def test_the_line_from_chinchiller_dice_counts_whole_rolls():
    bots = [lk.bot("random", "Ana"), lk.bot("random", "Ben")]
    game = lk.new_game("chinchiller", players=bots, seed=5)
    while not game.is_over:
        game.play()
    whole = [s for s in game.history if s.before.phase == "roll" and s.before.roll == (None, None)]
    data = ClassData(
        "\n".join(line_of(name, game) for name in game.players), lk.chinchiller.blind_roll()
    )
    assert data.total == len(whole)
    assert len(whole) < sum(step.before.phase == "roll" for step in game.history)
    for amount, times in data.counts.items():
        assert times == sum(lk.chinchiller.sand(step.choice) == amount for step in whole)


def test_a_line_is_refused_where_there_is_none():
    game = lk.new_game("llama-dice", players=["Ana", "Ben"], seed=1)
    assert line_of("Ana", game) == "Ana: "
    with pytest.raises(lk.InputError, match="'Cem' is not one of Ana, Ben"):
        line_of("Cem", game)
    for other in (lk.new_game("llama"), lk.new_match("llama-dice"), game.record(), None):
        with pytest.raises(lk.InputError, match="a game of llama-dice or chinchiller"):
            line_of("Ana", other)


def test_each_name_is_looked_at_a_few_times_however_many_there_are():
    calls = Counter()

    def count(frame, event, what):
        if event == "c_call":
            calls[what.__name__] += 1

    text = "\n".join(f"student {number}:" for number in range(300))
    sys.setprofile(count)
    try:
        data = ClassData(text, {"hit": 1, "miss": 1})
    finally:
        sys.setprofile(None)
    assert len(data.students) == 300
    assert 300 <= calls["casefold"] <= 900
