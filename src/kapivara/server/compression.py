"""Large answers, compressed for clients that ask for gzip.

Watches are never compressed, though the server does so where they begin with a streaming list: it sends one gzip stream
after another there, of which httpx reads the first alone.
Upstream: apiserver/pkg/endpoints/handlers/responsewriters/compression.go, writers.go deferredResponseWriter (1.37).
"""

from __future__ import annotations

from kapivara.server.answers import Answer
from kapivara.server.head import Head

_THRESHOLD = 128 * 1024
_LEVEL = 1
_GZIP = 31  # zlib's word for the format, with the largest window


def compressed(answer: Answer, head: Head) -> Answer:
    """Returns the answer to a request with its body compressed, where that is worth it and the client asks for it."""
    if len(answer.body) <= _THRESHOLD or not asks_for_gzip(head.text(b"accept-encoding")):
        return answer
    import zlib

    body = zlib.compress(answer.body, _LEVEL, _GZIP)
    headers = [*answer.headers, (b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    return Answer(answer.code, body, headers)


def asks_for_gzip(accept_encoding: str) -> bool:
    """Tells whether a client names gzip, without a weight: one that gives it any is sent what is plain."""
    return any(each.strip() == "gzip" for each in accept_encoding.split(","))
