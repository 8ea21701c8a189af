"""Tries values on the validators that would be generated, field by field: rules about several fields are left out."""

from __future__ import annotations

from typing import Any

from kapivara.codec.shapes import Shape
from kapivara.field import ErrorList, Operation
from kapivara.generator.emission.module import print_module
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model import Type, TypeKind
from kapivara.generator.package_plan import PackagePlan, RootType, TypePlan
from kapivara.generator.pipeline import GeneratedModule, load_generated
from kapivara.values.record import replace


class Trial:
    """The validators of all types of the packages at hand, by type."""

    def __init__(self, modules: dict[str, GeneratedModule]):
        self._modules = modules

    @staticmethod
    def of(survey: Survey) -> Trial:
        """Makes the validators, as far as the generator does not refuse the sources."""
        chosen = survey.sources.generated_in
        plans = [plan for plan in survey.plans if chosen.get(plan.declaring.path) == plan.package.path]
        return Trial({plan.declaring.path: _load(plan, survey) for plan in plans})

    def shape(self, kind: Type) -> Shape | None:
        """Returns what values of a type look like; None where nothing was generated."""
        module = self._modules.get(kind.name.package)
        return None if module is None else module.shape(kind.name.name)

    def errors(self, kind: Type, op: Operation, new: Any) -> ErrorList:
        """Tells what is wrong with a value of a type."""
        module = self._modules.get(kind.name.package)
        return [] if module is None else module.validate(kind.name.name, op, new)


def _load(plan: PackagePlan, survey: Survey) -> GeneratedModule:
    home = plan.declaring.path
    types = tuple(_by_fields(each) for each in plan.types)
    roots = tuple(RootType(each.type, ("/",)) for each in types if each.type.name.package == home)
    source = print_module(replace(plan, types=types, roots=roots), survey.universe)
    return load_generated(source, f"lint of {home}")


def _by_fields(plan: TypePlan) -> TypePlan:
    """Leaves out the rules of a struct as a whole: they look at several fields."""
    return replace(plan, calls=()) if plan.type.kind is TypeKind.STRUCT else plan
