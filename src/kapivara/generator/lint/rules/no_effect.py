"""Lint: tags that are valid, but cannot have an effect on any value."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.lint.declarations import Declaration, chain_of, readable_tags, written
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.rules.presence import PRESENCE_TAGS, outermost
from kapivara.generator.lint.survey import Survey
from kapivara.generator.lint.value_tags import ValueTag, value_tags
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.natives import UNSIGNED, non_pointer, value_type
from kapivara.generator.model.types import Type, TypeKind
from kapivara.generator.sources.selection import subresource_paths

_LOST_IN_MODES = frozenset(
    f"k8s:{name}" for name in ("eachVal", "item", "listMapItem", "listType", "subfield", "unique", "update")
)
_LEAST = frozenset(f"k8s:{name}" for name in ("minLength", "minItems", "minProperties"))
_STOPPING = frozenset(f"k8s:{name}" for name in ("immutable", "update", "maxItems", "maxProperties"))
"""Tags whose rules run beside +k8s:forbidden: those that also stop the validation of a field."""
_OTHERWISE_MEANT = frozenset(
    f"k8s:{name}"
    for name in (
        *("declarativeValidationNative", "default", "listMapKey", "listType", "modeDiscriminator", "opaqueType"),
        *("unionDiscriminator", "unionMember", "zeroOrOneOfMember", "memberOf", "union"),
    )
)
"""Tags with an effect on more than the value of a field."""


def _check_no_effect(survey: Survey) -> Iterator[Finding]:
    served = set(_served(survey))
    for declaration in survey.declarations:
        if not declaration.tags:
            continue
        for tag in declaration.tags:
            yield from _lost_in_a_mode(declaration, tag)
            yield from _not_served(declaration, tag, served)
        yield from _beside_forbidden(declaration)
        for value in value_tags(declaration):
            if value.own:
                yield from _of_a_value(declaration, value)
        yield from _lonely(declaration)
    yield from _exclusions(survey)


def _served(survey: Survey) -> Iterator[str]:
    for kind in survey.roots:
        try:
            yield from (path.removeprefix("/") for path in subresource_paths(kind))
        except AuthorErrors:
            continue  # the generator reports it


def _lost_in_a_mode(declaration: Declaration, tag: Tag) -> Iterator[Finding]:
    links = list(chain_of(tag))
    for place, link in enumerate(links):
        if link.name == "k8s:ifMode":
            lost = next((each for each in links[place + 1 :] if each.name in _LOST_IN_MODES), None)
            if lost is not None:
                message = f"+{lost.name} does nothing inside +k8s:ifMode"
                yield declaration.finding(
                    message, tag=lost, hint="write it outside of +k8s:ifMode, or on the type of the field"
                )
            return


def _not_served(declaration: Declaration, tag: Tag, served: set[str]) -> Iterator[Finding]:
    for link in chain_of(tag):
        name = link.positional()
        if link.name == "k8s:ifSubresource" and name is not None and name.value.removeprefix("/") not in served:
            message = f"{written(tag)} never holds: no type serves this subresource"
            hint = f'add +k8s:supportsSubresource="/{name.value.removeprefix("/")}" to the type that is validated'
            yield declaration.finding(message, tag=link, hint=hint)


def _beside_forbidden(declaration: Declaration) -> Iterator[Finding]:
    if not outermost(declaration, "k8s:forbidden"):
        return
    spared = {*PRESENCE_TAGS, *_STOPPING, *_OTHERWISE_MEANT}
    for tag in declaration.plain_tags:
        if tag.name.startswith("k8s:") and all(link.name not in spared for link in chain_of(tag)):
            message = f"{written(tag)} never runs: a field that is forbidden has no value"
            yield declaration.finding(message, tag=tag, hint="leave it out, or forbid the field only in some cases")


def _of_a_value(declaration: Declaration, value: ValueTag) -> Iterator[Finding]:
    tag, native = value.tag, value_type(value.type)
    shown = written(tag)
    if tag.value == "0" and (tag.name in _LEAST or (tag.name == "k8s:minimum" and native.name.name in UNSIGNED)):
        yield declaration.finding(f"{shown} limits nothing", tag=tag, hint="leave it out")
    if tag.name == "k8s:opaqueType" and non_pointer(value.type).kind in (
        TypeKind.SLICE,
        TypeKind.MAP,
        TypeKind.BUILTIN,
    ):
        hint = "for the items of a list or map there is +k8s:eachVal=+k8s:opaqueType"
        yield declaration.finding(f"{shown} does nothing here: the type has no rules of its own", tag=tag, hint=hint)
    unmodified = (tag.name, tag.value, value.path) == ("k8s:update", "NoModify", ("[]",))
    if unmodified and not _finds_items(declaration):
        message = "+k8s:update=NoModify never fails: items of this list have no keys that find their old values"
        yield declaration.finding(message, tag=tag, hint="identify items by +k8s:listType=map and +k8s:listMapKey")


def _finds_items(declaration: Declaration) -> bool:
    """Returns whether items of a list are paired with old items by keys; True where this is unknown here."""
    kind = declaration.value_type
    if value_type(kind).kind is not TypeKind.SLICE:
        return True
    tags = [*declaration.plain_tags, *readable_tags(non_pointer(kind).comments)]
    return any(link.name in ("k8s:listType", "k8s:unique") and link.value == "map" for link in tags)


def _lonely(declaration: Declaration) -> Iterator[Finding]:
    """Yields findings for tags that have an effect only together with others."""
    names = {link.name for tag in declaration.tags for link in chain_of(tag)}
    if "k8s:listMapKey" in names and names.isdisjoint(("k8s:listType", "k8s:unique")):
        tag = next(each for each in declaration.tags if "k8s:listMapKey" in [link.name for link in chain_of(each)])
        yield declaration.finding(f"{written(tag)} does nothing by itself", tag=tag, hint="add +k8s:listType=map")
    if declaration.member is None:
        return
    for tag in declaration.plain_tags:
        if tag.name == "k8s:unionDiscriminator" and not _has(declaration.type, _UNION_MEMBERS, "union", tag):
            hint = "add +k8s:unionMember to the members"
            yield declaration.finding("no field of the struct is a member of the union", tag=tag, hint=hint)
        if tag.name == "k8s:modeDiscriminator" and not _has(declaration.type, ("k8s:ifMode",), "modality", tag):
            hint = "add +k8s:ifMode to the fields that depend on it"
            yield declaration.finding("no field of the struct depends on the mode", tag=tag, hint=hint)


_UNION_MEMBERS = ("k8s:unionMember", "k8s:memberOf", "k8s:union")


def _has(struct: Type, names: tuple[str, ...], argument: str, tag: Tag) -> bool:
    """Returns whether a struct, or one of its fields, has one of some tags with the same group name."""
    wanted = tag.named(argument)
    for comments in (struct.comments, *(member.comments for member in struct.members)):
        for link in (each for outer in readable_tags(comments) for each in chain_of(outer)):
            group = link.named(argument) or link.named("group")
            if link.name in names and (group.value if group else "") == (wanted.value if wanted else ""):
                return True
    return False


def _exclusions(survey: Survey) -> Iterator[Finding]:
    for package in survey.packages:
        for constant in package.constants:
            for tag in readable_tags(constant.comments):
                excluding = any(link.name == "k8s:enumExclude" for link in chain_of(tag))
                if excluding and all(each.name != "k8s:enum" for each in _all(constant.type)):
                    message = f"{written(tag)} does nothing: {constant.type.name.name} is no enumeration"
                    yield Declaration(constant.type, None, ()).finding(
                        message, tag=tag, place=tag.place, hint=f"add +k8s:enum to {constant.type.name.name}"
                    )


def _all(kind: Type) -> list[Tag]:
    return [link for tag in readable_tags(kind.comments) for link in chain_of(tag)]


NO_EFFECT = Rule(
    name="no-effect",
    severity=Severity.WARNING,
    what="A tag is read but has no effect: a part of a value inside `+k8s:ifMode`, a subresource that no type "
    "serves, rules of a forbidden field, a minimum size of 0, an opaque builtin type, `+k8s:listMapKey` "
    "without a list type, `+k8s:update=NoModify` on items without keys, a discriminator without members, "
    "an exclusion from no enumeration.",
    why="Readers expect an effect that it does not have.",
    example='// +k8s:optional\n// +k8s:minLength=0\nName *string `json:"name,omitempty"`',
    better='// +k8s:optional\nName *string `json:"name,omitempty"`',
    check=_check_no_effect,
)
