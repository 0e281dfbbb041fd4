"""A hand from a deck, without a browser."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

import llamakit as lk
from llamakit import exact
from llamakit.explorers import find
from llamakit.explorers.hand import COPIES, MOST_CARDS, MOST_HANDS
from llamakit.games.cards import VALUES, penalty


def hand(**start):
    """Return the explorer with the truth shown."""
    made = find("hand", start)
    made.receive({"do": "show"})
    return made


def share(text: str) -> float:
    return float(text.split()[-2]) / 100


@pytest.mark.parametrize("values", [["L"], [5, 6], VALUES])
def test_every_cell_of_the_table_shows_the_exact_figures(values):
    page = hand(values=values)
    m = len(set(values))
    for (i, copies), size in product(enumerate(COPIES), range(1, MOST_CARDS + 1)):
        cell = {name: rows[i][size - 1] for name, rows in page._table.items()}
        q = Fraction(m, 7)
        with_back = [comb(size, k) * q**k * (1 - q) ** (size - k) for k in range(size + 1)]
        if copies is None:
            kept = with_back
        else:
            total, marked = 7 * copies, m * copies
            kept = [
                Fraction(comb(marked, k) * comb(total - marked, size - k), comb(total, size))
                for k in range(size + 1)
            ]
        assert share(cell["none"]) == pytest.approx(float(kept[0]), abs=6e-4)
        assert share(cell["none_back"]) == pytest.approx(float(with_back[0]), abs=6e-4)
        top = share(cell["full_counts"])
        for k in range(MOST_CARDS + 1):
            p, b = (dist[k] if k <= size else 0 for dist in (kept, with_back))
            assert cell[f"a{k}"] == pytest.approx(184 * float(p) / top, abs=0.06)
            assert cell[f"b{k}"] == pytest.approx(184 * float(b) / top, abs=0.06)
            assert max(cell[f"a{k}"], cell[f"b{k}"]) <= 184
        mean = sum(k * p for k, p in enumerate(kept))
        variance = sum(k * k * p for k, p in enumerate(kept)) - mean**2
        assert mean == size * q
        assert float(cell["mean"].split()[-1]) == pytest.approx(float(mean), abs=6e-4)
        assert float(cell["variance"].split()[-1]) == pytest.approx(float(variance), abs=6e-4)
        if copies is not None and m < 7:
            factor = Fraction(re.search(r"= (\d+/\d+)", cell["smaller"])[1])
            assert variance == size * q * (1 - q) * factor
        points = float(re.search(r"= ([\d.]+) points", cell["points"])[1])
        assert points == pytest.approx(float(lk.llama.hand_penalty(size, copies).mean), abs=6e-3)


@pytest.mark.parametrize(("copies", "size"), [(2, 3), (3, 4), (None, 4)])
def test_the_penalty_of_a_hand_is_counted_one_by_one(copies, size):
    if copies is None:
        hands = Counter(map(penalty, product(VALUES, repeat=size)))
    else:
        hands = Counter(map(penalty, combinations(VALUES * copies, size)))
    found = lk.llama.hand_penalty(size, copies)
    assert {points: found[points] for points in found} == {
        points: Fraction(n, hands.total()) for points, n in hands.items()
    }


def test_not_putting_back_and_putting_back_against_counting():
    deck = [1, 1, 0, 0, 0]
    counted = Counter(map(sum, combinations(deck, 3)))
    assert exact.hypergeometric(5, 2, 3) == exact.Distribution(counted)
    counted = Counter(map(sum, product(deck, repeat=3)))
    assert exact.binomial(3, Fraction(2, 5)) == exact.Distribution(counted)
    for wrong in ((5, 6, 1), (5, 2, 6), (-1, 0, 0), (5.0, 2, 1)):
        with pytest.raises(lk.InputError, match="must be a whole number"):
            exact.hypergeometric(*wrong)
    with pytest.raises(lk.InputError, match="share must be from 0 to 1"):
        exact.binomial(3, Fraction(3, 2))
    with pytest.raises(lk.InputError, match="not exact"):
        exact.binomial(3, 0.5)


def test_hands_are_drawn_as_the_deck_allows_and_counted():
    page = hand(cards=12, copies=2, seed=3)
    for do in ("1", "10", "1000"):
        page.receive({"do": "draw", "action": do})
    assert page.state["hands"] == 1011
    assert len(page.last) == 12
    assert max(Counter(page.last).values()) <= 2
    exact_mean = float(page.state["mean_penalty"])
    seen = sum(points * n for points, n in page.penalties.items()) / 1011
    error = float(lk.llama.hand_penalty(12, 2).variance / 1011) ** 0.5
    assert abs(seen - exact_mean) < 4 * error
    again = hand(cards=12, copies=2, seed=3)
    again.receive({"do": "draw", "action": "1"})
    first = again.last
    again.receive({"do": "restart"})
    again.receive({"do": "guess"})
    again.receive({"do": "draw", "action": "1"})
    assert again.last == first


def test_hands_drawn_are_shown_only_where_they_were_drawn():
    page = hand()
    page.receive({"do": "draw", "action": "10"})
    drawn = page._table["drawn"]
    assert sum(map(sum, drawn)) == drawn[COPIES.index(8)][5] == 1
    version = page.version
    page.receive({"do": "set", "key": "cards", "action": "3"})
    page.receive({"do": "set", "key": "copies", "action": "99"})
    assert page.version == version
    assert (page.state["cards"], page.state["copies"], page.state["hands"]) == (4, None, 10)
    page.receive({"do": "draw", "action": "1"})
    assert page.state["hands"] == 1
    assert len(page.last) == 4


def test_no_more_hands_than_the_limit():
    page = hand()
    page.counted[0] = MOST_HANDS - 5
    page.receive({"do": "draw", "action": "1000"})
    assert page.state["hands"] == MOST_HANDS
    assert page.html.count("disabled") == 3


def test_the_kind_is_chosen_by_clicking_and_never_empty():
    page = find("hand", {})
    page.receive({"do": "values", "action": "6"})
    assert page.state["values"] == (6, lk.LLAMA)
    assert "none of them is a 6 or a llama?" in page.said
    page.receive({"do": "values", "action": "6"})
    page.receive({"do": "values", "action": "L"})
    assert page.state["values"] == (lk.LLAMA,)
    page.receive({"do": "guess"})
    assert "No llama among 6 cards of 56: <b>92966/245973 ≈ 37.8 %" in page.html
    page.receive({"do": "values", "action": "1"})
    assert page.state["guess"] is None
    page.receive({"do": "again"})
    assert "a 1 or a llama?" in page.said


def test_before_the_guess_nothing_gives_the_answer_away():
    page = find("hand", {})
    words = re.sub("<[^>]*>", " ", page.html) + page.said + page.still()["text/plain"]
    assert "37.8" not in words
    assert "data-columns" not in page.html.replace('lk-ask" data-key="ask" data-columns', "")
    page.receive({"do": "draw", "action": "10"})
    assert page.state["hands"] == 0


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"cards": 13}, "cards must be a whole number from 1 to 12"),
        ({"copies": 9}, "copies must be one of 2, 3"),
        ({"values": []}, "values must hold a card"),
        ({"values": [8]}, "unknown card 8"),
        ({"deck": 56}, "'hand' starts from cards, copies, values, seed, not 'deck'"),
    ],
)
def test_a_bad_start_is_refused_and_says_what_is_allowed(start, says):
    with pytest.raises(lk.InputError, match=re.escape(says)):
        lk.explore("hand", **start)
