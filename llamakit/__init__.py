"""llamakit: learn probability with four small tabletop games.

Play a game in a notebook, ask what the odds were, derive them exactly with SymPy, check them by
simulation, then play better. Importing this loads nothing heavy: each public name, listed in
``__init__.pyi``, is imported from its own module when it is first used.
"""

import lazy_loader

from llamakit.moved import put_up_signpost

__version__ = "0.1.0"

put_up_signpost()

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
