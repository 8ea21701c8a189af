"""Explains why an expression is not true: the parts that decided, with their values.

Descends from the root: into the operands of `a && b` and `||` that are not true, into the chosen branch of `?:`, into
the first element that violates `all`; for a comparison or a call, its operands from data are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from kapivara.cel.budget import Budget
from kapivara.cel.errors import BudgetExceededError, CelError, CostExceededError
from kapivara.cel.tree.ast import LAZY, Ast, Call, Comprehension, Expr, Ident, ListExpr, Select
from kapivara.cel.tree.source_text import source_text
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.tree.walk import descendants
from kapivara.cel.values.extent import pay_to_print
from kapivara.cel.values.literal import to_literal
from kapivara.cel.values.maps import CelMap
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_MOST_PARTS = 12
_MOST_ELEMENTS = 10_000
_LONGEST_TEXT = 100
_LONGEST_VALUE = 80
_MOST_PRINTED = 100_000


@record
class Part:
    """A part of an expression, and its value; for a failed part, the error."""

    text: str
    value: str
    failed: bool = False

    def __str__(self) -> str:
        return f"{self.text}: {self.value}" if self.failed else f"{self.text} = {self.value}"


Evaluate: TypeAlias = Callable[[Expr, Mapping[str, Any]], Any]
"""Returns the value of a node, with the variables of the loops around it; raises CelError."""


@deep_stack()
def reasons(ast: Ast, evaluate: Evaluate) -> tuple[Part, ...]:
    """Returns the parts that kept an expression from being true, up to a limit; empty where it is true."""
    found = _Reasons(ast, evaluate)
    found.why_not(ast.expr, {})
    return tuple(found.parts.values())[:_MOST_PARTS]


class _Reasons:
    """One descent into an expression; `parts` are the results, by their texts."""

    def __init__(self, ast: Ast, evaluate: Evaluate):
        self._ast = ast
        self._evaluate = evaluate
        self.parts: dict[str, Part] = {}

    def why_not(self, node: Expr, loops: Mapping[str, Any]) -> None:
        """Adds the reasons why a node is not true, if it is not."""
        if len(self.parts) > _MOST_PARTS:
            return
        value = self._value(node, loops)
        if value is True:
            return
        match node:
            case Call(function="_&&_" | "_||_", args=args):
                for each in args:
                    self.why_not(each, loops)
            case _ if isinstance(value, CelError):
                self._failed(node, loops, value)
            case Call(function="!_", args=(operand,)):
                self._add_operands(operand, loops)
            case Call(function="_?_:_", args=(condition, yes, no)):
                self._add_operands(condition, loops)
                self.why_not(yes if self._value(condition, loops) is True else no, loops)
            case Comprehension():
                self._loop(node, loops)
            case _:
                self._add_operands(node, loops)

    def _value(self, node: Expr, loops: Mapping[str, Any]) -> Any:
        """Returns the value of a node, or its error."""
        try:
            return self._evaluate(node, loops)
        except CelError as failure:
            return failure
        except (CostExceededError, BudgetExceededError, KeyError, RecursionError):
            return CelError("too expensive to evaluate")

    def _add_operands(self, node: Expr, loops: Mapping[str, Any]) -> None:
        """Adds the values that a node compares, or from which it is computed."""
        match node:
            case Call(function="_&&_" | "_||_" | "!_", args=args):
                for each in args:
                    self._add_operands(each, loops)
            case Select() | Ident():
                self._add(node, loops)
            case Call() if any(map(self._has_data, operands_of(node))):
                for each in operands_of(node):
                    if self._has_data(each) and not (isinstance(each, Ident) and each.name in loops):
                        self._add(each, loops)
            case _:
                self._add(node, loops)

    def _has_data(self, node: Expr) -> bool:
        """Returns whether a node reads a variable."""
        return any(isinstance(each, Ident) for each in descendants(node))

    def _add(self, node: Expr, loops: Mapping[str, Any]) -> None:
        value = self._value(node, loops)
        text = _cut(source_text(self._ast, node), _LONGEST_TEXT)
        failed = isinstance(value, CelError)
        self.parts.setdefault(text, Part(text, str(value) if failed else value_text(value), failed))

    def _failed(self, node: Expr, loops: Mapping[str, Any], failure: CelError) -> None:
        """Adds the innermost part that failed."""
        for each in _operands(node):
            below = self._value(each, loops)
            if isinstance(below, CelError):
                self._failed(each, loops, below)
                return
        if isinstance(node, Comprehension) and node.macro and self._element(node, loops, failing=True):
            return
        text = _cut(source_text(self._ast, node), _LONGEST_TEXT)
        self.parts.setdefault(text, Part(text, str(failure), failed=True))

    def _loop(self, node: Comprehension, loops: Mapping[str, Any]) -> None:
        match node.macro:
            case "all" if self._element(node, loops):
                return
            case "" | "bind" if node.macro == LAZY or _names_a_value(node):
                inner = {**loops, node.accu_var: self._value(node.accu_init, loops)}
                self.why_not(node.result, inner)
                return
        self._add(node.iter_range, loops)

    def _element(self, node: Comprehension, loops: Mapping[str, Any], *, failing: bool = False) -> bool:
        """Adds the first element for which a macro's predicate is not true; returns whether there is one."""
        predicate = node.macro_args[-1]
        for names in _elements(node, self._value(node.iter_range, loops)):
            inner = {**loops, **names}
            value = self._value(predicate, inner)
            if isinstance(value, CelError) if failing else value is not True:
                for name, each in names.items():
                    self.parts.setdefault(name, Part(name, value_text(each)))
                self.why_not(predicate, inner)
                return True
        return False


def _operands(node: Expr) -> Iterable[Expr]:
    """Returns the operands of a node that are always evaluated, with the same variables as the node."""
    match node:
        case Select(operand=operand):
            return (operand,)
        case Call():
            return operands_of(node)
        case Comprehension(iter_range=source):
            return (source,)
    return ()


def _names_a_value(node: Comprehension) -> bool:
    return isinstance(node.iter_range, ListExpr) and not node.iter_range.elements and node.iter_var == "#unused"


def _elements(node: Comprehension, source: Any) -> Iterable[dict[str, Any]]:
    """Returns the variables of a loop for each element."""
    if isinstance(source, (dict, CelMap)):
        pairs = list(source.items())[:_MOST_ELEMENTS]
        return [{node.iter_var: key} | ({node.iter_var2: each} if node.iter_var2 else {}) for key, each in pairs]
    if not isinstance(source, list):
        return ()
    items = list(enumerate(source))[:_MOST_ELEMENTS]
    if node.iter_var2:
        return [{node.iter_var: place, node.iter_var2: each} for place, each in items]
    return [{node.iter_var: each} for _, each in items]


def value_text(value: Any) -> str:
    """Returns a value as a CEL literal, shortened to a limit."""
    try:
        pay_to_print(Budget(_MOST_PRINTED), value)
        return _cut(to_literal(value), _LONGEST_VALUE)
    except (BudgetExceededError, CelError):
        return "(too large to be shown)"


def _cut(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
