"""Lessons: exercises with instant answers, and making the student copies of the notebooks.

Each game's exercises stand in a module of their own, imported when an answer is first checked.
``python -m llamakit.lessons`` makes the student copies (see ``copies``).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from os import PathLike
from typing import Any

from llamakit.core.state import InputError, brief
from llamakit.lessons import record
from llamakit.lessons.exercise import Exercise, Verdict, is_unanswered

#: The modules of exercises, one for each game.
_BOOKS = (
    "llama_dice",
    "kadabra",
    "kadabra_play",
    "simulation",
    "strategies",
    "chinchiller",
    "solo",
    "rulings",
    "llama",
    "class_exercises",
)

#: The answers met by a hint in this session, by exercise: each new one is met by the next hint.
_hinted: dict[str, list[Any]] = {}


@cache
def exercises() -> dict[str, Exercise]:
    """Return every exercise by its id.

    >>> "dice-1" in exercises()
    True
    """
    books = [import_module(f"{__name__}.{book}").EXERCISES for book in _BOOKS]
    return {exercise.id: exercise for book in books for exercise in book}


def check(exercise_id: str, answer: object = None) -> Verdict:
    """Return whether an answer to an exercise is right, and a sentence that helps if it is not.

    The answer may be an int, a Fraction, a SymPy expression, a decimal that is exact enough and,
    for a formula, a function. It is compared with what counting gives: no answer is written down
    anywhere. Raises InputError for an unknown exercise.

    >>> check("dice-1", 6)  # doctest: +ELLIPSIS
    ○ dice-1: not yet. A probability lies between 0 and 1: ...
    """
    known = exercises()
    if not isinstance(exercise_id, str) or exercise_id not in known:
        raise InputError(f"no exercise {brief(exercise_id)}: there are {', '.join(known)}")
    verdict = known[exercise_id].judge(answer, _hinted.setdefault(exercise_id, []))
    if not is_unanswered(answer):
        record.note(exercise_id, verdict.correct)
    return verdict


def progress(path: str | PathLike[str] | None = None) -> record.Progress:
    """Return which exercises are solved, and after how many tries: yours, or those of a file.

    In a notebook the record is kept in the file ``llamakit-progress.json`` beside it: download that
    file to keep it, and put it back to go on. It holds no answers. Raises InputError for a file
    that is no such record.

    >>> len(progress().known) == len(exercises())
    True
    """
    return record.progress(list(exercises()), path)
