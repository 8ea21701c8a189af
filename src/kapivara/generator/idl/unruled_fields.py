"""Finds fields whose type has rules that are not applied there: metadata of templates, conditions of some kinds.

The rules of a type apply where a kind with declarative validation refers to it, through fields that are not opaque.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Member, Type, TypeKind, Universe
from kapivara.generator.plan.nodes import all_below
from kapivara.generator.planning.discovery import Discovery

_LIST_META, _TYPE_META, _OBJECT_META = "ListMeta", "TypeMeta", "ObjectMeta"


def unruled_fields(universe: Universe, discovery: Discovery, ruled: set[Type]) -> Iterator[tuple[Type, str]]:
    """Yields the fields, each with its struct, that refer to types with rules that are not applied there.

    Lists contain objects that were validated by themselves, and hand-written code validates the metadata of every kind.
    """
    leading: dict[Type, bool] = {}
    for package in universe.packages.values():
        for kind in package.types.values():
            embedded = {each.type.name.name for each in kind.members if each.embedded}
            if kind.kind is not TypeKind.STRUCT or _LIST_META in embedded:
                continue
            for member in kind.members:
                if _TYPE_META in embedded and member.type.name.name == _OBJECT_META:
                    continue
                if _leads_to(member, ruled, leading) and not _is_validated(kind, member, discovery):
                    yield kind, member.json.name


def _is_validated(kind: Type, member: Member, discovery: Discovery) -> bool:
    node = discovery.node(kind)
    if node is None or node.rules.opaque_type:
        return False
    rules = next((each.rules for each in node.fields if each.member is member), None)
    return rules is not None and not (rules.opaque_type or rules.opaque_value)


def _leads_to(member: Member, ruled: set[Type], leading: dict[Type, bool]) -> bool:
    """Returns whether a field refers to a struct with rules, its own or those of a type below."""
    kind = value_type(member.type)
    while kind.kind in (TypeKind.SLICE, TypeKind.MAP) and kind.elem is not None:
        kind = value_type(kind.elem)
    if kind.kind is not TypeKind.STRUCT:
        return False
    if kind not in leading:
        leading[kind] = any(each in ruled for each in all_below(kind))
    return leading[kind]
