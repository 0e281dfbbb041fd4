"""What all explorers share: a guess first, then the truth, and the parts of their HTML.

Imports the standard library and lower rooms only. An explorer is plain Python and takes messages
as the table does. What moves continuously is answered on the page: a *slider* stands at a row of a
table of numbers, sent along in ``data-columns``, and whatever has ``data-bind`` shows its columns
(``bind.js`` of the table). With two sliders, a column has a list for each place of the first, one
for the second in each; or a name such as "mean@price" says that one slider alone counts. Python is
told where the sliders stand, but nothing is drawn anew.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from llamakit.engine.display import as_image
from llamakit.engine.state import items_of
from llamakit.games.cards import MOST_CARDS, VALUES
from llamakit.games.drawings import card
from llamakit.games.words import card_list
from llamakit.table.draw import CARD, button, icon, svg, text
from llamakit.table.explain import LONGEST_FRACTION

#: Of the page's styles those without which a picture on its own is wrong.
_STYLE = (
    "<style>.lk-marker { transform: translate(calc(var(--x, 0) * 1px), calc(var(--y, 0) * 1px)) } "
    ".lk-box rect { fill: none; stroke: currentcolor; stroke-width: 3 } "
    '.lk-faint, .lk-out { opacity: 0.38 } .lk-class[data-on="0"] { opacity: 0.22 } '
    '.lk-class[data-on="1"] { color: #e69f00 } .lk-class[data-on="2"] { color: #d55e00 }</style>'
)


class Guess:
    """A question that is answered by a guess before the truth is shown.

    ``choices`` are the guesses the slider offers and ``named`` how they read; it starts at the
    middle one. ``value`` is the guess made, None for none; ``shown`` whether the truth is shown.
    """

    def __init__(self, choices: Sequence[Any], named: Callable[[Any], str]) -> None:
        """Ask."""
        self.choices = choices
        self.named = named
        self.place = len(choices) // 2
        self.again()

    def again(self) -> None:
        """Cover the truth up again."""
        self.value: Any = None
        self.shown = False

    def make(self) -> None:
        """Take the slider's place as the guess, and show the truth."""
        self.value = self.choices[self.place]
        self.shown = True

    def told(self) -> str:
        """Return the sentence that says what was guessed, to stand behind the truth; or nothing."""
        mine = "" if self.value is None else self.named(self.value)
        return f" Your guess was <b>{text(mine)}</b>." if mine else ""

    def html(self, question: str) -> str:
        """Return the question with its slider."""
        texts = [self.named(choice) for choice in self.choices]
        bar = slider("guess", self.place, question, texts)
        made = button("guess", "make guess", "That is my guess", extra='class="lk-first"')
        none = button("show", "show", "Show me without guessing")
        return (
            f'<section class="lk-ask" data-key="ask" {columns(guess=texts)}>'
            f'<p class="lk-question">{text(question)}</p>'
            f'<p class="lk-answer">{bound("output", texts[self.place], "text:guess")}</p>{bar}'
            f'<div class="lk-buttons" data-group="guess" data-home>{made}{none}</div></section>'
        )


class Explorer(ABC):
    """One idea to touch: the controller behind ``lk.explore``.

    ``html``, ``said``, ``wait`` and ``version`` are what a widget shows. ``back``, if given, is the
    button that leads back to where the explorer was opened. A subclass has a ``title``, says in
    ``begin`` what it can start from (checking it), and what it shows and does.
    """

    wait = 0
    title: ClassVar[str]
    guess: Guess

    #: Set everything as at the start; its parameters are what can be given. Raises InputError.
    begin: Callable[..., None]

    def __init__(self, start: Mapping[str, Any], back: str = "") -> None:
        """Start from what is given. Raises InputError."""
        self._start, self._back = {name: _as_now(value) for name, value in start.items()}, back
        self.version = 0
        self.begin(**self._start)
        self._redraw()

    # What a subclass says.

    @property
    @abstractmethod
    def state(self) -> dict[str, Any]:
        """What is set, and what was guessed: plain values, a new dict each time."""

    @abstractmethod
    def body(self) -> str:
        """Return what is shown below the title, as HTML."""

    @abstractmethod
    def summary(self) -> str:
        """Return in a sentence what there is to see; before a guess, without the truth."""

    @abstractmethod
    def picture(self) -> tuple[str, int, int]:
        """Return the picture as SVG without its outer element, its width and its height."""

    def act(self, do: str, action: str) -> str | None:
        """Do what a click asks, and return what a screen reader says; None for the summary.

        A slider that was moved comes here too, by its key and its place, but nothing is drawn anew.
        """
        return None

    # What all do.

    def receive(self, message: object) -> dict[str, str] | None:
        """Do what a message asks; what cannot be is ignored. Every click counts."""
        if not isinstance(message, Mapping):
            return None
        do, key, action = (str(message.get(part))[:80] for part in ("do", "key", "action"))
        if do == "set":
            self._set(key, action)
            return {}
        self._common(do)
        self._redraw(self.act(do, action))
        return None

    def _set(self, key: str, action: str) -> None:
        """Note where a slider was left."""
        if not action.isdecimal():
            return
        if key == "guess":
            self.guess.place = min(int(action), len(self.guess.choices) - 1)
        else:
            self.act(key, action)

    def _common(self, do: str) -> None:
        """Do what every explorer can: take a guess, show the truth, ask again, start again."""
        if do == "guess" and not self.guess.shown:
            self.guess.make()
        elif do == "show":
            self.guess.shown = True
        elif do == "again":
            self.guess.again()
        elif do == "restart":
            self.begin(**self._start)

    def _redraw(self, said: str | None = None) -> None:
        """Draw everything, and say what is new."""
        self.said = self.summary() if said is None else said
        self.html = (
            f'<div class="lk-explorer" data-key="explorer"><h3 data-key="status" tabindex="-1">'
            f"{text(self.title)}</h3>{self.body()}{self._tools()}</div>"
        )
        self.version += 1

    def _tools(self) -> str:
        """Return the buttons at the foot."""
        off = "" if self.guess.shown else "disabled"
        again = button("again", "again", "Guess again", extra=off)
        restart = button("restart", "restart", "Start again")
        back = button("back", "back", text(self._back)) if self._back else ""
        tools = f"{back}{again}{restart}"
        return f'<div class="lk-tools" data-key="tools" data-group="tools">{tools}</div>'

    def still(self) -> dict[str, Any]:
        """Return what stays in a saved notebook: the picture, and its words."""
        alt = f"{self.title}. {self.summary()}"
        drawing, width, height = self.picture()
        image = as_image(svg(_STYLE + drawing, width, height), alt)
        return {
            "text/plain": alt,
            "text/html": f'<div class="llamakit-still">{image}<p>{text(alt)}</p></div>',
        }

    def __repr__(self) -> str:
        return f"{self.title}: run this cell to explore."


def _as_now(given: Any) -> Any:
    """Return what is given as it is now: a list as a tuple, which nobody can change.

    >>> _as_now([[1, 2], "L"])
    ((1, 2), 'L')
    """
    items = None if isinstance(given, (str, bytes, Mapping)) else items_of(given, MOST_CARDS)
    return given if items is None else tuple(map(_as_now, items))


# Parts of the HTML.


def columns(**given: Sequence[Any]) -> str:
    """Return the attribute that holds the table of numbers of everything inside.

    >>> columns(x=[1, 2])
    'data-columns="{&quot;x&quot;:[1,2]}"'
    """
    return f'data-columns="{text(json.dumps(given, separators=(",", ":")))}"'


def bound(tag: str, content: object, bind: str, extra: str = "") -> str:
    """Return an element that follows the slider: ``bind`` names what of it shows which column.

    >>> bound("b", "50 %", "text:guess")
    '<b data-bind="text:guess">50 %</b>'
    """
    more = f" {extra}" if extra else ""
    return f'<{tag} data-bind="{text(bind)}"{more}>{text(content)}</{tag}>'


def slider(key: str, place: int, name: str, texts: Sequence[str], column: str = "guess") -> str:
    """Return a slider over the rows of a table, which says the words of its column."""
    return (
        f'<input type="range" class="lk-slider" min="0" max="{len(texts) - 1}" value="{place}" '
        f'data-do="set" data-key="{text(key)}" aria-label="{text(name)}" '
        f'aria-valuetext="{text(texts[place])}" data-bind="aria-valuetext:{column}">'
    )


def switch(do: str, label: str, on: bool) -> str:
    """Return a switch that is on or off."""
    state = f'role="switch" aria-checked="{str(on).lower()}"'
    return button(do, f"switch {do}", text(label), extra=state)


def card_toggles(name: str, title: str, held: tuple[int, ...]) -> str:
    """Return the seven card values to click: those that are held are pressed."""
    cards = "".join(
        button(
            name,
            f"{name} {value}",
            icon(card(value), CARD),
            action=value,
            extra=f'class="lk-toggle" aria-pressed="{str(value in held).lower()}" '
            f'aria-label="{card_list((value,))}"',
        )
        for value in VALUES
    )
    return (
        f'<section class="lk-field"><h4>{title}</h4><div class="lk-cards" data-group="{name}" '
        f'role="group" aria-label="{title}">{cards}</div></section>'
    )


def percent(share: Any) -> str:
    """Return a probability in per cent.

    >>> percent(Fraction(29, 54))
    '53.7 %'
    """
    return f"{float(100 * share):.1f} %"


def fraction(value: Any) -> str:
    """Return a whole number or a fraction, of Python or of SymPy, in lowest terms.

    >>> fraction(Fraction(116, 216))
    '29/54'
    """
    return str(Fraction(int(value.numerator), int(value.denominator)))


def signed(value: Any) -> str:
    """Return a number exactly, with a true minus sign.

    >>> signed(Fraction(-9, 2))
    '−9/2'
    """
    return fraction(value).replace("-", "−")


def chance(p: Any, name: str = "") -> str:
    """Return a probability as a fraction, if that is short, and in per cent; it may have a name.

    >>> chance(Fraction(1, 3)), chance(Fraction(1, 10**20), "p")
    ('1/3 ≈ 33.3 %', 'p ≈ 0.0 %')
    """
    exactly = fraction(p)
    parts = [name] if name else []
    if len(exactly) <= LONGEST_FRACTION:
        parts += ["=", exactly] if name else [exactly]
    if "/" in exactly:
        parts += ["≈", percent(p)]
    return " ".join(parts)
