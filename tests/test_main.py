"""The command ``llamakit``: the course is copied, nothing is overwritten, JupyterLab opens."""

import subprocess
import sys

import pytest

import llamakit.__main__ as command
from llamakit import doctor


@pytest.fixture
def opened(monkeypatch):
    """What would have been run, and where, instead of running it."""
    calls = []

    def run(arguments, cwd, check):
        calls.append((arguments[1:], cwd))
        return subprocess.CompletedProcess(arguments, 0)

    monkeypatch.setattr(command.subprocess, "run", run)
    return calls


def test_lab_copies_the_course_and_opens_it(tmp_path, capsys, opened):
    folder = tmp_path / "deep" / "course"
    assert command.main(["lab", str(folder), "--no-browser"]) == 0
    ((arguments, place),) = opened
    assert arguments[:3] == ["-m", "jupyterlab", command.FIRST]
    assert arguments[-1] == "--no-browser"
    assert place == folder
    wanted = sorted(path.name for path in command.course().glob("*.ipynb"))
    assert sorted(path.name for path in folder.iterdir()) == wanted
    assert f"{len(wanted)} notebooks copied" in capsys.readouterr().out


def test_lab_never_overwrites_a_file_and_names_those_that_differ(tmp_path, capsys, opened):
    command.main(["lab", str(tmp_path)])
    mine = tmp_path / command.FIRST
    mine.write_text("my own work")
    capsys.readouterr()
    assert command.main(["lab", str(tmp_path)]) == 0
    assert mine.read_text() == "my own work"
    said = capsys.readouterr().out
    assert f"{mine}: kept as it is" in said
    assert said.count("kept as it is") == 1
    assert "nothing to copy" in said


def test_the_course_of_a_checkout_opens_where_it_is(capsys, opened):
    assert command.main(["lab", str(command.course())]) == 0
    assert opened[0][1] == command.course()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("user", "options"), [(0, ["--allow-root"]), (1000, [])])
def test_jupyterlab_also_starts_for_root(user, options, monkeypatch):
    monkeypatch.setattr(command.os, "geteuid", lambda: user, raising=False)
    assert command._as_root() == options


def test_without_jupyterlab_it_says_how_to_install_it(tmp_path, capsys, opened, monkeypatch):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert command.main(["lab", str(tmp_path)]) == 2
    assert '-m pip install "llamakit-course[lab]"' in capsys.readouterr().err
    assert opened == []


def test_a_folder_that_cannot_be_is_named(tmp_path, capsys, opened):
    (tmp_path / "file").write_text("")
    assert command.main(["lab", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["chess"], ["doctor", "--quickly"]])
def test_what_is_not_understood_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        command.main(arguments)
    assert stopped.value.code == 2
    assert "usage: llamakit" in capsys.readouterr().err


def test_the_doctor_finds_this_machine_well(capsys):
    assert command.main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert f"a notebook runs {sys.executable}" in said
    assert "@jupyter-widgets/jupyterlab-manager at" in said
    assert said.endswith("All is well. To see a table: llamakit lab\n")


def test_the_doctor_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "_kernel", lambda: iter(()))
    monkeypatch.setattr(doctor, "EXTENSIONS", {"ipywidgets": "no-such-extension"})
    wanted = ["sympy<1", "no-such-package", "ipywidgets", 'dyce; extra == "bench"']
    monkeypatch.setattr(doctor.metadata, "requires", lambda name: wanted)
    assert command.main(["doctor"]) == 1
    said = capsys.readouterr().out
    assert "but <1 is needed" in said
    assert "no-such-package is not installed" in said
    assert "ok       ipywidgets" in said
    assert "dyce" not in said
    assert "JupyterLab does not find no-such-extension" in said
    assert said.count(doctor.INSTALL) == 2
    assert "Solve the first problem" in said


def test_the_doctor_knows_the_package_of_somebody_else(monkeypatch):
    real = doctor.metadata.version
    monkeypatch.setattr(
        doctor.metadata, "version", lambda name: "0.0.1" if name == "llamakit" else real(name)
    )
    first = next(doctor._packages())
    assert first.fine is False
    assert "llamakit 0.0.1, which is not this course" in first.what
    assert "pip uninstall llamakit" in first.advice
    assert '"llamakit-course[lab]" --force-reinstall' in first.advice


def test_the_doctor_where_no_notebook_starts(monkeypatch):
    def fails(**options):
        raise RuntimeError("Kernel died before replying to kernel_info")

    monkeypatch.setattr("jupyter_client.manager.start_new_kernel", fails)
    (found,) = doctor._kernel()
    assert found.fine is False
    assert "does not start: Kernel died" in found.what
    assert "ipykernel install" in found.advice


def test_the_doctor_where_the_package_is_not_installed(monkeypatch):
    def nothing(name):
        raise doctor.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor.metadata, "requires", nothing)
    *_, found = doctor._packages()
    assert found == (False, "llamakit-course is not installed here", f"Run: {doctor.INSTALL}")


def test_the_doctor_in_a_bare_python(monkeypatch):
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    assert [finding.fine for finding in doctor._packages()] == [False]
    assert list(doctor._extensions()) == list(doctor._kernel()) == []
