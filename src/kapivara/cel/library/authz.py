"""Questions about authorization. Rules of custom resources have no authorizer to ask, so nothing here is ever called.

The declarations are there because their names are taken, and because the checker's messages tell.
Upstream: k8s.io/apiserver/pkg/cel/library/authz.go (1.37).
"""

from __future__ import annotations

from typing import NoReturn

from kapivara.cel.cost.library_table import AUTHORIZER_CHECK, SELECTOR
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Function, Overload, OverloadCost
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, STRING, Type, object_type

_AUTHORIZER = object_type("kubernetes.authorization.Authorizer")
_PATH_CHECK = object_type("kubernetes.authorization.PathCheck")
_GROUP_CHECK = object_type("kubernetes.authorization.GroupCheck")
_RESOURCE_CHECK = object_type("kubernetes.authorization.ResourceCheck")
_DECISION = object_type("kubernetes.authorization.Decision")


def _ask(*_values: object) -> NoReturn:
    raise CelError("no such overload")


def _member(
    name: str, doc: str, *overloads: tuple[str, tuple[Type, ...], Type], cost: OverloadCost | None = None
) -> Function:
    made = (Overload(id_, args, result, _ask, member=True, cost=cost) for id_, args, result in overloads)
    return function(name, *made, doc=doc)


AUTHZ = library(
    _member("path", "Asks about a path.", ("authorizer_path", (_AUTHORIZER, STRING), _PATH_CHECK)),
    _member("group", "Asks about an API group.", ("authorizer_group", (_AUTHORIZER, STRING), _GROUP_CHECK)),
    _member(
        "serviceAccount",
        "Asks for a service account.",
        ("authorizer_serviceaccount", (_AUTHORIZER, STRING, STRING), _AUTHORIZER),
    ),
    _member("resource", "Asks about a resource.", ("groupcheck_resource", (_GROUP_CHECK, STRING), _RESOURCE_CHECK)),
    _member(
        "subresource",
        "Asks about a subresource.",
        ("resourcecheck_subresource", (_RESOURCE_CHECK, STRING), _RESOURCE_CHECK),
    ),
    _member(
        "namespace", "Asks about a namespace.", ("resourcecheck_namespace", (_RESOURCE_CHECK, STRING), _RESOURCE_CHECK)
    ),
    _member("name", "Asks about an object.", ("resourcecheck_name", (_RESOURCE_CHECK, STRING), _RESOURCE_CHECK)),
    _member(
        "check",
        "Asks whether a verb is allowed.",
        ("pathcheck_check", (_PATH_CHECK, STRING), _DECISION),
        ("resourcecheck_check", (_RESOURCE_CHECK, STRING), _DECISION),
        cost=AUTHORIZER_CHECK,
    ),
    _member("errored", "Whether the question failed.", ("decision_errored", (_DECISION,), BOOL)),
    _member("error", "Why the question failed.", ("decision_error", (_DECISION,), STRING)),
    _member("allowed", "Whether the answer is yes.", ("decision_allowed", (_DECISION,), BOOL)),
    _member("reason", "Why the answer is what it is.", ("decision_reason", (_DECISION,), STRING)),
    since=(1, 27),
)

AUTHZ_SELECTORS = library(
    _member(
        "fieldSelector",
        "Asks about objects by their fields.",
        ("authorizer_fieldselector", (_RESOURCE_CHECK, STRING), _RESOURCE_CHECK),
        cost=SELECTOR,
    ),
    _member(
        "labelSelector",
        "Asks about objects by their labels.",
        ("authorizer_labelselector", (_RESOURCE_CHECK, STRING), _RESOURCE_CHECK),
        cost=SELECTOR,
    ),
    since=(1, 31),
)
