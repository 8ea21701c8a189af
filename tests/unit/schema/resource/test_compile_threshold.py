"""Tests of when schemas are compiled."""

import pytest

from kapivara.schema.resource.compile_threshold import COMPILED_AFTER, pays_to_compile


@pytest.mark.parametrize(
    ("judged", "value", "pays"),
    [
        pytest.param(0, {"a": [1, 2]}, False, id="a-small-first"),
        pytest.param(COMPILED_AFTER - 1, {}, False, id="one-of-few"),
        pytest.param(COMPILED_AFTER, {}, True, id="one-of-many"),
        pytest.param(0, "x" * 10_000, False, id="a-long-text"),
        pytest.param(0, {"a": [1] * 1000}, True, id="a-long-list"),
        pytest.param(0, {str(i): None for i in range(1000)}, True, id="a-wide-object"),
        pytest.param(0, [[[i] * 20] for i in range(30)], True, id="many-short-lists"),
    ],
)
def test_pays_to_compile(judged, value, pays):
    assert pays_to_compile(judged, value) is pays
