"""The rules as clauses, each with a number that the tests name: read from each game's rules.md.

Imports the standard library and ``core`` only. A clause is written so::

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

from llamakit.core.game import game_module

#: The common clauses (core/rules.md) of a game that does not have them all.
_COMMON = {"chinchiller": ("G8",)}

#: What ``rulings`` shows of each clause: a column's title and the field it holds.
_COLUMNS = {
    "Clause": "heading",
    "What is open": "ruling",
    "We play": "default",
    "Instead": "alternatives",
}


class Example(NamedTuple):
    """A worked example of the rules: its number, such as "D-E1", and what happens in it."""

    id: str
    text: str


@dataclass(frozen=True)
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


class Rulings(tuple[Clause, ...]):
    """Clauses with a ruling, shown as a table in a notebook and as a list elsewhere."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n\n".join(map(_as_text, self))

    def _repr_html_(self) -> str:
        """Return a table with a row for each ruling."""
        head = "".join(f'<th scope="col">{title}</th>' for title in _COLUMNS)
        rows = "".join(f"<tr>{_as_cells(clause)}</tr>" for clause in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def clauses(slug: str) -> tuple[Clause, ...]:
    """Return every clause of a game, the common ones first. Raises InputError for no such game.

    >>> [clause.id for clause in clauses("llama-dice")][:3]
    ['G1', 'G2', 'G3']
    """
    package = game_module(slug).__package__
    common = _read("llamakit.core")
    wanted = _COMMON.get(slug, tuple(clause.id for clause in common))
    return (*(clause for clause in common if clause.id in wanted), *_read(package))


def rulings(slug: str) -> Rulings:
    """Return the clauses of a game that the rulebook leaves open, and how they are played here.

    Raises InputError for no such game.

    >>> print(rulings("llama-dice")[-2].alternatives)
    any of the 15 pairings, or any faces at all (option `dice`)
    """
    return Rulings(clause for clause in clauses(slug) if clause.ruling)


@cache
def _read(package: str) -> tuple[Clause, ...]:
    """Return the clauses in a package's rules.md."""
    return parse(files(package).joinpath("rules.md").read_text(encoding="utf-8"))


def parse(markdown: str) -> tuple[Clause, ...]:
    r"""Return the clauses in a text in the form that this module's first lines show.

    >>> parse("# Rules\n## D4 · A turn\nRoll\nor quit.\n- **Example D-E9:** She quits.")
    ... # doctest: +NORMALIZE_WHITESPACE
    (Clause(id='D4', title='A turn', text='Roll or quit.', ruling='', default='',
            alternatives='', examples=(Example(id='D-E9', text='She quits.'),)),)
    """
    return tuple(map(_clause, re.split(r"^## ", markdown, flags=re.MULTILINE)[1:]))


def _clause(section: str) -> Clause:
    """Return the clause in the lines under one heading."""
    heading, _, body = section.partition("\n")
    number, _, title = heading.partition(" · ")
    text, *labelled = re.split(r"^- \*\*(.+?):\*\*", body, flags=re.MULTILINE)
    said = dict(zip(labelled[::2], map(_joined, labelled[1::2]), strict=True))
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


def _as_cells(clause: Clause) -> str:
    """Return a clause with a ruling as the cells of a table's row."""
    texts = [getattr(clause, field) for field in _COLUMNS.values()]
    return "".join(f'<td style="text-align:left">{as_html(text)}</td>' for text in texts)


def as_html(text: str) -> str:
    """Return a text of rules.md as HTML: what is in backticks is code."""
    return re.sub(r"`(.+?)`", r"<code>\1</code>", escape(text))
