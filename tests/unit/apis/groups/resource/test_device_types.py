"""Tests of the maximum sizes of a device's parts."""

from __future__ import annotations

import pytest

from kapivara.apis.groups.resource.device_types import DeviceSizes


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("device", 0),
        ("device driver", 63),
        ("device allowMultipleAllocations", 1),
        ("device attributes", 32),
        ("device attributes @keys", 63),
        ("device attributes @values", 32),
        ("device attributes @values @keys", 32),
        ("device attributes @values @values", 64),
        ("device attributes @values model", 64),
        ("device attributes model", None),
        ("device attributes @values model more", None),
        ("device capacity @values @values", 0),
        ("device capacity @values memory", None),
        ("device driver @keys", None),
        ("d driver", None),
    ],
)
def test_sizes(path: str, most: int | None) -> None:
    found = DeviceSizes().size_at(tuple(path.split()))
    assert (found and (found.min, found.max)) == (None if most is None else (0, most))
