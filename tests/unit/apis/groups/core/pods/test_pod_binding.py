"""Tests of pod bindings, through the subresource and through the old kind."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.groups.core.pods.test_pod import PODS, stored
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource
from kapivara.values import JsonObject

BINDINGS = GroupVersionResource("", "v1", "bindings")


def binding(name: str, node: str = "n1", **more: Any) -> JsonObject:
    """Returns a binding of a pod to a node."""
    return {"metadata": {"name": name, **more}, "target": {"kind": "Node", "name": node}}


def test_a_bound_pod_stays_where_it_is(talk: Talk) -> None:
    stored(talk, "bound", labels={"a": "1"})
    sent = binding("bound", labels={"a": "2"}, annotations={"b": "3"})
    bound = talk("create", PODS, "bound", sent, sub="binding")
    assert (bound.code, bound.object) == (
        201,
        {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "code": 201},
    )
    pod = talk("get", PODS, "bound").object
    assert pod["spec"]["nodeName"] == "n1"
    assert (pod["metadata"]["labels"], pod["metadata"]["annotations"]) == ({"a": "2"}, {"b": "3"})
    assert pod["metadata"]["generation"] == 1
    assert [(each["type"], each["status"]) for each in pod["status"]["conditions"]] == [("PodScheduled", "True")]
    again = talk("create", PODS, "bound", binding("bound", "n2"), sub="binding")
    assert again.status.message == (
        'Operation cannot be fulfilled on pods/binding "bound": pod bound is already assigned to node "n1"'
    )


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        pytest.param(binding("other"), 400, "name in URL does not match name in Binding object", id="another pod"),
        pytest.param(binding("refused", ""), 500, "target.name: Required value", id="no node"),
        pytest.param(
            {"metadata": {"name": "refused"}, "target": {"kind": "Pod", "name": "p"}},
            500,
            'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
            id="no kind of node",
        ),
        pytest.param(
            binding("refused", uid="u"),
            409,
            "Precondition failed: UID in precondition: u, UID in object meta: ",
            id="another uid",
        ),
        pytest.param(
            binding("refused", resourceVersion="1"),
            409,
            "Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: ",
            id="another version",
        ),
        pytest.param(
            {"kind": "Pod", "apiVersion": "v1"}, 400, "converting (v1.Pod) to (core.Binding)", id="no binding"
        ),
    ],
)
def test_refusals(talk: Talk, body: JsonObject, code: int, message: str) -> None:
    talk("create", PODS, body={"metadata": {"name": "refused"}, "spec": {"containers": [{"name": "c", "image": "x"}]}})
    refused = talk("create", PODS, "refused", body, sub="binding", dryRun="All")
    assert refused.code == code
    assert message in refused.status.message


def test_gated_pods_wait(talk: Talk) -> None:
    stored(talk, "gated", {"schedulingGates": [{"name": "g"}]})
    refused = talk("create", PODS, "gated", binding("gated"), sub="binding")
    assert refused.status.message.endswith("pod gated has non-empty .spec.schedulingGates")


def test_the_old_way(talk: Talk) -> None:
    stored(talk, "old")
    assert talk("create", BINDINGS, body=binding("old"), dryRun="All").code == 201
    assert "nodeName" not in talk("get", PODS, "old").object["spec"]
    assert talk("create", BINDINGS, body=binding("old")).object["status"] == "Success"
    assert talk("get", PODS, "old").object["spec"]["nodeName"] == "n1"
    assert talk("create", BINDINGS, body=binding("none")).code == 404
    refused = talk("create", BINDINGS, body=binding("")).status
    assert (refused.code, refused.message) == (400, "Name parameter required.")


def test_a_namespace_that_is_missing_is_told_first(talk: Talk) -> None:
    sent = {"metadata": {"name": "x"}, "target": {"name": "a/b"}}
    refused = talk("create", PODS, "other", sent, namespace="nowhere", sub="binding")
    assert (refused.code, refused.status.message) == (404, 'namespaces "nowhere" not found')
