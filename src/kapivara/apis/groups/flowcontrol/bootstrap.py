"""The initial flow schemas and priority levels of every server.

Upstream: apiserver/pkg/apis/flowcontrol/bootstrap/default.go; pkg/registry/flowcontrol/{rest,ensurer};
apiserver/pkg/util/flowcontrol/apf_controller.go syncFlowSchemaStatus (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from kapivara.apis.machinery.kinds.initial_object import InitialObject
from kapivara.values import JsonObject

_PRODUCER: Final = "api-priority-and-fairness-config-producer-v1"
_CONSUMER: Final = "api-priority-and-fairness-config-consumer-v1"
_ANNOTATIONS: Final = {"apf.kubernetes.io/autoupdate-spec": "true"}

_EVERYTHING: Final = ("* * *", "* *")
_EVERYBODY: Final = ("Group:system:unauthenticated", "Group:system:authenticated")
_CONTROLLERS: Final = "User:system:kube-controller-manager"
_SCHEDULER: Final = "User:system:kube-scheduler"
_SYSTEM: Final = "ServiceAccount:kube-system:*"
_NODES: Final = "Group:system:nodes"

_SCHEMAS: Final = (
    ("catch-all", "catch-all", 10000, "ByUser", _EVERYBODY, _EVERYTHING),
    ("exempt", "exempt", 1, "", ("Group:system:masters",), _EVERYTHING),
    ("global-default", "global-default", 9900, "ByUser", _EVERYBODY, _EVERYTHING),
    ("kube-controller-manager", "workload-high", 800, "ByNamespace", (_CONTROLLERS,), _EVERYTHING),
    ("kube-scheduler", "workload-high", 800, "ByNamespace", (_SCHEDULER,), _EVERYTHING),
    ("kube-system-service-accounts", "workload-high", 900, "ByNamespace", (_SYSTEM,), _EVERYTHING),
    ("probes", "exempt", 2, "", _EVERYBODY, ("get /healthz,/readyz,/livez",)),
    ("service-accounts", "workload-low", 9000, "ByUser", ("Group:system:serviceaccounts",), _EVERYTHING),
    (
        *("system-leader-election", "leader-election", 100, "ByUser", (_CONTROLLERS, _SCHEDULER, _SYSTEM)),
        ("get,create,update coordination.k8s.io leases in-namespaces",),
    ),
    (
        *("system-node-high", "node-high", 400, "ByUser", (_NODES,)),
        ("* core nodes,nodes/status", "* coordination.k8s.io leases in-namespaces"),
    ),
    ("system-nodes", "system", 500, "ByUser", (_NODES,), _EVERYTHING),
)
"""The flow schemas: name, priority level, precedence, distinguisher, subjects and rules.

A rule consists of verbs, groups and resources, or of verbs and URLs.
"""

_LEVELS: Final = (
    ("catch-all", 5, 0, None),
    ("global-default", 20, 50, (128, 6)),
    ("leader-election", 10, 0, (16, 4)),
    ("node-high", 40, 25, (64, 6)),
    ("system", 30, 33, (64, 6)),
    ("workload-high", 40, 50, (128, 6)),
    ("workload-low", 100, 90, (128, 6)),
)
"""The limited priority levels: name, shares, lendable percentage, queues and hand size."""


def priority_levels() -> Iterator[InitialObject]:
    """Yields the priority levels."""
    yield _initial("exempt", {"type": "Exempt", "exempt": {"nominalConcurrencyShares": 0, "lendablePercent": 0}})
    for name, shares, lent, queues in _LEVELS:
        response: JsonObject = {"type": "Reject"}
        if queues is not None:
            sizes = {"queues": queues[0], "handSize": queues[1], "queueLengthLimit": 50}
            response = {"type": "Queue", "queuing": sizes}
        limited = {"nominalConcurrencyShares": shares, "lendablePercent": lent, "limitResponse": response}
        yield _initial(name, {"type": "Limited", "limited": limited})


def flow_schemas(now: str) -> Iterator[InitialObject]:
    """Yields the flow schemas; all their priority levels exist."""
    for name, level, precedence, distinguisher, subjects, lines in _SCHEMAS:
        rules = [_rule(*line.split()) for line in lines]
        spec: JsonObject = {
            "priorityLevelConfiguration": {"name": level},
            "matchingPrecedence": precedence,
            "rules": [
                {
                    "subjects": [_subject(*each.split(":", 1)) for each in subjects],
                    "resourceRules": [rule for rule in rules if "resources" in rule],
                    "nonResourceRules": [rule for rule in rules if "resources" not in rule],
                }
            ],
        }
        if distinguisher:
            spec["distinguisherMethod"] = {"type": distinguisher}
        message = f'This FlowSchema references the PriorityLevelConfiguration object named "{level}" and it exists'
        found = {"type": "Dangling", "status": "False", "reason": "Found", "message": message}
        yield _initial(name, spec, {"conditions": [{**found, "lastTransitionTime": now}]})


def _initial(name: str, spec: JsonObject, status: Mapping[str, object] | None = None) -> InitialObject:
    obj: JsonObject = {"metadata": {"name": name, "annotations": dict(_ANNOTATIONS)}, "spec": spec}
    if status is None:
        return InitialObject(obj, _PRODUCER)
    return InitialObject({**obj, "status": dict(status)}, _PRODUCER, _CONSUMER)


def _subject(kind: str, name: str) -> JsonObject:
    if kind != "ServiceAccount":
        return {"kind": kind, kind.lower(): {"name": name}}
    namespace, _, name = name.partition(":")
    return {"kind": kind, "serviceAccount": {"namespace": namespace, "name": name}}


def _rule(verbs: str, *what: str) -> JsonObject:
    if len(what) == 1:
        return {"verbs": verbs.split(","), "nonResourceURLs": what[0].split(",")}
    rule: JsonObject = {
        "verbs": verbs.split(","),
        "apiGroups": ["" if what[0] == "core" else what[0]],
        "resources": what[1].split(","),
        "namespaces": ["*"],
    }
    return rule if what[2:] else {**rule, "clusterScope": True}
