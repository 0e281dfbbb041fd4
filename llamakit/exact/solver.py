"""Best play solved exactly, in fractions: one player who decides, or two with opposite aims.

Imports the standard library, ``engine.state`` and this room. ``solve`` takes a problem of the form
``{state: {action: distribution of the next state}}`` and returns what every state is worth under
best play, and the policy that attains it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property
from math import inf, lcm
from numbers import Rational
from typing import Any, NamedTuple

from llamakit.engine.state import InputError, State, brief
from llamakit.exact.distribution import Distribution, is_hashable
from llamakit.exact.figures import exact, rational
from llamakit.exact.tables import html_table, latex_table

#: ``positions`` refuses to list more states than this.
MOST_POSITIONS = 1_000_000


class Solution:
    """What every state is worth under best play, and a policy that attains it.

    ``policy`` maps each state to its best action; of equally good ones, the first listed (any,
    where two players could go round for ever).
    ``fractions`` maps each state, the final ones too, to its worth as a Fraction; ``values`` and
    ``value(state)`` give the same as sympy.Rational.
    """

    def __init__(self, fractions: dict[Any, Fraction], policy: dict[Any, Any]) -> None:
        """Hold the answer. Use ``solve``, which finds it."""
        self.fractions = fractions
        self.policy = policy

    def value(self, state: Any) -> Any:
        """Return what a state is worth (a sympy.Rational). Raises InputError if it is unknown."""
        if not is_hashable(state) or state not in self.fractions:
            raise InputError(f"no such state was solved: {brief(state)}")
        return rational(self.fractions[state])

    @cached_property
    def values(self) -> dict[Any, Any]:
        """What each state is worth, as sympy.Rational."""
        return {state: rational(worth) for state, worth in self.fractions.items()}

    def __repr__(self) -> str:
        states = len(self.policy)
        return f"<Solution of {states} state{'s' * (states != 1)}>"

    def _rows(self) -> Iterator[tuple[str, str, Fraction]]:
        for state, action in self.policy.items():
            yield str(state), str(action), self.fractions[state]

    def _repr_html_(self) -> str:
        return html_table(("state", "best action", "worth"), self._rows(), len(self.policy))

    def _repr_latex_(self) -> str:
        return latex_table(("state", "best action", "worth"), self._rows(), len(self.policy))


def solve(
    model: Mapping[Any, Mapping[Any, Any]],
    *,
    payoff: Mapping[Any, Any] | Callable[[Any], Any] | None = None,
    reward: Callable[[Any, Any], Any] | None = None,
    minimise: bool | Callable[[Any], bool] = False,
) -> Solution:
    """Return the exact worth of every state under best play, and the best policy.

    ``model`` is ``{state: {action: next}}``. What comes next is a Distribution of states, a dict
    ``{state: count or probability}``, or simply a state if nothing is left to chance. A state that
    is not a key of ``model`` is *final*: the play ends there and pays ``payoff`` (a dict, or a
    function of the state); without ``payoff``, a final state is a number, what it pays.
    ``reward(state, action)``, if given, is paid each time on the way. A play is worth the rewards
    along it and the payoff at its end; a play that never ends has no payoff.

    Each state belongs to one who chooses the action that makes the expected worth as large as
    possible, or as small if ``minimise`` is True. Two players in open zero-sum play: ``minimise``
    is a function that says which states belong to the minimising one.

    The states are solved from the end backwards, loop by loop. Inside a loop this is policy
    iteration: solve the linear equations of a policy, change actions that are not best, and so on
    until none changes. Everything is done in fractions, so the answer is exact.

    Raises InputError for a model or an option that is broken or not exact, and where rewards could
    be collected for ever.

    *Stop or roll again*: a die may be rolled as often as you like, and pays what it shows.

    >>> rolls = {face: 1 for face in range(1, 7)}
    >>> model = {"start": {"roll": {("shown", face): 1 for face in rolls}}}
    >>> model |= {("shown", face): {"stop": face, "again": "start"} for face in rolls}
    >>> solve(model).value("start")
    6

    *How long until a six?* Each roll costs 1, and nothing is paid at the end:

    >>> model = {"waiting": {"roll": {"waiting": 5, "six": 1}}}
    >>> solve(model, payoff={"six": 0}, reward=lambda state, action: 1).value("waiting")
    6
    """
    if not isinstance(model, Mapping):
        raise InputError(f"a model is {{state: {{action: distribution}}}}, not {brief(model)}")
    _check_options(payoff, reward, minimise)
    asked = minimise if callable(minimise) else lambda state: minimise
    lower = {state: bool(asked(state)) for state in model}
    states = list(model)
    values: dict[Any, Fraction] = {}
    choices = {state: _choices(model, state, reward) for state in states}
    for state in _final_states(choices, payoff):
        values[state] = _payoff(state, payoff)
    policy: dict[Any, Any] = {}
    for group in _groups(choices):
        picked = _solve_group(group, choices, values, lower)
        policy.update((state, choices[state][at].action) for state, at in picked.items())
    return Solution(values, {state: policy[state] for state in states})


def _check_options(payoff: object, reward: object, minimise: object) -> None:
    """Raise InputError for options of ``solve`` that are of the wrong kind."""
    if not (payoff is None or callable(payoff) or isinstance(payoff, Mapping)):
        raise InputError(f"payoff is a dict or a function of the state, not {brief(payoff)}")
    if not (reward is None or callable(reward)):
        raise InputError(f"reward is a function of the state and the action, not {brief(reward)}")
    if not (isinstance(minimise, bool) or callable(minimise)):
        raise InputError(
            f"minimise is True, False or a function of the state, not {brief(minimise)}"
        )


class _Choice(NamedTuple):
    """An action: what it pays at once, and the states it leads to, as counts out of a total."""

    action: Any
    reward: Fraction
    counts: dict[Any, int]
    total: int


_Choices = Mapping[Any, list[_Choice]]


def _choices(
    model: Mapping[Any, Mapping[Any, Any]], state: Any, reward: Callable[[Any, Any], Any] | None
) -> list[_Choice]:
    """Return the actions of a state. Raises InputError if there are none."""
    actions = model[state]
    if not isinstance(actions, Mapping) or not actions:
        raise InputError(
            f"state {brief(state)} needs {{action: distribution}}, not {brief(actions)}; "
            "a final state is left out of the model"
        )
    found = []
    for action, after in actions.items():
        paid = exact(reward(state, action)) if reward else Fraction(0)
        if isinstance(after, Mapping):
            chances = after if isinstance(after, Distribution) else Distribution(after)
            found.append(_Choice(action, paid, chances.counts, chances.total))
        elif is_hashable(after):
            found.append(_Choice(action, paid, {after: 1}, 1))
        else:
            raise InputError(f"{brief(action)} in state {brief(state)} leads to {brief(after)}")
    return found


def _final_states(choices: _Choices, payoff: Any) -> Iterator[Any]:
    """Yield the states in which play ends, those that cannot be reached included."""
    named = payoff if isinstance(payoff, Mapping) else ()
    led_to = (after for acts in choices.values() for choice in acts for after in choice.counts)
    yield from (state for state in dict.fromkeys((*named, *led_to)) if state not in choices)


def _payoff(state: Any, payoff: Any) -> Fraction:
    """Return what a final state pays. Raises InputError if nobody said so."""
    if callable(payoff):
        return exact(payoff(state))
    if payoff is not None and state in payoff:
        return exact(payoff[state])
    if payoff is None and isinstance(state, Rational):
        return exact(state)
    raise InputError(f"state {brief(state)} has neither actions nor a payoff")


def _groups(choices: _Choices) -> list[list[Any]]:
    """Return the groups of states that lead to each other, each after all that it leads to.

    These are the strongly connected components, found by Tarjan's algorithm: ``low`` is the
    earliest visited state that is known to be reachable.
    """
    groups: list[list[Any]] = []
    number: dict[Any, float] = {}
    low: dict[Any, float] = {}
    open_states: list[Any] = []

    def visit(state: Any) -> tuple[Any, Iterator[Any]]:
        number[state] = low[state] = len(number)
        open_states.append(state)
        return state, iter([after for choice in choices[state] for after in choice.counts])

    for root in choices:
        path = [visit(root)] if root not in number else []
        while path:
            state, ahead = path[-1]
            for after in ahead:
                if after in number:
                    low[state] = min(low[state], number[after])
                elif after in choices:
                    path.append(visit(after))
                    break
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[state])
                if low[state] == number[state]:
                    groups.append([open_states.pop()])
                    while groups[-1][-1] != state:
                        groups[-1].append(open_states.pop())
                    number.update(dict.fromkeys(groups[-1], inf))
    return groups


def _expected(choice: _Choice, values: Mapping[Any, Fraction]) -> Fraction:
    """Return reward plus the expected value, over the states whose value is known."""
    if choice.total == 1 and not choice.reward:
        (after,) = choice.counts
        return values.get(after, Fraction(0))
    known = [(values[after], times) for after, times in choice.counts.items() if after in values]
    denominator = lcm(*(value.denominator for value, _ in known))
    summed = sum(v.numerator * (denominator // v.denominator) * times for v, times in known)
    return choice.reward + Fraction(summed, denominator * choice.total)


class _Equation(NamedTuple):
    """What a choice is worth inside a loop: a constant, and shares of the values in the loop.

    ``leaves``: whether it may lead out of the loop; ``paid``: whether it pays a reward.
    """

    constant: Fraction
    shares: dict[Any, Fraction]
    leaves: bool
    paid: bool

    def worth(self, values: Mapping[Any, Fraction]) -> Fraction:
        """Return what the choice is worth, given the values in the loop."""
        return self.constant + sum(share * values[at] for at, share in self.shares.items())


#: A choice beside the listed ones: go round the loop for ever, and never be paid.
_FOR_EVER = -1
_NEVER_PAID = _Equation(Fraction(0), {}, leaves=True, paid=False)

_Values = dict[Any, Fraction]
_Policy = dict[Any, int]
_Options = dict[Any, list[int]]


def _solve_group(
    group: list[Any], choices: _Choices, values: _Values, lower: Mapping[Any, bool]
) -> _Policy:
    """Add the values of a group of states to ``values``; return the place of each best choice."""
    state = group[0]
    if len(group) == 1 and not any(state in choice.counts for choice in choices[state]):
        worths = [_expected(choice, values) for choice in choices[state]]
        values[state] = min(worths) if lower[state] else max(worths)
        return {state: worths.index(values[state])}
    found, policy = _Loop(group, choices, values, lower).solve()
    values.update(found)
    return policy


class _Loop:
    """States that can lead back to each other; the values of all beyond them are known.

    ``equations`` says what each choice is worth, by its place in the list; ``options`` holds the
    places, and ``lower`` which states belong to the minimising player.
    """

    def __init__(
        self, group: list[Any], choices: _Choices, values: _Values, lower: Mapping[Any, bool]
    ) -> None:
        self.lower = {state: lower[state] for state in group}
        self.options: _Options = {state: list(range(len(choices[state]))) for state in group}
        self.equations = {
            state: [self._equation(choice, values) for choice in choices[state]] for state in group
        }

    def _equation(self, choice: _Choice, values: _Values) -> _Equation:
        """Split what a choice leads to into the loop and what lies beyond."""
        shares = {
            after: Fraction(times, choice.total)
            for after, times in choice.counts.items()
            if after in self.options
        }
        leaves = len(shares) < len(choice.counts)
        return _Equation(_expected(choice, values), shares, leaves, choice.reward != 0)

    def solve(self) -> tuple[_Values, _Policy]:
        """Return the value, and the place of the best choice, of each state."""
        deciding = {self.lower[state] for state, places in self.options.items() if len(places) > 1}
        ends = not self._can_stay(self.options, even_paid=True)
        if len(deciding) < 2:
            values, policy = self._one_player(self.options, lower=deciding == {True})
        else:
            values, policy = self._two_players(ends)
        if ends or len(deciding) < 2:
            policy = self._first_listed(values, policy, ends)
        return values, self._named(policy)

    def _one_player(self, options: _Options, lower: bool) -> tuple[_Values, _Policy]:
        """Return the best values and policy of one who decides everywhere: policy iteration.

        It starts with a policy that leaves the loop wherever one can, and changes only to what
        is strictly better; so it never slips into going round for ever by mistake.
        """
        staying = self._can_stay(options)
        options = {
            state: [*places, _FOR_EVER] if state in staying else places
            for state, places in options.items()
        }
        policy = self._way_out(options)
        while True:
            values = self._evaluate(policy)
            better = self._better(options, values, lower)
            if not better:
                return values, policy
            policy |= better

    def _two_players(self, ends: bool) -> tuple[_Values, _Policy]:
        """Return the values and policies of two players in open zero-sum play.

        If the two could go round for ever, the loop is solved with a small chance to break off
        at each step. The policies found count only once each is proven, without that chance, to
        be a best answer to the other; until then the chance is made much smaller.
        """
        for power in (2**step for step in range(9)):
            policy = (self if ends else self._breaking_off(Fraction(1, 256**power)))._duel()
            try:
                least, _ = self._one_player(self._holding(policy, lower=False), lower=True)
                most, _ = self._one_player(self._holding(policy, lower=True), lower=False)
            except InputError:  # one could be made to pay for ever, perhaps by this policy only
                continue
            if least == most:
                return least, policy
        raise _endless(next(iter(self.lower)))

    def _duel(self) -> _Policy:
        """Return both policies: one player improves against the other's best answer to it."""
        policy = dict.fromkeys(self.options, 0)
        raising = {state: places for state, places in self.options.items() if not self.lower[state]}
        while True:
            values, policy = self._one_player(self._holding(policy, lower=False), lower=True)
            better = self._better(raising, values, lower=False)
            if not better:
                return policy
            policy |= better

    def _breaking_off(self, chance: Fraction) -> _Loop:
        """Return this loop with a chance that play breaks off, unpaid, at each step."""
        softer = copy(self)
        softer.equations = {
            state: [
                _Equation(
                    equation.constant * (1 - chance),
                    {after: share * (1 - chance) for after, share in equation.shares.items()},
                    leaves=True,
                    paid=equation.paid,
                )
                for equation in equations
            ]
            for state, equations in self.equations.items()
        }
        return softer

    def _holding(self, policy: _Policy, lower: bool) -> _Options:
        """Return the options that are left when one player's policy is held fixed."""
        return {
            state: [policy[state]] if self.lower[state] == lower else places
            for state, places in self.options.items()
        }

    def _at(self, state: Any, place: int) -> _Equation:
        return _NEVER_PAID if place == _FOR_EVER else self.equations[state][place]

    def _better(self, options: _Options, values: _Values, lower: bool) -> _Policy:
        """Return the best choice of each state where it is strictly better than the value."""
        better = {}
        for state, places in options.items():
            worths = [self._at(state, place).worth(values) for place in places]
            best = min(worths) if lower else max(worths)
            if best < values[state] if lower else best > values[state]:
                better[state] = places[worths.index(best)]
        return better

    def _can_stay(self, options: _Options, even_paid: bool = False) -> set[Any]:
        """Return the states from which one may go round for ever (unpaid, unless said)."""
        staying, before = set(options), set[Any]()
        while staying != before:
            before = staying
            staying = {
                state
                for state in before
                if any(self._keeps_to(before, state, at, even_paid) for at in options[state])
            }
        return staying

    def _keeps_to(self, states: set[Any], state: Any, place: int, even_paid: bool) -> bool:
        """Whether a choice is sure to lead to one of the states given."""
        equation = self.equations[state][place]
        return (
            not equation.leaves
            and (even_paid or not equation.paid)
            and equation.shares.keys() <= states
        )

    def _way_out(self, options: _Options) -> _Policy:
        """Return a policy that leaves the loop sooner or later. Raises InputError if none does."""
        policy: _Policy = {}
        size = -1
        while size < len(policy):
            size = len(policy)
            for state, places in options.items():
                for place in places if state not in policy else ():
                    equation = self._at(state, place)
                    if equation.leaves or not policy.keys().isdisjoint(equation.shares):
                        policy[state] = place
                        break
        for state in options:
            if state not in policy:
                raise _endless(state)
        return policy

    def _evaluate(self, policy: _Policy) -> _Values:
        """Return the values of a policy. Raises InputError if it is paid for ever."""
        values = _linear({state: self._at(state, place) for state, place in policy.items()})
        if values is None:
            raise _endless(next(iter(policy)))
        return values

    def _first_listed(self, values: _Values, policy: _Policy, ends: bool) -> _Policy:
        """Return a policy just as good that takes the first listed of equally good actions."""
        for state, chosen in list(policy.items()):
            for place in range(chosen):
                if self.equations[state][place].worth(values) == values[state]:
                    changed = policy | {state: place}
                    equations = {at: self._at(at, changed[at]) for at in changed}
                    if ends or _linear(equations) == values:
                        policy = changed
                        break
        return policy

    def _named(self, policy: _Policy) -> _Policy:
        """Return a policy with a listed choice for each that goes round for ever."""
        staying = self._can_stay(self.options)
        return {
            state: place
            if place != _FOR_EVER
            else next(
                at
                for at in self.options[state]
                if self._keeps_to(staying, state, at, even_paid=False)
            )
            for state, place in policy.items()
        }


def _endless(state: Any) -> InputError:
    return InputError(f"around state {brief(state)} rewards could be collected for ever")


def _linear(equations: Mapping[Any, _Equation]) -> _Values | None:
    """Return the values that satisfy all equations; None if there is not exactly one answer.

    Elimination in fractions: each equation is solved for its own state and put into the others.
    """
    rows = {
        state: (equation.constant, dict(equation.shares)) for state, equation in equations.items()
    }
    solved = []
    while rows:
        state, (constant, shares) = rows.popitem()
        rest = 1 - shares.pop(state, 0)
        if not rest:
            return None
        constant /= rest
        shares = {after: share / rest for after, share in shares.items()}
        solved.append((state, constant, shares))
        for other, (other_constant, others) in rows.items():
            factor = others.pop(state, None)
            if factor is not None:
                rows[other] = other_constant + factor * constant, others
                for after, share in shares.items():
                    others[after] = others.get(after, 0) + factor * share
    values: _Values = {}
    for state, constant, shares in reversed(solved):
        values[state] = constant + sum(share * values[after] for after, share in shares.items())
    return values


#: The one action of a chance step in ``positions``.
CHANCE = "chance"


def positions(
    start: State, until: Callable[[Any], bool] = lambda state: False
) -> dict[Any, dict[Any, Any]]:
    """Return every position of a game that can follow ``start``, as a model for ``solve``.

    A chance step has the one action "chance". Positions where the game is over, or where
    ``until`` says so, are final and left out. Raises InputError beyond MOST_POSITIONS, and for what
    is no position or no function.

    >>> from llamakit.games.llama_dice.rules import Rules
    >>> tiny = Rules(numbers=1, copies=1, hand=1, dice=[[1, 1, 1, "L", "L", "L"]] * 3)
    >>> round_over = lambda state: state.phase == "deal" and state.round_number == 1
    >>> model = positions(tiny.start(), until=round_over)
    >>> solution = solve(
    ...     model,
    ...     payoff=lambda state: state.points[0] - state.points[1],
    ...     minimise=lambda state: state.player == 0,
    ... )
    >>> solution.value(tiny.start()) < 0  # the difference in points: it is good to start
    True
    """
    if not isinstance(start, State):
        raise InputError(f"start is a position, such as game.state, not {brief(start)}")
    if not callable(until):
        raise InputError(f"until is a function of the position, not {brief(until)}")
    found: dict[Any, dict[Any, Any]] = {}
    ahead: list[Any] = [start]
    while ahead:
        state = ahead.pop()
        if state in found or state.is_over or until(state):
            continue
        if len(found) == MOST_POSITIONS:
            raise InputError(f"more than {MOST_POSITIONS} positions follow: take a smaller game")
        if state.is_chance:
            chances = [(state.apply(drawn), p) for drawn, p in state.chance_outcomes()]
            found[state] = {CHANCE: Distribution(chances)}
            ahead += [after for after, _ in chances]
        else:
            found[state] = {action: state.apply(action) for action in state.legal_actions()}
            ahead += found[state].values()
    return found
