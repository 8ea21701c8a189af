"""Bodies: objects of a CRD, valid and maliciously changed."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.hostile_inputs.scalars import FLOATS, TEXTS, json_text, nested, scalar, text, value

LARGEST = 500_000
"""The maximum size of a body in bytes: nested lists could have any size. Probes send large bodies."""
MANAGED = {
    "manager": "m",
    "operation": "Update",
    "apiVersion": "v1",
    "fieldsType": "FieldsV1",
    "time": "2020-01-01T00:00:00Z",
    "fieldsV1": {"f:spec": {"f:a": {}, ".": {}}},
}
OWNER = {"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "u"}
METADATA: tuple[dict[str, Any], ...] = (
    {"labels": {"a": "b"}},
    {"labels": {"a/b/c": "x" * 64, "": None}},
    {"annotations": {"a": "x" * 270_000}},
    {"finalizers": ["a/b", "a/b", "bad"]},
    {"ownerReferences": [OWNER, OWNER]},
    {"managedFields": [MANAGED]},
    {"managedFields": [{**MANAGED, "fieldsV1": {"f:spec": None}}]},
    {"managedFields": [{**MANAGED, "fieldsV1": {'k:{"a":1}': {"v:1": {}, "i:0": {}, "x:": {}}}}]},
    {"managedFields": [None, {}, {"operation": 1}]},
    {"generation": -1, "resourceVersion": "x"},
    {"deletionTimestamp": "2020-01-01T00:00:00Z", "deletionGracePeriodSeconds": 0},
    {"creationTimestamp": "yesterday"},
    {"namespace": "other"},
    {"generateName": "g-"},
)
YAML = (
    *("a: &a [*a]", "? [a]\n: b", "a: !!python/object:os.system x", "%YAML 1.1\n---\na: 1", "a: 1\na: 2"),
    *("<<: {a: b}", "a: !!binary aGk="),
    *("&a a: *a", "--- 1\n--- 2", "a:\n\tb", "a: 0o17\nb: 017\nc: 1_0", "- " * 300, "{a: " * 300, "a: |9\n  b"),
    *("\ufeffa: 1", "a: \x07"),
)


def whole(random: Random, definition: dict[str, Any], name: str) -> dict[str, Any]:
    """Returns an object that the CRD may accept."""
    spec = definition["spec"]
    made: dict[str, Any] = {
        "apiVersion": "hostile.example.com/v1",
        "kind": spec["names"]["kind"],
        "metadata": {"name": name},
        "spec": _value_of(random, spec["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]),
    }
    if random.random() < 0.25:
        made["metadata"] |= random.choice(METADATA)
    return made


def body(random: Random, made: dict[str, Any]) -> bytes:
    """Returns the bytes of an object: mostly its JSON, otherwise JSON or YAML with an error; limited in size."""
    return _body(random, made)[:LARGEST]


def _body(random: Random, made: dict[str, Any]) -> bytes:
    chance = random.random()
    if chance < 0.6:
        return json_text(made).encode()
    if chance < 0.7:
        _change_somewhere(random, made)
        return json_text(made).encode()
    if chance < 0.75:
        made["spec"] = {"any": nested(random)} if random.random() < 0.7 else nested(random)
        return json_text(made).encode()
    written = json_text(made)
    at = random.randrange(len(written) + 1)
    if chance < 0.85:
        return (
            written[:at] + random.choice((",", "}", "]", '"', "\\", "\x00", "NaN", "/**/", " ", *FLOATS)) + written[at:]
        ).encode()
    if chance < 0.9:
        return written[:at].encode()
    if chance < 0.95:
        data = bytearray(written.encode())
        data[random.randrange(len(data))] = random.randrange(256)
        return bytes(data)
    return _yaml(random, made)


def _yaml(random: Random, made: dict[str, Any]) -> bytes:
    lines = [f"{name}: {json_text(each)}" for name, each in made.items()]
    lines.insert(random.randrange(len(lines) + 1), random.choice(YAML))
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _value_of(random: Random, schema: Any, level: int = 0) -> Any:
    """Returns a value with the shape of a schema, sometimes with another; deep values have one branch only."""
    if not isinstance(schema, dict) or random.random() < 0.04:
        return value(random)
    if "default" in schema and random.random() < 0.3:
        return schema["default"]
    if isinstance(schema.get("enum"), list) and schema["enum"] and random.random() < 0.8:
        return random.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            properties = schema.get("properties")
            shown = list(properties.items())[:30] if isinstance(properties, dict) else []
            made = {name: _value_of(random, each, level + 1) for name, each in shown if random.random() < 0.6}
            if "additionalProperties" in schema:
                made |= {
                    text(random): _value_of(random, schema["additionalProperties"], level + 1)
                    for _ in range(random.randrange(3))
                }
            return made
        case "array":
            many = random.choice((0, 1, 2, 3, 3, 400 if random.random() < 0.05 else 1) if level < 4 else (0, 1, 1))
            return [_value_of(random, schema.get("items"), level + 1) for _ in range(many)]
        case "string":
            return random.choice(TEXTS) if random.random() < 0.6 else "ab" * random.choice((1, 1, 2, 2_000))
        case "integer":
            return random.randrange(-2, 9)
        case "number":
            return random.choice((0, 1, 1.5, 3.0))
        case "boolean":
            return random.random() < 0.5
    return scalar(random)


def _change_somewhere(random: Random, made: Any) -> None:
    """Replaces a value at one place of an object, at any depth."""
    while True:
        places = list(made) if isinstance(made, dict) else list(range(len(made)))
        if not places:
            return
        place = random.choice(places)
        if isinstance(made[place], (dict, list)) and made[place] and random.random() < 0.75:
            made = made[place]
            continue
        if isinstance(made, dict) and random.random() < 0.3:
            made[text(random)] = value(random)
        else:
            made[place] = value(random)
        return
