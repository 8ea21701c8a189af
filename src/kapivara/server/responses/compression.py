"""Compresses large responses for clients that accept gzip.

Watches are never compressed. The real server compresses those that start with a streaming list, as a sequence of gzip
streams, of which httpx reads only the first. Upstream: apiserver/pkg/endpoints/handlers/responsewriters/compression.go,
writers.go deferredResponseWriter (1.37).
"""

from __future__ import annotations

from kapivara.server.http1.answer import Answer
from kapivara.server.http1.head import Head

_THRESHOLD = 128 * 1024
_LEVEL = 1
_GZIP = 31  # zlib's number of the gzip format, with the largest window


def compressed(answer: Answer, head: Head) -> Answer:
    """Returns a response compressed, if that is worthwhile and the client accepts gzip."""
    if len(answer.body) <= _THRESHOLD or not asks_for_gzip(head.text(b"accept-encoding")):
        return answer
    import zlib

    body = zlib.compress(answer.body, _LEVEL, _GZIP)
    headers = [*answer.headers, (b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    return Answer(answer.code, body, headers)


def asks_for_gzip(accept_encoding: str) -> bool:
    """Returns True if a client accepts gzip without a weight; one with a weight gets plain responses."""
    return any(each.strip() == "gzip" for each in accept_encoding.split(","))
