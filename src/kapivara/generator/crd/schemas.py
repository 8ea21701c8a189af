"""Makes the schemas of the types of a package: one per named type, with references to others by key.

`flattening` later merges the schema of a field's type with the keywords of the field's own markers.
Upstream: controller-tools/pkg/crd/schema.go.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Protocol, TypeAlias

from tree_sitter import Node

from kapivara.generator.crd.byte_limits import drop_byte_limits
from kapivara.generator.crd.declared import DeclaredType
from kapivara.generator.crd.markers.marker import REF, MarkerError, MarkerValue, Schema
from kapivara.generator.crd.structs import json_name, struct_schema, unruled
from kapivara.generator.crd.type_names import (
    EMBEDDED_METADATA,
    INSTEAD,
    KNOWN_SCHEMAS,
    NAMES,
    TypeNames,
    builtin_under,
    chain,
    find,
    has_method,
    leads_back,
)
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import META
from kapivara.generator.schema_keywords.type_schemas import TypeSchema
from kapivara.schema.structural.combining import combine
from kapivara.values.record import record

TypeKey: TypeAlias = "tuple[str, str]"
_INTEGERS = {"int32": "int32", "uint32": "int32", "int64": "int64", "uint64": "int64"}
_BUILTIN: dict[str, Schema] = {
    "string": {"type": "string"},
    "bool": {"type": "boolean"},
    **{
        name: {"type": "integer", **({"format": _INTEGERS[name]} if name in _INTEGERS else {})}
        for name in ("int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64")
    },
    **{name: {"type": "integer"} for name in ("byte", "uintptr")},
    "rune": {"type": "integer", "format": "int32"},
}
_FLOATS = ("float32", "float64")
_INTERFACES = ("any", "error", "comparable")
_MOST_DEEP = 50


class SaidByTags(Protocol):
    """The schemas that `+k8s:` tags declare for types, by package and name."""

    def of(self, package: str, name: str, way: tuple[str, ...] = ()) -> TypeSchema:
        """Returns the schema from the tags of a type, or of the type to which the fields of `way` lead from it."""

    def opaque_fields(self, package: str, name: str, way: tuple[str, ...] = ()) -> frozenset[str]:
        """Returns the opaque fields of such a type."""


@record
class SchemaOptions:
    """Options: whether floats are allowed, and whether embedded metadata has fields."""

    floats: bool = False
    embedded_metadata: bool = False


class Schemas:
    """Makes the schemas of types, each once; errors are added to a list."""

    def __init__(
        self, names: TypeNames, errors: list[AuthorError], options: SchemaOptions, tag_rules: SaidByTags | None = None
    ):
        self.names = names
        self.errors = errors
        self._options = options
        self._made: dict[TypeKey, Schema] = {}
        self._declared: dict[TypeKey, DeclaredType] = {}
        self._tag_rules = tag_rules
        self._depth = 0

    def of(self, key: TypeKey) -> Schema:
        """Returns the schema of a referenced type; the caller must not change it."""
        if key == (META, "ObjectMeta") and self._options.embedded_metadata:
            return EMBEDDED_METADATA
        known = KNOWN_SCHEMAS.get(key)
        if known is None:
            known = self._made.get(key)
        if known is None:
            known = self._made[key] = self.of_type(self._declared[key])
        return known

    def declare(self, kind: DeclaredType) -> TypeKey:
        """Registers a referenced type, and returns its key."""
        self._declared.setdefault(kind.key, kind)
        return kind.key

    def declared(self, key: TypeKey | None) -> DeclaredType:
        """Returns the registered type of a key; raises MarkerError where its fields are not known."""
        if key is None or key in KNOWN_SCHEMAS or key not in self._declared:
            raise MarkerError("the fields of the field's type are unknown", "only structs have fields to override")
        return self._declared[key]

    def opaque_fields(self, kind: DeclaredType) -> Container[str]:
        """Returns the fields of a struct in which the tags of the field's type are ignored."""
        if kind.unruled:
            return {json_name(field) for field in kind.fields}
        return () if self._tag_rules is None else self._tag_rules.opaque_fields(*(kind.root or kind.key), kind.way)

    def refer_unruled(self, schema: Schema) -> None:
        """Replaces a reference to a registered type by one to the same type without tags."""
        known = self._declared.get(schema.get(REF, ("", "")))
        if known is not None and not known.unruled:
            schema[REF] = self.declare(unruled(known))

    def of_type(self, kind: DeclaredType) -> Schema:
        """Returns the schema of a declared type; for a type that marshals its own JSON, only its markers count."""
        if kind.is_generic:
            return self.refuse("types with type parameters have no schema", kind.type, kind)
        if leads_back(kind, self.names):
            return self.refuse(f"type {kind.name} is defined from itself", kind.type, kind)
        if has_method(kind, "MarshalJSON", self.names):
            schema: Schema = {}
            self.apply(kind.markers, schema, kind)
            if schema.get("type"):
                return schema
        elif has_method(kind, "MarshalText", self.names):
            schema = {"type": "string"}
            self.apply(kind.markers, schema, kind)
            if schema.get("type") != "string":
                message = f"{kind.name} marshals itself as a text, but its marker declares {schema.get('type')}"
                self.errors.append(AuthorError(message, kind.place, type_name=kind.name))
            return schema
        return self._of_declaration(kind)

    def _of_declaration(self, kind: DeclaredType) -> Schema:
        told = len(self.errors)
        is_struct = kind.type.type == "struct_type"
        schema = struct_schema(kind, self) if is_struct else self.of_node(kind.type, kind)
        if kind.description:
            schema["description"] = kind.description
        if "type" in schema or len(self.errors) == told:  # a type without a schema gets no further errors
            self.apply(kind.markers, schema, kind)
        if is_struct and self._tag_rules is not None and not kind.unruled:
            self._add_tag_rules(kind, schema, self._tag_rules)
        return schema

    def _add_tag_rules(self, kind: DeclaredType, schema: Schema, tag_rules: SaidByTags) -> None:
        """Merges the keywords from the tags of a struct and of its fields into its schema."""
        said = tag_rules.of(*(kind.root or kind.key), kind.way)
        for name, rules in said.fields.items():
            if name in schema["properties"]:
                combine(schema["properties"][name], rules)
                drop_byte_limits(schema["properties"][name])
        combine(schema, said.own)

    def of_node(self, node: Node, kind: DeclaredType) -> Schema:
        """Returns the schema of a type expression in the file of `kind`."""
        read = _READERS.get(node.type)
        if read is None:
            return self.refuse(f"{kind.scope.file.slice(node)[:80]} has no schema", node, kind)
        self._depth += 1
        try:
            if self._depth > _MOST_DEEP:
                return self.refuse(f"types are nested more than {_MOST_DEEP} deep", node, kind)
            return read(self, node, kind)
        finally:
            self._depth -= 1

    def refuse(self, message: str, node: Node, kind: DeclaredType, hint: str = "") -> Schema:
        """Adds an error for a type that has no schema; returns an empty schema."""
        place = kind.scope.file.place(node)
        self.errors.append(AuthorError(message, place, type_name=kind.name, hint=hint))
        return {}

    def apply(self, markers: Sequence[MarkerValue], schema: Schema, kind: DeclaredType, field: str = "") -> None:
        """Applies markers to a schema; last those for the items of a list, to the schema of the items."""
        chosen = [each for each in markers if each.marker.apply is not None]
        for each in sorted(chosen, key=lambda one: (one.marker.for_items, one.marker.order)):
            target = schema
            try:
                if each.marker.for_items:
                    target = _items_of(schema)
                if each.marker.apply is not None:
                    each.marker.apply(target, each.value, kind)
            except MarkerError as error:
                self.errors.append(
                    AuthorError(
                        f"+{each.marker.name}: {error.message}",
                        each.place,
                        type_name=kind.name,
                        field=field,
                        tag=each.marker.name,
                        hint=error.hint,
                    )
                )

    def _named(self, node: Node, kind: DeclaredType) -> Schema:
        """Returns the schema for a name without package: a type of this package, a dot-imported one, or a builtin."""
        file = kind.scope.file
        try:
            found = self.names.find(file.slice(node), kind.scope, file.place(node))
            if isinstance(found, DeclaredType) and found.is_alias:
                found = self._behind_alias(found)
        except AuthorError as error:
            error.type_name = error.type_name or kind.name
            self.errors.append(error)
            return {}
        if isinstance(found, str):
            return self._builtin(found, node, kind)
        schema: Schema = {REF: self.declare(found)}
        if found.package is kind.package and builtin_under(found, self.names) not in ("", *_INTERFACES):
            under = self.of(found.key)
            schema |= {name: under[name] for name in ("type", "format") if under.get(name)}
        return schema

    def _behind_alias(self, alias: DeclaredType) -> DeclaredType:
        """Returns the type of an alias; an alias of a builtin type is returned itself. Raises AuthorError."""
        file = alias.scope.file
        if alias.type.type not in NAMES:
            hint = "define a type instead: leave out the ="
            raise AuthorError(f"alias {alias.name} stands for a type without a name", alias.place, hint=hint)
        found = self.names.find(file.slice(alias.type), alias.scope, file.place(alias.type))
        return alias if isinstance(found, str) else found

    def _builtin(self, name: str, node: Node, kind: DeclaredType) -> Schema:
        if name in _FLOATS:
            if self._options.floats:
                return {"type": "number"}
            hint = "clients read floats differently: use a string or resource.Quantity, or allow them with --crd-floats"
            return self.refuse(f"{name} has no schema", node, kind, hint)
        if name in _INTERFACES:
            return self.refuse(f"{name} has no schema: it can be anything", node, kind, _USE_JSON)
        found = _BUILTIN.get(name)
        return dict(found) if found is not None else self.refuse(f"{name} has no schema", node, kind)

    def _imported(self, node: Node, kind: DeclaredType) -> Schema:
        """Returns a reference to the schema of a type of another package."""
        file = kind.scope.file
        prefix, _, name = file.slice(node).partition(".")
        key = self.names.imported_path(prefix.strip(), kind.scope), name.strip()
        if key in KNOWN_SCHEMAS:
            return {REF: key}
        if key in INSTEAD:
            return self.refuse(f"{prefix}.{name} has no schema", node, kind, INSTEAD[key])
        try:
            found = self.names.find(file.slice(node), kind.scope, file.place(node))
        except AuthorError as error:
            error.type_name = error.type_name or kind.name
            self.errors.append(error)
            return {}
        return {} if isinstance(found, str) else {REF: self.declare(found)}

    def _list(self, node: Node, kind: DeclaredType) -> Schema:
        elem = node.child_by_field_name("element")
        if elem is None:
            return {}
        if node.type == "slice_type" and kind.scope.file.slice(elem) in ("byte", "uint8"):
            return {"type": "string", "format": "byte"}
        return {"type": "array", "items": self.of_node(elem, kind)}

    def _map(self, node: Node, kind: DeclaredType) -> Schema:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if key is None or value is None:
            return {}
        if not self._is_text(find(key, kind, self.names)):
            hint = "keys are texts in JSON: use string, a type defined from it, or one with MarshalText"
            return self.refuse(f"map keys cannot be {kind.scope.file.slice(key)}", key, kind, hint)
        return {"type": "object", "additionalProperties": self.of_node(value, kind)}

    def _is_text(self, key: DeclaredType | str | None) -> bool:
        """Returns whether a type is encoded as a string, as keys of maps must be."""
        if key is None:
            return False
        links = [each for each in chain(key, self.names) if isinstance(each, DeclaredType)]
        return builtin_under(key, self.names) == "string" or any(
            has_method(each, "MarshalText", self.names) for each in links
        )

    def _pointer(self, node: Node, kind: DeclaredType) -> Schema:
        return self.of_node(_inner(node), kind)

    def _struct(self, node: Node, kind: DeclaredType) -> Schema:
        return self.refuse("a struct without a name has no schema", node, kind, "declare it as a type of its own")

    def _interface(self, node: Node, kind: DeclaredType) -> Schema:
        return self.refuse("an interface has no schema: it can be anything", node, kind, _USE_JSON)


_USE_JSON = "use a type of its own, or apiextensionsv1.JSON"
_READERS: dict[str, Callable[[Schemas, Node, DeclaredType], Schema]] = {
    "type_identifier": Schemas._named,
    "qualified_type": Schemas._imported,
    "slice_type": Schemas._list,
    "array_type": Schemas._list,
    "map_type": Schemas._map,
    "pointer_type": Schemas._pointer,
    "parenthesized_type": Schemas._pointer,
    "struct_type": Schemas._struct,
    "interface_type": Schemas._interface,
}


def _inner(node: Node) -> Node:
    return next((each for each in node.named_children if each.type != "comment"), node)


def _items_of(schema: Schema) -> Schema:
    items: Any = schema.get("items")
    if schema.get("type") != "array" or items is None:
        raise MarkerError("it is for lists, and this is none", "a named list type can carry it itself")
    found: Schema = items
    return found
