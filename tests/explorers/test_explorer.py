"""What all explorers share: names, guesses, the widget and its state."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from itertools import product

import pytest

import llamakit as lk
from llamakit.explorers import find
from llamakit.explorers.explorer import Guess

NAMES = list(lk.EXPLORERS)


@pytest.mark.parametrize("name", ["chess", "Roll", "", None, ["roll"], "explorer"])
def test_an_unknown_name_is_refused_and_says_what_there_is(name):
    with pytest.raises(lk.InputError, match="there are roll"):
        lk.explore(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_is_covered_until_it_is_asked_for(name):
    page = find(name, {})
    covered = page.html
    assert 'data-key="make guess"' in covered
    assert page.state["guess"] is None
    page.receive({"do": "guess"})
    assert page.state["guess"] is not None
    assert 'data-key="make guess"' not in page.html
    page.receive({"do": "again"})
    assert page.html == covered
    page.receive({"do": "show"})
    assert page.state["guess"] is None
    assert 'data-key="make guess"' not in page.html
    page.receive({"do": "restart"})
    assert page.html == covered


class Tags(HTMLParser):
    """Collects the tags that are open, and says whether the HTML is well formed."""

    VOID = ("input", "br", "img")

    def __init__(self, closed=True):
        super().__init__(convert_charrefs=True)
        self.closed = closed
        self.open = []
        self.keys = []
        self.attributes = []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        assert len(attributes) == len(attrs), f"an attribute twice: {attrs}"
        assert "id" not in attributes
        self.attributes.append(attributes)
        self.keys += [attributes["data-key"]] if "data-key" in attributes else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert not self.closed or self.open.pop() == tag


def well_formed(html: str, closed: bool = True) -> Tags:
    tags = Tags(closed)
    tags.feed(html)
    assert not closed or tags.open == []
    assert len(set(tags.keys)) == len(tags.keys), "a key twice"
    return tags


@pytest.mark.parametrize("name", NAMES)
def test_the_html_is_well_formed_without_ids_and_each_key_is_there_once(name):
    page = find(name, {})
    well_formed(page.html)
    page.receive({"do": "guess"})
    well_formed(page.html)


def shown_at(columns, binding: str, places: dict[str, int]):
    """Return what a binding shows, as the script finds it."""
    column, _, key = binding.split(":", 1)[1].partition("@")
    shown = columns[column]
    for place in [places[key]] if key else places.values():
        shown = shown[place] if isinstance(shown, list) else shown
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_whatever_follows_sliders_shows_what_is_set_and_has_something_at_every_place(name):
    page = find(name, {})
    for do in ("again", "guess"):
        page.receive({"do": do})
        for scope in re.split(r"(?=data-columns=)", page.html)[1:]:
            columns = json.loads(unescape(re.match('data-columns="(.*?)"', scope)[1]))
            tags = well_formed(f"<div {scope}", closed=False).attributes
            bars = {tag["data-key"]: tag for tag in tags if tag.get("type") == "range"}
            set_now = {key: int(bar["value"]) for key, bar in bars.items()}
            ends = [(0, int(bar["max"])) for bar in bars.values()]
            for tag in tags:
                for binding in tag.get("data-bind", "").split():
                    what = binding.split(":")[0]
                    if what in tag:
                        assert tag[what] == str(shown_at(columns, binding, set_now))
                    for places in product(*ends):
                        at = dict(zip(bars, places, strict=True))
                        assert not isinstance(shown_at(columns, binding, at), list)


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_notebook_keeps_a_picture_and_its_words(name):
    still = find(name, {}).still()
    html = still["text/html"]
    assert html.startswith('<div class="llamakit-still"><style>')
    assert html.count("<img") == 1
    assert "data:image/svg+xml;base64," in html
    assert len(still["text/plain"]) > 40


@pytest.mark.parametrize("name", NAMES)
def test_the_state_can_be_observed(name):
    seen = []
    widget = lk.explore(name)
    widget.observe(lambda change: seen.append(change["new"]["guess"]), "state")
    widget._handle_custom_msg({"do": "set", "key": "guess", "action": "1"}, [])
    assert seen == []
    widget._handle_custom_msg({"do": "guess"}, [])
    assert len(seen) == 1
    assert seen[0] is not None
    assert widget.state["guess"] == seen[0]
    with pytest.raises(Exception, match="read-only"):
        widget.state = {}


def test_a_guess_is_told_as_the_slider_said_it():
    guess = Guess(range(101), lambda number: f"{number} < 100")
    assert guess.told() == ""
    guess.make()
    assert guess.told() == " Your guess was <b>50 &lt; 100</b>."


@pytest.mark.parametrize("given", [list, iter])
def test_starting_again_is_as_at_first_whatever_became_of_what_was_given(given):
    row = [2, 5]
    roll = find("roll", {"row": given(row)})
    row.append(9)
    roll.receive({"do": "restart"})
    assert roll.state["row"] == (2, 5)


def test_explorers_need_no_numpy_and_no_matplotlib():
    script = (
        "import sys; sys.modules['numpy'] = sys.modules['matplotlib'] = None\n"
        "from llamakit.explorers import EXPLORERS, find\n"
        "for name in EXPLORERS:\n"
        "    one = find(name, {}); one.receive({'do': 'guess'}); one.still(); one.state\n"
        "assert not {'anywidget', 'ipywidgets'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
