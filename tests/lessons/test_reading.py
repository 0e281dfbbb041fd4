"""Whatever is given as an answer, something clear is said about it, and soon."""

import gc
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from sympy import Integral, Pow, Product, Rational, Sum, binomial, cos, exp, factorial, oo, symbols

from llamakit.lessons import check, reading
from llamakit.lessons.reading import Unreadable, read, read_word

n, k, x = symbols("n k x")


class Hostile:
    """An object that lies and fails wherever one looks."""

    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __float__ = __eq__ = __bool__ = __repr__
    __hash__ = None

    @property
    def __class__(self):
        raise RuntimeError("no")


def never_ends(n):
    while True:
        n += 1


def stops(n):
    raise KeyError("nothing here")


def values(answer, *args):
    return [number.value for number in read(answer, *args)]


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        (3, 3),
        (Fraction(2, 4), Fraction(1, 2)),
        (Rational(2, 4), Fraction(1, 2)),
        (np.int8(3), 3),
        (np.float64(0.25), Fraction(1, 4)),
        (np.array(0.25), Fraction(1, 4)),
        (Decimal("0.25"), Fraction(1, 4)),
        (sympy.Float("0.25"), Fraction(1, 4)),
        (1 - (1 - Rational(1, 6)) ** 3, Fraction(91, 216)),
        (Sum(k, (k, 1, 6)) / 6, Fraction(7, 2)),
        (Sum(Rational(1, 2) ** k, (k, 1, oo)), 1),
        (Product(1 - 1 / k**2, (k, 2, 4)), Fraction(5, 8)),
        (binomial(3, 2, evaluate=False) * Rational(2, 27), Fraction(6, 27)),
        (sympy.UnevaluatedExpr(Rational(1, 2)), Fraction(1, 2)),
        (cos(0, evaluate=False), 1),
    ],
)
def test_numbers_of_every_kind_are_read(answer, value, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST", 60.0)  # a busy machine must not fail it
    assert values(answer) == [value]


@pytest.mark.parametrize(
    ("answer", "value", "rounding"),
    [
        ("19/27", Fraction(19, 27), 0),
        (" 19 / 27 ", Fraction(19, 27), 0),
        ("-3/4", Fraction(-3, 4), 0),
        ("\N{MINUS SIGN}3/4", Fraction(-3, 4), 0),
        ("+8", 8, 0),
        ("0.704", Fraction(704, 1000), Fraction(1, 2000)),
        ("0.50", Fraction(1, 2), Fraction(1, 200)),
        ("70.4%", Fraction(704, 1000), Fraction(1, 2000)),
        ("70 %", Fraction(7, 10), Fraction(1, 200)),
    ],
)
def test_a_number_in_quotation_marks_is_read_as_it_is_written(answer, value, rounding):
    (number,) = read(answer)
    assert (number.value, number.rounding) == (value, rounding)
    assert number.is_decimal == bool(rounding)


@pytest.mark.parametrize(
    ("answer", "said"),
    [("19/27", "right!"), ("70.4%", "right, rounded"), ("70%", "close"), ("0.7", "close")],
)
def test_fractions_and_percentages_as_text_are_checked(answer, said):
    assert said in check("llama_dice_odds-2", answer).message


def test_a_comma_is_answered_by_how_to_write_it():
    assert check("llama_dice_odds-2", (0, 704)).message == (
        "this answer cannot be read. Python reads a comma as two numbers. Write the point: 0.704."
    )


def test_an_irrational_number_is_read_to_many_digits():
    (number,) = read(sympy.sqrt(2))
    assert abs(number.value**2 - 2) < Fraction(1, 10**25)


def test_formulas_and_functions_are_read_at_each_place():
    places = [(2,), (4,)]
    assert values(n / 2, ["n"], places) == [1, 2]
    assert values(Sum(k, (k, 1, n)), ["n"], places) == [3, 10]
    assert values(sympy.Piecewise((1, n < 3), (n, True)), ["n"], places) == [1, 4]
    assert values(lambda n: n**2, ["n"], places) == [4, 16]
    assert values(7, ["n"], places) == [7, 7]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (float("nan"), "cannot be compared"),
        (float("inf"), "cannot be compared"),
        (sympy.nan, "not one finite real number"),
        (oo, "not one finite real number"),
        (sympy.I, "not one finite real number"),
        (1j, "is not a number"),
        (Decimal("1e999999999"), "cannot be compared"),
        ("one third", "is not a number: write 19/27"),
        ("9" * 10_000_000, "is not a number: write 19/27"),
        ("1/0", "is not a number: write 19/27"),
        ("1 - 8/27", "is not a number: write 19/27"),
        ("", "is not a number"),
        ("0,704", r"with a point: 0\.704"),
        ((0, 704), r"comma as two numbers\. Write the point: 0\.704"),
        ((0, 704, 1), "is not a number"),
        ((0, True), "is not a number"),
        ((0, 10**40), "is not a number"),
        (b"one", "is not a number"),
        (True, "no numbers"),
        (sympy.true, "is not a number"),
        ([1], "is not a number"),
        ({}, "is not a number"),
        (np.array([1, 2]), "is not a number"),
        (sympy.Matrix([1]), "is not a number"),
        (sympy.Eq(x, 1), "is not a number"),
        (x, "contains the symbol 'x': give it a value"),
        (len, "It is a function"),
        (lambda: 1, "It is a function"),
        (Pow(2, 10**10, evaluate=False), "too big"),
        (Pow(Pow(10, 9_999), 9_999, evaluate=False), "too big"),
        (Sum(k ** (10**10), (k, 1, 3)), "too big"),
        (factorial(10**8, evaluate=False), "too big"),
        (binomial(10**9, 10**8, evaluate=False), "too big"),
    ],
)
def test_what_is_no_answer_gets_a_clear_message(answer, said):
    with pytest.raises(Unreadable, match=said):
        read(answer)
    verdict = check("llama_dice_odds-1", answer)
    assert not verdict.correct
    assert verdict.message.startswith("this answer cannot be read. ")
    assert len(verdict.message) < 250


def test_a_hostile_object_gets_a_clear_message():
    assert "Working it out fails" in check("llama_dice_odds-1", Hostile()).message
    assert "Working it out fails" in check("llama_dice_odds-11", Hostile()).message


def test_a_function_that_fails_is_named_with_its_place():
    with pytest.raises(Unreadable, match=r"Called with 5, it stops: KeyError\('nothing here'\)"):
        read(stops, ["n"], [(5,)])
    with pytest.raises(Unreadable, match=r"Called with 5, it stops: SystemExit"):
        read(sys.exit, ["n"], [(5,)])
    with pytest.raises(Unreadable, match="returns nothing yet"):
        read(lambda n: ..., ["n"], [(5,)])
    with pytest.raises(Unreadable, match="too big"):
        read(2 ** (n**n**n), ["n"], [(3,)])


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(Integral(exp(x**x) * cos(x), (x, 0, 1)), id="integral"),
        pytest.param(Sum(cos(k) ** k / k, (k, 1, 10**9)), id="long sum"),
        pytest.param(never_ends, id="endless function"),
    ],
)
def test_an_answer_that_takes_too_long_is_given_up(monkeypatch, answer):
    monkeypatch.setattr(reading, "LONGEST", 0.2)
    before = sys.gettrace()
    with pytest.raises(Unreadable, match=r"longer than 0\.2 seconds"):
        read(answer, ["n"], [(1,)])
    assert sys.gettrace() is before


def test_collecting_rubbish_does_not_stop_the_clock(monkeypatch):
    def waits_to_be_collected():
        try:
            yield
        finally:
            for _ in range(100_000):
                pass

    def collects_for_ever(n):
        while True:
            circle = [waits_to_be_collected()]
            circle.append(circle)
            next(circle[0])
            del circle
            gc.collect()

    monkeypatch.setattr(reading, "LONGEST", 0.2)
    before = sys.unraisablehook
    with pytest.raises(Unreadable, match=r"longer than 0\.2 seconds"):
        read(collects_for_ever, ["n"], [(1,)])
    assert sys.unraisablehook is before


def test_words():
    assert read_word("Three Llamas ", ("hit", "three llamas")) == "three llamas"
    for answer in ("", "x" * 10_000_000, 3, None, ["hit"]):
        with pytest.raises(Unreadable, match="Answer with one of 'hit', 'three llamas'"):
            read_word(answer, ("hit", "three llamas"))
