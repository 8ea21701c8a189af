"""Tests of resource quotas, limit ranges and config maps."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

QUOTAS = GroupVersionResource("", "v1", "resourcequotas")
RANGES = GroupVersionResource("", "v1", "limitranges")
CONFIG_MAPS = GroupVersionResource("", "v1", "configmaps")


@pytest.mark.parametrize(
    ("hard", "warnings"),
    [
        ({"requests.cpu": "1", "limits.cpu": "1"}, ()),
        ({"cpu": "2", "limits.cpu": "1500m"}, ("ResourceQuota cpu (2) should be less than limits.cpu (1500m)",)),
        (
            {"requests.memory": "2Gi", "memory": "1", "limits.memory": "1Gi"},
            ("ResourceQuota requests.memory (2Gi) should be less than limits.memory (1Gi)",),
        ),
        ({"storage": "2Gi", "limits.storage": "1Gi"}, ()),
    ],
    ids=["as much", "more", "by its whole name", "no bare name"],
)
def test_quotas_that_allow_more_to_be_asked_for(talk: Talk, hard: dict[str, str], warnings: tuple[str, ...]) -> None:
    body = {"metadata": {"name": "q"}, "spec": {"hard": hard}}
    assert talk("create", QUOTAS, body=body, dryRun="All").warnings == warnings


def test_columns_of_quotas(talk: Talk) -> None:
    status = {"hard": {"pods": "5", "limits.cpu": "2", "a": "1"}, "used": {"pods": "1", "limits.cpu": "1"}}
    columns = talk.registry.kind(QUOTAS).table.columns
    assert [each.cell({"status": status}) for each in columns[1:3]] == ["a: 0/1, pods: 1/5", "limits.cpu: 1/2"]


def test_a_range_without_a_name_gets_one(talk: Talk) -> None:
    body = {"spec": {"limits": [{"type": "Pod", "max": {"cpu": "1"}}]}}
    created = talk("create", RANGES, body=body)
    assert created.code == 201
    assert len(created.object["metadata"]["name"]) == 36
    assert talk("update", RANGES, "put", body | {"metadata": {"name": "put"}}).code == 201


def test_columns_of_config_maps(talk: Talk) -> None:
    settings: Any = {"data": {"a": "1", "b": "2"}, "binaryData": {"c": ""}}
    assert talk.registry.kind(CONFIG_MAPS).table.columns[1].cell(settings) == 3


def test_bytes_that_are_null_are_stored_as_none(talk: Talk) -> None:
    body = {"metadata": {"name": "n"}, "binaryData": {"a": None, "b": "eA=="}}
    assert talk("create", CONFIG_MAPS, body=body, dryRun="All").object["binaryData"] == {"a": "", "b": "eA=="}


@pytest.mark.parametrize(("spec", "shown"), [({"scopes": []}, "[]"), ({}, "null")], ids=["empty", "none"])
def test_no_scopes_are_told_from_an_empty_list(talk: Talk, spec: dict[str, Any], shown: str) -> None:
    talk("create", QUOTAS, body={"metadata": {"name": "scoped"}, "spec": {"scopes": ["BestEffort"]}})
    refused = talk("update", QUOTAS, "scoped", {"metadata": {"name": "scoped"}, "spec": spec}).status
    assert refused.message.endswith(f"spec.scopes: Invalid value: {shown}: field is immutable")


def test_an_immutable_map_may_not_become_empty(talk: Talk) -> None:
    body = {"metadata": {"name": "fixed"}, "immutable": True}
    talk("create", CONFIG_MAPS, body=body)
    assert talk("update", CONFIG_MAPS, "fixed", body).ok
    assert talk("update", CONFIG_MAPS, "fixed", {**body, "data": {}}).ok
    refused = talk("update", CONFIG_MAPS, "fixed", {**body, "binaryData": {}}).status
    assert refused.message.endswith("binaryData: Forbidden: field is immutable when `immutable` is set")
