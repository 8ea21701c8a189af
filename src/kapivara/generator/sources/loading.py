"""Reads the packages at some paths, in Go or Python, and all packages that they refer to.

Hand-written functions are in the target package. Several packages may name the same input; types elsewhere that refer
to it then use the target that registers its code, or else the first.
Upstream: code-generator/cmd/validation-gen/targets.go GetTargets (1.37).

This runs after all types have been read and before rules are discovered; later steps do not know about overrides.
`override_marker` describes the markers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from kapivara.generator.grammar.marker_lines import goes_on
from kapivara.generator.grammar.override_marker import NAME, Override, OverrideError, read_override
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import CommentLine, Comments, Member, Package, Position, Type, TypeKind, Universe
from kapivara.generator.sources.go.go_package import GoFiles, GoPackage
from kapivara.generator.sources.go.import_paths import Root as Root
from kapivara.generator.sources.go.loader import Loader
from kapivara.generator.sources.python.type_files import type_files
from kapivara.generator.sources.selection import ROOT_HINT, input_path, is_excluded, registers
from kapivara.values.record import record

_PREFIX = f"+{NAME}("
_HOLDERS = (TypeKind.POINTER, TypeKind.SLICE, TypeKind.MAP, TypeKind.ARRAY)


def apply_overrides(types: Iterable[Type]) -> list[AuthorError]:
    """Gives the fields with override markers types of their own; returns the errors of the markers."""
    applying = _Applying()
    for kind in list(types):
        for member in kind.members if kind.kind is TypeKind.STRUCT else ():
            applying.apply(kind, member)
    return applying.errors


class _Applying:
    """Changes each field once, and before a type is derived from the struct that contains it."""

    def __init__(self) -> None:
        self.errors: list[AuthorError] = []
        self._done: set[int] = set()
        self._kept: list[Member] = []  # compared by identity, so they must stay alive

    def apply(self, owner: Type, member: Member) -> None:
        """Gives a field the type that its own markers describe."""
        if id(member) in self._done or not any(_PREFIX in line.text for line in member.comments):
            return
        self._done.add(id(member))
        for name, line in tag_lines(member.comments):
            if name != NAME:
                continue
            try:
                member.type = self._derived(member.type, read_override(line.text), line.place)
            except OverrideError as error:
                step = f"{owner}.{member.json.name or member.name}"
                message = f'field {step}: tag "{NAME}": {error}'
                self.errors.append(AuthorError(message, line.place, type_name=str(owner), field=step))

    def _derived(self, kind: Type, override: Override, place: Position) -> Type:
        """Returns a type with one override applied, also below lists, maps and pointers. Raises OverrideError."""
        if kind.kind in _HOLDERS and kind.elem is not None:
            made = Type(kind.name, kind.kind, kind.place)
            made.key, made.length = kind.key, kind.length
            made.elem = self._derived(kind.elem, override, place)
            return made
        if kind.kind is not TypeKind.STRUCT:
            raise OverrideError(f"{kind} has no fields of its own")
        made = Type(kind.name, kind.kind, kind.place)
        made.comments, made.detached, made.written = kind.comments, kind.detached, kind.written
        made.members, made.overridden = list(kind.members), True
        for index, member in enumerate(kind.members):
            self.apply(kind, member)
            if member.json.name == override.path[0]:
                made.members[index] = self._changed(member, override.below, place)
                return made
            if member.embedded and not member.json.name and _has_field(member.type, override.path[0]):
                inner = self._derived(member.type, override, place)
                made.members[index] = _copied(member, inner, member.comments)
                return made
        raise OverrideError(_no_field(kind, override.path[0]))

    def _changed(self, member: Member, override: Override, place: Position) -> Member:
        if override.path:
            made = _copied(member, self._derived(member.type, override, place), member.comments)
        else:
            made = _copied(member, member.type, _with(member.comments, override, place))
        self._done.add(id(made))  # its own markers are applied already
        self._kept.append(made)
        return made


def _no_field(struct: Type, name: str) -> str:
    names = ", ".join(each.json.name for each in struct.members if each.json.name)
    return f'no field for JSON name "{name}": {struct.name.name} has {names or "none that is known"}'


def _has_field(kind: Type, name: str) -> bool:
    return any(each.json.name == name for each in non_pointer(kind).members)


def _copied(member: Member, kind: Type, comments: Comments) -> Member:
    return Member(
        member.name, kind, member.json, member.place, embedded=member.embedded, comments=comments, tag=member.tag
    )


def _with(comments: Comments, override: Override, place: Position) -> Comments:
    """Returns a comment without the tags that an override removes, and with the tag that it adds."""
    kept: list[CommentLine] = []
    row = 0
    while row < len(comments):
        lines = [comments[row]]
        text = lines[0].text.lstrip(" \t")
        row += 1
        while row < len(comments) and goes_on(text, comments[row].text):
            text = f"{text}\n{comments[row].text}"
            lines.append(comments[row])
            row += 1
        if not (text.startswith("+") and override.replaces(text[1:])):
            kept += lines
    return tuple(kept) if override.removes else (*kept, CommentLine(f"+{override.tag}", place))


def generated_packages(packages: Iterable[Package]) -> dict[str, str]:
    """Maps import paths of types to the import paths of the packages into which their validation is generated.

    Packages with invalid markers are left out; selection of their types reports the errors.
    """
    found: dict[str, Package] = {}
    for package in packages:
        with suppress(AuthorErrors):
            if is_excluded(package):
                continue
            path, registered = input_path(package), registers(package)
            known = found.setdefault(path, package)
            if known is not package and registered and not registers(known):
                found[path] = package
    return {types: package.path for types, package in found.items()}


@record
class SourceOptions:
    """The folders of packages, and packages that are visited although nothing is generated for them."""

    roots: tuple[Root, ...] = ()
    readonly: tuple[str, ...] = ()


@record(eq=False)
class Sources:
    """The packages that were read. `missing` has hints for packages that were not found, by import path."""

    universe: Universe
    packages: tuple[str, ...]
    """The requested packages, in order."""
    included: frozenset[str]
    """The packages whose types are visited."""
    missing: Mapping[str, str] = MappingProxyType({})
    generated_in: Mapping[str, str] = MappingProxyType({})
    """The packages into which validation is generated, by the import paths of their types; usually the same."""
    errors: tuple[AuthorError, ...] = ()
    """Errors of the sources, found before any tag is read."""


_PLAIN = SourceOptions()
Watch: TypeAlias = Callable[[Sequence[Path], str], Iterable[Path]]


def _unwatched(paths: Sequence[Path], _label: str) -> Iterable[Path]:
    return paths


def read_sources(paths: Sequence[Path], options: SourceOptions = _PLAIN) -> Sources:
    """Reads the packages at some paths: folders of Go files, or of Python files with types, or such files themselves.

    Raises AuthorErrors with all their errors.
    """
    sources = try_sources(paths, options)
    if sources.errors:
        raise AuthorErrors(list(sources.errors))
    return sources


def try_sources(
    paths: Sequence[Path],
    options: SourceOptions = _PLAIN,
    watch: Watch = _unwatched,
    files: GoFiles | None = None,
) -> Sources:
    """Reads the packages at some paths, as far as possible; errors are in the result.

    `watch` passes the paths on, and may show progress. Go files that `files` contains are not read again.
    """
    reading = _Reading(options, files)
    for path in watch(paths, "reading"):
        reading.read(path)
    return reading.finish()


class _Reading:
    """One run that reads sources."""

    def __init__(self, options: SourceOptions, files: GoFiles | None):
        self._options = options
        self._universe = Universe()
        self._loader = Loader(self._universe, options.roots, files=files)
        self._asked: dict[str, GoPackage | None] = {}
        self._errors: list[AuthorError] = []

    def read(self, path: Path) -> None:
        """Reads the package at a path."""
        folder = path.parent if path.suffix in (".py", ".go") and not path.is_dir() else path
        if not path.exists():
            self._errors.append(AuthorError("no such file or folder", Position(str(path), 1, 1)))
        elif path.suffix == ".py" and not path.is_dir():
            self._read_python(path)
        elif not folder.is_dir():
            hint = "name a folder of Go or Python files, or a Python file"
            self._errors.append(
                AuthorError("neither a package nor a Python file", Position(str(path), 1, 1), hint=hint)
            )
        elif not _has(folder, ".go") and (files := _python_files(folder)):
            for file in files:
                self._read_python(file)
        else:
            package = self._loader.load(folder)
            self._asked[package.path] = package
            self._add_input(package)

    def _read_python(self, path: Path) -> None:
        from kapivara.generator.sources.python.front_end import try_package

        package, errors = try_package(path, self._universe, self._loader.shared_type)
        self._errors += errors
        if package is not None:
            self._universe.packages[package.path] = package
            self._asked[package.path] = None

    def finish(self) -> Sources:
        """Adds the packages to which the requested ones refer, and returns all."""
        # Python packages belong to the requested project, imported ones too.
        python = [
            each.path for each in self._universe.packages.values() if each.files and each.files[0].endswith(".py")
        ]
        readonly = self._add_readonly([package for package in self._asked.values() if package is not None])
        self._loader.complete()
        included = self._loader.included
        errors = self._errors + [error for package in included.values() for error in package.errors]
        ours = [self._universe.packages[path] for path in (*included, *python)]
        errors += apply_overrides(kind for package in ours for kind in package.types.values())
        # A package that is known without its sources is not known completely.
        whole = {path for path, package in included.items() if not package.is_partial}
        missing = {path: why for path, why in self._loader.missing.items() if path not in whole}
        return Sources(
            self._universe,
            tuple(self._asked),
            frozenset((*included, *python)),
            missing,
            generated_packages(self._universe.packages[path] for path in (*self._asked, *readonly)),
            tuple(errors),
        )

    def _add_input(self, package: GoPackage) -> None:
        """Includes the package that declares the types of another one."""
        try:
            path = input_path(package.model)
        except AuthorErrors as errors:
            self._errors += errors.errors
            return
        if path != package.path and self._loader.include(path, package).is_partial:
            self._not_found(path, "+k8s:validation-gen-input names it", package)

    def _add_readonly(self, asked: list[GoPackage]) -> list[str]:
        """Includes the read-only packages, each with the package of its types; returns their import paths."""
        paths = []
        for each in self._options.readonly if asked else ():
            path = each.partition("/vendor/")[2] or each
            package = self._loader.include(path, asked[0])
            if package.is_partial and not package.declarations.types:
                self._not_found(path, "--readonly-pkg names it", asked[0])
            else:
                self._add_input(package)
                paths.append(package.path)
        return paths

    def _not_found(self, path: str, why: str, package: GoPackage) -> None:
        model = package.model
        first = model.files[0] if model.files else str(package.folder or package.path)
        place = model.markers[0].place if model.markers else Position(first, 1, 1)
        self._errors.append(AuthorError(f"cannot find package {path}: {why}", place, hint=ROOT_HINT))


def _python_files(folder: Path) -> list[Path]:
    """Returns the files with types in a folder; a folder without Python files needs no imports here."""
    if not _has(folder, ".py"):
        return []
    return type_files(folder)


def _has(folder: Path, suffix: str) -> bool:
    try:
        return any(name.endswith(suffix) for name in os.listdir(folder))
    except OSError:
        return False
