"""Turns Go expressions into closures; reading an unsupported expression raises UnsupportedGoError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tree_sitter import Node

from kapivara.generator.emission.access import is_inlined
from kapivara.generator.grammar.go_literals import int_value, rune_value, string_value
from kapivara.generator.handwritten_go.calls import CallReader
from kapivara.generator.handwritten_go.go_types import INT, NIL, is_number, resolve_type
from kapivara.generator.handwritten_go.library import FIELDS, VALUES
from kapivara.generator.handwritten_go.machine import Frame, GoMap, GoPanicError, Run, dereferenced
from kapivara.generator.handwritten_go.operators import binary, unary
from kapivara.generator.handwritten_go.scope import Code, FunctionScope
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.own_json import zero_value
from kapivara.generator.model.types import BOOL, BUILTIN, STRING, Member, Type, TypeKind, pointer_to

Read = Callable[[Any], Any]


def find_member(struct: Type, name: str) -> tuple[Member, ...] | None:
    """Returns the path to a field by its Go name, in the struct or in the nearest embedded struct; None if missing."""
    level: list[tuple[Member, ...]] = [()]
    seen: set[int] = set()
    while level:
        following = []
        for path in level:
            kind = value_type(path[-1].type) if path else struct
            if id(kind) in seen:
                continue
            seen.add(id(kind))
            for member in kind.members:
                if member.name == name:
                    return (*path, member)
                if member.embedded and value_type(member.type).kind is TypeKind.STRUCT:
                    following.append((*path, member))
        level = following
    return None


def reader(path: tuple[Member, ...]) -> Read | None:
    """Returns a function that reads a field; None for fields of embedded pointers, which JSON does not show."""
    if any(is_inlined(each) and native_type(each.type).kind is TypeKind.POINTER for each in path):
        return None
    steps = [_step(each) for each in path]
    if len(steps) == 1:
        return steps[0]
    return lambda holder: _walked(holder, steps)


def _walked(holder: Any, steps: list[Read]) -> Any:
    for step in steps:
        holder = step(dereferenced(holder))
    return holder


def _step(member: Member) -> Read:
    missing = zero_value(member.type)
    if member.json.ignored:
        return lambda _holder: missing
    if is_inlined(member):
        return lambda holder: holder
    name = member.json.name or member.name
    return lambda holder: missing if (value := holder.get(name)) is None else value


class ExpressionReader:
    """Reads the expressions of one function."""

    def __init__(self, scope: FunctionScope):
        self._scope = scope
        self._calls = CallReader(scope, self.read)

    def read(self, node: Node) -> Code:
        """Returns the code of an expression; raises UnsupportedGoError."""
        match node.type:
            case "identifier":
                return self._identifier(node)
            case "selector_expression":
                return self._selector(node)
            case "call_expression" | "type_conversion_expression":
                return self._calls.read_call(node)
            case "binary_expression":
                return self._binary(node)
            case "unary_expression":
                return self._unary(node)
            case "index_expression":
                return self._index(node)
            case "composite_literal":
                return self._composite(node)
            case "parenthesized_expression":
                return self.read(node.named_children[0])
        return self._literal(node)

    def read_condition(self, node: Node) -> Run:
        """Returns the closure of a boolean expression."""
        return self.read(node).run

    def _literal(self, node: Node) -> Code:
        text = self._scope.text(node)
        match node.type:
            case "nil":
                return Code(NIL, lambda _frame: None, untyped=True)
            case "true" | "false":
                return _constant(BOOL, node.type == "true")
            case "int_literal":
                return _constant(INT, int_value(text))
            case "float_literal":
                return _constant(BUILTIN["float64"], float(text.replace("_", "")))
            case "rune_literal":
                return _constant(BUILTIN["int32"], rune_value(text))
            case "interpreted_string_literal" | "raw_string_literal":
                return _constant(STRING, string_value(text))
        raise self._scope.unsupported(_called(node, text), node)

    def _identifier(self, node: Node) -> Code:
        name = self._scope.text(node)
        variable = self._scope.find(name)
        if variable is not None:
            slot, kind = variable
            return Code(kind, lambda frame: frame[slot])
        code = self._scope.program.value(name)
        if code is None:
            raise self._scope.unsupported(f"the name {name}", node)
        return code

    def _selector(self, node: Node) -> Code:
        operand, name = self._scope.part(node, "operand"), self._scope.text(self._scope.part(node, "field"))
        if (package := self._calls.package(operand)) is not None:
            found = VALUES.get((package, name))
            if found is None:
                raise self._scope.unsupported(self._scope.text(node), node)
            kind, value = found
            return Code(kind, lambda _frame: value)
        holder = self.read(operand)
        if (known := FIELDS.get((str(value_type(holder.type)), name))) is not None:
            return Code(known[0], _then(holder.run, known[1]))
        struct = value_type(holder.type)
        path = find_member(struct, name) if struct.kind is TypeKind.STRUCT else None
        read = None if path is None else reader(path)
        if path is None or read is None:
            raise self._scope.unsupported(f"the field {self._scope.text(node)}", node)
        return Code(path[-1].type, _then(holder.run, lambda value: read(dereferenced(value))))

    def _binary(self, node: Node) -> Code:
        left, right = self.read(self._scope.part(node, "left")), self.read(self._scope.part(node, "right"))
        operator = self._scope.text(self._scope.part(node, "operator"))
        code = binary(operator, left, right)
        if code is None:
            raise self._scope.unsupported(f"{operator} between {left.type} and {right.type}", node)
        return code

    def _unary(self, node: Node) -> Code:
        operator = self._scope.text(self._scope.part(node, "operator"))
        operand = self.read(self._scope.part(node, "operand"))
        kind = operand.type
        if operator == "&":
            return Code(pointer_to(kind), operand.run)
        if operator == "*" and kind.kind is TypeKind.POINTER and kind.elem is not None:
            return Code(kind.elem, _then(operand.run, dereferenced))
        code = unary(operator, operand)
        if code is None:
            raise self._scope.unsupported(f"{operator} before a {kind}", node)
        return code

    def _index(self, node: Node) -> Code:
        operand, index = self.read(self._scope.part(node, "operand")), self.read(self._scope.part(node, "index"))
        native = native_type(operand.type)
        if native.elem is not None and native.kind is TypeKind.MAP:
            both = _looked_up(operand.run, index.run, zero_value(native.elem))
            return Code(native.elem, lambda frame: both(frame)[0], kinds=(native.elem, BOOL), several=both)
        if native.elem is not None and native.kind is TypeKind.SLICE and is_number(index.type):
            return Code(native.elem, _item(operand.run, index.run, zero_value(native.elem)))
        raise self._scope.unsupported(f"the index {self._scope.text(node)}", node)

    def _composite(self, node: Node) -> Code:
        kind = resolve_type(self._scope.part(node, "type"), self._scope.names)
        native = native_type(kind)
        body = [each for each in self._scope.part(node, "body").named_children if each.type != "comment"]
        if native.kind is TypeKind.SLICE and all(each.type == "literal_element" for each in body):
            items = [self._element(each, native.elem) for each in body]
            return Code(kind, lambda frame: _built(frame, items))
        if native.kind is TypeKind.MAP and all(each.type == "keyed_element" for each in body):
            pairs = [
                (self._element(each.named_children[0], native.key), self._element(each.named_children[1], native.elem))
                for each in body
            ]
            keys, values = [key for key, _ in pairs], [value for _, value in pairs]
            return Code(kind, lambda frame: GoMap(zip(_built(frame, keys), _built(frame, values), strict=True)))
        raise self._scope.unsupported(f"the literal of a {kind}", node)

    def _element(self, node: Node, kind: Type | None) -> Run:
        inner = node.named_children[0] if node.type == "literal_element" else node
        if inner.type == "literal_value":
            raise self._scope.unsupported(f"the literal of a {kind}", inner)
        return self.read(inner).run


def _constant(kind: Type, value: Any) -> Code:
    return Code(kind, lambda _frame: value, untyped=True, constant=value)


def _built(frame: Frame, items: list[Run]) -> list[Any]:
    frame[0].build(len(items))
    return [run(frame) for run in items]


def _then(run: Run, more: Any) -> Run:
    return lambda frame: more(run(frame))


def _looked_up(operand: Run, index: Run, missing: Any) -> Run:
    """Returns a closure with the value of a key, and whether the map contains the key."""

    def run(frame: Frame) -> Any:
        values, key = operand(frame) or {}, index(frame)
        found = values.get(key)
        return missing if found is None else found, key in values

    return run


def _item(operand: Run, index: Run, missing: Any) -> Run:
    def run(frame: Frame) -> Any:
        values, position = operand(frame) or (), index(frame)
        if not 0 <= position < len(values):
            raise GoPanicError(f"runtime error: index out of range [{position}] with length {len(values)}")
        return missing if values[position] is None else values[position]

    return run


def _called(node: Node, text: str) -> str:
    """Names a construct for a message."""
    words = node.type.replace("_expression", "").replace("_", " ")
    first = text.partition("\n")[0]
    return f"{words} ({first if len(first) < 40 else first[:37] + '...'})"
