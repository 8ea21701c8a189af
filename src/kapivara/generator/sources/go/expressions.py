"""Evaluates constant expressions. Each value comes with its type: named, builtin, or untyped in Go's sense.

Raises `NotConstant` for other expressions, and for values that depend on unread sources; sizes and depths are limited.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from tree_sitter import Node

from kapivara.generator.grammar.go_literals import int_value, rune_value, string_value
from kapivara.generator.model.types import BUILTIN, Type, TypeKind, TypeName
from kapivara.generator.sources.go.declarations import FileScope

Value: TypeAlias = "str | int | bool | float"
Valued: TypeAlias = "tuple[Value, Type]"

_MAX_DEPTH = 100
_MAX_TEXT = 1 << 20
_MAX_BITS = 1024
UNTYPED = {
    name: Type(TypeName("", f"untyped {name}"), TypeKind.UNSUPPORTED)
    for name in ("int", "rune", "float", "string", "bool")
}
_BY_WIDTH = list(UNTYPED.values())


class NotConstant(Exception):  # noqa: N818  a finding, not a failure
    """A value that cannot be evaluated; the text gives the reason."""


class Names(Protocol):
    """Resolves the names in an expression; raises NotConstant."""

    def constant(self, name: str, scope: FileScope, depth: int) -> Valued:
        """Returns the value of a constant, `Name` or `package.Name`."""

    def type(self, name: str, node: Node, scope: FileScope) -> Type:
        """Returns a type by its name."""


def _quotient(left: Any, right: Any) -> Any:
    if isinstance(left, float) or isinstance(right, float):
        return left / right
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "%": lambda left, right: left - right * _quotient(left, right),
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "&^": lambda left, right: left & ~right,
    "&&": lambda left, right: left and right,
    "||": lambda left, right: left or right,
}
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "^": operator.invert,
    "!": operator.not_,
}


class Evaluation:
    """Evaluates expressions in the scope of a file, with a value for iota."""

    def __init__(self, names: Names, scope: FileScope, iota: int = 0):
        self._names = names
        self._scope = scope
        self._iota = iota

    def value(self, node: Node, depth: int = 0) -> Valued:
        """Returns the value of an expression; raises NotConstant."""
        if depth > _MAX_DEPTH:
            raise NotConstant(f"the expression is more than {_MAX_DEPTH} deep")
        act = _EXPRESSIONS.get(node.type, Evaluation._operand)
        try:
            return act(self, node, depth + 1)
        except (TypeError, ValueError, ArithmeticError, MemoryError, StopIteration):
            raise NotConstant(f"{self._shown(node)} has no value") from None

    def _operand(self, node: Node, depth: int) -> Valued:
        text = self._scope.file.slice(node)
        match node.type:
            case "interpreted_string_literal" | "raw_string_literal":
                return string_value(text), UNTYPED["string"]
            case "int_literal":
                return int_value(text), UNTYPED["int"]
            case "float_literal":
                return float(text.replace("_", "")), UNTYPED["float"]
            case "rune_literal":
                return rune_value(text), UNTYPED["rune"]
            case "true" | "false":
                return text == "true", UNTYPED["bool"]
            case "iota":
                return self._iota, UNTYPED["int"]
            case "identifier" | "selector_expression":
                return self._names.constant("".join(text.split()), self._scope, depth)
        raise NotConstant(f"{self._shown(node)} is no constant")

    def _parenthesized(self, node: Node, depth: int) -> Valued:
        return self.value(next(each for each in node.named_children if each.type != "comment"), depth)

    def _binary(self, node: Node, depth: int) -> Valued:
        left, right, sign = (node.child_by_field_name(field) for field in ("left", "right", "operator"))
        if left is None or right is None or sign is None:
            raise TypeError
        (first, kind), (second, other) = self.value(left, depth), self.value(right, depth)
        if isinstance(first, str) != isinstance(second, str):
            raise TypeError
        if sign.type in _COMPARISONS:
            return _COMPARISONS[sign.type](first, second), UNTYPED["bool"]
        shift = sign.type in ("<<", ">>")
        if shift and isinstance(second, int) and second > _MAX_BITS:
            raise OverflowError
        value = _ARITHMETIC[sign.type](first, second) if sign.type in _ARITHMETIC else None
        if value is None or _is_large(value):
            raise OverflowError
        return value, kind if shift else _joint(kind, other)

    def _unary(self, node: Node, depth: int) -> Valued:
        operand, sign = node.child_by_field_name("operand"), node.child_by_field_name("operator")
        if operand is None or sign is None or sign.type not in _UNARY:
            raise TypeError
        value, kind = self.value(operand, depth)
        return _UNARY[sign.type](value), kind

    def _call(self, node: Node, depth: int) -> Valued:
        """Evaluates a conversion such as `Mode("x")`, or the length of a string."""
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = [] if arguments is None else [each for each in arguments.named_children if each.type != "comment"]
        if function is None or len(given) != 1:
            raise NotConstant(f"{self._shown(node)} is no constant")
        name = "".join(self._scope.file.slice(function).split()).strip("()")
        value, _ = self.value(given[0], depth)
        if name == "len" and isinstance(value, str):
            return len(value.encode()), BUILTIN["int"]
        return value, self._names.type(name, function, self._scope)

    def _shown(self, node: Node) -> str:
        text = " ".join(self._scope.file.slice(node).split())
        return text if len(text) <= 40 else f"{text[:37]}..."


_EXPRESSIONS: dict[str, Callable[[Evaluation, Node, int], Valued]] = {
    "binary_expression": Evaluation._binary,
    "unary_expression": Evaluation._unary,
    "parenthesized_expression": Evaluation._parenthesized,
    "call_expression": Evaluation._call,
}


def _joint(left: Type, right: Type) -> Type:
    """Returns the type of an operation: that of the typed operand, or the wider of two untyped ones."""
    if left not in _BY_WIDTH:
        return left
    if right not in _BY_WIDTH:
        return right
    return max(left, right, key=_BY_WIDTH.index)


def _is_large(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) > _MAX_TEXT
    return isinstance(value, int) and value.bit_length() > _MAX_BITS
