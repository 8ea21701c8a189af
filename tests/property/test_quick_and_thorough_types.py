"""Tests that the quick reader of built-in types agrees with the thorough one or declines."""

from __future__ import annotations

import pkgutil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import Maker

import kapivara.apis
from kapivara.codec import DecodeError
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.decoding import Typed, decode_typed, take_typed
from kapivara.codec.typed.described import described
from kapivara.values import copy_json, deep_equal

TABLES = sorted(
    name.removeprefix("kapivara.").removesuffix(".zz_generated_table")
    for _, name, _ in pkgutil.walk_packages(kapivara.apis.__path__, "kapivara.apis.")
    if name.endswith(".zz_generated_table")
)


def structs_of(folder: str) -> list[Struct]:
    types = described(folder)
    return [types.struct(name) for name in types.names if isinstance(types.shape(name), Struct)]


def outcome(read: Any, value: Any, shape: Struct) -> Typed | str:
    try:
        typed: Typed = read(copy_json(value), shape)
    except DecodeError as error:
        return error.message
    return typed


@pytest.mark.parametrize("folder", ["meta.v1", *TABLES])
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_both_readers_agree(folder: str, data: st.DataObject, seed: int) -> None:
    shape = data.draw(st.sampled_from(structs_of(folder)))
    value = Maker(seed).struct(shape, 6)
    quick, thorough = outcome(take_typed, value, shape), outcome(decode_typed, value, shape)
    if isinstance(quick, str) or isinstance(thorough, str):
        assert quick == thorough
    else:
        assert deep_equal(quick.value, thorough.value)
        assert (quick.unknown, quick.strict) == (thorough.unknown, thorough.strict)
