"""Answers to exercises: whether one is right, and which exercises are solved.

Imports ``engine`` and the exercises.
"""

from __future__ import annotations

from difflib import get_close_matches
from os import PathLike
from os.path import isdir
from pathlib import Path
from typing import Any

from llamakit.engine.state import InputError, brief
from llamakit.lessons import record
from llamakit.lessons.class_progress import ClassProgress, read_class
from llamakit.lessons.exercise import Verdict, is_unanswered
from llamakit.lessons.exercises.old_ids import todays_id
from llamakit.lessons.own import all_exercises

#: The answers met by a hint in this session, by exercise: each new one is met by the next hint.
_hinted: dict[str, list[Any]] = {}


def check(exercise_id: str, answer: object = None) -> Verdict:
    """Return whether an answer to an exercise is right, and a sentence that helps if it is not.

    The answer may be an int, a Fraction, a SymPy expression, a decimal that is exact enough, a text
    such as "19/27" or "70.4%" and, for a formula, a function. It is compared with what counting
    gives: no answer is written down anywhere. The ids of older notebooks, such as "dice-1", work
    too. The verdict counts as true if the answer is right, and as false otherwise. Raises
    InputError for an unknown exercise.

    >>> check("llama_dice_odds-1", 6)  # doctest: +ELLIPSIS
    ○ llama_dice_odds-1: not yet. A probability lies between 0 and 1: ...
    """
    known = all_exercises()
    if not isinstance(exercise_id, str) or todays_id(exercise_id) not in known:
        near = ", ".join(get_close_matches(brief(exercise_id), known, cutoff=0))
        raise InputError(f"no exercise {brief(exercise_id)}; the ids most like it are {near}")
    id_ = todays_id(exercise_id)
    verdict = known[id_].judge(answer, _hinted.setdefault(id_, []))
    if not is_unanswered(answer):
        record.note(id_, verdict.correct, verdict.mistake)
    return verdict


def progress(
    path: str | PathLike[str] | None = None, *, names: bool = True
) -> record.Progress | ClassProgress:
    """Return which exercises are solved, and after how many tries: yours, of a file, or a class's.

    In a notebook the record is kept in the file ``llamakit-progress.json`` beside it: download that
    file to keep it, and put it back to go on. It holds no answers. For a folder of such files, the
    whole class: which question is hardest, which mistake commonest; ``.plot()`` is a heat map,
    ``.save_csv(path)`` writes a file for a spreadsheet, and ``names=False`` numbers the students.
    Raises InputError for a file that is no such record, and a folder without any.

    >>> "llama_dice_odds-1" in progress().known
    True
    """
    if isinstance(path, (str, PathLike)) and isdir(path):
        return read_class(Path(path), all_exercises(), names)
    return record.progress(list(all_exercises()), path)
