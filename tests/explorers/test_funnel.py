"""A hundred classes in the funnel, without a browser."""

from __future__ import annotations

import re
from fractions import Fraction
from math import sqrt

import pytest

import llamakit as lk
from llamakit.exact import binomial
from llamakit.explorers import find
from llamakit.explorers.funnel import (
    CLASSES,
    FIRST,
    MARKS,
    ROLLS,
    _ever,
    _is_outside,
    _once,
    _run,
)

HITS = 172  # of 216, with a row of 5 and llama


def funnel(**start):
    """Return the explorer with the truth shown."""
    made = find("funnel", start)
    made.receive({"do": "show"})
    return made


def test_the_right_program_counts_as_the_rules_do_and_the_wrong_one_does_not():
    page = funnel()
    odds = lk.llama_dice.roll_odds([5, "L"], [])
    assert Fraction(page.counted, 216) == odds.hit == Fraction(HITS, 216)
    page.receive({"do": "wrong"})
    assert Fraction(page.counted, 216) == odds.hit + odds.llamas


@pytest.mark.parametrize("counted", [HITS, HITS + 8])
def test_looking_once_is_a_binomial_tail(counted):
    for n in (10, 14, 35, 100):
        shares = binomial(n, Fraction(counted, 216))
        exact = shares.p(lambda seen, n=n: _is_outside(seen, n, HITS))
        assert _once(n, counted, HITS) == pytest.approx(float(exact), abs=1e-10)


@pytest.mark.parametrize("counted", [HITS, HITS + 8])
def test_looking_always_is_added_up_in_fractions(counted):
    p = Fraction(counted, 216)
    inside = {0: Fraction(1)}
    for n in range(1, 41):
        after: dict[int, Fraction] = {}
        for seen, chance in inside.items():
            for more, step in ((0, 1 - p), (1, p)):
                after[seen + more] = after.get(seen + more, 0) + chance * step
        inside = {
            seen: chance
            for seen, chance in after.items()
            if n < FIRST or not _is_outside(seen, n, HITS)
        }
        if n in MARKS:
            left = 1 - sum(inside.values())
            assert _ever(counted, HITS)[MARKS.index(n)] == pytest.approx(float(left), abs=1e-12)


def test_more_than_half_leave_at_some_time_and_a_mistake_is_found_at_last():
    assert 0.55 < _ever(HITS, HITS)[-1] < 0.6
    assert 0.04 < _once(ROLLS, HITS, HITS) < 0.06
    assert _once(100, HITS + 8, HITS) < 0.2
    assert _once(ROLLS, HITS + 8, HITS) > 0.9999


def test_the_classes_are_as_the_exact_figures_expect():
    page = funnel(seed=3)
    expected = _ever(HITS, HITS)[-1]
    assert abs(page.state["left"] / CLASSES - expected) < 4 * sqrt(
        expected * (1 - expected) / CLASSES
    )
    for run in page.runs:
        assert len(run.hits) == len(MARKS)
        assert sorted(run.hits) == list(run.hits)
        for n, seen in zip(MARKS, run.hits, strict=True):
            if _is_outside(seen, n, HITS):
                assert run.left is not None
                assert run.left <= n


class Fixed:
    """A generator that gives the numbers of a list."""

    def __init__(self, numbers):
        self.random = iter(numbers).__next__


def test_a_class_that_leaves_and_comes_back_has_left():
    hits = [0.0] * 30 + [0.999] * 8  # the first rolls all hit: far too many
    tail = [0.0 if n % 5 else 0.999 for n in range(ROLLS)]
    run = _run(Fixed(hits + tail), HITS, HITS)
    assert run.left is not None
    assert run.left <= 30
    assert not _is_outside(run.hits[MARKS.index(100)], 100, HITS)


def test_marks_and_figures_follow_the_slider():
    page = funnel()
    for place in (0, 20, 60):
        version = page.version
        page.receive({"do": "set", "key": "rolls", "action": str(place)})
        assert page.version == version
        states = [page._table[f"c{number}"][place] for number in range(CLASSES)]
        assert page.state["rolls"] == MARKS[place]
        assert page.state["outside"] == states.count(2) == int(page._table["once"][place])
        assert page.state["left"] == CLASSES - states.count(0) == int(page._table["ever"][place])
    page.receive({"do": "set", "key": "rolls", "action": "999"})
    assert page.state["rolls"] == ROLLS


def test_the_funnel_can_be_straightened_and_other_classes_come():
    page = funnel()
    before = page.runs
    page.receive({"do": "straight"})
    assert "+2 SE" in page.html
    assert page.runs is before
    page.receive({"do": "luck"})
    assert page.runs != before
    page.receive({"do": "restart"})
    page.receive({"do": "guess"})
    assert page.runs == before
    assert page.state["guess"] == 50


def test_before_the_guess_no_class_has_rolled():
    page = find("funnel", {})
    words = re.sub("<[^>]*>", " ", page.html) + page.said + page.still()["text/plain"]
    assert "on average" not in words
    assert 'class="lk-class"' not in page.html
    page.receive({"do": "wrong"})
    page.receive({"do": "luck"})
    assert (page.program, page.seed) == ("right", 0)


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"row": [5]}, "row must hold a llama"),
        ({"program": "good"}, "program must be one of 'right', 'wrong'"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"classes": 10}, "'funnel' starts from row, program, seed, not 'classes'"),
    ],
)
def test_a_bad_start_is_refused_and_says_what_is_allowed(start, says):
    with pytest.raises(lk.InputError, match=re.escape(says)):
        lk.explore("funnel", **start)
