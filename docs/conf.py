"""How Sphinx makes the documentation: ``sphinx-build -W docs dist/docs``.

Pages are Markdown. What stands elsewhere in the repository is not written twice: the lessons, the
rules and the project's own pages are copied here first, and links between files become links
between pages. Formulas become MathML, so no page needs a script or a download to show them.
"""

from __future__ import annotations

import os.path
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

import llamakit
from llamakit.about import LITE, PAGES, REPOSITORY
from llamakit.lessons.copies import Node, handout, is_hidden, masters, read, write
from llamakit.lessons.printing import mathml
from llamakit.table.draw import llama

DOCS = Path(__file__).parent
ROOT = DOCS.parent

project = "llamakit"
author = project_copyright = "The llamakit developers"
release = version = llamakit.__version__
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design"]
exclude_patterns = ["release.md"]  # it comes as a page of the project
myst_enable_extensions = ["attrs_inline", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the results stand in the notebooks
autodoc_typehints = "none"  # the docstrings say it in words

html_theme = "pydata_sphinx_theme"
html_title = project
html_baseurl = PAGES
html_static_path = ["static", "pictures"]
html_css_files = ["site.css"]
html_logo = html_favicon = "static/llama.svg"
html_math_renderer = "mathml"
html_copy_source = html_show_sourcelink = False
html_context = {"default_mode": "auto"}
html_sidebars: dict[str, list[str]] = {"index": [], "student": [], "teachers_guide": []}
html_theme_options = {
    "logo": {"text": project},
    "icon_links": [{"name": "Source", "url": REPOSITORY, "icon": "fa-brands fa-github"}],
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

#: Files of the repository that are pages here, and which.
PAGE_OF = {
    "README.md": "index",
    "CHANGELOG.md": "project/changelog",
    "CODE_OF_CONDUCT.md": "project/conduct",
    "CONTRIBUTING.md": "project/contributing",
    "SECURITY.md": "project/security",
    "docs/release.md": "project/release",
    "llamakit/games/rules.md": "rules/common",
    **{
        path.relative_to(ROOT).as_posix(): f"rules/{path.parent.name}"
        for path in ROOT.glob("llamakit/games/*/rules.md")
    },
    **{f"docs/{path.name}": path.stem for path in DOCS.glob("*.md") if path.stem != "release"},
    **{f"notebooks/{path.name}": f"lessons/{path.stem}" for path in ROOT.glob("notebooks/*.ipynb")},
}
FILE_OF = {page: file for file, page in PAGE_OF.items() if page != "index"}

#: A link in Markdown to a file. In a notebook's JSON it looks the same.
LINK = re.compile(r"\]\((?![a-z]+:)(?P<file>[\w./-]+)(?P<anchor>#[\w-]*)?\)")


def setup(app: Sphinx) -> None:
    """Tell Sphinx what is done here."""
    app.connect("config-inited", gather, priority=1)
    app.connect("source-read", lead_to_pages)
    app.connect("doctree-resolved", stay_on_the_site)
    app.add_html_math_renderer("mathml", (inline_formula, None), (formula, None))


def gather(*_: object) -> None:
    """Copy what is a page here from where it stands, and draw the llama.

    A lesson comes as one reads it: without solutions, with the results of everything else.
    """
    for folder in ("lessons", "project", "rules"):
        (DOCS / folder).mkdir(exist_ok=True)
    for master in masters(ROOT / "notebooks"):
        lesson = handout(read(master))
        lesson["cells"].insert(1, to_work_on(master.name))
        for cell in lesson["cells"]:
            if is_hidden(cell):
                cell["metadata"]["tags"] = ["hide-input"]  # what MyST-NB calls it
        write(lesson, DOCS / "lessons" / master.name)
    for page, file in FILE_OF.items():
        if page.startswith(("project/", "rules/")):
            (DOCS / f"{page}.md").write_text((ROOT / file).read_text("utf-8"), "utf-8")
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 -2 32 44">'
    (DOCS / "static/llama.svg").write_text(f"{head}{llama()}</svg>\n", "utf-8")


def to_work_on(name: str) -> Node:
    """Return what a lesson's page says below its title: that this is the one to read."""
    words = (
        ":::{note}\nThis page is for reading: its tables and explorers are pictures. To play, "
        f"guess and answer, open it [in this browser]({LITE}{name}), with nothing to install.\n:::"
    )
    return {"cell_type": "markdown", "id": "to-work-on", "metadata": {}, "source": words}


def lead_to_pages(_: Sphinx, page: str, source: list[str]) -> None:
    """Lead each link to a file of the repository to its page here, or to the repository."""
    here = os.path.dirname(FILE_OF.get(page, f"docs/{page}"))

    def target(found: re.Match[str]) -> str:
        file = os.path.normpath(os.path.join(here, found["file"]))
        if file in PAGE_OF:
            address = os.path.relpath(PAGE_OF[file], os.path.dirname(page) or ".")
            address += Path(file).suffix
        elif (DOCS.parent / file).exists() and not file.startswith("docs/"):
            address = f"{REPOSITORY}/{'tree' if (ROOT / file).is_dir() else 'blob'}/main/{file}"
        else:
            address = found["file"]
        return f"]({address}{found['anchor'] or ''})"

    source[0] = LINK.sub(target, source[0])


def stay_on_the_site(_: Sphinx, tree: nodes.document, page: str) -> None:
    """Make a link to the published site, such as to the play page, one to the site one is on."""
    for link in tree.findall(nodes.reference):
        address = link.get("refuri", "")
        if address.startswith(f"{PAGES}/"):
            link["refuri"] = "../" * page.count("/") + address.removeprefix(f"{PAGES}/")


def inline_formula(writer: HTML5Translator, node: nodes.math) -> None:
    """Write a formula within a line."""
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def formula(writer: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula on a line of its own.

    It scrolls where it is too wide: the theme lets the keyboard do that too, for its own class.
    """
    words = mathml(node.astext(), "block")
    writer.body.append(f'<div class="formula pst-scrollable-table-container">{words}</div>')
    raise nodes.SkipNode
