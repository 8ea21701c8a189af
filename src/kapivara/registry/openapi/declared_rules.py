"""Declarative validation rules in the schemas of built-in types, from their tags; zero values count as missing.

Published with the gate DeclarativeValidationExtensionsInOpenAPI (KEP-4153): keywords, CEL rules, messages for keywords,
and a mark for each field that is omitted if zero, because zero then counts as missing.

If the rules of a field's type do not apply there, as for the metadata of a template, the field refers to a second
schema of the type, without rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import described
from kapivara.registry.openapi.form import Form
from kapivara.registry.openapi.model import GROUP_VERSION_KIND, model_name
from kapivara.registry.openapi.type_schemas import describe_struct
from kapivara.schema.structural.combining import STRIP_ZERO, UNRULED, WITHOUT_RULES, Schema, combine

_LEFT_OUT: Final = (Scalar, Bytes)
"""The types that may be omitted if zero; a struct may be only as a pointer."""


def add_rules(form: Form, schemas: Schema, structs: Mapping[str, Struct]) -> None:
    """Adds the declared rules to the schemas of structs, and the schemas of types without rules."""
    bare = _BareTypes(form, schemas)
    for name, struct in structs.items():
        _add_to_struct(form, schemas[name], struct, bare)
    bare.describe()


class _BareTypes:
    """The types that need a second schema without rules, because a field refers to them that way."""

    def __init__(self, form: Form, schemas: Schema):
        self._form = form
        self._schemas = schemas
        self._waiting: list[Struct] = []
        self._ruled: dict[str, bool] = {}

    def refer(self, schema: Any, shape: Shape) -> None:
        """Makes the schema of a field refer to a type, and to the types inside, without their rules."""
        for struct in _structs_in(shape):
            if self._is_ruled(struct, set()):
                _rename(schema, self._form.prefix + model_name(struct))
                self._waiting.append(struct)

    def describe(self) -> None:
        """Adds the schemas of all types that were referred to."""
        while self._waiting:
            struct = self._waiting.pop()
            name = model_name(struct) + WITHOUT_RULES
            if name in self._schemas:
                continue
            schema = self._schemas[name] = describe_struct(self._form, struct)
            schema.pop(GROUP_VERSION_KIND, None)  # the schema with rules is that of the kind
            for field in struct.tables.fields:
                _mark_zero(schema["properties"][field.name], field)
                self.refer(schema["properties"][field.name], field.shape)

    def _is_ruled(self, struct: Struct, above: set[str]) -> bool:
        """Returns True if a type, or a type inside, has declared rules."""
        name = model_name(struct)
        known = self._ruled.get(name)
        if known is not None or name in above:
            return bool(known)
        below = (found for each in struct.tables.fields for found in _structs_in(each.shape))
        ruled = bool(_rules_of(struct)) or any(self._is_ruled(each, above | {name}) for each in below)
        if ruled or not above:
            self._ruled[name] = ruled
        return ruled


def _rules_of(struct: Struct) -> Mapping[str, Any]:
    return described(struct.folder).rules(struct.name) if struct.folder else {}


def _structs_in(shape: Shape) -> Iterator[Struct]:
    while isinstance(shape, ListOf | MapOf):
        shape = shape.item
    if isinstance(shape, Struct) and shape.folder and not isinstance(shape, Custom):
        yield shape


def _rename(schema: Any, reference: str) -> None:
    """Redirects references to a type to its schema without rules."""
    if isinstance(schema, dict):
        if schema.get("$ref") == reference:
            schema["$ref"] = reference + WITHOUT_RULES
        for inner in schema.values():
            _rename(inner, reference)
    elif isinstance(schema, list):
        for inner in schema:
            _rename(inner, reference)


def _add_to_struct(form: Form, schema: Schema, struct: Struct, bare: _BareTypes) -> None:
    """Adds the declared rules of a struct, of its fields, and of its embedded structs."""
    homes = dict.fromkeys((struct, *(each.home for each in struct.tables.fields if each.home is not None)))
    for home in homes:
        combine(schema, _rules_of(home).get("", {}))
    required = set(schema.get("required", ()))
    for field in struct.tables.fields:
        _add_to_field(form, schema["properties"][field.name], field, field.home or struct, bare)
        if field.name in required:
            _drop_zero(schema["properties"][field.name])


def _add_to_field(form: Form, schema: Schema, field: Field, home: Struct, bare: _BareTypes) -> None:
    _mark_zero(schema, field)
    rules = dict(_rules_of(home).get(field.name, {}))
    if rules.pop(UNRULED, False):
        bare.refer(schema, field.shape)
    if rules:
        _combine(form, schema, rules)


def _mark_zero(schema: Schema, field: Field) -> None:
    """Marks a field for which zero counts as missing: an omitted scalar, a list or a map."""
    if field.pointer:
        return
    if isinstance(field.shape, ListOf | MapOf) or (field.omit_empty and isinstance(field.shape, _LEFT_OUT)):
        schema[STRIP_ZERO] = True


def _combine(form: Form, schema: Schema, rules: Schema) -> None:
    """Adds rules to a schema; wraps a reference first if it cannot have siblings."""
    if "$ref" in schema:
        referred = form.reference_with(schema["$ref"].removeprefix(form.prefix), {})
        schema.clear()
        schema.update(referred)
    for inside in ("items", "additionalProperties"):
        if inside in rules and inside in schema:
            schema[inside] = dict(schema[inside])
            _combine(form, schema[inside], rules[inside])
            rules = {keyword: value for keyword, value in rules.items() if keyword != inside}
    combine(schema, rules)


def _drop_zero(schema: Schema) -> None:
    """Removes the zero default of a required field, because zero would count as missing."""
    if schema.get(STRIP_ZERO) and not schema.get("default", True):
        del schema["default"]
