"""Detects types that contain themselves without end.

A struct that contains itself by value has no finite value, so compilers reject it; it may contain itself through a
pointer, a list or a map. Upstream: Go's "invalid recursive type". Go accepts a pointer type that points to itself, but
it has no use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import INVALID, Member, Type, TypeKind


def refuse_value_recursion(types: Iterable[Type], hint: str) -> list[AuthorError]:
    """Returns an error for each cycle of structs that contain themselves by value; `hint` is the advice in it.

    The field that closes the cycle gets an invalid type, which breaks the cycle.
    """
    errors = []
    done: set[int] = set()
    for start in types:
        if start.kind is not TypeKind.STRUCT or id(start) in done:
            continue
        trail: list[tuple[Type, Iterator[Member]]] = [(start, iter(start.members))]
        open_types = {id(start)}
        while trail:
            holder, members = trail[-1]
            for member in members:
                held = member.type
                if held.kind is not TypeKind.STRUCT or id(held) in done:
                    continue
                if id(held) in open_types:
                    errors.append(_error(holder, member, hint))
                    member.type = INVALID
                    continue
                open_types.add(id(held))
                trail.append((held, iter(held.members)))
                break
            else:
                trail.pop()
                open_types.discard(id(holder))
                done.add(id(holder))
    return errors


def _error(holder: Type, member: Member, hint: str) -> AuthorError:
    message = f"invalid recursive type {member.type}: {holder} holds it by value"
    return AuthorError(message, member.place, type_name=str(holder), field=member.name, hint=hint)


def refuse_pointer_circles(types: Iterable[Type]) -> list[AuthorError]:
    """Returns an error for each pointer type that points to itself, and marks these types as invalid.

    Go accepts `type P *P`, but resolving it would never end.
    """
    errors = []
    for kind in types:
        seen = {id(kind)}
        link = kind
        while link.kind is TypeKind.POINTER and link.elem is not None:
            link = link.elem
            if id(link) in seen:
                message = f"type {kind} is a pointer to itself"
                hint = "define it as a struct that holds a pointer"
                errors.append(AuthorError(message, kind.place, type_name=str(kind), hint=hint))
                kind.kind, kind.elem, kind.underlying = TypeKind.ALIAS, None, INVALID
                break
            seen.add(id(link))
    return errors
