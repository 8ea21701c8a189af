"""Tests that the thorough check accepts every update that the quick check accepts."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest
from tests.property.test_built_in_kinds import Maker
from tests.property.test_quick_and_thorough_types import TABLES

from kapivara.apis.machinery.validation.declared_rules import OPTIONS
from kapivara.codec import DecodeError
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.field import Operation, Verb
from kapivara.values import copy_json

PAIRS = 60
KINDS = [
    (folder, name) for folder in TABLES for name in described(folder).names if described(folder).has_validator(name)
]


def made_up(shape: Struct, seed: int) -> Any:
    try:
        return decode_typed(Maker(seed).struct(shape, 1 + seed % 4), shape).value
    except DecodeError:
        return None


def mixed(one: Any, other: Any, chance: random.Random) -> Any:
    """Returns a value with some fields of another one, at any depth."""
    if type(one) is not dict or type(other) is not dict:
        return other if chance.random() < 0.3 else one
    keys = sorted({*one, *other})
    return {key: mixed(one.get(key), other.get(key), chance) for key in keys if key in one or chance.random() < 0.3}


@pytest.mark.parametrize(("folder", "kind"), KINDS)
def test_quick_and_thorough_checks_of_updates_agree(folder: str, kind: str) -> None:
    validator = import_module(f"kapivara.{folder}.zz_generated_validations").TYPES[kind]
    shape = described(folder).struct(kind)
    for seed in range(PAIRS):
        chance = random.Random(seed)
        old, other = made_up(shape, seed), made_up(shape, seed + PAIRS)
        if old is None or other is None:
            continue
        new = mixed(copy_json(old), other, chance)
        for path in validator.paths:
            op = Operation(Verb.UPDATE, path.removeprefix("/"), OPTIONS)
            assert validator.validate(op, new, old) == validator.explain(op, None, new, old)
