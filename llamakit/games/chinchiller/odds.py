"""Exact odds of Chinchiller Dice: the blind roll, the sighted turn, what a decision is worth.

Imports the standard library, lower rooms and this game's rules, stopping and solution; SymPy only
where it is used.

A sighted turn is *optimal stopping* (see ``stopping``). For each fixed rule when to stop its worth
is a straight line in the cost c of an eye, mean sand - c * P(close an eye); so the best worth, the
highest of these lines, is convex and bends where the best rule changes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from llamakit.engine.contract import Explore
from llamakit.engine.state import Action, InputError
from llamakit.exact.distribution import Distribution
from llamakit.exact.figures import (
    Advice,
    Effect,
    Figure,
    decimal,
    exact,
    figure,
    percent,
    proven_advice,
    rational,
)
from llamakit.games import refusals
from llamakit.games.chinchiller.equilibrium import (
    ENOUGH_SAND,
    Eyes,
    accept_gain,
    chances,
    doubt_gain,
    passed,
    solved,
)
from llamakit.games.chinchiller.rules import (
    ACCEPT,
    CHINCHILLER,
    DEFAULT_DIE,
    DOUBT,
    LOW_CLAIM,
    NOT_ROLLED,
    REROLL,
    SAND_IN_BOX,
    START_SAND,
    STOP,
    Die,
    Face,
    Roll,
    View,
    make_die,
    roll_outcomes,
    sand,
    without_sand,
)
from llamakit.games.chinchiller.stopping import reroll_value
from llamakit.games.chinchiller.words import EFFECTS, EXPLORE, FIGURES, roll_text

#: No best rule changes beyond this eye cost, up or down: a roll is worth 200 sand at the most, and
#: where a re-roll can close an eye it does so once in 36 times or more often.
_FAR = 10**6

#: How far a cost is from the truth at most, as ``solve`` takes it that nobody runs short of sand:
#: where both hold ENOUGH_SAND, and where both hold what they started with and have all eyes open.
_KNOWN_TO, _KNOWN_TO_AT_FIRST = Fraction(1, 200), Fraction(1, 10)


def blind_roll(die: Any = None) -> Distribution:
    """Return the sand of one roll of both dice (H4, H6): {sand: probability}.

    ``die`` is what ``make_die`` takes. Raises InputError for anything else.

    >>> blind_roll().mean, blind_roll()[24]
    (77/9, 1/12)
    """
    faces = make_die(die)
    return Distribution(Counter(sand(roll) for roll in product(faces, faces)))


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

    def __repr__(self) -> str:
        rerolls = sum(choice == "reroll" for choice in self.policy.values())
        rolls = f"re-rolls {rerolls} of {len(self.policy)} rolls"
        return f"<Turn: value {self.value}, closes an eye {self.eye}, {rolls}>"


def best_turn(eye_cost: Any, die: Any = None) -> Turn:
    """Return the sighted turn that maximises E[sand] - eye_cost * P(close an eye) (H3 to H5).

    ``eye_cost`` is a whole number or fraction, in sand; ``die`` is what ``make_die`` takes. Raises
    InputError for anything else.

    >>> turn = best_turn(20)
    >>> turn.value, turn.eye, turn.policy[3, "x2"]
    (557/75, 17/150, 'stop')
    """
    faces, cost = make_die(die), exact(eye_cost)
    policy = _policy(faces, cost)
    ends = _ends(faces, NOT_ROLLED, policy)
    eye = ends.pop(None, Fraction(0))
    outcomes = ends | {0: ends.get(0, Fraction(0)) + eye}
    value = reroll_value(faces, NOT_ROLLED, cost)
    return Turn(rational(value), rational(eye), Distribution(outcomes), policy)


def turn_line(policy: Mapping[tuple[Face, ...], str], die: Any = None) -> tuple[Any, Any]:
    """Return the mean sand of a turn under any rule, and the probability that it closes an eye.

    ``policy`` says "reroll" for the rolls, as in ``Turn``, that are rolled again; any other stops.
    For an eye cost c the turn is worth mean - c * probability: a straight line. It always ends:
    each roll can close an eye. Raises InputError for other dice, and for a policy that is no dict.

    >>> turn_line({}), turn_line(best_turn(20).policy)
    ((77/9, 1/12), (727/75, 17/150))
    """
    if not isinstance(policy, Mapping):
        raise InputError(refusals.not_a_policy(policy))
    ends = _ends(make_die(die), NOT_ROLLED, policy)
    eye = ends.pop(None, Fraction(0))
    mean = sum((amount * p for amount, p in ends.items() if amount), Fraction(0))
    return rational(mean), rational(eye)


def _policy(die: Die, cost: Fraction) -> dict[tuple[Face, ...], str]:
    """Return whether to re-roll or stop, for each roll with sand; its faces in the die's order."""
    rolls = [roll for roll in combinations_with_replacement(dict.fromkeys(die), 2) if sand(roll)]
    worths = {roll: reroll_value(die, without_sand(roll), cost) for roll in rolls}
    return {roll: "stop" if sand(roll) >= worth else "reroll" for roll, worth in worths.items()}


def _closes(roll: Roll) -> bool:
    """Whether a roll closes an eye: no sand, and a chinchiller (H5)."""
    return not sand(roll) and CHINCHILLER in roll


def _ends(
    die: Die, kept: Roll, policy: Mapping[tuple[Face, ...], str]
) -> dict[int | None, Fraction]:
    """Return how a turn under a policy ends: {sand, None for a closed eye: probability}.

    Rolling the same dice again changes nothing: the other ends share what that would take.
    """
    ends: dict[int | None, Fraction] = defaultdict(Fraction)
    again = Fraction(0)
    for roll, chance in roll_outcomes(die, kept):
        in_order: Any = tuple(sorted(roll, key=die.index))
        if policy.get(in_order) != "reroll":
            ends[None if _closes(roll) else sand(roll)] += chance
        elif without_sand(roll) == kept:
            again += chance
        else:
            for end, share in _ends(die, without_sand(roll), policy).items():
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

    >>> from llamakit.engine.game import new_game
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


def effect(view: View, action: Action) -> Effect:
    """Return what a legal action brings right away, by the exact odds, and how it is said.

    >>> from llamakit.engine.game import new_game
    >>> view = new_game("chinchiller", players=2, seed=1).view(0)
    >>> effect(view, STOP).clause
    'stopping brings 6 sand for sure'
    >>> effect(view, REROLL).clause
    'one re-roll brings 7.3 sand on average, and closes an eye in 17 % of all cases'
    """
    if action == STOP:
        return Effect(EFFECTS["stop"].format(sand=sand(view.roll)), Fraction(sand(view.roll)))
    if action == REROLL:
        mean, eye = _reroll(view)
        clause = EFFECTS["reroll"].format(sand=decimal(mean), eye=percent(eye))
        return Effect(clause, mean)
    if action.verb == "claim":
        rolled, claim = sand(view.roll), action.values[0]
        kind = "lie" if claim != rolled else "low truth" if rolled < LOW_CLAIM else "truth"
        return Effect(EFFECTS[kind].format(claim=claim, rolled=rolled, low=LOW_CLAIM))
    claim, roll = view.claim or 0, blind_roll(view.rules.die)
    if action == ACCEPT:
        more = percent(roll.p(lambda amount: amount > claim))
        return Effect(EFFECTS["accept"].format(claim=claim, more=more))
    kind = "doubt low" if claim < LOW_CLAIM else "doubt"
    return Effect(EFFECTS[kind].format(mean=decimal(_if_it_is_a_lie(view)), low=LOW_CLAIM))


def _if_it_is_a_lie(view: View) -> Any:
    """Return the mean of all other sums than the one that a blind player was told."""
    roll = blind_roll(view.rules.die)
    return Distribution({sum_: roll.counts[sum_] for sum_ in roll if sum_ != view.claim}).mean


def _reroll(view: View) -> tuple[Fraction, Fraction]:
    """Return the mean sand of one re-roll, and the probability that it closes an eye (H5)."""
    outcomes = roll_outcomes(view.rules.die, without_sand(view.roll))
    mean = sum((p * sand(roll) for roll, p in outcomes), Fraction(0))
    return mean, sum((p for roll, p in outcomes if _closes(roll)), Fraction(0))


def _before_reroll(view: View) -> Iterator[Figure]:
    """Yield the figures of the decision to stop or to re-roll (H3)."""
    kept = without_sand(view.roll)
    mean, eye = _reroll(view)
    ways = len(view.rules.die) ** kept.count(None)
    yield figure(FIGURES["stop"], sand(view.roll), "sand", roll=roll_text(view.roll))
    yield figure(FIGURES["reroll"], mean, "sand", ways=ways, total=mean * ways)
    yield figure(FIGURES["eye"], eye, "probability", ways=ways, closing=eye * ways)
    yield figure(FIGURES["best"], reroll_value(view.rules.die, kept, Fraction(0)), "sand")


def _before_claim(view: View) -> Iterator[Figure]:
    """Yield the figures of the decision what to tell a blind player (H6)."""
    rolled = sand(view.roll)
    yield figure(FIGURES["truth accepted"], rolled, "sand", rolled=rolled)
    gain = LOW_CLAIM if rolled < LOW_CLAIM else 0
    yield figure(FIGURES["truth doubted"], gain, "sand", low=LOW_CLAIM)
    yield figure(FIGURES["lie doubted"], rolled, "sand")


def _before_answer(view: View) -> Iterator[Figure]:
    """Yield the figures of the decision to accept or doubt (H7 to H9)."""
    roll, claim = blind_roll(view.rules.die), view.claim or 0
    ways = len(view.rules.die) ** 2
    yield figure(FIGURES["mean"], roll.mean, "sand", ways=ways, total=roll.mean * ways)
    for kind, chance in (
        ("claim", roll.p(claim)),
        ("more", roll.p(lambda amount: amount > claim)),
    ):
        what = {"claim": claim, "ways": ways, "good": chance * ways}
        yield figure(FIGURES[kind], chance, "probability", **what)
    yield figure(FIGURES["accept"], claim, "sand")
    loss = LOW_CLAIM if claim < LOW_CLAIM else 0
    yield figure(FIGURES["doubt truth"], loss, "sand", low=LOW_CLAIM)
    lie = _if_it_is_a_lie(view)
    others = ways - roll.p(claim) * ways
    what = {"claim": claim, "ways": ways, "others": others, "total": lie * others}
    yield figure(FIGURES["doubt lie"], lie, "sand", **what)


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth in a game of two, both playing on as ``solve`` says.

    Worth is how far one gets ahead of the other, in sand, from here to the end. ``solve`` takes it
    that nobody runs short of sand. Who does pays less than is owed, so that lies get cheaper: hence
    nothing unless both are seen to hold enough, and then with a small error. So a blind seat, which
    sees nobody's sand, is not advised. Nothing either with other dice, with more players, in a game
    cut short, or for a claim that ``solve`` never makes: there the answer does not matter.
    Raises InputError for what is no view of this game.

    >>> from llamakit.engine.game import new_game
    >>> [str(one.action) for one in advice(new_game("chinchiller", players=2, seed=1).view(0))]
    ['reroll', 'stop']
    """
    view = View.checked(view)
    error = _known_to(view)
    if view.player is None or error is None:
        return ()
    eyes = view.closed[view.turn], view.closed[1 - view.turn]
    if view.phase == "choose" and view.roll:
        return proven_advice(_turn_worths(view, eyes), "sand", error)
    if view.phase == "announce" and view.roll:
        return proven_advice(_claim_worths(view, eyes), "sand", error)
    if view.phase == "answer":
        return proven_advice(_answer_worths(view, eyes), "sand", error)
    return ()


def _known_to(view: View) -> Fraction | None:
    """Return how far a cost is from the truth at most; None where ``solve`` is not good enough.

    A supply that runs short takes the same from both, so that nobody gets ahead; but then they may
    run short themselves. So half of all sand must still lie in it.
    """
    rules = view.rules
    if len(view.closed) != 2 or rules.die != DEFAULT_DIE or rules.turns is not None:
        return None
    if not view.sand or (rules.supply == "box" and 2 * sum(view.sand) > SAND_IN_BOX):
        return None
    if min(view.sand) >= ENOUGH_SAND:
        return _KNOWN_TO
    at_first = min(view.sand) >= START_SAND and not any(view.closed)
    return _KNOWN_TO_AT_FIRST if at_first else None


@cache
def _values(die: Die) -> dict[Eyes, Fraction]:
    """Return the middle of what ``solve`` proves of each state."""
    best = solved(die)
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
    doubts, rolled = solved(view.rules.die).doubts[eyes], sand(view.roll)
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
    claims = solved(die).claims[eyes]
    weights = {rolled: p * claims[rolled].get(claim, 0) for rolled, p in chances(die).items()}
    total = sum(weights.values())
    if not total:
        return {}
    passing, eye = _after_signals(view, eyes)
    lie = sum(w * doubt_gain(rolled, claim, eye) for rolled, w in weights.items())
    return {ACCEPT: passing + accept_gain(claim), DOUBT: passing + Fraction(lie) / total}


def explore(view: View) -> Explore | None:
    """Return the explorer of when to stop; None where nobody chooses that.

    >>> from llamakit.engine.game import new_game
    >>> explore(new_game("chinchiller", players=2, seed=1).view(0)).name
    'stop'
    """
    if view.phase != "choose" or not view.roll:
        return None
    return Explore(EXPLORE, "stop", {"die": view.rules.die})
