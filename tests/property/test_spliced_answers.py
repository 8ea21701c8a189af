"""Tests that a response that is spliced from stored bytes equals the response of a full decode, for any object."""

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.registry.conftest import Talk, version

from kapivara.codec import decode_json, encode_json
from kapivara.codec.stored.stored_note import (
    encode_noted,
    labels_of,
    make_stamp,
    read_note,
    shown_at,
    with_note,
    without_note,
)
from kapivara.registry.objects.stored_object import Found, find, read_stored
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage
from kapivara.values import deep_equal

TRAPS = (
    '"labels":{',
    '"uid":"u"}',
    ',"metadata":{"uid":"u"',
    '\\"uid\\":',
    "}",
    '"',
    "\\",
    " \t\n",
    "é\u2028",
    "1e3",
    "1.0",
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(TRAPS)
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)
METADATA = st.fixed_dictionaries(
    {"name": st.just("one"), "uid": st.sampled_from(("u", '"uid":"u"}', "é"))},
    optional={
        "annotations": st.dictionaries(TEXTS, TEXTS, max_size=3),
        "labels": st.dictionaries(TEXTS, TEXTS, max_size=3),
        "finalizers": st.lists(TEXTS, max_size=2),
        "ownerReferences": st.lists(st.fixed_dictionaries({"name": TEXTS, "uid": st.just("u")}), max_size=2),
        "zz": VALUES,
    },
)
FORMS = st.builds(
    lambda metadata, others: {**others, "apiVersion": "example.com/v1", "kind": "Free", "metadata": metadata},
    METADATA,
    st.dictionaries(TEXTS | st.sampled_from(("data", "spec", "status", "~")), VALUES, max_size=4),
)
STAMP = make_stamp(b"a reader")


@given(FORMS, st.integers(1, 2**40))
def test_a_note_leads_to_the_same_object(form, revision):
    encoded = encode_noted(form)
    if encoded is None:
        return
    assert encoded.data == encode_json(form)
    value = with_note(encoded, STAMP)
    assert without_note(value) == encoded.data
    assert read_note(value, make_stamp(b"another reader")) is None
    note = read_note(value, STAMP)
    assert note == encoded.note
    assert labels_of(value, note) == (form["metadata"].get("labels") or {})
    read = decode_json(b"".join(shown_at(value, note, revision)))
    form["metadata"]["resourceVersion"] = str(revision)
    assert not read.duplicates
    assert deep_equal(read.value, form)


def _free_talk():
    free = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    sized = {"type": "object", "properties": {"n": {"type": "integer", "default": 3}, "x": free, "l": LISTED}}
    made = version("v1", spec=sized, subresources={"status": {}})
    made["schema"]["openAPIV3Schema"]["x-kubernetes-preserve-unknown-fields"] = True
    talk = Talk(Registry(MemoryStorage()))
    return talk, talk.define("frees", "Free", versions=[made])[0]


LISTED = {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string", "default": "b"}}}}
ITEMS = st.dictionaries(st.sampled_from(("a", "unknown")), st.none() | TEXTS, max_size=2)
FREE = st.dictionaries(TEXTS, VALUES, max_size=3)
SPECS = st.fixed_dictionaries({}, optional={"n": st.none() | st.integers(0, 9), "x": FREE, "l": st.lists(ITEMS)})


@given(SPECS, st.dictionaries(st.sampled_from(("data", "zone", "status")), VALUES, max_size=3), st.booleans())
def test_answers_are_those_of_thorough_reading(spec, others, is_warm):
    talk, resource = _free_talk()
    body = {**others, "apiVersion": "example.com/v1", "kind": "Free", "spec": spec}
    for number in range(5 if is_warm else 1):
        body["metadata"] = {"name": f"o{number}", "labels": {"n": str(number)}, "annotations": {'"labels":{': "}"}}
        created = talk("create", resource, body=body)
        if not created.ok:
            return
    kind, storage = talk.registry.kind(resource), talk.registry._storage
    thorough = []
    for stored in storage.list("/registry/example.com/frees/").items:
        slow, quick = Found(stored, read_stored(kind, stored), None), find(kind, stored)
        assert quick.to_json() == slow.to_json()
        assert quick.labels == slow.labels
        assert deep_equal(quick.obj, slow.obj)
        thorough.append(slow.obj)
    assert created.document.to_json() == encode_json(thorough[-1])
    listed = talk("list", resource)
    assert listed.document.to_json() == encode_json({**listed.object, "items": thorough})
