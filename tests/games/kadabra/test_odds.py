"""The exact odds of LLAMA Kadabra: closed forms, the rules' own deals, and simulation."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import comb, sqrt
from random import Random
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import llamakit as lk
from llamakit.engine.state import Action, InputError
from llamakit.games.cards import all_deals
from llamakit.games.kadabra import can_play, holds_llama, lowest_token_after, without_doubles
from llamakit.games.kadabra.odds import at_hand
from llamakit.games.kadabra.rules import DECK, SWAP, Rules, State, Tokens, card
from llamakit.games.kadabra.strategies import worth
from llamakit.games.kadabra.words import label

L = lk.LLAMA
Position = Callable[..., State]
Weighted = list[tuple[State, Fraction]]

#: A deck of ten cards with every symbol, double cards and llamas.
SMALL = {1: 1, "1g": 1, 2: 1, "2/3": 2, "2d": 1, 3: 1, "3*": 1, L: 2}


def rational(value: Fraction) -> Any:
    return sympy.Rational(value.numerator, value.denominator)


def playable(state: State) -> bool:
    """Whether the player on turn can play a card, as the rules list the moves."""
    return any(action.verb == "play" for action in state.legal_actions())


# Hidden hands: at least one card that fits, at least one llama


def test_the_figures_by_hand() -> None:
    """With a 3 on top there are 6 other 3s, 7 4s, 2 cards 2/3 and 2 cards 4/5 among 59."""
    assert can_play(3, 1) == sympy.Rational(6 + 7 + 2 + 2, 59)
    assert can_play("3*", 1) == can_play(3, 1)
    assert holds_llama(1) == sympy.Rational(12, 60)
    assert holds_llama(2) == 1 - sympy.Rational(48 * 47, 60 * 59)
    assert all(isinstance(value, sympy.Rational) for value in (can_play(1), holds_llama(0)))


def test_the_ends_are_certain() -> None:
    assert can_play(6, 0) == holds_llama(0) == 0
    assert can_play(6, 59) == holds_llama(60) == 1
    assert holds_llama(6, ["L"] * 12) == 0
    assert holds_llama(48) < holds_llama(49) == 1
    assert can_play(6, 3, ["L"] * 12 + [6] * 5 + ["6d"] * 2) == 0


def test_what_was_seen_counts() -> None:
    assert can_play(3, 1, [3, "4/5", 1]) == sympy.Rational(15, 56)
    assert can_play(3, 6, [3]) < can_play(3, 6) < can_play(3, 6, [1])
    assert holds_llama(6, iter("1L")) == holds_llama(6, ("llama", 1))
    assert holds_llama(6, [L]) < holds_llama(6) < holds_llama(6, [1])


def test_other_decks() -> None:
    assert can_play(3, 2, deck={3: 2, L: 2}) == 1  # the highest number is 3: llamas go on it
    assert can_play(2, 2, deck={2: 1, 3: 1, 5: 1, 6: 1}) == sympy.Rational(2, 3)
    assert holds_llama(2, [1], deck={1: 2, L: 1}) == 1


@pytest.mark.parametrize("top", DECK)
def test_can_play_is_the_closed_form_for_every_hand_size(top: Any) -> None:
    """Card by card: the first misses with (N-K)/N, the next with (N-K-1)/(N-1), and so on."""
    fitting = sum(copies for kind, copies in DECK.items() if kind in Rules().fits[top]) - 1
    missing = 59 - fitting
    for size in (*range(13), 30, 59):
        miss = sympy.prod(sympy.Rational(missing - i, 59 - i) for i in range(size))
        assert can_play(top, size) == 1 - miss
        assert can_play(top, size) == 1 - sympy.ff(missing, size) / sympy.ff(59, size)


def test_holds_llama_is_the_hypergeometric_sum_for_every_hand_size() -> None:
    """The chances of exactly one, two, three and more llamas, added up."""
    for gone in range(13):
        llamas, total = 12 - gone, 60 - gone - 4
        for size in (*range(10), 20):
            ways = [
                sympy.binomial(llamas, k) * sympy.binomial(total - llamas, size - k)
                for k in range(1, min(llamas, size) + 1)
            ]
            chance = sum(ways) / sympy.binomial(total, size)
            assert holds_llama(size, [L] * gone + [1, 2, 3, "2/3"]) == chance


@pytest.mark.clause("C4", "K5")
@pytest.mark.parametrize("size", [1, 2, 3])
def test_can_play_is_the_enumeration_by_the_rules(position: Position, size: int) -> None:
    """Every hand there is, with its probability, asked for its legal plays."""
    for top in DECK:
        start, chance = position("1", "5", top=top), Fraction(0)
        unseen = dict(Counter(Rules().all_cards) - Counter([top]))
        for (hand,), p in all_deals(unseen, (size,)):
            chance += p * playable(dataclasses.replace(start, hands=(hand, (5,))))
        assert can_play(top, size) == rational(chance)


@pytest.mark.clause("K13")
def test_holds_llama_is_the_enumeration_by_the_rules(position: Position) -> None:
    """In the show only a llama can be played: every hand of up to six cards is asked."""
    show = position("1", "5", top="L", phase="show", llama_played=True, stage=(5, 0, 0))
    unseen = dict(Counter(Rules().all_cards) - Counter([L]))
    for size in (1, 2, 6):
        chance = sum(
            p * playable(dataclasses.replace(show, hands=(hand, (5,))))
            for (hand,), p in all_deals(unseen, (size,))
        )
        assert holds_llama(size, [L]) == rational(Fraction(chance))


@pytest.mark.parametrize("doubles", [True, False])
def test_a_simulation_of_deals_agrees_within_four_standard_errors(doubles: bool) -> None:
    n, rng, deck = 10_000, Random(31), DECK if doubles else without_doubles()
    start = Rules(players=2, deck=deck).start()
    tops, played, llamas = Counter[Any](), Counter[Any](), 0
    for _ in range(n):
        state = start.apply(start.sample(rng))
        tops[state.top] += 1
        played[state.top] += playable(state)
        llamas += L in state.hands[1]
    checks = [(played[top], tops[top], can_play(top, 6, deck=deck)) for top in tops]
    turned_up = sum(can_play(top, 6, deck=deck) * deck[top] for top in deck) / 60
    checks += [(sum(played.values()), n, turned_up), (llamas, n, holds_llama(6, deck=deck))]
    for times, of, chance in checks:
        error = sqrt(float(chance * (1 - chance)) / of)
        assert abs(times / of - float(chance)) <= 4 * error


small_decks = st.fixed_dictionaries(
    {kind: st.integers(0, 2) for kind in (1, "1g", 2, "2/3", 3, "3/4", 4, L)}
).filter(lambda deck: sum(deck.values()) >= 5 and sum(deck.values()) > deck[L])


@given(small_decks, st.integers(0, 4), st.randoms(use_true_random=False))
def test_every_small_deck_agrees_with_its_own_deals(deck: Any, size: int, rng: Any) -> None:
    rules = Rules(deck=deck, hand=1)
    top = rng.choice(rules.all_cards)
    unseen = dict(Counter(rules.all_cards) - Counter([top]))
    fits = llama = Fraction(0)
    for (hand,), p in all_deals(unseen, (size,)):
        fits += p * any(kind in rules.fits[top] for kind in hand)
        llama += p * (L in hand)
    assert can_play(top, size, deck=deck) == rational(fits)
    assert holds_llama(size, [top], deck=deck) == rational(llama)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("2/3", 1, ["2/3", "2/3"]), "3 seen of card 2/3: the deck has 2"),
        (("3/4",), "1 seen of card 3/4: the deck has 0"),
        ((3, 60), "cards must be a whole number from 0 to 59, not 60"),
        ((3, -1), "cards must be"),
        ((3, 1.0), "cards must be"),
        ((3, True), "cards must be"),
        ((0,), "unknown card 0"),
        ((3, 1, [7]), "unknown card 7"),
        ((3, 1, None), "expected cards"),
        ((3, 1, [], {7: 1}), "deck must be"),
        ((1, 1, [], {1: 2}), "too few cards"),
    ],
)
def test_cards_that_cannot_be_are_refused(arguments: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        can_play(*arguments)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((1, ["L"] * 13), "13 seen of card L: the deck has 12"),
        ((60, ["L"]), "from 0 to 59"),
        (("6",), "cards must be"),
        ((1, ["X"]), "unknown card"),
        ((1, 5), "expected cards"),
        ((1, [], {"L": 60}), "no card has a number"),
    ],
)
def test_hands_that_cannot_be_are_refused(arguments: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        holds_llama(*arguments)


# What double cards do


@pytest.mark.clause("K1", "K5")
def test_without_doubles_there_are_eight_cards_of_each_number() -> None:
    deck = without_doubles()
    numbers = Counter[str]()
    for kind, copies in deck.items():
        numbers[str(kind)[0]] += copies
    assert numbers == {**{str(number): 8 for number in range(1, 7)}, "L": 12}
    assert list(deck) == sorted(deck)
    assert without_doubles(deck) == deck == dict(Rules(deck=deck).deck)


@pytest.mark.clause("K5")
def test_a_double_card_helps_where_only_one_of_its_values_would_fit() -> None:
    """Two cards 2/3 against a 2 and a 3: on a 1 two fit, not one; on a 2 two fit either way."""
    other, n = without_doubles(), 59
    more = {top: can_play(top, 1) - can_play(top, 1, deck=other) for top in (1, 2, 3, 4, 5, 6, L)}
    share = sympy.Rational(1, n)
    assert more == {1: share, 2: 0, 3: 2 * share, 4: 0, 5: share, 6: 0, L: 0}
    assert can_play("2/3") > can_play("4/5") > max(can_play(top) for top in (*range(1, 7), L))


@pytest.mark.parametrize("deck", [{1: 3, "2/3": 3}, {"L": 4}, {7: 2}, None])
def test_decks_that_cannot_be_halved_are_refused(deck: Any) -> None:
    if deck is not None:
        with pytest.raises(InputError, match=r"cannot be half|deck must be"):
            without_doubles(deck)


# The lowest token


ALL_TOKENS = [
    (white, black, magic) for white in range(35) for black in range(3) for magic in (0, 1)
]


@pytest.mark.clause("K10", "K-tokens", "G3")
def test_a_swap_changes_a_give_only_if_no_white_is_left() -> None:
    """In closed form: all of w whites can be swapped if, and only if, w mod 10 is 0."""
    for white, black, magic in ALL_TOKENS:
        before = lowest_token_after(0, white=white, black=black, magic=magic)
        after = lowest_token_after(white // 10, white=white, black=black, magic=magic)
        assert before.leaves == (1 if white else 10 if black or magic else 0)
        assert (before.leaves, after.leaves) == (1, 10) or before.leaves == after.leaves
        assert (before.leaves != after.leaves) == (white > 0 and white % 10 == 0)
        assert (before.returned != after.returned) == (white >= 10 and not black)
        assert worth(before.tokens) == worth(after.tokens)


@pytest.mark.clause("K7", "K11", "K10", "K-tokens")
@pytest.mark.parametrize("played", ["1g", "L"])
def test_the_token_that_leaves_is_the_one_the_rules_take(position: Position, played: str) -> None:
    for white, black, magic in ALL_TOKENS:
        held = [(white, black, magic), (0, 0, 0)]
        state = position(f"{played} 5", "5", top="L", tokens=held)
        for swaps in range(white // 10 + 1):
            found = lowest_token_after(swaps, white=white, black=black, magic=magic)
            assert state.tokens[0] == found.tokens
            after = state.apply(Action("play", (card(played),)))
            left = worth(state.tokens[0]) - worth(after.tokens[0])
            assert left == found.leaves
            received = after.stage if played == "L" else after.tokens[1]
            names = {"white": (1, 0, 0), "black": (0, 1, 0), "magic": (0, 0, 1), "none": (0, 0, 0)}
            assert received == names[found.lowest]
            if swaps < white // 10:
                state = state.apply(SWAP)


@pytest.mark.clause("K18", "K-tokens")
def test_the_most_points_that_may_go_back_are_those_of_the_rules(position: Position) -> None:
    for white, black, _ in ALL_TOKENS:
        state = position("", "5", top="L", phase="return", tokens=[(white, black, 0), (0, 0, 0)])
        for swaps in range(white // 10 + 1):
            held = state.tokens[0].points
            back = [
                held - state.apply(action).tokens[0].points
                for action in state.legal_actions()
                if action != SWAP
            ]
            assert max(back) == lowest_token_after(swaps, white=white, black=black).returned
            if swaps < white // 10:
                state = state.apply(SWAP)


def bot_games(count: int) -> Iterator[Any]:
    """Yield every decision of some games: bots that hold on make shows, a random one surprises."""
    for seed in range(count):
        players = [lk.bot("greedy"), lk.bot("random"), lk.bot("greedy")]
        game = lk.new_game("kadabra", players=players, seed=seed, target=100)
        while not game.is_over:
            game.play()
        yield from (step for step in game.history if step.seat is not None)


def test_tokens_that_leave_in_play_are_the_lowest() -> None:
    gone = Counter[str]()
    for step in bot_games(8):
        if str(step.choice) == "play L" or str(step.choice).startswith("give"):
            held = step.before.tokens[step.seat]
            left = step.before.done(step.choice).tokens[step.seat]
            found = lowest_token_after(0, **held._asdict())
            assert worth(held) - worth(left) == found.leaves
            gone[found.lowest] += 1
    assert {"white", "black", "none"} <= set(gone)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"swaps": 1, "white": 9}, "swaps, with 9 white tokens, must be"),
        ({"swaps": -1, "white": 10}, "swaps"),
        ({"swaps": 0, "white": -1}, "white must be"),
        ({"swaps": 0, "black": 1.0}, "black must be"),
        ({"swaps": 0, "magic": 2}, "magic must be a whole number from 0 to 1"),
        ({"white": True}, "white must be"),
        ({}, "with 0 white tokens"),
    ],
)
def test_tokens_that_cannot_be_are_refused(arguments: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        lowest_token_after(**arguments)


# The figures of the decision at hand


def figures(state: State, seat: int = 0) -> dict[str, tuple[Any, str]]:
    found = at_hand(state.view(seat))
    assert all(isinstance(figure.value, sympy.Rational) for figure in found)
    named = {figure.name: (figure.value, figure.unit) for figure in found}
    assert len(named) == len(found)
    return named


def test_at_hand_of_a_turn(position: Position) -> None:
    """Of the 56 cards not seen, 1, 2, 3 and 6 add nothing; there are 7, 7, 2 and 11 others."""
    drawn = sympy.Rational(4 * 7 + 5 * 7 + 9 * 2 + 10 * 11, 56)
    assert figures(position("1g 2/3 6", "5 5", top="L")) == {
        "quit now": (12, "points"),
        "one more card": (12 + drawn, "points"),
        "a drawn card fits the top card": (
            can_play(L, 1, ["1g", "2/3", 6]),
            "probability",
        ),
        "a drawn card is a llama": (holds_llama(1, [L, "1g", "2/3", 6]), "probability"),
        "Play a 1 (give): points of the token that leaves": (1, "points"),
        "Play a 1 (give): Player 2 can play a card next": (
            can_play("1g", 2, [L, "2/3", 6]),
            "probability",
        ),
    }


@pytest.mark.clause("K8", "K15")
def test_at_hand_alone(position: Position) -> None:
    """Nobody draws, and who plays next is oneself; a draw symbol brings a card."""
    alone = {"active": (True, False), "tokens": [(12, 0, 1), (0, 0, 0)]}
    assert figures(position("1g 2d 6", "5 5", top=1, **alone)) == {
        "quit now": (19, "points"),
        "points of your lowest token": (1, "points"),
        "Swap ten white tokens for a black one: points of your lowest token": (1, "points"),
        "Play a 1 (give): you can play a card next": (1, "probability"),
        "Play a 2 (draw): you can play a card next": (
            can_play("2d", 1, [1, "1g", 6]),
            "probability",
        ),
    }
    no_pile = figures(position("2d 6", "5 5", top=1, pile="", **alone))
    assert no_pile["Play a 2 (draw): you can play a card next"] == (0, "probability")
    assert "Play a 2 (draw): you can play a card next" not in figures(
        position("2d", "5 5", top=1, **alone)
    )


@pytest.mark.clause("K13", "K11", "K12")
def test_at_hand_in_the_show(position: Position) -> None:
    show = {"phase": "show", "llama_played": True, "stage": (4, 1, 0)}
    state = position("3 L", "5 5 6", top="L", tokens=[(10, 0, 1), (0, 0, 0)], **show)
    assert figures(state) == {
        "points of your lowest token": (1, "points"),
        "Swap ten white tokens for a black one: points of your lowest token": (10, "points"),
        "Play a llama: points of the token that leaves": (1, "points"),
        "Play a llama: Player 2 can play a llama next": (
            holds_llama(3, [L, L, 3]),
            "probability",
        ),
        "Return the magic token and pass: points of the token that leaves": (10, "points"),
        "Return the magic token and pass: Player 2 can play a llama next": (
            holds_llama(3, [L, L, 3]),
            "probability",
        ),
        "Collect 4 white and 1 black from the magic stage: points you take": (14, "points"),
    }


@pytest.mark.clause("K13", "K14")
@pytest.mark.parametrize(
    ("tokens", "stage", "what"), [(1, 4, "llama"), (1, 3, "card"), (0, 5, "llama"), (0, 4, "card")]
)
def test_at_hand_knows_when_a_llama_starts_the_show(
    position: Position, tokens: int, stage: int, what: str
) -> None:
    held = [(tokens, 0, 0), (0, 0, 0)]
    state = position("3 L", "5 6", top=6, tokens=held, stage=(stage, 0, 0))
    assert f"Play a llama: Player 2 can play a {what} next" in figures(state)
    assert state.apply("play L").phase == ("show" if what == "llama" else "turn")


def test_at_hand_of_a_give_and_a_return(position: Position) -> None:
    held = [(0, 1, 0), (4, 0, 0), (0, 0, 1), (9, 9, 0)]
    active = (True, True, True, False)
    give = position("6", "5", "5", "5", top="1g", phase="give", tokens=held, active=active)
    assert figures(give) == {
        "Give a black token to Player 2: points they then hold": (14, "points"),
        "Give a black token to Player 3: points they then hold": (20, "points"),
    }
    back = position("", "5", top=1, phase="return", tokens=[(12, 1, 0), (0, 0, 0)])
    assert figures(back) == {
        "Swap ten white tokens for a black one: points left after a return then": (12, "points"),
        "Return a white token (1 point): points left": (21, "points"),
        "Return a black token (10 points): points left": (12, "points"),
        "Keep all tokens: points left": (22, "points"),
    }


@pytest.mark.clause("K21")
def test_at_hand_is_for_the_one_who_sees_the_hand_and_decides(position: Position) -> None:
    state = position("3 6", "5 6", top=3)
    assert at_hand(state.view(0))
    assert at_hand(state.open_view())
    assert not at_hand(state.view(1))
    assert not at_hand(state.view(None))
    for phase in ("deal", "draw", "over"):
        assert not at_hand(dataclasses.replace(state, phase=phase).view(0))


# The same figures from every deal that looks alike to the seat on turn


def small(stage: int, open_hands: bool = False) -> State:
    """Return the start of a small game with some white tokens on the stage."""
    start = Rules(deck=SMALL, hand=2, open_hands=open_hands).start()
    return dataclasses.replace(start, stage=Tokens(stage))


def alike(start: State) -> dict[Any, Weighted]:
    """Return every deal of a game, those together that look alike to the seat on turn."""
    groups: dict[Any, Weighted] = defaultdict(list)
    for dealt, p in start.chance_outcomes():
        state: State = start.apply(dealt)  # type: ignore[assignment]
        groups[state.view(0)].append((state, p))
    return groups


def next_decisions(state: State, p: Fraction) -> Iterator[tuple[State, Fraction]]:
    """Yield the next decision with its probability, after a card was drawn if one has to be."""
    if not state.is_chance:
        yield state, p
        return
    for drawn, chance in state.chance_outcomes():
        yield state.apply(drawn), p * chance  # type: ignore[misc]


def share(group: Weighted, action: str, event: Callable[[State], bool]) -> Any:
    """Return the probability of an event at the next decision, over deals that look alike."""
    found = Fraction(0)
    for state, p in group:
        found += sum(q for after, q in next_decisions(state.apply(action), p) if event(after))  # type: ignore[arg-type]
    return rational(found / sum(p for _, p in group))


@pytest.mark.clause("K5", "K8", "K13", "K21")
@pytest.mark.parametrize(("stage", "open_hands"), [(0, False), (4, False), (5, True)])
def test_at_hand_is_the_share_of_the_deals_that_look_alike(stage: int, open_hands: bool) -> None:
    compared = 0
    for view, group in alike(small(stage, open_hands)).items():
        named = {figure.name: figure.value for figure in at_hand(view)}
        for name, wanted in (("fits the top card", view.rules.fits[view.top]), ("is a llama", {L})):
            event = partial(has_drawn, wanted, view.hand)
            assert named[f"a drawn card {name}"] == share(group, "draw", event)
        for action in group[0][0].legal_actions():
            if action.verb == "play":
                (chance,) = [
                    value
                    for name, value in named.items()
                    if name.startswith(f"{label(action, view)}:") and "next" in name
                ]
                assert chance == share(group, str(action), playable)
                compared += 1
    assert compared > 100


def has_drawn(wanted: Any, hand: tuple[Any, ...], state: State) -> bool:
    """Whether the card that seat 0 has drawn is one of those wanted."""
    (drawn,) = (Counter(state.hands[0]) - Counter(hand)).elements()
    return drawn in wanted


def test_at_hand_answers_at_every_decision_of_a_game() -> None:
    phases = Counter[str]()
    for step in bot_games(2):
        named = figures(step.before, step.seat)
        assert named
        assert all(unit == "points" or 0 <= value <= 1 for value, unit in named.values())
        phases[step.before.phase] += 1
    assert set(phases) == {"turn", "show", "give", "return"}


def test_every_figure_says_why_with_its_own_numbers():
    from llamakit.engine.game import new_game

    for seed in range(3):
        game = new_game("kadabra", players=["Ana", "Ben", "Cem"], seed=seed)
        for _ in range(60):
            if game.is_over:
                break
            view = game.view(game.current_player)
            for figure in at_hand(view):
                assert figure.why
                if figure.unit == "probability" and figure.value not in (0, 1):
                    total, good = map(int, re.findall(r"(\d+)", figure.why)[:2])
                    size = int((re.findall(r"of (\d+) cards will do is", figure.why) or [1])[0])
                    missed = Fraction(comb(total - good, size), comb(total, size))
                    assert Fraction(int(figure.value.p), int(figure.value.q)) == 1 - missed
            game.play(game.legal_actions()[0])
