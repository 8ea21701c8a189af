"""Builds schemas from the rules of tags, for types and fields, and lists the rules that schemas cannot express.

Discovery has read the tags; this module walks its nodes. A struct has one schema under its name; typedefs of other
types are expanded wherever they are used.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.model.natives import is_integer, native_type, non_pointer, value_type
from kapivara.generator.model.types import STRING, Member, Position, Type, TypeKind
from kapivara.generator.plan.nodes import Child, Node
from kapivara.generator.plan.rule_calls import (
    Correlation,
    EachKey,
    EachValue,
    FunctionCall,
    Gated,
    HandWritten,
    Item,
    RuleCall,
    Subfield,
    TypeCall,
)
from kapivara.generator.planning.discovery import Discovery
from kapivara.generator.schema_keywords.dialect import Dialect
from kapivara.generator.schema_keywords.places import Place
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.cel_texts import is_item
from kapivara.generator.tags.contract.handler import Session
from kapivara.generator.tags.contract.schema_form import CelForm, SchemaForm, Subject, UnsaidError
from kapivara.generator.tags.fields.presence import has_default
from kapivara.generator.tags.lists.list_facts import ListMetadata, Semantic
from kapivara.languages.re2.patterns import matcher
from kapivara.schema.structural.combining import LIST_KEYS, LIST_TYPE, Schema, combine
from kapivara.values.record import record, replace


def refuses_nothing(place: Place) -> bool:
    """Returns whether the rules of a field reject its zero value, so that the field is required."""
    schema, member = place.schema, place.member
    if member is None or has_default(member.comments):
        return False
    native = native_type(place.type)
    if native.kind is TypeKind.SLICE:
        return bool(schema.get("minItems"))
    if native.kind is TypeKind.MAP:
        return bool(schema.get("minProperties"))
    if native is STRING:
        if schema.get("minLength"):
            return True
        enum, pattern = schema.get("enum"), schema.get("pattern")
        if enum is not None and "" not in enum:
            return True
        return pattern is not None and pattern not in place.spared_patterns and not matcher(pattern)("")
    if is_integer(native):
        return bool(schema.get("minimum", 0) > 0 or schema.get("maximum", 0) < 0)
    return False


@record
class UnexpressedRule:
    """A rule that no schema expresses, and the reason."""

    type_name: str
    field: str
    tag: str
    why: str
    place: Position | None = None


@record(eq=False)
class TypeSchema:
    """The keywords and rules of a struct, without its fields and their types; and those of each field, by JSON name.

    For `opaque` fields, the rules of their types do not apply.
    """

    own: Schema
    fields: dict[str, Schema]
    opaque: frozenset[str] = frozenset()


class TypeSchemas:
    """The schemas of all types that a discovery has visited, each made once."""

    def __init__(self, discovery: Discovery, session: Session, dialect: Dialect):
        self._discovery = discovery
        self._lists = session.state(ListMetadata)
        self._dialect = dialect
        self._made: dict[int, TypeSchema] = {}
        self._where: tuple[Type, Member | None] | None = None
        self.unexpressed: list[UnexpressedRule] = []

    def of(self, kind: Type) -> TypeSchema:
        """Returns the schema of a struct; empty where discovery has not visited it."""
        known = self._made.get(id(kind))
        if known is None:
            node = self._discovery.node(kind)
            known = self._made[id(kind)] = TypeSchema({}, {}) if node is None else self._struct(node)
        return known

    def _struct(self, node: Node) -> TypeSchema:
        own: Schema = {}
        around = Place(node.type, own, self._dialect)
        self._say_all(node.rules.calls, around, node.type, None)
        fields: dict[str, Schema] = {}
        for child in () if node.rules.opaque_type else node.fields:
            schema = self._field(node, child, around)
            if child.member.json.name:
                fields[child.member.json.name] = schema
            elif child.member.embedded:
                combine(own, schema)
        said = {name: schema for name, each in fields.items() if (schema := trimmed(each))}
        opaque = (each.member.json.name for each in node.fields if each.rules.opaque_type or each.rules.opaque_value)
        return TypeSchema(own, said, frozenset(opaque))

    def _field(self, node: Node, child: Child, around: Place) -> Schema:
        member = child.member
        schema = {} if child.rules.opaque_type else self.of_value(member.type, member, around)
        path = f"{node.type}.{member.json.name or member.name}"
        combine(schema, self._list_keywords(path, member.type))
        optional = any(each.non_error for each in child.rules.calls)
        place = Place(member.type, schema, self._dialect, member=member, around=around, may_be_missing=optional)
        self._say_all(child.rules.calls, place, node.type, member)
        if not child.rules.opaque_type:
            self._say_new_items(place, path)
        if not optional and member.json.name and refuses_nothing(place):
            place.say_required(around)
        return schema

    def _say_new_items(self, place: Place, path: str) -> None:
        """Rejects new values of a list or map whose type is immutable."""
        native = value_type(place.type)
        is_held = native.kind in (TypeKind.SLICE, TypeKind.MAP) and native.elem is not None
        node = self._discovery.node(non_pointer(native.elem)) if is_held and native.elem is not None else None
        for call in () if node is None else node.rules.calls:
            if not isinstance(call.check, FunctionCall) or not call.check.update:
                continue
            facts = self._lists.find(path, place.type)
            inside = place.inside(place.type, Correlation() if facts is None else facts.correlation)
            error = self.form_of(call, inside.subject(self.form_of)).new_item
            if error is not None:
                inside.say_new_item(error)

    def of_value(self, kind: Type, member: Member | None = None, around: Place | None = None) -> Schema:
        """Returns the schema of a value from the typedefs of its type; structs have schemas of their own.

        Rules of a field that is not a pointer, list or map may also be added to the struct `around` it.
        """
        if native_type(kind).kind is not TypeKind.BUILTIN:
            member = around = None
        kind = non_pointer(kind)
        schema: Schema = {}
        if kind.kind is TypeKind.ALIAS and value_type(kind).kind is not TypeKind.STRUCT:
            node = self._discovery.node(kind)
            if node is not None:
                schema = self._list_keywords(str(kind), kind)
                place = Place(kind, schema, self._dialect, member=member, around=around)
                self._say_all(node.rules.calls, place, kind, None)
            if kind.underlying is not None and (node is None or not node.rules.opaque_type):
                combine(schema, self.of_value(kind.underlying, member, around))
            return schema
        if kind.kind in (TypeKind.SLICE, TypeKind.MAP) and kind.elem is not None:
            keyword = "items" if kind.kind is TypeKind.SLICE else "additionalProperties"
            if inner := self.of_value(kind.elem):
                schema[keyword] = inner
            if kind.key is not None:
                self._say_keys(kind, Place(kind, schema, self._dialect))
        return schema

    def _say_keys(self, kind: Type, place: Place) -> None:
        """Adds the rules of the type of a map's keys."""
        node = None if kind.key is None else self._discovery.node(kind.key)
        if node is not None:
            wrapped = [RuleCall(each.tag, EachKey(kind, each)) for each in node.rules.calls]
            self._say_all(wrapped, place, node.type, None)

    def _list_keywords(self, path: str, kind: Type) -> Schema:
        facts = self._lists.get(path) if self._dialect.list_types else None
        if facts is None or not facts.owned or native_type(kind).kind is not TypeKind.SLICE:
            return {}
        if not facts.shared or facts.custom_unique:
            return {LIST_TYPE: Semantic.ATOMIC.value}
        keys: Schema = {LIST_KEYS: [each.json.name for each in facts.keys]} if facts.keys else {}
        return {LIST_TYPE: facts.semantic.value, **keys}

    def _say_all(self, calls: Iterable[RuleCall], place: Place, owner: Type, member: Member | None) -> None:
        for call in calls:
            if call.non_error or call.in_schema or (call.tag in self._dialect.elsewhere and not call.level):
                continue  # it only stops the validation of missing values, or the caller adds it
            self._where = owner, member
            try:
                self._say(call, place)
            except UnsaidError as error:
                self._note(call, str(error))

    def _note(self, call: RuleCall, why: str) -> None:
        if self._where is None:
            return
        owner, member = self._where
        field = "" if member is None else member.json.name or member.name
        place = owner.place if member is None else member.place
        self.unexpressed.append(UnexpressedRule(str(owner), field, _innermost_tag(call), why, place))

    def _say(self, call: RuleCall, place: Place) -> None:
        """Adds the form of a call at its place; raises UnsaidError."""
        match call.check:
            case FunctionCall():
                place.say(self.form_of(call, place.subject(self.form_of)))
            case EachValue(type=kind, correlation=correlation, inner=inner):
                self._say(inner, place.inside(kind, correlation))
            case EachKey(type=kind, inner=inner):
                self._say_of_keys(inner, value_type(kind).key or kind, place)
            case Subfield(member=member, inner=inner):
                self._say(inner, place.property(member))
            case Item(item=item, inner=inner):
                self._say(inner, place.item(item.element, lambda value: is_item(value, item)))
            case Gated(inner=inner):
                if self._is_on(call.check):
                    self._say(inner, place)
            case HandWritten():
                raise UnsaidError("hand-written code asks for it")
            case TypeCall():
                pass  # the schema of the type contains it

    def _say_of_keys(self, call: RuleCall, key: Type, place: Place) -> None:
        """Adds a CEL rule for the keys of a map, which have no schema."""
        if isinstance(call.check, Gated):
            if self._is_on(call.check):
                self._say_of_keys(call.check.inner, key, place)
            return
        form = self.form_of(call, Subject(key, None, self._dialect.options, self.form_of))
        place.add_rules(_of_keys(each) for each in (*form.same, *form.rules))

    def _is_on(self, gate: Gated) -> bool:
        """Returns whether calls behind a gate apply; raises UnsaidError where that is not known."""
        if gate.kind != "option":
            raise UnsaidError("it depends on the subresource of a request")
        if gate.name not in self._dialect.options:
            raise UnsaidError(f"it depends on the option {gate.name}, which is not set")
        return self._dialect.options[gate.name] is gate.wanted

    def form_of(self, call: RuleCall, subject: Subject) -> SchemaForm:
        """Returns the form of a call's tag; raises UnsaidError."""
        if not isinstance(call.check, FunctionCall):
            raise UnsaidError("it is made of other rules")
        return HANDLERS[call.tag].schema_form(call.check, subject)


def _of_keys(form: CelForm) -> CelForm:
    return replace(form, holds=lambda value: f"{value}.all(key, {form.holds('key')})")


def _innermost_tag(call: RuleCall) -> str:
    while not isinstance(call.check, FunctionCall | HandWritten | TypeCall):
        call = call.check.inner
    return call.tag


def trimmed(schema: Schema) -> Schema:
    """Returns a schema without its empty parts."""
    made: Schema = {}
    for keyword, value in schema.items():
        if keyword in ("items", "additionalProperties"):
            value = trimmed(value)
        elif keyword == "properties":
            value = {name: part for name, each in value.items() if (part := trimmed(each))}
        if value not in ({}, []):
            made[keyword] = value
    return made
