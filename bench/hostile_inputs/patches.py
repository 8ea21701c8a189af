"""Patches of every type, of existing objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from bench.hostile_inputs.mutations import VALUES, Tokens, changed_bytes, changed_json
from bench.hostile_inputs.objects import LARGEST, METADATA, whole
from bench.hostile_inputs.scalars import json_text, nested, text, value

JSON_PATCH, MERGE_PATCH = "application/json-patch+json", "application/merge-patch+json"
APPLY_PATCH, STRATEGIC_PATCH = "application/apply-patch+yaml", "application/strategic-merge-patch+json"
OPERATIONS = ("add", "add", "replace", "remove", "test", "copy", "move", "Add", "", None)
_OPERATIONS = tuple(json.dumps(each).encode() for each in OPERATIONS)
POINTERS = (
    *("", "/", "/spec", "/spec/a", "/spec/items", "/spec/items/0", "/spec/items/-", "/spec/items/-1"),
    *("/spec/items/01", "/spec/any"),
    *("/metadata/labels", "/metadata/name", "/metadata/managedFields", "/metadata/managedFields/0/fieldsV1"),
    *("/spec/map/~1~0", "/kind"),
    *("/apiVersion", "/metadata", "spec", "/spec/any/any", "/spec/items/99999999999", "/metadata/finalizers/0"),
    *("/status/a", "/~2"),
)


def patch(random: Random, definition: dict[str, Any], name: str) -> tuple[str, bytes]:
    """Returns the media type and the body, cut if it is long."""
    media_type, body = _patch(random, definition, name)
    return media_type, body[:LARGEST]


def _patch(random: Random, definition: dict[str, Any], name: str) -> tuple[str, bytes]:
    chance = random.random()
    if chance < 0.45:
        return JSON_PATCH, json_text(_operations(random)).encode()
    if chance < 0.75:
        return MERGE_PATCH, json_text(_merge(random, definition, name)).encode()
    if chance < 0.95:
        return APPLY_PATCH, json_text(whole(random, definition, name)).encode()
    return STRATEGIC_PATCH, json_text({"spec": {"$patch": random.choice(("replace", "delete", 1)), "a": 1}}).encode()


def _operations(random: Random) -> Any:
    if random.random() < 0.05:
        return value(random)
    if random.random() < 0.1:  # doubles the object repeatedly
        twice = {"op": "copy", "from": "/spec", "path": "/spec/any"}
        return [twice] * random.choice((2, 12, 40, 400))
    made = []
    for _ in range(random.choice((1, 1, 2, 5, 60))):
        given = nested(random) if random.random() < 0.03 else value(random)
        step = {
            "op": random.choice(OPERATIONS),
            "path": random.choice(POINTERS),
            "from": random.choice(POINTERS),
            "value": given,
        }
        for key in ("value", "from", "op", "path"):
            if random.random() < 0.03:
                del step[key]
        made.append(step)
    return made


def _merge(random: Random, definition: dict[str, Any], name: str) -> Any:
    chance = random.random()
    if chance < 0.5:
        return {"spec": whole(random, definition, name)["spec"]}
    if chance < 0.7:
        return {"metadata": random.choice(METADATA)}
    if chance < 0.8:
        return {"spec": {"any": nested(random)}}
    if chance < 0.9:
        return {"spec": None, text(random): value(random)}
    return value(random)


@dataclass(frozen=True, slots=True)
class Patched:
    """An object for small patches: its text, the part that patches merge, and pointers to its fields."""

    whole: Tokens
    part: Tokens
    pointers: tuple[bytes, ...]


def small_patch(random: Random, patched: Patched, media_type: str) -> bytes:
    """Returns the body of a patch of some type."""
    if media_type == APPLY_PATCH:
        return changed_json(random, patched.whole)
    if media_type != JSON_PATCH:
        return changed_json(random, patched.part)
    steps = b",".join([_step(random, patched) for _ in range(random.choice((1, 1, 1, 2, 3)))])
    return b"[%b]" % steps if random.random() < 0.95 else changed_bytes(random, steps)


def _step(random: Random, patched: Patched) -> bytes:
    step = b'"op":%b,"path":%b,"from":%b,"value":%b' % (
        random.choice(_OPERATIONS),
        random.choice(patched.pointers),
        random.choice(patched.pointers),
        random.choice(VALUES),
    )
    return b"{%b}" % (step if random.random() < 0.97 else changed_bytes(random, step))


def pointers_of(value: Any) -> tuple[bytes, ...]:
    """Returns JSON pointers to all parts of a value, and some that point nowhere."""
    found, todo = list(POINTERS), [("", value)]
    while todo:
        pointer, each = todo.pop()
        inside = each.items() if isinstance(each, dict) else enumerate(each) if isinstance(each, list) else ()
        below = [(f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}", item) for name, item in inside]
        found += [pointer for pointer, _ in below]
        todo += below
    return tuple(json.dumps(each).encode() for each in found)
