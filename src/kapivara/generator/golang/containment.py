"""Structs that would contain themselves: Go has no such values."""

from __future__ import annotations

from kapivara.generator.author_error import AuthorError
from kapivara.generator.golang.go_package import GoPackage
from kapivara.generator.model import Kind, Type


def check_containment(package: GoPackage) -> None:
    """Finds structs of a package that contain themselves, not by pointer, list or map; they are errors."""
    clear: set[int] = set()
    for kind in package.model.types.values():
        if kind.kind is Kind.STRUCT and (ring := _ring(kind, clear)):
            names = [each.name.name for each in ring]
            hint = "use a pointer for one of the fields"
            message = f"invalid recursive type {names[0]}: {' contains '.join(names)}"
            package.errors.append(AuthorError(message, ring[0].place, type_name=str(ring[0]), hint=hint))


def _ring(start: Type, clear: set[int]) -> list[Type]:
    """Walks what a struct contains; -> the way back to a struct on it, or nothing."""
    way: list[Type] = []
    on_way: set[int] = set()
    waiting: list[Type | None] = [start]
    while waiting:
        kind = waiting.pop()
        if kind is None:
            left = way.pop()
            on_way.discard(id(left))
            clear.add(id(left))
        elif id(kind) in on_way:
            clear.update(on_way)
            names = [id(each) for each in way]
            return [*way[names.index(id(kind)) :], kind]
        elif id(kind) not in clear:
            way.append(kind)
            on_way.add(id(kind))
            waiting.append(None)
            waiting += [each for each in map(_held, (m.type for m in kind.members)) if each is not None]
    return []


def _held(kind: Type) -> Type | None:
    """Returns the struct that a field of a type holds in itself."""
    while kind.kind is Kind.ARRAY and kind.elem is not None:
        kind = kind.elem
    return kind if kind.kind is Kind.STRUCT else None
