"""What is filled into values of the apps group's types; `type_defaults` says when.

Upstream: pkg/apis/apps/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.apps.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill

_ROLLING: Final = "RollingUpdate"
_REVISIONS: Final = 10
_PROGRESS_SECONDS: Final = 600


def fill_deployment(deployment: v1.Deployment) -> None:
    """Has one pod, and replaces a quarter of the pods at a time."""
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
    """Has no pods replaced by a rolling update that is told about, though it is not the strategy.

    Upstream: pkg/apis/apps/types.go, where these are no pointers.
    """
    if rolling is not None:
        rolling.setdefault("maxUnavailable", 0)
        rolling.setdefault("maxSurge", 0)


def fill_daemon_set(daemon_set: v1.DaemonSet) -> None:
    """Replaces one pod at a time, and starts a new one only when the old one is gone."""
    spec = daemon_set["spec"]
    strategy = spec["updateStrategy"]
    if strategy.setdefault("type", _ROLLING) == _ROLLING:
        strategy.setdefault("rollingUpdate", {}).setdefault("maxUnavailable", 1)
    _fill_rolling(strategy.get("rollingUpdate"))
    spec.setdefault("revisionHistoryLimit", _REVISIONS)


def fill_stateful_set(stateful_set: v1.StatefulSet) -> None:
    """Has one pod, starts pods in their order, replaces them one at a time and keeps the claims of those that go.

    Kept: what a rolling update does is filled in only where the strategy is not named, or is told about.
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
    """Has one pod."""
    replica_set["spec"].setdefault("replicas", 1)


FILL: Final[Mapping[str, Fill]] = {
    "DaemonSet": fill_daemon_set,
    "Deployment": fill_deployment,
    "ReplicaSet": fill_replica_set,
    "StatefulSet": fill_stateful_set,
}
