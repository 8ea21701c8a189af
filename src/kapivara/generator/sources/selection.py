"""Selects the types of a package for which validation is generated, and reads the other markers of packages and types.

A requested package without any `+k8s:validation-gen` marker selects all of its exported types, where the reference
would skip it: a caller who names a folder wants its types.
Upstream: code-generator/cmd/validation-gen/targets.go GetTargets, code-generator/pkg/apidefinitions (1.37).
"""

from __future__ import annotations

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import CommentLine, Comments, Package, Type, TypeKind, TypeName, Universe
from kapivara.generator.sources.package_tags import unknown_package_tags as unknown_package_tags
from kapivara.values.rendering import quote

MAIN_TAG = "k8s:validation-gen"
INPUT_TAG = "k8s:validation-gen-input"
REGISTRY_TAG = "k8s:validation-gen-scheme-registry"
NO_LINT_TAG = "k8s:validation-gen-nolint"
FIXTURE_TAG = "k8s:validation-gen-test-fixture"
TARGETS_TAG = "k8s:validation-gen-test-targets"
PACKAGE_TAGS = (MAIN_TAG, INPUT_TAG, REGISTRY_TAG, NO_LINT_TAG, FIXTURE_TAG, TARGETS_TAG)
"""The tags that comments of a package may contain."""
IS_SUBRESOURCE = "k8s:isSubresource"
SUPPORTS_SUBRESOURCE = "k8s:supportsSubresource"
_BY_FIELD = "TypesWithField="
_BY_SUFFIX = "TypesWithSuffix="
_LIST_META = TypeName("k8s.io/apimachinery/pkg/apis/meta/v1", "ListMeta")
ROOT_HINT = "give the folder of packages by --root PREFIX=FOLDER"
_CHOICES = "`*`, `TypesWithField=NAME` or `TypesWithSuffix=TEXT`"


def is_generated(package: Package) -> bool:
    """Returns whether a package has the marker that requests validation, with a value other than `false`."""
    return any(line.text.partition("=")[2].strip() != "false" for line in _main_lines(package))


def is_excluded(package: Package) -> bool:
    """Returns whether a package declines validation."""
    return any(line.text.partition("=")[2].strip() == "false" for line in _main_lines(package))


def registers(package: Package) -> bool:
    """Returns whether the validation of a package is registered; with `nil`, other code calls it."""
    return all(tag.value != "nil" for tag in _read(package.markers, REGISTRY_TAG, "scheme registry "))


def _main_lines(package: Package) -> list[CommentLine]:
    return [line for name, line in grammar.tag_lines(package.markers) if name == MAIN_TAG]


def selected_types(package: Package, universe: Universe) -> list[Type]:
    """Returns the types for which validation is generated, sorted by name; raises AuthorErrors."""
    criteria = _criteria(package)
    if criteria is None:
        return []
    declaring = declaring_package(package, universe)
    _check_settings(package)
    found = [kind for kind in declaring.types.values() if _is_selected(kind, criteria)]
    return sorted(found, key=lambda kind: kind.name.name)


def declaring_package(package: Package, universe: Universe) -> Package:
    """Returns the package that declares the types: one that a marker names, or itself; raises AuthorErrors."""
    path = input_path(package)
    if path == package.path:
        return package
    found = universe.packages.get(path)
    if found is None:
        tag = _read(package.markers, INPUT_TAG)[0]
        raise _blame(f"cannot find package {path}: +{INPUT_TAG} names it", tag, ROOT_HINT)
    return found


def input_path(package: Package) -> str:
    """Returns the import path of the package that declares the types, usually its own; raises AuthorErrors."""
    tags = _read(package.markers, INPUT_TAG)
    values = [tag.value for tag in tags]
    if not values:
        return package.path
    if len(values) > 1:
        message = f"+{INPUT_TAG}: expected at most one value, got [{' '.join(values)}]"
        raise _blame(message, tags[1], "remove all but one")
    if values[0].startswith(("./", "../")):
        message = f"+{INPUT_TAG}: relative path {quote(values[0])} is not supported; use the full package import path"
        raise _blame(message, tags[0])
    return values[0]


def lint_off(package: Package) -> bool:
    """Returns whether a package disables lint."""
    return any(name == NO_LINT_TAG for name, _ in grammar.tag_lines(package.markers))


def subresource_paths(kind: Type) -> tuple[str, ...]:
    """Returns the request paths for which a type is validated, sorted: `/`, `/status`, …; raises AuthorErrors."""
    comments = (*kind.detached, *kind.comments)
    if "ubresource" not in " ".join([line.text for line in comments]):
        return ("/",)
    paths = {tag.value for tag in _read(comments, SUPPORTS_SUBRESOURCE, "supportedSubresource ", typed=str(kind))}
    own = _read(comments, IS_SUBRESOURCE, "isSubresource ", typed=str(kind))
    if len(own) > 1:
        message = f"Type {quote(str(kind))} contains more than one usage of {quote(IS_SUBRESOURCE)}"
        raise _blame(message, own[1], f"keep one; +{SUPPORTS_SUBRESOURCE} adds further ones", type_name=str(kind))
    return tuple(sorted(paths | {own[0].value if own else "/"}))


def _criteria(package: Package) -> list[str] | None:
    """Returns the selectors of types that the package's markers declare; None to select no types."""
    tags = _read(package.markers, MAIN_TAG)
    values = [tag.value for tag in tags]
    if not values:
        return ["*"]
    if "false" in values:
        if set(values) != {"false"}:
            message = f'+{MAIN_TAG}: cannot mix "false" with other values; got [{" ".join(values)}]'
            raise _blame(message, tags[0], "keep `false` alone, or remove it")
        return None
    if values == [""]:
        message = f"{package.path}: found package tag {quote(MAIN_TAG)} with no value"
        raise _blame(message, tags[0], f"write {_CHOICES}")
    for tag in tags:
        if tag.value in (_BY_FIELD, _BY_SUFFIX):
            message = f"{package.path}: found package tag {quote(f'{MAIN_TAG}={tag.value}')} with empty value"
            raise _blame(message, tag, f"write {_CHOICES}")
        if tag.value != "*" and not tag.value.startswith((_BY_FIELD, _BY_SUFFIX)):
            message = f"{package.path}: unknown value for package tag {quote(MAIN_TAG)}: {quote(tag.value)}"
            meant = f"did you mean {_BY_FIELD}{tag.value}? " if tag.value.isidentifier() else ""
            raise _blame(message, tag, f"{meant}write {_CHOICES}")
    return values


def _check_settings(package: Package) -> None:
    """Checks markers that have no effect here, but would stop the reference."""
    registries = _read(package.markers, REGISTRY_TAG, "scheme registry ")
    if len(registries) > 1:
        message = f"Package {quote(package.path)} contains more than one usage of {quote(REGISTRY_TAG)}"
        raise _blame(message, registries[1], "keep one")
    for tag in _read(package.markers, FIXTURE_TAG, "test fixture "):
        if tag.value != "validateFalse":
            known = f"{FIXTURE_TAG} must be one of '[validateFalse]', but got: {tag.value}"
            raise _blame(f"Package {quote(package.path)}: {known}", tag)


def is_nameable(kind: Type) -> bool:
    """Returns whether a type is exported and not generic; generic types have no values of their own."""
    name = kind.name.name
    return name[:1] != name[:1].lower() and "[" not in name


def _is_selected(kind: Type, criteria: list[str]) -> bool:
    name = kind.name.name
    if not is_nameable(kind):
        return False
    if MAIN_TAG in " ".join([line.text for line in (*kind.comments, *kind.detached)]):
        for value, answer in (("false", False), ("true", True)):
            if _has_main_tag(kind.comments, value) or _has_main_tag(kind.detached, value):
                return answer
    if _LIST_META in [member.type.name for member in kind.members if member.embedded]:
        return False
    return "*" in criteria or any(
        (each.startswith(_BY_FIELD) and _has_field(kind, each.removeprefix(_BY_FIELD)))
        or (each.startswith(_BY_SUFFIX) and name.endswith(each.removeprefix(_BY_SUFFIX)))
        for each in criteria
    )


def _has_field(kind: Type, name: str) -> bool:
    return kind.kind is TypeKind.STRUCT and any(member.name == name for member in kind.members)


def _has_main_tag(comments: Comments, value: str) -> bool:
    """Returns whether a comment has the main tag once, with this value."""
    return [tag.value for tag in _read(comments, MAIN_TAG, "")] == [value]


def _read(comments: Comments, name: str, what: str | None = None, *, typed: str = "") -> list[Tag]:
    """Parses all tags of a name: values as raw text, or by the tag grammar where `typed` names a type.

    `what` names the tags in errors; without it, errors consist of the parser's message alone.
    """
    lines = [line for each, line in grammar.tag_lines(comments) if each == name]
    found = []
    for line in lines:
        try:
            found.append(grammar.parse(line.text, raw=not typed, place=line.place))
        except grammar.GrammarError as error:
            prefix = "" if what is None else f"Failed to extract {what}tags: "
            texts = grammar.listed(each.text for each in lines)
            message = f"{prefix}failed to parse tags: {error}: {texts}" if typed else f"{prefix}{error}"
            found_error = AuthorError(message, line.place, type_name=typed, tag=name, hint=error.hint)
            raise AuthorErrors([found_error]) from None
    return found


def _blame(message: str, tag: Tag, hint: str = "", *, type_name: str = "") -> AuthorErrors:
    return AuthorErrors([AuthorError(message, tag.place, type_name=type_name, tag=tag.name, hint=hint)])
