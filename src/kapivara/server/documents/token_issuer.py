"""The discovery documents of the service account issuer, with which others verify tokens without this server.

Upstream: pkg/routes/openidmetadata.go, pkg/serviceaccount/openidmetadata.go (1.37); OpenID Connect Discovery, RFC 7517.
"""

from __future__ import annotations

from typing import Final

import orjson

from kapivara.apis.machinery.server.account_tokens import ALGORITHM, ISSUER
from kapivara.meta import generic_status
from kapivara.meta.media_types import JSON
from kapivara.registry.registry import Registry
from kapivara.server.http1.answer import Answer
from kapivara.server.responses.answers import status_answer
from kapivara.server.responses.negotiation import framework_refusal, negotiate_error, passes_framework
from kapivara.server.routing.incoming import Incoming
from kapivara.values import JsonObject

PATHS: Final = ("/.well-known/openid-configuration", "/openid/v1/jwks")
_CONFIGURATION, _KEYS = (tuple(path.strip("/").split("/")) for path in PATHS)
_KEY_SET: Final = "application/jwk-set+json"
_KEPT: Final = (b"cache-control", b"public, max-age=3600")


def is_about_issuer(parts: list[str]) -> bool:
    """Returns True if a path is that of such a document or below."""
    return tuple(parts[:2]) == _CONFIGURATION or tuple(parts[:3]) == _KEYS


def answer_about_issuer(registry: Registry, incoming: Incoming, url: str) -> Answer:
    """Returns one of the documents; `url` is the URL of the server."""
    of_keys = incoming.parts[0] == _KEYS[0]
    offered = (_KEY_SET if of_keys else JSON,)
    of_errors = negotiate_error(incoming.accept, pretty=incoming.pretty)
    if len(incoming.parts) > len(_KEYS if of_keys else _CONFIGURATION):
        return status_answer(generic_status(404), of_errors)
    if incoming.method != "GET":
        return status_answer(generic_status(405), of_errors)
    if not passes_framework(incoming.accept, offered):
        return status_answer(framework_refusal(offered), of_errors)
    document = {"keys": [registry.account_key]} if of_keys else _configuration(url)
    return Answer(200, orjson.dumps(document), [_KEPT, (b"content-type", offered[0].encode())])


def _configuration(url: str) -> JsonObject:
    return {
        "issuer": ISSUER,
        "jwks_uri": f"{url}{PATHS[1]}",
        "response_types_supported": ["id_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": [ALGORITHM],
    }
