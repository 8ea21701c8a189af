"""Generates functions that fill in the defaults of one type each, as unrolled code of `type_defaults`.

The functions visit only fields that hold defaults. A function is generated after some values of its type;
`type_defaults` handles earlier values, and values outside struct fields. Hot code: the generated code is plain on
purpose.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kapivara.codec.shapes import Field, ListOf, MapOf, Struct
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.values import JsonValue, copy_json

if TYPE_CHECKING:
    from kapivara.apis.machinery.objects.type_defaults import Fill, TypeDefaults


def print_defaults(defaults: TypeDefaults, below: Iterable[tuple[Field, Fill, TypeDefaults | None]]) -> Fill:
    """Generates the function of a type.

    `below` holds the fields whose values hold defaults, each with the function that visits its values, and the defaults
    of the field's struct type or item type.
    """
    writer = SourceWriter()
    with writer.block("def apply(value)"):
        if defaults.fill is not None:
            writer.line(f"{writer.bind(defaults.fill)}(value)")
        for field, default in defaults.declared:
            _print_declared(writer, field, default)
        for field, visit, structs in below:
            with writer.block(f"if {literal(field.name)} in value"):
                writer.line(f"x = value[{literal(field.name)}]")
                _print_visit(writer, field, visit, structs)
        writer.line("return")
    function: Fill = load(writer, f"defaults {defaults.go_name}", "apply")
    return function


def _print_declared(writer: SourceWriter, field: Field, default: JsonValue) -> None:
    name, empty = literal(field.name), field.empty()
    with writer.block(f"if value.get({name}, {_shown(writer, empty)}) == {_shown(writer, empty)}"):
        shown = _shown(writer, default)
        writer.line(f"value[{name}] = {f'{writer.bind(copy_json)}({shown})' if _is_deep(default) else shown}")


def _print_visit(writer: SourceWriter, field: Field, visit: Fill, structs: TypeDefaults | None) -> None:
    match field.shape:
        case Struct() if structs is not None:
            with writer.block("if x is not None"):
                writer.line(f"{writer.bind(structs)}.apply(x)")
        case ListOf() if structs is not None:
            with writer.block("if x"), writer.block("for y in x"), writer.block("if y is not None"):
                writer.line(f"{writer.bind(structs)}.apply(y)")
        case MapOf() if structs is not None:
            with writer.block("if x"), writer.block("for y in x.values()"), writer.block("if y is not None"):
                writer.line(f"{writer.bind(structs)}.apply(y)")
        case _:
            with writer.block("if x is not None"):
                writer.line(f"{writer.bind(visit)}(x)")


def _is_deep(value: Any) -> bool:
    return isinstance(value, dict | list)


def _shown(writer: SourceWriter, value: JsonValue) -> str:
    return writer.bind(value) if _is_deep(value) else literal(value)
