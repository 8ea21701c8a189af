"""What becomes of a write, given what stands under its key: an event, or a refusal. Shared by the embedded engines."""

from __future__ import annotations

from kapivara.storage.contract import AlreadyExists, Change, Conflict, Event, EventType, KeyNotFound, Stored


def make_event(change: Change, current: Stored | None, revision: int) -> Event:
    """Returns what a change does to its key; raises why it is refused. `revision` is the one that it would take."""
    if change.kind is EventType.ADDED:
        if current is not None:
            raise AlreadyExists(change.key)
        return Event(EventType.ADDED, change.key, change.value, None, revision)
    if current is None:
        raise KeyNotFound(change.key)
    if change.expected != current.revision:
        raise Conflict(change.expected, current)
    return Event(change.kind, change.key, change.value, current.value, revision, current.revision)


def stored_by(event: Event) -> Stored:
    """Returns what whoever made a write is told: of a deletion, the last value at its revision."""
    value = event.value if event.value is not None else event.old_value
    return Stored(event.key, value or b"", event.revision)
