"""The rules of a schema at full speed: one function per node, its expressions printed into it.

It answers only one question: do all rules hold, within the budget? Where it cannot say yes, for whatever reason,
`evaluation` goes through the object again and tells. Rules that look at old values are left to it altogether.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kapivara.cel.codegen.emitter import FAILURES, Emitter
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.schema.expressions.compilation import SELF
from kapivara.schema.expressions.evaluation import RuleNode
from kapivara.schema.expressions.limits import CALL_COST_LIMIT
from kapivara.schema.expressions.programs import RuleProgram

UNSURE: Final = -1
_UNSURE_AFTER: Final = (*FAILURES, TypeError, AttributeError)  # null where a static type has no place for it


class QuickNode:
    """A node's function: what its rules and those below it may cost at the most, or `UNSURE` where one does not hold.

    It is compiled when first called.
    """

    __slots__ = ("_node", "cost")

    def __init__(self, node: RuleNode):
        self._node = node
        self.cost: Callable[[Any], int] = self._first

    def _first(self, value: Any) -> int:
        self.cost = _compile(self._node)
        return self.cost(value)


def _compile(node: RuleNode) -> Callable[[Any], int]:
    rules = [rule for rule in node.rules if not rule.uses_old or rule.optional_old]
    if any(rule.uses_old or rule.error or rule.rule is None or rule.rule.cost > CALL_COST_LIMIT for rule in rules):
        return _never_sure
    writer = SourceWriter()
    with writer.block("def cost(v)"):
        writer.line(f"c = {sum(rule.rule.cost for rule in rules if rule.rule is not None)}")
        if rules:
            _print_rules(writer, node, rules)
        _print_below(writer, node)
        writer.line("return c")
    function: Callable[[Any], int] = load(writer, "rules", "cost")
    return function


def _never_sure(_value: Any) -> int:
    return UNSURE


def _print_rules(writer: SourceWriter, node: RuleNode, rules: list[RuleProgram]) -> None:
    with writer.block("try"):
        bound = "v"
        if node.binding.reads:
            writer.line(f"w = {writer.bind(node.binding.value)}(v)")
            bound = "w"
        for place, rule in enumerate(rules):
            program = rule.rule
            if program is None:
                continue
            emitter = Emitter(program.adapted, program.types, writer, prefix=f"r{place}_")
            emitter.scope.update({SELF: bound, f".{SELF}": bound})
            with writer.block(f"if not ({emitter.expr(program.adapted.ast.expr)})"):
                writer.line(f"return {UNSURE}")
    with writer.block(f"except {writer.bind(_UNSURE_AFTER)}"):
        writer.line(f"return {UNSURE}")


def _print_below(writer: SourceWriter, node: RuleNode) -> None:
    if node.fields:
        with writer.block("if type(v) is dict"):
            for name, field in node.fields.items():
                writer.line(f"x = v.get({literal(name)})")
                _print_visit(writer, field)
    if node.elements is not None:
        kind, items = ("list", "v") if node.schema.items is not None else ("dict", "v.values()")
        with writer.block(f"if type(v) is {kind}"), writer.block(f"for x in {items}"):
            _print_visit(writer, node.elements)


def _print_visit(writer: SourceWriter, below: RuleNode) -> None:
    with writer.block("if x is not None"):
        writer.line(f"r = {writer.bind(QuickNode(below))}.cost(x)")
        with writer.block("if r < 0"):
            writer.line(f"return {UNSURE}")
        writer.line("c += r")
