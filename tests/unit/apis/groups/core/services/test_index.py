"""Tests of `apis/groups/core/services/index.py`."""

from __future__ import annotations

from typing import Any

from kapivara.apis.groups.core.services.index import ServiceIndex


def holding(*addresses: str, ports: tuple[int, ...] = ()) -> dict[str, Any]:
    """Returns a service with addresses and ports."""
    spec = {"clusterIP": addresses[0] if addresses else "", "clusterIPs": list(addresses)}
    return {"spec": {**spec, "ports": [{"port": 1, "nodePort": each} for each in ports]}}


def test_the_index_follows_services() -> None:
    index = ServiceIndex()
    index.put("n/a", holding("10.0.0.5", "2001:DB8::1", ports=(30001,)))
    index.put("n/b", holding("None"))
    assert index.addresses == {"10.0.0.5": "n/a", "2001:db8::1": "n/a"}
    assert index.ports == {30001: "n/a"}
    assert sorted(index.take_touched()) == ["10.0.0.5", "2001:db8::1"]
    index.put("n/a", holding("10.0.0.6"))
    assert (index.addresses, index.ports) == ({"10.0.0.6": "n/a"}, {})
    index.drop("n/a")
    assert not index.addresses
    assert sorted(index.take_touched()) == ["10.0.0.5", "10.0.0.6", "2001:db8::1"]


def test_who_holds_what() -> None:
    index = ServiceIndex()
    index.put("n/a", holding("10.0.0.5", ports=(30001,)))
    own: Any = holding("10.0.0.5", ports=(30001,))["spec"]
    assert index.holds("n/a", own)
    assert not index.held_by_others("n/a", own)
    assert index.held_by_others("n/b", own)
    other: Any = holding("10.0.0.6")["spec"]
    assert not index.holds("n/b", other)
    assert not index.held_by_others("n/b", other)
    index.put("n/b", holding("10.0.0.5"))  # a conflict that normally does not occur
    index.drop("n/b")
    assert index.addresses == {"10.0.0.5": "n/a"}
    index.clear()
    assert index.take_touched() == ["10.0.0.5"]
