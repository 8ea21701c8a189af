"""Tests of kinds that require qualified finalizers."""

import pytest
from tests.unit.apis.refusals import refused

NOT_QUALIFIED = (
    'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name '
    "nor is it fully qualified"
)


def of_finalizers(kind: str) -> list[str]:
    metadata = {"name": "one", "finalizers": ["plain", "orphan", "example.com/f"]}
    if kind not in ("Node", "RuntimeClass", "StorageClass", "ValidatingAdmissionPolicy", "APIService"):
        metadata["namespace"] = "default"
    return [each for each in refused(kind, metadata=metadata) if "finalizers" in each]


@pytest.mark.parametrize(
    "kind",
    ["ConfigMap", "DeviceClass", "FlowSchema", "Node", "Pod", "PodTemplate", "ReplicaSet", "Role", "StorageClass"],
)
def test_kinds_that_ask(kind: str) -> None:
    assert of_finalizers(kind) == [NOT_QUALIFIED]


@pytest.mark.parametrize(
    "kind", ["Lease", "PodDisruptionBudget", "RuntimeClass", "ValidatingAdmissionPolicy", "APIService"]
)
def test_kinds_that_do_not(kind: str) -> None:
    assert of_finalizers(kind) == []
