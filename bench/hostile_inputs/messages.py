"""Bodies in protocol buffers: encoded built-in objects, and random changes of them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from bench.hostile_inputs.scalars import FLOATS, TEXTS
from kapivara.codec.protobuf.envelope import Envelope, seal
from kapivara.codec.protobuf.objects import find_struct
from kapivara.codec.protobuf.wire_format import number_bytes, tag_bytes
from kapivara.codec.protobuf.writing import write_message

LARGEST = 500_000
"""The maximum size of a body with repetitions, in bytes."""
PATHS = {
    ("v1", "Namespace"): "/api/v1/namespaces",
    ("v1", "ConfigMap"): "/api/v1/namespaces/default/configmaps",
    ("v1", "Pod"): "/api/v1/namespaces/default/pods",
    ("apps/v1", "ControllerRevision"): "/apis/apps/v1/namespaces/default/controllerrevisions",
    ("apiextensions.k8s.io/v1", "CustomResourceDefinition"): "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
}
"""The paths of requests by kind."""
_PLACES = tuple(PATHS.items())
SMALL_WAYS = 5
"""The number of changes that keep a message small."""
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "default": "x"}}, "additionalProperties": True}
OBJECTS: dict[str, dict[str, Any]] = {
    "Namespace": {"spec": {"finalizers": ["kubernetes"]}},
    "ConfigMap": {"data": {"a": "b", "c": ""}, "binaryData": {"d": "AAE="}, "immutable": True},
    "Pod": {
        "spec": {
            "containers": [
                {"name": "c", "image": "i", "resources": {"limits": {"cpu": "1"}}, "ports": [{"containerPort": 1}]}
            ],
            "volumes": [{"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}],
            "tolerations": [{"key": "k", "tolerationSeconds": -1}],
        }
    },
    "ControllerRevision": {"data": {"spec": {"a": [1, 2.5, None]}}, "revision": 3},
    "CustomResourceDefinition": {
        "spec": {
            "group": "messages.example.com",
            "names": {"plural": "as", "kind": "A"},
            "scope": "Cluster",
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": SCHEMA}}],
        }
    },
}
ODD = (
    b"\xff" * 9 + b"\x01",
    b"\x80" * 9 + b"\x02",
    b"\xff" * 11,
    b"\xff\xff\xff\xff\x0f",
    b"\x80\x00",
    b"\x7f",
    b"\x00",
)
"""Varints that are negative, too long, too large, or not minimal."""


def message(random: Random, name: str) -> tuple[str, bytes]:
    """Returns a path, and a body to send to it."""
    (api_version, kind), path = random.choice(list(PATHS.items()))
    obj = {"metadata": {"name": name, "labels": {"a": random.choice(TEXTS)[:60]}}, **OBJECTS[kind]}
    content = write_message(obj, find_struct(api_version, kind))
    for _ in range(random.choice((0, 1, 1, 1, 2, 5))):
        content = _changed(random, content)
    body = seal(Envelope(api_version, kind, content))
    return path, _changed(random, body) if random.random() < 0.1 else body


def small_message(random: Random) -> tuple[str, bytes]:
    """Returns a path, and a small body to send to it."""
    (api_version, kind), path = random.choice(_PLACES)
    content = _written(api_version, kind)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        content = _changed(random, content, ways=SMALL_WAYS)
    body = seal(Envelope(api_version, kind, content))
    return path, _changed(random, body, ways=SMALL_WAYS) if random.random() < 0.1 else body


@cache
def _written(api_version: str, kind: str) -> bytes:
    obj = {"metadata": {"name": "message", "labels": {"a": "b"}}, **OBJECTS[kind]}
    return write_message(obj, find_struct(api_version, kind))


def _changed(random: Random, data: bytes, *, ways: int = 7) -> bytes:
    """Returns the bytes with a random change, removal or addition."""
    at = random.randrange(len(data) + 1)
    match random.randrange(ways):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + random.randbytes(1) + data[at + 1 :]
        case 2:
            return data[:at] + random.randbytes(random.randrange(1, 9)) + data[at:]
        case 3:
            return data[:at] + random.choice(ODD) + data[at:]
        case 4:
            return data + _field(random, data)
        case 5:
            return data + _repeated(random)
    return data + _nested(random)


def _field(random: Random, data: bytes) -> bytes:
    """Returns a field of any number and wire type with arbitrary contents."""
    start = random.randrange(len(data) + 1)
    content = random.choice(
        (data[start : start + 40], random.choice(TEXTS).encode("utf-8", "replace")[:60], random.choice(FLOATS).encode())
    )
    return (
        tag_bytes(random.choice((0, 1, 2, 3, 8, 17, 30, 2**28, 2**29 - 1)), random.randrange(8))
        + number_bytes(random.choice((0, len(content), len(content) + 1, 2**31, -1)))
        + content
    )


def _repeated(random: Random) -> bytes:
    """Returns very many repetitions of a short field: two bytes can be an object."""
    one = tag_bytes(random.randrange(1, 18), random.choice((0, 2))) + b"\x00"
    return one * random.choice((10, 1_000, LARGEST // len(one)))


def _nested(random: Random) -> bytes:
    """Returns nested messages, or nested groups."""
    depth = random.choice((10, 300, 20_000))
    if random.random() < 0.2:
        return tag_bytes(30, 3) * depth + tag_bytes(30, 4) * random.choice((0, depth))
    number, heads, length = random.choice((2, 28)), [], 0
    for _ in range(depth):
        heads.append(tag_bytes(number, 2) + number_bytes(length))
        length += len(heads[-1])
    return b"".join(reversed(heads))
