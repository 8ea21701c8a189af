"""Interprets calls in the source of rules: methods of values, paths and constants, functions, errors."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import product
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, cast

from scripts.rule_tracing.sources import is_of_rules
from scripts.rule_tracing.values import (
    NOTHING,
    FieldValue,
    Instance,
    Known,
    Meaning,
    Method,
    PathTo,
    Row,
    Variables,
    either,
    items,
    items_in,
    meaning_of,
    selected,
    texts_in,
)

from kapivara.field import FieldPath, errors

if TYPE_CHECKING:
    from scripts.rule_tracing.function_reader import FunctionReader

_WORDINGS: Final = frozenset(
    each for each in vars(errors).values() if isinstance(each, FunctionType) and "path" in each.__annotations__
)
_SELECTING: Final = frozenset(("get", "pop", "setdefault"))
_CONVERTING: Final = frozenset(("to_hub", "from_hub"))
"""The methods that convert an object to another version: nearly all fields have the same names there."""


def read_call(reader: FunctionReader, node: ast.Call) -> Meaning:
    """Returns the meanings that a call may return."""
    given = [reader.meaning(each) for each in node.args]
    named = {each.arg: reader.meaning(each.value) for each in node.keywords if each.arg}
    match node.func:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
            return _call_inherited(reader, name, given, named)
        case ast.Attribute(attr=name) if name in _CONVERTING:
            return either(given)
        case ast.Attribute(value=ast.Name(id=name), attr="append" | "add") if given:
            reader.add_item(name, given[0])
            return NOTHING
        case ast.Attribute(value=owner, attr=name):
            return either(_call_method(reader, each, name, given, named) for each in reader.meaning(owner))
    return _call(reader, reader.meaning(node.func), given, named)


def attribute(reader: FunctionReader, owner: Meaning, name: str) -> Meaning:
    """Returns the meanings that an attribute may have."""
    found = set(reader.attributes.get(name, ()))
    for each in owner:
        match each:
            case Instance(of=made, attributes=attributes):
                found |= dict(attributes).get(name, NOTHING)
                function = getattr(made, name, None)
                if isinstance(function, FunctionType):
                    found.add(Method(function, each))
            case Known(it=it) if hasattr(it, name):
                found |= meaning_of(getattr(it, name))
    return frozenset(found)


def _call_inherited(reader: FunctionReader, name: str, given: list[Meaning], named: Variables) -> Meaning:
    """Interprets a call of `super()`: calls the next method in the class hierarchy."""
    kind = reader.tracer.kind
    lineage = type(kind).__mro__
    own = next((place for place, each in enumerate(lineage) if reader.function in vars(each).values()), len(lineage))
    for each in lineage[own + 1 :]:
        if name in vars(each):
            return reader.tracer.call(vars(each)[name], [meaning_of(kind), *given], named)
    return NOTHING


def _call_method(reader: FunctionReader, owner: Any, name: str, given: list[Meaning], named: Variables) -> Meaning:
    match owner:
        case FieldValue():
            if name in _SELECTING and given:
                return reader.select(frozenset((owner,)), given[0]) | either(given[1:])
            reader.look_at(either(given))
            return frozenset((owner,))
        case PathTo(place=place):
            if name != "child":
                return frozenset((owner,))
            places = ((*place, *steps) for steps in product(*map(texts_in, given)))
            return frozenset(PathTo(inner) for inner in places if reader.tracer.has_field(inner))
        case Row(parts=parts):
            return _call_on_row(reader, owner, name, given) if len(parts) == 2 else frozenset((owner,))
        case Known(it=dict() as mapping) if name in ("get", "items", "values", "keys"):
            return selected(mapping, given[0]) | either(given[1:]) if name == "get" else _members(mapping, name)
        case str():
            reader.look_at(either(given))
            return NOTHING
    return _call(reader, attribute(reader, frozenset((owner,)), name), given, named)


def _call_on_row(reader: FunctionReader, row: Row, name: str, given: list[Meaning]) -> Meaning:
    """Interprets a method of a mapping that the function built; a row is an entry of the mapping."""
    match name:
        case "get" | "pop":
            return reader.select(frozenset((row,)), given[0]) | either(given[1:]) if given else row.parts[1]
        case "items":
            return items(frozenset((row,)))
        case "values":
            return items(row.parts[1])
        case "keys":
            return items(row.parts[0])
    return frozenset((row,))


def _members(mapping: dict[Any, Any], name: str) -> Meaning:
    members: Callable[[], Any] = getattr(mapping, name)
    return items(either(map(meaning_of, members())))


def _call(reader: FunctionReader, called: Meaning, given: list[Meaning], named: Variables) -> Meaning:
    found: set[Any] = set()
    for each in called:
        match each:
            case Method(function=function, instance=instance):
                found |= reader.tracer.call(function, [frozenset((instance,)), *given], named)
            case Known(it=it):
                found |= _call_known(reader, it, given, named)
    return frozenset(found)


def _call_known(reader: FunctionReader, called: Any, given: list[Meaning], named: Variables) -> Meaning:
    if isinstance(called, FunctionType) and called in _WORDINGS:
        reader.words_errors = True
        reader.tracer.note_error(reader.function, given[0] if given else named.get("path", NOTHING))
        reader.look_at(either(given[1:2]))
        return NOTHING
    if isinstance(called, InnerFunction):
        return called.call(given)
    if called is FieldPath.of:
        return frozenset(PathTo(tuple(".".join(steps).split("."))) for steps in product(*map(texts_in, given)))
    if called is import_module:
        return either(meaning_of(import_module(each)) for each in texts_in(given[0]))
    if called is getattr:
        return either(attribute(reader, given[0], name) for name in texts_in(given[1]))
    if called is cast:
        return given[1]
    if called in (map, filter):
        inner = items_in(either(given[1:]))
        return items(_call(reader, given[0], [inner] * (len(given) - 1), {}) | inner)
    if called is enumerate:
        return items(frozenset(Row((NOTHING, frozenset((each,)))) for each in items_in(either(given))))
    if not is_of_rules(getattr(called, "__func__", called)):
        reader.look_at(either(given))
    return reader.tracer.call(called, given, named)


class InnerFunction:
    """A nested function, which can access the variables around it."""

    def __init__(self, reader: FunctionReader, arguments: ast.arguments, body: Iterable[ast.stmt] | ast.expr):
        self._reader = reader
        self._names = [each.arg for each in arguments.args]
        self._body = body
        self._is_read = False

    def call(self, given: list[Meaning]) -> Meaning:
        """Returns the meanings that a call may return."""
        if self._is_read:  # recursion
            return NOTHING
        self._is_read = True
        returned = self._reader.read_inner(self._body, dict(zip(self._names, given, strict=False)))
        self._is_read = False
        return returned
