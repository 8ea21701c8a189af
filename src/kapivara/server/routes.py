"""Routes: which methods the server has a door for, and how it says that it has none.

Custom resources have one door for all methods; built-in kinds have one for each, and a framework that guards them.
Upstream: apiserver/pkg/endpoints/installer.go, apiextensions-apiserver/pkg/apiserver/customresource_handler.go (1.37).
"""

from __future__ import annotations

from kapivara.meta import generic_status
from kapivara.registry.request import APPLY_PATCH, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH
from kapivara.registry.scope import Scope
from kapivara.server.answers import Answer, page_not_found, status_answer
from kapivara.server.incoming import Incoming
from kapivara.server.negotiation import framework_refusal, passes_framework
from kapivara.server.target import Target

_COLLECTION = frozenset(("GET", "POST", "DELETE"))
_OBJECT = frozenset(("GET", "PUT", "PATCH", "DELETE"))
_SUBRESOURCE = frozenset(("GET", "PUT", "PATCH"))
_UNUSUAL = {
    ("namespaces", "", False): frozenset(("GET", "POST")),
    ("namespaces", "finalize", True): frozenset(("PUT",)),
}
_PATCH_TYPES = frozenset((JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, APPLY_PATCH))


def refuse_route(scope: Scope, target: Target, incoming: Incoming) -> Answer | None:
    """Returns the answer to a request that has no route; None where it has one."""
    if scope.custom:
        return _refuse_custom(scope, target)
    if scope.view(target.subresource) is None or not _fits_scope(scope, target):
        return status_answer(generic_status(404))
    if incoming.method not in _methods(target):
        return status_answer(generic_status(405))
    if not passes_framework(incoming.accept):
        return status_answer(framework_refusal(streams=target.verb == "list"))
    if incoming.method == "PATCH" and incoming.media_type.partition(";")[0] not in _PATCH_TYPES:
        return status_answer(generic_status(415, "415: Unsupported Media Type"))
    return None


def _refuse_custom(scope: Scope, target: Target) -> Answer | None:
    across_namespaces = scope.namespaced and not target.namespace
    if (target.namespace and not scope.namespaced) or (across_namespaces and target.verb not in ("list", "watch")):
        return page_not_found()
    return None


def _fits_scope(scope: Scope, target: Target) -> bool:
    """Tells whether a path gives a namespace where, and only where, the kind has one."""
    if scope.namespaced:
        return bool(target.namespace) or not target.name
    named_by_path = target.resource.resource == "namespaces" and target.namespace == target.name
    return not target.namespace or named_by_path


def _methods(target: Target) -> frozenset[str]:
    unusual = _UNUSUAL.get((target.resource.resource, target.subresource, bool(target.name)))
    if unusual is not None:
        return unusual
    if target.subresource:
        return _SUBRESOURCE
    return _OBJECT if target.name else _COLLECTION
