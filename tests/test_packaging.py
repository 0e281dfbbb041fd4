"""The lists of dependencies, the README's commands and the files that ship agree."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import warnings
import zipfile
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest

import llamakit
from llamakit.about import (
    BINDER,
    DISTRIBUTION,
    NAME,
    OWNER,
    PAGES,
    PLAY,
    REPOSITORY,
    STRANGER,
)

ROOT = Path(__file__).parents[1]
TOML = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = TOML["project"]


def conda_requirements(path):
    """Return {package: versions} of a conda environment, under the names pip uses."""
    lines = re.findall(r"^  - ([a-z].*)$", (ROOT / path).read_text(), re.M)
    found = dict(re.match(r"([a-z_-]+)(.*)", line).groups() for line in lines)
    found["matplotlib"] = found.pop("matplotlib-base")
    return {
        name: found[name]
        for name in found
        if name not in ("python", "pip", "conda-forge", "nodefaults")
    }


def test_conda_installs_what_pip_installs():
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    assert conda_requirements("environment.yml") == dict(
        re.match(r"([a-z_-]+)(.*)", line).groups() for line in wanted
    )


def test_each_package_has_a_lowest_and_a_highest_version():
    wanted = [*PROJECT["dependencies"], *TOML["build-system"]["requires"]]
    wanted += chain(*PROJECT["optional-dependencies"].values())
    bounded = re.compile(rf"[\w-]+>=[\d.]+,<[\d.]+|{DISTRIBUTION}\[[\w,]+\]")
    assert [package for package in wanted if not bounded.fullmatch(package)] == []


def test_binder_has_the_same_environment():
    assert (ROOT / "binder/environment.yml").read_bytes() == (ROOT / "environment.yml").read_bytes()


@pytest.fixture(scope="module")
def image():
    """What Binder makes of this folder: its build pack, and the Dockerfile."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # its own
        from repo2docker.app import Repo2Docker
        from repo2docker.utils import chdir

    app = Repo2Docker(platform="linux/amd64")
    with chdir(str(ROOT)):
        packs = [pack(base_image=app.base_image) for pack in app.buildpacks]
        found = next(pack for pack in packs if pack.detect())
        found.platform = app.platform
        return SimpleNamespace(
            pack=type(found).__name__,
            python=found.python_version,
            copied=found.get_preassemble_script_files(),
            last=found.get_post_build_scripts(),
            dockerfile=found.render({}),
        )


def test_binder_builds_the_conda_environment(image):
    assert image.pack == "CondaBuildPack"
    wanted = re.search(r"python=(.*)", (ROOT / "binder/environment.yml").read_text())[1]
    assert image.python == wanted
    assert list(image.copied) == ["binder/environment.yml"]
    assert "COPY --chown=1000:1000 src/binder/environment.yml" in image.dockerfile


def test_binder_adds_llamakit_and_takes_the_solutions_away(image):
    assert image.last == ["binder/postBuild"]
    assert "RUN ./binder/postBuild" in image.dockerfile
    script = ROOT / "binder/postBuild"
    assert script.stat().st_mode & 0o111
    assert "pip install --no-deps" in script.read_text()
    assert "rm -r notebooks/teacher" in script.read_text()


@pytest.mark.parametrize("command", ["lab", "test"])
def test_the_readme_has_each_command_as_one_line(command):
    block = re.search(rf"<!-- command: {command} -->\n```sh\n(.*?)```", README, re.S).group(1)
    assert block.count("\n") == 1
    assert f'.venv/bin/pip install -q -e ".[{command}]"' in block


README = (ROOT / "README.md").read_text()


def test_the_readmes_links_lead_somewhere():
    # All are absolute, so that the page reads the same on the package index.
    assert not re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    files = (
        rf"(?:{REPOSITORY}/(?:blob|tree)|https://raw.githubusercontent.com/{OWNER}/{NAME})/main/"
    )
    ours = re.findall(rf"\]\({files}([^)#]+)\)", README)
    assert len(ours) > 10
    for target in ours:
        assert (ROOT / target).exists(), target


def test_the_readmes_first_link_is_the_play_page():
    assert re.search(r"\]\(([^)]+)\)", README)[1] == PLAY


def test_the_readme_shows_each_game_and_an_explorer_move():
    shown = re.findall(rf"!\[[^\]]{{40,}}\]\(\S*/{NAME}/main/(docs/pictures/\w+\.png)\)", README)
    games = {slug.replace("-", "_") for slug in llamakit.GAMES}
    assert {Path(picture).stem for picture in shown} == {*games, "explorer"}
    for picture in shown:
        data = (ROOT / picture).read_bytes()
        assert len(data) < 400_000
        assert b"acTL" in data[:1000], f"{picture} does not move"


ADDRESS = re.compile(
    r"https?://(?:[\w.-]*github[\w.]*|mybinder\.org|pypi\.org)/[^\s\"\\')>\]`,;]*"
    r"|https?://[\w-]+\.github\.io[^\s\"\\')>\]`,;]*"
)


def tracked_texts():
    """Yield the name and the text of every text file that git knows."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        try:
            yield name, (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue


def test_every_address_of_the_project_is_the_one_of_about():
    ours = (REPOSITORY, PAGES, BINDER, f"https://raw.githubusercontent.com/{OWNER}/{NAME}/main/")
    texts = dict(tracked_texts())
    for name, text in texts.items():
        if name == "tests/test_packaging.py":
            continue
        for address in ADDRESS.findall(text):
            if "llamakit" in address:
                assert address.startswith(ours) or "{OWNER}" in address, (name, address)
    assert {url.startswith(ours) for url in PROJECT["urls"].values()} == {True}


def test_the_distribution_is_not_the_strangers():
    assert PROJECT["name"] == DISTRIBUTION != STRANGER
    for name, text in tracked_texts():
        for line in text.splitlines():
            if name != "tests/test_packaging.py" and re.search(r"pip3? install|pip wheel", line):
                wrong = rf"(?<![\w/.\\-]){STRANGER}(\[|\s|$|['\"])"
                assert not re.search(wrong, line.partition("install")[2]), (name, line)


def test_the_readmes_python_runs():
    block = re.search(r"```python\n(.*?)```", README, re.S).group(1)
    exec(compile(block.replace('lk.play("llama-dice")', "pass"), "README.md", "exec"), {})


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", str(folder)]
    subprocess.run([*pip, "wheel", *options, str(ROOT)], check=True)
    return next(folder.glob("llamakit_course-*.whl"))


def test_the_wheel_holds_all_files_and_no_solutions(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = [path for path in (ROOT / "llamakit").rglob("*") if path.is_file()]
    ours = {
        path.relative_to(ROOT).as_posix() for path in tracked if "__pycache__" not in path.parts
    }
    course = {f"llamakit/course/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {name for name in names if ".dist-info/" not in name} == ours | course
    assert f"llamakit_course-{llamakit.__version__}.dist-info/licenses/LICENSE" in names


def test_the_wheel_works_away_from_the_checkout(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=False)
    bin_folder = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / "python"
    options = ["--no-deps", "--no-index", "-q", str(wheel)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", *options], check=True)

    def run(*command):
        # What llamakit needs is found where it is installed for the tests; llamakit is not there.
        env = os.environ | {"PYTHONPATH": sysconfig.get_path("purelib")}
        return subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        ).stdout

    assert str(tmp_path) in run(python, "-c", "import llamakit; print(llamakit.__file__)")
    assert "drama" in run(python, "-c", PLAYS)
    run(bin_folder / "llamakit", "lab", "course", "--version")
    copied = sorted(path.name for path in (tmp_path / "course").iterdir())
    assert copied == sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


PLAYS = """
import llamakit as lk
from llamakit.table.table import Table
assert lk.rulings("kadabra")
table = Table(lk.new_game("llama-dice", seed=7))
table.receive({"do": "switch", "action": "odds", "version": table.version})
print(table.html)
"""


def test_the_version_is_in_the_changelog():
    assert f"## {llamakit.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_citation_names_this_version_and_licence():
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {llamakit.__version__}\n" in citation
    assert f"\nlicense: {PROJECT['license']}\n" in citation
    assert f"\nrepository-code: {REPOSITORY}\n" in citation


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md", "docs/release.md"])
def test_the_pages_of_the_project_name_what_exists(page):
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert ((ROOT / page).parent / target).exists(), target
    for name in re.findall(r"`((?:llamakit|tests|notebooks|docs|site)/[\w./]+)`", text):
        assert (ROOT / name).exists(), name


def test_the_readme_says_the_kit_is_unofficial():
    assert "unofficial" in README
