"""The rules of LLAMA Kadabra (clauses G1 to G8 and K1 to K21, told in ``rules.md``).

Imports the standard library, ``engine.state`` and what the games share.

A round is a walk through these phases; those in brackets are chance:

    [deal] -> turn or show -> give or [draw] -> turn or show -> ... -> return -> [deal] or over

A card is 1 to 6 or LLAMA, or the text of a special card: "2/3" is a double card, "1g" a 1 that
gives a token away (K7), "2d" a 2 that makes the next player draw (K8), "3*" a 3 that takes the
magic token (K9). Texts sort among the numbers, and go into records and moves as they are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from llamakit.engine import state as core
from llamakit.engine.state import (
    Action,
    InputError,
    items_of,
    one_of,
    whole_number,
)
from llamakit.games import cards as core_cards
from llamakit.games import hands, refusals
from llamakit.games.cards import (
    ALSO_WRITTEN,
    BLACK,
    LLAMA,
    MOST_CARDS,
    VALUES,
    WHITE,
    from_json,
    left_over,
    may_be_the_last,
    next_seat,
    to_json,
    with_item,
    without,
)
from llamakit.games.hands import round_ending as round_ending

#: What the magic token counts for its holder at the end of a round (K17).
MAGIC_PENALTY = 10

#: So many tokens on the stage make a magic show (K13).
SHOW_SIZE = 5

#: So many white tokens everybody starts the game with (K3).
START_WHITES = 3

#: So many whites may be swapped for a black (G3).
SWAP_WHITES = 10

#: The symbols on cards (K2): give a token (K7), draw a card (K8), take the magic token (K9).
SYMBOLS = ("g", "d", "*")


class Special(str):
    """A double card such as "2/3" or a card with a symbol such as "1g": text, in order of value.

    >>> sorted([LLAMA, 3, Special("2/3"), Special("1g"), 1])
    [1, '1g', '2/3', 3, L]
    """

    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        return str.__lt__(self, str(other))

    def __le__(self, other: object) -> bool:
        return str.__le__(self, str(other))

    def __gt__(self, other: object) -> bool:
        return str.__gt__(self, str(other))

    def __ge__(self, other: object) -> bool:
        return str.__ge__(self, str(other))


Card = int | Special
Hand = tuple[Card, ...]


def _kinds() -> dict[Card, tuple[int, ...]]:
    """Return every kind of card a deck may have, with the one or two values it shows."""
    kinds: dict[Card, tuple[int, ...]] = {value: (value,) for value in VALUES}
    for number in range(1, 7):
        for symbol in SYMBOLS:
            kinds[Special(f"{number}{symbol}")] = (number,)
        if number < 6:
            kinds[Special(f"{number}/{number + 1}")] = (number, number + 1)
    return kinds


#: The values that each kind of card shows: two on a double card (K5).
FACES = _kinds()

_SPECIALS = {str(kind): kind for kind in FACES if isinstance(kind, Special)}
_NUMBERS_AND_SPECIALS = FACES.keys() - {LLAMA}


def card(value: object) -> Card:
    """Return a card: 1 to 6, LLAMA ("L" or "llama"), or a special card's text.

    Raises InputError for anything else.

    >>> card("3"), card("llama"), card("2/3"), card("1G")
    (3, L, '2/3', '1g')
    """
    if type(value) in (int, Special) and value in _NUMBERS_AND_SPECIALS:  # the most common
        return value
    if isinstance(value, str) and (text := str.strip(value).lower()) in _SPECIALS:
        return _SPECIALS[text]
    try:
        return core_cards.card(value)
    except InputError:
        raise InputError(refusals.unknown_special(value)) from None


def symbol(kind: Card) -> str:
    """Return the symbol on a card (K2): "g", "d" or "*"; empty if it has none.

    >>> symbol(card("1g")), symbol(card("2/3")), symbol(3)
    ('g', '', '')
    """
    return kind[-1] if isinstance(kind, Special) and kind[-1] in SYMBOLS else ""


def cards(values: object) -> Hand:
    """Return cards in order, from any iterable of them. Raises InputError.

    >>> cards(["L", "2/3", 3, "1g"])
    ('1g', '2/3', 3, L)
    """
    given = items_of(values, MOST_CARDS)
    if given is None:
        raise InputError(refusals.not_cards(values, (1, "2/3", "L")))
    if len(given) > MOST_CARDS:
        raise InputError(refusals.too_many_cards(MOST_CARDS))
    return tuple(sorted(map(card, given)))


#: The deck of the box (K1, K2): how many cards there are of each kind.
DECK: dict[Card, int] = {
    1: 4,
    card("1g"): 4,
    2: 5,
    card("2/3"): 2,
    card("2d"): 2,
    3: 4,
    card("3*"): 3,
    4: 7,
    card("4/5"): 2,
    5: 7,
    6: 6,
    card("6d"): 2,
    LLAMA: 12,
}

#: The same in pairs, in order: it stays as it is if somebody changes ``DECK``.
_BOX = tuple(DECK.items())


def penalty(hand: Iterable[Card]) -> int:
    """Return the points a hand counts: each value once, both values of a double card (G2, K17).

    The cards may be written as for ``card``, which raises InputError.

    >>> penalty(["2/3", 3, "3*", 5]), penalty([LLAMA, LLAMA])
    (10, 10)
    """
    held = hand if type(hand) is tuple else cards(hand)
    if not set(held) <= FACES.keys():
        held = cards(held)
    return core_cards.penalty(tuple([value for kind in held for value in FACES[kind]]))


@cache
def fitting(highest: int = 6) -> dict[Card, frozenset[Card]]:
    """Return, for each card on top of the discard pile, the cards that may go on it (C4, K5).

    A value fits on itself and on the one below it, a llama on the ``highest`` number (6 in the box)
    and a 1 on a llama. Of a double card, on top or played, either value will do.

    >>> sorted(fitting()["2/3"] & {1, 2, 3, 4, 5, *map(card, ["2/3", "4/5"])})
    [2, '2/3', 3, 4, '4/5']
    """
    following = {number: {number, number + 1} for number in range(1, highest)}
    following |= {highest: {highest, LLAMA}, LLAMA: {LLAMA, 1}}
    return {
        top: frozenset(
            kind
            for kind, faces in FACES.items()
            if any(face in following.get(value, ()) for value in values for face in faces)
        )
        for top, values in FACES.items()
    }


class Tokens(NamedTuple):
    """Tokens of each kind that a player holds, or that lie on the stage.

    >>> Tokens(white=3, black=1).points, sum(Tokens(white=3, magic=1))
    (13, 4)
    """

    white: int = 0
    black: int = 0
    magic: int = 0

    @property
    def points(self) -> int:
        """What the whites and blacks count; the magic token counts when a round ends (K17)."""
        return WHITE * self.white + BLACK * self.black

    @property
    def one_lowest(self) -> Tokens:
        """The one token of lowest value (K10): white, then black, then magic; else no token.

        >>> Tokens(white=2, black=1).one_lowest, Tokens(magic=1).one_lowest, Tokens().one_lowest
        ... # doctest: +NORMALIZE_WHITESPACE
        (Tokens(white=1, black=0, magic=0), Tokens(white=0, black=0, magic=1),
         Tokens(white=0, black=0, magic=0))
        """
        if self.white:
            return ONE_WHITE
        return ONE_BLACK if self.black else Tokens(magic=self.magic)

    def plus(self, other: Tokens) -> Tokens:
        """Return these tokens and others together."""
        return Tokens(self.white + other.white, self.black + other.black, self.magic + other.magic)

    def minus(self, other: Tokens) -> Tokens:
        """Return these tokens without some of them."""
        return Tokens(self.white - other.white, self.black - other.black, self.magic - other.magic)

    def swapped(self) -> Tokens:
        """Return these tokens with ten whites swapped for a black (G3)."""
        return Tokens(self.white - SWAP_WHITES, self.black + 1, self.magic)


NO_TOKENS = Tokens()
ONE_WHITE, ONE_BLACK, ONE_MAGIC = Tokens(white=1), Tokens(black=1), Tokens(magic=1)

DRAW, QUIT, COLLECT = Action("draw"), Action("quit"), Action("collect")
SWAP, KEEP = Action("swap"), Action("keep")
RETURN_MAGIC = Action("return", ("magic",))
RETURN_WHITE, RETURN_BLACK = Action("return", (WHITE,)), Action("return", (BLACK,))
PLAYS = {kind: Action("play", (kind,)) for kind in FACES}
GIVES = [Action("give", (seat,)) for seat in range(6)]


def make_deck(deck: Any = None) -> tuple[tuple[Card, int], ...]:
    """Return a deck as pairs of a card and its copies, in order (K1, K2).

    ``deck`` is None for the box, or a dict (or pairs) of cards and copies: at most 60 of each, with
    at least one number. Raises InputError for anything else.

    >>> make_deck({"L": 2, 1: 3, "1g": 1})
    ((1, 3), ('1g', 1), (L, 2))
    """
    if deck is None:
        return _BOX
    try:
        pairs = [
            (card(kind), whole_number(f"the copies of {kind}", copies, 0, 60))
            for kind, copies in islice(deck.items() if isinstance(deck, Mapping) else deck, 100)
        ]
    except InputError as error:
        raise InputError(refusals.not_a_deck(deck, error)) from None
    except Exception:  # a foreign object may be broken anywhere
        raise InputError(refusals.not_a_deck(deck)) from None
    found = {kind: copies for kind, copies in pairs if copies}
    if len(dict(pairs)) < len(pairs):
        raise InputError(refusals.not_a_deck(deck, refusals.TWICE_IN_DECK))
    if set(found) <= {LLAMA}:
        raise InputError(refusals.not_a_deck(deck, refusals.NO_NUMBER_IN_DECK))
    return tuple(sorted(found.items()))


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Rules(hands.Rules):
    """The options of LLAMA Kadabra, checked. Raises InputError.

    ``target``: the game ends after the round in which somebody has this many points (G6).
    ``quitters_keep``: whether the star leaves the magic token to a player who has quit (K9).
    ``deck``: what ``make_deck`` takes, to change the symbols (K2): ``{**DECK, "3*": 1, 3: 6}``. A
    small deck, a smaller ``hand`` (how many cards each player gets, K3), ``open_hands``, which
    shows every hand to everybody, and ``target=1``, which ends the game after one round, make a
    small version to solve by hand.

    >>> sum(copies for kind, copies in Rules().deck)
    60
    >>> Rules(deck={1: 2, 2: 2, "L": 2}, hand=2, open_hands=True, target=1).all_cards
    (1, 1, 2, 2, L, L)
    """

    target: int = 40
    quitters_keep: bool = False
    deck: Any = None
    hand: int = 6
    open_hands: bool = False
    game: ClassVar[str] = "kadabra"
    title: ClassVar[str] = "LLAMA Kadabra"
    also_written: ClassVar[Mapping[str, str]] = ALSO_WRITTEN
    to_json, from_json = staticmethod(to_json), staticmethod(from_json)

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("target", self.target, 1, 1000)
        one_of("quitters_keep", self.quitters_keep, (False, True))
        object.__setattr__(self, "deck", make_deck(self.deck))
        most = (len(self.all_cards) - 1) // self.players
        if not most:
            raise InputError(refusals.too_few_cards(self.players))
        whole_number("hand", self.hand, 1, min(6, most))
        one_of("open_hands", self.open_hands, (False, True))

    @cached_property
    def values(self) -> Hand:
        """The kinds of card in this deck, in order: what ``State.pile`` counts."""
        return tuple(dict(self.deck))

    @cached_property
    def fits(self) -> dict[Card, frozenset[Card]]:
        """What may be played on each card (``fitting``, up to the highest number of this deck)."""
        numbers = [value for kind, _ in self.deck for value in FACES[kind] if value is not LLAMA]
        return dict(fitting(max(numbers)))

    def start(self) -> State:
        """Return the state before the first deal: everybody holds three whites (K3)."""
        return State(
            rules=self,
            phase="deal",
            turn=self.first_player,
            round_number=0,
            hands=((),) * self.players,
            pile=tuple(dict(self.deck).values()),
            top=0,
            active=(True,) * self.players,
            tokens=(Tokens(white=START_WHITES),) * self.players,
            stage=NO_TOKENS,
            llama_played=False,
            drawer=None,
        )


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class View(hands.View):
    """What a seat may know: its own hand and what lies open (K21).

    By seat: ``hands`` (cards in order, None where hidden), ``sizes`` (how many cards in each hand),
    ``active`` (who has not quit) and ``tokens``. ``pile_size`` is the number of cards to draw,
    ``top`` the card to play on (0 before the first deal), ``discards`` the whole discard pile in
    order. ``stage`` holds the tokens on the magic stage, ``llama_played`` says whether a llama was
    played this round, ``show`` whether the player whose turn comes is in the magic show (K13).
    ``turn`` is whose turn it is, ``drawer`` who is about to draw a card (None: nobody), ``alone``
    whether all others have quit (K15).
    """

    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    active: tuple[bool, ...]
    tokens: tuple[Tokens, ...]
    pile_size: int
    top: Card
    discards: Hand
    stage: Tokens
    llama_played: bool
    show: bool
    turn: int
    drawer: int | None
    alone: bool

    @property
    def points(self) -> tuple[int, ...]:
        """What the tokens of each seat count, the magic token not included."""
        return tuple(held.points for held in self.tokens)

    @property
    def is_near_the_end(self) -> bool:
        """Whether this round may be the last one (G6)."""
        return may_be_the_last(self.points, self.rules.target)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class State(hands.State):
    """A position of LLAMA Kadabra.

    ``turn`` is the seat whose turn it is; between rounds, the one that starts the next (K19). By
    seat: ``hands``, ``active`` (who has not quit) and ``tokens``. ``pile`` holds the number of
    cards of each of ``rules.values`` in the draw pile, in no order, so it knows no future; ``top``
    is the card to play on, 0 before the first deal. What is in no hand and not in the pile has been
    discarded. ``stage`` holds the tokens on the magic stage (the magic token that is neither there
    nor held is in the pool), ``llama_played`` says whether a llama was played this round,
    ``drawer`` who draws in the phase "draw". Cards stay as they are between rounds, so that the end
    of a round can be seen.
    """

    rules: Rules
    phase: str
    turn: int
    round_number: int
    hands: tuple[Hand, ...]
    pile: tuple[int, ...]
    top: Card
    active: tuple[bool, ...]
    tokens: tuple[Tokens, ...]
    stage: Tokens
    llama_played: bool
    drawer: int | None

    _read_card, _read_hand = staticmethod(card), staticmethod(cards)

    @property
    def show(self) -> bool:
        """Whether the player whose turn comes is in the magic show (K13, K14)."""
        return self.llama_played and sum(self.stage) >= SHOW_SIZE

    @property
    def mover(self) -> int | None:
        """The seat that decides or draws next, which may be another's turn (K8)."""
        return super().mover if self.drawer is None else self.drawer

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far; a magic token held counts when the round ends."""
        return tuple(held.points for held in self.tokens)

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
            tokens=self.tokens,
            pile_size=sum(self.pile),
            top=self.top,
            discards=self.discards,
            stage=self.stage,
            llama_played=self.llama_played,
            show=self.show,
            turn=self.turn,
            drawer=self.drawer,
            alone=self.alone,
        )

    @core.once
    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the player whose turn it is may do (K4, K7, K13, K18)."""
        match self.phase:
            case "turn":
                return self._turn_actions()
            case "show":
                return self._show_actions()
            case "give":
                return tuple([GIVES[seat] for seat in self.others])
            case "return":
                return self._return_actions()
        return ()

    def _turn_actions(self) -> tuple[Action, ...]:
        """Return the free swap and the plays, the draw, the magic skip and the quit (K4, K15)."""
        held, fits, alone = self.tokens[self.turn], self.rules.fits[self.top], self.alone
        actions = [SWAP] if held.white >= SWAP_WHITES else []
        actions += [PLAYS[kind] for kind in dict.fromkeys(self.hands[self.turn]) if kind in fits]
        if any(self.pile) and not alone:
            actions.append(DRAW)
        if held.magic and not alone:
            actions.append(RETURN_MAGIC)
        return (*actions, QUIT)

    def _show_actions(self) -> tuple[Action, ...]:
        """Return what a player in the magic show may do (K13)."""
        held = self.tokens[self.turn]
        actions = [SWAP] if held.white >= SWAP_WHITES else []
        if LLAMA in self.hands[self.turn]:  # it fits: the card on top is a llama, too
            actions.append(PLAYS[LLAMA])
        if held.magic and not self.alone:
            actions.append(RETURN_MAGIC)
        return (*actions, COLLECT)

    def _return_actions(self) -> tuple[Action, ...]:
        """Return which tokens may go back after the last card, and the swap before it (K18)."""
        held = self.tokens[self.turn]
        actions = [SWAP] if held.white >= SWAP_WHITES else []
        actions += [RETURN_WHITE] * (held.white > 0) + [RETURN_BLACK] * (held.black > 0)
        return (*actions, KEEP)

    @property
    def others(self) -> list[int]:
        """Return the other seats that have not quit: those a token may be given to (K7, K20)."""
        return [seat for seat, on in enumerate(self.active) if on and seat != self.turn]

    def _after(self, choice: Any) -> State:
        after = self.done(choice)
        return after._scored() if after.phase == "score" else after

    def done(self, choice: Any) -> State:
        """Return the state after an allowed step; a round that ends is not scored yet.

        That one is in the phase "score", which no other state is in: it still shows who holds the
        magic token.
        """
        if self.phase == "deal":
            return self._dealt(choice)
        if self.phase == "draw":
            return self._drawn(choice)
        match choice.verb:
            case "play":
                return self._played(choice.values[0])
            case "draw":
                return self._with(phase="draw", drawer=self.turn)
            case "quit":
                return self._quit()
            case "swap":
                return self._holding(self.tokens[self.turn].swapped())
            case "collect":
                return self._collected()
            case "give":
                return self._given(choice.values[0])._next()
            case "return" if choice == RETURN_MAGIC:
                return self._holding(self.tokens[self.turn].minus(ONE_MAGIC))._next()
        return self._returned(choice)

    def _holding(self, tokens: Tokens, **changes: Any) -> State:
        """Return this state with other tokens for the seat whose turn it is."""
        return self._with(tokens=with_item(self.tokens, self.turn, tokens), **changes)

    def _dealt(self, hands: tuple[Hand, ...]) -> State:
        """Start a round (K3); the first discard's symbol does nothing, the stage stays (K14)."""
        return self._with(
            phase="turn",
            round_number=self.round_number + 1,
            hands=hands[:-1],
            pile=tuple(left_over(dict(self.rules.deck), hands).values()),
            top=hands[-1][0],
            active=(True,) * self.rules.players,
            llama_played=False,
        )

    def _drawn(self, drawn: Card) -> State:
        """Take the drawn card (C5, K8); the turn passes, or a last card's round ends (K16)."""
        drawer: int = self.drawer  # type: ignore[assignment]
        hand = self.hands[drawer]
        kind = self.rules.values.index(drawn)
        after = self._with(
            hands=with_item(self.hands, drawer, tuple(sorted((*hand, drawn)))),
            pile=with_item(self.pile, kind, self.pile[kind] - 1),
            drawer=None,
        )
        return after._next() if self.hands[self.turn] else after._with(phase="score")

    def _played(self, played: Card) -> State:
        """Put a card on the discard pile (K5), then do what it says (K6), also the last one."""
        hand = without(self.hands[self.turn], (played,))
        after = self._with(hands=with_item(self.hands, self.turn, hand), top=played)
        if played is LLAMA:
            return after._staged()._next()
        match symbol(played):
            case "g":
                return after._giving()
            case "d" if any(self.pile):
                return after._with(phase="draw", drawer=next_seat(self.turn, self.active))
            case "*":
                return after._enchanted()._next()
        return after._next()

    def _staged(self) -> State:
        """Put one lowest-value token on the magic stage for a llama; none if none is held (K11)."""
        held = self.tokens[self.turn]
        token = held.one_lowest
        return self._holding(held.minus(token), stage=self.stage.plus(token), llama_played=True)

    def _giving(self) -> State:
        """Give a token to the only other player, or ask to whom; nobody or nothing: go on (K7)."""
        others = self.others
        if not others or self.tokens[self.turn] == NO_TOKENS:
            return self._next()
        return self._given(others[0])._next() if len(others) == 1 else self._with(phase="give")

    def _given(self, receiver: int) -> State:
        """Hand one lowest-value token to another player (K7)."""
        held = self.tokens[self.turn]
        token = held.one_lowest
        tokens = with_item(self.tokens, self.turn, held.minus(token))
        return self._with(tokens=with_item(tokens, receiver, tokens[receiver].plus(token)))

    def _enchanted(self) -> State:
        """Take the magic token from the pool, another player or the stage (K9)."""
        if quitter_keeps_magic(self):
            return self
        tokens = [held._replace(magic=0) for held in self.tokens]
        tokens[self.turn] = tokens[self.turn].plus(ONE_MAGIC)
        return self._with(tokens=tuple(tokens), stage=self.stage._replace(magic=0))

    def _collected(self) -> State:
        """Take everything from the stage, which ends the show; a normal turn follows (K13)."""
        held = self.tokens[self.turn].plus(self.stage)
        return self._holding(held, stage=NO_TOKENS, phase="turn")

    def _quit(self) -> State:
        """Leave the round, the hand face down (C6); it ends when all have quit (K16)."""
        after = self._with(active=with_item(self.active, self.turn, False))
        return after._next() if any(after.active) else after._with(phase="score")

    def _next(self) -> State:
        """End the round if the hand is empty (K16); else pass to the next active player."""
        if not self.hands[self.turn]:
            return self._with(phase="score")
        return self._with(
            phase="show" if self.show else "turn", turn=next_seat(self.turn, self.active)
        )

    def _scored(self) -> State:
        """Pay for every hand and the magic token (K17); an empty hand may return one (K18)."""
        tokens = tuple(map(paid, self.tokens, self.hands))
        if not self.hands[self.turn] and tokens[self.turn].points:
            return self._with(phase="return", tokens=tokens)
        return self._with(tokens=tokens)._end_round()

    def _returned(self, action: Action) -> State:
        """Give back a white or a black token, or none, after the last card (K18, G5)."""
        token = {RETURN_WHITE: ONE_WHITE, RETURN_BLACK: ONE_BLACK}.get(action, NO_TOKENS)
        return self._holding(self.tokens[self.turn].minus(token))._end_round()

    def _end_round(self) -> State:
        """Deal again, starting with the player who acted last (K19), or end the game (G6)."""
        over = max(self.scores) >= self.rules.target
        return self._with(phase="over" if over else "deal")


def quitter_keeps_magic(position: State | View) -> bool:
    """Whether the magic token is out of the star's reach: with a player who has quit (K9)."""
    holders = zip(position.active, position.tokens, strict=True)
    return bool(position.rules.quitters_keep) and any(held.magic and not on for on, held in holders)


def paid(held: Tokens, hand: Hand) -> Tokens:
    """Return tokens after a hand has been paid for, as few tokens as possible (K17, K-tokens).

    A magic token goes back to the pool and costs ten points.

    >>> paid(Tokens(white=4, magic=1), (2, 6))
    Tokens(white=12, black=1, magic=0)
    """
    blacks, whites = divmod(penalty(hand) + MAGIC_PENALTY * held.magic, BLACK)
    return Tokens(held.white + whites, held.black + blacks)
