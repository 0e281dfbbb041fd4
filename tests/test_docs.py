"""The documentation, as far as it can be read without building it."""

import ast
import re
from pathlib import Path

import pytest

import llamakit as lk

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
REFERENCE = "\n".join(path.read_text() for path in (DOCS / "reference").glob("*.md"))

#: Modules that can reach another machine.
NETWORK = {"ftplib", "http", "httpx", "requests", "smtplib", "socket", "ssl", "urllib"}


def test_every_public_name_is_in_the_reference():
    modules = set(re.findall(r"automodule:: llamakit\.(\w+)\n   :members:\n", REFERENCE))
    for name in set(dir(lk)) - {"__version__"} - modules:
        assert re.search(rf"^\.\. (auto|py:)\w+:: (llamakit\.)?{name}$", REFERENCE, re.M), name
    assert {slug.replace("-", "_") for slug in lk.GAMES} <= modules


def test_the_reference_names_nothing_else():
    for name in re.findall(r"^\.\. auto\w+:: ([a-zA-Z_]+)$", REFERENCE, re.M):
        assert name in dir(lk), name


def test_every_lesson_is_in_the_list_of_lessons():
    listed = re.findall(r"^lessons/(\w+)$", (DOCS / "course.md").read_text(), re.M)
    assert sorted(listed) == sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", sorted((ROOT / "llamakit").rglob("*.py")), ids=lambda p: p.name)
def test_llamakit_makes_no_connections(path):
    """What the page for the school promises: nothing leaves the machine."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module]
        assert not {name.partition(".")[0] for name in names} & NETWORK


@pytest.mark.parametrize(
    "path", sorted((ROOT / "llamakit").rglob("*.[cj]s*")), ids=lambda p: p.name
)
def test_its_pages_make_none_either(path):
    text = path.read_text(encoding="utf-8")
    text = text.replace("http://www.w3.org/", "")  # names, not addresses
    assert not re.search(r"https?://|\bfetch\(|XMLHttpRequest|WebSocket|@import|sendBeacon", text)


def test_what_the_guide_says_of_a_strategy_is_so():
    guide = (DOCS / "teachers_guide.md").read_text(encoding="utf-8")
    game = lk.new_game("llama", seed=1)
    assert "quit" not in game.legal_actions()
    assert {"play", "draw", "quit"} == {str(a).split()[0] for a in game.legal_actions()}
    named = set(re.findall(r"`view\.(\w+)", guide))
    assert len(named) >= 10
    assert named <= set(dir(game.view(0)))


def test_the_strategy_of_the_guide_plays_and_quits(tmp_path):
    guide = (DOCS / "teachers_guide.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```python\n(def strategy.*?)```", guide, re.S)
    (tmp_path / "ana.py").write_text(text, encoding="utf-8")
    day = lk.class_day(tmp_path, game="llama", n=10, seed=1, progress=False)
    assert [(row["strategy"], row["forfeits"]) for row in day.table()] == [
        ("ana", 0),
        ("cautious", 0),
    ]
    alone = lk.class_day(tmp_path, game="llama", n=1, seed=1, bots=("greedy",), progress=False)
    assert {row["strategy"] for row in alone.table()} == {"ana", "greedy"}  # no cautious
    loaded = {}
    exec(text, loaded)
    for hand, said in (([1, 1], "quit"), ([1, 2, 3], "draw"), ([4, 5], "play 4")):
        state = lk.llama.position(hand, 4)
        assert loaded["strategy"](state.view(0), state.legal_actions(), None) == said
