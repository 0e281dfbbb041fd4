"""Which module may import what: the rules know nothing of odds, screens or arrays."""

from __future__ import annotations

import ast
import inspect
import pydoc
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import llamakit as lk

ROOT = Path(lk.__file__).parent
GAMES = {slug.replace("-", "_") for slug in lk.GAMES}
WIDGETS = ("ipywidgets", "anywidget", "traitlets", "IPython")
SCREENS = ("table/widget.py", "explorers/widget.py", "lessons/prediction.py")
JUPYTER = ("jupyter_client", "jupyter_core", "packaging")
NOTEBOOKS = ("nbformat", "nbclient", "nbconvert", "jinja2", "latex2mathml")
SMALL = ("cloudpickle", "tqdm", *NOTEBOOKS)
HEAVY = ("numpy", "sympy", "matplotlib", *SMALL, *JUPYTER, *WIDGETS)
ARRAYS = (
    "batch.py",
    "games/llama_dice/duel_arrays.py",
    "simulation/arrays.py",
    "simulation/standings.py",
    "simulation/summary.py",
)


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
    assert {f"games/{game}/rules.py" for game in GAMES} <= files
    assert Import("games/cards.py", "llamakit.engine.state.InputError", False) in IMPORTS
    assert any(found.in_function for found in IMPORTS)


def below(place: str) -> list[Import]:
    """Return the imports of the files of a room, or of one file."""
    return [found for found in IMPORTS if found.file.startswith(place)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_need_only_the_engine_and_what_the_games_share(game: str) -> None:
    shared = ("cards", "hands", "refusals")
    plain = ("llamakit.engine.state", *(f"llamakit.games.{name}" for name in shared))
    assert not outside(plain, below(f"games/{game}/rules.py"))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_needs_no_other_game(game: str) -> None:
    others = [f"llamakit.games.{other}" for other in GAMES - {game}]
    found = [found.name for found in below(f"games/{game}/")]
    assert not [name for name in found if name.startswith(tuple(f"{other}." for other in others))]


#: The rooms, and which others each may import. Lessons and the top may import all of them.
ROOMS = {
    "engine": (),
    "exact": ("engine",),
    "table": ("engine", "exact"),
    "simulation": ("engine",),
    "search": ("engine", "exact"),
    "games": ("engine", "exact", "search", "table"),
    "explorers": ("engine", "exact", "table", "games"),
}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    allowed = [f"llamakit.{other}" for other in (room, *ROOMS[room], "about")]
    assert not outside((*allowed, "lazy_loader", *HEAVY), below(f"{room}/"))


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """Return what imports itself by way of others; empty if nothing does."""
    left = {name: others - {name} for name, others in arrows.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def test_circles_are_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def test_no_two_rooms_import_each_other_in_a_circle() -> None:
    assert circle({room: set(others) for room, others in ROOMS.items()}) == []


def test_no_two_files_import_each_other_in_a_circle() -> None:
    """Imports within functions count too: they only hide a circle."""
    arrows: dict[str, set[str]] = {
        path.relative_to(ROOT).as_posix(): set() for path in ROOT.rglob("*.py")
    }
    modules = {file[:-3].removesuffix("/__init__").replace("/", "."): file for file in arrows}
    names = {f"llamakit.{module}": file for module, file in modules.items()}
    for found in IMPORTS:
        module = found.name if found.name in names else found.name.rpartition(".")[0]
        if module in names:
            arrows[found.file].add(names[module])
    assert circle(arrows) == []


#: What only a game may know: the games' names, and what their rules call cards and phases.
SECRETS = {*GAMES, *lk.GAMES, "L", "llama", "deal", "draw", "turn"}

#: Where a game may be named: the registry, and what is played if nothing is said.
NAMED = {
    ("engine/registry.py", "llama"),
    *[("engine/registry.py", slug) for slug in lk.GAMES],
    ("simulation/tournament.py", "llama-dice"),
    ("simulation/class_day.py", "llama-dice"),
}


@pytest.mark.parametrize("room", ["engine", "exact", "table", "simulation"])
def test_no_room_below_the_games_knows_one(room: str) -> None:
    for path in sorted((ROOT / room).rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in SECRETS or (file, node.value) in NAMED, (file, node.lineno)


def test_nothing_else_is_needed() -> None:
    assert not outside(("llamakit", "lazy_loader", *HEAVY), IMPORTS)


@pytest.mark.parametrize(
    ("package", "at_the_top", "in_functions"),
    [
        ("numpy", ARRAYS, ("odds.py", *ARRAYS)),
        ("sympy", ("odds.py",), ("odds.py", "exact/figures.py", "lessons/")),
        ("matplotlib", (), ("exact/distribution.py", *ARRAYS, "lessons/")),
        *[(package, SCREENS[:2], SCREENS) for package in WIDGETS],
        ("cloudpickle", (), ("simulation/runs.py",)),
        ("tqdm", (), ("engine/progress.py",)),
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
        "import llamakit.table.table, llamakit.exact\n"
        "print(lk.llama_dice.roll_odds([2, 5], [1, 3, 'L']).hit)"
    )
    assert run(script) == "29/54"


def test_dir_lists_the_public_names_and_unknown_ones_are_refused() -> None:
    with pytest.raises(AttributeError, match="No llamakit attribute chess"):
        _ = lk.chess
    with pytest.raises(AttributeError, match="attribute chess"):
        _ = lk.llama_dice.chess


PACKAGES = [lk, lk.llama, lk.llama_dice, lk.kadabra, lk.chinchiller, lk.lessons, lk.exact, lk.cards]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_tab_and_help_show_every_public_name_and_nothing_else(package: ModuleType) -> None:
    public = set(package.__all__)
    assert set(dir(package)) == public
    assert not {name for name in public if name.startswith("_")}
    text = pydoc.plain(pydoc.render_doc(package))
    for name in public:
        thing = getattr(package, name)
        assert re.search(rf"\b{name}\b", text), name
        if callable(thing):
            assert thing.__doc__, name


@pytest.mark.parametrize("package", PACKAGES[:-2], ids=lambda package: package.__name__)
def test_a_fresh_python_completes_before_anything_is_used(package: ModuleType) -> None:
    script = f"import {package.__name__} as package; print(*dir(package))"
    assert run(script).split() == sorted(package.__all__)


def test_a_missing_package_says_what_to_install() -> None:
    script = """
import sys
sys.modules["numpy"] = None
import llamakit as lk
for call in (
    lambda: lk.simulate("llama", "greedy"),
    lambda: lk.tournament({"a": "greedy", "b": "random"}),
):
    try:
        call()
    except ImportError as error:
        print(error)
"""
    wanted = 'NumPy, which is not installed here: pip install "llamakit-course[lab]"'
    assert run(script).count(wanted) == 2


def test_help_needs_no_package() -> None:
    script = """
import pydoc, sys
for name in ("numpy", "matplotlib", "anywidget", "ipywidgets", "IPython", "traitlets", "tqdm"):
    sys.modules[name] = None
import llamakit as lk
for name in ("", *lk.__all__):
    thing = getattr(lk, name) if name else lk
    assert pydoc.plain(pydoc.render_doc(thing)), name
print("simulate" in pydoc.plain(pydoc.render_doc(lk)))
"""
    assert run(script) == "True"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("lk.play('llama')", {"game", "html", "close"}),
        ("lk.play('llama').game", {"undo", "players", "advice"}),
        ("lk.resume('game.json').game", {"undo", "players", "advice"}),
        ("lk.show('game.json').game", {"undo", "players", "advice"}),
        ("lk.companion('llama')", {"table", "html", "close"}),
        ("lk.explore('roll')", {"state", "html", "close"}),
        ("lk.new_game('llama')", {"undo", "players", "advice"}),
        ("lk.replay('game.json')", {"undo", "players", "advice"}),
        ("lk.new_match('llama')", {"games", "players"}),
        ("lk.simulate('llama', 'greedy')", {"scores", "wins"}),
        ("lk.tournament({})", {"names", "seats", "wins", "offences"}),
        ("lk.class_day('entries')", {"names", "seats", "wins", "offences"}),
        ("lk.Distribution({1: 1})", {"mean", "given", "sample"}),
        ("lk.chinchiller.solve()", {"values"}),
        ("lk.llama_dice.solo([2], [3])", {"value", "action"}),
        ("lk.llama.position([1], 2)", {"hands", "pile", "legal_actions"}),
    ],
)
def test_an_editor_knows_what_is_returned(code: str, expected: set[str]) -> None:
    jedi = pytest.importorskip("jedi")
    completed = jedi.Script(f"import llamakit as lk\n{code}.").complete(2, len(code) + 1)
    assert expected <= {completion.name for completion in completed}


def test_no_public_function_speaks_of_slugs() -> None:
    """A game has a name; what the registry calls it within is nobody else's business."""
    for name in lk.__all__:
        thing = getattr(lk, name)
        if inspect.isfunction(thing):
            assert "slug" not in inspect.signature(thing).parameters, name
            assert "slug" not in (thing.__doc__ or ""), name


def test_no_public_name_of_the_lessons_is_that_of_a_module():
    """Whoever imports the module first would find it in place of the function."""
    room = Path(lk.lessons.__file__).parent
    assert not {*lk.lessons.__all__} & {path.stem for path in room.iterdir()}
