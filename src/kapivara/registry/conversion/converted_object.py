"""Validates an object that a conversion webhook returned, and restores its metadata.

A webhook may change only labels and annotations; changed ones are validated. Upstream: webhook_converter.go
validateConvertedObject, restoreObjectMeta (1.37).
"""

from __future__ import annotations

from kapivara.field import ErrorList, FieldPath
from kapivara.meta.object_meta import validate_annotations, validate_labels
from kapivara.meta.status import aggregate_text
from kapivara.values import ABSENT, JsonObject, copy_json
from kapivara.values.rendering import go_type_name

_SAME = (("name", "name"), ("namespace", "namespace"), ("UID", "uid"))


def validate_converted(sent: JsonObject, back: JsonObject) -> str:
    """Returns the error if a webhook changed the identity of an object; empty if not."""
    for word, field in _SAME:
        was, became = _text(sent, field), _text(back, field)
        if was != became:
            return f"must have the same {word}: {was} != {became}"
    return ""


def _text(obj: JsonObject, field: str) -> str:
    metadata = obj.get("metadata")
    value = metadata.get(field) if type(metadata) is dict else None
    return value if type(value) is str else ""


def restore_metadata(sent: JsonObject, back: JsonObject) -> str:
    """Restores a converted object's metadata except labels and annotations; returns the error if these are invalid."""
    metadata = back.get("metadata", ABSENT)
    if metadata is ABSENT:
        return "missing metadata in converted object"
    if type(metadata) is not dict:
        return f"invalid metadata of type {go_type_name(metadata)} in converted object"
    kept = back["metadata"] = copy_json(sent["metadata"])
    for field in ("labels", "annotations"):
        given = metadata.get(field)
        if given is None:
            kept.pop(field, None)
            continue
        if type(given) is not dict:
            return f"invalid metadata.{field} of type {go_type_name(given)} in converted object"
        for key, value in given.items():
            if type(value) is not str:
                return f"metadata.{field}[{key}] must be a string, but is {go_type_name(value)} in converted object"
        errors = _changes_errors(field, given) if given != (kept.get(field) or {}) else []
        if errors:
            return aggregate_text(map(str, errors))
        kept[field] = given
    return ""


def _changes_errors(field: str, given: JsonObject) -> ErrorList:
    if field == "labels":
        return validate_labels(given, FieldPath.of("metadata", "labels"))
    return validate_annotations(given, FieldPath.of("metadata", "annotation"))  # kept: the server drops the s
