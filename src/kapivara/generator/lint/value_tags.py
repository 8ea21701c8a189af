"""Resolves chains of tags: the value to which the innermost tag applies, and its conditions.

`+k8s:eachVal=+k8s:ifEnabled(X)=+k8s:maxLength=3` is +k8s:maxLength=3 on the items, where X is enabled. Lint rules that
compare tags compare those that apply to the same value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.lint.declarations import Declaration, readable_tags
from kapivara.generator.model.natives import member_by_json, native_type, non_pointer, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.values.record import record

Condition: TypeAlias = tuple[str, str, str]
"""A condition: its kind, its name, and the wanted setting."""

_LEVELS = ("k8s:alpha", "k8s:beta")
_GATES = {
    **dict.fromkeys(("k8s:ifEnabled", "k8s:ifOptionEnabled"), ("option", "on")),
    **dict.fromkeys(("k8s:ifDisabled", "k8s:ifOptionDisabled"), ("option", "off")),
    "k8s:ifSubresource": ("subresource", "yes"),
    "k8s:ifNotSubresource": ("subresource", "no"),
}
_ITEMS = ("k8s:item", "k8s:listMapItem")


@record(eq=False)
class ValueTag:
    """An innermost tag, with the value to which it applies.

    `type` is the type of that value, `member` the field with the value, if there is one. `own` means that the
    declaration has the tag itself, and not the type or field to which it refers.
    """

    tag: Tag
    path: tuple[str, ...]
    type: Type
    member: Member | None
    conditions: frozenset[Condition]
    level: str
    own: bool = True


def value_tags(declaration: Declaration) -> list[ValueTag]:
    """Returns the innermost tags of a declaration, and the tags on the types and fields of their values."""
    found = [each for tag in declaration.tags for each in _landed(tag, declaration)]
    values = {each.path: each for each in found}
    values.setdefault((), ValueTag(Tag(""), (), declaration.value_type, declaration.member, frozenset(), ""))
    for path, value in values.items():
        found += _of_the_value(path, value)
    return found


def may_meet(one: ValueTag, other: ValueTag) -> bool:
    """Returns whether two tags may apply at once."""
    for kind, name, wanted in one.conditions:
        for other_kind, other_name, other_wanted in other.conditions:
            if kind != other_kind:
                continue
            if name == other_name and wanted != other_wanted:
                return False
            if kind == "subresource" and name != other_name and wanted == other_wanted == "yes":
                return False
    return True


def _landed(tag: Tag, declaration: Declaration) -> Iterator[ValueTag]:
    path: tuple[str, ...] = ()
    kind, member, level = declaration.value_type, declaration.member, ""
    conditions: set[Condition] = set()
    link = tag
    while link.value_tag is not None:
        if link.name in _LEVELS:
            level = link.name
        elif (condition := _condition(link)) is not None:
            conditions.add(condition)
        else:
            step = _step(kind, link)
            if step is None:
                return  # the generator reports it
            kind, member, name = step
            path = (*path, name)
        link = link.value_tag
    yield ValueTag(link, path, kind, member, frozenset(conditions), level)


def _condition(link: Tag) -> Condition | None:
    if link.name == "k8s:ifMode":
        modality, mode = link.named("modality"), link.named("mode") or link.positional()
        return "mode", modality.value if modality else "", mode.value if mode else ""
    gate = _GATES.get(link.name)
    if gate is None:
        return None
    name = link.positional()
    return gate[0], name.value.removeprefix("/") if name else "", gate[1]


def _step(kind: Type, link: Tag) -> tuple[Type, Member | None, str] | None:
    """Returns the type, the field and the path step of a part of a value; None where there is no such part."""
    native = value_type(kind)
    if link.name == "k8s:subfield":
        name = link.positional()
        member = member_by_json(native, name.value if name else "")
        return None if member is None else (member.type, member, f".{member.json.name}")
    if link.name == "k8s:eachKey" and native.key is not None:
        return native.key, None, "[key]"
    if link.name == "k8s:eachVal" and native.elem is not None:
        return native.elem, None, "[]"
    if link.name in _ITEMS and native.elem is not None:
        return native.elem, None, f"[{', '.join(map(str, link.args))}]"
    return None


def _of_the_value(path: tuple[str, ...], value: ValueTag) -> Iterator[ValueTag]:
    """Yields the tags on the type of a value, and on the field of a shared struct that contains the value."""
    sources: list[Iterable[Tag]] = []
    if path and value.member is not None:
        sources.append(readable_tags(value.member.comments))
    kind = non_pointer(value.type)
    if kind.kind is TypeKind.ALIAS and (path or value.member is not None):
        sources.append(readable_tags(kind.comments))
    for tags in sources:
        for tag in tags:
            for each in _landed(tag, Declaration(value.type, None, ())):
                if not each.path:
                    yield ValueTag(each.tag, path, value.type, value.member, each.conditions, each.level, own=False)


def is_nilable_value(value: ValueTag) -> bool:
    """Returns whether the value can be nil, so that a zero value was given explicitly."""
    return native_type(value.type).kind in (TypeKind.POINTER, TypeKind.INTERFACE)
