"""Validates values with the validators that would be generated, without rules on several fields of a struct."""

from __future__ import annotations

from typing import Any

from kapivara.codec.shapes import Shape
from kapivara.field import ErrorList, Operation
from kapivara.generator.emission.module import print_module
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import Type, TypeKind
from kapivara.generator.pipeline import GeneratedModule, load_generated
from kapivara.generator.plan.package_plan import PackagePlan, RootType, TypePlan
from kapivara.values.record import replace


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
