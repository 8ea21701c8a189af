"""The annotation that held a pod's tolerations before there was a field: JSON of a list of them.

Upstream: pkg/apis/core/validation/validation.go ValidateTolerationsInPodAnnotations; encoding/json Unmarshal of the
internal type, whose fields have the names of Go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from kapivara.apis.pods.rules.tolerations import validate_tolerations
from kapivara.codec.errors import DecodeError
from kapivara.codec.json_reader import decode_json
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values.json_value import go_json_type
from kapivara.values.rendering import format_float

if TYPE_CHECKING:
    import kapivara.apis.core.v1.zz_generated_types as v1
    from kapivara.apis.pods.rules.options import PodOptions

_KEY: Final = "scheduler.alpha.kubernetes.io/tolerations"
_FIELDS: Final = {
    "key": ("key", "string"),
    "operator": ("operator", "core.TolerationOperator"),
    "value": ("value", "string"),
    "effect": ("effect", "core.TaintEffect"),
    "tolerationseconds": ("tolerationSeconds", "int64"),
}


class _UnreadableError(Exception):
    """JSON that is no list of tolerations; the text is Go's."""


def validate_toleration_annotation(text: str, path: FieldPath, options: PodOptions) -> ErrorList:
    """Requires that the annotation holds tolerations that are well formed."""
    try:
        found = _read(text)
    except _UnreadableError as error:
        return [invalid(path, _KEY, str(error))]
    return validate_tolerations(found, path.child(_KEY), comparing=options.comparing_tolerations, covered=False)


def _read(text: str) -> list[v1.Toleration]:
    try:
        value = decode_json(text.encode("utf-8", "surrogatepass")).value
    except DecodeError as error:
        raise _UnreadableError(error.message) from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise _UnreadableError(f"json: cannot unmarshal {go_json_type(value)} into Go value of type []core.Toleration")
    return [_read_toleration(each, position) for position, each in enumerate(value)]


def _read_toleration(value: Any, position: int) -> v1.Toleration:
    """Reads a toleration; names of fields are those of Go, in any case, and others are left out."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        problem = f"cannot unmarshal {go_json_type(value)} into .{position} of type core.Toleration"
        raise _UnreadableError(f"json: {problem}")
    found = {}
    for name, given in value.items():
        if given is None or name.lower() not in _FIELDS:
            continue
        field, go_type = _FIELDS[name.lower()]
        if type(given) is not (int if go_type == "int64" else str):
            word = f"number {format_float(given)}" if type(given) is float else go_json_type(given)
            place = f"Go struct field .{position}.{name}"
            raise _UnreadableError(f"json: cannot unmarshal {word} into {place} of type {go_type}")
        if given or go_type == "int64":
            found[field] = given
    return cast("v1.Toleration", found)
