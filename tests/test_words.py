"""What a person reads at a table, in a panel, a hint or an error of play stands in words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import llamakit

ROOT = Path(llamakit.__file__).parent

#: Where such sentences live.
HOMES = {"words.py", "refusals.py", "welcome.py", "errors.py"}

SENTENCE = re.compile(r"\b[A-Za-z]{2,},? [a-z]{2,},? [a-z]{2,}\b")
MARKUP = re.compile(r"<[^>]*(>|$)|[\w-]+=\"[^\"]*(\"|$)")

#: What reads like a sentence elsewhere: names in data, and what is said of Python and this kit.
OTHERS = {
    "last card played",
    "last llama-row card taken",
    "more to be solved",
    "numbers never end",
    "processor time to take",
    "the table of all odds",
    "the values that were found could not be proven",
    "worlds to search",
    "What is open",
    ', which is not installed here: pip install "',
}


def sentences(text: str) -> Iterator[str]:
    """Yield what reads like a sentence in a program, but for docstrings, reprs and arguments."""
    tree, aside = ast.parse(text), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            aside.add(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "__str__"):
            aside.update(ast.walk(node))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "whole_number":
            aside.update(ast.walk(node.args[0]))
    for node in ast.walk(tree):
        said = node.value if isinstance(node, ast.Constant) and node not in aside else None
        if isinstance(said, str) and SENTENCE.search(MARKUP.sub("", said)):
            yield said


def test_sentences_are_found() -> None:
    text = '''
"""A doc of it."""
say("You must not.", '<p class="a b c">', f'<p data-key="{key}">Is it you?</p>')
whole_number("a number of cards", 3)
'''
    assert list(sentences(text)) == ["You must not.", '">Is it you?</p>']


@pytest.mark.parametrize("room", ["engine", "games", "search", "table"])
def test_words_have_one_home(room: str) -> None:
    for path in sorted((ROOT / room).rglob("*.py")):
        if path.name not in HOMES:
            left = set(sentences(path.read_text(encoding="utf-8"))) - OTHERS
            assert not left, path
