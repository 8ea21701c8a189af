"""Prints the quick checks: for each type a function that says whether a new value is fine, and builds no error.

A quick check knows no old value: rules that look back are left out, and are asked elsewhere. It may say no to a value
that is fine (null among the items of a list); the thorough function then has the last word.
"""

from __future__ import annotations

from kapivara.emit.source import literal
from kapivara.generator.emission.access import read_member
from kapivara.generator.emission.calls import CallPrinter
from kapivara.generator.emission.explain import into_cohorts
from kapivara.generator.emission.looking_back import is_for_updates
from kapivara.generator.emission.names import Names
from kapivara.generator.model import Kind, Type
from kapivara.generator.natives import is_nilable, native_type
from kapivara.generator.plan import Call, EachKey, EachValue, FieldPlan, RuleCall, Subfield, TypeCall, TypePlan
from kapivara.values.lazy_pattern import lazy_pattern

_HOLE = lazy_pattern(r"\{(v|\d+)\}")
_PARENTHESIS = lazy_pattern(r"[()]")


class QuickWriter:
    """Writes the quick checks of types."""

    def __init__(self, names: Names, calls: CallPrinter):
        self._names = names
        self._calls = calls
        self._depth = 0
        self._printed: dict[tuple[int, ...], str] = {}
        """The checks of fields, under the identities of what they are made from: many fields share it."""

    def function(self, kind: Type) -> str:
        """Returns the name of a type's quick check."""
        return f"ok_{self._names.of_type(kind)}"

    def write_type(self, plan: TypePlan) -> str:
        """Prints the quick check of a type."""
        nilable = is_nilable(plan.type)
        lines = [f"def {self.function(plan.type)}(op: Operation, new: Any) -> bool:"]
        lines += [f'    """Tells whether nothing is wrong with a new value of type {plan.type.name.name}."""']
        lines += _indented(self._checks(plan.calls, "new", nilable))
        for iteration in plan.iterations:
            lines += _indented(self._checks((iteration,), "new", nilable))
        for field in plan.fields:
            if body := self._field(field):
                lines += [f"    v = {read_member(field.member, 'new')}", body]
        return "\n".join([*lines, "    return True"])

    def _field(self, plan: FieldPlan) -> str:
        """Prints the checks of the value `v` of a field."""
        nilable = is_nilable(plan.member.type)
        key = (nilable, id(plan.type_call), *map(id, plan.calls), *map(id, plan.iterations))
        body = self._printed.get(key)
        if body is None:
            tail = [RuleCall("", TypeCall(plan.type_call))] if plan.type_call is not None else []
            body = "\n".join(_indented(self._checks((*plan.calls, *tail, *plan.iterations), "v", nilable)))
            self._printed[key] = body
        return body

    def _checks(self, calls: tuple[RuleCall, ...], value: str, nilable: bool) -> list[str]:
        """Prints the statements that return False where one of the calls would fail."""
        lines: list[str] = []
        for cohort, members in into_cohorts(calls):
            asked = [call for call in members if not is_for_updates(call)]
            if cohort and asked and all(isinstance(call.check, Subfield) for call in asked):
                lines += self._subfields(asked, value, nilable)
            else:
                lines += self._cohort(asked, value, nilable)
        return lines

    def _cohort(self, calls: list[RuleCall], value: str, nilable: bool) -> list[str]:
        guards = [call for call in calls if call.short_circuit and call.non_error]
        later = [call for call in calls if not call.short_circuit and not call.non_error]
        lines = self._refusals([call for call in calls if call.short_circuit and not call.non_error], value, nilable)
        if not guards or not later:
            return lines + self._refusals(later, value, nilable)
        certain = nilable and any(isinstance(call.check, Call) and call.check.nil_fails for call in guards)
        conditions = [text for call in guards if (text := self._condition(call, value, nilable)) != "True"]
        body = self._refusals(later, value, nilable and not certain)
        if not body or not conditions:
            return lines + body
        return [*lines, f"if {' and '.join(conditions)}:", *_indented(body)]

    def _subfields(self, calls: list[RuleCall], value: str, nilable: bool) -> list[str]:
        """Prints a cohort of rules on one member of a struct."""
        first = calls[0].check
        if not isinstance(first, Subfield):
            return []
        inner = [_as_outer(call) for call in calls]
        self._depth += 1
        name = f"w{self._depth}"
        body = self._cohort(inner, name, is_nilable(first.member.type))
        self._depth -= 1
        if not body:
            return []
        lines = [f"{name} = {read_member(first.member, value)}", *body]
        return [f"if {value} is not None:", *_indented(lines)] if nilable else lines

    def _refusals(self, calls: list[RuleCall], value: str, nilable: bool) -> list[str]:
        return [line for call in calls for line in self._refusal(call, value, nilable)]

    def _refusal(self, call: RuleCall, value: str, nilable: bool) -> list[str]:
        """Prints the statements that return False where a call would fail."""
        check = call.check
        if isinstance(check, EachValue | EachKey) and not call.level:
            return self._loop(check, value)
        text = self._condition(call, value, nilable)
        if text == "True":
            return []
        negated = text[4:] if text.startswith("not ") and _is_one_call(text[4:]) else f"not ({text})"
        return [f"if {negated}:", "    return False"]

    def _loop(self, check: EachValue | EachKey, value: str) -> list[str]:
        self._depth += 1
        item = f"x{self._depth}"
        if isinstance(check, EachKey):
            body = self._refusal(check.inner, item, nilable=False)
            source, guard = f"{value} or ()", ""
        else:
            body = [] if is_for_updates(check.inner) else self._refusal(check.inner, item, nilable=False)
            is_map = native_type(check.type).kind is Kind.MAP
            source = f"({value} or {{}}).values()" if is_map else f"{value} or ()"
            guard = f"{item} is None"
        self._depth -= 1
        if not body:
            return []
        if guard and body[0].startswith("if ") and len(body) == 2:
            body = [f"if {guard} or {body[0][3:-1]}:", body[1]]
        elif guard:
            body = [f"if {guard}:", "    return False", *body]
        return [f"for {item} in {source}:", *_indented(body)]

    def _condition(self, call: RuleCall, value: str, nilable: bool) -> str:
        """Prints when a call finds nothing, as an expression."""
        check = call.check
        if isinstance(check, TypeCall):
            text = f"{self.function(check.type)}(op, {value})"
            if not nilable or is_nilable(check.type):
                return text
            nothing = self._calls.print_call(call, "op, None, None, None")
            return f"({text} if {value} is not None else not {nothing})"
        if isinstance(check, Call) and check.holds is not None:
            text = _filled(check, value)
            if not nilable:
                return text
            if check.nil_fails:
                return f"{value} is not None" if text == "True" else f"{value} is not None and {text}"
            return "True" if text == "True" else f"({value} is None or {text})"
        return f"not {self._calls.print_call(call, f'op, None, {value}, None')}"


def _as_outer(call: RuleCall) -> RuleCall:
    """Returns the call inside a subfield, with the flags of the outer one."""
    inner = call.check.inner if isinstance(call.check, Subfield) else call
    return RuleCall(
        *(inner.tag, inner.check),
        short_circuit=call.short_circuit,
        non_error=call.non_error,
        level=inner.level,
        native=inner.native,
    )


def _filled(check: Call, value: str) -> str:
    """Fills the template of a condition."""
    return _HOLE.sub(
        lambda hole: value if hole[1] == "v" else _literal(check.args[int(hole[1])]), check.holds or "True"
    )


def _literal(argument: object) -> str:
    if type(argument) is tuple:
        return f"({''.join(_literal(each) + ', ' for each in argument)})"
    return literal(argument)  # type: ignore[arg-type]


def _is_one_call(text: str) -> bool:
    """Tells whether an expression is one call, from its first parenthesis to its end."""
    depth = 0
    for found in _PARENTHESIS.finditer(text):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return found.end() == len(text)
    return False


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
