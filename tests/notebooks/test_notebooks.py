"""The course: masters run as committed, student copies run unanswered, and both are in order."""

import ast
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import llamakit as lk
from llamakit.about import BINDER
from llamakit.lessons import copies
from llamakit.lessons.copies import BEGIN, END, WIDGET, make_copies
from llamakit.lessons.exercises import course_exercises

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
MASTERS = sorted((NOTEBOOKS / "teacher").glob("*.ipynb"))
COPIES = sorted(NOTEBOOKS.glob("*.ipynb"))
LESSONS = [path for path in MASTERS if not path.name.startswith("00")]

each = pytest.mark.parametrize(
    "path", [*MASTERS, *COPIES], ids=lambda p: f"{p.parent.name}/{p.stem}"
)
each_master = pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
each_copy = pytest.mark.parametrize("path", COPIES, ids=lambda path: path.stem)
each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def cells(path, kind=None):
    """Return the cells of a notebook, or those of one kind, each with its source as one text."""
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [
        {**cell, "source": "".join(cell["source"])}
        for cell in found
        if kind in (None, cell["cell_type"])
    ]


def outputs(path):
    """Return every output of a notebook, its texts joined."""
    found = [output for cell in cells(path, "code") for output in cell["outputs"]]
    for output in found:
        data = output.get("data", {"text": output.get("text", "")})
        yield {kind: "".join(text) for kind, text in data.items()}


def text_of(path):
    return "\n\n".join(cell["source"] for cell in cells(path, "markdown"))


def run_nbval(path, *options):
    """Run a notebook under nbval, in a pytest of its own; return what that printed if it failed."""
    plain = ["-q", "-o", "addopts=", "-o", "filterwarnings=", "-p", "no:cacheprovider"]
    ours = ["-p", "nbval.plugin", "--nbval-current-env", "--nbval-cell-timeout=120", *options]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *ours, str(path)],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=NOTEBOOKS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout[-5000:] + done.stderr[-2000:]


def imported(source):
    """Yield the modules that a cell imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module


@each
def test_a_notebook_imports_only_the_package_and_helpers_of_its_own(path):
    own = f"llamakit.lessons.{path.stem}"
    for cell in cells(path, "code"):
        for module in imported(cell["source"]):
            assert not module.startswith("llamakit.") or module == own, (cell["id"], module)


@each_master
def test_a_master_runs_and_shows_what_it_is_committed_with(path):
    assert not run_nbval(path, "--nbval", f"--nbval-sanitize-with={HERE / 'images.cfg'}")


@pytest.fixture(scope="module")
def unanswered():
    """Return a function that runs a student copy as it is; it raises where a cell fails."""
    ran = {}

    def run(path):
        if path not in ran:
            ran[path] = copies.run_notebook(path)
        return ran[path]["cells"]

    return run


@pytest.mark.slow
@each_copy
def test_a_student_copy_runs_before_anything_is_answered(path, unanswered):
    assert unanswered(path)


@each_copy
def test_where_a_word_is_asked_for_the_quotation_marks_stand_already(path):
    for cell in cells(path, "code"):
        for name in re.findall(r'lk\.check\("([^"]+)"', cell["source"]):
            waits = 'answer = "..."' if course_exercises()[name].words else "answer = ..."
            assert waits in cell["source"].splitlines(), name


def written(number):
    """Return how a fraction may be printed: as one, as TeX, as a decimal or a percentage."""
    above, below = number.numerator, number.denominator
    decimals = [f"{float(number):.{digits}f}" for digits in (3, 4, 5)]
    decimals += [
        f"{float(100 * number):.{digits}f}{space}%" for digits in (1, 2) for space in ("", " ")
    ]
    long = [text for text in decimals if len(text.strip("0.% ")) >= 3]
    either = "|".join(map(re.escape, [f"{above}/{below}", rf"\frac{{{above}}}{{{below}}}", *long]))
    return rf"(?<![\d/.])(?:{either})(?!\d)"


@pytest.mark.slow
@each_copy
def test_a_student_copy_run_unanswered_prints_no_answer(path, unanswered):
    ran = unanswered(path)
    asked = {
        name
        for cell in ran
        for name in re.findall(r'lk\.check\("([^"]+)"', cell["source"])
        if not course_exercises()[name].words and not course_exercises()[name].symbols
    }
    for name in asked:
        truth = Fraction(course_exercises()[name].truth())
        if truth.denominator == 1:
            continue
        for cell in ran:
            shown = [text for output in cell.get("outputs", ()) for text in texts(output)]
            for text in [cell["source"], *shown]:
                assert not re.search(written(truth), text), (name, cell["id"])


def texts(output):
    """Yield what an output says in words, without its pictures."""
    for kind, text in output.get("data", {"text/plain": output.get("text", "")}).items():
        if kind.startswith("text/"):
            yield re.sub(r'src="data:[^"]*"', "", text)


def predictions(path):
    """Return, of a notebook, where each prediction is asked and where it meets the truth."""
    asked, met = {}, {}
    for place, cell in enumerate(cells(path)):
        for name in re.findall(r'lk\.predict\(\s*"([^"]+)",\s*"', cell["source"]):
            assert name not in asked, name
            asked[name] = place
        for name in re.findall(r'lk\.predict\("([^"]+)", truth=', cell["source"]):
            met[name] = place
    return asked, met


def test_the_course_asks_for_many_predictions():
    assert sum(len(predictions(path)[0]) for path in COPIES) >= 60


@each_copy
def test_every_prediction_meets_its_truth_later(path):
    asked, met = predictions(path)
    assert asked.keys() == met.keys()
    for name, place in asked.items():
        assert name.startswith(path.stem)
        assert place < met[name], name
    source = "".join(cell["source"] for cell in cells(path))
    assert set(re.findall(r'lk\.after_guess\("([^"]+)"', source)) <= asked.keys()
    assert "**Predict" not in source  # what is a prediction is asked as one


@pytest.mark.slow
@each_copy
def test_run_all_without_a_guess_prints_no_truth(path, unanswered):
    """The truth is read off the master, which has guessed."""
    ran = unanswered(path)
    truths = {}
    for cell in cells(NOTEBOOKS / "teacher" / path.name, "code"):
        for name in re.findall(r'lk\.predict\("([^"]+)", truth=', cell["source"]):
            *_, shown = [output["data"]["text/plain"] for output in cell["outputs"]]
            truths[name] = "".join(shown).partition("The truth is ")[2]
    assert truths.keys() == predictions(path)[0].keys()
    for name, truth in truths.items():
        assert truth, name
        for cell in ran:
            shown = [text for output in cell.get("outputs", ()) for text in texts(output)]
            for text in [cell["source"], *shown]:
                assert "The truth is" not in text
                for form in forms(truth):
                    assert not re.search(rf"(?<![\d/.,]){re.escape(form)}(?!\d)", text), (
                        f"{name}: {form} in {cell['id']}"
                    )


@each_copy
def test_no_truth_is_the_result_of_a_cell_that_asks_for_no_guess(path):
    truths, results = set(), {}
    for cell in cells(path, "code"):
        *_, last = ast.parse(cell["source"]).body or [ast.Pass()]
        if isinstance(last, ast.Expr):
            results[ast.unparse(last.value)] = cell["id"]
            if isinstance(last.value, ast.Call):
                truths |= {ast.unparse(k.value) for k in last.value.keywords if k.arg == "truth"}
    assert not truths & results.keys()


def forms(truth):
    """Return how the numbers of a truth in words may be printed elsewhere."""
    found = set(re.findall(r"(?<![\d/])\d+\.\d+(?![\d/])", truth))
    found |= set(re.findall(r"(?<![\d/.])\d{3,}(?![\d/.])", truth))
    for text in re.findall(r"\d+/\d+", truth):
        number = Fraction(text)
        found |= {text, rf"\frac{{{number.numerator}}}{{{number.denominator}}}"}
        found |= {f"{float(number):.{digits}f}" for digits in (3, 4, 5)}
        found |= {f"{float(100 * number):.{digits}f}" for digits in (1, 2)}
    return {form for form in found if len(re.sub("[^1-9]", "", form)) >= 2}


@each_master
def test_no_solution_is_written_out_in_another_cell_of_the_copy(path):
    """Numbers and short names may come again, a whole formula may not."""
    others = [re.sub(r"\s", "", cell["source"]) for cell in cells(NOTEBOOKS / path.name, "code")]
    for cell in cells(path, "code"):
        for solution in re.findall(f"{BEGIN}\n(.*?){END}", cell["source"], re.S):
            for formula in re.findall(r"^answer = (.+)$", solution, re.M):
                plain = re.sub(r"\s", "", formula)
                if re.search(r"[-+*/(]", plain) and formula not in SAME_METHOD:
                    assert not any(plain in other for other in others), formula


#: Solutions that stand in a copy on purpose: the question asks what else the formula means, or the
#: lesson does the same for other numbers.
SAME_METHOD = {
    "Rational(1, 6) + Rational(2, 6) + Rational(1, 6)",
    "solve(Eq(gain.expand().coeff(q), 0), p)[0]",
    "miss - llamas",
}


def test_making_the_copies_again_changes_nothing(tmp_path):
    (tmp_path / "teacher").mkdir()
    for master in MASTERS:
        (tmp_path / "teacher" / master.name).write_bytes(master.read_bytes())
    made = make_copies(tmp_path)
    assert [path.name for path in made] == [path.name for path in COPIES]
    for path, committed in zip(made, COPIES, strict=True):
        assert path.read_bytes() == committed.read_bytes(), f"make {committed.name} again"


@each_master
def test_no_solution_is_left_in_the_copy(path):
    copy = {cell["id"]: cell["source"] for cell in cells(NOTEBOOKS / path.name)}
    for cell in cells(path):
        for solution in re.findall(f"{BEGIN}.*?\n(.*?)\n[^\n]*{END}", cell["source"], re.S):
            for line in solution.splitlines():
                assert line.strip() not in copy.get(cell["id"], "") or not line.strip()


@each_copy
def test_a_copy_holds_no_results_and_no_marks(path):
    for cell in cells(path):
        assert "SOLUTION" not in cell["source"]
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@each_master
def test_a_master_is_committed_as_run_from_top_to_bottom(path):
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))


@each_master
def test_a_master_holds_no_widget_no_error_and_no_wrong_answer(path):
    assert WIDGET not in path.read_text(encoding="utf-8")
    for cell in cells(path, "code"):
        assert all(output["output_type"] != "error" for output in cell["outputs"])
        if "lk.check(" in cell["source"]:
            (verdict,) = cell["outputs"]
            assert "".join(verdict["data"]["text/plain"]).endswith(": right!")


@each
def test_a_notebook_says_little_about_itself(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"] == {
        "kernelspec": {
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
    }
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)


@each
def test_every_link_leads_somewhere(path):
    for link in re.findall(r"\]\((?!data:)([^)#]+)\)", text_of(path)):
        if link.startswith("http"):
            assert link == f"{BINDER}/{path.name}"
        else:
            assert (path.parent / link).is_file(), link


@each
def test_a_notebook_can_be_opened_on_binder(path):
    first, *_ = cells(path)
    assert f"[Open this page on Binder]({BINDER}/{path.name})" in first["source"]


def test_the_map_leads_to_every_lesson():
    links = re.findall(r"\]\((?!https|data:)([^)]+)\)", text_of(NOTEBOOKS / "00_start_here.ipynb"))
    assert sorted(links) == [path.name for path in LESSONS]


def test_every_exercise_is_asked_once():
    asked = [
        name
        for path in MASTERS
        for cell in cells(path, "code")
        for name in re.findall(r'lk\.check\("([^"]+)"', cell["source"])
    ]
    assert sorted(asked) == sorted(course_exercises())


@each_master
def test_every_picture_has_words(path):
    for data in outputs(path):
        assert not {"image/png", "image/jpeg", "image/svg+xml"} & set(data)
        for image in re.findall(r"<img[^>]*>", data.get("text/html", "")):
            words = re.search(r'alt="([^"]*)"', image).group(1)
            assert len(words) > 40


@each_master
def test_a_table_in_text_fits_on_a_narrow_page(path):
    """JupyterLab has room for 45 signs on a page of 480 px, and breaks longer lines in words."""
    said = [data.get("text") or data["text/plain"] for data in outputs(path) if len(data) == 1]
    rows = [row for row in "\n".join(said).splitlines() if re.search(r"\S  +\S", row)]
    assert [row for row in rows if len(row) > 45] == []


@each_master
def test_simulations_agree_within_four_standard_errors(path):
    shown = "\n".join(text for data in outputs(path) for text in data.values())
    for off in re.findall(r"([+-]\d+\.\d) SE", shown):
        assert abs(float(off)) <= 4
    if path.stem.endswith("odds"):
        assert len(re.findall(r"[+-]\d+\.\d SE", shown)) >= 5


#: The headings of every lesson, in this order; a lesson may have others between them.
ANATOMY = (
    r"# \w.*",
    "## 1 · A position, and your guess",
    "## 2 · A small model, by hand",
    "## 3 · The answer, step by step",
    r"## \d+ · First check: .+",
    r"## \d+ · Second check: .+",
    r"## \d+ · The picture: .+",
    r"## \d+ · Exercises",
    "## Remember",
)


def headings(path):
    return [unmarked(heading) for heading in re.findall(r"^##? .*", text_of(path), re.M)]


def unmarked(heading):
    """Return a heading without its mark, which says when it is read."""
    return re.sub(r" \((core|(second|third) lesson)\)$", "", heading)


def sections(path):
    """Return the cells of each section by its heading."""
    found = {}
    for cell in cells(path):
        if start := re.match(r"##? .*", cell["source"]):
            found[unmarked(start[0])] = []
        found[list(found)[-1]].append(cell)
    return found


@each_lesson
def test_every_lesson_has_the_same_anatomy(path):
    own = headings(path)
    assert re.fullmatch(r"[^\n]*\n(.*\n)*".join(ANATOMY), "\n".join(own)), own
    numbered = [heading for heading in own if re.match(r"## \d", heading)]
    assert [int(re.search(r"\d+", one)[0]) for one in numbered] == [*range(1, len(numbered) + 1)]


@each_lesson
def test_a_lesson_begins_with_its_aims_and_ends_with_what_to_remember(path):
    first, *_ = cells(path)
    for part in ("# ", "**You will learn**", "**You need**", "**Minutes:**"):
        assert part in first["source"]
    assert sections(path)["## Remember"][0]["cell_type"] == "markdown"
    last = cells(path)[-1]["source"]
    assert "**Where to go next:**" in last


@each_lesson
def test_a_lesson_starts_at_a_table_and_with_a_guess(path):
    section = sections(path)["## 1 · A position, and your guess"]
    (table,) = [cell for cell in section if cell["source"].startswith("lk.play(")]
    assert re.search(r"seed=\d+", table["source"])
    played, guessed = (
        next(place for place, cell in enumerate(section) if part in cell["source"])
        for part in ("lk.play(", "lk.predict(")
    )
    assert played < guessed
    assert "![" not in text_of(NOTEBOOKS / path.name)  # no dead picture above the live table


def test_ben_says_the_zero_that_the_lesson_on_bluffing_asks_about():
    (source,) = [
        cell["source"]
        for cell in cells(NOTEBOOKS / "chinchiller_play_well.ipynb", "code")
        if "lk.play(" in cell["source"]
    ]
    game = eval(source, {"lk": lk}).game
    while game.current_player != 0:
        game.play()
    assert game.view(0).claim == 0


@each_lesson
def test_exercises_end_with_an_open_question(path):
    (section,) = [found for heading, found in sections(path).items() if "Exercises" in heading]
    asked = [place for place, cell in enumerate(section) if "lk.check(" in cell["source"]]
    opened = [place for place, cell in enumerate(section) if "**Open question" in cell["source"]]
    labels = re.findall(
        r"^\*\*Exercise (\d+)(?: \(harder\))?\.\*\*",
        "\n".join(cell["source"] for cell in section),
        re.M,
    )
    assert labels == [str(number) for number in range(1, len(asked) + 1)]
    assert len(asked) >= 3
    assert asked[-1] < opened[0]


@each_master
def test_no_answer_stands_beside_its_question(path):
    all_cells = cells(path)
    for before, cell, after in zip(all_cells, all_cells[1:], all_cells[2:], strict=False):
        for name in re.findall(r'lk\.check\("([^"]+)"', cell["source"]):
            exercise = course_exercises()[name]
            if exercise.words or exercise.symbols or (truth := exercise.truth()) == int(truth):
                continue
            for beside in (before, after):
                shown = beside["source"] + json.dumps(beside.get("outputs", ""))
                assert not re.search(rf"(?<!\d){re.escape(str(truth))}(?!\d)", shown), name


@each_lesson
def test_questions_come_every_few_cells(path):
    kinds = ["lk.check(" in one["source"] or "lk.predict(" in one["source"] for one in cells(path)]
    asked = [place for place, question in enumerate(kinds) if question]
    assert all(later - earlier <= 14 for earlier, later in pairwise(asked))


@each_copy
def test_cells_are_short(path):
    for cell in cells(path):
        limit = 25 if cell["cell_type"] == "code" else 20
        assert cell["source"].count("\n") < limit, cell["id"]
        assert len(cell["source"]) <= 1400, cell["id"]
