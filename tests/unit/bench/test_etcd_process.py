"""Tests that an etcd ends with the process that started it, also if that process is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

from tests.etcd_server import find_program

STARTER = """
import sys, time
from pathlib import Path
from bench.etcd_process import EtcdServer
with EtcdServer(Path(sys.argv[1])) as server:
    print(server.process.pid, flush=True)
    time.sleep(600)
"""


def test_it_ends_with_a_process_that_is_killed(tmp_path, root):
    find_program()
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(tmp_path)], stdout=subprocess.PIPE, cwd=root, text=True
    )
    etcd = int(starter.stdout.readline())
    starter.send_signal(signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    end = time.monotonic() + 60
    with suppress(ProcessLookupError):
        while True:
            os.kill(etcd, 0)
            with suppress(OSError), open(f"/proc/{etcd}/stat") as stat:
                if stat.read().rpartition(") ")[2].startswith("Z"):  # its parent has not reaped it
                    break
            assert time.monotonic() < end
            time.sleep(0.02)
