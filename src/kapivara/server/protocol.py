"""HTTP as the server speaks it: uvicorn's, with bounds on what a client may send, and on the time that it may take.

Imported where the server starts, with the rest of uvicorn.
Upstream: net/http server.go readRequest, closeWriteAndWait, with MaxHeaderBytes and ReadHeaderTimeout as
apiserver/pkg/server/secure_serving.go sets them; pkg/server/filters/timeout.go WithTimeoutForNonLongRunningRequests
(1.37).
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from enum import Enum
from urllib.parse import unquote

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kapivara.server.answers import Headers, status_answer

MAX_HEAD_BYTES = 1024 * 1024
_LONGEST_READ_URL = 65_535
_LINGER_SECONDS = 0.5
_TOO_LARGE = b"431 Request Header Fields Too Large"
_PLAIN_TEXT: Headers = [(b"content-type", b"text/plain; charset=utf-8")]


class _Stage(Enum):
    """What the client has to send next."""

    HEAD = "head"
    BODY = "body"
    REQUEST = "request"  # another one, or none: uvicorn ends connections that idle


class BoundedProtocol(HttpToolsProtocol):
    """One connection. A request line and headers that come to more than a mebibyte, or take too long, end it.

    So does a body that takes too long. Only requests that come in pieces are counted and timed: what comes in one
    piece is no longer than a read.
    """

    head_seconds: float = 32
    body_seconds: float = 60

    _stage = _Stage.REQUEST
    _head = 0
    _refused = False
    _timer: TimerHandle | None = None
    _timed = _Stage.REQUEST

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Starts with a client that has said nothing yet."""
        super().connection_made(transport)
        self._time(_Stage.HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends, and stops the clock."""
        self._time(_Stage.REQUEST)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes the next piece of requests."""
        if self._refused:
            return
        super().data_received(data)
        if self._stage is not self._timed:
            self._time(self._stage)
        if self._stage is _Stage.HEAD:
            self._head += len(data)
            if self._head > MAX_HEAD_BYTES:
                self._refuse(_TOO_LARGE, _TOO_LARGE)

    def on_message_begin(self) -> None:
        """Starts a request, whose head is still to come."""
        self._stage, self._head = _Stage.HEAD, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Takes note that the head is whole; reads a URL that is too long for uvicorn's reader."""
        self._stage = _Stage.BODY
        if len(self.url) <= _LONGEST_READ_URL:
            super().on_headers_complete()
            return
        raw_path, query = split_url(self.url)
        self.url = b"/"
        super().on_headers_complete()
        # The application has not seen the scope yet: it starts when the loop gets to it.
        self.scope["raw_path"] = raw_path
        self.scope["path"] = unquote(raw_path.decode(errors="replace"))
        self.scope["query_string"] = query

    def on_message_complete(self) -> None:
        """Takes note that the request is whole."""
        self._stage = _Stage.REQUEST
        super().on_message_complete()

    def _time(self, stage: _Stage) -> None:
        """Gives the client a while for a stage of its request."""
        if self._timer is not None:
            self._timer.cancel()
        self._timed, self._timer = stage, None
        if stage is not _Stage.REQUEST and not self.transport.is_closing():
            seconds = self.head_seconds if stage is _Stage.HEAD else self.body_seconds
            self._timer = self.loop.call_later(seconds, self._end_wait)

    def _end_wait(self) -> None:
        """Ends a wait: without a word where no request is known yet, or an answer has begun already."""
        cycle = self.cycle
        if self._timed is _Stage.HEAD and cycle is not None and not cycle.response_complete:
            self._time(_Stage.HEAD)  # an earlier request is still being answered
            return
        if self._timed is _Stage.HEAD or cycle.response_started or self.pipeline:
            self.transport.close()
            return
        from kapivara.meta.status import timeout_status  # it seldom happens

        answer = status_answer(timeout_status("request did not complete within the allotted timeout"))
        self._refuse(b"504 Gateway Timeout", answer.body, answer.headers)

    def _refuse(self, status: bytes, body: bytes, headers: Headers = _PLAIN_TEXT) -> None:
        """Answers in place of the application, and ends the connection.

        Not at once: a client that is still sending would find the connection reset, and its answer gone.
        """
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        lines = [b"HTTP/1.1 " + status, *(name + b": " + value for name, value in headers)]
        lines += [b"content-length: %d" % len(body), b"connection: close", b"", body]
        self.transport.write(b"\r\n".join(lines))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(_LINGER_SECONDS, self.transport.close)


def split_url(url: bytes) -> tuple[bytes, bytes]:
    """Returns path and query of a URL, which may name the server as well."""
    whole, _, _ = url.partition(b"#")
    place, _, query = whole.partition(b"?")
    if not place.startswith(b"/"):
        _, _, place = place.partition(b"://")
        _, _, place = place.partition(b"/")
        place = b"/" + place
    return place, query
