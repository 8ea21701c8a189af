"""Tests of protocol buffers with random objects of all kinds: objects round-trip, and no bytes break a reader."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import ALL, Maker

from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.protobuf import quick_reading
from kapivara.codec.protobuf.envelope import open_envelope
from kapivara.codec.protobuf.messages import message_of
from kapivara.codec.protobuf.objects import find_struct, write_object
from kapivara.codec.protobuf.quick_reading import read_quickly
from kapivara.codec.protobuf.reading import read_exactly, read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.shapes import Bytes, Custom, ListOf, MapOf, Struct
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.values import copy_json

FEW = settings(max_examples=20, deadline=None)
MANY = settings(max_examples=300, deadline=None)
SHAPES = [
    described("apis.groups.core.v1").struct("Pod"),
    described("apis.groups.apps.v1").struct("ControllerRevision"),
    described("apis.groups.apiextensions.v1").struct("CustomResourceDefinition"),
    described("meta.v1").struct("DeleteOptions"),
]


@pytest.fixture(autouse=True, scope="module")
def _no_patience():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(quick_reading, "_FEW", 0)
        yield


def on_the_wire(value, shape):
    """Returns the parts of a value that messages can express: no empty list or map, no null, no kinds of nested
    objects.
    """
    if value is None:  # a pointer that is written although it is nil
        return None
    match shape:
        case Struct():
            known = {each.name: each for each in shape.tables.fields}
            kept = {}
            for name, item in value.items():
                field = known[name]
                item = on_the_wire(item, field.shape)
                if is_told(item, field):
                    kept[name] = item
            return kept
        case ListOf():
            return [on_the_wire(item, shape.item) for item in value] if value else None
        case MapOf():
            return {key: on_the_wire(item, shape.item) for key, item in value.items()} if value else None
        case Bytes():
            return value or None
        case Custom(holds=holds) if holds is not None and (inner := holds(value)) is not None:
            return value if value == ["a"] else on_the_wire(value, inner)
    return value


def is_told(item, field):
    """Returns whether a field is written and not empty."""
    return item is not None and (field.home is None or field.home.name != "TypeMeta")


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_what_is_written_is_read_back(kind, seed):
    shape = kind.shape
    obj = decode_typed(Maker(seed, stray=False).struct(shape, 9), shape).value
    before = copy_json(obj)
    data = write_message(obj, shape)
    assert obj == before, "writing changes nothing"
    back = read_message(data, shape)
    assert write_message(back, shape) == data
    assert decode_typed(copy_json(back), shape).value == back, "what is read is in its normal form"
    assert on_the_wire(back, shape) == on_the_wire(decode_typed(obj, shape).value, shape)


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_both_readers_read_the_same(kind, seed):
    shape = kind.shape
    obj = decode_typed(Maker(seed, stray=False).struct(shape, 7), shape).value
    data = write_message(obj, shape)
    quick = read_quickly(data, message_of(shape))
    assert quick is None or quick == read_exactly(data, message_of(shape))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
@given(data=st.binary(max_size=60))
@MANY
def test_any_bytes_are_read_or_refused(shape, data):
    outcomes = []
    for read in (read_exactly, read_quickly):
        try:
            outcomes.append(read(data, message_of(shape)))
        except (DecodeError, CannotError) as error:
            outcomes.append(error.message)
    exact, quick = outcomes
    assert quick is None or quick == exact


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
@given(seed=st.integers(0, 2**32))
@MANY
def test_damaged_messages_are_read_or_refused(shape, seed):
    dice = random.Random(seed)
    obj = decode_typed(Maker(seed, stray=False).struct(shape, 8), shape).value
    data = bytearray(write_message(obj, shape))
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(data) + 1)
        data[at : at + dice.choice((0, 1, 1, 3))] = dice.randbytes(dice.choice((0, 1, 1, 2)))
    try:
        exact = read_exactly(bytes(data), message_of(shape))
    except (DecodeError, CannotError):
        assert read_quickly(bytes(data), message_of(shape)) is None
        return
    quick = read_quickly(bytes(data), message_of(shape))
    assert quick is None or quick == exact
    assert read_message(write_message(exact, shape), shape) is not None


@given(data=st.binary(max_size=40))
@MANY
def test_any_envelope_is_opened_or_refused(data):
    try:
        envelope = open_envelope(b"k8s\x00" + data)
        obj = read_message(envelope.message, find_struct(envelope.api_version, envelope.kind))
    except (DecodeError, CannotError, LookupError):
        return
    assert write_object({**obj, "apiVersion": envelope.api_version, "kind": envelope.kind})
