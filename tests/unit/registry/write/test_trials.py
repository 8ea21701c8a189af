"""Tests of dry-run creates that only validate: the same verdicts, and the same object if the caller reads it."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.api import Api

_VARYING = ("uid", "creationTimestamp")


def config_map(**more: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one", "namespace": "default"}, **more}


@pytest.fixture
def judging() -> Api:
    return Api(assume_namespaces=True)


def test_the_object_is_what_would_be_stored(judging: Api) -> None:
    sent = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "one", "namespace": "default"},
        "spec": {"type": "ExternalName", "externalName": "example.com", "sessionAffinity": None},
    }
    tried, stored = judging.create(sent, dry_run=True).object, judging.create(sent).object
    del stored["metadata"]["resourceVersion"]
    for each in (tried, stored):
        for field in _VARYING:
            assert each["metadata"].pop(field)
    assert tried == stored


@pytest.mark.parametrize(
    ("sent", "reason", "words"),
    [
        pytest.param(config_map(), "AlreadyExists", '"one" already exists', id="taken"),
        pytest.param(
            config_map(metadata={"name": "two", "namespace": "default", "annotations": {"a": "x" * 250_000}}),
            "Invalid",
            "may not be more than 262144 bytes",
            id="invalid",
        ),
    ],
)
def test_what_is_refused(judging: Api, sent: dict[str, Any], reason: str, words: str) -> None:
    judging.create(config_map())
    sent["metadata"].get("annotations", {})["b"] = "x" * 20_000
    outcome = judging.create(sent, dry_run=True)
    assert outcome.status is not None
    assert (outcome.status.reason, words in outcome.status.message) == (reason, True)
