"""How long the course takes: every solved notebook from top to bottom, two at a time.

Run: ``python -m pytest benchmarks/bench_course.py -s``.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nbclient import NotebookClient

from llamakit.lessons.copies import masters, read

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def seconds(master):
    """Run a notebook in a kernel of its own and return how long that takes."""
    notebook = read(master)
    start = time.perf_counter()
    where = {"metadata": {"path": str(master.parent)}}
    NotebookClient(notebook, timeout=120, store_widget_state=False, resources=where).execute()
    return time.perf_counter() - start


def test_the_course_takes_a_minute_and_no_lesson_ten_seconds():
    lessons, start = masters(NOTEBOOKS), time.perf_counter()
    with ThreadPoolExecutor(2) as two:
        times = dict(zip(lessons, two.map(seconds, lessons), strict=True))
    total = time.perf_counter() - start
    print()
    for master, passed in sorted(times.items(), key=lambda pair: -pair[1]):
        print(f"  {master.stem:32} {passed:5.1f} s")
    print(f"  {'the course, two at a time':32} {total:5.1f} s")
    assert total <= 60
    assert max(times.values()) <= 10
