"""Tests of `apis/groups/core/services/changes.py`."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.core.services.changes import keep_allocated, match_addresses


@pytest.mark.parametrize(
    ("spec", "old", "addresses"),
    [
        pytest.param({"clusterIP": "a"}, None, ["a"], id="new"),
        pytest.param({"clusterIP": "a", "clusterIPs": ["b"]}, None, ["b"], id="new with both"),
        pytest.param({"clusterIP": "a"}, {"clusterIP": "a", "clusterIPs": ["a", "b"]}, ["a", "b"], id="list forgotten"),
        pytest.param({"clusterIPs": ["a"]}, {"clusterIP": "a", "clusterIPs": ["a"]}, None, id="one cleared"),
        pytest.param(
            {"clusterIP": "c", "clusterIPs": ["a"]}, {"clusterIP": "a", "clusterIPs": ["a"]}, ["c"], id="one changed"
        ),
        pytest.param(
            {"clusterIP": "c", "clusterIPs": ["d"]}, {"clusterIP": "a", "clusterIPs": ["a"]}, ["d"], id="both changed"
        ),
    ],
)
def test_the_one_address_and_the_list(spec: Any, old: Any, addresses: list[str] | None) -> None:
    new = {**spec}
    match_addresses(new, old)  # type: ignore[arg-type]  # only fields of a service
    assert new.get("clusterIPs") == addresses


def test_ports_of_nodes_are_kept_by_name() -> None:
    old: Any = {"type": "NodePort", "ports": [{"name": "a", "nodePort": 1}, {"name": "b", "nodePort": 2}]}
    new: Any = {"type": "NodePort", "ports": [{"name": "a"}, {"name": "b"}, {"name": "c", "nodePort": 2}]}
    keep_allocated(new, old)
    assert [each.get("nodePort") for each in new["ports"]] == [1, None, 2]
