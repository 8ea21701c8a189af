"""Tests of strategic merge patches of built-in types: a patch from the difference of two objects converts one to the
other.

The types define which lists merge and by which key, as for a client with their declarations.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kapivara.codec.shapes import Custom, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import described
from kapivara.patch.strategic import merge_strategically
from kapivara.patch.strategic.declared import Declared, declared_field

KINDS = (
    ("core.v1", "Pod"),
    ("core.v1", "Service"),
    ("core.v1", "ServiceAccount"),
    ("core.v1", "Node"),
    ("apps.v1", "StatefulSet"),
    ("batch.v1", "CronJob"),
    ("networking.v1", "Ingress"),
    ("rbac.v1", "ClusterRole"),
)
DEPTH = 9


class Dice:
    """Draws objects of types, and similar ones."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)

    def some(self, shape: Shape, depth: int = 0) -> Any:
        match shape:
            case Struct():
                return self.fields(shape, depth)
            case MapOf():
                return {key: self.some(shape.item, depth + 1) for key in "abc" if self._random.random() < 0.5}
            case Scalar() if shape.kind == "int":
                return self._random.randrange(4)
            case Scalar() if shape.kind == "bool":
                return self._random.random() < 0.5
        return self._random.choice(("x", "y", "z"))

    def fields(self, shape: Struct, depth: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for field in shape.tables.fields:
            declared = declared_field(shape, field.name)
            chance = 0.9 if declared.strategy or field.name in ("spec", "template", "metadata") else 3 / (9 + depth)
            if depth < DEPTH and self._random.random() < chance and not isinstance(declared.shape, Custom):
                made[field.name] = self.value(declared, depth + 1)
        return made

    def value(self, declared: Declared, depth: int) -> Any:
        if not isinstance(declared.shape, ListOf):
            return self.some(declared.shape, depth)
        items = [self.some(declared.shape.item, depth + 1) for _ in range(self._random.randrange(4))]
        if declared.strategy == "merge" and declared.merge_key:
            names = self._random.sample(range(5), len(items))
            return [{**item, declared.merge_key: f"n{name}"} for item, name in zip(items, names, strict=True)]
        if declared.strategy == "merge":
            return self._random.sample([f"v{number}" for number in range(5)], len(items))
        return items

    def changed(self, value: Any, shape: Shape, depth: int = 0) -> Any:
        """Returns another object of the type: most of it unchanged, some fields added, removed or changed."""
        if not isinstance(shape, Struct) or not isinstance(value, dict):
            return self.some(shape, depth) if self._random.random() < 0.5 else copy.deepcopy(value)
        new = self.fields(shape, depth)
        for name, old in value.items():
            declared = declared_field(shape, name)
            chance = self._random.random()
            if chance < 0.5:
                new[name] = copy.deepcopy(old)
            elif chance < 0.8 and not isinstance(declared.shape, ListOf):
                new[name] = self.changed(old, declared.shape, depth + 1)
        return new


def difference(before: dict[str, Any], after: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """Returns the patch from one object to another."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        old = before.get(name)
        if old == value and type(old) is type(value):
            continue
        declared = declared_field(shape, name)
        if isinstance(old, list) and declared.strategy == "merge":
            patch |= _difference_of_lists(name, old, value, declared)
        elif isinstance(old, dict) and isinstance(value, dict) and declared.strategy != "replace":
            patch[name] = difference(old, value, declared.shape)
        else:
            patch[name] = value
    return patch


def _difference_of_lists(name: str, before: list[Any], after: list[Any], declared: Declared) -> dict[str, Any]:
    key = declared.merge_key
    if not key:
        return {
            f"$deleteFromPrimitiveList/{name}": [each for each in before if each not in after],
            f"$setElementOrder/{name}": after,
            name: [each for each in after if each not in before],
        }
    assert isinstance(declared.shape, ListOf)
    old = {each[key]: each for each in before}
    kept = {each[key] for each in after}
    changed = [
        {key: each[key], **difference(old[each[key]], each, declared.shape.item)} if each[key] in old else each
        for each in after
        if old.get(each[key]) != each
    ]
    gone = [{"$patch": "delete", key: each} for each in old if each not in kept]
    return {f"$setElementOrder/{name}": [{key: each[key]} for each in after], name: [*changed, *gone]}


@pytest.mark.parametrize(("group", "kind"), KINDS)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_patch_made_of_a_difference_makes_it(group: str, kind: str, seed: int) -> None:
    shape = described(f"apis.groups.{group}").struct(kind)
    dice = Dice(seed)
    before = dice.some(shape)
    after = dice.changed(before, shape)
    patch = difference(before, after, shape)
    assert merge_strategically(copy.deepcopy(before), copy.deepcopy(patch), shape) == after
    assert merge_strategically(copy.deepcopy(after), difference(after, after, shape), shape) == after
