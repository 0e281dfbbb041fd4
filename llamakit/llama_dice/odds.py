"""Exact odds of L.L.A.M.A. Dice: one roll, all roll odds at once, and best play alone.

Imports the standard library, ``core`` and this game's rules; SymPy, and NumPy for
``roll_odds_table``, only where they are used.

Write M(S), the *misses* of a set S of card values, for the number of the 216 ways to roll three
dice in which no die shows a value of S. The dice are independent: it is the product over the dice
of the faces that are not in S. Three llamas are an event of their own (D6) and are not counted
among the misses. Then, of 216,

    hit    = M(nothing) - M(row)                some die matches the row (D7)
    drama  = M(row and llama row together)      no die matches either (D9)
    take   = M(row) - drama                     the rest (D8)
    llamas = 216 - M(nothing)                   (D6)

and when all others have quit, drama = M(row) and take = 0 (D10).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from llamakit.core.cards import LLAMA, VALUES, cards, penalty, tokens_to_return
from llamakit.core.exact import Advice, Figure, rational
from llamakit.core.rounds import round_worths
from llamakit.core.state import Action, InputError, whole_number
from llamakit.llama_dice.alone import WAYS, playing_alone
from llamakit.llama_dice.rules import (
    KEEP,
    QUIT,
    ROLL,
    Dice,
    Row,
    Rules,
    State,
    View,
    discards,
    make_dice,
    takes,
    without,
)
from llamakit.llama_dice.strategies import penalty_after_roll
from llamakit.llama_dice.words import label

if TYPE_CHECKING:
    import numpy

#: A round of two players is solved whole if the deck has no more cards than this.
SMALL_DECK = 7

#: Nor is it if the points held can change in more ways than this: three llamas give some back (D6).
SMALL_HOLDINGS = 4

#: The most cards of a value that a row can hold: all of the box, both backs (D1).
MOST_COPIES = {value: 7 if value is LLAMA else 6 for value in VALUES}

#: What the figures call the event of D9, by edition.
DRAMA = {"us": "llama drama", "international": "blown it"}

_DEFAULT_DICE = make_dice()

#: A formula for P(at least one of several independent events) from the chances of each.
_Some = Callable[[Sequence[Any]], Any]


class RollOdds(NamedTuple):
    """The probabilities of the four events of a roll (sympy.Rational); they sum to 1."""

    hit: Any
    take: Any
    drama: Any
    llamas: Any


def roll_odds(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the probabilities of hit, take, drama and three llamas in one roll (D6 to D10).

    ``row`` and ``llama_row`` are any cards the box can lay out; ``alone``: all others have quit;
    ``dice`` is what ``make_dice`` takes. By complement and product over the dice, in whole
    numbers. Raises InputError for cards or dice that cannot be.

    >>> roll_odds([2, 5], [1, 3, "L"])
    RollOdds(hit=29/54, take=5/12, drama=1/108, llamas=1/27)
    >>> roll_odds([6], [1, 2, 3, 4, 5, 6, "L"]).drama
    0
    """
    own, middle, three = checked_position(row, llama_row, dice)
    any_roll, missed = _misses(frozenset(), three), _misses(frozenset(own), three)
    drama = missed if alone else _misses(frozenset(own + middle), three)
    counts = (any_roll - missed, missed - drama, drama, WAYS - any_roll)
    return RollOdds(*map(_of_all_ways, counts))


@lru_cache(maxsize=4096)
def _misses(values: frozenset[int], dice: Dice) -> int:
    """Return the ways in which no die shows one of the values, three llamas not counted."""
    ways = prod(sum(face not in values for face in die) for die in dice)
    three_llamas = prod(die.count(LLAMA) for die in dice)
    return ways if LLAMA in values else ways - three_llamas


@cache
def _of_all_ways(count: int) -> Any:
    """Return a number of the 216 ways as a probability (sympy.Rational)."""
    return rational(count, WAYS)


def checked_position(row: object, llama_row: object, dice: Any) -> tuple[Row, Row, Dice]:
    """Return a row, a llama row and dice, checked against what the box holds (D1, D3)."""
    own, middle = cards(row), cards(llama_row)
    if len(own) > 6:  # six cards of one value there may always be
        for value in set(own):
            if own.count(value) > MOST_COPIES[value]:
                raise InputError(
                    f"a row with {own.count(value)} cards of value {value}: "
                    f"the box holds {MOST_COPIES[value]}"
                )
    if len(set(middle)) < len(middle):
        raise InputError("the llama row holds each value once at most")
    return own, middle, _DEFAULT_DICE if dice is None else make_dice(dice)


def roll_odds_table(dice: Any = None) -> numpy.ndarray[Any, Any]:
    """Return the odds of every row and llama row, as counts of the 216 ways to roll.

    An integer array of shape (128, 128, 4): ``[row, llama row, (hit, take, drama, llamas)]``. A
    set of values is written in bits: value v is bit v - 1, the llama bit 6. Nobody is alone here;
    alone, drama is drama and take together. Needs NumPy. Raises InputError for bad dice.

    >>> roll_odds_table()[0b0010010, 0b1000101].tolist()  # row 2 5, llama row 1 3 L
    [116, 90, 2, 8]
    """
    import numpy as np

    three = _DEFAULT_DICE if dice is None else make_dice(dice)
    members, unions = _all_sets()
    faces = np.array([[die.count(value) for value in VALUES] for die in three])
    misses = (6 - faces @ members).prod(axis=0)
    misses[:64] -= prod(die.count(LLAMA) for die in three)  # the sets without a llama
    drama = misses.take(unions)
    table = np.empty((128, 128, 4), dtype=np.int64)
    table[..., 0] = (misses[0] - misses)[:, None]
    table[..., 1] = misses[:, None] - drama
    table[..., 2] = drama
    table[..., 3] = WAYS - misses[0]
    return table


@cache
def _all_sets() -> tuple[Any, Any]:
    """Return the members of the 128 sets of values, shape (7, 128), and the union of every two."""
    import numpy as np

    sets = np.arange(128)
    return sets >> np.arange(7)[:, None] & 1, sets[:, None] | sets


def some_by_complement(chances: Sequence[Any]) -> Any:
    """Return P(at least one of several independent events): 1 - ∏ (1 - pᵢ).

    ``chances`` are the pᵢ: fractions, SymPy numbers or symbols.

    >>> from sympy.abc import p, q
    >>> some_by_complement([p, q])
    -(1 - p)*(1 - q) + 1
    """
    return 1 - prod(1 - chance for chance in chances)


def some_by_inclusion_exclusion(chances: Sequence[Any]) -> Any:
    """Return P(at least one of several independent events): Σ pᵢ - Σ pᵢpⱼ + Σ pᵢpⱼpₖ and so on.

    >>> from sympy.abc import p, q
    >>> some_by_inclusion_exclusion([p, q])
    -p*q + p + q
    """
    return sum(
        (-1) ** (size + 1) * sum(prod(chosen) for chosen in combinations(chances, size))
        for size in range(1, len(chances) + 1)
    )


def odds_by_complement(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the same as ``roll_odds``, in SymPy: complement and product over the three dice.

    >>> odds_by_complement([2, 5], [1, 3, "L"]) == roll_odds([2, 5], [1, 3, "L"])
    True
    """
    return _closed_form(some_by_complement, *checked_position(row, llama_row, dice), alone)


def odds_by_inclusion_exclusion(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the same as ``roll_odds``, in SymPy: by inclusion and exclusion, the second road.

    >>> odds_by_inclusion_exclusion([2, 5], [1, 3, "L"]) == roll_odds([2, 5], [1, 3, "L"])
    True
    """
    return _closed_form(some_by_inclusion_exclusion, *checked_position(row, llama_row, dice), alone)


def _closed_form(some: _Some, own: Row, middle: Row, dice: Dice, alone: bool) -> RollOdds:
    """Return the odds of a roll, given a formula for P(at least one die shows it)."""
    hit = _shown(some, own, dice)
    either = hit if alone else _shown(some, own + middle, dice)
    llamas = prod(_chances((LLAMA,), dice))
    return RollOdds(hit, either - hit, 1 - llamas - either, llamas)


def _shown(some: _Some, values: Row, dice: Dice) -> Any:
    """Return P(some die shows one of the values, but not three llamas)."""
    llamas = prod(_chances((LLAMA,), dice)) if LLAMA in values else 0
    return some(_chances(values, dice)) - llamas


def _chances(values: Row, dice: Dice) -> list[Any]:
    """Return for each die the probability that it shows one of the values (sympy.Rational)."""
    return [rational(sum(face in values for face in die), 6) for die in dice]


def odds_by_enumeration(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> RollOdds:
    """Return the same as ``roll_odds``: every outcome of the roll, sorted by the rules themselves.

    >>> odds_by_enumeration([2, 5], [1, 3, "L"]) == roll_odds([2, 5], [1, 3, "L"])
    True
    """
    own, middle, three = checked_position(row, llama_row, dice)
    state = State(
        rules=Rules(dice=three),
        phase="roll",
        turn=0,
        round_number=1,
        rows=(own, (1,)),
        llama_row=middle,
        active=(True, not alone),
        points=(0, 0),
        roll=(),
    )
    odds = dict.fromkeys(RollOdds._fields, Fraction(0))
    for roll, probability in state.chance_outcomes():
        odds[_event(state.apply(roll))] += probability
    return RollOdds(*map(rational, odds.values()))


def _event(after: Any) -> str:
    """Return which event a roll was, by what follows it for a player who holds no token."""
    return {"discard": "hit", "take": "take", "turn": "llamas"}.get(after.phase, "drama")


class Solo(NamedTuple):
    """Best play alone: ``value``, the expected points to come (sympy.Rational), and ``action``."""

    value: Any
    action: str


def solo(
    row: Iterable[object], llama_row: Iterable[object], dice: Any = None, points: int = 0
) -> Solo:
    """Return the value of best play when all others have quit, and whether to roll or quit (D10).

    ``value`` is the expected change of one's points until the round is over: without ``points``
    (tokens held), the expected penalty. ``action`` is "roll" or "quit", a tie is "quit". Copies in
    ``row`` count. Three llamas leave everything as it was, so the value is the solution of an
    equation with itself on both sides; with tokens held they return one (D6), as does an emptied
    row (D12). Returning the largest is always best. Raises InputError for cards, dice or points
    that cannot be.

    The work grows with the number of rows that can be left. Rows that are solved are remembered.

    >>> solo([1], [1, 2, 3, 4, 5, 6, "L"])
    Solo(value=1, action='quit')
    >>> solo([6, "L"], [1]).action
    'roll'
    """
    own, middle, three = checked_position(row, llama_row, dice)
    whole_number("points", points, 0, 1000)
    best = playing_alone(middle, three)
    return Solo(rational(best.worth(own, points)), best.action(own, points))


def at_hand(view: View) -> tuple[Figure, ...]:
    """Return the exact odds of the decision at hand, for the player on turn.

    Before a roll: the four events, the penalty of quitting now and the expected penalty after one
    more roll; alone, also the expected change in points under best play, and its action. Before a
    discard or a take: the penalty that each choice leaves. Before a return: the points it leaves.
    Nothing where nobody decides.

    >>> from llamakit.core.game import new_game
    >>> [figure.name for figure in at_hand(new_game("llama-dice", seed=7).view(0))][:4]
    ['hit', 'take', 'llama drama', 'three llamas']
    """
    if view.player is None:
        return ()
    if view.phase == "turn":
        return _before_roll(view)
    return tuple(_what_is_left(view))


#: By which formula each event's probability is found.
_WHY_EVENTS = (
    "All ways less the misses of your row, three llamas apart (D7); see llama_dice_odds.",
    "Ways that miss your row but not the llama row (D8); see llama_dice_odds.",
    "Ways that miss your row and the llama row (D9, D10); see llama_dice_odds.",
    "The llamas of the three dice multiplied, over 216 (D6); see llama_dice_odds.",
)
_WHY_QUIT = "Each value in your row counts once, llamas 10 together (G2)."
_WHY_ROLL = "The mean over all 216 ways, played thriftily; see llama_dice_odds."
_WHY_SOLO = "First-step equations, solved for every row; see llama_dice_play_well."


def _before_roll(view: View) -> tuple[Figure, ...]:
    """Return the figures of the decision to roll or quit."""
    events = ("hit", "take", DRAMA[view.rules.edition], "three llamas")
    odds = roll_odds(view.row, view.llama_row, view.alone, view.rules.dice)
    figures = [
        Figure(name, chance, "probability", why)
        for name, chance, why in zip(events, odds, _WHY_EVENTS, strict=True)
    ]
    now = rational(penalty(view.row))
    figures.append(Figure("penalty if you quit now", now, "points", _WHY_QUIT))
    after = rational(penalty_after_roll(view))
    figures.append(Figure("expected penalty after one more roll", after, "points", _WHY_ROLL))
    if view.alone:
        best = solo(view.row, view.llama_row, view.rules.dice, view.points[view.turn])
        name = f"expected points with best play: {best.action}"
        figures.append(Figure(name, best.value, "points", _WHY_SOLO))
    return tuple(figures)


def _what_is_left(view: View) -> Iterator[Figure]:
    """Yield what each choice after a roll leaves: the row's penalty, or the points held.

    Alone, a discard leaves the expected change in points under best play.
    """
    held = view.points[view.turn]
    if view.phase == "return":
        for token in (*tokens_to_return(held), 0):
            action = Action("return", (token,)) if token else KEEP
            name = f"{label(action, view)}: points left"
            yield Figure(name, rational(held - token), "points", "Points held less the token.")
    for action in discards(view.row, view.roll) if view.phase == "discard" else ():
        left = without(view.row, action.values)
        if view.alone:
            value = solo(left, view.llama_row, view.rules.dice, held).value
            name = f"{label(action, view)}: expected points with best play"
            yield Figure(name, value, "points", _WHY_SOLO)
        else:
            yield _penalty_left(action, left, view)
    for action in takes(view.llama_row, view.roll) if view.phase == "take" else ():
        yield _penalty_left(action, view.row + action.values, view)


def _penalty_left(action: Action, row: Row, view: View) -> Figure:
    """Return the penalty of the row that an action leaves (G2)."""
    name = f"{label(action, view)}: penalty left"
    return Figure(name, rational(penalty(row)), "points", _WHY_QUIT)


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known: expected points, fewer is better.

    Two players with a deck of at most SMALL_DECK cards and hardly a token held: the whole round is
    solved, the worth is the mean difference in points to the other player. Else a lone player, and
    one whose row is empty: the expected points to come, returned tokens taken off, as ``solo``
    says. Else nothing.

    >>> from llamakit.core.game import new_game
    >>> game = new_game("llama-dice", seed=7)
    >>> advice(game.view(0))
    ()
    >>> game.play("quit")
    >>> [str(one.action) for one in advice(game.view(1)) if one.cost == 0]
    ['roll']
    """
    if view.player is None:
        return ()
    if _is_small(view):
        return _advised(round_worths(_state(view)))
    if view.phase == "return" and not view.row:  # the round is over (D12)
        return _advised({action: Fraction(-token) for action, token in _returns(view).items()})
    return _advised(_alone_worths(view)) if view.alone else ()


def _is_small(view: View) -> bool:
    """Whether a round of two from here on is small enough to be solved whole."""
    holdings = prod(points + 1 for points in view.points)
    deck = sum(view.rules.deck.values())
    return view.rules.players == 2 and deck <= SMALL_DECK and holdings <= SMALL_HOLDINGS


def _state(view: View) -> State:
    """Return the position that a view shows: rows lie open (D14)."""
    return State(**{field.name: getattr(view, field.name) for field in dataclasses.fields(State)})


def _returns(view: View) -> dict[Action, int]:
    """Return what may be done with one's tokens, and how many points that gives back (G4)."""
    tokens = tokens_to_return(view.points[view.turn])
    return {Action("return", (token,)): token for token in tokens} | {KEEP: 0}


def _advised(worths: dict[Action, Fraction]) -> tuple[Advice, ...]:
    """Return the expected points of each action, and how many more than the best one's they are."""
    best = min(worths.values())
    return tuple(
        Advice(action, rational(worth), rational(worth - best), "points")
        for action, worth in worths.items()
    )


def _alone_worths(view: View) -> dict[Action, Fraction]:
    """Return the expected change in points of a lone player after each action (D10)."""
    held, best = view.points[view.turn], playing_alone(view.llama_row, view.rules.dice)
    if view.phase == "turn":
        return {ROLL: best.rolling(view.row, held), QUIT: Fraction(penalty(view.row))}
    if view.phase == "return":
        returns = _returns(view).items()
        return {back: best.worth(view.row, held - token) - token for back, token in returns}
    choices = discards(view.row, view.roll)
    return {one: best.worth(without(view.row, one.values), held) for one in choices}
