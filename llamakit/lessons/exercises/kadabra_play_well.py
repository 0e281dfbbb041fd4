"""The exercises on playing LLAMA Kadabra well: a small round with open hands, solved whole.

Imports the standard library, lower rooms and the game's rules: every answer comes from the solver
over all positions, and not from the recursion of the lesson.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, cast

from llamakit.games.kadabra.rules import NO_TOKENS, ONE_WHITE, Rules, State, Tokens
from llamakit.games.rounds import round_worths
from llamakit.lessons.exercise import Exercise, Misconception

#: The small version of the lesson: six cards, two each, open.
SMALL: dict[str, Any] = {"deck": {1: 2, 2: 2, "L": 2}, "hand": 2, "open_hands": True, "target": 1}


def dealt(own: Sequence[Any], other: Sequence[Any], top: Any, **changes: Any) -> State:
    """Return the small round just dealt: two hands and the card on top."""
    state: Any = Rules(**SMALL).start().apply((own, other, (top,)))
    return cast(State, dataclasses.replace(state, **changes))


def worths(state: Any) -> dict[str, Fraction]:
    """Return what each action leads to: points more than the other's, less is better."""
    return {str(action): worth for action, worth in round_worths(state).items()}


def best(state: State) -> str:
    """Return the best action."""
    known = worths(state)
    return min(known, key=known.__getitem__)


def best_alone() -> int:
    """Return the best change in own points alone: 1 and 2 in hand, a llama on top, 13 points."""
    held = Tokens(white=3, black=1)
    alone = dealt((1, 2), (2, "L"), "L", active=(True, False), tokens=(held, NO_TOKENS))
    return fewest(alone) - held.points


def fewest(state: Any) -> int:
    """Return the fewest points with which a player alone can end: no chance is left."""
    if state.is_over:
        return int(state.scores[0])
    return min(fewest(state.apply(action)) for action in state.legal_actions())


def first_card() -> Fraction:
    """Return what playing the 1 first gains on the other player, in points."""
    return -worths(dealt((1, 2), (2, "L"), 1))["play 1"]


def ten_whites() -> dict[str, Fraction]:
    """Return the worths of a player with ten whites, a 1 and a llama, with a 2 on top."""
    return worths(dealt((1, "L"), (1, 2), 2, tokens=(Tokens(10), Tokens(3))))


def mean_gain(weighted: bool = True) -> Fraction:
    """Return how many points the starting player gains on the other, over all deals.

    Unless ``weighted``, every deal counts the same, as if all were equally likely.
    """
    start = Rules(**SMALL).start()
    chances = start.chance_outcomes()
    gains = [
        (p if weighted else Fraction(1, len(chances)), -min(worths(start.apply(deal)).values()))
        for deal, p in chances
    ]
    return sum((p * gain for p, gain in gains), Fraction(0))


def holds_a_two() -> Fraction:
    """Return how likely the other's two cards are a 2 and a llama, of a 2 and two llamas unseen."""
    hands = list(combinations((2, "L", "L"), 2))
    return Fraction(sum(2 in hand for hand in hands), len(hands))


def no_llama(size: int) -> Fraction:
    """Return how likely a dealt hand of a full deck holds no llama, card by card."""
    none = Fraction(1)
    for k in range(size):
        none *= Fraction(48 - k, 60 - k)
    return none


def both_of(least: int) -> Fraction:
    """Return how likely Ben holds both llamas if he holds so many at least, of 1, 2, L and L."""
    hands = [hand for hand in combinations((1, 2, "L", "L"), 2) if hand.count("L") >= least]
    return Fraction(sum(hand.count("L") == 2 for hand in hands), len(hands))


def sold(days: int) -> Fraction:
    """Return the mean price of a bicycle with so many days left, if one waits well."""
    later = sold(days - 1) if days > 1 else Fraction(0)
    return (max(Fraction(100), later) + max(Fraction(200), later)) / 2


EXERCISES = (
    Exercise(
        id="kadabra_play_well-1",
        unit="points",
        truth=best_alone,
        misconceptions=(
            Misconception(lambda: 1 + 2, "That is what quitting costs. Can you empty your hand?"),
            Misconception(lambda: 0, "The hand is empty: so one token goes back, too."),
            Misconception(lambda: -1, "Any one token may go back: which would you rather lose?"),
            Misconception(lambda: 10, "Points that go away count with a minus sign."),
        ),
        hints=(
            "Which card goes on a llama? And which on that?",
            "After the last card one token may be returned, of any colour.",
        ),
    ),
    Exercise(
        id="kadabra_play_well-2",
        unit="points",
        truth=first_card,
        misconceptions=(
            Misconception(
                lambda: first_card() - ONE_WHITE.points,
                "Count what Ana wins, too: she has emptied her hand.",
            ),
            Misconception(lambda: 2 + 10 + 1, "Ben will not keep a card that he can play."),
            Misconception(lambda: -first_card(), "That is the gap. What Ana gains is above zero."),
        ),
        hints=(
            "On top is a 1. Which of Ben's cards can he play, and what does that leave him?",
            "Then it is Ana's turn, with a 2 on a 2. What does Ben pay, what does Ana return?",
        ),
    ),
    Exercise(
        id="kadabra_play_well-3",
        unit="points",
        truth=lambda: ten_whites()["play L"] - ten_whites()["swap"],
        misconceptions=(
            Misconception(
                lambda: 10 - 1,
                "At the llama that is the difference. But what can still be returned at the end?",
            ),
            Misconception(lambda: 0, "Ten whites are one black; but which token goes at a llama?"),
        ),
        hints=(
            "With the swap, the llama takes the black. Without it, a white.",
            "Ana empties her hand in both cases. Which token can she return then?",
        ),
    ),
    Exercise(
        id="kadabra_play_well-4",
        truth=lambda: best(dealt((2, "L"), (1, 1), 2)).split()[0],
        words=("play", "draw", "quit"),
        hints=(
            "Only one card lies in the pile, and all others can be seen. Which one is it?",
            "What can Ben do with two 1s on a 2, if there is nothing left to draw?",
        ),
    ),
    Exercise(
        id="kadabra_play_well-5",
        truth=holds_a_two,
        misconceptions=(
            Misconception(
                lambda: Fraction(1, 3), "Two of the three unseen cards are Ben's, not one."
            ),
            Misconception(
                lambda: Fraction(1, 2),
                "The two llamas are two cards: three pairs are equally likely, not two.",
            ),
        ),
        hints=(
            "Which three cards can Ana not see?",
            "One of the three lies in the pile. When does Ben hold the 2?",
        ),
    ),
    Exercise(
        id="kadabra_play_well-6",
        unit="points",
        truth=mean_gain,
        misconceptions=(
            Misconception(lambda: -mean_gain(), "Ana gains: the sign changes."),
            Misconception(
                lambda: mean_gain(weighted=False),
                "Not every deal is as likely as the others: weight each with its probability.",
            ),
        ),
        hints=(
            "Each deal has a worth, and a probability: both are in the notebook by now.",
            "Add up `Rational(p) * worth(start)` for `start, p` of `deals`, and mind the sign.",
        ),
    ),
    Exercise(
        id="kadabra_play_well-7",
        truth=lambda: no_llama(6),
        misconceptions=(
            Misconception(lambda: 1 - no_llama(6), "That is for at least one llama."),
            Misconception(
                lambda: Fraction(48, 60) ** 6, "That puts each card back before the next is dealt."
            ),
        ),
        hints=(
            "All six cards come from those that are no llamas.",
            "48 cards are no llamas: C(48, 6) of C(60, 6) hands.",
        ),
    ),
    Exercise(
        id="kadabra_play_well-8",
        truth=lambda: both_of(1),
        misconceptions=(
            Misconception(
                lambda: both_of(0), "That is before he says it. Which hand is struck out?"
            ),
            Misconception(
                lambda: Fraction(1, 3),
                "That is right if you saw one particular card. You know only that there is one.",
            ),
        ),
        hints=(
            "Six hands of two are possible. Which of them hold a llama?",
            "Five hands hold one or more. In how many of these are both?",
        ),
    ),
    Exercise(
        id="kadabra_play_well-9",
        unit="euros",
        truth=lambda: sold(3),
        misconceptions=(
            Misconception(lambda: sold(2), "That is with two days left. There are three."),
            Misconception(lambda: sold(1), "That is if you may not wait."),
            Misconception(lambda: 200, "Three offers of 100 may come, one after the other."),
        ),
        hints=(
            "On the third day you get 150 euros on average. So what is 100 worth on the second?",
            "Second day: take 200, wait with 100. That is (150 + 200)/2 on average.",
        ),
    ),
)
