"""A JSON patch as a document: its operations, and what strict decoding holds against it.

Reads what the codec decoded; applying the operations is `json_patch.py`.
Upstream: apiserver/pkg/endpoints/handlers/patch.go applyJSPatch (1.37), and the JSON patch library that it uses.
"""

from __future__ import annotations

from kapivara.codec import Decoded, DecodeError
from kapivara.codec.json_source import JsonSource
from kapivara.codec.shapes import ANYTHING, STRING, ListOf, Struct, optional
from kapivara.codec.typed import strict_errors
from kapivara.patch.errors import PatchDecodeError, PatchTooLargeError, cannot_unmarshal
from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.record import record, replace

MAX_OPERATIONS = 10_000
NULL = JsonSource(b"null", 0, 4)
"""A null that a patch gives, which `test` tells from one that was there."""
_TEXT_FIELDS = ("op", "path", "from")
_OPERATION = Struct(
    "handlers.jsonPatchOp", (*(optional(field, STRING) for field in _TEXT_FIELDS), optional("value", ANYTHING))
)
_PATCH = ListOf(_OPERATION)


@record
class Operation:
    """One step of a patch; what is missing or of another type is None (`value`: ABSENT)."""

    op: str | None
    path: str | None
    source: str | None
    value: JsonValue | Absent


@record
class JsonPatch:
    """The steps, and the strict errors of the document."""

    operations: tuple[Operation, ...]
    strict_errors: tuple[str, ...] = ()

    @property
    def compares(self) -> bool:
        """Whether a step looks at how a value is spelled."""
        return any(operation.op == "test" for operation in self.operations)

    def spelled(self, source: JsonSource) -> tuple[Operation, ...]:
        """Returns the steps with their values as the document spells them."""
        items = source.inside if isinstance(source.inside, list) else []
        return tuple(map(_spelled, self.operations, items))


def _spelled(operation: Operation, source: JsonValue) -> Operation:
    members = source.inside if type(source) is JsonSource else source
    if operation.value is ABSENT or not isinstance(members, dict):
        return operation
    given = members["value"]
    return replace(operation, value=NULL if given is None else given)


def read_json_patch(sent: Decoded, text: bytes = b"", *, strict: bool = True) -> JsonPatch:
    """Reads the operations; raises PatchDecodeError where this is no patch, PatchTooLargeError where it is too long.

    `strict` is how the server reads unless field validation is Ignore: the types of the fields are checked, and
    unknown and duplicate fields are noted.
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
    """Words that a number is beyond every float as the server does, which reads steps as structs.

    The empty text where it stands in no value: the server passes over it, or tells of its type.
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
