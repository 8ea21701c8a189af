"""Values that Go keeps as the bytes of their JSON: compared and printed in their original form.

Spaces are lost after decoding and do not count. Upstream: apimachinery/pkg/runtime/extension.go RawExtension,
apimachinery/pkg/apis/meta/v1 FieldsV1 (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.values import JsonValue
from kapivara.values.rendering import GoStruct


def as_it_is(value: JsonValue) -> JsonValue:
    """Returns any value unchanged, including null."""
    return value


def in_document_order(value: JsonValue) -> JsonValue:
    """Returns a value whose objects print their keys in the order of the document."""
    if isinstance(value, dict):
        return GoStruct({key: in_document_order(item) for key, item in value.items()})
    return [in_document_order(item) for item in value] if type(value) is list else value


def same_document(one: JsonValue, other: JsonValue) -> bool:
    """Returns True if two values have the same JSON text: the order of keys counts, and 1 differs from 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and _same_items(one.values(), other.values())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and _same_items(one, other)
    return bool(one == other)


def _same_items(ones: Iterable[JsonValue], others: Iterable[JsonValue]) -> bool:
    for one, other in zip(ones, others, strict=True):  # noqa: SIM110 - a walk calls itself from Python
        if not same_document(one, other):
            return False
    return True
