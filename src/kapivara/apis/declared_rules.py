"""The rules that the tags of a built-in kind declare, beside those that are written by hand.

Upstream: apiserver/pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from kapivara.codec.shapes import Struct
from kapivara.field import ErrorList, Operation
from kapivara.validate.merging import merge_errors
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.record import replace

OPTIONS: Mapping[str, bool] = MappingProxyType(
    {
        "DRAPartitionableDevicesType": False,
        "HPAScaleToZero": True,
        "InPlacePodVerticalScalingSchedulerPreemption": False,
        "WorkloadWithJob": False,
    }
)
"""The features that tags ask for: whether they are on by default. Upstream: pkg/features/kube_features.go (1.37)."""


def with_declared_errors(
    errors: ErrorList, shape: Struct, operation: Operation, new: JsonObject, old: JsonObject | Absent
) -> ErrorList:
    """Returns the errors of hand-written rules with those that the tags of a type declare, which has a validator."""
    operation = replace(operation, options=OPTIONS)
    module = import_module(f"kapivara.{shape.folder}.zz_generated_validations")
    found: ErrorList = module.validate(shape.name, operation, new, None if old is ABSENT else old)
    return merge_errors(errors, found).result
