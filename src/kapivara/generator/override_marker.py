"""The marker `+override`: what a field says of the fields of the type that it uses, in place of what that type says.

    +override(capacity)=+k8s:optional        in place of the tag that stands there
    +override(spec.names)=-k8s:maxItems      without that tag

KEP-4153, "Support Shared Template Schemas", asks for it and leaves open how it is written. A path goes through lists
and maps to what they hold. Tags of which a value may have several are added; all others take the place of their kind.
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
    """A marker that is not formed as it must be, or leads nowhere; the text says why."""


@record
class Override:
    """One marker: the names that lead to a field, and the tag that it is to have, or to be without."""

    path: tuple[str, ...]
    tag: str
    """The tag without its `+`; of one that is taken away, its name."""
    removes: bool

    @property
    def below(self) -> Override:
        """The same, seen from the field that the first name leads to."""
        return Override(self.path[1:], self.tag, self.removes)

    def __str__(self) -> str:
        return f"{NAME}({'.'.join(self.path)})={'-' if self.removes else '+'}{self.tag}"

    def replaces(self, name: str) -> bool:
        """Tells whether a tag of a name does not count any more."""
        own = kind_of(self.tag)
        return kind_of(name) == own and (self.removes or own not in _ADDED)


def read_override(text: str) -> Override:
    """Reads a marker, without its `+`; raises OverrideError."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise OverrideError("it is written as +override(field)=+tag, or +override(field)=-tag")
    return Override(tuple(found[1].split(".")), found[3].strip(), found[2] == "-")


def kind_of(tag: str) -> str:
    """Returns what tags have in common of which one is enough: their name without a prefix; presence is one kind."""
    found = _TAG_NAME.match(tag)
    name = "" if found is None else found[0]
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    name = name if name in _ADDED else name[:1].lower() + name[1:]
    return "presence" if name in _PRESENCE else name
