"""The `eviction` subresource of pods: a deletion that the pod's disruption budget must allow.

Upstream: pkg/registry/core/pod/storage/eviction.go EvictionREST (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.groups.core.pods.disruption_budgets import take_disruption
from kapivara.apis.groups.core.pods.status import set_condition
from kapivara.apis.machinery.kinds.created import Created
from kapivara.apis.machinery.objects.body import Body, Read
from kapivara.field import FieldPath, invalid
from kapivara.meta import ApiError, GroupVersionKind, invalid_status
from kapivara.values import JsonObject, copy_json
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Pod

_OLDER: Final = GroupVersionKind("policy", "v1beta1", "Eviction")
_UNREADABLE: Final = "ignoreStoreReadErrorWithClusterBreakingPotential"
_UNGUARDED: Final = ("Failed", "Pending", "Succeeded")
"""The phases in which no budget is checked, since nothing runs."""
_CONDITION: Final = {
    "type": "DisruptionTarget",
    "status": "True",
    "reason": "EvictionByEvictionAPI",
    "message": "Eviction API: evicting",
}


class Eviction(Created):
    """The `eviction` subresource, which deletes a pod if its budget allows it."""

    __slots__ = ()

    ends = True

    def decode(self, body: Body) -> Read:
        """Reads an eviction, also of the older version, which has the same form."""
        read = super().decode(body)
        return replace(read, kind=self.shows) if read.kind == _OLDER else read

    def check(self, sent: JsonObject, name: str) -> None:
        """Raises ApiError for an eviction of another pod, or one that ignores read errors."""
        super().check(sent, name)
        if (sent.get("deleteOptions") or {}).get(_UNREADABLE):
            path = FieldPath.of("deleteOptions", _UNREADABLE)
            error = invalid(path, True, "can not be set for pod eviction, try after removing the option")
            raise ApiError(invalid_status(self.shows.group_kind, name, [error]))

    def admit_end(self, obj: JsonObject, *, dry_run: bool) -> str | None:
        """Checks the budget of a running pod.

        A pod exempt as not ready must still be at its version when it is deleted.
        """
        pod = cast("Pod", obj)
        metadata, phase = pod["metadata"], pod["status"].get("phase")
        if metadata.get("deletionTimestamp"):
            return None
        if phase in _UNGUARDED:
            return metadata["resourceVersion"] if phase == "Pending" else None
        uncounted = take_disruption(self.of.surroundings, pod, dry_run=dry_run)
        return metadata["resourceVersion"] if uncounted else None

    def put(self, shown: JsonObject, old: JsonObject) -> JsonObject:  # noqa: ARG002  the eviction is not stored
        """Returns the pod with the condition that it is evicted."""
        pod: JsonObject = copy_json(old)
        set_condition(cast("Pod", pod)["status"], _CONDITION, self.of.surroundings.now())
        return pod
