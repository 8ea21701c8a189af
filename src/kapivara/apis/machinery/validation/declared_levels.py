"""Lists the declarative validation rules of a type and the types it holds, with their stability levels.

Reports use the list, and `declared_rules.py` uses it when a declared rule fails. This module reads the tags of fields;
the generator interprets them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.codec.shapes import ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import described
from kapivara.values.record import record

_PREFIX = "+k8s:"
_LEVELS = ("alpha", "beta")
_OPAQUE = "opaqueType"
_NO_RULES = frozenset(
    (
        *("optional", "listMapKey", "customUnique", "modeDiscriminator", "unionDiscriminator", _OPAQUE),
        "declarativeValidationNative",
    )
)
"""Tags that do not reject anything themselves."""


@record
class DeclaredRule:
    """A rule: the type and the field (empty for the type itself) with its tag, and the rule's level, if any."""

    type: str
    field: str
    tag: str
    level: str


def has_rules_of_its_own(shape: Struct) -> bool:
    """Returns True if a rule without a level exists: hand-written code does not repeat such a rule."""
    return any(not rule.level for rule in declared_rules_of(shape))


def declared_rules_of(shape: Struct) -> Iterator[DeclaredRule]:
    """Yields the rules of a type and of all types that it holds, each once."""
    seen: set[tuple[str, str]] = set()
    waiting = [shape]
    while waiting:
        struct = waiting.pop()
        if not struct.folder or (struct.folder, struct.name) in seen:
            continue
        seen.add((struct.folder, struct.name))
        yield from _rules(struct.folder, struct.name, "")
        for field in struct.tables.fields:
            home, inner = field.home or struct, _innermost(field.shape)
            yield from _rules(home.folder, home.name, field.name)
            if any(_OPAQUE in tag for tag in _tags(home.folder, home.name, field.name)):
                continue
            if isinstance(inner, Struct):
                waiting.append(inner)
            elif isinstance(inner, Scalar) and (home.folder, inner.go_name) not in seen:
                seen.add((home.folder, inner.go_name))
                yield from _rules(home.folder, inner.go_name.rpartition(".")[2], "")


def _tags(folder: str, kind: str, field: str) -> tuple[str, ...]:
    return described(folder).tags(kind).get(field, ()) if folder else ()


def _rules(folder: str, kind: str, field: str) -> Iterator[DeclaredRule]:
    for tag in _tags(folder, kind, field):
        names = [each.partition("(")[0].partition("=")[0] for each in tag.split(_PREFIX)[1:]]
        if names[-1] not in _NO_RULES:
            yield DeclaredRule(kind, field, tag, names[0] if names[0] in _LEVELS else "")


def _innermost(shape: Shape) -> Shape:
    while isinstance(shape, ListOf | MapOf):
        shape = shape.item
    return shape
