"""The sources as lint rules see them: declarations, selected types, and errors of the generator."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.lint.declarations import Declaration, declarations_of
from kapivara.generator.lint.exceptions import AcceptedDifferences
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import Package, Type, TypeKind, Universe
from kapivara.generator.plan.package_plan import PackagePlan
from kapivara.generator.planning.plan_sources import GenerateOptions, Planned, try_packages
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import declaring_package, lint_off, selected_types
from kapivara.generator.tags.contract.handler import Session
from kapivara.generator.tags.extraction import TagExtractor
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

_NO_LINT = "k8s:validation-gen-nolint"


@record(eq=False)
class LintOptions:
    """The options of lint.

    `select` names the only rules to apply (empty: all), `ignore` rules to skip. `target` is a version of validation-gen
    that must also accept the sources, or empty. `typedef_chains` is the generator's option of this name: rules of inner
    typedefs apply.
    """

    _: KW_ONLY
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    target: str = ""
    exceptions: AcceptedDifferences | None = None
    typedef_chains: bool = False


class Survey:
    """The sources, with all data that rules use."""

    def __init__(self, sources: Sources, options: LintOptions):
        self.sources = sources
        self.options = options

    @property
    def universe(self) -> Universe:
        """All packages that were read."""
        return self.sources.universe

    @cached_property
    def packages(self) -> tuple[Package, ...]:
        """The requested packages, and those that declare their types."""
        found = {package.path: package for package in self._asked}
        for package in self._asked:
            try:
                declaring = declaring_package(package, self.universe)
            except AuthorErrors:
                continue  # the generator reports it
            found.setdefault(declaring.path, declaring)
        return tuple(found.values())

    @cached_property
    def _asked(self) -> tuple[Package, ...]:
        known = self.universe.packages
        return tuple(known[path] for path in self.sources.packages if path in known)

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """All types of the packages, each followed by the fields that it declares."""
        types = [kind for package in self.packages for kind in package.types.values()]
        types += _unnamed_structs(types)
        return tuple(each for kind in types for each in declarations_of(kind) if each.member is None or _is_own(kind))

    @cached_property
    def generated(self) -> tuple[Declaration, ...]:
        """The declarations that validation-gen lints: the selected types, and those that they refer to.

        Types with a nolint tag are left out.
        Upstream: code-generator/cmd/validation-gen/lint.go lintType, targets.go GetTargets (1.37).
        """
        return tuple(each for kind in self._generated_types() for each in declarations_of(kind))

    def _generated_types(self) -> Iterator[Type]:
        seen: set[int] = set()
        asked = [package for package in self._asked if not lint_off(package)]
        waiting = [kind for package in asked for kind in self.selected(package) or ()][::-1]
        while waiting:
            kind = waiting.pop()
            if id(kind) in seen:
                continue
            seen.add(id(kind))
            if any(name == _NO_LINT for name, _ in tag_lines(kind.comments)):
                continue
            yield kind
            waiting += reversed(parts_of(kind))

    @cached_property
    def roots(self) -> tuple[Type, ...]:
        """The types that are validated by name."""
        return tuple(kind for package in self._asked for kind in self.selected(package) or ())

    def selected(self, package: Package) -> list[Type] | None:
        """Returns the types of a package that are validated by name; None where its markers are invalid."""
        try:
            return selected_types(package, self.universe)
        except AuthorErrors:
            return None  # the generator reports it

    @property
    def plans(self) -> list[PackagePlan]:
        """The plans that the generator would print, without the parts with errors."""
        return self._planned.plans

    @property
    def errors(self) -> list[AuthorError]:
        """The errors of the generator."""
        return self._planned.errors

    @cached_property
    def _planned(self) -> Planned:
        return try_packages(self.sources, GenerateOptions(typedef_chains=self.options.typedef_chains))

    @cached_property
    def extractor(self) -> TagExtractor:
        """Parses tags as the generator does."""
        return TagExtractor()

    def session(self) -> Session:
        """Returns a new session of tag handlers."""
        return Session(self.universe, self.sources.included, self.extractor, self.sources.generated_in)


def _is_own(kind: Type) -> bool:
    """Returns whether a struct declares its fields itself, instead of copying those of another type."""
    return kind.written is None or not kind.written.name.package


def _unnamed_structs(types: list[Type]) -> list[Type]:
    """Returns the unnamed structs in the fields of types."""
    found: dict[int, Type] = {}
    waiting = [part for kind in reversed(types) for part in reversed(parts_of(kind))]
    while waiting:
        kind = waiting.pop()
        if kind.name.package or kind.kind is TypeKind.BUILTIN or id(kind) in found:
            continue
        if kind.kind is TypeKind.STRUCT:
            found[id(kind)] = kind
        waiting += reversed(parts_of(kind))
    return list(found.values())


def parts_of(kind: Type) -> list[Type]:
    """Returns the types of which a type directly consists."""
    match kind.kind:
        case TypeKind.STRUCT:
            return [member.type for member in kind.members]
        case TypeKind.ALIAS:
            return [kind.underlying] if kind.underlying is not None else []
        case _:
            return [each for each in (kind.key, kind.elem) if each is not None]
