"""Many games at once: simulation, tournaments, and the processes and clusters they run on.

It plays any game of the registry, by its rules or by its own batch engine. It imports ``engine``
and, where results are counted, NumPy: the process of a strategy does without.
"""
