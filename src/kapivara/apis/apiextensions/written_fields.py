"""Where the fields that errors about definitions name stand in a definition as it is written.

What all versions of a definition have alike, the server blames as if it stood above them (`hub.py`).
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_SHARED = lazy_pattern(r"spec\.(?:validation|additionalPrinterColumns|subresources|selectableFields)\b")


def written_field(field: str) -> str:
    """Returns the path in a v1 definition of a field that an error names."""
    if not _SHARED.match(field):
        return field
    versions = field.removeprefix("spec.").replace("validation", "schema", 1)
    return f"spec.versions[0].{versions}"
