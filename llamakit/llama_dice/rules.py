"""The rules of L.L.A.M.A. Dice (clauses G1 to G8 and D1 to D14, told in ``rules.md``).

Imports the standard library, ``core.state``, ``core.cards`` and ``core.words`` only.

A round is a walk through these phases; those in brackets are chance:

    [deal] -> turn -> [roll] -> discard, take or return -> turn -> ... -> [deal] or over
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from llamakit.core import state as core
from llamakit.core.cards import (
    LLAMA,
    VALUES,
    all_deals,
    cards,
    deal,
    lowest,
    penalty,
    tokens_to_return,
)
from llamakit.core.state import Action, IllegalAction, InputError, brief, one_of, whole_number
from llamakit.core.words import number_of, show

Row = tuple[int, ...]
Die = tuple[int, ...]
Dice = tuple[Die, Die, Die]

#: The numbers that llamas replace, a pair on each die (D3): the rulebook names none.
DEFAULT_PAIRS = ((1, 2), (3, 4), (5, 6))

ROLL, QUIT, KEEP = Action("roll"), Action("quit"), Action("keep")

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
    wanted = "dice must be three pairs of numbers or three lists of six faces"
    try:
        one, two, three = (cards(die) for die in dice)
    except InputError as error:
        raise InputError(f"{wanted}: {error}") from None
    except (TypeError, ValueError):
        raise InputError(f"{wanted}, not {brief(dice)}") from None
    if sorted(one + two + three) == [1, 2, 3, 4, 5, 6] and len(one) == len(two) == len(three):
        one, two, three = (_with_llamas(pair) for pair in (one, two, three))
    if not len(one) == len(two) == len(three) == 6:
        raise InputError(f"{wanted}, not {brief(dice)}")
    return one, two, three


def _with_llamas(pair: Row) -> Die:
    """Return a 1 to 6 die on which a pair of numbers is replaced by llamas."""
    return tuple(sorted(LLAMA if number in pair else number for number in range(1, 7)))


@dataclasses.dataclass(frozen=True, kw_only=True)
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
                raise InputError(f"a die shows {face}, but the cards end at {self.numbers}")

    @property
    def values(self) -> Row:
        """The card values in play: the llama row at the start of a round (D1)."""
        return (*VALUES[: self.numbers], LLAMA)

    @property
    def deck(self) -> dict[int, int]:
        """The grey-backed cards: how many there are of each value (D1)."""
        return {value: self.copies + (value is LLAMA) for value in self.values}

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


@dataclasses.dataclass(frozen=True, kw_only=True)
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

    def __str__(self) -> str:
        lines = [f"L.L.A.M.A. Dice, round {self.round_number}: {self._what_next()}"]
        lines.append(f"  llama row: {show(self.llama_row)}")
        for seat, row in enumerate(self.rows):
            held = number_of(self.points[seat], "point")
            quit_now = "" if self.active[seat] else ", quit"
            lines.append(f"  {self.name(seat)}: {show(row)} ({held}{quit_now})")
        if self.roll:
            lines.append(f"  dice: {show(self.roll)}")
        return "\n".join(lines)

    def _what_next(self) -> str:
        """Return whose turn it is and for what."""
        who = self.name(self.turn)
        return {
            "deal": "the cards are dealt",
            "turn": f"{who} to roll or quit",
            "roll": f"{who} rolls",
            "discard": f"{who} to discard",
            "take": f"{who} to take a card",
            "return": f"{who} may return a token",
            "over": "the game is over",
        }[self.phase]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
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

    @property
    def alone(self) -> bool:
        """Whether all others have quit (D10)."""
        return sum(self.active) == 1

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return self.points

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the fewest points, once the game is over (G6)."""
        return lowest(self.points) if self.is_over else ()

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
        return list(all_deals(self.rules.deck, (self.rules.hand,) * self.rules.players))

    def sample(self, rng: Random) -> Any:
        """Return a random roll (D5) or a random deal (D2)."""
        self.require_chance()
        if self.phase == "roll":
            return tuple([rng.choice(die) for die in self.rules.dice])
        return deal(self.rules.deck, (self.rules.hand,) * self.rules.players, rng)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player whose turn it is may do (D4, D6, D7, D8)."""
        match self.phase:
            case "turn":
                return (ROLL, QUIT)
            case "discard":
                return discards(self.rows[self.turn], self.roll)
            case "take":
                return takes(self.llama_row, self.roll)
            case "return":
                tokens = tokens_to_return(self.points[self.turn])
                return (*[Action("return", (token,)) for token in tokens], KEEP)
        return ()

    def _check_outcome(self, outcome: Any) -> Any:
        if self.phase == "roll":
            return self._checked_roll(outcome)
        return self._checked_deal(outcome)

    def _checked_roll(self, roll: Any) -> Row:
        """Return a roll that these dice can show, one face of each in order."""
        if isinstance(roll, (tuple, list)) and len(roll) == 3:
            faces = tuple([card for face in roll for card in cards([face])])
            if all(face in die for face, die in zip(faces, self.rules.dice, strict=True)):
                return faces
        raise IllegalAction(
            f"{brief(roll)} is not a roll of these dice: "
            + ", ".join(show(die) for die in self.rules.dice)
        )

    def _checked_deal(self, hands: Any) -> tuple[Row, ...]:
        """Return a deal that this deck allows, each row in order."""
        size, players = self.rules.hand, self.rules.players
        if isinstance(hands, (tuple, list)) and len(hands) == players:
            rows = tuple(cards(hand) for hand in hands)
            dealt = Counter(value for row in rows for value in row)
            if all(len(row) == size for row in rows) and dealt <= Counter(self.rules.deck):
                return rows
        raise IllegalAction(
            f"{brief(hands)} is not a deal of {size} cards to each of {players} players"
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

    def _with(self, **changes: Any) -> State:
        """Return this state with some fields changed."""
        return dataclasses.replace(self, **changes)

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
            return self._with(roll=roll)._next_turn()
        row = self.rows[self.turn]
        if any(face in row for face in roll):
            return self._with(phase="discard", roll=roll)
        if not self.alone and any(face in self.llama_row for face in roll):
            return self._with(phase="take", roll=roll)
        everything = tuple(sorted(row + self.llama_row))
        return self._with(rows=self._rows_with(everything), llama_row=(), roll=roll)._score()

    def _rows_with(self, row: Row) -> tuple[Row, ...]:
        """Return the rows with another one for the seat whose turn it is."""
        return (*self.rows[: self.turn], row, *self.rows[self.turn + 1 :])

    def _quit(self) -> State:
        """Leave the round (D4); it ends when all have (D11)."""
        active = (*self.active[: self.turn], False, *self.active[self.turn + 1 :])
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
        points = list(self.points)
        points[self.turn] -= sum(tokens)
        after = self._with(points=tuple(points))
        return after._next_turn() if after.rows[self.turn] else after._end_round()

    def _next_turn(self) -> State:
        """Pass the dice to the next player to the left who has not quit; alone, keep them."""
        seat = (self.turn + 1) % len(self.rows)
        while not self.active[seat]:
            seat = (seat + 1) % len(self.rows)
        return self._with(phase="turn", turn=seat, roll=())

    def _score(self) -> State:
        """Add every row's penalty (D12, G2); an empty row with tokens held may return one."""
        points = tuple(
            held + penalty(row) for held, row in zip(self.points, self.rows, strict=True)
        )
        after = self._with(points=points)
        if not after.rows[self.turn] and points[self.turn]:
            return after._with(phase="return")
        return after._end_round()

    def _end_round(self) -> State:
        """Deal again, starting with the player who acted last (D13), or end the game (G6)."""
        over = max(self.points) >= self.rules.target
        return self._with(phase="over" if over else "deal")


def round_ending(state: State) -> str:
    """Return how the round that has just been scored ended: one of ENDINGS.

    A drama's roll shows no card that was left in the row, and the llama row lies in it now.
    """
    emptied, drama, last_taken, all_quit = ENDINGS
    if not all(state.rows):
        return emptied
    if not any(state.active):
        return all_quit
    matches = any(face in state.rows[state.turn] for face in state.roll)
    return last_taken if matches and not state.alone else drama


@cache
def roll_outcomes(dice: Dice) -> tuple[tuple[Row, Fraction], ...]:
    """Return every roll of three dice, as seen die by die, with its probability (D5).

    >>> len(roll_outcomes(make_dice())), sum(p for _, p in roll_outcomes(make_dice()))
    (125, Fraction(1, 1))
    """
    counts = Counter(product(*dice))
    total = sum(counts.values())
    return tuple((roll, Fraction(count, total)) for roll, count in sorted(counts.items()))


@cache
def rolls(dice: Dice) -> Counter[Row]:
    """Return every roll, its faces in order of value, with the number of ways to roll it (D5).

    >>> rolls(make_dice())[LLAMA, LLAMA, LLAMA]
    8
    """
    return Counter(tuple(sorted(roll)) for roll in product(*dice))


@cache
def discards(row: Row, roll: Row) -> tuple[Action, ...]:
    """Return every choice of matching cards, at least one, per die at most one card (D7).

    >>> [str(action) for action in discards((3, 5, LLAMA), (1, 3, LLAMA))]
    ['discard 3', 'discard L', 'discard 3 L']
    """
    matching = [
        [(value,) * count for count in range(min(roll.count(value), row.count(value)) + 1)]
        for value in sorted(set(row) & set(roll))
    ]
    chosen = [tuple(card for part in parts for card in part) for parts in product(*matching)]
    return tuple(
        Action("discard", values)
        for values in sorted(chosen, key=lambda values: (len(values), values))
        if values
    )


@cache
def takes(llama_row: Row, roll: Row) -> tuple[Action, ...]:
    """Return the cards of the llama row that match a die (D8).

    >>> [str(action) for action in takes((2, 3, LLAMA), (2, LLAMA, LLAMA))]
    ['take 2', 'take L']
    """
    return tuple(Action("take", (value,)) for value in llama_row if value in roll)


def without(row: Row, gone: Row) -> Row:
    """Return a row without some of its cards.

    >>> without((1, 4, 4, 4), (4, 4))
    (1, 4)
    """
    left = list(row)
    for value in gone:
        left.remove(value)
    return tuple(left)
