"""Functions that Job and CronJob share. Upstream: pkg/api/job (1.37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.disabled_fields import drop_disabled
from kapivara.field import FieldPath

if TYPE_CHECKING:
    from kapivara.apis.groups.batch.v1.zz_generated_types import JobSpec

_MANY_COMPLETIONS, _MANY_AT_ONCE = 100_000, 10_000
_TOO_MANY = (
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes "
    "might not be able to track completedIndexes when a big number of indexes fail"
)


def drop_disabled_fields(spec: JobSpec, old: JobSpec | None) -> None:
    """Drops the fields of disabled features."""
    drop_disabled(spec, old, (("scheduling",),))


def spec_warnings(spec: JobSpec, path: FieldPath) -> list[str]:
    """Warns of too many pods in an indexed job."""
    many = spec.get("completions", 0) > _MANY_COMPLETIONS and spec.get("parallelism", 0) > _MANY_AT_ONCE
    return [f"{path}: {_TOO_MANY}"] if many and spec.get("completionMode") == "Indexed" else []
