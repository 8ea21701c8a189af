"""Making the nodes of a macro's expansion: each has an id of its own and stands where the macro's call does.

Upstream: cel-go parser/helper.go exprHelper.
"""

from __future__ import annotations

from typing import Any, Protocol

from kapivara.cel.ast import Call, Comprehension, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr

ACCUMULATOR = "@result"
"""The name of the variable in which a macro over a list or map gathers its result; nobody can write it."""


class MacroError(Exception):
    """A call that is a macro's, but whose arguments are not what the macro takes."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.message = message
        self.offset = offset


class Ids(Protocol):
    """Where ids come from: `nodes`."""

    offsets: dict[int, int]

    def new_id(self, offset: int) -> int:
        """Takes the next id, for a node at an offset."""


def receiver(target: Expr | None) -> Expr:
    """Returns the target of a member's call, which always has one."""
    if target is None:
        raise TypeError("a member's call without a target")
    return target


class Expansion:
    """The making of one expansion; arguments are made before the node that they belong to, as ids go."""

    def __init__(self, ids: Ids, offset: int):
        self._ids = ids
        self._offset = offset
        self._copies: dict[int, Expr] = {}

    def new_id(self) -> int:
        """Takes the next id, for a node at the macro's call."""
        return self._ids.new_id(self._offset)

    def offset_of(self, expr: Expr) -> int:
        """Where an argument stands."""
        return self._ids.offsets.get(expr.id, -1)

    def const(self, value: Any) -> Expr:
        """A literal."""
        return Const(self.new_id(), value)

    def ident(self, name: str) -> Ident:
        """A name."""
        return Ident(self.new_id(), name)

    def accumulator(self) -> Expr:
        """The variable that gathers the result."""
        return Ident(self.new_id(), ACCUMULATOR)

    def list(self, *elements: Expr) -> Expr:
        """A list literal."""
        return ListExpr(self.new_id(), elements)

    def map(self) -> Expr:
        """An empty map literal."""
        return MapExpr(self.new_id(), ())

    def call(self, function: str, *args: Expr) -> Expr:
        """A call of a function or operator."""
        return Call(self.new_id(), function, None, args)

    def member_call(self, function: str, target: Expr, *args: Expr) -> Expr:
        """A call of a member."""
        return Call(self.new_id(), function, target, args)

    def copy(self, expr: Expr) -> Expr:
        """A copy with ids of its own, at the places of the original; entries stand at the macro's call."""
        made = self._copies[expr.id] = self._copy(self._ids.new_id(self._ids.offsets.get(expr.id, 0)), expr)
        return made

    def _copy(self, taken: int, expr: Expr) -> Expr:
        match expr:
            case Const(_, value):
                return Const(taken, value)
            case Ident(_, name):
                return Ident(taken, name)
            case Select(_, operand, field, test_only):
                return Select(taken, self.copy(operand), field, test_only)
            case Call(_, function, target, args):
                copied = tuple([self.copy(arg) for arg in args])  # the target comes last, as upstream has it
                return Call(taken, function, None if target is None else self.copy(target), copied)
            case ListExpr(_, elements, optional):
                return ListExpr(taken, tuple([self.copy(element) for element in elements]), optional)
            case MapExpr(_, entries):
                return MapExpr(taken, tuple([self._copy_entry(entry) for entry in entries]))
            case StructExpr(_, type_name, entries):
                return StructExpr(taken, type_name, tuple([self._copy_entry(entry) for entry in entries]))
            case Comprehension():
                return self._copy_comprehension(taken, expr)
        return type(expr)(taken, None)

    def _copy_entry(self, entry: Entry) -> Entry:
        taken = self.new_id()
        key = entry.key if isinstance(entry.key, str) else self.copy(entry.key)
        return Entry(taken, key, self.copy(entry.value), entry.optional)

    def _copy_comprehension(self, taken: int, expr: Comprehension) -> Comprehension:
        parts = (expr.iter_range, expr.accu_init, expr.loop_condition, expr.loop_step, expr.result)
        iter_range, accu_init, condition, step, result = [self.copy(part) for part in parts]
        names = {"iter_var": expr.iter_var, "iter_var2": expr.iter_var2, "accu_var": expr.accu_var, "macro": expr.macro}
        return Comprehension(
            taken,
            **names,
            iter_range=iter_range,
            accu_init=accu_init,
            loop_condition=condition,
            loop_step=step,
            result=result,
            macro_args=tuple([self._copies.get(arg.id, arg) for arg in expr.macro_args]),
        )
