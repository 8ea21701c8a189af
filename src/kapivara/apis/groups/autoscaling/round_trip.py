"""Annotations in which autoscaling/v1 keeps the fields of v2 that it lacks.

Upstream: pkg/apis/autoscaling/annotations.go, helpers.go (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.shapes import ListOf, Shape, Struct
from kapivara.codec.typed.decoding import read_nested
from kapivara.codec.typed.reader import MismatchError
from kapivara.values import JsonValue

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

_PREFIX = "autoscaling.alpha.kubernetes.io/"
METRICS = _PREFIX + "metrics"
CURRENT_METRICS = _PREFIX + "current-metrics"
BEHAVIOR = _PREFIX + "behavior"
CONDITIONS = _PREFIX + "conditions"
FIELD_ANNOTATIONS = (
    METRICS,
    CURRENT_METRICS,
    BEHAVIOR,
    CONDITIONS,
    _PREFIX + "scale-down-tolerance",
    _PREFIX + "scale-up-tolerance",
)


def take_annotations(metadata: ObjectMeta) -> dict[str, str]:
    """Removes the annotations that stand for fields, and returns them."""
    annotations = metadata.get("annotations", {})
    taken = {name: annotations[name] for name in FIELD_ANNOTATIONS if name in annotations}
    if taken:
        metadata["annotations"] = {name: text for name, text in annotations.items() if name not in taken}
        if not metadata["annotations"]:
            del metadata["annotations"]
    return taken


def read_text(text: str | None, shape: Shape) -> JsonValue:
    """Returns the value of an annotation by its type; None if it is absent or does not fit the type.

    Kept: field names are not case-sensitive.
    """
    if text is None:
        return None
    try:
        return read_nested(_with_names(decode_json(text.encode()).value, shape), shape)
    except (DecodeError, MismatchError):
        return None


def _with_names(value: JsonValue, shape: Shape) -> JsonValue:
    """Returns a value with the field names of its type."""
    if isinstance(shape, ListOf) and isinstance(value, list):
        return [_with_names(item, shape.item) for item in value]
    if not isinstance(shape, Struct) or not isinstance(value, dict):
        return value
    known = shape.tables.by_name
    folded = {name.lower(): name for name in known}
    named = {}
    for key, item in value.items():
        name = key if key in known else folded.get(key.lower(), key)
        named[name] = _with_names(item, known[name].shape) if name in known else item
    return named
