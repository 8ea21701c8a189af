"""Tests of quantities and resource names."""

import pytest

from kapivara.apis.shared.rules.quantities import validate_positive_quantity, validate_resource_quantity
from kapivara.apis.shared.rules.resource_names import (
    validate_container_resource_name,
    validate_pod_resource_name,
    validate_quota_resource_name,
)
from kapivara.field import FieldPath

PATH = FieldPath.of("here")
STANDARD = "must be a standard resource type or fully qualified"


def bodies(errors):
    return [error.body() for error in errors]


@pytest.mark.parametrize(
    ("resource", "amount", "expected"),
    [
        ("cpu", "0", []),
        ("cpu", "1500m", []),
        ("cpu", "-1", ['Invalid value: "-1": must be greater than or equal to 0']),
        ("pods", "1500m", ['Invalid value: "1500m": must be an integer']),
        ("example.com/gpu", "3", []),
        ("example.com/gpu", "1500m", ['Invalid value: "1500m": must be an integer']),
        ("example.com/gpu", "100u", ['Invalid value: "100u": must be an integer']),
    ],
)
def test_amounts(resource, amount, expected):
    assert bodies(validate_resource_quantity(resource, amount, PATH)) == expected


def test_positive_amounts():
    assert validate_positive_quantity("1n", PATH) == []
    assert bodies(validate_positive_quantity("0", PATH)) == ['Invalid value: "0": must be greater than zero']


@pytest.mark.parametrize(
    ("check", "name", "expected"),
    [
        (validate_container_resource_name, "cpu", []),
        (validate_container_resource_name, "hugepages-2Mi", []),
        (validate_container_resource_name, "example.com/gpu", []),
        (validate_container_resource_name, "kubernetes.io/odd", []),
        (validate_container_resource_name, "pods", ["must be a standard resource for containers"]),
        (validate_container_resource_name, "odd", [STANDARD, "must be a standard resource for containers"]),
        (validate_container_resource_name, "requests.x/a", ["doesn't follow extended resource name standard"]),
        (validate_pod_resource_name, "memory", []),
        (validate_pod_resource_name, "odd", [STANDARD]),
        (validate_pod_resource_name, "storage", ['supported values: "cpu", "hugepages-", "memory"']),
        (validate_quota_resource_name, "requests.storage", []),
        (validate_quota_resource_name, "count/pods", []),
        (validate_quota_resource_name, "storage", ["must be a standard resource for quota"]),
    ],
)
def test_names(check, name, expected):
    errors = check(name, PATH)
    assert [error.detail for error in errors] == expected
    assert all(error.bad_value == name for error in errors)
