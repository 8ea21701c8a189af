"""All that rules may ask about the sources: which declarations there are, which of them the generator looks at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.generator.author_error import AuthorError, AuthorErrors
from kapivara.generator.lint.declarations import Declaration, declarations_of
from kapivara.generator.lint.exceptions import AcceptedDifferences
from kapivara.generator.model import Package, Type, TypeKind, Universe
from kapivara.generator.package_plan import PackagePlan
from kapivara.generator.plan_sources import GenerateOptions, Planned, try_packages
from kapivara.generator.selection import declaring_package, lint_off, selected_types
from kapivara.generator.sources import Sources
from kapivara.generator.tags.extraction import TagExtractor
from kapivara.generator.tags.grammar import tag_lines
from kapivara.generator.tags.handler import Session
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

_NO_LINT = "k8s:validation-gen-nolint"


@record(eq=False)
class LintOptions:
    """What to look for.

    `select` names the only rules to apply (empty: all), `ignore` those to leave out. `target` is the version of
    validation-gen that the sources are also meant for, if any. `typedef_chains` says that the generator is told to
    let rules of inner typedefs apply.
    """

    _: KW_ONLY
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    target: str = ""
    exceptions: AcceptedDifferences | None = None
    typedef_chains: bool = False


class Survey:
    """The sources, seen by lint."""

    def __init__(self, sources: Sources, options: LintOptions):
        self.sources = sources
        self.options = options

    @property
    def universe(self) -> Universe:
        """All packages that were read."""
        return self.sources.universe

    @cached_property
    def packages(self) -> tuple[Package, ...]:
        """The packages that were asked for, and those that declare their types."""
        found = {package.path: package for package in self._asked}
        for package in self._asked:
            try:
                declaring = declaring_package(package, self.universe)
            except AuthorErrors:
                continue  # the generator tells
            found.setdefault(declaring.path, declaring)
        return tuple(found.values())

    @cached_property
    def _asked(self) -> tuple[Package, ...]:
        known = self.universe.packages
        return tuple(known[path] for path in self.sources.packages if path in known)

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """All types of the packages, each followed by the fields that are declared in it."""
        types = [kind for package in self.packages for kind in package.types.values()]
        types += _unnamed_structs(types)
        return tuple(each for kind in types for each in declarations_of(kind) if each.member is None or _is_own(kind))

    @cached_property
    def generated(self) -> tuple[Declaration, ...]:
        """What validation-gen lints: the types it generates for and all they are made of, unless it is told not to.

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
        """Returns the types of a package that are validated by name; None where its markers are wrong."""
        try:
            return selected_types(package, self.universe)
        except AuthorErrors:
            return None  # the generator tells

    @property
    def plans(self) -> list[PackagePlan]:
        """What would be generated, as far as the generator does not refuse the sources."""
        return self._planned.plans

    @property
    def errors(self) -> list[AuthorError]:
        """Why the generator refuses the sources."""
        return self._planned.errors

    @cached_property
    def _planned(self) -> Planned:
        return try_packages(self.sources, GenerateOptions(typedef_chains=self.options.typedef_chains))

    @cached_property
    def extractor(self) -> TagExtractor:
        """Reads tags as the generator does."""
        return TagExtractor()

    def session(self) -> Session:
        """Makes a fresh run of the tags' handlers."""
        return Session(self.universe, self.sources.included, self.extractor, self.sources.generated_in)


def _is_own(kind: Type) -> bool:
    """Tells whether the fields of a struct are its own, and not those of a type that it is defined from."""
    return kind.written is None or not kind.written.name.package


def _unnamed_structs(types: list[Type]) -> list[Type]:
    """Lists the structs without a name that stand in the fields of types."""
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
    """Lists the types that a type is directly made of."""
    match kind.kind:
        case TypeKind.STRUCT:
            return [member.type for member in kind.members]
        case TypeKind.ALIAS:
            return [kind.underlying] if kind.underlying is not None else []
        case _:
            return [each for each in (kind.key, kind.elem) if each is not None]
