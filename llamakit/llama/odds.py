"""Exact odds of L.L.A.M.A.: a dealt hand, a drawn card, when to quit, and the last player's play.

Imports the standard library, ``core`` and this game's rules; SymPy only where it is used.

*A hand.* A value counts once (G2), so the penalty depends only on which values are in the hand.
There are C(copies * d, n) ways to choose n cards of d given values; those in which all d values
appear are found by inclusion and exclusion, W(d) = sum over j of (-1)^j C(d, j) C(copies (d-j), n).

*Alone*, nobody draws (C7) and every card is played on one's own: all cards of the top value, then
all of the next one, and so on round to the first value that is missing. Holding a card back never
helps: equal cards count once, and the top card moves on only by playing the next value.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from llamakit.core.cards import LLAMA, VALUES, card, penalty, tokens_to_return, without
from llamakit.core.cards import cards as make_cards
from llamakit.core.exact import Advice, Distribution, Figure, rational
from llamakit.core.rounds import round_worths
from llamakit.core.state import Action, InputError, whole_number
from llamakit.llama.rules import DRAW, KEEP, QUIT, Hand, State, View, fitting
from llamakit.llama.words import label

#: The whole deck: eight of each value (C1).
DECK: dict[int, int] = dict.fromkeys(VALUES, 8)

#: What each value counts on its own (G2).
_POINTS = tuple(penalty((value,)) for value in VALUES)

#: With hands open, a round is solved whole if the deck has no more cards than this.
SMALL_DECK = 9


def hand_penalty(cards: int = 6) -> Distribution:
    """Return the penalty (G2) of so many cards dealt from the whole deck: {points: probability}.

    Raises InputError unless ``cards`` is a whole number from 0 to 56.

    >>> hand_penalty(1).mean, hand_penalty().p(30)
    (31/7, 65536/8117109)
    """
    counts: dict[int, int] = defaultdict(int)
    for different, ways in _ways(cards):
        for points in combinations(_POINTS, different):
            counts[sum(points)] += ways
    return Distribution(counts)


def distinct_values(cards: int = 6) -> Distribution:
    """Return the number of different values among so many dealt cards: {number: probability}.

    Raises InputError unless ``cards`` is a whole number from 0 to 56.

    >>> distinct_values(2)
    Distribution({1: 7/55, 2: 48/55})
    """
    number = len(VALUES)
    return Distribution({d: comb(number, d) * ways for d, ways in _ways(cards)})


def _ways(cards: int) -> Iterator[tuple[int, int]]:
    """Yield (d, W(d)): the ways to draw cards of d given values, each at least once."""
    whole_number("cards", cards, 0, sum(DECK.values()))
    copies = DECK[LLAMA]
    for different in range(min(cards, len(VALUES)) + 1):
        terms = (
            (-1) ** missing * comb(different, missing) * comb(copies * (different - missing), cards)
            for missing in range(different + 1)
        )
        if ways := sum(terms):
            yield different, ways


def draw_helps(hand: Any, top: Any, seen: Any = (), draws: int = 1) -> Any:
    """Return the probability that at least one of the next drawn cards can be played on the top.

    ``hand`` is one's own, ``top`` the card on the discard pile; ``seen`` are other cards that are
    out, such as the rest of the discard pile. Whatever has not been seen, in the pile or in other
    hands, is equally likely to come: a hypergeometric probability, 1 - C(U - f, k) / C(U, k) for k
    draws from U unseen cards of which f fit. Raises InputError for cards the box does not hold.

    >>> draw_helps([1, 2], 4)
    15/53
    """
    unseen = _unseen(hand, top, seen)
    total = sum(unseen.values())
    whole_number("draws", draws, 0, total)
    fits = sum(unseen[value] for value in fitting(card(top)))
    return 1 - rational(comb(total - fits, draws), comb(total, draws))


def _unseen(hand: Any, top: Any, seen: Any) -> dict[int, int]:
    """Return how many cards of each value have not been seen. Raises InputError."""
    known = Counter((*make_cards(hand), card(top), *make_cards(seen)))
    for value, copies in known.items():
        if copies > DECK[value]:
            raise InputError(f"{copies} cards of value {value} seen: the box holds {DECK[value]}")
    return {value: copies - known[value] for value, copies in DECK.items()}


class Order(NamedTuple):
    """The best order of play of a lone player: the cards ``plays`` in order, and what is ``left``.

    ``penalty`` is what the cards left count (G2).
    """

    plays: Hand
    left: Hand
    penalty: int


def best_solo_order(hand: Any, top: Any, numbers: int = 6) -> Order:
    """Return the best order of play when all others have quit: nobody draws any more (C7).

    ``numbers`` is the highest card number, 1 to 6. Raises InputError for any other, and for cards
    that there are not.

    >>> best_solo_order([1, 1, 3, 4, 4, "L"], 3)
    Order(plays=(3, 4, 4), left=(1, 1, L), penalty=11)
    >>> best_solo_order([1, 3, 4, 5, 6, "L"], 3).left
    ()
    """
    whole_number("numbers", numbers, 1, 6)
    own, on_top = make_cards(hand), card(top)
    for value in (*own, on_top):
        if value is not LLAMA and value > numbers:
            raise InputError(f"a card {value}, but the numbers end at {numbers}")
    return _order(own, on_top, numbers)


@lru_cache(maxsize=100_000)
def _order(hand: Hand, top: int, numbers: int) -> Order:
    """Return the best order of play for a hand in order of value."""
    left, plays = list(hand), list[int]()
    value = top if top in hand else fitting(top, numbers)[1]
    while value in left:
        copies = left.count(value)
        plays += [value] * copies
        left = [other for other in left if other != value]
        value = fitting(value, numbers)[1]
    return Order(tuple(plays), tuple(left), penalty(left))


class QuitOrDraw(NamedTuple):
    """Expected penalties of quitting now and of drawing once, and the better ``action``."""

    quit: Any
    draw: Any
    action: str


def quit_or_draw(hand: Any, top: Any, seen: Any = ()) -> QuitOrDraw:
    """Return what quitting now costs, and what drawing one card costs on average.

    Drawing once means: draw one card, then play all that can be played alone on the card that
    lies on top now (``best_solo_order``), and quit. So neither the others' plays nor a token to
    return for an empty hand are counted. ``hand``, ``top`` and ``seen`` are as for
    ``draw_helps``. Both numbers are penalties in points (sympy.Rational); a tie is "quit". Raises
    InputError for cards the box does not hold, and where every card has been seen.

    >>> quit_or_draw([5, 6], 4)
    QuitOrDraw(quit=11, draw=48/53, action='draw')
    """
    own = make_cards(hand)
    unseen = _unseen(own, top, seen)
    if not any(unseen.values()):
        raise InputError("every card has been seen: none is left to draw")
    return _quit_or_draw(own, card(top), unseen, 6)


def _quit_or_draw(hand: Hand, top: int, unseen: dict[int, int], numbers: int) -> QuitOrDraw:
    """Return both expected penalties, given how many cards of each value are unseen."""
    total = sum(unseen.values())
    drawn = sum(
        copies * _order(tuple(sorted((*hand, value))), top, numbers).penalty
        for value, copies in unseen.items()
    )
    now, later = rational(penalty(hand)), rational(drawn, total)
    return QuitOrDraw(now, later, "draw" if later < now else "quit")


def at_hand(view: View) -> tuple[Figure, ...]:
    """Return the exact odds of the decision at hand, from what the player on turn may know.

    On a turn: the penalty of quitting now, of playing on alone, and what a drawn card may bring.
    Before a return: the points that each token leaves. Nothing where nobody decides, or to a seat
    that does not see the hand on turn.

    >>> from llamakit.core.game import new_game
    >>> [figure.name for figure in at_hand(new_game("llama", seed=7).view(0))][:2]
    ['penalty if you quit now', 'penalty if you play on alone']
    """
    if view.player is None or not view.hand:
        return tuple(_before_return(view)) if view.phase == "return" else ()
    return tuple(_before_move(view))


def _before_move(view: View) -> Iterator[Figure]:
    """Yield the figures of a turn (C3)."""
    hand, numbers = view.hand, view.rules.numbers
    why = "Each value counts once, llamas 10 together (G2)."
    yield Figure("penalty if you quit now", rational(penalty(hand)), "points", why)
    order = _order(hand, view.top, numbers)
    why = "All cards of one value, then of the next; see the notebook llama_play_well."
    yield Figure("penalty if you play on alone", rational(order.penalty), "points", why)
    if DRAW not in _legal(view):
        return
    unseen, total = view.unseen, sum(view.unseen.values())
    why = f"Of the {total} cards you have not seen; see the notebook llama_odds."
    fits = sum(unseen.get(value, 0) for value in fitting(view.top, numbers))
    yield Figure("a drawn card can be played on top", rational(fits, total), "probability", why)
    held = sum(unseen[value] for value in set(hand))
    yield Figure("a drawn card costs nothing", rational(held, total), "probability", why)
    drawn = _quit_or_draw(hand, view.top, unseen, numbers).draw
    why = "Draw one card, then play all you can alone; see the notebook llama_odds."
    yield Figure("expected penalty after one draw", drawn, "points", why)


def _before_return(view: View) -> Iterator[Figure]:
    """Yield the points that each choice of a token leaves (C10)."""
    held = view.points[view.turn]
    for token in (*tokens_to_return(held), 0):
        action = Action("return", (token,)) if token else KEEP
        name = f"{label(action, view)}: points left"
        yield Figure(name, rational(held - token), "points", "Points held less the token (C10).")


def _legal(view: View) -> tuple[Action, ...]:
    """Return what the player on turn may do, as far as the view tells (C3 to C7)."""
    plays = [value for value in fitting(view.top, view.rules.numbers) if value in view.hand]
    draws = () if view.alone or not view.pile_size else (DRAW,)
    return (*[Action("play", (value,)) for value in plays], *draws, QUIT)


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known: expected points, fewer is better.

    With open hands and a small deck, the whole round is solved: the worth is the mean difference
    in points to the other player. Alone, the points to come, a returned token taken off. Where no
    card can be played, quitting against drawing once, as ``quit_or_draw`` says. Else nothing.

    >>> from llamakit.llama.rules import Rules
    >>> small = Rules(numbers=2, copies=2, hand=2, open_hands=True, target=1).start()
    >>> [str(one.action) for one in advice(small.apply([[1, "L"], [1, 2], [2]]).view(0))]
    ['play L', 'draw', 'quit']
    """
    if view.phase == "return":
        return _advised({action: -action.values[0] for action in _returns(view)} | {KEEP: 0})
    if view.phase != "turn" or not view.hand:
        return ()
    if _is_small(view):
        return _advised(round_worths(_state(view)))
    if view.alone:
        return _advised({action: _alone(view, action) for action in _legal(view)})
    if _legal(view) == (DRAW, QUIT):
        known = _quit_or_draw(view.hand, view.top, view.unseen, view.rules.numbers)
        return _advised({DRAW: known.draw, QUIT: known.quit})
    return ()


def _advised(worths: dict[Action, Any]) -> tuple[Advice, ...]:
    """Return the expected points of each action, and how many more than the best one's they are."""
    best = min(worths.values())
    return tuple(
        Advice(action, rational(worth), rational(worth - best), "points")
        for action, worth in worths.items()
    )


def _returns(view: View) -> Iterable[Action]:
    """Return the tokens that may be given back, as actions (C10)."""
    return [Action("return", (token,)) for token in tokens_to_return(view.points[view.turn])]


def _alone(view: View, action: Action) -> int:
    """Return the points to come of a lone player after an action, played on in the best order."""
    if action == QUIT:
        return penalty(view.hand)
    left = without(view.hand, action.values)
    order = _order(left, action.values[0], view.rules.numbers)
    returned = 0 if order.left else max(tokens_to_return(view.points[view.turn]), default=0)
    return order.penalty - returned


# Small decks with open hands, solved whole


def _is_small(view: View) -> bool:
    """Whether a round of this game is small enough, and open enough, to be solved whole."""
    rules = view.rules
    return bool(rules.open_hands) and rules.players == 2 and sum(rules.deck.values()) <= SMALL_DECK


def _state(view: View) -> State:
    """Return the position that an open view shows; who starts the next round does not matter."""
    out = Counter(view.discards)
    for hand in view.hands:
        out.update(hand or ())
    return State(
        rules=view.rules,
        phase="turn",
        turn=view.turn,
        starter=view.turn,
        round_number=view.round_number,
        hands=tuple(hand or () for hand in view.hands),
        pile=tuple(copies - out[value] for value, copies in view.rules.deck.items()),
        top=view.top,
        active=view.active,
        points=view.points,
    )
