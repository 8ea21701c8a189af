"""The way from sources to validators, step by step: read, select, discover, plan, print; and load what was printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kapivara.codec.shapes import Shape
from kapivara.emit.loader import load_module
from kapivara.field import ErrorList, Operation
from kapivara.generator.author_error import AuthorError, AuthorErrors
from kapivara.generator.discovery import Discovery
from kapivara.generator.emission.module import print_module
from kapivara.generator.handwritten import add_python_functions
from kapivara.generator.model import Package, Place
from kapivara.generator.package_plan import PackagePlan
from kapivara.generator.planning import plan_package
from kapivara.generator.selection import selected_types
from kapivara.generator.sources import Sources
from kapivara.generator.tags.custom import untagged_functions
from kapivara.generator.tags.extraction import TagExtractor
from kapivara.generator.tags.groups import undeclared_groups
from kapivara.generator.tags.handler import Session
from kapivara.values.record import record


@record
class GenerateOptions:
    """What can be asked of a generation: `typedef_chains` lets rules of inner typedefs apply to outer ones."""

    typedef_chains: bool = False


PLAIN = GenerateOptions()


@record(eq=False)
class Generated:
    """What was made for one package."""

    package: Package
    plan: PackagePlan
    source: str


def plan_packages(sources: Sources, options: GenerateOptions = PLAIN) -> list[PackagePlan]:
    """Plans all packages asked for; raises AuthorErrors with everything that is wrong, in the order of the sources."""
    session = Session(sources.universe, sources.included, TagExtractor())
    discovery = Discovery(session, typedef_chains=options.typedef_chains, missing=dict(sources.missing))
    discovery.read_constants()
    selected: list[tuple[Package, list[Any]]] = []
    errors = _add_functions(sources)
    for path in sources.packages:
        package = sources.universe.packages[path]
        try:
            roots = selected_types(package, sources.universe)
        except AuthorErrors as found:
            errors += found.errors
            continue
        for kind in roots:
            discovery.discover(kind)
        selected.append((package, roots))
    discovery.finish()
    errors += discovery.errors + undeclared_groups(session)
    if errors := errors or untagged_functions(session, [package for package, _ in selected]):
        raise AuthorErrors(_told(errors))
    try:
        return [plan_package(package, roots, discovery) for package, roots in selected]
    except AuthorErrors as found:
        raise AuthorErrors(_told(found.errors)) from None


def _add_functions(sources: Sources) -> list[AuthorError]:
    """Finds the functions in Python of all packages, before any of their types is looked into."""
    errors = []
    for path in sorted(sources.included):
        try:
            add_python_functions(sources.universe.packages[path])
        except AuthorError as error:
            errors.append(error)
    return errors


def generate(sources: Sources, options: GenerateOptions = PLAIN) -> list[Generated]:
    """Generates the validators of all packages asked for; raises AuthorErrors."""
    return [
        Generated(plan.package, plan, print_module(plan, sources.universe)) for plan in plan_packages(sources, options)
    ]


def _told(errors: list[AuthorError]) -> list[AuthorError]:
    """Sorts errors by their places, and says what would be right.

    What is wrong with a tag is told once, though subfields come across it again.
    """
    from kapivara.generator.hints import hint_of  # nobody waits for it who made no mistake

    found: dict[tuple[Place | None, str], AuthorError] = {}
    for each in sorted(errors, key=lambda each: (each.place is not None, each.place or ())):
        found.setdefault((each.place, each.message[max(each.message.find('tag "'), 0) :]), each)
        each.hint = hint_of(each)
    return list(found.values())


class GeneratedModule:
    """A generated module, loaded."""

    def __init__(self, namespace: Mapping[str, Any]):
        self._namespace = namespace

    def validate(self, type_name: str, op: Operation, new: Any, old: Any = None) -> ErrorList:
        """Validates a value of a type; a type that is not registered is always valid."""
        errors: ErrorList = self._namespace["validate"](type_name, op, new, old)
        return errors

    def shape(self, type_name: str) -> Shape | None:
        """Returns what values of a type look like; None where the package has no such type."""
        shape: Shape | None = self._namespace["SHAPES"].get(type_name)
        return shape


def load_generated(
    source: str, title: str, custom: Mapping[str, Callable[..., ErrorList]] | None = None
) -> GeneratedModule:
    """Loads generated source; `custom` holds the hand-written functions that it calls by name."""
    namespace = load_module(source, title)
    if custom and "HAND_WRITTEN" in namespace:
        namespace["HAND_WRITTEN"].update(custom)
    return GeneratedModule(namespace)
