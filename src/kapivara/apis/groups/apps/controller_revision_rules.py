"""Validation rules of ControllerRevision: the data must be an object, and is immutable.

Upstream: pkg/apis/apps/validation/validation.go ValidateControllerRevisionCreate, ValidateControllerRevisionUpdate
(1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.changes import IMMUTABLE, validate_immutable_value
from kapivara.apis.shared.rules.numbers import validate_non_negative
from kapivara.codec.typed.described import described
from kapivara.field import ErrorList, FieldPath, Operation, invalid, required
from kapivara.values import ABSENT, Absent
from kapivara.values.rendering import JsonText

if TYPE_CHECKING:
    import kapivara.apis.groups.apps.v1.zz_generated_types as v1

_DATA: Final = FieldPath.of("data")
_REVISION: Final = FieldPath.of("revision")
_DATA_SHAPE: Final = described("apis.groups.apps.v1").struct("ControllerRevision").tables.by_name["data"].shape


def validate_controller_revision(
    operation: Operation, new: v1.ControllerRevision, old: v1.ControllerRevision | Absent
) -> ErrorList:
    """Requires a revision of at least 0, and data that is an object and does not change."""
    errors = validate_non_negative(new["revision"], _REVISION)
    data = new.get("data")
    if old is not ABSENT:
        changed = validate_immutable_value(data, old.get("data"), _DATA, _DATA_SHAPE)
        spelled = _spelled_data(operation.source) if changed else None
        return errors + (changed if spelled is None else [invalid(_DATA, spelled, IMMUTABLE)])
    if data is None:
        errors.append(required(_DATA, "data is mandatory"))
    elif not isinstance(data, dict):
        errors.append(required(_DATA, "data must be a valid JSON object"))
    return errors


def _spelled_data(source: bytes | None) -> JsonText | None:
    """Returns the data as the body spells it, since Go keeps the bytes; None without a source."""
    if source is None:
        return None
    from kapivara.codec.json.plain.source import JsonSource, read_source  # only errors need it

    members = read_source(source).inside
    data = members.get("data") if isinstance(members, dict) else None
    return JsonText(data.printed) if isinstance(data, JsonSource) else None
