"""The table: what a person sees of a game and what a click does, on the page and in a saved file.

One renderer draws every game from its views; a game's own pictures and words are found through the
registry. It imports ``engine`` and ``exact``; the widget packages only in ``widget``.
"""
