"""JupyterLab and Chromium for the browser tests: started once, on this machine only."""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import venv
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    *["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
    *["--disable-background-networking", "--disable-component-update"],
]
#: The page's clock, quicker for one kind of timer: the table's wait for a bot.
QUICK_BOTS = """const wait = window.setTimeout;
window.setTimeout = (done, time, ...more) => wait(done, time === 1200 ? 0 : time, ...more);"""

#: Every press comes a second later, as by a person who looks before each: the table ignores a press
#: on an answer right after a repaint. A test may say when presses come: ``window.pressed``.
UNHURRIED = """window.pressed = (now) => now + 1000;
const own = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
Object.defineProperty(Event.prototype, "timeStamp", {get() { return pressed(own.call(this)); }});"""

#: What has a scrollbar of its own around the tables.
SCROLLED = """() => {
  const found = [];
  for (const table of document.querySelectorAll(".llamakit")) {
    for (let e = table; !e.matches(".jp-Cell"); e = e.parentElement) {
      const tall = e.scrollHeight > e.clientHeight, wide = e.scrollWidth > e.clientWidth;
      const { overflowX, overflowY } = getComputedStyle(e);
      if ((tall && overflowY !== "visible") || (wide && overflowX !== "visible"))
        found.push([e.className, e.scrollHeight, e.clientHeight, e.scrollWidth, e.clientWidth]);
    }
  }
  return found;
}"""

QUIET = '{"fetchNews": "false", "checkForUpdates": false, "doNotDisturbMode": true}'


def notebook(*cells: str) -> str:
    """Return the JSON of a notebook with these code cells."""
    made = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{number}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for number, source in enumerate(cells)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    )


class Lab:
    """A JupyterLab server in a folder of its own, with settings of its own."""

    def __init__(self, home: Path) -> None:
        self.root = home / "notebooks"
        self.root.mkdir()
        settings = home / "lab/user-settings/@jupyterlab/apputils-extension"
        settings.mkdir(parents=True)
        (settings / "notification.jupyterlab-settings").write_text(QUIET)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = home / "lab.log"
        self.process = self._start(home)

    def _start(self, home: Path) -> subprocess.Popen:
        own = {
            "JUPYTER_CONFIG_DIR": home,
            "JUPYTERLAB_SETTINGS_DIR": home / "lab/user-settings",
            "JUPYTERLAB_WORKSPACES_DIR": home / "lab/workspaces",
            "JUPYTER_RUNTIME_DIR": home / "runtime",
            "JUPYTER_DATA_DIR": home / "data",
            "IPYTHONDIR": home / "ipython",
            "MPLCONFIGDIR": home / "matplotlib",
        }
        command = [
            *[sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"],
            *["--ip=127.0.0.1", f"--port={self.port}", "--ServerApp.port_retries=0"],
            *["--IdentityProvider.token=", f"--ServerApp.root_dir={self.root}"],
            "--ServerApp.disable_check_xsrf=True",
            *["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"],
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ]
        with self.log.open("w") as log:
            env = os.environ | {name: str(value) for name, value in own.items()}
            return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=env)

    def wait(self, seconds: float = 60) -> None:
        """Wait until the server answers."""
        end = time.monotonic() + seconds
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/api/status", timeout=2).read()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(self.log.read_text()) from None
                time.sleep(0.1)

    def write(self, name: str, *cells: str) -> None:
        """Put a notebook into the server's folder."""
        (self.root / name).write_text(notebook(*cells))

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Notebook:
    """A notebook open in the browser."""

    def __init__(self, lab: Lab, page) -> None:
        self.lab, self.page = lab, page
        self.strangers: list[str] = []
        self.errors: list[str] = []
        home = (lab.url, lab.url.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda r: r.url.startswith(home) or self.strangers.append(r.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))

    def open(self, name: str) -> None:
        """Open a notebook alone on the page and wait for its kernel."""
        self.name = name
        # ?reset drops the saved workspace, so that exactly one notebook is open.
        self.page.goto(f"{self.lab.url}/lab/tree/{name}?reset", wait_until="domcontentloaded")
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
        self.ready()

    def ready(self) -> None:
        """Wait until the kernel is idle, as the status bar says; the toolbar says it too early."""
        self.page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle$/", timeout=60_000)

    def run_all(self) -> None:
        """Run every cell and wait for the last one."""
        prompts = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"
        self.page.evaluate(f"() => {prompts}.forEach(prompt => prompt.textContent = '')")
        self.menu("Run", "runmenu:run-all")
        self.page.wait_for_function(
            f"() => {prompts}.every(prompt => /\\[\\d+\\]/.test(prompt.textContent))",
            timeout=60_000,
        )
        self.table.first.locator("h3").wait_for()

    def menu(self, name: str, command: str) -> None:
        """Choose a command from the menu bar."""
        self.page.click(f'.lm-MenuBar-itemLabel:text-is("{name}")')
        self.page.click(f'.lm-Menu [data-command="{command}"]')

    def save(self) -> None:
        """Save the notebook and wait until it is on disk."""
        self.menu("File", "docmanager:save")
        self.page.wait_for_selector(".lm-TabBar-tab.jp-mod-current.jp-mod-dirty", state="detached")

    def close(self) -> None:
        """Close the page and end its kernel, as if it were opened again the next day."""
        self.page.context.close()
        with urllib.request.urlopen(f"{self.lab.url}/api/sessions") as answer:
            sessions = json.load(answer)
        for session in sessions:
            if session["path"] == self.name:
                path = f"{self.lab.url}/api/sessions/{session['id']}"
                urllib.request.urlopen(urllib.request.Request(path, method="DELETE")).close()

    def expect(self, error: str) -> None:
        """Take an error that must be there from the page's errors."""
        assert any(error in seen for seen in self.errors)
        self.errors = [seen for seen in self.errors if error not in seen]

    @property
    def table(self):
        """The table on the page."""
        return self.page.locator(".llamakit")


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    server = Lab(tmp_path_factory.mktemp("lab"))
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("there is no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class _Files(http.server.SimpleHTTPRequestHandler):
    """Serves files under a policy, and keeps count of the bytes sent instead of a log."""

    def __init__(self, *args, policy: str, sent: dict[str, int], **kwargs) -> None:
        self.policy, self.sent = policy, sent
        super().__init__(*args, **kwargs)

    def log_message(self, *_: object) -> None:
        pass

    def send_header(self, name: str, value: str) -> None:
        if name == "Content-Length":
            self.sent[self.path] = self.sent.get(self.path, 0) + int(value)
        super().send_header(name, value)

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()


@pytest.fixture(scope="module")
def serve():
    """Serve folders as web sites: called with one, it returns its address.

    ``policy`` is the Content-Security-Policy sent along; ``sent`` is told how many bytes were sent
    for each path.
    """
    with ExitStack() as stack:

        def server(folder: Path, policy: str = "", sent: dict[str, int] | None = None) -> str:
            counted = {} if sent is None else sent
            handler = functools.partial(_Files, directory=folder, policy=policy, sent=counted)
            started = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            thread = threading.Thread(target=started.serve_forever)
            stack.callback(thread.join)
            stack.callback(started.server_close)
            stack.callback(started.shutdown)
            thread.start()
            return f"http://127.0.0.1:{started.server_port}"

        yield server


@pytest.fixture(scope="session")
def unhurried() -> str:
    """The script that makes every press come late enough, for pages with a context of their own."""
    return UNHURRIED


@pytest.fixture(scope="session")
def scrolled():
    """Return what has a scrollbar of its own around the tables of a page, with its sizes."""
    return lambda page: page.evaluate(SCROLLED)


@pytest.fixture(scope="module")
def books():
    """The notebooks that are open, by name."""
    opened: dict[str, Notebook] = {}
    yield opened
    for book in opened.values():
        book.page.context.close()


@pytest.fixture
def open_notebook(lab, chromium, books):
    """Open a notebook made of cells, or one that is there; check every open page at the end."""

    def opener(name: str, *cells: str, quick: bool = False) -> Notebook:
        if name not in books:
            if cells:
                lab.write(name, *cells)
            context = chromium.new_context(viewport={"width": 1280, "height": 1000})
            if quick:
                context.add_init_script(QUICK_BOTS)
            context.add_init_script(UNHURRIED)
            books[name] = Notebook(lab, context.new_page())
            books[name].open(name)
        return books[name]

    yield opener
    for book in books.values():
        assert book.strangers == []
        assert book.errors == []


@pytest.fixture(scope="session")
def quick_bots() -> str:
    """The script that lets bots move at once, for pages with a context of their own."""
    return QUICK_BOTS


def run(*command):
    """Run a program, and if it fails, fail with what it said."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def built_site(tmp_path_factory):
    """Build a flavour of the site, and return its folder.

    It is built in an environment of its own: JupyterLite's kernel disturbs a JupyterLab beside it.
    """
    home = tmp_path_factory.mktemp("venv")
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"

    def build(flavour: str) -> Path:
        if not python.exists():
            venv.create(home, with_pip=True)
            run(python, "-m", "pip", "install", "-q", f"{ROOT}[site]")
        folder = tmp_path_factory.mktemp("site")
        run(python, ROOT / "site/build.py", "--flavour", flavour, "--output", folder)
        return folder

    return build


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for what not everybody can read."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("axe-playwright-python is not installed")
    return str(Axe().axe_script)
