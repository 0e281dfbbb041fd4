"""Plots: the house style, the words, and nothing changed for other plots."""

import re
from base64 import b64decode

import matplotlib as mpl
from matplotlib import pyplot

import llamakit as lk


def drawn(words="One bar.", **options):
    """Return a picture of one bar."""
    with lk.lessons.subplots(**options) as (figure, ax):
        ax.bar([0], [1], color="C1")
        ax.set(title="A bar")
    return lk.lessons.picture(figure, words)


def shown(picture):
    return picture._repr_mimebundle_()["text/html"]


def test_the_house_style_holds_inside_and_changes_nothing_outside():
    before = dict(mpl.rcParams)
    with lk.lessons.subplots() as (_, ax):
        (line,) = ax.plot([1, 2])
        assert (line.get_color(), line.get_linewidth()) == ("#0072b2", 2.5)
        assert ax.set_title("left").get_fontweight() == "bold"
    pyplot.close()
    assert dict(mpl.rcParams) == before
    assert "#d55e00" in drawn().svg  # colours by number are the house's


def test_the_arguments_are_those_of_matplotlib():
    with lk.lessons.subplots(1, 2, figsize=(4, 2)) as (figure, (left, right)):
        assert list(figure.get_size_inches()) == [4, 2]
        assert figure.axes == [left, right]
    pyplot.close()


def test_a_picture_is_drawn_alike_every_time_and_leaves_no_figure_open():
    open_before = pyplot.get_fignums()
    assert drawn().svg == drawn().svg
    assert pyplot.get_fignums() == open_before


def test_the_image_carries_its_words_and_both_themes():
    html = shown(drawn('"Left" < right'))
    assert 'alt="&quot;Left&quot; &lt; right"' in html
    svg = b64decode(re.search(r"base64,([^\"]*)", html)[1]).decode()
    assert svg.count("(prefers-color-scheme: dark)") == 1
    assert svg.index("prefers-color-scheme") < svg.index("<path")
