"""Returns the comparable form of a response's body, without parts that change from run to run of a server.

Times, UIDs and resource versions are removed, or replaced by a word if their presence matters; so are continue tokens
and ages in tables. Parts without a fixed order are sorted. Descriptions in OpenAPI documents belong to each server and
are removed.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

_VOLATILE = ("uid", "creationTimestamp", "resourceVersion", "selfLink")
_BY_PRESENCE = {"deletionTimestamp": "<time>", "continue": "<continue>"}
_UID = "[0-9a-fA-F-]{36}"
_QUOTED = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (rf"(UID in object meta: ){_UID}", r"\1<uid>"),
        (rf"(does not match the UID in record \(){_UID}", r"\1<uid>"),
        (r"(ResourceVersion in (?:object meta|precondition): )\d+", r"\1<rv>"),
        (r"(does not match the ResourceVersion in record \()\d+", r"\1<rv>"),
        (r"(Too large resource version: \d+, current: )\d+", r"\1<rv>"),
        (r"(too old resource version: )\d+ \(\d+\)", r"\1<rv> (<rv>)"),
        (r"selfType\d+", "selfType"),  # the server numbers them at random
        # of an object that is quoted whole
        (r'(\\"(?:uid|resourceVersion|creationTimestamp|time)\\":\\")[^"\\]+', r"\1…"),
    )
]
_LISTED_ERRORS = re.compile(r"(is invalid: ).*", re.S)
_AGE = re.compile(r"(?:\d+[smhdy])+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_AGE_COLUMNS = ("age", "created at")


def comparable_body(body: Any, scenario: dict[str, Any]) -> Any:
    """Returns the compared part of a body: an object, a text, or for a watch the list of its events."""
    events = _read_events(body)
    if events:
        return _comparable_events(events, scenario)
    if not isinstance(body, dict):
        return body
    body = copy.deepcopy(body)
    match body.get("kind"):
        case "CustomResourceDefinition":
            body.pop("status", None)
        case "Status":
            _scrub_status(body)
        case "Table":
            _scrub_ages(body, [])
        case "APIResourceList" if isinstance(body.get("resources"), list):
            body["resources"].sort(key=lambda resource: resource.get("name", ""))
    for metadata in _find_metadata(body):
        _scrub_metadata(metadata, keep_managed=scenario.get("keepManagedFields", False))
    for path in scenario.get("ignore", ()):
        _drop(body, path.split("."))
    return body


def without_descriptions(document: Any) -> Any:
    """Returns a document without its descriptions."""
    match document:
        case dict():
            told = {key for key, item in document.items() if key == "description" and isinstance(item, str)}
            return {key: without_descriptions(item) for key, item in document.items() if key not in told}
        case list():
            return [without_descriptions(item) for item in document]
    return document


def _read_events(body: Any) -> list[dict[str, Any]] | None:
    """Reads the events of a watch, a line of JSON each; None if the body is not a watch."""
    if isinstance(body, dict):
        events = [body]
    elif isinstance(body, str):
        try:
            events = [json.loads(line) for line in body.splitlines() if line.strip()]
        except ValueError:
            return None
    else:
        return None
    whole = all(isinstance(event, dict) and event.keys() == {"type", "object"} for event in events)
    return events if whole else None


def _comparable_events(events: list[dict[str, Any]], scenario: dict[str, Any]) -> list[dict[str, Any]]:
    columns: list[dict[str, Any]] = []  # only the first Table of a watch names them
    compared = []
    for event in events:
        item = comparable_body(event["object"], scenario)
        if isinstance(item, dict) and item.get("kind") == "Table":
            columns = _scrub_ages(item, columns)
        compared.append({"type": event["type"], "object": item})
    return compared


def _scrub_status(status: dict[str, Any]) -> None:
    """Sorts the causes of a Status, and removes an object's identity from its messages.

    Several errors come in no fixed order, so their text is replaced by that of the sorted causes.
    """
    details = status["details"] if isinstance(status.get("details"), dict) else {}
    details.pop("uid", None)
    causes = details.get("causes") or []
    causes.sort(key=lambda cause: (cause.get("field", ""), cause.get("reason", ""), cause.get("message", "")))
    if not isinstance(status.get("message"), str):
        return
    if len(causes) > 1:
        status["message"] = _LISTED_ERRORS.sub(r"\1…", status["message"])
    for told in (status, *causes):
        for pattern, replacement in _QUOTED:
            if isinstance(told.get("message"), str):
                told["message"] = pattern.sub(replacement, told["message"])


def _scrub_ages(table: dict[str, Any], columns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Replaces the ages in the rows of a Table; returns its columns, or those of an earlier Table."""
    columns = table.get("columnDefinitions") or columns
    aged = [
        place
        for place, column in enumerate(columns)
        if str(column.get("name")).lower() in _AGE_COLUMNS or column.get("type") == "date"
    ]
    for row in table.get("rows") or ():
        cells = row.get("cells") or []
        for place in aged:
            if place < len(cells) and isinstance(cells[place], str) and _AGE.fullmatch(cells[place]):
                cells[place] = "<age>"
    return columns


def _find_metadata(value: Any) -> Iterator[dict[str, Any]]:
    """Yields every `metadata` of a response, including those of embedded objects."""
    if isinstance(value, list):
        for item in value:
            yield from _find_metadata(item)
    elif isinstance(value, dict):
        if isinstance(value.get("metadata"), dict):
            yield value["metadata"]
        for item in value.values():
            yield from _find_metadata(item)


def _scrub_metadata(metadata: dict[str, Any], *, keep_managed: bool) -> None:
    for key in _VOLATILE:
        metadata.pop(key, None)
    for key, word in _BY_PRESENCE.items():
        if isinstance(metadata.get(key), str) and metadata[key]:
            metadata[key] = word
    if not keep_managed:
        metadata.pop("managedFields", None)
    elif isinstance(metadata.get("managedFields"), list):
        for entry in metadata["managedFields"]:
            entry.pop("time", None)
        # their order depends on the second of their creation
        metadata["managedFields"].sort(key=lambda entry: json.dumps(entry, sort_keys=True))


def _drop(value: Any, parts: list[str]) -> None:
    """Removes the target of a path, through every item of the lists on its way."""
    head, *rest = parts
    if isinstance(value, list):
        for item in value:
            _drop(item, rest if head == "*" else parts)
    elif isinstance(value, dict):
        for key in list(value) if head == "*" else [head]:
            if not rest:
                value.pop(key, None)
            elif key in value:
                _drop(value[key], rest)
