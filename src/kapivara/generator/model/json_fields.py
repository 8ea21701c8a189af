"""Computes the JSON fields of a struct, with those of embedded structs and without hidden ones.

Upstream: Go's encoding/json typeFields. A field without a name in its tag has its Go name; an embedded struct without a
name adds its fields to the outer struct. Of several fields with one name the least deep wins, at equal depth the one
named in its tag; otherwise all are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.values.record import record

_MOST_EMBEDDED = 50


@record
class JsonField:
    """One JSON field of a struct. `embedded` is the Go path to it, `parents` are the embedded pointers on this path."""

    name: str
    member: Member
    embedded: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()


@record(eq=False)
class _Candidate:
    """A field found in a struct, and the properties that decide whether it is visible."""

    field: JsonField
    index: tuple[int, ...]
    tagged: bool

    @property
    def rank(self) -> tuple[int, bool]:
        return len(self.index), not self.tagged


@record(eq=False)
class _Embedded:
    """A struct to search for fields, and the path to it."""

    type: Type
    index: tuple[int, ...] = ()
    path: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()


def json_fields(struct: Type) -> list[JsonField]:
    """Returns the JSON fields of a struct, in the order in which they are printed."""
    members = [each for each in struct.members if each.exported and not each.json.ignored]
    plain = {name: JsonField(name, each) for each in members if (name := each.json.name or each.name)}
    if len(plain) == len(struct.members) and not any(each.embedded for each in members):
        return list(plain.values())
    return [each.field for each in sorted(_dominant(_candidates(struct)), key=lambda each: each.index)]


def refuse_deep_embedding(types: Iterable[Type]) -> list[AuthorError]:
    """Removes the fields of structs that embed others too deeply; returns an error for the first of these structs."""
    errors: list[AuthorError] = []
    for kind in types:
        level, entered = [kind], {id(kind)}
        for _ in range(_MOST_EMBEDDED):
            inner = [non_pointer(each.type) for struct in level for each in struct.members if each.embedded]
            level = list({id(each): each for each in inner if id(each) not in entered}.values())
            entered.update(map(id, level))
            if not level:
                break
        else:
            message = f"structs are embedded in {kind} more than {_MOST_EMBEDDED} deep"
            hint = "name some of the fields, or write the inner fields down in the outer struct"
            errors.append(AuthorError(message, kind.place, type_name=str(kind), hint=hint))
            kind.members = []
    return errors[:1]


def _candidates(struct: Type) -> list[_Candidate]:
    """Finds fields level by level; a type of an earlier level is not entered again."""
    found: list[_Candidate] = []
    level = [_Embedded(struct)]
    entered: set[int] = set()
    while level:
        times: dict[int, int] = {}
        for each in level:
            times[id(each.type)] = times.get(id(each.type), 0) + 1
        following: list[_Embedded] = []
        for each in level:
            if id(each.type) in entered:
                continue
            entered.add(id(each.type))
            # Two of one type on one level hide each other, so each field counts twice.
            _enter(each, found, following, twice=times[id(each.type)] > 1)
        level = following
    return found


def _enter(holder: _Embedded, found: list[_Candidate], following: list[_Embedded], *, twice: bool) -> None:
    for position, member in enumerate(holder.type.members):
        inner = non_pointer(member.type)
        structure = member.embedded and inner.kind is TypeKind.STRUCT
        if member.json.ignored or not (member.exported or structure):
            continue
        index = (*holder.index, position)
        if structure and not member.json.name:
            path = (*holder.path, member.name)
            by_pointer = member.type.kind is TypeKind.POINTER
            parents = (*holder.parents, ".".join(path)) if by_pointer else holder.parents
            following += [_Embedded(inner, index, path, parents)] * (2 if twice else 1)
        elif member.exported:
            field = JsonField(member.json.name or member.name, member, holder.path, holder.parents)
            found += [_Candidate(field, index, member.json.given)] * (2 if twice else 1)


def _dominant(candidates: list[_Candidate]) -> list[_Candidate]:
    by_name: dict[str, list[_Candidate]] = {}
    for each in candidates:
        by_name.setdefault(each.field.name, []).append(each)
    winners = []
    for rivals in by_name.values():
        best = min(each.rank for each in rivals)
        first = [each for each in rivals if each.rank == best]
        if len(first) == 1:
            winners += first
    return winners
