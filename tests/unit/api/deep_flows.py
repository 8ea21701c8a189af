"""Sends one object of a given depth through every way into and out of a server; also a script for other Pythons.

`python deep_flows.py DEPTH` prints the result of each step as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from kapivara import Api
from kapivara.codec import Decoded, decode_yaml, encode_json
from kapivara.server.responses.yaml_text import to_yaml

OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
ATOMIC = {**OPEN, "x-kubernetes-map-type": "atomic"}
SCHEMA = {
    "type": "object",
    "properties": {
        "spec": OPEN,
        "status": OPEN,
        "items": {"type": "array", "x-kubernetes-list-type": "set", "items": ATOMIC},
        "choice": {"x-kubernetes-preserve-unknown-fields": True, "enum": [{"a": 1}]},
        "pod": {**OPEN, "x-kubernetes-embedded-resource": True},
    },
}
CRD: dict[str, Any] = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "wells.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "wells", "kind": "Well"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {"openAPIV3Schema": SCHEMA},
                "subresources": {"status": {}},
            }
        ],
    },
}
WELL = ("example.com/v1", "Well")


def nested(levels: int, leaf: str = "1", *, lists: bool = False) -> str:
    """Returns JSON with so many levels."""
    return "[" * levels + leaf + "]" * levels if lists else '{"a":' * levels + leaf + "}" * levels


def value(levels: int) -> Any:
    """Returns the same as Python values."""
    made: Any = 1
    for _ in range(levels):
        made = {"a": made}
    return made


def well(name: str, field: str, inner: str) -> bytes:
    """Returns an object with a value in a field."""
    head = f'"apiVersion":"example.com/v1","kind":"Well","metadata":{{"name":"{name}"}}'
    return f'{{{head},"{field}":{inner}}}'.encode()


def play(depth: int) -> dict[str, str]:
    """Sends objects of a depth through all doors; returns each response's code and the start of its message."""
    api = Api()
    assert api.create(CRD).ok
    told = {}
    for name, call in _steps(api, depth):
        outcome = call()
        message = outcome.status.message if outcome.status else ""
        told[name] = f"{outcome.code} {message[:60]}{message[-60:] if len(message) > 60 else ''}".strip()
    told["yaml out"] = "same" if _same_through_yaml(api) else "different"
    return told


def _steps(api: Api, depth: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    below = depth - 1
    inner = nested(below)

    def patch(name: str, body: str, patch_type: str = "merge") -> Any:
        return api.patch(*WELL, name, body.encode(), patch_type=patch_type)

    yield "create", lambda: api.create(well("one", "spec", inner))
    yield "create list", lambda: api.create(well("two", "spec", f'{{"a":{nested(below - 1, lists=True)}}}'))
    yield "create python", lambda: api.create({**json.loads(well("three", "x", "1")), "spec": value(below)})
    yield "create decoded", lambda: api.create(Decoded({**json.loads(well("four", "x", "1")), "spec": value(below)}))
    yield "create yaml", lambda: api.create(b"# yaml\n" + well("five", "spec", inner))
    yield "get", lambda: api.get(*WELL, "one")
    yield "list", lambda: api.list(*WELL)
    yield "merge patch", lambda: patch("one", f'{{"spec":{nested(below, "2")}}}')
    yield "merge patch python", lambda: api.patch(*WELL, "one", {"spec": value(below)})
    yield "json patch", lambda: patch("one", f'[{{"op":"add","path":"/spec/b","value":{nested(below - 2)}}}]', "json")
    yield (
        "json patch test",
        lambda: patch(
            "one",
            f'[{{"op":"test","path":"/spec/b","value":{nested(below - 2)}}},'
            '{"op":"copy","from":"/spec/b","path":"/spec/c"}]',
            "json",
        ),
    )
    yield "apply", lambda: api.apply(well("six", "spec", inner), field_manager="ann")
    yield "apply against", lambda: api.apply(well("six", "spec", nested(below, "2")), field_manager="bob")
    yield "apply by force", lambda: api.apply(well("six", "spec", nested(below, "2")), field_manager="bob", force=True)
    yield "apply less", lambda: api.apply(well("six", "spec", "{}"), field_manager="bob")
    yield "set", lambda: api.create(well("seven", "items", f"[{nested(below - 1)},{nested(below - 1)}]"))
    yield "enum", lambda: api.create(well("eight", "choice", inner))
    yield "embedded", lambda: api.create(well("nine", "pod", inner))
    yield "unknown", lambda: api.create(well("ten", "other", inner), field_validation="Strict")
    yield "metadata", lambda: api.create(well("eleven", "metadata", f'{{"name":"x","labels":{nested(below - 1)}}}'))
    yield "duplicates", lambda: api.create(well("twelve", "spec", nested(below - 1, '{"d":1,"d":2}')))
    yield "place", lambda: api.store_unchecked(well("thirteen", "spec", inner))
    yield "delete", lambda: api.delete(*WELL, "two")


def _same_through_yaml(api: Api) -> bool:
    stored = api.get(*WELL, "one").object
    return stored is None or encode_json(decode_yaml(to_yaml(stored)).value) == encode_json(stored)


if __name__ == "__main__":
    print(json.dumps(play(int(sys.argv[1]))))
