"""The exercises on playing L.L.A.M.A. well: alone, and a small round.

Imports the standard library, lower rooms and the game's rules: every answer is counted from cards,
or found by trying every way to play.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

from llamakit.games.cards import LLAMA, penalty
from llamakit.games.llama.rules import Rules, State
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.lessons.exercises.llama_odds import alone, drawing, hands, somewhere


def emptied(size: int, top: int = 3) -> int:
    """Return how many different hands of a size a player alone can play out on a card."""
    return sum(alone(hand, top) == 0 for hand, _ in hands(size))


def laid(ana: tuple[int, ...], ben: tuple[int, ...], top: int, pile: tuple[int, ...]) -> State:
    """Return a position of the small game, Ana to move; ``pile``: how many 1s, 2s and llamas."""
    start = Rules(numbers=2, copies=2, hand=2, open_hands=True, target=1).start()
    fields: dict[str, Any] = {"phase": "turn", "hands": (ana, ben), "pile": pile, "top": top}
    return dataclasses.replace(start, **fields)


def behind() -> int:
    """Return by how much Ana is behind who cannot play two 2s on a llama, with no pile left."""
    end = laid((2, 2), (LLAMA,), LLAMA, (0, 0, 0)).apply("quit").apply("play L")
    ana, ben = end.scores
    return ana - ben


def ahead(state: Any) -> Fraction:
    """Return how far Ana is ahead in the end if both play as well as possible, each way tried."""
    if state.is_chance and state.phase == "draw":
        outcomes = state.chance_outcomes()
        return sum((chance * ahead(state.apply(drawn)) for drawn, chance in outcomes), Fraction(0))
    if state.phase not in ("turn", "return"):
        ana, ben = state.scores
        return Fraction(ben - ana)
    worths = [ahead(state.apply(action)) for action in state.legal_actions()]
    return max(worths) if state.player == 0 else min(worths)


def without_a_five() -> Fraction:
    """Return the mean left after one draw that is no 5, with 6 and a llama on a 4, then alone."""
    others = [1] * 8 + [2] * 8 + [3] * 8 + [4] * 7 + [6] * 7 + [LLAMA] * 7
    return Fraction(sum(alone((6, LLAMA, card), 4) for card in others), len(others))


def drying(repair: int, worse: int) -> Fraction:
    """Return how likely drying must help to cost as much as a repair; it can make it worse."""
    return 1 - Fraction(repair, worse)


EXERCISES = (
    Exercise(
        id="llama_play_well-1",
        unit="points",
        truth=lambda: alone((2, 5, 6, 6, LLAMA), 5),
        misconceptions=(
            Misconception(lambda: 12, "The llama goes on the 6."),
            Misconception(lambda: 0, "What follows the llama is a 1, not a 2."),
        ),
        hints=("5, then 6 and 6, then …", "After the llama only a 1 or a llama fits."),
    ),
    Exercise(
        id="llama_play_well-2",
        truth=lambda: "draw" if drawing((5, 6), 3) < penalty((5, 6)) else "quit",
        words=("draw", "quit"),
        hints=("A 4 comes with probability 8/53.", "What do the other cards cost?"),
    ),
    Exercise(
        id="llama_play_well-3",
        unit="points",
        truth=behind,
        misconceptions=(
            Misconception(lambda: 4, "Equal cards count once."),
            Misconception(lambda: 12, "Ben plays his llama; it costs nobody anything."),
        ),
        hints=("What does Ben's hand cost when he has emptied it?", "And what do two 2s cost?"),
    ),
    Exercise(
        id="llama_play_well-4",
        unit="points",
        truth=lambda: alone((1, 2, 4, 6, LLAMA), 6),
        misconceptions=(
            Misconception(lambda: penalty((1, 2, 4, 6, LLAMA)), "You may play. Begin with the 6."),
            Misconception(lambda: 7, "After the llama comes the 1, and after it the 2."),
            Misconception(lambda: 0, "After the 2 only a 2 or a 3 fits."),
        ),
        hints=("6, then the llama, then …", "You can play until a value is missing."),
    ),
    Exercise(
        id="llama_play_well-5",
        unit="points",
        truth=lambda: penalty((5, 6, LLAMA)) - drawing((5, 6, LLAMA), 3),
        misconceptions=(
            Misconception(
                lambda: drawing((5, 6, LLAMA), 3), "That is what drawing costs. What is gained?"
            ),
            Misconception(
                lambda: Fraction(8 * 21, 52), "A drawn 1 or 2 costs something: take that off."
            ),
            Misconception(
                lambda: drawing((5, 6, LLAMA), 3) - 21, "The gain is above zero: 21 less the mean."
            ),
        ),
        hints=(
            "A 4 saves all 21 points. Which cards cost something?",
            "Eight 4s save 21 each, eight 1s cost 1 each, eight 2s cost 2 each; of 52 cards.",
        ),
    ),
    Exercise(
        id="llama_play_well-6",
        unit="points",
        truth=lambda: ahead(laid((LLAMA,), (LLAMA,), 1, (1, 1, 0)).apply("draw")),
        misconceptions=(
            Misconception(lambda: 0, "That is if she quits. What if the card drawn is the 2?"),
            Misconception(lambda: 1, "That is if she draws the 2. What if it is the 1?"),
            Misconception(lambda: 5, "After the 2 Ben had better draw than quit."),
        ),
        hints=(
            "Two cards may come. Take one after the other, then the mean.",
            "She draws the 1: Ben quits, and each keeps a llama.",
            "She draws the 2: Ben draws the 1. 2, llama, llama are played, and Ben keeps the 1.",
        ),
    ),
    Exercise(
        id="llama_play_well-7",
        unit="hands",
        truth=emptied,
        symbols=("n",),
        at=((1,), (2,), (3,), (4,)),
        misconceptions=(
            Misconception(
                lambda n: 2 ** (n - 1), "That is for one first card. A 3 and a 4 can both begin."
            ),
            Misconception(lambda n: 2 * n, "Right for one and two cards. List those of three."),
        ),
        hints=(
            "One card: 3 or 4. Two cards: 33, 34, 44, 45. And three?",
            "Take a hand in order of play, one card shorter. In how many ways can it go on?",
            "Its last card again, or the next value: each step doubles the number.",
        ),
    ),
    Exercise(
        id="llama_play_well-8",
        truth=lambda: somewhere(5, (6, LLAMA), 4),
        misconceptions=(
            Misconception(
                lambda: 1 - somewhere(5, (6, LLAMA), 4), "That is for no 5 at all. Take the rest."
            ),
            Misconception(
                lambda: 1 - Fraction(45, 53) ** 6,
                "That puts each card back before the next. Ben holds six different cards.",
            ),
        ),
        hints=(
            "53 cards are unseen, eight of them 5s. Use the complement.",
            "No 5: C(45, 6) of C(53, 6) hands.",
        ),
    ),
    Exercise(
        id="llama_play_well-9",
        unit="points",
        truth=without_a_five,
        misconceptions=(
            Misconception(
                lambda: drawing((6, LLAMA), 4), "That is before you hear it. Strike out the 5s."
            ),
            Misconception(lambda: 16, "A 1, 2 or 3 costs something, too."),
        ),
        hints=(
            "Which of the 53 cards are still possible? Each of them is equally likely.",
            "The mean over given(no_five, cards): 45 cards.",
        ),
    ),
    Exercise(
        id="llama_play_well-10",
        truth=lambda: drying(60, 90),
        misconceptions=(
            Misconception(lambda: 1 - drying(60, 90), "That is for failing. And for helping?"),
            Misconception(
                lambda: Fraction(1, 2), "With one half, trying costs 45 euros on average: less."
            ),
        ),
        hints=(
            "If drying helps with probability p, trying costs 0 · p + 90 · (1 - p) on average.",
            "Where is 90 · (1 - p) = 60?",
        ),
    ),
)
