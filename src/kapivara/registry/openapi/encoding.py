"""Documents as bytes, put together of parts that are written one by one: so that those which stay need not be again."""

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
"""About how many bytes an entry takes beside those that are written."""


@record
class Parts:
    """What a document is put together of: each path, schema and shared parameter as it is written, by name."""

    paths: Mapping[str, bytes]
    schemas: Mapping[str, bytes]
    parameters: Mapping[str, bytes]

    @property
    def size(self) -> int:
        """About how many bytes of memory the parts take."""
        sections = (self.paths, self.schemas, self.parameters)
        return sum(len(text) + _SIZE_OF_ENTRY for each in sections for text in each.values())


def merge(parts: Iterable[Parts]) -> Parts:
    """Puts parts together, sorted by name; of those of one name the first stands."""
    paths: dict[str, bytes] = {}
    schemas: dict[str, bytes] = {}
    parameters: dict[str, bytes] = {}
    for each in parts:
        paths = {**each.paths, **paths}
        schemas = {**each.schemas, **schemas}
        parameters = {**each.parameters, **parameters}
    return Parts(*(dict(sorted(section.items())) for section in (paths, schemas, parameters)))


class Encoding(ABC):
    """One way to write the documents of a version of OpenAPI, whose `form` there is one of for each fragment."""

    form: type[Form]

    def write_parts(self, fragment: Fragment, *, alone: bool = True) -> Parts:
        """Writes what a fragment adds to a document; not `alone`, to one that has the types of all built-in kinds."""
        with deep_stack():  # schemas of definitions nest as deep as data may
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
        """Writes a path with its name."""

    @abstractmethod
    def write_schema(self, name: str, value: JsonObject) -> bytes:
        """Writes a schema with its name."""

    @abstractmethod
    def write_parameter(self, name: str, value: JsonObject) -> bytes:
        """Writes a shared parameter with its name."""

    @abstractmethod
    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Writes a document; `security` says how clients are known, and may be empty."""


class _Json(Encoding):
    """JSON, whatever the version."""

    def write_path(self, name: str, value: JsonObject) -> bytes:
        return encode_json(name) + b":" + encode_json(value)

    write_schema = write_parameter = write_path


class JsonV2(_Json):
    """JSON of OpenAPI v2."""

    form = V2

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Writes a document: all requests have to say who makes them."""
        secured = {"securityDefinitions": security, "security": [{name: [] for name in security}]}
        return _object(
            encode_json({"swagger": "2.0", "info": info})[1:-1],
            _member("paths", parts.paths),
            _member("definitions", parts.schemas),
            _member("parameters", parts.parameters),
            encode_json(secured)[1:-1],
        )


class JsonV3(_Json):
    """JSON of OpenAPI v3."""

    form = V3

    def write_document(self, info: JsonObject, security: JsonObject, parts: Parts) -> bytes:
        """Writes a document."""
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
