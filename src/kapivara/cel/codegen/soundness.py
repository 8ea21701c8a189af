"""Computes static types that hold at run time: the checker assigns `dyn` to any type, so its types may be wrong.

`optional.of(1).orValue(dyn('a'))` has type int for the checker, but is a string at run time. Types that may include
such a value become `dyn` here, so that the compiled code checks the value. Expressions without `dyn` are unchanged.
"""

from __future__ import annotations

from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.types import DYN, CelKind, Type, list_of, map_of, optional_of
from kapivara.values.record import replace

_INDICES = frozenset(("_[_]", "_[?_]", "_?._"))
_ARITHMETIC = frozenset(("_+_", "_-_", "_*_", "_/_", "_%_", "-_"))
"""Operators that accept and return values of many types, regardless of the checker's choice."""
_GATHERING = frozenset(("map", "transformList"))


def with_sound_types(checked: CheckedAst) -> CheckedAst:
    """Returns the expression with types that hold at run time."""
    if not any(map(_holds_dyn, set(checked.types.values()))):
        return checked
    soundness = _Soundness(checked)
    soundness.visit(checked.ast.expr)
    return replace(checked, types={**checked.types, **soundness.types})


def _holds_dyn(of: Type) -> bool:
    return of.kind is CelKind.DYN or any(map(_holds_dyn, of.params))


def is_sure(declared: Type, given: Type) -> bool:
    """Returns whether all values of a type match an overload's declared type."""
    if declared.kind in (CelKind.DYN, CelKind.TYPE_PARAM):
        return True
    return given.kind is declared.kind and all(map(is_sure, declared.params, given.params))


def join(one: Type, other: Type) -> Type:
    """Returns the type of values that have either of two types."""
    if one == other:
        return one
    if one.kind is other.kind and one.name == other.name and len(one.params) == len(other.params) > 0:
        return Type(one.kind, one.name, tuple(map(join, one.params, other.params)))
    return DYN


class _Soundness:
    """One walk through an expression; `types` has the results, by node id."""

    def __init__(self, checked: CheckedAst):
        self._checked = checked
        self._scope: dict[str, Type] = {}
        self.types: dict[int, Type] = {}

    def visit(self, node: Expr) -> Type:
        """Returns the type that the values of a node have; `dyn` where the checker or this walk is unsure."""
        found = self._look(node)
        if self._static(node).kind is CelKind.DYN:
            found = DYN
        self.types[node.id] = found
        return found

    def _static(self, node: Expr) -> Type:
        return self._checked.types.get(node.id, DYN)

    def _look(self, node: Expr) -> Type:
        match node:
            case Const():
                return self._static(node)
            case Ident(name=name):
                return self._scope.get(name, self._static(node))
            case Select(operand=operand, test_only=test_only):
                owner = self.visit(operand)
                return self._static(node) if test_only else self._selected(node, owner)
            case Call():
                return self._call(node)
            case ListExpr() | MapExpr() | StructExpr():
                return self._literal(node)
            case Comprehension():
                return self._comprehension(node)

    def _selected(self, node: Expr, owner: Type) -> Type:
        """Returns the type of a selection from, or an element of, a value of a type."""
        if owner.kind is CelKind.OBJECT:
            return self._static(node)
        if owner.name == "optional_type":
            held = owner.params[0]
            return DYN if held.kind is CelKind.OBJECT else optional_of(self._selected(node, held))
        return owner.params[-1] if owner.kind in (CelKind.LIST, CelKind.MAP) else DYN

    def _call(self, node: Call) -> Type:
        given = [self.visit(operand) for operand in operands_of(node)]
        if node.function in _INDICES:
            return self._index(node, given[0])
        if node.function == "or" and node.target is not None:
            return join(*given)  # the other value is not checked
        overloads = self._checked.overloads_of(node)
        if len(overloads) != 1:
            return self._static(node)  # the common type of all overloads, or `dyn`
        if node.function in _ARITHMETIC and not all(map(is_sure, overloads[0].args, given)):
            return DYN
        bound: dict[str, Type] = {}
        for declared, found in zip(overloads[0].args, given, strict=False):
            _bind(declared, found, bound)
        return _substituted(overloads[0].result, bound)

    def _index(self, node: Call, owner: Type) -> Type:
        found = self._selected(node, owner)
        if node.function == "_[_]" or found.kind is CelKind.DYN:
            return found
        if owner.kind is CelKind.OBJECT or owner.name == "optional_type":
            return found
        return optional_of(found)

    def _literal(self, node: ListExpr | MapExpr | StructExpr) -> Type:
        if isinstance(node, ListExpr):
            items = [self.visit(each) for each in node.elements]
            items = [_held(each) if place in node.optional else each for place, each in enumerate(items)]
            return list_of(_all(items)) if items else self._static(node)
        if isinstance(node, StructExpr):
            for entry in node.entries:
                self.visit(entry.value)
            return self._static(node)
        keys = [self.visit(entry.key) for entry in node.entries]
        values = [self.visit(entry.value) for entry in node.entries]
        values = [_held(each) if entry.optional else each for each, entry in zip(values, node.entries, strict=True)]
        return map_of(_all(keys), _all(values)) if keys else self._static(node)

    def _comprehension(self, node: Comprehension) -> Type:
        over = self.visit(node.iter_range)
        start = self.visit(node.accu_init)
        outer = dict(self._scope)
        element = over.params[-1] if over.kind in (CelKind.LIST, CelKind.MAP) else DYN
        key = self._scope_key(over, two=bool(node.iter_var2))
        self._scope[node.accu_var] = Type(start.kind, start.name, tuple(DYN for _ in start.params))
        if node.iter_var2:
            self._scope |= {node.iter_var: key, node.iter_var2: element}
        else:
            self._scope[node.iter_var] = key if over.kind is CelKind.MAP else element
        self.visit(node.loop_condition)
        self.visit(node.loop_step)
        for variable in (node.iter_var, node.iter_var2):
            self._scope.pop(variable, None)
        if isinstance(node.iter_range, ListExpr) and not node.iter_range.elements:
            self._scope[node.accu_var] = start  # a named value
        result = self.visit(node.result)
        self._scope = outer
        if node.macro in _GATHERING:
            return list_of(self.types.get(node.macro_args[-1].id, DYN))
        return list_of(element) if node.macro == "filter" else result

    def _scope_key(self, over: Type, *, two: bool) -> Type:
        if over.kind is CelKind.MAP:
            return over.params[0]
        return Type(CelKind.INT, "int") if two and over.kind is CelKind.LIST else DYN


def _held(optional: Type) -> Type:
    return optional.params[0] if optional.name == "optional_type" else DYN


def _all(types: list[Type]) -> Type:
    found = types[0]
    for each in types[1:]:
        found = join(found, each)
    return found


def _bind(declared: Type, given: Type, bound: dict[str, Type]) -> None:
    """Binds the type parameters of a declared type."""
    if declared.kind is CelKind.TYPE_PARAM:
        bound[declared.name] = join(bound[declared.name], given) if declared.name in bound else given
    elif declared.kind is given.kind and len(declared.params) == len(given.params):
        for inner, found in zip(declared.params, given.params, strict=True):
            _bind(inner, found, bound)
    else:
        for inner in declared.params:
            _bind(inner, DYN, bound)


def _substituted(of: Type, bound: dict[str, Type]) -> Type:
    if of.kind is CelKind.TYPE_PARAM:
        return bound.get(of.name, DYN)
    if not of.params:
        return of
    return Type(of.kind, of.name, tuple(_substituted(each, bound) for each in of.params))
