"""Detects kinds: in Go, types that embed TypeMeta and ObjectMeta; in Python, types with a metadata field."""

from __future__ import annotations

from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import META, Member, Type, TypeName

_OBJECT_META = TypeName(META, "ObjectMeta")
_EMBEDDED = frozenset((_OBJECT_META, TypeName(META, "TypeMeta")))


def is_kind(kind: Type) -> bool:
    """Returns whether a type is a kind of an API."""
    return is_python_kind(kind) or {each.type.name for each in kind.members if each.embedded} >= _EMBEDDED


def is_python_kind(kind: Type) -> bool:
    """Returns whether a dataclass is a kind: it has a field `metadata`; apiVersion and kind are implied."""
    written_in = "" if kind.place is None else kind.place.file
    return written_in.endswith(".py") and any(map(is_metadata, kind.members))


def is_metadata(member: Member) -> bool:
    """Returns whether a field is the metadata of an object."""
    return member.json.name == "metadata" and non_pointer(member.type).name == _OBJECT_META
