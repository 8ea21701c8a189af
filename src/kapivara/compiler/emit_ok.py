"""Emits `ok(v)`: returns True where every rule of the node holds, else a `Stop` or False; it builds no error.

Hot code: the emitted Python is plain on purpose. An object's fields are walked once, each looked up in two tables:
`plain` (the Python type alone decides) and `checks` (the field's own node decides).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.compiler.conditions import printed
from kapivara.compiler.emit_branches import emit_branches
from kapivara.compiler.plan import FEW, Members, ValuePlan
from kapivara.compiler.plan_ok import null_is_fine
from kapivara.compiler.stop import Stop, stop_at_value
from kapivara.compiler.validator import Validator
from kapivara.emit.conditions import negated
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.values.request_budget import count_steps

_KINDS: tuple[type, ...] = (dict, str, int, list, bool, float)


def compile_ok(plan: ValuePlan) -> Callable[[Any], bool | Stop]:
    """Returns the compiled `ok` of a node."""
    writer = SourceWriter()
    with writer.block("def ok(v)"):
        writer.line("t = type(v)")
        for kind in _KINDS:
            if not plan.accepts[kind]:
                continue
            with writer.block(f"if t is {kind.__name__}"):
                if plan.in_branch and kind in (dict, list):
                    writer.line(f"{writer.bind(count_steps)}(len(v))")
                _emit_kind(writer, plan, kind)
                if plan.in_branch and 0 < plan.branches.count <= FEW:
                    writer.line(f"{writer.bind(count_steps)}({plan.branches.count})")
                emit_branches(writer, plan.branches, "v", otherwise="return False")
                writer.line("return True")
        with writer.block("if v is None"):
            writer.line(f"return {null_is_fine(plan)}")
        writer.line("return False")
    function: Callable[[Any], bool | Stop] = load(writer, plan.title, "ok")
    return function


def _emit_kind(writer: SourceWriter, plan: ValuePlan, kind: type) -> None:
    for rule in plan.rules:
        if rule.holds is not None and (kind in rule.kinds or not rule.kinds):
            with writer.block(f"if {printed(writer, negated(rule.holds))}"):
                writer.line("return False")
    if kind is dict and plan.members is not None:
        _emit_members(writer, plan.members)
    if kind is list and plan.items is not None:
        _emit_items(writer, plan.items)


def _emit_members(writer: SourceWriter, members: Members) -> None:
    if len(members.required) > FEW:
        with writer.block(f"if not v.keys() >= {writer.bind(frozenset(members.required))}"):
            writer.line("return False")
    else:
        for name in members.required:
            with writer.block(f"if {literal(name)} not in v"):
                writer.line("return False")
    if not members.properties and members.additional is not None:
        _emit_map_values(writer, members.additional)
        return
    if not members.properties and members.additional_allowed:
        return
    checks = writer.bind(members.properties)
    with writer.block("for k, x in v.items()"):
        if members.plain:
            with writer.block(f"if {writer.bind(members.plain)}.get(k) is type(x)"):
                writer.line("continue")
        writer.line(f"f = {checks}.get(k)")
        with writer.block("if f is None"):
            if members.additional is not None:
                writer.line(f"f = {writer.bind(members.additional)}")
            else:
                writer.line("continue" if members.additional_allowed else "return False")
        _emit_check(writer, f"{writer.bind(Stop)}((k, r))")


def _emit_check(writer: SourceWriter, stop: str) -> None:
    writer.line("r = f.run(x)")
    with writer.block("if r is not True"):
        writer.line(f"return {stop}")


def _emit_map_values(writer: SourceWriter, additional: Validator) -> None:
    name = writer.bind(additional)
    writer.line(f"f = {name}")
    with writer.block("for x in v.values()"):
        _emit_check(writer, f"{writer.bind(stop_at_value)}(v, x, r)")


def _emit_items(writer: SourceWriter, items: Validator) -> None:
    writer.line(f"f = {writer.bind(items)}")
    with writer.block("for x in v"):
        _emit_check(writer, f"{writer.bind(Stop)}((x, r))")
