"""Functions of other packages for hand-written functions: errors and paths, the operation, strings.

Upstream: apimachinery/pkg/util/validation/field, apimachinery/pkg/api/operation (1.37), Go's strings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kapivara import field
from kapivara.field import FieldError, FieldPath, Operation, Verb
from kapivara.generator.handwritten_go.go_types import (
    ERROR,
    ERROR_LIST,
    FIELD,
    GO_ERROR,
    META,
    OPERATION,
    OPERATION_TYPE,
    OPTIONS,
    PATH,
    REQUEST,
    STRINGS,
    VERB,
)
from kapivara.generator.handwritten_go.machine import Budget, ErrorBox, size_of
from kapivara.generator.model.types import BOOL, STRING, Type
from kapivara.validate.parts.iteration import step_child, step_index, step_key
from kapivara.values.record import record

ANY_NUMBER = 1000
_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def _by_size(budget: Budget, *given: Any) -> None:
    """Charges a function that reads its arguments and builds nothing."""
    budget.work(sum(len(each) for each in given if isinstance(each, (str, list))))


def _by_cutting(budget: Budget, text: str, *given: Any) -> None:
    """Charges a function whose result is at most as long as its first argument."""
    _by_size(budget, *given)
    budget.build(len(text))


def _by_splitting(budget: Budget, text: str, between: str, _most: int = -1) -> None:
    """Charges a function that splits a string: each part is a string of its own."""
    budget.build(text.count(between) + 1, _TEXT)
    budget.build(len(text))


def _by_path(budget: Budget, *given: Any) -> None:
    """Charges a function of paths and errors by the lengths of their texts."""
    budget.build(sum(len(each) if isinstance(each, (str, list)) else len(str(each)) for each in given))


def _by_error(budget: Budget, path: Any, *given: Any) -> None:
    """Charges a function that makes an error; the shown bad value was charged when it was prepared."""
    _by_path(budget, path, *(each for each in given if isinstance(each, (str, list))))


def _by_character(budget: Budget, *given: Any) -> None:
    """Charges a function that examines characters one by one."""
    size = sum(map(len, given))
    budget.step(size)
    budget.built += size


def _by_product(budget: Budget, text: str, cut: str) -> None:
    """Charges a function that searches each character of a string in another string."""
    budget.build(len(text))
    budget.work(len(text) * len(cut))


def _by_comparison(budget: Budget, items: list[Any] | None, item: Any) -> None:
    """Charges a function that compares each item."""
    budget.work(len(items or ()) * (_PER_ITEM + size_of(item)))


def _by_joining(budget: Budget, texts: list[str] | None, between: str) -> None:
    given = texts or ()
    budget.build(sum(map(len, given)) + len(between) * len(given) + len(given))


_PER_ITEM = 8
_TEXT = 8
"""The weight of a string in a list, beside its characters."""


@record(eq=False)
class LibraryFunction:
    """A function or method: its result types, its number of arguments, and the argument that messages show."""

    results: tuple[Type, ...]
    run: Callable[..., Any]
    fewest: int
    most: int
    shown: int = -1
    """The index of the argument that is a bad value; -1 if there is none."""
    charge: Callable[..., None] = _by_size
    """Charges a call to the budget before it runs, given the budget and the arguments."""


def _error(make: Callable[..., FieldError], count: int, shown: int = -1) -> LibraryFunction:
    return LibraryFunction((ERROR,), lambda *given: ErrorBox(make(*given)), count, count, shown, _by_error)


def _texts(
    run: Callable[..., Any], result: Type, count: int, charge: Callable[..., None] = _by_size
) -> LibraryFunction:
    return LibraryFunction((result,), run, count, count, charge=charge)


def _new_path(name: str, *more: str) -> FieldPath:
    path = step_child(None, name)
    return path.child(*more) if more else path


def _child(path: FieldPath | None, name: str, *more: str) -> FieldPath:
    path = step_child(path, name)
    return path.child(*more) if more else path


def _path_text(path: FieldPath | None) -> str:
    return "<nil>" if path is None else str(path)


def _equal_fold(one: str, other: str) -> bool:
    return _lower(_upper(one)) == _lower(_upper(other))


def _lower(text: str) -> str:
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _upper(text: str) -> str:
    return "".join(up if len(up := char.upper()) == 1 else char for char in text)


def _split(text: str, between: str, most: int = -1) -> list[str] | None:
    """Splits a string into at most `most` parts, or into all; an empty separator splits it into characters."""
    if most == 0:
        return None
    if between:
        return text.split(between, most - 1 if most > 0 else -1)
    parts = list(text)
    return parts if most < 0 or len(parts) <= most else [*parts[: most - 1], "".join(parts[most - 1 :])]


FUNCTIONS: Mapping[tuple[str, str], LibraryFunction] = {
    (FIELD, "Invalid"): _error(field.invalid, 3, 1),
    (FIELD, "TypeInvalid"): _error(field.type_invalid, 3, 1),
    (FIELD, "Required"): _error(field.required, 2),
    (FIELD, "Forbidden"): _error(field.forbidden, 2),
    (FIELD, "Duplicate"): _error(field.duplicate, 2, 1),
    (FIELD, "NotFound"): _error(field.not_found, 2, 1),
    (FIELD, "NotSupported"): _error(lambda path, value, known: field.not_supported(path, value, known or ()), 3, 1),
    (FIELD, "TooLong"): _error(lambda path, _, limit: field.too_long(path, limit), 3, 1),
    (FIELD, "TooLongMaxLength"): _error(lambda path, _, limit: field.too_long(path, limit), 3, 1),
    (FIELD, "TooLongCharacters"): _error(lambda path, _, limit: field.too_long_characters(path, limit), 3, 1),
    (FIELD, "TooShort"): _error(field.too_short, 3, 1),
    (FIELD, "TooMany"): _error(field.too_many, 3),
    (FIELD, "TooFew"): _error(field.too_few, 3),
    (FIELD, "InternalError"): _error(field.internal_error, 2),
    (FIELD, "NewPath"): LibraryFunction((PATH,), _new_path, 1, ANY_NUMBER, charge=_by_path),
    ("strings", "HasPrefix"): _texts(str.startswith, BOOL, 2),
    ("strings", "HasSuffix"): _texts(str.endswith, BOOL, 2),
    ("strings", "Contains"): _texts(lambda text, part: part in text, BOOL, 2),
    ("strings", "EqualFold"): _texts(_equal_fold, BOOL, 2, _by_character),
    ("strings", "ToLower"): _texts(_lower, STRING, 1, _by_character),
    ("strings", "ToUpper"): _texts(_upper, STRING, 1, _by_character),
    ("strings", "TrimSpace"): _texts(lambda text: text.strip(_SPACE), STRING, 1, _by_cutting),
    ("strings", "TrimPrefix"): _texts(str.removeprefix, STRING, 2, _by_cutting),
    ("strings", "TrimSuffix"): _texts(str.removesuffix, STRING, 2, _by_cutting),
    ("strings", "Trim"): _texts(str.strip, STRING, 2, _by_product),
    ("strings", "TrimLeft"): _texts(str.lstrip, STRING, 2, _by_product),
    ("strings", "TrimRight"): _texts(str.rstrip, STRING, 2, _by_product),
    ("strings", "Split"): _texts(_split, STRINGS, 2, _by_splitting),
    ("strings", "SplitN"): _texts(_split, STRINGS, 3, _by_splitting),
    ("strings", "Join"): _texts(lambda texts, between: between.join(texts or ()), STRING, 2, _by_joining),
    ("strconv", "Itoa"): _texts(str, STRING, 1),
    ("errors", "New"): _texts(str, GO_ERROR, 1),
    ("slices", "Contains"): _texts(lambda items, item: item in (items or ()), BOOL, 2, _by_comparison),
}
"""Functions by package path and name."""

VALUES: Mapping[tuple[str, str], tuple[Type, Any]] = {
    (OPERATION, "Create"): (VERB, Verb.CREATE),
    (OPERATION, "Update"): (VERB, Verb.UPDATE),
}
"""Constants of packages."""

FIELDS: Mapping[tuple[str, str], tuple[Type, Callable[[Any], Any]]] = {
    (str(OPERATION_TYPE), "Type"): (VERB, lambda op: op.verb),
    (str(OPERATION_TYPE), "Options"): (OPTIONS, lambda op: op.options),
    (str(OPERATION_TYPE), "Request"): (REQUEST, lambda op: op),
    (str(REQUEST), "Subresources"): (STRINGS, lambda op: op.subresource.split("/") if op.subresource else None),
}
"""Fields of library types, by type and name."""


def _marking(**marks: Any) -> tuple[LibraryFunction, LibraryFunction]:
    """Returns a method that marks an error, and one that marks all errors of a list."""
    return _changing(lambda error: error.marked(**marks), 0)


def _changing(change: Callable[..., FieldError], count: int) -> tuple[LibraryFunction, LibraryFunction]:
    def one(box: ErrorBox, *given: Any) -> ErrorBox:
        box.error = change(box.error, *given)
        return box

    def each(boxes: list[ErrorBox] | None, *given: Any) -> list[ErrorBox] | None:
        for box in boxes or ():
            one(box, *given)
        return boxes

    return LibraryFunction((ERROR,), one, count, count), LibraryFunction((ERROR_LIST,), each, count, count)


_ON_ERRORS = {
    "WithOrigin": _changing(FieldError.with_origin, 1),
    "MarkAlpha": _marking(level="alpha"),
    "MarkBeta": _marking(level="beta"),
    "MarkCoveredByDeclarative": _marking(covered_by_declarative=True),
    "MarkFromImperative": _marking(from_imperative=True),
}


def _has_option(op: Operation, name: str) -> tuple[bool, bool]:
    return op.options.get(name, False), name in op.options


_IS_ZERO = LibraryFunction((BOOL,), lambda time: time is None, 0, 0)

METHODS: Mapping[tuple[str, str], LibraryFunction] = {
    **{(str(ERROR), name): one for name, (one, _) in _ON_ERRORS.items()},
    **{(str(ERROR_LIST), name): each for name, (_, each) in _ON_ERRORS.items()},
    (str(PATH), "Child"): LibraryFunction((PATH,), _child, 1, ANY_NUMBER, charge=_by_path),
    (str(PATH), "Index"): LibraryFunction((PATH,), step_index, 1, 1, charge=_by_path),
    (str(PATH), "Key"): LibraryFunction((PATH,), step_key, 1, 1, charge=_by_path),
    (str(PATH), "String"): LibraryFunction((STRING,), _path_text, 0, 0, charge=_by_path),
    (str(OPERATION_TYPE), "HasOption"): LibraryFunction((BOOL, BOOL), _has_option, 1, 1),
    (str(REQUEST), "SubresourcePath"): LibraryFunction((STRING,), lambda op: f"/{op.subresource}", 0, 0),
    **{(f"{star}{META}.{name}", "IsZero"): _IS_ZERO for star in ("", "*") for name in ("Time", "MicroTime")},
}
"""Methods, by receiver type and name."""

KNOWN_PACKAGES = frozenset(path for path, _ in FUNCTIONS) | {OPERATION, "fmt"}
