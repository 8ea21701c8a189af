"""Prints the functions that return errors: one per type, and one for each field with rules.

Order and short-circuits follow the reference: the default cohort comes first, and in each cohort the short-circuiting
calls first; a failing one ends the function in the default cohort, and only its cohort in a named one.
Upstream: code-generator/cmd/validation-gen/validation.go emitCallsToValidators, sortIntoCohorts (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from kapivara.emit.source import Line, SourceWriter
from kapivara.generator.emission.access import is_plain, read_member
from kapivara.generator.emission.calls import GIVEN, HEAD, CallPrinter, write_calls
from kapivara.generator.emission.names import Names, described, identifier
from kapivara.generator.emission.printing import printed
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import Type, TypeKind
from kapivara.generator.plan.package_plan import FieldPlan, TypePlan
from kapivara.generator.plan.rule_calls import RuleCall

_NOT_IN_NAMES = str.maketrans("", "", "._-")


class ExplainWriter:
    """Writes the functions of types; the call printer collects them in the order of their dependencies."""

    def __init__(self, names: Names, calls: CallPrinter, title: str):
        self._names = names
        self._calls = calls
        self._title = title
        self._bodies: dict[tuple[int, ...], list[Line]] = {}
        """The bodies of functions of fields, by the identities of their parts: many fields share a body."""
        self._printed: dict[int, str] = {}
        """The printed calls, by identity."""

    def write_type(self, plan: TypePlan) -> None:
        """Writes the function of a type, after those of its fields."""
        name = self._names.of_type(plan.type)
        fields = [self._write_field(name, each) for each in plan.fields]
        writer = SourceWriter()
        with writer.block(f"def explain_{name}({HEAD}) -> ErrorList"):
            writer.line(f'"""Tells what is wrong with a value of {described(plan.type)}."""')
            writer.line("errors: ErrorList = []")
            self._collect(writer, name, plan.calls)
            for each in plan.iterations:
                self._write_calls(writer, (each,))
            if fields:
                # The reference would dereference the nil pointer and crash; here nil counts as not given.
                with writer.block("if new is None"):
                    writer.line("return []")
            for line in (*fields, *_skipped(plan), "return errors"):
                writer.line(line)
        self._calls.functions.append(writer.text())

    def _write_field(self, owner: str, plan: FieldPlan) -> str:
        """Writes the function of a field; returns the line that calls it."""
        member = plan.member
        name = self._names.free(f"_{owner}_{identifier(member.name)}")
        writer = SourceWriter()
        with writer.block(f"def {name}({HEAD}, known: bool) -> ErrorList"):
            writer.put(self._body(writer, name, plan))
        self._calls.functions.append(writer.text())
        before = read_member(member, "old")
        old = f"None if old is None else {before}" if before != "None" else "None"
        given = f"op, {self._path(plan)}, {read_member(member, 'new')}, {old}, old is not None"
        return f"errors += {name}({given})"

    def _body(self, writer: SourceWriter, name: str, plan: FieldPlan) -> list[Line]:
        lines = self._bodies.get(plan.identities)
        if lines is None:
            _, lines = writer.captured(lambda given: self._write_body(writer, name, given), plan)
            if not any(call.cohort for call in plan.calls):
                self._bodies[plan.identities] = lines
        return lines

    def _write_body(self, writer: SourceWriter, name: str, plan: FieldPlan) -> None:
        kind = plan.member.type
        unchanged = "new == old" if is_plain(kind) else f"rules.same({self._calls.shape(kind)}, new, old)"
        with writer.block(f"if known and op.verb is Verb.UPDATE and {unchanged}"):
            writer.line("return []")
        writer.line("errors: ErrorList = []")
        self._collect(writer, name, plan.calls)
        if plan.type_call is not None:
            writer.line(f"errors += {self._calls.type_function(plan.type_call)}({GIVEN})")
        for each in plan.iterations:
            self._write_calls(writer, (each,))
        writer.line("return errors")

    def _path(self, plan: FieldPlan) -> str:
        if plan.json_name:
            return f"rules.step_child(path, {printed(plan.json_name)})"
        shown = self._go_name(non_pointer(plan.member.type))
        return f"path or rules.step_child(None, {printed(shown)})"

    def _go_name(self, kind: Type) -> str:
        """Returns a type in Go syntax, as code of the package would write it."""
        if kind.name.package or kind.elem is None:
            local = kind.name.package in ("", self._title)
            return kind.name.name if local else f"{_import_name(kind.name.package, self._title)}.{kind.name.name}"
        elem = self._go_name(kind.elem)
        if kind.kind is TypeKind.POINTER:
            return f"*{elem}"
        return f"[]{elem}" if kind.key is None else f"map[{self._go_name(kind.key)}]{elem}"

    def _collect(self, writer: SourceWriter, owner: str, calls: tuple[RuleCall, ...]) -> None:
        """Writes calls in cohorts; each named cohort becomes a function."""
        for cohort, members in into_cohorts(calls):
            if not cohort:
                self._write_calls(writer, members)
                continue
            name = self._names.free(
                f"{owner if owner.startswith('_') else '_' + owner}_{identifier(cohort)}".rstrip("_")
            )
            inner = SourceWriter()
            with inner.block(f"def {name}({HEAD}) -> ErrorList"):
                inner.line("errors: ErrorList = []")
                self._write_calls(inner, members)
                inner.line("return errors")
            self._calls.functions.append(inner.text())
            writer.line(f"errors += {name}({GIVEN})")

    def _write_calls(self, writer: SourceWriter, calls: Sequence[RuleCall]) -> None:
        write_calls(writer, [(call, self._text(call)) for call in calls], mark=True)

    def _text(self, call: RuleCall) -> str:
        text = self._printed.get(id(call))
        if text is None:
            text = self._printed[id(call)] = self._calls.print_call(call)
        return text


def _import_name(path: str, importer: str) -> str:
    """Returns the name of an imported package in generated Go: the last part of its path, without invalid characters.

    It differs from the name of the importing package: `metav1` in a package `v1`.
    """
    parts = [part.translate(_NOT_IN_NAMES) for part in path.split("/")]
    names = ("".join(parts[start:]) for start in range(len(parts) - 1, -1, -1))
    return next((name for name in names if name != importer.rpartition("/")[2]), parts[-1])


def _skipped(plan: TypePlan) -> list[str]:
    """Returns a comment that lists the fields of a struct without rules."""
    if len(plan.fields) == len(plan.type.members):
        return []
    planned = {id(each.member) for each in plan.fields}
    left = [each for each in plan.type.members if each.exported and not each.json.ignored and id(each) not in planned]
    return [f"# without rules: {', '.join([printed(each.json.name or each.name) for each in left])}"] if left else []


def into_cohorts(calls: tuple[RuleCall, ...]) -> list[tuple[str, list[RuleCall]]]:
    """Groups calls: the default cohort first, then named ones in order; short-circuiting calls come first in each."""
    found: dict[str, list[RuleCall]] = {"": []}
    for call in calls:
        found.setdefault(call.cohort, []).append(call)
    short = attrgetter("short_circuit")
    return [(name, sorted(members, key=short, reverse=True)) for name, members in found.items() if members]
