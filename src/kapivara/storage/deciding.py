"""Decides a write against the current value of its key: an event or a rejection. Shared by the embedded engines."""

from __future__ import annotations

from kapivara.storage.contract import AlreadyExists, Conflict, Event, EventType, KeyNotFound, Stored, WriteRequest


def make_event(request: WriteRequest, current: Stored | None, revision: int) -> Event:
    """Returns the event of a write that takes `revision`; raises AlreadyExists, KeyNotFound or Conflict."""
    if request.kind is EventType.ADDED:
        if current is not None:
            raise AlreadyExists(request.key)
        return Event(EventType.ADDED, request.key, request.value, None, revision)
    if current is None:
        raise KeyNotFound(request.key)
    if request.expected != current.revision:
        raise Conflict(request.expected, current)
    return Event(request.kind, request.key, request.value, current.value, revision, current.revision)


def stored_by(event: Event) -> Stored:
    """Returns the result of a write: for a deletion, the last value with the revision of the deletion."""
    value = event.value if event.value is not None else event.old_value
    return Stored(event.key, value or b"", event.revision)
