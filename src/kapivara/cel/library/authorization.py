"""The authorizer's functions: declared for all rules of the server, though only admission has an `authorizer`.

In a schema's rules nothing has these types, so that calls do not check; where the type of a target is not known,
or null, they check, and fail when they run. Upstream: apiserver/pkg/cel/library/authz.go Authz, AuthzSelectors (1.37).
"""

from __future__ import annotations

from typing import Any, NoReturn

from kapivara.cel.cost.library_table import AUTHORIZER_CHECK, SELECTOR
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Library, Overload, OverloadCost
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, STRING, Type, object_type

_PREFIX = "kubernetes.authorization."
_AUTHORIZER = object_type(f"{_PREFIX}Authorizer")
_PATH = object_type(f"{_PREFIX}PathCheck")
_GROUP = object_type(f"{_PREFIX}GroupCheck")
_RESOURCE = object_type(f"{_PREFIX}ResourceCheck")
_DECISION = object_type(f"{_PREFIX}Decision")


def _no_authorizer(*_: Any) -> NoReturn:
    raise CelError("no such overload")


def _member(overload: str, result: Type, *args: Type, cost: OverloadCost | None = None) -> Overload:
    return Overload(overload, args, result, _no_authorizer, member=True, cost=cost)


AUTHORIZATION: Library = library(
    function("path", _member("authorizer_path", _PATH, _AUTHORIZER, STRING), doc="Begins the check of a URL's path."),
    function("group", _member("authorizer_group", _GROUP, _AUTHORIZER, STRING), doc="Begins the check of a group."),
    function(
        "serviceAccount",
        _member("authorizer_serviceaccount", _AUTHORIZER, _AUTHORIZER, STRING, STRING),
        doc="The authorizer for a service account, by namespace and name.",
    ),
    function(
        "resource",
        _member("groupcheck_resource", _RESOURCE, _GROUP, STRING),
        doc="Narrows the check of a group to one resource.",
    ),
    function(
        "subresource",
        _member("resourcecheck_subresource", _RESOURCE, _RESOURCE, STRING),
        doc="Narrows the check of a resource to a subresource.",
    ),
    function(
        "namespace",
        _member("resourcecheck_namespace", _RESOURCE, _RESOURCE, STRING),
        doc="Narrows the check of a resource to a namespace.",
    ),
    function(
        "name",
        _member("resourcecheck_name", _RESOURCE, _RESOURCE, STRING),
        doc="Narrows the check of a resource to one object.",
    ),
    function(
        "check",
        _member("pathcheck_check", _DECISION, _PATH, STRING, cost=AUTHORIZER_CHECK),
        _member("resourcecheck_check", _DECISION, _RESOURCE, STRING, cost=AUTHORIZER_CHECK),
        doc="Decides whether a verb is allowed.",
    ),
    function("errored", _member("decision_errored", BOOL, _DECISION), doc="Whether deciding failed."),
    function("error", _member("decision_error", STRING, _DECISION), doc="Why deciding failed."),
    function("allowed", _member("decision_allowed", BOOL, _DECISION), doc="Whether the verb is allowed."),
    function("reason", _member("decision_reason", STRING, _DECISION), doc="Why the verb is or is not allowed."),
)
"""The functions of `authorizer` since 1.27."""

AUTHORIZATION_SELECTORS: Library = library(
    function(
        "fieldSelector",
        _member("authorizer_fieldselector", _RESOURCE, _RESOURCE, STRING, cost=SELECTOR),
        doc="Narrows the check of a resource by a field selector.",
    ),
    function(
        "labelSelector",
        _member("authorizer_labelselector", _RESOURCE, _RESOURCE, STRING, cost=SELECTOR),
        doc="Narrows the check of a resource by a label selector.",
    ),
)
"""The functions of a check since 1.31."""
