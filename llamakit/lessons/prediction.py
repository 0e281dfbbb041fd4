"""Predictions: a guess made on the page, kept, and shown again beside the truth and the class's.

Imports the standard library and lower rooms; widgets where one is made. ``Prediction`` is plain
Python and takes messages as the table does; ``predict`` puts it on a page.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from llamakit.engine.display import as_image
from llamakit.engine.state import InputError, brief
from llamakit.explorers.plot import picture
from llamakit.lessons import record
from llamakit.lessons.asked import Way, read_guesses, way_of
from llamakit.lessons.class_lines import named
from llamakit.table.draw import button, place, svg, text

if TYPE_CHECKING:
    from llamakit.explorers.widget import ExplorerWidget

#: The longest question.
LONGEST = 400


class Question:
    """What is asked, how, and all that waits for its guess on the page."""

    def __init__(self, id_: str, ask: str, way: Way) -> None:
        """Ask."""
        self.id = id_
        self.ask = ask
        self.way = way
        self.views: WeakSet[Any] = WeakSet()
        self.covered: list[Covered] = []

    @property
    def made(self) -> bool:
        """Whether a guess was made, or the answer shown without one."""
        return self._kept() is not None

    @property
    def guess(self) -> Any:
        """The guess; None if there is none."""
        kept = self._kept()
        return None if kept is None else kept.guess

    def _kept(self) -> record.Kept | None:
        """Return what is kept; a guess that the question does not offer any more is none."""
        kept = record.kept(self.id)
        if kept is None or kept.guess is None:
            return kept
        try:
            return record.Kept(self.way.check(kept.guess), kept.made)
        except InputError:
            return None

    def keep(self, guess: Any) -> None:
        """Keep a guess, or that the answer is shown without one, and let everything show it."""
        record.keep(self.id, None if guess is None else self.way.check(guess))
        for view in [*self.views, *self.covered]:
            view.refresh()
        self.covered.clear()


#: The questions asked in this session.
_asked: dict[str, Question] = {}


class Prediction:
    """A question, or its guess beside the truth: the controller behind ``lk.predict``.

    ``html``, ``said``, ``wait`` and ``version`` are what a widget shows. ``truth`` is None where
    only the guess is asked for.

    >>> asked = Question("bus-guess", "How long do you wait?", way_of(number=range(11), unit="min"))
    >>> one = Prediction(asked)
    >>> one.receive({"do": "guess", "places": [7]})
    >>> one.said
    'Your guess is kept: 7 min.'
    >>> Prediction(asked, truth=5).said
    'You said 7 min. The truth is 5 min.'
    """

    wait = 0

    def __init__(
        self,
        question: Question,
        truth: Any = None,
        others: Iterable[Any] = (),
        left_out: Sequence[str] = (),
    ) -> None:
        """Show a question. Raises InputError for what cannot be its truth."""
        self.question = question
        self.truth = truth
        self.others = list(others)
        self.left_out = left_out
        self._truth_words = "" if truth is None else question.way.truth(truth)
        self.version = 0
        self.redraw()

    @property
    def state(self) -> dict[str, Any]:
        """The guess, None for none, and whether the question is done with."""
        return {"guess": self.question.guess, "shown": self.question.made}

    def receive(self, message: object) -> dict[str, str] | None:
        """Do what a message asks; what cannot be is ignored. The first guess stays.

        A guess says itself where the sliders stand: Jupyter may hear of their moves later.
        """
        if not isinstance(message, Mapping) or self.question.made:
            return {}
        guess = self._guess(message)
        if guess is None and message.get("do") != "show":
            return {}
        self.question.keep(guess)
        self.redraw()
        return None

    def _guess(self, message: Mapping[str, Any]) -> Any:
        """Return the guess of a message; None if it makes none."""
        way, do = self.question.way, message.get("do")
        places: Any = message.get("places")
        if (
            do == "choose"
            and way.at_once
            and re.fullmatch("[0-9]{1,2}", str(message.get("action")))
        ):
            places = [int(message["action"])]
        elif do != "guess" or way.at_once:
            return None
        known = isinstance(places, list) and len(places) == way.count
        if known and all(type(place) is int and 0 <= place <= way.most for place in places):
            return way.guess(places)
        return None

    def redraw(self) -> None:
        """Draw everything anew, and say what there is."""
        self.said = self._summary()
        body = self._answer() if self.question.made else self._asking()
        self.html = (
            '<div class="lk-explorer lk-prediction" data-region="your guess" data-key="prediction">'
            f'<h3 data-key="status" tabindex="-1">{text(self.question.ask)}</h3>{body}</div>'
        )
        self.version += 1

    def _summary(self) -> str:
        """Return in a sentence what there is to see; before the guess, nothing of the truth."""
        question = self.question
        if not question.made:
            return question.ask
        guess = question.guess
        mine = "" if guess is None else question.way.words(guess)
        if self.truth is None:
            return f"Your guess is kept: {mine}." if mine else "You go on without a guess."
        said = f"You said {mine}." if mine else "You made no guess."
        return f"{said} The truth is {self._truth_words}."

    def _asking(self) -> str:
        """Return what the guess is made with."""
        way, ask = self.question.way, self.question.ask
        inputs = way.inputs(ask)
        none = button("show", "show", "Show me without guessing", extra='class="lk-none"')
        if way.at_once:
            made, above = inputs, ""
        else:
            off = " disabled" if way.guess([way.start] * way.count) is None else ""
            extra = f'class="lk-first" data-whole-only{off}'
            made, above = button("guess", "make guess", "That is my guess", extra=extra), inputs
        return (
            f'<section class="lk-ask" data-key="ask" {way.attributes()}>{above}'
            f'<div class="lk-buttons" data-group="guess" data-home>{made}{none}</div></section>'
        )

    def _answer(self) -> str:
        """Return the guess and, if it is known, the truth beside it."""
        way, guess = self.question.way, self.question.guess
        said = f'<p class="lk-verdict" data-key="verdict">{text(self._summary())}</p>'
        if self.truth is None:
            later = "You will see it again beside the answer."
            return f"{said}<p>{later}</p>{self._line()}"
        drawing, width, height = way.drawing(guess, self.truth, self.others)
        if drawing:
            said += f'<div class="lk-figure">{self._picture(drawing, width, height)}</div>'
        if self.others:
            of_class = way.of_class(self.others)
            said += f"<p>The class ({len(self.others)}): {text(of_class)}.</p>"
        if self.left_out:
            said += f"<p>Not counted: {text('; '.join(named(self.left_out)))}.</p>"
        return said

    def _picture(self, drawing: str, width: int, height: int) -> str:
        return picture(drawing, width, height, "guess", self._summary())

    def _line(self) -> str:
        """Return the line to hand in, so that the class's guesses can be pooled."""
        guess = self.question.guess
        if guess is None:
            return ""
        line = text(self.question.way.line(guess))
        return (
            '<details data-key="line of class"><summary>For the class</summary>'
            '<label class="lk-line">Your line: put it on the class\'s list, with or without '
            f'your name<input readonly data-line data-key="line" value="{line}"></label>'
            f'<div class="lk-tools" data-group="tools">{button("copy", "copy", "Copy the line")}'
            "</div></details>"
        )

    def still(self) -> dict[str, Any]:
        """Return what stays in a saved notebook: the words, and the picture of guess and truth."""
        said = self._summary()
        words = said if not self.question.made else f"{self.question.ask} {said}"
        drawing, width, height = "", 0, 0
        if self.question.made and self.truth is not None:
            drawing, width, height = self.question.way.drawing(
                self.question.guess, self.truth, self.others
            )
        image = ""
        if drawing:
            image = as_image(svg(place(drawing, 20, 20), width + 40, height + 40), words)
        shown = f'<div class="llamakit-still llamakit-guess">{image}<p>{text(words)}</p></div>'
        return {"text/plain": words, "text/html": shown}

    def __repr__(self) -> str:
        return str(self.still()["text/plain"])


def predict(
    id: str,
    ask: str | None = None,
    *,
    shares: Iterable[object] | None = None,
    chance: bool = False,
    number: Iterable[Any] | None = None,
    choice: Iterable[object] | None = None,
    curve: Iterable[object] | None = None,
    unit: str = "",
    guess: Any = None,
    truth: Any = None,
    class_guesses: str = "",
) -> ExplorerWidget:
    r"""Ask for a guess, or show it again beside the truth; return the widget.

    A question with an ``id`` such as "bus-wait" is asked in one of five ways: ``shares`` are the
    parts of a whole; ``chance=True`` wants a probability; ``number`` is the numbers to choose from,
    in rising order and with a ``unit``; ``choice`` the answers in words; and ``curve`` the places
    at which a curve is drawn, at heights of ``number``. The first guess is kept, in the file of
    ``lk.progress`` too, or that the answer was shown without one.

    Called again with ``truth``, it shows the guess beside it: the shares by name, a probability, a
    number, an answer or a list of heights. Where nobody has guessed yet it asks first.
    ``class_guesses`` are lines of text, a guess each, with or without "Ana:" in front; a line in
    which not just one guess can be read is left out, and the page names it. For a chance, 90, 90 %
    and 0.9 are the same. A notebook that runs by itself guesses with ``guess``. Raises InputError
    for what cannot be asked, guessed or true, and for a truth whose question was not asked in this
    session.

    >>> import llamakit as lk
    >>> lk.predict("bus-wait", "How many minutes will you wait?", number=range(31), unit="min")
    How many minutes will you wait?
    >>> lk.predict("bus-wait", truth=5)
    How many minutes will you wait?
    >>> lk.predict("bus-wait", guess=7)
    How many minutes will you wait? Your guess is kept: 7 min.
    >>> lk.predict("bus-wait", truth=5, class_guesses="Ana: 9\n4")
    How many minutes will you wait? You said 7 min. The truth is 5 min.
    """
    way = way_of(shares=shares, chance=chance, number=number, choice=choice, curve=curve, unit=unit)
    question = _find(id) if way is None else _ask(id, ask, way)
    if guess is not None:
        question.keep(question.way.check(guess))
    others, left_out = read_guesses(question.way, class_guesses)

    from llamakit.explorers.widget import ExplorerWidget

    shown = ExplorerWidget(Prediction(question, truth, others, left_out))
    question.views.add(shown)
    return shown


def _ask(id_: object, ask: object, way: Way) -> Question:
    """Note a question. Raises InputError."""
    if not isinstance(id_, str) or not re.fullmatch(r"\w[\w-]{0,80}", id_):
        raise InputError(f"an id is a name such as 'bus-wait', not {brief(id_)}")
    if not isinstance(ask, str) or not 0 < len(ask.strip()) <= LONGEST:
        raise InputError(f"a question is a text of at most {LONGEST} signs, not {brief(ask)}")
    question = Question(id_, ask.strip(), way)
    if id_ in _asked:  # the cell runs again: what waits for a guess below it still waits
        question.views, question.covered = _asked[id_].views, _asked[id_].covered
    _asked[id_] = question
    return question


def _find(id_: object) -> Question:
    """Return a question that was asked. Raises InputError."""
    if not isinstance(id_, str) or id_ not in _asked:
        raise InputError(
            f"{brief(id_)} was not asked yet: run the cell that asks it first, with shares, "
            "chance=True, number, choice or curve"
        )
    return _asked[id_]


class Covered:
    """Something that is shown as soon as there is a guess, there too where it stands already."""

    def __init__(self, question: Question, thing: Any) -> None:
        """Cover something."""
        self.question = question
        self.thing = thing
        self._handle: Any = None

    def __repr__(self) -> str:
        return repr(self.thing) if self.question.made else f"Your guess first: {self.question.ask}"

    def _bundle(self) -> dict[str, Any]:
        """Return what a notebook shows."""
        if not self.question.made:
            return {"text/plain": repr(self)}
        ipython: Any = sys.modules["IPython"]
        bundle: dict[str, Any] = ipython.get_ipython().display_formatter.format(self.thing)[0]
        return bundle

    def _ipython_display_(self) -> None:
        from IPython import display as ipython

        show: Any = ipython.display
        self._handle = show(self._bundle(), raw=True, display_id=True)
        if not self.question.made:
            self.question.covered.append(self)

    def refresh(self) -> None:
        """Show it where it stands."""
        if self._handle is not None:
            self._handle.update(self._bundle(), raw=True)

    def __enter__(self) -> None:
        self._printed = io.StringIO()
        self._catch = redirect_stdout(self._printed)
        self._catch.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._catch.__exit__(*error)
        if error[0] is None:
            self.thing = Printed(self._printed.getvalue().rstrip("\n"))
            if "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None:
                self._ipython_display_()
            else:
                print(repr(self))


class Printed(str):
    """What a cell has printed; it is shown as it was."""

    def __repr__(self) -> str:
        return str(self)


def after_guess(id: str, thing: Any = None) -> Covered:
    """Return something that is shown when the guess has been made, and not before.

    ``thing`` is anything a notebook shows. As ``with lk.after_guess(id):`` it covers what is
    printed. Raises InputError for a question that was not asked in this session.

    >>> import llamakit as lk
    >>> lk.predict("sun-rises", "Will the sun rise?", choice=["yes", "no"])
    Will the sun rise?
    >>> lk.after_guess("sun-rises", "It will.")
    Your guess first: Will the sun rise?
    >>> lk.predict("sun-rises", guess="yes")
    Will the sun rise? Your guess is kept: yes.
    >>> with lk.after_guess("sun-rises"):
    ...     print("It will.")
    It will.
    """
    return Covered(_find(id), thing)
