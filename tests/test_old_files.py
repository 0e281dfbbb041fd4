"""What was made with an older llamakit still opens, or says what to do.

The files in ``records`` were written by the version of commit 3be68b4: none may ever be changed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import llamakit as lk

RECORDS = Path(__file__).parent / "records"

#: The points at the end, as they stood on the screen then.
SCORES = {
    "llama": (47, 44, 6),
    "llama-dice": (41, 30, 41),
    "kadabra": (37, 34, 6),
    "chinchiller": (50, 30, 31),
}


def read(name: str) -> Any:
    return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", lk.GAMES)
def test_a_record_of_version_1_replays_for_ever(slug: str) -> None:
    record = read(slug)
    game = lk.replay(RECORDS / f"{slug}.json")
    assert game.is_over
    assert game.scores == tuple(record["scores"]) == SCORES[slug]
    again = game.record()
    assert again["steps"] == record["steps"]
    assert again["players"] == record["players"]
    assert again["options"] == again["options"] | record["options"], "new options come on top"


def test_a_match_of_version_1_replays_and_goes_on() -> None:
    match = lk.replay(RECORDS / "match.json")
    assert match.scores == tuple(read("match")["scores"]) == (74, 63)
    assert (len(match.games), match.length) == (3, 6)
    while not match.is_over:
        game = match.game
        while not game.is_over:
            game.play(game.legal_actions()[0])
    assert len(match.games) == 6


def test_an_autosave_of_then_is_resumed(tmp_path: Path) -> None:
    path = Path(shutil.copy(RECORDS / "autosave.json", tmp_path))
    table = lk.resume(path).table
    assert table.game.record()["steps"] == read("autosave")["steps"]
    assert (table.game.name, table.game.round_number) == ("kadabra", 2)
    table.receive({"do": "tick", "version": table.version})
    assert len(json.loads(path.read_text(encoding="utf-8"))["steps"]) > len(
        read("autosave")["steps"]
    )


def test_the_progress_of_then_is_known() -> None:
    entries = read("progress")["exercises"]
    solved = [name for name, entry in entries.items() if entry["solved"]]
    assert len(lk.progress(RECORDS / "progress.json").solved) == len(solved) == 82


@pytest.mark.parametrize(
    "line",
    [
        "from llamakit.core.cards import LLAMA",
        "import llamakit.core",
        "from llamakit.llama_dice.rules import Rules",
        "from llamakit.chinchiller import rules",
        "from llamakit.llama.odds import hand_penalty",
        "from llamakit.kadabra.rules import card",
    ],
)
def test_an_old_notebook_says_what_to_do(line: str) -> None:
    with pytest.raises(ImportError, match=r"made for an older llamakit.*llamakit lab"):
        exec(line)


def test_other_names_are_not_taken_for_old_ones() -> None:
    for line in ("import llamakit.corel", "from llamakit.games.llama_dice import nothing"):
        with pytest.raises(ImportError) as caught:
            exec(line)
        assert "older" not in str(caught.value)
    from llamakit import llama_dice

    assert llama_dice is lk.llama_dice


def test_the_signpost_is_put_up_once() -> None:
    script = (
        "import sys, importlib, llamakit; importlib.reload(llamakit); "
        "print(sum(getattr(f, '__name__', '') == 'Signpost' for f in sys.meta_path))"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert found.stdout.strip() == b"1"
