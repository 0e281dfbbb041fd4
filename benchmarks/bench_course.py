"""How long the course takes: every solved notebook from top to bottom, two at a time.

Run: ``python -m pytest benchmarks/bench_course.py -s``.
"""

import asyncio
import time
from pathlib import Path

from nbclient import NotebookClient

from llamakit.lessons.copies import masters, read

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


async def run_all(lessons):
    """Run notebooks, each in a kernel of its own; return how many seconds each takes."""
    cores, times = asyncio.Semaphore(2), {}

    async def run(master):
        where = {"metadata": {"path": str(master.parent)}}
        client = NotebookClient(
            read(master), timeout=120, store_widget_state=False, resources=where
        )
        async with cores:
            start = time.perf_counter()
            await client.async_execute()
            times[master.stem] = time.perf_counter() - start

    await asyncio.gather(*map(run, lessons))
    return times


def test_the_course_takes_a_minute_and_no_lesson_ten_seconds():
    start = time.perf_counter()
    times = asyncio.run(run_all(masters(NOTEBOOKS)))
    total = time.perf_counter() - start
    print()
    for lesson, passed in sorted(times.items(), key=lambda pair: -pair[1]):
        print(f"  {lesson:32} {passed:5.1f} s")
    print(f"  {'the course, two at a time':32} {total:5.1f} s")
    assert total <= 60
    assert max(times.values()) <= 10
