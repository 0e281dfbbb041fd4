"""``llamakit doctor``: what works on this computer, and what to do about the rest.

Imports the standard library and ``llamakit`` only; what it examines where it is examined.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

#: How to install what is missing, in this very Python.
INSTALL = f'{sys.executable} -m pip install --upgrade "llamakit[lab]"'

#: Extensions of JupyterLab without which no widget is shown.
EXTENSIONS = {"ipywidgets": "@jupyter-widgets/jupyterlab-manager", "anywidget": "anywidget"}

#: A notebook that shows a table.
NOTEBOOK: dict[str, object] = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": "table",
            "metadata": {},
            "outputs": [],
            "source": 'import llamakit as lk\n\nlk.play("llama-dice", players=2, seed=7)',
        }
    ],
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}


class Finding(NamedTuple):
    """What was found: whether it is ``fine`` (None: not examined), what, and what to do."""

    fine: bool | None
    what: str
    advice: str = ""

    def __str__(self) -> str:
        mark = {True: "ok     ", False: "PROBLEM", None: "skipped"}[self.fine]
        return f"{mark}  {self.what}" + (f"\n         {self.advice}" if self.advice else "")


def report() -> int:
    """Print every finding; return 0 if there is no problem, else 1."""
    fine = True
    for examine in (_python, _packages, _extensions, _kernel, _browser):
        for finding in examine():
            print(finding, flush=True)
            fine = fine and finding.fine is not False
    print("\nAll is well." if fine else "\nSolve the first problem, then run this again.")
    return 0 if fine else 1


def _python() -> Iterator[Finding]:
    """Yield whether this Python is new enough."""
    fine = sys.version_info >= (3, 11)
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(fine, f"Python {version} at {sys.executable}", "" if fine else "Needs 3.11.")


def _packages() -> Iterator[Finding]:
    """Yield for each package of the course whether a version that works is installed."""
    if find_spec("packaging") is None:
        yield Finding(False, "JupyterLab is not installed here", f"Run: {INSTALL}")
        return
    from packaging.requirements import Requirement

    for line in metadata.requires("llamakit") or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": "lab"}):
            yield _package(wanted.name, str(wanted.specifier), wanted.specifier.contains)


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

    manager, client = start_new_kernel(stderr=subprocess.DEVNULL)
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
        advice = f"Notebooks use another Python. Run: {sys.executable} -m ipykernel install --user"
        yield Finding(False, "a notebook cannot import llamakit", advice)


def _text(message: dict[str, dict[str, str]]) -> str:
    """Return what a kernel printed."""
    return message["content"].get("text", "")


def _browser() -> Iterator[Finding]:
    """Yield whether a click on a table in a browser comes back from the notebook's Python."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not (find_spec("jupyterlab") and find_spec("playwright") and chromium):
        advice = "Playwright and Chromium are needed for that. Run `llamakit lab` and click."
        yield Finding(None, "a click in a browser", advice)
        return
    try:
        seconds = _click(chromium)
    except Exception as error:
        what = str(error).splitlines()[0]
        yield Finding(False, f"a table in a browser does not answer: {what}", f"Run: {INSTALL}")
    else:
        yield Finding(True, f"a click in Chromium is answered in {1000 * seconds:.0f} ms")


def _click(chromium: str) -> float:
    """Return how many seconds a click on a table takes, in a JupyterLab of its own."""
    from playwright.sync_api import sync_playwright

    with _lab() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address, wait_until="domcontentloaded")
        page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle$/", timeout=60_000)
        page.click('.lm-MenuBar-itemLabel:text-is("Run")')
        page.click('.lm-Menu [data-command="runmenu:run-all"]')
        switch = page.locator('.llamakit [data-key="switch odds"]')
        switch.wait_for(timeout=60_000)
        start = time.perf_counter()
        switch.click()
        page.wait_for_selector(".llamakit .lk-odds", timeout=10_000)
        passed = time.perf_counter() - start
        browser.close()
    return passed


@contextmanager
def _lab() -> Iterator[str]:
    """Run JupyterLab on this computer alone, and yield the address of a notebook with a table."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "doctor.ipynb").write_text(json.dumps(NOTEBOOK), encoding="utf-8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        token = secrets.token_hex()
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1"]
        command += [f"--port={port}", f"--IdentityProvider.token={token}", "--allow-root"]
        server = subprocess.Popen(
            [*command, f"--ServerApp.root_dir={folder}"],
            env=os.environ | {"JUPYTERLAB_WORKSPACES_DIR": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(f"http://127.0.0.1:{port}/api/status?token={token}")
            yield f"http://127.0.0.1:{port}/lab/tree/doctor.ipynb?reset&token={token}"
        finally:
            server.terminate()
            server.wait()


def _wait(address: str, seconds: float = 60) -> None:
    """Wait until a server answers. Raises OSError if it does not within some seconds."""
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
