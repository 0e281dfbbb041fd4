"""The lists of dependencies, the README's commands and the files that ship agree."""

import re
import tomllib
from pathlib import Path

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


def test_binder_adds_llamakit_after_the_environment():
    script = ROOT / "binder/postBuild"
    assert script.stat().st_mode & 0o111
    assert "pip install --no-deps" in script.read_text()


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


def test_the_version_is_in_the_changelog():
    assert f"## {llamakit.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_readme_says_the_kit_is_unofficial():
    assert "unofficial" in README
