"""Exact odds of L.L.A.M.A. Dice: one roll, all roll odds at once, and best play alone.

Imports the standard library, lower rooms and this game's rules; SymPy, and NumPy for
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

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from llamakit.engine.contract import Explore
from llamakit.engine.extras import extra
from llamakit.engine.state import Action, InputError, whole_number
from llamakit.exact.figures import (
    Advice,
    Effect,
    Figure,
    decimal,
    figure,
    percent,
    proven_advice,
    rational,
)
from llamakit.games import refusals
from llamakit.games.cards import LLAMA, VALUES, cards, penalty, tokens_to_return, without
from llamakit.games.llama_dice.alone import WAYS, playing_alone
from llamakit.games.llama_dice.duel import IN_THE_BOX, Leads, leads
from llamakit.games.llama_dice.rules import (
    KEEP,
    QUIT,
    ROLL,
    Dice,
    Row,
    Rules,
    State,
    View,
    discards_of,
    make_dice,
    roll_event,
    takes_of,
)
from llamakit.games.llama_dice.strategies import misses, penalty_after_roll
from llamakit.games.llama_dice.words import (
    DRAMA_EVENT,
    EFFECTS,
    EXPLORE,
    FIGURES,
    label,
    misses_worked_out,
)
from llamakit.games.words import added_up, small

if TYPE_CHECKING:
    import numpy

#: Two players are advised if no more positions than this can follow: half a second's work in plain
#: Python, which with NumPy takes a tenth of it. Whether there is advice is the same on any machine.
ADVISED_POSITIONS = 50_000

_DEFAULT_DICE = make_dice()


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
    any_roll, missed = misses(frozenset(), three), misses(frozenset(own), three)
    drama = missed if alone else misses(frozenset(own + middle), three)
    counts = (any_roll - missed, missed - drama, drama, WAYS - any_roll)
    return RollOdds(*map(_of_all_ways, counts))


@cache
def _of_all_ways(count: int) -> Any:
    """Return a number of the 216 ways as a probability (sympy.Rational)."""
    return rational(count, WAYS)


def checked_position(row: object, llama_row: object, dice: Any) -> tuple[Row, Row, Dice]:
    """Return a row, a llama row and dice, checked against what the box holds (D1, D3)."""
    own, middle = cards(row), cards(llama_row)
    if len(own) > 6:  # six cards of one value there may always be
        for value in set(own):
            if own.count(value) > IN_THE_BOX[value]:
                held, there = own.count(value), IN_THE_BOX[value]
                raise InputError(refusals.too_many_in_row(held, value, there))
    if len(set(middle)) < len(middle):
        raise InputError(refusals.TWICE_IN_LLAMA_ROW)
    return own, middle, _DEFAULT_DICE if dice is None else make_dice(dice)


def roll_odds_table(dice: Any = None) -> numpy.ndarray[Any, Any]:
    """Return the odds of every row and llama row, as counts of the 216 ways to roll.

    An integer array of shape (128, 128, 4): ``[row, llama row, (hit, take, drama, llamas)]``. A
    set of values is written in bits: value v is bit v - 1, the llama bit 6. Nobody is alone here;
    alone, drama is drama and take together. Needs NumPy. Raises InputError for bad dice.

    >>> roll_odds_table()[0b0010010, 0b1000101].tolist()  # row 2 5, llama row 1 3 L
    [116, 90, 2, 8]
    """
    np = extra("numpy", "the table of all odds")
    three = _DEFAULT_DICE if dice is None else make_dice(dice)
    members, unions = _all_sets()
    faces = np.array([[die.count(value) for value in VALUES] for die in three])
    misses = (6 - faces @ members).prod(axis=0)
    misses[:64] -= prod(die.count(LLAMA) for die in three)  # the sets without a llama
    drama = misses.take(unions)
    table: numpy.ndarray[Any, Any] = np.empty((128, 128, 4), dtype=np.int64)
    table[..., 0] = (misses[0] - misses)[:, None]
    table[..., 1] = misses[:, None] - drama
    table[..., 2] = drama
    table[..., 3] = WAYS - misses[0]
    return table


@cache
def _all_sets() -> tuple[Any, Any]:
    """Return the members of the 128 sets of values, shape (7, 128), and the union of every two."""
    np = extra("numpy", "the table of all odds")
    sets = np.arange(128)
    return sets >> np.arange(7)[:, None] & 1, sets[:, None] | sets


def roll_events(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> dict[Row, str]:
    """Return which event every roll is, by the rules themselves (D6 to D10).

    ``{(face of the first die, second, third): "hit", "take", "drama" or "llamas"}``, all the rolls
    that look different. Raises InputError for cards or dice that cannot be.

    >>> events = roll_events([2, 5], [1, 3, "L"])
    >>> events[3, 5, 1], events[4, 6, 4], events[LLAMA, LLAMA, LLAMA]
    ('hit', 'drama', 'llamas')
    """
    state = _before_roll_of(row, llama_row, alone, dice)
    return {roll: roll_event(state.apply(roll)) for roll, _ in state.chance_outcomes()}


def _before_roll_of(
    row: Iterable[object], llama_row: Iterable[object], alone: bool, dice: Any
) -> State:
    """Return a state in which the owner of a row has chosen to roll, and holds no token."""
    own, middle, three = checked_position(row, llama_row, dice)
    return State(
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

    >>> from llamakit.engine.game import new_game
    >>> [figure.name for figure in at_hand(new_game("llama-dice", seed=7).view(0))][:2]
    ['hit (you discard)', 'take (a card from the llama row)']
    """
    if view.player is None:
        return ()
    if view.phase == "turn":
        return _before_roll(view)
    return tuple(_what_is_left(view))


def _before_roll(view: View) -> tuple[Figure, ...]:
    """Return the figures of the decision to roll or quit."""
    figures = list(_events(view))
    figures.append(figure(FIGURES["quit"], penalty(view.row), "points", sum=added_up(view.row)))
    mean = penalty_after_roll(view)
    figures.append(figure(FIGURES["roll"], mean, "points", total=int(mean * WAYS)))
    if view.alone:
        best = solo(view.row, view.llama_row, view.rules.dice, view.points[view.turn])
        figures.append(figure(FIGURES["alone"], best.value, "points", action=best.action))
    return tuple(figures)


def _events(view: View) -> Iterator[Figure]:
    """Yield the probabilities of the four events of a roll, worked out."""
    row, dice, alone = view.row, view.rules.dice, view.alone
    odds = roll_odds(row, view.llama_row, alone, dice)
    counts = {event: int(chance * WAYS) for event, chance in odds._asdict().items()}
    faces = [sum(face not in row for face in die) for die in dice]
    missed, left = misses_worked_out(faces, counts["llamas"], LLAMA in row)
    llamas = [die.count(LLAMA) for die in dice]
    what = {
        "misses": missed,
        "llamas": left,
        "hits": counts["hit"],
        "missed": counts["take"] + counts["drama"],
        "takes": counts["take"],
        "drama_ways": counts["drama"],
        "drama": DRAMA_EVENT[view.rules.edition],
        "product": f"{' × '.join(map(str, llamas))} = {counts['llamas']}",
    }
    for event, chance in odds._asdict().items():
        kind = f"{event} alone" if alone and f"{event} alone" in FIGURES else event
        yield figure(FIGURES[kind], chance, "probability", **what)


def effect(view: View, action: Action) -> Effect:
    """Return what a legal action brings right away, by the exact odds, and how it is said.

    >>> from llamakit.games.llama_dice.position import position
    >>> view = position([2, 5], [1, 3, "L"]).view(0)
    >>> effect(view, ROLL).clause
    'one more roll costs 6.7 points on average, as 54 % of rolls hit'
    >>> effect(view, QUIT).clause
    'quitting costs 7 points for sure'
    """
    if action == ROLL:
        odds = roll_odds(view.row, view.llama_row, view.alone, view.rules.dice)
        mean = penalty_after_roll(view)
        clause = EFFECTS["roll"].format(points=decimal(mean), hit=percent(odds.hit))
        return Effect(clause, -mean)
    left = view.points[view.turn] - sum(action.values) if view.phase == "return" else None
    if left is None:
        taken = action.values if action.verb == "take" else ()
        lost = action.values if action.verb == "discard" else ()
        left = penalty((*without(view.row, lost), *taken))
    clause = EFFECTS[action.verb].format(label=small(label(action, view)), points=left)
    return Effect(clause, Fraction(-left))


def _what_is_left(view: View) -> Iterator[Figure]:
    """Yield what each choice after a roll leaves: the row's penalty, or the points held.

    Alone, a discard leaves the expected change in points under best play.
    """
    held = view.points[view.turn]
    if view.phase == "return":
        for token in (*tokens_to_return(held), 0):
            action = Action("return", (token,)) if token else KEEP
            said = label(action, view)
            yield figure(
                FIGURES["points left"], held - token, "points", label=said, held=held, token=token
            )
    for action in discards_of(view.row, view.roll) if view.phase == "discard" else ():
        left = without(view.row, action.values)
        if view.alone:
            value = solo(left, view.llama_row, view.rules.dice, held).value
            yield figure(FIGURES["alone left"], value, "points", label=label(action, view))
        else:
            yield _penalty_left(action, left, view)
    for action in takes_of(view.llama_row, view.roll) if view.phase == "take" else ():
        yield _penalty_left(action, view.row + action.values, view)


def _penalty_left(action: Action, row: Row, view: View) -> Figure:
    """Return the penalty of the row that an action leaves (G2)."""
    what = {"label": label(action, view), "sum": added_up(row)}
    return figure(FIGURES["penalty left"], penalty(row), "points", **what)


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known, best first; else nothing.

    Worth is what the others add to their points on average, less what one adds oneself, until the
    round has ended: of two players as ``two_players`` says, if no more than ADVISED_POSITIONS can
    follow; of a player alone as ``solo`` says, and of one whose row is empty.
    Raises InputError for what is no view of this game.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama-dice", seed=7)
    >>> advice(game.view(0))
    ()
    >>> game.play("quit")
    >>> [str(one.action) for one in advice(game.view(1)) if one.cost == 0]
    ['roll']
    """
    view = View.checked(view)
    if view.player is None:
        return ()
    both_in = leads(view, ADVISED_POSITIONS)
    if both_in:
        return proven_leads(both_in)
    if view.phase == "return" and not view.row:  # every row has been counted (D12)
        tokens = {action: Fraction(token) for action, token in _returns(view).items()}
        return proven_advice(tokens, "points")
    if not view.alone:
        return ()
    others = [penalty(row) for seat, row in enumerate(view.rows) if seat != view.turn]
    theirs = Fraction(sum(others), len(others))
    own = _alone_points(view).items()
    return proven_advice({action: theirs - points for action, points in own}, "points")


def proven_leads(found: Leads) -> tuple[Advice, ...]:
    """Return advice from the lead that each action leads to, and how far off that may be."""
    values, error = found
    return proven_advice(values, "points", 2 * error or Fraction(0))


def _returns(view: View) -> dict[Action, int]:
    """Return what may be done with one's tokens, and how many points that gives back (G4)."""
    tokens = tokens_to_return(view.points[view.turn])
    return {Action("return", (token,)): token for token in tokens} | {KEEP: 0}


def _alone_points(view: View) -> dict[Action, Fraction]:
    """Return the expected change in points of a player alone after each action (D10)."""
    held, best = view.points[view.turn], playing_alone(view.llama_row, view.rules.dice)
    if view.phase == "turn":
        return {ROLL: best.rolling(view.row, held), QUIT: Fraction(penalty(view.row))}
    if view.phase == "return":
        returns = _returns(view).items()
        return {back: best.worth(view.row, held - token) - token for back, token in returns}
    choices = discards_of(view.row, view.roll)
    return {action: best.worth(without(view.row, action.values), held) for action in choices}


def explore(view: View) -> Explore | None:
    """Return the explorer of the roll to come; None where none does.

    >>> from llamakit.engine.game import new_game
    >>> explore(new_game("llama-dice", seed=7).view(0)).start["row"]
    (1, 1, 2, 5, 6, 6)
    """
    if view.phase != "turn":
        return None
    start = {"row": view.row, "llama_row": view.llama_row, "alone": view.alone}
    return Explore(EXPLORE, "roll", start | {"dice": view.rules.dice})
