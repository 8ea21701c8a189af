"""Prints a checked expression as Python.

Every node becomes a Python expression; loops and the absorption of errors are printed as statements before it. Operands
keep their order: where a later one needs statements, earlier ones are assigned to variables first. Python limits the
nesting of parentheses, blocks and indentation, so deeply nested code becomes a function of its own. So do the parts of
a large expression, because Python compiles a function in one go.

All decisions are made on the checked tree, never on printed code. `emit.conditions` could not replace it: those are
about one value and cannot fail, while an operand here is any expression, may need statements before it, and may have
its error absorbed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from kapivara.cel.checks.folding import has_constant_pattern
from kapivara.cel.codegen import comprehensions, inline_guards, literals, operators
from kapivara.cel.codegen.access import call_or_panic, field_of
from kapivara.cel.codegen.chains import boolean
from kapivara.cel.codegen.comparison import Comparison, inlined
from kapivara.cel.codegen.failures import Failures, UnabsorbedFailures, static_overload
from kapivara.cel.codegen.operands import evaluate_all
from kapivara.cel.codegen.presence import with_planned_presence
from kapivara.cel.codegen.soundness import with_sound_types
from kapivara.cel.cost.runtime import LoopPrices
from kapivara.cel.functions import OverloadCost
from kapivara.cel.library.standard.dynamic import dynamic_call, has_field, select_field
from kapivara.cel.messages.provider import FieldDecl, TypeProvider
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of, stops_early
from kapivara.cel.tree.walk import children
from kapivara.cel.types import DYN, CelKind, Type
from kapivara.cel.values.failed import FAILED
from kapivara.emit.source import Line, SourceWriter, literal
from kapivara.values import ABSENT

_DEEP = 40
_NESTED_BLOCKS = 8
_PART = range(60, 301)
"""The number of nodes of a part that becomes a function of its own."""

_LARGE = 1000
"""An expression with more nodes is printed in parts."""

BUDGET = "budget"
"""The parameter that functions of plain expressions have before their variables."""

FREE = LoopPrices(0, 0, 0, 0)
_SPECIAL: dict[str, operators.Special] = {**operators.SPECIAL, "size": comprehensions.emit_size}


class Emitter:
    """Prints one expression into a writer; `scope` maps variables of the language to their Python names.

    Several expressions may be printed into one function, each with its own `prefix` for Python names. With `told` off,
    messages do not matter, so that any of several errors may be raised. With `absorbs` off, errors are not absorbed,
    which is less code but also fails where another operand or element would have decided: the caller then evaluates the
    expression again with absorption.
    """

    metered = False

    def __init__(
        self,
        checked: CheckedAst,
        provider: TypeProvider,
        writer: SourceWriter,
        *,
        prefix: str = "t",
        told: bool = True,
        absorbs: bool = True,
    ):
        self.checked = with_sound_types(with_planned_presence(checked))
        self.provider = provider
        self.writer = writer
        self.failures = Failures(self.checked) if absorbs else UnabsorbedFailures(self.checked)
        self.scope: dict[str, str] = {}
        self.selected: dict[str, str] = {}
        """Selections whose values are already in variables, by their printed form."""
        self.lazy: set[str] = set()
        self.blocks = 0
        self._depth = 0
        self.told = told
        self.pays = False
        self._prefix = prefix
        self._names = 0
        self._sizes = _sizes_of_large(self.checked)
        self.is_large = bool(self._sizes)
        """Whether the expression takes long to compile, so that small code is better than fast code."""
        self._is_in_part = False

    @property
    def budget(self) -> str:
        """Prints the `Budget` of the evaluation, and records that it is used (`pays`)."""
        self.pays = True
        return BUDGET

    def declare(self, variables: Iterable[tuple[str, str]]) -> None:
        """Assigns Python names to variables of the expression."""
        for variable, name in variables:
            self.scope[variable] = self.scope[f".{variable}"] = name

    def whole(self) -> str:
        """Prints the whole expression."""
        return self.expr(self.checked.ast.expr)

    def verdict(self) -> str:
        """Prints the whole expression as a test that is true only for the boolean true."""
        printed = self.whole()
        return printed if self.checked.result_type.kind is CelKind.BOOL else f"{printed} is True"

    def type_of(self, node: Expr) -> Type:
        """Returns the static type of a node."""
        return self.checked.types.get(node.id, DYN)

    def new_name(self) -> str:
        """Allocates a Python variable."""
        self._names += 1
        return f"{self._prefix}{self._names}"

    def bind(self, value: Any) -> str:
        """Makes an object available to the code; returns its name."""
        return self.writer.bind(value)

    def assign(self, expression: str) -> str:
        """Prints an assignment of a Python expression to a new variable; returns its name."""
        name = self.new_name()
        self.writer.line(f"{name} = {expression}")
        return name

    def atom(self, expression: str) -> str:
        """Returns a name for an expression, so that it can be printed repeatedly; may assign it to a variable."""
        return expression if expression.isidentifier() else self.assign(expression)

    def capture(self, node: Expr) -> tuple[str, list[Line]]:
        """Returns the expression of a node, and the statements that must run before it, without writing them."""
        return self.writer.captured(self.expr, node)

    def operands(self, nodes: tuple[Expr, ...]) -> list[str]:
        """Prints operands that are all evaluated, in order."""
        printed: list[str] = []
        for node in nodes:
            expression, statements = self.capture(node)
            if statements:
                printed = [self.atom(earlier) for earlier in printed]
                self.writer.put(statements)
            printed.append(expression)
        return printed

    def call_operands(self, node: Call) -> list[str]:
        """Prints the operands of a call; evaluates later ones even after a failing one where that matters."""
        nodes = operands_of(node)
        if len(nodes) != 2 or stops_early(self.checked, node):
            return self.operands(nodes)
        goes_on = self.failures.can_fail(nodes[0]) and self.matters(nodes[1])
        return evaluate_all(self, nodes) if goes_on else self.operands(nodes)

    def matters(self, node: Expr) -> bool:
        """Returns whether the evaluation of a node has an effect, although its value is not needed."""
        return self.failures.can_panic(node)

    def expr(self, node: Expr) -> str:
        """Prints one node."""
        if self._depth >= _DEEP or self.blocks >= _NESTED_BLOCKS:
            return self._outline(node)
        if self.is_part(node):
            return self._outline(node)
        self._depth += 1
        try:
            return self._print(node)
        finally:
            self._depth -= 1

    def is_part(self, node: Expr) -> bool:
        """Returns whether a node is a part of a large expression that becomes a function of its own."""
        return self.is_large and not self._is_in_part and self._sizes.get(node.id, 0) in _PART

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Opens a loop or a `try`, whose nesting Python limits."""
        with self.writer.block(head), self.nested():
            yield

    @contextmanager
    def nested(self, is_nested: bool = True) -> Iterator[None]:
        """Counts the enclosed code as one block deeper, if `is_nested`."""
        self.blocks += is_nested
        yield
        self.blocks -= is_nested

    def _outline(self, node: Expr) -> str:
        """Prints a node as a function of the variables in scope; returns its call."""
        return self.function(lambda: self.expr(node))

    def function(self, body: Callable[[], str]) -> str:
        """Prints a function of the variables in scope that returns what `body` prints; returns its call."""
        outer = self._depth, self.blocks, self._is_in_part
        self._depth = self.blocks = 0
        self._is_in_part = True
        name, parameters = f"f{self.new_name()}", ", ".join(sorted({*self.scope.values(), *self.extra_parameters()}))
        with self.writer.aside(), self.writer.block(f"def {name}({parameters})"):
            self.writer.line(f"return {body()}")
        self._depth, self.blocks, self._is_in_part = outer
        return f"{name}({parameters})"

    def extra_parameters(self) -> tuple[str, ...]:
        """Returns the Python names that every function needs beside the variables in scope."""
        return (BUDGET, *self.selected.values())

    def spend(self, cost: int) -> None:
        """Prints the cost of a step; prints nothing where costs are not tracked."""

    def spend_for(self, node: Expr, cost: int) -> None:
        """Charges a step together with the node that is evaluated next, where costs are tracked."""

    def loop_prices(self, _node: Comprehension) -> LoopPrices:
        """Returns the costs of the steps of a macro's loop; zero where costs are not tracked."""
        return FREE

    def _print(self, node: Expr) -> str:
        match node:
            case Const(value=value):
                return self.constant(value)
            case Ident():
                return self._ident(node)
            case Select():
                return self._select(node)
            case Call():
                return self._call(node)
            case ListExpr():
                return literals.emit_list(self, node)
            case MapExpr():
                return literals.emit_map(self, node)
            case StructExpr():
                return literals.emit_message(self, node)
            case Comprehension():
                return comprehensions.emit(self, node)

    def condition(self, node: Expr) -> str:
        """Prints a node that must be a boolean."""
        return boolean(self, node, self.expr(node))

    def constant(self, value: Any) -> str:
        """Prints a literal; a value without an exact Python literal is bound."""
        if type(value) in (str, bool) or value is None:
            return literal(value)
        if type(value) is int or (type(value) is float and value - value == 0):
            return f"({literal(value)})" if value < 0 else literal(value)
        return self.bind(value)

    def _ident(self, node: Ident) -> str:
        reference = self.checked.references.get(node.id)
        if reference is not None and reference.value is not ABSENT:
            return self.bind(reference.value)
        place = self.scope[node.name if reference is None else reference.name]
        return f"{place}()" if place in self.lazy else place

    def _select(self, node: Select) -> str:
        owner = self.type_of(node.operand)
        operand = self.expr(node.operand)
        if owner.kind is CelKind.OBJECT:
            field = field_of(self.provider, owner, node.field)
            if node.test_only:
                return Comparison(f"({literal(field.key)} in {operand})")
            value = f"{operand}[{literal(field.key)}]"
            return self._converted(self.selected.get(value, value), field)
        if owner.kind is CelKind.MAP:
            key = literal(node.field)
            return Comparison(f"({key} in {operand})") if node.test_only else f"{operand}[{key}]"
        general = self.calling(has_field if node.test_only else select_field)
        if owner.kind is not CelKind.DYN:
            return general(operand, literal(node.field))
        return inline_guards.select(self, node, operand, general)

    def _converted(self, value: str, field: FieldDecl) -> str:
        """Prints the conversion of a field's data to a CEL value; data of the usual class needs no call."""
        if field.convert is None:
            return value
        convert = self.bind(field.convert)
        if field.exact is None:
            return f"{convert}({value})"
        name = self.new_name()
        return f"({name} if type({name} := {value}) is {field.exact.__name__} else {convert}({name}))"

    def _call(self, node: Call) -> str:
        special = _SPECIAL.get(node.function)
        if special is not None:
            printed = special(self, node)
            if printed is not None:
                return printed
        cost = self.failures.panicking_cost(node)
        if cost is not None:
            return self._panicking_call(node, cost)
        args = self.call_operands(node)
        overload = static_overload(self.checked, node)
        if overload is not None and overload.inline:
            return inlined(overload.inline, args)
        general = partial(_printed_call, self.implementation(node), *self.payers(node))
        return inline_guards.call(self, node, args, general) if overload is None else general(*args)

    def calling(self, function: Callable[..., Any], *payers: str) -> Callable[..., str]:
        """Returns a function that prints calls of a function from its printed operands; `payers` come before them."""
        return partial(_printed_call, self.bind(function), *payers)

    def implementation(self, node: Call) -> str:
        """Prints the function of a call; if static types do not decide, one that chooses the overload at run time."""
        overload = static_overload(self.checked, node)
        if overload is not None:
            return self.bind(overload.implementation)
        terse = has_constant_pattern(self.checked, node)
        overloads = self.checked.references[node.id].overloads
        return self.bind(dynamic_call(node.function, overloads, terse=terse))

    def payers(self, node: Call) -> tuple[str, ...]:
        """Prints the arguments before the operands of a call: the budget, or none."""
        overload = static_overload(self.checked, node)
        return (self.budget,) if overload is None or overload.budgeted else ()

    def _panicking_call(self, node: Call, cost: OverloadCost) -> str:
        """Prints a call whose cost is computed if it fails, because that may abort the evaluation."""
        asked = self.bind(cost)
        failed = self.bind(FAILED)
        args = evaluate_all(
            self,
            operands_of(node),
            before_raising=lambda given: self.writer.line(f"{asked}.actual(({given},), {failed})"),
        )
        payers = "".join(f"{each}, " for each in self.payers(node))
        call = f"{self.implementation(node)}, ({payers}), {', '.join(args)}"
        return f"{self.bind(call_or_panic)}({asked}, {call})"


def _printed_call(function: str, *args: object) -> str:
    return f"{function}({', '.join(map(str, args))})"


def _sizes_of_large(checked: CheckedAst) -> dict[int, int]:
    """Returns the number of nodes at and below each node of a large expression; empty for others."""
    if max(len(checked.types), len(checked.ast.offsets)) <= _LARGE:  # each node is in one or both of these
        return {}
    nodes: list[Expr] = [checked.ast.expr]
    below: list[tuple[Expr, ...]] = []
    for node in nodes:
        below.append(children(node))
        nodes.extend(below[-1])
    if len(nodes) <= _LARGE:
        return {}
    sizes: dict[int, int] = {}
    for node, parts in zip(reversed(nodes), reversed(below), strict=True):
        sizes[node.id] = 1 + sum([sizes[part.id] for part in parts])
    return sizes
