"""The log of requests: a line for each, once it is answered, for people or for programs.

It tells verb, path, code, duration, user and whom that wants to act for, and nothing else: no query, no other header
and no body, where secrets may be. The user is who has shown who it is, whatever its headers say of others: nobody is
told of for what somebody else tried.
Of a watch the line comes with the head of its answer. A reader that does not keep up holds nobody up: lines are written
by a thread, and are dropped, and counted, where too many wait.
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
from kapivara.server.answers import Answer, AnyAnswer, StreamAnswer
from kapivara.server.caller import Caller
from kapivara.server.connection import Exchange, Handler
from kapivara.server.exchange import Observer, WrappedExchange
from kapivara.server.head import Head
from kapivara.server.impersonation import wanted_user
from kapivara.server.incoming import target_of
from kapivara.values.deadline import Deadline

_MOST_WAITING = 10_000


class LogFormat(StrEnum):
    """How a line is written: as words, or as an object of JSON."""

    TEXT = "text"
    JSON = "json"


class LineWriter:
    """Writes lines to a stream, from a thread of its own. Safe for many threads."""

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
        """Has a line written soon; it is dropped where too many wait."""
        if len(self._lines) >= _MOST_WAITING:
            self._dropped += 1
            return
        self._lines.append(line)
        self._news.set()

    def close(self) -> None:
        """Writes what waits, unless the reader of the stream does not read."""
        self._is_over = True
        self._news.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        try:
            while not self._is_over or self._lines:
                self._news.wait()
                self._news.clear()
                self._write_waiting()
        except (OSError, ValueError):  # nobody reads any more
            self._lines = deque(maxlen=0)

    def _write_waiting(self) -> None:
        while self._lines:
            self._stream.write(self._lines.popleft() + "\n")
            if self._dropped:
                dropped, self._dropped = self._dropped, 0
                self._stream.write(self._loss(dropped) + "\n")
        self._stream.flush()

    def _loss(self, dropped: int) -> str:
        """Returns the line that tells of lines which were dropped."""
        if self._form is LogFormat.JSON:
            return json.dumps({"time": _moment(time.time()), "dropped": dropped})
        return f"{dropped} lines of the log were dropped: nobody read them in time"


class RequestLog(Handler):
    """Hands requests on to what answers them, and writes a line for each."""

    def __init__(
        self,
        handler: Handler,
        write: Callable[[str], None],
        form: LogFormat = LogFormat.TEXT,
        clock: Callable[[], float] = time.time,
    ):
        self._handler = handler
        self._write = write
        self._form = form
        self._clock = clock

    def for_client(self, transport: BaseTransport) -> RequestLog:
        """Returns what stands behind one connection."""
        handler = self._handler.for_client(transport)
        return self if handler is self._handler else RequestLog(handler, self._write, self._form, self._clock)

    def admit(self, head: Head) -> Caller | Answer:
        """Tells whether a client may ask; a refusal is written down."""
        admitted = self._handler.admit(head)
        if isinstance(admitted, Answer):
            self._log(head, admitted.code, 0.0)
        return admitted

    def begin(self, head: Head, deadline: Deadline) -> Exchange | AnyAnswer:
        """Begins a request."""
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
    """A request under way, whose answer is written down."""

    def __init__(self, exchange: Exchange, log: Observer):
        super().__init__(exchange)
        self._log = log

    def _answered(self, answer: AnyAnswer) -> AnyAnswer:
        return self._log(answer)


def _moment(seconds: float) -> str:
    """Returns a time as the log tells it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds * 1000) % 1000:03d}Z"


def _shown(text: str) -> str:
    """Returns a text as one word that cannot steer a terminal."""
    return text.encode("unicode_escape").decode().replace(" ", "%20")
