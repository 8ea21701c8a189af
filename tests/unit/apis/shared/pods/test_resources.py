"""Tests of a pod's total resources, its pod-level defaults and its QoS class."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.pods.resources import aggregate, fill_pod_resources, quality_of_service
from kapivara.codec.errors import CannotError


def container(requests: Any = None, limits: Any = None, **more: Any) -> dict[str, Any]:
    """Returns a container with resources."""
    resources = ({"requests": requests} if requests else {}) | ({"limits": limits} if limits else {})
    return {"name": "c", "resources": resources, **more}


def spec(*containers: Any, first: Any = (), **more: Any) -> Any:
    """Returns the spec of a pod."""
    return {"containers": list(containers), "initContainers": list(first), **more}


ONE, TWO, FIVE = ({"cpu": each} for each in ("1", "2", "5"))
GOES_ON = {"restartPolicy": "Always"}


@pytest.mark.parametrize(
    ("pod", "cpu"),
    [
        pytest.param(spec(container(ONE), container(TWO)), "3", id="together"),
        pytest.param(spec(container(ONE), first=[container(FIVE)]), "5", id="first"),
        pytest.param(spec(container(ONE), first=[container(TWO, **GOES_ON)]), "3", id="goes on"),
        pytest.param(spec(container(ONE), first=[container(TWO, **GOES_ON), container(FIVE)]), "7", id="beside"),
    ],
)
def test_sums(pod: Any, cpu: str) -> None:
    assert str(aggregate(pod, "requests")["cpu"]) == cpu


def test_sums_out_of_all_bounds_are_refused() -> None:
    with pytest.raises(CannotError, match="amounts of cpu"):
        aggregate(spec(container({"cpu": "1e2000"}), container(ONE)), "requests")


@pytest.mark.parametrize(
    ("pod", "filled"),
    [
        pytest.param(spec(container(ONE)), None, id="nothing said"),
        pytest.param(spec(container(ONE), resources={}), {}, id="nothing told"),
        pytest.param(
            spec(container(), resources={"limits": {"cpu": "2", "x": "1"}}),
            {"limits": {"cpu": "2", "x": "1"}, "requests": {"cpu": "2"}},
            id="requests by limits",
        ),
        pytest.param(
            spec(container({"cpu": "1", "memory": "1Gi"}), resources={"limits": TWO}),
            {"limits": TWO, "requests": {"cpu": "1", "memory": "1Gi"}},
            id="requests by containers",
        ),
        pytest.param(
            spec(container(ONE, TWO), container(ONE, TWO), resources={"requests": ONE}),
            {"requests": ONE, "limits": {"cpu": "4"}},
            id="limits by containers",
        ),
        pytest.param(
            spec(container(ONE, ONE), resources={"requests": FIVE}),
            {"requests": FIVE, "limits": FIVE},
            id="limits as high as requests",
        ),
        pytest.param(
            spec(container(ONE, TWO), container(ONE), resources={"requests": ONE}),
            {"requests": ONE},
            id="not all have limits",
        ),
        pytest.param(
            spec(container(None, {"hugepages-2Mi": "4Mi"}), resources={"requests": ONE}),
            {"requests": {"cpu": "1", "hugepages-2Mi": "4Mi"}, "limits": {"hugepages-2Mi": "4Mi"}},
            id="huge pages",
        ),
    ],
)
def test_what_is_filled_in(pod: Any, filled: Any) -> None:
    fill_pod_resources(pod)
    assert pod.get("resources") == filled


BOTH = {"cpu": "1", "memory": "1Gi"}


@pytest.mark.parametrize(
    ("pod", "class_"),
    [
        pytest.param(spec(), "BestEffort", id="no containers"),
        pytest.param(spec(container()), "BestEffort", id="nothing"),
        pytest.param(spec(container({"x": "1"})), "BestEffort", id="what does not count"),
        pytest.param(spec(container(ONE)), "Burstable", id="some"),
        pytest.param(spec(container(ONE, ONE)), "Burstable", id="no memory"),
        pytest.param(spec(container(BOTH, {**BOTH, "memory": "1024Mi"})), "Guaranteed", id="all"),
        pytest.param(spec(container(BOTH, BOTH), container()), "Burstable", id="not all"),
        pytest.param(spec(container(BOTH, BOTH), first=[container()]), "Burstable", id="not the first"),
        pytest.param(
            spec(container(), resources={"requests": BOTH, "limits": BOTH}), "Guaranteed", id="of the pod itself"
        ),
        pytest.param(spec(container(), resources={"requests": {"x": "1"}}), "BestEffort", id="of no account"),
    ],
)
def test_classes(pod: Any, class_: str) -> None:
    assert quality_of_service(pod) == class_
