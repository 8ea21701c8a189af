"""The paths other than resources: health, version, discovery, OpenAPI.

Upstream: apiserver/pkg/server/routes, pkg/endpoints/discovery (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.meta import generic_status, not_acceptable_status
from kapivara.meta.media_types import JSON
from kapivara.registry.discovery.aggregated import aggregate
from kapivara.registry.discovery.discovery import core_versions
from kapivara.registry.objects.document import Document
from kapivara.registry.registry import Registry
from kapivara.registry.requests.body import ACCEPTED
from kapivara.server.documents.health import PATHS as HEALTH_PATHS
from kapivara.server.documents.health import answer_health, is_health
from kapivara.server.documents.token_issuer import PATHS as ISSUER_PATHS
from kapivara.server.documents.token_issuer import answer_about_issuer, is_about_issuer
from kapivara.server.http1.answer import Answer
from kapivara.server.responses.answers import document_answer, page_not_found, status_answer
from kapivara.server.responses.compression import compressed
from kapivara.server.responses.negotiation import (
    AGGREGATED,
    Representation,
    as_aggregated,
    as_it_is,
    framework_refusal,
    negotiate,
    negotiate_error,
    passes_framework,
)
from kapivara.server.routing.incoming import Incoming
from kapivara.values import JsonObject
from kapivara.version import KUBERNETES

_AGGREGATOR = "apiregistration.k8s.io"
_ROOTS = (["api"], ["apis"])
"""The paths of aggregated discovery; kept: `/apis/` belongs to another handler, which has none."""
_PATHS = (
    *ISSUER_PATHS,
    "/api",
    "/api/v1",
    "/apis",
    "/apis/",
    *HEALTH_PATHS,
    "/metrics",
    "/openapi/v2",
    "/openapi/v3",
    "/openapi/v3/",
    "/version",
)
"""The paths that exist whatever is served."""


def answer_document(registry: Registry, incoming: Incoming, url: str, *, is_stopping: bool = False) -> Answer:
    """Returns the response for a document; 404 in plain text if there is none. `url` is the server's URL."""
    parts = incoming.parts
    if is_health(parts):
        return answer_health(registry, incoming, is_stopping=is_stopping)
    if parts[:1] == ["openapi"]:
        return _answer_openapi(registry, incoming)
    if is_about_issuer(parts):
        return answer_about_issuer(registry, incoming, url)
    document = None if incoming.path.startswith("/apis//") else _find(registry, parts, url.partition("//")[2])
    of_errors = negotiate_error(incoming.accept, pretty=incoming.pretty)
    if document is None:
        if _is_framed(registry, parts):
            return status_answer(generic_status(404), of_errors)
        return page_not_found()
    if not parts:  # the list of paths is always JSON
        return document_answer(200, Document(document), Representation(pretty=incoming.pretty))
    if _is_guarded(registry, incoming):
        offered = (JSON,) if parts == ["version"] else ACCEPTED
        if incoming.method != "GET":
            return status_answer(generic_status(405), of_errors)
        if not passes_framework(incoming.accept, offered):
            return status_answer(framework_refusal(offered), of_errors)
    transform = as_aggregated if parts in _ROOTS and incoming.path != "/apis/" else as_it_is
    representation = negotiate(incoming.accept, pretty=incoming.pretty, transform=transform)
    if parts == ["version"]:
        representation = Representation(pretty=incoming.pretty)
    if representation is None:
        return status_answer(not_acceptable_status(ACCEPTED), of_errors)
    if representation.shown_as == AGGREGATED:
        answer = _answer_aggregated(registry, incoming, representation)
    else:
        answer = document_answer(200, Document(document), representation)
    return compressed(answer, incoming.head)


def _is_framed(registry: Registry, parts: list[str]) -> bool:
    """Returns True if go-restful responds to an unknown path, with a Status."""
    match parts:
        case ["api" | "version", *_]:
            return True
        case ["apis", group, _]:
            return bool(group) and registry.has_built_in_group(group)
    return False


def _is_guarded(registry: Registry, incoming: Incoming) -> bool:
    """Returns True if go-restful, which checks methods, serves a document; other handlers accept any method.

    Upstream: the version, `/api` and the resources of a built-in group are web services; the root, `/apis`, groups and
    the discovery of custom resources are plain handlers. So is none of these for the aggregator's own group, nor where
    two slashes follow a group.
    """
    match incoming.parts:
        case ["version"] | ["api", *_]:
            return True
        case ["apis", group]:
            return registry.has_built_in_group(group) and (group == _AGGREGATOR or incoming.path.endswith("//"))
        case ["apis", group, _]:
            return registry.has_built_in_group(group)
    return False


def _answer_openapi(registry: Registry, incoming: Incoming) -> Answer:
    from kapivara.server.documents.openapi import answer_openapi, is_openapi  # few clients ask

    return answer_openapi(registry.openapi(), incoming) if is_openapi(incoming.path) else page_not_found()


def _answer_aggregated(registry: Registry, incoming: Incoming, representation: Representation) -> Answer:
    """Returns aggregated discovery, which clients may cache by its ETag.

    Upstream: apiserver/pkg/endpoints/discovery/aggregated/etag.go ServeHTTPWithETag.
    """
    import hashlib

    document = aggregate(registry.discovery(), core=incoming.parts == ["api"])
    made = document_answer(200, Document(document), representation)
    tag = f'"{hashlib.sha256(made.body).hexdigest().upper()}"'.encode()
    media_type = f"{representation.media_type};g=apidiscovery.k8s.io;v={AGGREGATED.version};as={AGGREGATED.kind}"
    headers = [(b"cache-control", b"public"), (b"etag", tag), (b"vary", b"Accept")]
    if incoming.if_none_match == tag:
        return Answer(304, b"", headers)
    return Answer(200, made.body, [*headers, (b"content-type", media_type.encode())])


def _find(registry: Registry, parts: list[str], address: str) -> JsonObject | None:
    match parts:
        case []:
            return {"paths": sorted((*_PATHS, *_paths_of_groups(registry)))}
        case ["version"]:
            return version_document()
        case ["api"]:
            return core_versions(address)
        case ["api", version]:
            return registry.discovery().resources("", version)
        case ["apis"]:
            return registry.discovery().groups()
        case ["apis", group]:
            return registry.discovery().group(group)
        case ["apis", group, version] if group:
            return registry.discovery().resources(group, version)
    return None


def _paths_of_groups(registry: Registry) -> Iterator[str]:
    for group in registry.discovery().groups()["groups"]:
        yield f"/apis/{group['name']}"
        for version in group["versions"]:
            yield f"/apis/{version['groupVersion']}"


def version_document() -> JsonObject:
    """Returns the response to `GET /version`: the server version whose behaviour this is."""
    major, minor, _ = KUBERNETES.removeprefix("v").split(".")
    return {
        "major": major,
        "minor": minor,
        "emulationMajor": major,
        "emulationMinor": minor,
        "minCompatibilityMajor": major,
        "minCompatibilityMinor": str(int(minor) - 1),
        "gitVersion": f"{KUBERNETES}+kapivara",
        "gitCommit": "",
        "gitTreeState": "clean",
        "buildDate": "",
        "goVersion": "",
        "compiler": "",
        "platform": "python",
    }
