"""Compiles all rules of a schema into fast functions: one per node, which calls those of the nodes below.

They require objects that fit the schema, and only determine whether all rules hold within the budget; if not,
`evaluation` runs the rules again and reports errors. Old values are read only for rules that need them, and must fit,
too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.codegen.emitter import BUDGET
from kapivara.compiler.pass_plan import UNSURE
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.schema.expressions.limits import OBJECT_COST_BUDGET
from kapivara.schema.expressions.running.own_rules import RuleFunction
from kapivara.schema.expressions.running.rule_nodes import RuleNode
from kapivara.schema.steps.keyed_items import keyed_items
from kapivara.schema.structural.structural import Structural
from kapivara.values import ABSENT


class QuickNode(RuleFunction):
    """The function of the rules at and below a node."""

    __slots__ = ()

    def compile(self) -> Callable[[Any, Any, Budget], int]:
        """Compiles the rules at and below the node into a function."""
        node, writer = self.node, SourceWriter()
        with writer.block(f"def cost(v, o, {BUDGET})"):
            writer.line(f"c = {writer.bind(node.own)}.run(v, o, {BUDGET})" if node.has_rules else "c = 0")
            if node.has_rules:
                with writer.block("if c < 0"):
                    writer.line(f"return {UNSURE}")
            _print_below(writer, node)
            writer.line("return c")
        function: Callable[[Any, Any, Budget], int] = load(writer, "rules", "cost")
        return function


def _print_below(writer: SourceWriter, node: RuleNode) -> None:
    if node.fields:
        with writer.block("if type(v) is dict"):
            for name, field in node.fields.items():
                writer.line(f"x = v.get({literal(name)})")
                _print_visit(writer, field, f"o.get({literal(name)}) if type(o) is dict else None")
    if node.elements is None:
        return
    if node.schema.items is None:
        with writer.block("if type(v) is dict"), writer.block("for k, x in v.items()"):
            _print_visit(writer, node.elements, "o.get(k) if type(o) is dict else None")
        return
    with writer.block("if type(v) is list"):
        if node.elements.schema.holds_transition_rules:
            writer.line(f"f = {writer.bind(partial(_old_items, node.schema))}(o)")
        with writer.block("for x in v"):
            _print_visit(writer, node.elements, "f(x)")


def _print_visit(writer: SourceWriter, below: RuleNode, old: str) -> None:
    with writer.block("if x is not None"):
        before = old if below.schema.holds_transition_rules else "None"
        writer.line(f"r = {writer.bind(below.quick)}.run(x, {before}, {BUDGET})")
        with writer.block("if r < 0"):
            writer.line(f"return {UNSURE}")
        writer.line("c += r")
        with writer.block(f"if c > {OBJECT_COST_BUDGET}"):
            writer.line(f"return {UNSURE}")


def _old_items(schema: Structural, old: Any) -> Callable[[Any], Any]:
    """Returns a function that finds the old item of a new one, or None."""
    items = keyed_items(schema, old)
    return _no_item if items is None else lambda item: None if (found := items.find(item)) is ABSENT else found


def _no_item(_item: Any) -> None:
    return None
