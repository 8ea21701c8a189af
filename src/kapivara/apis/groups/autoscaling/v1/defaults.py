"""Functions that fill in the defaults of autoscaling/v1; `type_defaults` calls them.

The conversion fills in the CPU utilization, since it depends on the annotation with other metrics.
Upstream: pkg/apis/autoscaling/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.autoscaling.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill


def fill_autoscaler(autoscaler: v1.HorizontalPodAutoscaler) -> None:
    """Sets a minimum of one replica."""
    autoscaler["spec"].setdefault("minReplicas", 1)


FILL: Final[Mapping[str, Fill]] = {"HorizontalPodAutoscaler": fill_autoscaler}
