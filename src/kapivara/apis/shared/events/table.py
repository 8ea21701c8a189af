"""The columns of events: time, type, reason, object and message.

Upstream: pkg/printers/internalversion/printers.go printEvent (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from kapivara.apis.machinery.tables.ages import age_of
from kapivara.apis.machinery.tables.table import Column, TableLayout, name_column
from kapivara.values import JsonObject
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.apis.groups.core.v1.zz_generated_types import Event
    from kapivara.apis.machinery.server.surroundings import Surroundings

_TEXTS: Final[Mapping[str, str]] = {
    "Last Seen": "The time at which the most recent occurrence of this event was recorded.",
    "Type": "Type of this event (Normal, Warning), new types could be added in the future",
    "Reason": (
        "This should be a short, machine understandable string that gives the reason for the transition into "
        "the object's current status."
    ),
    "Object": "The object that this event is about.",
    "Subobject": (
        "If referring to a piece of an object instead of an entire object, this string should contain a "
        "valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if "
        "the object reference is to a container within a pod, this would take on a value like: "
        '"spec.containers{name}" (where "name" refers to the name of the container that triggered the event) '
        'or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). '
        "This syntax is chosen only to have some well-defined way of referencing a part of an object."
    ),
    "Source": "The component reporting this event. Should be a short machine understandable string.",
    "Message": "A human-readable description of the status of this operation.",
    "First Seen": "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)",
    "Count": "The number of times this event has occurred.",
}


def event_layout(surroundings: Surroundings) -> TableLayout:
    """Returns the columns of events in the core group's form."""

    def since(moment: str | None) -> str:
        return age_of(moment or "", surroundings.now())

    def first_seen(obj: JsonObject) -> str:
        event = _as_event(obj)
        return since(event["firstTimestamp"] or event["eventTime"])

    def last_seen(obj: JsonObject) -> str:
        event = _as_event(obj)
        if (series := event.get("series")) is not None:
            return since(series["lastObservedTime"])
        return since(event["lastTimestamp"]) if event["lastTimestamp"] else first_seen(obj)

    cells = (
        ("Last Seen", last_seen, 0),
        ("Type", lambda obj: _as_event(obj).get("type", ""), 0),
        ("Reason", lambda obj: _as_event(obj).get("reason", ""), 0),
        ("Object", _object, 0),
        ("Subobject", lambda obj: _as_event(obj)["involvedObject"].get("fieldPath", ""), 1),
        ("Source", _source, 1),
        ("Message", lambda obj: _as_event(obj).get("message", "").strip(), 0),
        ("First Seen", first_seen, 1),
        ("Count", _count, 1),
    )
    columns = [Column(name, "string", cell, description=_TEXTS[name], priority=rank) for name, cell, rank in cells]
    return TableLayout((*columns, replace(name_column(), priority=1)))


def _as_event(obj: JsonObject) -> Event:
    return cast("Event", obj)


def _object(obj: JsonObject) -> str:
    involved = _as_event(obj)["involvedObject"]
    kind, name = involved.get("kind", "").lower(), involved.get("name")
    return f"{kind}/{name}" if name else kind


def _source(obj: JsonObject) -> str:
    event = _as_event(obj)
    component = event["source"].get("component") or event["reportingComponent"]
    instance = event["source"].get("host") or event["reportingInstance"]
    return f"{component}, {instance}" if instance else component


def _count(obj: JsonObject) -> int:
    event = _as_event(obj)
    series = event.get("series")
    return event.get("count", 0) or 1 if series is None else series.get("count", 0)
