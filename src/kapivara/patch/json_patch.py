"""JSON patch, applied: RFC 6902 with the liberties of the library that the server uses.

Kept from upstream: whatever stands before the first `/` of a pointer is ignored; negative indices count from the end;
`replace` adds a missing member; `copy` of a missing member gives null; a null member counts as missing to `test`.
Upstream: gopkg.in/evanphx/json-patch.v4 patch.go.
"""

from __future__ import annotations

from kapivara.patch.errors import PatchNotAppliedError
from kapivara.patch.json_patch_document import JsonPatch, Operation
from kapivara.values import ABSENT, JsonObject, JsonValue, copy_json, deep_equal
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import to_json_text

MAX_COPIED_BYTES = 3 * 1024 * 1024
_INDEX = lazy_pattern(r"[+-]?[0-9]{1,18}\Z")


def apply_json_patch(target: JsonObject, patch: JsonPatch) -> JsonValue:
    """Returns the patched copy of an object; raises PatchNotAppliedError where an operation does not fit."""
    document: JsonValue = copy_json(target)
    copied = 0
    for operation in patch.operations:
        match operation.op:
            case "add":
                _add(document, _path(operation.path), _value(operation))
            case "remove":
                _remove(*_find(document, _path(operation.path)))
            case "replace":
                document = _replace(document, operation)
            case "move":
                _move(document, operation)
            case "test":
                _test(document, operation)
            case "copy":
                copied = _copy(document, operation, copied)
            case _:
                raise PatchNotAppliedError(f"Unexpected kind: {operation.op or 'unknown'}")
    return document


def _path(pointer: str | None) -> str:
    if pointer is None:
        raise PatchNotAppliedError("operation missing path field: missing value")
    return pointer


def _value(operation: Operation) -> JsonValue:
    return None if operation.value is ABSENT else copy_json(operation.value)


def _find(document: JsonValue, pointer: str) -> tuple[JsonValue, str]:
    """Returns the container that a pointer leads into, and the last key."""
    steps = pointer.split("/")
    if len(steps) < 2:
        raise PatchNotAppliedError(f'doc is missing path: "{pointer}": missing value')
    for step in steps[1:-1]:
        document = _get(document, _unescape(step))
        if type(document) not in (dict, list):
            raise PatchNotAppliedError(f'doc is missing path: "{pointer}": missing value')
    return document, _unescape(steps[-1])


def _unescape(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~") if "~" in step else step


def _get(container: JsonValue, key: str) -> JsonValue:
    """Returns a member (None where it is missing) or an item."""
    if type(container) is dict:
        return container.get(key)
    return container[_index(key, len(container))]


def _index(key: str, size: int) -> int:
    """Reads a list index below a size, negative ones from the end."""
    if not _INDEX.match(key):
        raise PatchNotAppliedError(f"value was not a proper array index: '{key}'")
    index = int(key)
    if not -size <= index < size:
        raise PatchNotAppliedError(f"Unable to access invalid index: {index}: invalid index referenced")
    return index + size if index < 0 else index


def _add(document: JsonValue, pointer: str, value: JsonValue) -> None:
    container, key = _find(document, pointer)
    if type(container) is dict:
        container[key] = value
    elif key == "-":
        container.append(value)
    else:
        container.insert(_index(key, len(container) + 1), value)


def _remove(container: JsonValue, key: str) -> None:
    if type(container) is list:
        del container[_index(key, len(container))]
    elif key in container:
        del container[key]
    else:
        raise PatchNotAppliedError(f"Unable to remove nonexistent key: {key}: missing value")


def _replace(document: JsonValue, operation: Operation) -> JsonValue:
    pointer = _path(operation.path)
    if pointer == "":
        if type(operation.value) not in (dict, list):
            raise PatchNotAppliedError("replace operation value must be object or array")
        return _value(operation)
    container, key = _find(document, pointer)
    container[key if type(container) is dict else _index(key, len(container))] = _value(operation)
    return document


def _move(document: JsonValue, operation: Operation) -> None:
    if operation.source is None:
        raise PatchNotAppliedError("operation, missing from field: missing value")
    container, key = _find(document, operation.source)
    value = _get(container, key)
    _remove(container, key)
    _add(document, _path(operation.path), value)


def _copy(document: JsonValue, operation: Operation, copied: int) -> int:
    """Copies a value; returns how many bytes all copies so far make, and refuses to go beyond the limit."""
    if operation.source is None:
        raise PatchNotAppliedError("operation, missing from field: missing value")
    value = _get(*_find(document, operation.source))
    copied += len(to_json_text(value)) if value is not None else 0
    if copied > MAX_COPIED_BYTES:
        raise PatchNotAppliedError(
            "Unable to complete the copy, the accumulated size increase of copy is "
            f"{copied}, exceeding the limit {MAX_COPIED_BYTES}"
        )
    _add(document, _path(operation.path), copy_json(value))
    return copied


def _test(document: JsonValue, operation: Operation) -> None:
    pointer = _path(operation.path)
    actual = document if pointer == "" else _get(*_find(document, pointer))
    wanted = None if operation.value is ABSENT else operation.value
    if not deep_equal(actual, wanted):
        raise PatchNotAppliedError(f"testing value {pointer} failed: test failed")
