"""Determines how a schema treats a field: validated, kept or pruned.

Upstream: apiextensions-apiserver pkg/apiserver/schema/pruning/algorithm.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, TypeAlias

from kapivara.schema.changes.change import Steps
from kapivara.schema.changes.types import passing
from kapivara.schema.steps.pruning import META_FIELDS
from kapivara.schema.structural.subschemas import additional_schema, items_schema
from kapivara.values import JsonObject
from kapivara.values.record import record

_PRESERVE: Final = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED: Final = "x-kubernetes-embedded-resource"

FREE: Final[JsonObject] = {_PRESERVE: True}
"""A schema that accepts and keeps everything."""


class FieldTreatment(Enum):
    """The treatment of a field without a schema."""

    KEPT = "kept"
    PRUNED = "pruned"
    SHELL = "shell"
    """Kept without its contents: `additionalProperties: true`."""
    FORBIDDEN = "forbidden"
    """`additionalProperties: false`; stored values are kept."""


Governed: TypeAlias = JsonObject | FieldTreatment
"""The schema of a field, or its treatment without one."""


def others(raw: JsonObject) -> Governed:
    """Returns the treatment of undeclared fields."""
    schema = additional_schema(raw)
    if schema is not None:
        return schema
    additional = raw.get("additionalProperties")
    if additional is not None:
        return FieldTreatment.SHELL if additional else FieldTreatment.FORBIDDEN
    return FieldTreatment.KEPT if raw.get(_PRESERVE) else FieldTreatment.PRUNED


def governs(raw: JsonObject, name: str, *, is_root: bool) -> Governed:
    """Returns the treatment of a field; the metadata of a whole object is always kept."""
    declared = (raw.get("properties") or {}).get(name)
    if declared is not None:
        schema: JsonObject = declared
        return schema
    if name in META_FIELDS and (is_root or raw.get(_EMBEDDED)):
        return FieldTreatment.KEPT
    return others(raw)


def is_free(raw: JsonObject) -> bool:
    """Returns True if a schema accepts and keeps everything."""
    return bool(raw.get(_PRESERVE)) and not any(
        keyword not in (_PRESERVE, "description", "title", "example", "externalDocs", "nullable") for keyword in raw
    )


@record(eq=False)
class Loss:
    """A field that one schema keeps and another drops; `schema` is its old schema, if declared."""

    field: str
    steps: Steps
    schema: JsonObject | None


def losses(old: JsonObject, new: JsonObject, *, is_root: bool) -> Iterator[Loss]:
    """Yields the outermost fields that one schema keeps and another prunes, whatever values it accepts."""
    yield from _losses(old, new, "", (), is_root=is_root)


def _losses(old: JsonObject, new: JsonObject, field: str, steps: Steps, *, is_root: bool = False) -> Iterator[Loss]:
    if old == new or is_free(new):
        return
    if not new:
        if _holds_fields(old):
            yield Loss(f"{field}[]", (*steps, None), None)
        return
    kinds = passing(old)
    if "object" in kinds:
        for name in {**(old.get("properties") or {}), **(new.get("properties") or {})}:
            before, after = (governs(each, name, is_root=is_root) for each in (old, new))
            yield from _lost(before, after, f"{field}.{name}" if field else name, (*steps, name))
        yield from _lost(others(old), others(new), f"{field}[]", (*steps, None))
    if "array" in kinds:
        yield from _losses(_items(old), _items(new), f"{field}[]", (*steps, None))


def _lost(before: Governed, after: Governed, field: str, steps: Steps) -> Iterator[Loss]:
    if before in (FieldTreatment.PRUNED, FieldTreatment.FORBIDDEN) or after is FieldTreatment.KEPT:
        return
    if after is FieldTreatment.PRUNED:
        yield Loss(field, steps, before if isinstance(before, dict) else None)
    else:
        was = before if isinstance(before, dict) else FREE if before is FieldTreatment.KEPT else {}
        yield from _losses(was, after if isinstance(after, dict) else {}, field, steps)


def _items(raw: JsonObject) -> JsonObject:
    return items_schema(raw) or (FREE if raw.get(_PRESERVE) else {})


def _holds_fields(raw: JsonObject) -> bool:
    """Returns True if a value may contain an object with fields."""
    kinds = passing(raw)
    if "object" in kinds and (raw.get("properties") or others(raw) is not FieldTreatment.PRUNED):
        return True
    return "array" in kinds and bool(items_schema(raw)) and _holds_fields(_items(raw))
