"""What is filled into values of the scheduling group's types; `type_defaults` says when.

Upstream: pkg/apis/scheduling/v1/defaults.go (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kapivara.apis.scheduling.v1 import zz_generated_types as v1
    from kapivara.apis.type_defaults import Fill


def fill_priority_class(priority_class: v1.PriorityClass) -> None:
    """Lets pods take the place of lesser ones."""
    priority_class.setdefault("preemptionPolicy", "PreemptLowerPriority")


FILL: Final[Mapping[str, Fill]] = {"PriorityClass": fill_priority_class}
