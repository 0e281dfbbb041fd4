"""One strategy in a process of its own: what it gets, what it may use, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from textwrap import indent

import pytest
from simulation.test_class_day import has_bubblewrap

import llamakit as lk
from llamakit.simulation import desk, entrant, runs
from llamakit.simulation.entrant import Entrant, Foul, Limits, StrategyFile

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can adopt orphans")


def hire(text, move=5.0, game=60.0):
    """Return an entrant whose strategy is written in a file."""
    return Entrant(runs.to_bytes(StrategyFile("guest.py", text)), Limits(move, game))


def says(body):
    """Return what a strategy answers to one question, and close it."""
    guest = hire("def strategy(view, legal_actions, rng):\n" + indent(body, "    "))
    try:
        return guest.ask(None, ("roll", "quit"), 1)
    finally:
        guest.close()


def is_alive(process):
    """Whether a process runs: not one that has ended and only waits to be buried."""
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_process_ends_when_its_entrant_is_closed(monkeypatch):
    monkeypatch.setattr(entrant, "GRACE", 60.0)
    view = lk.new_game("llama-dice", seed=1).view(0)
    guest = hire("def strategy(view, legal_actions, rng): return legal_actions[-1]")
    assert guest.ask(view, ("roll", "quit"), 1) == "quit"
    process = guest._line._process
    guest.close()
    assert process.poll() == (1 if sys.platform == "win32" else 0)  # it has not been killed
    guest.close()


def test_a_stopped_strategy_can_be_asked_again(tmp_path):
    stops_once = f"""
import os, pathlib
stopped = pathlib.Path({str(tmp_path / "stopped")!r})
def strategy(view, legal_actions, rng):
    if not stopped.exists():
        stopped.touch()
        os._exit(1)
    return "roll"
"""
    guest = hire(stops_once)
    with pytest.raises(Foul, match="ended its process"):
        guest.ask(None, ("roll",), 1)
    assert guest.ask(None, ("roll",), 1) == "roll"
    guest.close()


def test_a_flood_on_the_pipe_of_answers_is_not_read():
    flood = """
import os
def strategy(view, legal_actions, rng):
    while True:
        for pipe in range(3, 30):
            try:
                os.write(pipe, b"x" * 10**6)
            except OSError:
                pass
"""
    guest = hire(flood)
    with pytest.raises(Foul, match=r"wrote b'x{20}' where its answers go"):
        guest.ask(None, ("roll",), 1)
    assert guest._line is None


def test_what_it_says_of_itself_is_cut_short():
    shouts = """
import os
def strategy(view, legal_actions, rng):
    for pipe in range(3, 30):
        try:
            os.write(pipe, b"foul " + b"Ana has cheated. " * 200 + b"\\n")
        except OSError:
            pass
"""
    guest = hire(shouts)
    with pytest.raises(Foul, match="Ana has cheated") as foul:
        guest.ask(None, ("roll",), 1)
    assert len(str(foul.value)) == entrant.LONGEST
    guest.close()


def test_prints_go_nowhere_and_cost_only_its_own_time():
    flood = "def strategy(view, legal_actions, rng):\n    while True: print('x' * 10**5)"
    guest = hire(flood, move=0.2)
    with pytest.raises(Foul, match=r"did not answer within 0\.2 seconds"):
        guest.ask(None, ("roll",), 1)


def test_a_clock_runs_through_all_games_and_gains_a_little_for_each(monkeypatch):
    """It is played with answers that take as long as is said here, on any machine."""
    takes = 0.25

    def answer(line, limit, patience):
        line.took = min(takes, limit)
        if takes > limit:
            raise entrant._Late
        return "move", "roll"

    monkeypatch.setattr(entrant._Line, "answer", answer)
    guest = hire("", move=1.0, game=0.25)

    def asked(seed):
        """Return how many questions in a game are answered."""
        answers = []
        with pytest.raises(Foul, match=r"ran out of time: it has 0\.25 seconds a game"):
            answers.extend(guest.ask(None, ("roll",), seed) for _ in range(100))
        return len(answers)

    assert [asked(1), asked(2)] == [5, 1]  # a second, and a quarter for each game
    takes = 0.125
    assert [asked(3), asked(4)] == [2, 2]
    guest.close()


def test_a_long_game_is_no_offence(monkeypatch):
    """Who answers in a fortieth of a game's seconds is never out of time, whoever drags it out."""
    answers = 0

    def answer(line, limit, patience):
        line.took = 0.2 / 40
        if line.took > limit:
            raise entrant._Late
        return "move", "roll"

    monkeypatch.setattr(entrant._Line, "answer", answer)
    guest = hire("", move=1.0, game=0.2)
    for _ in range(10_000):
        answers += guest.ask(None, ("roll",), 1) == "roll"
    assert answers == 10_000
    guest.close()


def test_who_is_late_once_has_used_up_what_it_has_saved():
    guest = hire("def strategy(view, legal_actions, rng):\n    while True: pass", 0.5, 0.3)
    with pytest.raises(Foul, match=r"did not answer within 0\.5 seconds"):
        guest.ask(None, ("roll",), 1)
    for game in (2, 3):
        with pytest.raises(Foul, match=r"ran out of time: it has 0\.3 seconds a game"):
            guest.ask(None, ("roll",), game)
    guest.close()


@LINUX
def test_the_clock_stands_still_while_it_stands_in_line_for_a_processor(monkeypatch):
    wait = "import time\ndef strategy(view, legal_actions, rng): time.sleep({})"
    stood = iter(range(10**6))
    monkeypatch.setattr(entrant._Line, "_stood", lambda line: float(next(stood)))
    monkeypatch.setattr(entrant, "MOST_PATIENCE", 1000)
    guest = hire(wait.format(0.3), move=0.1)
    assert guest.ask(None, ("roll",), 1) == "None"
    guest.close()
    monkeypatch.setattr(entrant._Line, "_stood", lambda line: time.perf_counter())
    monkeypatch.setattr(entrant, "MOST_PATIENCE", 10)
    slow = hire(wait.format(1000), move=0.05)
    with pytest.raises(Foul, match=r"did not answer within 0\.05 seconds"):  # after 0.5
        slow.ask(None, ("roll",), 1)


@LINUX
def test_how_long_it_stands_in_line_is_read_behind_a_keeper_too():
    guest = hire("import os\ndef strategy(view, legal_actions, rng): return str(os.getpid())")
    strategy = guest.ask(None, ("roll",), 1)
    assert os.readlink(f"/proc/self/fd/{guest._line._times}") == f"/proc/{strategy}/schedstat"
    assert guest._line._stood() >= 0
    guest.close()


def test_all_that_it_takes_to_load_again_and_again_is_ten_seconds(monkeypatch, tmp_path):
    text = f"""
import os, time
if os.path.exists({str(tmp_path / "again")!r}):
    time.sleep(1000)
open({str(tmp_path / "again")!r}, "w").close()
def strategy(view, legal_actions, rng): os._exit(0)
"""
    guest, limits = hire(text), []
    answer = entrant._Line.answer
    monkeypatch.setattr(
        entrant._Line, "answer", lambda line, *most: limits.append(most[0]) or answer(line, *most)
    )
    with pytest.raises(Foul, match="ended its process"):
        guest.ask(None, ("roll",), 1)
    greeting, loading, _ = limits
    assert greeting == 10 > loading > guest._loading > 0
    guest._loading = 0.2  # as if it had taken so long
    for left in 0.2, 0:
        with pytest.raises(Foul, match="could not be loaded within 10 seconds"):
            guest.ask(None, ("roll",), 1)
        assert 0 <= limits[-1] <= left


def test_after_a_long_shift_a_new_process_takes_over(monkeypatch):
    monkeypatch.setattr(entrant, "SHIFT", -1.0)
    guest = hire("import os\ndef strategy(view, legal_actions, rng): return str(os.getpid())")
    first = guest.ask(None, ("roll",), 1)
    assert guest.ask(None, ("roll",), 1) == first  # not in the middle of a game
    assert guest.ask(None, ("roll",), 2) != first
    guest.close()


@POSIX
@pytest.mark.parametrize("parent", ["while True: pass", "os._exit(0)"])
def test_nobody_waits_for_a_child_that_keeps_the_pipe_of_answers(parent):
    forks = """
import os, time
def strategy(view, legal_actions, rng):
    if os.fork() == 0:
        time.sleep(60)
    {parent}
"""
    started = time.perf_counter()
    guest = hire(forks.format(parent=parent), move=0.2)
    with pytest.raises(Foul):
        guest.ask(None, ("roll",), 1)
    guest.close()
    assert time.perf_counter() - started < 30  # the child sleeps for 60 seconds


STARTS = """
import os, subprocess, sys
def strategy(view, legal_actions, rng):
    sleeps = [sys.executable, "-c", "import time; time.sleep(60)"]
    own = subprocess.Popen(sleeps)
    away = subprocess.Popen(sleeps, start_new_session=True)
    return f"{own.pid} {away.pid} {os.getpid()} {os.getppid()}"
"""


@LINUX
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can start others")
def test_all_that_it_has_started_ends_with_it():
    guest = hire(STARTS)
    pids = guest.ask(None, ("roll",), 1).split()
    assert all(map(is_alive, pids))
    guest.close()
    assert not any(map(is_alive, pids))


def comes_true(condition):
    """Whether something comes true within a minute."""
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


@LINUX
def test_it_ends_with_its_keeper():
    kills = """
import os
asked = []
def strategy(view, legal_actions, rng):
    asked.append(1)
    if len(asked) == 2:
        os.kill(os.getppid(), 9)
        while True: pass
    return str(os.getpid())
"""
    guest = hire(kills)
    strategy = guest.ask(None, ("roll",), 1)
    with pytest.raises(Foul, match="ended its process"):
        guest.ask(None, ("roll",), 1)
    assert comes_true(lambda: not is_alive(strategy))


FLEES = """
import os, ctypes, signal
asked = []
def flee():
    keeper = os.getppid()
    ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)  # not to end with the keeper
    os.kill(keeper, signal.{how})
    while "{how}" == "SIGKILL" and os.getppid() == keeper: pass
if {loading}:
    flee()
def strategy(view, legal_actions, rng):
    asked.append(1)
    if len(asked) == 2:
        if not {loading}:
            flee()
        while True: pass
    return str(os.getpid())
"""


@LINUX
@pytest.mark.parametrize("loading", [False, True])
@pytest.mark.parametrize("how", ["SIGKILL", "SIGSTOP"])
def test_without_its_keeper_it_ends_at_once(how, loading, monkeypatch):
    monkeypatch.setattr(entrant, "GRACE", 60.0)
    guest = hire(FLEES.format(how=how, loading=loading), move=0.5)
    strategy = guest.ask(None, ("roll",), 1)
    process = guest._line._process
    with pytest.raises(Foul, match=r"did not answer within 0\.5 seconds"):
        guest.ask(None, ("roll",), 1)
    assert comes_true(lambda: not is_alive(strategy))
    assert process.returncode in {0, -9}


@LINUX
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can start others")
def test_nobody_waits_for_a_keeper_that_is_traced(monkeypatch):
    traces = """
import ctypes, os, time
def strategy(view, legal_actions, rng):
    keeper, (told, tells) = os.getppid(), os.pipe()
    child = os.fork()
    if child == 0:
        ctypes.CDLL(None).ptrace(16, keeper, 0, 0)  # attach: it is not buried before this one
        os.write(tells, b"!")
        time.sleep(60)
    os.read(told, 1)
    return str(child)
"""
    monkeypatch.setattr(entrant, "GRACE", 0.1)
    started = time.perf_counter()
    guest = hire(traces)
    child, keeper = guest.ask(None, ("roll",), 1), guest._line._process
    guest.close()
    assert time.perf_counter() - started < 30  # the child sleeps for 60 seconds
    with suppress(ProcessLookupError):
        os.kill(int(child), signal.SIGKILL)
    keeper.wait()


LINGERS = """
import contextlib, ctypes, os, signal
libc, keeper = ctypes.CDLL(None), os.getppid()
libc.prctl(1, 0, 0, 0, 0)  # not to end with the keeper
libc.ptrace(16, keeper, 0, 0)  # attach, which makes it stand still
os.kill(keeper, signal.SIGSTOP)
os.kill(keeper, signal.SIGKILL)
for pipe in range(3, 30):
    with contextlib.suppress(OSError):
        os.write(pipe, b"move ready\\n")  # as if it were loaded
while True: pass
"""
REFEREE = """
import sys, time
from llamakit.simulation import runs
from llamakit.simulation.entrant import Entrant, Limits, StrategyFile
guest = Entrant(runs.to_bytes(StrategyFile("guest.py", sys.argv[1])), Limits(60, 60, "bubblewrap"))
guest.start()
print(guest._line._strategy, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not has_bubblewrap(), reason="Bubblewrap is not installed, or may not work")
def test_behind_a_wall_all_ends_with_a_referee_that_is_killed():
    """Also where the strategy has tried to get rid of its keeper."""
    command = [sys.executable, "-c", REFEREE, LINGERS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as referee:
        strategy = int(referee.stdout.readline())
        assert is_alive(strategy)
        referee.kill()
    assert comes_true(lambda: not is_alive(strategy))


@LINUX
@pytest.mark.parametrize("wall", [None, "bubblewrap"])
@pytest.mark.parametrize("where", ["loading", "asked"])
def test_that_it_is_gone_is_seen_at_once(where, wall):
    """A wall's own process holds its pipes open, and would be waited for to the last second."""
    if wall and not has_bubblewrap():
        pytest.skip("Bubblewrap is not installed, or may not work")
    text = "def strategy(view, legal_actions, rng): os._exit(0)"
    text = "import os\n" + ("os._exit(0)" if where == "loading" else text)
    guest = Entrant(runs.to_bytes(StrategyFile("guest.py", text)), Limits(60.0, 60.0, wall))
    with pytest.raises(Foul, match="ended its process"):
        guest.ask(None, ("roll",), 1)
    guest.close()


@LINUX
def test_it_may_set_no_timer_that_lets_it_run_on():
    sets = """
import ctypes
libc, timer = ctypes.CDLL(None, use_errno=True), ctypes.c_void_p()
return f"{libc.timer_create(1, None, ctypes.byref(timer))}"
"""
    assert says(sets) == "-1"


FILLS = """
import os
def fills(make):
    try:
        for number in range(200):
            os.write(make(str(number)), b"x" * 2**20)
    except OSError as error:
        return type(error).__name__ + str(error.errno)
    return "200 MB"
def strategy(view, legal_actions, rng):
    places = [lambda name, at=at: os.open(at + name, os.O_CREAT | os.O_WRONLY) for at in AT]
    return " ".join(map(fills, [*places, os.memfd_create]))
"""


@pytest.mark.skipif(not has_bubblewrap(), reason="Bubblewrap is not installed, or may not work")
def test_behind_bubblewrap_no_memory_is_filled_with_files():
    """What is written to a folder in memory counts for no limit of the process."""
    text = "AT = ['/tmp/', '/dev/shm/', '/dev/', '/']" + FILLS
    limits = Limits(60.0, 60.0, "bubblewrap")
    guest = Entrant(runs.to_bytes(StrategyFile("guest.py", text)), limits)
    full, read_only, too_many = "OSError28", "OSError30", "OSError24"
    assert guest.ask(None, ("roll",), 1).split() == [full, *[read_only] * 3, too_many]
    guest.close()


@LINUX
def test_where_memory_runs_out_it_is_the_first_to_go():
    assert says("return open('/proc/self/oom_score_adj').read()").strip() == "1000"


@LINUX
def test_it_ends_with_the_referee():
    guest = hire("import os\ndef strategy(view, legal_actions, rng): return str(os.getpid())")
    strategy = guest.ask(None, ("roll",), 1)
    os.close(guest._line._orders)  # as if the referee had been killed
    assert comes_true(lambda: not is_alive(strategy))
    guest._line._orders = os.open(os.devnull, os.O_RDONLY)
    guest.close()


@LINUX
def test_at_rest_it_stands_still():
    counts = """
import threading, time
seen = []
def count():
    while True:
        seen.append(1)
        time.sleep(0.001)
def strategy(view, legal_actions, rng):
    if not seen:
        threading.Thread(target=count, daemon=True).start()
    return str(len(seen))
"""
    if os.geteuid() != 0:
        pytest.skip("only root can start threads")
    guest = hire(counts)
    guest.ask(None, ("roll",), 1)
    guest.rest()
    (strategy,) = children_of(guest._line._process.pid)
    assert comes_true(lambda: state_of(strategy) == "T")
    assert int(guest.ask(None, ("roll",), 1)) >= 0
    assert state_of(strategy) != "T"
    guest.close()


def children_of(process):
    """Return the children of a process."""
    with open(f"/proc/{process}/task/{process}/children") as children:
        return children.read().split()


def state_of(process):
    """Return the letter that Linux gives to what a process does: T stands still."""
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0]


def test_the_environment_is_not_inherited(monkeypatch):
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("HOME", "/secret")
    shown = says("import os\nreturn ' '.join(sorted(os.environ))")
    allowed = {*entrant.KNOWN, *entrant.SET, "LC_CTYPE"}
    assert set(shown.split()) <= allowed
    assert "PATH" in shown


@POSIX
@pytest.mark.parametrize(("name", "most"), desk.LIMITS.items())
def test_what_it_may_use_is_limited(name, most):
    pytest.importorskip("resource")
    body = f"import resource\nreturn str(resource.getrlimit(resource.{name})[1])"
    assert 0 <= int(says(body)) <= most


@LINUX
def test_memory_is_limited():
    with pytest.raises(Foul, match="raised MemoryError"):
        says("return str(len(bytearray(2 * 10**9)))")
    with pytest.raises(Foul, match="could not be loaded: it raised MemoryError"):
        hire("hoard = bytearray(2 * 10**9)").ask(None, ("roll",), 1)


@LINUX
@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may start others")
@pytest.mark.parametrize(
    "body", ["import os; os.fork()", "import threading; threading.Thread(target=print).start()"]
)
def test_it_can_start_nobody(body):
    with pytest.raises(Foul, match="raised"):
        says(body)


def test_numpy_works_within_the_limits():
    pytest.importorskip("numpy")
    body = "import numpy\nreturn str(numpy.linalg.inv(numpy.eye(3)).trace())"
    assert says(body) == "3.0"


def test_its_dice_are_the_same_for_the_same_seed_whatever_it_uses():
    rolls = """
import random
import numpy
def strategy(view, legal_actions, rng):
    dice = [rng.random(), random.random(), numpy.random.random(), hash("llama")]
    return " ".join(map(str, dice))
"""
    answers = []
    for seed in (1, 1, 2):
        guest = hire(rolls)
        answers.append(guest.ask(None, ("roll",), seed).split())
        guest.close()
    assert answers[0] == answers[1]
    assert not set(answers[0][:3]) & set(answers[2])
    assert len(set(answers[0])) == 4


def test_an_answer_is_one_short_line():
    assert says("return 'ro\\nll' + 'l' * 1000") == "ro " + "l" * 197
