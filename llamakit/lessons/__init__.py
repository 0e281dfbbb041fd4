"""Lessons: exercises with instant answers, and making the student copies of the notebooks.

It may import every other room, and none imports it. The exercises of a lesson stand in a module of
``exercises`` that is named like its notebook. ``python -m llamakit.lessons`` makes the student
copies (see ``copies``).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
