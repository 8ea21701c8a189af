"""Detects endless defaults: a default with a missing field that has the same default again.

Types may be recursive, and structs have an empty default (`{}`): together they would fill any memory. Each state is a
schema with its object; the missing fields and their defaults lead to the next states.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from kapivara.openapi.errors import DocumentError
from kapivara.values import ABSENT, JsonValue

if TYPE_CHECKING:
    from kapivara.openapi.nodes import DocumentNode
    from kapivara.schema.structural.structural import Structural

_MOST_NESTED: Final = 500
State: TypeAlias = "tuple[Structural, JsonValue]"


def refuse_endless(node: DocumentNode, known: set[int], *, source: str) -> None:
    """Raises DocumentError if an empty object would be filled endlessly; `known` are nodes that end."""
    if id(node) in known:
        return
    root: State = (node, {})
    path = [(root, _next(root))]
    within = {_key(root)}
    done: set[tuple[int, int | str]] = set()
    while path:
        state, below = path[-1]
        following = next(below, None)
        if following is None:
            path.pop()
            within.discard(_key(state))
            done.add(_key(state))
            if state[1] == {}:
                known.add(id(state[0]))
        elif _key(following) in within:
            raise DocumentError(
                "its default holds itself, without end", source=source, cure="leave one of the defaults out"
            )
        elif len(path) > _MOST_NESTED:
            problem = f"defaults nest deeper than {_MOST_NESTED}"
            raise DocumentError(problem, source=source, cure="leave some of them out")
        elif _key(following) not in done and not (following[1] == {} and id(following[0]) in known):
            within.add(_key(following))
            path.append((following, _next(following)))


def _key(state: State) -> tuple[int, int | str]:
    return id(state[0]), "empty" if state[1] == {} else id(state[1])


def _next(state: State) -> Iterator[State]:
    """Yields the states that defaults add below an object, and those below them."""
    schema, value = state
    if isinstance(value, dict):
        for name, each in schema.properties.items():
            found = value.get(name, each.default)
            if found is not ABSENT and isinstance(found, dict | list):
                yield each, found
        additional = schema.additional_schema
        if additional is not None:
            yield from ((additional, item) for name, item in value.items() if name not in schema.properties)
    elif isinstance(value, list) and schema.items is not None:
        yield from ((schema.items, item) for item in value)
