"""One connection: reads requests and sends responses, one at a time.

    HEAD → BODY → ANSWER → SENDING → HEAD …        a request, its response, the next one
    HEAD → DISCARD → SENDING → HEAD …              a request with a response before its body
    … → DONE                                       no further responses; discards further input

During a request, no other is parsed: requests sent ahead stay in the kernel except for one read. `Upgrade` is ignored,
as in Go, so the bytes after it are a body. All memory held for a client is counted (`connections`), and every state has
a timeout. Upstream: net/http server.go serve, writeHeader (the discarded part of a body), finishRequest.
"""

from __future__ import annotations

import asyncio
from enum import Enum
from math import inf
from typing import cast

from kapivara.server.http1.answer import Answer, AnyAnswer, StreamAnswer
from kapivara.server.http1.body import Body, body_of
from kapivara.server.http1.chunked import ChunkError
from kapivara.server.http1.connections import Connections
from kapivara.server.http1.handler import Caller, Cause, Deadline, Exchange, Handler, Refusal
from kapivara.server.http1.head import MAX_HEAD_BYTES, MAX_HEADER_LINES, BadHeadError, Head, find_end, too_large
from kapivara.server.http1.head_reader import HeadReader
from kapivara.server.http1.sending import refusal_bytes
from kapivara.server.http1.wire import Wire

_LARGE_HEAD = 32 * 1024
_MOST_LINES = MAX_HEADER_LINES + 4
"""The maximum number of lines of an incomplete head, including empty ones at its end."""
_CHUNKS_AT_ONCE = 16 * 1024
_MOST_BLANKS = 4
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_ANSWERS = (Answer, StreamAnswer)
_BUSY = Refusal(Cause.BUSY)
_TIMEOUT = Refusal(Cause.TIMEOUT)
_STOPPING = Refusal(Cause.STOPPING)


class _State(Enum):
    """The state of a connection."""

    HEAD = "head"
    BODY = "body"
    DISCARD = "discard"
    ANSWER = "answer"
    SENDING = "sending"
    DONE = "done"


_TAKING = (_State.HEAD, _State.BODY, _State.DISCARD)


class Connection(Wire):
    """One client's connection, at the level of requests and responses."""

    def __init__(self, connections: Connections, handler: Handler):
        super().__init__(connections)
        self._handler = handler
        self._state = _State.HEAD
        self._scanned = 0  # the bytes of a head searched without finding its end
        self._lines = 0  # the lines of the head so far
        self._head_reader = HeadReader()
        self._head: Head | None = None
        self._body: Body | None = None
        self._allowance = 0  # the bytes of a body to discard so that the connection can be kept
        self._answer: AnyAnswer | None = None  # known before the end of the body
        self._exchange: Exchange | None = None
        self._charged = 0  # bytes of the body in the total of all connections
        self._head_charged = 0  # the same for a large head
        self._time: Deadline | None = None  # of the last request
        self._is_known = False
        self._blanks = 0  # the line ends allowed before the next head
        self._is_last = False  # close after this request
        self._lingers = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Starts with a new client."""
        super().connection_made(transport)
        self._handler = self._handler.for_client(transport)

    def data_received(self, data: bytes) -> None:
        """Handles received bytes. Hot: starts a request at once if its head repeats the last one, it arrived
        completely, and no older input is left.
        """
        if self._state is _State.HEAD and self._at == len(self._input) and not self._is_held_up():
            end = self._head_reader.find_kept(data, 0)
            if end >= 0:
                head = cast("Head", self._head_reader.kept)
                if head.caller is not None and end + head.length == len(data):
                    self._input, self._at = data, end
                    self._begin(head)
                    if self._at < end + head.length:  # its body is discarded
                        self._advance()
                    return
        super().data_received(data)

    def _is_held_up(self) -> bool:
        """Returns True if a new request cannot start now."""
        if self._is_lingering or self._is_closed or self._is_scheduled or self._passes_over:
            return True
        return self._out.paused or self._has_ended

    def _takes_input(self) -> bool:
        return self._state in _TAKING

    def _take_input(self) -> None:
        """Parses requests up to the first that has to wait, or to the end of the input."""
        more = True
        while more and self._at < len(self._input) and not self._is_scheduled:
            if self._state is _State.HEAD:
                more = not self._out.paused and self._take_head()
            else:
                more = self._state in _TAKING and self._take_body()

    def _take_head(self) -> bool:
        source = self._input
        if self._blanks and not self._skip_blanks():
            return False
        start = self._at
        end = self._head_reader.find_kept(source, start)
        if end >= 0:
            self._scanned = self._lines = 0
            self._at = end
            self._begin(cast("Head", self._head_reader.kept))
            return True
        end = find_end(source, start, start + self._scanned)
        if end < 0 and len(source) - start <= MAX_HEAD_BYTES:
            if not self._scanned:
                self.idle_since = inf
                self.deadline = self._clock() + self._limits.head_seconds
            self._lines += source.count(b"\n", start + self._scanned)
            self._scanned = len(source) - start
            if self._lines <= _MOST_LINES:
                if self._scanned > _LARGE_HEAD and not self._has_turn:
                    self._schedule()  # other connections run before the next part is read
                return False
            end = len(source)  # rejected for its number of lines, or for its first line
        if end - start > _LARGE_HEAD and not self._has_turn:
            self._schedule()
            return False
        self._scanned = self._lines = 0
        try:
            if end < 0 or end - start > MAX_HEAD_BYTES:
                raise too_large()
            head = self._head_reader.read(bytes(source[start:end]))
        except BadHeadError as error:
            self._refuse(error)
            return False
        self._at = end
        if end - start > _LARGE_HEAD:
            self._charge_head(end - start)
        self._begin(head)
        return True

    def _skip_blanks(self) -> bool:
        """Skips line ends after a POST, which old clients send; returns True if more input follows.

        Upstream: net/http server.go numLeadingCRorLF.
        """
        while self._blanks and self._at < len(self._input) and self._input[self._at] in b"\r\n":
            self._at += 1
            self._blanks -= 1
        if self._at == len(self._input):
            return False
        self._blanks = 0
        return True

    def _begin(self, head: Head) -> None:
        self._head = head
        self._blanks = _MOST_BLANKS if head.method == "POST" else 0
        self.idle_since = inf
        self._time = time = self._handler.deadline(self._limits.request_seconds, self._clock)
        if head.caller is None or self._head_charged:
            result = self._start(head, time)
        else:
            result = self._handler.begin(head, time)
        self.deadline = time.end
        if isinstance(result, _ANSWERS):
            self._answer_without_body(result, self._limits.discarded)
        elif not result.reads_body:
            self._exchange = result
            self._finish(b"")
        elif head.length > self._limits.body:
            self._answer_without_body(result.refuse(self._too_large()), self._limits.body + self._limits.discarded)
        else:
            self._exchange = result
            self._begin_body(head)

    def _start(self, head: Head, time: Deadline) -> Exchange | AnyAnswer:
        """Authenticates a request, unless its head is known, and starts it."""
        if self._head_charged and self._connections.heads > self._limits.heads:
            return self._handler.refuse(_BUSY)
        if head.caller is None:
            caller = self._handler.admit(head)
            if isinstance(caller, Answer):
                return caller
            self._let_in(head, caller)
        return self._handler.begin(head, time)

    def _let_in(self, head: Head, caller: Caller) -> None:
        """Stores the caller of a request; a lasting caller with the same head is not authenticated again."""
        if head.sender is not caller:
            head.sender, head.read_as = caller, None  # the parsed request names its caller
        if head.is_kept and head.length and caller.is_lasting:
            head.caller = caller
        if caller.is_known and not self._is_known:
            self._is_known = True
            self._connections.mark_known(self)

    def _begin_body(self, head: Head) -> None:
        if head.expects:
            self._write(_CONTINUE)
        end = self._at + head.length
        if self._at <= end <= len(self._input):  # the whole body came with the head
            body = bytes(self._input[self._at : end])
            self._at = end
            self._finish(body)
        else:
            self._body = body_of(head, self._limits.body)
            self._state = _State.BODY

    def _take_body(self) -> bool:
        body = cast("Body", self._body)
        end = len(self._input)
        if body.is_chunked:
            end = min(end, self._at + _CHUNKS_AT_ONCE)
        try:
            stop = body.take(self._input, self._at, end)
        except ChunkError as error:
            self._send_last(self._refusal(Refusal(Cause.BAD_BODY, text=str(error), line=error.line)))
            return False
        if stop == self._at:
            return False
        self._at = stop
        if body.done:
            self._body_done(body)
        elif self._state is _State.DISCARD:
            if body.length > self._allowance:
                self._send_last(cast("AnyAnswer", self._answer))
        elif body.length > self._limits.body:
            self._pass_body_over(self._refusal(self._too_large()), body.length + self._limits.discarded)
        else:
            self._charge(len(body.data))
        if self._at == end < len(self._input):
            self._schedule()  # there are more chunks, but other connections run first
        return True

    def _body_done(self, body: Body) -> None:
        self._body = None
        if self._state is _State.DISCARD:
            self._send(cast("AnyAnswer", self._answer))
        elif body.length > self._limits.body:
            self._send(self._refusal(self._too_large()))
        else:
            self._finish(bytes(body.data))

    def _finish(self, body: bytes) -> None:
        self._state = _State.ANSWER
        if self._charge(len(body)):
            cast("Exchange", self._exchange).finish(body, self._reply)

    def _reply(self, exchange: Exchange, answer: AnyAnswer) -> None:
        """Sends the response of an exchange, unless the request has ended."""
        if exchange is not self._exchange or self._is_closed:
            return
        if exchange.reads_body:
            self._send(answer)
        else:
            self._answer_without_body(answer, self._limits.discarded)

    def _answer_without_body(self, answer: AnyAnswer, allowance: int) -> None:
        """Responds to a request whose body is not needed: after a short body, else at once, as the last response."""
        head = cast("Head", self._head)
        if head.length == 0:
            self._send(answer)
        elif head.expects or head.length > allowance:
            self._send_last(answer)
        else:
            self._body = body_of(head, 0)
            self._pass_body_over(answer, allowance)
            self._schedule()

    def _pass_body_over(self, answer: AnyAnswer, allowance: int) -> None:
        self._charge(0)
        self._exchange = None
        self._answer, self._allowance = answer, allowance
        cast("Body", self._body).keep_nothing()
        self._state = _State.DISCARD

    def _charge(self, size: int) -> bool:
        """Counts the bytes of a body in the total; returns False if that exceeds the limit."""
        self._connections.bodies += size - self._charged
        self._charged = size
        if not size or self._connections.bodies <= self._limits.bodies:
            return True
        answer = self._refusal(_BUSY)
        if self._state is _State.BODY:
            self._send_last(answer)
        else:
            self._send(answer)
        return False

    def _charge_head(self, size: int) -> None:
        """Counts the bytes of a large head until the response ends; for a watch, until the watch ends."""
        self._connections.heads += size - self._head_charged
        self._head_charged = size

    def _too_large(self) -> Refusal:
        return Refusal(Cause.TOO_LARGE, limit=self._limits.body)

    def _refusal(self, refusal: Refusal) -> AnyAnswer:
        """Returns the response for a request that cannot continue: the prepared one, or the handler's."""
        if self._answer is not None:
            return self._answer
        return (self._handler if self._exchange is None else self._exchange).refuse(refusal)

    def _cancel_time(self) -> None:
        if self._time is not None:
            self._time.cancel()

    def _send_last(self, answer: AnyAnswer) -> None:
        """Sends the last response to a client that may still be sending."""
        self._lingers = self._is_last = True
        self._send(answer)

    def _send(self, answer: AnyAnswer) -> None:
        head = cast("Head", self._head)
        self._charge(0)
        self._head = self._exchange = self._answer = self._body = None
        self._state = _State.SENDING
        self.deadline = inf
        if head.read_as is not None and head is not self._head_reader.kept:
            head.read_as = None  # it holds the head: a cycle would wait for the garbage collector
        is_1_0 = head.is_1_0
        no_more = self._has_ended and self._at == len(self._input)
        self._is_last = self._is_last or head.closes or no_more or self._connections.stopping
        if is_1_0:
            self._is_last = self._is_last or isinstance(answer, StreamAnswer)
            connection = b"" if self._is_last else b"keep-alive"
        else:
            connection = b"close" if self._is_last else b""
        self._out.send(answer, is_1_0=is_1_0, is_head=head.method == "HEAD", connection=connection)
        if self._out.streams:
            self._stream_begins()

    def _sent(self, well: bool) -> None:
        if self._head_charged:
            self._charge_head(0)
        if self._is_closed:
            return
        if self._is_last or not well:
            self._end()
            return
        self._state = _State.HEAD
        if not self._out.paused:
            self._become_idle()
        if self._at < len(self._input):
            self._schedule()
        else:
            self._let_go_of_input()
            if not self._is_reading:
                self._read()

    def _become_idle(self) -> None:
        self.idle_since = self._clock()
        self.deadline = self.idle_since + self._limits.idle_seconds

    def _readable_again(self) -> None:
        if self._state is _State.HEAD:
            self._become_idle()
            self._advance()
        elif self._state is _State.SENDING:
            self.deadline = inf

    def _end(self) -> None:
        self._state = _State.DONE
        if self._lingers or not self._is_reading:  # there is more unread input
            self._linger()
        else:
            self._close()

    def _refuse(self, error: BadHeadError) -> None:
        """Responds to a malformed head, and closes."""
        self._write(refusal_bytes(error.status, error.text))
        self._lingers = True
        self._end()

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drops the current request."""
        self._charge(0)
        self._charge_head(0)
        self._head = self._exchange = self._answer = self._body = None
        self._cancel_time()
        super().connection_lost(exc)

    def expire(self) -> None:
        """Acts on the passed deadline."""
        if self._transport is None:
            self.drop()
        elif self._is_closed or self._is_lingering or self._out.paused:
            if not self._out.unread or self._stalls():
                self.drop()
        elif self._state is _State.HEAD:
            self._close()
        else:
            self._send_last(self._refusal(_TIMEOUT))

    def refuse_head(self) -> None:
        """Rejects the incomplete request: a head, a part of a body, or queued requests."""
        if self._state is _State.HEAD and not self._out.paused:
            self._refuse(too_large())
        elif self._state is _State.HEAD:
            self.drop()
        elif self._state in _TAKING:  # a body with a gap would be a different body
            self._send_last(self._refusal(_BUSY))
        else:
            self._end_without_rest()

    def _end_without_rest(self) -> None:
        super()._end_without_rest()
        self._lingers = self._is_last = True
        self._read()

    def finish_up(self) -> None:
        """Closes after the current request; at once if there is none."""
        self._is_last = True
        if self._state is not _State.HEAD:
            self._out.end_stream()
        elif self._transport is None:
            self.drop()
        else:
            self._close()

    def give_up(self) -> None:
        """Rejects the current request, because the server stops."""
        self._cancel_time()
        if self._state in (_State.BODY, _State.DISCARD, _State.ANSWER):
            self._send_last(self._refusal(_STOPPING))
