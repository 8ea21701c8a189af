"""Fills in the defaults of built-in kinds, type by type, from the outermost to the innermost.

A type gets defaults from its declaration (`+default=` in types.go) and from a function: the `defaults` module beside
the types.go has a mapping `FILL` from type names to functions that change a value in its normal form in place. Each
function is called for every value of its type before the values inside it are visited.
Upstream: k8s.io/code-generator/cmd/defaulter-gen, and the SetDefaults functions of pkg/apis (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from kapivara.codec.shapes import Field, ListOf, MapOf, Shape, Struct
from kapivara.values import JsonObject, JsonValue, copy_json

Fill = Callable[[Any], None]
_FEW: Final = 12
"""The number of values of a type that are filled in before a function is generated for it, which takes a while."""
_NO_DEFAULTS: Final = "meta."
"""The folders whose types have no defaults: those of metadata."""


class TypeDefaults:
    """The defaults of one struct type and of all types that its values hold.

    `apply` fills in all defaults of a value in its normal form, in place; `fill` is the type's function, if any.
    """

    __slots__ = ("_below", "_count", "_declared", "_shape", "apply", "fill")

    def __init__(self, shape: Struct):
        self._shape = shape
        self._declared: tuple[tuple[Field, JsonValue], ...] | None = None
        self._below: dict[str, Fill | None] = {}
        """The function that visits the value of a field, or None if it has no defaults.

        Fields are examined when they first occur: objects of most types have few.
        """
        self._count = 0
        self.fill = _functions(shape.folder).get(shape.name)
        self.apply: Fill = self._apply_first

    @property
    def go_name(self) -> str:
        """The name of the Go type."""
        return self._shape.go_name

    @property
    def declared(self) -> tuple[tuple[Field, JsonValue], ...]:
        """The fields that declare a default, with it; a default equal to the field's empty value is skipped."""
        if self._declared is None:
            said = ((field, field.said("default")) for field in self._shape.tables.fields)
            read = ((field, _read_default(text)) for field, text in said if text)
            self._declared = tuple((field, each) for field, each in read if field.pointer or each != field.empty())
        return self._declared

    @property
    def has_own(self) -> bool:
        """True if values of the type itself get defaults."""
        return self.fill is not None or bool(self.declared)

    def _apply_first(self, value: JsonObject) -> None:
        """Fills in the defaults of one of the first values of the type; later values use a generated function."""
        self._count += 1
        if self._count > _FEW:
            self._print()
        if self.fill is not None:
            self.fill(value)
        for field, default in self.declared:
            if field.name not in value or value[field.name] == field.empty():
                value[field.name] = copy_json(default)
        below = self._below
        for name, item in value.items():
            visit = below[name] if name in below else self._look(name)
            if visit is not None and item is not None:
                visit(item)

    def _look(self, name: str) -> Fill | None:
        """Returns the function that visits the value of a field, or None."""
        field = self._shape.tables.by_name.get(name)
        found = None if field is None or not _holds_defaults(field.shape) else _visit(field.shape)
        self._below[name] = found
        return found

    def _print(self) -> None:
        from kapivara.apis.machinery.objects.default_printing import (
            print_defaults,  # few objects need no generated code
        )

        fields = self._shape.tables.fields
        found = [(field, visit, _of_structs(field.shape)) for field in fields if (visit := self._look(field.name))]
        self.apply = print_defaults(self, found)


def _read_default(text: str) -> JsonValue:
    """Parses a declared default, which is JSON; plain values take a fast path."""
    if text.isdecimal():
        return int(text)
    if text[0] == '"' and "\\" not in text:
        return text[1:-1]
    if text in ("true", "false"):
        return text == "true"
    import orjson

    return orjson.loads(text)


def defaults_of(shape: Struct) -> TypeDefaults:
    """Returns the defaults of a struct type."""
    found = _known.get(shape)
    if found is None:
        found = _known[shape] = TypeDefaults(shape)
    return found


_known: dict[Struct, TypeDefaults] = {}  # one entry per type
_loaded: dict[str, Mapping[str, Fill]] = {}  # one entry per folder of declarations


def _functions(folder: str) -> Mapping[str, Fill]:
    """Returns the default functions beside the declarations of a folder."""
    found = _loaded.get(folder)
    if found is None:
        module = f"kapivara.{folder}.defaults"
        found = _loaded[folder] = import_module(module).FILL if folder and find_spec(module) is not None else {}
    return found


def _holds_defaults(shape: Shape) -> bool:
    """Returns True if values of a shape get defaults, at any depth."""
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


def _of_structs(shape: Shape) -> TypeDefaults | None:
    """Returns the defaults of a struct, or of the items of a list or map of structs; None for other shapes."""
    if isinstance(shape, MapOf) and _of_map(shape) is not None:
        return None
    held = shape.item if isinstance(shape, ListOf | MapOf) else shape
    return defaults_of(held) if isinstance(held, Struct) else None


def _visit(shape: Shape) -> Fill | None:
    """Returns a function that visits a value of a shape for its defaults; None if it holds no struct."""
    match shape:
        case Struct():
            found = defaults_of(shape)
            return lambda value: found.apply(value)  # `apply` may be replaced later
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
    """Returns the default function of a named map type, if any."""
    return _functions(shape.folder).get(shape.go_name.rpartition(".")[2])


def _visit_items(visit: Fill, items: list[Any]) -> None:
    for item in items:
        if item is not None:
            visit(item)


def _visit_values(visit: Fill, items: JsonObject) -> None:
    _visit_items(visit, list(items.values()))
