"""Tests that rules behind gates take no more memory than a request may, whatever they build."""

from __future__ import annotations

import pytest
from tests.limited_process import outcomes
from tests.unit.registry.conversion.test_rules import api_with, definition, service


@pytest.fixture(scope="module")
def ended() -> dict[str, str]:
    return outcomes("tests.unit.registry.building_rules")


def test_a_default_that_fits_no_machine_is_not_made(ended: dict[str, str]) -> None:
    assert ended.get("a default") == "{'a': 'b'}", ended


def test_a_conversion_that_fits_no_machine_fails(ended: dict[str, str]) -> None:
    assert "kapivara cannot go on: expressions make more than 3 MiB of JSON" in ended.get("a conversion", ""), ended


def test_what_rules_make_counts_for_the_whole_list() -> None:
    rule = {"rule": "self.a.map(x, self.a).map(x, x.join())", "field": "free"}
    texts = {"type": "array", "maxItems": 2_000, "items": {"type": "string", "maxLength": 1_000}}
    schema = {"type": "object", "properties": {"a": texts, "free": {**texts, "items": {"type": "string"}}}}
    with api_with("CRDDefaultRules") as api:
        assert api.create(definition({"v1": schema})).ok
        for number in range(60):
            assert api.create(service(f"a{number}", {"a": ["a" * 40] * 250})).ok
        found = api.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", "services.zoo.example.com").object
        new = definition({"v1": {**schema, "x-kubernetes-default": [rule]}})
        assert found is not None
        assert api.update({**new, "metadata": found["metadata"]}).ok
        assert len(api.get("zoo.example.com/v1", "ZooService", "a1").object["spec"]["free"]) == 250
        status = api.list("zoo.example.com/v1", "ZooService").status
        assert status is not None
        assert status.message.endswith("cannot go on: rules add more than 128 MiB to the objects; ask for fewer")
