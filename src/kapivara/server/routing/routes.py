"""Routes: the methods that the server handles for each path, and the errors for the others.

Custom resources have one handler for all methods; built-in kinds have a route for each of their verbs. Upstream:
apiserver/pkg/endpoints/installer.go, apiextensions-apiserver/pkg/apiserver/customresource_handler.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.meta import (
    Status,
    bad_request_status,
    generic_status,
    method_not_supported_status,
    not_acceptable_status,
    unsupported_media_type_status,
)
from kapivara.registry.requests.body import ACCEPTED, is_readable
from kapivara.registry.requests.outcome import Outcome
from kapivara.server.http1.answer import Answer
from kapivara.server.responses.answers import outcome_answer, page_not_found, status_answer
from kapivara.server.responses.negotiation import (
    STREAMABLE,
    framework_refusal,
    names_one,
    negotiate_error,
    passes_framework,
)
from kapivara.server.routing.incoming import Incoming
from kapivara.server.routing.target import Target
from kapivara.values.deadline import Deadline

_OF_COLLECTIONS = {"GET": "list", "POST": "create", "DELETE": "deletecollection"}
_OF_OBJECTS = {"GET": "get", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}
_ACROSS_NAMESPACES = {"GET": "list"}
_OF_SUBRESOURCES = {**_OF_OBJECTS, "POST": "create"}
"""The verbs of methods."""
_WATCHED = frozenset(("GET",))
_PROXIED = frozenset((*_OF_SUBRESOURCES, "HEAD", "OPTIONS"))


def apply_timeout(query: dict[str, list[str]], deadline: Deadline) -> Status | None:
    """Shortens the deadline of a request to its `timeout` parameter.

    Returns the error for an invalid duration, before any other check. Upstream:
    apiserver/pkg/endpoints/filters/request_deadline.go parseTimeout, withRequestDeadline.
    """
    text = query.get("timeout", [""])[0]
    if not text:
        return None
    from kapivara.languages.go.durations import go_duration_fault, parse_go_duration  # few requests have a timeout

    nanoseconds = parse_go_duration(text)
    if nanoseconds is not None:
        if nanoseconds > 0:
            deadline.shorten(nanoseconds / 1e9)
        return None
    return bad_request_status(f"invalid timeout specified in the request URL - {go_duration_fault(text)}")


def refuse_route(kind: Kind, subresource: Subresource | None, target: Target, incoming: Incoming) -> Answer | None:
    """Returns the response for a request without a route; None if it has one.

    `subresource` is the requested one, or the whole object; None if the kind has none of that name.
    """
    if kind.api.custom:
        return _refuse_custom(kind, target)
    methods = frozenset[str]() if subresource is None else _methods(subresource, target)
    if subresource is None or not methods:
        status: Status | None = generic_status(404)
    elif incoming.method not in methods:
        status = generic_status(405)
    else:
        status = _refuse_built_in(subresource, target, incoming)
    return None if status is None else status_answer(status, negotiate_error(incoming.accept, pretty=incoming.pretty))


def _refuse_built_in(subresource: Subresource, target: Target, incoming: Incoming) -> Status | None:
    """Returns go-restful's error for a request on a route of a built-in kind, in its order; None without one."""
    if subresource.connects:
        return None
    if incoming.method == "PATCH" and not names_one(incoming.media_type, subresource.of.patch_types):
        return generic_status(415, "415: Unsupported Media Type")
    if not passes_framework(incoming.accept):
        return framework_refusal(STREAMABLE if target.verb in ("list", "watch") else ACCEPTED)
    return None


def refuse_target(subresource: Subresource, target: Target, incoming: Incoming, *, acceptable: bool) -> Status | None:
    """Returns the error of a request before its body is read, in the server's order; None if there is none.

    `acceptable` is True if the client accepts a supported representation. Upstream:
    apiextensions-apiserver/pkg/apiserver/customresource_handler.go ServeHTTP;
    apiserver/pkg/endpoints/handlers/{create,update,patch}.go.
    """
    kind, resource = subresource.of, target.resource.group_resource
    if subresource.connects:
        return None
    needed = subresource.verbs if target.subresource else kind.api.verbs if target.verb == "watch" else (target.verb,)
    if not target.verb or target.verb not in needed:
        return method_not_supported_status(resource, target.verb)
    if target.verb == "patch" and incoming.media_type.partition(";")[0] not in kind.patch_types:
        return unsupported_media_type_status(kind.patch_types)
    if target.verb in ("update", "patch") and not target.name:
        return bad_request_status("name must be provided")
    if not acceptable:
        return not_acceptable_status(ACCEPTED)
    if target.verb == "create" and not is_readable(incoming.media_type):
        return unsupported_media_type_status(ACCEPTED)
    return None


def refused_answer(kind: Kind, status: Status, incoming: Incoming) -> Answer:
    """Returns the response for a rejected request, with the warning of a deprecated version."""
    warnings = (kind.deprecation_warning,) if kind.deprecation_warning else ()
    outcome = Outcome(status.http_code, status=status, warnings=warnings)
    return outcome_answer(outcome, negotiate_error(incoming.accept, pretty=incoming.pretty))


def _refuse_custom(kind: Kind, target: Target) -> Answer | None:
    across_namespaces = kind.namespaced and not target.namespace
    if (target.namespace and not kind.namespaced) or (across_namespaces and target.verb not in ("list", "watch")):
        return page_not_found()
    return None


def _fits_scope(kind: Kind, target: Target) -> bool:
    """Returns True if a path has a namespace exactly when the kind needs one."""
    if kind.namespaced:
        return bool(target.namespace) or not target.name
    return not target.namespace or target.names_namespace


def _methods(subresource: Subresource, target: Target) -> frozenset[str]:
    """Returns the methods with a route for a path of a built-in kind; empty if there is no such path."""
    kind = subresource.of
    if target.verb == "proxy" or not _fits_scope(kind, target) or (target.goes_on and not _is_proxy(subresource)):
        return frozenset()
    if _is_proxy(subresource):
        return _PROXIED
    if target.watches_by_path:
        return _WATCHED if "watch" in kind.api.verbs and not target.subresource else frozenset()
    verbs = _OF_SUBRESOURCES if target.subresource else _OF_OBJECTS if target.name else _OF_COLLECTIONS
    if kind.namespaced and not target.namespace:
        verbs = _ACROSS_NAMESPACES
    return frozenset(method for method, verb in verbs.items() if verb in subresource.verbs)


def _is_proxy(subresource: Subresource) -> bool:
    """Returns True if a subresource forwards all methods, to any path below."""
    return subresource.connects and "update" in subresource.verbs
