"""Tests of the initial flow schemas and priority levels."""

from __future__ import annotations

from tests.unit.apis.alone import NOW
from tests.unit.apis.steps import created, kind_named

LEVELS = {each.obj["metadata"]["name"]: each for each in kind_named("PriorityLevelConfiguration").initial_objects()}
SCHEMAS = {each.obj["metadata"]["name"]: each for each in kind_named("FlowSchema").initial_objects()}


def test_levels() -> None:
    assert len(LEVELS) == 8
    assert LEVELS["exempt"].obj["spec"]["type"] == "Exempt"
    assert LEVELS["catch-all"].obj["spec"] == {
        "type": "Limited",
        "limited": {"nominalConcurrencyShares": 5, "lendablePercent": 0, "limitResponse": {"type": "Reject"}},
    }
    queuing = {"queues": 128, "handSize": 6, "queueLengthLimit": 50}
    assert LEVELS["workload-low"].obj["spec"]["limited"]["limitResponse"] == {"type": "Queue", "queuing": queuing}


def test_all_levels_of_schemas_exist() -> None:
    assert len(SCHEMAS) == 11
    assert {each.obj["spec"]["priorityLevelConfiguration"]["name"] for each in SCHEMAS.values()} == set(LEVELS)


def test_rules() -> None:
    [rules] = SCHEMAS["system-node-high"].obj["spec"]["rules"]
    assert rules == {
        "subjects": [{"kind": "Group", "group": {"name": "system:nodes"}}],
        "resourceRules": [
            {
                "verbs": ["*"],
                "apiGroups": [""],
                "resources": ["nodes", "nodes/status"],
                "namespaces": ["*"],
                "clusterScope": True,
            },
            {"verbs": ["*"], "apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "namespaces": ["*"]},
        ],
        "nonResourceRules": [],
    }
    [accounts] = SCHEMAS["kube-system-service-accounts"].obj["spec"]["rules"]
    assert accounts["subjects"] == [
        {"kind": "ServiceAccount", "serviceAccount": {"namespace": "kube-system", "name": "*"}}
    ]
    assert accounts["nonResourceRules"] == [{"verbs": ["*"], "nonResourceURLs": ["*"]}]
    assert "distinguisherMethod" not in SCHEMAS["probes"].obj["spec"]


def test_schemas_are_found_to_be_sound() -> None:
    [condition] = SCHEMAS["probes"].obj["status"]["conditions"]
    assert (condition["type"], condition["status"], condition["lastTransitionTime"]) == ("Dangling", "False", NOW)
    assert 'named "exempt" and it exists' in condition["message"]
    assert SCHEMAS["probes"].status_manager == "api-priority-and-fairness-config-consumer-v1"
    assert LEVELS["exempt"].status_manager == ""


def test_every_one_passes() -> None:
    for name, objects in (("FlowSchema", SCHEMAS), ("PriorityLevelConfiguration", LEVELS)):
        for each in objects.values():
            assert created(kind_named(name), **each.obj)["metadata"]["generation"] == 1
