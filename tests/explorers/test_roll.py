"""The 216 rolls of three dice, without a browser."""

from __future__ import annotations

import re
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import llamakit as lk
from llamakit.explorers import find
from llamakit.explorers.cube import EVENTS, Cube
from llamakit.explorers.roll import MOST_ROLLS
from llamakit.games.cards import VALUES
from llamakit.games.llama_dice.rules import make_dice, pairings

ROWS = st.sets(st.sampled_from(VALUES)).map(sorted)


def roll(**start):
    """Return the explorer with the truth shown."""
    made = find("roll", start)
    made.receive({"do": "show"})
    return made


def words(html: str) -> str:
    """Return the text of HTML."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


@settings(max_examples=60, deadline=None)
@given(ROWS, ROWS, st.booleans(), st.sampled_from(pairings()), st.sampled_from(list(EVENTS)))
def test_colours_counts_and_working_agree_in_every_position(row, middle, alone, dice, watch):
    page = roll(row=row, llama_row=middle, alone=alone, dice=dice, watch=watch)
    odds = lk.llama_dice.roll_odds(row, middle, alone, dice)
    for event, p in zip(EVENTS, odds, strict=True):
        assert page.events.count(event) == page.counts[event] == 216 * p
        assert page.html.count(f'fill="{EVENTS[event].hue}" fill-opacity') == 216 * p + 1
    argument = words(" ".join(page._argument()))
    assert argument.endswith(f"{page.counts[watch]} of 216 is {getattr(odds, watch)} .")
    for sum_ in re.findall(r"([\d ·−]+) = (\d+)", argument):
        assert eval(sum_[0].replace("·", "*").replace("−", "-")) == int(sum_[1])


@settings(max_examples=30, deadline=None)
@given(ROWS, ROWS, st.booleans(), st.sampled_from(["hit", "drama", "llamas"]))
def test_the_frame_holds_the_rolls_that_are_multiplied(row, middle, alone, watch):
    page = roll(row=row, llama_row=middle, alone=alone, watch=watch)
    drawn = Cube(page.dice, page._order)
    spans = [
        sorted(rank for face, rank in zip(die, ranks, strict=True) if page._counted(face))
        for die, ranks in zip(page.dice, drawn.ranks, strict=True)
    ]
    assert all(span == list(range(min(span), max(span) + 1)) for span in spans if span)
    inside = sum(all(map(page._counted, faces)) for faces in product(*page.dice))
    assert inside == prod(map(len, spans))
    frames = re.findall(r'opacity:1"><rect width="(\d+)" height="(\d+)" rx="5"', page.html)
    assert sum(int(w) // 24 * (int(h) // 24) for w, h in frames) == inside


def test_before_the_guess_nothing_gives_the_answer_away():
    page = find("roll", {})
    for secret in ("29/54", "53.7", "116", "hit 1", "miss"):
        assert secret not in words(page.html) + page.said + page.still()["text/plain"]
    assert not any(f'{event.hue}" fill-opacity' in page.html for event in EVENTS.values())
    page.receive({"do": "roll", "action": "10"})
    page.receive({"do": "watch", "action": "drama"})
    assert page.rolled == []
    assert page.watch == "hit"


def test_the_guess_is_kept_until_the_position_changes():
    page = find("roll", {})
    version = page.version
    assert page.receive({"do": "set", "key": "guess", "action": "45"}) == {}
    assert page.version == version  # the slider moves without anything being drawn anew
    page.receive({"do": "guess"})
    assert page.state["guess"] == 45
    assert "29/54 ≈ 53.7 %. Your guess was 45 %" in words(page.html).replace(" .", ".").replace(
        "\u00a0", " "
    )
    page.receive({"do": "watch", "action": "drama"})
    assert page.state["guess"] == 45
    page.receive({"do": "row", "action": "L"})
    assert page.state["guess"] is None
    assert "Your guess was" not in page.html
    page.receive({"do": "again"})
    assert "How likely is drama?" in page.said


def test_a_card_goes_in_and_out():
    page = roll(row=[2, 5, 5], llama_row="13L")
    assert page.state["row"] == (2, 5)
    page.receive({"do": "row", "action": "L"})
    assert page.state["row"] == (2, 5, lk.LLAMA)
    page.receive({"do": "llama_row", "action": "3"})
    assert page.state["llama_row"] == (1, lk.LLAMA)
    page.receive({"do": "row", "action": "2"})
    page.receive({"do": "alone"})
    assert page.state["row"] == (5, lk.LLAMA)
    odds = lk.llama_dice.roll_odds([5, "L"], [1, "L"], alone=True)
    assert list(page.state["odds"].values()) == list(odds)
    page.receive({"do": "restart"})
    assert page.state["row"] == (2, 5)


def test_the_same_seed_rolls_the_same_and_every_roll_is_counted():
    page, two, other = roll(seed=4), roll(seed=4), roll(seed=5)
    for made in (page, two, other):
        made.receive({"do": "roll", "action": "1000"})
        made.receive({"do": "roll", "action": "1"})
    assert page.rolled == two.rolled != other.rolled
    assert sum(page.state["rolled"].values()) == len(page.rolled) == 1001
    faces = product(*make_dice())
    known = [lk.llama_dice.roll_events([2, 5], [1, 3, "L"])[shown] for shown in faces]
    assert page.state["rolled"]["hit"] == sum(known[n] == "hit" for n in page.rolled)
    page.receive({"do": "row", "action": "1"})
    assert len(page.rolled) == 1001  # the same rolls, seen with other cards


def test_a_single_roll_is_said_and_shown():
    page = roll()
    page.receive({"do": "roll", "action": "1"})
    faces = [
        die[n]
        for die, n in zip(
            page.dice,
            (page.rolled[0] // 36, page.rolled[0] // 6 % 6, page.rolled[0] % 6),
            strict=True,
        )
    ]
    event = lk.llama_dice.roll_events([2, 5], [1, 3, "L"])[tuple(faces)]
    assert EVENTS[event].name in page.said
    assert page.html.count("lk-last") == 2  # the cell, and the dice beside it
    page.receive({"do": "watch", "action": "take"})
    assert page.html.count("lk-last") == 0


def test_dots_stand_for_more_rolls_when_there_are_many_and_rolling_ends():
    page = roll()
    assert page.dot == 1
    for _ in range(MOST_ROLLS // 1000 + 1):
        page.act("roll", "1000")
    page.receive({"do": "roll", "action": "10"})
    assert len(page.rolled) == MOST_ROLLS
    assert page.dot == 100
    assert "Each dot is 100 rolls." in page.html
    assert page.html.count("disabled") == 3


@pytest.mark.parametrize(
    "message",
    [
        None,
        "roll",
        {},
        {"do": "row", "action": "8"},
        {"do": "roll", "action": "999999999"},
        {"do": "watch", "action": "<b>"},
        {"do": "set", "key": "guess", "action": "-1"},
        {"do": "set", "key": "nothing", "action": "3"},
        {"do": "set", "key": "guess", "action": "9" * 5000},
    ],
)
def test_what_cannot_be_clicked_changes_nothing(message):
    page = roll()
    before = page.state
    page.receive(message)
    assert page.state == before


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"row": [9]}, "unknown card 9"),
        ({"llama_row": [1, 1]}, "each value once"),
        ({"watch": "win"}, "'hit', 'take', 'drama', 'llamas'"),
        ({"alone": 1}, "False, True"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"dice": "three"}, "dice"),
        ({"colour": "red"}, "'roll' starts from row, llama_row, alone, dice, watch, seed, not"),
    ],
)
def test_a_bad_start_is_refused_and_says_what_is_allowed(start, says):
    with pytest.raises(lk.InputError, match=re.escape(says)):
        lk.explore("roll", **start)
