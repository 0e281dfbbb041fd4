"""What is left when something is known, without a browser."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

import llamakit as lk
from llamakit.explorers import find
from llamakit.explorers.square import SIDE
from llamakit.games.cards import LLAMA, VALUES
from llamakit.games.llama.rules import fitting
from llamakit.games.llama_dice.rules import make_dice

FACTS = {
    "hit": lambda roll, event: event == "hit",
    "take": lambda roll, event: event == "take",
    "drama": lambda roll, event: event == "drama",
    "llamas": lambda roll, event: event == "llamas",
    "llama": lambda roll, event: LLAMA in roll,
    "no llama": lambda roll, event: LLAMA not in roll,
    "first llama": lambda roll, event: roll[0] is LLAMA,
}


def given(**start):
    """Return the explorer with the truth shown."""
    made = find("given", start)
    made.receive({"do": "show"})
    return made


@pytest.mark.parametrize("known", FACTS)
@pytest.mark.parametrize("event", FACTS)
def test_each_pair_of_facts_is_counted_right(event, known):
    page = given(event=event, known=known)
    events = lk.llama_dice.roll_events([2, 5], [1, 3, "L"])
    rolls = [(roll, events[roll]) for roll in product(*make_dice())]
    left = [roll for roll in rolls if FACTS[known](*roll)]
    both = [roll for roll in left if FACTS[event](*roll)]
    quarters = page.scene.quarters
    assert quarters.a_given_b == page.state["after"] == Fraction(len(both), len(left))
    assert quarters.a == Fraction(sum(FACTS[event](*roll) for roll in rolls), 216)
    assert sum(quarters) == 1
    assert page.html.count("lk-out") == 216 - len(left)
    if quarters.a:
        assert quarters.b_given_a == Fraction(len(both), 216 * quarters.a)
    argument = " ".join(page.scene.argument())
    assert f"{len(both)}/{len(left)} = <b>{Fraction(len(both), len(left))}</b>" in argument
    for left_side, right_side in re.findall(r"(\d+/\d+) : (\d+/\d+)", argument):
        assert Fraction(left_side) / Fraction(right_side) == quarters.a_given_b


def test_the_question_of_the_lesson():
    assert lk.check("dice-12", given().state["after"])


@pytest.mark.parametrize("top", VALUES)
@pytest.mark.parametrize("value", [1, 4, LLAMA])
def test_the_hand_of_one_who_drew_is_counted_one_by_one(top, value):
    page = given(about="hand", top=top, value=value, cards=2, hand=[1, 2, 3, 3, 5, "L"])
    seen = Counter([1, 2, 3, 3, 5, LLAMA, top])
    unseen = [v for v in VALUES for _ in range(8 - seen[v])]
    hands = list(combinations(unseen, 2))
    drew = [hand for hand in hands if not set(hand) & set(fitting(top))]
    both = [hand for hand in drew if value in hand]
    quarters = page.scene.quarters
    assert page.state["after"] == Fraction(len(both), len(drew))
    assert page.state["before"] == Fraction(sum(value in hand for hand in hands), len(hands))
    assert quarters.b == Fraction(len(drew), len(hands))
    assert ("So there was none" in page.html) == (value in fitting(top))


def areas(html):
    """Return x, width and height of the square's four areas."""
    found = re.findall(r'lk-area" x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"', html)
    return [tuple(map(float, area)) for area in found]


@pytest.mark.parametrize("about", ["dice", "hand"])
def test_the_areas_of_the_square_are_the_probabilities(about):
    page = given(about=about)
    quarters = page.scene.quarters
    full = [width * height / SIDE**2 for _, width, height in areas(page.html)]
    assert full == pytest.approx([quarters.a_given_b, 1 - quarters.a_given_b, 0, 0], abs=1e-3)
    page.receive({"do": "known"})
    whole = [width * height / SIDE**2 for _, width, height in areas(page.html)]
    wanted = (quarters.both, quarters.only_b, quarters.only_a, quarters.neither)
    assert whole == pytest.approx(list(map(float, wanted)), abs=1e-3)
    assert "lk-out" not in page.html


def test_before_the_guess_nothing_is_struck_out_and_no_figure_is_told():
    for about in ("dice", "hand"):
        page = find("given", {"about": about})
        argument = re.sub("<[^>]*>", " ", page.html) + page.said + page.still()["text/plain"]
        assert "/" not in argument
        assert "lk-out" not in page.html
        assert "lk-area" not in page.html
        page.receive({"do": "known"})
        assert page.known


def test_scenes_and_choices():
    page = given()
    page.receive({"do": "event", "action": "take"})
    page.receive({"do": "condition", "action": "hit"})
    assert page.state["after"] == 0
    assert page.summary() == "P(a take) = 5/12 ≈ 41.7 %. P(a take | a hit) = 0."
    page.receive({"do": "scene", "action": "hand"})
    assert not page.guess.shown
    assert "On top: 4. Ben had 6 cards" in page.said
    page.receive({"do": "guess"})
    assert page.state["guess"] == 50
    page.receive({"do": "cards", "action": "1"})
    page.receive({"do": "value", "action": "6"})
    page.receive({"do": "top", "action": "L"})
    assert page.state["guess"] is None
    assert (page.state["cards"], page.state["value"], page.state["top"]) == (1, 6, LLAMA)
    assert page.state["after"] == Fraction(8, 36)
    page.receive({"do": "restart"})
    assert page.about == "dice"


def test_what_makes_no_difference_is_called_independent():
    page = given(event="first llama", known="llamas", dice=[["L"] * 6] * 3, row=[2])
    assert "independent" in page.html


@pytest.mark.parametrize(
    "message",
    [
        {"do": "event", "action": "win"},
        {"do": "condition", "action": "<b>"},
        {"do": "scene", "action": "kitchen"},
        {"do": "cards", "action": "11"},
        {"do": "top", "action": "8"},
    ],
)
def test_what_cannot_be_clicked_changes_nothing(message):
    for about in ("dice", "hand"):
        page = given(about=about)
        before = page.state
        page.receive(message)
        assert page.state == before


def test_a_top_card_of_which_no_more_are_left_changes_nothing():
    page = given(about="hand", hand=[3] * 8)
    page.receive({"do": "top", "action": "3"})
    assert page.state["top"] == 4


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"about": "cards"}, "about must be one of 'dice', 'hand'"),
        ({"event": "win"}, "event must be one of 'hit'"),
        ({"known": "drama", "llama_row": "1346L"}, "drama cannot come"),
        ({"hand": [3] * 9}, "9 cards of value 3 seen"),
        ({"cards": 11}, "from 1 to 10"),
        ({"top": 0}, "unknown card 0"),
        ({"size": 3}, "'given' starts from about, row"),
    ],
)
def test_a_bad_start_is_refused_and_says_what_is_allowed(start, says):
    with pytest.raises(lk.InputError, match=re.escape(says)):
        lk.explore("given", **start)
