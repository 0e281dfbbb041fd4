"""Which module may import what: the rules know nothing of odds, screens or arrays."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import llamakit as lk

ROOT = Path(lk.__file__).parent
GAMES = {slug.replace("-", "_") for slug in lk.GAMES}
WIDGETS = ("ipywidgets", "anywidget", "traitlets", "IPython")
JUPYTER = ("jupyter_client", "jupyter_core", "packaging", "playwright")
NOTEBOOKS = ("nbformat", "nbclient", "nbconvert", "jinja2", "latex2mathml")
SMALL = ("cloudpickle", "tqdm", *NOTEBOOKS)
HEAVY = ("numpy", "sympy", "matplotlib", *SMALL, *JUPYTER, *WIDGETS)
ARRAYS = ("batch.py", "core/simulate.py", "core/tournament.py")


class Import(NamedTuple):
    """An import: the file it is in, what it imports, and whether a function does it."""

    file: str
    name: str
    in_function: bool

    @property
    def package(self) -> str:
        return self.name.split(".")[0]


def imports_below(node: ast.AST, file: str, in_function: bool = False) -> Iterator[Import]:
    """Yield the imports of a tree, but not those that only a type checker sees."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(file, alias.name, in_function)
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{file}: imports are absolute"
        for alias in node.names:
            yield Import(file, f"{node.module}.{alias.name}", in_function)
    inside = in_function or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
    for child in ast.iter_child_nodes(node):
        yield from imports_below(child, file, inside)


def all_imports() -> list[Import]:
    return [
        found
        for path in sorted(ROOT.rglob("*.py"))
        for found in imports_below(
            ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
        )
    ]


IMPORTS = all_imports()


def outside(allowed: tuple[str, ...], imports: list[Import]) -> list[Import]:
    """Return the imports of none of these modules, nor of the standard library."""
    return [
        found
        for found in imports
        if found.package not in sys.stdlib_module_names
        and not any(f"{found.name}.".startswith(f"{name}.") for name in allowed)
    ]


def test_imports_are_found() -> None:
    files = {found.file for found in IMPORTS}
    assert {f"{game}/rules.py" for game in GAMES} <= files
    assert Import("core/cards.py", "llamakit.core.state.InputError", False) in IMPORTS
    assert any(found.in_function for found in IMPORTS)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_need_only_the_standard_library_and_plain_core(game: str) -> None:
    plain = ("llamakit.core.state", "llamakit.core.cards", "llamakit.core.words")
    assert not outside(plain, [found for found in IMPORTS if found.file == f"{game}/rules.py"])


def test_plain_core_needs_only_the_standard_library() -> None:
    for part in ("state", "cards", "words", "game", "clauses", "draw", "picture", "match"):
        found = [found for found in IMPORTS if found.file == f"core/{part}.py"]
        assert not outside(("llamakit.core",), found)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_needs_no_other_game(game: str) -> None:
    allowed = ("llamakit.core", f"llamakit.{game}", *HEAVY)
    assert not outside(allowed, [found for found in IMPORTS if found.file.startswith(f"{game}/")])


def test_core_needs_no_game_and_no_lesson() -> None:
    found = [found for found in IMPORTS if found.file.startswith("core/")]
    assert not outside(("llamakit.core", *HEAVY), found)


def test_nothing_else_is_needed() -> None:
    assert not outside(("llamakit", *HEAVY), IMPORTS)


@pytest.mark.parametrize(
    ("package", "at_the_top", "in_functions"),
    [
        ("numpy", ARRAYS, ("odds.py", *ARRAYS)),
        ("sympy", ("odds.py", "exact.py"), ("odds.py", "exact.py", "lessons/")),
        ("matplotlib", (), ("exact.py", *ARRAYS, "lessons/")),
        *[(package, (), ("core/widget.py",)) for package in WIDGETS],
        *[(package, (), ("core/runs.py",)) for package in ("cloudpickle", "tqdm")],
        *[
            (package, (), ("lessons/",))
            for package in ("nbformat", "nbclient", "nbconvert", "latex2mathml")
        ],
        *[(package, (), ("doctor.py",)) for package in JUPYTER],
    ],
)
def test_heavy_packages_are_imported_where_they_are_used(
    package: str, at_the_top: tuple[str, ...], in_functions: tuple[str, ...]
) -> None:
    for found in IMPORTS:
        if found.package == package:
            allowed = in_functions if found.in_function else at_the_top
            assert found.file.endswith(allowed) or found.file.startswith(allowed), found


def run(script: str) -> str:
    """Return what a fresh Python prints."""
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_importing_llamakit_loads_nothing_heavy() -> None:
    loaded = f"import sys, llamakit; print(sorted(set({HEAVY}) & set(sys.modules)))"
    assert run(loaded) == "[]"


PLAY_ALL = """
import sys, llamakit as lk
{block}
for slug in lk.GAMES:
    game = lk.new_game(slug, players=[lk.bot("random")] * 2, seed=1)
    while not game.is_over:
        game.play()
    lk.replay(game.record()).view(0)
    lk.rulings(slug)
    repr(game), str(game), game._repr_mimebundle_()
"""


def test_playing_bots_loads_nothing_heavy() -> None:
    script = PLAY_ALL.format(block="") + f"print(sorted(set({HEAVY}) & set(sys.modules)))"
    assert run(script) == "[]"


def test_rules_odds_and_table_work_without_numpy_and_matplotlib() -> None:
    block = "sys.modules['numpy'] = sys.modules['matplotlib'] = None"
    script = PLAY_ALL.format(block=block) + (
        "import llamakit.core.table, llamakit.core.exact\n"
        "print(lk.llama_dice.roll_odds([2, 5], [1, 3, 'L']).hit)"
    )
    assert run(script) == "29/54"


def test_dir_lists_the_public_names_and_unknown_ones_are_refused() -> None:
    assert {"new_game", "replay", "GAMES", "LLAMA", "llama_dice", "rulings"} <= set(dir(lk))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = lk.chess
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = lk.llama_dice.chess
