"""The result of type checking: the tree with resolved names, and tables of types and references by node id.

Cost estimation and compilation to Python use it.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.functions import Overload
from kapivara.cel.tree.ast import Ast, Expr
from kapivara.cel.types import Type
from kapivara.values.absent import ABSENT
from kapivara.values.record import record


@record(eq=False)
class Reference:
    """The target of a name or call: a variable (`name`), a constant such as a type's name (`value`), or a function.

    A variable's name is qualified; it has a leading dot where a comprehension's variable hides it. A call refers to
    each overload that may match its arguments at run time, in the order of declaration.
    """

    name: str = ""
    overloads: tuple[Overload, ...] = ()
    value: Any = ABSENT


@record(eq=False)
class CheckedAst:
    """A checked expression.

    In `ast` a selection that is a qualified variable (`a.b`) has become an `Ident`, a call of a qualified function
    (`optional.of(x)`) a `Call` of that name without a target. `types` has an entry for every node of the tree, without
    type parameters. Optional selection (`_?._`) has the function's name, but no overload.
    """

    ast: Ast
    types: dict[int, Type]
    references: dict[int, Reference]

    @property
    def result_type(self) -> Type:
        """The type of the whole expression."""
        return self.types[self.ast.expr.id]

    def type_of(self, expr: Expr) -> Type:
        """Returns the type of a node."""
        return self.types[expr.id]

    def overloads_of(self, expr: Expr) -> tuple[Overload, ...]:
        """Returns the overloads that a call may invoke; empty for other nodes."""
        found = self.references.get(expr.id)
        return found.overloads if found else ()
