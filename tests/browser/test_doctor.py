"""The doctor clicks on a table in a real browser."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.browser


def test_a_click_is_answered(chromium):
    command = [sys.executable, "-m", "llamakit", "doctor"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "a click in Chromium is answered" in said
