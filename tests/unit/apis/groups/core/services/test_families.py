"""Tests of `apis/groups/core/services/families.py`."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.groups.core.services.families import fill_families, validate_addresses


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
