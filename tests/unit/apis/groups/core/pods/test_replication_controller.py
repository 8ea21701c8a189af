"""Tests of replication controllers and PodTemplates."""

from __future__ import annotations

from typing import Any

from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

CONTROLLERS = GroupVersionResource("", "v1", "replicationcontrollers")
TEMPLATES = GroupVersionResource("", "v1", "podtemplates")
OLD_OS = {"nodeSelector": {"beta.kubernetes.io/os": "linux"}}
OS_WARNING = 'nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'


def template(**spec: Any) -> dict[str, Any]:
    """Returns a pod template."""
    containers = [{"name": "a", "image": "x:1"}, {"name": "b", "image": "y"}]
    return {"metadata": {"labels": {"app": "x"}}, "spec": {"containers": containers, **spec}}


def controller(name: str, **spec: Any) -> dict[str, Any]:
    """Returns a replication controller."""
    return {"metadata": {"name": name}, "spec": {"template": template(), **spec}}


def test_updates_are_warned_of_what_was_before(talk: Talk) -> None:
    odd, plain = controller("a.b", template=template(**OLD_OS)), controller("a.b")
    created = talk("create", CONTROLLERS, body=odd)
    assert created.object["metadata"]["generation"] == 1
    assert created.object["spec"]["selector"] == created.object["metadata"]["labels"] == {"app": "x"}
    name, selector = created.warnings
    assert name.endswith("a DNS label is recommended: [must not contain dots]")
    assert selector == f"spec.template.spec.{OS_WARNING}"
    changed = talk("update", CONTROLLERS, "a.b", plain)
    assert (changed.object["metadata"]["generation"], changed.warnings) == (2, (selector,))
    assert talk("update", CONTROLLERS, "a.b", plain).warnings == ()


def test_pods_are_left_behind(talk: Talk) -> None:
    talk("create", CONTROLLERS, body=controller("gone"))
    assert talk("delete", CONTROLLERS, "gone").object["metadata"]["finalizers"] == ["orphan"]


def test_scales(talk: Talk) -> None:
    body = controller("scaled", selector={"b": "2", "a": "1"})
    body["spec"]["template"]["metadata"]["labels"] = {"a": "1", "b": "2"}
    talk("create", CONTROLLERS, body=body)
    scale = talk("get", CONTROLLERS, "scaled", sub="scale").object
    assert (scale["spec"], scale["status"]) == ({"replicas": 1}, {"replicas": 0, "selector": "a=1,b=2"})


def test_prefixes_of_names_are_not_checked(talk: Talk) -> None:
    body = controller("one")
    body["metadata"]["generateName"] = "A_"
    assert talk("create", CONTROLLERS, body=body, dryRun="All").code == 201


def test_columns_of_controllers(talk: Talk) -> None:
    status = {"replicas": 2, "readyReplicas": 1}
    obj = {"metadata": {"name": "r"}, "spec": {"replicas": 3, "selector": {"a": "b"}}, "status": status}
    cells = [each.cell(obj) for each in talk.registry.kind(CONTROLLERS).table.columns]
    assert cells[:4] + cells[5:] == ["r", 3, 2, 1, "", "", "a=b"]
    assert talk.registry.kind(CONTROLLERS).selectable_fields(obj)["status.replicas"] == "2"


def test_templates(talk: Talk) -> None:
    created = talk("create", TEMPLATES, body={"metadata": {"name": "a.b"}, "template": template(**OLD_OS)})
    assert created.warnings == (f"template.spec.{OS_WARNING}",)
    changed = talk("update", TEMPLATES, "a.b", {"metadata": {"name": "a.b"}, "template": template()})
    assert changed.object["metadata"]["generation"] == 2
    cells = [each.cell(changed.object) for each in talk.registry.kind(TEMPLATES).table.columns]
    assert cells == ["a.b", "a,b", "x:1,y", "app=x"]
