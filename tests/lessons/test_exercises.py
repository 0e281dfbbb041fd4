"""Every exercise: right answers pass in any form, wrong ones fail, misconceptions are known."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from sympy import Integer, Lambda, Rational, Symbol, binomial, sqrt, symbols

import llamakit as lk
from llamakit import lessons
from llamakit.lessons import check, exercises

EXERCISES = exercises()
NUMBERS = [name for name, one in EXERCISES.items() if not one.words and not one.symbols]
WORDS = [name for name, one in EXERCISES.items() if one.words]
MISCONCEPTIONS = [
    pytest.param(name, known, id=f"{name}-{number}")
    for name, one in EXERCISES.items()
    for number, known in enumerate(one.misconceptions)
]

#: Worked by hand.
ANSWERS = {
    "start-1": 5,
    "dice-play-1": 2 + 6 + 10,
    "dice-play-2": 3,
    "dice-play-3": "take",
    "dice-play-4": "three llamas",
    "dice-play-5": 2 + 3 + 1 + 10,
    "dice-play-6": "drama",
    "dice-play-7": Fraction(6**3 - 4**3 - 2**3, 6**3),
    "dice-1": Fraction(8, 216),
    "dice-2": 1 - Fraction(4, 6) ** 3,
    "dice-3": 1 - Fraction(5, 6) ** 2,
    "dice-4": 1 - Fraction(3 * 4 * 3, 216) - Fraction(8, 216),
    "dice-5": Fraction(5 * 4 * 3, 216) - Fraction(8, 216),
    "dice-6": Fraction(5 * 4 * 5, 216) - Fraction(8, 216),
    "dice-7": 1 - Rational(26, 27) ** Symbol("n"),
    "dice-8": Fraction(3, 15) * Fraction(5, 9) + Fraction(12, 15) * Fraction(29, 54),
    "dice-9": Fraction(4, 6),
    # 6 · 5 · 5 rolls show no 2, and 5 · 4 · 5 of these no 5 either: 50 leave the 2. So for the 5.
    "dice-10": Fraction(50 * 5 + 50 * 2 + 8 * 7 + 92 * 21, 216),
    "dice-11": "quit",
    # 6³ - 4³ rolls show a llama. Of 116 hits, 4³ - 3 · 2 · 3 show none.
    "dice-12": Fraction(116 - (64 - 18), 216 - 64),
    "kadabra-1": Fraction(9, 52),
    "kadabra-2": Fraction(7, 10),
    "kadabra-3": 1 - Fraction(43 * 42 * 41, 52 * 51 * 50),
    "kadabra-4": 1 - binomial(48, Symbol("n")) / binomial(60, Symbol("n")),
    "kadabra-5": 4,
    "kadabra-6": Fraction(9 * comb(43, 4), comb(52, 5)),
    # Ben needs three llamas, or more, to outlast the two that Ana has left.
    "kadabra-7": Fraction(84 * comb(43, 2) + 126 * 43 + 126, comb(52, 5)),
    "kadabra-8": 6 + 7 + 2 + 2,
    # Two swaps leave three whites and two blacks.
    "kadabra-9": 1 + 1 + 1 + 10,
    "kadabra-10": 14 * Fraction(comb(43, 5), comb(52, 5)),
    # One llama exactly is all that Ben may have had and not have more.
    "kadabra-11": 1 - Fraction(9 * comb(43, 4), comb(52, 5) - comb(43, 5)),
    "magic-1": -10,
    "magic-2": 10 + 1,
    "magic-3": "draw",
    # Swapped, a black leaves; else two whites, one of them after the last card.
    "magic-4": 10 - 2,
    "magic-5": Fraction(2, 3),
    "magic-6": Fraction(224, 90),
    "sim-1": Fraction(29 * 25, 54 * 54),
    "sim-2": Fraction(1, 20),
    "sim-3": 2500,
    "sim-4": "half",
    "sim-5": Rational(29 * 25, 54 * 54) / Symbol("n"),
    "sim-6": Fraction(2 * 2 * 2, 216),
    "sim-7": 2,
    "sim-8": 10_000,
    "sim-9": Fraction(4, 6) * Fraction(11 * 25, 36 * 36) / Fraction(29 * 25, 54 * 54),
    "tour-1": Fraction(7, 64),
    "tour-2": Fraction(1, 40),
    "tour-3": 2500,
    "tour-4": 1 - Fraction(19, 20) ** 20,
    "tour-5": 4 * 3,
    "tour-6": 5 * 4 * 3,
    "tour-7": Fraction(10 * 8 * 9 + 5 * 16 * 3 + 32, 5**5),
    "tour-8": 1 - Fraction(1024 - 45 - 10 - 1, 1024) ** 20,
    "chinchiller-1": Fraction(3, 36),
    "chinchiller-2": Fraction(308, 36),
    "chinchiller-3": Fraction(3, 36),
    "chinchiller-4": 3,
    "chinchiller-5": Fraction(6 + 12, 4),
    "chinchiller-6": "no",
    "chinchiller-7": Fraction(1, 12),
    "chinchiller-8": Fraction(4, 27),
    "chinchiller-9": Fraction(-24 + 30 + 14 + 18 + 60 + 26 + 30 + 36 + 72, 27),
    "chinchiller-10": Fraction(1, 3),
    "chinchiller-11": 13,
    "chinchiller-12": Fraction(2 + 6 + 12 + 24, 6),
    "chinchiller-13": Fraction(1, 4),
    "chinchiller-14": 6 + 12 + 24 - 5 * 2,
    # Of two numbers, six sums are too small and ten are kept; then beside a ×2, or a chinchiller.
    "chinchiller-15": (
        6 * Fraction(308, 36)
        + (9 + 9 + 12 + 13 + 13 + 15 + 15 + 18 + 18 + 24)
        + 2 * (2 * Fraction(44, 6) + 12 + 24)
        + 2 * (2 * Fraction(22, 6) + 6 + 12)
    )
    / 36,
    "chinchiller-16": Fraction(5, 5 + 5 + 2 + 2 + 2 + 3),
    "chinchiller-17": 6 / (12 + Symbol("e")),
    "chinchiller-18": Fraction(12 - 6, 36 - 6),
    # A third of each: a doubted 0, a 6 that is mostly accepted, a 12.
    "chinchiller-19": (Fraction(-6, 3) + Fraction(4, 5) * 6 + 12) / 3,
    "solo-1": Fraction(64 * 19, 208),
    "solo-2": Fraction(50 * 5 + 50 * 2 + 92 * 21, 208),
    "solo-3": "quit",
    "solo-4": Fraction(216 - 4**3 - 2**3, 216 - 2**3),
    "solo-5": Fraction(1 * 6 * 1, 216),
    "solo-6": (6 + Symbol("D")) * Rational(142, 208),
    "solo-7": 2,
    # 66 ways empty the row, 8 ways return the token and leave the 5, 142 ways are drama.
    "solo-8": Fraction(66 * 0 + 8 * 5 + 142 * 18, 216),
    "solo-9": (92 + 100 * Fraction(142, 208)) / 208,
    "solo-10": (216 + 100 * Fraction(216, 208)) / 208,
    "solo-11": (50 * Fraction(142 * 6, 208) + 50 * 2 + 92 * 8) / 208,
    "rule-1": 3,
    "rule-2": "no",
    "rule-3": 1 - (60 - Symbol("k")) * (59 - Symbol("k")) / Integer(60 * 59),
    "rule-4": Fraction(2 + 0 + 0 + 6 + 10, 5),
    "rule-5": Fraction(2 * 3 * 10 + 2 * 2 * 20 + 2 * 10, 36),
    "rule-6": 5 * Fraction(comb(46, 2), comb(57, 2)),
    "rule-7": Fraction(1 * 1 * 2, 216),
    "rule-8": 13,
    "llama-1": Fraction(3, 15),
    "llama-2": 31 * (1 - Fraction(comb(48, 6), comb(56, 6))),
    "llama-3": Fraction(7 * 8**6, comb(56, 6)),
    "llama-4": Fraction(15, 53),
    # 52 cards are unseen: 21 of them cost nothing, eight 3s clear the hand, 2s can be played.
    "llama-5": Fraction((21 + 7) * 15 + 8 * 16 + 8 * 25, 52),
    "llama-6": 2,
    "llama-7": "quit",
    "llama-8": 2,
    "llama-9": 7 * (1 - Fraction(comb(48, 6), comb(56, 6))),
    "llama-10": 1 - Fraction(comb(41, 6), comb(49, 6)),
    "llama-11": 31 * (1 - binomial(48, Symbol("n")) / binomial(56, Symbol("n"))),
    "llama-12": 4,
    "llama-13": Fraction(8 * 21 - 8 * 1 - 8 * 2, 52),
    # After a 1 Ben quits and each keeps a llama. After a 2 Ben draws the 1 and keeps it.
    "llama-14": Fraction(0 + 1, 2),
    "llama-15": 2 ** Symbol("n"),
    "class-1": Fraction(comb(6, 3), 64),
    "class-2": 4 * 30,
    "class-3": Fraction(175 - 150, 10),
    "class-4": "three llamas",
    "class-5": Fraction(12 + 40, 20 + 80),
    "class-6": Fraction(47, 54) ** 20,
    "class-7": 1 - (1 - Fraction(47, 54) ** 20) ** 30,
}


@pytest.fixture(autouse=True)
def _fresh_session(monkeypatch):
    monkeypatch.setattr(lessons, "_hinted", {})


def truth(name):
    exercise = EXERCISES[name]
    return Fraction(exercise.truth(*exercise.at[0]))


def test_every_exercise_has_an_answer_here():
    assert list(ANSWERS) == list(EXERCISES)


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


def test_a_formula_may_be_an_expression_or_a_function():
    n, k = symbols("n k")
    assert check("dice-7", 1 - Rational(26, 27) ** n).correct
    assert check("dice-7", 1 - Rational(26, 27) ** Symbol("n", positive=True)).correct
    assert check("dice-7", Lambda(k, 1 - Rational(26, 27) ** k)).correct
    assert check("dice-7", lambda n: 1 - Fraction(26, 27) ** n).correct
    assert check("dice-7", lambda n: 1 - (26 / 27) ** n).correct
    assert not check("dice-7", Rational(1, 27)).correct
    assert not check("dice-7", lambda n: 1 - (25 / 27) ** n).correct
    assert "use n only" in check("dice-7", 1 - Rational(26, 27) ** k).message


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
    for answer in (..., None):
        assert check("dice-1", answer).message.startswith("not answered yet")
        assert not check("dice-1", answer).correct
    assert check("dice-1").message.startswith("not answered yet")
    assert check("dice-7", lambda n: None).message.endswith("The function returns nothing yet.")
    assert "Hint 1 of 3" in check("dice-1", Rational(1, 5)).message


def test_each_new_wrong_answer_brings_the_next_hint():
    answers = [Rational(1, 5), Rational(2, 5), Rational(3, 5), Rational(4, 5)]
    told = [check("dice-1", answer).message for answer in answers]
    hints = EXERCISES["dice-1"].hints
    assert [text[-len(hint) :] for text, hint in zip(told, (*hints, hints[-1]), strict=True)] == [
        *hints,
        hints[-1],
    ]
    assert check("dice-1", answers[0]).message == told[0]


def test_the_first_hint_comes_first_whatever_else_was_said():
    known = EXERCISES["dice-1"].misconceptions[0]
    for answer, said in ((known.value(), known.says), ("1/27", "quotation marks"), (0.04, "close")):
        assert said in check("dice-1", answer).message
    assert "Hint 1 of 3" in check("dice-1", Rational(1, 5)).message


def test_the_same_function_written_again_brings_the_same_hint():
    answers = [lambda n: 1 / (n + 1) for _ in range(3)]
    told = [check("dice-7", answer).message for answer in answers]
    assert "Hint 1 of 3" in told[0]
    assert len(set(told)) == 1
    assert "Hint 2 of 3" in check("dice-7", lambda n: 1 / (n + 2)).message


def test_a_formula_is_close_only_if_it_is_so_at_every_place():
    assert "close" in check("dice-7", lambda n: round(1 - (26 / 27) ** n, 2)).message
    assert "Hint 1 of" in check("dice-7", lambda n: 0.0).message
    assert "Hint 1 of" in check("rule-3", lambda k: 0.03).message


@pytest.mark.parametrize("answer", [17.99, 18.01, 18.001, 17.9])
def test_a_decimal_beside_a_whole_number_is_wrong(answer):
    assert check("dice-play-1", 18.0).correct
    assert not check("dice-play-1", answer).correct


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
    verdict = check("dice-1", answer)
    assert said in verdict.message
    assert verdict.correct == (said == "right, rounded")


def test_an_unknown_exercise_is_refused_with_a_list():
    for name in ("dice-99", "", None, 3, ["dice-1"]):
        with pytest.raises(lk.InputError, match=r"no exercise .*there are start-1, dice-play-1"):
            check(name, 1)


def test_a_verdict_shows_as_text_and_never_as_markup():
    verdict = check("dice-1", Symbol("<img src=x>"))
    assert "<img" not in verdict._repr_html_()
    assert "&lt;img" in verdict._repr_html_()
    assert repr(verdict) == f"○ dice-1: {verdict.message}"
    assert repr(check("dice-1", Rational(1, 27))) == "✓ dice-1: right!"


def test_check_is_there_from_the_start():
    assert lk.check is check
