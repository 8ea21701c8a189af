"""LimitRange as a built-in kind, whose objects need no name.

Upstream: pkg/registry/core/limitrange/strategy.go (1.37).
"""

from __future__ import annotations

from kapivara.apis.kind import Kind
from kapivara.values import JsonObject


class LimitRangeKind(Kind):
    """What each pod, container or claim of a namespace may use, at most and at least."""

    create_on_update = True

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Calls a range that has no name by its uid, which is as good as any other."""
        super().prepare_for_create(obj)
        if not obj["metadata"].get("name"):
            obj["metadata"]["name"] = obj["metadata"]["uid"]


KIND = LimitRangeKind
