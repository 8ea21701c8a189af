"""What rules of containers have to know about the pod around them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.pods.rules.options import PodOptions
    from kapivara.apis.pods.rules.volumes import Volumes


@record
class PodContext:
    """A pod, or a template of pods, as its containers see it."""

    volumes: Volumes
    """Those that can be mounted."""
    claims: Collection[str]
    """The names of its claims of devices."""
    grace_seconds: int | None
    restart_policy: str
    host_users: bool
    """Whether users in containers are those of the node."""
    os: str | None
    """The operating system, where the pod tells it."""
    options: PodOptions
