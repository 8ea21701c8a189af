"""Tests of field sets: union and difference, texts, and sets from clients."""

import pytest

from kapivara.patch.merging.field_set import (
    FieldSetError,
    difference,
    has,
    intersection,
    key_step,
    paths,
    printed,
    read_fields,
    union,
    value_step,
    without,
)

A = {"f:spec": {"f:a": {}}}
B = {"f:spec": {"f:b": {}}}
DEEP = {"f:spec": {".": {}, "f:a": {}, "f:b": {"f:c": {}}}}


@pytest.mark.parametrize(
    ("act", "one", "other", "expected"),
    [
        pytest.param(union, A, {}, A, id="union-nothing"),
        pytest.param(union, A, B, {"f:spec": {"f:a": {}, "f:b": {}}}, id="union"),
        pytest.param(union, A, {"f:spec": {}}, {"f:spec": {".": {}, "f:a": {}}}, id="union-parent"),
        pytest.param(difference, DEEP, A, {"f:spec": {".": {}, "f:b": {"f:c": {}}}}, id="difference"),
        pytest.param(difference, DEEP, {"f:spec": {}}, {"f:spec": {"f:a": {}, "f:b": {"f:c": {}}}}, id="only-parent"),
        pytest.param(difference, A, A, {}, id="difference-all"),
        pytest.param(intersection, DEEP, A, A, id="intersection"),
        pytest.param(intersection, A, B, {}, id="intersection-nothing"),
        pytest.param(without, DEEP, {"f:spec": {}}, {}, id="without-all-below"),
        pytest.param(without, DEEP, {"f:spec": {"f:b": {}}}, {"f:spec": {".": {}, "f:a": {}}}, id="without"),
    ],
)
def test_algebra(act, one, other, expected):
    assert act(one, other) == expected


def test_has():
    assert has(DEEP, ["f:spec"])
    assert has(DEEP, ["f:spec", "f:b", "f:c"])
    assert not has(DEEP, ["f:spec", "f:b"])
    assert not has(DEEP, ["f:x"])


def test_paths_name_members_before_what_is_below():
    fields = {"f:l": {key_step({"id": 1, "b": "x"}): {".": {}, "f:v": {}}, value_step("s"): {}}, "f:z": {}, "i:0": {}}
    assert list(paths(fields)) == [".z", "[0]", '.l[b="x",id=1]', '.l[="s"]', '.l[b="x",id=1].v']


def test_steps_are_sorted_by_the_values_in_them():
    items = {key_step({"port": port}): {} for port in (8080, 26257, 443)} | {key_step({"port": "a"}): {}}
    values = {value_step(value): {} for value in ("b", 10, 9.5, None, True)}
    fields = {"f:l": {**values, **items, "i:10": {}, "i:9": {}, ".": {}, "f:z": {}}}
    assert [*printed(fields)["f:l"]] == [
        *(".", "f:z"),
        *('k:{"port":443}', 'k:{"port":8080}', 'k:{"port":26257}', 'k:{"port":"a"}'),
        *("v:9.5", "v:10", 'v:"b"', "v:true", "v:null", "i:9", "i:10"),
    ]
    assert list(paths({"f:l": items})) == [".l[port=443]", ".l[port=8080]", ".l[port=26257]", '.l[port="a"]']


def test_read():
    given = {"f:a": {".": {}, 'k:{"b": 1, "a":2}': {}}, "x:future": {}, ".": {}}
    assert read_fields(given) == {"f:a": {".": {}, 'k:{"a":2,"b":1}': {}}}
    assert read_fields(None) == {}


@pytest.mark.parametrize("given", [{"bad": {}}, {"f:a": 1}, {"k:[": {}}, {"k:1": {}}, {"i:x": {}}, []])
def test_unreadable(given):
    with pytest.raises(FieldSetError):
        read_fields(given)


@pytest.mark.parametrize(
    ("left_out", "left"),
    [
        ({"f:a": {"*": {}}}, {"f:b": {}}),
        ({"f:a": {"*": {"f:x": {}}}}, {"f:a": {'k:{"n":1}': {"f:y": {}}}, "f:b": {}}),
        ({"*": {}, "f:b": None}, {"f:b": {}}),
        ({"f:a": {"*": {"*": {}, "f:y": None}}}, {"f:a": {'k:{"n":1}': {"f:y": {}}}, "f:b": {}}),
    ],
    ids=["all items", "a field of all items", "all but one", "all fields but one"],
)
def test_any_step_is_left_out(left_out, left):
    fields = {"f:a": {'k:{"n":1}': {"f:x": {}, "f:y": {}}}, "f:b": {}}
    assert without(fields, left_out) == left
