"""Fields of structs: resolves Go names, through embedded structs, to JSON fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.generator.emission.access import is_inlined
from kapivara.generator.handwritten_go.machine import dereferenced
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.own_json import zero_value
from kapivara.generator.model.types import Member, Type, TypeKind

Read = Callable[[Any], Any]


def find_member(struct: Type, name: str) -> tuple[Member, ...] | None:
    """Returns the path to a field by its Go name, in the struct or in the nearest embedded struct; None if missing."""
    level: list[tuple[Member, ...]] = [()]
    seen: set[int] = set()
    while level:
        following = []
        for path in level:
            kind = value_type(path[-1].type) if path else struct
            if id(kind) in seen:
                continue
            seen.add(id(kind))
            for member in kind.members:
                if member.name == name:
                    return (*path, member)
                if member.embedded and value_type(member.type).kind is TypeKind.STRUCT:
                    following.append((*path, member))
        level = following
    return None


def reader(path: tuple[Member, ...]) -> Read | None:
    """Returns a function that reads a field; None for fields of embedded pointers, which JSON does not show."""
    if any(is_inlined(each) and native_type(each.type).kind is TypeKind.POINTER for each in path):
        return None
    steps = [_step(each) for each in path]
    if len(steps) == 1:
        return steps[0]
    return lambda holder: _walked(holder, steps)


def _walked(holder: Any, steps: list[Read]) -> Any:
    for step in steps:
        holder = step(dereferenced(holder))
    return holder


def _step(member: Member) -> Read:
    missing = zero_value(member.type)
    if member.json.ignored:
        return lambda _holder: missing
    if is_inlined(member):
        return lambda holder: holder
    name = member.json.name or member.name
    return lambda holder: missing if (value := holder.get(name)) is None else value
