"""Generates functions that normalize structs in place: one for each set of fields that values of a type have.

Objects from programs have the same fields in the same order again and again. For these, everything is known in advance:
the types of the values, the fields that must not be empty, the nested readers, and the defaults. Every other value goes
to `odd`, the type's general reader. Hot code: the generated code is plain on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kapivara.codec.shapes import Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal

if TYPE_CHECKING:
    from kapivara.codec.typed.quick_reader import Plans, Read

_RAISE = "raise unsure"


class Readers:
    """The functions that generated code calls: `of` returns the reader of a shape, `plans_of` the functions of a
    struct.

    `known_of` returns the texts that a type with its own decoding keeps unchanged.
    """

    __slots__ = ("known_of", "of", "plans_of", "unsure")

    def __init__(
        self,
        of: Callable[[Shape], Read],
        plans_of: Callable[[Struct], Plans],
        known_of: Callable[[Custom], set[str]],
        unsure: type[Exception],
    ):
        self.of = of
        self.plans_of = plans_of
        self.known_of = known_of
        self.unsure = unsure


def print_reader(shape: Struct, fields: Sequence[str], odd: Read, readers: Readers) -> Read:
    """Generates the function for values with these fields, all of which the type has."""
    writer = SourceWriter()
    writer.globals["unsure"] = readers.unsure
    printer = _Printer(writer, readers)
    given = [(f"v{place}", shape.tables.by_name[name]) for place, name in enumerate(fields)]
    with writer.block("def read(value)"):
        if given:
            writer.line(f"{', '.join(name for name, _ in given)}, = value.values()")
            conditions = " or ".join(printer.condition(name, field) for name, field in given)
            with writer.block(f"if {conditions}"):
                writer.line(f"return {writer.bind(odd)}(value)")
        for name, field in given:
            printer.print_value(name, field, odd)
        for missing in shape.tables.always:
            if missing.name not in fields:
                writer.line(f"value[{literal(missing.name)}] = {_print_empty(missing, writer)}")
        writer.line("return value")
    function: Read = load(writer, f"reader {shape.go_name}", "read")
    return function


def _print_empty(field: Field, writer: SourceWriter) -> str:
    empty = field.empty()
    return f"{writer.bind(field.empty)}()" if isinstance(empty, dict | list) else literal(empty)


class _Printer:
    """Prints the normalization of a field's value, which is in a variable."""

    def __init__(self, writer: SourceWriter, readers: Readers):
        self._writer = writer
        self._readers = readers

    def condition(self, name: str, field: Field) -> str:
        """Returns the condition under which the function does not accept a value."""
        is_odd = _is_of_another_type(name, field.shape)
        return f"{is_odd} or not {name}" if _is_droppable(field) else is_odd

    def print_value(self, name: str, field: Field, odd: Read) -> None:
        """Prints the normalization of an accepted value, in place or in its field."""
        writer, shape = self._writer, field.shape
        match shape:
            case Scalar() if shape.kind != "float":
                return
            case Struct():
                self._print_struct(name, shape)
            case ListOf() if isinstance(shape.item, Struct):
                with writer.block(f"for x in {name}"):
                    self._print_check("x", shape.item)
                    self._print_struct("x", shape.item)
            case ListOf() if _is_quick(shape.item):
                with writer.block(f"for x in {name}"):
                    self._print_check("x", shape.item)
            case MapOf() if _is_quick(shape.item):
                with writer.block(f"for x in {name}.values()"):
                    self._print_check("x", shape.item)
            case MapOf() if isinstance(shape.item, Custom):
                with writer.block(f"for key, x in {name}.items()"):
                    self._print_check("x", shape.item)
                    self._print_custom("x", shape.item, f"{name}[key]")
                return
            case Custom():
                self._print_custom(name, shape, f"value[{literal(field.name)}]")
            case _:
                writer.line(f"{name} = value[{literal(field.name)}] = {writer.bind(self._readers.of(shape))}({name})")
        if _is_droppable(field) and isinstance(shape, Struct | Custom):
            with writer.block(f"if not {name}"):
                writer.line(f"return {writer.bind(odd)}(value)")

    def _print_check(self, name: str, shape: Shape) -> None:
        with self._writer.block(f"if {_is_of_another_type(name, shape)}"):
            self._writer.line(_RAISE)

    def _print_struct(self, name: str, shape: Struct) -> None:
        """Prints the call of a struct's function, the one for its fields if there is one."""
        plans, read = self._readers.plans_of(shape), self._readers.of(shape)
        self._writer.line(f"({self._writer.bind(plans)}.get(tuple({name})) or {self._writer.bind(read)})({name})")

    def _print_custom(self, name: str, shape: Custom, place: str) -> None:
        writer = self._writer
        with writer.block(f"if type({name}) is not str or {name} not in {writer.bind(self._readers.known_of(shape))}"):
            writer.line(f"n = {writer.bind(self._readers.of(shape))}({name})")
            with writer.block(f"if n is not {name}"):
                writer.line(f"{name} = {place} = n")


def _is_droppable(field: Field) -> bool:
    return field.omit_empty and not field.pointer


def _is_quick(shape: Shape) -> bool:
    """Returns True if only the type and the range of a value need checking."""
    return isinstance(shape, Scalar) and shape.kind != "float"


def _is_of_another_type(name: str, shape: Shape) -> str:
    match shape:
        case Scalar(kind="string"):
            return f"type({name}) is not str"
        case Scalar(kind="bool"):
            return f"type({name}) is not bool"
        case Scalar(kind="int"):
            return f"type({name}) is not int or not {shape.low} <= {name} <= {shape.high}"
        case Struct() | MapOf():
            return f"type({name}) is not dict"
        case ListOf():
            return f"type({name}) is not list"
        case _:
            return f"{name} is None"
