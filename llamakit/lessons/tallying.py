"""A tally: one large button for each result of an experiment, counts, and the line to hand in.

Imports the standard library and lower rooms. ``Tally`` is plain Python and takes messages as the
table does; ``tally`` puts it on a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from llamakit.engine.errors import InputError, brief, texts_of
from llamakit.engine.game import LONGEST_NAME
from llamakit.games.words import number_of
from llamakit.lessons.class_data import ClassData, line
from llamakit.table.draw import button, text

if TYPE_CHECKING:
    from llamakit.table.widget import ScreenWidget

#: More results than this are not counted by hand.
MOST_RESULTS = 20


class Tally:
    """What somebody counts: ``counted`` holds the results in the order in which they came.

    ``name`` is "" until somebody writes one, and so is ``line``. ``html``, ``said``, ``wait`` and
    ``version`` are what a widget shows.

    >>> mine = Tally(["hit", "take"])
    >>> mine.receive({"do": "set", "key": "name", "action": "Ana"})
    >>> for message in ({"do": "count", "action": "0"}, {"do": "count", "action": "1"}):
    ...     mine.receive(message)
    >>> mine.line, mine.said
    ('Ana: hit 1, take 1', 'take: 1. In all: 2.')
    >>> mine.receive({"do": "undo"})
    >>> mine.line
    'Ana: hit 1'
    """

    wait = 0

    def __init__(self, results: Iterable[object], name: str = "") -> None:
        """Count nothing yet. Raises InputError for results or a name that make no line."""
        self.results = _readable(results)
        self.name = "" if isinstance(name, str) and not name else _name_of(name)
        self.counted: list[str] = []
        self.version = 0
        self._redraw("")

    @property
    def line(self) -> str:
        """The line to hand in, the results in their order; those that never came are left out."""
        return line(self.name, self._in_order()) if self.name else ""

    def _in_order(self) -> list[str]:
        return sorted(self.counted, key=self.results.index)

    def receive(self, message: object) -> None:
        """Count a result, take the last one back or change the name; anything else is ignored.

        Every click counts, also a quick second one on an older version.
        """
        if not isinstance(message, Mapping):
            return
        if message.get("do") == "set" and message.get("key") == "name":
            self._rename(message.get("action"))
            return
        action = str(message.get("action"))[:4]
        if message.get("do") == "undo" and self.counted:
            self._redraw(f"Taken back: {self.counted.pop()}.")
        elif message.get("do") == "count" and action in map(str, range(len(self.results))):
            result = self.results[int(action)]
            self.counted.append(result)
            self._redraw(f"{result}: {self.counted.count(result)}.")

    def _rename(self, name: object) -> None:
        """Write another name into the line; a name that makes no line is none."""
        try:
            self.name = _name_of(name[:LONGEST_NAME] if isinstance(name, str) else "")
        except InputError:
            self.name = ""
        self._redraw(f"Your name: {self.name}." if self.name else "")

    def _redraw(self, news: str) -> None:
        """Draw the buttons with their counts, and say what is new."""
        total = number_of(len(self.counted), "result")
        title = f"{self.name}: {total}" if self.name else total
        self.said = f"{news} In all: {len(self.counted)}.".strip()
        self.html = (
            f'<h3 data-key="status" tabindex="-1">{text(title)}</h3>'
            '<div class="lk-buttons lk-tally" data-home '
            f'data-group="results" role="group" aria-label="Count a result">{self._buttons()}</div>'
            '<label class="lk-line">Your name<input type="text" data-do="set" data-key="name" '
            f'maxlength="{LONGEST_NAME}" autocomplete="off" spellcheck="false" '
            f'value="{text(self.name)}"></label>{self._to_hand_in()}'
            f'<div class="lk-tools" data-group="tools">{self._tools()}</div>'
        )
        self.version += 1

    def _to_hand_in(self) -> str:
        """Return the line, or what is missing for it."""
        if not self.name:
            return (
                '<p class="lk-line">Write your name. Then your line for the class stands here.</p>'
            )
        return (
            '<label class="lk-line">Your line for the class<input readonly data-line '
            f'data-key="line" value="{text(self.line)}"></label>'
        )

    def _buttons(self) -> str:
        """Return a button for each result, with its count."""
        return "".join(
            button(
                "count",
                f"count {place}",
                f"<span>{text(result)}</span> <b>{self.counted.count(result)}</b>",
                action=place,
            )
            for place, result in enumerate(self.results)
        )

    def _tools(self) -> str:
        """Return the buttons to take the last result back and to copy the line."""
        last = f"Undo {text(self.counted[-1])}" if self.counted else "Undo"
        off = "" if self.counted else "disabled"
        nameless = "" if self.name else "disabled"
        copy = button("copy", "copy", "Copy the line", extra=nameless)
        return button("undo", "undo", last, extra=off) + copy

    def still(self) -> dict[str, Any]:
        """Return the text that stays in a saved notebook: the line, or the counts alone."""
        counts = line("?", self._in_order()).partition(": ")[2]
        plain = f"A tally of {', '.join(self.results)}.\n{self.line or counts}".rstrip()
        return {
            "text/plain": plain,
            "text/html": f'<div class="llamakit-still"><pre>{text(plain)}</pre></div>',
        }

    def __repr__(self) -> str:
        return f"A tally of {', '.join(self.results)}: run this cell to count."


def _name_of(name: object) -> str:
    """Return a name as it stands in the line. Raises InputError for one that makes no line."""
    return line(name, []).partition(":")[0]  # type: ignore[arg-type]  # line refuses what it is not


def _readable(results: Iterable[object]) -> tuple[str, ...]:
    """Return the results as texts, if a line of them can be read again. Raises InputError."""
    given = texts_of(results, MOST_RESULTS)
    if given is None:
        raise InputError(f"results are a list such as ['hit', 'take'], not {brief(results)}")
    found = tuple(given)
    if not 1 <= len(found) <= MOST_RESULTS:
        raise InputError(f"a tally has from 1 to {MOST_RESULTS} results")
    try:
        read = ClassData(line("somebody", found), dict.fromkeys(found, 1)).counts
    except InputError:
        read = {}
    if read != dict.fromkeys(found, 1):
        raise InputError(
            "results must be words that differ, without commas and line breaks, "
            f"not {brief(list(found))}"
        )
    return found


def tally(results: Iterable[object], name: str = "") -> ScreenWidget:
    """Return a widget to count the results of an experiment, such as rolls of real dice.

    One large button for each result, undo, a field for one's name, and below them the line that
    ``ClassData`` reads, with the name in front. ``name`` stands in the field already; without a
    name there is no line. Raises InputError for more than MOST_RESULTS results, for results whose
    line could not be read again, such as "a, b", and for a name that ``line`` refuses.

    >>> tally(["hit", "take", "drama", "three llamas"])
    A tally of hit, take, drama, three llamas: run this cell to count.
    """
    from llamakit.table.widget import ScreenWidget

    return ScreenWidget(Tally(results, name))
