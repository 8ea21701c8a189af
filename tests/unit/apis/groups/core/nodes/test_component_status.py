"""Tests of component statuses, which are not stored."""

from __future__ import annotations

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

STATUSES = GroupVersionResource("", "v1", "componentstatuses")


@pytest.mark.parametrize(
    ("selector", "names"),
    [({}, ["controller-manager", "scheduler", "etcd-0"]), ({"fieldSelector": "metadata.name=etcd-0"}, ["etcd-0"])],
    ids=["all", "one"],
)
def test_lists(talk: Talk, selector: dict[str, str], names: list[str]) -> None:
    listed = talk("list", STATUSES, **selector)
    assert [each["metadata"]["name"] for each in listed.object["items"]] == names
    assert listed.object["metadata"] == {}
    assert listed.warnings == ("v1 ComponentStatus is deprecated in v1.19+",)


def test_one_of_them(talk: Talk) -> None:
    well = talk("get", STATUSES, "etcd-0").object
    assert well["conditions"] == [{"type": "Healthy", "status": "True", "message": "ok"}]
    columns = talk.registry.kind(STATUSES).table.columns
    assert [each.cell(well) for each in columns] == ["etcd-0", "Healthy", "ok", ""]
    assert columns[1].cell(talk("get", STATUSES, "scheduler").object) == "Unhealthy"
    assert talk("get", STATUSES, "none").status.message == 'componentstatus "none" not found'
