"""Static pictures: one image and plain text, which say the same as ``str``."""

from __future__ import annotations

import dataclasses
from base64 import b64decode
from html import escape, unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import llamakit as lk
from llamakit.engine.display import mimebundle
from llamakit.engine.registry import Entry, find_game
from llamakit.games import drawings
from llamakit.games.cards import VALUES
from llamakit.table import draw, picture

NASTY = "<img src=x onerror=alert(1)>"


class Tags(HTMLParser):
    """The tags of an HTML text, in order, with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def image_of(html):
    """The alternative text and the SVG of the one image in an HTML text."""
    (attributes,) = [attributes for tag, attributes in Tags(html).found if tag == "img"]
    head, data = attributes["src"].split(",")
    assert head == "data:image/svg+xml;base64"
    return attributes["alt"], b64decode(data).decode()


@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_picture_and_the_text_of_a_game_agree(slug, walk):
    game = walk(slug, 5, moves=12)
    bundle = game._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == str(game.view()) == str(game)
    alt, svg = image_of(bundle["text/html"])
    assert alt == str(game)
    ElementTree.fromstring(svg)


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_state_shows_itself_face_up(slug, walk):
    state = walk(slug, 5, moves=12).state
    bundle = state._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"] == str(state)
    alt, svg = image_of(bundle["text/html"])
    assert alt == str(state)
    assert svg == find_game(slug).picture.svg(state.open_view())


@pytest.mark.parametrize("slug", lk.GAMES)
def test_the_still_holds_the_transcript_and_only_what_everybody_may_know(slug, walk):
    game = walk(slug, 5, moves=12)
    still = picture.still(game.name, game.view())
    view = game.view()
    for sentence in view.log:
        assert sentence in still["text/plain"]
        assert sentence in unescape(still["text/html"])
    assert image_of(still["text/html"])[0] == str(view)
    assert still["text/plain"].startswith(str(view))


def test_the_still_uses_only_what_an_untrusted_notebook_keeps_and_how_it_looks_in_the_dark(walk):
    view = walk("llama-dice", 5, moves=12).view()
    tags = Tags(picture.still("llama-dice", view)["text/html"]).found
    assert {tag for tag, _ in tags} == {"div", "style", "img", "p", "pre"}
    assert {name for _, attributes in tags for name in attributes} == {"class", "alt", "src"}


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_name_is_text_in_picture_alt_and_transcript(slug):
    game = lk.new_game(slug, players=[NASTY, 'b" onload="x'], seed=1)
    html = picture.still(slug, game.view())["text/html"]
    assert [tag for tag, _ in Tags(html).found].count("img") == 1
    alt, svg = image_of(html)
    assert NASTY in alt
    tree = ElementTree.fromstring(svg)
    assert NASTY in "".join(tree.itertext())
    assert not [node for node in tree.iter() if node.tag.endswith("img")]


def test_a_game_without_a_picture_of_its_own_shows_its_text(monkeypatch):
    monkeypatch.setattr(Entry, "has", lambda game, part: False)
    view = lk.new_game("llama-dice", players=2, seed=1).view()
    view = dataclasses.replace(view, names=("<b>", "&"))
    assert picture.board("llama-dice", view) == f"<pre>{escape(str(view))}</pre>"
    assert mimebundle("llama-dice", view) == {
        "text/plain": str(view),
        "text/html": f"<pre>{escape(str(view))}</pre>",
    }


def test_every_value_has_its_own_hue_and_its_own_shape():
    assert len({drawings.HUES[value] for value in VALUES}) == len(VALUES)
    for drawing in (drawings.card, drawings.die):
        plain = {value: drawing(value).replace(drawings.HUES[value], "") for value in VALUES}
        assert len(set(plain.values())) == len(VALUES)


@pytest.mark.parametrize("value", VALUES)
def test_drawings_are_well_formed_and_have_no_id(value):
    for drawing in (
        drawings.card(value),
        drawings.die(value),
        drawings.die(),
        drawings.token(1),
        drawings.token(10),
    ):
        tree = ElementTree.fromstring(draw.svg(drawing, 50, 70))
        assert not [node for node in tree.iter() if "id" in node.attrib]


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("ground", [draw.PAPER, "#f7f0e1", "#fff1dc"])
def test_ink_on_paper_is_easy_to_read(ground):
    assert (luminance(ground) + 0.05) / (luminance(draw.INK) + 0.05) >= 7
