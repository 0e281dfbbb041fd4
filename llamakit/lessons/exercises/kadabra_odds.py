"""The exercises on LLAMA Kadabra.

Imports the standard library, lower rooms and the game's rules: every answer is counted from the
cards and the rules' own moves, and not from the formulas that the lesson derives.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

from llamakit.games.cards import LLAMA, all_deals
from llamakit.games.kadabra.rules import (
    DECK,
    NO_TOKENS,
    PLAYS,
    SWAP_WHITES,
    Card,
    Hand,
    Rules,
    Tokens,
    card,
    cards,
)
from llamakit.games.llama_dice.rules import make_dice
from llamakit.lessons.exercise import Exercise, Misconception

#: The position that the lesson works out: Ana's hand, both discards, and Ben's number of cards.
HAND, DISCARDS, BEN = cards(["1g", 2, "2/3", "L", "L", "L"]), cards([5, 6]), 5

#: What lies on the stage before Ana plays her llama, and what she holds.
STAGE, TOKENS = Tokens(white=4), Tokens(white=10)

#: Five cards to count by hand.
SMALL: Hand = cards([1, 2, 3, "L", "L"])


def unseen() -> Counter[Card]:
    """Return the cards that Ana has not seen.

    >>> sum(unseen().values()), unseen()[LLAMA]
    (52, 9)
    """
    return Counter(Rules().all_cards) - Counter(HAND + DISCARDS)


@cache
def llamas_among(size: int) -> dict[int, Fraction]:
    """Return how likely each number of llamas is among so many unseen cards: hand by hand."""
    found: dict[int, Fraction] = Counter()  # type: ignore[assignment]
    for (hand,), probability in all_deals(unseen(), (size,)):
        found[hand.count(LLAMA)] += probability
    return found


def at_least(llamas: int, size: int) -> Fraction:
    """Return the probability of so many llamas or more among unseen cards."""
    return sum((p for count, p in llamas_among(size).items() if count >= llamas), Fraction(0))


def with_putting_back(size: int) -> Fraction:
    """Return the probability of a llama if every card went back before the next was drawn."""
    miss = 1 - llamas_among(1)[1]
    return 1 - miss**size


def other_four_hold_one() -> Fraction:
    """Return how likely Ben's other cards hold a llama if a certain one of the five is a llama."""
    left = unseen() - Counter([LLAMA])
    hands = all_deals(left, (BEN - 1,))
    return sum((p for (hand,), p in hands if LLAMA in hand), Fraction(0))


def show_lost_by(llamas: int) -> int:
    """Return who collects, by the rules, if both play llamas while they can: 0 is Ana, 1 Ben.

    >>> show_lost_by(0), show_lost_by(3)
    (1, 0)
    """
    ben = cards([1] * (BEN - llamas) + [LLAMA] * llamas)
    state = dataclasses.replace(
        Rules().start(),
        phase="turn",
        round_number=1,
        hands=(HAND, ben),
        pile=(0,) * len(DECK),
        top=6,
        stage=STAGE,
        tokens=(TOKENS, NO_TOKENS),
    )
    while PLAYS[LLAMA] in state.legal_actions():
        state = state.apply(PLAYS[LLAMA])  # type: ignore[assignment]
    return state.turn


def ana_collects() -> Fraction:
    """Return the probability that Ana has to collect in the end."""
    return sum((p for k, p in llamas_among(BEN).items() if show_lost_by(k) == 0), Fraction(0))


def small_share(wanted: Callable[[int], bool]) -> Fraction:
    """Return the share of the pairs of the five cards whose number of llamas is wanted."""
    pairs = list(combinations(SMALL, 2))
    return Fraction(sum(wanted(pair.count(LLAMA)) for pair in pairs), len(pairs))


def fresh_llama(size: int) -> Fraction:
    """Return the probability of a llama in a hand from the whole deck, card by card."""
    miss, llamas, total = Fraction(1), Rules().all_cards.count(LLAMA), len(Rules().all_cards)
    for drawn in range(size):
        miss *= Fraction(total - llamas - drawn, total - drawn)
    return 1 - miss


def fitting_on(top: object, doubles: bool = True, itself: bool = False) -> int:
    """Return how many of the other cards of the deck go on a card, as the rules say (K5)."""
    deck = Counter(Rules().all_cards) - Counter([] if itself else [card(top)])
    fits = Rules().fits[card(top)]
    return sum(
        copies for kind, copies in deck.items() if kind in fits and (doubles or not double(kind))
    )


def double(kind: Card) -> bool:
    """Whether a card is a double card."""
    return "/" in str(kind)


def most_staged(held: Tokens, llamas: int, swaps: bool = True) -> int:
    """Return the most points that so many llamas can put on the stage (K11, K-tokens)."""
    if not llamas:
        return 0
    token = held.one_lowest
    best = token.points + most_staged(held.minus(token), llamas - 1, swaps)
    if swaps and held.white >= SWAP_WHITES:
        best = max(best, most_staged(held.swapped(), llamas))
    return best


def points_staged(swap: bool) -> int:
    """Return the points on the stage after Ana's llama, with or without a swap before it."""
    held = TOKENS.swapped() if swap else TOKENS
    return STAGE.plus(held.one_lowest).points


def llamas_of_six() -> Fraction:
    """Return the mean number of llamas in six cards of L.L.A.M.A.: 56 cards, eight llamas."""
    ways = {k: comb(8, k) * comb(48, 6 - k) for k in range(7)}
    return Fraction(sum(k * way for k, way in ways.items()), sum(ways.values()))


def dice_with(llamas: int) -> int:
    """Return how many of the 216 rolls of the llama dice show so many llamas or more."""
    return sum(roll.count(LLAMA) >= llamas for roll in product(*make_dice()))


def poll(most: int) -> Fraction:
    """Return how likely so many or more of five pupils are among ten of 25, person by person."""
    found = {0: Fraction(1)}
    for asked in range(5):
        after: dict[int, Fraction] = Counter()  # type: ignore[assignment]
        for sea, p in found.items():
            after[sea + 1] += p * Fraction(10 - sea, 25 - asked)
            after[sea] += p * (1 - Fraction(10 - sea, 25 - asked))
        found = after
    return sum((p for sea, p in found.items() if sea >= most), Fraction(0))


EXERCISES = (
    Exercise(
        id="kadabra_odds-1",
        truth=lambda: small_share(lambda llamas: llamas >= 1),
        misconceptions=(
            Misconception(
                lambda: 1 - (1 - Fraction(2, 5)) ** 2,
                "That is right if the first card goes back. Here it stays in the hand, so only "
                "four cards are left for the second.",
            ),
            Misconception(
                lambda: 2 * Fraction(2, 5),
                "You added the two cards. The hand with both llamas was counted twice.",
            ),
            Misconception(
                lambda: small_share(lambda llamas: llamas == 0),
                "Those are the hands without a llama. You need the opposite.",
            ),
            Misconception(
                lambda: small_share(lambda llamas: llamas == 1),
                "That is exactly one llama. The hand with both counts as well.",
            ),
        ),
        hints=(
            "Count the fields in the picture.",
            "Each field is one hand. How many fields are there, and how many show no llama?",
            "There are ten fields. The hands without a llama are the pairs of 1, 2 and 3.",
        ),
    ),
    Exercise(
        id="kadabra_odds-2",
        truth=lambda: llamas_among(1)[1],
        misconceptions=(
            Misconception(
                lambda: fresh_llama(1),
                "That is right before the deal. Ana has seen eight cards, and holds three llamas.",
            ),
            Misconception(
                lambda: Fraction(unseen()[LLAMA], len(Rules().all_cards)),
                "The llamas are counted right. But among how many cards are they?",
            ),
            Misconception(
                lambda: Fraction(Rules().all_cards.count(LLAMA), sum(unseen().values())),
                "You counted the three llamas in Ana's own hand: nobody can draw those.",
            ),
        ),
        hints=(
            "How many cards has Ana not seen? How many of these are llamas?",
            "There are 60 cards. Ana sees her six and the two on the discard pile.",
            "Of 12 llamas she holds three. Divide the other llamas by the cards not seen.",
        ),
    ),
    Exercise(
        id="kadabra_odds-3",
        truth=lambda: at_least(1, 3),
        misconceptions=(
            Misconception(
                lambda: 3 * llamas_among(1)[1],
                "You added the three cards. Draws with two llamas were counted twice.",
            ),
            Misconception(
                lambda: with_putting_back(3),
                "That is right if each card goes back into the pile. It does not: one card fewer "
                "is left each time.",
            ),
            Misconception(
                lambda: llamas_among(3)[0],
                "That is no llama at all. You need the opposite.",
            ),
            Misconception(
                lambda: llamas_among(3)[1],
                "That is exactly one llama. Two or three count as well.",
            ),
        ),
        hints=(
            "The next three cards of the pile are three of the 52, just as a hand of three is.",
            "Use the complement: the first is no llama, the second is none, the third is none.",
            "The factors of the product are 43/52, 42/51 and 41/50. Subtract it from 1.",
        ),
    ),
    Exercise(
        id="kadabra_odds-4",
        truth=fresh_llama,
        symbols=("n",),
        at=((1,), (2,), (6,), (10,)),
        misconceptions=(
            Misconception(
                lambda n: 1 - (1 - fresh_llama(1)) ** n,
                "That is right if each card goes back before the next is drawn. Cards in a hand do "
                "not.",
            ),
            Misconception(
                lambda n: 1 - fresh_llama(n), "That is no llama at all. You need the opposite."
            ),
            Misconception(
                lambda n: n * fresh_llama(1),
                "You added the cards. For six cards that would be more than 1.",
            ),
        ),
        hints=(
            "How many hands of n cards are there? How many of them hold no llama?",
            "48 of the 60 cards are no llamas. A hand without a llama is n of these 48.",
            "In SymPy: binomial(48, n) is the number of hands without a llama.",
        ),
    ),
    Exercise(
        id="kadabra_odds-5",
        unit="cards",
        truth=lambda: next(n for n in range(61) if 2 * fresh_llama(n) > 1),
        misconceptions=(
            Misconception(
                lambda: 3, "With three cards it is near one half, but still less. Work it out."
            ),
            Misconception(
                lambda: 5,
                "With five cards you expect one llama on average. But one half comes earlier.",
            ),
        ),
        hints=(
            "Put n = 1, 2, 3, … into your formula.",
            "In a loop: for n in range(1, 8): print(n, float(1 - Rational(...))).",
        ),
    ),
    Exercise(
        id="kadabra_odds-6",
        truth=lambda: llamas_among(BEN)[1],
        misconceptions=(
            Misconception(
                lambda: at_least(1, BEN), "That is one llama or more. Here it is exactly one."
            ),
            Misconception(
                lambda: BEN * llamas_among(1)[1] * (1 - llamas_among(1)[1]) ** (BEN - 1),
                "That is right if each card goes back before the next is drawn (the binomial "
                "distribution).",
            ),
            Misconception(
                lambda: llamas_among(BEN)[1] / BEN,
                "That is for one order only, such as the llama first. It can be any of the five "
                "cards.",
            ),
        ),
        hints=(
            "Choose Ben's one llama, and then his four other cards.",
            "9 ways for the llama. In how many ways can the four others be chosen from 43 cards?",
            "Multiply, and divide by the number of all hands, C(52, 5).",
        ),
    ),
    Exercise(
        id="kadabra_odds-7",
        truth=ana_collects,
        misconceptions=(
            Misconception(
                lambda: 1 - ana_collects(),
                "That is for Ben. When does Ana run out of llamas first?",
            ),
            Misconception(
                lambda: llamas_among(BEN)[3],
                "That is exactly three llamas. With four or five Ben wins the show, too.",
            ),
            Misconception(
                lambda: at_least(2, BEN),
                "With two, Ben plays both, and Ana answers both times. Then Ben has none.",
            ),
            Misconception(
                lambda: at_least(4, BEN),
                "With three, Ben has one more than Ana after her first. Is that not enough?",
            ),
        ),
        hints=(
            "After her first llama Ana has two more. Ben plays next. Play it through on paper.",
            "Who has no llama left collects. How many must Ben hold to outlast two?",
            "Add the probabilities of all numbers of llamas with which Ben outlasts Ana.",
        ),
    ),
    Exercise(
        id="kadabra_odds-8",
        unit="cards",
        truth=lambda: fitting_on(3),
        misconceptions=(
            Misconception(
                lambda: fitting_on(3, itself=True),
                "You counted the 3 on top of the pile, too. Nobody can hold that one.",
            ),
            Misconception(
                lambda: fitting_on(3, doubles=False),
                "You left out the double cards. Which of them show a 3 or a 4?",
            ),
        ),
        hints=(
            "Every card that shows a 3 or a 4 goes on a 3.",
            "There are seven 3s, one of them on top, and seven 4s. And which double cards?",
        ),
    ),
    Exercise(
        id="kadabra_odds-9",
        unit="points",
        truth=lambda: most_staged(Tokens(white=23), 4),
        misconceptions=(
            Misconception(
                lambda: most_staged(Tokens(white=23), 4, swaps=False),
                "You put four whites there. Whites go first: how few can she begin with?",
            ),
            Misconception(
                lambda: Tokens(white=23).points,
                "That is all she has. But four llamas take four tokens, the lowest first.",
            ),
            Misconception(
                lambda: Tokens(white=2, black=2).points,
                "After two swaps she has three whites, not two, and whites always go first.",
            ),
            Misconception(
                lambda: 4 * 10, "She has two black tokens at most, and whites always go first."
            ),
        ),
        hints=(
            "Which tokens are left if she swaps as often as she can? Which of them go first?",
            "23 whites become 3 whites and two blacks. What does each of the four llamas take?",
        ),
    ),
    Exercise(
        id="kadabra_odds-10",
        unit="points",
        truth=lambda: llamas_among(BEN)[0] * points_staged(swap=True),
        misconceptions=(
            Misconception(
                lambda: at_least(1, BEN) * points_staged(swap=True),
                "That is the other way round: Ben collects at once if he holds NO llama.",
            ),
            Misconception(
                lambda: llamas_among(BEN)[0] * points_staged(swap=False),
                "That is without the swap. With it, what does Ana's llama put on the stage?",
            ),
            Misconception(
                lambda: points_staged(swap=True),
                "That is what lies on the stage. How likely is it that Ben has to take it at once?",
            ),
        ),
        hints=(
            "What lies on the stage after Ana has swapped and played her llama?",
            "Four whites and one black. Ben takes all of it, or nothing.",
            "Multiply the points by the probability that Ben holds no llama.",
        ),
    ),
    Exercise(
        id="kadabra_odds-11",
        truth=lambda: at_least(2, BEN) / at_least(1, BEN),
        misconceptions=(
            Misconception(
                other_four_hold_one,
                "That is right if you drew one of his cards blindly, and it was a llama. But he "
                "chose from all five: you know only that there was one.",
            ),
            Misconception(
                lambda: at_least(2, BEN),
                "That was so before he answered. Hands without a llama are out now.",
            ),
            Misconception(
                lambda: llamas_among(BEN)[2] / at_least(1, BEN),
                "That is exactly one more. Two or three more count as well.",
            ),
        ),
        hints=(
            "Which hands of five can Ben still have had? How likely were these together?",
            "Only hands with one llama or more are left. Which part of them has two or more?",
            "Divide the probability of two or more by the probability of one or more.",
        ),
    ),
    Exercise(
        id="kadabra_odds-12",
        unit="llamas",
        truth=llamas_of_six,
        misconceptions=(
            Misconception(
                lambda: 1 - Fraction(comb(48, 6), comb(56, 6)),
                "That is how likely at least one llama is. Here two llamas count as two.",
            ),
            Misconception(lambda: Fraction(6 * 12, 60), "That is for the deck of Kadabra."),
        ),
        hints=(
            "Count 1 for each card of the hand that is a llama, and use linearity.",
            "Six cards, each a llama with probability 8/56.",
        ),
    ),
    Exercise(
        id="kadabra_odds-13",
        truth=lambda: Fraction(dice_with(2), dice_with(1)),
        misconceptions=(
            Misconception(
                lambda: Fraction(dice_with(2), 216), "That is before you hear it. Strike rolls out."
            ),
            Misconception(
                lambda: Fraction(5, 9),
                "That is right if you see one particular die. You know only that there is one.",
            ),
        ),
        hints=(
            "What is given? How many rolls are left?",
            "152 rolls show a llama. How many of these show two or three?",
        ),
    ),
    Exercise(
        id="kadabra_odds-14",
        truth=lambda: poll(3),
        misconceptions=(
            Misconception(
                lambda: sum(
                    (
                        comb(5, k) * Fraction(2, 5) ** k * Fraction(3, 5) ** (5 - k)
                        for k in (3, 4, 5)
                    ),
                    Fraction(0),
                ),
                "That is right if somebody may be asked twice. Here nobody is.",
            ),
            Misconception(
                lambda: poll(3) - poll(4),
                "That is exactly three. Four or five are a majority, too.",
            ),
        ),
        hints=(
            "Most of the five: three, four or five of them want to go to the sea.",
            "Exactly k: C(10, k) · C(15, 5 - k) of C(25, 5). Add up.",
        ),
    ),
)
