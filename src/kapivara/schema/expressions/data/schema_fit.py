"""Checks whether data fits its schema as far as expressions rely on it: types, and sizes that bound costs.

Objects without validation errors fit. Old objects, and objects with forgiven errors, may not, and are checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from kapivara.cel.errors import CelError
from kapivara.cel.tree.ast import Expr, Ident, Select
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.walk import children
from kapivara.cel.types import CelKind
from kapivara.schema.expressions.data.data_conversion import FORMATS
from kapivara.schema.expressions.data.declared import DeclaredType
from kapivara.values.stack import deep_stack

Fit: TypeAlias = Callable[[Any], bool]
"""Returns True if data fits."""
Paths: TypeAlias = Mapping[str, "Paths | None"]
"""The fields of an object that are read, by their escaped names; None if everything may be read."""

_CLASSES: Final = {CelKind.BOOL: (bool,), CelKind.INT: (int,), CelKind.DOUBLE: (int, float), CelKind.DYN: (int, str)}


def fit_of(declared: DeclaredType, read: Paths | None = None) -> Fit:
    """Returns the function that checks whether a node's data, or the part that is read, fits."""
    if read is not None and declared.kind is CelKind.OBJECT:
        return _object_fit(declared, read)
    known = declared.schema.known
    if known.fit is None:
        known.fit = partial(_late_fits, declared) if declared.schema.is_shared else _fit(declared)
    return known.fit


def _late_fits(declared: DeclaredType, data: Any) -> bool:
    """Creates the check of a recursive node when the first data arrives."""
    fits = declared.schema.known.fit = _fit(declared)
    return fits(data)


def _fit(declared: DeclaredType) -> Fit:
    match declared.kind:
        case CelKind.OBJECT:
            return _object_fit(declared, None)
        case CelKind.LIST | CelKind.MAP if declared.element is not None:
            fits = partial(_list_fits if declared.kind is CelKind.LIST else _map_fits, declared.max_elements)
            return partial(fits, fit_of(declared.element), declared.element.schema.nullable)
        case CelKind.BOOL | CelKind.INT | CelKind.DOUBLE:
            return partial(_has_class, _CLASSES[declared.kind])
        case CelKind.DYN:
            return partial(_int_or_string_fits, declared.max_elements)
    reader = FORMATS.get(declared.schema.format)
    if reader is not None and declared.kind is not CelKind.STRING:
        return partial(_readable_fits, declared.max_elements, reader)
    return partial(_text_fits, declared.max_elements)


def _object_fit(declared: DeclaredType, read: Paths | None) -> Fit:
    if read is None or not declared.fields.keys() >= read.keys():  # a field may have another spelling
        read = dict.fromkeys(declared.fields)
    return partial(_object_fits, _FieldFits(declared, read))


class _FieldFits(dict[str, "tuple[Fit, bool] | None"]):
    """The checks of an object's fields by key, each with True if the field may be null.

    They are created when data first has a field, since schemas declare many more fields than objects have.
    """

    __slots__ = ("_read",)

    def __init__(self, declared: DeclaredType, read: Paths):
        super().__init__()
        self._read = {field.key: (field, read[name]) for name, field in declared.fields.items() if name in read}

    def __missing__(self, key: str) -> tuple[Fit, bool] | None:
        known = self._read.get(key)
        if known is None:
            return None
        field, read = known
        found = self[key] = fit_of(field.type, read), field.nullable
        return found


def _object_fits(fields: _FieldFits, data: Any) -> bool:
    if type(data) is not dict:
        return False
    for key, value in data.items():
        known = fields[key]
        if known is not None:
            fits, nullable = known
            if not (nullable if value is None else fits(value)):
                return False
    return True


def _list_fits(longest: int, fits: Fit, nullable: bool, data: Any) -> bool:
    if type(data) is not list or len(data) > longest:
        return False
    return all((item is None and nullable) or fits(item) for item in data)


def _map_fits(largest: int, fits: Fit, nullable: bool, data: Any) -> bool:
    return type(data) is dict and _list_fits(largest, fits, nullable, [*data.values()])


def _has_class(classes: tuple[type, ...], data: Any) -> bool:
    return type(data) in classes


def _int_or_string_fits(longest: int, data: Any) -> bool:
    return type(data) is int or _text_fits(longest, data)


def _text_fits(longest: int, data: Any) -> bool:
    if type(data) is not str:
        return False
    return 4 * len(data) <= longest or len(data.encode("utf-8", "surrogatepass")) <= longest


def _readable_fits(longest: int, read: Callable[[str], object], data: Any) -> bool:
    """Returns whether a text of a format can be converted; even `has` reports a text that cannot."""
    if not _text_fits(longest, data):
        return False
    try:
        read(data)
    except CelError:
        return False
    return True


def paths_read(expressions: Iterable[CheckedAst], variable: str) -> Paths | None:
    """Returns the fields that expressions read of a variable; None if they may read all fields."""
    read: dict[str, Any] = {}
    with deep_stack():
        for checked in expressions:
            if not _collect(checked.ast.expr, checked, variable, read):
                return None
    return read


def _collect(node: Expr, checked: CheckedAst, variable: str, read: dict[str, Any]) -> bool:
    """Adds the fields read within a node; returns False if that may be everything."""
    chain: list[str] = []
    start = node
    while isinstance(start, Select):
        chain.append(start.field)
        start = start.operand
    if isinstance(start, Ident):
        reference = checked.references.get(start.id)
        name = reference.name if reference is not None and reference.name else start.name
        if name.removeprefix(".") != variable:
            return True
        return _add(read, chain[::-1])
    return all(_collect(child, checked, variable, read) for child in children(start))


def _add(read: dict[str, Any], chain: list[str]) -> bool:
    if not chain:
        return False
    for name in chain[:-1]:
        below = read.setdefault(name, {})
        if below is None:
            return True
        read = below
    read[chain[-1]] = None
    return True
