"""From sources to plans: selects the types of the packages, discovers their rules and puts them in order.

Errors are collected, so that one mistake hides no other. Correct parts are planned in spite of errors elsewhere, for
lint and for tests of types that nothing selects.

A list of lists, or a type of a package that is not read, has no validator, but can be part of a document; its tags are
kept.

Upstream: code-generator/cmd/validation-gen/validation.go emitValidationForChild (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.generator.model.author_error import AuthorError, AuthorErrors, TagError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.own_json import has_own_json
from kapivara.generator.model.types import Member, Package, Position, Type, TypeKind
from kapivara.generator.plan.nodes import Child, Iteration, Node, all_below
from kapivara.generator.plan.package_plan import FieldPlan, PackagePlan, RootType, TypePlan
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall
from kapivara.generator.planning.discovery import Discovery
from kapivara.generator.sources.handwritten import add_python_functions
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import declaring_package, is_nameable, selected_types, subresource_paths
from kapivara.generator.tags.contract.handler import Session
from kapivara.generator.tags.extraction import TagExtractor
from kapivara.generator.tags.fields.custom import untagged_functions
from kapivara.generator.tags.unions.groups import undeclared_groups
from kapivara.values.record import record

_NO_NILS = RuleCall("", FunctionCall("ptr_slice_no_nils"), short_circuit=True)


def plan_package(
    package: Package, declaring: Package, roots: list[Type], discovery: Discovery, errors: list[AuthorError]
) -> PackagePlan:
    """Plans the functions of all types that the root types refer to, and the table of root types.

    `declaring` is the package that declares the types. Errors in the markers of root types are added to `errors`.
    """
    ruled = [node for kind in roots if (node := discovery.node(kind)) is not None and node.ruled]
    plans: dict[Node, TypePlan] = {}
    waiting = ruled[::-1]
    while waiting:
        node = waiting.pop()
        if node not in plans:
            plans[node] = _plan_type(node)
            waiting += reversed(_called(node))
    tops = []
    for node in ruled:
        try:
            tops.append(RootType(node.type, subresource_paths(node.type)))
        except AuthorErrors as found:
            errors += found.errors
    return PackagePlan(package, declaring, tuple(plans.values()), tuple(tops))


def _plan_type(node: Node) -> TypePlan:
    fields: list[FieldPlan] = []
    if not (node.rules.opaque_type or has_own_json(node.type)):
        fields = [plan for each in node.fields if (plan := _plan_field(each)) is not None]
    return TypePlan(node.type, tuple(node.rules.calls), _kept(node.iterations), tuple(fields))


def _plan_field(child: Child) -> FieldPlan | None:
    node, member, calls = child.node, child.member, child.rules.calls
    leads_on = node is not None and node.ruled
    native = native_type(member.type)
    if native.kind is TypeKind.SLICE and native.elem is not None and native.elem.kind is TypeKind.POINTER:
        calls = [_NO_NILS, *calls] if calls or leads_on else calls
    type_call = node.type if node is not None and node.ruled and node.has_function else None
    iterations = _kept(child.iterations)
    if not (calls or type_call or iterations):
        return None
    return FieldPlan(member, member.json.name, tuple(calls), type_call, iterations)


def _kept(iterations: list[Iteration]) -> tuple[RuleCall, ...]:
    """Drops the iterations over types without rules."""
    return tuple([call for node, call in iterations if node.ruled]) if iterations else ()


def _called(node: Node) -> list[Node]:
    """Returns the nodes of the types whose functions a type's function calls."""
    found = [below for below, _ in node.iterations]
    for each in () if node.rules.opaque_type else node.fields:
        if each.node is not None and each.node.has_function:
            found.append(each.node)
        if each.iterations:
            found += [below for below, _ in each.iterations]
    return [each for each in found if each.ruled]


class DocumentDiscovery(Discovery):
    """Walks types that are to be described."""

    def _refuse(self, message: str, owner: Type, member: Member | None = None, path: str = "") -> None:
        """Ignores a type that has no validator."""

    def _look_into(self, child: Child, path: str) -> None:
        try:
            super()._look_into(child, path)
        except TagError:
            child.node = None


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
