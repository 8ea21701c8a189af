"""Functions that fill in the defaults of the group apps; `type_defaults` calls them.

Upstream: pkg/apis/apps/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.apps.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill

_ROLLING: Final = "RollingUpdate"
_REVISIONS: Final = 10
_PROGRESS_SECONDS: Final = 600


def fill_deployment(deployment: v1.Deployment) -> None:
    """Sets one replica, and a rolling update of 25 % at a time."""
    spec = deployment["spec"]
    spec.setdefault("replicas", 1)
    strategy = spec["strategy"]
    if strategy.setdefault("type", _ROLLING) == _ROLLING:
        rolling = strategy.setdefault("rollingUpdate", {})
        rolling.setdefault("maxUnavailable", "25%")
        rolling.setdefault("maxSurge", "25%")
    _fill_rolling(strategy.get("rollingUpdate"))
    spec.setdefault("revisionHistoryLimit", _REVISIONS)
    spec.setdefault("progressDeadlineSeconds", _PROGRESS_SECONDS)


def _fill_rolling(rolling: v1.RollingUpdateDeployment | v1.RollingUpdateDaemonSet | None) -> None:
    """Sets zeros in rolling update parameters that are given with another strategy.

    Upstream: pkg/apis/apps/types.go, where these are no pointers.
    """
    if rolling is not None:
        rolling.setdefault("maxUnavailable", 0)
        rolling.setdefault("maxSurge", 0)


def fill_daemon_set(daemon_set: v1.DaemonSet) -> None:
    """Sets a rolling update of one pod at a time, without surge."""
    spec = daemon_set["spec"]
    strategy = spec["updateStrategy"]
    if strategy.setdefault("type", _ROLLING) == _ROLLING:
        strategy.setdefault("rollingUpdate", {}).setdefault("maxUnavailable", 1)
    _fill_rolling(strategy.get("rollingUpdate"))
    spec.setdefault("revisionHistoryLimit", _REVISIONS)


def fill_stateful_set(stateful_set: v1.StatefulSet) -> None:
    """Sets one replica, ordered pod management, a rolling update, and retention of claims.

    Kept: rolling update parameters are filled in only if the type is absent, or parameters are given.
    """
    spec = stateful_set["spec"]
    spec.setdefault("podManagementPolicy", "OrderedReady")
    strategy = spec["updateStrategy"]
    if "type" not in strategy:
        strategy["type"] = _ROLLING
        strategy.setdefault("rollingUpdate", {})
    if strategy["type"] == _ROLLING and "rollingUpdate" in strategy:
        strategy["rollingUpdate"].setdefault("partition", 0)
        strategy["rollingUpdate"].setdefault("maxUnavailable", 1)
    retention = spec.setdefault("persistentVolumeClaimRetentionPolicy", {})
    retention.setdefault("whenDeleted", "Retain")
    retention.setdefault("whenScaled", "Retain")
    spec.setdefault("replicas", 1)
    spec.setdefault("revisionHistoryLimit", _REVISIONS)


def fill_replica_set(replica_set: v1.ReplicaSet) -> None:
    """Sets one replica."""
    replica_set["spec"].setdefault("replicas", 1)


FILL: Final[Mapping[str, Fill]] = {
    "DaemonSet": fill_daemon_set,
    "Deployment": fill_deployment,
    "ReplicaSet": fill_replica_set,
    "StatefulSet": fill_stateful_set,
}
