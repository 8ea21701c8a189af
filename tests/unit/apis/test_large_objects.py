"""Objects of built-in kinds that consist of more parts than are judged."""

from __future__ import annotations

import orjson
import pytest

from kapivara import Api

SERVICE = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a", "namespace": "default"}}


def _service(ports: int) -> dict[str, object]:
    return {**SERVICE, "spec": {"ports": [{}] * ports}}


@pytest.mark.parametrize("form", [orjson.dumps, lambda value: value], ids=["text", "value"])
def test_an_object_of_too_many_parts_is_not_judged(form) -> None:
    outcome = Api().create(form(_service(40_001)))
    assert outcome.code == 501
    assert outcome.status.message == (
        "kapivara cannot judge an object that consists of more than 40,000 others; make several of it"
    )


def test_a_patch_that_makes_one_is_not_applied() -> None:
    api = Api()
    port = {"port": 80}
    assert api.create({**SERVICE, "spec": {"ports": [port]}}).ok
    outcome = api.patch("v1", "Service", "a", {"spec": {"ports": [port] * 40_001}}, namespace="default")
    assert outcome.code == 501


def test_an_object_of_a_thousand_parts_is_judged() -> None:
    assert Api().create(orjson.dumps(_service(1_000))).code == 422
