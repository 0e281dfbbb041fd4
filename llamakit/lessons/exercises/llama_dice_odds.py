"""The exercises on the odds of L.L.A.M.A. Dice.

Imports the standard library, lower rooms and the game's rules: every answer is counted from the
rules' own outcomes, and not from the formulas that the lesson derives.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from llamakit.games.cards import LLAMA, VALUES, penalty
from llamakit.games.llama_dice.rules import (
    DEFAULT_PAIRS,
    Row,
    State,
    make_dice,
    pairings,
)
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.lessons.exercises.llama_dice_play import (
    LLAMA_ROW,
    ORDINARY_DICE,
    ROW,
    after_drama,
    chance,
    llamas,
    mean,
    position,
    share,
)


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
    """Return the expected penalty of the row after one roll, counted over its outcomes.

    Of what the rules allow after a roll, the player does what leaves the least.
    """
    rolling, total = state.apply("roll"), Fraction(0)
    for roll, p in rolling.chance_outcomes():
        after: Any = rolling.apply(roll)
        chooses = after.phase in ("discard", "take")
        ends = [after.apply(action) for action in after.legal_actions()] if chooses else [after]
        total += p * min(penalty(end.rows[0]) for end in ends)
    return total


#: Ana's first row in the lesson before.
FIRST_ROW = (2, 3, 6, 6, LLAMA, LLAMA)


def lamps(broken: bool | None = None, beep: bool | None = None) -> Fraction:
    """Return how many of a thousand lamps are so; None leaves open which.

    >>> lamps(), lamps(broken=True)
    (Fraction(1000, 1), Fraction(20, 1))
    """
    tested = {(True, True): 18, (True, False): 2, (False, True): 49, (False, False): 931}
    return Fraction(
        sum(
            number
            for (is_broken, beeps), number in tested.items()
            if broken in (None, is_broken) and beep in (None, beeps)
        )
    )


EXERCISES = (
    Exercise(
        id="llama_dice_odds-1",
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
                "The seven values are not equally likely. The six faces are, and two of them are "
                "llamas.",
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
        id="llama_dice_odds-2",
        truth=lambda: share(lambda roll: llamas(roll) >= 1),
        misconceptions=(
            Misconception(
                lambda: mean(llamas),
                "You added the three dice. Then it would be certain, but a roll without a llama "
                "can happen: rolls with two llamas were counted twice.",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) == 0),
                "That is the probability of no llama at all. You need the opposite.",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) == 1),
                "That is exactly one llama. Two or three count as well.",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) == 3),
                "That is a llama on every die. One is enough here.",
            ),
            Misconception(
                lambda: share(lambda roll: llamas(roll) < 3),
                "You subtracted three llamas from 1. The opposite of at least one is none at all.",
            ),
        ),
        hints=(
            "What is the opposite of “at least one llama”?",
            "The opposite is: no llama on the first die, none on the second, none on the third.",
            "One die shows no llama with probability 4/6. Multiply, and subtract from 1.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-3",
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
                "That is the probability of no 4. You need the opposite.",
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
        id="llama_dice_odds-4",
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
        id="llama_dice_odds-5",
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
                "You looked at your own row only. The llama row helps too, and three llamas are "
                "not drama.",
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
        id="llama_dice_odds-6",
        truth=lambda: chance(position(ROW, LLAMA_ROW, alone=True), "drama"),
        misconceptions=(
            Misconception(
                lambda: share(lambda roll: not matches(roll)),
                "Nearly: three llamas are no drama, alone or not.",
            ),
            Misconception(
                lambda: chance(position(ROW, LLAMA_ROW), "drama"),
                "That was before Ben quit. Alone, the llama row no longer helps.",
            ),
            Misconception(
                lambda: chance(position(ROW, LLAMA_ROW, alone=True), "hit"),
                "That is the probability of a hit.",
            ),
        ),
        hints=(
            "Alone, what becomes of a roll that would have been a take?",
            "Every roll without a 2 or a 5 is drama, with one exception.",
            "Add the probabilities of take and drama from before.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-7",
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
            "Expected values add up, even where probabilities do not.",
            "Write down for each die the probability that it matches, and add the three.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-8",
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
        id="llama_dice_odds-9",
        truth=three_llamas_within,
        symbols=("n",),
        at=((1,), (2,), (3,), (10,)),
        misconceptions=(
            Misconception(
                lambda n: n * three_llamas_within(1),
                "You added the rolls. For 54 rolls that would be 2, but no probability is above 1.",
            ),
            Misconception(
                lambda n: (1 - three_llamas_within(1)) ** n,
                "That is the probability that it never happens in n rolls. You need the opposite.",
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
        id="llama_dice_odds-10",
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
            Misconception(
                lambda: (
                    expected_penalty(position(ROW, LLAMA_ROW, alone=True))
                    + chance(position(ROW, LLAMA_ROW), "three llamas")
                    * (penalty(ROW + LLAMA_ROW) - penalty(ROW))
                ),
                "You counted three llamas as drama. They leave the row as it is, also alone.",
            ),
        ),
        hints=(
            "What can be left of the row after one roll, and what does each cost?",
            "Nothing, the 2, the 5, both, or drama with the whole llama row. How likely is each?",
            "Multiply each cost by its probability and add them up. A hit on both leaves nothing.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-11",
        words=("roll", "quit"),
        truth=lambda: (
            "roll"
            if expected_penalty(position(ROW, LLAMA_ROW, alone=True)) < penalty(ROW)
            else "quit"
        ),
        hints=(
            "Compare two numbers: what quitting costs, and what is to be expected after a roll.",
            "Look at your answer to llama_dice_odds-10. A smaller penalty is better.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-12",
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
                "Three llamas show a llama, too. So that roll is still possible.",
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
    Exercise(
        id="llama_dice_odds-13",
        truth=lambda: mean(lambda roll: matches(roll) ** 2) - mean(matches) ** 2,
        misconceptions=(
            Misconception(
                lambda: mean(matches),
                "That is the mean. The variance says how far the number is from it.",
            ),
            Misconception(
                lambda: mean(lambda roll: matches(roll) ** 2),
                "That is the mean of the square. Take the square of the mean away.",
            ),
        ),
        hints=(
            "Each die adds p(1 - p). What is p for each die?",
            "The dice match with 1/6, 2/6 and 1/6. Add p(1 - p) over the three.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-14",
        unit="rolls",
        truth=lambda: 1 / chance(position(ROW, LLAMA_ROW), "drama"),
        misconceptions=(
            Misconception(
                lambda: 1 / chance(position(ROW, LLAMA_ROW, alone=True), "drama"),
                "That is for Ana alone. Here the llama row still helps.",
            ),
        ),
        hints=(
            "How likely is drama in one roll? Section 3 says it.",
            "The mean waiting time is 1/p.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-15",
        truth=lambda: chance(position(FIRST_ROW, VALUES, alone=True), "drama"),
        misconceptions=(
            Misconception(
                lambda: chance(position(FIRST_ROW, VALUES), "drama"),
                "That is while somebody else is still in. Alone, the llama row no longer helps.",
            ),
            Misconception(
                lambda: chance(position(FIRST_ROW, VALUES, alone=True), "hit"),
                "That is how likely a hit is.",
            ),
        ),
        hints=(
            "Alone, every roll that misses her own row is drama, except three llamas.",
            "On each die count the faces that are not 2, 3, 6 or a llama, and multiply.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-16",
        unit="points",
        truth=lambda: after_drama((2, 5, 5), (2, 3, LLAMA), (4, 6, 4)),
        misconceptions=(
            Misconception(
                lambda: sum((2, 5, 5, 2, 3)) + 10,
                "You counted equal cards several times. Each value counts once.",
            ),
            Misconception(
                lambda: penalty((2, 3, LLAMA)),
                "That is the llama row alone. The cards that you had still count.",
            ),
        ),
        hints=(
            "After drama the whole llama row lies in your row. Write down all six cards.",
            "Add up the different values; a llama costs 10.",
        ),
    ),
    Exercise(
        id="llama_dice_odds-17",
        truth=lambda: lamps(broken=True, beep=True) / lamps(beep=True),
        misconceptions=(
            Misconception(
                lambda: lamps(broken=True, beep=True) / lamps(broken=True),
                "That is how likely a broken lamp makes it beep. Here the beep is known, and not "
                "that the lamp is broken.",
            ),
            Misconception(
                lambda: lamps(broken=True, beep=True) / lamps(),
                "That is how likely a lamp is broken AND makes it beep. Given the beep, only the "
                "lamps that make it beep are left.",
            ),
            Misconception(
                lambda: lamps(broken=True) / lamps(),
                "That is how likely a lamp is broken as long as you know nothing. What does the "
                "beep tell you?",
            ),
            Misconception(
                lambda: lamps(broken=True, beep=True) / lamps(broken=False, beep=True),
                "You divided by the good lamps that make it beep. Divide by all that do.",
            ),
        ),
        hints=(
            "Strike out all lamps that do not make it beep. How many are left?",
            "18 broken and 49 good lamps make it beep.",
        ),
    ),
)
