"""Tests of published examples and changed copies of them: one pass and the steps give the same answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kapivara.field import Operation, Verb
from kapivara.schema.resource.compile_threshold import COMPILED_AFTER
from kapivara.schema.resource.sound_fields import SoundFields
from kapivara.schema.resource.versions import ResourceSchema
from kapivara.schema.steps.defaulting import apply_defaults
from kapivara.values import ABSENT, copy_json, deep_equal

CHANGES = 40
ODD: list[Any] = [None, "", "x", "10s", -1, 0, 70_000, 1.5, True, [], {}, ["x"], {"x": "y"}, [{}]]


def test_examples_and_changed_ones(realworld_crd: Path) -> None:
    raw = json.loads(realworld_crd.read_text())["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    slow, quick = ResourceSchema(copy_json(raw)), ResourceSchema(copy_json(raw))
    quick._cold = COMPILED_AFTER
    file = realworld_crd.with_name(realworld_crd.name.replace(".crd.", ".examples."))
    for example in json.loads(file.read_text()) if file.exists() else []:
        is_open = agree(slow, quick, example)
        assert not is_open, "the pass leaves a published example to the steps"
        for changed in some_changed(example):
            agree(slow, quick, changed)


def agree(slow: ResourceSchema, quick: ResourceSchema, obj: Any) -> bool:
    """Compares the two ways; returns whether the pass declines an object without errors."""
    expected, found, sound = copy_json(obj), copy_json(obj), SoundFields()
    unknown = slow.prune(expected)
    apply_defaults(expected, slow.structural)
    errors = slow.validate(Operation(Verb.CREATE), expected)
    errors = errors + slow.validate_rules(expected, ABSENT, errors)
    assert quick.prune_and_default(found, sound=sound) == unknown
    assert deep_equal(found, expected)
    is_sound = quick.is_sound(found, ABSENT, sound)
    assert not (is_sound and errors)
    return not is_sound and not errors


def some_changed(example: Any) -> Iterator[Any]:
    """Removes parts of an object, replaces them by odd values, adds fields, repeats items."""
    chance = random.Random(json.dumps(example, sort_keys=True))
    for _ in range(CHANGES):
        changed = copy_json(example)
        holder, key = chance.choice(list(places(changed)))
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1:
                holder[key] = chance.choice(ODD)
            case 2 if isinstance(holder, dict):
                holder["another"] = chance.choice(ODD)
            case 3 if isinstance(holder, list):
                holder.append(copy_json(holder[key]))
        yield changed


def places(value: Any, *, top: bool = True) -> Iterator[tuple[Any, Any]]:
    """Yields all fields and items, except those of metadata."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        if top and key in ("apiVersion", "kind", "metadata"):
            continue
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key], top=False)
