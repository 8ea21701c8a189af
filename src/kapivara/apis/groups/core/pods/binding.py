"""Binding as a built-in kind: the old form of a pod's `binding` subresource.

Upstream: pkg/registry/core/pod/storage/storage.go LegacyBindingREST (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.apis.machinery.kinds.unstored_kind import UnstoredKind
from kapivara.meta import GroupVersionResource, Status
from kapivara.values import JsonObject

_PODS: Final = GroupVersionResource("", "v1", "pods")


class BindingKind(UnstoredKind):
    """A binding of the pod with the same name."""

    def respond(self, obj: JsonObject, *, dry_run: bool = False) -> JsonObject:
        """Binds the pod."""
        self.surroundings.create(_PODS, obj, subresource="binding", dry_run=dry_run)
        return Status(201, status="Success").to_json()


KIND = BindingKind
