"""The objects in a document: the document itself, or the items of a list, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from kapivara.apis.catalog import DEFINITIONS
from kapivara.cli.findings import Location
from kapivara.codec import Decoded, Document
from kapivara.codec.packing import Packed, Unpacked
from kapivara.meta.identity import Identity, identify, member, objects_in, text_member
from kapivara.values import JsonValue
from kapivara.values.record import record, replace

Key: TypeAlias = tuple[str, str, str, str]
"""Group, kind, namespace and name."""
DEFINITION_MARK: Final = DEFINITIONS.kind.encode()
"""What nearly every file that holds a definition has in it."""


@record
class Manifest:
    """One object as it stands in a file, and what it calls itself, as far as that can be read.

    Of thousands of manifests few are looked at at a time, so the object is kept small until somebody asks for it.
    `named` tells whether it has a name: of others `identity` has what the server is to make one from. `prefix` is its
    path in the document, empty for the document itself; `template` is what Helm made it from, where that is known.
    """

    document: Document
    packed: Packed | Unpacked
    identity: Identity
    named: bool
    prefix: str = ""
    template: str = ""

    @property
    def value(self) -> JsonValue:
        """The object, made anew each time it is asked for."""
        return self.packed.unpack()

    def with_value(self, value: JsonValue) -> Manifest:
        """Returns the manifest with another object in its place, of the same identity."""
        return replace(self, packed=Packed(value, keep_order=self.document.in_order))

    @property
    def decoded(self) -> Decoded:
        """The object with its duplicate fields, for a request that takes it over."""
        return self._decoded(self.value)

    @property
    def decoded_as_read(self) -> Decoded | None:
        """The same with its keys in the order of the file, where it was just read, and for the first who asks."""
        value = self.packed.take()
        return None if value is None else self._decoded(value)

    def _decoded(self, value: JsonValue) -> Decoded:
        told = () if self.prefix else self.document.yaml_errors  # nobody sends a whole list
        return Decoded(value, self.duplicates, told, unshared=True, again=self.packed.unpack)

    @property
    def group(self) -> str:
        """The API group; empty for the core group."""
        return self.identity.api_version.rpartition("/")[0]

    @property
    def key(self) -> Key | None:
        """What tells objects apart, whatever their versions; None for those that are to be named by the server."""
        identity = self.identity
        if not self.named or not identity.kind:
            return None
        return self.group, identity.kind, identity.namespace or "default", identity.name

    @property
    def is_definition(self) -> bool:
        """Whether it is a CustomResourceDefinition, of any version."""
        return DEFINITIONS.names(self.group, self.identity.kind)

    @property
    def duplicates(self) -> tuple[str, ...]:
        """The paths of fields given twice, as seen from the object."""
        return self.document.duplicates_in(self.prefix)

    @property
    def place(self) -> Location:
        """Where the object starts."""
        return self.find("")

    def find(self, field: str) -> Location:
        """Says where a field of the object stands; the nearest field above it where it is missing."""
        return Location(self.document.source, *self.document.place_of(self.prefix, field), self.template)

    def find_inside(self, field: str, text: str, offset: int) -> Location:
        """Says where a character of the text that a field holds stands, in a block of lines, too."""
        place = self.document.place_inside(self.prefix, field, text, offset)
        return Location(self.document.source, *place, self.template)

    def find_every(self, field: str) -> list[Location]:
        """Says where all fields of one path stand, for those that are given twice."""
        path = f"{self.prefix}.{field}" if self.prefix else field
        places = self.document.positions.find_every(path)
        return [Location(self.document.source, *place, self.template) for place in places]


def is_key_of_definition(key: Key | None) -> bool:
    """Tells whether an object with such a key is a definition."""
    return key is not None and DEFINITIONS.names(key[0], key[1])


def as_kubectl_sends(document: Document) -> Document:
    """Returns what a server gets to see of a document that kubectl reads: JSON with sorted keys.

    What a merge key brings in is overridden without a word. Keys that are written twice still count as duplicates,
    though kubectl sends the last one alone.
    """
    if document.overridden or document.yaml_errors:
        written_twice = tuple(path for path in document.duplicates if path not in document.overridden)
        return replace(document, duplicates=written_twice, yaml_errors=(), overridden=())
    return replace(document, in_order=False) if document.in_order else document


def manifests_in(document: Document, *, packed: bool = True) -> Iterator[Manifest]:
    """Lists the objects of a document; one that holds nothing (only comments) has none.

    Those that are looked at at once, one after the other, need not be `packed`.
    """
    value, document = document.value, document.emptied()
    for prefix, each in objects_in(value):
        yield manifest_of(document, each, prefix, packed=packed)


def manifest_of(document: Document, value: JsonValue, prefix: str, *, packed: bool = True) -> Manifest:
    """Returns an object that stands at a path of a document."""
    identity = identify(value)
    named = bool(identity.name)
    if not named:
        identity = replace(identity, name=text_member(member(value, "metadata"), "generateName"))
    if packed or prefix or document.again is None or identity.kind == DEFINITIONS.kind:  # which is asked for often
        return Manifest(document, Packed(value, keep_order=document.in_order), identity, named, prefix)
    return Manifest(document, Unpacked(value, document.again), identity, named)
