"""Tests of graceful deletion: how long objects stay, and that another deletion can only shorten it."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.meta import GroupVersionResource
from kapivara.registry.delete.grace import begin_grace
from kapivara.registry.requests.options import DeleteOptions

PODS = GroupVersionResource("", "v1", "pods")
NOW = 1_900_000_000  # 2030-03-17T17:46:40Z


class Graceful:
    """A kind with the requested grace period, or a minute."""

    def grace_seconds(self, _obj: Any, asked: int | None) -> int:
        return 60 if asked is None else asked


def begin(metadata: dict[str, Any], asked: int | None, *, later: int = 0) -> Any:
    grace = begin_grace(
        Graceful(), {"metadata": metadata}, DeleteOptions(grace_period_seconds=asked), lambda: NOW + later
    )  # type: ignore[arg-type]
    return None if grace is None else (grace.obj["metadata"], grace.is_pending)


DELETED = {"generation": 3, "deletionTimestamp": "2030-03-17T17:47:40Z", "deletionGracePeriodSeconds": 60}


@pytest.mark.parametrize(
    ("asked", "deleted"),
    [
        (None, DELETED),
        (5, {"generation": 3, "deletionTimestamp": "2030-03-17T17:46:45Z", "deletionGracePeriodSeconds": 5}),
        (-9, {"generation": 3, "deletionTimestamp": "2030-03-17T17:46:41Z", "deletionGracePeriodSeconds": 1}),
        (2**40, {"generation": 3, "deletionTimestamp": "9999-12-31T23:59:59Z", "deletionGracePeriodSeconds": 2**40}),
    ],
)
def test_the_first_deletion_sets_the_time(asked: int | None, deleted: dict[str, Any]) -> None:
    assert begin({"generation": 2}, asked) == (deleted, False)


@pytest.mark.parametrize(
    ("asked", "later", "left"),
    [
        pytest.param(None, 0, None, id="nothing asked"),
        pytest.param(60, 0, None, id="as long"),
        pytest.param(90, 0, None, id="longer"),
        pytest.param(20, 10, ("2030-03-17T17:47:00Z", 20), id="shorter"),
        pytest.param(5, 30, ("2030-03-17T17:47:10Z", 1), id="past already"),
        pytest.param(0, 30, ("2030-03-17T17:47:10Z", 0), id="none at all"),
    ],
)
def test_later_ones_can_only_shorten_it(asked: int | None, later: int, left: tuple[str, int] | None) -> None:
    metadata, is_pending = begin(DELETED, asked, later=later)
    assert is_pending == (left is None)
    moment, seconds = left or (DELETED["deletionTimestamp"], 60)
    assert metadata == {"generation": 3, "deletionTimestamp": moment, "deletionGracePeriodSeconds": seconds}


def test_an_object_whose_time_is_up_goes() -> None:
    assert begin({"deletionTimestamp": "2030-03-17T17:46:40Z", "deletionGracePeriodSeconds": 0}, None) is None


def test_deletions_of_pods(talk: Any) -> None:
    spec = {"containers": [{"name": "c", "image": "x"}]}
    talk("create", PODS, body={"metadata": {"name": "loose"}, "spec": spec})
    gone = talk("delete", PODS, "loose").object
    assert (gone["metadata"]["deletionGracePeriodSeconds"], gone["metadata"]["generation"]) == (0, 2)
    assert talk("get", PODS, "loose").code == 404

    talk("create", PODS, body={"metadata": {"name": "placed"}, "spec": {**spec, "nodeName": "n"}})
    tried = talk("delete", PODS, "placed", gracePeriodSeconds="5", dryRun="All").object
    assert tried["metadata"]["deletionGracePeriodSeconds"] == 5
    assert "deletionTimestamp" not in talk("get", PODS, "placed").object["metadata"]
    for asked, left in (("9", 9), ("20", 9), ("4", 4)):
        assert (
            talk("delete", PODS, "placed", gracePeriodSeconds=asked).object["metadata"]["deletionGracePeriodSeconds"]
            == left
        )
    assert talk("delete", PODS, "placed", gracePeriodSeconds="0").ok
    assert talk("get", PODS, "placed").code == 404


def test_finalizers_hold_what_has_no_time_left(talk: Any) -> None:
    metadata = {"name": "held", "finalizers": ["a.b/c"]}
    talk("create", PODS, body={"metadata": metadata, "spec": {"containers": [{"name": "c", "image": "x"}]}})
    assert talk("delete", PODS, "held").object["metadata"]["deletionGracePeriodSeconds"] == 0
    assert talk("get", PODS, "held").object["metadata"]["generation"] == 2
