"""Tests that freed memory returns to the system, in a process of its own, because the setting is permanent."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from pathlib import Path
from kapivara.server.processes.heap import return_freed_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

return_freed_memory() or sys.exit(3)
bytes(4 << 20)  # freed once: large blocks would come from the heap from now on
before = resident()
blocks, small = [], []
for _ in range(1000):
    blocks.append(bytes(b"x" * 60_000))
    small.append(bytes(b"x" * 1_000))
held = resident() - before
del blocks
print(held, resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="an allocator of GNU/Linux")
def test_freed_memory_goes_back():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    if done.returncode == 3:
        pytest.skip("another allocator")
    held, left = map(int, done.stdout.split())
    assert held > 50_000_000
    assert left < 15_000_000
