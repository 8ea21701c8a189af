"""Validation rules of events: those of both groups, and the stricter ones of the newer group.

Upstream: pkg/apis/core/validation/events.go ValidateEventCreate, ValidateEventUpdate (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.changes import validate_immutable, validate_immutable_value
from kapivara.apis.shared.rules.names import validate_qualified_name
from kapivara.codec.typed.described import described
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, required

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1 import zz_generated_types as v1

_MOST_TEXT: Final = 128
_MOST_NOTE: Final = 1024
_FEWEST_IN_SERIES: Final = 2
_DEFAULT, _SYSTEM = "default", "kube-system"
_OLD_FIELDS: Final = ("firstTimestamp", "lastTimestamp", "count")
_UNCHANGED: Final[tuple[tuple[str, str, str], ...]] = (
    ("involvedObject", "involvedObject", "ObjectReference"),
    ("reason", "reason", ""),
    ("message", "message", ""),
    ("source", "source", "EventSource"),
    ("firstTimestamp", "firstTimestamp", ""),
    ("lastTimestamp", "lastTimestamp", ""),
    ("count", "count", "int"),
    ("type", "type", ""),
    ("eventTime", "eventTime", ""),
    ("action", "action", ""),
    ("related", "related", "ObjectReference"),
    ("reportingComponent", "reportingController", ""),
    ("reportingInstance", "reportingInstance", ""),
)
"""The fields of an event that may not change: name, name in messages, and type if it is neither a text nor a time."""
_TIMES: Final = frozenset(("firstTimestamp", "lastTimestamp", "eventTime"))


def validate_event(event: v1.Event, reporter: str) -> ErrorList:
    """Validates that an event of either style is complete.

    `reporter` is the field that names the reporting controller.
    """
    involved, namespace = event["involvedObject"].get("namespace", ""), event["metadata"].get("namespace", "")
    path = FieldPath.of("involvedObject", "namespace")
    if event.get("eventTime") is None:
        matches = namespace == involved if involved else namespace in ("", _DEFAULT)
        return [] if matches else [invalid(path, involved, "does not match event.namespace")]
    errors: ErrorList = []
    if not involved and namespace not in (_DEFAULT, _SYSTEM):
        errors.append(invalid(path, involved, "does not match event.namespace"))
    component, place = event["reportingComponent"], FieldPath.of(reporter)
    if not component:
        errors.append(required(place))
    errors += validate_qualified_name(component, place)
    errors += _validate_text(event["reportingInstance"], "reportingInstance")
    errors += _validate_text(event.get("action", ""), "action")
    errors += _validate_text(event.get("reason", ""), "reason")
    return errors + _validate_length(event.get("message", ""), "message", _MOST_NOTE)


def _validate_text(text: str, field: str) -> ErrorList:
    return _validate_length(text, field, _MOST_TEXT) if text else [required(FieldPath.of(field))]


def _validate_length(text: str, field: str, most: int) -> ErrorList:
    """Rejects a text longer than `most` bytes. Kept: the message counts "characters", and the text is not shown."""
    return [] if byte_length(text) <= most else [_unshown(field, f"can have at most {most} characters")]


def _unshown(field: str, problem: str) -> Any:
    return invalid(FieldPath.of(field), "", problem)


def validate_regarding_event(event: v1.Event) -> ErrorList:
    """Requires a time and a type of a new event of the newer group, and rejects the fields of the old style."""
    errors = _validate_series(event)
    if event.get("eventTime") is None:
        errors.append(required(FieldPath.of("eventTime")))
    if event.get("type") not in ("Normal", "Warning"):
        errors.append(_unshown("type", f"has invalid value: {event.get('type', '')}"))
    errors += [_unshown(field, "needs to be unset") for field in _OLD_FIELDS if event.get(field)]
    if any(event["source"].values()):
        errors.append(_unshown("source", "needs to be unset"))
    return errors


def _validate_series(event: v1.Event) -> ErrorList:
    series = event.get("series")
    if series is None:
        return []
    errors: ErrorList = []
    if series.get("count", 0) < _FEWEST_IN_SERIES:
        errors.append(_unshown("series.count", "should be at least 2"))
    if series.get("lastObservedTime") is None:
        errors.append(required(FieldPath.of("series.lastObservedTime")))
    return errors


def validate_regarding_event_change(new: v1.Event, old: v1.Event) -> ErrorList:
    """Rejects all changes to an event of the newer group except those to its series."""
    errors = [] if new.get("series") == old.get("series") else _validate_series(new)
    for field, name, type_ in _UNCHANGED:
        mine, before = new.get(field), old.get(field)
        if mine == before:
            continue
        path = FieldPath.of(name)
        if type_ in ("", "int"):
            zero = None if field in _TIMES else 0 if type_ else ""
            errors += validate_immutable(zero if mine is None else mine, zero if before is None else before, path)
        else:
            shape = described("apis.groups.core.v1").struct(type_)
            errors += validate_immutable_value(mine, before, path, shape, f"core.{type_}")
    return errors
