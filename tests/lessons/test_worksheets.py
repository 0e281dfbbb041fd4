"""Worksheets and their keys: what is on them, what is not, and how they come out on paper."""

import html
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from paper import A4, LETTER, NOTEBOOKS, page_sizes

from llamakit.engine.errors import InputError
from llamakit.lessons import printing, worksheets
from llamakit.lessons.__main__ import main
from llamakit.lessons.copies import masters, read, student_copy
from llamakit.lessons.own import all_exercises
from llamakit.lessons.printing import as_html, find_browser
from llamakit.lessons.worksheets import (
    FRAMES,
    SHEETS,
    make_cheat_sheets,
    make_worksheets,
    worksheet,
)

LESSONS = [path for path in masters(NOTEBOOKS) if path.stem != "00_start_here"]

#: What belongs to a screen.
SCREEN = re.compile(
    r"\b(cell|cells|run the|Shift|click|button|notebook|Python|SymPy|widget|table below|code)\b"
    r"|quotation mark|lk\.|\bsection [4-9]\b|the helper|\.\.\.",
)

#: What stands in the type of a program on paper: cards, such as 2 5 L, and nothing else.
CARDS = re.compile(r"[1-6L](?: [1-6L])*")


def words(page):
    """Return what can be read on a page."""
    body = page.partition("<h1>")[2]
    return html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<img[^>]*>", " ", body)))


@pytest.fixture
def folder(tmp_path):
    """Return a folder with one master."""
    (master,) = [path for path in LESSONS if path.stem == "llama_dice_play"]
    (tmp_path / "notebooks" / "teacher").mkdir(parents=True)
    (tmp_path / "notebooks" / "teacher" / master.name).write_bytes(master.read_bytes())
    return tmp_path / "notebooks"


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request):
    return request.param


def test_every_lesson_has_a_worksheet_and_a_cheat_sheet():
    stems = {path.stem for path in LESSONS}
    assert {path.stem for path in FRAMES.glob("*.md")} == stems
    assert {path.stem for path in SHEETS.glob("*.md")} == stems


def test_a_worksheet_is_for_a_pen(lesson):
    page = worksheet(read(lesson), lesson.stem)
    assert not SCREEN.search(words(page))
    key = worksheet(read(lesson), lesson.stem, key=True)
    for code in re.findall(r"<code>(.*?)</code>", page + key, re.S):
        assert CARDS.fullmatch(code), code
    for python in (" ** ", "==", "answer =", "(lambda", "Rational(", "binomial(", "solve("):
        assert python not in words(page + key)
    for part in ("Name", "Class", "Date", "Predict", "In short", "Answer:"):
        assert part in words(page)
    assert re.search(
        r'<div class="picture"><style>[^<]*</style><img class="llamakit-picture" alt=".', page
    )
    assert page.count('class="ask"') >= 5
    assert 'class="line"' in page or "\u2003</td>" in page  # where the guess is written
    assert '<div class="room"' in page
    for bad in ("[[", "<script", "http://w3", "https://", "<a "):
        assert bad not in page


def test_no_answer_is_on_a_worksheet_and_each_is_in_the_key(lesson):
    solved = read(lesson)
    page, key = worksheet(solved, lesson.stem), worksheet(solved, lesson.stem, key=True)
    asked = re.findall(r"^\[\[ask (\S+)", (FRAMES / f"{lesson.stem}.md").read_text(), re.M)
    assert len(set(asked)) == len(asked) == key.count('class="ask"') == page.count('class="ask"')
    assert 'class="key"' not in page
    for id_ in asked:
        exercise = all_exercises()[id_]
        if exercise.symbols:  # its formula follows, as one writes it
            written = rf"ask {id_} [^\n]*(\n[^\n]+)*\n\n\[\[note\]\]\n.*\$"
            assert re.search(written, (FRAMES / f"{lesson.stem}.md").read_text()), id_
        else:
            assert f"<b>{html.escape(worksheets.shown(exercise.truth()))}" in key
        assert all(html.escape(one.says) not in page for one in exercise.misconceptions)
    assert 'class="room"' not in key
    assert "Name" not in key.partition("<h1>")[2][:200]


def test_a_question_is_in_the_lessons_words_unless_the_frame_has_its_own(monkeypatch, tmp_path):
    (path,) = [one for one in LESSONS if one.stem == "llama_dice_odds"]
    frame = "# T\n\n[[ask llama_dice_odds-2 1]]\n\n[[ask llama_dice_odds-1 1]]\nMine?\n\nEnd $x$"
    (tmp_path / "llama_dice_odds.md").write_text(frame)
    monkeypatch.setattr(worksheets, "FRAMES", tmp_path)
    page = words(worksheet(read(path), "llama_dice_odds"))
    assert "How likely is at least one llama?" in " ".join(page.split())
    assert "Quick check" not in page
    assert "Mine?" in page
    assert "three llamas?" not in page


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ("[[hall 3]]", r"'\[\[hall 3\]\]' is none of the blocks room, lines"),
        ("[[room]]", "a size is a number of centimetres or lines, not ''"),
        ("[[room -1]]", "a size is a number"),
        ("[[ask nothing-1 2]]", "the lesson does not ask 'nothing-1'"),
        ("[[picture print(1)]]", r"'print\(1\)' is no position"),
        ("[[picture llama.position([3], open('x'))]]", "is no position"),
        ("[[picture llama.start()]]", "is no position"),
        ("[[picture poker.position()]]", "poker"),
        ("[[picture llama.position([9], 3)]]", "9"),
        ("[[picture llama.position()]]", "is no position"),
    ],
)
def test_a_block_that_cannot_be_used_is_named(block, said, monkeypatch, tmp_path):
    (tmp_path / "llama_dice_odds.md").write_text(f"# T\n\n{block}\n")
    monkeypatch.setattr(worksheets, "FRAMES", tmp_path)
    (path,) = [one for one in LESSONS if one.stem == "llama_dice_odds"]
    with pytest.raises(InputError, match=rf"the worksheet of llama_dice_odds: .*{said}"):
        worksheet(read(path), "llama_dice_odds")


def test_worksheets_and_keys_lie_side_by_side(folder, tmp_path, capsys):
    paper = str(tmp_path / "paper")
    main([str(folder), "--worksheets", paper])
    main([str(folder), "--worksheets", paper, "--key", "--paper", "letter"])
    sheet, key = sorted((tmp_path / "paper").iterdir(), key=lambda path: len(path.name))
    assert (sheet.name, key.name) == ("llama_dice_play.html", "llama_dice_play_key.html")
    assert capsys.readouterr().out == f"{sheet}: made\n{key}: made\n"
    assert "<title>Play L.L.A.M.A. Dice</title>" in sheet.read_text()
    assert "<title>Play L.L.A.M.A. Dice: the key</title>" in key.read_text()
    assert "size: A4;" in sheet.read_text()
    assert "size: letter;" in key.read_text()
    assert not list(folder.glob("*.ipynb"))  # no student copies by the way


def test_another_paper_is_refused(folder, tmp_path):
    with pytest.raises(InputError, match="paper is a4 or letter, not 'a5'"):
        make_worksheets(folder, tmp_path / "paper", paper="a5")
    assert not (tmp_path / "paper").exists()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("## The $n$ law", '<h2>The <math display="inline"><mrow><mi>n</mi>'),
        (r"It costs \$5 or \$6.", "It costs $5 or $6."),
        ("``$x$`` or\n\n    $x$\n", "<code>$x$</code> or"),
        ("$a +\nb$", "<mi>a</mi><mo>&#x0002B;</mo><mi>b</mi>"),
        (r"\begin{align} a \end{align}", '<math display="block">'),
        ("$ $ 5", "5</p>"),
    ],
)
def test_formulas_are_mathml_and_code_is_left_alone(text, shown):
    assert shown in as_html(text)


def test_a_formula_that_cannot_be_translated_is_named():
    with pytest.raises(InputError, match=r"the formula 'a\^b\^c' cannot be put on paper"):
        as_html("$a^b^c$")


def test_binomials_may_stand_without_braces():
    assert as_html(r"$\binom62$") == as_html(r"$\binom{6}{2}$")


def test_without_a_browser_there_is_no_pdf(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(printing.shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="needs a browser"):
        make_worksheets(folder, tmp_path / "paper", pdf=True)
    assert not (tmp_path / "paper").exists()
    with pytest.raises(SystemExit):
        main([str(folder), "--worksheets", str(tmp_path / "paper"), "--pdf"])
    assert "leave out --pdf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("sys.exit(3)", "failed with exit code 3"),
        ("pass", "made no PDF"),
        ("time.sleep(60)", "took longer than 0.2 seconds"),
        (None, "does not start"),
    ],
)
def test_a_browser_that_fails_is_named_and_leaves_the_page(
    does, said, folder, tmp_path, monkeypatch, capsys
):
    browser, paper = tmp_path / "browser", tmp_path / "paper"
    if does:
        browser.write_text(f"#!{sys.executable}\nimport sys, time\n{does}\n")
        browser.chmod(0o700)
    monkeypatch.setattr(worksheets, "find_browser", lambda: str(browser))
    if "sleep" in str(does):
        monkeypatch.setattr(printing, "PRINT_SECONDS", 0.2)
    paper.mkdir()
    (paper / "llama_dice_play.pdf").write_text("of last year")
    with pytest.raises(SystemExit):
        main([str(folder), "--worksheets", str(paper), "--pdf"])
    assert f"{browser} {said}" in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in paper.iterdir()] == ["llama_dice_play.html"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--key"], "--key goes with --worksheets"),
        (["--key", "--cheat-sheets", "paper"], "--key goes with --worksheets"),
        (["--pdf"], "go with --worksheets FOLDER or --cheat-sheets"),
        (["--paper", "letter"], "go with --worksheets FOLDER or --cheat-sheets"),
    ],
)
def test_options_for_paper_alone_are_refused(wrong, said, folder, capsys):
    with pytest.raises(SystemExit):
        main([str(folder), *wrong])
    assert said in " ".join(capsys.readouterr().err.split())
    assert not list(folder.glob("*.ipynb"))


def test_a_cheat_sheet_is_a_page_of_its_own(folder, tmp_path, capsys):
    main([str(folder), "--cheat-sheets", str(tmp_path / "paper"), "--paper", "letter"])
    (sheet,) = (tmp_path / "paper").iterdir()
    assert capsys.readouterr().out == f"{sheet}: made\n"
    assert sheet.name == "llama_dice_play_cheat_sheet.html"
    page = sheet.read_text()
    assert "<title>Play L.L.A.M.A. Dice</title>" in page
    assert "size: letter;" in page
    assert "In short" in words(page)
    for of_a_worksheet in ("Name", "Answer:", 'class="ask"'):
        assert of_a_worksheet not in page.partition("<h1>")[2]
    assert not list(folder.glob("*.ipynb"))


def test_a_file_in_place_of_the_folder(folder, capsys):
    taken = folder / "taken"
    taken.touch()
    with pytest.raises(SystemExit):
        main([str(folder), "--worksheets", str(taken)])
    assert f"{taken}: File exists" in capsys.readouterr().err


def test_a_package_that_is_missing_is_named(folder, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "nbformat", None)
    with pytest.raises(SystemExit):
        main([str(folder)])
    assert "nbformat is missing: pip install 'llamakit-course[lab]'" in capsys.readouterr().err


@pytest.fixture
def found_browser():
    """Return the path of a browser that can print; a test is skipped where there is none."""
    try:
        return find_browser()
    except InputError as none:
        pytest.skip(str(none))


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_a_worksheet_is_two_to_four_pages(paper, size, tmp_path, found_browser):
    made = make_worksheets(NOTEBOOKS, tmp_path / "a paper", pdf=True, paper=paper)
    assert [path.stem for path in made] == [path.stem for path in LESSONS]
    for path in made:
        pages = page_sizes(path)
        assert set(pages) == {size}, path.name
        assert 2 <= len(pages) <= 4, path.name


@pytest.mark.slow
@pytest.mark.browser
def test_a_cheat_sheet_is_printed_on_one_page(tmp_path, found_browser):
    made = make_cheat_sheets(NOTEBOOKS, tmp_path / "paper", pdf=True)
    assert [path.stem for path in made] == [f"{path.stem}_cheat_sheet" for path in LESSONS]
    assert {path.stem: page_sizes(path) for path in made} == {path.stem: [A4] for path in made}


@pytest.mark.slow
@pytest.mark.browser
def test_a_cheat_sheet_takes_half_a_page_at_most(found_browser):
    # In a thread of its own: another browser may be at work in this one.
    with ThreadPoolExecutor(1) as threads:
        heights = threads.submit(cheat_sheets, found_browser).result()
    assert {name: high for name, high in heights.items() if high >= 990 / 2} == {}


def cheat_sheets(browser):
    """How tall each lesson's cheat sheet is on a page of A4, less its margins."""
    from playwright.sync_api import sync_playwright

    found = {}
    with sync_playwright() as player:
        page = player.chromium.launch(executable_path=browser).new_page(
            viewport={"width": 657, "height": 1000}
        )
        for path in LESSONS:
            page.set_content(worksheet(read(path), path.stem))
            found[path.stem] = page.locator(".cheat").bounding_box()["height"]
    return found


def test_prompts_are_taken_from_what_students_see():
    for path in LESSONS:
        shown_ = "\n".join(cell["source"] for cell in student_copy(read(path))["cells"])
        for asked in dict(worksheets._questions(read(path))).values():
            assert asked in shown_
