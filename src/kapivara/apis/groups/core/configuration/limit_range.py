"""LimitRange as a built-in kind, whose objects need no name.

Upstream: pkg/registry/core/limitrange/strategy.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, Operation
from kapivara.values import Absent, JsonObject

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import LimitRange


class LimitRangeKind(Kind):
    """Limits for each pod, container or claim of a namespace."""

    create_on_update = True

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:  # noqa: ARG002
        """Validates the whole object on create and update."""
        from kapivara.apis.groups.core.configuration.limit_range_rules import validate_limit_range

        return self.validate_new_metadata(new) + validate_limit_range(cast("LimitRange", new)["spec"])

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Uses the uid as the name if there is none."""
        super().prepare_for_create(obj)
        if not obj["metadata"].get("name"):
            obj["metadata"]["name"] = obj["metadata"]["uid"]


KIND = LimitRangeKind
