"""Emits `explain(report, path, v)`: calls the node's rules in the order in which the server reports their errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.compiler.plan import NULL, ValuePlan
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter


def compile_explain(plan: ValuePlan) -> Callable[[Any, str, Any], None]:
    """Returns the compiled `explain` of a node."""
    writer = SourceWriter()
    with writer.block("def explain(report, path, v)"):
        writer.line("t = type(v)")
        for rule in plan.rules:
            if rule.explain is None:
                continue
            args = "".join(f", {writer.bind(arg)}" for arg in rule.args)
            with writer.block(f"if {_applies(writer, rule.kinds)}"):
                writer.line(f"{writer.bind(rule.explain)}(report, path, v{args})")
    function: Callable[[Any, str, Any], None] = load(writer, plan.title, "explain")
    return function


def _applies(writer: SourceWriter, kinds: tuple[type, ...]) -> str:
    if not kinds:
        return "v is not None"
    if len(kinds) == 1:
        return "v is None" if kinds[0] is NULL else f"t is {writer.bind(kinds[0])}"
    return f"t in {writer.bind(kinds)}"
