"""A server for tests in a process of its own, so that it does not share processor time with the test.

The process reads commands from a pipe, one per line, and answers each with a line of JSON. It ends when the pipe is
closed, and so with the test. If a fork of the test still holds the pipe, it ends as soon as its parent has changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

from kapivara.api.loading import LoadError
from kapivara.server.listening import ServeError
from kapivara.server.processes.run import Ready
from kapivara.testing.server import Server
from kapivara.testing.server_base import ServerBase, started

_LOOK_SECONDS = 0.5


class ServerProcess(ServerBase):
    """A server in a process of its own, which ends with this process."""

    _process: subprocess.Popen[str] | None = None

    def reset(self) -> None:
        """Resets the store to the built-in and loaded objects, within milliseconds; watches end."""
        pipe = started(self._process).stdin
        if pipe is not None:
            pipe.write("reset\n")
            pipe.flush()
        self._read()

    def _start(self) -> Ready:
        options = json.dumps({"load": self._load, "tls": self._tls, "controllers": self._has_controllers})
        self._process = subprocess.Popen(  # noqa: S603  our own module
            [sys.executable, "-m", __name__, options, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        ready = self._read()
        return Ready(ready["url"], ready["token"], ready["authority"].encode())

    def _read(self) -> dict[str, Any]:
        """Returns the answer of the process; raises ServeError if it reports an error or has ended."""
        pipe = started(self._process).stdout
        line = "" if pipe is None else pipe.readline()
        if not line:
            raise ServeError("the server's process has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise ServeError(answer["error"])
        return answer

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):  # the process has already ended
            process.communicate()
        process.wait()


def _obey(options: str, parent: int) -> None:
    """Runs a server until the commands end or the parent process changes."""
    with contextlib.suppress(AttributeError):  # no SIGINT on some systems; the test handles Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    try:
        with Server(**json.loads(options)) as server:
            _answer(url=server.url, token=server.token, authority=server.authority.decode())
            for _ in sys.stdin:
                server.reset()
                _answer()
    except (LoadError, ServeError, OSError) as error:
        _answer(error=str(error))


def _answer(**fields: str) -> None:
    with contextlib.suppress(OSError):  # the test no longer reads
        print(json.dumps(fields), flush=True)


def _end_with(parent: int) -> None:
    """Ends this process when its parent changes."""
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    _obey(sys.argv[1], int(sys.argv[2]))
