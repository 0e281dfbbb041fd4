"""Every exercise: right answers pass in any form, wrong ones fail, misconceptions are known."""

import math
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from sympy import Integer, Lambda, Rational, Symbol, binomial, sqrt, symbols

import llamakit as lk
from llamakit.games.llama_dice import strategies
from llamakit.lessons import check, checking
from llamakit.lessons.exercise import Exercise
from llamakit.lessons.exercises import course_exercises, llama_dice_odds, llama_dice_play
from llamakit.lessons.exercises.old_ids import OLD_IDS
from llamakit.lessons.reading import BINARY

EXERCISES = course_exercises()
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NUMBERS = [name for name, one in EXERCISES.items() if not one.words and not one.symbols]
WORDS = [name for name, one in EXERCISES.items() if one.words]
MISCONCEPTIONS = [
    pytest.param(name, known, id=f"{name}-{number}")
    for name, one in EXERCISES.items()
    for number, known in enumerate(one.misconceptions)
]

#: Worked by hand.
ANSWERS = {
    "start_here-1": 5,
    "llama_dice_play-1": 2 + 6 + 10,
    "llama_dice_play-4": 3,
    "llama_dice_play-2": "take",
    "llama_dice_play-3": "three llamas",
    "llama_dice_play-5": 2 + 3 + 1 + 10,
    "llama_dice_play-6": "drama",
    "llama_dice_play-7": Fraction(6**3 - 4**3 - 2**3, 6**3),
    "llama_dice_play-8": Fraction(125 - 64, 125),
    "llama_dice_odds-1": Fraction(8, 216),
    "llama_dice_odds-2": 1 - Fraction(4, 6) ** 3,
    "llama_dice_odds-3": 1 - Fraction(5, 6) ** 2,
    "llama_dice_odds-4": 1 - Fraction(3 * 4 * 3, 216) - Fraction(8, 216),
    "llama_dice_odds-5": Fraction(5 * 4 * 3, 216) - Fraction(8, 216),
    "llama_dice_odds-6": Fraction(5 * 4 * 5, 216) - Fraction(8, 216),
    "llama_dice_odds-9": 1 - Rational(26, 27) ** Symbol("n"),
    "llama_dice_odds-8": Fraction(3, 15) * Fraction(5, 9) + Fraction(12, 15) * Fraction(29, 54),
    "llama_dice_odds-7": Fraction(4, 6),
    # 6 · 5 · 5 rolls show no 2, and 5 · 4 · 5 of these no 5 either: 50 leave the 2. So for the 5.
    "llama_dice_odds-10": Fraction(50 * 5 + 50 * 2 + 8 * 7 + 92 * 21, 216),
    "llama_dice_odds-11": "quit",
    # 6³ - 4³ rolls show a llama. Of 116 hits, 4³ - 3 · 2 · 3 show none.
    "llama_dice_odds-12": Fraction(116 - (64 - 18), 216 - 64),
    "llama_dice_odds-13": Fraction(5 + 8 + 5, 36),
    "llama_dice_odds-14": 108,
    "llama_dice_odds-15": Fraction(2 * 2 * 2, 216),  # 4 5, 1 5 and 1 4 miss; three llamas do not
    "llama_dice_odds-16": 2 + 5 + 3 + 10,
    "llama_dice_odds-17": Fraction(18, 18 + 49),
    "kadabra_odds-2": Fraction(9, 52),
    "kadabra_odds-1": Fraction(7, 10),
    "kadabra_odds-3": 1 - Fraction(43 * 42 * 41, 52 * 51 * 50),
    "kadabra_odds-4": 1 - binomial(48, Symbol("n")) / binomial(60, Symbol("n")),
    "kadabra_odds-5": 4,
    "kadabra_odds-6": Fraction(9 * comb(43, 4), comb(52, 5)),
    # Ben needs three llamas, or more, to outlast the two that Ana has left.
    "kadabra_odds-7": Fraction(84 * comb(43, 2) + 126 * 43 + 126, comb(52, 5)),
    "kadabra_odds-8": 6 + 7 + 2 + 2,
    "kadabra_odds-12": Fraction(6, 7),
    # One llama: 3 · 2 · 4 · 4 rolls; two: 3 · 2 · 2 · 4; three: 8.
    "kadabra_odds-13": Fraction(48 + 8, 96 + 48 + 8),
    "kadabra_odds-14": Fraction(120 * 105 + 210 * 15 + 252, comb(25, 5)),
    # Two swaps leave three whites and two blacks.
    "kadabra_odds-9": 1 + 1 + 1 + 10,
    "kadabra_odds-10": 14 * Fraction(comb(43, 5), comb(52, 5)),
    # One llama exactly is all that Ben may have had and not have more.
    "kadabra_odds-11": 1 - Fraction(9 * comb(43, 4), comb(52, 5) - comb(43, 5)),
    "kadabra_play_well-1": -10,
    "kadabra_play_well-2": 10 + 1,
    "kadabra_play_well-4": "draw",
    # Swapped, a black leaves; else two whites, one of them after the last card.
    "kadabra_play_well-3": 10 - 2,
    "kadabra_play_well-5": Fraction(2, 3),
    "kadabra_play_well-6": Fraction(224, 90),
    "kadabra_play_well-7": Fraction(comb(48, 6), comb(60, 6)),
    "kadabra_play_well-8": Fraction(1, 5),
    "kadabra_play_well-9": Fraction(200 + Fraction(200 + 150, 2), 2),
    "simulation_against_exact-1": Fraction(29 * 25, 54 * 54),
    "simulation_against_exact-2": Fraction(1, 20),
    "simulation_against_exact-6": 2500,
    "simulation_against_exact-5": "half",
    "simulation_against_exact-8": Rational(29 * 25, 54 * 54) / Symbol("n"),
    "simulation_against_exact-3": Fraction(2 * 2 * 2, 216),
    "simulation_against_exact-4": 2,
    "simulation_against_exact-7": 10_000,
    # B shows the 2 and A the 5, B the 5 and C the 2, or A the 5 and C the 2 and B neither.
    "simulation_against_exact-10": Fraction(6 + 6 + 4, 116),
    "simulation_against_exact-11": Fraction(25, 54) ** 3,
    "simulation_against_exact-12": Fraction(8, 5),
    "simulation_against_exact-9": Fraction(4, 6)
    * Fraction(11 * 25, 36 * 36)
    / Fraction(29 * 25, 54 * 54),
    "strategies_and_tournaments-1": Fraction(7, 64),
    "strategies_and_tournaments-2": Fraction(1, 40),
    "strategies_and_tournaments-3": 2500,
    "strategies_and_tournaments-6": 1 - Fraction(19, 20) ** 20,
    "strategies_and_tournaments-4": 4 * 3,
    "strategies_and_tournaments-5": 5 * 4 * 3,
    "strategies_and_tournaments-7": Fraction(10 * 8 * 9 + 5 * 16 * 3 + 32, 5**5),
    "strategies_and_tournaments-8": 1 - Fraction(1024 - 45 - 10 - 1, 1024) ** 20,
    "strategies_and_tournaments-9": Fraction(9, 25),
    "strategies_and_tournaments-10": Fraction(5, 100),
    "strategies_and_tournaments-11": 100,
    "chinchiller_odds-2": Fraction(3, 36),
    "chinchiller_odds-3": Fraction(308, 36),
    "chinchiller_odds-5": Fraction(3, 36),
    "chinchiller_odds-1": 3,
    "chinchiller_odds-4": Fraction(6 + 12, 4),
    "chinchiller_odds-6": "no",
    "chinchiller_odds-7": Fraction(1, 12),
    "chinchiller_play_well-2": Fraction(4, 27),
    "chinchiller_play_well-3": Fraction(-24 + 30 + 14 + 18 + 60 + 26 + 30 + 36 + 72, 27),
    "chinchiller_play_well-1": Fraction(1, 3),
    "chinchiller_play_well-4": 13,
    "chinchiller_odds-8": Fraction(2 + 6 + 12 + 24, 6),
    "chinchiller_odds-9": Fraction(1, 4),
    "chinchiller_odds-10": 6 + 12 + 24 - 5 * 2,
    # 1 and 1, 1 and 3, 3 and 3, 1 and 6, 3 and 6 in all orders: 8 of 36 are rolled again.
    "chinchiller_odds-12": Fraction(36, 36 - 8),
    "chinchiller_odds-13": Fraction(3, 4),
    "chinchiller_odds-14": 1 - Fraction(11, 12) ** 3,
    "chinchiller_odds-15": 150 - 3 * 10,
    # Of two numbers, six sums are too small and ten are kept; then beside a ×2, or a chinchiller.
    "chinchiller_odds-11": (
        6 * Fraction(308, 36)
        + (9 + 9 + 12 + 13 + 13 + 15 + 15 + 18 + 18 + 24)
        + 2 * (2 * Fraction(44, 6) + 12 + 24)
        + 2 * (2 * Fraction(22, 6) + 6 + 12)
    )
    / 36,
    "chinchiller_play_well-5": Fraction(5, 5 + 5 + 2 + 2 + 2 + 3),
    "chinchiller_play_well-6": 6 / (12 + Symbol("e")),
    "chinchiller_play_well-7": Fraction(12 - 6, 36 - 6),
    "chinchiller_play_well-9": Fraction(36, 9),
    "chinchiller_play_well-10": Fraction(10 * 23, 36),
    "chinchiller_play_well-11": Fraction(9, 9 + 99),
    "chinchiller_play_well-12": Fraction(3, 60),
    # A third of each: a doubted 0, a 6 that is mostly accepted, a 12.
    "chinchiller_play_well-8": (Fraction(-6, 3) + Fraction(4, 5) * 6 + 12) / 3,
    "llama_dice_play_well-1": Fraction(64 * 19, 208),
    "llama_dice_play_well-2": Fraction(50 * 5 + 50 * 2 + 92 * 21, 208),
    "llama_dice_play_well-3": "quit",
    "llama_dice_play_well-4": Fraction(216 - 4**3 - 2**3, 216 - 2**3),
    "llama_dice_play_well-5": Fraction(1 * 6 * 1, 216),
    "llama_dice_play_well-6": (6 + Symbol("D")) * Rational(142, 208),
    "llama_dice_play_well-7": 2,
    # 66 ways empty the row, 8 ways return the token and leave the 5, 142 ways are drama.
    "llama_dice_play_well-8": Fraction(66 * 0 + 8 * 5 + 142 * 18, 216),
    "llama_dice_play_well-9": (92 + 100 * Fraction(142, 208)) / 208,
    "llama_dice_play_well-10": (216 + 100 * Fraction(216, 208)) / 208,
    "llama_dice_play_well-12": Fraction(16, 16 + 50 + 50),
    "llama_dice_play_well-13": Fraction(2, 6),
    "llama_dice_play_well-14": Fraction(5 * 3, 2),
    "llama_dice_play_well-11": (50 * Fraction(142 * 6, 208) + 50 * 2 + 92 * 8) / 208,
    "what_the_rulebook_does_not_say-2": 3,
    "what_the_rulebook_does_not_say-1": "no",
    "what_the_rulebook_does_not_say-3": 1
    - (60 - Symbol("k")) * (59 - Symbol("k")) / Integer(60 * 59),
    "what_the_rulebook_does_not_say-4": Fraction(2 + 0 + 0 + 6 + 10, 5),
    "what_the_rulebook_does_not_say-5": Fraction(2 * 3 * 10 + 2 * 2 * 20 + 2 * 10, 36),
    "what_the_rulebook_does_not_say-6": 5 * Fraction(comb(46, 2), comb(57, 2)),
    "what_the_rulebook_does_not_say-7": Fraction(1 * 1 * 2, 216),
    "what_the_rulebook_does_not_say-8": 13,
    "what_the_rulebook_does_not_say-9": Fraction(56 * 2, 60 * 59),
    "what_the_rulebook_does_not_say-10": Fraction(15, 73),
    "what_the_rulebook_does_not_say-11": Fraction(2, 3),
    "llama_odds-1": Fraction(3, 15),
    "llama_odds-2": 31 * (1 - Fraction(comb(48, 6), comb(56, 6))),
    "llama_odds-5": Fraction(7 * 8**6, comb(56, 6)),
    "llama_odds-3": Fraction(15, 53),
    # 52 cards are unseen: 21 of them cost nothing, eight 3s clear the hand, 2s can be played.
    "llama_odds-7": Fraction((21 + 7) * 15 + 8 * 16 + 8 * 25, 52),
    "llama_play_well-1": 2,
    "llama_play_well-2": "quit",
    "llama_play_well-3": 2,
    "llama_odds-4": 7 * (1 - Fraction(comb(48, 6), comb(56, 6))),
    "llama_odds-6": 1 - Fraction(comb(41, 6), comb(49, 6)),
    "llama_odds-8": 31 * (1 - binomial(48, Symbol("n")) / binomial(56, Symbol("n"))),
    # Eight llamas cut 48 cards into nine stretches.
    "llama_odds-9": Fraction(48, 9) + 1,
    # Each number is on two dice, the llama twice on all three.
    "llama_odds-10": 6 * (1 - Fraction(25, 36)) + 1 - Fraction(4, 6) ** 3,
    # A llama on one die, two different numbers on the others: 3 · 2 · (16 - 2). Without one 40.
    "llama_odds-11": Fraction(84, 84 + 40),
    "llama_odds-12": Fraction(comb(46, 5), comb(50, 5)),
    "llama_play_well-4": 4,
    "llama_play_well-5": Fraction(8 * 21 - 8 * 1 - 8 * 2, 52),
    # After a 1 Ben quits and each keeps a llama. After a 2 Ben draws the 1 and keeps it.
    "llama_play_well-6": Fraction(0 + 1, 2),
    "llama_play_well-7": 2 ** Symbol("n"),
    "llama_play_well-8": 1 - Fraction(comb(45, 6), comb(53, 6)),
    # 24 cards cost 1, 2 or 3 points more than 16, the other 21 nothing.
    "llama_play_well-9": 16 + Fraction(8 * (1 + 2 + 3), 45),
    "llama_play_well-10": Fraction(1, 3),
    "class_data-1": Fraction(comb(6, 3), 64),
    "class_data-2": 4 * 30,
    "class_data-3": Fraction(175 - 150, 10),
    "class_data-4": "three llamas",
    "class_data-5": Fraction(12 + 40, 20 + 80),
    "class_data-6": Fraction(47, 54) ** 20,
    "class_data-7": 1 - (1 - Fraction(47, 54) ** 20) ** 30,
    # 100 of 216 rolls show no 2 and no 5, 36 of these no 1 and no 3, eight of which are llamas.
    "class_data-8": Fraction(36 - 8, 100),
    "class_data-9": 1 - Fraction(comb(27, 5), comb(30, 5)),
    "class_data-10": Fraction(1, 100),
}


@pytest.fixture(autouse=True)
def _fresh_session(monkeypatch):
    monkeypatch.setattr(checking, "_hinted", {})


def truth(name):
    exercise = EXERCISES[name]
    return Fraction(exercise.truth(*exercise.at[0]))


def test_every_exercise_has_an_answer_here():
    assert ANSWERS.keys() == EXERCISES.keys()


@pytest.mark.parametrize("name", EXERCISES)
def test_the_right_answer_passes(name):
    verdict = check(name, ANSWERS[name])
    assert verdict.correct, verdict
    assert verdict.message == "right!"


@pytest.mark.parametrize("name", NUMBERS)
def test_any_equal_number_passes(name):
    value = truth(name)
    same = Rational(value.numerator, value.denominator)
    assert check(name, value).correct
    assert check(name, same).correct
    assert check(name, same + sqrt(2) * sqrt(3) - sqrt(6)).correct
    assert check(name, float(value)).correct
    assert check(name, np.float64(value)).correct
    if value.denominator == 1:
        assert check(name, int(value)).correct
        assert check(name, np.int64(value)).correct
        assert check(name, Integer(value)).correct


@pytest.mark.parametrize("name", NUMBERS)
def test_wrong_numbers_fail(name):
    for off in (Fraction(1, 7), Fraction(-1, 1000), Fraction(1, 10**12), -3):
        assert not check(name, truth(name) + off).correct
        assert not check(name, truth(name) * 100 + off).correct
    assert not check(name, float(truth(name)) * 1.0003).correct


@pytest.mark.parametrize("name", WORDS)
def test_only_the_right_word_passes(name):
    words = EXERCISES[name].words
    right = [word for word in words if check(name, word).correct]
    assert right == [ANSWERS[name]]
    assert check(name, f"  {ANSWERS[name].upper()} ").correct
    assert "Answer with one of" in check(name, "perhaps").message
    assert "Answer with one of" in check(name, 1).message


@pytest.mark.parametrize(("name", "known"), MISCONCEPTIONS)
def test_each_misconception_is_recognised_by_its_value(name, known):
    exercise = EXERCISES[name]
    verdict = check(name, known.value) if exercise.symbols else check(name, known.value())
    assert not verdict.correct
    assert verdict.message == f"not yet. {known.says}"


@pytest.mark.parametrize(("name", "known"), MISCONCEPTIONS)
def test_a_misconception_is_recognised_as_a_decimal_too(name, known):
    if EXERCISES[name].symbols:
        verdict = check(name, lambda *place: float(known.value(*place)))
    else:
        verdict = check(name, float(known.value()))
    assert verdict.message == f"not yet. {known.says}"


def roundings(value, digits):
    """Return a number rounded to so many digits, and cut off after them."""
    unit = Fraction(1, 10**digits)
    return [float(way(value / unit) * unit) for way in (round, math.trunc)]


@pytest.mark.parametrize(("name", "known"), MISCONCEPTIONS)
def test_no_rounded_misconception_is_accepted(name, known):
    exercise = EXERCISES[name]
    for digits, way in product(range(1, 16), range(2)):

        def answer(*place, digits=digits, way=way):
            return roundings(Fraction(known.value(*place)), digits)[way]

        if all(Fraction(repr(answer(*at))) == exercise.truth(*at) for at in exercise.at):
            continue  # it is the right answer, and not rounded
        verdict = check(name, answer if exercise.symbols else answer())
        assert not verdict.correct, (answer(*exercise.at[0]), verdict)


@pytest.mark.parametrize(
    ("name", "answer"), [("llama_dice_odds-8", 0.54), ("llama_dice_odds-4", 0.8)]
)
def test_a_decimal_that_fits_a_mistake_too_is_asked_for_more_digits(name, answer):
    verdict = check(name, answer)
    assert not verdict.correct
    assert "not clear yet" in verdict.message
    assert "more digits, or a fraction" in verdict.message
    assert check(name, round(float(truth(name)), 6)).correct


def test_a_verdict_counts_as_true_only_if_it_is_right():
    assert check("llama_dice_odds-1", Rational(1, 27))
    assert check("llama_dice_odds-1", 0.037)
    for answer in (Rational(1, 26), 0.04, ..., None, "?", 8):
        assert not check("llama_dice_odds-1", answer)
        assert bool(check("llama_dice_odds-1", answer)) is False


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("llama_odds-2", 31 * (1 - Fraction(6, 7) ** 6), "puts each card back"),
        ("llama_odds-6", 1 - Fraction(41, 49) ** 6, "puts each card back"),
        ("llama_dice_odds-10", Fraction(50 * 5 + 50 * 2 + (8 + 92) * 21, 216), "llamas as drama"),
        ("llama_dice_odds-2", 1 - Fraction(1, 27), "subtracted three llamas"),
        ("chinchiller_play_well-6", Fraction(1, 6), "give a formula with e"),
        ("llama_dice_play_well-2", 7, "what quitting costs"),
    ],
)
def test_common_mistakes_are_known_by_their_value_worked_by_hand(name, answer, said):
    verdict = check(name, answer)
    assert not verdict.correct
    assert said in verdict.message


def test_a_formula_may_be_an_expression_or_a_function():
    n, k = symbols("n k")
    assert check("llama_dice_odds-9", 1 - Rational(26, 27) ** n).correct
    assert check("llama_dice_odds-9", 1 - Rational(26, 27) ** Symbol("n", positive=True)).correct
    assert check("llama_dice_odds-9", Lambda(k, 1 - Rational(26, 27) ** k)).correct
    assert check("llama_dice_odds-9", lambda n: 1 - Fraction(26, 27) ** n).correct
    assert check("llama_dice_odds-9", lambda n: 1 - (26 / 27) ** n).correct
    assert not check("llama_dice_odds-9", Rational(1, 27)).correct
    assert not check("llama_dice_odds-9", lambda n: 1 - (25 / 27) ** n).correct
    assert "use n only" in check("llama_dice_odds-9", 1 - Rational(26, 27) ** k).message


@pytest.mark.parametrize("name", EXERCISES)
def test_nothing_said_gives_the_answer_away(name):
    exercise = EXERCISES[name]
    said = [*exercise.hints, *(known.says for known in exercise.misconceptions)]
    assert all(said)
    if name in NUMBERS and truth(name).denominator > 1:
        value = truth(name)
        for text in said:
            assert str(value) not in text
            assert f"{float(value):.2f}" not in text
    if name in WORDS and " " in exercise.truth():
        assert exercise.truth() not in " ".join(said).lower()


def test_an_exercise_not_answered_yet_is_neither_right_nor_a_try():
    for answer in (..., None, "..."):
        assert check("llama_dice_odds-1", answer).message.startswith("not answered yet")
        assert not check("llama_dice_odds-1", answer).correct
    assert check("llama_dice_odds-1").message.startswith("not answered yet")
    assert check("llama_dice_odds-9", lambda n: None).message.endswith(
        "The function returns nothing yet."
    )
    assert "Hint 1 of 3" in check("llama_dice_odds-1", Rational(1, 5)).message


def test_each_new_wrong_answer_brings_the_next_hint_but_the_last_takes_more_tries():
    answers = [Rational(number, 7) for number in range(1, 7)]
    messages = [check("llama_dice_odds-1", answer).message for answer in answers]
    one, two, three = EXERCISES["llama_dice_odds-1"].hints
    assert messages == [
        f"not yet. Hint 1 of 3: {one}",
        *[f"not yet. Hint 2 of 3: {two}"] * 3,
        *[f"not yet. Hint 3 of 3: {three}"] * 2,
    ]
    assert check("llama_dice_odds-1", answers[0]).message == messages[0]


@pytest.mark.parametrize("name", [name for name in EXERCISES if name not in WORDS])
def test_three_wrong_numbers_in_a_row_do_not_bring_the_last_hint(name):
    hints = EXERCISES[name].hints
    assert len(hints) >= 2
    answers = [Fraction(number, 10_007) for number in (5003, 77, 1234)]
    messages = [check(name, answer).message for answer in answers]
    assert hints[0] in messages[0]
    assert not any(hints[-1] in text for text in messages)


def test_the_first_hint_comes_first_whatever_else_was_said():
    known = EXERCISES["llama_dice_odds-1"].misconceptions[0]
    for answer, said in (
        (known.value(), known.says),
        ("one in 27", "is not a number"),
        (0.04, "close"),
    ):
        assert said in check("llama_dice_odds-1", answer).message
    assert "Hint 1 of 3" in check("llama_dice_odds-1", Rational(1, 5)).message


def test_the_same_function_written_again_brings_the_same_hint():
    answers = [lambda n: 1 / (n + 1) for _ in range(3)]
    messages = [check("llama_dice_odds-9", answer).message for answer in answers]
    assert "Hint 1 of 3" in messages[0]
    assert len(set(messages)) == 1
    assert "Hint 2 of 3" in check("llama_dice_odds-9", lambda n: 1 / (n + 2)).message


def test_a_formula_is_close_only_if_it_is_so_at_every_place():
    assert "close" in check("llama_dice_odds-9", lambda n: round(1 - (26 / 27) ** n, 2)).message
    assert "Hint 1 of" in check("llama_dice_odds-9", lambda n: 0.0).message
    assert "Hint 1 of" in check("what_the_rulebook_does_not_say-3", lambda k: 0.03).message


@pytest.mark.parametrize("answer", [17.99, 18.01, 18.001, 17.9])
def test_a_decimal_beside_a_whole_number_is_wrong(answer):
    assert check("llama_dice_play-1", 18.0).correct
    assert not check("llama_dice_play-1", answer).correct


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (0.037, "right, rounded"),
        (0.03703, "right, rounded"),
        (8 / 216, "right, rounded"),
        (0.04, "close"),
        (0.0, "Hint 1 of 3"),
        (0.0371, "Near, but not exact"),
        (0.0372, "Near, but not exact"),
        (3.7, "between 0 and 1"),
        (8, "between 0 and 1"),
        (-0.037, "between 0 and 1"),
    ],
)
def test_decimals(answer, said):
    verdict = check("llama_dice_odds-1", answer)
    assert said in verdict.message
    assert verdict.correct == (said == "right, rounded")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("llama_dice_odds-1", Rational(1 / 27)),
        ("llama_dice_odds-1", Fraction(1 / 27)),
        ("llama_dice_odds-1", Rational(2 / 6) ** 3),
        ("llama_dice_odds-1", Rational(1 / 9) * Rational(1, 3)),
        ("llama_dice_odds-2", 1 - Rational(4 / 6) ** 3),
    ],
)
def test_a_fraction_of_a_decimal_is_right_and_told_how_to_write_it(name, answer):
    verdict = check(name, answer)
    assert verdict.correct
    assert verdict.message.startswith("right, rounded: in Rational(2/3), Python divides first")
    assert 'Write Rational(2, 3), with a comma, or "2/3", in quotation marks' in verdict.message


@pytest.mark.parametrize("value", [0.037, 0.0371, 0.03704, 1 / 27, 1 / 26, 0.04, 8.0, 0.5, 0.0])
def test_a_fraction_of_a_decimal_is_judged_as_the_decimal(value):
    for name in ("llama_dice_odds-1", "llama_dice_odds-4"):
        decimal, fraction = check(name, value), check(name, Rational(value))
        assert fraction.correct == decimal.correct
        assert fraction.mistake == decimal.mistake


@pytest.mark.parametrize(("name", "known"), MISCONCEPTIONS)
def test_a_misconception_is_recognised_as_a_fraction_of_a_decimal(name, known):
    def answer(*place):
        return Rational(float(known.value(*place)))

    exercise = EXERCISES[name]
    if any(Fraction(exercise.truth(*at)).denominator % BINARY == 0 for at in exercise.at):
        return  # there a fraction with such a denominator is meant as it is
    verdict = check(name, answer if exercise.symbols else answer())
    assert verdict.message == f"not yet. {known.says}"


def test_an_exact_answer_may_have_any_denominator():
    heads = Exercise(id="heads-1", truth=lambda: Fraction(10**9 + 7, 2**60), hints=("a", "b"))
    assert heads.judge(Rational(10**9 + 7, 2**60)).message == "right!"
    for far in (
        Rational(10**9 + 8, 2**60),
        Rational(1, 2**2000),
        Rational(2**2000 + 1, 2**50),
        -Rational(1, 2**50),
    ):
        assert not heads.judge(far).correct


def test_after_a_decimal_one_reads_how_to_write_a_fraction():
    assert check("llama_dice_odds-1", 1 / 27).message == (
        "right, rounded. Can you give it as a fraction too? Write it as Rational(2, 3), with a "
        'comma, or as "2/3", in quotation marks.'
    )


def test_an_unknown_exercise_is_refused_with_those_most_like_it():
    for name in ("dice-99", "", None, 3, ["llama_dice_odds-1"], "x" * 10**6):
        with pytest.raises(lk.InputError, match=r"no exercise .*most like it are \w+-\d+, .*, "):
            check(name, 1)
    with pytest.raises(lk.InputError, match="llama_dice_odds-1"):
        check("llama_dice_odds_1", 1)


def test_a_verdict_shows_as_text_and_never_as_markup():
    verdict = check("llama_dice_odds-1", Symbol("<img src=x>"))
    assert "<img" not in verdict._repr_html_()
    assert "&lt;img" in verdict._repr_html_()
    assert repr(verdict) == f"○ llama_dice_odds-1: {verdict.message}"
    assert repr(check("llama_dice_odds-1", Rational(1, 27))) == "✓ llama_dice_odds-1: right!"


def test_check_is_there_from_the_start():
    assert lk.check is check


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("row", [(2, 5), (4, 4, 6), (2, 3, lk.LLAMA, lk.LLAMA)])
def test_what_a_roll_costs_is_counted_by_the_rules_and_not_by_the_bots_formula(
    row, alone, monkeypatch
):
    state = llama_dice_play.position(row, (1, 3, lk.LLAMA), alone=alone)
    by_formula = strategies.penalty_after_roll(state.view(0))
    monkeypatch.setattr(strategies, "_mean_penalty", None)
    assert llama_dice_odds.expected_penalty(state) == by_formula


def test_ids_begin_with_the_lesson_and_run_in_order():
    names = list(course_exercises())
    counts = {}
    for name in names:
        lesson, _, number = name.rpartition("-")
        counts[lesson] = counts.get(lesson, 0) + 1
        assert int(number) == counts[lesson], name
    stems = {path.stem.removeprefix("00_") for path in NOTEBOOKS.glob("*.ipynb")}
    assert set(counts) == stems


def test_old_ids_are_understood_for_ever_and_never_given_to_another():
    assert len(OLD_IDS) == len(set(OLD_IDS.values())) == 114
    assert not set(OLD_IDS) & set(course_exercises())
    assert set(OLD_IDS.values()) <= set(course_exercises())
    assert lk.check("dice-1", Fraction(1, 27)).exercise == "llama_dice_odds-1"
