"""When to stop, without a browser."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

import llamakit as lk
from llamakit.exact.figures import exact
from llamakit.explorers import find
from llamakit.games.chinchiller.rules import CHINCHILLER, NOT_ROLLED, sand, without_sand

OTHER_DICE = [
    [2, 4, 6, 8, "x2", "chinchiller"],
    [1, 1, 5, "x2", "x2", "chinchiller"],
    [5, 5, 5, 5, 5, "chinchiller"],
    [100, "x2", "x2", "chinchiller", "chinchiller", "chinchiller"],
]


def stop(**start):
    """Return the explorer with the truth shown."""
    made = find("stop", start)
    made.receive({"do": "show"})
    return made


@pytest.mark.parametrize("die", [None, *OTHER_DICE])
def test_blocks_are_coloured_as_the_best_turn_plays(die):
    page = stop(die=die)
    for place, turn in enumerate(page.turns):
        for roll, choice in turn.policy.items():
            kept = sorted(without_sand(roll), key=str)
            for situation in page.situations:
                if sorted(situation.kept, key=str) == kept:
                    stops = page.columns[f"{situation.letter}{sand(roll)}"][place]
                    assert stops == (choice == "stop")


@pytest.mark.parametrize("die", [None, *OTHER_DICE])
def test_the_equations_hold_and_give_what_rolling_on_is_worth(die):
    page = stop(die=die)
    for place in range(0, len(page.prices), 7):
        for situation in page.situations:
            line = page.columns[f"why{situation.letter}"][place].replace("−", "-")
            left, right, solved = re.fullmatch(
                r"(.*) = (.*), so [TXC] = ([^ ]*)(?: ≈.*)?", line
            ).groups()
            worth = Fraction(solved)
            assert worth == page._rolling(situation, place)
            right = re.sub(r"\([a-z ]+\)", "", right)
            right = re.sub(r"(\d+) [TXC]", rf"\1 * ({worth})", right).replace("·", "*")
            value = eval(re.sub(r"(\d+)", r"Fraction(\1)", right), {"Fraction": Fraction})
            assert value == int(left.split()[0]) * worth


def test_the_highest_line_is_the_best_turn_at_every_price():
    page = stop()
    assert page.breaks == [
        3,
        Fraction(43, 6),
        8,
        12,
        Fraction(404, 17),
        32,
        Fraction(100, 3),
        Fraction(166, 3),
        Fraction(236, 3),
    ]
    for price, turn in zip(page.prices, page.turns, strict=True):
        lines = [exact(piece.mean) - price * exact(piece.eye) for piece in page.pieces]
        assert max(lines) == turn.value == turn.outcomes.mean - price * turn.eye
        shown = [page.columns[f"piece{n}"][page.prices.index(price)] for n in range(len(lines))]
        assert sum(shown) == 1
        assert lines[shown.index(1)] == max(lines)


def enumerate_turn(stops, price):
    """Return what a turn with the usual die is worth: its equations, solved by hand.

    ``stops`` are the least sums to stop at with two numbers, beside ×2 and beside a chinchiller.
    """
    numbers, both, doubled, alone = (1, 3, 6, 12), *map(Fraction, stops)
    kept = {
        "x2": [2 * n for n in numbers if 2 * n >= doubled],
        "chinchiller": [n for n in numbers if n >= alone],
    }
    worth = {
        face: (sum(sums) - price * (1 if face == "x2" else 2)) / Fraction(2 + len(sums))
        for face, sums in kept.items()
    }
    total, again = Fraction(0), 0
    for roll in product((*numbers, "x2", CHINCHILLER), repeat=2):
        now, rest = sand(roll), set(roll) - set(numbers)
        if not now:
            total -= price * (CHINCHILLER in roll)
        elif not rest:
            total, again = (total + now, again) if now >= both else (total, again + 1)
        else:
            face = rest.pop()
            least = doubled if face == "x2" else alone
            total += now if now >= least else worth[face]
    return total / (36 - again)


@pytest.mark.parametrize("place", range(10))
def test_the_rule_that_was_guessed_is_worth_what_is_said(place):
    page = find("stop", {})
    page.receive({"do": "set", "key": "guess", "action": str(place)})
    page.receive({"do": "guess"})
    mean, eye = page._mine()
    worth = enumerate_turn((page.state["guess"], 6, 1), Fraction(20))
    assert exact(mean) - 20 * exact(eye) == worth
    verdict = page._verdict()
    assert ("exactly right" in verdict) == (worth == Fraction(557, 75))
    assert str(worth) in verdict or worth == Fraction(557, 75)


def test_before_the_guess_the_rule_is_not_told():
    page = find("stop", {})
    words = re.sub("<[^>]*>", " ", page.html) + page.said + page.still()["text/plain"]
    assert "557" not in words
    assert "7.43" not in words
    assert "data-on" not in page.html
    page.receive({"do": "set", "key": "price", "action": "0"})
    page.receive({"do": "later"})
    assert page.eye_cost == 20


def test_the_price_can_be_set_and_goes_from_change_to_change():
    page = stop(eye_cost=Fraction(41, 2))
    version = page.version
    page.receive({"do": "set", "key": "price", "action": "0"})
    assert page.version == version
    assert page.state["eye_cost"] == 0
    assert page.state["stop_from"] == {
        "with two numbers": 12,
        "beside ×2": 12,
        "beside a chinchiller": 6,
    }
    page.receive({"do": "set", "key": "price", "action": "9999"})
    assert page.state["eye_cost"] == 100
    page.receive({"do": "earlier"})
    assert page.state["eye_cost"] == Fraction(236, 3)
    assert page.said.startswith("An eye costs 236/3 sand. Stop from 2 with two numbers")
    for _ in range(12):
        page.receive({"do": "earlier"})
    assert page.state["eye_cost"] == 3
    page.receive({"do": "restart"})
    assert page.state["eye_cost"] == Fraction(41, 2)


def test_any_rule_is_a_straight_line():
    turn = lk.chinchiller.best_turn(20)
    assert lk.chinchiller.turn_line(turn.policy) == (turn.outcomes.mean, turn.eye)
    never = dict.fromkeys(turn.policy, "reroll")
    mean, eye = lk.chinchiller.turn_line(never)
    assert (mean, eye) == (0, Fraction(3, 4))


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"eye_cost": -1}, "eye_cost must be from 0 to 100"),
        ({"eye_cost": 101}, "eye_cost must be from 0 to 100"),
        ({"eye_cost": 2.5}, "not exact"),
        ({"die": [1, 2]}, "six faces"),
        ({"die": ["x2", "chinchiller"] * 3}, "no number"),
        ({"price": 3}, "'stop' starts from eye_cost, die, not 'price'"),
    ],
)
def test_a_bad_start_is_refused_and_says_what_is_allowed(start, says):
    with pytest.raises(lk.InputError, match=re.escape(says)):
        lk.explore("stop", **start)


def test_situations_that_cannot_come_are_left_out():
    page = stop(die=[5, 5, 5, 5, 5, "chinchiller"])
    assert [situation.letter for situation in page.situations] == ["T", "C"]
    assert page.situations[0].kept == NOT_ROLLED
