"""Exact odds of L.L.A.M.A.: a dealt hand, a drawn card, when to quit, and the last player's play.

Imports the standard library, lower rooms and this game's rules; SymPy only where it is used.

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
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from llamakit.engine.contract import Explore
from llamakit.engine.state import Action, InputError, whole_number
from llamakit.exact.distribution import Distribution
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
from llamakit.games.cards import LLAMA, VALUES, card, penalty, tokens_to_return, without
from llamakit.games.cards import cards as make_cards
from llamakit.games.hidden import since_deal
from llamakit.games.llama.rules import DRAW, KEEP, QUIT, Hand, State, View, fitting
from llamakit.games.llama.strategies import penalty_after
from llamakit.games.llama.words import EFFECTS, EXPLORE, FIGURES, label
from llamakit.games.rounds import round_worths
from llamakit.games.words import added_up, card_list, small

#: The whole deck: eight of each value (C1).
DECK: dict[int, int] = dict.fromkeys(VALUES, 8)

#: What each value counts on its own (G2).
_POINTS = tuple(penalty((value,)) for value in VALUES)

#: With hands open, a round is solved whole if the deck has no more cards than this.
SMALL_DECK = 9

#: The explorer counts no larger hand than this.
MOST_HELD = 10


def hand_penalty(cards: int = 6, copies: int | None = DECK[LLAMA]) -> Distribution:
    """Return the penalty (G2) of so many cards dealt from the whole deck: {points: probability}.

    ``copies`` is how many of each of the seven values the deck has; None: each card is put back
    before the next is drawn. Raises InputError unless both are whole numbers, and ``cards`` at most
    as many as there are.

    >>> hand_penalty(1).mean, hand_penalty().p(30)
    (31/7, 65536/8117109)
    """
    counts: dict[int, int] = defaultdict(int)
    for different, ways in _ways(cards, copies):
        for points in combinations(_POINTS, different):
            counts[sum(points)] += ways
    return Distribution(counts)


def distinct_values(cards: int = 6, copies: int | None = DECK[LLAMA]) -> Distribution:
    """Return the number of different values among so many dealt cards: {number: probability}.

    ``cards`` and ``copies`` as in ``hand_penalty``. Raises InputError as it does.

    >>> distinct_values(2)
    Distribution({1: 7/55, 2: 48/55})
    """
    number = len(VALUES)
    return Distribution({d: comb(number, d) * ways for d, ways in _ways(cards, copies)})


def _ways(cards: int, copies: int | None) -> Iterator[tuple[int, int]]:
    """Yield (d, W(d)): the ways to draw cards of d given values, each at least once."""
    if copies is not None:
        whole_number("copies", copies, 1, 1000)
    whole_number("cards", cards, 0, len(VALUES) * copies if copies else 1000)
    for different in range(min(cards, len(VALUES)) + 1):
        terms = (
            (-1) ** missing * comb(different, missing) * _any_of(different - missing, cards, copies)
            for missing in range(different + 1)
        )
        if ways := sum(terms):
            yield different, ways


def _any_of(values: int, cards: int, copies: int | None) -> int:
    """Return the ways to draw cards of some values, not all of which need appear."""
    return int(values**cards) if copies is None else comb(copies * values, cards)


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
            raise InputError(refusals.too_many_seen(copies, value, DECK[value]))
    return {value: copies - known[value] for value, copies in DECK.items()}


class Order(NamedTuple):
    """The best order of play of a player alone: the cards ``plays`` in order, and what is ``left``.

    ``penalty`` is what the cards left count (G2).
    """

    plays: Hand
    left: Hand
    penalty: int


def best_order_alone(hand: Any, top: Any, numbers: int = 6) -> Order:
    """Return the best order of play when all others have quit: nobody draws any more (C7).

    ``numbers`` is the highest card number, 1 to 6. Raises InputError for any other, and for cards
    that there are not.

    >>> best_order_alone([1, 1, 3, 4, 4, "L"], 3)
    Order(plays=(3, 4, 4), left=(1, 1, L), penalty=11)
    >>> best_order_alone([1, 3, 4, 5, 6, "L"], 3).left
    ()
    """
    whole_number("numbers", numbers, 1, 6)
    own, on_top = make_cards(hand), card(top)
    for value in (*own, on_top):
        if value is not LLAMA and value > numbers:
            raise InputError(refusals.number_beyond_deck(value, numbers))
    return _order(own, on_top, numbers)


@lru_cache(maxsize=100_000)
def _order(hand: Hand, top: int, numbers: int) -> Order:
    """Return the best order of play for a hand in order of value."""
    left, plays = hand, list[int]()
    value = top if top in hand else fitting(top, numbers)[1]
    while value in left:
        copies = left.count(value)
        plays += [value] * copies
        left = tuple(other for other in left if other != value)
        value = fitting(value, numbers)[1]
    return Order(tuple(plays), left, penalty(left))


class QuitOrDraw(NamedTuple):
    """Expected penalties of quitting now and of drawing once, then alone.

    ``action`` has the smaller one. It is no advice: the others may still be in.
    """

    quit: Any
    draw: Any
    action: str


def quit_or_draw(hand: Any, top: Any, seen: Any = ()) -> QuitOrDraw:
    """Return what quitting now costs, and what drawing one card costs on average.

    Drawing once means: draw one card, then play all that can be played alone on the card that
    lies on top now (``best_order_alone``), and quit. That is so if all others quit right after the
    draw. If they play on, one may draw again and play on their cards, and drawing can be much
    better than this says. A token to return for an empty hand is not counted.

    ``hand``, ``top`` and ``seen`` are as for ``draw_helps``. Both numbers are penalties in points
    (sympy.Rational); a tie is "quit". Raises InputError for cards the box does not hold, and where
    every card has been seen.

    >>> quit_or_draw([5, 6], 4)
    QuitOrDraw(quit=11, draw=48/53, action='draw')
    """
    own = make_cards(hand)
    unseen = _unseen(own, top, seen)
    if not any(unseen.values()):
        raise InputError(refusals.NO_CARD_LEFT)
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

    >>> from llamakit.engine.game import new_game
    >>> [figure.name for figure in at_hand(new_game("llama", seed=7).view(0))][:2]
    ['quit now', 'penalty if you play on alone']
    """
    if view.player is None or not view.hand:
        return tuple(_before_return(view)) if view.phase == "return" else ()
    return tuple(_before_move(view))


def _before_move(view: View) -> Iterator[Figure]:
    """Yield the figures of a turn (C3)."""
    hand, numbers = view.hand, view.rules.numbers
    yield figure(FIGURES["quit"], penalty(hand), "points", sum=added_up(hand))
    order = _order(hand, view.top, numbers)
    what = {"plays": card_list(order.plays), "sum": added_up(order.left)}
    yield figure(FIGURES["alone"], order.penalty, "points", **what)
    if DRAW not in _legal(view):
        return
    unseen, total = view.unseen, sum(view.unseen.values())
    wanted = fitting(view.top, numbers)
    good = sum(unseen.get(value, 0) for value in wanted)
    values = " or a ".join(card_list((value,)) for value in wanted)
    chance = Fraction(good, total)
    yield figure(FIGURES["fits"], chance, "probability", total=total, good=good, values=values)
    held = sum(unseen[value] for value in set(hand))
    yield figure(FIGURES["free"], Fraction(held, total), "probability", total=total, held=held)
    drawn = _quit_or_draw(hand, view.top, unseen, numbers).draw
    yield figure(FIGURES["draw"], drawn, "points", total=total, added=drawn * total)


def _before_return(view: View) -> Iterator[Figure]:
    """Yield the points that each choice of a token leaves (C10)."""
    held = view.points[view.turn]
    for token in (*tokens_to_return(held), 0):
        action = Action("return", (token,)) if token else KEEP
        what = {"label": label(action, view), "held": held, "token": token}
        yield figure(FIGURES["return"], held - token, "points", **what)


def effect(view: View, action: Action) -> Effect:
    """Return what a legal action brings right away, by the exact odds, and how it is said.

    >>> from llamakit.games.llama.rules import Rules
    >>> view = Rules().start().apply([[1, 2, 2, 3, 6, 6], [1] * 6, [2]]).view(0)
    >>> effect(view, QUIT).clause
    'quitting costs 12 points for sure'
    >>> effect(view, DRAW).clause
    'after a draw your hand counts 15.1 points on average, and the card fits in 24 % of all cases'
    """
    if view.phase == "return":
        left = view.points[view.turn] - sum(action.values)
        clause = EFFECTS[action.verb].format(label=small(label(action, view)), points=left)
        return Effect(clause, Fraction(-left))
    if action == DRAW:
        unseen, total = view.unseen, sum(view.unseen.values())
        fits = sum(unseen.get(value, 0) for value in fitting(view.top, view.rules.numbers))
        mean = penalty_after(view, action)
        clause = EFFECTS["draw"].format(fits=percent(Fraction(fits, total)), points=decimal(mean))
        return Effect(clause, -mean)
    left = penalty_after(view, action)
    clause = EFFECTS[action.verb].format(label=small(label(action, view)), points=left)
    return Effect(clause, -left)


def _legal(view: View) -> tuple[Action, ...]:
    """Return what the player on turn may do, as far as the view tells (C3 to C7)."""
    plays = [value for value in fitting(view.top, view.rules.numbers) if value in view.hand]
    draws = () if view.alone or not view.pile_size else (DRAW,)
    return (*[Action("play", (value,)) for value in plays], *draws, QUIT)


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known, best first; else nothing.

    Worth is what the others add to their points on average, less what one adds oneself, until the
    round has ended. Two players with open hands and a small deck: the whole round is solved. A
    player alone: the best order of play; of the hidden hands that were put down, what unseen cards
    count on average. While others are in with hidden hands, no best action is known.
    Raises InputError for what is no view of this game.

    >>> from llamakit.games.llama.rules import Rules
    >>> small = Rules(numbers=2, copies=2, hand=2, open_hands=True, target=1).start()
    >>> [str(one.action) for one in advice(small.apply([[1, "L"], [1, 2], [2]]).view(0))]
    ['play L', 'draw', 'quit']
    """
    view = View.checked(view)
    if view.phase == "return":  # every hand has been counted
        tokens = {action: Fraction(action.values[0]) for action in _returns(view)}
        return proven_advice(tokens | {KEEP: Fraction(0)}, "points")
    if view.phase != "turn" or not view.hand:
        return ()
    if _is_small(view):
        worths = round_worths(_state(view)).items()
        return proven_advice({action: -worth for action, worth in worths}, "points")
    if view.alone:
        theirs = _others_add(view)
        own = {action: _alone(view, action) for action in _legal(view)}
        return proven_advice({action: theirs - points for action, points in own.items()}, "points")
    return ()


def _others_add(view: View) -> Fraction:
    """Return what the others' hands count, on average over them and over the unseen cards (C9).

    Of n cards out of N unseen ones, some are of a value with probability 1 - C(N - K, n) / C(N, n),
    if K of the N are: then that value counts.
    """
    unseen, total = view.unseen, sum(view.unseen.values())
    added = Fraction(0)
    for seat, hand in enumerate(view.hands):
        if seat == view.turn:
            continue
        if hand is not None:
            added += penalty(hand)
            continue
        ways = comb(total, view.sizes[seat])
        for value, copies in unseen.items():
            without_it = Fraction(comb(total - copies, view.sizes[seat]), ways)
            added += penalty((value,)) * (1 - without_it)
    return added / (len(view.hands) - 1)


def _returns(view: View) -> Iterable[Action]:
    """Return the tokens that may be given back, as actions (C10)."""
    return [Action("return", (token,)) for token in tokens_to_return(view.points[view.turn])]


def _alone(view: View, action: Action) -> int:
    """Return the points to come of a player alone after an action, played on in the best order."""
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


def explore(view: View) -> Explore | None:
    """Return the explorer of what they held who have just drawn; None where nobody has.

    The card on top is still the one that they did not play on.

    >>> from llamakit.engine.game import new_game
    >>> game = new_game("llama", players=2, seed=7)
    >>> game.play("draw")
    >>> explore(game.view(1)).start["cards"]
    6
    """
    heard = since_deal(view.log)[-2:]
    drew = [clue.verb for clue in heard] == ["lacks", "gets"]
    if view.phase != "turn" or not drew or view.rules.deck != DECK:
        return None
    seat = heard[0].seat
    held, name = view.sizes[seat] - 1, view.name(seat)
    left = [value for value in VALUES if value not in heard[0].cards]
    possible = min(sum(view.unseen[value] for value in left), MOST_HELD)
    if view.hands[seat] is not None or held > possible:
        return None
    start = {"about": "hand", "hand": view.hand, "top": view.top, "cards": held, "value": left[-1]}
    others = {"seen": without(view.discards, (view.top,)), "who": name}
    return Explore(EXPLORE.format(name=name), "given", start | others)
