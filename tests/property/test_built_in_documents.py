"""Tests of random objects of built-in kinds as YAML, in the storage and through whole writes: nothing is lost.

`test_built_in_kinds.py` does the same for JSON and single steps, `test_protobuf_round_trip.py` for protocol buffers.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import ALL, Maker
from tests.property.test_protobuf_round_trip import on_the_wire
from tests.unit.apis.alone import read
from tests.unit.registry.conftest import Talk

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.objects.body import Body, UndecodableError
from kapivara.codec import decode_json, decode_yaml, encode_json
from kapivara.codec.protobuf.envelope import open_envelope
from kapivara.codec.protobuf.objects import write_object
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.typed.decoding import in_key_order
from kapivara.registry.registry import Registry
from kapivara.server.responses.yaml_text import to_yaml
from kapivara.storage.memory import MemoryStorage
from kapivara.values import copy_json, deep_equal

FEW = settings(max_examples=8, deadline=None)
WRITABLE = [
    pytest.param(row.gvr(version), row, id=f"{row.gvr(version).api_version} {row.kind}")
    for row in CATALOG
    for version in row.versions
    if "create" in row.verbs
]
CODES = {201, 400, 403, 404, 409, 422, 500}


def made(kind, seed):
    """Returns an object of a kind as a body contains it; None if the body is rejected."""
    value = read(kind, Maker(seed, stray=False).struct(kind.shape, 8)).value  # empty lists are not stored
    value |= {"apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}
    try:
        return kind.codec.decode(Body(value)).obj
    except UndecodableError:
        return None


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_what_is_written_as_yaml_is_read_back(kind, seed):
    normal = read(kind, Maker(seed, stray=False).struct(kind.shape, 8)).value
    decoded = decode_yaml(to_yaml(normal))
    assert not decoded.duplicates
    again = read(kind, in_key_order(decoded.value))
    assert again.strict == ()
    assert deep_equal(again.value, normal)


@pytest.mark.parametrize("kind", ALL)
@given(seed=st.integers(0, 2**32))
@FEW
def test_what_is_stored_comes_back(kind, seed):
    obj = made(kind, seed)
    if obj is None or not kind.is_stored:
        return
    for name in ("resourceVersion", "selfLink"):
        obj["metadata"].pop(name, None)
    stored = decode_json(encode_json(kind.codec.to_storage(copy_json(obj)))).value
    back = kind.codec.from_storage(stored)
    told, wanted = (on_the_wire(read(kind, each).value, kind.shape) for each in (back, obj))
    assert deep_equal(told, wanted)


@pytest.fixture(scope="module")
def registry():
    return Registry(MemoryStorage())


@pytest.mark.parametrize(("resource", "row"), WRITABLE)
@given(seed=st.integers(0, 2**32))
@FEW
def test_whole_writes_are_answered(registry, resource, row, seed):
    kind = registry.kind(resource)
    maker = Maker(seed)
    body = {**maker.struct(kind.shape, 8), "apiVersion": kind.gvk.api_version, "kind": kind.gvk.kind}
    body["metadata"] = {"name": maker.dice.choice(("one", "one.example.com", ""))}
    outcome = Talk(registry)("create", resource, body=json.dumps(body).encode(), dryRun="All")
    assert outcome.code in CODES
    if outcome.code == 201 and outcome.object["kind"] == row.kind:
        envelope = open_envelope(write_object(outcome.object))
        assert read_message(envelope.message, kind.shape)
