"""The request log: a line for each response, for people or for programs.

It contains verb, path, code, duration, user and impersonated user only, because query, other headers and body may hold
secrets. The user is the authenticated one, whatever the headers request. A watch is logged at the start of its
response. A slow reader of the log does not delay requests: a thread writes the lines, and drops and counts them if too
many wait.
"""

from __future__ import annotations

import json
import threading
import time
from asyncio import BaseTransport
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import TextIO

from kapivara.authorization.user_info import ANONYMOUS, UserInfo
from kapivara.server.dispatch.exchange import Observer, WrappedExchange, WrappedHandler
from kapivara.server.http1.answer import Answer, AnyAnswer, StreamAnswer
from kapivara.server.http1.handler import Caller, Exchange, Handler
from kapivara.server.http1.head import Head
from kapivara.server.routing.impersonation_headers import wanted_user
from kapivara.server.routing.incoming import target_of
from kapivara.values.deadline import Deadline

_MOST_WAITING = 10_000


class LogFormat(StrEnum):
    """The format of a line: text, or a JSON object."""

    TEXT = "text"
    JSON = "json"


class LineWriter:
    """Writes lines to a stream, in its own thread. Thread-safe."""

    def __init__(self, stream: TextIO, form: LogFormat = LogFormat.TEXT):
        self._stream = stream
        self._form = form
        self._lines: deque[str] = deque()
        self._dropped = 0
        self._news = threading.Event()
        self._is_over = False
        self._thread = threading.Thread(target=self._run, name="request-log", daemon=True)
        self._thread.start()

    def write(self, line: str) -> None:
        """Queues a line; drops it if too many wait."""
        if len(self._lines) >= _MOST_WAITING:
            self._dropped += 1
            return
        self._lines.append(line)
        self._news.set()

    def close(self) -> None:
        """Writes the queued lines, unless the reader of the stream is stuck."""
        self._is_over = True
        self._news.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        try:
            while not self._is_over or self._lines:
                self._news.wait()
                self._news.clear()
                self._write_waiting()
        except (OSError, ValueError):  # the reader is gone
            self._lines = deque(maxlen=0)

    def _write_waiting(self) -> None:
        while self._lines:
            self._stream.write(self._lines.popleft() + "\n")
            if self._dropped:
                dropped, self._dropped = self._dropped, 0
                self._stream.write(self._loss(dropped) + "\n")
        self._stream.flush()

    def _loss(self, dropped: int) -> str:
        """Returns a line about dropped lines."""
        if self._form is LogFormat.JSON:
            return json.dumps({"time": _moment(time.time()), "dropped": dropped})
        return f"{dropped} lines of the log were dropped: its reader is too slow"


class RequestLog(WrappedHandler):
    """Passes requests to a handler, and logs each response."""

    def __init__(
        self,
        handler: Handler,
        write: Callable[[str], None],
        form: LogFormat = LogFormat.TEXT,
        clock: Callable[[], float] = time.time,
    ):
        super().__init__(handler)
        self._write = write
        self._form = form
        self._clock = clock

    def for_client(self, transport: BaseTransport) -> RequestLog:
        """Returns the handler of one connection."""
        handler = self._handler.for_client(transport)
        return self if handler is self._handler else RequestLog(handler, self._write, self._form, self._clock)

    def admit(self, head: Head) -> Caller | Answer:
        """Authenticates a request; logs a rejection."""
        admitted = self._handler.admit(head)
        if isinstance(admitted, Answer):
            self._log(head, admitted.code, 0.0)
        return admitted

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Starts a request."""
        began = time.perf_counter()

        def answered(answer: AnyAnswer) -> AnyAnswer:
            self._log(head, answer.code, time.perf_counter() - began)
            return answer

        begun = self._handler.begin(head, deadline)
        if isinstance(begun, Answer | StreamAnswer):
            return answered(begun)
        return _LoggedExchange(begun, answered)

    def _log(self, head: Head, code: int, seconds: float) -> None:
        target, wanted = target_of(head), wanted_user(head)
        user = ANONYMOUS.name if head.sender is None else str(head.sender.user.name)
        acts_for = wanted.name if isinstance(wanted, UserInfo) else ""
        verb = target.verb if target is not None and target.verb else head.method.lower()
        moment = _moment(self._clock())
        if self._form is LogFormat.JSON:
            entry = {"time": moment, "verb": verb, "path": head.path, "code": code, "seconds": round(seconds, 6)}
            self._write(json.dumps({**entry, "user": user, **({"as": acts_for} if acts_for else {})}))
        else:
            who = f"{_shown(user)} as {_shown(acts_for)}" if acts_for else _shown(user)
            self._write(f"{moment} {verb} {_shown(head.path)} {code} {seconds * 1000:.1f}ms {who}")


class _LoggedExchange(WrappedExchange):
    """A running request whose response is logged."""

    def __init__(self, exchange: Exchange, log: Observer):
        super().__init__(exchange)
        self._log = log

    def _answered(self, answer: AnyAnswer) -> AnyAnswer:
        return self._log(answer)


def _moment(seconds: float) -> str:
    """Returns a time in the log's format."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds * 1000) % 1000:03d}Z"


def _shown(text: str) -> str:
    """Returns a text as one word without terminal control characters."""
    return text.encode("unicode_escape").decode().replace(" ", "%20")
