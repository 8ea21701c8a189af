"""Decodes and encodes custom resources with the schemas of their CRD.

Upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go schemaCoercingDecoder, unstructuredDefaulter;
apiserver/pkg/endpoints/handlers/rest.go transformDecodeError (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.apis.machinery.objects.body import (
    Body,
    Read,
    UndecodableError,
    interpret,
    undecodable_text,
    with_defaults,
)
from kapivara.apis.machinery.objects.codec import stored_form
from kapivara.codec import DecodeError, encode_json
from kapivara.codec.stored.stored_note import Encoded, make_stamp
from kapivara.meta import GroupVersionKind
from kapivara.schema.steps.defaulting import OutgrownError
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.registry.crds.custom_resource import CustomResource
    from kapivara.schema.resource.sound_fields import SoundFields

_IN_PROTOBUF = "Object 'Kind' is missing in 'object has no kind field '"
"""Kept: the error for every body in protobuf, whatever it contains: custom resources do not support protobuf."""


class CustomCodec:
    """The codec of one version of a CRD."""

    __slots__ = ("_api_version", "_definition", "_gvk", "_kind", "_schema", "_stamp")

    def __init__(self, kind: CustomResource):
        self._kind = kind
        self._gvk = kind.gvk
        self._api_version = kind.gvk.api_version
        self._definition = kind.definition
        self._schema = kind.schema
        self._stamp = b""

    def decode(self, body: Body) -> Read:
        """Decodes a body: normalizes metadata, removes unknown fields and stray nulls, applies defaults."""
        if body.message is not None:
            raise UndecodableError(_IN_PROTOBUF, with_defaults(interpret(body.value), self._gvk))
        found = self._identify(body)
        obj: JsonObject = body.value
        if "apiVersion" in obj and obj["apiVersion"] is None:
            raise UndecodableError(".apiVersion accessor error: <nil> is of the type <nil>, expected string", found)
        try:
            unknown = self._schema.coerce_metadata(obj)
            if found is self._gvk or found.group_kind == self._gvk.group_kind:
                own = found.version == self._gvk.version
                schema = self._schema if own else self._definition.schema(found.version)
                unknown += schema.prune_and_default(obj, sound=body.sound_fields if own else None)
        except DecodeError as error:
            raise UndecodableError(error.message, found) from None
        if unknown:
            return Read(obj, found, (*body.doubled, *[f'unknown field "{each}"' for each in unknown]))
        return Read(obj, found, body.doubled)

    def _identify(self, body: Body) -> GroupVersionKind:
        """Returns the kind that a body states, which is nearly always this one."""
        value = body.value
        if type(value) is dict and value.get("apiVersion") == self._api_version and value.get("kind") == self._gvk.kind:
            if body.beyond:
                raise UndecodableError(body.beyond, self._gvk)
            return self._gvk
        try:
            found = interpret(value)
        except DecodeError as error:
            raise UndecodableError(error.message) from None
        if body.beyond:
            raise UndecodableError(body.beyond, with_defaults(found, self._gvk))
        if found.kind:
            return found
        if not body.strict:  # kept: a lenient decoder reports it, which fills in the requested kind
            missing = f"Object 'Kind' is missing in '{body.json_text()}'"
            raise UndecodableError(missing, with_defaults(found, self._gvk))
        raise UndecodableError(f"Object 'Kind' is missing in '{body.raw().decode(errors='replace')}'", found)

    def undecodable_text(self, error: UndecodableError, body: Body) -> str:
        """Returns the server's error for an undecodable body: with the body's kind, or with the first bytes of the
        body.

        Kept: a body with unknown fields was decoded as the kind it states, and so must have a version.
        """
        wanted = self._gvk.kind
        if error.strict and error.found is not None:
            if not error.found.version:
                return "Object 'apiVersion' is missing in 'object has no apiVersion field'"
            wanted = error.found.kind
        return undecodable_text(error.problem, error.found, wanted, body.raw())

    def to_storage(self, obj: JsonObject) -> JsonObject:
        """Returns an object in the storage version; the schema of another version prunes it first."""
        return self._kind.to_hub(stored_form(obj))

    def from_storage(self, obj: JsonObject) -> JsonObject:
        """Returns a stored object in this version, after pruning and defaulting by the schema of its stored version."""
        self._read_stored(obj)
        return self._kind.from_hub(obj)

    def _read_stored(self, obj: JsonObject) -> None:
        self._definition.schema(obj["apiVersion"].rpartition("/")[2]).prune_and_default(obj, drop_malformed=True)

    def read_other(self, obj: JsonObject) -> bool:
        """Decodes an object of another stored version by its schema; returns False for this version or on an error."""
        if obj["apiVersion"] == self._api_version:
            return False
        try:
            self._read_stored(obj)
        except (DecodeError, OutgrownError):
            return False
        return True

    def reads_back(self, form: JsonObject, encoded: Encoded, sound: SoundFields) -> bool:  # noqa: ARG002
        """Returns True if the schema that found an object sound is that of its stored version, covering all fields."""
        return form["apiVersion"] == self._api_version and self._schema.is_read(form, sound)

    @property
    def stamp(self) -> bytes:
        """The stamp of the version and its schema, which determine how objects stored at that version are decoded."""
        if not self._stamp:
            preserves, schema = self._definition.preserve_unknown_fields, self._kind.version.raw_schema
            self._stamp = make_stamp(str(self._gvk).encode(), encode_json([preserves, schema]))
        return self._stamp

    def blank(self) -> JsonObject:
        """Returns an object with only its apiVersion and kind."""
        return {"apiVersion": self._api_version, "kind": self._gvk.kind}

    def printed(self, obj: JsonObject) -> JsonObject:
        """Returns the object unchanged: without a Go type, fields are sorted."""
        return obj
