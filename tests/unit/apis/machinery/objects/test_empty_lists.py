"""Tests of removing empty lists and maps for storage."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.alone import kind_of

from kapivara.apis.catalog.rows import CATALOG, DEFINITIONS
from kapivara.apis.machinery.objects.empty_lists import drop_empty_lists
from kapivara.codec.typed.described import described
from kapivara.values import copy_json


@pytest.mark.parametrize(
    ("folder", "type_name", "given", "kept"),
    [
        pytest.param("rbac", "Role", {"rules": []}, {"rules": None}, id="printed when empty"),
        pytest.param("rbac", "Role", {"rules": None}, {"rules": None}, id="none"),
        pytest.param("rbac", "Role", {"rules": [{"verbs": []}]}, {"rules": [{"verbs": None}]}, id="in an item"),
        pytest.param(
            "core",
            "PodSpec",
            {"containers": [], "volumes": [{"name": "v", "projected": {"sources": []}}]},
            {"containers": None, "volumes": [{"name": "v", "projected": {"sources": None}}]},
            id="deep",
        ),
        pytest.param("core", "PodSpec", {"volumes": None}, {"volumes": None}, id="nothing to look into"),
        pytest.param("core", "Secret", {"data": {"a": ""}}, {"data": {"a": ""}}, id="empty bytes stay"),
        pytest.param(
            "resource",
            "Device",
            {"attributes": {"a": {"strings": []}}, "consumesCounters": [{"counters": {}}]},
            {"attributes": {"a": {"strings": []}}, "consumesCounters": [{"counters": {}}]},
            id="those left out when empty are not looked for",
        ),
    ],
)
def test_what_becomes_of_them(folder: str, type_name: str, given: dict[str, Any], kept: dict[str, Any]) -> None:
    value = copy_json(given)
    drop_empty_lists(described(f"apis.groups.{folder}.v1").struct(type_name), value)
    assert value == kept


def test_only_what_is_stored_as_protocol_buffers_loses_them() -> None:
    role = {"metadata": {"name": "a"}, "rules": []}
    [row] = [each for each in CATALOG if each.kind == "Role"]
    assert kind_of(row).codec.to_storage(role)["rules"] is None
    definition = {"metadata": {"name": "a"}, "spec": {"versions": []}, "status": {}}
    assert kind_of(DEFINITIONS).codec.to_storage(definition)["spec"]["versions"] == []
