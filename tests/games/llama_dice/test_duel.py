"""Two players solved: against the rules, a slow recursion, NumPy against fractions, and in play."""

from __future__ import annotations

import dataclasses
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from amounts import amount

import llamakit as lk
from llamakit.engine.state import InputError
from llamakit.exact.solver import positions, solve
from llamakit.games.cards import LLAMA, VALUES, cards, fewest_tokens, penalty, without
from llamakit.games.llama_dice import duel, two_players
from llamakit.games.llama_dice.alone import THREE_LLAMAS
from llamakit.games.llama_dice.duel import Duel, leads
from llamakit.games.llama_dice.duel_arrays import InArrays
from llamakit.games.llama_dice.duel_lists import InLists
from llamakit.games.llama_dice.odds import ADVISED_POSITIONS, advice
from llamakit.games.llama_dice.rules import (
    Rules,
    discards,
    make_dice,
    pairings,
    rolls,
    takes,
)

L = LLAMA
NO_LLAMAS = [[1, 2, 3, 4, 5, 6]] * 3
MANY_LLAMAS = [[1, 2, L, L, L, L], [1, 1, 2, 2, 2, L], [1, 2, 2, 2, L, L]]


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    monkeypatch.setattr(duel, "_kept", [])


class Slowly:
    """The same once more: plain recursion in fractions, straight from the definition."""

    def __init__(self, dice=None):
        self.rolls = rolls(make_dice(dice))
        self.chance = Fraction(self.rolls[THREE_LLAMAS], 216)
        self.alone, self.actions = cache(self._alone), cache(self._actions)

    @staticmethod
    def token(points):
        return 10 if points >= 10 else min(points, 1)

    def _alone(self, row, middle, points):
        if not row:
            return Fraction(self.token(points))
        total = Fraction(0)
        for roll, ways in self.rolls.items():
            if roll != THREE_LLAMAS:
                left = [without(row, one.values) for one in discards(row, roll)]
                hits = [self.alone(one, middle, points) for one in left]
                total += ways * max(hits, default=-penalty(row + middle))
        if back := self.token(points):
            again = self.alone(row, middle, points - back)
            rolling = total / 216 + self.chance * (back + again)
        else:
            rolling = total / 216 / (1 - self.chance)
        return max(rolling, Fraction(-penalty(row)))

    def rest(self, own, other, middle, points, others):
        """Return the part of the lead that comes from all rolls but three llamas."""
        total = Fraction(0)
        for roll, ways in self.rolls.items():
            if roll == THREE_LLAMAS:
                continue
            if found := discards(own, roll):
                after = [(without(own, one.values), middle) for one in found]
            else:
                after = [
                    (tuple(sorted(own + one.values)), without(middle, one.values))
                    for one in takes(middle, roll)
                ]
            after = after or [(own + middle, ())]
            total += ways * max(
                penalty(other) - penalty(row) + (0 if row else self.token(points))
                if not row or not rest
                else -self.lead(other, row, rest, others, points)
                for row, rest in after
            )
        return total / 216

    def lead(self, *position):
        return max(self.actions(*position))

    def _actions(self, own, other, middle, points, others):
        """Return what rolling and quitting are worth."""
        quits = -penalty(own) - self.alone(other, middle, others)
        rest = self.rest(own, other, middle, points, others)
        if back := self.token(points):
            later = self.lead(other, own, middle, others, points - back)
            return rest + self.chance * (back - later), quits
        if others:
            return rest - self.chance * self.lead(other, own, middle, others, points), quits
        stays = -penalty(other) - self.alone(own, middle, points)
        theirs = self.rest(other, own, middle, others, points)
        both = (rest - self.chance * theirs) / (1 - self.chance**2)
        value = max(quits, min(rest - self.chance * stays, both))
        return rest - self.chance * max(stays, theirs - self.chance * value), quits


def some_cards(rng, most):
    return cards(rng.choice([*VALUES]) for _ in range(rng.randint(1, most)))


def some_position(rng, most=4, llama_row=3, points=(0, 0, 0, 1, 2, 12), dice=None):
    """Return a position in the middle of a round, as two_players takes it."""
    rows = [some_cards(rng, most), some_cards(rng, most)]
    middle = cards(rng.sample(VALUES, rng.randint(1, llama_row)))
    return Duel(tuple(rows), middle, (rng.choice(points), rng.choice(points)), make_dice(dice))


def asked(at):
    return two_players(at.rows, at.llama_row, at.points, at.dice, progress=False)


# Every small deck, by the rules themselves

SMALL = [
    {"numbers": 1, "copies": 1, "hand": 1, "dice": [[1, 1, 1, L, L, L]] * 3},
    {"numbers": 2, "copies": 1, "hand": 1, "dice": [[1, 2, 1, 2, L, L]] * 3},
    {"numbers": 2, "copies": 1, "hand": 1, "dice": MANY_LLAMAS},
    {"numbers": 2, "copies": 1, "hand": 1, "dice": [[1, 1, 2, 2, 1, 2]] * 3},
    {"numbers": 1, "copies": 2, "hand": 2, "dice": [[1, 1, 1, 1, L, L]] * 3},
]
LARGER = [
    {"numbers": 2, "copies": 1, "hand": 2, "dice": [[1, 2, 1, 2, L, L]] * 3},
    {"numbers": 2, "copies": 2, "hand": 2, "dice": MANY_LLAMAS},
    {"numbers": 3, "copies": 1, "hand": 1, "dice": [[1, 2, 3, 3, L, L]] * 3},
    {"numbers": 3, "copies": 1, "hand": 2, "dice": [[1, 2, 3, 3, L, L]] * 3},
]


def by_the_rules(state):
    """Return the mover's lead at a position by ``exact.solve``, and what the actions are worth."""
    model = positions(state, until=lambda after: after.is_round_over)
    solution = solve(model, payoff=lambda end: end.lead(0), minimise=lambda at: at.player == 1)
    sign, now = (1 if state.turn == 0 else -1), state.lead(0)
    return {
        str(one): sign * (solution.fractions[state.apply(one)] - now)
        for one in state.legal_actions()
    }


def slow(*given):
    return pytest.param(*given, marks=pytest.mark.slow)


def check_every_deal(options, points=(0, 0), every=1):
    start = Rules(**options).start()
    for deal, _ in start.chance_outcomes()[::every]:
        state = dataclasses.replace(start.apply(deal), points=points)
        found = two_players(deal, state.llama_row, points, state.rules.dice)
        worths = by_the_rules(state)
        assert (found.error, found.actions) == (0, worths), deal
        assert found.value == max(worths.values())
        assert worths[found.action] == found.value


@pytest.mark.clause("D6", "D7", "D8", "D9", "D10", "D11")
@pytest.mark.parametrize("options", [*SMALL[:2], slow(SMALL[2]), *SMALL[3:]])
def test_every_deal_of_a_small_deck_by_the_rules(options):
    check_every_deal(options)


@pytest.mark.clause("D6", "D12", "G4", "G5")
@pytest.mark.parametrize("points", [(1, 0), (0, 2), (2, 1), (10, 0), (11, 1)])
def test_a_small_deck_with_tokens_held_by_the_rules(points):
    """Whoever may choose which token to return, or none, does no better than with the largest."""
    check_every_deal(SMALL[0], points)


@pytest.mark.slow
@pytest.mark.parametrize("options", LARGER[: amount(2, 4)])
def test_every_deal_of_larger_decks_by_the_rules(options):
    check_every_deal(options, every=amount(2, 1))


HELD = [(1, (3, 2)), (1, (0, 11)), (1, (0, 21)), (2, (3, 2)), (2, (0, 11))]


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "points"), HELD[: amount(1, 5)])
def test_a_larger_deck_with_tokens_held_by_the_rules(deck, points):
    check_every_deal(SMALL[deck], points, every=amount(3, 1))


@pytest.mark.parametrize(
    ("options", "points"),
    [
        (SMALL[0], (1, 10)),
        (SMALL[4], (0, 0)),
        *[slow(SMALL[n], (2, 1)) for n in (4, 1, 2)[: amount(1, 3)]],
    ],
)
def test_every_decision_of_a_round_by_the_rules(options, points):
    rng, seen = Random(2), set()
    start = Rules(**options).start()
    for deal, _ in 2 * start.chance_outcomes()[:4]:
        state = dataclasses.replace(start.apply(deal), points=points)
        while not state.is_round_over:
            if state.is_chance:
                state = state.apply(state.sample(rng))
                continue
            if all(state.active) and state.rows[state.turn]:
                values, error = leads(state.view(state.turn))
                assert error == 0
                assert {str(one): value for one, value in values.items()} == by_the_rules(state)
                seen.add(state.phase)
            choices = ["roll"] if state.phase == "turn" else state.legal_actions()
            state = state.apply(rng.choice(choices))
    assert {"turn", "discard"} < seen
    assert ("return" in seen) == bool(sum(points))


# Positions in the middle of a round, by the slow recursion


@pytest.mark.parametrize(
    ("seed", "dice"), [(1, None), (2, None), (3, pairings()[7]), (4, NO_LLAMAS), (5, MANY_LLAMAS)]
)
def test_positions_in_the_middle_by_plain_recursion(seed, dice):
    rng, slowly = Random(seed), Slowly(dice)
    for _ in range(6):
        at = some_position(rng, llama_row=2, dice=dice)
        roll, quits = slowly.actions(*at.rows, at.llama_row, *at.points)
        found = asked(at)
        assert found.error == 0, at
        assert found.actions == {"roll": roll, "quit": quits}, at
        assert found.action == ("roll" if roll > quits else "quit")


@pytest.mark.slow
def test_larger_positions_in_the_middle_by_plain_recursion(monkeypatch):
    monkeypatch.setattr(duel, "EXACT_POSITIONS", 0)
    rng, slowly = Random(7), Slowly()
    for _ in range(amount(6, 25)):
        at = some_position(rng, most=5, llama_row=3, points=(0, 0, 0, 10))
        worths = slowly.actions(*at.rows, at.llama_row, *at.points)
        found = asked(at)
        for value, worth in zip(found.actions.values(), worths, strict=True):
            assert abs(value - worth) <= found.error < 1e-9, at


# Arrays against fractions


def check_arrays(at, paid, kept=True):
    """Compare all that can follow a position, of every kind."""
    exactly, fast = InLists(at, paid), InArrays(at, paid, kept)
    assert [*exactly.solving()][-1] == [*fast.solving()][-1] == 1
    seen = 0
    for (middle, tables), seat in product(fast._tables.items(), (0, 1)):
        states = list(product(range(len(paid[0])), range(len(paid[1]))))
        for state in states:
            for other, column in exactly._after[state][seat][middle].items():
                for own in column if other else ():
                    given = fast.after(seat, own, other, middle, state)
                    assert (
                        abs(given - exactly.after(seat, own, other, middle, state)) <= fast.rounding
                    )
                    seen += 1
        for row, state in product(exactly._rows(seat, middle), range(len(paid[seat]))):
            given = fast.alone(seat, row, middle, state)
            assert abs(given - exactly.alone(seat, row, middle, state)) <= fast.rounding
        assert tables[seat].dtype == fast.type
    assert seen
    return fast.rounding


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dice", [None, pairings()[3], NO_LLAMAS, MANY_LLAMAS])
def test_arrays_hold_what_fractions_do(seed, dice):
    at = some_position(Random(seed), most=3, llama_row=3, dice=dice)
    paid = tuple((*fewest_tokens(points), 0) for points in at.points)
    assert check_arrays(at, paid) < 1e-9


@pytest.mark.parametrize("paid", [((10,), (0,)), ((1, 0), (10, 1)), ((10, 1), (1,))])
def test_arrays_with_tokens_that_come_back_again_and_again(paid):
    at = some_position(Random(8), most=3, points=(0,))
    check_arrays(at, paid)
    assert check_arrays(at, paid, kept=False) > 1e-9  # single precision, and the largest llama rows


def test_arrays_of_dice_that_match_next_to_nothing():
    at = Duel(((1, 3, 3), (5,)), (4, 6), (0, 0), make_dice([[1, 1, 1, 1, 1, 2]] * 3))
    check_arrays(at, ((0,), (0,)))


# Tokens that are not counted


@pytest.mark.clause("D6", "D12", "G4")
def test_what_is_left_out_changes_no_more_than_is_said(monkeypatch):
    rng, slowly, cut = Random(4), Slowly(), 0
    monkeypatch.setattr(duel, "EXACT_POSITIONS", 0)
    monkeypatch.setattr(duel, "TOLERANCE", 0.2)
    for _ in range(25):
        at = some_position(rng, most=2, llama_row=2, points=(0, 3, 4, 10, 12, 20))
        if at.places > 300:
            continue
        found = asked(at)
        worths = slowly.actions(*at.rows, at.llama_row, *at.points)
        for value, worth in zip(found.actions.values(), worths, strict=True):
            assert abs(value - worth) <= found.error
        cut += found.error > 1e-6
    assert cut > 3


def test_overpaid_is_the_mean_of_what_is_paid_too_much():
    """Three llamas before the 18th other roll, one return more at the end: simulated."""
    rng, total, n = Random(1), 0, 40_000
    held = fewest_tokens(12)
    for _ in range(n):
        returns, others = 1, 0
        while others < 18:
            llamas = rng.random() < 8 / 216
            returns, others = returns + llamas, others + (not llamas)
        total += sum(10 - (held[at] if at < 3 else 0) for at in range(returns))
    assert total / n == pytest.approx(duel.overpaid((10,), 12, 18, 8), rel=0.03)


def test_few_tokens_are_counted_and_little_is_overpaid():
    for points in range(40):
        paid = duel.counted(points, 8, duel.TOLERANCE)
        assert len(paid) <= 5
        assert paid == (*fewest_tokens(points), 0)[: len(paid)]
        assert duel.overpaid(paid, points, 18, 8) <= duel.TOLERANCE
        assert duel.counted(points, 8, 0) == (*fewest_tokens(points), 0)


def test_more_is_left_out_where_there_would_be_too_many_positions(monkeypatch):
    at = Duel((cards([1, 2, 3]), cards([4, 5, L])), cards([1, 2, 5]), (23, 14), make_dice())
    fine = asked(at)
    monkeypatch.setattr(duel, "MOST_POSITIONS", 4 * at.places)
    monkeypatch.setattr(duel, "_kept", [])
    coarse = asked(at)
    assert fine.error < 0.002 < coarse.error
    assert abs(fine.value - coarse.value) <= fine.error + coarse.error


# Played


@pytest.mark.parametrize(
    ("rows", "middle", "points"),
    [([(2, 5, L), (1, 3, 3)], (1, L), (0, 0)), ([(1, 6), (2, 6)], (2, L), (12, 3))],
)
def test_rounds_played_as_solved_come_to_their_worth(rows, middle, points, comes_to_its_worth):
    state = lk.llama_dice.position(rows[0], middle, others=rows[1:], points=points)
    assert advice(state.view(0))
    assert comes_to_its_worth(state, advice, seed=3, n=400)


@pytest.mark.slow
def test_full_deals_played_as_solved_come_to_their_worth():
    """The lead of the starter over many rounds of one full deal, all decisions as solved."""
    state = Rules().start().apply([[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, L]])
    rng, ends = Random(3), []
    worth = two_players(state.rows, state.llama_row, progress=False)
    for _ in range(amount(400, 2_000)):
        after = state
        while not after.is_round_over:
            if after.is_chance:
                after = after.apply(after.sample(rng))
            else:
                view = after.view(after.turn)
                values = leads(view) or ({one.action: one.value for one in advice(view)}, 0)
                after = after.apply(max(values[0], key=values[0].__getitem__))
        ends.append(after.lead(0))
    mean = sum(ends) / len(ends)
    error = (sum((end - mean) ** 2 for end in ends)) ** 0.5 / len(ends)
    assert abs(mean - worth.value) < 4 * error
    # What is small is solved once more exactly; nothing else is solved twice.
    assert sum(solved.positions > duel.EXACT_POSITIONS for solved in duel._kept) == 1


# What holds everywhere, and what does not


def lead_after(own, other, middle, points=(0, 0)):
    """Return the lead of a player when it is the other's turn."""
    return -two_players([other, own], middle, points[::-1], progress=False).value


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_better_than_to_empty_the_row(seed):
    """The other could quit at once, and one would get no more than the other's cards."""
    rng = Random(seed)
    for _ in range(15):
        at = some_position(rng, most=3, points=(0,))
        assert lead_after(*at.rows, at.llama_row) <= penalty(at.rows[1])


@pytest.mark.parametrize("seed", range(4))
def test_a_token_more_never_hurts(seed):
    rng = Random(seed)
    for _ in range(8):
        at = some_position(rng, most=2, llama_row=2, points=(0, 1, 3))
        richer = at._replace(points=(at.points[0] + 1, at.points[1]))
        blacker = at._replace(points=(at.points[0] + 10, at.points[1]))
        assert asked(at).value <= asked(richer).value <= asked(blacker).value


def test_it_can_be_bad_to_be_on_turn():
    """Either of the two would rather wait for the other to roll."""
    turn = two_players([[1, 1], [2]], [1]).value
    assert turn < lead_after([1, 1], [2], [1])


def test_it_can_be_bad_to_hold_fewer_cards():
    """What lies in the row is safe to roll: a match for it is no drama."""
    more, fewer = two_players([[2, 4], [1]], [2]), two_players([[4], [1]], [2])
    assert fewer.value - more.value == -Fraction(441, 21632)


def test_it_can_be_bad_to_hold_fewer_copies():
    rows = [[1, 2, 5, 6, L], [4, 4, 4]]
    fewer = two_players(rows, [2, L]).value
    assert fewer < two_players([[*rows[0], L], rows[1]], [2, L]).value - 0.7


@pytest.mark.clause("D7")
def test_it_can_be_right_to_put_aside_less_than_the_dice_allow():
    kept, gone = lead_after([1, L], [1, 1], [L]), lead_after([L], [1, 1], [L])
    assert gone - kept == -Fraction(337, 1352)
    state = lk.llama_dice.position([1, 1, L], ["L"], others=[[1, 1]], roll=[1, 1, 6])
    best = advice(state.view(0))[0]
    assert str(best.action) in ("discard 1", "discard 1 1")


# Advice


def test_advice_is_given_below_a_fixed_number_of_positions():
    rng, seen = Random(5), set()
    for _ in range(30):
        at = some_position(rng, most=4, llama_row=5, points=(0, 0, 3, 17))
        view = lk.llama_dice.position(
            at.rows[0], at.llama_row, others=[at.rows[1]], points=at.points
        ).view(0)
        known = advice(view)
        few = duel.counted_for(at)[1] <= ADVISED_POSITIONS
        assert bool(known) == few
        seen.add(few)
        if known:
            found = asked(at)
            assert str(known[0].action) == found.action or known[1].cost == 0
            assert all(float(one.error) == 2 * found.error for one in known)
            assert all(one.proven for one in known)
    assert seen == {True, False}


def test_advice_is_the_same_without_numpy(monkeypatch):
    rng, found = Random(9), {}
    ats = [some_position(rng, most=4, llama_row=4, points=(0, 0, 12)) for _ in range(40)]
    ats = [at for at in ats if duel.EXACT_POSITIONS < duel.counted_for(at)[1] <= 20_000][:3]
    assert ats
    for numpy in (True, False):
        if not numpy:
            monkeypatch.setitem(sys.modules, "numpy", None)
            monkeypatch.delitem(sys.modules, "llamakit.games.llama_dice.duel_arrays")
        monkeypatch.setattr(duel, "_kept", [])
        found[numpy] = []
        for at in ats:
            state = lk.llama_dice.position(
                at.rows[0], at.llama_row, others=[at.rows[1]], points=at.points
            )
            found[numpy] += advice(state.view(0))
    assert {type(one.value) for one in found[True]} == {float}
    assert float not in {type(one.value) for one in found[False]}
    for with_numpy, without_it in zip(*found.values(), strict=True):
        assert with_numpy.action == without_it.action
        assert float(with_numpy.value) == pytest.approx(float(without_it.value), abs=1e-9)
        assert float(with_numpy.cost) == pytest.approx(float(without_it.cost), abs=1e-9)


def test_without_numpy_large_positions_are_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "llamakit.games.llama_dice.duel_arrays", raising=False)
    with pytest.raises(InputError, match="too many without NumPy"):
        two_players([[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, L]], VALUES)


# What is remembered


def test_what_follows_a_solved_position_is_remembered(monkeypatch):
    at = Duel((cards([1, 2, 6]), cards([3, 3, L])), cards([2, 4, L]), (12, 0), make_dice())
    first, rng = asked(at), Random(1)
    monkeypatch.setattr(duel, "Solved", None)  # nothing more is solved
    assert asked(at) == first
    later = [([2, 6], [3, 3, L], [2, 4, L]), ([3, 3, L], [1, 2, 2, 6], [4, L]), ([3], [1], [2])]
    for own, other, middle in later:
        points = (0, 12) if 1 in other or 2 in other else (12, 0)
        two_players([own, other], middle, points, progress=False)
    with pytest.raises(TypeError):  # both cannot have taken the 2
        two_players([[1, 2, 2], [2, 3]], [4], (12, 0), progress=False)
    assert rng


def test_the_answer_does_not_depend_on_what_is_remembered():
    rng = Random(2)
    for _ in range(6):
        large = some_position(rng, most=4, llama_row=4, points=(0, 5, 16, 24))
        own = large.rows[0][1:] or large.rows[0]
        small = large._replace(rows=(large.rows[1], own), points=large.points[::-1])
        duel._kept[:] = []
        fresh = asked(small)
        duel._kept[:] = []
        asked(large)
        again = asked(small)
        assert type(again.value) is type(fresh.value)
        assert again.error == pytest.approx(fresh.error, rel=1e-6, abs=1e-10)
        assert float(again.value) == pytest.approx(float(fresh.value), abs=1e-10)


def test_no_more_is_remembered_than_allowed(monkeypatch):
    monkeypatch.setattr(duel, "KEPT_POSITIONS", 600)
    rng = Random(3)
    for _ in range(40):
        asked(some_position(rng, most=2, llama_row=2, points=(0,)))
        assert sum(one.positions for one in duel._kept) <= 600
    assert len(duel._kept) > 2


def test_an_interrupt_leaves_nothing_behind(monkeypatch):
    class Interrupting:
        seen = 0

        def update(self, done):
            self.seen += 1
            if self.seen == 3:
                raise KeyboardInterrupt

        def close(self):
            self.seen = None

    at = Duel((cards([1, 2, 6]), cards([3, 4, L])), cards([2, 4, L]), (0, 0), make_dice())
    for most in (10**9, 0):  # in lists, in arrays
        bar = Interrupting()
        with monkeypatch.context() as patched:
            patched.setattr(duel, "EXACT_POSITIONS", most)
            home = "llamakit.engine.progress.progress_bar"
            patched.setattr(home, lambda total, unit, wanted, bar=bar: bar)
            with pytest.raises(KeyboardInterrupt):
                asked(at)
        assert bar.seen is None
        assert duel._kept == []
    assert asked(at).error == 0


def test_progress_is_shown_only_if_wanted(monkeypatch):
    wanted = []

    def bar(total, unit, shown):
        wanted.append(shown)
        return duel_progress(total, unit, False)

    from llamakit.engine.progress import progress_bar as duel_progress

    monkeypatch.setattr("llamakit.engine.progress.progress_bar", bar)
    two_players([[1], [2]], [3])
    two_players([[1], [2]], [4], progress=False)
    assert wanted == [True, False]


# Bad input


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rows": [[1], [2], [3]]}, "rows are those of two players, the mover first"),
        ({"rows": [[1]]}, "rows are those of two players"),
        ({"rows": "12"}, "rows must be a list of at most 100, not '12'"),
        ({"rows": None}, "rows must be a list of at most 100, not None"),
        ({"rows": [[1], []]}, "the round is over: both rows and the llama row need a card"),
        ({"rows": [[], [1]]}, "the round is over"),
        ({"llama_row": []}, "the round is over"),
        ({"llama_row": [1, 1]}, "the llama row holds each value once at most"),
        ({"rows": [[8], [1]]}, "unknown card 8"),
        ({"rows": [[1] * 4, [1] * 2]}, "7 cards of value 1: the box holds 6"),
        ({"rows": [[L] * 4, [L] * 3], "llama_row": [L]}, "8 cards of value L: the box holds 7"),
        ({"points": (-1, 0)}, "points must be a whole number from 0 to 1000, not -1"),
        ({"points": (1, 2.5)}, "points must be a whole number from 0 to 1000, not 2.5"),
        ({"points": (1,)}, "points are those of two players"),
        ({"points": 3}, "points must be a list of at most 100, not 3"),
        ({"dice": [[1, 2, 3]] * 3}, "dice must be three pairs of numbers or three lists"),
        ({"dice": [[L] * 6] * 3}, "these dice can show nothing but llamas"),
        ({"rows": [[*VALUES] * 3, [*VALUES] * 2], "llama_row": VALUES}, "positions follow: 15,0"),
    ],
)
def test_bad_input_is_refused(given, said):
    good = {"rows": [[2], [1]], "llama_row": [1], "points": (0, 0), "dice": None}
    with pytest.raises(InputError, match=said):
        two_players(**{**good, **given})
    assert duel._kept == []


def test_nothing_is_said_where_it_is_no_round_of_two():
    three = lk.llama_dice.position([1], [2], others=[[2], [3]])
    quit_now = lk.llama_dice.position([1], [2], others=[[2]]).apply("quit")
    llamas = lk.llama_dice.position([1], [2], others=[[2]], dice=[[L] * 6] * 3)
    rolling = lk.llama_dice.position([1], [2], others=[[2]]).apply("roll")
    for state in (three, quit_now, llamas, rolling):
        assert leads(state.view(0)) is None
    assert leads(lk.llama_dice.position([1], [2], others=[[2]]).view(0), most=3) is None
