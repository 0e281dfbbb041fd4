"""The exercises on what the rulebooks leave open.

Imports the standard library and the games' rules: every answer is counted from the rules' own
rolls and positions.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod

from llamakit.games.cards import LLAMA, all_deals, counts
from llamakit.games.chinchiller.rules import X2, make_die, sand
from llamakit.games.kadabra.rules import COLLECT, DECK, SHOW_SIZE, Hand, State, Tokens, cards
from llamakit.games.kadabra.rules import Rules as KadabraRules
from llamakit.games.llama_dice.rules import make_dice, pairings, rolls
from llamakit.lessons.exercise import Exercise, Misconception


def pairings_of(number: int, other: int) -> int:
    """Return in how many of the 15 pairings two numbers are a pair."""
    return sum((number, other) in pairs for pairs in pairings())


def hits(pairs: object, *values: int) -> int:
    """Return in how many ways three dice with this pairing show one of some values."""
    found = rolls(make_dice(pairs)).items()
    return sum(ways for roll, ways in found if not {*values}.isdisjoint(roll))


def pair_after_a_hit() -> Fraction:
    """Return how likely 2 and 5 are a pair, given a hit with this row, of 15 equal pairings."""
    ways = {pairs: hits(pairs, 2, 5) for pairs in pairings()}
    return Fraction(sum(ways[pairs] for pairs in ways if (2, 5) in pairs), sum(ways.values()))


def shown(pairs: object) -> Fraction:
    """Return how many of three dice show a 2 or a 5 on average."""
    return Fraction(sum(face in (2, 5) for die in make_dice(pairs) for face in die), 6)


def holds_give(number: int) -> Fraction:
    """Return how likely two of sixty cards hold at least one of so many."""
    return 1 - holds_none(number, 2)


def position(hands: tuple[Hand, Hand], pile: Hand = (), stage: int = 0) -> State:
    """Return a Kadabra position of two, the first to play on a 6 or a 1 of the discard pile."""
    return dataclasses.replace(
        KadabraRules().start(),
        phase="turn",
        round_number=1,
        hands=hands,
        pile=counts(DECK, pile),
        top=1 if pile else 6,
        tokens=(Tokens(), Tokens()),
        stage=Tokens(white=stage),
    )


def drawn_costs(pile: Hand) -> Fraction:
    """Return what a card drawn to a 5 costs on average, after the other's last card, a 2 (K8)."""
    state = position((cards(["2d"]), (5,)), pile).apply("play 2d")
    ends = [(state.apply(drawn), chance) for drawn, chance in state.chance_outcomes()]
    return sum((chance * (end.scores[1] - 5) for end, chance in ends), Fraction(0))


def collected(size: int) -> Fraction:
    """Return how many of five tokens a hidden hand must collect on average after a llama (K13).

    The first player holds the llama and a 5, and a 6 lies on the discard pile.
    """
    unseen = Counter(KadabraRules().all_cards) - Counter((5, 6, LLAMA))
    found = Fraction(0)
    for (hand,), chance in all_deals(dict(unseen), (size,)):
        after = position(((5, LLAMA), hand), stage=SHOW_SIZE).apply("play L")
        found += chance * SHOW_SIZE * (after.legal_actions() == (COLLECT,))
    return found


def one_roll(die: object) -> Fraction:
    """Return the expected sand of one roll of two such dice, over all 36 ways (H4)."""
    faces = make_die(die)
    return Fraction(sum(sand(roll) for roll in product(faces, faces)), 36)


def drama_moves() -> Fraction:
    """Return how far the pairing moves drama with the row 2 5 and the llama row 1 3 L (D9)."""
    safe = {1, 2, 3, 5, LLAMA}
    ways = [
        sum(number for roll, number in rolls(make_dice(pairs)).items() if safe.isdisjoint(roll))
        for pairs in pairings()
    ]
    return Fraction(max(ways) - min(ways), 216)


def even_chance(size: int) -> int:
    """Return how many of sixty cards must give so that a hand more likely than not holds one."""
    return next(number for number in range(61) if 2 * holds_none(number, size) < 1)


def holds_none(number: int, size: int) -> Fraction:
    """Return how likely a hand holds none of so many of sixty cards, card by card."""
    return prod(
        (Fraction(60 - number - card, 60 - card) for card in range(size)), start=Fraction(1)
    )


def sent_back(broken: int, lamps: int = 60) -> Fraction:
    """Return how likely two lamps of a box show that some are broken, counted pair by pair."""
    pairs = list(combinations([number < broken for number in range(lamps)], 2))
    return Fraction(sum(map(any, pairs)), len(pairs))


EXERCISES = (
    Exercise(
        id="what_the_rulebook_does_not_say-1",
        truth=lambda: "yes" if len({hits(pairs, 4) for pairs in pairings()}) > 1 else "no",
        words=("yes", "no"),
        hints=(
            "On how many dice is a 4, in each pairing?",
            "Always on two of the three dice, once on each.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-2",
        unit="pairings",
        truth=lambda: pairings_of(2, 5),
        misconceptions=(
            Misconception(
                lambda: 1, "The four other numbers still make two pairs: in how many ways?"
            ),
            Misconception(lambda: 5, "Five numbers can be the partner of 2. The 5 is one of them."),
        ),
        hints=(
            "If 2 and 5 are a pair, the numbers 1, 3, 4, 6 make the two other pairs.",
            "The 1 has three possible partners; then the last pair is clear.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-3",
        truth=holds_give,
        symbols=("k",),
        at=((0,), (1,), (4,), (30,)),
        misconceptions=(
            Misconception(lambda k: 2 * Fraction(k, 60), "You added the two cards; both may give."),
            Misconception(
                lambda k: 1 - (1 - Fraction(k, 60)) ** 2, "The first card does not go back."
            ),
            Misconception(
                lambda k: 1 - holds_give(k), "That is no give card at all. You need the opposite."
            ),
        ),
        hints=(
            "Use the complement: the first card is none, and the second is none.",
            "The second is one of 59 cards, and 59 - k of them are none.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-4",
        unit="points",
        truth=lambda: drawn_costs((2, 5, 5, 6, LLAMA)),
        misconceptions=(
            Misconception(
                lambda: Fraction(2 + 5 + 5 + 6 + 10, 5),
                "He has a 5 already: every value counts once.",
            ),
            Misconception(
                lambda: Fraction(2 + 6 + 10, 4), "Two of the five cards are 5s. Count cards."
            ),
        ),
        hints=(
            "What does each of the five cards cost somebody who holds a 5?",
            "The 2 costs 2, a 5 nothing more, the 6 costs 6 and the llama 10.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-5",
        unit="sand",
        truth=lambda: one_roll((1, 3, 6, X2, X2, "chinchiller")),
        misconceptions=(
            Misconception(
                lambda: Fraction(10 * 7, 18),
                "There are two faces ×2 now: what is x in the formula?",
            ),
            Misconception(lambda: Fraction(22 * 8, 18), "The 12 is gone: what is s now?"),
        ),
        hints=(
            "The sand faces are 1, 3 and 6, and there are two ×2.",
            "Put s = 10 and x = 2 into s(6 + x)/18.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-6",
        unit="points",
        truth=lambda: collected(2),
        misconceptions=(
            Misconception(lambda: 5 - collected(2), "He collects if he has no llama."),
            Misconception(
                lambda: 5 * Fraction(46, 57) ** 2, "The first of his cards does not go back."
            ),
        ),
        hints=(
            "He collects all five tokens or none: 5 · P(no llama among his two cards).",
            "Of the 57 cards that Ana has not seen 11 are llamas: C(46, 2) / C(57, 2).",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-7",
        truth=drama_moves,
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 216), "The die that shows both a 4 and a 6 has two such faces."
            ),
        ),
        hints=(
            "Drama: no die shows 1, 2, 3, 5 or a llama. So all three show a 4 or a 6.",
            "If 4 and 6 are a pair, one die shows neither. If not: 1 · 1 · 2 ways.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-8",
        unit="cards",
        truth=lambda: even_chance(3),
        misconceptions=(
            Misconception(
                lambda: 10, "Three times 10/60 is a half, but some hands hold two or three."
            ),
            Misconception(lambda: even_chance(3) - 1, "Nearly: is it more than one half?"),
        ),
        hints=(
            "P = 1 - C(60 - k, 3) / C(60, 3). Try some k.",
            "It must be true that (60 - k)(59 - k)(58 - k) is less than half of 60 · 59 · 58.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-9",
        truth=lambda: sent_back(4) - sent_back(3),
        misconceptions=(
            Misconception(
                lambda: sent_back(3), "That is for three broken lamps. By how much does it move?"
            ),
            Misconception(
                lambda: sent_back(4), "That is for four broken lamps. By how much does it move?"
            ),
            Misconception(
                lambda: Fraction(1, 30),
                "You added 1/60 for each lamp. With both lamps broken the box goes back once.",
            ),
        ),
        hints=(
            "How likely are both lamps good if three are broken? And if four are?",
            "It moves by (57 · 56 - 56 · 55) / (60 · 59).",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-10",
        truth=pair_after_a_hit,
        misconceptions=(
            Misconception(
                lambda: Fraction(pairings_of(2, 5), 15),
                "So likely it was before the roll. But a pair hits a little more often.",
            ),
        ),
        hints=(
            "Count only the outcomes that are a hit. In how many of those are 2 and 5 a pair?",
            "3 pairings with 120 hits each, 12 pairings with 116 each.",
        ),
    ),
    Exercise(
        id="what_the_rulebook_does_not_say-11",
        unit="dice",
        truth=lambda: shown(None),
        misconceptions=(
            Misconception(lambda: Fraction(1, 3), "There is not only the 2, but the 5, too."),
            Misconception(
                lambda: Fraction(hits(None, 2, 5), 216),
                "That is the probability of at least one. How many are there on average?",
            ),
            Misconception(lambda: Fraction(1), "A 2 is missing on one of the dice, and so is a 5."),
        ),
        hints=(
            "The mean of each die: how many of its six faces are a 2 or a 5? Then add up.",
            "Each of the two numbers stands on two dice, once: four faces, each with 1/6.",
        ),
    ),
)
