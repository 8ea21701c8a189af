"""Tests of the rules of workloads and replication controllers: creates, updates and statuses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused, refused_change
from tests.unit.apis.steps import kind_named
from tests.unit.registry.conftest import Talk

from kapivara.apis.machinery.objects.body import Body
from kapivara.meta import GroupVersionResource
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

VERSIONED = {"apiVersion": "apps/v1", "kind": "ControllerRevision"}
LABELS = {"app": "x"}
SELECTOR = {"matchLabels": LABELS}
UNSELECTED = "spec.template.metadata.labels: Invalid value: {}: `selector` does not match template `labels`"
IMMUTABLE = "field is immutable"


def template(labels: dict[str, str] | None = None, **spec: Any) -> dict[str, Any]:
    containers = [{"name": "a", "image": "x:1"}]
    return {"metadata": {"labels": LABELS if labels is None else labels}, "spec": {"containers": containers, **spec}}


def workload(**spec: Any) -> dict[str, Any]:
    return {"selector": SELECTOR, "template": template(), **spec}


def told(spec: str, *texts: str) -> list[str]:
    return [f"{spec}.{text}" for text in texts]


SET_KINDS = ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"]


@pytest.mark.parametrize("kind", SET_KINDS)
def test_plain_ones_are_good_and_stay_so(kind: str) -> None:
    assert refused(kind, "apps", spec=workload()) == []
    assert refused_change(kind, {"spec": workload()}, group="apps") == []


@pytest.mark.parametrize("kind", SET_KINDS)
def test_labels_must_be_selected(kind: str) -> None:
    [error] = refused(kind, "apps", spec=workload(template=template({"app": "y"})))
    assert error == UNSELECTED.format('{"app":"y"}')


@pytest.mark.parametrize(
    ("kind", "owner"),
    [("Deployment", "ReplicaSet"), ("ReplicaSet", "ReplicaSet"), ("StatefulSet", None), ("DaemonSet", None)],
)
def test_pods_run_for_ever(kind: str, owner: str | None) -> None:
    spec = workload(template=template(restartPolicy="Never", activeDeadlineSeconds=5))
    assert refused(kind, "apps", spec=spec) == told(
        "spec.template.spec",
        'restartPolicy: Unsupported value: "Never": supported values: "Always"',
        f"activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in {owner or kind} is not Supported",
    )


@pytest.mark.parametrize(
    ("kind", "errors"),
    [
        ("Deployment", ["spec.selector: Required value", UNSELECTED.format('{"app":"x"}')]),
        ("ReplicaSet", ["spec.selector: Required value", UNSELECTED.format('{"app":"x"}')]),
        ("StatefulSet", ["spec.selector: Required value", UNSELECTED.format('{"app":"x"}')]),
        ("DaemonSet", [UNSELECTED.format('{"app":"x"}')]),
    ],
)
def test_without_a_selector(kind: str, errors: list[str]) -> None:
    assert refused(kind, "apps", spec=workload(selector=None)) == errors


@pytest.mark.parametrize(
    ("kind", "owner"),
    [("Deployment", "deployment"), ("ReplicaSet", "deployment"), ("StatefulSet", "statefulset"), ("DaemonSet", None)],
)
def test_a_selector_must_not_select_everything(kind: str, owner: str | None) -> None:
    detail = f"empty selector is invalid for {owner or 'daemonset'}"
    assert refused(kind, "apps", spec=workload(selector={})) == [f"spec.selector: Invalid value: {{}}: {detail}"]


@pytest.mark.parametrize("kind", ["Deployment", "ReplicaSet", "DaemonSet"])
def test_selectors_stay(kind: str) -> None:
    new = workload(selector={"matchLabels": {"a": "b"}}, template=template({"a": "b"}))
    [error] = refused_change(kind, {"spec": workload()}, group="apps", spec=new)
    assert error == f'spec.selector: Invalid value: {{"matchLabels":{{"a":"b"}}}}: {IMMUTABLE}'


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"replicas": -1}, ["replicas: Invalid value: -1: must be greater than or equal to 0"], id="count"),
        pytest.param(
            {"strategy": {"type": "Odd"}},
            [
                'strategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "Recreate", '
                '"RollingUpdate"'
            ],
            id="strategy",
        ),
        pytest.param(
            {"strategy": {"type": "Recreate", "rollingUpdate": {"maxSurge": 1}}},
            ["strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
            id="recreate",
        ),
        pytest.param(
            {"strategy": {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": "0%"}}},
            ['strategy.rollingUpdate.maxUnavailable: Invalid value: "0%": may not be 0 when `maxSurge` is 0'],
            id="nothing may change",
        ),
        pytest.param(
            {"strategy": {"rollingUpdate": {"maxSurge": "300%", "maxUnavailable": "101%"}}},
            ['strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
            id="more than all",
        ),
        pytest.param(
            {"minReadySeconds": 600},
            ["progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds"],
            id="progress",
        ),
    ],
)
def test_deployments(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("Deployment", spec=workload(**spec)) == told("spec", *errors)


def test_a_deployment_goes_back_to_no_revision_below_zero() -> None:
    metadata = {
        "name": "one",
        "namespace": "default",
        "annotations": {"deprecated.deployment.rollback.to": "-2"},
    }
    [error] = refused("Deployment", metadata=metadata, spec=workload())
    assert error == "spec.rollback.version: Invalid value: -2: must be greater than or equal to 0"


@pytest.mark.parametrize(
    ("strategy", "errors"),
    [
        pytest.param({"type": "OnDelete"}, [], id="on delete"),
        pytest.param({"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}, [], id="surge"),
        pytest.param(
            {"rollingUpdate": {"maxSurge": 1}},
            ["rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero"],
            id="both",
        ),
        pytest.param(
            {"rollingUpdate": {"maxUnavailable": 0}},
            ["rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0"],
            id="neither",
        ),
    ],
)
def test_daemon_sets(strategy: dict[str, Any], errors: list[str]) -> None:
    assert refused("DaemonSet", spec=workload(updateStrategy=strategy)) == told("spec.updateStrategy", *errors)


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param(
            {"serviceName": "a.b"}, ['serviceName: Invalid value: "a.b": must not contain dots'], id="service"
        ),
        pytest.param(
            {"podManagementPolicy": "Odd"},
            ["podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'"],
            id="order",
        ),
        pytest.param(
            {"updateStrategy": {"type": "OnDelete", "rollingUpdate": {"partition": 1}}},
            [
                'updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for '
                "updateStrategy 'RollingUpdate'"
            ],
            id="on delete",
        ),
        pytest.param(
            {"updateStrategy": {"type": "Recreate"}},
            [
                'updateStrategy: Invalid value: {"Type":"Recreate","RollingUpdate":null}: must be \'RollingUpdate\' or '
                "'OnDelete'"
            ],
            id="recreate",
        ),
        pytest.param(
            {"updateStrategy": {"rollingUpdate": {"partition": -1, "maxUnavailable": 0}}},
            [
                "updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0",
                "updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0",
            ],
            id="rolling",
        ),
        pytest.param(
            {"persistentVolumeClaimRetentionPolicy": {"whenScaled": "Odd"}},
            [
                'persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Odd": supported values: '
                '"Retain", "Delete"'
            ],
            id="retention",
        ),
        pytest.param(
            {"ordinals": {"start": -1}},
            ["ordinals.start: Invalid value: -1: must be greater than or equal to 0"],
            id="first",
        ),
        pytest.param(
            {"volumeClaimTemplates": [{"metadata": {"name": "a"}, "spec": {"accessModes": ["ReadWriteOnce"]}}]},
            ["volumeClaimTemplates[0].spec.resources[storage]: Required value"],
            id="claims",
        ),
    ],
)
def test_stateful_sets(spec: dict[str, Any], errors: list[str]) -> None:
    assert refused("StatefulSet", spec=workload(**spec)) == told("spec", *errors)


def test_claims_are_volumes_that_can_be_mounted() -> None:
    storage = {"resources": {"requests": {"storage": "1Gi"}}, "accessModes": ["ReadWriteOnce"]}
    mounted = [{"name": "a", "image": "x", "volumeMounts": [{"name": "v", "mountPath": "/v"}]}]
    spec = workload(template=template(containers=mounted, hostname="A_B"))
    assert len(refused("StatefulSet", spec=spec)) == 1
    claims = [{"metadata": {"name": "v"}, "spec": storage}]
    assert refused("StatefulSet", spec={**spec, "volumeClaimTemplates": claims}) == []


def test_a_stateful_set_that_was_wrong_may_stay_so() -> None:
    wrong = workload(template=template(containers=[{"name": "A", "image": "x"}]))
    assert refused("StatefulSet", spec=wrong)
    assert refused_change("StatefulSet", {"spec": wrong}) == []


def test_what_stays_of_a_stateful_set() -> None:
    new = workload(serviceName="b", podManagementPolicy="Parallel")
    assert refused_change("StatefulSet", {"spec": workload(serviceName="a")}, spec=new) == told(
        "spec",
        f'serviceName: Invalid value: "b": {IMMUTABLE}',
        f'podManagementPolicy: Invalid value: "Parallel": {IMMUTABLE}',
    )


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        pytest.param({"a": 1}, [], id="good"),
        pytest.param(None, ["data: Required value: data is mandatory"], id="none"),
        pytest.param([1], ["data: Required value: data must be a valid JSON object"], id="list"),
    ],
)
def test_controller_revisions(data: Any, errors: list[str]) -> None:
    assert refused("ControllerRevision", data=data, revision=1) == errors


def test_data_of_controller_revisions_stays() -> None:
    [error] = refused_change("ControllerRevision", {"data": {"a": 1}, "revision": 1}, data={"a": 2})
    assert error == f'data: Invalid value: {{"a":2}}: {IMMUTABLE}'


@pytest.mark.parametrize(
    "data",
    ['{"a":9223372036854775808}', '{"b":"\\u00e9","a":1.50}', "18446744073709551617", '{"a":"\\u003c"}', '{"a":[]}'],
)
def test_data_is_shown_as_it_is_spelled(data: str) -> None:
    talk = Talk(Registry(MemoryStorage()))
    body = '{"metadata": {"name": "one"}, "revision": 1, "data": %s}'
    revisions = GroupVersionResource("apps", "v1", "controllerrevisions")
    assert talk("create", revisions, body=(body % '{"a": 1}').encode()).ok
    changed = talk("update", revisions, "one", (body % data.replace(":", ": ")).encode())
    assert [each.message for each in changed.status.causes] == [f"Invalid value: {data}: {IMMUTABLE}"]


@pytest.mark.parametrize(("patched", "keys"), [(False, ["b", "a"]), (True, ["a", "b"])])
def test_patches_sort_the_data_of_controller_revisions(patched: bool, keys: list[str]) -> None:
    body = Body({"metadata": {"name": "one"}, "data": {"b": 1, "a": 2}, **VERSIONED}, patched=patched)
    assert list(kind_named("ControllerRevision").codec.decode(body).obj["data"]) == keys


@pytest.mark.parametrize(
    ("kind", "new", "old", "errors"),
    [
        pytest.param(
            "Deployment",
            {"replicas": 1, "availableReplicas": 2},
            {"collisionCount": 1},
            [
                "availableReplicas: Invalid value: 2: cannot be greater than status.replicas",
                "availableReplicas: Invalid value: 2: cannot be greater than readyReplicas",
                "collisionCount: Invalid value: 0: cannot be decremented",
            ],
            id="deployment",
        ),
        pytest.param(
            "StatefulSet",
            {"replicas": 2, "availableReplicas": 2, "readyReplicas": 1},
            {},
            ["availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas"],
            id="stateful set",
        ),
        pytest.param(
            "ReplicaSet",
            {"replicas": -1},
            {},
            [
                "replicas: Invalid value: -1: must be greater than or equal to 0",
                "fullyLabeledReplicas: Invalid value: 0: cannot be greater than status.replicas",
                "readyReplicas: Invalid value: 0: cannot be greater than status.replicas",
                "availableReplicas: Invalid value: 0: cannot be greater than status.replicas",
            ],
            id="replica set",
        ),
        pytest.param(
            "DaemonSet",
            {"numberReady": -1, "collisionCount": 1},
            {"collisionCount": 2},
            [
                "numberReady: Invalid value: -1: must be greater than or equal to 0",
                "collisionCount: Invalid value: 1: cannot be decremented",
            ],
            id="daemon set",
        ),
    ],
)
def test_statuses(kind: str, new: dict[str, int], old: dict[str, int], errors: list[str]) -> None:
    stored = {"spec": workload(), "status": old}
    assert refused_change(kind, stored, "status", "apps", status=new) == told("status", *errors)
