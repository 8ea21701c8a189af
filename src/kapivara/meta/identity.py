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
    if type(value) is not dict:
        return _NOBODY
    api_version, kind, metadata = value.get("apiVersion"), value.get("kind"), value.get("metadata")
    if type(metadata) is not dict:
        metadata = {}
    namespace, name = metadata.get("namespace"), metadata.get("name")
    return Identity(  # spelled out, for every request in process does it
        api_version if type(api_version) is str else "",
        kind if type(kind) is str else "",
        namespace if type(namespace) is str else "",
        name if type(name) is str else "",
    )


_NOBODY = Identity("", "", "", "")


def member(value: JsonValue, name: str) -> JsonValue:
    """Returns a member of an object; None of anything else."""
    return value.get(name) if type(value) is dict else None


def text_member(value: JsonValue, name: str) -> str:
    """Returns a member that is a text; the empty one otherwise."""
    found = member(value, name)
    return found if type(found) is str else ""
