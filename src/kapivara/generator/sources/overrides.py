"""Applies the override markers of fields: each such field gets a copy of its type, with changed tags.

This runs after all types have been read and before rules are discovered; later steps do not know about overrides.
`override_marker` describes the markers.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.grammar.marker_lines import goes_on
from kapivara.generator.grammar.override_marker import NAME, Override, OverrideError, read_override
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import CommentLine, Comments, Member, Position, Type, TypeKind

_PREFIX = f"+{NAME}("
_HOLDERS = (TypeKind.POINTER, TypeKind.SLICE, TypeKind.MAP, TypeKind.ARRAY)


def apply_overrides(types: Iterable[Type]) -> list[AuthorError]:
    """Gives the fields with override markers types of their own; returns the errors of the markers."""
    applying = _Applying()
    for kind in list(types):
        for member in kind.members if kind.kind is TypeKind.STRUCT else ():
            applying.apply(kind, member)
    return applying.errors


class _Applying:
    """Changes each field once, and before a type is derived from the struct that contains it."""

    def __init__(self) -> None:
        self.errors: list[AuthorError] = []
        self._done: set[int] = set()
        self._kept: list[Member] = []  # compared by identity, so they must stay alive

    def apply(self, owner: Type, member: Member) -> None:
        """Gives a field the type that its own markers describe."""
        if id(member) in self._done or not any(_PREFIX in line.text for line in member.comments):
            return
        self._done.add(id(member))
        for name, line in tag_lines(member.comments):
            if name != NAME:
                continue
            try:
                member.type = self._derived(member.type, read_override(line.text), line.place)
            except OverrideError as error:
                step = f"{owner}.{member.json.name or member.name}"
                message = f'field {step}: tag "{NAME}": {error}'
                self.errors.append(AuthorError(message, line.place, type_name=str(owner), field=step))

    def _derived(self, kind: Type, override: Override, place: Position) -> Type:
        """Returns a type with one override applied, also below lists, maps and pointers. Raises OverrideError."""
        if kind.kind in _HOLDERS and kind.elem is not None:
            made = Type(kind.name, kind.kind, kind.place)
            made.key, made.length = kind.key, kind.length
            made.elem = self._derived(kind.elem, override, place)
            return made
        if kind.kind is not TypeKind.STRUCT:
            raise OverrideError(f"{kind} has no fields of its own")
        made = Type(kind.name, kind.kind, kind.place)
        made.comments, made.detached, made.written = kind.comments, kind.detached, kind.written
        made.members, made.overridden = list(kind.members), True
        for index, member in enumerate(kind.members):
            self.apply(kind, member)
            if member.json.name == override.path[0]:
                made.members[index] = self._changed(member, override.below, place)
                return made
            if member.embedded and not member.json.name and _has_field(member.type, override.path[0]):
                inner = self._derived(member.type, override, place)
                made.members[index] = _copied(member, inner, member.comments)
                return made
        raise OverrideError(_no_field(kind, override.path[0]))

    def _changed(self, member: Member, override: Override, place: Position) -> Member:
        if override.path:
            made = _copied(member, self._derived(member.type, override, place), member.comments)
        else:
            made = _copied(member, member.type, _with(member.comments, override, place))
        self._done.add(id(made))  # its own markers are applied already
        self._kept.append(made)
        return made


def _no_field(struct: Type, name: str) -> str:
    names = ", ".join(each.json.name for each in struct.members if each.json.name)
    return f'no field for JSON name "{name}": {struct.name.name} has {names or "none that is known"}'


def _has_field(kind: Type, name: str) -> bool:
    return any(each.json.name == name for each in non_pointer(kind).members)


def _copied(member: Member, kind: Type, comments: Comments) -> Member:
    return Member(
        member.name, kind, member.json, member.place, embedded=member.embedded, comments=comments, tag=member.tag
    )


def _with(comments: Comments, override: Override, place: Position) -> Comments:
    """Returns a comment without the tags that an override removes, and with the tag that it adds."""
    kept: list[CommentLine] = []
    row = 0
    while row < len(comments):
        lines = [comments[row]]
        text = lines[0].text.lstrip(" \t")
        row += 1
        while row < len(comments) and goes_on(text, comments[row].text):
            text = f"{text}\n{comments[row].text}"
            lines.append(comments[row])
            row += 1
        if not (text.startswith("+") and override.replaces(text[1:])):
            kept += lines
    return tuple(kept) if override.removes else (*kept, CommentLine(f"+{override.tag}", place))
