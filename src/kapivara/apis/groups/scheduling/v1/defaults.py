"""Functions that fill in the defaults of scheduling.k8s.io; `type_defaults` calls them.

Upstream: pkg/apis/scheduling/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.groups.scheduling.v1 import zz_generated_types as v1
    from kapivara.apis.machinery.objects.type_defaults import Fill


def fill_priority_class(priority_class: v1.PriorityClass) -> None:
    """Sets the preemption policy PreemptLowerPriority."""
    priority_class.setdefault("preemptionPolicy", "PreemptLowerPriority")


FILL: Final[Mapping[str, Fill]] = {"PriorityClass": fill_priority_class}
