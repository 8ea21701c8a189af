"""Lint: tags of types that are never validated, because no validated type refers to them."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.lint.declarations import Declaration, readable_tags
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.ruled_types import has_rule_tag
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import Comments, Package, Type, TypeKind
from kapivara.generator.sources.selection import MAIN_TAG, is_generated, registers

_OPAQUE = "k8s:opaqueType"


def _check_reach(survey: Survey) -> Iterator[Finding]:
    reached = _reached(survey.roots)
    asked = {package.path for package in survey.packages if _is_asked(survey, package)}
    told: set[int] = set()
    for declaration in survey.declarations:
        kind = declaration.type
        if id(kind) in reached or id(kind) in told or kind.name.package not in asked or "[" in kind.name.name:
            continue
        if has_rule_tag(declaration.tags):
            told.add(id(kind))
            yield _unreached(declaration)


def _unreached(declaration: Declaration) -> Finding:
    name = declaration.type.name.name
    message = f"nothing validates {name}: no type that is selected leads to it"
    hint = f"write +k8s:validation-gen=true above {name}, or use it in a type that is selected"
    if name[:1] == name[:1].lower():
        hint = "types that are not exported are validated only where others use them"
    tag = next(each for each in declaration.tags if has_rule_tag((each,)))
    return declaration.finding(message, tag=tag, hint=hint)


def _is_asked(survey: Survey, package: Package) -> bool:
    """Returns whether a package requests validation for its own use."""
    unmarked = all(name != MAIN_TAG for name, _ in tag_lines(package.markers))
    if survey.selected(package) is None or not registers(package):
        return False  # other code calls validators that are not registered, and uses their types
    return unmarked or is_generated(package)


def _reached(roots: tuple[Type, ...]) -> set[int]:
    """Returns the identities of all types that validation visits, from those that are validated by name."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        kind = waiting.pop()
        if id(kind) in seen:
            continue
        seen.add(id(kind))
        for link in kind.chain():  # the fields of a struct are copied from it
            if id(link) in seen:
                break
            seen.add(id(link))
        waiting += _below(kind)
    return seen


def _below(kind: Type) -> Iterator[Type]:
    """Yields the types that validation visits from a type, without opaque ones."""
    if kind.kind is TypeKind.STRUCT:
        if not _has_chain(kind.comments, _OPAQUE):
            for member in kind.members:
                if member.exported:
                    yield from _of_value(member.type, member.comments)
    elif kind.underlying is not None:
        yield from _of_value(kind.underlying, kind.comments)
    else:
        yield from _of_value(kind, ())


def _of_value(kind: Type, comments: Comments) -> Iterator[Type]:
    """Yields the types of a value, and of its keys and items, unless tags make them opaque."""
    if kind.kind is TypeKind.POINTER and kind.elem is not None:
        kind = kind.elem
    if kind.kind in (TypeKind.SLICE, TypeKind.MAP):
        parts = ((kind.key, "k8s:eachKey"), (kind.elem, "k8s:eachVal"))
        for part, tag in parts:
            if part is not None and not _has_chain(comments, tag, _OPAQUE):
                yield part
    elif not _has_chain(comments, _OPAQUE):
        yield kind


def _has_chain(comments: Comments, *names: str) -> bool:
    """Returns whether a comment has a chain of exactly these tags."""
    for tag in readable_tags(comments) if any(_OPAQUE in line.text for line in comments) else ():
        inner = tag.value_tag
        if [tag.name, *([inner.name] if inner is not None else [])] == [*names]:
            return True
    return False


UNREACHED_TAG = Rule(
    name="unreached-tag",
    severity=Severity.WARNING,
    what="A type has rules, on itself or its fields, but no validated type leads to it: the markers of its "
    "package do not select it, and no selected type uses it, or only as an opaque type.",
    why="No object is ever validated against its rules.",
    example='type unused struct {\n\t// +k8s:required\n\tName string `json:"name"`\n}',
    better='type Used struct {\n\t// +k8s:required\n\tName string `json:"name"`\n}',
    check=_check_reach,
)
