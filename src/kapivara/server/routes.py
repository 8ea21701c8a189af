"""Routes: which methods the server has a door for, and how it says that it has none.

Custom resources have one door for all methods; built-in kinds have one for each, and a framework that guards them.
Upstream: apiserver/pkg/endpoints/installer.go, apiextensions-apiserver/pkg/apiserver/customresource_handler.go (1.37).
"""

from __future__ import annotations

from kapivara.meta import (
    Status,
    bad_request_status,
    generic_status,
    method_not_supported_status,
    not_acceptable_status,
    not_found_status,
    unsupported_media_type_status,
)
from kapivara.registry.body import ACCEPTED, is_readable
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.outcome import Outcome
from kapivara.registry.request import APPLY_PATCH, CUSTOM_PATCHES, JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH
from kapivara.registry.scope import Scope
from kapivara.server.answers import Answer, outcome_answer, page_not_found, status_answer
from kapivara.server.incoming import Incoming
from kapivara.server.negotiation import Representation, framework_refusal, negotiate, passes_framework
from kapivara.server.target import Target
from kapivara.values.deadline import Deadline

_COLLECTION = frozenset(("GET", "POST", "DELETE"))
_OBJECT = frozenset(("GET", "PUT", "PATCH", "DELETE"))
_SUBRESOURCE = frozenset(("GET", "PUT", "PATCH"))
_UNUSUAL = {
    ("namespaces", "", False): frozenset(("GET", "POST")),
    ("namespaces", "finalize", True): frozenset(("PUT",)),
}
_SUBRESOURCE_VERBS = frozenset(("get", "update", "patch"))
_PATCH_TYPES = frozenset((JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, APPLY_PATCH))


def apply_timeout(query: dict[str, list[str]], deadline: Deadline) -> Status | None:
    """Gives a request the time that its `timeout` asks for, where that is less than it has.

    One that is no duration is refused, before anything else of the request is looked at.
    Upstream: apiserver/pkg/endpoints/filters/request_deadline.go parseTimeout, withRequestDeadline.
    """
    text = query.get("timeout", [""])[0]
    if not text:
        return None
    from kapivara.content.go_durations import go_duration_fault, parse_go_duration  # few requests say how long

    nanoseconds = parse_go_duration(text)
    if nanoseconds is not None:
        if nanoseconds > 0:
            deadline.shorten(nanoseconds / 1e9)
        return None
    return bad_request_status(f"invalid timeout specified in the request URL - {go_duration_fault(text)}")


def refuse_route(scope: Scope, target: Target, incoming: Incoming) -> Answer | None:
    """Returns the answer to a request that has no route; None where it has one."""
    if scope.custom:
        return _refuse_custom(scope, target)
    if scope.view(target.subresource) is None or not _fits_scope(scope, target):
        return status_answer(generic_status(404))
    status = _refuse_built_in(target, incoming)
    return None if status is None else status_answer(status, negotiate(incoming.accept, pretty=incoming.pretty))


def _refuse_built_in(target: Target, incoming: Incoming) -> Status | None:
    """Says in the framework's words, and in its order, why a request to a built-in kind has no route."""
    if incoming.method not in _methods(target):
        return generic_status(405)
    if incoming.method == "PATCH" and incoming.media_type.partition(";")[0] not in _PATCH_TYPES:
        return generic_status(415, "415: Unsupported Media Type")
    if not passes_framework(incoming.accept):
        return framework_refusal(streams=target.verb == "list")
    return None


def refuse_target(scope: Scope, target: Target, incoming: Incoming, *, acceptable: bool) -> Status | None:
    """Returns why a request is refused before its body is read, in the server's order; None where it goes on.

    `acceptable` tells that the client takes an answer that can be written.
    Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go ServeHTTP;
    apiserver/pkg/endpoints/handlers/{create,update,patch}.go.
    """
    resource = target.resource.group_resource
    if scope.view(target.subresource) is None:
        return not_found_status(resource, target.name)
    if target.verb in ("", "watch") or (target.subresource and target.verb not in _SUBRESOURCE_VERBS):
        return method_not_supported_status(resource, target.verb)
    if target.verb == "patch" and scope.custom and incoming.media_type.partition(";")[0] not in CUSTOM_PATCHES:
        return unsupported_media_type_status(CUSTOM_PATCHES)
    if target.verb in ("update", "patch") and not target.name:
        return bad_request_status("name must be provided")
    if not acceptable:
        return not_acceptable_status(ACCEPTED)
    if target.verb == "create" and not is_readable(incoming.media_type):
        return unsupported_media_type_status(ACCEPTED)
    return None


def refused_answer(scope: Scope, status: Status, representation: Representation | None) -> Answer:
    """Makes the answer of a refusal, with the warning that a deprecated version comes with."""
    warning = scope.version.deprecation_warning if isinstance(scope, CustomResource) else ""
    outcome = Outcome(status.http_code, status=status, warnings=(warning,) if warning else ())
    return outcome_answer(outcome, representation or Representation())


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
