"""Generates the Python module of validators for a Go package, as validation-gen generates Go.

The module has type descriptions (shapes), constants, functions, and a table of validators by type name. Calls have the
order of validation-gen: the default cohort first, and in each cohort the short-circuiting calls first. If such a call
fails in the default cohort, the function returns; in a named cohort, only the rest of the cohort is skipped.
Upstream: code-generator/cmd/validation-gen/validation.go emitCallsToValidators, sortIntoCohorts (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from kapivara.emit.source import Line, SourceWriter
from kapivara.generator.emission.access import is_plain, read_member
from kapivara.generator.emission.calls import (
    GIVEN,
    HEAD,
    CallPrinter,
    Names,
    ShapeSource,
    described,
    identifier,
    write_calls,
)
from kapivara.generator.emission.old_values import ComparedField, OldValues
from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.emission.quick import QuickWriter
from kapivara.generator.emission.shape_printing import ShapeWriter
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import Type, TypeKind, Universe
from kapivara.generator.plan.package_plan import FieldPlan, PackagePlan, TypePlan
from kapivara.generator.plan.rule_calls import RuleCall
from kapivara.version import KUBERNETES

_NOT_IN_NAMES = str.maketrans("", "", "._-")


class ExplainWriter:
    """Generates the `explain_...` functions, which return all errors of a value, and adds them to `calls.functions`."""

    def __init__(self, names: Names, calls: CallPrinter, title: str):
        self._names = names
        self._calls = calls
        self._title = title
        self._bodies: dict[tuple[int, ...], list[Line]] = {}
        """The bodies of the functions of fields, by the identities of their plan's parts; many fields share one."""
        self._printed: dict[int, str] = {}
        """The printed calls, by identity."""

    def write_type(self, plan: TypePlan) -> None:
        """Generates the function of a type, after the functions of its fields."""
        name = self._names.of_type(plan.type)
        fields = [self._write_field(name, each) for each in plan.fields]
        writer = SourceWriter()
        with writer.block(f"def explain_{name}({HEAD}) -> ErrorList"):
            writer.line(f'"""Returns the errors of a value of {described(plan.type)}."""')
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
        """Generates the function of a field; returns the line that calls it."""
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
        """Generates the calls by cohort: a separate function for each named one, with `owner` in its name."""
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
    """Returns the comment line that lists the struct's fields without validation rules; no line if there are none."""
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


_IMPORTS = """from __future__ import annotations

from typing import Any

from kapivara import validate as rules
{shapes}
from kapivara.field import {field}"""
_RESERVED = (
    *("SHAPES", "TYPES", "HAND_WRITTEN", "ErrorList", "FieldPath", "Operation", "Verb", "Any", "ValueRules"),
    *("rules", "shapes"),
)


def print_module(plan: PackagePlan, universe: Universe, shapes: ShapeSource | None = None) -> str:
    """Returns the source of the module; the same plan always results in the same source.

    The module declares the shapes of its types, unless `shapes` refers to those of another module.
    """
    names = Names(plan.declaring, universe.packages)
    if shapes is None:
        shapes = ShapeWriter(plan.declaring, universe, _RESERVED)
    calls = CallPrinter(names, shapes)
    explain, quick = ExplainWriter(names, calls, plan.package.path), QuickWriter(names, calls)
    for each in plan.types:
        names.of_type(each.type)
    for each in plan.types:
        explain.write_type(each)
    checks = [quick.write_type(each) for each in plan.types]
    kinds = [kind for kind in plan.declaring.types.values() if not kind.name.name[:1].islower()]
    tables = "\n".join([*shapes.table(kinds), "", *_type_table(plan, calls, quick)])
    declarations = "\n".join(shapes.declarations())  # may add an import
    head = [f"{_title(plan)}\n{_imports(plan, shapes, calls)}", declarations, "\n".join(calls.constants)]
    if calls.hand_written:
        head.append(_HAND_WRITTEN)
    top = "\n\n".join(filter(None, head)) + "\n"
    return "\n\n".join((top, *calls.functions, *checks, f"{tables}\n\n{_ENTRY}"))


def _imports(plan: PackagePlan, shapes: ShapeSource, calls: CallPrinter) -> str:
    """Returns the import lines of the module; FieldPath and Verb are imported only if functions use them."""
    has_fields = any(each.fields for each in plan.types)
    field = ["ErrorList"] + ["FieldPath"] * bool(plan.types) + ["Operation"] + ["Verb"] * has_fields
    text = _IMPORTS.format(shapes=shapes.imports(), field=", ".join(field))
    return f"{text}\nfrom kapivara.schema.value_rules import ValueRules" if calls.evaluates else text


def _title(plan: PackagePlan) -> str:
    """Returns the header and docstring of the module, with the package's name: its path may depend on other inputs."""
    text = f"Validators of {identifier(plan.package.name)}, as of Kubernetes {KUBERNETES}: change the types instead."
    return f'# Code generated by kapivara gen. DO NOT EDIT.\n"""{text}"""\n'


_HAND_WRITTEN = '''HAND_WRITTEN: dict[str, rules.Check] = {}
"""Hand-written functions (op, path, new, old) by name, to be put here before anything is validated."""'''

_ENTRY = '''
def validate(type_name: str, op: Operation, new: Any, old: Any = None) -> ErrorList:
    """Returns the errors of a value of a type by name; a type without rules has none."""
    validator = TYPES.get(type_name)
    return [] if validator is None else validator.validate(op, new, old)
'''


def _old_field(field: ComparedField, calls: CallPrinter) -> str:
    shape = "" if is_plain(field.type) else f", {calls.shape(field.type)}"
    return f"rules.OldField({tuple_of(map(printed, field.steps))}{shape})"


def _type_table(plan: PackagePlan, calls: CallPrinter, quick: QuickWriter) -> list[str]:
    old_values = OldValues(plan)
    lines = ["TYPES: dict[str, rules.TypeValidator] = {"]
    for root in plan.roots:
        kind = root.type
        given = f"{calls.shape(kind)}, {quick.function(kind)}, {calls.type_function(kind)}"
        paths = tuple_of(map(printed, root.paths))
        found = old_values.fields_of(kind)
        compared = None if found is None else tuple_of(_old_field(each, calls) for each in found)
        lines += [f"    {printed(kind.name.name)}: rules.TypeValidator({given}, {paths}, compared={compared}),"]
    return [*lines, "}"]
