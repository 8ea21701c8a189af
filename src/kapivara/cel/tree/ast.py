"""The syntax tree: a closed union of nodes, each with an id; tables by id contain all further data.

Macros are expanded while parsing, as in the reference implementation, since types, costs and messages follow the
expansion. A comprehension keeps its macro, so that the compiler can print a plain loop.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from kapivara.values.record import slot_record


@slot_record(eq=False)
class Const:
    """A literal: None, bool, int, `UInt`, float, str or bytes."""

    id: int
    value: Any


@slot_record(eq=False)
class Ident:
    """A name, with its leading dot if it has one."""

    id: int
    name: str


@slot_record(eq=False)
class Select:
    """`operand.field`, or `has(operand.field)` where `test_only`. Optional selection is a call of `_?._`."""

    id: int
    operand: Expr
    field: str
    test_only: bool = False


@slot_record(eq=False)
class Call:
    """A call of a function or operator (`_+_`, `_[_]`, `_?_:_`, `!_`, `-_`, `_&&_` …); a member call has a target."""

    id: int
    function: str
    target: Expr | None
    args: tuple[Expr, ...]


@slot_record(eq=False)
class ListExpr:
    """A list literal; `optional` contains the indexes of elements written `?e`."""

    id: int
    elements: tuple[Expr, ...]
    optional: frozenset[int] = frozenset()


@slot_record(eq=False)
class Entry:
    """One entry of a map literal (key is an expression) or of a message literal (key is a field's name)."""

    id: int
    key: Any
    value: Expr
    optional: bool = False


@slot_record(eq=False)
class MapExpr:
    """A map literal."""

    id: int
    entries: tuple[Entry, ...]


@slot_record(eq=False)
class StructExpr:
    """A message literal, `Type{field: value}`."""

    id: int
    type_name: str
    entries: tuple[Entry, ...]


@slot_record(eq=False)
class Comprehension:
    """The expansion of a macro over a list or map.

    For `all`, `exists`, `exists_one`, `map`, `filter` and their two-variable forms `macro` is the macro's name, and
    `macro_args` are its arguments as written (variables first), sharing nodes with the expansion.
    """

    id: int
    iter_var: str
    iter_var2: str
    iter_range: Expr
    accu_var: str
    accu_init: Expr
    loop_condition: Expr
    loop_step: Expr
    result: Expr
    macro: str = ""
    macro_args: tuple[Expr, ...] = ()


LAZY = "bind"
"""The macro whose value is evaluated only where the result needs it, so that its error can be absorbed there.

The values of other macros do not fail, or are evaluated first in any case.
"""

Expr: TypeAlias = Const | Ident | Select | Call | ListExpr | MapExpr | StructExpr | Comprehension


@slot_record(eq=False)
class Ast:
    """A parsed expression: its tree, the source text, and the place of each node (offset in code points, by id).

    `macro_calls` contains, by the id of the expanded node, the call of the macro as written (a `Call`).
    """

    expr: Expr
    text: str
    offsets: dict[int, int]
    macro_calls: dict[int, Call]
