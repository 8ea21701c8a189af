"""Turns Go statements into closures, which return None, a signal to leave a loop, or the returned values."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from tree_sitter import Node

from kapivara.generator.handwritten_go.assignments import AssignmentReader
from kapivara.generator.handwritten_go.expressions import ExpressionReader
from kapivara.generator.handwritten_go.go_types import INT, is_number
from kapivara.generator.handwritten_go.machine import Frame, Run
from kapivara.generator.handwritten_go.operators import binary
from kapivara.generator.handwritten_go.scope import Code, FunctionScope
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.own_json import zero_value
from kapivara.generator.model.types import BOOL, TypeKind


class Leave(Enum):
    """How a statement leaves the surrounding loop."""

    BREAK = "break"
    CONTINUE = "continue"


def over_list(values: Run, slots: tuple[int, int], missing: Any, body: Run) -> Run:
    """Returns a loop over a list with indexes; null items become the missing value."""
    first, second = slots

    def pairs(frame: Frame) -> Iterable[tuple[Any, Any]]:
        return ((place, missing if each is None else each) for place, each in enumerate(values(frame) or ()))

    return _walk(pairs, first, second, body)


def over_map(values: Run, slots: tuple[int, int], missing: Any, body: Run) -> Run:
    """Returns a loop over a map, in the order of its keys."""
    first, second = slots

    def pairs(frame: Frame) -> Iterable[tuple[Any, Any]]:
        given = values(frame) or {}
        frame[0].build(len(given))
        return ((key, missing if given[key] is None else given[key]) for key in sorted(given))

    return _walk(pairs, first, second, body)


def over_numbers(count: Run, slots: tuple[int, int], body: Run) -> Run:
    """Returns a loop from zero up to a number."""
    return _walk(lambda frame: ((place, None) for place in range(count(frame))), *slots, body)


def _walk(pairs: Any, first: int, second: int, body: Run) -> Run:
    def run(frame: Frame) -> Any:
        budget = frame[0]
        for key, value in pairs(frame):
            budget.step()
            frame[first], frame[second] = key, value
            signal = body(frame)
            if signal is Leave.BREAK:
                break
            if signal is not None and signal is not Leave.CONTINUE:
                return signal
        return None

    return run


def while_true(condition: Run, update: Run, body: Run) -> Run:
    """Returns a loop that runs while a condition holds, with an update after each iteration."""

    def run(frame: Frame) -> Any:
        budget = frame[0]
        while condition(frame):
            budget.step()
            signal = body(frame)
            if signal is Leave.BREAK:
                break
            if signal is not None and signal is not Leave.CONTINUE:
                return signal
            update(frame)
        return None

    return run


_PARTS_OF_A_STEP = 50
_SILENT = ("comment", "empty_statement", "{", "}", ";")
_ASSIGNMENTS = (
    *("short_var_declaration", "assignment_statement", "var_declaration"),
    *("const_declaration", "inc_statement", "dec_statement"),
)


class StatementReader:
    """Reads the statements of one function with `results` result values."""

    def __init__(self, scope: FunctionScope, results: int):
        self._scope = scope
        self._results = results
        self._expressions = ExpressionReader(scope)
        self._assignments = AssignmentReader(scope, self._expressions.read)

    def read_block(self, node: Node) -> Run:
        """Returns the closure of a block with its own scope; raises UnsupportedGoError."""
        self._scope.enter()
        run = _in_order([self._read(each) for each in _statements(node)])
        self._scope.leave()
        return run

    def _read(self, node: Node) -> Run:
        if node.type in _ASSIGNMENTS:
            return _weighed(self._assignments.read(node), node)
        match node.type:
            case "return_statement":
                return _weighed(self._return(node), node)
            case "if_statement":
                return self._if(node)
            case "for_statement":
                return self._for(node)
            case "expression_switch_statement":
                return self._switch(node)
            case "expression_statement":
                return _weighed(_forgetting(self._expressions.read(node.named_children[0]).run), node)
            case "block":
                return self.read_block(node)
            case "break_statement" | "continue_statement" if not node.named_children:
                leave = Leave.BREAK if node.type == "break_statement" else Leave.CONTINUE
                return lambda _frame: leave
        words = node.type.replace("_", " ")
        raise self._scope.unsupported(f"a {words}", node)

    def _return(self, node: Node) -> Run:
        lists = [each for each in node.named_children if each.type == "expression_list"]
        values = [self._expressions.read(each) for each in lists[0].named_children] if lists else []
        runs = [each.run for each in values]
        if len(values) == 1 and self._results > 1 and values[0].several is not None:
            several = values[0].several
            return lambda frame: (several(frame),)
        if len(values) != self._results:
            raise self._scope.unsupported("a return without its values", node)
        if len(runs) == 1:
            only = runs[0]
            return lambda frame: (only(frame),)
        return lambda frame: (tuple(run(frame) for run in runs),)

    def _if(self, node: Node) -> Run:
        self._scope.enter()
        before = self._optional(node, "initializer")
        condition = self._condition(self._scope.part(node, "condition"))
        then = self.read_block(self._scope.part(node, "consequence"))
        other = node.child_by_field_name("alternative")
        otherwise = _go_on if other is None else self._if(other) if other.type == "if_statement" else self._read(other)
        self._scope.leave()

        def run(frame: Frame) -> Any:
            before(frame)
            return then(frame) if condition(frame) else otherwise(frame)

        return run

    def _condition(self, node: Node) -> Run:
        return _weighed(self._expressions.read_condition(node), node)

    def _optional(self, node: Node, part: str) -> Run:
        found = node.child_by_field_name(part)
        return _go_on if found is None else self._read(found)

    def _for(self, node: Node) -> Run:
        self._scope.enter()
        clause = next((each for each in node.named_children if each.type not in ("comment", "block")), None)
        body = self._scope.part(node, "body")
        if clause is not None and clause.type == "range_clause":
            run = self._range(clause, body)
        elif clause is not None and clause.type == "for_clause":
            before = self._optional(clause, "initializer")
            test = clause.child_by_field_name("condition")
            condition = _always if test is None else self._condition(test)
            loop = while_true(condition, self._optional(clause, "update"), self.read_block(body))
            run = _in_order([before, loop])
        else:
            condition = _always if clause is None else self._condition(clause)
            run = while_true(condition, _go_on, self.read_block(body))
        self._scope.leave()
        return run

    def _range(self, clause: Node, body: Node) -> Run:
        values = self._expressions.read(self._scope.part(clause, "right"))
        left = clause.child_by_field_name("left")
        names = [] if left is None else [self._scope.text(each) for each in left.named_children]
        if left is not None and ":=" not in {each.type for each in clause.children}:
            raise self._scope.unsupported("a range that assigns to variables from outside", clause)
        native = native_type(values.type)
        names = [*names, "_", "_"][:2]
        if native.kind in (TypeKind.SLICE, TypeKind.MAP) and native.elem is not None:
            key = native.key or INT
            slots = self._scope.declare(names[0], key), self._scope.declare(names[1], native.elem)
            walk = over_map if native.kind is TypeKind.MAP else over_list
            return walk(values.run, slots, zero_value(native.elem), self.read_block(body))
        if is_number(values.type):
            slots = self._scope.declare(names[0], values.type), self._scope.declare("_", INT)
            return over_numbers(values.run, slots, self.read_block(body))
        raise self._scope.unsupported(f"a range over a {values.type}", clause)

    def _switch(self, node: Node) -> Run:
        self._scope.enter()
        before = self._optional(node, "initializer")
        value = node.child_by_field_name("value")
        subject = Code(BOOL, _always) if value is None else self._expressions.read(value)
        cases: list[tuple[list[Run], Run]] = []
        default: Run = _go_on
        for each in node.named_children:
            if each.type == "expression_case":
                cases.append((self._tests(each, subject), self._case_body(each)))
            elif each.type == "default_case":
                default = self._case_body(each)
        self._scope.leave()

        def run(frame: Frame) -> Any:
            before(frame)
            chosen = next((body for tests, body in cases if any(test(frame) for test in tests)), default)
            signal = chosen(frame)
            return None if signal is Leave.BREAK else signal

        return run

    def _tests(self, node: Node, subject: Code) -> list[Run]:
        tests = []
        for each in self._scope.part(node, "value").named_children:
            code = binary("==", subject, self._expressions.read(each))
            if code is None:
                raise self._scope.unsupported(f"a switch over a {subject.type}", each)
            tests.append(code.run)
        return tests

    def _case_body(self, node: Node) -> Run:
        self._scope.enter()
        bodies = [each for each in node.named_children if each.type == "statement_list"]
        run = _in_order([self._read(each) for body in bodies for each in _statements(body)])
        self._scope.leave()
        return run


def _statements(node: Node) -> list[Node]:
    """Returns the statements of a block."""
    found: list[Node] = []
    for each in node.named_children:
        found += _statements(each) if each.type == "statement_list" else [each]
    return [each for each in found if each.type not in _SILENT]


def _in_order(statements: list[Run]) -> Run:
    def run(frame: Frame) -> Any:
        budget = frame[0]
        for statement in statements:
            budget.step()
            signal = statement(frame)
            if signal is not None:
                return signal
        return None

    return run


def _weighed(run: Run, node: Node) -> Run:
    """Makes a long statement or condition take additional steps, in proportion to its size."""
    parts = node.descendant_count // _PARTS_OF_A_STEP
    if not parts:
        return run

    def weighed(frame: Frame) -> Any:
        frame[0].step(parts)
        return run(frame)

    return weighed


def _go_on(_frame: Frame) -> None:
    return None


def _always(_frame: Frame) -> bool:
    return True


def _forgetting(run: Run) -> Run:
    def statement(frame: Frame) -> None:
        run(frame)

    return statement
