"""Exact distributions, and the solver of best play."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from llamakit.engine.state import InputError
from llamakit.exact import solver as module
from llamakit.exact.distribution import Distribution
from llamakit.exact.figures import Figure
from llamakit.exact.solver import CHANCE, positions, solve
from llamakit.games.llama_dice.rules import Rules

counts = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1).filter(
    lambda weights: sum(weights.values()) > 0
)


@given(counts)
def test_a_distribution_agrees_with_its_definition(weights):
    found = Distribution(weights)
    total = sum(weights.values())
    chances = {x: sympy.Rational(n, total) for x, n in weights.items() if n}
    assert dict(found) == chances
    assert found == chances
    assert list(found) == sorted(chances)
    assert sum(found.values()) == 1
    assert found.mean == sum(x * p for x, p in chances.items())
    assert found.variance == sum((x - found.mean) ** 2 * p for x, p in chances.items())
    assert found.p(lambda x: x > 3) == found.p(set(range(4, 21))) == found.p(range(4, 21))
    assert all(isinstance(p, sympy.Rational) for p in found.values())


@given(counts, st.integers(1, 7))
def test_counts_are_in_lowest_terms(weights, factor):
    once = Distribution(weights)
    scaled = Distribution({x: n * factor for x, n in weights.items()})
    assert scaled.counts == once.counts
    assert sum(once.counts.values()) == once.total
    as_fractions = {x: Fraction(n, once.total) for x, n in once.counts.items()}
    assert Distribution(as_fractions).counts == once.counts


@given(counts)
def test_a_map_moves_the_probabilities(weights):
    found = Distribution(weights)
    halves = found.map(lambda x: x // 2)
    assert all(halves.p(y) == found.p({2 * y, 2 * y + 1}) for y in halves)


def test_weights_of_an_outcome_add_up():
    pairs = [("a", Fraction(1, 4)), ("b", Fraction(1, 2)), ("a", Fraction(1, 4))]
    assert Distribution(pairs) == {"a": sympy.Rational(1, 2), "b": sympy.Rational(1, 2)}


def test_numbers_of_sympy_and_numpy_are_exact():
    assert Distribution({1: sympy.Rational(1, 3), 2: sympy.Rational(2, 3)}).total == 3
    assert Distribution({1: np.int64(1), 2: np.int64(2)}).total == 3


@pytest.mark.parametrize(
    ("weights", "why"),
    [
        ({}, "needs an outcome"),
        ({1: 0}, "needs an outcome"),
        ({1: 2, 2: -1}, "negative"),
        ({1: 0.5, 2: 0.5}, "not exact"),
        ({1: True}, "not exact"),
        ({1: "1/2"}, "not exact"),
        ({1: Fraction(1, 2)}, "sum to 1/2"),
        ({1: Fraction(1, 2), 2: 1}, "sum to 3/2"),
        ([(1, Fraction(1, 2)), (1, Fraction(1, 2)), (2, 1)], "sum to 2"),
        (5, "is {outcome: weight} or pairs"),
        (None, "is {outcome: weight} or pairs"),
        ([1, 2], "1 is no pair"),
        ("ab", "'a' is no pair"),
        ([(1, 2, 3)], "is no pair"),
        ([([1], 2)], "cannot be an outcome"),
        ([(1, -(10**5000))], "negative: a int"),
    ],
)
def test_bad_weights_are_refused(weights, why):
    with pytest.raises(InputError, match=why):
        Distribution(weights)


def test_an_event_is_an_outcome_a_set_or_a_function():
    coin = Distribution({"heads": 1, "tails": 1})
    assert coin.p("heads") == coin.p({"heads", "edge"}) == sympy.Rational(1, 2)
    assert coin.p("edge") == coin.p(set()) == 0
    with pytest.raises(KeyError):
        coin["edge"]
    with pytest.raises(InputError, match="a set or a function"):
        coin.p(["heads"])
    with pytest.raises(InputError, match="not exact"):
        _ = coin.mean


def test_a_distribution_is_shown_as_text_html_and_latex():
    found = Distribution({"<b>": 1, "a_b": 2})
    assert repr(found) == "Distribution({'<b>': 1/3, 'a_b': 2/3})"
    assert "&lt;b&gt;" in found._repr_html_()
    assert "<b>" not in found._repr_html_()
    assert "0.3333" in found._repr_html_()
    assert r"\mathrm{a\_b} & \frac{2}{3}" in found._repr_latex_()
    assert found.describe() == (
        "2 outcomes from <b> to a_b; the likeliest is a_b with probability 2/3."
    )


def test_yes_and_no_are_outcomes_but_not_numbers():
    found = Distribution({1: 1, 2: 2}).map(lambda x: x > 1)
    assert found.describe().endswith("the likeliest is True with probability 2/3.")
    assert found.p(True) == sympy.Rational(2, 3)


def test_long_tables_are_cut_and_say_so():
    long = Distribution(dict.fromkeys(range(100), 1))
    assert repr(long).endswith("7: 1/100, …})")
    assert long._repr_html_().count("<tr>") == 62
    assert "… 40 more" in long._repr_html_()
    assert "… 40 more" in long._repr_latex_()


@pytest.mark.parametrize("outcomes", [{1: 1, 3: 3}, {"a": 1, "b": 3}])
def test_a_plot_draws_a_bar_for_each_outcome(outcomes):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = Distribution(outcomes).plot()
    assert [bar.get_height() for bar in ax.patches] == [0.25, 0.75]
    assert Distribution(outcomes).plot(ax) is ax
    pyplot.close(ax.figure)


def test_a_figure_has_a_name_a_value_and_a_unit():
    found = Figure("hit", sympy.Rational(1, 2), "probability")
    assert (found.name, found.value, found.unit) == ("hit", sympy.S(1) / 2, "probability")
    assert (found.why, found.lesson) == ("", "")


# One decision-maker.


@given(st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20)), st.integers(2, 15))
@settings(max_examples=30, deadline=None)
def test_the_gamblers_ruin_has_its_closed_form(p, goal):
    model = {k: {"bet": {k + 1: p, k - 1: 1 - p}} for k in range(1, goal)}
    solution = solve(model, payoff={0: 0, goal: 1})
    ratio = (1 - p) / p
    for k in range(goal + 1):
        wins = Fraction(k, goal) if ratio == 1 else (1 - ratio**k) / (1 - ratio**goal)
        assert solution.fractions[k] == wins


def test_two_heads_in_a_row_take_six_tosses():
    model = {
        "start": {"toss": {"start": 1, "head": 1}},
        "head": {"toss": {"start": 1, "done": 1}},
    }
    solution = solve(model, payoff={"done": 0}, reward=lambda state, action: 1)
    assert solution.values == {"done": 0, "head": 4, "start": 6}


def test_free_rolls_are_repeated_until_the_best_and_paid_ones_are_not():
    shown = {("shown", face): 1 for face in range(1, 7)}
    model = {"start": {"roll": shown}}
    model |= {state: {"stop": state[1], "again": "start"} for state in shown}

    def cost(price):
        return lambda state, action: -price if action == "roll" else 0

    assert solve(model).value("start") == 6
    # With a price of 1 one stops at x where E[max(die - x, 0)] = 1: x = 3 (a tie at 3).
    paid = solve(model, reward=cost(1))
    assert paid.value("start") == 3
    assert paid.policy["shown", 3] == "stop"
    assert paid.policy["shown", 2] == "again"


def test_minimising_is_maximising_upside_down():
    rng = Random(5)
    for _ in range(20):
        model, payoff = _random_model(rng, stop=True)
        least = solve(model, payoff=payoff, minimise=True)
        most = solve(model, payoff={state: -paid for state, paid in payoff.items()})
        assert least.fractions == {state: -worth for state, worth in most.fractions.items()}


def _random_model(rng, states=4, stop=False):
    """Return a random model on states 0 to n - 1 with finals "a", "b", and their payoffs."""
    targets = [*range(states), "a", "b"]
    model = {}
    for state in range(states):
        model[state] = {}
        for action in range(rng.randint(1, 3)):
            chosen = rng.sample(targets, rng.randint(1, 3))
            weights = {after: rng.randint(1, 4) for after in chosen}
            if stop:
                weights["a"] = weights.get("a", 0) + 1
            model[state][action] = weights
    return model, {"a": Fraction(rng.randint(-6, 6), 2), "b": Fraction(rng.randint(-6, 6), 3)}


def _brute_force(model, payoff, lower):
    """Return max-min and min-max over all pairs of policies, by powers of the step matrix."""
    states = [*model, "a", "b"]
    place = {state: at for at, state in enumerate(states)}
    paid = np.array([0.0] * len(model) + [float(payoff["a"]), float(payoff["b"])])

    def worth(policy):
        step = np.eye(len(states))
        for state, action in policy.items():
            step[place[state]] = 0
            total = sum(model[state][action].values())
            for after, weight in model[state][action].items():
                step[place[state], place[after]] = weight / total
        for _ in range(40):
            step = step @ step
        return step @ paid

    def policies(minimising):
        own = [state for state in model if lower(state) == minimising]
        return [
            dict(zip(own, actions, strict=True))
            for actions in product(*[model[state] for state in own])
        ]

    table = np.array([[worth(up | down) for down in policies(True)] for up in policies(False)])
    return table.min(axis=1).max(axis=0)[:-2], table.max(axis=0).min(axis=0)[:-2]


def _lowering(kind):
    return {"max": lambda s: False, "min": lambda s: True, "two": lambda s: s % 2 == 1}[kind]


@pytest.mark.parametrize("kind", ["max", "min", "two"])
@pytest.mark.parametrize("stop", [True, False])
def test_random_models_agree_with_all_policies_tried(kind, stop):
    rng = Random(11)
    lower = _lowering(kind)
    for _ in range(60):
        model, payoff = _random_model(rng, states=3, stop=stop)
        solution = solve(model, payoff=payoff, minimise=lower)
        found = [float(solution.fractions[state]) for state in model]
        max_min, min_max = _brute_force(model, payoff, lower)
        assert found == pytest.approx(max_min, abs=1e-9)
        assert found == pytest.approx(min_max, abs=1e-9)


@pytest.mark.parametrize("kind", ["max", "min", "two"])
def test_random_models_with_rewards_agree_with_value_iteration(kind):
    rng = Random(12)
    lower = _lowering(kind)
    for _ in range(25):
        model, payoff = _random_model(rng, states=4, stop=True)
        prices = {(s, a): rng.randint(-3, 3) for s in model for a in model[s]}

        def price(state, action, prices=prices):
            return prices[state, action]

        solution = solve(model, payoff=payoff, reward=price, minimise=lower)
        values = {**dict.fromkeys(model, 0.0), **{s: float(p) for s, p in payoff.items()}}
        for _ in range(400):
            for state, actions in model.items():
                worths = [
                    prices[state, action]
                    + sum(w * values[after] for after, w in chances.items()) / sum(chances.values())
                    for action, chances in actions.items()
                ]
                values[state] = min(worths) if lower(state) else max(worths)
        for state in model:
            assert float(solution.fractions[state]) == pytest.approx(values[state], abs=1e-6)


@pytest.mark.parametrize("kind", ["max", "min", "two"])
def test_the_policy_found_attains_the_values_found(kind):
    rng = Random(13)
    lower = _lowering(kind)
    for _ in range(60):
        model, payoff = _random_model(rng)
        solution = solve(model, payoff=payoff, minimise=lower)
        only = {state: {a: model[state][a]} for state, a in solution.policy.items()}
        assert solve(only, payoff=payoff).fractions == solution.fractions


def test_a_state_that_is_already_final_keeps_its_payoff():
    solution = solve({"on": {"go": "end"}}, payoff={"end": 3, "never reached": 5})
    assert solution.values == {"end": 3, "never reached": 5, "on": 3}
    assert solve({}, payoff={"end": 3}).value("end") == 3


def test_states_that_nothing_leads_to_are_solved_too():
    assert solve({"a": {"go": 1}, "unreachable": {"go": "a", "other": 0}}).value("unreachable") == 1


@pytest.mark.parametrize(("paid", "worth"), [(5, 5), (-5, 0)])
def test_waiting_for_ever_is_worth_nothing(paid, worth):
    model = {"on": {"wait": "on", "stop": paid}}
    solution = solve(model)
    assert solution.value("on") == worth
    assert solution.policy["on"] == ("stop" if paid > 0 else "wait")


def test_a_loop_without_a_way_out_is_worth_nothing():
    assert solve({"a": {"go": "b"}, "b": {"go": "a"}}).values == {"a": 0, "b": 0}


def test_an_end_is_better_than_going_round_when_both_are_worth_the_same():
    solution = solve({"a": {"wait": "a", "stop": 0}})
    assert solution.policy["a"] == "stop"


def test_the_first_listed_is_taken_where_one_could_go_round_for_ever():
    model = {
        "a": {"first": "b", "second": "c"},
        "b": {"poor": 0, "good": 5, "back": "a"},
        "c": {"good": 5, "back": "a"},
    }
    assert solve(model).policy == {"a": "first", "b": "good", "c": "good"}


@pytest.mark.parametrize(
    "actions", [{"wait": "on"}, {"wait": "on", "stop": 0}, {"wait": {"on": 1}, "stop": 100}]
)
def test_rewards_without_end_are_refused(actions):
    with pytest.raises(InputError, match="'on' rewards"):
        solve({"on": actions}, reward=lambda state, action: 1 if action == "wait" else 0)


def test_costs_without_end_are_avoided():
    solution = solve({"on": {"wait": "on", "stop": -7}}, reward=lambda s, a: -(a == "wait") * 1)
    assert solution.value("on") == -7


def test_two_players_may_want_to_go_round_for_ever():
    chase = {"s": {"give up": -5, "run": "t"}, "t": {"follow": "s", "let go": -1}}
    assert solve(chase, minimise=lambda state: state == "t").value("s") == -1
    chase["t"]["let go"] = 1
    solution = solve(chase, minimise=lambda state: state == "t")
    assert solution.value("s") == 0
    assert solution.policy == {"s": "run", "t": "follow"}


def test_a_wait_at_a_price_is_not_preferred_to_a_dearer_way_out():
    """Breaking off with chance 1/256 would wait for ever at 1 rather than pay 1000 once."""
    model = {
        "s": {"wait": "s", "out": -1000, "go": "t"},
        "t": {"back": "s", "out": -2000},
    }
    solution = solve(
        model,
        reward=lambda state, action: -1 if action == "wait" else 0,
        minimise=lambda state: state == "t",
    )
    assert solution.value("s") == -1000
    assert solution.policy == {"s": "out", "t": "out"}


def test_two_players_may_collect_for_ever():
    model = {"s": {"wait": "s", "go": "t"}, "t": {"back": "s", "out": 5}}
    with pytest.raises(InputError, match="rewards could be collected for ever"):
        solve(model, reward=lambda state, action: 1, minimise=lambda state: state == "t")


@pytest.mark.parametrize(("yes", "no"), [(True, None), (1, ""), ("t", 0), (2, False)])
def test_whoever_is_said_to_minimise_does(yes, no):
    model = {"s": {"on": "t", "stop": 1}, "t": {"on": "s", "stop": 5, "less": 3}}
    assert solve(model, minimise=lambda state: yes if state == "t" else no).value("s") == 1
    assert solve(model, minimise=lambda state: yes).value("s") == 0  # on and on
    assert solve(model, minimise=lambda state: no).value("s") == 5


@pytest.mark.parametrize("huge", [10**3, 10**25, 10**200])
def test_a_little_more_of_much_is_still_more(huge):
    model = {
        "s": {"now": huge, "later": "t", "wait": "s"},
        "t": {"pay": huge + 1, "gamble": {"s": 1, 2 * huge: 1}},
    }
    assert solve(model, minimise=lambda state: state == "t").value("s") == huge + 1


def test_a_little_more_much_later_is_still_more():
    """Breaking off with chance 1/256 would prefer 1000 at once to 1001 two steps later."""
    model = {
        "s": {"now": 1000, "later": "t", "wait": "s"},
        "t": {"pay": 1001, "gamble": {"s": 1, 2000: 1}},
    }
    solution = solve(model, minimise=lambda state: state == "t")
    assert solution.value("s") == 1001
    assert solution.policy == {"s": "later", "t": "pay"}


def test_of_equally_good_actions_the_first_listed_is_chosen():
    assert solve({"a": {"x": 1, "y": 1}}).policy["a"] == "x"
    assert solve({"a": {"y": 1, "x": 1}}).policy["a"] == "y"
    loop = {"a": {"stop": 1, "on": {"a": 1, 1: 1}}}
    assert solve(loop).policy["a"] == "stop"
    turned = {"a": {"on": {"a": 1, 1: 1}, "stop": 1}}
    assert solve(turned).policy["a"] == "on"


def test_a_long_chain_needs_no_recursion():
    model = {k: {"on": k + 1} for k in range(5_000)}
    assert solve(model, payoff={5_000: 9}).value(0) == 9


@pytest.mark.parametrize(
    ("model", "options", "why"),
    [
        ([1, 2], {}, "a model is"),
        ({"a": {}}, {}, "state 'a' needs"),
        ({"a": [1]}, {}, "state 'a' needs"),
        ({"a": {"go": [1]}}, {}, "leads to"),
        ({"a": {"go": "b"}}, {}, "state 'b' has neither"),
        ({"a": {"go": "b"}}, {"payoff": {"c": 1}}, "state 'b' has neither"),
        ({"a": {"go": 0.5}}, {}, "state 0.5 has neither"),
        ({"a": {"go": "b"}}, {"payoff": {"b": 0.5}}, "not exact"),
        ({"a": {"go": "b"}}, {"payoff": lambda state: 0.5}, "not exact"),
        ({"a": {"go": {1: 0.5, 2: 0.5}}}, {}, "not exact"),
        ({"a": {"go": {1: Fraction(1, 2)}}}, {}, "sum to 1/2"),
        ({"a": {"go": 1}}, {"reward": lambda s, a: 0.1}, "not exact"),
        ({"a": {"go": ([], 1)}}, {}, "leads to"),
        ({"a": {"go": "b"}}, {"payoff": 3}, "payoff is a dict or a function"),
        ({"a": {"go": "b"}}, {"payoff": ["b"]}, "payoff is a dict or a function"),
        ({"a": {"go": 1}}, {"reward": {("a", "go"): 1}}, "reward is a function"),
        ({"a": {"go": 1}}, {"minimise": {"a"}}, "minimise is True, False or a function"),
        ({"a": {"go": 1}}, {"minimise": "a"}, "minimise is True, False or a function"),
    ],
)
def test_a_broken_model_is_refused(model, options, why):
    with pytest.raises(InputError, match=why):
        solve(model, **options)


def test_a_solution_is_shown_and_asked():
    solution = solve({"a&b": {"<go>": 1}})
    assert repr(solution) == "<Solution of 1 state>"
    assert "<td>a&amp;b</td><td>&lt;go&gt;</td><td>1</td>" in solution._repr_html_()
    assert r"\mathrm{a\&b} & \mathrm{<go>} & 1" in solution._repr_latex_()
    for unknown in ("c", [], ([],)):
        with pytest.raises(InputError, match="no such state"):
            solution.value(unknown)


# Straight from the rules of a game.

TINY = Rules(numbers=1, copies=1, hand=1, dice=[[1, 1, 1, "L", "L", "L"]] * 3)


def _round_over(state):
    return state.phase == "deal" and state.round_number == 1


def test_positions_are_what_the_rules_say():
    start = TINY.start()
    model = positions(start, until=_round_over)
    assert set(model[start]) == {CHANCE}
    assert model[start][CHANCE].total == 3
    for state, actions in model.items():
        assert not _round_over(state)
        if not state.is_chance:
            assert actions == {action: state.apply(action) for action in state.legal_actions()}
    finals = {s for acts in model.values() for after in acts.values() for s in _next(after)}
    assert all(state in model or _round_over(state) for state in finals)


def _next(after):
    return after if isinstance(after, Distribution) else [after]


def test_a_small_round_is_solved_whole_and_the_policy_is_best_for_both():
    model = positions(TINY.start(), until=_round_over)

    def difference(state):
        return state.points[0] - state.points[1]

    def first(state):
        return state.player == 0

    both = solve(model, payoff=difference, minimise=first)
    for keeps in (0, 1):
        held = {
            state: {both.policy[state]: acts[both.policy[state]]} if state.player == keeps else acts
            for state, acts in model.items()
        }
        answer = solve(held, payoff=difference, minimise=keeps == 1)
        assert answer.fractions[TINY.start()] == both.fractions[TINY.start()]


@pytest.mark.parametrize("start", [None, 5, "llama-dice", TINY])
def test_positions_follow_a_position(start):
    with pytest.raises(InputError, match="start is a position"):
        positions(start)


def test_too_many_positions_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_POSITIONS", 5)
    with pytest.raises(InputError, match="more than 5 positions"):
        positions(TINY.start())


# An algebra of distributions


def test_given_strikes_out_and_scales_up():
    two = Distribution({(a, b): 1 for a in range(1, 7) for b in range(1, 7)})
    sums = two.map(sum)
    assert sums == TWO_DICE
    six = two.given(lambda roll: 6 in roll)
    assert six.p((6, 6)) == sympy.Rational(1, 11)
    assert two.p(lambda roll: 6 in roll) * six.p({(6, 6)}) == two.p((6, 6))
    with pytest.raises(InputError, match="cannot happen"):
        two.given((7, 7))


DIE = Distribution(dict.fromkeys(range(1, 7), 1))
TWO_DICE = DIE + DIE


def test_independent_sums_add_means_and_variances():
    total = DIE + DIE + DIE
    assert (total.mean, total.variance) == (3 * DIE.mean, 3 * DIE.variance)
    assert total.p(18) == sympy.Rational(1, 216)
    with pytest.raises(TypeError):
        DIE + 1
    with pytest.raises(InputError, match="cannot be added"):
        DIE + Distribution({"heads": 1})


def test_samples_follow_the_seed_and_the_probabilities():
    rare = Distribution({"often": 99, "seldom": 1})
    drawn = rare.sample(Random(3), 10_000)
    assert drawn == rare.sample(Random(3), 10_000)
    assert abs(drawn.count("seldom") - 100) < 4 * 9.95
    assert rare.sample(Random(3), 0) == []
    for rng, n in [(None, 3), (Random, 3), (Random(1), -1), (Random(1), 2.5), (Random(1), 10**9)]:
        with pytest.raises(InputError):
            rare.sample(rng, n)
