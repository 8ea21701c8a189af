"""Tests of the findings of hostile inputs, each with its smallest input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import pytest

from bench.hostile_doors import JSON, HttpDoor, LibraryDoor
from bench.hostile_rounds import Round
from bench.hostile_streams import Sent, stream

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory and processor time are read from /proc"),
]
LIMITS = (
    b'{"apiVersion":"v1","kind":"LimitRange","metadata":{"name":"a"},'
    b'"spec":{"limits":[{"type":"Pod","max":{"cpu":%b}}]}}'
)
CONFIG = b'{"apiVersion":"v1","kind":"ConfigMap",%b}'


@pytest.fixture(scope="module")
def http() -> Iterator[HttpDoor]:
    door = HttpDoor()
    yield door
    door.close()


@pytest.mark.parametrize(
    ("resource", "body"),
    [
        pytest.param(
            "resourcequotas",
            b'{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"a"},"spec":{"hard":{"pods":1E400}}}}',
            id="rounded-number-and-text-behind",
        ),
        pytest.param(
            "configmaps",
            CONFIG % b'"metadata":{"x":1},"metadata":{"name":"a"}',
            id="unknown-in-what-is-given-twice",
        ),
        pytest.param("configmaps", CONFIG % b'"x":1,"metadata":{"name":"a","name":"a"}', id="order-of-warnings"),
        pytest.param("limitranges", LIMITS % b"1E400", id="too-large-for-a-float"),
        pytest.param("configmaps", CONFIG % b'"metadata":{"name":"a"},"x":1E400', id="too-large-and-unknown"),
        pytest.param("limitranges", LIMITS % (b"1" + b"0" * 40), id="digits-of-a-quantity"),
    ],
)
def test_finding(http: HttpDoor, resource: str, body: bytes) -> None:
    library = LibraryDoor()
    round_ = Round(http, library, Random(0), "findings", 0)
    path = f"/api/v1/namespaces/default/{resource}?dryRun=All&fieldValidation=Warn"
    stream(round_, "finding", [Sent("POST", path, body, JSON, lambda: library.create(body, "Warn", dry_run=True))])
    http.traceback()
    assert round_.findings == []
