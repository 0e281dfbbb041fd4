"""What people type is text wherever it is shown: in names, files, strategies, errors and guesses.

Everything the kit shows as HTML or as a picture is put into a page that listens for whatever runs;
that it does hear is shown first.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import llamakit as lk
from llamakit.lessons import own
from llamakit.lessons.class_progress import ClassProgress
from llamakit.lessons.record import Entry, Progress
from llamakit.lessons.tallying import Tally

pytestmark = pytest.mark.browser

#: Real ones; most are short enough for a name (at most 40 characters).
XSS = [
    "<script>xss=1</script>",
    "<img src=x onerror=xss=1>",
    '"><svg onload=xss=1>',
    "' autofocus onfocus='xss=1",
    '" onmouseover="xss=1',
    "<a href=javascript:xss=1>x</a>",
    "<details open ontoggle=xss=1>",
    "&lt;img src=x onerror=xss=1&gt;",
    "</style><img src=x onerror=xss=1>",
    "</title></text><img src=x onerror=xss=1>",
    "]]><!--<math><mi xlink:href=x",
    "--><img src=x onerror=xss=1>",
    "<svg><animate onbegin=xss=1 dur=1s>",
    "<iframe srcdoc='<b>'></iframe>",
    "<input onfocus=xss=1 autofocus>",
    "${xss=1}{{7*7}}<%=7*7%>",
    "javascript:xss=1",
    "\\u003cimg src=x onerror=xss=1>",
]

#: What runs when markup is taken for markup, as somebody looks for it in a page.
#: The kit itself puts there pictures as data, and fields of its forms, without handlers.
STRANGE = """(root) => [...root.querySelectorAll("*")].filter((one) =>
  (one.matches("script, img, iframe, object, embed, base, meta, math, animate, form") &&
    !one.matches("img[src^='data:image/']")) ||
  [...one.attributes].some(({ name, value }) =>
    name.startsWith("on") || (/href|src|action/.test(name) && /^\\s*javascript:/i.test(value)))
).map((one) => one.outerHTML.slice(0, 200))"""

PUT = f"""async (html) => {{
  window.xss = undefined;
  document.body.innerHTML = html;
  const found = ({STRANGE})(document.body);
  await new Promise((done) => setTimeout(done, 20));
  return [window.xss === undefined ? 0 : 1, found];
}}"""


def shown(thing) -> list[str]:
    """Return the HTML of a thing in a notebook."""
    found = []
    if hasattr(thing, "_repr_mimebundle_"):
        bundle = thing._repr_mimebundle_()
        bundle = bundle[0] if isinstance(bundle, tuple) else bundle
        found += [bundle[kind] for kind in ("text/html", "image/svg+xml") if kind in bundle]
    if hasattr(thing, "_repr_html_"):
        found.append(thing._repr_html_())
    if hasattr(thing, "html"):
        found.append(thing.html)
    assert found, type(thing)
    return found


def tables(text):
    """Yield the HTML of tables, games, replays and companions with a text in every place."""
    name = text[:40]
    for slug in lk.GAMES:
        table = lk.play(slug, players=[name, "Ana"], seed=3)
        for switch in ("log", "odds", "rules", "review"):
            table.table.receive({"do": "switch", "action": switch, "version": table.version})
            yield table.html
        for message in (
            {"do": "play", "action": text},
            {"do": "play", "action": [text]},
            {"do": "load", "text": text},
            {"do": "load", "text": json.dumps({"format": text, text: text})},
            {"do": text, "action": text},
        ):
            table.table.receive({**message, "version": table.version})
            yield table.html
        game = table.game
        yield from (*shown(game), *shown(game.state), *shown(lk.show(game)))
        yield from shown(lk.show(json.loads(json.dumps(game.record()))))
        table.close()

        def broken(view, legal_actions, rng):
            raise RuntimeError(text)

        table = lk.play(slug, players=[lk.bot(broken, name), "Ana"], seed=3)
        table.table.receive({"do": "tick", "version": table.version})
        yield table.html
        table.close()
        companion = lk.companion(slug)
        companion.table.receive({"do": "set", "action": text, "version": companion.version})
        yield companion.html


def results(text, folder):
    """Yield the HTML of tournaments and of what is checked and kept, with a text in every place."""
    name = text[:40]

    def broken(view, legal_actions, rng):
        raise ValueError(text)

    day = lk.tournament(
        {name: "random", "bold": "greedy", "b" + name[:39]: broken},
        game="llama",
        n=1,
        seed=1,
        target=1,
        progress=False,
    )
    yield from shown(day)
    day.save_sheet(folder / "sheet.html")
    sheet = (folder / "sheet.html").read_text(encoding="utf-8")
    yield sheet.replace('<meta charset="utf-8">', "", 1)
    entry = Entry(tries=1, solved="2026-01-31T10:00:00")
    yield from shown(Progress({text: entry}, [text], trouble=text))
    question = {"id": "bus-1", "answer": 1, "hints": [text], "mistakes": {"2": text}}
    lk.add_exercises([question])
    for answer in (2, 3, 1, text):
        yield from shown(lk.check("bus-1", answer))
    yield from shown(ClassProgress({name: {"bus-1": entry}}, dict(own._added), (text,)))
    own._added.clear()
    yield from shown(lk.Distribution({text: 1, name: 2}))


#: The ways to ask for a guess, with a text wherever one may stand.
WAYS = {
    "shares": lambda text: {"shares": [text, "the rest"]},
    "chance": lambda text: {"chance": True},
    "number": lambda text: {"number": range(9), "unit": text},
    "choice": lambda text: {"choice": [text, "the rest"]},
    "curve": lambda text: {"curve": [text, 1], "number": range(9), "unit": text},
}


def panels(text, folder):
    """Yield the HTML of what people fill in: tally, predictions, explorers and the start panel."""
    name = text[:40]
    for results, who in ((["hit", text], "Ana"), (["hit"], name)):
        try:
            tally = Tally(results, who)
        except lk.InputError:  # what no line for the class can hold
            continue
        for number in range(len(results)):
            tally.receive({"do": "count", "action": str(number)})
            yield tally.html
        tally.receive({"do": text, "action": text})
        yield tally.html
    number = XSS.index(text)
    for way, ask in WAYS.items():
        try:
            widget = lk.predict(f"{way}-{number}", text, **ask(text))
        except lk.InputError:
            widget = lk.predict(f"{way}-{number}", text, **ask("plain"))
        yield from typed(widget.table, text)
        widget.close()
    for explorer in lk.EXPLORERS:
        widget = lk.explore(explorer)
        yield from typed(widget.table, text)
        widget.close()
    yield from started(text, folder)


def typed(page, text):
    """Yield the HTML of a page, and again after a text has come for each field and button of it."""
    yield page.html
    keys = {*re.findall(r'data-key="([^"]*)"', page.html), text}
    acts = {*re.findall(r'data-do="([^"]*)"', page.html), text} - {"guess", "show"}
    for do, found in (("set", keys), *((act, [text]) for act in sorted(acts))):
        for key in sorted(found):
            page.receive({"do": do, "key": key, "action": text})
    yield page.html
    for places in ([4], [4, 4], [50, 50]):  # what fits its sliders is its guess
        page.receive({"do": "guess", "places": places})
        yield page.html
    page.receive({"do": "show"})
    yield page.html


def started(text, folder):
    """Yield the HTML of the start panel, with a text as a name, in a field and in a saved game."""
    file = folder / f"{text[:40].replace('/', '|')}.json"
    lk.play("llama", players=[text[:40], "Ana"], seed=1, autosave=file).table.receive(
        {"do": "play", "action": "draw", "version": 0}
    )
    before = Path.cwd()
    os.chdir(folder)
    try:
        widget = lk.play()
        for do, key, action in (
            ("set", "name 0", text),
            ("seat", "", "add"),  # the panel is drawn anew
            ("set", "kind 0", text),
            ("set", "option target", text),
            ("set", text, text),
            ("game", "", text),
            ("seat", text, "add"),
            ("resume", text, text),
            (text, text, text),
            ("begin", "", ""),
        ):
            message = {"do": do, "key": key, "action": action, "version": widget.version}
            widget._handle_custom_msg(message, [])
            yield widget.html
    finally:
        os.chdir(before)
        widget.close()


@pytest.fixture(scope="module")
def page(chromium):
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/*", lambda route: route.abort())
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    yield page
    context.close()


def test_the_page_hears_what_runs(page):
    heard = [page.evaluate(PUT, f"<p>{text}</p>") for text in XSS]
    assert sum(ran for ran, _ in heard) >= 5
    assert sum(bool(ran or found) for ran, found in heard) >= 11
    assert page.evaluate(PUT, '<p title="a &lt;b> c">plain</p>') == [0, []]
    fields = [page.evaluate(PUT, f'<input type="text" value="{text}">') for text in XSS]
    assert sum(bool(ran or found) for ran, found in fields) >= 2
    assert page.evaluate(PUT, '<input type="text" value="plain">') == [0, []]


@pytest.mark.parametrize("text", XSS)
def test_what_people_type_is_text(text, page, tmp_path):
    seen = 0
    for html in {*tables(text), *results(text, tmp_path), *panels(text, tmp_path)}:
        assert page.evaluate(PUT, html) == [0, []]
        seen += 1
    assert seen > 60


def test_nothing_of_ours_needs_more_than_a_strict_policy_allows():
    """No handler in an attribute, no script in a page, nothing that turns a text into code."""
    folder = Path(lk.__file__).parent
    for script in (*folder.glob("table/*.js"), *folder.glob("explorers/*.js")):
        code = script.read_text(encoding="utf-8")
        for word in (r"\beval\(", r"new Function", r"document\.write", r"setTimeout\(\s*['\"`]"):
            assert not re.search(word, code), (script.name, word)
        assert not re.search(r"https?://(?!www\.w3\.org)", code), script.name
        assert not re.search(r"^import |\bimport\(", code, re.MULTILINE), script.name
    for slug in lk.GAMES:
        assert not re.search(r"<script|\son[a-z]+=", lk.play(slug, seed=1).html)
        assert not re.search(r"<script|\son[a-z]+=", lk.companion(slug).html)
    for name in lk.EXPLORERS:
        assert not re.search(r"<script|\son[a-z]+=", lk.explore(name).html)


STRICT = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'"
)

DRIVE = """import widget from "./table.js";
window.broken = [];
document.addEventListener("securitypolicyviolation", (event) =>
  broken.push(event.violatedDirective));
const held = await (await fetch("./state.json")).json();
const model = {
  get: (name) => held[name], set: () => {}, save_changes: () => {}, on: () => {}, off: () => {},
  send: (sent) => (window.sent = sent), widget_manager: {},
};
widget.render({ model, el: document.getElementById("place") });
window.ready = true;
"""


def test_a_table_is_drawn_and_pressed_under_a_strict_policy(chromium, serve, tmp_path, unhurried):
    table = lk.play("llama-dice", players=["Ana", "Ben"], seed=7)
    (tmp_path / "table.js").write_text(table._esm, encoding="utf-8")
    (tmp_path / "drive.js").write_text(DRIVE)
    state = {key: value for key, value in table.get_state().items() if not key.startswith("_")}
    (tmp_path / "state.json").write_text(json.dumps(state, default=str))
    (tmp_path / "index.html").write_text(
        "<!DOCTYPE html><meta charset=utf-8><div id=place></div>"
        "<script type=module src=./drive.js></script>"
    )
    context = chromium.new_context()
    context.add_init_script(unhurried)
    page = context.new_page()
    page.goto(f"{serve(tmp_path, policy=STRICT)}/index.html")
    page.wait_for_function("() => window.ready")
    page.get_by_role("button", name="Roll", exact=False).first.click()
    assert page.evaluate("() => sent.do") == "play"
    assert page.evaluate("() => broken.filter((one) => one.startsWith('script-src'))") == []
    page.evaluate("""() => document.body.insertAdjacentHTML(
        "beforeend", "<button id=inline onclick='window.ran = 1'>x</button>")""")
    page.locator("#inline").click()  # the policy holds, and what it stops is heard
    assert page.evaluate("() => window.ran") is None
    page.wait_for_function("() => broken.some((one) => one.startsWith('script-src'))")
    context.close()
    table.close()


def test_dollars_in_names_are_not_typeset(open_notebook):
    name = "$x^2$ \\\\(y\\\\)"
    start = f"""import llamakit as lk
from IPython.display import display, Math
name = {name!r}
game = lk.new_game("llama", players=[name, "Ana"], seed=1)
bots, options = {{name: "random", "b": "greedy"}}, {{"n": 1, "target": 1, "progress": False}}
day = lk.tournament(bots, game="llama", seed=1, **options)"""
    table = """display(game, game.state, lk.show(game), day)
lk.play("llama", players=[name, "Ana"], seed=1)"""
    answers = """lk.add_exercises([{"id": "bus-1", "answer": 1, "hints": [name]}])
display(lk.check("bus-1", 2), lk.check("bus-1", 3))
Math("z^2")"""
    cells = [start, table, answers]
    book = open_notebook("dollars.ipynb", *cells)
    book.run_all()
    page = book.page
    page.wait_for_function("() => document.querySelectorAll('mjx-container').length > 0")
    page.wait_for_function("() => document.body.textContent.split('$x^2$').length > 5")
    assert page.locator(".jp-OutputArea mjx-container").count() == 1  # the formula that is one
