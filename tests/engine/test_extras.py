"""What a missing package says: one line, with what to install."""

import sys

import pytest

import llamakit as lk
from llamakit.engine.extras import extra
from llamakit.games.llama_dice import odds
from llamakit.lessons.class_data import ClassData

DRAWN = {
    "distribution": lambda: lk.Distribution({1: 1}).plot(),
    "class data": lambda: ClassData("Ana: hit 3", {"hit": 1}).plot(),
    "picture": lambda: lk.lessons.picture(None, "Nothing."),
}


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_a_plot_without_matplotlib_says_what_to_install(draw, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError) as said:
        draw()
    assert str(said.value) == (
        'a plot needs Matplotlib, which is not installed here: pip install "llamakit-course[lab]"'
    )
    assert said.value.__suppress_context__


def test_the_table_of_odds_without_numpy_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    odds._all_sets.cache_clear()
    with pytest.raises(ImportError, match=r"^the table of all odds needs NumPy, .*\[lab\]"):
        lk.llama_dice.roll_odds_table()


def test_a_package_that_is_broken_is_not_called_missing(monkeypatch, tmp_path):
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib/__init__.py").write_text("import part_that_is_not_there")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ModuleNotFoundError, match="part_that_is_not_there"):
        extra("matplotlib", "a plot")
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)
