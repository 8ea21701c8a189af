"""Replays `protobuf.jsonl`: objects of built-in kinds as JSON and the same objects as protobuf.

An object is created twice in a dry run: sent as JSON and returned as protobuf, and sent as protobuf and returned as
JSON; both responses are compared with the recorded one. For a list, its items are created where that is possible,
listed as protobuf and deleted again; other items in the response are ignored. Lists are replayed one at a time.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.client import Client, Reply
from conformance.comparable import comparable_body
from conformance.comparison import differences, is_served
from conformance.conversation import Answer
from conformance.tally import Outcome

MEDIA_TYPE = "application/vnd.kubernetes.protobuf"
_MAGIC = b"k8s\x00"
_RAW = 2  # field of runtime.Unknown
_METADATA = 1  # field of objects and lists
_NAME = 1  # field of ObjectMeta
_VOLATILE = {4, 5, 6, 8, 17}  # of ObjectMeta: selfLink, uid, resourceVersion, creationTimestamp, managedFields
_VOLATILE_OF_LISTS = {1, 2}  # of ListMeta: selfLink, resourceVersion
_STATUS = 3  # field of objects
_MOMENTS = {"PersistentVolume": ("lastPhaseTransitionTime", 4)}
"""The field with the creation time in statuses that have one."""

Field = tuple[int, bytes]


class WireError(ValueError):
    """Bytes that are no protobuf message."""


def judge_twin(row: dict[str, Any], client: Client) -> Outcome:
    """Replays one row and compares."""
    kind = row["json"]["kind"].removesuffix("List")
    if row.get("list"):
        return _judge_list(f"protobuf/{kind}/list", row, client)
    path = f"{row['path'].rpartition('/')[0]}?dryRun=All"
    twin = base64.b64decode(row["protobuf"])
    as_protobuf = client.send("POST", path, {"Accept": MEDIA_TYPE}, row["json"])
    as_json = client.send("POST", path, {"Content-Type": MEDIA_TYPE}, twin)
    moment, number = _MOMENTS.get(kind, ("", 0))
    ignored = {"ignore": [f"status.{moment}"]} if moment else {}
    wanted = Answer(201, [], comparable_body(row["json"], ignored))
    answered = Answer(as_json.code, [], comparable_body(as_json.body, ignored))
    found = [f"as protobuf: {text}" for text in _differ(as_protobuf, twin, number)]
    found += [f"as JSON: {text}" for text in differences(wanted, answered)]
    return _outcome(f"protobuf/{kind}/{row['json']['metadata']['name']}", [as_protobuf, as_json], found)


def _judge_list(name: str, row: dict[str, Any], client: Client) -> Outcome:
    kind = {"apiVersion": row["json"]["apiVersion"], "kind": row["json"]["kind"].removesuffix("List")}
    created = []
    for item in row["json"]["items"]:
        if client.send("POST", row["path"], None, {**kind, **comparable_body(item, {})}).code == 201:
            created.append(item["metadata"]["name"])
    try:
        listed = client.send("GET", row["path"], {"Accept": MEDIA_TYPE})
    finally:
        for each in created:
            client.send("DELETE", f"{row['path']}/{each}")
    _, number = _MOMENTS.get(kind["kind"], ("", 0))
    names = {each.encode() for each in created}
    found = list(_differ(listed, base64.b64decode(row["protobuf"]), number, items=names))
    return _outcome(name, [listed], found if created else [*found, "no item could be created"])


def _outcome(name: str, replies: list[Reply], found: list[str]) -> Outcome:
    served = [is_served(Answer(200, [], None), Answer(reply.code, [], reply.body)) for reply in replies]
    return Outcome(name, all(served), all(reply.code in (200, 201) for reply in replies), found)


def _differ(reply: Reply, wanted: bytes, moment: int, items: set[bytes] | None = None) -> Iterator[str]:
    if reply.code not in (200, 201):
        yield f"refused with {reply.code}"
        return
    try:
        if comparable_bytes(reply.raw, items, moment) != comparable_bytes(wanted, items, moment):
            yield f"expected {wanted!r}, got {reply.raw!r}"
    except WireError as error:
        yield str(error)


def comparable_bytes(data: bytes, items: set[bytes] | None = None, moment: int = 0) -> list[Any]:
    """Returns the fields of an encoded object, or of a list with the named items.

    Parts that differ between servers are omitted, and so is the field of the status with a `moment`.
    """
    if not data.startswith(_MAGIC):
        raise WireError("the answer does not begin as Kubernetes' protobuf does")
    strip = partial(_strip_object if items is None else partial(_strip_list, items=items), moment=moment)
    return [(number, strip(content) if number == _RAW else content) for number, content in _fields(data[len(_MAGIC) :])]


def _strip_object(data: bytes, moment: int) -> list[Any]:
    dropped = {_METADATA: _VOLATILE, **({_STATUS: {moment}} if moment else {})}
    return [
        (number, _without(content, dropped[number]) if number in dropped else content)
        for number, content in _fields(data)
    ]


def _strip_list(data: bytes, items: set[bytes], moment: int) -> list[Any]:
    kept: list[Any] = []
    for number, content in _fields(data):
        if number == _METADATA:
            kept.append(_without(content, _VOLATILE_OF_LISTS))
        elif _name_of(content) in items:
            kept.append(_strip_object(content, moment))
    return kept


def _without(message: bytes, dropped: set[int]) -> list[Field]:
    return [field for field in _fields(message) if field[0] not in dropped]


def _name_of(item: bytes) -> bytes:
    metadata = dict(_fields(item)).get(_METADATA, b"")
    return dict(_fields(metadata)).get(_NAME, b"")


def _fields(data: bytes) -> Iterator[Field]:
    """Splits a message into its fields: number, and unchanged content."""
    position = 0
    while position < len(data):
        key, position = _read_number(data, position)
        start = position
        match key & 7:
            case 0:
                _, end = _read_number(data, position)
            case 1:
                end = position + 8
            case 2:
                length, start = _read_number(data, position)
                end = start + length
            case 5:
                end = position + 4
            case other:
                raise WireError(f"wire type {other} is not known")
        if end > len(data):
            raise WireError("the message ends too early")
        yield key >> 3, data[start:end]
        position = end


def _read_number(data: bytes, position: int) -> tuple[int, int]:
    """Reads a number of variable length; returns it and its end."""
    number = shift = 0
    while position < len(data):
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, position
        shift += 7
    raise WireError("the message ends too early")
