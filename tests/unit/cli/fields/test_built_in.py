"""What is told of the fields of built-in kinds."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.api import Api
from kapivara.apis.catalog.rows import CATALOG
from kapivara.cli.fields.built_in import TypeNode
from kapivara.cli.fields.tree import FieldNode
from kapivara.values import ABSENT

API = Api()


def node_of(api_version: str, kind: str, path: str) -> FieldNode:
    found = API.registry.find_kind(api_version, kind)
    assert found is not None
    node: FieldNode = TypeNode.of_kind(found)
    for step in path.split("."):
        node = node.children[step]
    return node


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("metadata", "ObjectMeta"),
        ("metadata.labels", "map[string]string"),
        ("metadata.creationTimestamp", "Time"),
        ("spec.containers", "[]Container"),
        ("spec.containers.command", "[]string"),
        ("spec.containers.resources.limits", "map[string]Quantity"),
        ("spec.containers.livenessProbe.httpGet.port", "IntOrString"),
        ("spec.hostNetwork", "boolean"),
        ("spec.priority", "int32"),
        ("spec.activeDeadlineSeconds", "int64"),
    ],
)
def test_types(path: str, kind: str) -> None:
    assert node_of("v1", "Pod", path).type == kind


@pytest.mark.parametrize(
    ("api_version", "kind", "path", "default"),
    [
        ("v1", "Pod", "spec.dnsPolicy", "ClusterFirst"),
        ("v1", "Pod", "spec.containers.ports.protocol", "TCP"),
        ("v1", "Pod", "spec.containers.image", ABSENT),
        ("v1", "Pod", "kind", ABSENT),
        ("v1", "Pod", "spec", ABSENT),
        ("v1", "Service", "spec.ports.protocol", "TCP"),
    ],
)
def test_defaults_are_what_is_filled_into_an_empty_value(api_version: str, kind: str, path: str, default: Any) -> None:
    assert node_of(api_version, kind, path).facts().default == default


def test_facts_of_a_field() -> None:
    facts = node_of("v1", "Pod", "spec.containers").facts()
    assert (facts.required, facts.list_type, facts.list_keys) == (True, "map", ("name",))
    assert (facts.patch_strategy, facts.patch_key) == ("merge", "name")
    policy = node_of("v1", "Pod", "spec.restartPolicy").facts()
    assert (policy.type, policy.type_name) == ("string", "RestartPolicy")
    assert policy.values == ("Always", "Never", "OnFailure")


@pytest.mark.parametrize("row", CATALOG, ids=lambda row: f"{row.group}/{row.kind}")
def test_all_that_every_kind_declares_can_be_told(row: Any) -> None:
    waiting: list[FieldNode] = [
        TypeNode.of_kind(kind)
        for version in row.versions
        if (kind := API.registry.find_kind(row.gvr(version).api_version, row.kind)) is not None
    ]
    assert waiting
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        assert node.facts().type == node.type
        if id(node.declares) not in seen:
            seen.add(id(node.declares))
            waiting += node.children.values()
