"""Encodes documents from separately encoded parts, so that unchanged parts need not be encoded again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from kapivara.codec import encode_json
from kapivara.registry.openapi.form import Form
from kapivara.registry.openapi.fragment import Fragment
from kapivara.registry.openapi.v2 import V2
from kapivara.registry.openapi.v3 import V3
from kapivara.values import JsonObject
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

_SIZE_OF_ENTRY = 160
"""The estimated memory of an entry besides its encoding, in bytes."""


@record
class Parts:
    """The parts of a document: each path, schema and shared parameter encoded, by name."""

    paths: Mapping[str, bytes]
    schemas: Mapping[str, bytes]
    parameters: Mapping[str, bytes]

    @property
    def size(self) -> int:
        """The estimated memory of the parts, in bytes."""
        sections = (self.paths, self.schemas, self.parameters)
        return sum(len(text) + _SIZE_OF_ENTRY for each in sections for text in each.values())


def merge(parts: Iterable[Parts]) -> Parts:
    """Merges parts, sorted by name; on a name collision the first wins."""
    paths: dict[str, bytes] = {}
    schemas: dict[str, bytes] = {}
    parameters: dict[str, bytes] = {}
    for each in parts:
        paths = {**each.paths, **paths}
        schemas = {**each.schemas, **schemas}
        parameters = {**each.parameters, **parameters}
    return Parts(*(dict(sorted(section.items())) for section in (paths, schemas, parameters)))


class Encoding(ABC):
    """An encoding of documents of one OpenAPI version; each fragment gets its own `form`."""

    form: type[Form]

    def write_parts(self, fragment: Fragment, *, alone: bool = True) -> Parts:
        """Encodes a fragment; without `alone`, for a document that already has the types of all built-in kinds."""
        with deep_stack():  # schemas of CRDs may nest deeply
            return self._write_parts(fragment, alone)

    def _write_parts(self, fragment: Fragment, alone: bool) -> Parts:
        form = self.form()
        described = fragment.describe(form) if alone else fragment.schemas(form)
        paths = {name: self.write_path(name, item) for name, item in fragment.paths(form).items()}
        schemas = {name: self.write_schema(name, each) for name, each in described.items()}
        shared = form.parameters if isinstance(form, V2) else {}
        return Parts(paths, schemas, {name: self.write_parameter(name, each) for name, each in shared.items()})

    @abstractmethod
    def write_path(self, name: str, value: JsonObject) -> bytes:
        """Encodes a path with its name."""

    @abstractmethod
    def write_schema(self, name: str, value: JsonObject) -> bytes:
        """Encodes a schema with its name."""

    @abstractmethod
    def write_parameter(self, name: str, value: JsonObject) -> bytes:
        """Encodes a shared parameter with its name."""

    @abstractmethod
    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Encodes a document; `security` describes the authentication, and may be empty."""


class _Json(Encoding):
    """The JSON encoding of both versions."""

    def write_path(self, name: str, value: JsonObject) -> bytes:
        return encode_json(name) + b":" + encode_json(value)

    write_schema = write_parameter = write_path


class JsonV2(_Json):
    """The JSON encoding of OpenAPI v2."""

    form = V2

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Encodes a document in which all operations require authentication."""
        secured = {"securityDefinitions": security, "security": [{name: [] for name in security}]}
        return _object(
            encode_json({"swagger": "2.0", "info": info})[1:-1],
            _member("paths", parts.paths),
            _member("definitions", parts.schemas),
            _member("parameters", parts.parameters),
            encode_json(secured)[1:-1],
        )


class JsonV3(_Json):
    """The JSON encoding of OpenAPI v3."""

    form = V3

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Encodes a document."""
        components = [_member("schemas", parts.schemas)] if parts.schemas else []
        if security:
            components.append(encode_json({"securitySchemes": security})[1:-1])
        return _object(
            encode_json({"openapi": "3.0.0", "info": info})[1:-1],
            _member("paths", parts.paths),
            b'"components":' + _object(*components),
        )


def _member(name: str, entries: Mapping[str, bytes]) -> bytes:
    return encode_json(name) + b":" + _object(*entries.values())


def _object(*members: bytes) -> bytes:
    return b"{" + b",".join(members) + b"}"


JSON_V2 = JsonV2()
JSON_V3 = JsonV3()
