"""Tests of empty lists and maps that clients send."""

from __future__ import annotations

import pytest
from tests.unit.apis.alone import kind_of

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.objects.sent_empties import (
    MAPS,
    find_empties,
    may_hold_empties,
    restore_empties,
    without_empties,
)
from kapivara.codec.shapes import ListOf, MapOf, Shape, Struct
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.values import copy_json

POLICY = described("apis.groups.networking.v1").struct("NetworkPolicy")


@pytest.mark.parametrize(
    ("value", "places"),
    [
        (1, []),
        ({}, []),
        ({"a": [], "b": {"c": [{}, 1]}}, []),
        (
            {"spec": {"egress": [], "podSelector": {}, "ingress": [[], {"from": []}]}},
            [("spec", "egress"), ("spec", "ingress", 1, "from")],
        ),
    ],
)
def test_finding(value: object, places: list[object]) -> None:
    assert find_empties(value, POLICY) == places


@pytest.mark.parametrize(
    "spec",
    [
        {"podSelector": {}, "egress": []},
        {"podSelector": {"matchLabels": {}, "matchExpressions": []}},
        {"podSelector": {}, "ingress": [{"ports": [], "from": [{"podSelector": {"matchLabels": {}}}]}]},
    ],
)
def test_restoring(spec: dict[str, object]) -> None:
    places = find_empties({"spec": spec}, POLICY)
    obj = decode_typed(copy_json({"spec": spec}), POLICY).value
    assert obj["spec"] != spec
    restore_empties(obj, POLICY, places)
    assert obj["spec"] == spec


@pytest.mark.parametrize(
    "value",
    [
        {"metadata": {"labels": {}, "finalizers": []}},
        {"spec": {"strange": [], "podSelector": {"matchLabels": {"a": "b"}}}},
        {"strange": {"podSelector": []}},
        {"spec": {"ingress": [{"strange": [{"a": {}}]}]}},
    ],
)
def test_what_stays_out(value: dict[str, object]) -> None:
    places = find_empties(value, POLICY)
    obj = decode_typed(copy_json(value), POLICY).value
    before = copy_json(obj)
    restore_empties(obj, POLICY, places)
    assert obj == before


def test_metadata_of_templates_keeps_them() -> None:
    template = described("apis.groups.resource.v1").struct("ResourceClaimTemplate")
    value = {"spec": {"metadata": {"labels": {}}, "spec": {"devices": {"requests": [], "config": []}}}}
    obj = decode_typed(copy_json(value), template).value
    restore_empties(obj, template, find_empties(value, template))
    assert obj["spec"] == value["spec"]


@pytest.mark.parametrize(
    ("spec", "printed"),
    [
        ({"podSelector": {}, "egress": []}, {"podSelector": {}}),
        ({"podSelector": {"matchLabels": {}, "matchExpressions": []}}, {"podSelector": {}}),
        (
            {"podSelector": {}, "ingress": [{"ports": []}, {"from": [{"podSelector": {"matchLabels": {}}}]}]},
            {"podSelector": {}, "ingress": [{}, {"from": [{"podSelector": {}}]}]},
        ),
    ],
)
def test_what_is_printed(spec: dict[str, object], printed: dict[str, object]) -> None:
    before = copy_json(spec)
    assert without_empties({"spec": spec}, POLICY) == {"spec": printed}
    assert spec == before
    assert without_empties(printed, POLICY) is printed


@pytest.mark.parametrize(
    ("source", "holds"),
    [
        (b'{"emptyDir": {}, "resources": {}}', False),
        (b'{"args": [ ]}', True),
        (b'{"labels" : { }}', True),
        (b'{"labels": {"a": "b"}}', False),
    ],
)
def test_empty_structs_are_as_they_were(source: bytes, holds: bool) -> None:
    assert may_hold_empties(source) is holds


def test_all_maps_are_known() -> None:
    kinds = [kind_of(row) for row in CATALOG]
    names: set[str] = set()
    todo: list[Shape] = [kind.shape for kind in kinds if kind.keeps_empties]
    seen: set[int] = set()
    while todo:
        shape = todo.pop()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        if isinstance(shape, ListOf | MapOf):
            todo.append(shape.item)
        elif isinstance(shape, Struct):
            fields = shape.tables.by_name.values()
            names.update(field.name for field in fields if isinstance(field.shape, MapOf))
            todo += [field.shape for field in fields]
    assert names <= set(MAPS)
