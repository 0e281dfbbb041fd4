"""What the widgets ask of the page they are on: anywidget's contract, and nothing of JupyterLab."""

import re
from pathlib import Path

import pytest

from llamakit.explorers import widget as explorers
from llamakit.table import widget as tables
from llamakit.table import words


def scripts():
    for module in (tables, explorers):
        for name, thing in vars(module).items():
            if isinstance(thing, type) and isinstance(vars(thing).get("_esm"), str):
                yield name, thing


WIDGETS = dict(scripts())


def test_all_widgets_are_looked_at():
    assert "ScreenWidget" in WIDGETS  # explorers run the same script


@pytest.mark.parametrize("name", WIDGETS)
def test_the_script_is_one_module_that_offers_render(name):
    script = WIDGETS[name]._esm
    assert re.findall(r"^export .*$", script, re.M) == ["export default { render };"]
    assert re.search(r"^function render\(\{ model, el", script, re.M)


def test_what_the_scripts_say_stands_in_words():
    script = tables.ScreenWidget._esm
    assert set(re.findall(r"WORDS\.(\w+)", script)) == set(words.WITHOUT_PYTHON)
    for file in Path(tables.__file__).parent.glob("*.js"):
        code = re.sub(r"(^|\s)//.*", "", file.read_text(encoding="utf-8"))
        said = re.findall(r"[\"'`][^\"'`\n;(){}=]*\b[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}", code)
        assert not said, file.name


@pytest.mark.parametrize("name", WIDGETS)
def test_the_script_needs_nothing_that_jupyterlab_brings(name):
    script = re.sub(r"//.*", "", WIDGETS[name]._esm)
    wanted = r"\bimport\b|\brequire\(|\bJupyter|\.jp-|\blab\b|comm_manager|getElementById"
    assert not re.search(wanted, script), re.search(wanted, script)


@pytest.mark.parametrize("name", WIDGETS)
def test_every_colour_of_a_theme_has_another_to_fall_back_on(name):
    style = WIDGETS[name]._css
    assert "var(--jp-" in style
    assert not re.search(r"var\(--jp-[a-z0-9-]+\)", style)
