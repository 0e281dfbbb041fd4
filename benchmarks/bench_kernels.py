"""Thirty kernels on one machine, each with the first lesson played: memory and start of each.

Run: ``python -m pytest benchmarks/bench_kernels.py -s``. Linux only. Memory is the proportional
set size: what kernels share is divided among them, so that the sums are what the machine gives.
KERNELS=8 starts fewer.
"""

import os
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from jupyter_client.manager import KernelManager

from llamakit.lessons.copies import read

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
KERNELS = int(os.environ.get("KERNELS", 30))
TABLE = """import llamakit as lk
lk.play("llama-dice", players=["Ana", lk.bot("cautious")], seed=11)"""


def cells(name):
    """Return the code cells of a solved notebook."""
    book = read(NOTEBOOKS / "teacher" / f"{name}.ipynb")
    return [cell.source for cell in book.cells if cell.cell_type == "code"]


#: What is run, one step after another, in every kernel.
STEPS = {
    "an empty kernel": ["pass"],
    "with a table": [TABLE],
    "and SymPy": ["import sympy"],
    "and NumPy and Matplotlib": ["import numpy, matplotlib.pyplot"],
    "after the first lesson": cells("llama_dice_play"),
}


class Kernel:
    """A kernel of its own, and a client that runs cells in it."""

    def __init__(self):
        """Start it and wait until it can be asked."""
        begun = time.perf_counter()
        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(cwd=NOTEBOOKS / "teacher")
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)
        self.seconds = time.perf_counter() - begun

    def run(self, sources):
        """Run cells; return the seconds that it takes. Raises AssertionError if one fails."""
        begun = time.perf_counter()
        for source in sources:
            reply = self.client.execute_interactive(source, output_hook=lambda _: None, timeout=300)
            assert reply["content"]["status"] == "ok", reply["content"]
        return time.perf_counter() - begun

    def memory(self):
        """Return its proportional set size in MB."""
        process = self.manager.provisioner.pid
        with open(f"/proc/{process}/smaps_rollup") as rollup:
            (line,) = [line for line in rollup if line.startswith("Pss:")]
        return int(line.split()[1]) / 1000

    def close(self):
        """Let it go."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say what is shared")
def test_thirty_kernels_fit_on_a_small_machine():
    kernels = []
    try:
        for _ in range(KERNELS):
            kernels.append(Kernel())
        starts = median(kernel.seconds for kernel in kernels)
        print(f"\n{KERNELS} kernels; a start takes {starts:.1f} s")
        for step, sources in STEPS.items():
            seconds = median(kernel.run(sources) for kernel in kernels)
            memory = [kernel.memory() for kernel in kernels]
            print(
                f"  {step:26} {median(memory):4.0f} MB each, {sum(memory) / 1000:.1f} GB together; "
                f"took {seconds:.1f} s"
            )
        assert sum(memory) / KERNELS < 150
    finally:
        for kernel in kernels:
            kernel.close()
