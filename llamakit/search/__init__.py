"""What is not solved: worlds that agree with what a seat knows, played on many times.

``estimates`` turns what came out into advice with its standard error, ``strong`` into a bot. Both
see a view and nothing else. It imports the standard library and lower rooms; each game's part
``worlds`` and its bot *sharp* are found through the registry.
"""
