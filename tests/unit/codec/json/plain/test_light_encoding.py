"""Tests of JSON without orjson: encoded and decoded as by orjson, or not at all."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kapivara.codec.json.plain import light_encoding as light_json
from kapivara.codec.json.plain.encoding import may_differ

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.fixture(scope="module", autouse=True)
def without_orjson() -> Any:
    """Hides orjson, for any number of values."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(light_json, "_FEW", sys.maxsize)
        patch.setattr(light_json, "sys", SimpleNamespace(modules={}))
        yield


@given(VALUES)
def test_written_as_orjson_does(value: Any) -> None:
    written, known = light_json.dumps_sorted(value), orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    assert written == known or may_differ(written + b",")  # a float that Go prints differently
    assert orjson.loads(written) == value


@given(VALUES)
def test_sizes_are_those_of_what_is_written(value: Any) -> None:
    assert light_json.json_size(value) == len(light_json.dumps_sorted(value))


@pytest.mark.parametrize("value", ["\ud800", {"a": object()}])
def test_what_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        light_json.dumps_sorted(value)


def test_what_is_no_number_is_written_as_ever() -> None:
    assert light_json.dumps_sorted([float("nan"), float("-inf")]) == b"[null,null]"


@given(VALUES)
def test_read_as_orjson_does(value: Any) -> None:
    data = orjson.dumps(value)
    read = light_json.loads_light(data)
    assert repr(read) == repr(orjson.loads(data))


@pytest.mark.parametrize("data", [b"", b"{", b'{"a":1} x', b"NaN", b"\xff", b"[" * 100_000])
def test_what_is_left_to_others(data: bytes) -> None:
    assert light_json.loads_light(data) is None


def test_orjson_is_used_where_it_is_loaded() -> None:
    code = "import orjson, kapivara.codec.json.plain.light_encoding as light; assert light.loads_light(b'{}') is None"
    subprocess.run([sys.executable, "-c", code], check=True)
