"""What a notebook made for an older llamakit is told. Imports the standard library only."""

from __future__ import annotations

import sys
from typing import Any

#: Packages of old, whose modules have moved to other rooms.
OLD = tuple(
    f"llamakit.{name}." for name in ["core", "llama", "llama_dice", "kadabra", "chinchiller"]
)


class Signpost:
    """Is asked for a module when nobody has it: says what to do if an older llamakit had it."""

    @staticmethod
    def find_spec(fullname: str, path: Any = None, target: Any = None) -> None:
        """Find nothing. Raises ImportError for a module of an older llamakit."""
        if f"{fullname}.".startswith(OLD):
            raise ImportError(
                f"{fullname} is not there any more: this notebook was made for an older llamakit. "
                'Make a new copy of the course in a new folder with the command "llamakit lab '
                'new-course", and go on there.'
            )


def put_up_signpost() -> None:
    """Let imports of old modules say what to do."""
    if Signpost not in sys.meta_path:
        sys.meta_path.append(Signpost)
