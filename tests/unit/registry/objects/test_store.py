"""Tests of the largest size of an object, in dry runs that only validate it, and in those of a server."""

from __future__ import annotations

import pytest

from kapivara.api import Api

LIMIT = 1_572_864


@pytest.mark.parametrize("only_validates", [True, False])
@pytest.mark.parametrize(
    ("length", "is_taken"),
    [(100, True), (LIMIT // 4, True), (LIMIT - 3000, True), (LIMIT, False), (LIMIT + 1000, False)],
)
def test_what_the_storage_would_not_take_is_refused(only_validates: bool, length: int, is_taken: bool) -> None:
    text, half = "x" * (length // 2), "x" * (length - length // 2)
    container = {"name": "a", "image": "b", "args": [text, half]}
    obj = {"apiVersion": "v1", "kind": "PodTemplate", "metadata": {"name": "a"}}
    outcome = Api(assume_namespaces=only_validates).create(
        {**obj, "template": {"spec": {"containers": [container]}}}, dry_run=True
    )
    assert outcome.ok is is_taken, outcome.status
    if not is_taken:
        assert outcome.status is not None
        assert outcome.status.message == "etcdserver: request is too large"


def test_what_was_only_tried_can_be_looked_at() -> None:
    obj = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"b": "c"}}
    found = Api(assume_namespaces=True).create(obj, dry_run=True).object
    assert found is not None
    assert found["data"] == {"b": "c"}
    assert found["metadata"]["name"] == "a"
