"""Two guarantees, without a browser."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import llamakit as lk
from llamakit.explorers import find
from llamakit.games.chinchiller.rules import Rules

SHARES = st.fractions(0, 1, max_denominator=50)


def bluff(**start):
    """Return the explorer with the truth shown."""
    made = find("bluff", start)
    made.receive({"do": "show"})
    return made


def played(rolled, claim, answer):
    """Return what a blind Ana gains by the rules, without the eye that Ben closes."""
    state = Rules(players=2, closed=(2, 0)).start()
    dice = {0: ("x2", "x2"), 12: (6, 6)}[rolled]
    after = state.apply(dice).apply(f"claim {claim}").apply(answer)
    gained = after.sand[0] - state.sand[0]
    return gained, after.closed[1] - state.closed[1]


@settings(max_examples=40, deadline=None)
@given(SHARES, SHARES)
def test_the_gain_is_what_the_rules_pay(p, q):
    page = bluff()
    gain = Fraction(0)
    ways = [(0, 0, Fraction(1, 2)), (12, 0, p / 2), (12, 12, (1 - p) / 2)]
    for (rolled, claim, chance), (answer, share) in product(
        ways, [("accept", 1 - q), ("doubt", q)]
    ):
        doubted = share if claim == 0 else Fraction(answer == "accept")  # nobody doubts a 12
        sand, eyes = played(rolled, claim, answer)
        gain += chance * doubted * (sand + 24 * eyes)
    assert page.gain(p, q) == gain


@settings(max_examples=40, deadline=None)
@given(
    st.integers(6, 40),
    st.fractions(0, 60, max_denominator=6),
    st.fractions(Fraction(1, 50), Fraction(1, 2), max_denominator=50),
    SHARES,
    SHARES,
)
def test_nobody_can_do_better_than_where_the_guarantees_meet(high, eye, zero, p, q):
    try:
        page = bluff(high=high, eye=eye, zero=zero)
    except lk.InputError:
        assert (1 - zero) * (high + eye) <= 6 * zero
        return
    lies, doubts = page.best
    value = page.gain(lies, doubts)
    assert 0 < lies < 1
    assert 0 < doubts <= 1
    assert page.gain(lies, q) == value  # whatever Ana does
    assert page.gain(p, doubts) == value  # whatever Ben does
    assert page.floor(q) <= value <= page.ceiling(p)
    assert page.floor(q) <= page.gain(p, q) <= page.ceiling(p)


def test_the_shares_of_the_lesson():
    page = bluff()
    assert page.best == (Fraction(1, 6), Fraction(1, 3))
    assert lk.check("chinchiller_play_well-1", page.best[1])
    assert page.state["value"] == 5


def test_every_cell_of_the_table_says_what_it_is():
    page = bluff(lies=Fraction(1, 7))
    table, y = page._table, page._plot.y
    lies, doubts = page.shares
    assert Fraction(1, 7) in lies
    assert page.best[0] in lies
    assert page.best[1] in doubts
    for i, p in enumerate(lies):
        true = Fraction(1, 2) / (Fraction(1, 2) + p / 2)
        assert table["width"][i] == pytest.approx(float(100 * true), abs=0.01)
        assert str(true) in table["true"][i]
        brings = -6 * true + 36 * (1 - true)
        assert table["worth"][i].replace("−", "-").split()[0] == str(brings)
        better = page.gain(p, 1) - page.gain(p, 0)
        said = "no difference" if not better else "always" if better > 0 else "never"
        assert said in table["ana_best"][i]
        for j, q in enumerate(doubts):
            assert table["gain"][i][j] == y(float(page.gain(p, q)))
            assert table["played"][i][j].startswith(str(page.gain(p, q)))
    for j, q in enumerate(doubts):
        worse = page.gain(1, q) - page.gain(0, q)
        said = "no difference" if not worse else "never" if worse > 0 else "always"
        assert said in table["ben_best"][j]


def test_the_guess_is_what_ana_begins_with():
    page = find("bluff", {})
    assert "1/3" not in page.html
    page.receive({"do": "set", "key": "guess", "action": "60"})
    page.receive({"do": "guess"})
    assert page.state["doubts"] == Fraction(3, 5)
    assert "With your <b>60\u00a0%</b> she is sure of 21/5 = 4.2 sand" in page.html
    page.receive({"do": "best"})
    assert (page.state["lies"], page.state["doubts"]) == page.best
    assert page.summary().endswith("Ana makes sure of 5 sand, Ben pays 5 sand at most.")
    version = page.version
    page.receive({"do": "set", "key": "lies", "action": "0"})
    page.receive({"do": "set", "key": "doubts", "action": "999"})
    assert page.version == version
    assert page.state["gain"] == 3


def test_before_the_guess_sliders_and_buttons_do_nothing():
    page = find("bluff", {})
    before = page.state
    page.receive({"do": "best"})
    page.receive({"do": "set", "key": "lies", "action": "0"})
    assert page.state == before
    assert re.search(r"<svg[^>]*lk-guarantee", page.html) is None


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"high": 5}, "high must be a whole number from 6 to 1000"),
        ({"eye": -1}, "eye must be from 0 to 1000"),
        ({"eye": 2.5}, "not exact"),
        ({"zero": 1}, "zero must be a probability between 0 and 1"),
        ({"zero": Fraction(9, 10)}, "a doubt never pays"),
        ({"lies": 2}, "lies must be from 0 to 1"),
        ({"p": 1}, "'bluff' starts from high, eye, zero, lies, not 'p'"),
    ],
)
def test_a_bad_start_is_refused_and_says_what_is_allowed(start, says):
    with pytest.raises(lk.InputError, match=re.escape(says)):
        lk.explore("bluff", **start)
