"""Tests that all doors agree: a request over HTTP, a call of the façade, and the command line, which only validates."""

import enum
import json
import math
import types
import uuid
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from kapivara import Api
from kapivara.cli.main import run
from kapivara.codec.python_values import decode_value
from kapivara.meta import GroupVersionResource
from kapivara.registry.requests.request import Request
from kapivara.storage.memory import MemoryStorage

FREE = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
VERSION = {"name": "v1", "served": True, "storage": True}
CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "frees.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "frees", "kind": "Free"},
        "scope": "Namespaced",
        "versions": [{**VERSION, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": FREE}}}}],
    },
}
KIND = ("example.com/v1", "Free", "one")
ENTRY = {"manager": "m", "operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1"}


def free(spec=None, **metadata):
    metadata = {"name": "one", **metadata}
    return {"apiVersion": "example.com/v1", "kind": "Free", "metadata": metadata, "spec": spec or {}}


@pytest.fixture
def storage():
    return MemoryStorage()


@pytest.fixture
def api(storage):
    api = Api(storage)
    assert api.create(CRD).ok
    return api


# The answers of kube-apiserver v1.37: the code, and the managers of the stored object.
MANAGED = {
    "null-entry": ([None], 201, ["me"]),
    "empty-entry": ([{}], 201, ["me"]),
    "null-fields": ([{**ENTRY, "fieldsV1": None}], 201, ["me"]),
    "null-child": ([{**ENTRY, "fieldsV1": {"f:spec": None}}], 201, ["me"]),
    "null-grandchild": ([{**ENTRY, "fieldsV1": {"f:spec": {"f:a": None}}}], 201, ["m", "me"]),
    "number-for-a-child": ([{**ENTRY, "fieldsV1": {"f:spec": 1}}], 201, ["me"]),
    "list-for-a-child": ([{**ENTRY, "fieldsV1": {"f:spec": []}}], 201, ["me"]),
    "list-for-fields": ([{**ENTRY, "fieldsV1": []}], 201, ["me"]),
    "unknown-step": ([{**ENTRY, "fieldsV1": {"x:spec": {}}}], 201, ["me"]),
    "broken-step": ([{**ENTRY, "fieldsV1": {"f:spec": {"k:{": {}}}}], 201, ["me"]),
    "null-key": ([{**ENTRY, "fieldsV1": {"f:spec": {'k:{"a":null}': {}}}}], 201, ["m", "me"]),
    "null-value": ([{**ENTRY, "fieldsV1": {"f:spec": {"v:null": {}}}}], 201, ["m", "me"]),
    "unknown-operation": ([{**ENTRY, "operation": "Sing"}], 201, ["me"]),
    "unknown-type": ([{**ENTRY, "fieldsType": "FieldsV2"}], 201, ["me"]),
    "long-manager": ([{**ENTRY, "manager": "x" * 129}], 201, ["me"]),
    "long-manager-of-fields": (
        [{**ENTRY, "manager": "x" * 129, "fieldsV1": {"f:spec": {"f:a": {}}}}],
        422,
        "metadata.managedFields[0].manager: Too long: may not be more than 128 bytes",
    ),
    "no-version": ([{**ENTRY, "apiVersion": None}], 201, ["me"]),
    "no-such-version": ([{**ENTRY, "apiVersion": "a/b/c", "fieldsV1": {}}], 201, []),
    "no-list": ({}, 400, "cannot unmarshal object into Go struct field ObjectMeta.managedFields of type"),
    "no-time": ([{**ENTRY, "time": "x"}], 400, 'parsing time "x" as "2006-01-02T15:04:05Z07:00"'),
}


@pytest.mark.parametrize(("given", "code", "expected"), MANAGED.values(), ids=MANAGED)
def test_managed_fields(api, tmp_path, capsys, given, code, expected):
    manifest = free(managedFields=given)
    resource = GroupVersionResource("example.com", "v1", "frees")
    query = {"fieldManager": ["me"]}
    served = api.registry.handle(
        Request("create", resource, "default", query={**query, "dryRun": ["All"]}, body=json.dumps(manifest).encode())
    )
    judging = Api(assume_namespaces=True)
    judging.create(CRD)
    outcomes = [served, api.create(manifest, field_manager="me"), judging.create(manifest, field_manager="me")]
    assert [outcome.code for outcome in outcomes] == [code] * 3
    for outcome in outcomes:
        if code == 201:
            managers = outcome.object["metadata"].get("managedFields", [])
            assert sorted(each["manager"] for each in managers) == expected
        else:
            assert expected in outcome.status.message
    (tmp_path / "crd.json").write_text(json.dumps(CRD))
    (tmp_path / "free.json").write_text(json.dumps(manifest))
    assert run(["validate", str(tmp_path)]) == (0 if code == 201 else 1)
    assert code == 201 or expected in " ".join(capsys.readouterr().out.split())  # lines are wrapped


class Colour(enum.Enum):
    RED = "red"


ROUND: list = []
ROUND.append(ROUND)

UNSAID = {
    "nan": (math.nan, "spec.a[1]: json: unsupported value: NaN"),
    "infinity": (-math.inf, "spec.a[1]: json: unsupported value: -Inf"),
    "set": ({1}, "spec.a[1]: json: unsupported type: set"),
    "bytes": (b"x", "spec.a[1]: json: unsupported type: bytes"),
    "time": (datetime.now(UTC), "spec.a[1]: json: unsupported type: datetime"),
    "uuid": (uuid.UUID(int=1), "spec.a[1]: json: unsupported type: UUID"),
    "enum": (Colour.RED, "spec.a[1]: json: unsupported type: Colour"),
    "decimal": (Decimal(1), "spec.a[1]: json: unsupported type: Decimal"),
    "integer": (10**5000, "spec.a[1]: json: unsupported value: an integer beyond every float"),
    "surrogate": ("\ud800", "spec.a[1]: json: unsupported value: a lone surrogate U+D800"),
    "number-for-a-key": ({1: 2}, "spec.a[1][1]: json: unsupported key of type: int"),
    "null-for-a-key": ({None: 2}, "spec.a[1].None: json: unsupported key of type: NoneType"),
    "surrogate-in-a-key": ({"\ud800": 2}, "spec.a[1].\\ud800: json: unsupported value: a lone surrogate U+D800"),
    "itself": (ROUND, "exceeded max depth"),
}


@pytest.mark.parametrize(("value", "message"), UNSAID.values(), ids=UNSAID)
def test_what_json_cannot_say_is_refused(api, storage, value, message):
    api.create(free({"b": 1}))
    before = storage.revision
    spec = {"a": [0, value]}
    for outcome in (
        api.create(free(spec, name="two")),
        api.update(free(spec)),
        api.store_unchecked(free(spec, name="two")),
        api.apply(free(spec), field_manager="me"),
        api.patch(*KIND, {"spec": spec}),
    ):
        assert (outcome.code, outcome.status.reason, outcome.status.message) == (400, "BadRequest", message)
    assert storage.revision == before


def test_a_text_with_a_lone_surrogate_is_read_as_bytes_are(api):
    assert api.create(json.dumps(free({"a": "?"})).replace("?", "\ud800")).object["spec"] == {"a": "\ufffd" * 3}


@pytest.mark.parametrize(
    ("value", "read"),
    [
        pytest.param((1, (2,)), [1, [2]], id="tuples"),
        pytest.param(types.MappingProxyType({"a": ({},)}), {"a": [{}]}, id="mappings"),
        pytest.param({"a": enum.StrEnum("Size", ["big"]).big}, {"a": "big"}, id="texts of a subclass"),
        pytest.param({"a": 2**70, "b": True, "c": None}, {"a": 2.0**70, "b": True, "c": None}, id="long integers"),
        pytest.param([1.0], [1], id="whole floats"),
    ],
)
def test_what_json_can_say_is_read(value, read):
    assert decode_value(value).value == read
    assert repr(decode_value(value).value) == repr(read)
