"""The objects of a document: the document itself, or the items of a list, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from kapivara.apis.catalog.rows import DEFINITIONS
from kapivara.cli.findings import Location
from kapivara.codec import Decoded, Document
from kapivara.codec.stored.packing import Packed, Unpacked
from kapivara.meta.identity import Identity, identify, member, objects_in, text_member
from kapivara.values import JsonValue
from kapivara.values.record import record, replace

Key: TypeAlias = tuple[str, str, str, str]
"""Group, kind, namespace and name."""
DEFINITION_MARK: Final = DEFINITIONS.kind.encode()
"""A text that nearly every file with a CRD contains."""


@record
class Manifest:
    """One object of a file, and its identity as far as it can be read.

    The object stays packed until it is needed: few of thousands of manifests are needed at the same time. `named` is
    False for an object without a name; its `identity` then has the generateName. `prefix` is its path in the document,
    "" for the document itself; `template` is the Helm template that rendered it, if known.
    """

    document: Document
    packed: Packed | Unpacked
    identity: Identity
    named: bool
    prefix: str = ""
    template: str = ""

    @property
    def value(self) -> JsonValue:
        """The object; each access unpacks a new one."""
        return self.packed.unpack()

    def with_value(self, value: JsonValue) -> Manifest:
        """Returns the manifest with another object of the same identity."""
        return replace(self, packed=Packed(value, keep_order=self.document.in_order))

    @property
    def decoded(self) -> Decoded:
        """The object with its duplicate fields, for a request that may modify it."""
        return self._decoded(self.value)

    @property
    def decoded_as_read(self) -> Decoded | None:
        """The object with its keys in file order, if it was just read; only the first access returns it, then None."""
        value = self.packed.take()
        return None if value is None else self._decoded(value)

    def _decoded(self, value: JsonValue) -> Decoded:
        errors = () if self.prefix else self.document.yaml_errors  # a list is never sent as a whole
        return Decoded(value, self.duplicates, errors, unshared=True, again=self.packed.unpack)

    @property
    def group(self) -> str:
        """The API group; "" for the core group."""
        return self.identity.api_version.rpartition("/")[0]

    @property
    def key(self) -> Key | None:
        """The identity of the object in all versions; None for an object that the server names."""
        identity = self.identity
        if not self.named or not identity.kind:
            return None
        return self.group, identity.kind, identity.namespace or "default", identity.name

    @property
    def is_definition(self) -> bool:
        """Whether the object is a CustomResourceDefinition of any version."""
        return DEFINITIONS.names(self.group, self.identity.kind)

    @property
    def duplicates(self) -> tuple[str, ...]:
        """The paths of duplicate fields, relative to the object."""
        return self.document.duplicates_in(self.prefix)

    @property
    def place(self) -> Location:
        """The start of the object."""
        return self.find("")

    def find(self, field: str) -> Location:
        """Returns the place of a field of the object, or of the nearest field above a missing one."""
        return Location(self.document.source, *self.document.place_of(self.prefix, field), self.template)

    def find_inside(self, field: str, text: str, offset: int) -> Location:
        """Returns the place of a character in the text of a field, also in a block of lines."""
        place = self.document.place_inside(self.prefix, field, text, offset)
        return Location(self.document.source, *place, self.template)

    def find_every(self, field: str) -> list[Location]:
        """Returns the places of all fields with one path, for duplicate fields."""
        path = f"{self.prefix}.{field}" if self.prefix else field
        places = self.document.positions.find_every(path)
        return [Location(self.document.source, *place, self.template) for place in places]


def is_key_of_definition(key: Key | None) -> bool:
    """Returns whether an object with this key is a CRD."""
    return key is not None and DEFINITIONS.names(key[0], key[1])


def as_kubectl_sends(document: Document) -> Document:
    """Returns the document as kubectl sends it: JSON with sorted keys.

    Keys that override those of a YAML merge key are no duplicates. Keys that are written twice still count as
    duplicates, though kubectl sends only the last one.
    """
    if document.overridden or document.yaml_errors:
        written_twice = tuple(path for path in document.duplicates if path not in document.overridden)
        return replace(document, duplicates=written_twice, yaml_errors=(), overridden=())
    return replace(document, in_order=False) if document.in_order else document


def manifests_in(document: Document, *, packed: bool = True) -> Iterator[Manifest]:
    """Yields the objects of a document; an empty document (only comments) has none.

    Objects that are processed one after the other need not be `packed`.
    """
    value, document = document.value, document.emptied()
    for prefix, each in objects_in(value):
        yield manifest_of(document, each, prefix, packed=packed)


def manifest_of(document: Document, value: JsonValue, prefix: str, *, packed: bool = True) -> Manifest:
    """Returns the object at a path of a document as a manifest."""
    identity = identify(value)
    named = bool(identity.name)
    if not named:
        identity = replace(identity, name=text_member(member(value, "metadata"), "generateName"))
    if packed or prefix or document.again is None or identity.kind == DEFINITIONS.kind:  # CRDs are accessed often
        return Manifest(document, Packed(value, keep_order=document.in_order), identity, named, prefix)
    return Manifest(document, Unpacked(value, document.again), identity, named)
