"""Structs that hold themselves by value: no value of theirs could ever be complete, so compilers refuse them.

A struct may hold itself through a pointer, a list or a map. Upstream: Go's "invalid recursive type".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kapivara.generator.author_error import AuthorError
from kapivara.generator.model import Kind, Member, Type


def refuse_value_recursion(types: Iterable[Type], hint: str) -> list[AuthorError]:
    """Finds the fields by which structs hold themselves, one for each circle; `hint` says how to break it."""
    errors = []
    done: set[int] = set()
    for start in types:
        if start.kind is not Kind.STRUCT or id(start) in done:
            continue
        trail: list[tuple[Type, Iterator[Member]]] = [(start, iter(start.members))]
        open_types = {id(start)}
        while trail:
            holder, members = trail[-1]
            for member in members:
                held = member.type
                if held.kind is not Kind.STRUCT or id(held) in done:
                    continue
                if id(held) in open_types:
                    errors.append(_error(holder, member, hint))
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
