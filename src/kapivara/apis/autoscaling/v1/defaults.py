"""What is filled into values of the types of autoscaling/v1; `type_defaults` says when.

Which part of the CPU pods are to use is filled in by the conversion: it hangs on what annotations say of other metrics.
Upstream: pkg/apis/autoscaling/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.autoscaling.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill


def fill_autoscaler(autoscaler: v1.HorizontalPodAutoscaler) -> None:
    """Keeps at least one pod."""
    autoscaler["spec"].setdefault("minReplicas", 1)


FILL: Final[Mapping[str, Fill]] = {"HorizontalPodAutoscaler": fill_autoscaler}
