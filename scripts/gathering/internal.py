"""The internal types of a group: the names of fields in messages that show a whole value.

Rules run on internal types, which have no JSON names: a message shows all their fields by their Go names. For each
type this module therefore gathers the order and the Go names of its fields, the JSON names of the same fields in the
types for clients, and the text of an unset field.
Upstream: pkg/apis/GROUP/types.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts.gathering.packages import internal_files
from scripts.gathering.reading import GoField, GoSource, GoType, read_go

from kapivara.generator.sources.go.struct_tags import tag_value

_HOME = "k8s.io/kubernetes/pkg/apis/"
_NUMBERS = frozenset(
    ("int", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float64", "byte", "rune")
)
_SHOWN_EMPTY = {"string": '""', "bool": "false", "error": "null"}
_OTHERS = {
    "intstr.IntOrString": "0",
    "resource.Quantity": '"0"',
    "metav1.Duration": '"0s"',
    "types.UID": '""',
    "runtime.RawExtension": "{runtime.RawExtension}",
}
"""The texts of unset values of types of other packages; others print null, or the JSON of an empty struct."""


class InternalTypes:
    """The internal types of all groups of a checkout; a group is read on first use."""

    def __init__(self, checkout: Path):
        self._checkout = checkout
        self._groups: dict[str, _Group] = {}

    def gather(self, group: str, shown: Iterable[GoSource]) -> dict[str, str]:
        """Returns a text for each internal struct of a group; `shown` are the sources of the types for clients."""
        names = _json_names(shown)
        return {
            each.name: "\n".join(self._line(field, names.get(each.name, {}), group) for field in each.fields)
            for each in self._group(group).types.values()
            if each.made_of == "struct" and each.fields
        }

    def _group(self, name: str) -> _Group:
        if name not in self._groups:
            sources = [read_go(file) for file in internal_files(self._checkout, name)]
            self._groups[name] = _Group(
                {each.name: each for source in sources for each in source.types},
                {each: path for source in sources for each, path in source.imports.items()},
            )
        return self._groups[name]

    def _line(self, field: GoField, names: Mapping[str, str], group: str) -> str:
        """Describes a field: its Go name (`+` for an embedded struct), its JSON name, and its type."""
        told = "" if field.name else "+"
        return f"{told}{field.key} {names.get(field.key) or _guess(field)} {self._holds(field.type, group)}"

    def _holds(self, kind: str, group: str) -> str:
        """Returns a type as data: a struct as `{group.Name}` with its containers before it, or the text of an empty
        value.
        """
        for prefix in ("*", "[]"):
            if kind.startswith(prefix):
                inner = self._holds(kind.removeprefix(prefix), group)
                return prefix + inner if "{" in inner else "null"
        if kind.startswith("map["):
            inner = self._holds(kind.partition("]")[2], group)
            return f"map{inner}" if "{" in inner else "null"
        if kind in _SHOWN_EMPTY or kind in _NUMBERS:
            return _SHOWN_EMPTY.get(kind, "0")
        declared = self._group(group)
        if (found := declared.types.get(kind)) is not None:
            return f"{{{group}.{kind}}}" if found.made_of == "struct" else self._holds(found.made_of, group)
        package, _, name = kind.rpartition(".")
        path = declared.imports.get(package, "")
        if path.startswith(_HOME):
            return self._holds(name, path.removeprefix(_HOME).partition("/")[0])
        return _OTHERS.get(kind, "null")


@dataclass(frozen=True, slots=True)
class _Group:
    """The declarations and imports of the internal package of a group, by name."""

    types: Mapping[str, GoType]
    imports: Mapping[str, str]


def _json_names(sources: Iterable[GoSource]) -> dict[str, dict[str, str]]:
    """Returns the JSON names of fields by their Go names, for each type."""
    names: dict[str, dict[str, str]] = {}
    for source in sources:
        for each in source.types:
            known = names.setdefault(each.name, {})
            for field in each.fields:
                known.setdefault(field.key, tag_value(field.tag, "json").partition(",")[0])
    return names


def _guess(field: GoField) -> str:
    """Returns the JSON name for a field that clients see elsewhere, or not at all."""
    if not field.name:
        return "-"
    name = field.name
    start = len(name) - len(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return name[: max(start - 1, 1)].lower() + name[max(start - 1, 1) :] if start < len(name) else name.lower()
