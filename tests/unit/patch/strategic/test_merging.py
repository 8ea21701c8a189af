"""Tests of strategic merge patches by the types of a Deployment."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from kapivara.codec.typed.described import described
from kapivara.patch.errors import PatchDecodeError, PatchError, PatchFailedError, PatchNotAppliedError
from kapivara.patch.strategic import merge_strategically

DEPLOYMENT = described("apis.groups.apps.v1").struct("Deployment")
ONE = {
    "name": "one",
    "image": "one:1",
    "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}],
    "args": ["x"],
}
TWO = {"name": "two", "image": "two:1"}
NO_KEY = "map: map[image:x] does not contain declared merge key: name"


def merged(patch: Any, **spec: Any) -> Any:
    """Returns the spec of a pod and its metadata after a patch of them."""
    original = {"metadata": {"finalizers": ["a", "b"]}, "spec": {"template": {"spec": spec}}}
    change = {"metadata": patch.pop("metadata", {}), "spec": {"template": {"spec": patch}}}
    made = merge_strategically(copy.deepcopy(original), copy.deepcopy(change), DEPLOYMENT)
    return made["spec"]["template"]["spec"] | made["metadata"]


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        pytest.param({"containers": [{"name": "three"}]}, [{"name": "three"}, ONE, TWO], id="add"),
        pytest.param(
            {"containers": [{"name": "two", "image": "x"}]}, [ONE, {"name": "two", "image": "x"}], id="change"
        ),
        pytest.param({"containers": [{"name": "one", "$patch": "delete"}]}, [TWO], id="delete"),
        pytest.param({"containers": [{"name": "x"}, {"$patch": "replace"}]}, [{"name": "x"}], id="replace"),
        pytest.param({"containers": [{"name": "x", "$patch": "replace"}]}, [], id="replaced by the marker alone"),
        pytest.param({"containers": []}, [ONE, TWO], id="nothing"),
        pytest.param(
            {"containers": [{"name": "one", "image": "a"}, {"name": "one", "image": "b"}]},
            [{**ONE, "image": "b"}, TWO],
            id="twice",
        ),
        pytest.param(
            {"containers": [{"name": "one", "env": [{"name": "A", "$patch": "delete"}, {"name": "Z"}], "image": None}]},
            [{"name": "one", "env": [{"name": "Z"}, {"name": "B", "value": "2"}], "args": ["x"]}, TWO],
            id="lists in lists",
        ),
        pytest.param(
            {"containers": [{"name": "one", "args": ["y"]}]},
            [{**ONE, "args": ["y"]}, TWO],
            id="a list that is one value",
        ),
        pytest.param(
            {"$setElementOrder/containers": [{"name": "two"}, {"name": "one"}]}, [TWO, ONE], id="another order"
        ),
        pytest.param(
            {"$setElementOrder/containers": [{"name": "three"}, {"name": "two"}], "containers": [{"name": "three"}]},
            [{"name": "three"}, ONE, TWO],
            id="an order that says nothing of some",
        ),
    ],
)
def test_lists_by_their_keys(patch: Any, expected: Any) -> None:
    assert merged(patch, containers=[ONE, TWO])["containers"] == expected


def names(*found: str) -> list[Any]:
    return [{"name": each.removeprefix("-"), **({"$patch": "delete"} if each[0] == "-" else {})} for each in found]


@pytest.mark.parametrize(
    ("live", "order", "patch", "expected"),
    [
        pytest.param("a z", "c", "c -a", "z c", id="in the place of one that went"),
        pytest.param("x b y", "d e", "-b d e", "x y d e", id="two for one"),
        pytest.param("x b y", "e d", "-b e d", "x y e d", id="in the order that is set"),
        pytest.param("x y", "d", "d", "d x y", id="nothing went"),
        pytest.param("a b", "", "c d", "a b d c", id="an order of nothing"),
    ],
)
def test_where_new_items_stand_beside_those_of_others(live: str, order: str, patch: str, expected: str) -> None:
    change = {"$setElementOrder/containers": names(*order.split()), "containers": names(*patch.split())}
    made = merged(change, containers=names(*live.split()))["containers"]
    assert [each["name"] for each in made] == expected.split()


def test_deletions_from_lists_that_are_none() -> None:
    change = {"$deleteFromPrimitiveList/priority": 5, "$deleteFromPrimitiveList/nodeSelector": {"a": None, "b": "2"}}
    made = merged({**change, "$deleteFromPrimitiveList/hostNetwork": "x"}, priority=1, nodeSelector={"a": "1"})
    assert (made["priority"], made["nodeSelector"], "hostNetwork" in made) == (5, {"b": "2"}, False)


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ({"finalizers": ["c", "a"]}, ["c", "a", "b"]),
        ({"finalizers": ["b", "b"]}, ["a", "b"]),
        ({"$deleteFromPrimitiveList/finalizers": ["a", "z"]}, ["b"]),
        ({"$deleteFromPrimitiveList/finalizers": "a"}, ["a", "b"]),
        ({"$deleteFromPrimitiveList/finalizers": None}, None),
        ({"$setElementOrder/finalizers": ["c", "b", "a"], "finalizers": ["c"]}, ["c", "b", "a"]),
        ({"finalizers": None}, None),
    ],
    ids=["add", "once", "delete", "no list", "delete all", "order", "null"],
)
def test_lists_of_scalars(patch: Any, expected: Any) -> None:
    assert merged({"metadata": patch}).get("finalizers") == expected


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ({"nodeSelector": {"b": "2", "a": None}}, {"b": "2"}),
        ({"nodeSelector": {"$patch": "replace", "c": "3"}}, {"c": "3"}),
        ({"nodeSelector": {"$patch": "delete"}}, {}),
        ({"nodeSelector": {"$retainKeys": ["c"], "c": "3"}}, {"c": "3"}),
        ({"nodeSelector": None}, None),
        ({"nodeSelector": "x"}, "x"),
    ],
    ids=["merge", "replace", "delete", "retain", "null", "another type"],
)
def test_objects(patch: Any, expected: Any) -> None:
    assert merged(patch, nodeSelector={"a": "1"}).get("nodeSelector") == expected


def test_what_is_new_comes_without_nulls_and_directives() -> None:
    volumes = [{"name": "v", "emptyDir": None}, {"name": "w", "$patch": "delete"}]
    affinity = {"nodeAffinity": {"$patch": "delete"}, "podAffinity": None, "podAntiAffinity": {}}
    made = merged({"volumes": volumes, "affinity": affinity})
    assert made["volumes"] == [{"name": "v"}]
    assert made["affinity"] == {"podAntiAffinity": {}}


@pytest.mark.parametrize(
    ("patch", "kind", "message"),
    [
        ({"containers": [{"image": "x"}]}, PatchFailedError, NO_KEY),
        (
            {"containers": [{"image": "x", "$patch": "delete"}]},
            PatchFailedError,
            NO_KEY.replace("[", "[$patch:delete "),
        ),
        ({"containers": [[]]}, PatchFailedError, "list element types are not identical: [[map[name:two]] [[]]]"),
        ({"$setElementOrder/tolerations": []}, PatchFailedError, ""),
        (
            {"tolerations": [], "$setElementOrder/tolerations": []},
            PatchFailedError,
            "map: map[key:t] does not contain declared merge key: ",
        ),
        (
            {"containers": [{"name": "one", "$patch": "merge"}]},
            PatchFailedError,
            "merging lists cannot yet be specified",
        ),
        (
            {"containers": [{"name": "one", "$patch": "x"}]},
            PatchFailedError,
            "unknown patch type: x in map: map[$patch:x",
        ),
        ({"$patch": ["x", 1, None]}, PatchFailedError, "unknown patch type: [x %!s(int64=1) %!s(<nil>)] in map: map["),
        ({"$retainKeys": "x"}, PatchDecodeError, "invalid patch format of retainKeys"),
        ({"$retainKeys": ["x"], "y": 1}, PatchDecodeError, "invalid patch format of retainKeys"),
        ({"$deleteFromPrimitiveList": []}, PatchDecodeError, "invalid patch format of primitive list"),
        ({"$setElementOrder": []}, PatchDecodeError, "invalid patch format of setElementOrder list"),
        (
            {"$setElementOrder/containers": None},
            PatchFailedError,
            "expected a []interface {}, but received a %!s(<nil>)",
        ),
        (
            {"$setElementOrder/containers": ["x"]},
            PatchFailedError,
            "value for key 0 is not a map",
        ),
        (
            {"$setElementOrder/containers": [{"name": "two"}, "x"]},
            PatchFailedError,
            "expected a map[string]interface {}, but received a string",
        ),
        (
            {"$setElementOrder/containers": [{"name": "two"}], "containers": [{"name": "one"}]},
            PatchFailedError,
            "The order in patch list:\n[map[name:one]]\n doesn't match $setElementOrder list:\n[map[name:two]]\n",
        ),
    ],
)
def test_refused(patch: Any, kind: type[PatchError], message: str) -> None:
    if not message:
        assert merged(patch, containers=[{"name": "two"}])["containers"] == [{"name": "two"}], "there is no such list"
        return
    with pytest.raises(kind) as refused:
        merged(patch, containers=[{"name": "two"}], tolerations=[{"key": "t"}])
    assert refused.value.message.startswith(message)


@pytest.mark.parametrize("order", [[], [{"key": "a"}]])
def test_objects_without_a_key_have_no_order(order: Any) -> None:
    with pytest.raises(PatchFailedError) as refused:
        merged({"$setElementOrder/tolerations": order, "tolerations": []}, tolerations=[{"key": "a"}])
    assert refused.value.message == "map: map[key:a] does not contain declared merge key: "


def test_lists_of_lists_are_not_merged() -> None:
    with pytest.raises(PatchNotAppliedError):
        merged({"containers": [[]]}, containers=[])


def test_fields_that_no_type_declares() -> None:
    revision = described("apis.groups.apps.v1").struct("ControllerRevision")
    data = {"data": {"a": {"b": 1}}}
    with pytest.raises(PatchFailedError) as refused:
        merge_strategically(copy.deepcopy(data), copy.deepcopy(data), revision)
    assert refused.value.message == 'unable to find api field in struct RawExtension for the json field "a"'


def test_long_lists_take_no_longer_than_they_are() -> None:
    items = [{"name": f"c{number}"} for number in range(20_000)]
    made = merged({"containers": items[::-1], "$setElementOrder/containers": items[::-1]}, containers=items)
    assert made["containers"] == items[::-1]
