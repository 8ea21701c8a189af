"""Fills in what clients left out of objects of built-in kinds, type by type, from the outermost to the innermost.

A type has defaults by its declaration (`+default=` in types.go) and by a function: the `defaults` module beside the
types.go has a mapping `FILL` from the names of types to functions that take a value in its normal form and change it
in place. Each is called for every value of its type, wherever that stands, before the values inside it are looked at.
Upstream: k8s.io/code-generator/cmd/defaulter-gen, and the SetDefaults functions of pkg/apis (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import orjson

from kapivara.codec.shapes import Field, ListOf, MapOf, Shape, Struct
from kapivara.values import JsonObject, JsonValue, copy_json

Fill = Callable[[Any], None]
_NO_DEFAULTS: Final = "meta."
"""Where the types are declared that metadata is made of: no default is in there."""


class TypeDefaults:
    """The defaults of one struct type, and of all that its values hold."""

    __slots__ = ("_below", "_declared", "_fill", "_shape")

    def __init__(self, shape: Struct):
        self._shape = shape
        self._fill = _functions(shape.folder).get(shape.name)
        self._declared: tuple[tuple[Field, JsonValue], ...] | None = None
        self._below: dict[str, Fill | None] = {}
        """What goes through the value of a field; None where nothing is filled in. Fields are looked at as they come:
        of most types, objects have few."""

    @property
    def declared(self) -> tuple[tuple[Field, JsonValue], ...]:
        """The fields that declare a default, with it; the empty value is none."""
        if self._declared is None:
            said = ((field, field.said("default")) for field in self._shape.tables.fields)
            read = ((field, orjson.loads(text)) for field, text in said if text)
            self._declared = tuple((field, each) for field, each in read if field.pointer or each != field.empty())
        return self._declared

    @property
    def has_own(self) -> bool:
        """Whether anything is filled into values of the type itself."""
        return self._fill is not None or bool(self.declared)

    def apply(self, value: JsonObject) -> None:
        """Fills in all defaults of a value in its normal form, in place. Hot: every object of a built-in kind."""
        if self._fill is not None:
            self._fill(value)
        for field, default in self._declared if self._declared is not None else self.declared:
            if field.name not in value or value[field.name] == field.empty():
                value[field.name] = copy_json(default)
        below = self._below
        for name, item in value.items():
            visit = below[name] if name in below else self._look(name)
            if visit is not None and item is not None:
                visit(item)

    def _look(self, name: str) -> Fill | None:
        """Finds what goes through the value of a field."""
        field = self._shape.tables.by_name.get(name)
        found = None if field is None or not _holds_defaults(field.shape) else _visit(field.shape)
        self._below[name] = found
        return found


def defaults_of(shape: Struct) -> TypeDefaults:
    """Returns the defaults of a struct type."""
    found = _known.get(shape)
    if found is None:
        found = _known[shape] = TypeDefaults(shape)
    return found


_known: dict[Struct, TypeDefaults] = {}  # as many as there are types
_loaded: dict[str, Mapping[str, Fill]] = {}  # as many as there are folders of declarations


def _functions(folder: str) -> Mapping[str, Fill]:
    """Returns the functions beside the declarations of a folder."""
    found = _loaded.get(folder)
    if found is None:
        module = f"kapivara.{folder}.defaults"
        found = _loaded[folder] = import_module(module).FILL if folder and find_spec(module) is not None else {}
    return found


def _holds_defaults(shape: Shape) -> bool:
    """Tells whether anything is filled into values of a shape, however deep inside."""
    waiting, seen = [shape], set[Shape]()
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        match each:
            case Struct() if not each.folder.startswith(_NO_DEFAULTS):
                if defaults_of(each).has_own:
                    return True
                waiting += [field.shape for field in each.tables.fields]
            case ListOf():
                waiting.append(each.item)
            case MapOf():
                if _of_map(each) is not None:
                    return True
                waiting.append(each.item)
    return False


def _visit(shape: Shape) -> Fill | None:
    """Returns what goes through a value of a shape for its defaults; None where it holds no struct."""
    match shape:
        case Struct():
            return defaults_of(shape).apply
        case ListOf():
            each = _visit(shape.item)
            return None if each is None else partial(_visit_items, each)
        case MapOf():
            if (own := _of_map(shape)) is not None:
                return own
            each = _visit(shape.item)
            return None if each is None else partial(_visit_values, each)
    return None


def _of_map(shape: MapOf) -> Fill | None:
    """Returns the function of a type of maps that has a name of its own."""
    return _functions(shape.folder).get(shape.go_name.rpartition(".")[2])


def _visit_items(visit: Fill, items: list[Any]) -> None:
    for item in items:
        if item is not None:
            visit(item)


def _visit_values(visit: Fill, items: JsonObject) -> None:
    _visit_items(visit, list(items.values()))
