"""Tests of device taint rules: the time of a taint."""

from __future__ import annotations

import pytest
from tests.unit.apis.alone import NOW
from tests.unit.apis.steps import cells, columns, created, kind_named, updated

KIND = kind_named("DeviceTaintRule")
EARLIER, LATER = "2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"
TAINT = {"key": "k", "value": "v", "effect": "NoSchedule", "timeAdded": EARLIER}


def test_a_new_one_is_dated() -> None:
    obj = created(KIND, spec={"taint": {"key": "k", "effect": "None"}}, status={"conditions": [{"type": "A"}]})
    assert obj["spec"]["taint"]["timeAdded"] > EARLIER
    assert (obj["metadata"]["generation"], obj["status"]) == (1, {})


@pytest.mark.parametrize(
    ("changes", "dated", "generation"),
    [
        pytest.param({}, EARLIER, 1, id="nothing"),
        pytest.param({"value": "w"}, EARLIER, 2, id="another value"),
        pytest.param({"effect": "NoExecute"}, NOW, 2, id="another effect"),
        pytest.param({"effect": "NoExecute", "timeAdded": LATER}, LATER, 2, id="told"),
    ],
)
def test_a_change_of_the_effect_is_dated(changes: dict[str, str], dated: str, generation: int) -> None:
    old = created(KIND, spec={"taint": TAINT})
    new = updated(KIND, old, spec={"taint": {**TAINT, **changes}})
    assert (new["spec"]["taint"]["timeAdded"], new["metadata"]["generation"]) == (dated, generation)


def test_rows() -> None:
    assert columns(KIND) == ["Name", "Key", "Value", "Effect", "TimeAdded", "Age"]
    assert cells(KIND, created(KIND, spec={"taint": TAINT})) == ["one", "k", "v", "NoSchedule", "10y", "<unknown>"]
