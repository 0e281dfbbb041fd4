"""The tally: what is counted, taken back, said and handed in, and what is refused."""

import re
from random import Random

import numpy
import pytest

import llamakit as lk
from llamakit.lessons.class_data import ClassData
from llamakit.lessons.tallying import MOST_RESULTS, Tally, tally
from llamakit.table.draw import text

EVENTS = ["hit", "take", "drama", "three llamas"]
NASTY = [
    '<img src=x onerror="x=1">',
    "'\"><svg onload=x>",
    "&lt;b&gt;",
    "${x}{{x}}",
    "Ana: hit 9\n",
]


def press(mine, *places):
    for place in places:
        mine.receive({"do": "count", "action": str(place)})


def shown(mine):
    """The numbers on the buttons, in order."""
    return [int(number) for number in re.findall(r"<b>(\d+)</b>", mine.html)]


def test_counts_and_the_line():
    mine = Tally(EVENTS, "Ana")
    assert shown(mine) == [0, 0, 0, 0]
    assert mine.line == "Ana: "
    press(mine, 3, 0, 2, 0)
    assert shown(mine) == [2, 0, 1, 1]
    assert mine.line == "Ana: hit 2, drama 1, three llamas 1"
    assert f'value="{mine.line}"' in mine.html
    assert mine.said == "hit: 2. In all: 4."
    assert "Ana: 4 results</h3>" in mine.html


def test_undo_goes_back_one_by_one_and_stops_at_nothing():
    mine = Tally(EVENTS, "Ana")
    press(mine, 0, 2)
    assert "Undo drama</button>" in mine.html
    mine.receive({"do": "undo"})
    assert mine.said == "Taken back: drama. In all: 1."
    assert "Ana: 1 result</h3>" in mine.html
    mine.receive({"do": "undo"})
    assert shown(mine) == [0, 0, 0, 0]
    assert "disabled>Undo</button>" in mine.html
    version = mine.version
    mine.receive({"do": "undo"})
    assert (mine.counted, mine.version) == ([], version)


def test_what_is_counted_is_what_the_class_adds_up():
    rng, lines = Random(1), []
    pressed = [rng.choices(range(4), k=20) for _ in range(30)]
    for number, places in enumerate(pressed):
        mine = Tally(EVENTS, f"student {number}")
        press(mine, *places)
        lines.append(mine.line)
    data = ClassData("\n".join(lines), dict.fromkeys(EVENTS, 1))
    assert data.total == 600
    assert len(data.students) == 30
    for place, event in enumerate(EVENTS):
        assert data.counts[event] == sum(places.count(place) for places in pressed)


def test_quick_clicks_all_count_and_other_messages_do_nothing():
    mine = Tally(["a", "b"], "Ana")
    for _ in range(3):
        mine.receive({"do": "count", "action": "1", "version": 1})
    assert mine.counted == ["b"] * 3
    before = mine.version, mine.html
    for action in ("2", "-1", "00", "", "a", "٣", "1 ", "9" * 9999, None, 1.0, []):
        mine.receive({"do": "count", "action": action})
    for message in (None, "undo", [], {}, {"do": None}, {"do": "play", "action": "1"}):
        mine.receive(message)
    assert (mine.version, mine.html) == before


@pytest.mark.parametrize("name", NASTY)
def test_names_and_results_are_text_and_never_markup(name):
    mine = Tally([name.replace("\n", "").replace(":", ""), "b"], name)
    press(mine, 0, 0)
    bare = re.sub(r'value="[^"]*"', "", mine.html)
    assert not re.search(r"<(?!/?(h3|div|span|b|button|label|input)[ >])", bare)
    assert "onerror=" not in re.sub(r">[^<]*<", "><", bare)
    assert text(mine.results[0]) in mine.html
    assert "\n" not in mine.line
    (counts,) = ClassData(mine.line, dict.fromkeys(mine.results, 1)).students.values()
    assert counts == {mine.results[0]: 2}
    assert "<img" not in mine.still()["text/html"]


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ("hit", "a list such as"),
        (b"hit", "a list such as"),
        (None, "a list such as"),
        (7, "a list such as"),
        (numpy.array(3), "a list such as"),
        ([], f"from 1 to {MOST_RESULTS} results"),
        (range(MOST_RESULTS + 1), f"from 1 to {MOST_RESULTS} results"),
        (["a", "a"], "words that differ"),
        (["Hit", "hit"], "words that differ"),
        (["a, b", "c"], "without commas"),
        (["a\nb", "c"], "line breaks"),
        (["a\u2028b"], "line breaks"),
        (["", "b"], "words"),
        ([" a"], "words"),
    ],
)
def test_results_that_make_no_line_are_refused(results, said):
    with pytest.raises(lk.InputError, match=said):
        Tally(results, "Ana")


def test_any_results_will_do_that_can_be_read_again():
    for results in (range(7), ["a 1", "a=2", "b:3"], {"x": 1, "y": 2}, ["ü", "🎲"]):
        assert Tally(results, "Ana").results == tuple(map(str, results))


def test_a_name_is_needed():
    for name in (" ", ":", None, 3, "A" * 41):
        with pytest.raises(lk.InputError, match="name"):
            tally(EVENTS, name)


def rename(mine, name):
    mine.receive({"do": "set", "key": "name", "action": name})


def test_without_a_name_there_is_no_line_to_copy():
    mine = Tally(EVENTS)
    press(mine, 0, 1, 0)
    assert mine.line == ""
    assert "data-line" not in mine.html
    assert "Write your name." in mine.html
    assert re.search(r"<button[^>]* disabled[^>]*>Copy the line</button>", mine.html)
    assert ">3 results</h3>" in mine.html
    assert mine.still()["text/plain"].endswith("three llamas.\nhit 2, take 1")


def test_a_name_is_written_on_the_page_and_changed_without_losing_the_counts():
    mine = Tally(EVENTS)
    press(mine, 0)
    rename(mine, " Ana ")
    assert mine.line == "Ana: hit 1"
    assert mine.said == "Your name: Ana. In all: 1."
    assert 'value="Ana: hit 1"' in mine.html
    assert not re.search(r"<button[^>]* disabled[^>]*>Copy the line</button>", mine.html)
    press(mine, 1)
    rename(mine, "Ben: " + "x" * 99)
    assert mine.line == f"Ben {'x' * 35}: hit 1, take 1"
    for none in ("", " ", ":", None, 3, []):
        rename(mine, "Ana")
        rename(mine, none)
        assert (mine.name, mine.line) == ("", "")
    assert shown(mine) == [1, 1, 0, 0]


def test_the_widget_shows_the_tally_and_leaves_its_line_in_the_notebook():
    shown = tally(EVENTS, "Ana")
    shown._receive(shown, {"do": "count", "action": "2"}, [])
    assert shown.html == shown.table.html
    assert shown.table.still()["text/plain"].endswith("\nAna: drama 1")
    assert repr(shown) == "A tally of hit, take, drama, three llamas: run this cell to count."
