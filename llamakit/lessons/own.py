"""Questions of a teacher's own, added from a cell or a file: judged and recorded like the course's.

Imports the standard library, ``engine`` and this package's exercises.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from llamakit.engine.files import read as read_file
from llamakit.engine.state import InputError, brief
from llamakit.lessons.exercise import Exercise, Misconception
from llamakit.lessons.exercises import course_exercises
from llamakit.lessons.exercises.old_ids import OLD_IDS
from llamakit.lessons.reading import read

#: The most questions that can be added, and the largest file of them in bytes.
MOST, LARGEST = 1000, 1_000_000

#: What a question may hold; the first three it must.
KEYS = ("id", "answer", "hints", "mistakes", "words", "unit")

_added: dict[str, Exercise] = {}


def all_exercises() -> dict[str, Exercise]:
    """Return every exercise by its id: the course's, then those added.

    >>> "start_here-1" in all_exercises()
    True
    """
    return {**course_exercises(), **_added}


def add_exercises(
    questions: Sequence[Mapping[str, Any]] | str | os.PathLike[str],
) -> tuple[str, ...]:
    """Add questions of your own to those that ``check`` knows, and return their ids.

    ``questions`` is a list of dicts, or the path of a JSON file that holds one. A question has an
    ``id`` such as "bus-1", the ``answer`` (a number, also as text such as "3/8" or "37.5%", or a
    word) and ``hints``, from a nudge to nearly everything. It may have ``mistakes``, a dict of
    wrong answers with what to say to each; ``words``, all that may be answered, where the answer
    is a word; and the ``unit`` of a number (default "probability": other numbers than 0 to 1 are
    refused with a word of help). A question added again takes the place of the one before. Raises
    InputError, naming the question, and adds none if one of them cannot be used.

    >>> add_exercises([{"id": "bus-1", "answer": "3/8", "hints": ["Count.", "3 of 8 buses."],
    ...                 "mistakes": {"5/8": "That is the probability to miss it."}}])
    ('bus-1',)
    >>> import llamakit as lk
    >>> lk.check("bus-1", 0.625)
    ○ bus-1: not yet. That is the probability to miss it.
    """
    listed = _read_file(Path(questions)) if isinstance(questions, (str, os.PathLike)) else questions
    if not isinstance(listed, (list, tuple)) or len(listed) > MOST:
        raise InputError(f"questions are a list of dicts, at most {MOST}, not {brief(listed)}")
    found = [_exercise(question, number) for number, question in enumerate(listed, start=1)]
    if len({exercise.id for exercise in found}) < len(found):
        raise InputError("two questions have the same id")
    _added.update({exercise.id: exercise for exercise in found})
    return tuple(exercise.id for exercise in found)


def _read_file(path: Path) -> Any:
    """Return what a JSON file holds. Raises InputError."""
    name = brief(str(path))
    try:
        text = read_file(path, LARGEST)
    except InputError as error:
        raise InputError(f"{name} cannot be read: {error}") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is no JSON file: {error}") from None


def _exercise(question: Any, number: int) -> Exercise:
    """Return a question as an exercise. Raises InputError, naming it by its number or its id."""
    if not isinstance(question, Mapping) or not set(KEYS[:3]) <= set(question) <= set(KEYS):
        raise InputError(
            f"question {number} must be a dict with {', '.join(KEYS[:3])} and, if you like, "
            f"{', '.join(KEYS[3:])}, not {brief(question)}"
        )
    id_ = _new_id(question["id"], number)
    try:
        words = _texts("words", question.get("words", []))
        return Exercise(
            id=id_,
            truth=_value(question["answer"], words),
            hints=_texts("hints", question["hints"], least=1),
            misconceptions=_mistakes(question.get("mistakes", {}), words),
            unit=_text("unit", question.get("unit", "probability")),
            words=tuple(word.strip().lower() for word in words),
        )
    except InputError as error:
        raise InputError(f"question {id_!r}: {error}") from None


def _new_id(id_: object, number: int) -> str:
    """Return the id of a question. Raises InputError for one that cannot be used or is taken."""
    if not isinstance(id_, str) or not re.fullmatch(r"\w[\w-]{0,58}-\d{1,4}", id_):
        raise InputError(
            f"question {number}: an id is a name and a number, such as 'bus-1', not {brief(id_)}"
        )
    if id_ in course_exercises() or id_ in OLD_IDS:
        raise InputError(f"question {number}: the course has a question {id_!r} already")
    return id_


def _texts(name: str, given: object, least: int = 0) -> tuple[str, ...]:
    """Return texts that say something. Raises InputError."""
    if (
        not isinstance(given, (list, tuple))
        or len(given) < least
        or not all(isinstance(text, str) and text.strip() for text in given)
    ):
        raise InputError(f"{name} must be a list of texts, not {brief(given)}")
    return tuple(given)


def _text(name: str, given: object) -> str:
    """Return a text that says something. Raises InputError."""
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"{name} must be a text, not {brief(given)}")
    return given


def _mistakes(given: object, words: Sequence[str]) -> tuple[Misconception, ...]:
    """Return the wrong answers that are met by a sentence of their own. Raises InputError."""
    if not isinstance(given, Mapping):
        raise InputError(f"mistakes must be a dict of wrong answers, not {brief(given)}")
    says = _texts("what is said to mistakes", list(given.values()))
    return tuple(
        Misconception(_value(wrong, words), text) for wrong, text in zip(given, says, strict=True)
    )


def _value(answer: Any, words: Sequence[str]) -> Callable[[], Any]:
    """Return what returns the answer: one of the words, or a number. Raises InputError."""
    if words:
        if answer not in words:
            raise InputError(f"{brief(answer)} is none of the words {', '.join(words)}")
        word = answer.strip().lower()
        return lambda: word
    (number,) = read(answer)
    return lambda: number.value
