"""Compares objects and lists that the server wrote as JSON and as protocol buffers: each is read and written as the
other.
"""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from conformance.recordings import read_lines
from kapivara.codec.protobuf import quick_reading
from kapivara.codec.protobuf.envelope import Envelope, open_envelope
from kapivara.codec.protobuf.messages import message_of
from kapivara.codec.protobuf.objects import find_struct, write_object
from kapivara.codec.protobuf.quick_reading import read_quickly
from kapivara.codec.protobuf.reading import read_exactly
from kapivara.values import JsonObject, copy_json

TWINS = read_lines("protobuf") or []


@pytest.fixture(params=TWINS, ids=lambda row: f"{row['json']['kind']} {row['path'].rpartition('/')[2]}")
def twin(request: Any) -> tuple[JsonObject, bytes]:
    return request.param["json"], base64.b64decode(request.param["protobuf"])


def without_types_of_claims(obj: JsonObject) -> JsonObject:
    """Removes the kind of the claims in a StatefulSet, a default without a field in messages."""
    obj = copy_json(obj)
    for each in obj.get("items") or [obj]:
        for claim in each.get("spec", {}).get("volumeClaimTemplates", ()):
            del claim["apiVersion"], claim["kind"]
    return obj


def with_type(obj: JsonObject, envelope: Envelope) -> JsonObject:
    return {**obj, "apiVersion": envelope.api_version, "kind": envelope.kind}


def test_all_are_there() -> None:
    assert len(TWINS) == 669


def test_a_message_is_read_as_its_json(twin: tuple[JsonObject, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_reading, "_FEW", 0)
    wanted, body = without_types_of_claims(twin[0]), twin[1]
    envelope = open_envelope(body)
    message = message_of(find_struct(envelope.api_version, envelope.kind))
    assert with_type(read_exactly(envelope.message, message), envelope) == wanted
    quickly = read_quickly(envelope.message, message)
    assert quickly is None or with_type(quickly, envelope) == wanted


def test_nearly_all_messages_are_read_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick_reading, "_FEW", 0)
    read = 0
    for row in TWINS:
        envelope = open_envelope(base64.b64decode(row["protobuf"]))
        message = message_of(find_struct(envelope.api_version, envelope.kind))
        read += read_quickly(envelope.message, message) is not None
    assert read >= 665


def test_json_is_written_as_its_message(twin: tuple[JsonObject, bytes]) -> None:
    obj, body = twin
    assert write_object(obj, sent=json.dumps(obj).encode()) == body, "with blanks in raw values, as they were sent"
