"""Predictions: five ways to guess, the first guess is kept, and nothing exact comes before it."""

import json
import re
from fractions import Fraction
from itertools import count

import numpy
import pytest
from explorers.test_explorer import well_formed
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational

import llamakit as lk
from llamakit.lessons import record
from llamakit.lessons.asked import read_guesses, shown, way_of

NUMBERS = count()

EVENTS = ["hit", "take", "drama", "three llamas"]
SHARES = dict(zip(EVENTS, [0.537, 0.417, 0.009, 0.037], strict=True))
HEIGHTS = {"curve": [0, 5, 10], "number": range(0, 101, 5), "unit": "%"}

#: Each way of asking, with a guess, the truth, and what is never shown before the guess.
WAYS = {
    "shares": ({"shares": EVENTS}, [40, 35, 20, 5], SHARES, "53.7"),
    "chance": ({"chance": True}, 40, Fraction(29, 54), "29/54"),
    "number": ({"number": range(31), "unit": "points"}, 24, Fraction(1717, 99), "17.34"),
    "choice": ({"choice": ["a number", "the llama"]}, "a number", "the llama", "truth is"),
    "curve": (HEIGHTS, [5, 50, 10], [31, 57, 12], "57"),
}

each_way = pytest.mark.parametrize("way", WAYS)


@pytest.fixture(autouse=True)
def _new_session(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "_entries", {})
    monkeypatch.setattr(record, "_guesses", {})
    monkeypatch.setattr(record, "_trouble", "")
    monkeypatch.chdir(tmp_path)


def asked(way):
    """Ask a new question in one of the ways, and return its id, its widget, guess and truth."""
    name = f"test-{next(NUMBERS)}"
    how, guess, truth, _ = WAYS[way]
    return name, lk.predict(name, "What will it be?", **how).table, guess, truth


def guess_on_page(page, way):
    """Guess as a hand does."""
    if way == "choice":
        page.receive({"do": "choose", "action": "0"})
        return
    places = {"shares": WAYS["shares"][1], "chance": [40], "number": [24], "curve": [1, 10, 2]}
    assert page.receive({"do": "set", "key": "guess", "action": "3"}) == {}
    page.receive({"do": "guess", "places": places[way]})


@each_way
def test_a_guess_on_the_page_is_kept_and_the_first_one_stays(way):
    name, page, guess, _ = asked(way)
    assert page.state == {"guess": None, "shown": False}
    well_formed(page.html)
    guess_on_page(page, way)
    assert page.state == {"guess": guess, "shown": True}
    well_formed(page.html)
    for message in (
        {"do": "set", "key": "guess", "action": "3"},
        {"do": "guess"},
        {"do": "show"},
        {"do": "choose", "action": "1"},
    ):
        page.receive(message)
    assert page.state["guess"] == guess
    assert lk.progress().guesses[name].guess == guess


@each_way
def test_the_truth_is_shown_beside_the_guess_and_not_before(way):
    name, _, guess, truth = asked(way)
    secret = WAYS[way][3]
    later = lk.predict(name, truth=truth).table
    covered = lk.after_guess(name, f"It is {secret}.")
    for text in (later.html, later.said, json.dumps(later.still()), repr(covered)):
        assert secret not in text
    guess_on_page(later, way)
    assert later.state["guess"] == guess
    well_formed(later.html)
    assert later.said.startswith("You said ")
    assert secret in later.said
    assert secret in repr(covered)
    assert later.said.split(". ")[1] in later.still()["text/plain"]
    if way != "choice":
        assert "<svg" in later.html
        assert '<img class="llamakit-picture" alt="' in later.still()["text/html"]


def test_what_waits_for_a_guess_still_waits_when_the_question_is_asked_again(monkeypatch):
    name, _, _, _ = asked("number")
    covered, refreshed = lk.after_guess(name, "It is seven."), []
    monkeypatch.setattr("IPython.display.display", lambda *shown, **options: None)
    covered._ipython_display_()
    monkeypatch.setattr(covered, "refresh", lambda: refreshed.append(True))
    again = lk.predict(name, "What will it be?", **WAYS["number"][0]).table
    guess_on_page(again, "number")
    assert refreshed


@each_way
def test_the_answer_can_be_shown_without_guessing_and_that_is_kept(way):
    name, page, _, truth = asked(way)
    page.receive({"do": "show"})
    assert page.said == "You go on without a guess."
    assert lk.predict(name, truth=truth).table.said.startswith("You made no guess. The truth is ")
    assert lk.progress().guesses[name].guess is None
    assert "answers shown without a guess: 1" in repr(lk.progress())


@each_way
def test_the_classs_guesses_are_pooled_from_their_lines(way):
    name, page, guess, truth = asked(way)
    guess_on_page(page, way)
    line = re.search(r'data-key="line" value="([^"]*)"', page.html)[1]
    pooled = f"Ana: {line}\n\n{line}\n"
    page = lk.predict(name, truth=truth, class_guesses=pooled).table
    assert page.others == [guess, guess]
    assert "The class (2): " in page.html
    well_formed(page.html)
    page = lk.predict(name, truth=truth, class_guesses=f"{line}\n\nBen: ?\n" + "<b>\n" * 20).table
    assert page.others == [guess]
    assert "The class (1): " in page.html
    assert "<p>Not counted: line 3, &#x27;Ben: ?&#x27;: " in page.html
    assert "; and 9 more.</p>" in page.html
    well_formed(page.html)


def test_what_waits_on_the_page_is_drawn_anew_when_the_guess_comes():
    name, page, *_ = asked("number")
    later = lk.predict(name, truth=11)
    page.receive({"do": "guess", "places": [15]})
    assert later.said == "You said 15 points. The truth is 11 points."
    assert later.state == {"guess": 15, "shown": True}


def test_what_a_cell_prints_waits_for_the_guess(capsys):
    name, page, *_ = asked("number")
    with lk.after_guess(name):
        print("it is 11")
    assert capsys.readouterr().out == "Your guess first: What will it be?\n"
    page.receive({"do": "guess", "places": [15]})
    with lk.after_guess(name):
        print("it is 11")
    assert capsys.readouterr().out == "it is 11\n"
    with pytest.raises(ZeroDivisionError), lk.after_guess(name):
        print(1 / 0)


PLACES = [None, 7, [], [7, 7], [-1], [2.0], ["2"], [True], [10**9], [[2]]]


@pytest.mark.parametrize("places", PLACES, ids=str)
@pytest.mark.parametrize("way", ["number", "curve", "shares"])
def test_what_no_sliders_could_say_is_no_guess(way, places):
    page = asked(way)[1]
    assert page.receive({"do": "guess", "places": places}) == {}
    assert not page.question.made


@pytest.mark.parametrize("places", [[70, 20, 0, 0], [70, 40, 0, 0], [110, -10, 0, 0]], ids=str)
def test_what_is_shared_out_is_the_whole(places):
    page = asked("shares")[1]
    assert page.receive({"do": "guess", "places": places}) == {}
    assert not page.question.made
    assert "100 %</output> left to share out" in page.html


@given(
    st.dictionaries(
        st.sampled_from(["do", "places", "action"]),
        st.text() | st.integers() | st.lists(st.integers()),
    )
)
def test_no_message_breaks_a_prediction(message):
    for way in WAYS:
        asked(way)[1].receive(message)


@pytest.mark.parametrize("message", [None, 3, [], "guess", {"do": None}])
def test_what_is_no_message_is_ignored(message):
    page = asked("shares")[1]
    page.receive(message)
    assert page.state == {"guess": None, "shown": False}


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, "was not asked yet"),
        ({"chance": True, "choice": ["a", "b"]}, "ask for one thing"),
        ({"choice": ["a"]}, "names that differ"),
        ({"choice": ["a", "A"]}, "names that differ"),
        ({"choice": "ab"}, "names that differ"),
        ({"shares": 3}, "names that differ"),
        ({"shares": numpy.array(3)}, "names that differ"),
        ({"number": numpy.array(3)}, "numbers to choose from rise"),
        ({"shares": map(str, range(10**9))}, "names that differ"),
        ({"number": [3, 2]}, "numbers to choose from rise"),
        ({"number": range(10**9)}, "numbers to choose from rise"),
        ({"number": 7}, "numbers to choose from rise"),
        ({"number": ["a", "b"]}, "numbers to choose from rise"),
        ({"number": range(5), "unit": 3}, "unit must be a text"),
        ({"curve": [1, 2]}, "a curve needs number="),
        ({"chance": True, "guess": "much"}, "a guess is a number"),
        ({"choice": ["a", "b"], "guess": "c"}, "a guess is one of a, b"),
        ({"shares": ["a", "b"], "guess": [50, 60]}, "shares 100 % out"),
        ({"shares": ["a", "b"], "guess": [150, -50]}, "shares 100 % out"),
        ({"curve": [1, 2], "number": range(9), "guess": [1]}, "a curve has 2 heights"),
        ({"chance": True, "truth": "much"}, "must be a probability"),
        ({"number": range(9), "truth": "much"}, "must be a number"),
        ({"shares": ["a", "b"], "truth": {"a": 1}}, "a number for each of a, b"),
        ({"choice": ["a", "b"], "truth": "c"}, "one of a, b"),
        ({"number": range(9), "class_guesses": 3}, "lines of text"),
        ({"number": range(9), "class_guesses": "1\n" * 1001}, "at most 1000"),
    ],
)
def test_what_cannot_be_asked_guessed_or_true_is_refused(how, said):
    with pytest.raises(lk.InputError, match=said):
        lk.predict("never-asked", "What?", **how) if how else lk.predict("never-asked")


def test_an_array_is_a_list_of_answers_too():
    asked = lk.predict("of-an-array", "Yes?", choice=numpy.array(["yes", "no"]))
    assert "yes" in asked.table.html


@pytest.mark.parametrize("name", [None, 3, "", "a b", "<b>", "x" * 99, ["a"]])
def test_an_id_is_a_name(name):
    with pytest.raises(lk.InputError, match="an id is a name"):
        lk.predict(name, "What?", chance=True)
    with pytest.raises(lk.InputError, match="was not asked yet"):
        lk.after_guess(name)


@pytest.mark.parametrize("ask", [None, "", 3, "x" * 401])
def test_a_question_is_a_text(ask):
    with pytest.raises(lk.InputError, match="a question is a text"):
        lk.predict("test-x", ask, chance=True)


def test_markup_is_text():
    page = lk.predict("test-markup", "<b>?", choice=["<i>", "b"]).table
    assert "<b>?" not in page.html
    assert "<i>" not in page.html


def test_a_notebook_keeps_guesses_in_its_file(monkeypatch, tmp_path):
    monkeypatch.setattr(record, "_in_notebook", lambda: True)
    name, page, guess, truth = asked("shares")
    guess_on_page(page, "shares")
    kept = json.loads((tmp_path / record.FILE).read_text())
    assert kept["guesses"][name]["guess"] == guess
    monkeypatch.setattr(record, "_guesses", {})  # a new day
    assert lk.predict(name, truth=truth).table.state["guess"] == guess
    assert lk.progress(tmp_path / record.FILE).guesses[name].guess == guess


def test_a_guess_that_the_question_no_longer_offers_is_none(monkeypatch):
    name, page, *_ = asked("choice")
    guess_on_page(page, "choice")
    assert not lk.predict(name, "Now?", choice=["c", "d"]).table.question.made


@pytest.mark.parametrize(
    "guess",
    [
        {"guess": 3},
        {"guess": 3, "made": "yesterday"},
        {"guess": {}, "made": "2026-01-31"},
        {"guess": "x" * 201, "made": "2026-01-31"},
        {"guess": [1] * 201, "made": "2026-01-31"},
        {"guess": float("inf"), "made": "2026-01-31"},
        3,
    ],
)
def test_a_broken_guess_in_a_file_is_refused(guess, tmp_path):
    record_ = {"llamakit progress": 1, "exercises": {}, "guesses": {"a": guess}}
    (tmp_path / "ana.json").write_text(json.dumps(record_))
    with pytest.raises(lk.InputError, match="not a progress record"):
        lk.progress(tmp_path / "ana.json")


def test_numbers_may_be_unevenly_far_apart():
    way = way_of(number=[10, 100, 1000])
    assert [way._at(n) for n in (10, 55, 1000)] == [0, 0.5, 2]


@pytest.mark.parametrize(
    ("line", "guess"),
    [
        ("09:12 Ben: 50 %", 50),
        ("[09:12] Ben: 50 %", 50),
        ("[22.11.26, 09:12:30] Ben: 50 %", 50),
        ("2026-11-22 09:12 Ben 50", 50),
        ("[09:12] 50%", 50),
        ("Lea (8b) 40 %", 40),
        ("Ben: 50,5 %", 50.5),
        ("12,5", 12.5),
        ("Dora: 0.9", 90),
        ("Dora: 0,29", 29),
        ("Dora: 0.9 %", 0.9),
        ("Dora: 0.9 per cent", 0.9),
        ("Dora: 1.0", 100),
        ("Dora: 1", 1),
        ("Dora: about 60, I think.", 60),
        ("Dora - 60", 60),
        ("Ana 2: 50", 50),
    ],
)
def test_a_line_of_a_chat_is_read_as_it_is_meant(line, guess):
    assert read_guesses(way_of(chance=True), line) == ([guess], [])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ben: no idea", "it has no number"),
        ("Ben: 50 or 60", "it has more than one number"),
        ("Ben 8 40 %", "it has more than one number"),
        ("Ben: 50-60", "it has no number"),
        ("Ben: 50 - 60", "it has more than one number"),
        ("Ben: 50/50", "it has no number"),
        ("Ben 9:30", "it has no number"),
        ("Ben: 500", "500 is not from 0 to 100"),
        ("Ben: -5 %", "-5 is not from 0 to 100"),
        ("Ben: 1,000", "write 1,000 without a comma, or with a point"),
        ("Ben: 1,000,000", "it has no number"),
        ("Ben: 1'000", "it has no number"),
        ("Ben:", "it has no number"),
    ],
)
def test_a_line_that_may_be_misread_is_left_out_and_named(line, said):
    found, left_out = read_guesses(way_of(chance=True), f"Ana: 7\n{line}\n8")
    assert found == [7, 8]
    assert left_out == [f"line 2, {line!r}: {said}"]


def test_lines_of_the_other_ways_are_never_misread():
    number = way_of(number=range(0, 2001, 500), unit="games")
    assert number.line(1000) == "1000 games"
    assert read_guesses(number, "Ana: 1000 games\n500games")[0] == [1000, 500]
    choice = way_of(choice=["2:1 odds", "the llama"])
    said = "09:12 Ben: The Llama\nCem: 2:1 odds\n2:1 odds\nnot the llama"
    assert read_guesses(choice, said)[0] == ["the llama", "2:1 odds", "2:1 odds"]
    shares = way_of(shares=["llamas", "three llamas"])
    said = "09:12 Ben: llamas: 10 %, three llamas: 90 %\nllamas 40.9, three llamas 60\n"
    found, left_out = read_guesses(shares, said + "llamas 10, llamas 90")
    assert found == [[10, 90]]
    assert len(left_out) == 2
    curve = way_of(curve=[0, 5], number=range(9))
    assert read_guesses(curve, "[09:12] Ben: 1, 2\n[09:12] 3, 4")[0] == [[1, 2], [3, 4]]
    assert read_guesses(curve, "Ben: 1, 90")[0] == []


def columns_of(guesses):
    """Return how high the class's columns of dots stand in a drawing, and the drawing's height."""
    drawn, _, height = way_of(chance=True).drawing(40, Fraction(1, 2), guesses)
    tops = {}
    for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn):
        tops.setdefault(float(x), []).append(height - 67 - float(y))  # the line is 66 from below
    assert sum(map(len, tops.values())) == len(guesses)
    assert all(len(set(ups)) == len(ups) for ups in tops.values())
    mark = re.search(r'<path d="M[\d.]+ ([\d.]+)l-8', drawn)[1]  # the tip of "you"
    return [max(ups) for ups in tops.values()], height - 67 - float(mark)


def test_the_heights_of_the_classs_columns_of_dots_are_in_proportion():
    (six,), _ = columns_of([40] * 6)
    (twenty, few, three), you = columns_of([40] * 20 + [50] * 6 + [60] * 3)
    assert twenty > six
    assert [few / twenty, three / twenty] == pytest.approx([6 / 20, 3 / 20])
    assert you > twenty + 2.6  # a dot's radius
    (most,), you = columns_of([40] * 1000)
    assert most == pytest.approx(twenty)
    assert columns_of([])[1] == columns_of([90])[1] == columns_of([40])[1] == 23


def test_ways_say_their_guess_in_words():
    assert way_of(number=[0.5, 1.5], unit="sand").words(0.5) == "0.5 sand"
    assert way_of(chance=True).truth(Fraction(1, 4)) == "1/4 ≈ 25 %"
    assert way_of(number=range(9)).of_class([1, 2, 3, 4]) == (
        "the middle guess is 2.5, and half of them lie from 1.75 to 3.25"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(10**20, 3), "≈ 3.333e+19"),
        (Fraction(1, 8), "1/8 = 0.125"),
        (Rational(6, 3), "2"),
        (3.14159, "3.142"),
    ],
)
def test_numbers_are_short(value, text):
    assert shown(value) == text
