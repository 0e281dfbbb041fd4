"""Class days: the files of a folder play each other, whatever else lies there."""

import os
import shutil
import socket
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from multiprocessing import get_context
from textwrap import indent
from threading import Barrier

import numpy as np
import pytest
from paper import A4, page_sizes, print_page

import llamakit as lk
from llamakit.engine.state import InputError
from llamakit.simulation import entrant
from llamakit.simulation.entrant import Entrant
from llamakit.simulation.sandbox import try_sandbox
from llamakit.simulation.standings import Offence
from llamakit.simulation.tournament import TOGETHER

GOOD = "def strategy(view, legal_actions, rng):\n    return legal_actions[-1]\n"


@pytest.fixture(scope="module")
def class_result(tmp_path_factory):
    """Return the tournament of a folder of students' files, of which one can play."""
    folder = tmp_path_factory.mktemp("class")
    files = {
        "Ana & co.py": "import math\n" + GOOD,
        "cem.py": "def strategy(:\n",
        "dee.py": "policy = None\n",
        "eva.py": "raise RuntimeError('not finished')\n",
        "_draft.py": GOOD,
        "notes.txt": "no strategy",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return lk.class_day(folder, n=1, seed=1, bots=("random",), target=10)


def test_a_class_day_is_a_tournament_of_a_folder(class_result):
    assert class_result.names == ("Ana & co", "cem", "dee", "eva", "random")
    fouls = {offence.strategy: offence.what for offence in class_result.offences}
    assert set(fouls) == {"cem", "dee", "eva"}
    assert "could not be loaded: it raised SyntaxError" in fouls["cem"]
    assert fouls["cem"].endswith("(line 1)")
    assert fouls["dee"] == "could not be loaded: it defines no function called strategy"
    assert "not finished (line 1" in fouls["eva"]


def test_the_sheet_can_be_printed(class_result, tmp_path):
    class_result.save_sheet(tmp_path / "sheet.html")
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Ana &amp; co" in page
    assert "Ana & co" not in page
    assert page.count("<table>") == 2
    assert "<h3>Did not play</h3><ul><li>cem did not play: it could not be loaded" in page


@pytest.mark.browser
def test_a_class_of_31_is_printed_on_two_sheets_of_a4(class_result, tmp_path):
    names = tuple(f"{'Clara_Sophie_von_Weitershausen'[: 3 + seat]}{seat}" for seat in range(31))
    seats = np.array(list(permutations(range(31), 2)))
    wins = np.stack([seats[:, 0] > seats[:, 1], seats[:, 0] < seats[:, 1]], axis=1).astype(float)
    forfeits = np.where(seats[:, 0] == 0, 0, -1)
    offences = [Offence(f"file{number}", "could not be loaded", None) for number in range(4)]
    day = replace(
        class_result,
        names=names,
        seats=seats,
        wins=wins,
        scores=wins,
        forfeits=forfeits,
        offences=(*offences, Offence(names[0], "raised KeyError: 'a' (line 3 in strategy)", None)),
    )
    day.save_sheet(tmp_path / "sheet.html")
    assert page_sizes(print_page(tmp_path / "sheet.html")) == [A4, A4[::-1]]


def test_a_student_may_be_called_like_a_bot(tmp_path):
    (tmp_path / "random.py").write_text(GOOD)
    result = lk.class_day(tmp_path, n=1, seed=1, bots=("random",), target=10)
    assert result.names == ("random", "bot random")


def test_nobody_plays_under_the_name_of_another(tmp_path):
    for name in ("ana", "ana ", " ben", "ben"):
        (tmp_path / f"{name}.py").write_text(GOOD)
    (tmp_path / "Cem.PY").write_text(GOOD)
    result = lk.class_day(tmp_path, n=1, seed=1, bots=(), target=10, progress=False)
    assert result.names == ("Cem", "ana", "ben")
    assert [offence.strategy for offence in result.offences] == [" ben", "ana "]
    (tmp_path / "cautious.py").write_text(GOOD)
    (tmp_path / "bot cautious.py").write_text(GOOD)
    with pytest.raises(InputError, match="'bot cautious'"):
        lk.class_day(tmp_path, n=1, seed=1, target=10, progress=False)
    with pytest.raises(InputError, match="'bot greedy'"):
        lk.class_day(tmp_path, n=1, seed=1, bots=("greedy",) * 3, target=10, progress=False)


@pytest.mark.parametrize("coding", ["hex", "rot13", "zlib", "no-such-coding"])
def test_a_file_is_decoded_where_it_is_loaded(tmp_path, coding):
    """Whatever it declares, it stops nobody but itself."""
    (tmp_path / "ana.py").write_text(GOOD)
    (tmp_path / "odd.py").write_bytes(f"# coding: {coding}\n{GOOD}".encode())
    day = lk.class_day(tmp_path, n=1, seed=1, bots=("greedy",), target=10, progress=False)
    assert [offence.strategy for offence in day.offences] == ["odd"]
    assert "could not be loaded: it raised " in day.offences[0].what
    assert not day.forfeits.tolist().count(1)


def test_an_empty_folder_is_no_class(tmp_path):
    with pytest.raises(InputError, match="no Python files"):
        lk.class_day(tmp_path)


@pytest.mark.parametrize("folder", ["", [], None, 5, ["a.py"], "no such folder", "\0", __file__])
def test_what_is_no_folder_is_refused(folder):
    with pytest.raises(InputError, match="folder"):
        lk.class_day(folder)


@pytest.mark.parametrize("place", ["", "here"])
def test_a_folder_where_python_looks_for_modules_is_refused(tmp_path, monkeypatch, place):
    """A student's random.py would be imported by the referee."""
    (tmp_path / "random.py").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place and str(tmp_path), *filter(None, sys.path)])
    with pytest.raises(InputError, match="into a folder of their own"):
        lk.class_day(".", n=1, progress=False)


def test_bots_are_a_list(tmp_path):
    (tmp_path / "ana.py").write_text(GOOD)
    for bots in ("cautious", None, 3, [[]]):
        with pytest.raises(InputError, match="bots must be a list of names"):
            lk.class_day(tmp_path, bots=bots)


def odd_files(folder):
    """Put into a folder everything that is called like a Python file and is none."""
    (folder / "folder.py").mkdir()
    (folder / ("long" * 12 + ".py")).write_text(GOOD)
    (folder / "\u202eevil.py").write_text(GOOD)
    (folder / "huge.py").write_text("#" * 2**21)
    (folder / "latin.py").write_bytes(b"# caf\xe9\n" + GOOD.encode())
    (folder / "syntax.py").write_text("def strategy(:")
    (folder / "nulls.py").write_bytes(GOOD.encode() + b"\0")
    (folder / "._ana.py").write_bytes(b"\0\5\x16\7")  # what some systems leave in an archive
    if os.name == "posix":
        (folder / "dangling.py").symlink_to(folder / "nowhere.py")
        (folder / "loop.py").symlink_to(folder / "loop.py")
        os.mkfifo(folder / "pipe.py")


def test_odd_files_are_named_and_the_others_play(tmp_path):
    odd_files(tmp_path)
    for name in ("ana", "Ben", "שלום", "with.dot"):
        (tmp_path / f"{name}.py").write_text(GOOD)
    (tmp_path / "windows.py").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    (tmp_path / "declared.py").write_bytes(b"# coding: latin-1\nA = '\xe9'\n" + GOOD.encode())
    day = lk.class_day(tmp_path, n=1, seed=1, bots=(), target=10, progress=False)
    played = {row["strategy"] for row in day.table()}
    assert played == {"ana", "Ben", "שלום", "with.dot", "windows", "declared"}
    named = {offence.strategy: offence.what for offence in day.offences}
    odd = {"folder", "huge", "latin", "syntax", "nulls", repr("\u202eevil")}
    if os.name == "posix":
        odd |= {"dangling", "loop", "pipe"}
    assert {name for name in named if "longlong" not in name} == odd
    assert len(named) == len(odd) + 1
    assert "it is no file but a folder" in named["folder"]
    assert all(f"{name} did not play: it {what}" in str(day) for name, what in named.items())
    assert str(day).isprintable() or "\n" in str(day)


def test_too_few_to_play_says_why(tmp_path):
    (tmp_path / "ana.py").write_text(GOOD)
    (tmp_path / "ben.py").mkdir()
    with pytest.raises(InputError, match="there are not two to play: ben could not be read"):
        lk.class_day(tmp_path, bots=())


LOADING = {
    "sleeps_loading": "import time\ntime.sleep(1000)",
    "loops_loading": "while True: pass",
    "hoards_loading": "hoard = [bytearray(10**9) for _ in range(4)]",
    "exits_loading": "import os\nos._exit(0)",
}
SILENT = {
    "loops": "while True: pass",
    "prints": "while True: print('x' * 10**5)",
    "forks": "if os.fork() == 0: time.sleep(100)\nwhile True: pass",
    "stops": "os.killpg(0, signal.SIGSTOP)",
}
SLOW = {"dawdles": "time.sleep(0.4)\nreturn legal_actions[0]"}
PLAYING = {
    "writes": """
for pipe in range(3, 30):
    try:
        os.write(pipe, b'{}\\n')
    except OSError:
        pass
""",
    "kills": "os.kill(os.getppid(), 9)\nwhile True: pass",
    "shouts": "raise ValueError('x' * 2 * 10**7)",
    "recurses": "return strategy(view, legal_actions, rng)",
    "reads": "return sys.stdin.read()",
}
HEAD = "import os, random, signal, sys, time\ndef strategy(view, legal_actions, rng):\n"
ASKED = {name: HEAD + indent(body, "    ") for name, body in (SILENT | SLOW | PLAYING).items()}
HOSTILE = LOADING | ASKED
GOOD_ONES = {
    "ana": GOOD,
    "ben": HEAD + "    return random.choice(legal_actions)",
    "cem": HEAD + "    return rng.choice(legal_actions)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps all of these limits")
def test_hostile_files_are_out_and_change_nothing_for_the_others(tmp_path, monkeypatch):
    start = Entrant.start

    def soon(one):
        """Wait for a second where it would be ten."""
        one._loading = 1.0 if b"s_loading.py" in one._sent else entrant.LOADING_LIMIT
        start(one)

    monkeypatch.setattr(Entrant, "start", soon)
    limits = {"time_limit": 1.0, "game_limit": 0.5}  # much, for the good on a busy machine
    options = {"n": 3, "seed": 1, "bots": (), "target": 10, "progress": False, **limits}
    for name, text in GOOD_ONES.items():
        (tmp_path / f"{name}.py").write_text(text)
    alone = lk.class_day(tmp_path, **options)
    assert alone.offences == ()
    for name, text in HOSTILE.items():
        (tmp_path / f"{name}.py").write_text(text)
    mixed = lk.class_day(tmp_path, **options)
    counts = Counter(offence.strategy for offence in mixed.offences)
    assert counts == dict.fromkeys(LOADING | SILENT | SLOW, 1) | dict.fromkeys(PLAYING, 3)
    assert max(len(offence.what) for offence in mixed.offences) < 500

    silent = {offence.what for offence in mixed.offences if offence.strategy in SILENT}
    assert silent == {"was too slow in a trial game: it did not answer within 1 seconds"}

    def games(day):
        named = ([day.names[one] for one in seats] for seats in day.seats)
        rows = zip(named, day.scores.tolist(), day.wins.tolist(), strict=True)
        return [row for row in rows if set(row[0]) <= set(GOOD_ONES)]

    assert games(alone) == games(mixed)


def test_those_that_sleep_while_loading_sleep_at_the_same_time(tmp_path, monkeypatch):
    together, start = Barrier(TOGETHER), Entrant.start

    def met(one):
        together.wait(60)
        start(one)

    monkeypatch.setattr(Entrant, "start", met)
    monkeypatch.setattr(entrant, "LOADING_LIMIT", 0.5)
    for number in range(TOGETHER):
        (tmp_path / f"{number}.py").write_text("while True: pass")
    day = lk.class_day(tmp_path, n=1, seed=1, bots=("random", "greedy"), target=10, progress=False)
    late = "could not be loaded within 0.5 seconds"
    assert day.offences == tuple((str(number), late, None) for number in range(TOGETHER))


@pytest.fixture
def waits(monkeypatch):
    """Return a list of the seconds waited in vain, each time nothing has come until a limit."""
    found, answer = [], entrant._Line.answer

    def waited(line, limit, patience):
        try:
            return answer(line, limit, patience)
        except entrant._Late:
            found.append(limit)
            raise

    monkeypatch.setattr(entrant._Line, "answer", waited)
    return found


FIRST = "asked = []\n" + HEAD + "    asked.append(view)\n"
LATER = {
    "at the first question": "    while True: pass",
    "at the second": "    while len(asked) == 2: pass\n    return rng.choice(legal_actions)",
    "before the end": """
    while max(view.points) > 20: pass
    return rng.choice(legal_actions)
""",
    "never, but slowly": "    time.sleep(0.9)\n    return rng.choice(legal_actions)",
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps all of these limits")
@pytest.mark.parametrize("body", LATER.values(), ids=LATER)
def test_ten_files_that_stop_answering_are_found_on_trial(body, tmp_path, waits):
    """None of them comes to a game, and they keep each other waiting but for seconds."""
    for number in range(10):
        (tmp_path / f"loops{number}.py").write_text(FIRST + body)
    day = lk.class_day(tmp_path, n=1, seed=1, bots=("greedy", "random"), progress=False)
    assert len(waits) == len(day.offences) == 10
    assert sum(waits) <= 10
    assert set(day.seats.flat) == {10, 11}


@pytest.mark.slow
def test_who_stops_answering_at_random_is_waited_for_less_than_two_seconds(tmp_path, waits):
    text = FIRST + "    while len(asked) % 300 == 0: pass\n    return rng.choice(legal_actions)"
    (tmp_path / "loops.py").write_text(text)
    day = lk.class_day(tmp_path, n=300, seed=1, bots=("greedy", "random"), progress=False)
    assert [offence.strategy for offence in day.offences] == ["loops"] * 3
    assert sum(waits) <= 1.4


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps all of these limits")
def test_ten_hostile_files_are_waited_for_a_few_seconds_in_all(tmp_path, waits):
    for name, text in GOOD_ONES.items():
        (tmp_path / f"{name}.py").write_text(text)
    for name in [*LOADING, *SILENT, *SLOW, *PLAYING][:10]:
        (tmp_path / f"{name}.py").write_text(HOSTILE[name])
    lk.class_day(tmp_path, n=1, seed=1, bots=(), progress=False)
    assert sum(waits) <= 10 * len(LOADING)


SPY = """
import os, socket
def tries(do):
    try:
        return str(do())
    except OSError as error:
        return type(error).__name__
def strategy(view, legal_actions, rng):
    found = [
        tries(lambda: open({secret!r}).read()),
        tries(lambda: open({written!r}, "w").write("x")),
        tries(lambda: socket.create_connection(("127.0.0.1", {port}), 1)),
        tries(lambda: len([name for name in os.listdir("/proc") if name.isdigit()]) < 9),
        tries(lambda: os.access(os.path.dirname(os.__file__), os.W_OK)),
    ]
    raise ValueError(" ".join(found))
"""


def spy(folder, **more):
    """Return what a strategy that looks for what is not its own has found."""
    secret, entered = folder / "secret", folder / "files"
    entered.mkdir()
    secret.write_text("the-secret")
    secret.chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = SPY.format(
            secret=str(secret),
            written=str(folder / "written"),
            port=server.getsockname()[1],
        )
        (entered / "spy.py").write_text(text)
        day = lk.class_day(entered, n=1, seed=1, bots=("random",), progress=False, **more)
    return day.offences[0].what, (folder / "written").exists()


def test_without_a_wall_it_reaches_what_the_account_can(tmp_path):
    found, wrote = spy(tmp_path)
    assert "the-secret" in found
    assert wrote


def has_bubblewrap():
    """Whether Bubblewrap is here and the system lets it work."""
    command = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    return shutil.which("bwrap") and subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.skipif(not has_bubblewrap(), reason="Bubblewrap is not installed, or may not work")
def test_behind_bubblewrap_it_reaches_nothing(tmp_path):
    found, wrote = spy(tmp_path, sandbox="bubblewrap")
    assert "raised ValueError: FileNotFoundError FileNotFoundError ConnectionRefusedError" in found
    assert "the-secret" not in found
    assert found.partition("ConnectionRefusedError ")[2].startswith("True False")
    assert not wrote


@pytest.mark.skipif(not has_bubblewrap(), reason="Bubblewrap is not installed, or may not work")
def test_a_wall_changes_no_result(tmp_path):
    for name, text in GOOD_ONES.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "loops.py").write_text(HOSTILE["loops"])
    limits = {"time_limit": 0.5, "game_limit": 60.0}
    options = {"n": 2, "seed": 1, "target": 10, "progress": False, **limits}
    plain, walled = (
        lk.class_day(tmp_path, **options, sandbox=wall) for wall in (None, "bubblewrap")
    )
    assert {offence.strategy for offence in (*plain.offences, *walled.offences)} == {"loops"}
    assert plain.wins.tolist() == walled.wins.tolist()


@pytest.mark.skipif(not has_bubblewrap(), reason="Bubblewrap is not installed, or may not work")
def test_behind_bubblewrap_python_is_found_through_links(tmp_path, monkeypatch):
    (tmp_path / "there").symlink_to(sys.executable)
    (tmp_path / "python").symlink_to("there")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    try_sandbox("bubblewrap")


HIDES_MODULES = ["sh", "-c", '"$0" "$1" "$2"']


@pytest.mark.parametrize(
    "wall", [["no-such-wall"], ["false"], ["true"], ["sh", "-c", "echo no"], HIDES_MODULES]
)
def test_a_wall_that_does_not_work_is_no_reason_to_do_without(wall, tmp_path):
    (tmp_path / "ana.py").write_text(GOOD)
    with pytest.raises(InputError, match=r"the wall .* does not work here"):
        lk.class_day(tmp_path, sandbox=wall, progress=False)


@pytest.mark.skipif(not has_bubblewrap(), reason="Bubblewrap is not installed, or may not work")
def test_a_wall_stands_wherever_the_games_are_played(tmp_path):
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        found, wrote = spy(tmp_path, sandbox="bubblewrap", executor=pool)
    assert "raised ValueError: FileNotFoundError FileNotFoundError" in found
    assert not wrote


NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def can_be_nobody():
    """Whether a process of an account without rights can be started, and finds what it needs."""
    with suppress(InputError):
        try_sandbox(NOBODY)
        return True
    return False


@pytest.mark.skipif(not can_be_nobody(), reason="no process can be started for another account")
def test_as_another_account_it_reaches_what_that_account_can(tmp_path):
    found, wrote = spy(tmp_path, sandbox=NOBODY)
    assert "raised ValueError: PermissionError PermissionError" in found
    assert not wrote
