"""The rules of L.L.A.M.A., the card game (clauses G1 to G8 and C1 to C12, told in ``rules.md``).

Imports the standard library, ``engine.state`` and what the games share.

A round is a walk through these phases; those in brackets are chance:

    [deal] -> turn -> [draw] -> turn -> ... -> return -> [deal] or over
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from operator import add
from typing import Any, ClassVar

from llamakit.engine import state as core
from llamakit.engine.state import Action, InputError, one_of, whole_number
from llamakit.games import hands, refusals
from llamakit.games.cards import (
    ALSO_WRITTEN,
    BLACK,
    LLAMA,
    VALUES,
    WHITE,
    from_json,
    left_over,
    may_be_the_last,
    next_seat,
    penalty,
    to_json,
    tokens_to_return,
    with_item,
    without,
)
from llamakit.games.hands import round_ending as round_ending

Hand = tuple[int, ...]

DRAW, QUIT, KEEP = Action("draw"), Action("quit"), Action("keep")
PLAYS = {value: Action("play", (value,)) for value in VALUES}
RETURNS = {token: Action("return", (token,)) for token in (WHITE, BLACK)}


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules(hands.Rules):
    """The options of L.L.A.M.A., checked. Raises InputError.

    ``target``: the game ends after the round in which somebody has this many points (G6).
    ``idle_start``: who starts after a round in which nobody played a card (C11): the "same" player
    again, or the one to their "left". ``numbers``, the highest card number, ``copies`` of each
    value in the deck (C1) and ``hand``, how many cards each player gets (C2), make a small version
    to solve by hand, together with ``open_hands``, which shows every hand to everybody, and
    ``target=1``, which ends the game after one round.

    >>> Rules(numbers=2, copies=2, hand=2, open_hands=True, target=1).deck
    {1: 2, 2: 2, L: 2}
    """

    target: int = 40
    idle_start: str = "same"
    numbers: int = 6
    copies: int = 8
    hand: int = 6
    open_hands: bool = False
    game: ClassVar[str] = "llama"
    title: ClassVar[str] = "L.L.A.M.A."
    also_written: ClassVar[Mapping[str, str]] = ALSO_WRITTEN
    to_json, from_json = staticmethod(to_json), staticmethod(from_json)

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("target", self.target, 1, 1000)
        one_of("idle_start", self.idle_start, ("same", "left"))
        whole_number("numbers", self.numbers, 1, 6)
        whole_number("copies", self.copies, 1, 8)
        size = (self.numbers + 1) * self.copies
        most = (size - 1) // self.players
        if most == 0:
            raise InputError(refusals.deck_too_small(size, self.players))
        whole_number("hand", self.hand, 1, min(6, most))
        one_of("open_hands", self.open_hands, (False, True))

    @cached_property
    def values(self) -> Hand:
        """The card values in play, in order (C1)."""
        return (*VALUES[: self.numbers], LLAMA)

    @property
    def deck(self) -> dict[int, int]:
        """The cards: how many there are of each value (C1)."""
        return dict.fromkeys(self.values, self.copies)

    def start(self) -> State:
        """Return the state before the first deal: nobody holds a card or a token."""
        return State(
            rules=self,
            phase="deal",
            turn=self.first_player,
            starter=self.first_player,
            round_number=0,
            hands=((),) * self.players,
            pile=tuple(self.deck.values()),
            top=0,
            active=(True,) * self.players,
            points=(0,) * self.players,
        )


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class View(hands.View):
    """What a seat may know: its own hand and what lies open (C12).

    By seat: ``hands`` (cards in order, None where hidden), ``sizes`` (how many cards in each hand),
    ``active`` (who has not quit) and ``points``. ``pile_size`` is the number of cards to draw,
    ``top`` the card to play on (0 before the first deal), ``discards`` the whole discard pile in
    order of value. ``turn`` is whose turn it is, ``alone`` whether all others have quit (C7).
    """

    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    active: tuple[bool, ...]
    points: tuple[int, ...]
    pile_size: int
    top: int
    discards: Hand
    turn: int
    alone: bool

    @property
    def is_near_the_end(self) -> bool:
        """Whether this round may be the last one (G6)."""
        return may_be_the_last(self.points, self.rules.target)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class State(hands.State):
    """A position of L.L.A.M.A.

    ``turn`` is the seat whose turn it is, ``starter`` the one that starts the next round as things
    stand (C11); between rounds they are the same. By seat: ``hands``, ``active`` (who has not quit)
    and ``points`` (tokens held, of which only the total matters, G4). ``pile`` holds the number of
    cards of each of ``rules.values`` in the draw pile, in no order, so it knows no future; ``top``
    is the card to play on, 0 before the first deal. What is in no hand and not in the pile has been
    discarded. Cards stay as they are between rounds, so that the end of a round can be seen.
    """

    rules: Rules
    phase: str
    turn: int
    starter: int
    round_number: int
    hands: tuple[Hand, ...]
    pile: tuple[int, ...]
    top: int
    active: tuple[bool, ...]
    points: tuple[int, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return self.points

    def _view(self, seat: int | None, hands: tuple[Hand | None, ...]) -> View:
        """Return the view of a seat that sees these hands."""
        return View(
            seat=seat,
            rules=self.rules,
            phase=self.phase,
            player=self.player,
            round_number=self.round_number,
            hands=hands,
            sizes=tuple(map(len, self.hands)),
            active=self.active,
            points=self.points,
            pile_size=sum(self.pile),
            top=self.top,
            discards=self.discards,
            turn=self.turn,
            alone=self.alone,
        )

    @core.once
    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player whose turn it is may do (C3 to C7, C10)."""
        if self.phase == "turn":
            hand, fits = self.hands[self.turn], fitting(self.top, self.rules.numbers)
            plays = [PLAYS[value] for value in fits if value in hand]
            may_draw = any(self.pile) and not self.alone
            return (*plays, DRAW, QUIT) if may_draw else (*plays, QUIT)
        if self.phase == "return":
            tokens = tokens_to_return(self.points[self.turn])
            return (*[RETURNS[token] for token in tokens], KEEP)
        return ()

    def _after(self, choice: Any) -> State:
        if self.phase == "deal":
            return self._dealt(choice)
        if self.phase == "draw":
            return self._drawn(choice)
        match choice.verb:
            case "play":
                return self._played(choice.values[0])
            case "draw":
                return self._with(phase="draw")
            case "quit":
                return self._quit()
        return self._returned(choice.values)

    def _dealt(self, dealt: tuple[Hand, ...]) -> State:
        """Start a new round: C2, and who will start the one after it if nobody plays (C11)."""
        *hands, (top,) = dealt
        left = (self.turn + 1) % len(hands)
        return self._with(
            phase="turn",
            starter=left if self.rules.idle_start == "left" else self.turn,
            round_number=self.round_number + 1,
            hands=tuple(hands),
            pile=tuple(left_over(self.rules.deck, dealt).values()),
            top=top,
            active=(True,) * len(hands),
        )

    def _drawn(self, value: int) -> State:
        """Move a card from the pile to the hand; it cannot be played this turn (C5)."""
        hand, place = self.hands[self.turn], self.rules.values.index(value)
        return self._with(
            phase="turn",
            turn=next_seat(self.turn, self.active),
            hands=with_item(self.hands, self.turn, tuple(sorted((*hand, value)))),
            pile=with_item(self.pile, place, self.pile[place] - 1),
        )

    def _played(self, value: int) -> State:
        """Put a card on the discard pile (C4); the round ends with the last one (C8)."""
        hand = without(self.hands[self.turn], (value,))
        after = self._with(
            turn=next_seat(self.turn, self.active) if hand else self.turn,
            starter=self.turn,
            hands=with_item(self.hands, self.turn, hand),
            top=value,
        )
        return after if hand else after._score()

    def _quit(self) -> State:
        """Leave the round, the hand face down (C6); it ends when all have quit (C8)."""
        active = with_item(self.active, self.turn, False)
        if not any(active):
            return self._with(active=active)._score()
        return self._with(active=active, turn=next_seat(self.turn, active))

    def _score(self) -> State:
        """Add every hand's penalty (C9, G2); an empty hand with tokens held may return one."""
        points = tuple(map(add, self.points, map(penalty, self.hands)))
        if not self.hands[self.turn] and points[self.turn]:
            return self._with(phase="return", points=points)
        return self._end_round(points)

    def _returned(self, tokens: Hand) -> State:
        """Give back a token, or none, after emptying the hand (C10, G5)."""
        points = list(self.points)
        points[self.turn] -= sum(tokens)
        return self._end_round(tuple(points))

    def _end_round(self, points: tuple[int, ...]) -> State:
        """Deal again, the last to play a card starting (C11), or end the game (G6)."""
        over = max(points) >= self.rules.target
        return self._with(phase="over" if over else "deal", turn=self.starter, points=points)


def fitting(top: int, numbers: int = 6) -> tuple[int, int]:
    """Return the two values that may be played on a card: its own, and the next higher (C4).

    A llama follows the highest number, and 1 follows the llama. ``numbers`` is the highest number.

    >>> fitting(3), fitting(6), fitting(LLAMA), fitting(2, numbers=2)
    ((3, 4), (6, L), (L, 1), (2, L))
    """
    if top == LLAMA:
        return LLAMA, 1
    return top, LLAMA if top == numbers else top + 1
