"""Maps field paths of CRD errors to the paths in the CRD's file.

The server reports properties that all versions share at the spec (`hub.py`).
"""

from __future__ import annotations

from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_SHARED = lazy_pattern(r"spec\.(?:validation|additionalPrinterColumns|subresources|selectableFields)\b")
_STEP = lazy_pattern(r"\[([^\]]*)\]|([^.\[\]]+)")


def written_field(field: str) -> str:
    """Returns the path in a v1 CRD of a field that an error names."""
    if not _SHARED.match(field):
        return field
    versions = field.removeprefix("spec.").replace("validation", "schema", 1)
    return f"spec.versions[0].{versions}"


def value_at(definition: JsonValue, field: str) -> JsonValue | Absent:
    """Returns the value at a field path of an error; ABSENT if there is none."""
    value = definition
    for step in _STEP.finditer(field):
        name = step[1] if step[2] is None else step[2]
        if type(value) is list and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        elif type(value) is dict and name in value:
            value = value[name]
        else:
            return ABSENT
    return value
