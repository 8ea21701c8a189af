"""HTTP as the server speaks it: uvicorn's, with a bound on what a client may send before its request is known.

Imported where the server starts, with the rest of uvicorn.
Upstream: net/http server.go readRequest, with MaxHeaderBytes as apiserver/pkg/server/secure_serving.go sets it (1.37).
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 1024 * 1024
_REFUSAL = b"431 Request Header Fields Too Large"
_REFUSED = (
    b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
) % (_REFUSAL, len(_REFUSAL), _REFUSAL)


class BoundedProtocol(HttpToolsProtocol):
    """One connection. A request line and headers that come to more than a mebibyte end it.

    Only heads that come in pieces are counted: what comes in one piece is no longer than a read.
    """

    _pending = False
    _head = 0

    def data_received(self, data: bytes) -> None:
        """Takes the next piece of requests."""
        super().data_received(data)
        if not self._pending:
            return
        self._head += len(data)
        if self._head > MAX_HEAD_BYTES and not self.transport.is_closing():
            self.transport.write(_REFUSED)
            self.transport.close()

    def on_message_begin(self) -> None:
        """Starts a request, whose head is still to come."""
        self._pending, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Takes note that the head is whole."""
        self._pending = False
        super().on_headers_complete()
