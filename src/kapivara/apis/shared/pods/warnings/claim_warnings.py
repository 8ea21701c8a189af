"""Warnings about the specs of volume claims, both in claims and in pods.

Upstream: pkg/api/persistentvolumeclaim/util.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.shared.pods.warnings.fractional_bytes import fraction_warnings
from kapivara.field import FieldPath

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1


def claim_spec_warnings(spec: v1.PersistentVolumeClaimSpec, path: FieldPath) -> list[str]:
    """Warns of storage amounts that are not whole numbers of bytes."""
    resources, place = spec["resources"], path.child("resources")
    return [
        *fraction_warnings(resources.get("requests", {}), place.child("requests"), "storage"),
        *fraction_warnings(resources.get("limits", {}), place.child("limits"), "storage"),
    ]
