"""Tests that an unchanged built-in object is stored as it was decoded, so that reading it back changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import ALL, NOW, Maker

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.objects.body import Body, UndecodableError
from kapivara.codec.json.plain.encoding import is_encoding_of
from kapivara.codec.stored.stored_note import encode_noted
from kapivara.meta import ApiError
from kapivara.schema.resource.sound_fields import SoundFields
from kapivara.values import copy_json

SERVED = {"namespace": "b", "uid": "u", "creationTimestamp": NOW, "generation": 1}


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_what_is_as_it_was_read_reads_back_as_it_is(kind: Kind, seed: int) -> None:
    value = Maker(seed, stray=False).struct(kind.shape, 9)
    value |= {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}
    for _ in range(2):  # as it was drawn, and without the empty lists that storing removes
        sound = SoundFields(to_be_stored=True)
        try:
            obj = kind.codec.decode(Body(value, sound_fields=sound)).obj
        except (UndecodableError, ApiError):
            return
        for field in ("managedFields", "deletionTimestamp", "deletionGracePeriodSeconds"):
            obj["metadata"].pop(field, None)
        obj["metadata"] |= SERVED
        form = kind.codec.to_storage(obj)
        encoded = encode_noted(form)
        if encoded is not None and kind.codec.reads_back(form, encoded, sound):
            assert is_encoding_of(kind.codec.from_storage(copy_json(form)), encoded.data)
        value = copy_json(form)


def test_most_objects_are_not_read_back() -> None:
    kind = next(each.values[0] for each in ALL if each.id == "v1 ConfigMap")
    assert isinstance(kind, Kind)
    sound = SoundFields(to_be_stored=True)
    sent = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "labels": {"a": "b"}}, "data": {"a": ""}}
    obj = kind.codec.decode(Body(sent, sound_fields=sound)).obj
    obj["metadata"] |= SERVED
    assert _reads_back(kind, obj, sound)
    assert not _reads_back(kind, obj | {"data": {"a": "c"}}, sound)
    assert not _reads_back(kind, obj | {"metadata": obj["metadata"] | {"labels": {}}}, sound)
    assert not _reads_back(kind, obj | {"metadata": obj["metadata"] | {"managedFields": [{"manager": "m"}]}}, sound)
    sound.clear()
    assert not _reads_back(kind, obj, sound)


def _reads_back(kind: Kind, obj: object, sound: SoundFields) -> bool:
    form = kind.codec.to_storage(copy_json(obj))
    encoded = encode_noted(form)
    assert encoded is not None
    return kind.codec.reads_back(form, encoded, sound)
