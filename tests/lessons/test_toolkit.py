"""The toolkit of lesson 2: what the reader builds and what the kit has are the same."""

from fractions import Fraction
from itertools import product

import pytest

import llamakit as lk
from llamakit.lessons.exercises import course_exercises

ROLLS = list(product(*lk.llama_dice.make_dice()))


def test_it_answers_the_exercise_on_what_is_known():
    some_llama = lk.lessons.given(lambda roll: lk.LLAMA in roll, ROLLS)
    answer = lk.lessons.P(lambda roll: 2 in roll or 5 in roll, some_llama)
    assert Fraction(str(answer)) == course_exercises()["llama_dice_odds-12"].truth()


def test_expected_values_are_exact_and_add_up():
    llamas = lk.lessons.expected(lambda roll: roll.count(lk.LLAMA), ROLLS)
    matches = lk.lessons.expected(lambda roll: sum(face in (2, 5) for face in roll), ROLLS)
    both = lk.lessons.expected(lambda roll: sum(face in (2, 5, lk.LLAMA) for face in roll), ROLLS)
    assert (llamas, matches) == (1, Fraction(2, 3))
    assert both == llamas + matches


@pytest.mark.parametrize("ask", [lk.lessons.P, lk.lessons.expected])
def test_a_space_without_outcomes_is_refused(ask):
    with pytest.raises(lk.InputError, match="no outcomes"):
        ask(bool, lk.lessons.given(lambda face: face > 6, range(1, 7)))
