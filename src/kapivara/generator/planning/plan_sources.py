"""From sources to plans: selects the types of the packages, discovers their rules and puts them in order.

Errors are collected, so that one mistake hides no other. Correct parts are planned in spite of errors elsewhere, for
lint and for tests of types that nothing selects.
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import Package, Position, Type
from kapivara.generator.plan.nodes import all_below
from kapivara.generator.plan.package_plan import PackagePlan
from kapivara.generator.planning.discovery import Discovery
from kapivara.generator.planning.document_discovery import DocumentDiscovery
from kapivara.generator.planning.package_order import plan_package
from kapivara.generator.sources.handwritten import add_python_functions
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import declaring_package, is_nameable, selected_types
from kapivara.generator.tags.contract.handler import Session
from kapivara.generator.tags.extraction import TagExtractor
from kapivara.generator.tags.fields.custom import untagged_functions
from kapivara.generator.tags.unions.groups import undeclared_groups
from kapivara.values.record import record


@record
class GenerateOptions:
    """Options of generation: with `typedef_chains`, rules of inner typedefs apply to outer ones."""

    typedef_chains: bool = False


PLAIN = GenerateOptions()


@record(eq=False)
class Planned:
    """Plans and all errors, in the order of the sources; plans lack the parts with errors."""

    plans: list[PackagePlan]
    errors: list[AuthorError]


@record(eq=False)
class AllTypes:
    """The plan of a package with all of its types as roots, and the errors of types that it lacks, by type name."""

    plan: PackagePlan
    refused: Mapping[str, list[AuthorError]]


def plan_packages(sources: Sources, options: GenerateOptions = PLAIN) -> list[PackagePlan]:
    """Plans all requested packages; raises AuthorErrors with all errors, in the order of the sources."""
    planned = try_packages(sources, options)
    if planned.errors:
        raise AuthorErrors(planned.errors)
    return planned.plans


def try_packages(sources: Sources, options: GenerateOptions = PLAIN) -> Planned:
    """Plans all requested packages, without the parts that have errors."""
    run = _Run(sources, options)
    plans = run.plan_selected()
    return Planned(plans, in_order(run.errors))


@record(eq=False)
class Discovered:
    """The types that packages select, all types that these refer to, and the rules of their tags."""

    discovery: Discovery
    session: Session
    roots: tuple[Type, ...]
    errors: list[AuthorError]


def discover_selected(sources: Sources, options: GenerateOptions = PLAIN) -> Discovered:
    """Discovers the types that packages select, to describe them; their errors are in the result."""
    run = _Run(sources, options, DocumentDiscovery)
    run.plan_selected()
    return Discovered(run.discovery, run.session, tuple(run.roots), in_order(run.errors))


def discover_all(sources: Sources, options: GenerateOptions = PLAIN) -> Discovered:
    """Discovers all types of the requested packages, selected or not, to describe them."""
    run = _Run(sources, options, DocumentDiscovery)
    run.discover_everything()
    return Discovered(run.discovery, run.session, tuple(run.roots), in_order(run.errors))


def plan_all_types(sources: Sources, options: GenerateOptions = PLAIN) -> AllTypes:
    """Plans all types of the first package, selected or not; raises AuthorErrors for selected types.

    Errors of other types are in the result, and matter only to callers that use these types.
    """
    run = _Run(sources, options)
    run.plan_selected()
    if run.errors:
        raise AuthorErrors(in_order(run.errors))
    return run.plan_whole(sources.packages[0])


@record(eq=False)
class _Selection:
    """The types that a package selects: its own, or those of the package that declares them."""

    package: Package
    declaring: Package
    roots: list[Type]


class _Run:
    """One run that plans packages."""

    def __init__(self, sources: Sources, options: GenerateOptions, discovery: type[Discovery] = Discovery):
        self._sources = sources
        extractor, describes = TagExtractor(), discovery is DocumentDiscovery
        self.session = Session(sources.universe, sources.included, extractor, sources.generated_in, describes=describes)
        self.discovery = discovery(self.session, typedef_chains=options.typedef_chains, missing=dict(sources.missing))
        self._errors = list(sources.errors)
        self.roots: list[Type] = []
        """The types that packages select."""

    @property
    def errors(self) -> list[AuthorError]:
        """All errors, unsorted."""
        return self._errors + self.discovery.errors

    def plan_selected(self) -> list[PackagePlan]:
        """Plans the types that packages select."""
        self._add_functions()
        self.discovery.read_constants()
        selected = [each for path in self._sources.packages if (each := self._select(path)) is not None]
        self.discovery.finish()
        self._errors += undeclared_groups(self.session)
        plans = [
            plan_package(each.package, each.declaring, each.roots, self.discovery, self._errors) for each in selected
        ]
        involved = {package.path: package for each in selected for package in (each.package, each.declaring)}
        self._errors += untagged_functions(self.session, involved.values(), lenient=bool(self.errors))
        return plans

    def discover_everything(self) -> None:
        """Visits all exported, non-generic types of the requested packages."""
        self._add_functions()
        self.discovery.read_constants()
        for path in self._sources.packages:
            declaring = declaring_package(self._sources.universe.packages[path], self._sources.universe)
            self.roots += [kind for kind in declaring.types.values() if is_nameable(kind)]
        for kind in self.roots:
            self.discovery.discover(kind)
        self.discovery.finish()
        self._errors += undeclared_groups(self.session)

    def plan_whole(self, path: str) -> AllTypes:
        """Plans all types of a package, unselected ones too."""
        package = self._sources.universe.packages[path]
        declaring = declaring_package(package, self._sources.universe)
        types = [kind for kind in declaring.types.values() if is_nameable(kind)]
        for kind in types:
            self.discovery.discover(kind)
        self.discovery.finish()
        errors: list[AuthorError] = []
        plan_package(package, declaring, types, self.discovery, errors)
        wrong: dict[str, list[AuthorError]] = {}
        for error in errors + self.discovery.errors:
            wrong.setdefault(error.type_name, []).append(error)
        refused = {kind.name.name: found for kind in types if wrong and (found := _wrong_below(kind, wrong))}
        good = [kind for kind in types if kind.name.name not in refused]
        return AllTypes(plan_package(package, declaring, good, self.discovery, errors), refused)

    def _select(self, path: str) -> _Selection | None:
        """Visits the types that a package selects; returns None where its markers are invalid."""
        universe = self._sources.universe
        package = universe.packages[path]
        try:
            roots, declaring = selected_types(package, universe), declaring_package(package, universe)
        except AuthorErrors as found:
            self._errors += found.errors
            return None
        for kind in roots:
            self.discovery.discover(kind)
        self.roots += roots
        return _Selection(package, declaring, roots)

    def _add_functions(self) -> None:
        """Adds the Python functions of all packages, before any of their types is visited."""
        for path in sorted(self._sources.included):
            try:
                add_python_functions(self._sources.universe.packages[path])
            except AuthorError as error:
                self._errors.append(error)


def _wrong_below(kind: Type, wrong: Mapping[str, list[AuthorError]]) -> list[AuthorError]:
    """Returns the errors of a type and of all types that it refers to."""
    return in_order([error for each in all_below(kind) for error in wrong.get(str(each), ())])


def in_order(errors: list[AuthorError]) -> list[AuthorError]:
    """Sorts errors by place, and adds hints.

    An error of a tag is reported once, even where subfields meet the tag again.
    """
    from kapivara.generator.planning.hints import hint_of  # imported only for sources with errors

    found: dict[tuple[Position | None, str], AuthorError] = {}
    for each in sorted(errors, key=lambda each: (each.place is not None, each.place or ())):
        found.setdefault((each.place, each.message[max(each.message.find('tag "'), 0) :]), each)
        each.hint = hint_of(each)
    return list(found.values())
