"""Exact odds of Chinchiller Dice: the blind roll, the sighted turn, what a decision is worth.

Imports the standard library, ``core`` and this game's rules, bots and solution; SymPy only where
it is used.

A sighted turn is *optimal stopping*. If closing an eye costs c sand, an outcome with sand x may be
stopped at, worth x, or rolled again, worth R. The best rule stops where x >= R, and R is itself the
mean of what comes: an equation with R on both sides, since one may roll again and again (H3). For
each fixed rule the worth is a straight line in c, mean sand - c * P(close an eye); so the best
worth, the highest of these lines, is convex and bends where the best rule changes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from llamakit.chinchiller.equilibrium import (
    Eyes,
    accept_gain,
    chances,
    doubt_gain,
    passed,
    solve,
)
from llamakit.chinchiller.rules import (
    ACCEPT,
    CHINCHILLER,
    DEFAULT_DIE,
    DOUBT,
    LOW_CLAIM,
    REROLL,
    STOP,
    X2,
    Die,
    Face,
    View,
    make_die,
    roll_outcomes,
    sand,
    without_sand,
)
from llamakit.chinchiller.strategies import best_stopping, reroll_value
from llamakit.core.exact import Advice, Distribution, Figure, exact, rational
from llamakit.core.state import Action

#: No best rule changes beyond this eye cost, up or down: a roll is worth 200 sand at the most, and
#: where a re-roll can close an eye it does so once in 36 times or more often.
_FAR = 10**6

#: ``solve`` proves its values to about 1e-11 sand; a smaller difference is no difference.
_KNOWN_TO = Fraction(1, 10**9)


def blind_roll(die: Any = None) -> Distribution:
    """Return the sand of one roll of both dice (H4, H6): {sand: probability}.

    ``die`` is what ``make_die`` takes. Raises InputError for anything else.

    >>> blind_roll().mean, blind_roll()[24]
    (77/9, 1/12)
    """
    faces = make_die(die)
    return Distribution(Counter(sand(roll) for roll in product(faces, faces)))


#: The face of a die that may not be rolled again, or none.
Kept = tuple[Face, ...]


class Turn(NamedTuple):
    """The best sighted turn for an eye cost.

    ``value``: E[sand] - eye cost * P(close an eye), in sand; ``eye``: that probability;
    ``outcomes``: the Distribution of the sand taken, 0 where an eye closes; ``policy``: "reroll" or
    "stop" for each roll, its two faces in the order of the die, that leaves the choice (a tie:
    "stop").
    """

    value: Any
    eye: Any
    outcomes: Distribution
    policy: dict[tuple[Face, ...], str]


def best_turn(eye_cost: Any, die: Any = None) -> Turn:
    """Return the sighted turn that maximises E[sand] - eye_cost * P(close an eye) (H3 to H5).

    ``eye_cost`` is a whole number or fraction, in sand; ``die`` is what ``make_die`` takes. Raises
    InputError for anything else.

    >>> turn = best_turn(20)
    >>> turn.value, turn.eye, turn.policy[3, "x2"]
    (557/75, 17/150, 'stop')
    """
    faces, cost = make_die(die), exact(eye_cost)
    on, policy = dict[Kept, _RollOn](), dict[tuple[Face, ...], str]()
    for kept in ((X2,), (CHINCHILLER,), ()):
        if set(kept) <= set(faces):
            on[kept] = _roll_on(faces, kept, cost, on, policy)
    ends = dict(on[()].ends)
    eye = ends.pop(None, Fraction(0))
    outcomes = ends | {0: ends.get(0, Fraction(0)) + eye}
    return Turn(rational(on[()].value), rational(eye), Distribution(outcomes), policy)


class _RollOn(NamedTuple):
    """What rolling on is worth, and how the turn ends: {sand, None for a closed eye: chance}."""

    value: Fraction
    ends: dict[int | None, Fraction]


def _roll_on(
    die: Die,
    kept: Kept,
    cost: Fraction,
    on: dict[Kept, _RollOn],
    policy: dict[tuple[Face, ...], str],
) -> _RollOn:
    """Return what rolling the dice that are not kept is worth, and add what to do then to policy.

    Where the same dice may be rolled again, ``best_stopping`` says for how much to stop; where
    others are left, ``on`` knows what rolling those is worth.
    """
    rolls = _rolls(die, kept)
    ended, choices = Fraction(0), list[tuple[int, Fraction]]()
    for roll, chance in rolls.items():
        if not sand(roll):
            ended -= chance * cost * _closes(roll)
        elif _stays(roll) == kept:
            choices.append((sand(roll), chance))
        else:
            ended += chance * max(Fraction(sand(roll)), on[_stays(roll)].value)
    value = best_stopping(ended, choices)
    for roll in rolls:
        if sand(roll) and _stays(roll) == kept:
            policy[roll] = "stop" if sand(roll) >= value else "reroll"
    return _RollOn(value, _ends(rolls, kept, on, policy))


def _rolls(die: Die, kept: Kept) -> dict[tuple[Face, ...], Fraction]:
    """Return the chance of each roll of the dice not kept; the faces in the order of the die."""
    order = {face: place for place, face in enumerate(die)}
    rolled = product(die, repeat=2 - len(kept))
    ways = Counter(tuple(sorted(shown + kept, key=order.__getitem__)) for shown in rolled)
    return {roll: Fraction(number, ways.total()) for roll, number in ways.items()}


def _stays(roll: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the faces that may not be rolled again: those without sand (H3)."""
    return tuple(face for face in roll if not isinstance(face, int))


def _closes(roll: tuple[Face | None, ...]) -> bool:
    """Whether a roll closes an eye: no sand, and a chinchiller (H5)."""
    return not sand(roll) and CHINCHILLER in roll


def _ends(
    rolls: dict[tuple[Face, ...], Fraction],
    kept: Kept,
    on: dict[Kept, _RollOn],
    policy: dict[tuple[Face, ...], str],
) -> dict[int | None, Fraction]:
    """Return how a turn under a policy ends: {sand, None for a closed eye: probability}.

    Rolling the same dice again changes nothing: the other ends share what that would take.
    """
    ends: dict[int | None, Fraction] = defaultdict(Fraction)
    again = Fraction(0)
    for roll, chance in rolls.items():
        if policy.get(roll) != "reroll":
            ends[None if _closes(roll) else sand(roll)] += chance
        elif _stays(roll) == kept:
            again += chance
        else:
            for end, share in on[_stays(roll)].ends.items():
                ends[end] += chance * share
    return {end: chance / (1 - again) for end, chance in ends.items()}


class Piece(NamedTuple):
    """One straight piece of what the best turn is worth as a function of the eye cost.

    From the eye cost ``start`` on (-oo for the first piece) up to the next piece's, the best turn
    brings ``mean`` sand and closes an eye with probability ``eye``: it is worth mean - cost * eye.
    """

    start: Any
    mean: Any
    eye: Any


def turn_pieces(die: Any = None) -> tuple[Piece, ...]:
    """Return the exact worth of the best turn for every eye cost, piece by piece.

    ``die`` is what ``make_die`` takes. Between two costs with different best rules the two lines
    cross; either no rule is better there, and it is a break point, or a third line is. Raises
    InputError for other dice.

    >>> [piece.eye for piece in turn_pieces()][-1]
    1/12
    """
    return _pieces(make_die(die))


@cache
def _pieces(die: Die) -> tuple[Piece, ...]:
    """Return the pieces for a die that has been checked."""
    import sympy

    first = best_turn(-_FAR, die)
    lines = {(first.outcomes.mean, first.eye): -sympy.oo}
    for start in _breaks(-_FAR, _FAR, die):
        turn = best_turn(start, die)  # at a tie it stops: the rule for the costs from here on
        lines[turn.outcomes.mean, turn.eye] = start
    return tuple(Piece(start, mean, eye) for (mean, eye), start in lines.items())


def _breaks(low: Any, high: Any, die: Die) -> list[Any]:
    """Return the eye costs between two others at which the best rule changes, in order."""
    import sympy

    left, right = best_turn(low, die), best_turn(high, die)
    if left.eye == right.eye:
        return []
    gain = left.outcomes.mean - right.outcomes.mean
    cross = sympy.Rational(gain, left.eye - right.eye)
    middle = best_turn(cross, die)
    if middle.value == right.outcomes.mean - cross * right.eye:
        return [cross]
    return [*_breaks(low, cross, die), *_breaks(cross, high, die)]


def turn_value(eye_cost: Any, die: Any = None) -> Any:
    """Return what the best turn is worth as a SymPy Piecewise function of a symbol.

    ``eye_cost`` may also be a formula, or a number: then so is the result. Raises InputError for
    anything else.

    >>> from sympy.abc import c
    >>> turn_value(c).subs(c, 20) == best_turn(20).value
    True
    """
    import sympy

    real = isinstance(eye_cost, sympy.Expr) and eye_cost.is_extended_real is not False
    if not real or eye_cost is sympy.nan:
        eye_cost = rational(exact(eye_cost))
    pieces = turn_pieces(die)
    ends = [piece.start for piece in pieces[1:]]
    worths = [piece.mean - eye_cost * piece.eye for piece in pieces]
    conditions = [*(eye_cost <= end for end in ends), True]
    return sympy.Piecewise(*zip(worths, conditions, strict=True))


# The decision at hand


def at_hand(view: View) -> tuple[Figure, ...]:
    """Return the exact odds of the decision at hand, from what the player on turn may know.

    With an open eye: what stopping and re-rolling bring. For an announcer: what each answer costs.
    For a blind player: how likely the sum is, and what both answers bring if the announcer is
    honest. Nothing where nobody decides, or to somebody who may not see the dice.

    >>> from llamakit.core.game import new_game
    >>> at_hand(new_game("chinchiller", players=2, seed=1).view(0))[0][:3]
    ('sand if you stop now', 6, 'sand')
    """
    if view.phase == "choose" and view.roll:
        return tuple(_before_reroll(view))
    if view.phase == "announce" and view.roll:
        return tuple(_before_claim(view))
    if view.phase == "answer":
        return tuple(_before_answer(view))
    return ()


def _before_reroll(view: View) -> Iterator[Figure]:
    """Yield the figures of the decision to stop or to re-roll (H3)."""
    kept = without_sand(view.roll)
    outcomes = roll_outcomes(view.rules.die, kept)
    mean = sum((p * sand(roll) for roll, p in outcomes), Fraction(0))
    eye = sum((p for roll, p in outcomes if _closes(roll)), Fraction(0))
    ways = len(view.rules.die) ** kept.count(None)
    yield Figure(
        "sand if you stop now", rational(sand(view.roll)), "sand", "The sum of the dice (H4)."
    )
    yield Figure(
        "expected sand if you re-roll once",
        rational(mean),
        "sand",
        f"The mean over the {ways} ways the dice can fall; see the notebook chinchiller_odds.",
    )
    yield Figure(
        "a re-roll closes an eye",
        rational(eye),
        "probability",
        f"The ways without sand and with a chinchiller, of {ways} (H5).",
    )
    best = reroll_value(view.rules.die, kept, Fraction(0))
    yield Figure(
        "expected sand if you re-roll as often as is best",
        rational(best),
        "sand",
        "Optimal stopping: R = mean of max(sand, R); see the notebook chinchiller_odds.",
    )


def _before_claim(view: View) -> Iterator[Figure]:
    """Yield the figures of the decision what to tell a blind player (H6)."""
    rolled = sand(view.roll)
    told = f"The dice show {rolled} sand; see the notebook chinchiller_play_well."
    yield Figure("you pay if the truth is accepted", rational(rolled), "sand", told)
    gain = LOW_CLAIM if rolled < LOW_CLAIM else 0
    why = f"Doubting the truth costs {LOW_CLAIM} sand if it is below {LOW_CLAIM} (H8)."
    yield Figure("you get if the truth is doubted", rational(gain), "sand", why)
    why = "Caught in a lie you pay what was rolled and close an eye (H9)."
    yield Figure("you pay if a lie is doubted", rational(rolled), "sand", why)


def _before_answer(view: View) -> Iterator[Figure]:
    """Yield the figures of the decision to accept or doubt (H7 to H9)."""
    roll, claim = blind_roll(view.rules.die), view.claim or 0
    why = "Counted among the 36 ways two dice can fall; see the notebook chinchiller_odds."
    yield Figure("expected sand of a roll", roll.mean, "sand", why)
    yield Figure(f"a roll is worth {claim}", roll.p(claim), "probability", why)
    more = roll.p(lambda amount: amount > claim)
    yield Figure(f"a roll is worth more than {claim}", more, "probability", why)
    yield Figure("you get if you accept", rational(claim), "sand", "What you were told (H7).")
    loss = LOW_CLAIM if claim < LOW_CLAIM else 0
    why = f"The truth below {LOW_CLAIM} costs {LOW_CLAIM} sand if doubted (H8)."
    yield Figure("you lose if you doubt the truth", rational(loss), "sand", why)
    lies = Distribution({amount: roll.counts[amount] for amount in roll if amount != claim})
    why = "The mean of all other sums: a lie is paid at what was rolled (H9)."
    yield Figure("you get on average if you doubt a lie about any roll", lies.mean, "sand", why)


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth in a game of two, both playing on as ``solve`` says.

    Worth is how far one gets ahead of the other, in sand, from here to the end; ``solve`` takes it
    that sand never runs short, and a difference smaller than it can prove counts as none. Nothing
    with more players, nor for a claim that ``solve`` never makes: there the answer does not matter.
    ``solve`` knows only claims that a roll can give. With the usual die no other pays, but with
    some it would: so nothing where any number may be claimed of another die.

    >>> from llamakit.core.game import new_game
    >>> [str(one.action) for one in advice(new_game("chinchiller", players=2, seed=1).view(0))]
    ['reroll', 'stop']
    """
    if len(view.closed) != 2 or view.player is None:
        return ()
    if view.rules.claims == "any" and view.rules.die != DEFAULT_DIE:
        return ()
    eyes = view.closed[view.turn], view.closed[1 - view.turn]
    if view.phase == "choose" and view.roll:
        return _advised(_turn_worths(view, eyes))
    if view.phase == "announce" and view.roll:
        return _advised(_claim_worths(view, eyes))
    if view.phase == "answer":
        return _advised(_answer_worths(view, eyes))
    return ()


def _advised(worths: dict[Action, Fraction]) -> tuple[Advice, ...]:
    """Return the worth of each action, and how much less than the best one's it is."""
    best = max(worths.values(), default=Fraction(0))
    costs = {action: best - worth for action, worth in worths.items()}
    return tuple(
        Advice(action, rational(worth), rational(cost if cost > _KNOWN_TO else 0), "sand")
        for action, worth, cost in zip(worths, worths.values(), costs.values(), strict=True)
    )


@cache
def _values(die: Die) -> dict[Eyes, Fraction]:
    """Return the middle of what ``solve`` proves of each state."""
    best = solve(die)
    return {eyes: (best.low[eyes] + best.high[eyes]) / 2 for eyes in best.low}


def _turn_worths(view: View, eyes: Eyes) -> dict[Action, Fraction]:
    """Return what re-rolling and stopping are worth to a player who sees (H3)."""
    die, (mover, other) = view.rules.die, eyes
    passing = passed(_values(die), other, mover)
    cost = passing - passed(_values(die), other, mover + 1)
    again = reroll_value(die, without_sand(view.roll), cost)
    return {REROLL: passing + again, STOP: passing + sand(view.roll)}


def _after_signals(view: View, eyes: Eyes) -> tuple[Fraction, Fraction]:
    """Return what the turn passing on is worth to the blind player, and what a closed eye adds."""
    values, other = _values(view.rules.die), eyes[1]
    passing = passed(values, other, 2)
    return passing, passed(values, other + 1, 2) - passing


def _claim_worths(view: View, eyes: Eyes) -> dict[Action, Fraction]:
    """Return what each claim is worth to the announcer, against the best doubts."""
    passing, eye = _after_signals(view, eyes)
    doubts, rolled = solve(view.rules.die).doubts[eyes], sand(view.roll)
    worths = {}
    for action in view.rules.claim_actions:
        claim = action.values[0]
        doubt = doubts.get(claim, Fraction(1))  # what no roll can give is a lie
        gain = (1 - doubt) * accept_gain(claim) + doubt * doubt_gain(rolled, claim, eye)
        worths[action] = -(passing + gain)
    return worths


def _answer_worths(view: View, eyes: Eyes) -> dict[Action, Fraction]:
    """Return what accepting and doubting are worth to the blind player, by Bayes' rule."""
    die, claim = view.rules.die, view.claim or 0
    claims = solve(die).claims[eyes]
    weights = {rolled: p * claims[rolled].get(claim, 0) for rolled, p in chances(die).items()}
    total = sum(weights.values())
    if not total:
        return {}
    passing, eye = _after_signals(view, eyes)
    lie = sum(w * doubt_gain(rolled, claim, eye) for rolled, w in weights.items())
    return {ACCEPT: passing + accept_gain(claim), DOUBT: passing + Fraction(lie) / total}
