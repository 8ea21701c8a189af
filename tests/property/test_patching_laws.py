"""Laws of patches: merge patches by their RFC, strategic ones by a difference, applies by the managers of fields."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kapivara import Api
from kapivara.patch import apply_merge_patch, to_value
from kapivara.values import copy_json

KEYS = st.sampled_from(("a", "b", "c"))
LEAVES = st.sampled_from((0, 1, "x", "", True))
LISTS = st.lists(LEAVES, max_size=2)
JSON = st.recursive(LEAVES | LISTS, lambda below: st.dictionaries(KEYS, below, max_size=3), max_leaves=8)
OBJECTS = st.dictionaries(KEYS, JSON, max_size=3)
PATCHES = st.dictionaries(
    KEYS,
    st.recursive(LEAVES | LISTS | st.none(), lambda below: st.dictionaries(KEYS, below, max_size=3), max_leaves=8),
    max_size=3,
)
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def merged_by_rfc_7386(target: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged_by_rfc_7386(result.get(name), value)
    return result


@MANY
@given(target=OBJECTS, patch=PATCHES)
def test_merge_patches_agree_with_their_rfc(target: Any, patch: Any) -> None:
    assert to_value(apply_merge_patch(target, patch)) == merged_by_rfc_7386(target, patch)


class Dice:
    """Draws Deployments, and changed copies of them."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)

    def some(self, *names: str) -> list[str]:
        return [name for name in names if self._random.random() < 0.6]

    def word(self) -> str:
        return self._random.choice(("x", "y", "z"))

    def shuffled(self, words: Iterable[str]) -> list[str]:
        made = list(words)
        self._random.shuffle(made)
        return made

    def strategy(self) -> dict[str, Any]:
        if self._random.random() < 0.5:
            return {"type": "Recreate"}
        return {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": self._random.randrange(1, 4)}}

    def container(self, name: str) -> dict[str, Any]:
        made: dict[str, Any] = {"name": name, "image": self.word()}
        made["env"] = [{"name": each, "value": self.word()} for each in self.some("A", "B", "C")]
        made["ports"] = [
            {"containerPort": 80 + number, "protocol": "TCP", "name": f"p{number}"}
            for number in range(3)
            if self._random.random() < 0.5
        ]
        made["args"] = [self.word() for _ in range(self._random.randrange(3))]
        return {field: value for field, value in made.items() if value}

    def deployment(self) -> dict[str, Any]:
        names = self.shuffled(self.some("a", "b", "c") or ["a"])
        labels = {"app": "web"}
        made: dict[str, Any] = {
            "metadata": {
                "labels": {each: self.word() for each in self.some("k", "l", "m")},
                "finalizers": self.shuffled(f"e.org/{each}" for each in self.some("f", "g", "h")),
            },
            "spec": {
                "replicas": self._random.randrange(5),
                "strategy": self.strategy(),
                "selector": {"matchLabels": labels},
                "template": {
                    "metadata": {"labels": labels, "annotations": {each: self.word() for each in self.some("n", "o")}},
                    "spec": {
                        "containers": [self.container(name) for name in names],
                        "volumes": [{"name": each, "emptyDir": {}} for each in self.some("v", "w")],
                    },
                },
            },
        }
        return {"metadata": {}, **without_empties(made)}


def without_empties(value: Any) -> Any:
    """Empty maps and lists are not returned, whoever manages them, so the law does not apply to them."""
    if not isinstance(value, dict):
        return value
    smaller = {name: without_empties(each) for name, each in value.items() if name != "emptyDir"}
    kept = {name: each for name, each in smaller.items() if each not in ({}, [])}
    return {**kept, **({"emptyDir": {}} if "emptyDir" in value else {})}


MERGE_KEYS = {"containers": "name", "env": "name", "ports": "containerPort", "volumes": "name"}


def difference(before: Any, after: Any) -> dict[str, Any]:
    """Returns the strategic merge patch from one object to another."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        old = before.get(name)
        if old == value:
            continue
        if name == "finalizers" and old:
            patch[name] = [each for each in value if each not in old]
            patch[f"$deleteFromPrimitiveList/{name}"] = [each for each in old if each not in value]
            patch[f"$setElementOrder/{name}"] = value
        elif name == "strategy":
            inner = difference(old, value)
            patch[name] = {"$retainKeys": [*value], **{key: each for key, each in inner.items() if each is not None}}
        elif name in MERGE_KEYS and isinstance(old, list):
            key = MERGE_KEYS[name]
            patch[name] = _difference_of_items(old, value, key)
            patch[f"$setElementOrder/{name}"] = [{key: each[key]} for each in value]
        elif isinstance(old, dict) and isinstance(value, dict):
            patch[name] = difference(old, value)
        else:
            patch[name] = value
    return patch


def _difference_of_items(before: list[Any], after: list[Any], key: str) -> list[Any]:
    old = {each[key]: each for each in before}
    new = {each[key]: each for each in after}
    gone = [{"$patch": "delete", key: name} for name in old if name not in new]
    changed = [
        {key: name, **difference(old[name], each)} if name in old else each
        for name, each in new.items()
        if old.get(name) != each
    ]
    return gone + changed


def put(api: Api, made: dict[str, Any]) -> dict[str, Any]:
    outcome = api.create(
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            **made,
            "metadata": {"name": "one", **made["metadata"]},
        },
        dry_run=True,
    )
    assert outcome.ok, outcome.status
    return stripped(outcome.object)


def stripped(obj: Any) -> dict[str, Any]:
    """Returns an object without the parts that the server adds at each write."""
    metadata = {name: obj["metadata"][name] for name in ("name", "labels", "finalizers") if name in obj["metadata"]}
    return {"metadata": metadata, "spec": obj["spec"]}


@settings(MANY, max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_a_strategic_patch_made_of_a_difference_makes_it(seed: int) -> None:
    dice = Dice(seed)
    before, after = dice.deployment(), dice.deployment()
    with Api() as api:
        wanted = put(api, after)
        body = {"apiVersion": "apps/v1", "kind": "Deployment", **copy_json(before)}
        body["metadata"]["name"] = "one"
        assert api.create(body).ok
        patched = api.patch(
            *("apps/v1", "Deployment", "one"),
            difference(before, after),
            patch_type="strategic",
        )
        assert patched.ok, patched.status
        assert stripped(patched.object) == wanted


def configured(data: dict[str, str]) -> dict[str, Any]:
    made: dict[str, Any] = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}}
    return {**made, "data": data} if data else made


DATA = st.dictionaries(KEYS, st.sampled_from(("1", "2")), max_size=3)


@MANY
@given(data=DATA)
def test_applying_twice_changes_nothing(data: dict[str, str]) -> None:
    with Api() as api:
        first = api.apply(configured(data), field_manager="me").object
        assert api.apply(configured(data), field_manager="me").object == first


@MANY
@given(mine=DATA, theirs=DATA)
def test_conflicts_are_symmetric_and_nothing_is_lost_without_a_word(mine: Any, theirs: Any) -> None:
    disputed = {key for key in mine.keys() & theirs.keys() if mine[key] != theirs[key]}
    for first, second in ((("me", mine), ("you", theirs)), (("you", theirs), ("me", mine))):
        with Api() as api:
            assert api.apply(configured(first[1]), field_manager=first[0]).ok
            outcome = api.apply(configured(second[1]), field_manager=second[0])
            assert outcome.ok is not bool(disputed)
            if disputed:
                assert {cause.field for cause in outcome.status.causes} == {f".data.{key}" for key in disputed}
                kept = api.get("v1", "ConfigMap", "one").object
                assert kept.get("data", {}) == first[1]
            else:
                assert outcome.object.get("data", {}) == mine | theirs


@MANY
@given(mine=DATA, theirs=DATA, later=DATA)
def test_who_gives_a_field_up_takes_away_only_what_nobody_else_has(mine: Any, theirs: Any, later: Any) -> None:
    with Api() as api:
        api.apply(configured(mine), field_manager="me")
        api.apply(configured(theirs), field_manager="you", force=True)
        outcome = api.apply(configured(later), field_manager="me", force=True)
        assert outcome.object.get("data", {}) == theirs | later


@pytest.mark.parametrize("seed", range(40))
def test_what_was_applied_is_all_that_a_manager_owns(seed: int) -> None:
    """The part of an object that `managedFields` names for an applier equals what the applier sent."""
    made = Dice(seed).deployment()
    applied = {"apiVersion": "apps/v1", "kind": "Deployment", **copy_json(made)}
    applied["metadata"]["name"] = "one"
    with Api() as api:
        obj = api.apply(applied, field_manager="me").object
    (entry,) = [each for each in obj["metadata"]["managedFields"] if each["manager"] == "me"]
    assert extracted(obj, entry["fieldsV1"]) == without_empties(made)


def extracted(value: Any, fields: dict[str, Any]) -> Any:
    """Returns the part of a value that a set of fields names."""
    if not fields:
        return value
    if isinstance(value, list):
        steps = [step for step in fields if step != "."]
        return [extracted(each, fields[step]) for step in steps for each in value if _matches(each, step)]
    found = {}
    for step, below in fields.items():
        if step.startswith("f:"):
            found[step[2:]] = extracted(value[step[2:]], below)
    return found


def _matches(item: Any, step: str) -> bool:
    kind, _, text = step.partition(":")
    wanted = json.loads(text)
    return all(item.get(key) == value for key, value in wanted.items()) if kind == "k" else item == wanted
