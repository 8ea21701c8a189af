"""Where the fields that errors about definitions name stand in a definition as it is written.

What all versions of a definition have alike, the server blames as if it stood above them (`hub.py`).
"""

from __future__ import annotations

from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_SHARED = lazy_pattern(r"spec\.(?:validation|additionalPrinterColumns|subresources|selectableFields)\b")
_STEP = lazy_pattern(r"\[([^\]]*)\]|([^.\[\]]+)")


def written_field(field: str) -> str:
    """Returns the path in a v1 definition of a field that an error names."""
    if not _SHARED.match(field):
        return field
    versions = field.removeprefix("spec.").replace("validation", "schema", 1)
    return f"spec.versions[0].{versions}"


def value_at(definition: JsonValue, field: str) -> JsonValue | Absent:
    """Returns what stands at a field of a definition, as errors name it; ABSENT where nothing does."""
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
