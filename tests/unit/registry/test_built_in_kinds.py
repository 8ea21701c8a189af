"""Tests that every built-in kind works with its row of the catalog: stored objects, and answers of other kinds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG, Row
from kapivara.meta import GroupResource
from kapivara.registry.objects.store import key_prefix
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

STORED = [row for row in CATALOG if "watch" in row.verbs]
UNSTORED = [row for row in CATALOG if "watch" not in row.verbs]


def ids(rows: list[Row]) -> list[Any]:
    return [pytest.param(row, id=f"{row.gvr().api_version} {row.kind}") for row in rows]


@pytest.fixture(scope="module")
def talk() -> Talk:
    return Talk(Registry(MemoryStorage()))


@pytest.mark.parametrize("row", ids(STORED))
def test_fields_that_do_not_fit_are_told(talk: Talk, row: Row) -> None:
    body = {"metadata": {"name": "one", "labels": 1}, "strange": 1}
    refused = talk("create", row.gvr(), body=body)
    assert refused.code == 400
    cannot = f'{row.kind} in version "{row.versions[0]}" cannot be handled as a {row.kind}: '
    assert refused.status.message.startswith(f"{cannot}json: cannot unmarshal number into Go struct field ObjectMeta")
    strict = talk("create", row.gvr(), body={**body, "metadata": {"name": "one"}}, fieldValidation="Strict")
    assert strict.status.message == f'{cannot}strict decoding error: unknown field "strange"'


ASKED = {"token": "t", "namespace": "n", "user": "ann", "resourceAttributes": {"verb": "get", "namespace": "default"}}
"""Valid fields for every review; fields that a review lacks are dropped."""


@pytest.mark.parametrize("row", ids([row for row in UNSTORED if row.verbs == ("create",) and row.kind != "Binding"]))
def test_what_is_not_stored_is_answered(talk: Talk, row: Row) -> None:
    asked = talk("create", row.gvr(), body={"metadata": {"uid": "mine"}, "spec": ASKED}, fieldValidation="Ignore")
    assert (asked.code, asked.object["kind"]) == (201, row.kind)
    assert asked.object["status"]
    assert "uid" not in asked.object["metadata"]
    assert talk("create", row.gvr(), body={"strange": 1}, fieldValidation="Strict").code == 400


@pytest.mark.parametrize(
    ("group", "plural", "prefix"),
    [
        ("", "pods", "/registry/pods/"),
        ("", "nodes", "/registry/minions/"),
        ("apps", "deployments", "/registry/deployments/"),
        ("networking.k8s.io", "ingresses", "/registry/ingress/"),
        ("apiregistration.k8s.io", "apiservices", "/registry/apiregistration.k8s.io/apiservices/"),
        ("example.com", "widgets", "/registry/example.com/widgets/"),
    ],
)
def test_keys_start_as_in_the_storage_of_the_server(group: str, plural: str, prefix: str) -> None:
    assert key_prefix(GroupResource(group, plural)) == prefix
    assert key_prefix(GroupResource(group, plural), "ns") == f"{prefix}ns/"


def test_no_key_of_one_resource_is_one_of_another() -> None:
    prefixes = sorted({key_prefix(row.gvr().group_resource) for row in STORED})
    assert not [one for one, other in pairwise(prefixes) if other.startswith(one)]
