"""``llamakit doctor``: what works on this computer, and what to do about the rest.

Imports the standard library and ``llamakit`` only; what it examines where it is examined.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from llamakit.about import DISTRIBUTION, STRANGER

#: How to install what is missing, in this very Python.
INSTALL = f'{sys.executable} -m pip install --upgrade "{DISTRIBUTION}[lab]"'

#: Extensions of JupyterLab without which no widget is shown.
EXTENSIONS = {"ipywidgets": "@jupyter-widgets/jupyterlab-manager", "anywidget": "anywidget"}


class Finding(NamedTuple):
    """What was found: whether it is ``fine``, what it is, and what to do."""

    fine: bool
    what: str
    advice: str = ""

    def __str__(self) -> str:
        mark = "ok     " if self.fine else "PROBLEM"
        return f"{mark}  {self.what}" + (f"\n         {self.advice}" if self.advice else "")


def report() -> int:
    """Print every finding; return 0 if there is no problem, else 1."""
    fine = True
    for examine in (_python, _packages, _extensions, _kernel):
        for finding in examine():
            print(finding, flush=True)
            fine = fine and finding.fine
    print(
        "\nAll is well. To see a table: llamakit lab"
        if fine
        else "\nSolve the first problem, then run this again."
    )
    return 0 if fine else 1


def _python() -> Iterator[Finding]:
    """Yield which Python this is; an older one than we need does not come here."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(True, f"Python {version} at {sys.executable}")


def _packages() -> Iterator[Finding]:
    """Yield for each package of the course whether a version that works is installed."""
    yield from _stranger()
    if find_spec("packaging") is None:
        yield Finding(False, "JupyterLab is not installed here", f"Run: {INSTALL}")
        return
    from packaging.requirements import Requirement

    try:
        lines = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        yield Finding(False, f"{DISTRIBUTION} is not installed here", f"Run: {INSTALL}")
        return
    for line in lines:
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": "lab"}):
            yield _package(wanted.name, str(wanted.specifier), wanted.specifier.contains)


def _stranger() -> Iterator[Finding]:
    """Yield that the package of somebody else, which has our name, is installed too."""
    try:
        version = metadata.version(STRANGER)
    except metadata.PackageNotFoundError:
        return
    yield Finding(
        False,
        f"{STRANGER} {version}, which is not this course, is installed and may take its place",
        f"Run: {sys.executable} -m pip uninstall {STRANGER}, then: {INSTALL} --force-reinstall",
    )


def _package(name: str, versions: str, suits: Callable[[str], bool]) -> Finding:
    """Return whether a package is installed in one of these versions."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(False, f"{name} is not installed", f"Run: {INSTALL}")
    if suits(version):
        return Finding(True, f"{name} {version}")
    return Finding(False, f"{name} {version}, but {versions} is needed", f"Run: {INSTALL}")


def _extensions() -> Iterator[Finding]:
    """Yield whether JupyterLab finds the widget manager, and what draws the table."""
    if find_spec("jupyter_core") is None:
        return
    from jupyter_core.paths import jupyter_path

    for package, extension in EXTENSIONS.items():
        places = [Path(place) / extension for place in jupyter_path("labextensions")]
        found = next((place for place in places if place.is_dir()), None)
        if found is None:
            advice = f"Install {package} in the Python that runs JupyterLab, then restart it."
            yield Finding(False, f"JupyterLab does not find {extension}", advice)
        else:
            yield Finding(True, f"{extension} at {found}")


def _kernel() -> Iterator[Finding]:
    """Yield whether a notebook's Python starts and can import llamakit."""
    if find_spec("jupyter_client") is None:
        return
    from jupyter_client.manager import start_new_kernel

    advice = f"Run: {sys.executable} -m ipykernel install --user"
    try:
        manager, client = start_new_kernel(stderr=subprocess.DEVNULL)
    except Exception as error:  # whatever keeps it from starting
        yield Finding(False, f"a notebook's Python does not start: {error}", advice)
        return
    try:
        script = "import sys, llamakit; print(sys.executable, llamakit.__version__)"
        said: list[str] = []
        reply = client.execute_interactive(
            script, timeout=60, output_hook=lambda message: said.append(_text(message))
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    if reply["content"]["status"] == "ok":
        yield Finding(True, f"a notebook runs {''.join(said).strip()}")
    else:
        advice = f"Notebooks use another Python. {advice}"
        yield Finding(False, "a notebook cannot import llamakit", advice)


def _text(message: dict[str, dict[str, str]]) -> str:
    """Return what a kernel printed."""
    return message["content"].get("text", "")
