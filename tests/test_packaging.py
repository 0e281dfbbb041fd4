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
from pathlib import Path
from types import SimpleNamespace

import pytest

import llamakit

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def conda_requirements(path):
    """Return {package: versions} of a conda environment, under the names pip uses."""
    lines = re.findall(r"^  - ([a-z].*)$", (ROOT / path).read_text(), re.M)
    found = dict(re.match(r"([a-z-]+)(.*)", line).groups() for line in lines)
    found["matplotlib"] = found.pop("matplotlib-base")
    return {
        name: found[name]
        for name in found
        if name not in ("python", "pip", "conda-forge", "nodefaults")
    }


def test_conda_installs_what_pip_installs():
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    assert conda_requirements("environment.yml") == dict(
        re.match(r"([a-z-]+)(.*)", line).groups() for line in wanted
    )


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
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


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
    return next(folder.glob("llamakit-*.whl"))


def test_the_wheel_holds_all_files_and_no_solutions(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = [path for path in (ROOT / "llamakit").rglob("*") if path.is_file()]
    ours = {
        path.relative_to(ROOT).as_posix() for path in tracked if "__pycache__" not in path.parts
    }
    course = {f"llamakit/course/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {name for name in names if ".dist-info/" not in name} == ours | course
    assert f"llamakit-{llamakit.__version__}.dist-info/licenses/LICENSE" in names


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
    assert "drama" in run(python, "-c", PLAY)
    run(bin_folder / "llamakit", "lab", "course", "--version")
    copied = sorted(path.name for path in (tmp_path / "course").iterdir())
    assert copied == sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


PLAY = """
import llamakit as lk
from llamakit.core.table import Table
assert lk.rulings("kadabra")
table = Table(lk.new_game("llama-dice", seed=7))
table.receive({"do": "switch", "action": "odds", "version": table.version})
print(table.html)
"""


def test_the_version_is_in_the_changelog():
    assert f"## {llamakit.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_readme_says_the_kit_is_unofficial():
    assert "unofficial" in README
