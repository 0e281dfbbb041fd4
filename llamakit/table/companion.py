"""The companion: exact odds and best play for a real box on the desk, set by clicking cards.

Imports the standard library and lower rooms; what can be set, and which position that is, says the
game's own part (``contract.Companion``). ``Companion`` is plain Python and takes messages as the
table does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llamakit.engine.display import heading, headline
from llamakit.engine.registry import find_game, make_rules
from llamakit.engine.state import InputError, View, items_of
from llamakit.table import words
from llamakit.table.draw import button, icon, said, text
from llamakit.table.explain import (
    Estimate,
    amount,
    best_actions,
    figures,
    looks_best,
    odds_html,
    rules_html,
)

if TYPE_CHECKING:
    from llamakit.table.widget import ScreenWidget


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
    ((3, L), 'hit (you discard): 43/54 ≈ 0.7963 …')
    """

    wait = 0

    def __init__(self, slug: str, **options: Any) -> None:
        """Lay out nothing yet. Raises InputError for an unknown game or a bad option."""
        game = find_game(slug)
        self.name = game.name
        self.rules = make_rules(game, 2, options)
        self._game = game.companion
        self.fields: dict[str, Field] = {
            field.name: field for field in self._game.fields(self.rules)
        }
        self.version = 0
        self._shows_rules = False
        self._estimate = Estimate()
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
            raise InputError(words.no_field(name, list(self.fields)))
        field = self.fields[name]
        if not field.values:
            return _number(field, given)
        asked = items_of([given] if isinstance(given, str) else given, field.most)
        if asked is None:
            raise InputError(words.not_a_list(field.title, field.values, given))
        texts = [str(value).lower() for value in field.values]
        try:
            wanted = [str(wish).lower() for wish in asked]
        except Exception:  # a foreign object may be broken anywhere
            raise InputError(words.not_possible(field.title, given)) from None
        for wish in wanted:
            if wish not in texts or wanted.count(wish) > field.limit(
                field.values[texts.index(wish)]
            ):
                raise InputError(words.not_possible(field.title, wish))
        if len(wanted) > field.most:
            raise InputError(words.at_most(field.title, field.most))
        return tuple(field.values[place] for place in sorted(map(texts.index, wanted)))

    # What happens: messages from the page.

    def receive(self, message: object) -> None:
        """Set, add or remove something, or start anew; anything else is ignored.

        Every click counts, also one on an older version: what adds up must not get lost.
        """
        if not isinstance(message, Mapping):
            return
        do, action = str(message.get("do")), str(message.get("action"))
        if do in ("add", "remove"):
            self._click(do, action)
        elif do == "set":
            self._type(str(message.get("key")), action)
        elif do == "clear":
            self._clear()
        elif do == "estimate":
            self._work_out()
        elif do == "rules":
            self._shows_rules = not self._shows_rules
        self._redraw()

    def _work_out(self) -> None:
        """Estimate what looks best in the position that is set."""
        with suppress(InputError):  # nothing to decide is set, and the page says what is missing
            self._estimate.ask(self.view)

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
        return self._game.position(self.rules, self.given)

    def _redraw(self) -> None:
        """Draw the fields and the odds, and say the most important of them."""
        try:
            view, hint = self.view, ""
        except InputError as error:
            view, hint = None, str(error)
        self.said = hint if view is None else self._spoken(view)
        answer = f'<p class="lk-note">{text(hint)}</p>' if view is None else self._answer(view)
        sections = "".join(map(self._field_html, self.fields.values()))
        tools = button("clear", "clear", words.CLEAR) + button(
            "rules",
            "rules",
            words.RULES,
            extra=f'role="switch" aria-checked="{str(self._shows_rules).lower()}"',
        )
        title = text(words.desk_title(self.rules.title))
        self.html = (
            f'<h3 data-key="status" data-region="{title}" tabindex="-1">{title}</h3>'
            f'<div class="lk-desk">{sections}</div>{answer}'
            f'<div class="lk-tools" data-group="tools">{tools}</div>'
        )
        self.version += 1

    def _answer(self, view: View) -> str:
        """Return the odds and best play of the position, and the rules if they are wanted."""
        _, what_next = heading(view)
        title = what_next[:1].upper() + what_next[1:]
        rules = rules_html(self.name, view) if self._shows_rules else ""
        odds = odds_html(self.name, view, self._estimate.of(view))
        return f"<h4>{text(title)}</h4>{odds}{rules}"

    def _spoken(self, view: View) -> str:
        """Return the best action, or else the first figure."""
        label = find_game(self.name).words.label
        best = [label(action, view) for action in best_actions(self.name, view)]
        if best:
            return words.best_play(best)
        likely = [label(action, view) for action in looks_best(self._estimate.of(view))]
        if likely:
            return words.likely_best(likely)
        for figure in figures(self.name, view):
            return words.and_more(figure.name, amount(figure.value))
        return headline(view)

    def _field_html(self, field: Field) -> str:
        """Return a field: what is set, to click away, and what can be clicked."""
        if not field.values:
            return self._number_html(field)
        adds = "".join(self._pick(field, place) for place in range(len(field.values)))
        group = f'class="lk-cards" data-group="{field.name}" role="group"'
        name = text(field.title)
        return (
            f'<section class="lk-field"><h4>{name}</h4>{self._held_html(field)}'
            f'<div {group} aria-label="{text(words.to_set(field.title))}">{adds}</div></section>'
        )

    def _held_html(self, field: Field) -> str:
        """Return what is set in a field of several values: a click takes it away."""
        if field.most == 1:
            return ""
        removes = ""
        for number, value in enumerate(self.given[field.name]):
            label, place = words.take_away(field.named(value)), field.values.index(value)
            removes += button(
                "remove",
                f"{field.name} held {number}",
                _face(field, value),
                action=f"{field.name} {place}",
                extra=f'class="lk-pick" aria-label="{text(label)}" title="{text(label)}"',
            )
        if not removes:
            return f'<p class="lk-none">{words.NONE_YET}</p>'
        group = f'class="lk-cards lk-held" data-group="{field.name} held" role="group"'
        return f'<div {group} aria-label="{text(words.to_take_away(field.title))}">{removes}</div>'

    def _pick(self, field: Field, place: int) -> str:
        """Return a button that adds a value, or chooses it where there is one only."""
        value = field.values[place]
        chosen = value in self.given[field.name]
        state = f'aria-pressed="{str(chosen).lower()}" ' if field.most == 1 else ""
        if not self._has_room(field, value):
            state += "disabled "
        named = field.named(value)
        label = text(named if field.most == 1 else words.add(named))
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
        lines = [words.desk_title(self.rules.title)]
        for name, field in self.fields.items():
            held = self.given[name]
            shown = ", ".join(map(field.named, held)) if field.values else str(held)
            lines.append(f"  {field.title}: {shown or '-'}")
        try:
            found = figures(self.name, self.view)
        except InputError:
            found = ()
        lines += [f"  {figure.name}: {amount(figure.value)} {figure.unit}" for figure in found]
        plain = "\n".join(lines)
        return {
            "text/plain": plain,
            "text/html": f'<div class="llamakit-still"><pre>{text(plain)}</pre></div>',
        }

    def __repr__(self) -> str:
        return words.run_to_use(self.name)


def _face(field: Field, value: Any) -> str:
    """Return what a value looks like on a button: its drawing, or its name."""
    if field.drawn is None:
        return text(field.named(value))
    drawing, size = field.drawn(value)
    return icon(drawing, size) + said(field.named(value))


def _number(field: Field, given: Any) -> int:
    """Return a number a field may be set to. Raises InputError."""
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= field.most:
        raise InputError(words.not_a_number(field.title, field.most, given))
    return given


def companion(game: str, **options: Any) -> ScreenWidget:
    """Return a widget for a real box: click what lies on the desk, read the exact odds.

    ``options`` are the game's own, such as ``dice`` of L.L.A.M.A. Dice. Where best play is solved,
    the best action is marked, with what each other one costs. Raises InputError for an unknown game
    or a bad option.

    >>> companion("llama-dice")
    A companion for llama-dice: run this cell to use it.
    """
    from llamakit.table.widget import ScreenWidget

    return ScreenWidget(Companion(game, **options))
