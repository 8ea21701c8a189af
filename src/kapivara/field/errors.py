"""Field errors: the errors of a value, in the server's text.

The functions at the end are the only way to create a FieldError; each mirrors the upstream function of that name.
Upstream: apimachinery/pkg/util/validation/field/errors.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Any, Final, TypeAlias

from kapivara.field.path import NOWHERE, FieldPath
from kapivara.values.record import record, replace
from kapivara.values.rendering import format_float, quote, to_json_text


class ErrorType(StrEnum):
    """The types of errors; the value is the `reason` of a Status cause.

    Their properties are plain attributes, which are faster than those of enum members.
    """

    reason: str
    """The value."""
    title: str  # type: ignore[assignment]  # hides a method of str
    """The text at the start of errors of this type."""
    shows_value: bool
    """True if the message shows the bad value."""

    NOT_FOUND = "FieldValueNotFound"
    REQUIRED = "FieldValueRequired"
    DUPLICATE = "FieldValueDuplicate"
    INVALID = "FieldValueInvalid"
    NOT_SUPPORTED = "FieldValueNotSupported"
    FORBIDDEN = "FieldValueForbidden"
    TOO_LONG = "FieldValueTooLong"
    TOO_SHORT = "FieldValueTooShort"
    TOO_MANY = "FieldValueTooMany"
    TOO_FEW = "FieldValueTooFew"
    INTERNAL = "InternalError"
    TYPE_INVALID = "FieldValueTypeInvalid"


_TITLES = {
    ErrorType.NOT_FOUND: "Not found",
    ErrorType.REQUIRED: "Required value",
    ErrorType.DUPLICATE: "Duplicate value",
    ErrorType.INVALID: "Invalid value",
    ErrorType.NOT_SUPPORTED: "Unsupported value",
    ErrorType.FORBIDDEN: "Forbidden",
    ErrorType.TOO_LONG: "Too long",
    ErrorType.TOO_SHORT: "Too short",
    ErrorType.TOO_MANY: "Too many",
    ErrorType.TOO_FEW: "Too few",
    ErrorType.INTERNAL: "Internal error",
    ErrorType.TYPE_INVALID: "Invalid value",
}
_WITHOUT_VALUE = frozenset(
    (ErrorType.REQUIRED, ErrorType.FORBIDDEN, ErrorType.TOO_LONG, ErrorType.TOO_SHORT, ErrorType.INTERNAL)
)
for _type, _title in _TITLES.items():
    _type.reason, _type.title, _type.shows_value = _type.value, _title, _type not in _WITHOUT_VALUE


class Omitted(Enum):
    """The type of `OMITTED`, a bad value that is not shown."""

    OMITTED = "OMITTED"

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED = Omitted.OMITTED


@record
class Marks:
    """Properties of an error that clients do not see.

    `level` is alpha or beta if the rule is not enforced yet; `short_circuit` errors prevented later rules;
    `declarative_only` ones have no hand-written equivalent; the last two serve the comparison of hand-written and
    declarative validation.
    """

    level: str = ""
    short_circuit: bool = False
    declarative_only: bool = False
    covered_by_declarative: bool = False
    from_imperative: bool = False


UNMARKED = Marks()


@lru_cache(64)
def _remarked(marks: Marks, changes: tuple[tuple[str, Any], ...]) -> Marks:
    """Returns marks with changes; cached, since few combinations occur in many errors."""
    return replace(marks, **dict(changes))


@record
class FieldError:
    """One error. `origin` names the rule, for tests and tools; messages do not contain it."""

    type: ErrorType
    field: str
    bad_value: Any
    detail: str
    origin: str = ""
    marks: Marks = UNMARKED

    def body(self) -> str:
        """Returns the error's text without its field: the `message` of a Status cause."""
        text, value, detail = self.type.title, self.bad_value, self.detail
        if self.type.shows_value and value is not OMITTED:
            text = f"{text}: {_render(value)}"
        return f"{text}: {detail}" if detail else text

    def __str__(self) -> str:
        return f"{self.field}: {self.body()}"

    def with_origin(self, origin: str) -> FieldError:
        """Returns the same error with another origin."""
        return FieldError(self.type, self.field, self.bad_value, self.detail, origin, self.marks)

    def marked(self, **marks: Any) -> FieldError:
        """Returns the same error with marks, such as `level="alpha"`."""
        changed = _remarked(self.marks, tuple(marks.items()))
        return FieldError(self.type, self.field, self.bad_value, self.detail, self.origin, changed)


ErrorList: TypeAlias = list[FieldError]

MOST_ERROR_TEXT: Final = 2 * 1024 * 1024
"""The maximum number of characters in all errors of one object; validation may stop there."""
_LEAST_TEXT = 48


def reported_size(error: FieldError) -> int:
    """Returns the number of characters that an error counts for, at least a fixed minimum."""
    value = len(error.bad_value) if isinstance(error.bad_value, str) and error.type.shows_value else 0
    return max(len(error.field) + len(error.detail) + value, _LEAST_TEXT)


def first_reported(errors: Iterable[FieldError]) -> ErrorList:
    """Returns the first errors up to the maximum size, at least one; consumes no more than needed."""
    kept: ErrorList = []
    size = 0
    for error in errors:
        size += reported_size(error)
        if kept and size > MOST_ERROR_TEXT:
            break
        kept.append(error)
    return kept


def until_full(errors: Iterable[FieldError]) -> ErrorList:
    """Returns errors until they exceed the maximum size; consumes no more."""
    taken: ErrorList = []
    room = MOST_ERROR_TEXT
    for error in errors:
        taken.append(error)
        room -= reported_size(error)
        if room < 0:
            break
    return taken


def first_texts(texts: Iterable[str]) -> list[str]:
    """Returns the first warnings up to the maximum size, at least one; consumes no more than needed."""
    kept: list[str] = []
    size = 0
    for text in texts:
        size += len(text)
        if kept and size > MOST_ERROR_TEXT:
            break
        kept.append(text)
    return kept


Where: TypeAlias = FieldPath | str | None
"""A path, or its text if available."""


def _render(value: Any) -> str:
    """Returns a bad value as text: %q for strings, %v for other scalars, JSON for the rest."""
    kind = type(value)
    if kind is str:
        return quote(value)
    if kind is float:
        return format_float(value)
    return to_json_text(value)


def _text(path: Where) -> str:
    return "<nil>" if path is None else str(path)


def type_invalid(path: Where, value: Any, detail: str) -> FieldError:
    """Returns the error of a value with another type than the schema's."""
    return FieldError(ErrorType.TYPE_INVALID, _text(path), value, detail)


def not_found(path: Where, value: Any) -> FieldError:
    """Returns the error of a reference to something that does not exist."""
    return FieldError(ErrorType.NOT_FOUND, _text(path), value, "")


def required(path: Where, detail: str = "") -> FieldError:
    """Returns the error of a missing value."""
    return FieldError(ErrorType.REQUIRED, _text(path), "", detail)


def duplicate(path: Where, value: Any) -> FieldError:
    """Returns the error of a duplicate value."""
    return FieldError(ErrorType.DUPLICATE, _text(path), value, "")


def invalid(path: Where, value: Any, detail: str) -> FieldError:
    """Returns the error of a malformed value."""
    return FieldError(ErrorType.INVALID, _text(path), value, detail)


def not_supported(path: Where, value: Any, supported: Iterable[str] = ()) -> FieldError:
    """Returns the error of a value outside an enumeration, which is listed in the given order."""
    return unsupported(path, value, "" if path is NOWHERE else supported_detail(supported))


def unsupported(path: Where, value: Any, detail: str) -> FieldError:
    """Returns the error of a value outside an enumeration, with a shared text about the enumeration."""
    return FieldError(ErrorType.NOT_SUPPORTED, _text(path), value, detail)


def supported_detail(supported: Iterable[str]) -> str:
    """Returns the text about an enumeration."""
    quoted = ", ".join(map(quote, supported))
    return f"supported values: {quoted}" if quoted else ""


def forbidden(path: Where, detail: str) -> FieldError:
    """Returns the error of a value that is not allowed here."""
    return FieldError(ErrorType.FORBIDDEN, _text(path), "", detail)


def too_long(path: Where, max_length: int) -> FieldError:
    """Returns the error of a value longer than `max_length` bytes; a negative length is not shown."""
    return FieldError(ErrorType.TOO_LONG, _text(path), "<value omitted>", _at_most(max_length, "byte"))


def too_long_characters(path: Where, max_length: int) -> FieldError:
    """Returns the error of a value longer than `max_length` characters."""
    return FieldError(ErrorType.TOO_LONG, _text(path), "<value omitted>", _at_most(max_length, "character"))


def _at_most(limit: int, unit: str) -> str:
    return f"may not be more than {limit} {unit}{'' if limit == 1 else 's'}" if limit >= 0 else "value is too long"


def too_short(path: Where, value: Any, min_length: int) -> FieldError:
    """Returns the error of a value shorter than `min_length` characters."""
    unit = "character" if min_length == 1 else "characters"
    detail = f"must be at least {min_length} {unit}" if min_length >= 0 else "value is too short"
    return FieldError(ErrorType.TOO_SHORT, _text(path), value, detail)


def too_many(path: Where, actual: int, limit: int) -> FieldError:
    """Returns the error of too many items; a negative count is not shown."""
    unit = "item" if limit == 1 else "items"
    detail = f"must have at most {limit} {unit}" if limit >= 0 else "has too many items"
    return FieldError(ErrorType.TOO_MANY, _text(path), actual if actual >= 0 else OMITTED, detail)


def too_few(path: Where, actual: int, limit: int) -> FieldError:
    """Returns the error of too few items."""
    unit = "item" if limit == 1 else "items"
    detail = f"must have at least {limit} {unit}" if limit >= 0 else "has too few items"
    return FieldError(ErrorType.TOO_FEW, _text(path), actual, detail)


def internal_error(path: Where, message: str) -> FieldError:
    """Returns the error of an internal failure."""
    return FieldError(ErrorType.INTERNAL, _text(path), message, message)
