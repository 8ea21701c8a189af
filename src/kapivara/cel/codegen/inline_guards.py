"""Prints operations on values of unknown type inline for the classes that these values usually have.

A function that examines its values and then chooses an operation takes ten times as long as the operation. Therefore
the test for the usual class is printed inline, with its operation, and a call of the function for all other values:

    (t1 < 5 if type(t1 := VALUE) is int else FUNCTION(t1, 5))

The inline operation equals that of the function: `list`, `dict` and `str` are exactly these classes, without
subclasses. A missing key raises a KeyError, as everywhere in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from kapivara.cel.library.standard.containers import in_list
from kapivara.cel.tree.ast import Call, Const, Expr, Select
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.tree.walk import children
from kapivara.cel.values.equality import PLAIN
from kapivara.emit.source import literal
from kapivara.values.json_value import INT64_MAX, INT64_MIN

if TYPE_CHECKING:
    from kapivara.cel.codegen.emitter import Emitter

General: TypeAlias = Callable[..., str]
"""Prints the call of the function for all values, from its printed operands."""

_SIZED: Final = frozenset((str, bytes, list, dict))
_CONSTANTS: Final = frozenset((str, int, bool))
_ORDERED: Final = frozenset((int, str))
_TEXT: Final = frozenset((str,))
_OF_TWO: Final = {
    "_==_": ("{0} == {1}", PLAIN),
    "_!=_": ("{0} != {1}", PLAIN),
    "_<_": ("{0} < {1}", _ORDERED),
    "_<=_": ("{0} <= {1}", _ORDERED),
    "_>_": ("{0} > {1}", _ORDERED),
    "_>=_": ("{0} >= {1}", _ORDERED),
    "startsWith": ("{0}.startswith({1})", _TEXT),
    "endsWith": ("{0}.endswith({1})", _TEXT),
    "contains": ("{1} in {0}", _TEXT),
}
"""The Python operation on two values of the same class, and the classes to which it applies."""
_SUMS: Final = {"_+_": "+", "_-_": "-", "_*_": "*"}
_FEW: Final = 16
"""The most constants of a list that may be printed twice."""


class _Named:
    """A named operand; `given` is printed at its first use, and assigns the name."""

    def __init__(self, emitter: Emitter, printed: str):
        is_name = printed.isidentifier()
        self._name = printed if is_name else emitter.new_name()
        self.given = printed if is_name else f"{self._name} := {printed}"

    def __str__(self) -> str:
        return self._name


def select(emitter: Emitter, node: Select, owner: str, general: General) -> str:
    """Prints `owner.field`, or `has(owner.field)`."""
    key = literal(node.field)
    if emitter.is_large:
        return general(owner, key)
    name = _Named(emitter, owner)
    usual = f"{key} in {name}" if node.test_only else f"{name}[{key}]"
    return f"({usual} if type({name.given}) is dict else {general(name, key)})"


def truth(emitter: Emitter, value: str, general: General) -> str:
    """Prints a check that a value is a boolean."""
    if emitter.is_large:
        return general(value)
    name = _Named(emitter, value)
    return f"({name} if type({name.given}) is bool else {general(name)})"


def index(emitter: Emitter, node: Call, container: str, place: str, general: General) -> str:
    """Prints `container[place]`."""
    name = _Named(emitter, container)
    kind = None if emitter.is_large else _class_of(node.args[1])
    if kind is str:
        test = f"type({name.given}) is dict"
    elif kind is int and _is_place(node.args[1]):
        test = f"type({name.given}) is list and len({name}) > {place}"
    elif place.isidentifier() and not emitter.is_large:
        test = f"type({name.given}) is dict and type({place}) is str"
    else:
        return general(container, place)
    return f"({name}[{place}] if {test} else {general(name, place)})"


def list_index(emitter: Emitter, node: Call, items: str, place: str, general: General) -> str:
    """Prints `items[place]` for a list and an integer; a constant needs no function if the list is long enough."""
    if emitter.is_large or not _is_place(node.args[1]):
        return general(items, place)
    name = _Named(emitter, items)
    return f"({name}[{place}] if len({name.given}) > {place} else {general(name, place)})"


def in_constants(emitter: Emitter, node: Call, args: list[str], general: General) -> str:
    """Prints `item in [constants]`."""
    item, items = args
    constants = children(node.args[1])
    classes = frozenset(map(_class_of, constants)) if len(constants) <= _FEW else frozenset()
    if emitter.is_large or (classes != {str} and classes != {int}):
        return general(item, items)
    name = _Named(emitter, item)
    return f"({name} in {items} if type({name.given}) {_one_of(emitter, classes)} else {general(name, items)})"


def call(emitter: Emitter, node: Call, args: list[str], general: General) -> str:
    """Prints a call whose overload depends on the values."""
    if emitter.is_large:
        return general(*args)
    if node.function in _OF_TWO:
        return _of_two(emitter, node, args, general)
    if node.function in _SUMS:
        return _sum(emitter, node, args, general)
    if node.function == "size":
        value = _Named(emitter, *args)
        return f"(len({value}) if type({value.given}) {_one_of(emitter, _SIZED)} else {general(value)})"
    if node.function == "@in" and _class_of(node.args[0]) is str:
        return _text_within(emitter, args, general)
    return general(*args)


def _of_two(emitter: Emitter, node: Call, args: list[str], general: General) -> str:
    """Prints an operation on two values of one class, which is that of a constant operand, if there is one."""
    usual, classes = _OF_TWO[node.function]
    one, other = args
    left, right = operands_of(node)
    if (kind := _class_of(right)) in classes:
        first = _Named(emitter, one)
        test = f"type({first.given}) {_one_of(emitter, frozenset((kind,)))}"
        return f"({usual.format(first, other)} if {test} else {general(first, other)})"
    second = _Named(emitter, other)
    if (kind := _class_of(left)) in classes:
        test = f"type({second.given}) {_one_of(emitter, frozenset((kind,)))}"
        return f"({usual.format(one, second)} if {test} else {general(one, second)})"
    first = _Named(emitter, one)
    test = f"type({first.given}) is type({second.given}) {_one_of(emitter, classes)}"
    return f"({usual.format(first, second)} if {test} else {general(first, second)})"


def _sum(emitter: Emitter, node: Call, args: list[str], general: General) -> str:
    """Prints a sum, difference or product of two integers, with a check for overflow of 64 bits."""
    if not {_class_of(each) for each in node.args} <= {int, None}:
        return general(*args)
    (left, right), total = [_Named(emitter, each) for each in args], emitter.new_name()
    within = f"{INT64_MIN} <= ({total} := {left} {_SUMS[node.function]} {right}) <= {INT64_MAX}"
    test = f"type({left.given}) is type({right.given}) is int and {within}"
    return f"({total} if {test} else {general(left, right)})"


def _text_within(emitter: Emitter, args: list[str], general: General) -> str:
    """Prints `'text' in container`."""
    item, name = args[0], _Named(emitter, args[1])
    of_list = f"{emitter.bind(in_list)}({emitter.budget}, {item}, {name})"
    others = f"{of_list} if type({name}) is list else {general(item, name)}"
    return f"({item} in {name} if type({name.given}) is dict else {others})"


def _one_of(emitter: Emitter, classes: frozenset[Any]) -> str:
    """Prints the end of a class test."""
    return f"is {next(iter(classes)).__name__}" if len(classes) == 1 else f"in {emitter.bind(classes)}"


def _is_place(node: Expr) -> bool:
    """Returns whether a node is a constant that can be an index of a list."""
    return isinstance(node, Const) and type(node.value) is int and node.value >= 0


def _class_of(node: Expr) -> type | None:
    """Returns the class of a constant; None for other nodes and classes."""
    return type(node.value) if isinstance(node, Const) and type(node.value) in _CONSTANTS else None
