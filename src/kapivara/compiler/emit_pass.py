"""Generates the function of a schema node that checks a value, adds defaults and evaluates CEL rules in one pass.

Hot code: the generated Python is plain on purpose. Small child nodes are inlined into the function of their parent; the
other ones are called. For nodes with many fields, a table bounds the size of the code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.compiler.conditions import printed
from kapivara.compiler.emit_branches import emit_branches
from kapivara.compiler.pass_plan import UNSURE, Filling, PassNode, PassPlan, fill_many
from kapivara.compiler.plan import FEW
from kapivara.emit.conditions import ALWAYS, negated
from kapivara.emit.loader import load
from kapivara.emit.source import SourceWriter, literal
from kapivara.values import copy_json
from kapivara.values.stack import deep_stack

_UNROLLED = 16
"""The maximum number of fields of a node that are looked up one by one; nodes with more fields use a table."""
_DEFAULTS = 64
"""The maximum number of defaults of a node that are set one by one; more defaults come from a table."""
_SHORT = 1_000
"""The maximum size in bytes of a default that is generated as a literal."""
_NESTED = 3
"""The maximum depth of inlined nodes in one function."""
_STOP = f"return {UNSURE}"
_NOTE_FLOATS = "filling.may_hold_floats = True"
_CONTAINERS = (dict, list)
_HOLDING_FLOATS = (float, *_CONTAINERS)


@deep_stack()
def compile_pass(plan: PassPlan) -> Callable[[Any, Filling | None, Any], int]:
    """Compiles the plan of a node into `run(value, filling, budget)`, with the contract of `PassNode.run`.

    It returns the maximum cost of the evaluated CEL rules, or UNSURE if the slower validation has to process the value.
    """
    writer = SourceWriter()
    with writer.block("def run(v, filling, budget)"):
        if plan.has_costs:
            writer.line("c = 0")
        _Printer(writer).print_value(plan, "v")
        writer.line("return c" if plan.has_costs else "return 0")
    function: Callable[[Any, Filling | None, Any], int] = load(writer, plan.title, "run")
    return function


class _Printer:
    """Generates the body of one function, for a node and the child nodes inlined into it, with numbered variables."""

    def __init__(self, writer: SourceWriter):
        self._writer = writer
        self._number = 0
        self._level = 0

    def _fresh(self, letter: str) -> str:
        self._number += 1
        return f"{letter}{self._number}"

    def print_value(self, plan: PassPlan, value: str) -> None:
        """Generates all checks of a plan for the value in the variable named `value`."""
        if len(plan.kinds) == 1:
            self._print_only_kind(plan, value)
        else:
            self._print_kinds(plan, value)
        emit_branches(self._writer, plan.branches, value, otherwise=_STOP)
        if plan.rules is not None:
            self._print_call(f"{self._writer.bind(plan.rules)}.run({value}, None, budget)", has_costs=True)

    def _print_only_kind(self, plan: PassPlan, value: str) -> None:
        writer = self._writer
        [(kind, condition)] = plan.kinds.items()
        wrong = f"type({value}) is not {kind.__name__}"
        if kind not in _CONTAINERS and condition != ALWAYS:
            wrong = f"{wrong} or {printed(writer, negated(condition), value)}"
        with writer.block(f"if {wrong}"):
            writer.line(_STOP)
        if kind in _CONTAINERS:
            self._print_kind(plan, kind, value)
        elif kind is float:
            self._print_floats()

    def _print_kinds(self, plan: PassPlan, value: str) -> None:
        writer, kind_of, word = self._writer, self._fresh("t"), "if"
        writer.line(f"{kind_of} = type({value})")
        at_once = []
        for kind, condition in plan.kinds.items():
            if condition == ALWAYS and kind not in _HOLDING_FLOATS and not _goes_below(plan, kind):
                at_once.append(kind)
                continue
            with writer.block(f"{word} {kind_of} is {kind.__name__}"):
                self._print_kind(plan, kind, value)
            word = "elif"
        others = " and ".join(f"{kind_of} is not {kind.__name__}" for kind in at_once)
        end = f"{word} {others}" if others else "else" if word == "elif" else "if True"
        with writer.block(end):
            writer.line(_STOP)

    def _print_kind(self, plan: PassPlan, kind: type, value: str) -> None:
        """Generates the checks of a value of one Python type: fields or items first, since defaults may change it."""
        writer, condition = self._writer, plan.kinds[kind]
        self._print_below(plan, kind, value)
        if condition != ALWAYS:
            with writer.block(f"if {printed(writer, negated(condition), value)}"):
                writer.line(_STOP)

    def _print_below(self, plan: PassPlan, kind: type, value: str) -> None:
        if kind is float or (kind in _CONTAINERS and plan.keeps_others):
            self._print_floats()
        if kind is dict:
            self._print_members(plan, value)
        elif kind is list:
            self._print_items(plan, value)

    def _print_floats(self) -> None:
        """Generates code that sets `filling.may_hold_floats`, for values that are floats or may contain them."""
        with self._writer.block("if filling is not None"):
            self._writer.line(_NOTE_FLOATS)

    def _print_items(self, plan: PassPlan, value: str) -> None:
        writer = self._writer
        if plan.items is not None:
            item = self._fresh("x")
            with writer.block(f"for {item} in {value}"):
                self._visit_each(plan, plan.items, item)
        elif not plan.keeps_others:
            with writer.block(f"if {value}"):
                writer.line(_STOP)

    def _print_members(self, plan: PassPlan, value: str) -> None:
        writer = self._writer
        unrolled = len(plan.fields) <= _UNROLLED
        self._print_required([name for name in plan.required if not unrolled or name not in plan.fields], value)
        if not plan.fields and plan.others is not None:
            item = self._fresh("x")
            with writer.block(f"for {item} in {value}.values()"):
                self._visit_each(plan, plan.others, item)
        elif unrolled:
            self._print_look_ups(plan, value)
        else:
            self._print_search(plan, value)

    def _print_required(self, names: list[str], value: str) -> None:
        writer = self._writer
        if len(names) > FEW:
            with writer.block(f"if not {value}.keys() >= {writer.bind(frozenset(names))}"):
                writer.line(_STOP)
            return
        for name in names:
            with writer.block(f"if {literal(name)} not in {value}"):
                writer.line(_STOP)

    def _print_look_ups(self, plan: PassPlan, value: str) -> None:
        """Generates a look-up of each declared field; the count of the fields found reveals undeclared fields."""
        writer = self._writer
        count = None if plan.keeps_others else self._fresh("n")
        added = self._fresh("a") if plan.defaults else ""
        expected = [name for name in plan.required if name in plan.fields and name not in plan.defaults]
        if count is not None:
            writer.line(f"{count} = len({value}) - {len(expected)}" if expected else f"{count} = len({value})")
        if added:
            writer.line(f"{added} = 0")
        for name, node in plan.fields.items():
            key, item = literal(name), self._fresh("x")
            with writer.block(f"if {key} in {value}"):
                if count is not None and name not in expected:
                    writer.line(f"{count} -= 1")
                writer.line(f"{item} = {value}[{key}]")
                self._visit(node, item)
            self._print_missing(plan, name, value, added)
        if count is not None:
            with writer.block(f"if {count}"):
                self._print_others(plan, value)
        if added:
            self._print_spending(added)

    def _print_missing(self, plan: PassPlan, name: str, value: str, added: str) -> None:
        """Generates the code for a missing field: sets its default, or returns UNSURE if the field is required."""
        writer = self._writer
        if name in plan.defaults:
            with writer.block("elif filling is not None"):
                self._print_default(plan, name, value, added)
        if name in plan.required:
            with writer.block("else"):
                writer.line(_STOP)

    def _print_default(self, plan: PassPlan, name: str, value: str, added: str) -> None:
        writer, default = self._writer, plan.defaults[name]
        if not default.usable:
            writer.line(_STOP)
            return
        place = f"{value}[{literal(name)}]"
        if default.size <= _SHORT:
            writer.line(f"{added} += {default.size}")
            writer.line(f"{place} = {_displayed(default.value)}")
        else:
            writer.line(f"filling.spend({default.size})")
            writer.line(f"{place} = {writer.bind(copy_json)}({writer.bind(default.value)})")
        if default.holds_floats:
            writer.line(_NOTE_FLOATS)
        if not default.is_sound:
            self._call(plan.fields[name], place)

    def _print_spending(self, added: str) -> None:
        """Generates code that charges the bytes of the added defaults: an inlined `Filling.spend`."""
        writer = self._writer
        with writer.block(f"if {added}"):
            writer.line(f"filling.left -= {added}")
            with writer.block("if filling.left < 0"):
                writer.line("filling.spend(0)")

    def _print_others(self, plan: PassPlan, value: str) -> None:
        writer = self._writer
        if plan.others is None:
            writer.line(_STOP)
            return
        item = self._fresh("x")
        with writer.block(f"for k, {item} in {value}.items()"):
            with writer.block(f"if k in {writer.bind(plan.fields)}"):
                writer.line("continue")
            self._visit_each(plan, plan.others, item)

    def _print_search(self, plan: PassPlan, value: str) -> None:
        """Generates a loop over the fields of the value that looks up the schema node of each field in a table."""
        writer, item, node = self._writer, self._fresh("x"), self._fresh("f")
        with writer.block(f"for k, {item} in {value}.items()"):
            if plan.plain:
                with writer.block(f"if {writer.bind(plan.plain)}.get(k) is type({item})"):
                    writer.line("continue")
            writer.line(f"{node} = {writer.bind(plan.fields)}.get(k)")
            with writer.block(f"if {node} is None"):
                if plan.others is not None:
                    writer.line(f"{node} = {writer.bind(plan.others)}")
                else:
                    writer.line("continue" if plan.keeps_others else _STOP)
            self._print_call(f"{node}.run({item}, filling, budget)", has_costs=plan.has_costs)
            self._print_cost_check(plan)
        if len(plan.defaults) > _DEFAULTS or not all(default.is_sound for default in plan.defaults.values()):
            self._print_table(plan, value)
        elif plan.defaults:
            added = self._fresh("a")
            writer.line(f"{added} = 0")
            with writer.block("if filling is not None"):
                for name in plan.defaults:
                    with writer.block(f"if {literal(name)} not in {value}"):
                        self._print_default(plan, name, value, added)
                self._print_spending(added)

    def _print_table(self, plan: PassPlan, value: str) -> None:
        writer = self._writer
        unsound = frozenset(name for name, default in plan.defaults.items() if not default.is_sound)
        with writer.block("if filling is not None"):
            if unsound:
                with writer.block(f"if not {value}.keys() >= {writer.bind(unsound)}"):
                    writer.line(_STOP)
            writer.line(f"{writer.bind(fill_many)}({value}, {writer.bind(plan.defaults)}, filling)")

    def _visit_each(self, plan: PassPlan, node: PassNode, item: str) -> None:
        """Generates the loop body that checks one item; inlines the check if the list or map is the root value."""
        self._visit(node, item, inside=node.is_printable and not self._level)
        if node.has_costs:
            self._print_cost_check(plan)

    def _print_cost_check(self, plan: PassPlan) -> None:
        if plan.has_costs:
            with self._writer.block(f"if c > {plan.most_cost}"):
                self._writer.line(_STOP)

    def _visit(self, node: PassNode, item: str, *, inside: bool = False) -> None:
        if inside or (node.is_small and (self._level < _NESTED or _is_leaf(node.plan))):
            self._level += 1
            self.print_value(node.plan, item)
            self._level -= 1
        else:
            self._call(node, item)

    def _call(self, node: PassNode, item: str) -> None:
        self._print_call(f"{self._writer.bind(node)}.run({item}, filling, budget)", has_costs=node.has_costs)

    def _print_call(self, call: str, *, has_costs: bool) -> None:
        writer = self._writer
        if not has_costs:
            with writer.block(f"if {call}"):
                writer.line(_STOP)
            return
        writer.line(f"r = {call}")
        with writer.block("if r < 0"):
            writer.line(_STOP)
        writer.line("c += r")


def _displayed(value: Any) -> str:
    """Returns a Python expression that creates a new copy of a JSON value."""
    if type(value) is dict:
        return f"{{{', '.join([f'{literal(name)}: {_displayed(item)}' for name, item in value.items()])}}}"
    if type(value) is list:
        return f"[{', '.join(map(_displayed, value))}]"
    return literal(value)


def _is_leaf(plan: PassPlan) -> bool:
    """Returns True if a plan describes a scalar without CEL rules and branches."""
    below = plan.fields or plan.items or plan.others or plan.rules or plan.branches.count
    return not below and not any(kind in _CONTAINERS for kind in plan.kinds)


def _goes_below(plan: PassPlan, kind: type) -> bool:
    if kind is dict:
        return bool(plan.fields or plan.required) or plan.others is not None or not plan.keeps_others
    return kind is list and (plan.items is not None or not plan.keeps_others)
