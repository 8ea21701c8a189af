"""Prints the quick checks: for each type a function that says whether a new value is fine, and builds no error.

A quick check knows no old value: rules that look back are left out, and are asked elsewhere. It may say no to a value
that is fine (null among the items of a list); the thorough function then has the last word.
"""

from __future__ import annotations

from kapivara.generator.emission.access import is_bytes, read_member
from kapivara.generator.emission.calls import CallPrinter
from kapivara.generator.emission.looking_back import is_for_updates
from kapivara.generator.emission.names import Names, described
from kapivara.generator.model import Kind, Type
from kapivara.generator.natives import is_nilable, native_type
from kapivara.generator.package_plan import FieldPlan, TypePlan
from kapivara.generator.plan import Call, EachKey, EachValue, RuleCall, Subfield, TypeCall
from kapivara.generator.printing import printed, tuple_of
from kapivara.values.lazy_pattern import lazy_pattern

_TERM = lazy_pattern(r"\w+|[\w.]+\([\w., ]*\)")
_COMPARISON = lazy_pattern(r"(\w+|len\(\w+\)) (<=|>=|<|>|==|!=) (-?\w+)")
_MEMBERSHIP = lazy_pattern(r'(\w+) (in) (\((?:"[^"\\]*",? ?)*\))')
_CONTRARY = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!=", "!=": "==", "in": "not in"}
_HOLE = lazy_pattern(r"\{(v|\d+)\}")
_LOOPS = (EachValue, EachKey)


class QuickWriter:
    """Writes the quick checks of types."""

    def __init__(self, names: Names, calls: CallPrinter):
        self._names = names
        self._calls = calls
        self._depth = 0
        self._printed: dict[tuple[int, ...], str] = {}
        """The checks of fields, under the identities of what they are made from: many fields share it."""
        self._conditions: dict[tuple[int, str], str] = {}
        """Conditions on values, by the identity of the call and the value's name."""

    def function(self, kind: Type) -> str:
        """Returns the name of a type's quick check."""
        return f"ok_{self._names.of_type(kind)}"

    def write_type(self, plan: TypePlan) -> str:
        """Prints the quick check of a type."""
        lines = [f"def {self.function(plan.type)}(op: Operation, new: Any) -> bool:"]
        lines += [f'    """Tells whether nothing is wrong with a new value of {described(plan.type)}."""']
        for calls in (plan.calls, *[(each,) for each in plan.iterations]):
            if calls:
                lines += _indented(self._checks(calls, "new", is_nilable(plan.type)))
        for field in plan.fields:
            if body := self._field(field):
                lines += [f"    v = {read_member(field.member, 'new')}", body]
        lines.append("    return True")
        return "\n".join(lines)

    def _field(self, plan: FieldPlan) -> str:
        """Prints the checks of the value `v` of a field."""
        key = plan.identities
        body = self._printed.get(key)
        if body is None:
            nilable = is_nilable(plan.member.type)
            tail = [RuleCall("", TypeCall(plan.type_call))] if plan.type_call is not None else []
            body = "\n".join(_indented(self._checks((*plan.calls, *tail, *plan.iterations), "v", nilable)))
            self._printed[key] = body
        return body

    def _checks(self, calls: tuple[RuleCall, ...], value: str, nilable: bool) -> list[str]:
        """Prints the statements that return False where one of the calls would fail."""
        cohorts: dict[str, list[RuleCall]] = {"": []}
        for call in calls:
            if not is_for_updates(call):
                cohorts.setdefault(call.cohort, []).append(call)
        lines: list[str] = []
        for cohort, asked in cohorts.items():
            if cohort and all(isinstance(call.check, Subfield) for call in asked):
                lines += self._subfields(asked, value, nilable)
            else:
                lines += self._cohort(asked, value, nilable)
        return lines

    def _cohort(self, calls: list[RuleCall], value: str, nilable: bool) -> list[str]:
        lines: list[str] = []
        guards: list[RuleCall] = []
        later: list[RuleCall] = []
        for call in calls:
            if call.short_circuit and call.non_error:
                guards.append(call)
            elif call.short_circuit:
                lines += self._refusal(call, value, nilable)
            elif not call.non_error:
                later.append(call)
        if not guards:
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
        lines: list[str] = []
        for call in calls:
            lines += self._refusal(call, value, nilable)
        return lines

    def _refusal(self, call: RuleCall, value: str, nilable: bool) -> list[str]:
        """Prints the statements that return False where a call would fail."""
        check = call.check
        if isinstance(check, _LOOPS) and not call.level:
            return self._loop(check, value)
        if isinstance(check, TypeCall) or (isinstance(check, Call) and check.holds is not None):
            text = self._condition(call, value, nilable)
            return [] if text == "True" else [f"if {_negated(text)}:", "    return False"]
        return [f"if {self._failures(call, value)}:", "    return False"]

    def _loop(self, check: EachValue | EachKey, value: str) -> list[str]:
        self._depth += 1
        item = f"x{self._depth}"
        if isinstance(check, EachKey):
            body = self._refusal(check.inner, item, nilable=False)
            source, guard = f"{value} or ()", ""
        else:
            body = [] if is_for_updates(check.inner) else self._refusal(check.inner, item, nilable=False)
            is_map = native_type(check.type).kind is Kind.MAP
            items = f"rules.octets({value})" if is_bytes(check.type) else value
            source = f"({value} or {{}}).values()" if is_map else f"{items} or ()"
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
            text = self._filled(check, value)
            if not nilable:
                return text
            if check.nil_fails:
                return f"{value} is not None" if text == "True" else f"{value} is not None and {text}"
            return "True" if text == "True" else f"({value} is None or {text})"
        return f"not {self._failures(call, value)}"

    def _failures(self, call: RuleCall, value: str) -> str:
        """Prints a call as it is made without an old value; nobody asks for the path of what it finds."""
        return self._calls.print_call(call, f"op, None, {value}, None")

    def _filled(self, check: Call, value: str) -> str:
        """Fills the template of a condition."""
        text = self._conditions.get((id(check), value))
        if text is None:
            text = _HOLE.sub(
                lambda hole: value if hole[1] == "v" else _literal(check.args[int(hole[1])]), check.holds or "True"
            )
            self._conditions[id(check), value] = text
        return text


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


def _negated(text: str) -> str:
    """Prints the contrary of a condition, as one would write it."""
    if text[0] == "(" or _TERM.fullmatch(text):
        return f"not {text}"
    found = _COMPARISON.fullmatch(text) or _MEMBERSHIP.fullmatch(text)
    return f"{found[1]} {_CONTRARY[found[2]]} {found[3]}" if found is not None else f"not ({text})"


def _literal(argument: object) -> str:
    if type(argument) is tuple:
        return tuple_of(map(_literal, argument))
    return printed(argument)


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
