"""From sources to validators: plans the packages, prints their code, and loads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from kapivara.codec.shapes import Shape
from kapivara.emit.loader import load_module
from kapivara.field import ErrorList, Operation
from kapivara.generator.emission.module import print_module
from kapivara.generator.model.types import Package
from kapivara.generator.plan.package_plan import PackagePlan
from kapivara.generator.planning.plan_sources import PLAIN, GenerateOptions, plan_packages
from kapivara.generator.sources.loading import Sources
from kapivara.values.record import record


@record(eq=False)
class Generated:
    """The generated code of one package, with its plan."""

    package: Package
    plan: PackagePlan
    source: str


def generate(sources: Sources, options: GenerateOptions = PLAIN) -> list[Generated]:
    """Generates the validators of all selected packages; raises AuthorErrors."""
    return [
        Generated(plan.package, plan, print_module(plan, sources.universe)) for plan in plan_packages(sources, options)
    ]


class GeneratedModule:
    """A loaded module of generated code."""

    def __init__(self, namespace: MutableMapping[str, Any]):
        self._namespace = namespace

    def validate(self, type_name: str, op: Operation, new: Any, old: Any = None) -> ErrorList:
        """Returns the errors of a value of a type; none for a type that is not registered."""
        errors: ErrorList = self._namespace["validate"](type_name, op, new, old)
        return errors

    def replace_global(self, name: str, value: object) -> None:
        """Replaces a global name of the module."""
        self._namespace[name] = value

    def shape(self, type_name: str) -> Shape | None:
        """Returns the shape of a type; None where the package has no such type."""
        shape: Shape | None = self._namespace["SHAPES"].get(type_name)
        return shape


def load_generated(
    source: str, title: str, custom: Mapping[str, Callable[..., ErrorList]] | None = None
) -> GeneratedModule:
    """Loads generated source; `custom` holds the hand-written functions that it calls, by name."""
    namespace = load_module(source, title)
    if custom and "HAND_WRITTEN" in namespace:
        namespace["HAND_WRITTEN"].update(custom)
    return GeneratedModule(namespace)
