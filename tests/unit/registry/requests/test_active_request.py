"""Tests of the time limit of requests: all work ends, the response is the server's, and nothing is stored."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.api import Api
from kapivara.codec import Decoded
from kapivara.meta import GroupVersionResource
from kapivara.registry.requests.request import Request
from kapivara.values.deadline import Deadline

LOOP = "self.all(x, self.all(y, self.all(z, x + y + z >= 0)))"
DEFINITIONS = GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions")
WIDGETS = GroupVersionResource("example.com", "v1", "widgets")
TOLD = "Timeout: request did not complete within the allotted timeout"


def definition(*rules: str) -> dict[str, Any]:
    numbers = {"type": "array", "maxItems": 40, "items": {"type": "integer"}}
    numbers["x-kubernetes-validations"] = [{"rule": rule} for rule in rules]
    schema = {"type": "object", "properties": {"spec": numbers}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Cluster",
            "names": {"plural": "widgets", "kind": "Widget"},
            "versions": [version],
        },
    }


def widget(*numbers: int) -> dict[str, Any]:
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": [*numbers]}


class Clock:
    """A clock that advances with each call."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return float(self.asked)


@pytest.fixture
def api() -> Any:
    with Api() as api:
        yield api


def test_rules_end_with_the_servers_answer_and_nothing_is_stored(api: Api) -> None:
    assert api.create(definition(*[LOOP] * 30)).code == 201
    clock = Clock()
    request = Request("create", WIDGETS, body=Decoded(widget(*range(40))), deadline=Deadline(20, clock))
    outcome = api.registry.handle(request)
    assert (outcome.code, outcome.status and outcome.status.message) == (504, TOLD)
    assert clock.asked == 21
    assert api.get("example.com/v1", "Widget", "w").code == 404


def test_walks_through_many_branches_end(api: Api) -> None:
    crd = definition()
    numbers = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    del numbers["maxItems"], numbers["x-kubernetes-validations"]
    numbers["items"] = {"type": "integer", "anyOf": [{"maximum": -each} for each in range(100)]}
    assert api.create(crd).code == 201

    def create(*given: int) -> int:
        body = Decoded(widget(*given))
        return api.registry.handle(Request("create", WIDGETS, body=body, deadline=Deadline(40, Clock()))).code

    assert create(1) == 422
    assert create(*range(1, 2000)) == 504


def test_definitions_end_while_their_rules_are_compiled(api: Api) -> None:
    clock = Clock()
    rules = [f"self.size() < {number}" for number in range(500)]
    request = Request("create", DEFINITIONS, body=Decoded(definition(*rules)), deadline=Deadline(20, clock))
    assert api.registry.handle(request).code == 504
    assert clock.asked == 21


def test_lists_end(api: Api) -> None:
    assert api.create(definition()).code == 201
    for number in range(30):
        assert api.create({**widget(), "metadata": {"name": f"w{number}"}}).code == 201
    request = Request("list", WIDGETS, deadline=Deadline(20, Clock()))
    assert api.registry.handle(request).code == 504


def test_whoever_waits_for_nothing_begins_nothing(api: Api) -> None:
    deadline = Deadline(60)
    deadline.cancel()
    assert api.registry.handle(Request("list", DEFINITIONS, deadline=deadline)).code == 504


def test_programs_may_say_how_long_requests_take() -> None:
    with Api(request_timeout=1e-9) as api:
        outcome = api.create(definition())
    assert (outcome.code, outcome.status and outcome.status.message) == (504, TOLD)
