"""Creates the nodes of a macro's expansion: each has its own id, and the place of the macro's call.

Upstream: cel-go parser/helper.go exprHelper.
"""

from __future__ import annotations

from typing import Any, Protocol

from kapivara.cel.tree.ast import Call, Comprehension, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr

ACCUMULATOR = "@result"
"""The accumulator of macros over a list or map; expressions cannot contain this name."""


class MacroError(Exception):
    """A call of a macro with invalid arguments."""

    def __init__(self, message: str, offset: int):
        super().__init__(message)
        self.message = message
        self.offset = offset


class Ids(Protocol):
    """Allocates node ids (implemented in `nodes`)."""

    offsets: dict[int, int]

    def new_id(self, offset: int) -> int:
        """Allocates the next id, for a node at an offset."""


def receiver(target: Expr | None) -> Expr:
    """Returns the target of a member call, which always has one."""
    if target is None:
        raise TypeError("a member's call without a target")
    return target


class Expansion:
    """Creates one expansion; for the order of ids, arguments are created before the node that contains them."""

    def __init__(self, ids: Ids, offset: int):
        self._ids = ids
        self._offset = offset
        self._copies: dict[int, Expr] = {}

    def new_id(self) -> int:
        """Allocates the next id, for a node at the macro's call."""
        return self._ids.new_id(self._offset)

    def offset_of(self, expr: Expr) -> int:
        """Returns the offset of an argument."""
        return self._ids.offsets.get(expr.id, -1)

    def const(self, value: Any) -> Expr:
        """Returns a new literal."""
        return Const(self.new_id(), value)

    def ident(self, name: str) -> Ident:
        """Returns a new name."""
        return Ident(self.new_id(), name)

    def accumulator(self) -> Expr:
        """Returns a new reference to the accumulator."""
        return Ident(self.new_id(), ACCUMULATOR)

    def list(self, *elements: Expr) -> Expr:
        """Returns a new list literal."""
        return ListExpr(self.new_id(), elements)

    def map(self) -> Expr:
        """Returns a new, empty map literal."""
        return MapExpr(self.new_id(), ())

    def call(self, function: str, *args: Expr) -> Expr:
        """Returns a new call of a function or operator."""
        return Call(self.new_id(), function, None, args)

    def member_call(self, function: str, target: Expr, *args: Expr) -> Expr:
        """Returns a new call of a member function."""
        return Call(self.new_id(), function, target, args)

    def copy(self, expr: Expr) -> Expr:
        """Returns a copy with new ids, at the places of the original; entries have the place of the macro's call."""
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
                copied = tuple([self.copy(arg) for arg in args])  # the target comes last, as upstream
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
