"""Lint: defaults that contradict the field's presence tag, do not fit its type, or violate its own rules.

KEP-5073, "Handling Zero Values in Declarative Validation". The validator that would be generated validates each
default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kapivara.codec import DecodeError
from kapivara.codec.shapes import Shape
from kapivara.codec.typed.reader import MismatchError, Reader
from kapivara.field import ErrorList, ErrorType, Operation, Verb
from kapivara.generator.emission.module import print_module
from kapivara.generator.lint.declarations import Declaration
from kapivara.generator.lint.default_tags import (
    DefaultError,
    UnknownConstant,
    default_lines,
    read_default,
    value_of_default,
)
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.rules.presence import outermost
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import CommentLine, Type, TypeKind
from kapivara.generator.pipeline import GeneratedModule, load_generated
from kapivara.generator.plan.package_plan import PackagePlan, RootType, TypePlan
from kapivara.validate.error_matcher import is_below
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text


class Trial:
    """The validators of all types of the packages, by type."""

    def __init__(self, modules: dict[str, GeneratedModule]):
        self._modules = modules

    @staticmethod
    def of(survey: Survey) -> Trial:
        """Makes the validators, without the parts that have errors."""
        chosen = survey.sources.generated_in
        plans = [plan for plan in survey.plans if chosen.get(plan.declaring.path) == plan.package.path]
        return Trial({plan.declaring.path: _load(plan, survey) for plan in plans})

    def shape(self, kind: Type) -> Shape | None:
        """Returns the shape of a type; None where nothing was generated."""
        module = self._modules.get(kind.name.package)
        return None if module is None else module.shape(kind.name.name)

    def errors(self, kind: Type, op: Operation, new: Any) -> ErrorList:
        """Returns the errors of a value of a type."""
        module = self._modules.get(kind.name.package)
        return [] if module is None else module.validate(kind.name.name, op, new)


def _load(plan: PackagePlan, survey: Survey) -> GeneratedModule:
    home = plan.declaring.path
    types = tuple(_by_fields(each) for each in plan.types)
    roots = tuple(RootType(each.type, ("/",)) for each in types if each.type.name.package == home)
    source = print_module(replace(plan, types=types, roots=roots), survey.universe)
    return load_generated(source, f"lint of {home}")


def _by_fields(plan: TypePlan) -> TypePlan:
    """Removes the rules of a struct itself: they depend on several fields."""
    return replace(plan, calls=()) if plan.type.kind is TypeKind.STRUCT else plan


_EFFECTS = {
    "k8s:required": "a default makes sure that the field is set: +k8s:required never fails on the server",
    "k8s:forbidden": "a default sets the field that +k8s:forbidden forbids",
}


class _AnyOption(Mapping[str, bool]):
    """Options that are all on, or all off, whatever their names."""

    def __init__(self, value: bool):
        self._value = value

    def __getitem__(self, name: str) -> bool:
        return self._value

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _check_presence(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.declarations:
        lines = default_lines(declaration.comments)
        if not lines or declaration.member is None:
            continue
        for tag in outermost(declaration, *_EFFECTS):
            severity = Severity.ERROR if tag.name == "k8s:forbidden" else None
            hint = "a field is optional, required, or has a default; use +k8s:optional with a default"
            yield declaration.finding(_EFFECTS[tag.name], tag=tag, hint=hint, severity=severity)


def _check_values(survey: Survey) -> Iterator[Finding]:
    with_default = [each for each in survey.declarations if each.member and default_lines(each.comments)]
    trial = Trial.of(survey) if with_default else None
    for declaration in with_default:
        lines = default_lines(declaration.comments)
        for _, line in lines[1:]:
            yield declaration.finding("a second default", place=line.place, hint="keep one of them")
        yield from _check_default(declaration, lines[0][1], trial, survey)


def _check_default(
    declaration: Declaration, line: CommentLine, trial: Trial | None, survey: Survey
) -> Iterator[Finding]:
    try:
        value = value_of_default(read_default(line), declaration.type.name.package, survey.universe)
    except UnknownConstant as error:
        if error.is_sure:
            yield declaration.finding(f"default cannot be read: {error}", place=line.place, hint=error.hint)
        return
    except DefaultError as error:
        hint = 'a default is written as JSON, such as "text" with its quotes'
        yield declaration.finding(f"default cannot be read: {error}", place=line.place, hint=hint)
        return
    if trial is not None:
        for message in _complaints(declaration, value, trial):
            yield declaration.finding(message, place=line.place, hint="change the default, or the rule")


def _complaints(declaration: Declaration, value: Any, trial: Trial) -> Iterator[str]:
    """Yields why a default is invalid: it does not fit the type, or else the errors of the rules that reject it."""
    member, shown = declaration.member, _shortened(to_json_text(value), 100)
    shape = trial.shape(declaration.type)
    if member is None or shape is None:
        return
    name = member.json.name or member.name
    try:
        new = Reader().read({name: value}, shape)
    except (DecodeError, MismatchError) as error:
        yield f"default {shown} does not fit {member.type}: {error.message}"
        return
    told = set()
    for options in (True, False):
        for failure in trial.errors(declaration.type, Operation(Verb.CREATE, "", _AnyOption(options)), new):
            here = failure.field == name or is_below(name, failure.field)
            if here and failure.type is not ErrorType.INTERNAL and str(failure) not in told:
                told.add(str(failure))
                yield f"default {shown} is refused by the field's own rules: {_shortened(str(failure), 600)}"


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


DEFAULT_PRESENCE = Rule(
    name="default-presence",
    severity=Severity.WARNING,
    what="A field has a default and is `+k8s:required` besides; or, an error, `+k8s:forbidden`.",
    why="A field is in one of three states: optional, required, or defaulted. With a default it always has a "
    "value when it is validated. Use `+k8s:optional` with a default: the tag then means required, or has "
    "no effect where the default is the zero value of a field that is not a pointer.",
    example='// +k8s:required\n// +default=3\nReplicas *int32 `json:"replicas"`',
    better='// +k8s:optional\n// +default=3\nReplicas *int32 `json:"replicas"`',
    check=_check_presence,
)
DEFAULT_VALUE = Rule(
    name="default-value",
    severity=Severity.ERROR,
    what="A default is not JSON, names a constant that does not exist, does not fit the type of its field, or "
    "breaks a rule of the field or its type: out of range, too long, not a value of the enum, not of the "
    "format. Rules about several fields do not run.",
    why="Users could not leave such a field out: the server would fill in a value that it then rejects.",
    example='// +k8s:optional\n// +default=0\n// +k8s:minimum=1\nReplicas *int32 `json:"replicas"`',
    better='// +k8s:optional\n// +default=1\n// +k8s:minimum=1\nReplicas *int32 `json:"replicas"`',
    check=_check_values,
)
