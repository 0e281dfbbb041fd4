"""The rules of L.L.A.M.A. Dice (clauses G1 to G8 and D1 to D14, told in ``rules.md``).

Imports the standard library, ``engine.state`` and what the games share.

A round is a walk through these phases; those in brackets are chance:

    [deal] -> turn -> [roll] -> discard, take or return -> turn -> ... -> [deal] or over
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import chain, combinations, product
from operator import add
from random import Random
from typing import Any, ClassVar

from llamakit.engine import state as core
from llamakit.engine.state import (
    Action,
    IllegalAction,
    InputError,
    items_of,
    one_of,
    whole_number,
)
from llamakit.games import refusals
from llamakit.games.cards import (
    ALSO_WRITTEN,
    BLACK,
    LLAMA,
    VALUES,
    WHITE,
    all_deals,
    as_deal,
    card,
    cards,
    deal,
    from_json,
    may_be_the_last,
    next_seat,
    one_by_one,
    penalty,
    to_json,
    tokens_to_return,
    with_item,
    without,
)

Row = tuple[int, ...]
Die = tuple[int, ...]
Dice = tuple[Die, Die, Die]

#: The numbers that llamas replace, a pair on each die (D3): the rulebook names none.
DEFAULT_PAIRS = ((1, 2), (3, 4), (5, 6))

ROLL, QUIT, KEEP = Action("roll"), Action("quit"), Action("keep")
TAKES = {value: Action("take", (value,)) for value in VALUES}
RETURNS = {token: Action("return", (token,)) for token in (WHITE, BLACK)}

#: What a roll can be: a hit, a take, drama, or three llamas (D6 to D10).
EVENTS = ("hit", "take", "drama", "llamas")

#: The four ways in which a round can end (D11).
ENDINGS = ("row emptied", "drama", "last llama-row card taken", "all quit")


def pairings() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the 15 ways to give three dice a pair of numbers each that llamas replace (D3).

    >>> len(pairings()), pairings()[0]
    (15, ((1, 2), (3, 4), (5, 6)))
    """
    found = []
    for second in range(2, 7):
        rest = [number for number in range(2, 7) if number != second]
        for third in rest[1:]:
            last = tuple(number for number in rest[1:] if number != third)
            found.append(((1, second), (rest[0], third), (last[0], last[1])))
    return tuple(found)


def make_dice(dice: Any = None) -> Dice:
    """Return three dice, each a tuple of six faces in order (D3).

    ``dice`` is None for the default, three pairs of numbers that llamas replace, or the faces
    themselves: three sequences of six card values. Raises InputError for anything else.

    >>> make_dice()
    ((3, 4, 5, 6, L, L), (1, 2, 5, 6, L, L), (1, 2, 3, 4, L, L))
    """
    if dice is None:
        dice = DEFAULT_PAIRS
    given = items_of(dice, 3)
    if given is None or len(given) != 3:
        raise InputError(refusals.not_three_dice(dice))
    try:
        three = [cards(die) for die in given]
    except InputError as error:
        raise InputError(refusals.not_three_dice(dice, error)) from None
    if [*map(len, three)] == [2, 2, 2] and sorted(chain(*three)) == [1, 2, 3, 4, 5, 6]:
        three = [_with_llamas(pair) for pair in three]
    if [*map(len, three)] != [6, 6, 6]:
        raise InputError(refusals.not_three_dice(dice))
    first, second, third = three
    return first, second, third


def _with_llamas(pair: Row) -> Die:
    """Return a 1 to 6 die on which a pair of numbers is replaced by llamas."""
    return tuple(sorted(LLAMA if number in pair else number for number in range(1, 7)))


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules(core.Rules):
    """The options of L.L.A.M.A. Dice, checked. Raises InputError.

    ``target``: the game ends after the round in which somebody has this many points (G6).
    ``edition``: "us" or "international", which changes the words shown and nothing else.
    ``dice``: what ``make_dice`` takes (D3). For a small version to solve by hand: ``numbers``, the
    highest card number, ``copies`` of each number in the deck (llamas have one more) and ``hand``,
    how many cards each player gets.

    >>> Rules(players=3).deck
    {1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5, L: 6}
    """

    target: int = 40
    edition: str = "us"
    dice: Any = None
    numbers: int = 6
    copies: int = 5
    hand: int = 6
    game: ClassVar[str] = "llama-dice"
    title: ClassVar[str] = "L.L.A.M.A. Dice"
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    also_written: ClassVar[Mapping[str, str]] = ALSO_WRITTEN
    to_json, from_json = staticmethod(to_json), staticmethod(from_json)

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("target", self.target, 1, 1000)
        one_of("edition", self.edition, ("us", "international"))
        whole_number("numbers", self.numbers, 1, 6)
        whole_number("copies", self.copies, 1, 5)
        most = (self.numbers * self.copies + self.copies + 1) // self.players
        whole_number("hand", self.hand, 1, min(6, most))
        object.__setattr__(self, "dice", make_dice(self.dice))
        for face in self.dice[0] + self.dice[1] + self.dice[2]:
            if face is not LLAMA and face > self.numbers:
                raise InputError(refusals.die_beyond_cards(face, self.numbers))

    @cached_property
    def values(self) -> Row:
        """The card values in play: the llama row at the start of a round (D1)."""
        return (*VALUES[: self.numbers], LLAMA)

    @property
    def deck(self) -> dict[int, int]:
        """The grey-backed cards: how many there are of each value (D1)."""
        return {value: self.copies + (value is LLAMA) for value in self.values}

    @cached_property
    def all_cards(self) -> Row:
        """Every card of the deck, in order."""
        return one_by_one(self.deck)

    @cached_property
    def deal_sizes(self) -> tuple[int, ...]:
        """How many cards a deal gives to each player (D2)."""
        return (self.hand,) * self.players

    def start(self) -> State:
        """Return the state before the first deal: nobody holds a card or a token."""
        return State(
            rules=self,
            phase="deal",
            turn=self.first_player,
            round_number=0,
            rows=((),) * self.players,
            llama_row=self.values,
            active=(True,) * self.players,
            points=(0,) * self.players,
            roll=(),
        )


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class View(core.View):
    """What a seat may know: here everything but the undealt cards, since rows lie open (D14).

    ``rows`` and ``points`` by seat, ``llama_row``, ``active`` (who has not quit), ``roll`` (the
    dice now on the table, else empty), ``turn`` (whose turn it is) and ``alone`` (D10).
    """

    rows: tuple[Row, ...]
    llama_row: Row
    active: tuple[bool, ...]
    points: tuple[int, ...]
    roll: Row
    turn: int
    alone: bool

    @property
    def row(self) -> Row:
        """The row of the seat whose turn it is."""
        return self.rows[self.turn]

    @property
    def is_near_the_end(self) -> bool:
        """Whether this round may be the last one (G6)."""
        return may_be_the_last(self.points, self.rules.target)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class State(core.State):
    """A position of L.L.A.M.A. Dice.

    ``turn`` is the seat whose turn it is; between rounds, the one that starts the next (D13).
    ``rows`` and ``points`` (tokens held, of which only the total matters, G4) are by seat;
    ``active`` says who has not quit; ``roll`` is what the three dice show, empty before a roll.
    Rows stay as they are between rounds, so that the end of a round can be seen.
    """

    rules: Rules
    phase: str
    turn: int
    round_number: int
    rows: tuple[Row, ...]
    llama_row: Row
    active: tuple[bool, ...]
    points: tuple[int, ...]
    roll: Row

    chance_phases = ("deal", "roll")
    opening_phase = "deal"

    @property
    def alone(self) -> bool:
        """Whether all others have quit (D10)."""
        return self.active.count(True) == 1

    def plays_on(self, seat: int) -> bool:
        """Whether a seat may still have to decide in this round: it has not quit it."""
        return self.active[seat] and not self.is_over

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return self.points

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the fewest points, once the game is over (G6)."""
        return self.rules.leaders(self.points) if self.is_over else ()

    def round_ending(self) -> str:
        """Return how the round that is over ended: one of ENDINGS."""
        return round_ending(self)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know (D14)."""
        return View(
            seat=seat,
            rules=self.rules,
            phase=self.phase,
            player=self.player,
            round_number=self.round_number,
            rows=self.rows,
            llama_row=self.llama_row,
            active=self.active,
            points=self.points,
            roll=self.roll,
            turn=self.turn,
            alone=self.alone,
        )

    def open_view(self) -> View:
        """Return a view with everything face up: in this game, any view."""
        return self.view()

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return each roll (three faces, one of each die) or each deal with its probability."""
        self.require_chance()
        if self.phase == "roll":
            return list(roll_outcomes(self.rules.dice))
        return list(all_deals(self.rules.deck, self.rules.deal_sizes))

    @core.trusted
    def sample(self, rng: Random) -> Any:
        """Return a random roll (D5) or a random deal (D2)."""
        self.require_chance()
        if self.phase == "roll":
            return tuple([rng.choice(die) for die in self.rules.dice])
        return deal(self.rules.all_cards, self.rules.deal_sizes, rng)

    @core.once
    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player whose turn it is may do (D4, D6, D7, D8)."""
        match self.phase:
            case "turn":
                return (ROLL, QUIT)
            case "discard":
                return discards_of(self.rows[self.turn], self.roll)
            case "take":
                return takes_of(self.llama_row, self.roll)
            case "return":
                tokens = tokens_to_return(self.points[self.turn])
                return (*[RETURNS[token] for token in tokens], KEEP)
        return ()

    def _check_outcome(self, outcome: Any) -> Any:
        if self.phase == "roll":
            return self._checked_roll(outcome)
        return self._checked_deal(outcome)

    def _checked_roll(self, roll: Any) -> Row:
        """Return a roll that these dice can show, one face of each in order."""
        if isinstance(roll, (tuple, list)) and len(roll) == 3:
            (first, second, third), dice = map(card, roll), self.rules.dice
            if first in dice[0] and second in dice[1] and third in dice[2]:
                return first, second, third
        raise IllegalAction(refusals.not_a_roll(roll, self.rules.dice))

    def _checked_deal(self, hands: Any) -> tuple[Row, ...]:
        """Return a deal that this deck allows, each row in order."""
        rows = as_deal(hands, self.rules.deck, self.rules.deal_sizes)
        if rows:
            return rows
        raise IllegalAction(
            refusals.not_a_deal(hands, self.rules.hand, self.rules.players, discard=False)
        )

    def _after(self, choice: Any) -> State:
        if self.phase == "deal":
            return self._dealt(choice)
        if self.phase == "roll":
            return self._rolled(choice)
        match choice.verb:
            case "roll":
                return self._with(phase="roll")
            case "quit":
                return self._quit()
            case "discard":
                return self._discarded(choice.values)
            case "take":
                return self._taken(choice.values[0])
        return self._returned(choice.values)

    def _dealt(self, rows: tuple[Row, ...]) -> State:
        """Lay out a new round: D1, D2, D13."""
        return self._with(
            phase="turn",
            round_number=self.round_number + 1,
            rows=rows,
            llama_row=self.rules.values,
            active=(True,) * len(rows),
            roll=(),
        )

    def _rolled(self, roll: Row) -> State:
        """Sort a roll into three llamas (D6), hit (D7), take (D8) or drama (D9, D10)."""
        if roll == (LLAMA, LLAMA, LLAMA):
            if self.points[self.turn]:
                return self._with(phase="return", roll=roll)
            return self._next_turn()
        row, faces = self.rows[self.turn], set(roll)
        if faces.intersection(row):
            return self._with(phase="discard", roll=roll)
        if not self.alone and faces.intersection(self.llama_row):
            return self._with(phase="take", roll=roll)
        everything = tuple(sorted(row + self.llama_row))
        return self._with(rows=self._rows_with(everything), llama_row=(), roll=roll)._score()

    def _rows_with(self, row: Row) -> tuple[Row, ...]:
        """Return the rows with another one for the seat whose turn it is."""
        return with_item(self.rows, self.turn, row)

    def _quit(self) -> State:
        """Leave the round (D4); it ends when all have (D11)."""
        active = with_item(self.active, self.turn, False)
        after = self._with(active=active)
        return after._next_turn() if any(active) else after._score()

    def _discarded(self, gone: Row) -> State:
        """Put cards aside (D7); the round ends when the row is empty (D11)."""
        after = self._with(rows=self._rows_with(without(self.rows[self.turn], gone)))
        return after._next_turn() if after.rows[self.turn] else after._score()

    def _taken(self, value: int) -> State:
        """Move a card from the llama row (D8); the round ends when that was the last (D11)."""
        after = self._with(
            rows=self._rows_with(tuple(sorted((*self.rows[self.turn], value)))),
            llama_row=without(self.llama_row, (value,)),
        )
        return after._next_turn() if after.llama_row else after._score()

    def _returned(self, tokens: Row) -> State:
        """Give back a token, or none (G5): in the round (D6) or after it (D12)."""
        held = list(self.points)
        held[self.turn] -= sum(tokens)
        points = tuple(held)
        in_the_round = self.rows[self.turn]
        return self._with(points=points)._next_turn() if in_the_round else self._end_round(points)

    def _next_turn(self) -> State:
        """Pass the dice to the next player to the left who has not quit; alone, keep them."""
        return self._with(phase="turn", turn=next_seat(self.turn, self.active), roll=())

    def _score(self) -> State:
        """Add every row's penalty (D12, G2); an empty row with tokens held may return one."""
        points = tuple(map(add, self.points, map(penalty, self.rows)))
        if not self.rows[self.turn] and points[self.turn]:
            return self._with(phase="return", points=points)
        return self._end_round(points)

    def _end_round(self, points: tuple[int, ...]) -> State:
        """Deal again, starting with the player who acted last (D13), or end the game (G6)."""
        over = max(points) >= self.rules.target
        return self._with(phase="over" if over else "deal", points=points)


def is_scored(position: State | View) -> bool:
    """Whether the rows of a state or a view have been counted already (D12)."""
    if position.phase == "return":  # three llamas let one give back a token, too (D6)
        return not position.rows[position.turn]
    return position.phase in ("deal", "over")


def round_ending(state: State) -> str:
    """Return how the round that has just been scored ended: one of ENDINGS.

    A drama's roll shows no card that was left in the row, and the llama row lies in it now. Raises
    InputError if no round has been scored.
    """
    if not (isinstance(state, State) and is_scored(state) and state.round_number):
        raise InputError(refusals.ROUND_NOT_OVER)
    emptied, drama, last_taken, all_quit = ENDINGS
    if not all(state.rows):
        return emptied
    if not any(state.active):
        return all_quit
    matches = any(face in state.rows[state.turn] for face in state.roll)
    return last_taken if matches and not state.alone else drama


def roll_event(after: core.State) -> str:
    """Return what a roll was, by the position it led to: one of EVENTS (D6 to D10).

    >>> rolling = Rules().start().apply([[1, 2, 3, 4, 5, 6]] * 2).apply("roll")
    >>> roll_event(rolling.apply((3, 5, LLAMA))), roll_event(rolling.apply((LLAMA,) * 3))
    ('hit', 'llamas')
    """
    by_phase = {"discard": "hit", "take": "take", "turn": "llamas", "return": "llamas"}
    return by_phase.get(after.phase, "drama")


@cache
def roll_outcomes(dice: Dice) -> tuple[tuple[Row, Fraction], ...]:
    """Return every roll of three dice, as seen die by die, with its probability (D5).

    >>> len(roll_outcomes(make_dice())), sum(p for _, p in roll_outcomes(make_dice()))
    (125, Fraction(1, 1))
    """
    counts = Counter(product(*dice))
    total = sum(counts.values())
    return tuple((roll, Fraction(count, total)) for roll, count in sorted(counts.items()))


def rolls(dice: Any = None) -> Counter[Row]:
    """Return every roll, its faces in order of value, with the number of ways to roll it (D5).

    ``dice`` is as for ``make_dice``, which raises InputError.

    >>> rolls()[LLAMA, LLAMA, LLAMA]
    8
    """
    return Counter(dict(ways_to_roll(make_dice(dice))))


@cache
def ways_to_roll(dice: Dice) -> tuple[tuple[Row, int], ...]:
    """Return what ``rolls`` does, in pairs.

    >>> sum(ways for _, ways in ways_to_roll(make_dice()))
    216
    """
    return tuple(Counter(tuple(sorted(roll)) for roll in product(*dice)).items())


@cache
def bits(row: Row) -> int:
    """Return the different values of a row as bits: value v is bit v - 1, the llama bit 6.

    >>> bits((1, 2, 2, LLAMA)) == 0b1000011
    True
    """
    return sum(1 << value - 1 for value in set(row))


def discards(row: Iterable[object], roll: Iterable[object]) -> tuple[Action, ...]:
    """Return every choice of matching cards, at least one, per die at most one card (D7).

    The cards may be written as for ``cards``, which raises InputError.

    >>> [str(action) for action in discards([3, 5, "L"], [1, 3, "L"])]
    ['discard 3', 'discard L', 'discard 3 L']
    """
    return discards_of(cards(row), cards(roll))


def discards_of(row: Row, roll: Row) -> tuple[Action, ...]:
    """Return what ``discards`` does, of cards that have been read."""
    matching = [(value,) * min(roll.count(value), row.count(value)) for value in sorted(set(roll))]
    return _choices(tuple(chain(*matching)))


@cache
def _choices(matching: Row) -> tuple[Action, ...]:
    """Return every choice of some of these cards, few cards first."""
    sizes = range(1, len(matching) + 1)
    return tuple(
        Action("discard", values)
        for size in sizes
        for values in dict.fromkeys(combinations(matching, size))
    )


def takes(llama_row: Iterable[object], roll: Iterable[object]) -> tuple[Action, ...]:
    """Return the cards of the llama row that match a die (D8).

    The cards may be written as for ``cards``, which raises InputError.

    >>> [str(action) for action in takes([2, 3, "L"], [2, "L", "L"])]
    ['take 2', 'take L']
    """
    return takes_of(cards(llama_row), cards(roll))


def takes_of(llama_row: Row, roll: Row) -> tuple[Action, ...]:
    """Return what ``takes`` does, of cards that have been read."""
    return tuple([TAKES[value] for value in llama_row if value in roll])
