"""What you know shrinks what can be: P(A | B) as what is left when the rest is struck out.

Imports the standard library, lower rooms, L.L.A.M.A. and L.L.A.M.A. Dice only. There are two
*scenes*: three dice of which something is seen, and the hand of somebody who drew a card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, ClassVar

from llamakit.engine.game import checked_name
from llamakit.engine.state import InputError, one_of, whole_number
from llamakit.exact.drawing import hypergeometric
from llamakit.exact.figures import exact
from llamakit.explorers import cube
from llamakit.explorers.cube import EVENTS, Cube, Event
from llamakit.explorers.explorer import (
    Explorer,
    Guess,
    card_toggles,
    chance,
    fraction,
    percent,
    switch,
)
from llamakit.explorers.plot import picture
from llamakit.explorers.square import ASKED, HEIGHT, WIDTH, Quarters, square
from llamakit.games.cards import LLAMA, VALUES, cards
from llamakit.games.cards import card as make_card
from llamakit.games.drawings import HUES, card
from llamakit.games.llama.odds import DECK, MOST_HELD
from llamakit.games.llama.rules import fitting
from llamakit.games.llama_dice.alone import WAYS
from llamakit.games.llama_dice.odds import checked_position, roll_events
from llamakit.games.words import card_list, number_of
from llamakit.table.draw import CARD, button, icon, place, said, table, text

#: How what is asked for is drawn: in the square's hue, with the mark of a hit.
_ASKED = Event("", ASKED, EVENTS["hit"].mark)


class Scene(ABC):
    """What is asked (A), what is known (B), and how likely they are together.

    ``width`` and ``height`` are those of its picture; ``total`` is how many outcomes there are
    where they are equally likely and few.
    """

    width: ClassVar[int]
    height: ClassVar[int]
    total: ClassVar[int | None] = None

    @property
    @abstractmethod
    def names(self) -> tuple[str, str]:
        """What A and B are called."""

    @property
    @abstractmethod
    def quarters(self) -> Quarters:
        """The four probabilities of A and B."""

    @abstractmethod
    def question(self) -> str:
        """Return what is to be guessed."""

    @abstractmethod
    def act(self, do: str, action: str) -> bool:
        """Do what a click asks; return whether something else is asked or known now."""

    @abstractmethod
    def controls(self) -> str:
        """Return what can be clicked, as HTML."""

    @abstractmethod
    def drawing(self, known: bool, shown: bool) -> str:
        """Return the picture; what is known may be struck out, once the truth is shown."""

    @abstractmethod
    def argument(self) -> Iterator[str]:
        """Yield the steps to P(A | B), each in a sentence."""

    @property
    @abstractmethod
    def state(self) -> dict[str, Any]:
        """What is set."""


class Given(Explorer):
    """What is likely, given what is known.

    >>> given = Given({"about": "dice"})
    >>> given.receive({"do": "show"})
    >>> given.summary()
    'P(a hit) = 29/54 ≈ 53.7 %. P(a hit | a llama) = 35/76 ≈ 46.1 %.'
    """

    title = "What you know, and what is left"

    def begin(
        self,
        about: str = "dice",
        row: Iterable[object] = (2, 5),
        llama_row: Iterable[object] = (1, 3, "L"),
        dice: Any = None,
        event: str = "hit",
        known: str = "llama",
        hand: Iterable[object] = (1, 2, 3, 3, 5, "L"),
        top: object = 4,
        cards: int = 6,
        value: object = "L",
        seen: Iterable[object] = (),
        who: str = "Ben",
    ) -> None:
        """Set a scene, "dice" or "hand".

        Dice: ``row``, ``llama_row`` and ``dice`` as for the roll; ``event`` is asked for, ``known``
        is seen. Hand: your own ``hand``, the ``top`` of the discard pile and what else was ``seen``
        in it, how many ``cards`` the one had ``who`` drew, and the ``value`` asked for.
        """
        self.scenes: dict[str, Scene] = {
            "dice": Dice(row, llama_row, dice, event, known),
            "hand": Hand(hand, top, cards, value, seen, who),
        }
        self.about = one_of("about", about, tuple(self.scenes))
        self.known = True
        self.guess = Guess(range(101), lambda share: f"{share}\u00a0%")
        self._ask()

    @property
    def scene(self) -> Scene:
        """The scene that is set."""
        return self.scenes[self.about]

    def _ask(self) -> None:
        """Ask about what is set now."""
        self.asked = self.scene.names, self.scene.quarters

    @property
    def state(self) -> dict[str, Any]:
        """The scene and what is set there, the guess (in per cent), P(A) and P(A | B)."""
        quarters = self.scene.quarters
        return {
            "about": self.about,
            **self.scene.state,
            "guess": self.guess.value,
            "before": quarters.a,
            "after": quarters.a_given_b,
        }

    def act(self, do: str, action: str) -> str | None:
        """Change the scene, what is asked or known, or look back at what was before."""
        if do == "scene" and action in self.scenes and action != self.about:
            self.about = action
            self.guess.again()
            self._ask()
        elif do == "again":
            self._ask()
        elif do == "known" and self.guess.shown:
            self.known = not self.known
        elif self.scene.act(do, action):
            self.guess.value = None
            self._ask()
        return None

    # What is shown.

    def summary(self) -> str:
        """Return P(A) and P(A | B); before the guess, only what is asked."""
        if not self.guess.shown:
            return self.scene.question()
        (asked, condition), quarters = self.scene.names, self.scene.quarters
        return (
            f"P({asked}) = {chance(quarters.a)}. "
            f"P({asked} | {condition}) = {chance(quarters.a_given_b)}."
        )

    def body(self) -> str:
        """Return the scene, and beside it the question, or the square."""
        shown, scene = self.guess.shown, self.scene
        tabs = "".join(
            button(
                "scene",
                f"scene {name}",
                title,
                action=name,
                extra=f'aria-pressed="{str(name == self.about).lower()}"',
            )
            for name, title in (("dice", "Three dice"), ("hand", "A hidden hand"))
        )
        drawn = picture(
            scene.drawing(self.known, shown), scene.width, scene.height, "scene", self.summary()
        )
        right = self._answer() if shown else self.guess.html(scene.question())
        return (
            f'<div class="lk-tabs" data-key="tabs" data-group="scenes">{tabs}</div>'
            f'<div data-key="{self.about}">{scene.controls()}'
            f'<div class="lk-beside"><div class="lk-figure">{drawn}</div>'
            f'<div class="lk-words" data-key="{"truth" if shown else "asked"}">{right}</div></div>'
            f"{self._why() if shown else ''}</div>"
        )

    def _answer(self) -> str:
        """Return the guess beside the truth, the switch to look back, and the square."""
        (asked, condition), quarters = self.asked
        scene = self.scene
        drawn = square(scene.quarters, self.known, scene.total, scene.names)
        says = f"A square: {self._areas()}"
        see = switch("known", "Strike out what cannot be", self.known)
        return (
            f'<p class="lk-verdict">{text(asked)[:1].upper()}{text(asked)[1:]}, given '
            f"{text(condition)}: <b>{chance(quarters.a_given_b)}</b>.{self.guess.told()}</p>"
            f'<div class="lk-switches" data-home>{see}</div>'
            f"{picture(drawn, WIDTH, HEIGHT, 'square', says)}"
        )

    def _areas(self) -> str:
        """Say how large the areas of the square are."""
        (asked, condition), quarters = self.scene.names, self.scene.quarters
        both, rest = percent(quarters.a_given_b), percent(quarters.b)
        if self.known:
            return f"all of it is {condition}, {both} of it {asked}."
        return f"{rest} of it is {condition}, and {both} of that {asked}."

    def _why(self) -> str:
        """Return the steps, the definition, and the other way round."""
        (asked, condition), quarters = self.scene.names, self.scene.quarters
        lines = "".join(f"<p>{line}</p>" for line in self.scene.argument())
        rows = "".join(
            f'<tr><th scope="row">{text(name)}</th><td>{chance(p)}</td></tr>'
            for name, p in (
                (f"P({asked})", quarters.a),
                (f"P({asked} | {condition})", quarters.a_given_b),
                (f"P({condition} | {asked})", quarters.b_given_a),
            )
            if p is not None
        )
        turned = table("lk-worth", rows, caption="Before, after, and the other way round")
        return (
            '<div class="lk-rolls" data-key="why"><section class="lk-words lk-working">'
            f"<h4>Why?</h4>{lines}<p>{self._compared()}</p></section>"
            f'<div class="lk-words">{turned}</div></div>'
        )

    def _compared(self) -> str:
        """Say what knowing has changed."""
        quarters = self.scene.quarters
        if quarters.a_given_b == quarters.a:
            return "Knowing this changes nothing: the two are <b>independent</b>."
        more = "more" if quarters.a_given_b > quarters.a else "less"
        return f"Knowing this, it is <b>{more}</b> likely than before."

    def picture(self) -> tuple[str, int, int]:
        """Return the scene's picture."""
        scene = self.scene
        drawn = place(scene.drawing(self.known, self.guess.shown), 20, 20)
        return drawn, scene.width + 40, scene.height + 40


#: What may be asked or known of a roll, beside its event: how it is called.
_SEEN = {
    "hit": "a hit",
    "take": "a take",
    "drama": "drama",
    "llamas": "three llamas",
    "llama": "a llama",
    "no llama": "no llama",
    "first llama": "a llama on die A",
}


class Dice(Scene):
    """Three dice: what was rolled, given what is seen of it."""

    width, height, total = cube.WIDTH, cube.HEIGHT, WAYS

    def __init__(self, row: Any, llama_row: Any, dice: Any, event: str, known: str) -> None:
        """Sort the rolls. Raises InputError for what cannot be asked or known."""
        self.row, self.llama_row, self.dice = checked_position(row, llama_row, dice)
        self.event = one_of("event", event, tuple(_SEEN))
        events = roll_events(self.row, self.llama_row, dice=self.dice)
        self.rolls = list(product(*self.dice))
        self.facts = [self._facts(roll, events[roll]) for roll in self.rolls]
        self.known = one_of("known", known, tuple(_SEEN))
        if not self._number(self.known):
            raise InputError(f"known: {_SEEN[self.known]} cannot come with these dice and cards")

    @staticmethod
    def _facts(roll: Sequence[int], event: str) -> set[str]:
        """Return what is true of a roll."""
        found = {event, "llama" if LLAMA in roll else "no llama"}
        return found | ({"first llama"} if roll[0] is LLAMA else set())

    def _number(self, *facts: str) -> int:
        """Return of how many rolls all of the facts are true."""
        return sum(set(facts) <= true for true in self.facts)

    @property
    def names(self) -> tuple[str, str]:
        """What A and B are called."""
        return _SEEN[self.event], _SEEN[self.known]

    @property
    def quarters(self) -> Quarters:
        """The four probabilities, counted."""
        both = self._number(self.event, self.known)
        only_a, only_b = self._number(self.event) - both, self._number(self.known) - both
        numbers = (both, only_a, only_b, WAYS - both - only_a - only_b)
        return Quarters(*(Fraction(number, WAYS) for number in numbers))

    @property
    def state(self) -> dict[str, Any]:
        """What is set."""
        return {
            "row": self.row,
            "llama_row": self.llama_row,
            "event": self.event,
            "known": self.known,
        }

    def question(self) -> str:
        """Return what is to be guessed."""
        asked, condition = self.names
        are, is_ = ("are" if name.endswith("s") else "is" for name in (condition, asked))
        return (
            f"You roll, and peek at the dice. All you see is that there {are} {condition}. How "
            f"likely {is_} {asked}?"
        )

    def act(self, do: str, action: str) -> bool:
        """Ask for something else, or know something else."""
        if do == "event" and action in _SEEN:
            self.event = action
        elif do == "condition" and action in _SEEN and self._number(action):
            self.known = action
        else:
            return False
        return True

    def controls(self) -> str:
        """Return what can be asked for, and what can be known."""
        rows = _shown("Your row", self.row) + _shown("Llama row", self.llama_row)
        return (
            f'<div class="lk-choosing">{rows}</div>'
            f'<div class="lk-choosing">{self._choices("event", "How likely is", self.event)}'
            f"{self._choices('condition', 'You know there is', self.known)}</div>"
        )

    def _choices(self, do: str, title: str, chosen: str) -> str:
        """Return a button for each fact."""
        made = []
        for fact, name in _SEEN.items():
            state = f'aria-pressed="{str(fact == chosen).lower()}"'
            off = "" if do == "event" or self._number(fact) else " disabled"
            made.append(button(do, f"{do} {fact}", name, action=fact, extra=state + off))
        return (
            f'<section><h4>{title}</h4><div class="lk-choose" data-group="{do}" role="group" '
            f'aria-label="{title}">{"".join(made)}</div></section>'
        )

    def drawing(self, known: bool, shown: bool) -> str:
        """Return the cube; the faces with a llama come last, and before them those of the row."""
        drawn = Cube(self.dice, lambda _, face: (face is LLAMA, face in self.row, face))

        def cell(number: int) -> tuple[str, str]:
            true = self.facts[number]
            gone = known and shown and self.known not in true
            return cube.cell(_ASKED if self.event in true else None), "lk-out" if gone else ""

        return drawn.labels() + drawn.cells(cell)

    def argument(self) -> Iterator[str]:
        """Yield how the rolls that are left are counted."""
        asked, condition = self.names
        left, both = self._number(self.known), self._number(self.event, self.known)
        share = fraction(Fraction(both, left))
        yield f"{left} of {WAYS} rolls are with {condition}; {WAYS - left} are struck out."
        yield f"Of the {left} left, {both} are with {asked}: {both}/{left} = <b>{share}</b>."
        yield (
            f"P(A | B) = P(A and B) / P(B) = {both}/{WAYS} : {left}/{WAYS}. The {left} rolls that "
            "are left are the new whole."
        )


class Hand(Scene):
    """A hand of L.L.A.M.A. that cannot play on the top card, since its owner drew."""

    width, height = 300, 216

    def __init__(
        self, hand: Any, top: object, number: object, value: object, seen: Any, who: str
    ) -> None:
        """Lay out what is seen. Raises InputError for cards there are not."""
        self.hand, self.top, self.seen = cards(hand), make_card(top), cards(seen)
        self.value, self.who = make_card(value), checked_name(who, ())
        self.number = whole_number("cards", number, 1, MOST_HELD)
        self._count()

    def _count(self) -> None:
        """Count the cards that nobody has seen."""
        seen = Counter((*self.hand, self.top, *self.seen))
        for value, copies in seen.items():
            if copies > DECK[value]:
                raise InputError(f"{copies} cards of value {value} seen: the box has {DECK[value]}")
        self.unseen = {value: copies - seen[value] for value, copies in DECK.items()}
        self.left = {value: n for value, n in self.unseen.items() if value not in self.fits}
        if self.number > sum(self.left.values()):
            raise InputError("not enough cards are left that do not fit the top")

    @property
    def fits(self) -> tuple[int, int]:
        """The two values that could have been played."""
        return fitting(self.top)

    @property
    def names(self) -> tuple[str, str]:
        """What A and B are called."""
        name = "llama" if self.value is LLAMA else self.value
        return f"a {name} in the hand", "the draw"

    @property
    def quarters(self) -> Quarters:
        """The four probabilities: none of some values among the cards that nobody has seen."""
        none = self._none(self.value)
        drew, drew_without = self._none(*self.fits), self._none(self.value, *self.fits)
        both = drew - drew_without
        return Quarters(both, 1 - none - both, drew_without, none - drew_without)

    def _none(self, *values: int) -> Fraction:
        """Return the probability that the hidden hand has no card of some values."""
        marked = sum(self.unseen[value] for value in {*values})
        return exact(hypergeometric(sum(self.unseen.values()), marked, self.number).p(0))

    @property
    def state(self) -> dict[str, Any]:
        """What is set."""
        return {
            "hand": self.hand,
            "top": self.top,
            "cards": self.number,
            "value": self.value,
            "seen": self.seen,
            "who": self.who,
        }

    def question(self) -> str:
        """Return what is to be guessed."""
        asked, _ = self.names
        fitting, other = (card_list((value,)) for value in self.fits)
        had = number_of(self.number, "card")
        return (
            f"On top: {card_list((self.top,))}. {self.who} had {had}, and drew. "
            f"Suppose {self.who} plays whenever a card fits. Then no {fitting} and no {other} was "
            f"there. How likely is {asked}?"
        )

    def act(self, do: str, action: str) -> bool:
        """Set the top card, the value asked for, or how many cards the hidden hand had."""
        if do in ("top", "value") and action in map(str, VALUES):
            return self._set(do, next(value for value in VALUES if str(value) == action))
        if do == "cards" and action.isdecimal() and 1 <= int(action) <= MOST_HELD:
            return self._set("number", int(action))
        return False

    def _set(self, name: str, value: int) -> bool:
        """Set something; what there are not enough cards for changes nothing."""
        before = getattr(self, name)
        setattr(self, name, value)
        try:
            self._count()
        except InputError:
            setattr(self, name, before)
            self._count()
            return False
        return True

    def controls(self) -> str:
        """Return the top card, the value asked for, the number of cards, and your own hand."""
        numbers = "".join(
            button(
                "cards",
                f"cards {number}",
                str(number),
                action=number,
                extra=f'aria-pressed="{str(number == self.number).lower()}" '
                f'aria-label="{number_of(number, "card")}"',
            )
            for number in range(1, MOST_HELD + 1)
        )
        who = text(self.who)
        return (
            f'<div class="lk-desk">{card_toggles("top", "On top of the pile", (self.top,))}'
            f"{card_toggles('value', f'Did {who} have', (self.value,))}</div>"
            f'<div class="lk-desk"><section><h4>Cards of {who}</h4><div class="lk-choose" '
            f'data-group="cards" role="group" aria-label="Cards of {who}">{numbers}</div></section>'
            f"{_shown('Your hand', self.hand)}</div>"
        )

    def drawing(self, known: bool, shown: bool) -> str:
        """Return the unseen cards as coins; those that cannot have been there may be struck out."""
        drawn = []
        for line, value in enumerate(VALUES):
            y = 20 + 29 * line
            drawn.append(place(card(value), 2, y - 13, 0.42))
            hue = f'fill="{HUES[value]}"' if value == self.value else 'fill-opacity=".2"'
            gone = "lk-out" if known and shown and value in self.fits else ""
            for number in range(DECK[value]):
                here = int(number < self.unseen[value])
                drawn.append(
                    f'<g class="lk-coin {gone}" style="transform:translate({50 + 31 * number}px,'
                    f'{y}px)" opacity="{here}"><circle r="12" {hue}/></g>'
                )
        return f'<g fill="currentColor">{"".join(drawn)}</g>'

    def argument(self) -> Iterator[str]:
        """Yield how the hands that are left are counted."""
        total, left = sum(self.unseen.values()), sum(self.left.values())
        mine = self.left.get(self.value, 0)
        n, name = self.number, card_list((self.value,))
        yield f"{total} cards are unseen. {total - left} of them fit: struck out. {left} are left."
        if not mine:
            yield f"A {name} would have fitted. So there was none."
            return
        none = Fraction(comb(left - mine, n), comb(left, n))
        yield (
            f"{mine} of the {left} are {name}s. No {name} was there with probability "
            f"C({left - mine}, {n}) / C({left}, {n}) = {chance(none)}, and at least one with "
            f"<b>{chance(1 - none)}</b>."
        )
        who = text(self.who)
        yield f"This is true only if {who} plays whenever a card fits, and never draws to hide one."


def _shown(title: str, held: Sequence[int]) -> str:
    """Return cards that lie there, with a title."""
    drawn = "".join(icon(card(value), CARD) for value in held)
    return (
        f'<section><h4>{title}</h4><p class="lk-faces" aria-hidden="true">{drawn}</p>'
        f"{said(card_list(held))}</section>"
    )
