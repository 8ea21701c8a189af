"""Transforms an expression for values that may differ from their static types.

Lists, maps and objects of data lose their static type, so that every function checks its arguments, as the server's
functions do: elements may be unreadable or null. Unreadable elements fail where they are used: each variable and
element of data is checked before.
"""

from __future__ import annotations

from kapivara.cel.functions import Overload
from kapivara.cel.tree.ast import (
    LAZY,
    Ast,
    Call,
    Comprehension,
    Entry,
    Expr,
    Ident,
    ListExpr,
    MapExpr,
    Select,
    StructExpr,
)
from kapivara.cel.tree.checked import CheckedAst, Reference
from kapivara.cel.types import DYN, CelKind, Type
from kapivara.cel.values.unreadable import usable
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.values.record import replace

_USABLE = Overload("@usable", (DYN,), DYN, usable)
_COMPOSITE = frozenset((CelKind.LIST, CelKind.MAP, CelKind.OBJECT, CelKind.OPAQUE, CelKind.DYN))
_HIDDEN = frozenset((f".{SELF}", f".{OLD_SELF}"))
"""The variables of rules as seen inside loops that shadow them."""
_INDICES = frozenset(("_[_]", "_[?_]", "_?._"))
_QUANTIFIERS = frozenset(("all", "exists", "exists_one", "existsOne"))


def guarded_form(checked: CheckedAst, *, nulls: bool) -> CheckedAst:
    """Returns the expression for variables that hold values, or `Unreadable` ones.

    `nulls` is True if lists or maps of data may contain null.
    """
    guarded = _Guard(checked, _COMPOSITE if not nulls else frozenset(CelKind))
    ast = checked.ast
    expr = guarded.visit(ast.expr)
    return CheckedAst(Ast(expr, ast.text, ast.offsets, ast.macro_calls), guarded.types, guarded.references)


class _Guard:
    """One walk through an expression; `_data` are the variables that hold data, `_loose` those of unknown type.

    `untold` are the kinds of types that do not determine the data's class.
    """

    def __init__(self, checked: CheckedAst, untold: frozenset[CelKind]):
        self._checked = checked
        self._untold = untold
        self.types = dict(checked.types)
        self.references = dict(checked.references)
        self._next_id = max(checked.ast.offsets, default=0) + max(checked.types, default=0) + 1
        self._made: dict[int, Expr] = {}
        self._data = frozenset((SELF, OLD_SELF))
        self._loose: frozenset[str] = frozenset()

    def visit(self, node: Expr) -> Expr:
        """Transforms a node and all nodes below it."""
        made = self._made[node.id] = self._dispatch(node)
        return made

    def _is_loose(self, *nodes: Expr) -> bool:
        """Returns True if one of the transformed nodes has lost its type."""
        return any(self.types[node.id].kind is CelKind.DYN for node in nodes)

    def _loosened(self, made: Expr, *parts: Expr) -> Expr:
        """Removes the type of a node if one of its parts has none."""
        if self._is_loose(*parts):
            self.types[made.id] = self._loose_type(made)
        return made

    def _loose_type(self, node: Expr) -> Type:
        """Returns the type of a node that comes from data."""
        own = self._checked.types[node.id]
        return DYN if own.kind in self._untold else own

    def _dispatch(self, node: Expr) -> Expr:
        match node:
            case Ident():
                return self._variable(node)
            case Select(operand=operand, test_only=test_only):
                owner = self._owner(operand)
                selected = replace(node, operand=owner)
                return selected if test_only else self._loosened(selected, owner)
            case Call(function="_[_]", args=(container, _)):
                element = self._call(node)
                return self._asked(element) if self._is_loose(self._made[container.id]) else element
            case Call():
                return self._call(node)
            case ListExpr(elements=elements):
                parts = tuple(map(self.visit, elements))
                return self._loosened(replace(node, elements=parts), *parts)
            case MapExpr(entries=entries) | StructExpr(entries=entries):
                return self._literal(node, tuple(map(self._entry, entries)))
            case Comprehension():
                return self._comprehension(node)
        return node

    def _entry(self, entry: Entry) -> Entry:
        key = self.visit(entry.key) if isinstance(entry.key, Expr) else entry.key
        return replace(entry, key=key, value=self.visit(entry.value))

    def _literal(self, node: MapExpr | StructExpr, entries: tuple[Entry, ...]) -> Expr:
        made = replace(node, entries=entries)
        return self._loosened(made, *(entry.value for entry in entries)) if isinstance(node, MapExpr) else made

    def _variable(self, node: Ident) -> Expr:
        reference = self._checked.references.get(node.id)
        name = reference.name if reference is not None and reference.name else node.name
        is_data = name in self._data or name in _HIDDEN
        if is_data or name in self._loose:
            self.types[node.id] = self._loose_type(node)
        return self._asked(node) if is_data else node

    def _asked(self, value: Expr) -> Expr:
        """Wraps a variable or an element into a free call that fails if the value is unreadable."""
        self._next_id += 1
        self.types[self._next_id] = self.types[value.id]
        self.references[self._next_id] = Reference(overloads=(_USABLE,))
        return Call(self._next_id, _USABLE.id, None, (value,))

    def _owner(self, node: Expr) -> Expr:
        """Transforms the operand of a selection or an index, which checks elements itself after paying for them."""
        made = self._made[node.id] = self._owning(node)
        return made

    def _owning(self, node: Expr) -> Expr:
        match node:
            case Call(function="_[_]"):
                return self._call(node)
            case Call(function="_?_:_", args=(condition, *branches)):
                return self._made_call(node, None, (self.visit(condition), *map(self._owner, branches)))
        return self.visit(node)

    def _call(self, node: Call) -> Expr:
        target = None if node.target is None else self.visit(node.target)
        if node.function in _INDICES:
            return self._made_call(node, target, (self._owner(node.args[0]), *map(self.visit, node.args[1:])))
        return self._made_call(node, target, tuple(map(self.visit, node.args)))

    def _made_call(self, node: Call, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        made = replace(node, target=target, args=args)
        overloads = self._checked.overloads_of(node)
        if overloads and not any(_is_generic(overload.result) for overload in overloads):
            return made  # the function has checked its operands
        return self._loosened(made, *(args if target is None else (target, *args)))

    def _comprehension(self, node: Comprehension) -> Expr:
        source = self.visit(node.iter_range)
        start = self.visit(node.accu_init)
        outer = self._data, self._loose
        names = {node.iter_var, node.iter_var2} - {""}
        self._data -= {*names, node.accu_var}
        self._loose -= {*names, node.accu_var}
        is_name = node.macro == LAZY or (isinstance(node.iter_range, ListExpr) and not node.iter_range.elements)
        if not is_name or self._is_loose(start):
            self._loose |= {node.accu_var}
        without = self._data, self._loose
        if self._is_loose(source):
            self._data |= names
        condition, step = self.visit(node.loop_condition), self.visit(node.loop_step)
        self._data, self._loose = without
        result = self.visit(node.result)
        self._data, self._loose = outer
        arguments = tuple(self._made.get(each.id, each) for each in node.macro_args)
        made = replace(
            node,
            iter_range=source,
            accu_init=start,
            loop_condition=condition,
            loop_step=step,
            result=result,
            macro_args=arguments,
        )
        if node.macro == "filter":
            made = _as_map(made)
        return made if node.macro in _QUANTIFIERS else self._loosened(made, result)


def _as_map(node: Comprehension) -> Comprehension:
    """Returns a filter as the equivalent map macro."""
    match node.loop_step:
        case Call(args=(_, Call(args=(_, ListExpr(elements=(element,)))), _)):
            return replace(node, macro="map", macro_args=(*node.macro_args, element))
    return node


def _is_generic(result: Type) -> bool:
    """Returns True if a function returns its argument, or a part of its argument."""
    return result.kind in (CelKind.TYPE_PARAM, CelKind.DYN) or any(map(_is_generic, result.params))
