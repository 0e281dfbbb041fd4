"""The rules as clauses, each with a number that the tests name: read from each game's rules.md.

Imports the standard library and the registry. Before its clauses a game says whose it is, and which
of the clauses that several games have in common (``rules.md`` of the room) are its own, too::

    # The game
    What it is about.
    - **By:** the designer (the publisher)
    - **Common clauses:** G1, G8

A clause is written so::

    ## D3 · The dice
    What it says, in paragraphs.
    - **Ruling:** what the rulebook leaves open, and what we play.
    - **Default:** ...
    - **Alternatives:** ... (option `dice`), or none
    - **Example D-E1:** a worked example.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from llamakit.engine.registry import SHARED, find_game

#: Where a labelled part of a section begins.
_LABEL = re.compile(r"^- \*\*(.+?):\*\*", re.MULTILINE)


class Example(NamedTuple):
    """A worked example of the rules: its number, such as "D-E1", and what happens in it."""

    id: str
    text: str


@dataclass(frozen=True, repr=False)
class Clause:
    """One rule: its number, its title and what it says.

    ``ruling`` says what the rulebook leaves open and what is played here, with the ``default`` and
    the ``alternatives``; all three are empty where the rulebook is clear.
    """

    id: str
    title: str
    text: str
    ruling: str = ""
    default: str = ""
    alternatives: str = ""
    examples: tuple[Example, ...] = ()

    @property
    def heading(self) -> str:
        """The number and the title.

        >>> Clause("D3", "The dice", "").heading
        'D3 · The dice'
        """
        return f"{self.id} · {self.title}"

    def __repr__(self) -> str:
        return f"<Clause {self.heading}>"


class Rulings(tuple[Clause, ...]):
    """Clauses with a ruling, shown one below the other: so they can be read on a phone, too.

    ``credit`` says whose game it is.
    """

    credit = ""

    def __repr__(self) -> str:
        return "\n\n".join(filter(None, [self.credit, *map(_as_text, self)]))

    def _repr_html_(self) -> str:
        """Return a list with a heading and three lines for each ruling."""
        credit = f"<p>{escape(self.credit)}</p>" if self.credit else ""
        return f"{credit}<ul>{''.join(map(_as_item, self))}</ul>"


def clauses(slug: str) -> tuple[Clause, ...]:
    """Return every clause of a game, the common ones first. Raises InputError for no such game.

    >>> [clause.id for clause in clauses("llama-dice")][:3]
    ['G1', 'G2', 'G3']
    """
    game = find_game(slug)
    wanted = _labelled(_text(game.folder)).get("Common clauses", "").split(", ")
    common = (clause for clause in _read(SHARED) if clause.id in wanted)
    return (*common, *_read(game.folder))


def rulings(game: str) -> Rulings:
    """Return the clauses of a game that the rulebook leaves open, and how they are played here.

    Raises InputError for no such game.

    >>> print(rulings("llama-dice")[-2].alternatives)
    any of the 15 pairings, or any faces at all (option `dice`)
    """
    found = Rulings(clause for clause in clauses(game) if clause.ruling)
    found.credit = credit(game)
    return found


def credit(slug: str) -> str:
    """Return whose a game is; empty if its rules do not say. Raises InputError for no such game.

    >>> credit("chinchiller")
    'Chinchiller Dice by Andreas Preiss (Loosey Goosey Games)'
    """
    game = find_game(slug)
    by = _labelled(_text(game.folder)).get("By")
    return f"{game.title} by {by}" if by else ""


@cache
def _read(package: str) -> tuple[Clause, ...]:
    """Return the clauses in a package's rules.md."""
    return parse(_text(package))


def _text(package: str) -> str:
    """Return a package's rules.md."""
    return files(package).joinpath("rules.md").read_text(encoding="utf-8")


def _labelled(section: str) -> dict[str, str]:
    """Return what stands behind each label in a section, or before the first clause of a page."""
    _, *labelled = _LABEL.split(re.split(r"^## ", section, flags=re.MULTILINE)[0])
    return dict(zip(labelled[::2], map(_joined, labelled[1::2]), strict=True))


def parse(markdown: str) -> tuple[Clause, ...]:
    r"""Return the clauses in a text in the form that this module's first lines show.

    >>> (clause,) = parse("# Rules\n## D4 · A turn\nRoll\nor quit.\n- **Example D-E9:** She quits.")
    >>> clause, clause.text, clause.examples
    (<Clause D4 · A turn>, 'Roll or quit.', (Example(id='D-E9', text='She quits.'),))
    """
    return tuple(map(_clause, re.split(r"^## ", markdown, flags=re.MULTILINE)[1:]))


def _clause(section: str) -> Clause:
    """Return the clause in the lines under one heading."""
    heading, _, body = section.partition("\n")
    number, _, title = heading.partition(" · ")
    text, said = _LABEL.split(body)[0], _labelled(body)
    return Clause(
        id=number,
        title=title,
        text="\n\n".join(map(_joined, re.split(r"\n\s*\n", text.strip()))),
        ruling=said.get("Ruling", ""),
        default=said.get("Default", ""),
        alternatives=said.get("Alternatives", ""),
        examples=tuple(
            Example(label.removeprefix("Example "), words)
            for label, words in said.items()
            if label.startswith("Example ")
        ),
    )


def _joined(text: str) -> str:
    """Return lines as one."""
    return " ".join(text.split())


def _as_text(clause: Clause) -> str:
    """Return a clause with a ruling as lines of text."""
    return (
        f"{clause.heading}\n  {clause.ruling}\n"
        f"  We play: {clause.default}\n  Instead: {clause.alternatives}"
    )


def _as_item(clause: Clause) -> str:
    """Return a clause with a ruling as an item of a list."""
    return (
        f"<li><b>{as_html(clause.heading)}</b><br><i>Open:</i> {as_html(clause.ruling)}"
        f"<br><i>We play:</i> {as_html(clause.default)}"
        f"<br><i>Instead:</i> {as_html(clause.alternatives)}</li>"
    )


def as_html(text: str) -> str:
    """Return a text of rules.md as HTML: what is in backticks is code."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text))
