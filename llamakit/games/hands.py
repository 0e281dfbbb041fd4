"""Hands, a draw pile and a discard pile: what L.L.A.M.A. and LLAMA Kadabra have in common.

Imports the standard library, ``engine.state``, the shared cards and ``refusals`` only.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any, ClassVar

from llamakit.engine import state as core
from llamakit.engine.state import IllegalAction, InputError
from llamakit.games import refusals
from llamakit.games.cards import all_deals, as_deal, card, cards, deal, draw, one_by_one

Hand = tuple[Any, ...]


#: The two ways in which a round can end (C8, K16).
ENDINGS = ("last card played", "all quit")


def is_scored(position: Any) -> bool:
    """Whether the hands of a state or a view have been counted already (C9, K17)."""
    return position.phase in ("deal", "return", "over")


def round_ending(state: Any) -> str:
    """Return how the round that has just been scored ended: one of ENDINGS.

    Raises InputError if no round has been scored.
    """
    if not (isinstance(state, State) and is_scored(state) and state.round_number):
        raise InputError(refusals.ROUND_NOT_OVER)
    return ENDINGS[0] if any(state.active) else ENDINGS[1]


class Rules(core.Rules):
    """Options where hands are dealt from a deck."""

    deck: Any
    hand: int
    endings = ENDINGS

    @cached_property
    def all_cards(self) -> Hand:
        """Every card of the deck, in order."""
        return one_by_one(dict(self.deck))

    @cached_property
    def deal_sizes(self) -> tuple[int, ...]:
        """How many cards a deal gives to each player and, last, to the discard pile (C2, K3)."""
        return (*(self.hand,) * self.players, 1)


class View(core.View):
    """What a seat may know where hands are hidden: its own hand, and what lies open."""

    hands: tuple[Hand | None, ...]
    pile_size: int
    discards: Hand
    turn: int

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is; empty if this view does not show it."""
        return self.hands[self.turn] or ()

    @property
    def unseen(self) -> dict[Any, int]:
        """How many cards of each kind this seat has not seen: the pile and the hidden hands."""
        seen = Counter(chain(self.discards, *(hand for hand in self.hands if hand)))
        return {kind: copies - seen[kind] for kind, copies in dict(self.rules.deck).items()}

    @property
    def draw_chances(self) -> dict[Any, Fraction]:
        """The probability of each card to be drawn next, as this seat knows it (C5).

        Every unseen card is equally likely to be on top. Empty when the pile is.
        """
        if not self.pile_size:
            return {}
        unseen = self.unseen
        total = sum(unseen.values())
        return {kind: Fraction(copies, total) for kind, copies in unseen.items()}


class State(core.State):
    """A position where hands are dealt and cards are drawn.

    ``pile`` holds the number of cards of each of ``rules.values`` in the draw pile, in no order, so
    it knows no future. What is in no hand and not in the pile has been discarded. ``rules.deck``
    says how many copies of each card there are, and ``rules.deal_sizes`` how many a deal gives to
    each player and, last, to the discard pile.
    """

    rules: Any
    turn: int
    hands: tuple[Hand, ...]
    pile: tuple[int, ...]
    active: tuple[bool, ...]

    chance_phases = ("deal", "draw")
    opening_phase = "deal"

    #: How a card, and how a hand, may be written.
    _read_card: ClassVar[Any] = staticmethod(card)
    _read_hand: ClassVar[Any] = staticmethod(cards)

    @property
    def alone(self) -> bool:
        """Whether all others have quit (C7, K15)."""
        return self.active.count(True) == 1

    @property
    def discards(self) -> Hand:
        """The whole discard pile, in order of value."""
        held = Counter(chain(*self.hands))
        decks = zip(dict(self.rules.deck).items(), self.pile, strict=True)
        return tuple(
            kind for (kind, copies), in_pile in decks for _ in range(copies - in_pile - held[kind])
        )

    def round_ending(self) -> str:
        """Return how the round that is over ended: one of ENDINGS."""
        return round_ending(self)

    def plays_on(self, seat: int) -> bool:
        """Whether a seat may still have to decide in this round: it has not quit it."""
        return self.active[seat] and not self.is_over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the fewest points, once the game is over (G6)."""
        return self.rules.leaders(self.scores) if self.is_over else ()

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know (C12, K21): other hands only once they have been counted."""
        if self.rules.open_hands or is_scored(self):
            return self._view(seat, self.hands)
        return self._view(
            seat, tuple(hand if other == seat else None for other, hand in enumerate(self.hands))
        )

    def open_view(self) -> View:
        """Return a view with every hand face up."""
        return self._view(None, self.hands)

    @abstractmethod
    def _view(self, seat: int | None, hands: tuple[Hand | None, ...]) -> View:
        """Return the view of a seat that sees these hands."""

    def chance_outcomes(self) -> list[tuple[Any, Fraction]]:
        """Return each card that can be drawn, or each deal, with its probability.

        A deal is one hand for each player and, last, the one card that starts the discard pile.
        """
        self.require_chance()
        if self.phase == "deal":
            return all_deals(dict(self.rules.deck), self.rules.deal_sizes)
        total = sum(self.pile)
        return [(kind, Fraction(copies, total)) for kind, copies in self._drawable()]

    def _drawable(self) -> list[tuple[Any, int]]:
        """Return the cards left in the pile, each with its number of copies."""
        in_pile = zip(self.rules.values, self.pile, strict=True)
        return [(kind, copies) for kind, copies in in_pile if copies]

    @core.trusted
    def sample(self, rng: Random) -> Any:
        """Return a random deal (C2, K3) or a random card of the pile (C5)."""
        self.require_chance()
        if self.phase == "deal":
            return deal(self.rules.all_cards, self.rules.deal_sizes, rng)
        return draw(self.rules.values, self.pile, rng)

    def _check_outcome(self, outcome: Any) -> Any:
        if self.phase == "deal":
            return self._checked_deal(outcome)
        drawn, left = self._read_card(outcome), [kind for kind, _ in self._drawable()]
        if drawn not in left:
            raise IllegalAction(refusals.none_to_draw(drawn, left))
        return drawn

    def _checked_deal(self, dealt: Any) -> tuple[Hand, ...]:
        """Return a deal that this deck allows, each hand in order."""
        deck, sizes = dict(self.rules.deck), self.rules.deal_sizes
        hands = as_deal(dealt, deck, sizes, self._read_hand)
        if hands:
            return hands
        raise IllegalAction(refusals.not_a_deal(dealt, self.rules.hand, self.rules.players))
