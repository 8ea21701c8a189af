"""The tags that describe lists: listType, listMapKey, unique, customUnique.

They store facts (lists.py); the rule against duplicates is made after all of them have been read.
Upstream: code-generator/cmd/validation-gen/validators/list.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from kapivara.field import duplicate
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import member_by_json, native_type, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import DeferredScope, FunctionCall, RuleCall, Rules, ShapeOf, noted
from kapivara.generator.tags.contract.cel_texts import select, value_or_zero
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, PayloadDoc, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, UnsaidError, rule_form
from kapivara.generator.tags.lists.list_facts import ListFacts, ListMetadata, Semantic
from kapivara.values.rendering import quote


class ListType(TagHandler):
    """`+k8s:listType=atomic|set|map`: sets the ownership of a list, and the identity of its items."""

    name = "k8s:listType"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    payload = ValueType.STRING
    payload_required = True
    description = "Declares whether a list has one owner, or is a set of values or a map of items identified by keys."
    docs = (
        "Items of sets and maps must be unique. On update, items of a map are compared with the old item of the same "
        "keys, items of a set with an equal one; items of atomic lists have no old value."
    )
    payloads = (
        PayloadDoc("atomic", "One owner for the whole list; add +k8s:unique where items must not repeat."),
        PayloadDoc("set", "The whole value identifies an item."),
        PayloadDoc("map", "Items are structs; the fields that +k8s:listMapKey names identify them."),
    )
    examples = ("+k8s:listType=atomic", "+k8s:listType=set", "+k8s:listType=map")
    schema_docs = "`x-kubernetes-list-type`, which requires unique items itself"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Stores the type of the list; returns a deferred rule that items are unique."""
        elem = _element(context)
        facts = context.session.state(ListMetadata).at(context.path)
        facts.level = context.level
        if facts.owned:
            raise TagError("listType cannot be specified more than once", hint="keep one of them")
        if tag.value not in ("atomic", "set", "map"):
            raise TagError(f"unknown list type {quote(tag.value)}", hint="use atomic, set or map")
        wanted = Semantic(tag.value)
        facts.owned, facts.shared = True, wanted is not Semantic.ATOMIC
        if facts.semantic in (Semantic.SET, Semantic.MAP):  # a unique tag, inside of a tag that sorts before this one
            if facts.shared:
                raise TagError(f"unique tag is redundant for listType={quote(tag.value)}", hint="leave +k8s:unique out")
        else:
            if wanted is Semantic.MAP:
                _check_structs(elem)
            facts.semantic = wanted
        return _unique_later(self.name, context)

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the CEL rule that items are unique, for schemas where the list type does not imply it."""
        return SchemaForm(same=unique_form(check, subject).rules)


class ListMapKey(TagHandler):
    """`+k8s:listMapKey=<json name>`: declares a key field of items."""

    name = "k8s:listMapKey"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    payload = ValueType.STRING
    payload_required = True
    description = "Names a field of a list's items that is a key, or a part of the key."
    docs = (
        "Repeat the tag for keys of several fields. Needs +k8s:listType=map, or +k8s:unique=map. Keys are strings, "
        "numbers, booleans, or pointers to them; two items without a value for such a pointer have the same key."
    )
    payloads = (PayloadDoc("<field-json-name>", "The JSON name of a field of the items' own struct."),)
    examples = ("+k8s:listMapKey=name",)
    schema_docs = "`x-kubernetes-list-map-keys`"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Stores the key."""
        elem = _element(context)
        _check_structs(elem)
        facts = context.session.state(ListMetadata).at(context.path)
        facts.keys.append(_key_member(value_type(elem), tag.value))
        return Rules()


class Unique(TagHandler):
    """`+k8s:unique=set|map`: requires unique items in an atomic list."""

    name = "k8s:unique"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    payload = ValueType.STRING
    payload_required = True
    description = "Requires the items of an atomic list to be unique, by their value or by their keys."
    docs = "Use it with +k8s:listType=atomic: the other list types require unique items themselves."
    payloads = (
        PayloadDoc("set", "No two items are equal."),
        PayloadDoc("map", "No two items have the same keys; +k8s:listMapKey names them."),
    )
    examples = ("+k8s:unique=set", "+k8s:unique=map")
    schema_docs = "a rule"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Stores the identity of items; returns a deferred rule that they are unique."""
        elem = _element(context)
        facts = context.session.state(ListMetadata).at(context.path)
        facts.level = context.level
        if facts.shared:
            hint = "leave +k8s:unique out: the list type requires unique items itself"
            raise TagError("unique tag may not be used with listType=set or listType=map", hint=hint)
        if facts.semantic in (Semantic.SET, Semantic.MAP):
            raise TagError("unique tag cannot be specified more than once", hint="keep one of them")
        if tag.value not in ("set", "map"):
            raise TagError(f"unknown unique type {quote(tag.value)}", hint="use set or map")
        if tag.value == "map":
            _check_structs(elem)
        facts.semantic = Semantic(tag.value)
        return _unique_later(self.name, context)

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the CEL rule that items are unique."""
        return unique_form(check, subject)


class CustomUnique(TagHandler):
    """`+k8s:customUnique`: leaves the check for duplicates to hand-written code."""

    name = "k8s:customUnique"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    description = "Leaves the search for duplicates in a list to hand-written code."
    docs = "No rule against duplicates is generated; on update items are still correlated by keys or value."
    examples = ("+k8s:customUnique",)
    schema_docs = "`x-kubernetes-list-type: atomic`, since the other list types require unique items"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the tag has no content
        """Stores that no rule is generated."""
        _element(context)
        context.session.state(ListMetadata).at(context.path).custom_unique = True
        return Rules()


def unique_form(check: FunctionCall, subject: Subject) -> SchemaForm:
    """Returns the CEL rule that no two items are equal, by their keys or their value."""
    elem = native_type(subject.type).elem
    keys = cast("tuple[tuple[str, Any], ...]", check.args[2]) if check.function == "unique_map" else ()
    if elem is None:
        raise UnsaidError("the type of its items is unknown")
    same = same_keys("one", "other", keys, elem)
    return rule_form(lambda value: f"{value}.all(one, {value}.exists_one(other, {same}))", duplicate(None, None))


def same_keys(one: str, other: str, keys: Sequence[tuple[str, Any]], elem: Type) -> str:
    """Returns the expression that two items of a list are equal, by their keys, or, without keys, by their value."""
    members = [member for name, _ in keys if (member := member_by_json(value_type(elem), name)) is not None]
    return " && ".join(_same_key(one, other, each) for each in members) or f"{one} == {other}"


def _same_key(one: str, other: str, member: Member) -> str:
    """Returns the expression that two items have the same key; nil pointers are equal."""
    if member.type.kind is not TypeKind.POINTER:
        return f"{value_or_zero(one, member)} == {value_or_zero(other, member)}"
    first, second = select(one, member.json.name), select(other, member.json.name)
    return f"(has({first}) ? has({second}) && {first} == {second} : !has({second}))"


def _element(context: Context) -> Type:
    """Returns the type of a list's items; raises TagError."""
    native = native_type(context.type)
    if native.kind not in (TypeKind.SLICE, TypeKind.ARRAY) or native.elem is None:
        raise TagError(f"can only be used on list types ({native.kind})")
    return native.elem


def _check_structs(elem: Type) -> None:
    if value_type(elem).kind is not TypeKind.STRUCT:
        raise TagError("only lists of structs can be list-maps", hint="use a set, whose items are their own keys")


def _key_member(struct: Type, name: str) -> Member:
    member = member_by_json(struct, name)
    if member is None:
        names = ", ".join(each.json.name for each in struct.members if each.json.name)
        raise TagError(f"no field for JSON name {quote(name)}", hint=f"{struct.name.name} has: {names}")
    kind = member.type
    if kind.kind is TypeKind.POINTER and kind.elem is not None:
        kind = kind.elem
    if native_type(kind).kind is not TypeKind.BUILTIN:
        kinds = "only primitive types and pointers to primitive types"
        raise TagError(f"{kinds} can be list-map keys, not {member.type}", hint="name a string, number or boolean")
    return member


def _unique_later(tag: str, context: Context) -> Rules:
    return Rules().later(DeferredScope.THIS, lambda: _unique(tag, context))


def _unique(tag: str, context: Context) -> Rules:
    """Returns the rule against duplicates, for the first call per list only."""
    metadata = context.session.state(ListMetadata)
    facts = metadata.of(context)
    if facts is None or not metadata.finish(context.path):
        return Rules()
    facts.check()
    if facts.custom_unique:
        return noted()
    if facts.semantic is Semantic.ATOMIC:
        return Rules()
    return Rules(RuleCall(tag, _unique_call(facts, _element(context)), "", False, False, facts.level))


def _unique_call(facts: ListFacts, elem: Type) -> FunctionCall:
    pointers = elem.kind is TypeKind.POINTER
    if facts.semantic is Semantic.MAP:
        return FunctionCall("unique_map", (ShapeOf(elem), pointers, facts.key_names))
    return FunctionCall("unique_set", (ShapeOf(elem), pointers))


HANDLERS: tuple[TagHandler, ...] = (ListType(), ListMapKey(), Unique(), CustomUnique())
