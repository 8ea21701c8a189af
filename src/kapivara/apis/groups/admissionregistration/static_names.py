"""Names that are reserved for manifests that a server reads at its start: clients cannot create such objects.

Upstream: pkg/apis/admissionregistration/validation/static_suffix.go (1.37).
"""

from __future__ import annotations

from typing import Final

from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import quote

_SUFFIX: Final = ".static.k8s.io"
_RESERVED: Final = (
    f"names ending with {quote(_SUFFIX)} are reserved for static manifest-based configurations "
    "and cannot be managed via the API"
)


def validate_static_name(new: JsonObject, old: JsonObject | Absent) -> ErrorList:
    """Rejects a new object with a reserved name."""
    name = new["metadata"].get("name", "")
    if old is not ABSENT or not name.endswith(_SUFFIX):
        return []
    return [invalid(FieldPath.of("metadata").child("name"), name, _RESERVED)]
