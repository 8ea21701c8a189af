"""Which object a value is, as far as it says so: read of anything, before anybody has judged it."""

from __future__ import annotations

from kapivara.values.json_value import JsonValue
from kapivara.values.record import record


@record
class Identity:
    """What an object calls itself; empty texts where it does not, or says something else than a text."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        name = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{self.kind or 'document'} {name}".rstrip()


def identify(value: JsonValue) -> Identity:
    """Reads the identity of a value, which may be no object at all."""
    metadata = member(value, "metadata")
    return Identity(
        text_member(value, "apiVersion"),
        text_member(value, "kind"),
        text_member(metadata, "namespace"),
        text_member(metadata, "name"),
    )


def member(value: JsonValue, name: str) -> JsonValue:
    """Returns a member of an object; None of anything else."""
    return value.get(name) if type(value) is dict else None


def text_member(value: JsonValue, name: str) -> str:
    """Returns a member that is a text; the empty one otherwise."""
    found = member(value, name)
    return found if type(found) is str else ""
