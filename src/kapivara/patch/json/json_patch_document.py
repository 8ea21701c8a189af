"""A JSON patch as a document: its operations, and its strict errors.

Reads the codec's result; `json_patch.py` applies the operations. Upstream: apiserver/pkg/endpoints/handlers/patch.go
applyJSPatch (1.37), and the JSON patch library that it uses.
"""

from __future__ import annotations

from kapivara.codec import Decoded, DecodeError
from kapivara.codec.json.plain.source import JsonSource
from kapivara.codec.shapes import ANYTHING, STRING, ListOf, Struct, optional
from kapivara.codec.typed.decoding import strict_errors
from kapivara.patch.errors import PatchDecodeError, PatchTooLargeError, cannot_unmarshal
from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.record import record, replace

MAX_OPERATIONS = 10_000
NULL = JsonSource(b"null", 0, 4)
"""A null from a patch, which `test` distinguishes from a null of the object."""
_TEXT_FIELDS = ("op", "path", "from")
_OPERATION = Struct(
    "handlers.jsonPatchOp", (*(optional(field, STRING) for field in _TEXT_FIELDS), optional("value", ANYTHING))
)
_PATCH = ListOf(_OPERATION)


@record
class Operation:
    """One operation of a patch; missing or mistyped fields are None (`value`: ABSENT)."""

    op: str | None
    path: str | None
    source: str | None
    value: JsonValue | Absent


@record
class JsonPatch:
    """The operations and strict errors of a patch."""

    operations: tuple[Operation, ...]
    strict_errors: tuple[str, ...] = ()

    @property
    def compares(self) -> bool:
        """Whether an operation depends on the spelling of a value."""
        return any(operation.op == "test" for operation in self.operations)

    def spelled(self, source: JsonSource) -> tuple[Operation, ...]:
        """Returns the operations with their values as the document spells them."""
        items = source.inside if isinstance(source.inside, list) else []
        return tuple(map(_spelled, self.operations, items))


def _spelled(operation: Operation, source: JsonValue) -> Operation:
    members = source.inside if type(source) is JsonSource else source
    if operation.value is ABSENT or not isinstance(members, dict):
        return operation
    given = members["value"]
    return replace(operation, value=NULL if given is None else given)


def read_json_patch(sent: Decoded, text: bytes = b"", *, strict: bool = True) -> JsonPatch:
    """Returns the operations; raises PatchDecodeError for an invalid patch, PatchTooLargeError for a long one.

    `strict` is the server's mode unless field validation is Ignore: it checks the types of the fields, and records
    unknown and duplicate fields.
    """
    document = sent.value
    errors = _strict_errors(sent, text) if strict else ()
    if document is None:
        return JsonPatch((), errors)
    if type(document) is not list:
        raise cannot_unmarshal(document, "value of type jsonpatch.Patch")
    for item in document:
        if item is not None and type(item) is not dict:
            raise cannot_unmarshal(item, "value of type jsonpatch.Operation")
    if len(document) > MAX_OPERATIONS:
        raise PatchTooLargeError(
            f"The allowed maximum operations in a JSON patch is {MAX_OPERATIONS}, got {len(document)}"
        )
    return JsonPatch(tuple(_operation(item or {}) for item in document), errors)


def overflow_message(document: JsonValue, message: str) -> str:
    """Returns the server's error for a number out of the range of floats; the server decodes operations as structs.

    Empty if the number is in no `value`: the server ignores it, or reports its type.
    """
    items = document if type(document) is list else ()
    if any(type(item) is dict and _holds_infinity(item.get("value")) for item in items):
        return message.replace("Go value", "Go struct field jsonPatchOp.value")
    return ""


def _holds_infinity(value: JsonValue) -> bool:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if type(each) is dict:
            waiting += each.values()
        elif type(each) is list:
            waiting += each
        elif type(each) is float and each - each != 0:
            return True
    return False


def _strict_errors(sent: Decoded, text: bytes) -> tuple[str, ...]:
    try:
        found = strict_errors(sent.value, _PATCH, text, sent.duplicates)
    except DecodeError as error:
        raise PatchDecodeError(error.message) from None
    return tuple(f"json patch {each}" for each in found)


def _operation(item: dict[str, JsonValue]) -> Operation:
    op, path, source = (value if type(value := item.get(field)) is str else None for field in _TEXT_FIELDS)
    return Operation(op, path, source, item.get("value", ABSENT))
