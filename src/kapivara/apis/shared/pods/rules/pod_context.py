"""The pod that the rules of containers depend on."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.shared.pods.rules.options import PodOptions
    from kapivara.apis.shared.volumes.pod_volumes import Volumes


@record
class PodContext:
    """A pod or pod template, as the rules of its containers see it."""

    volumes: Volumes
    """The volumes that can be mounted."""
    claims: Collection[str]
    """The names of the pod's resource claims."""
    grace_seconds: int | None
    restart_policy: str
    host_users: bool
    """True if containers use the users of the node."""
    os: str | None
    """The operating system, or None if the pod does not name it."""
    options: PodOptions
