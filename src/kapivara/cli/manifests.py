"""The objects in a document: the document itself, or the items of a `kind: List`, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.apis.catalog import DEFINITIONS
from kapivara.cli.findings import Location
from kapivara.codec import Decoded, Document
from kapivara.meta.identity import Identity, identify, member, text_member
from kapivara.values import JsonValue
from kapivara.values.packing import Packed
from kapivara.values.record import record, replace


@record
class Manifest:
    """One object as it stands in a file, and what it calls itself, as far as that can be read.

    Of thousands of manifests few are looked at at a time, so the object is kept small until somebody asks for it.
    `named` tells whether it has a name: of others `identity` has what the server is to make one from. `prefix` is its
    path in the document, empty for the document itself.
    """

    document: Document
    packed: Packed
    identity: Identity
    named: bool
    prefix: str = ""

    @property
    def value(self) -> JsonValue:
        """The object, made anew each time it is asked for."""
        return self.packed.unpack()

    def with_value(self, value: JsonValue) -> Manifest:
        """Returns the manifest with another object in its place, of the same identity."""
        return replace(self, packed=Packed(value))

    @property
    def decoded(self) -> Decoded:
        """The object with its duplicate fields, for a request that takes it over."""
        return Decoded(self.value, self.duplicates, unshared=True)

    @property
    def group(self) -> str:
        """The API group; empty for the core group."""
        return self.identity.api_version.rpartition("/")[0]

    @property
    def is_definition(self) -> bool:
        """Whether it is a CustomResourceDefinition, of any version."""
        return DEFINITIONS.names(self.group, self.identity.kind)

    @property
    def duplicates(self) -> tuple[str, ...]:
        """The paths of fields given twice, as seen from the object."""
        if not self.prefix:
            return self.document.duplicates
        start = f"{self.prefix}."
        return tuple(path.removeprefix(start) for path in self.document.duplicates if path.startswith(start))

    @property
    def place(self) -> Location:
        """Where the object starts."""
        found = self.document.positions.find(self.prefix) if self.prefix else None
        return Location(self.document.source, *(found or (self.document.line, 1)))

    def find(self, field: str) -> Location:
        """Says where a field of the object stands; the nearest field above it where it is missing."""
        path = f"{self.prefix}.{field}" if self.prefix and field else self.prefix or field
        found = self.document.positions.find(path) if path else None
        return Location(self.document.source, *found) if found else self.place


def manifests_in(document: Document) -> Iterator[Manifest]:
    """Lists the objects of a document; one that holds nothing (only comments) has none.

    The items of a list stand for it. A list among them is left as it is: the server has no such kind.
    """
    value, document = document.value, replace(document, value=None)
    items = member(value, "items")
    if text_member(value, "kind") == "List" and text_member(value, "apiVersion") == "v1" and type(items) is list:
        for index, item in enumerate(items):
            yield _manifest(document, item, f"items[{index}]")
    elif value is not None:
        yield _manifest(document, value)


def _manifest(document: Document, value: JsonValue, prefix: str = "") -> Manifest:
    identity = identify(value)
    named = bool(identity.name)
    if not named:
        identity = replace(identity, name=text_member(member(value, "metadata"), "generateName"))
    return Manifest(document, Packed(value), identity, named, prefix)
