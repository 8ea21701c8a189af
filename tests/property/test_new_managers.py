"""Tests of the managed fields of new built-in objects: the quick ways agree with the thorough one or decline."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import ALL, Maker
from tests.unit.apis.alone import read

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.codec import decode_json
from kapivara.codec.errors import DecodeError
from kapivara.codec.stored.stored_note import encode_around
from kapivara.patch.managers import field_forms
from kapivara.patch.managers.managed_fields import Entry, write_managers
from kapivara.patch.managers.new_fields import NewFields
from kapivara.patch.managers.tracking import track_update
from kapivara.patch.managers.writes import TypedError, Write
from kapivara.values import copy_json, deep_equal


def write_to(kind: Kind) -> Write:
    author = Entry("me", "Update", kind.gvk.api_version, "", {}, "2024-01-02T03:04:05Z")
    return Write(author, kind.merging.own_type, kind.merging.version, kind.subresources[""].reset_fields)


def thorough(kind: Kind, obj: Any) -> Any:
    try:
        return write_managers(track_update({}, kind.codec.blank(), copy_json(obj), write_to(kind)))
    except TypedError:
        return None


def shown(kind: Kind, fields: Any) -> Any:
    return [write_to(kind).author.to_json(fields)] if fields else []


def made(kind: Kind, seed: int, *, stray: bool = True) -> Any:
    """Draws an object of a kind and decodes it; None if it cannot be decoded."""
    try:
        obj = read(kind, Maker(seed, stray=stray).struct(kind.shape, 9)).value
    except DecodeError:
        return None
    obj.setdefault("metadata", {}).pop("managedFields", None)
    return obj | {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}


def warm(kind: Kind) -> NewFields:
    """Returns a cache of the fields of new objects that has seen so many objects that it remembers their forms."""
    field_forms._known.clear()  # each random object has a form of its own
    field_forms._MapForms.printed = 0
    new_fields = NewFields(kind.merging.own_type, kind.codec.blank(), kind.reset_fields)
    for _ in range(13):
        new_fields.known(kind.codec.blank(), (b"", b""))
    return new_fields


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_both_ways_tell_the_same(kind: Kind, seed: int) -> None:
    obj = made(kind, seed)
    if obj is not None:
        fields = kind.merging.new_fields.of(obj)
        assert fields is None or deep_equal(shown(kind, fields), thorough(kind, obj))


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_what_is_remembered_holds_for_objects_that_differ_a_little(kind: Kind, seed: int) -> None:
    new_fields, dice = warm(kind), random.Random(seed)
    obj = made(kind, seed, stray=False)
    for _ in range(8):
        if obj is not None:
            known = new_fields.known(obj, encode_around(obj))
            if known is not None:
                assert deep_equal(shown(kind, known.value), thorough(kind, obj))
                assert deep_equal(decode_json(known.text).value, known.value)
        obj = changed(kind, made(kind, seed, stray=False), dice)


def changed(kind: Kind, obj: Any, dice: random.Random) -> Any:
    """Returns a decoded object with some values replaced by others of the same type, or empty, or missing."""
    if obj is None:
        return None
    for holder, step in places(obj):
        if step not in ("apiVersion", "kind") and dice.random() < 0.1:
            value = holder[step]
            others = {bool: (True, False), int: (0, 1, 2), str: ("", "a", "b"), dict: ({},), list: ([],)}
            holder[step] = dice.choice((None, *others.get(type(value), ())))
    try:
        obj = read(kind, obj).value
    except DecodeError:
        return None
    obj.setdefault("metadata", {}).pop("managedFields", None)
    return obj | {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Returns every place in a value with the value around it."""
    steps = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for step in steps for place in ((value, step), *places(value[step]))]


def deployment(image: str = "b", **more: Any) -> Any:
    container = {"name": "a", "image": image, "ports": [PORT], "env": [{"name": "A", "value": "b"}]}
    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [container | more]}}
    sent = {"metadata": {"name": "x"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": template}}
    return {**read(DEPLOYMENT, sent).value, "apiVersion": "apps/v1", "kind": "Deployment"}


PORT = {"containerPort": 80, "protocol": "TCP"}
DEPLOYMENT: Any = next(each.values[0] for each in ALL if each.id == "apps/v1 Deployment")


def test_most_objects_are_told_quickly() -> None:
    fields = DEPLOYMENT.merging.new_fields.of(deployment())
    assert fields
    assert deep_equal(shown(DEPLOYMENT, fields), thorough(DEPLOYMENT, deployment()))


def test_fields_are_remembered_by_the_form_of_an_object() -> None:
    new_fields = warm(DEPLOYMENT)

    def known_of(obj: Any) -> Any:
        return new_fields.known(obj, encode_around(obj))

    known_of(deployment(image="a"))  # finds out which items have no parts
    known = known_of(deployment())
    assert known is not None
    assert known_of(deployment()) is known
    assert known_of(deployment(image="c")) is known
    assert known_of(deployment(name="c")) is not known
    assert known_of(deployment(env=[{"name": "B", "value": "b"}])) is not known
    assert known_of(deployment(ports=[PORT | {"containerPort": 81}])) is not known


def test_what_may_be_wrong_within_one_value_is_never_remembered() -> None:
    rules = [{"action": "Restart", "exitCodes": {"operator": "In", "values": [1]}}]
    obj = deployment(restartPolicyRules=rules)
    assert warm(DEPLOYMENT).known(obj, encode_around(obj)) is None
