"""Fills in defaults at full speed, for objects in which nothing is to be pruned: one compiled function per node.

A node's function fills in the defaults of a value, and tells whether the value holds only what the schema declares.
Where it does not, `pruning.py` and `defaulting.py` do the whole work, step by step. That defaults have been filled in
by then does no harm: pruning removes other fields than defaults fill, and a null gives way to a default either way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.compiler.allowance import CodeAllowance
from kapivara.compiler.lazy import LazyNode
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.schema.defaulting import Allowance, OutgrownError, apply_defaults
from kapivara.schema.pruning import META_FIELDS
from kapivara.schema.structural import Structural
from kapivara.values import JsonObject, JsonValue, copy_json
from kapivara.values.record import record
from kapivara.values.sizes import size_of

_FEW = 64
"""How many defaults of one node are printed one by one."""


class QuickDefaulting(LazyNode[[Any, Allowance], bool]):
    """A node's function `run(value, allowance)`, for objects and lists; it raises OutgrownError past the allowance."""

    __slots__ = ("_resource", "_schema")

    def __init__(self, schema: Structural, *, resource: bool = False, code: CodeAllowance | None = None):
        super().__init__(code or CodeAllowance("defaults"))
        self._schema = schema
        self._resource = resource or schema.embedded_resource

    def walk(self, _value: Any, _allowance: Allowance) -> bool:
        """Leaves a value to `pruning.py` and `defaulting.py`: the schema has too many nodes to compile them all."""
        return False

    def compile(self) -> Callable[[Any, Allowance], bool]:
        """Compiles the schema of the node into a function."""
        writer = SourceWriter()
        with writer.block("def run(v, allowance)"):
            with writer.block("if type(v) is dict"):
                _print_object(writer, self._schema, self._resource, self.allowance)
            _print_list(writer, self._schema, self.allowance)
        function: Callable[[Any, Allowance], bool] = load(writer, "defaults", "run")
        return function


def _print_object(writer: SourceWriter, schema: Structural, resource: bool, code: CodeAllowance) -> None:
    additional = schema.additional_schema
    fields = {name: QuickDefaulting(each, code=code) for name, each in schema.properties.items()}
    others = None if additional is None else QuickDefaulting(additional, code=code)
    if fields or additional is None:
        with writer.block("for k, x in v.items()"):
            if resource:
                with writer.block(f"if k in {writer.bind(META_FIELDS)}"):
                    writer.line("continue")
            writer.line(f"f = {writer.bind(fields)}.get(k)")
            with writer.block("if f is None"):
                _print_undeclared(writer, schema, others)
            _print_visit(writer)
    else:
        writer.line(f"f = {writer.bind(others)}")
        with writer.block("for x in v.values()"):
            _print_visit(writer)
    if len(schema.defaulted_properties) > _FEW:
        table = [(name, nullable, _ready(declared)) for name, declared, nullable in schema.defaulted_properties]
        writer.line(f"{writer.bind(_fill_many)}(v, {writer.bind(table)}, allowance)")
    elif schema.defaulted_properties:
        writer.line("added = 0")
        for name, declared, nullable in schema.defaulted_properties:
            _print_default(writer, name, declared, nullable)
        with writer.block("if added"):  # what `spend` does, without a call
            writer.line("allowance.left = left = allowance.left - added")
            with writer.block("if left < 0"):
                writer.line(f"raise {writer.bind(OutgrownError)}")
    writer.line("return True")


def _print_undeclared(writer: SourceWriter, schema: Structural, others: QuickDefaulting | None) -> None:
    if others is not None:
        writer.line(f"f = {writer.bind(others)}")
    elif schema.preserve_unknown_fields and schema.additional_properties is None:
        writer.line("continue")
    else:
        writer.line("return False")


def _print_visit(writer: SourceWriter) -> None:
    """Looks into what is nested; a null always needs the closer look."""
    writer.line("t = type(x)")
    with writer.block("if t is str"):
        writer.line("continue")
    with writer.block("if t is dict or t is list"), writer.block("if not f.run(x, allowance)"):
        writer.line("return False")
    with writer.block("elif x is None"):
        writer.line("return False")


def _print_default(writer: SourceWriter, name: str, schema: Structural, nullable: bool) -> None:
    key = literal(name)
    with writer.block(f"if {key} not in v" if nullable else f"if v.get({key}) is None"):
        if type(schema.default) not in (dict, list):
            writer.line(f"v[{key}] = {writer.bind(schema.default)}")
            writer.line(f"added += {schema.default_size}")
            return
        ready = _ready(schema)
        if ready is None:
            writer.line(f"raise {writer.bind(OutgrownError)}")
            return
        writer.line(f"added += {ready.size}")
        writer.line(f"v[{key}] = {writer.bind(copy_json)}({writer.bind(ready.value)})")


@record
class _Ready:
    """A default with all defaults inside it filled in, and how many bytes it takes."""

    value: JsonValue
    size: int


def _ready(schema: Structural) -> _Ready | None:
    """Returns the default of a node as it is filled in; None where that is larger than any object may be."""
    filled = copy_json(schema.default)
    try:
        apply_defaults(filled, schema)
    except OutgrownError:
        return None
    return _Ready(filled, size_of(filled))


def _fill_many(value: JsonObject, table: list[tuple[str, bool, _Ready | None]], allowance: Allowance) -> None:
    """Does for many defaults what is printed for a few."""
    for name, nullable, ready in table:
        if name not in value if nullable else value.get(name) is None:
            if ready is None:
                raise OutgrownError
            allowance.spend(ready.size)
            value[name] = copy_json(ready.value)


def _print_list(writer: SourceWriter, schema: Structural, code: CodeAllowance) -> None:
    if schema.items is None:
        writer.line(f"return {schema.preserve_unknown_fields} or not v")
        return
    writer.line(f"f = {writer.bind(QuickDefaulting(schema.items, code=code))}")
    with writer.block("for x in v"):
        _print_visit(writer)
    writer.line("return True")
