"""Makes the schemas of types in OpenAPI documents: fields, types, defaults, merge strategies, and rules of tags.

Every struct has a schema of its own, named after its package, so that types may be recursive.
Upstream: kube-openapi/pkg/generators/openapi.go (1.37).
Upstream: kube-openapi/pkg/generators/openapi.go defaultFromComments, parseSymbolReference (1.37).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from kapivara.codec import known_shapes
from kapivara.codec.shapes import Custom
from kapivara.generator.grammar.tag_reading import tag_lines
from kapivara.generator.grammar.validation_markers import ValidationMarkerError, read_validation_markers
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.json_fields import JsonField, json_fields
from kapivara.generator.model.kinds import is_python_kind
from kapivara.generator.model.natives import native_type, non_pointer, value_type
from kapivara.generator.model.own_json import has_own_json, known_shape
from kapivara.generator.model.symbol_reference import constant_named
from kapivara.generator.model.types import BYTE, Comments, Member, Type, TypeKind, Universe
from kapivara.generator.schema_keywords.type_schemas import TypeSchemas
from kapivara.generator.sources.go.struct_tags import tag_value
from kapivara.generator.sources.go.whole_comments import WholeComments, text_of
from kapivara.generator.tags.fields.presence import DEFAULT_TAGS
from kapivara.schema.structural.combining import LIST_KEYS, LIST_TYPE, STRIP_ZERO, WITHOUT_RULES, Schema, combine
from kapivara.values import ABSENT, Absent, JsonValue
from kapivara.values.record import record


@record
class OpenApiVersion:
    """A version: the prefix of references, whether these stand alone, and whether defaults are included.

    `choices` means that schemas may have `oneOf`.
    """

    number: int
    prefix: str
    bare_references: bool
    defaults: bool
    choices: bool

    def reference(self, name: str) -> Schema:
        """Returns a reference to the schema of a type, beside which other keywords may be added."""
        reference: Schema = {"$ref": f"{self.prefix}{name}"}
        return {"allOf": [reference]} if self.bare_references else reference

    def plain_reference(self, name: str) -> Schema:
        """Returns a reference to the schema of a type, with nothing beside it."""
        return {"$ref": f"{self.prefix}{name}"}

    def own_type(self, schema: Mapping[str, JsonValue]) -> Schema:
        """Returns the schema of a type with its own JSON encoding; without `choices`, a `oneOf` becomes a string."""
        if self.choices or "oneOf" not in schema:
            return dict(schema)
        return {"type": "string", **{key: value for key, value in schema.items() if key != "oneOf"}}

    def document(self, title: str, version: str, mark: str, schemas: Schema) -> Schema:
        """Returns a document that consists of schemas; `mark` is its description, which states its origin."""
        info = {"title": title, "version": version, "description": mark}
        if self.number == 2:
            return {"swagger": "2.0", "info": info, "paths": {}, "definitions": schemas}
        return {"openapi": "3.0.0", "info": info, "paths": {}, "components": {"schemas": schemas}}


V3 = OpenApiVersion(3, "#/components/schemas/", bare_references=True, defaults=True, choices=True)
V2 = OpenApiVersion(2, "#/definitions/", bare_references=False, defaults=False, choices=False)


_ZEROS: dict[str, JsonValue] = {"string": "", "bool": False}


def default_of(member: Member, owner: Type, universe: Universe) -> JsonValue | Absent:
    """Returns the default of a field, declared or zero; ABSENT where it has none. Raises AuthorError."""
    for name, line in tag_lines(member.comments):
        if name in DEFAULT_TAGS:
            return _declared(line.text.partition("=")[2].strip(), member, owner, universe)
    native = native_type(member.type)
    if native.kind is TypeKind.STRUCT and not has_own_json(native):
        return {}
    if native.kind is TypeKind.BUILTIN and not member.json.omit_empty:
        return _ZEROS.get(native.name.name, 0)
    return ABSENT


def _declared(text: str, member: Member, owner: Type, universe: Universe) -> JsonValue:
    try:
        constant = constant_named(text, owner.name.package, universe)
        if constant is not None:
            return constant.value
        value: JsonValue = json.loads(text)
    except ValueError:
        hint = "a default is JSON, or ref(NAME) of a constant: ref(PATH.NAME) of one of another package"
        message = f"cannot read the default {text}"
        raise AuthorError(
            message, member.place, type_name=str(owner), field=f"{owner}.{member.json.name}", hint=hint
        ) from None
    return value


_SCALARS: Final[dict[str, Schema]] = {
    "string": {"type": "string"},
    "bool": {"type": "boolean"},
    **{name: {"type": "integer", "format": "int32"} for name in ("int", "int16", "int32", "uint", "uint16")},
    **{name: {"type": "integer", "format": "int64"} for name in ("int64", "uint32", "uint64")},
    "byte": {"type": "integer", "format": "byte"},
    "float32": {"type": "number", "format": "float"},
    "float64": {"type": "number", "format": "double"},
}
_TYPE_META: Final = {"type": "string", STRIP_ZERO: True}
_LEFT_OUT: Final = (TypeKind.BUILTIN, TypeKind.SLICE, TypeKind.MAP)
_OPTIONAL: Final = frozenset(("optional", "k8s:optional"))
_REQUIRED: Final = frozenset(("required", "k8s:required"))


class TypeDescriptions:
    """Makes schemas of types for one version of OpenAPI; errors are added to a list."""

    def __init__(self, universe: Universe, rules: TypeSchemas, version: OpenApiVersion, errors: list[AuthorError]):
        self._universe = universe
        self._rules = rules
        self._version = version
        self._errors = errors
        self._waiting: list[tuple[Type, bool]] = []
        self._comments = WholeComments()
        self.schemas: Schema = {}

    def describe(self, *types: Type) -> None:
        """Adds the schemas of structs, and of all types that they contain."""
        self._waiting += [(kind, True) for kind in types]
        while self._waiting:
            kind, ruled = self._waiting.pop()
            name = _name_of(kind, ruled=ruled)
            if name not in self.schemas:
                self.schemas[name] = {}
                self.schemas[name] = self._struct(kind, ruled=ruled)
        self.schemas = dict(sorted(self.schemas.items()))

    def _struct(self, kind: Type, *, ruled: bool) -> Schema:
        """Returns the schema of a struct; in an opaque field it is not `ruled`, like all types that it contains."""
        own = self._own_json(kind)
        if own is not None:
            return own
        schema: Schema = {"type": "object"}
        if text := text_of(self._comments.of(kind)):
            schema["description"] = text
        properties: Schema = {name: dict(_TYPE_META) for name in ("apiVersion", "kind") if is_python_kind(kind)}
        required = []
        fields = json_fields(kind)
        for field in fields:
            properties[field.name] = self._field(field, kind, ruled=ruled)
            if _is_required(field):
                required.append(field.name)
        if properties:
            schema["properties"] = dict(sorted(properties.items()))
        if required:
            schema["required"] = required
        for holder in _holders(kind) if ruled else ():
            combine(schema, self._rules.of(holder).own)
        combine(schema, _markers(kind.comments, kind) if ruled else {})
        for name in schema.get("required", ()):
            _drop_zero(properties.get(name, {}))
        return schema

    def _field(self, field: JsonField, kind: Type, *, ruled: bool) -> Schema:
        member, holder = field.member, _holder(kind, field)
        said = self._rules.of(holder)
        schema = self._value(member.type, ruled=ruled and field.name not in said.opaque)
        if text := text_of(self._comments.of(member)):
            schema["description"] = text
        combine(schema, _merging(member))
        try:
            default = default_of(member, holder, self._universe) if self._version.defaults else ABSENT
        except AuthorError as error:
            self._errors.append(error)
            default = ABSENT
        if default is not ABSENT:
            schema["default"] = default
        if member.json.omit_empty and native_type(member.type).kind in _LEFT_OUT:
            schema[STRIP_ZERO] = True
        if ruled:
            combine(schema, said.fields.get(field.name, {}))
            combine(schema, _markers(member.comments, member.type))
        return self._with_plain_references(schema)

    def _value(self, kind: Type, *, ruled: bool) -> Schema:
        """Returns the schema of a value; a struct is a reference."""
        kind = non_pointer(kind)
        own = self._own_json(kind)
        if own is not None:
            return own
        native = value_type(kind)
        if native.kind is TypeKind.STRUCT:
            struct = kind if kind.kind is TypeKind.STRUCT else native
            if struct.overridden:
                return self._struct(struct, ruled=ruled)
            self._waiting.append((struct, ruled))
            return self._version.reference(_name_of(struct, ruled=ruled))
        if native.kind in (TypeKind.SLICE, TypeKind.ARRAY) and native.elem is not None:
            if native_type(native.elem) is BYTE:
                return {"type": "string", "format": "byte"}
            return {"type": "array", "items": self._value(native.elem, ruled=ruled)}
        if native.kind is TypeKind.MAP and native.elem is not None:
            return {"type": "object", "additionalProperties": self._value(native.elem, ruled=ruled)}
        return dict(_SCALARS.get(native.name.name, {"x-kubernetes-preserve-unknown-fields": True}))

    def _own_json(self, kind: Type) -> Schema | None:
        name = known_shape(kind)
        shape = None if name is None else getattr(known_shapes, name)
        if shape is known_shapes.GO_TIME:
            return {"type": "string", "format": "date-time"}
        return self._version.own_type(shape.schema) if isinstance(shape, Custom) else None

    def _with_plain_references(self, schema: Schema) -> Schema:
        """Unwraps references without further keywords in the items of lists and maps."""
        for inside in ("items", "additionalProperties"):
            inner = schema.get(inside)
            if isinstance(inner, dict):
                lone = list(inner) == ["allOf"] and len(inner["allOf"]) == 1
                schema[inside] = inner["allOf"][0] if lone else self._with_plain_references(inner)
        return schema


def _markers(comments: Comments, kind: Type) -> Schema:
    """Returns the keywords that markers declare; errors were reported when tags were read."""
    try:
        return read_validation_markers(comments, kind)
    except ValidationMarkerError:
        return {}


def schema_name(kind: Type) -> str:
    """Returns the name of a type in documents: `com.example.api.v1.Root` for `Root` in `example.com/api/v1`.

    Upstream: kube-openapi/pkg/util/util.go ToRESTFriendlyName.
    """
    domain, slash, path = kind.name.package.partition("/")
    if "." in domain and slash:
        domain = ".".join(reversed(domain.split(".")))
    return ".".join(filter(None, (domain, *path.split("/"), kind.name.name)))


def _name_of(kind: Type, *, ruled: bool) -> str:
    return schema_name(kind) + ("" if ruled else WITHOUT_RULES)


def _holder(kind: Type, field: JsonField) -> Type:
    """Returns the struct that declares a field: the given one, or one that is embedded in it."""
    for step in field.embedded:
        member = next((each for each in kind.members if each.name == step), None)
        if member is None:
            return kind
        kind = non_pointer(member.type)
    return kind


def _holders(kind: Type) -> list[Type]:
    """Returns a struct and the structs embedded in it, whose rules apply to it."""
    found = {id(kind): kind}
    for field in json_fields(kind):
        holder = _holder(kind, field)
        found.setdefault(id(holder), holder)
    return list(found.values())


def _is_required(field: JsonField) -> bool:
    """Returns whether a field is required: by its tags, or because JSON always contains it."""
    names = {name for name, _ in tag_lines(field.member.comments)}
    if names & _REQUIRED:
        return True
    return not (names & _OPTIONAL or field.member.json.omit_empty or field.parents)


def _merging(member: Member) -> Schema:
    """Returns the merge strategy of a list or map, from tags and from Go's tag of the field."""
    made: Schema = {}
    for name, line in tag_lines(member.comments):
        value = line.text.partition("=")[2].strip()
        if name == "listType":
            made[LIST_TYPE] = value
        elif name == "listMapKey":
            made[LIST_KEYS] = [*made.get(LIST_KEYS, ()), value]
        elif name in ("mapType", "structType"):
            made["x-kubernetes-map-type"] = value
    for key, keyword in (("patchStrategy", "patch-strategy"), ("patchMergeKey", "patch-merge-key")):
        if said := tag_value(member.tag, key):
            made[f"x-kubernetes-{keyword}"] = said
    return made


def _drop_zero(schema: Schema) -> None:
    """Removes a default that would be dropped again: the zero value of a required field."""
    if schema.get(STRIP_ZERO) and not schema.get("default", True):
        del schema["default"]
