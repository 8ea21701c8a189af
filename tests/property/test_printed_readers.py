"""Tests of generated functions of types: readers agree with the thorough one, and defaults with those of the first
objects.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import STRAY, Maker
from tests.property.test_quick_and_thorough_types import TABLES, outcome, structs_of

import kapivara.apis.machinery.objects.type_defaults as type_defaults
import kapivara.codec.typed.quick_reader as quick_reader
from kapivara.codec.shapes import STRINGS, Struct, optional
from kapivara.codec.typed.decoding import decode_typed, take_typed
from kapivara.values import copy_json, deep_equal


@pytest.fixture(scope="module", autouse=True)
def printing_at_once() -> Any:
    """Generates functions for the second value, without a limit on their number."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quick_reader, "_FEW", 0)
        patch.setattr(quick_reader, "_MOST_IN_ALL", 1_000_000)
        patch.setattr(quick_reader, "_readers", {})
        patch.setattr(quick_reader, "_struct_readers", {})
        yield


def spoiled(value: Any, dice: random.Random) -> Any:
    """Returns a value with the same fields, one of which may have another value."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        name = dice.choice(list(value))
        return {**value, name: spoiled(value[name], dice)}
    if isinstance(value, list) and value and dice.random() < 0.8:
        place = dice.randrange(len(value))
        return [*value[:place], spoiled(value[place], dice), *value[place + 1 :]]
    return dice.choice((*STRAY, 2**40, -(2**40)))


def agree(value: Any, shape: Struct) -> bool:
    quick, thorough = outcome(take_typed, value, shape), outcome(decode_typed, value, shape)
    if isinstance(quick, str) or isinstance(thorough, str):
        return quick == thorough
    told = (quick.unknown, quick.strict) == (thorough.unknown, thorough.strict)
    return told and deep_equal(quick.value, thorough.value)


@pytest.mark.parametrize("folder", ["meta.v1", *TABLES])
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_printed_readers(folder: str, data: st.DataObject, seed: int) -> None:
    shape, dice = data.draw(st.sampled_from(structs_of(folder))), random.Random(seed)
    value = Maker(seed, stray=False).struct(shape, 6)
    for each in (value, value, *(spoiled(value, dice) for _ in range(8))):
        assert agree(each, shape), each


def test_functions_are_printed_once() -> None:
    shape, before = Struct("v1.Fresh", (optional("a", STRINGS),)), quick_reader._StructReader.printed
    for _ in range(3):
        assert take_typed({"a": ["b"]}, shape).value == {"a": ["b"]}
    assert take_typed({"a": []}, shape).value == {}
    assert quick_reader._StructReader.printed == before + 1


@pytest.mark.parametrize("folder", TABLES)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_printed_defaults(folder: str, data: st.DataObject, seed: int) -> None:
    shape = data.draw(st.sampled_from(structs_of(folder)))
    read = outcome(decode_typed, Maker(seed, stray=False).struct(shape, 6), shape)
    assume(not isinstance(read, str))
    made: list[Any] = []
    for few in (1_000_000, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type_defaults, "_FEW", few)
            patch.setattr(type_defaults, "_known", {})
            for _ in range(2):
                value = copy_json(read.value)
                try:
                    type_defaults.defaults_of(shape).apply(value)
                except (KeyError, TypeError, AttributeError) as error:  # parts of objects that never occur alone
                    value = repr(error)
                made.append(value)
    assert all(deep_equal(each, made[0]) for each in made)
