"""Tests of the allocation for services: index, CIDR blocks, families and lists of addresses."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.core.services.changes import keep_allocated, match_addresses
from kapivara.apis.groups.core.services.cluster_addresses import read_block
from kapivara.apis.groups.core.services.families import fill_families, validate_addresses
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


@pytest.mark.parametrize(
    ("text", "first", "last", "dynamic"),
    [
        ("10.0.0.0/24", "10.0.0.1", "10.0.0.254", "10.0.0.17"),
        ("10.0.0.0/28", "10.0.0.1", "10.0.0.14", "10.0.0.1"),
        ("10.0.0.0/16", "10.0.0.1", "10.0.255.254", "10.0.1.1"),
    ],
)
def test_blocks(text: str, first: str, last: str, dynamic: str) -> None:
    block = read_block(text)
    assert block is not None

    def number(address: str) -> int:
        return int.from_bytes(bytes(map(int, address.split("."))), "big")

    assert (block.first, block.last, block.head_end) == (number(first), number(last), number(dynamic))
    found = list(block.candidates())
    assert sorted(found) == list(range(block.first, block.last + 1))
    assert min(found[: block.last - block.head_end + 1]) == block.head_end


def test_what_is_no_block() -> None:
    assert read_block("10.0.0.0") is None
    assert read_block("x/8") is None


@pytest.mark.parametrize(
    ("spec", "errors"),
    [
        pytest.param({"clusterIP": "10.0.0.1"}, ["spec.clusterIPs: Required value"], id="no list"),
        pytest.param(
            {"clusterIP": "None", "clusterIPs": ["None", "10.0.0.1"]},
            ['spec.clusterIPs: Invalid value: ["None","10.0.0.1"]: \'None\' must be the first and only value'],
            id="more than none",
        ),
        pytest.param(
            {"clusterIP": "x", "clusterIPs": ["x"]},
            ['spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
            id="no address",
        ),
        pytest.param(
            {"clusterIP": "10.0.0.1", "clusterIPs": ["10.0.0.1", "10.0.0.2", "10.0.0.3"]},
            [
                'spec.clusterIPs: Invalid value: ["10.0.0.1","10.0.0.2","10.0.0.3"]: may only hold up to 2 values',
                'spec.clusterIPs: Invalid value: ["10.0.0.1","10.0.0.2","10.0.0.3"]: may specify no more '
                "than one IP for "
                "each IP family",
            ],
            id="too many",
        ),
        pytest.param(
            {"ipFamilies": ["IPv4", "IPv4", "IPv5"], "ipFamilyPolicy": "x"},
            [
                'spec.ipFamilies[1]: Duplicate value: "IPv4"',
                'spec.ipFamilies[2]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"',
                'spec.ipFamilyPolicy: Unsupported value: "x": supported values: "PreferDualStack", "RequireDualStack", '
                '"SingleStack"',
            ],
            id="odd families",
        ),
        pytest.param({"type": "ExternalName", "clusterIPs": ["x"]}, [], id="a name"),
    ],
)
def test_rules_of_addresses(spec: Any, errors: list[str]) -> None:
    assert [str(each) for each in validate_addresses(spec, None)] == errors


DUAL = {"clusterIP": "10.0.0.1", "clusterIPs": ["10.0.0.1", "::1"], "ipFamilies": ["IPv4", "IPv6"], "ipFamilyPolicy": "PreferDualStack"}  # fmt: skip  # noqa: E501


def test_the_second_address_is_let_go_only_where_that_is_said() -> None:
    single: Any = {**DUAL, "ipFamilyPolicy": "SingleStack"}
    old: Any = DUAL
    assert fill_families(single, old) == []
    assert (single["clusterIPs"], single["ipFamilies"]) == (["10.0.0.1"], ["IPv4"])
    fewer: Any = {**DUAL, "clusterIPs": ["10.0.0.1"]}
    assert [each.detail for each in fill_families(fewer, old)] == [
        "must be 'SingleStack' to release the secondary cluster IP"
    ]
    same: Any = {**DUAL}
    assert fill_families(same, old) == []
    assert same == DUAL


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
