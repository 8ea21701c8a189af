"""Prints the functions that tell what is wrong: one for a type, one for each of its fields that has rules.

Order and short-circuits are the reference's: the default cohort first, in each cohort the short-circuiting calls
before the others; a failure of one in the default cohort ends the function, in a named one only that cohort.
Upstream: code-generator/cmd/validation-gen/validation.go emitCallsToValidators, sortIntoCohorts (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from kapivara.generator.emission.access import is_plain, read_member
from kapivara.generator.emission.calls import GIVEN, STOP, CallPrinter, one_call
from kapivara.generator.emission.names import Names, described, identifier
from kapivara.generator.model import Type, TypeKind
from kapivara.generator.natives import non_pointer
from kapivara.generator.package_plan import FieldPlan, TypePlan
from kapivara.generator.plan import RuleCall
from kapivara.generator.printing import printed

_HEAD = "(op: Operation, path: FieldPath | None, new: Any, old: Any"
_TAIL = ") -> ErrorList:"
_NOT_IN_NAMES = str.maketrans("", "", "._-")


class ExplainWriter:
    """Writes the functions of types; they are collected in the call printer, what is needed first."""

    def __init__(self, names: Names, calls: CallPrinter, title: str):
        self._names = names
        self._calls = calls
        self._title = title
        self._bodies: dict[tuple[int, ...], str] = {}
        """What stands in the functions of fields, under the identities of what it is made from: many share it."""
        self._printed: dict[int, str] = {}
        """The statements of calls, under their identities."""

    def write_type(self, plan: TypePlan) -> None:
        """Writes the function of a type, and those of its fields before it."""
        name = self._names.of_type(plan.type)
        fields = [self._write_field(name, each) for each in plan.fields]
        lines = [f"def explain_{name}{_HEAD}{_TAIL}"]
        lines += [f'    """Tells what is wrong with a value of {described(plan.type)}."""']
        lines += ["    errors: ErrorList = []"]
        lines += self._collect(name, plan.calls)
        lines += [self._statements((each,)) for each in plan.iterations]
        if fields:
            # The reference would follow the nil pointer and crash: it is taken for what was not given.
            lines += ["    if new is None:", "        return []"]
        self._calls.functions.append("\n".join([*lines, *fields, *_skipped(plan), "    return errors"]))

    def _write_field(self, owner: str, plan: FieldPlan) -> str:
        """Writes the function of a field; -> the line that calls it."""
        member = plan.member
        name = self._names.free(f"_{owner}_{identifier(member.name)}")
        self._calls.functions.append(f"def {name}{_HEAD}, known: bool{_TAIL}\n{self._body(name, plan)}")
        before = read_member(member, "old")
        old = f"None if old is None else {before}" if before != "None" else "None"
        given = f"op, {self._path(plan)}, {read_member(member, 'new')}, {old}, old is not None"
        return f"    errors += {name}({given})"

    def _body(self, name: str, plan: FieldPlan) -> str:
        key = plan.identities
        body = self._bodies.get(key)
        if body is None:
            kind = plan.member.type
            unchanged = "new == old" if is_plain(kind) else f"rules.same({self._calls.shape(kind)}, new, old)"
            lines = [f"    if known and op.verb is Verb.UPDATE and {unchanged}:\n        return []"]
            lines += ["    errors: ErrorList = []", *self._collect(name, plan.calls)]
            if plan.type_call is not None:
                lines += [f"    errors += {self._calls.type_function(plan.type_call)}({GIVEN})"]
            lines += [self._statements((each,)) for each in plan.iterations]
            body = "\n".join([*lines, "    return errors"])
            if not any(call.cohort for call in plan.calls):
                self._bodies[key] = body
        return body

    def _path(self, plan: FieldPlan) -> str:
        if plan.json_name:
            return f"rules.step_child(path, {printed(plan.json_name)})"
        shown = self._go_name(non_pointer(plan.member.type))
        return f"path or rules.step_child(None, {printed(shown)})"

    def _go_name(self, kind: Type) -> str:
        """Prints a type as Go code of the package would."""
        if kind.name.package or kind.elem is None:
            local = kind.name.package in ("", self._title)
            return kind.name.name if local else f"{_import_name(kind.name.package, self._title)}.{kind.name.name}"
        elem = self._go_name(kind.elem)
        if kind.kind is TypeKind.POINTER:
            return f"*{elem}"
        return f"[]{elem}" if kind.key is None else f"map[{self._go_name(kind.key)}]{elem}"

    def _collect(self, owner: str, calls: tuple[RuleCall, ...]) -> list[str]:
        """Prints calls in cohorts; named ones become functions of their own."""
        lines: list[str] = []
        if not calls:
            return lines
        for cohort, members in into_cohorts(calls):
            if not cohort:
                lines.append(self._statements(members))
                continue
            name = self._names.free(
                f"{owner if owner.startswith('_') else '_' + owner}_{identifier(cohort)}".rstrip("_")
            )
            head = f"def {name}{_HEAD}{_TAIL}\n    errors: ErrorList = []"
            self._calls.functions.append(f"{head}\n{self._statements(members)}\n    return errors")
            lines.append(f"    errors += {name}({GIVEN})")
        return lines

    def _statements(self, calls: Sequence[RuleCall]) -> str:
        shorts = len([call for call in calls if call.short_circuit])
        lines = ["    stop = False"] if shorts else []
        for place, call in enumerate(calls, 1):
            lines.append(self._statement(call))
            if place == shorts:
                lines.append(STOP)
        return "\n".join(lines)

    def _statement(self, call: RuleCall) -> str:
        text = self._printed.get(id(call))
        if text is None:
            text = self._printed[id(call)] = one_call(call, self._calls.print_call(call), mark=True)
        return text


def _import_name(path: str, importer: str) -> str:
    """Names an imported package as generated Go does: the end of its path, without what no name may hold.

    It is not called as the importing package is: `metav1` in a package `v1`.
    """
    parts = [part.translate(_NOT_IN_NAMES) for part in path.split("/")]
    names = ("".join(parts[start:]) for start in range(len(parts) - 1, -1, -1))
    return next((name for name in names if name != importer.rpartition("/")[2]), parts[-1])


def _skipped(plan: TypePlan) -> list[str]:
    """Says which fields of a struct nothing is asked about."""
    if len(plan.fields) == len(plan.type.members):
        return []
    planned = {id(each.member) for each in plan.fields}
    left = [each for each in plan.type.members if each.exported and not each.json.ignored and id(each) not in planned]
    return (
        [f"    # without rules: {', '.join([printed(each.json.name or each.name) for each in left])}"] if left else []
    )


def into_cohorts(calls: tuple[RuleCall, ...]) -> list[tuple[str, list[RuleCall]]]:
    """Groups calls: the default cohort first, then the named ones as they appear; short-circuiting calls lead."""
    found: dict[str, list[RuleCall]] = {"": []}
    for call in calls:
        found.setdefault(call.cohort, []).append(call)
    short = attrgetter("short_circuit")
    return [(name, sorted(members, key=short, reverse=True)) for name, members in found.items() if members]
