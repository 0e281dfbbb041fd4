"""The companion: exact odds and best play for a real box on the desk, set by clicking cards.

Imports the standard library and ``core``; a game's own ``companion.py`` when asked for: what
the game is called (``TITLE``), what can be set (``fields``) and which position that is
(``position``). ``Companion`` is plain Python and takes messages as the table does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from llamakit.core.draw import CARD, button, card, icon, said, text
from llamakit.core.explain import amount, best_actions, figures, odds_html, rules_html
from llamakit.core.game import game_module, make_rules
from llamakit.core.state import InputError, View
from llamakit.core.widget import widget
from llamakit.core.words import card_list

#: How the odds speak of the two at the desk.
NAMES = ("you", "the next player")


@dataclass(frozen=True)
class Field:
    """Something to set: cards or faces to click, one of some words, or a number.

    ``values`` are what can be clicked, and ``most`` how many of them may be set at once; of a
    field with one value, a click replaces it. ``copies`` says how many there are of a value, if not
    ``most``. Without values the field is a number up to ``most``. ``start`` is set at first.
    ``named`` gives a value's name and ``drawn`` its drawing and the size of that, if it has one.
    """

    name: str
    title: str
    values: tuple[Any, ...] = ()
    most: int = 1
    copies: Mapping[Any, int] | None = None
    start: Any = ()
    named: Callable[[Any], str] = str
    drawn: Callable[[Any], tuple[str, tuple[int, int]]] | None = None

    def limit(self, value: Any) -> int:
        """Return how many of a value may be set."""
        return self.most if self.copies is None else self.copies[value]


def card_field(
    name: str,
    title: str,
    copies: Mapping[Any, int],
    most: int = 60,
    start: tuple[Any, ...] = (),
    named: Callable[[Any], str] = lambda value: card_list((value,)),
    drawing: Callable[[Any], str] = card,
) -> Field:
    """Return a field of cards, so many copies of each at most."""
    values = tuple(copies)
    return Field(name, title, values, most, copies, start, named, lambda v: (drawing(v), CARD))


def cards_left(deck: Mapping[Any, int], seen: Mapping[Any, int], hidden: int) -> int:
    """Return how many cards the draw pile has. Raises InputError if the deck has too few.

    ``seen`` counts the cards that lie open or are in one's own hand; ``hidden`` is the size of the
    other hand.

    >>> cards_left({1: 8, 2: 8}, {1: 3}, 6)
    7
    """
    for value, copies in seen.items():
        if copies > deck[value]:
            raise InputError(f"{copies} times {card_list((value,))}: the deck has {deck[value]}.")
    left = sum(deck.values()) - sum(seen.values()) - hidden
    if left < 0:
        raise InputError("That is more cards than the deck has.")
    return left


def yes_or_no(name: str, title: str) -> Field:
    """Return a field that is "no" until it is set to "yes".

    >>> yes_or_no("alone", "Have all others quit?").values
    ('no', 'yes')
    """
    return Field(name, title, ("no", "yes"), start=("no",))


class Companion:
    """Odds for a real box: ``given`` holds what has been set, by the names of the fields.

    Of clickable fields these are tuples of values in order, of others numbers. ``html``, ``said``,
    ``wait`` and ``version`` are what a widget shows.

    >>> companion = Companion("llama-dice")
    >>> companion.set(row=["3", "L"])
    >>> companion.given["row"], companion.said
    ((3, L), 'hit: 43/54 ≈ 0.7963 …')
    """

    wait = 0

    def __init__(self, slug: str, **options: Any) -> None:
        """Lay out nothing yet. Raises InputError for an unknown game or a bad option."""
        self.slug = slug
        self.rules = make_rules(slug, 2, options)
        self._game = game_module(slug, "companion")
        self.fields: dict[str, Field] = {
            field.name: field for field in self._game.fields(self.rules)
        }
        self.version = 0
        self._shows_rules = False
        self._clear()
        self._redraw()

    def _clear(self) -> None:
        self.given: dict[str, Any] = {name: field.start for name, field in self.fields.items()}

    def set(self, **given: Any) -> None:
        """Set fields by name, as clicks would. Raises InputError for what cannot be set."""
        checked = {name: self._checked(name, values) for name, values in given.items()}
        self.given |= checked
        self._redraw()

    def _checked(self, name: str, given: Any) -> Any:
        """Return what a field may be set to, in order. Raises InputError."""
        if name not in self.fields:
            raise InputError(f"no field {name!r}: there are {', '.join(self.fields)}")
        field = self.fields[name]
        if not field.values:
            return _number(field, given)
        texts = [str(value).lower() for value in field.values]
        wanted = [str(one).lower() for one in ([given] if isinstance(given, str) else given)]
        for one in wanted:
            if one not in texts or wanted.count(one) > field.limit(field.values[texts.index(one)]):
                raise InputError(f"{field.title}: {one!r} is not possible, or not as often")
        if len(wanted) > field.most:
            raise InputError(f"{field.title}: at most {field.most}")
        return tuple(field.values[place] for place in sorted(map(texts.index, wanted)))

    # What happens: messages from the page.

    def receive(self, message: object) -> None:
        """Set, add or remove something, or start anew; anything else is ignored."""
        if not isinstance(message, Mapping) or message.get("version") != self.version:
            return
        do, action = str(message.get("do")), str(message.get("action"))
        if do in ("add", "remove"):
            self._click(do, action)
        elif do == "set":
            self._type(str(message.get("key")), action)
        elif do == "clear":
            self._clear()
        elif do == "rules":
            self._shows_rules = not self._shows_rules
        self._redraw()

    def _click(self, do: str, action: str) -> None:
        """Add a value to a field, or remove it; an impossible click changes nothing."""
        name, _, place = action.partition(" ")
        field = self.fields.get(name)
        if field is None or not place.isdecimal() or int(place[:4]) >= len(field.values):
            return
        value, held = field.values[int(place[:4])], list(self.given[name])
        if do == "remove" and value in held:
            held.remove(value)
        elif do == "add" and self._has_room(field, value):
            held = [value] if field.most == 1 else [*held, value]
        self.given[name] = tuple(sorted(held, key=field.values.index))

    def _type(self, name: str, typed: str) -> None:
        """Set a number that was typed; what is none changes nothing."""
        if name in self.fields and not self.fields[name].values and typed.isdecimal():
            self.given[name] = min(int(typed[:4]), self.fields[name].most)

    def _has_room(self, field: Field, value: Any) -> bool:
        """Whether one more of a value may be set."""
        held = self.given[field.name]
        return field.most == 1 or (
            len(held) < field.most and held.count(value) < field.limit(value)
        )

    # What is shown.

    @property
    def view(self) -> View:
        """The position that is set. Raises InputError, saying what is missing or wrong."""
        view: View = self._game.position(self.rules, self.given)
        return view

    def _redraw(self) -> None:
        """Draw the fields and the odds, and say the most important of them."""
        try:
            view, hint = self.view, ""
        except InputError as error:
            view, hint = None, str(error)
        self.said = hint if view is None else self._spoken(view)
        answer = f'<p class="lk-note">{text(hint)}</p>' if view is None else self._answer(view)
        sections = "".join(map(self._field_html, self.fields.values()))
        tools = button("clear", "clear", "Clear all") + button(
            "rules",
            "rules",
            "Rules now",
            extra=f'role="switch" aria-checked="{str(self._shows_rules).lower()}"',
        )
        self.html = (
            f'<h3 data-key="status" tabindex="-1">{self._game.TITLE}: the box on your desk</h3>'
            f'<div class="lk-desk">{sections}</div>{answer}'
            f'<div class="lk-tools" data-group="tools">{tools}</div>'
        )
        self.version += 1

    def _answer(self, view: View) -> str:
        """Return the odds and best play of the position, and the rules if they are wanted."""
        title = str(view).splitlines()[0].partition(": ")[2]
        title = title[:1].upper() + title[1:]
        rules = rules_html(self.slug, view) if self._shows_rules else ""
        return f"<h4>{text(title)}</h4>{odds_html(self.slug, view)}{rules}"

    def _spoken(self, view: View) -> str:
        """Return the best action, or else the first figure."""
        label = game_module(self.slug, "words").label
        best = [label(action, view) for action in best_actions(self.slug, view)]
        if best:
            return f"Best play: {' or '.join(best)}."
        for figure in figures(self.slug, view):
            return f"{figure.name}: {amount(figure.value)} …"
        return str(view).splitlines()[0]

    def _field_html(self, field: Field) -> str:
        """Return a field: what is set, to click away, and what can be clicked."""
        if not field.values:
            return self._number_html(field)
        adds = "".join(self._pick(field, place) for place in range(len(field.values)))
        group = f'class="lk-cards" data-group="{field.name}" role="group"'
        name = text(field.title)
        return (
            f'<section class="lk-field"><h4>{name}</h4>{self._held_html(field)}'
            f'<div {group} aria-label="{name}: set">{adds}</div></section>'
        )

    def _held_html(self, field: Field) -> str:
        """Return what is set in a field of several values: a click takes it away."""
        if field.most == 1:
            return ""
        removes = ""
        for number, value in enumerate(self.given[field.name]):
            label, place = f"Take away {field.named(value)}", field.values.index(value)
            removes += button(
                "remove",
                f"{field.name} held {number}",
                _face(field, value),
                action=f"{field.name} {place}",
                extra=f'class="lk-pick" aria-label="{text(label)}" title="{text(label)}"',
            )
        if not removes:
            return '<p class="lk-none">none yet</p>'
        group = f'class="lk-cards lk-held" data-group="{field.name} held" role="group"'
        return f'<div {group} aria-label="{text(field.title)}: take away">{removes}</div>'

    def _pick(self, field: Field, place: int) -> str:
        """Return a button that adds a value, or chooses it where there is one only."""
        value = field.values[place]
        chosen = value in self.given[field.name]
        state = f'aria-pressed="{str(chosen).lower()}" ' if field.most == 1 else ""
        if not self._has_room(field, value):
            state += "disabled "
        verb = "" if field.most == 1 else "Add "
        label = text(f"{verb}{field.named(value)}")
        kind = "lk-small" if field.drawn else "lk-word"
        return button(
            "add",
            f"{field.name} add {place}",
            _face(field, value),
            action=f"{field.name} {place}",
            extra=f'{state}class="{kind}" aria-label="{label}" title="{label}"',
        )

    def _number_html(self, field: Field) -> str:
        """Return a field with a number to type."""
        return (
            f'<section class="lk-field"><label>{text(field.title)} <input type="number" min="0" '
            f'max="{field.most}" value="{self.given[field.name]}" data-do="set" '
            f'data-key="{field.name}"></label></section>'
        )

    def still(self) -> dict[str, Any]:
        """Return the text that stays in a saved notebook: what was set, and the odds."""
        lines = [f"{self._game.TITLE}: the box on your desk"]
        for name, field in self.fields.items():
            held = self.given[name]
            shown = ", ".join(map(field.named, held)) if field.values else str(held)
            lines.append(f"  {field.title}: {shown or '-'}")
        try:
            found = figures(self.slug, self.view)
        except InputError:
            found = ()
        lines += [f"  {one.name}: {amount(one.value)} {one.unit}" for one in found]
        told = "\n".join(lines)
        return {
            "text/plain": told,
            "text/html": f'<div class="llamakit-still"><pre>{text(told)}</pre></div>',
        }

    def __repr__(self) -> str:
        return f"A companion for {self.slug}: run this cell to use it."


def _face(field: Field, value: Any) -> str:
    """Return what a value looks like on a button: its drawing, or its name."""
    if field.drawn is None:
        return text(field.named(value))
    drawing, size = field.drawn(value)
    return icon(drawing, size) + said(field.named(value))


def _number(field: Field, given: Any) -> int:
    """Return a number a field may be set to. Raises InputError."""
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= field.most:
        raise InputError(f"{field.title}: a whole number from 0 to {field.most}, not {given!r}")
    return given


def companion(slug: str, **options: Any) -> Any:
    """Return a widget for a real box: click what lies on the desk, read the exact odds.

    ``options`` are the game's own, such as ``dice`` of L.L.A.M.A. Dice. Where best play is solved,
    the best action is marked, with what each other one costs. Raises InputError for an unknown game
    or a bad option.

    >>> companion("llama-dice")
    A companion for llama-dice: run this cell to use it.
    """
    return widget(Companion(slug, **options))
