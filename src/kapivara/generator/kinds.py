"""Which types are kinds: in Go those that embed TypeMeta and ObjectMeta, in Python those with metadata of that type."""

from __future__ import annotations

from kapivara.generator.crd.known_types import META
from kapivara.generator.model import Member, Type, TypeName
from kapivara.generator.natives import non_pointer

_OBJECT_META = TypeName(META, "ObjectMeta")
_EMBEDDED = frozenset((_OBJECT_META, TypeName(META, "TypeMeta")))


def is_kind(kind: Type) -> bool:
    """Tells whether objects of a type are objects of an API."""
    return is_python_kind(kind) or {each.type.name for each in kind.members if each.embedded} >= _EMBEDDED


def is_python_kind(kind: Type) -> bool:
    """Tells whether a dataclass is a kind; nothing in it says that objects have an apiVersion and a kind."""
    written_in = "" if kind.place is None else kind.place.file
    return written_in.endswith(".py") and any(map(is_metadata, kind.members))


def is_metadata(member: Member) -> bool:
    """Tells whether a field is the metadata of an object."""
    return member.json.name == "metadata" and non_pointer(member.type).name == _OBJECT_META
