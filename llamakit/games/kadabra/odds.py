"""Exact odds of LLAMA Kadabra: who can play, who holds a llama, and which token goes.

Imports the standard library, lower rooms and this game's rules; SymPy only where it is used.

Of N cards that nobody here has seen, K are of a kind that is wanted. A hidden hand is n of the N,
each choice of n as likely as the others, and so are one's own next n draws. It holds none of the
K in C(N - K, n) of the C(N, n) choices. Hence

    P(at least one) = 1 - C(N - K, n) / C(N, n)

the hypergeometric distribution at work. Nothing is read into what others did: a player who drew a
card had perhaps none to play, and this the formula does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from llamakit.engine.contract import Explore
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
from llamakit.games.cards import BLACK, LLAMA, WHITE, without
from llamakit.games.kadabra.rules import (
    COLLECT,
    DRAW,
    FACES,
    KEEP,
    MAGIC_PENALTY,
    NO_TOKENS,
    PLAYS,
    RETURN_BLACK,
    RETURN_MAGIC,
    RETURN_WHITE,
    SHOW_SIZE,
    SWAP,
    SWAP_WHITES,
    Card,
    Hand,
    Rules,
    State,
    Tokens,
    View,
    card,
    make_deck,
    symbol,
)
from llamakit.games.kadabra.rules import cards as in_order
from llamakit.games.kadabra.strategies import points_after, points_now, worth
from llamakit.games.kadabra.words import (
    EFFECTS,
    FIGURES,
    ODDS,
    SEEN,
    YOU,
    label,
    some_will_do,
    with_magic,
)
from llamakit.games.rounds import round_worths
from llamakit.games.words import added_up, small

#: With hands open, a round of two is solved whole if the deck has no more cards than this.
SMALL_DECK = 9

#: The most white or black tokens that ``lowest_token_after`` takes.
MOST_TOKENS = 1000


def can_play(top: object, cards: int = 6, seen: Iterable[object] = (), deck: Any = None) -> Any:
    """Return the probability that a hand of unseen cards holds one that fits (C4, K5).

    ``top`` is the card on the discard pile and ``cards`` the number of cards in the hand; ``seen``
    are all other cards known not to be in it, such as the rest of the discard pile and one's own
    hand; ``deck`` is what ``make_deck`` takes. A sympy.Rational: 1 - C(N - K, n) / C(N, n), where
    K of the N unseen cards fit. Raises InputError for cards that the deck does not have.

    What double cards do, with a 3 on top:

    >>> can_play(3, 1), can_play(3, 1, deck=without_doubles())
    (17/59, 15/59)

    On a double card more fits than on any other:

    >>> can_play("2/3", 1)
    24/59
    """
    rules, on_top = Rules(deck=deck, hand=1), card(top)
    unseen = _unseen(rules, (on_top, *in_order(seen)))
    return _at_least_one(unseen, rules.fits[on_top], cards)


def holds_llama(cards: int = 6, seen: Iterable[object] = (), deck: Any = None) -> Any:
    """Return the probability of at least one llama among unseen cards (K13).

    ``cards`` is how many: an opponent's hidden hand when the magic show comes round, or one's own
    next draws. ``seen`` are all cards known not to be among them; ``deck`` is what ``make_deck``
    takes. A sympy.Rational: 1 - C(N - K, n) / C(N, n), where K of the N unseen cards are llamas.
    Raises InputError for cards that the deck does not have.

    >>> holds_llama(1), holds_llama(2), holds_llama(1, seen=["L", "L", 6])
    (1/5, 107/295, 10/57)
    """
    unseen = _unseen(Rules(deck=deck, hand=1), in_order(seen))
    return _at_least_one(unseen, {LLAMA}, cards)


def _unseen(rules: Rules, seen: Hand) -> Counter[Card]:
    """Return how many cards of each kind are left in the deck. Raises InputError."""
    unseen = Counter(rules.all_cards)
    for kind, copies in Counter(seen).items():
        if copies > unseen[kind]:
            raise InputError(refusals.too_many_seen_of(copies, kind, unseen[kind]))
        unseen[kind] -= copies
    return unseen


def _at_least_one(unseen: Mapping[Card, int], wanted: Collection[Card], size: int) -> Any:
    """Return the probability that some of the unseen cards drawn are wanted. Raises InputError."""
    total = sum(unseen.values())
    others = sum(copies for kind, copies in unseen.items() if kind not in wanted)
    whole_number("cards", size, 0, total)
    return 1 - rational(comb(others, size), comb(total, size))


def without_doubles(deck: Any = None) -> dict[Card, int]:
    """Return a deck in which two double cards such as 2/3 are a 2 and a 3.

    So it has as many cards, and shows what double cards do. Of the box's deck it makes one with
    eight cards of each number. Raises InputError for an odd number of equal double cards, and for
    what is no deck.

    >>> without_doubles({1: 2, "2/3": 4, "L": 1})
    {1: 2, 2: 2, 3: 2, L: 1}
    """
    found: Counter[Card] = Counter()
    for kind, copies in make_deck(deck):
        values = FACES[kind] if len(FACES[kind]) == 2 else (kind,)
        share, rest = divmod(copies, len(values))
        if rest:
            raise InputError(refusals.not_halves(copies, kind))
        for value in values:
            found[value] += share
    return dict(sorted(found.items()))


class LowestToken(NamedTuple):
    """What a player holds after some swaps, and which token would go.

    ``tokens`` is the holding; ``lowest`` its lowest token: "white", "black", "magic" or "none".
    ``leaves`` are the points that leave with it at a give (K7) or at a llama (K11), where the magic
    token is ten (K17), and ``returned`` the most points that may go back at a return (K18).
    """

    tokens: Tokens
    lowest: str
    leaves: Any
    returned: Any


def lowest_token_after(
    swaps: int = 1, *, white: int = 0, black: int = 0, magic: int = 0
) -> LowestToken:
    """Return what swapping ten whites for a black, once or more, changes (K10, K-tokens).

    A give and a llama take the lowest token, so a swap changes them only if no white is left: for
    w whites that is when w is 10, 20, 30 and so on, all of them swapped. For a return ten whites
    are enough, and a black held makes the swap needless. Points are sympy.Rational. Raises
    InputError for more swaps than the whites allow.

    >>> lowest_token_after(0, white=10).leaves, lowest_token_after(1, white=10).leaves
    (1, 10)
    >>> lowest_token_after(1, white=11)
    LowestToken(tokens=Tokens(white=1, black=1, magic=0), lowest='white', leaves=1, returned=10)
    """
    whole_number("white", white, 0, MOST_TOKENS)
    whole_number("black", black, 0, MOST_TOKENS)
    whole_number("magic", magic, 0, 1)
    whole_number(f"swaps, with {white} white tokens,", swaps, 0, white // SWAP_WHITES)
    held = Tokens(white - SWAP_WHITES * swaps, black + swaps, magic)
    lowest = held.one_lowest
    names = [name for name, count in lowest._asdict().items() if count]
    returned = BLACK if held.black else WHITE if held.white else 0
    return LowestToken(held, (names or ["none"])[0], rational(worth(lowest)), rational(returned))


def at_hand(view: View) -> tuple[Figure, ...]:
    """Return the exact odds of the decision at hand, from what the player on turn may know.

    Of a turn: the penalty of quitting now, what a drawn card brings, and for each play whether the
    next player can go on: with any card that fits, or in the magic show with a llama. Wherever a
    token goes, or ten may be swapped: the points of it. Before a give or a return: the points that
    each choice leaves. Nothing where nobody decides, and nothing to a seat that does not see the
    hand on turn.

    >>> from llamakit.engine.game import new_game
    >>> for figure in at_hand(new_game("kadabra", players=["Ana", "Ben"], seed=1).view(0)):
    ...     print(figure.name, figure.value)
    quit now 18
    one more card 1059/53
    a drawn card fits the top card 16/53
    a drawn card is a llama 9/53
    Play a llama: points of the token that leaves 1
    Play a llama: Ben can play a card next 21673/24115
    """
    if view.player is None or view.hands[view.player] is None:
        return ()
    figures = {"turn": _turn, "show": _show, "give": _give, "return": _return}[view.phase]
    return tuple(figures(view))


def effect(view: View, action: Action) -> Effect:
    """Return what a legal action brings right away, by the exact odds, and how it is said.

    Hand and tokens are counted together. To swap changes nothing yet, nor does a token given away
    depend on who gets it: there no number is compared.

    >>> from llamakit.engine.game import new_game
    >>> view = new_game("kadabra", players=["Ana", "Ben"], seed=1).view(0)
    >>> for action in (DRAW, Action("quit")):
    ...     print(effect(view, action).clause)  # doctest: +NORMALIZE_WHITESPACE
    after a draw you stand at 23 points on average, hand and tokens together,
    and the card fits in 30 % of all cases
    quitting leaves you at 21 points for sure, hand and tokens together
    """
    said = small(label(action, view))
    if view.phase == "give":
        seat = action.values[0]
        held = worth(view.tokens[seat].plus(view.tokens[view.turn].one_lowest))
        return Effect(EFFECTS["give"].format(who=view.name(seat), points=held))
    if action == SWAP:
        return Effect(EFFECTS["swap"].format(label=said))
    if view.phase == "return":
        back = {RETURN_WHITE: WHITE, RETURN_BLACK: BLACK}.get(action, 0)
        left = view.tokens[view.turn].points - back
        return Effect(EFFECTS["return"].format(label=said, points=left), Fraction(-left))
    points = points_after(view, action)
    fits = ""
    if action == DRAW:
        good = sum(view.unseen[kind] for kind in view.unseen if kind in view.rules.fits[view.top])
        fits = percent(rational(good, sum(view.unseen.values())))
    kind = action.verb if action.verb in EFFECTS else "play"
    clause = EFFECTS[kind].format(label=said, points=decimal(points), fits=fits)
    return Effect(clause, -points)


def _turn(view: View) -> Iterator[Figure]:
    """Yield the figures of a normal turn (K4)."""
    fits, points = view.rules.fits[view.top], view.points[view.turn]
    held = added_up([value for kind in view.hand for value in FACES[kind]])
    if view.tokens[view.turn].magic:
        held = with_magic(held, MAGIC_PENALTY)
    yield figure(FIGURES["quit"], points_now(view) - points, "points", sum=held)
    if view.pile_size and not view.alone:
        mean, total = points_after(view, DRAW) - points, sum(view.unseen.values())
        yield figure(FIGURES["draw"], mean, "points", total=total, added=mean * total)
        yield _chance("draw fits", view.unseen, fits, 1)
        yield _chance("draw llama", view.unseen, {LLAMA}, 1)
    yield from _swap(view)
    for kind in dict.fromkeys(view.hand):
        if kind in fits:
            yield from _play(view, kind)
    yield from _magic(view, fits)


def _show(view: View) -> Iterator[Figure]:
    """Yield the figures of a turn in the magic show (K13)."""
    yield from _swap(view)
    if LLAMA in view.hand:
        yield from _play(view, LLAMA)
    yield from _magic(view, {LLAMA})
    yield _points("collect", COLLECT, worth(view.stage), view)


def _swap(view: View) -> Iterator[Figure]:
    """Yield which token is the lowest before and after a swap, where ten whites are held."""
    held = view.tokens[view.turn]
    if held.white >= SWAP_WHITES:
        yield figure(FIGURES["lowest"], worth(held.one_lowest), "points")
        yield _points("lowest then", SWAP, worth(held.swapped().one_lowest), view)


def _play(view: View, played: Card) -> Iterator[Figure]:
    """Yield what leaves the tokens with a card, and whether the next player can go on."""
    action, held = PLAYS[played], view.tokens[view.turn]
    if played is LLAMA or (symbol(played) == "g" and not view.alone):
        yield _points("leaves", action, worth(held.one_lowest), view)
    left = without(view.hand, (played,))
    staged = sum(view.stage) + (held != NO_TOKENS)
    show = played is LLAMA and staged >= SHOW_SIZE
    if left:  # else the round is over
        draws = int(symbol(played) == "d" and view.pile_size > 0)
        yield _next_player(view, action, {LLAMA} if show else view.rules.fits[played], left, draws)


def _magic(view: View, wanted: Collection[Card]) -> Iterator[Figure]:
    """Yield what returning the magic token saves, and whether the next player can go on (K12)."""
    if view.tokens[view.turn].magic and not view.alone:
        yield _points("magic leaves", RETURN_MAGIC, MAGIC_PENALTY, view)
        yield _next_player(view, RETURN_MAGIC, wanted, view.hand)


def _next_player(
    view: View, action: Action, wanted: Collection[Card], left: Hand, draws: int = 0
) -> Figure:
    """Return the probability that the next player, after some draws, holds a card wanted.

    ``left`` is the hand that the action leaves to the one on turn, who is next if alone.
    """
    players = len(view.active)
    ahead = [(view.turn + step) % players for step in range(1, players + 1)]
    seat = next(seat for seat in ahead if view.active[seat])
    known = left if seat == view.turn else view.hands[seat]
    what = {
        "label": label(action, view),
        "who": YOU if seat == view.turn else view.name(seat),
    }
    kind = "next llama" if wanted == {LLAMA} else "next card"
    if known is not None and not set(wanted).isdisjoint(known):
        return figure((FIGURES[kind][0], SEEN, ODDS), 1, "probability", **what)
    hidden = view.sizes[seat] if known is None else 0
    return _chance(kind, view.unseen, wanted, hidden + draws, **what)


def _chance(
    kind: str, unseen: Mapping[Card, int], wanted: Collection[Card], size: int, **what: str
) -> Figure:
    """Return the probability that some of the unseen cards drawn are wanted, and its formula."""
    total, good = sum(unseen.values()), sum(unseen[kind] for kind in unseen if kind in wanted)
    chance = _at_least_one(unseen, wanted, size)
    worked = some_will_do(total, good, size)
    numbers = {"total": total, "good": good, "worked": worked}
    return figure(FIGURES[kind], chance, "probability", **numbers, **what)


def _give(view: View) -> Iterator[Figure]:
    """Yield what each player would hold with the token given (K7)."""
    token = view.tokens[view.turn].one_lowest
    for seat, active in enumerate(view.active):
        if active and seat != view.turn:
            points = worth(view.tokens[seat].plus(token))
            yield _points("give", Action("give", (seat,)), points, view)


def _return(view: View) -> Iterator[Figure]:
    """Yield the points that each choice leaves after the last card (K18)."""
    held = view.tokens[view.turn]
    if held.white >= SWAP_WHITES:
        yield _points("swap", SWAP, held.points - BLACK, view)
    if held.white:
        yield _points("left", RETURN_WHITE, held.points - WHITE, view)
    if held.black:
        yield _points("left", RETURN_BLACK, held.points - BLACK, view)
    yield _points("left", KEEP, held.points, view)


def _points(kind: str, action: Action, points: int, view: View) -> Figure:
    """Return the figure of some points that belong to an action."""
    return figure(FIGURES[kind], points, "points", label=label(action, view))


def advice(view: View) -> tuple[Advice, ...]:
    """Return what each action is worth where best play is known, best first; else nothing.

    Worth is what the other adds to their points, less what one adds oneself, until the round has
    ended. Two players with open hands and a deck of at most SMALL_DECK cards: the whole round is
    solved. Else nothing: with hidden hands it is a game of incomplete information. Raises
    InputError for what is no view of this game.

    >>> small = Rules(deck={1: 2, 2: 2, "L": 2}, hand=2, open_hands=True).start()
    >>> dealt = small.apply([[1, 2], [1, "L"], [2]])
    >>> [(str(one.action), one.value) for one in advice(dealt.view(0))]
    [('play 2', -4), ('draw', -4), ('quit', -5)]
    """
    view = View.checked(view)
    if view.player is None or not _is_small(view):
        return ()
    worths = round_worths(_state(view)).items()
    return proven_advice({action: -worth for action, worth in worths}, "points")


def _is_small(view: View) -> bool:
    """Whether a round of this game is small enough, and open enough, to be solved whole."""
    rules = view.rules
    return rules.open_hands and rules.players == 2 and len(rules.all_cards) <= SMALL_DECK


def _state(view: View) -> State:
    """Return the position that an open view shows."""
    return State(
        rules=view.rules,
        phase=view.phase,
        turn=view.turn,
        round_number=view.round_number,
        hands=tuple(hand or () for hand in view.hands),
        pile=tuple(view.unseen.values()),
        top=view.top,
        active=view.active,
        tokens=view.tokens,
        stage=view.stage,
        llama_played=view.llama_played,
        drawer=view.drawer,
    )


def explore(view: View) -> Explore | None:
    """Return None: no explorer has the deck of this game, with its double cards."""
    return None
