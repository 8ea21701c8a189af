"""Authorization checks, on values that the caller provides.

CEL rules of CRDs have no authorizer; the declarations exist because their names are taken, and because messages of the
checker name them. Upstream: k8s.io/apiserver/pkg/cel/library/authz.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.cost.library_table import AUTHORIZER_CHECK, SELECTOR
from kapivara.cel.functions import Function, Overload, OverloadCost
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, STRING, Type, object_type

AUTHORIZER = object_type("kubernetes.authorization.Authorizer")
PATH_CHECK = object_type("kubernetes.authorization.PathCheck")
GROUP_CHECK = object_type("kubernetes.authorization.GroupCheck")
RESOURCE_CHECK = object_type("kubernetes.authorization.ResourceCheck")
DECISION = object_type("kubernetes.authorization.Decision")

_Signature = tuple[str, tuple[Type, ...], Type]


def _member(
    name: str, doc: str, ask: Callable[..., Any], *overloads: _Signature, cost: OverloadCost | None = None
) -> Function:
    made = (Overload(id_, args, result, ask, member=True, cost=cost) for id_, args, result in overloads)
    return function(name, *made, doc=doc)


def _about(name: str, part: str, doc: str) -> Function:
    """Declares a function that restricts a resource check."""
    signature = (f"resourcecheck_{name}", (RESOURCE_CHECK, STRING), RESOURCE_CHECK)
    return _member(name, doc, lambda check, text: check.about(**{part: text}), signature)


def _selecting(name: str, doc: str) -> Function:
    """Declares a function that restricts a check by a selector, which the authorizer may not support."""
    signature = (f"authorizer_{name.lower()}", (RESOURCE_CHECK, STRING), RESOURCE_CHECK)
    return _member(name, doc, lambda check, _selector: check, signature, cost=SELECTOR)


AUTHZ = library(
    _member(
        "path",
        "Asks about a path.",
        lambda authorizer, path: authorizer.path(path),
        ("authorizer_path", (AUTHORIZER, STRING), PATH_CHECK),
    ),
    _member(
        "group",
        "Asks about an API group.",
        lambda authorizer, group: authorizer.group(group),
        ("authorizer_group", (AUTHORIZER, STRING), GROUP_CHECK),
    ),
    _member(
        "serviceAccount",
        "Asks for a service account.",
        lambda authorizer, namespace, name: authorizer.service_account(namespace, name),
        ("authorizer_serviceaccount", (AUTHORIZER, STRING, STRING), AUTHORIZER),
    ),
    _member(
        "resource",
        "Asks about a resource.",
        lambda check, resource: check.resource(resource),
        ("groupcheck_resource", (GROUP_CHECK, STRING), RESOURCE_CHECK),
    ),
    _about("subresource", "subresource", "Asks about a subresource."),
    _about("namespace", "namespace", "Asks about a namespace."),
    _about("name", "name", "Asks about an object."),
    _member(
        "check",
        "Asks whether a verb is allowed.",
        lambda check, verb: check.check(verb),
        ("pathcheck_check", (PATH_CHECK, STRING), DECISION),
        ("resourcecheck_check", (RESOURCE_CHECK, STRING), DECISION),
        cost=AUTHORIZER_CHECK,
    ),
    _member("errored", "Whether the question failed.", lambda _answer: False, ("decision_errored", (DECISION,), BOOL)),
    _member("error", "Why the question failed.", lambda _answer: "", ("decision_error", (DECISION,), STRING)),
    _member(
        "allowed",
        "Whether the answer is yes.",
        lambda answer: answer.allowed,
        ("decision_allowed", (DECISION,), BOOL),
    ),
    _member(
        "reason",
        "Why the answer is what it is.",
        lambda answer: answer.reason,
        ("decision_reason", (DECISION,), STRING),
    ),
    since=(1, 27),
)

AUTHZ_SELECTORS = library(
    _selecting("fieldSelector", "Asks about objects by their fields."),
    _selecting("labelSelector", "Asks about objects by their labels."),
    since=(1, 31),
)
