"""Tests of objects as protobuf: the compared parts, and bytes that are no protobuf."""

from __future__ import annotations

import base64
import json
from http.client import HTTPMessage
from typing import Any

import pytest

from conformance.client import Client, Reply
from conformance.recordings import read_lines
from conformance.twins import MEDIA_TYPE, WireError, comparable_bytes, judge_twin

ROWS: list[Any] = read_lines("protobuf") or []
OBJECT = next(row for row in ROWS if not row.get("list"))
LIST = next(row for row in ROWS if row.get("list") and row["json"]["kind"] == "ConfigMapList")


class Recorded(Client):
    """A client that answers with the recorded twin."""

    def __init__(self, row: Any, *, created: int = 201, other: bytes = b""):
        super().__init__("http://127.0.0.1:1")
        self._row, self._created, self._other = row, created, other
        self.sent: list[str] = []

    def send(self, method: str, path: str, headers: Any = None, body: Any = None) -> Reply:
        self.sent.append(f"{method} {path}")
        if method == "GET":
            return Reply(200, HTTPMessage(), [], base64.b64decode(self._row["protobuf"]))
        if (headers or {}).get("Accept") == MEDIA_TYPE:
            return Reply(self._created, HTTPMessage(), [], self._other or base64.b64decode(self._row["protobuf"]))
        return Reply(self._created, HTTPMessage(), [], json.dumps(self._row["json"]).encode())


def field(number: int, content: bytes) -> bytes:
    assert len(content) < 128
    return bytes([number << 3 | 2, len(content)]) + content


def envelope(message: bytes) -> bytes:
    return b"k8s\x00" + field(1, b"kind") + field(2, message)


def item(name: bytes, uid: bytes, spec: bytes = b"s") -> bytes:
    return field(1, field(1, name) + field(5, uid)) + field(2, spec)


def test_every_recorded_twin_is_read() -> None:
    for row in ROWS:
        names = {each["metadata"]["name"].encode() for each in row["json"]["items"]} if row.get("list") else None
        compared = comparable_bytes(base64.b64decode(row["protobuf"]), names)
        if names is None:
            assert row["json"]["metadata"]["uid"].encode() not in repr(compared).encode(), row["path"]
        else:
            assert len(dict(compared)[2]) == 1 + len(names), row["path"]


def test_volatile_fields_are_not_compared() -> None:
    one, other = envelope(item(b"a", b"1")), envelope(item(b"a", b"2"))
    assert comparable_bytes(one) == comparable_bytes(other)
    assert comparable_bytes(one) != comparable_bytes(envelope(item(b"a", b"1", b"t")))
    assert comparable_bytes(one) != comparable_bytes(envelope(item(b"b", b"1")))


def test_moments_of_a_status_are_not_compared() -> None:
    one, other = (envelope(item(b"a", b"1") + field(3, field(4, time) + field(1, b"p"))) for time in (b"1", b"2"))
    assert comparable_bytes(one) != comparable_bytes(other)
    assert comparable_bytes(one, moment=4) == comparable_bytes(other, moment=4)
    assert comparable_bytes(one, moment=1) != comparable_bytes(other, moment=1)


def test_only_named_items_of_a_list_are_compared() -> None:
    one = envelope(field(1, field(2, b"7")) + field(2, item(b"a", b"1")) + field(2, item(b"b", b"2")))
    other = envelope(field(1, field(2, b"8")) + field(2, item(b"a", b"3")))
    assert comparable_bytes(one, {b"a"}) == comparable_bytes(other, {b"a"})
    assert comparable_bytes(one, {b"a", b"b"}) != comparable_bytes(other, {b"a", b"b"})


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"{}", id="json"),
        pytest.param(b"k8s\x00\x0a\x05ab", id="too-short"),
        pytest.param(b"k8s\x00\x0b", id="group"),
        pytest.param(b"k8s\x00\x88", id="cut-number"),
    ],
)
def test_what_is_no_protobuf(data: bytes) -> None:
    with pytest.raises(WireError):
        comparable_bytes(data)


def test_an_object_that_agrees() -> None:
    outcome = judge_twin(OBJECT, Recorded(OBJECT))
    assert (outcome.id, outcome.exact, outcome.verdict, outcome.playable) == (
        "protobuf/Namespace/twin-0",
        True,
        True,
        True,
    )


def test_an_object_that_differs() -> None:
    outcome = judge_twin(OBJECT, Recorded(OBJECT, other=envelope(item(b"a", b"1"))))
    assert (outcome.exact, outcome.verdict, outcome.playable) == (False, True, True)


@pytest.mark.parametrize(("code", "playable"), [(415, False), (422, True)])
def test_an_object_that_is_refused(code: int, playable: bool) -> None:
    outcome = judge_twin(OBJECT, Recorded(OBJECT, created=code))
    assert (outcome.exact, outcome.verdict, outcome.playable) == (False, False, playable)


def test_a_list_is_made_listed_and_removed() -> None:
    client = Recorded(LIST)
    assert judge_twin(LIST, client).exact
    path, names = LIST["path"], [each["metadata"]["name"] for each in LIST["json"]["items"]]
    assert client.sent == [*[f"POST {path}"] * len(names), f"GET {path}", *(f"DELETE {path}/{name}" for name in names)]


def test_a_list_without_items_of_its_own_agrees_in_nothing() -> None:
    assert judge_twin(LIST, Recorded(LIST, created=404)).differences == ["no item could be created"]
