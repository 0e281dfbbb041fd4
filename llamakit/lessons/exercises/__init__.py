"""The exercises of the course: one module for each notebook, named like it.

An exercise's id is the lesson's name and its place in the lesson. Imports lower rooms, this
package's ``exercise`` and, within the folder, an earlier lesson's module.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from llamakit.lessons.exercise import Exercise

#: The lessons with exercises, in the order of the course; each is a module of this folder.
LESSONS = (
    "start_here",
    "llama_dice_play",
    "llama_dice_odds",
    "llama_odds",
    "kadabra_odds",
    "simulation_against_exact",
    "llama_dice_play_well",
    "chinchiller_odds",
    "chinchiller_play_well",
    "class_data",
    "llama_play_well",
    "kadabra_play_well",
    "strategies_and_tournaments",
    "what_the_rulebook_does_not_say",
)


@cache
def course_exercises() -> dict[str, Exercise]:
    """Return every exercise of the course by its id, in order.

    >>> list(course_exercises())[:2]
    ['start_here-1', 'llama_dice_play-1']
    """
    books = [import_module(f"{__name__}.{lesson}").EXERCISES for lesson in LESSONS]
    return {exercise.id: exercise for book in books for exercise in book}
