"""A JSON patch as a document: its operations, and what strict decoding holds against it.

Reads what the codec decoded; applying the operations is `json_patch.py`.
Upstream: apiserver/pkg/endpoints/handlers/patch.go applyJSPatch (1.37), and the JSON patch library that it uses.
"""

from __future__ import annotations

from kapivara.patch.errors import PatchTooLargeError, cannot_unmarshal
from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

MAX_OPERATIONS = 10_000
_TEXT_FIELDS = ("op", "path", "from")
_KNOWN = frozenset((*_TEXT_FIELDS, "value"))
_FIRST_STEPS = lazy_pattern(r"\[(\d+)\]\.([^.\[]+)")


@record
class Operation:
    """One step of a patch; what is missing or of another type is None (`value`: ABSENT)."""

    op: str | None
    path: str | None
    source: str | None
    value: JsonValue | Absent


@record
class JsonPatch:
    """The steps, the strict errors of the document, and the fields that it gives twice inside values.

    `doubled` pairs an operation's index with the path below its `value`: such a value goes into the object as it is
    written, so the object has the field twice too.
    """

    operations: tuple[Operation, ...]
    strict_errors: tuple[str, ...] = ()
    doubled: tuple[tuple[int, str], ...] = ()


def read_json_patch(document: JsonValue, duplicates: tuple[str, ...] = (), *, strict: bool = True) -> JsonPatch:
    """Reads the operations; raises PatchDecodeError where this is no patch, PatchTooLargeError where it is too long.

    `strict` is how the server reads unless field validation is Ignore: the types of the fields are checked, and
    unknown and duplicate fields are noted.
    """
    if document is None:
        return JsonPatch(())
    if type(document) is not list:
        raise cannot_unmarshal(document, f"value of type {'[]handlers.jsonPatchOp' if strict else 'jsonpatch.Patch'}")
    for item in document:
        _check_item(item, strict)
    if len(document) > MAX_OPERATIONS:
        raise PatchTooLargeError(
            f"The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {len(document)}"
        )
    operations = tuple(_operation(item or {}) for item in document)
    if not strict:
        return JsonPatch(operations)
    known = [_known_duplicate(path) for path in duplicates]
    doubled = tuple((index, path[path.index(".value") + len(".value") :]) for index, path in known if ".value" in path)
    return JsonPatch(operations, _strict_errors(document, [each for each in known if each[1]]), doubled)


def _check_item(item: JsonValue, strict: bool) -> None:
    if item is None:
        return
    if type(item) is not dict:
        raise cannot_unmarshal(item, f"value of type {'handlers.jsonPatchOp' if strict else 'jsonpatch.Operation'}")
    for field in _TEXT_FIELDS if strict else ():
        value = item.get(field)
        if value is not None and type(value) is not str:
            raise cannot_unmarshal(value, f"struct field jsonPatchOp.{field} of type string")


def _operation(item: dict[str, JsonValue]) -> Operation:
    op, path, source = (value if type(value := item.get(field)) is str else None for field in _TEXT_FIELDS)
    return Operation(op, path, source, item.get("value", ABSENT))


def _known_duplicate(path: str) -> tuple[int, str]:
    """Returns the operation's index and the path, empty where it is inside an unknown field (nobody looks there)."""
    steps = _FIRST_STEPS.match(path)
    if steps is None or steps[2] not in _KNOWN:
        return -1, ""
    return int(steps[1]), path


def _strict_errors(document: list[JsonValue], duplicates: list[tuple[int, str]]) -> tuple[str, ...]:
    errors = []
    for index, item in enumerate(document):
        errors += [f'json patch duplicate field "{path}"' for at, path in duplicates if at == index]
        errors += [f'json patch unknown field "[{index}].{key}"' for key in item or () if key not in _KNOWN]
    return tuple(errors)
