"""Tests of the buckets of values."""

import pytest

from kapivara.values.histogram import Histogram


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        pytest.param(0.5, [1, 0, 0], id="below"),
        pytest.param(1.0, [1, 0, 0], id="at-the-bound"),
        pytest.param(1.5, [0, 1, 0], id="between"),
        pytest.param(9.0, [0, 0, 1], id="beyond"),
    ],
)
def test_observe(value, counts):
    histogram = Histogram((1.0, 2.0))
    histogram.observe(value)
    assert (histogram.counts, histogram.sum) == (counts, value)
