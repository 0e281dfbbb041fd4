"""The exercises on L.L.A.M.A. Dice.

Imports the standard library, ``core``, and the game's rules and bots: every answer is counted from
the rules' own outcomes, and not from the formulas that the lesson derives.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from llamakit.core.cards import LLAMA, cards, penalty
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.llama_dice.rules import DEFAULT_PAIRS, Dice, Row, Rules, State, make_dice, pairings
from llamakit.llama_dice.strategies import penalty_after_roll

#: The position that the lesson on odds works out: a row, and what is left of the llama row.
ROW, LLAMA_ROW = (2, 5), (1, 3, LLAMA)

#: What a phase after a roll means, for a player who holds no token.
EVENTS = {"discard": "hit", "take": "take", "turn": "three llamas", "deal": "drama"}

ORDINARY_DICE: Dice = ((1, 2, 3, 4, 5, 6),) * 3


def position(
    row: Iterable[object], llama_row: Iterable[object], alone: bool = False, dice: Any = None
) -> State:
    """Return a two-player position in which the first player is to decide (D4).

    >>> print(position([2, 5], [1, 3, "L"]))
    L.L.A.M.A. Dice, round 1: Player 1 to roll or quit
      llama row: 1 3 L
      Player 1: 2 5 (0 points)
      Player 2: 6 (0 points)
    """
    return dataclasses.replace(
        Rules(dice=dice).start(),
        phase="turn",
        round_number=1,
        rows=(cards(row), (6,)),
        llama_row=cards(llama_row),
        active=(True, not alone),
    )


def event_after(state: State, roll: Row) -> str:
    """Return what a roll is in a position: hit, take, drama or three llamas.

    >>> event_after(position([2, 5], [1, 3, "L"]), (4, 6, LLAMA))
    'take'
    """
    return EVENTS[state.apply("roll").apply(roll).phase]


def chance(state: State, event: str) -> Fraction:
    """Return the probability of an event, counted over the outcomes of the roll."""
    outcomes = state.apply("roll").chance_outcomes()
    return sum((p for roll, p in outcomes if event_after(state, roll) == event), Fraction(0))


def share(wanted: Callable[[Row], bool], dice: Dice | None = None) -> Fraction:
    """Return the share of the 216 rolls that are wanted.

    >>> share(lambda roll: 4 in roll, ORDINARY_DICE)
    Fraction(91, 216)
    """
    rolls = list(product(*(dice or make_dice())))
    return Fraction(sum(wanted(roll) for roll in rolls), len(rolls))


def mean(count: Callable[[Row], int]) -> Fraction:
    """Return the mean of a count over the 216 rolls."""
    rolls = list(product(*make_dice()))
    return Fraction(sum(count(roll) for roll in rolls), len(rolls))


def llamas(roll: Row) -> int:
    """Return how many llamas a roll shows."""
    return roll.count(LLAMA)


def hit_and_llama() -> Fraction:
    """Return the probability of a hit with the lesson's row that shows a llama, too."""
    return share(lambda roll: matches(roll) > 0 and llamas(roll) > 0)


def matches(roll: Row) -> int:
    """Return how many dice of a roll match the lesson's row."""
    return sum(face in ROW for face in roll)


@cache
def hit_with(pairing: Any) -> Fraction:
    """Return the probability of a hit with the lesson's row and some pairing of the dice (D3)."""
    return chance(position(ROW, LLAMA_ROW, dice=pairing), "hit")


def hit_over_pairings() -> Fraction:
    """Return the probability of a hit if every pairing is as likely as the others."""
    return sum(map(hit_with, pairings()), Fraction(0)) / len(pairings())


def hit_mean_of_two() -> Fraction:
    """Return the mean of the two values that a hit can have, as if they were equally likely."""
    values = set(map(hit_with, pairings()))
    return sum(values, Fraction(0)) / len(values)


def three_llamas_within(rolls: int) -> Fraction:
    """Return the probability of three llamas at least once in some rolls, roll by roll."""
    seen, each = Fraction(0), share(lambda roll: llamas(roll) == 3)
    for _ in range(rolls):
        seen += (1 - seen) * each
    return seen


def expected_penalty(state: State) -> Fraction:
    """Return the expected penalty of the row after one roll, counted over its outcomes."""
    return penalty_after_roll(state.view(0))


def after_drama(row: Row, llama_row: Row, roll: Row) -> int:
    """Return what a row costs after a roll that is drama."""
    return position(row, llama_row).apply("roll").apply(roll).scores[0]


def most_discarded(row: Row, roll: Row) -> int:
    """Return how many cards a roll allows to discard at most, as the rules list the choices."""
    state = position(row, LLAMA_ROW).apply("roll").apply(roll)
    return max(len(action.values) for action in state.legal_actions())


PLAY = (
    Exercise(
        id="start-1",
        unit="points",
        truth=lambda: penalty((2, 3, 3)),
        misconceptions=(
            Misconception(
                lambda: sum((2, 3, 3)),
                "You counted both 3s. Each value counts once, however many copies you have.",
            ),
        ),
        hints=("Which different values are in the row? Add them.",),
    ),
    Exercise(
        id="dice-play-1",
        unit="points",
        truth=lambda: penalty((2, 2, 6, LLAMA, LLAMA)),
        misconceptions=(
            Misconception(
                lambda: sum(penalty((value,)) for value in (2, 2, 6, LLAMA, LLAMA)),
                "You counted every card. Each value counts once, however many copies you hold.",
            ),
            Misconception(
                lambda: penalty((2, 6, LLAMA)) + penalty((LLAMA,)),
                "You counted both llamas. All your llamas together cost 10.",
            ),
        ),
        hints=(
            "Which different values are in the row?",
            "Two 2s cost as much as one 2, and all llamas together cost 10. Add the values up.",
        ),
    ),
    Exercise(
        id="dice-play-2",
        unit="cards",
        truth=lambda: most_discarded((1, 4, 4, 4, 6), (4, 1, 4)),
        misconceptions=(
            Misconception(
                lambda: sum(card in (1, 4) for card in (1, 4, 4, 4, 6)),
                "You put all matching cards aside. Each die is good for one card only.",
            ),
            Misconception(
                lambda: len({1, 4}),
                "One of each value? Two dice show a 4, so two 4s may go.",
            ),
            Misconception(
                lambda: 1, "One card is the least. You may put aside one for each matching die."
            ),
        ),
        hints=(
            "Go through the dice one by one: which card may go with each?",
            "One card for each die that matches. Count the dice that match.",
        ),
    ),
    Exercise(
        id="dice-play-3",
        truth=lambda: event_after(position(ROW, LLAMA_ROW), (4, 6, LLAMA)),
        words=("hit", "take", "drama", "three llamas"),
        hints=(
            "First look at your own row: is there a 4, a 6 or a llama in it?",
            "No die matches your row. Now look at the llama row: does any die match there?",
        ),
    ),
    Exercise(
        id="dice-play-4",
        truth=lambda: event_after(position((3, LLAMA), LLAMA_ROW), (LLAMA, LLAMA, LLAMA)),
        words=("hit", "take", "drama", "three llamas"),
        hints=(
            "One roll is special, whatever lies in the rows.",
            "This roll returns a token. Are any cards put aside?",
        ),
    ),
    Exercise(
        id="dice-play-5",
        unit="points",
        truth=lambda: after_drama((2, 3), (1, 3, LLAMA), (6, 5, 4)),
        misconceptions=(
            Misconception(
                lambda: penalty((2, 3)) + penalty((1, 3, LLAMA)),
                "You counted both 3s. Each value counts once, however many copies you hold.",
            ),
            Misconception(
                lambda: penalty((2, 3)), "That was before the roll. Drama brings the llama row."
            ),
            Misconception(
                lambda: penalty((1, 3, LLAMA)),
                "That is the llama row alone. The cards that you had still count.",
            ),
        ),
        hints=(
            "After drama the llama row lies in your row. Write down all five cards.",
            "Add up the different values; llamas cost 10.",
        ),
    ),
    Exercise(
        id="dice-play-6",
        truth=lambda: event_after(position(ROW, LLAMA_ROW, alone=True), (3, 1, LLAMA)),
        words=("hit", "take", "drama", "three llamas"),
        hints=(
            "Does a die show a 2 or a 5?",
            "You are alone. What does section 4 say about taking?",
        ),
    ),
    Exercise(
        id="dice-play-7",
        truth=lambda: chance(position((LLAMA,), LLAMA_ROW), "hit"),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: LLAMA in roll),
                "You counted three llamas as a hit. They are an event of their own.",
            ),
            Misconception(
                lambda: share(lambda roll: LLAMA not in roll),
                "That is the probability that all dice miss. What is left to 1?",
            ),
            Misconception(
                lambda: mean(llamas),
                "You added the three dice. But all three can miss, so a hit is not certain.",
            ),
            Misconception(
                lambda: share(lambda roll: roll[0] == LLAMA),
                "That is one die alone. There are three.",
            ),
        ),
        hints=(
            "Do it as in section 3: first the ways in which all three dice miss.",
            "Each die misses with 4 of its 6 faces: 4 · 4 · 4 of 216 ways. And three llamas?",
            "Take 64 + 8 ways away from 216.",
        ),
    ),
)

ODDS = (
    Exercise(
        id="dice-1",
        truth=lambda: share(lambda roll: llamas(roll) == 3),
        misconceptions=(
            Misconception(
                lambda: mean(llamas),
                "You added the three dice. Three llamas means a llama on the first AND on the "
                "second AND on the third die: multiply.",
            ),
            Misconception(
                lambda: Fraction(1, len(list(product(*make_dice())))),
                "That is one roll out of all. But each die has two llama faces, so there are "
                "several ways to roll three llamas.",
            ),
            Misconception(
                lambda: Fraction(1, 7**3),
                "You took seven values as equally likely. The six faces are equally likely, and "
                "two of them are llamas.",
            ),
            Misconception(
                lambda: share(lambda roll: roll[:2] == (LLAMA, LLAMA)),
                "That is two llamas on two dice. There is a third die.",
            ),
        ),
        hints=(
            "How many of the six faces of one die are llamas?",
            "Two faces on each die: in how many ways can the three dice show llamas?",
            "Multiply the ways of the three dice, and divide by the number of all rolls.",
        ),
    ),
    Exercise(
        id="dice-2",
        truth=lambda: share(lambda roll: llamas(roll) >= 1),
        misconceptions=(
            Misconception(
                lambda: mean(llamas),
                "You added the three dice. Then it would be certain, but a roll without a llama "
                "can happen: rolls with two llamas were counted twice.",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) == 0),
                "That is the probability of no llama at all. What is left to 1?",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) == 1),
                "That is exactly one llama. Two or three count as well.",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) == 3),
                "That is a llama on every die. One is enough here.",
            ),
        ),
        hints=(
            "What is the opposite of “at least one llama”?",
            "The opposite is: no llama on the first die, none on the second, none on the third.",
            "One die shows no llama with probability 4/6. Multiply, and subtract from 1.",
        ),
    ),
    Exercise(
        id="dice-3",
        truth=lambda: share(lambda roll: 4 in roll),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: 4 in roll, ORDINARY_DICE),
                "That is right for three ordinary dice. Here, one of the dice has no 4.",
            ),
            Misconception(
                lambda: mean(lambda roll: roll.count(4)),
                "You added the dice. The rolls with two 4s were counted twice.",
            ),
            Misconception(
                lambda: share(lambda roll: 4 not in roll),
                "That is the probability of no 4. What is left to 1?",
            ),
            Misconception(
                lambda: share(lambda roll: roll.count(4) == 1),
                "That is exactly one 4. Two 4s are a hit too.",
            ),
        ),
        hints=(
            "On which of the three dice is there a 4?",
            "Work out the probability that no die shows a 4. What does the die without a 4 do?",
            "Two of the dice miss with probability 5/6 each, the third always misses.",
        ),
    ),
    Exercise(
        id="dice-4",
        truth=lambda: chance(position((3, LLAMA), (1, 2)), "hit"),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: 3 in roll or LLAMA in roll),
                "Nearly: you counted three llamas as a hit. It is an event of its own, even with a "
                "llama in the row.",
            ),
            Misconception(
                lambda: 1 - share(lambda roll: 3 in roll or LLAMA in roll),
                "That is the probability that no die matches. Take it from 1, and mind the three "
                "llamas.",
            ),
            Misconception(
                lambda: share(lambda roll: 3 in roll),
                "You counted the 3 only. The llama is in the row too.",
            ),
        ),
        hints=(
            "How many faces of each die match neither the 3 nor the llama?",
            "Complement and product as before. Then ask: are three llamas a hit?",
            "Take the product of the three misses from 1, and then the three llamas away.",
        ),
    ),
    Exercise(
        id="dice-5",
        truth=lambda: chance(position((1,), (2, 3)), "drama"),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: not {1, 2, 3} & set(roll)),
                "Nearly: you counted three llamas as drama. It is an event of its own.",
            ),
            Misconception(
                lambda: chance(position((1,), (2, 3), alone=True), "drama"),
                "That is for a player who is alone. Here the llama row still helps.",
            ),
            Misconception(
                lambda: share(lambda roll: 1 not in roll),
                "You looked at the own row only. The llama row helps too, and three llamas are no "
                "drama.",
            ),
            Misconception(
                lambda: share(lambda roll: bool({1, 2, 3} & set(roll))),
                "That is the probability that some die matches: no drama.",
            ),
        ),
        hints=(
            "Which values are in neither row?",
            "Count on each die the faces that are not 1, 2 or 3, llamas too. Multiply.",
            "There is no llama in the rows, so three llamas are among the rolls you multiplied "
            "together: take them away.",
        ),
    ),
    Exercise(
        id="dice-6",
        truth=lambda: chance(position(ROW, LLAMA_ROW, alone=True), "drama"),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: not matches(roll)),
                "Nearly: three llamas are no drama, alone or not.",
            ),
            Misconception(
                lambda: chance(position(ROW, LLAMA_ROW), "drama"),
                "That was before Ben quit. Alone, the llama row helps no more.",
            ),
            Misconception(
                lambda: chance(position(ROW, LLAMA_ROW, alone=True), "hit"),
                "That is the probability of a hit.",
            ),
        ),
        hints=(
            "Alone, a roll that would have been a take is now …?",
            "Every roll without a 2 or a 5 is drama, with one exception.",
            "Add the probabilities of take and drama from before.",
        ),
    ),
    Exercise(
        id="dice-7",
        truth=three_llamas_within,
        symbols=("n",),
        at=((1,), (2,), (3,), (10,)),
        misconceptions=(
            Misconception(
                lambda n: n * three_llamas_within(1),
                "You added the rolls. For 54 rolls that would be 2, and no probability is.",
            ),
            Misconception(
                lambda n: (1 - three_llamas_within(1)) ** n,
                "That is the probability that it never happens in n rolls. What is left to 1?",
            ),
            Misconception(
                lambda n: three_llamas_within(1) ** n,
                "That is three llamas in every one of the n rolls. Once is enough.",
            ),
        ),
        hints=(
            "What is the opposite of “at least once in n rolls”?",
            "One roll fails with probability 26/27. How likely is it that n rolls all fail?",
            "1 minus that power. In SymPy: Rational(26, 27)**n.",
        ),
    ),
    Exercise(
        id="dice-8",
        truth=hit_over_pairings,
        misconceptions=(
            Misconception(
                hit_mean_of_two,
                "You took the mean of the two values. They are not equally likely: how many "
                "pairings lead to each?",
            ),
            Misconception(
                lambda: hit_with(DEFAULT_PAIRS),
                "That is for the kit's own dice. Average over all 15 pairings.",
            ),
            Misconception(
                lambda: max(map(hit_with, pairings())),
                "That is for the pairings with 2 and 5 on the same pair. Average over all 15.",
            ),
        ),
        hints=(
            "Two values are possible. What decides which of them it is?",
            "How many of the 15 pairings put 2 and 5 on the same pair?",
            "Weigh each value with its share of the 15 pairings, and add.",
        ),
    ),
    Exercise(
        id="dice-9",
        unit="dice",
        truth=lambda: mean(matches),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: matches(roll) > 0),
                "That is the probability that at least one die matches. A roll with two matching "
                "dice counts 2 here.",
            ),
            Misconception(
                lambda: Fraction(2 * 3 * 2, 6),
                "You took 2 and 5 to be on every die. Each number is on two of the three dice.",
            ),
        ),
        hints=(
            "The expected number for one die is the probability that it matches.",
            "Expectations add up, also where probabilities do not.",
            "Write down for each die the probability that it matches, and add the three.",
        ),
    ),
    Exercise(
        id="dice-10",
        unit="points",
        truth=lambda: expected_penalty(position(ROW, LLAMA_ROW, alone=True)),
        misconceptions=(
            Misconception(
                lambda: expected_penalty(position(ROW, LLAMA_ROW)),
                "That is with Ben still in the round. Alone, every miss is drama.",
            ),
            Misconception(
                lambda: penalty(ROW), "That is what quitting at once costs. What does a roll cost?"
            ),
            Misconception(
                lambda: penalty(ROW + LLAMA_ROW),
                "That is what drama costs. How likely is it, and what else can happen?",
            ),
            Misconception(
                lambda: (
                    chance(position(ROW, LLAMA_ROW, alone=True), "drama") * penalty(ROW + LLAMA_ROW)
                ),
                "That is the part of drama. Three llamas leave the row as it is, and a hit may "
                "leave a 2 or a 5.",
            ),
        ),
        hints=(
            "What can be left of the row after one roll, and what does each cost?",
            "Nothing, the 2, the 5, both, or drama with the whole llama row. How likely is each?",
            "Multiply each cost by its probability and add them up. A hit on both leaves nothing.",
        ),
    ),
    Exercise(
        id="dice-11",
        words=("roll", "quit"),
        truth=lambda: (
            "roll"
            if expected_penalty(position(ROW, LLAMA_ROW, alone=True)) < penalty(ROW)
            else "quit"
        ),
        hints=(
            "Compare two numbers: what quitting costs, and what is to be expected after a roll.",
            "Look at your answer to dice-10. A smaller penalty is better.",
        ),
    ),
    Exercise(
        id="dice-12",
        truth=lambda: hit_and_llama() / share(lambda roll: llamas(roll) >= 1),
        misconceptions=(
            Misconception(
                lambda: chance(position(ROW, LLAMA_ROW), "hit"),
                "That is right as long as you know nothing. What does the llama tell you?",
            ),
            Misconception(
                hit_and_llama,
                "That is how likely a hit AND a llama are. Now the llama is known: only the rolls "
                "with a llama can still be.",
            ),
            Misconception(
                lambda: hit_and_llama() / share(lambda roll: llamas(roll) in (1, 2)),
                "Three llamas show a llama, too. They are among the rolls that can still be.",
            ),
            Misconception(
                lambda: hit_and_llama() / chance(position(ROW, LLAMA_ROW), "hit"),
                "That is the other way round: how likely is a llama, if it was a hit?",
            ),
        ),
        hints=(
            "Which of the 216 rolls can it still have been? How many are they?",
            "152 rolls show a llama. How many of them show a 2 or a 5 as well?",
            "Take the 116 hits, less the hits without any llama: 4 · 4 · 4 less 3 · 2 · 3.",
        ),
    ),
)

EXERCISES = (*PLAY, *ODDS)
