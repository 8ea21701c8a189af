"""Declares and assigns variables. Values that the function receives are never changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tree_sitter import Node

from kapivara.generator.handwritten_go.go_types import INT, NIL, resolve_type
from kapivara.generator.handwritten_go.machine import Frame, GoMap, GoPanicError, Run
from kapivara.generator.handwritten_go.operators import arithmetic, charge_texts
from kapivara.generator.handwritten_go.scope import Code, FunctionScope
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.own_json import zero_value
from kapivara.generator.model.types import STRING, Type, TypeKind

Store = Callable[[Frame, Any], None]


class AssignmentReader:
    """Reads the declarations and assignments of one function."""

    def __init__(self, scope: FunctionScope, read: Callable[[Node], Code]):
        self._scope = scope
        self._read = read

    def read(self, node: Node) -> Run:
        """Returns the closure of a declaration or assignment; raises UnsupportedGoError."""
        match node.type:
            case "short_var_declaration":
                left, right = self._sides(node)
                return self._assign(node, right, lambda kinds: self._define(left, kinds))
            case "assignment_statement":
                return self._assignment(node)
            case "var_declaration" | "const_declaration":
                return self._declaration(node)
        return self._stepwise(node)

    def _sides(self, node: Node) -> tuple[list[Node], list[Node]]:
        left, right = self._scope.part(node, "left"), self._scope.part(node, "right")
        return _named(left), _named(right)

    def _assign(self, node: Node, right: list[Node], stores: Callable[[list[Type]], list[Store]]) -> Run:
        """Returns a closure that evaluates the whole right side before it stores anything."""
        codes = [self._read(each) for each in right]
        several = codes[0].several if len(codes) == 1 else None
        kinds = [each.type for each in codes]
        to = stores(kinds if several is None or not codes[0].kinds else list(codes[0].kinds))
        if len(to) == len(codes):
            runs = [each.run for each in codes]
            return lambda frame: _store(frame, to, [run(frame) for run in runs])
        if several is None or len(to) != len(codes[0].kinds):
            raise self._scope.unsupported(f"the assignment of {len(codes)} values to {len(to)} variables", node)
        return lambda frame: _store(frame, to, several(frame))

    def _define(self, left: list[Node], kinds: list[Type]) -> list[Store]:
        stores: list[Store] = []
        for place, each in enumerate(left):
            name = self._scope.text(each)
            if name == "_":
                stores.append(_forget)
                continue
            known = self._scope.find(name) if self._scope.declared_here(name) else None
            kind = kinds[place] if place < len(kinds) else NIL
            stores.append(_into(known[0] if known else self._scope.declare(name, kind)))
        return stores

    def _assignment(self, node: Node) -> Run:
        left, right = self._sides(node)
        operator = self._scope.text(self._scope.part(node, "operator"))
        if operator == "=":
            return self._assign(node, right, lambda _kinds: [self._store_of(each) for each in left])
        target, value = self._read(left[0]), self._read(right[0])
        return self._updated(node, left[0], operator.removesuffix("="), (target, value))

    def _stepwise(self, node: Node) -> Run:
        """Reads `i++` or `i--`."""
        target = node.named_children[0]
        one = Code(INT, lambda _frame: 1)
        return self._updated(node, target, "+" if node.type == "inc_statement" else "-", (self._read(target), one))

    def _updated(self, node: Node, target: Node, operator: str, codes: tuple[Code, Code]) -> Run:
        before, value = codes
        apply = arithmetic(operator, before.type)
        if apply is None:
            raise self._scope.unsupported(f"{operator}= on a {before.type}", node)
        store, old, new, is_text = self._store_of(target), before.run, value.run, native_type(before.type) is STRING

        def run(frame: Frame) -> None:
            one, other = old(frame), new(frame)
            if is_text:
                charge_texts(frame, one, other, builds=True)
            store(frame, apply(one, other))

        return run

    def _store_of(self, node: Node) -> Store:
        """Returns the function that stores a value in a variable, or in an entry of a map that the function made."""
        if node.type == "identifier":
            name = self._scope.text(node)
            if name == "_":
                return _forget
            variable = self._scope.find(name)
            if variable is not None:
                return _into(variable[0])
        if node.type == "index_expression":
            operand = self._read(self._scope.part(node, "operand"))
            if native_type(operand.type).kind is TypeKind.MAP:
                return _entry(operand.run, self._read(self._scope.part(node, "index")).run)
        raise self._scope.unsupported(f"the assignment to {self._scope.text(node)}", node)

    def _declaration(self, node: Node) -> Run:
        runs: list[Run] = []
        for spec in _specs(node):
            names = [each for each in spec.children_by_field_name("name") if each.type == "identifier"]
            value, kind = spec.child_by_field_name("value"), spec.child_by_field_name("type")
            given = None if kind is None else resolve_type(kind, self._scope.names)
            if value is None and given is None:
                raise self._scope.unsupported("a constant that repeats the one above", spec)
            if value is None and given is not None:
                runs += [self._zeroed(self._scope.declare(self._scope.text(each), given), given) for each in names]
            elif value is not None:
                runs.append(self._assign(spec, _named(value), lambda kinds, n=names, g=given: self._typed(n, kinds, g)))  # type: ignore[misc]
        return lambda frame: _all(frame, runs)

    def _typed(self, names: list[Node], kinds: list[Type], given: Type | None) -> list[Store]:
        return self._define(names, kinds if given is None else [given] * len(names))

    def _zeroed(self, slot: int, kind: Type) -> Run:
        store, value = _into(slot), zero_value(kind)
        return lambda frame: store(frame, value)


def _named(node: Node) -> list[Node]:
    return [each for each in node.named_children if each.type != "comment"]


def _specs(node: Node) -> list[Node]:
    """Returns the specs of a declaration."""
    found: list[Node] = []
    for each in node.named_children:
        found += _specs(each) if each.type.endswith("_list") else [each]
    return [each for each in found if each.type in ("var_spec", "const_spec")]


def _store(frame: Frame, stores: list[Store], values: Any) -> None:
    for store, value in zip(stores, values, strict=True):
        store(frame, value)


def _all(frame: Frame, runs: list[Run]) -> None:
    for run in runs:
        run(frame)


def _into(slot: int) -> Store:
    def store(frame: Frame, value: Any) -> None:
        frame[slot] = value

    return store


def _forget(_frame: Frame, _value: Any) -> None:
    return None


def _entry(operand: Run, index: Run) -> Store:
    def store(frame: Frame, value: Any) -> None:
        target = operand(frame)
        if not isinstance(target, GoMap):
            raise GoPanicError("assignment to an entry of a map that the function did not make")
        target[index(frame)] = value

    return store
