"""What claims of volumes share, whether they stand alone or in a pod: where data comes from, and warnings.

Upstream: pkg/api/persistentvolumeclaim/util.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.pods.fractional_bytes import fraction_warnings
from kapivara.field import FieldPath

if TYPE_CHECKING:
    import kapivara.apis.core.v1.zz_generated_types as v1


def claim_spec_warnings(spec: v1.PersistentVolumeClaimSpec, path: FieldPath) -> list[str]:
    """Warns of amounts of storage that are no whole number of bytes."""
    resources, place = spec["resources"], path.child("resources")
    return [
        *fraction_warnings(resources.get("requests", {}), place.child("requests"), "storage"),
        *fraction_warnings(resources.get("limits", {}), place.child("limits"), "storage"),
    ]
