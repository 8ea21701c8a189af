"""Answers `/openapi/v3`: the index, and the document of a group and version, which clients may keep by its hash.

Upstream: kube-aggregator/pkg/controllers/openapiv3/aggregator/aggregator.go, kube-openapi/pkg/handler3/handler.go
(1.37). Documents are written as JSON only, not as protobuf.
"""

from __future__ import annotations

from kapivara.codec import encode_json
from kapivara.meta.media_types import JSON
from kapivara.registry.openapi.documents import OpenApi, url_of
from kapivara.server.answers import Answer, Headers, text_answer
from kapivara.server.incoming import Incoming
from kapivara.server.negotiation import accepts_json

_ROOT = "/openapi/v3"
_YEAR = 365 * 24 * 3600
_NOT_KEPT = (b"cache-control", b"no-cache, private")
_VARY = (b"vary", b"Accept")


def is_openapi(path: str) -> bool:
    """Tells whether a path asks for documents."""
    return path == _ROOT or path.startswith(f"{_ROOT}/")


def answer_openapi(documents: OpenApi, incoming: Incoming) -> Answer:
    """Answers a request for the index or for a document. Kept: the index is JSON that calls itself plain text."""
    if incoming.path == _ROOT:
        index = text_answer(200, encode_json(documents.index()).decode())
        index.headers.append(_NOT_KEPT)
        return index
    return _answer_document(documents, incoming.path.removeprefix(f"{_ROOT}/"), incoming)


def _answer_document(documents: OpenApi, path: str, incoming: Incoming) -> Answer:
    document = documents.document(path)
    if document is None:
        return Answer(404, b"", [_NOT_KEPT])
    if not accepts_json(incoming.accept):
        return Answer(406, b"", [_NOT_KEPT, _VARY])
    tag = f'"{document.hash}"'.encode()
    headers: Headers = [(b"content-type", JSON.encode()), (b"etag", tag), _VARY]
    asked = incoming.query.get("hash", [""])[0]
    if asked and asked != document.hash:
        return Answer(301, b"", [*headers, _NOT_KEPT, (b"location", url_of(path, document.hash).encode())])
    headers += _kept_for_long() if asked else [_NOT_KEPT]
    if incoming.if_none_match == tag:
        return Answer(304, b"", headers)
    return Answer(200, document.text, headers)


def _kept_for_long() -> Headers:
    """Returns the headers of a document that its URL pins: it will never be another one."""
    import time

    expiry = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + _YEAR))
    return [(b"cache-control", b"public, immutable"), (b"expires", expiry.encode())]
