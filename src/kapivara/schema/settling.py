"""Pruning and defaulting at full speed, for objects that need no pruning: one function per node.

A node's function fills in defaults and answers whether nothing had to go; where it answers no, `pruning` and
`defaulting` do the whole work by the book. Filling in defaults before finding something to prune does no harm: the
two do not touch the same fields, and a null that gives way to a default does so either way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.schema.defaulting import Allowance, OutgrownError, apply_defaults
from kapivara.schema.pruning import META_FIELDS
from kapivara.schema.structural import Structural
from kapivara.values import copy_json
from kapivara.values.sizes import size_of


class Settler:
    """A node's function `settle(value, allowance) -> bool`, for objects and lists; compiled when first called.

    It raises OutgrownError past the allowance.
    """

    __slots__ = ("_resource", "_schema", "settle")

    def __init__(self, schema: Structural, *, resource: bool = False):
        self._schema = schema
        self._resource = resource or schema.embedded_resource
        self.settle: Callable[[Any, Allowance], bool] = self._first

    def _first(self, value: Any, allowance: Allowance) -> bool:
        self.settle = _compile(self._schema, self._resource)
        return self.settle(value, allowance)


def _compile(schema: Structural, resource: bool) -> Callable[[Any, Allowance], bool]:
    writer = SourceWriter()
    with writer.block("def settle(v, allowance)"):
        with writer.block("if type(v) is dict"):
            _print_object(writer, schema, resource)
        _print_list(writer, schema)
    function: Callable[[Any, Allowance], bool] = load(writer, "settle", "settle")
    return function


def _print_object(writer: SourceWriter, schema: Structural, resource: bool) -> None:
    additional = schema.additional_schema
    fields = {name: Settler(each) for name, each in schema.properties.items()}
    if fields or additional is None:
        with writer.block("for k, x in v.items()"):
            if resource:
                with writer.block(f"if k in {writer.bind(META_FIELDS)}"):
                    writer.line("continue")
            writer.line(f"f = {writer.bind(fields)}.get(k)")
            with writer.block("if f is None"):
                _print_undeclared(writer, schema, additional)
            _print_visit(writer)
    else:
        writer.line(f"f = {writer.bind(Settler(additional))}")
        with writer.block("for x in v.values()"):
            _print_visit(writer)
    for name, declared, nullable in schema.defaulted_properties:
        _print_default(writer, name, declared, nullable)
    if schema.defaulted_properties:
        with writer.block("if allowance.left < 0"):
            writer.line(f"raise {writer.bind(OutgrownError)}")
    writer.line("return True")


def _print_undeclared(writer: SourceWriter, schema: Structural, additional: Structural | None) -> None:
    if additional is not None:
        writer.line(f"f = {writer.bind(Settler(additional))}")
    elif schema.preserve_unknown_fields and schema.additional_properties is None:
        writer.line("continue")
    else:
        writer.line("return False")


def _print_visit(writer: SourceWriter) -> None:
    """Looks into what is nested; a null always needs the closer look."""
    writer.line("t = type(x)")
    with writer.block("if t is str"):
        writer.line("continue")
    with writer.block("if t is dict or t is list"), writer.block("if not f.settle(x, allowance)"):
        writer.line("return False")
    with writer.block("elif x is None"):
        writer.line("return False")


def _print_default(writer: SourceWriter, name: str, schema: Structural, nullable: bool) -> None:
    key = literal(name)
    with writer.block(f"if {key} not in v" if nullable else f"if v.get({key}) is None"):
        if type(schema.default) not in (dict, list):
            writer.line(f"v[{key}] = {writer.bind(schema.default)}")
            writer.line(f"allowance.left -= {schema.default_size}")
            return
        filled = copy_json(schema.default)
        try:
            apply_defaults(filled, schema)
        except OutgrownError:
            writer.line(f"raise {writer.bind(OutgrownError)}")
            return
        writer.line(f"allowance.spend({size_of(filled)})")
        writer.line(f"v[{key}] = {writer.bind(copy_json)}({writer.bind(filled)})")


def _print_list(writer: SourceWriter, schema: Structural) -> None:
    if schema.items is None:
        writer.line(f"return {schema.preserve_unknown_fields} or not v")
        return
    writer.line(f"f = {writer.bind(Settler(schema.items))}")
    with writer.block("for x in v"):
        _print_visit(writer)
    writer.line("return True")
