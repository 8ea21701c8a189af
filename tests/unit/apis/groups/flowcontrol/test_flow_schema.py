"""Tests of flow schemas and priority levels: defaults, generations, status and rows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import Object, cells, columns, created, kind_named, sent, updated

SCHEMA, LEVEL = kind_named("FlowSchema"), kind_named("PriorityLevelConfiguration")
QUEUES = {"queues": 64, "handSize": 8, "queueLengthLimit": 50}


@pytest.mark.parametrize(
    ("given", "filled"), [({}, 1000), ({"matchingPrecedence": 0}, 1000), ({"matchingPrecedence": 5}, 5)]
)
def test_precedence(given: Object, filled: int) -> None:
    assert sent(SCHEMA, spec=given)["spec"]["matchingPrecedence"] == filled


@pytest.mark.parametrize(
    ("given", "filled"),
    [
        pytest.param(
            {"type": "Limited", "limited": {"limitResponse": {"type": "Queue", "queuing": {}}}},
            {
                "type": "Limited",
                "limited": {
                    "nominalConcurrencyShares": 30,
                    "lendablePercent": 0,
                    "limitResponse": {"type": "Queue", "queuing": QUEUES},
                },
            },
            id="limited",
        ),
        pytest.param(
            {"type": "Limited", "limited": {"nominalConcurrencyShares": 0, "lendablePercent": 5}},
            {
                "type": "Limited",
                "limited": {"nominalConcurrencyShares": 0, "lendablePercent": 5, "limitResponse": {"type": ""}},
            },
            id="told",
        ),
        pytest.param(
            {"type": "Exempt", "exempt": {}},
            {"type": "Exempt", "exempt": {"nominalConcurrencyShares": 0, "lendablePercent": 0}},
            id="exempt",
        ),
        pytest.param({"type": "Exempt"}, {"type": "Exempt"}, id="nothing"),
    ],
)
def test_levels(given: Object, filled: Object) -> None:
    assert sent(LEVEL, spec=given)["spec"] == filled


@pytest.mark.parametrize(
    ("kind", "spec"),
    [(SCHEMA, {"matchingPrecedence": 7}), (LEVEL, {"type": "Exempt"})],
    ids=["FlowSchema", "PriorityLevelConfiguration"],
)
def test_generations_and_status(kind: Any, spec: Object) -> None:
    old = created(kind, spec={}, status={"conditions": [{"type": "A"}]})
    assert (old["metadata"]["generation"], old["status"]) == (1, {})
    assert updated(kind, old, spec=spec)["metadata"]["generation"] == 2
    changed = {"metadata": {"name": "one", "labels": {"a": "b"}}, "spec": spec}
    new = updated(kind, old, "status", **changed, status={"conditions": [{"type": "A"}]})
    assert (new["spec"], "labels" in new["metadata"]) == (old["spec"], False)
    assert [each["type"] for each in new["status"]["conditions"]] == ["A"]
    assert kind.unconditional_update


def test_rows_of_schemas() -> None:
    names = ["Name", "PriorityLevel", "MatchingPrecedence", "DistinguisherMethod", "Age", "MissingPL"]
    assert columns(SCHEMA) == names
    plain = sent(SCHEMA, spec={"priorityLevelConfiguration": {"name": "l"}})
    assert cells(SCHEMA, plain) == ["one", "l", 1000, "<none>", "<unknown>", "?"]
    told = {"distinguisherMethod": {"type": "ByUser"}, "matchingPrecedence": 3}
    conditions = [{"type": "Odd", "status": "True"}, {"type": "Dangling", "status": "False"}]
    full = sent(SCHEMA, spec=told, status={"conditions": conditions})
    assert cells(SCHEMA, full) == ["one", "", 3, "ByUser", "<unknown>", "False"]


@pytest.mark.parametrize(
    ("spec", "row"),
    [
        ({"type": "Exempt"}, ["Exempt", "<none>", "<none>", "<none>", "<none>"]),
        ({"type": "Limited", "limited": {}}, ["Limited", 30, "<none>", "<none>", "<none>"]),
        ({"type": "Limited", "limited": {"limitResponse": {"queuing": {}}}}, ["Limited", 30, 64, 8, 50]),
    ],
)
def test_rows_of_levels(spec: Object, row: list[Any]) -> None:
    names = ["Name", "Type", "NominalConcurrencyShares", "Queues", "HandSize", "QueueLengthLimit", "Age"]
    assert columns(LEVEL) == names
    assert cells(LEVEL, sent(LEVEL, spec=spec)) == ["one", *row, "<unknown>"]
