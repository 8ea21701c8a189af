"""Drops the fields of disabled features from claims.

Upstream: pkg/api/resourceclaimspec DropDisabledFields; pkg/registry/resource/resourceclaim/strategy.go
dropDisabledStatusFields; pkg/features/kube_features.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.machinery.objects.disabled_fields import drop_disabled

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1

_DRA_DERIVED_ATTRIBUTES: Final = (
    ("devices", "requests", "exactly", "derivedAttributes"),
    ("devices", "requests", "firstAvailable", "derivedAttributes"),
)
_DRA_OPTIONAL_NODE_OPERATIONS: Final = (("allocation", "devices", "results", "skipNodeOperations"),)


def drop_disabled_claim_fields(spec: v1.ResourceClaimSpec, old: v1.ResourceClaimSpec | None) -> None:
    """Drops the fields of disabled features from the spec of a claim or a claim template."""
    drop_disabled(spec, old, _DRA_DERIVED_ATTRIBUTES)


def drop_disabled_status_fields(status: v1.ResourceClaimStatus, old: v1.ResourceClaimStatus) -> None:
    """Drops the fields of disabled features from the status of a claim."""
    drop_disabled(status, old, _DRA_OPTIONAL_NODE_OPERATIONS)
