"""The play page: a cold load, from an empty browser to the first click that is answered.

Run from the top folder: ``python -m pytest benchmarks/bench_play_page.py -s``. Needs Chromium and
the package registries. The server is on this machine: so this is what the page itself needs.
"""

import time

import pytest

from tests.browser.conftest import built_site, chromium, quick_bots, serve, unhurried  # noqa: F401
from tests.browser.test_play_page import PHONE, TITLES, answer, begin, visit

LONGEST, LARGEST = 8, 15_000_000


@pytest.fixture(scope="module")
def folder(built_site):  # noqa: F811
    return built_site("play")


@pytest.mark.parametrize("title", TITLES)
def test_a_cold_load_is_quick_and_small(folder, serve, chromium, unhurried, title):  # noqa: F811
    sent = {}
    site = serve(folder, sent=sent)
    phone = chromium.new_context(**PHONE)
    phone.add_init_script(unhurried)
    start = time.perf_counter()
    page = visit(phone, site)
    there = time.perf_counter()
    begin(page, title)
    answer(page)
    end = time.perf_counter()
    size = sum(sent.values())
    print(
        f"\n{title}: the panel after {there - start:.1f} s, the first move answered after "
        f"{end - start:.1f} s, {size / 1e6:.1f} MB"
    )
    phone.close()
    assert end - start < LONGEST
    assert size < LARGEST
