"""The marker `+override`: changes the tags of a field below the marked field, for this use of the type only.

    +override(capacity)=+k8s:optional        replaces the tag of the field `capacity`
    +override(spec.names)=-k8s:maxItems      removes the tag

KEP-4153, "Support Shared Template Schemas", requires it and leaves its syntax open. A path leads through lists and maps
to their items. Tags that a field may have several times are added; all others replace the tag of the same kind.
"""

from __future__ import annotations

from typing import Final

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

NAME: Final = "override"
_FORM = lazy_pattern(r"override\(\s*([^()\s]+)\s*\)=\s*([+-])(.+)", 16)  # re.DOTALL
_TAG_NAME = lazy_pattern(r"[A-Za-z0-9_.:\-]+")
_PRESENCE = frozenset(("optional", "required", "forbidden"))
_ADDED = frozenset(
    (
        *("validationRule", "eachVal", "eachKey", "subfield", "item", "listMapKey", "unionMember", "zeroOrOneOfMember"),
        *("ifEnabled", "ifDisabled", "alpha", "beta", "dependentRequired", "dependentForbidden", "XValidation"),
    )
)
_PREFIXES = ("k8s:", "kubebuilder:validation:", "kubebuilder:")


class OverrideError(Exception):
    """A marker with a syntax error, or with a path that leads to no field; the text explains the error."""


@record
class Override:
    """One marker: the path to a field, and the tag to add or to remove."""

    path: tuple[str, ...]
    tag: str
    """The tag without its `+`; of a tag to remove, its name."""
    removes: bool

    @property
    def below(self) -> Override:
        """The same override, relative to the field that the first name of the path names."""
        return Override(self.path[1:], self.tag, self.removes)

    def __str__(self) -> str:
        return f"{NAME}({'.'.join(self.path)})={'-' if self.removes else '+'}{self.tag}"

    def replaces(self, name: str) -> bool:
        """Returns whether the override removes a tag of this name."""
        own = kind_of(self.tag)
        return kind_of(name) == own and (self.removes or own not in _ADDED)


def read_override(text: str) -> Override:
    """Parses a marker, without its `+`; raises OverrideError."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise OverrideError("it is written as +override(field)=+tag, or +override(field)=-tag")
    return Override(tuple(found[1].split(".")), found[3].strip(), found[2] == "-")


def kind_of(tag: str) -> str:
    """Returns the kind of a tag, of which a field has only one: its name without prefix, or `presence`."""
    found = _TAG_NAME.match(tag)
    name = "" if found is None else found[0]
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    name = name if name in _ADDED else name[:1].lower() + name[1:]
    return "presence" if name in _PRESENCE else name
