"""Serves `/openapi/v2` and `/openapi/v3`: documents, which clients may cache by hash, and the index of v3.

Upstream: kube-aggregator/pkg/controllers/openapiv3/aggregator/aggregator.go, kube-openapi/pkg/handler/handler.go,
pkg/handler3/handler.go (1.37). Kept: every method is handled as GET.
"""

from __future__ import annotations

from kapivara.codec import encode_json
from kapivara.meta.media_types import JSON
from kapivara.registry.openapi.documents import Document, OpenApi, url_of
from kapivara.server.http1.answer import Answer, Headers
from kapivara.server.responses.answers import text_answer
from kapivara.server.responses.negotiation import choose
from kapivara.server.routing.incoming import Incoming

_V2 = "/openapi/v2"
_V3 = "/openapi/v3"
_PROTOBUF = "application/com.github.proto-openapi.spec.{}{}v1.0+protobuf"
_YEAR = 365 * 24 * 3600
_NOT_KEPT = (b"cache-control", b"no-cache, private")
_BY_ACCEPT = (b"vary", b"Accept")
_BY_ENCODING = (b"vary", b"Accept-Encoding")


def is_openapi(path: str) -> bool:
    """Returns True for a path of the documents."""
    return path in (_V2, _V3) or path.startswith(f"{_V3}/")


def answer_openapi(documents: OpenApi, incoming: Incoming) -> Answer:
    """Returns the index or a document. Kept: the index is JSON with a plain text content type."""
    if incoming.path == _V2:
        return _answer_about_all(documents, incoming)
    if incoming.path == _V3:
        return text_answer(200, encode_json(documents.index()).decode(), sniffed=True)
    return _answer_document(documents, incoming.path.removeprefix(f"{_V3}/"), incoming)


def _answer_about_all(documents: OpenApi, incoming: Incoming) -> Answer:
    """Returns the large v2 document, compressed if the client accepts that."""
    headers: Headers = [_NOT_KEPT, _BY_ENCODING, _BY_ACCEPT]
    media_type = _choose(incoming, "v2")
    if media_type is None:
        return Answer(406, b"", headers)
    document = documents.about_all(binary=media_type != JSON, compressed=incoming.takes_gzip)
    headers.append(_tag(document))
    if _has(incoming, document):
        return Answer(304, b"", headers)
    if incoming.takes_gzip:
        headers.append((b"content-encoding", b"gzip"))
    return Answer(200, document.text, [*headers, (b"content-type", media_type.encode())])


def _answer_document(documents: OpenApi, path: str, incoming: Incoming) -> Answer:
    media_type = _choose(incoming, "v3")
    document = documents.document(path, binary=media_type not in (JSON, None))
    if document is None:
        return Answer(404, b"", [_NOT_KEPT])
    if media_type is None:
        return Answer(406, b"", [_NOT_KEPT, _BY_ACCEPT])
    headers: Headers = [_tag(document), _BY_ACCEPT]
    content_type = (b"content-type", media_type.encode())
    asked = incoming.query.get("hash", [""])[0]
    if asked and asked != document.hash:
        place = (b"location", url_of(path, document.hash).encode())
        return Answer(301, b"", [*headers, _NOT_KEPT, content_type, place])
    headers += _kept_for_long() if asked else [_NOT_KEPT]
    if _has(incoming, document):
        return Answer(304, b"", headers)
    return Answer(200, document.text, [*headers, content_type])


def _choose(incoming: Incoming, version: str) -> str | None:
    """Returns the media type of the response: JSON, or protobuf, which has an older name, too."""
    old, new = (_PROTOBUF.format(version, mark) for mark in "@.")
    chosen = choose(incoming.accept, (JSON, old, new))
    return new if chosen == old else chosen


def _tag(document: Document) -> tuple[bytes, bytes]:
    return b"etag", f'"{document.hash}"'.encode()


def _has(incoming: Incoming, document: Document) -> bool:
    """Returns True if the client's If-None-Match header has the document's tag."""
    known = [each.strip().removeprefix(b"W/") for each in incoming.if_none_match.split(b",")]
    return b"*" in known or _tag(document)[1] in known


def _kept_for_long() -> Headers:
    """Returns the headers of a document whose URL contains its hash, so that it never changes."""
    import time

    expiry = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + _YEAR))
    return [(b"cache-control", b"public, immutable"), (b"expires", expiry.encode())]
