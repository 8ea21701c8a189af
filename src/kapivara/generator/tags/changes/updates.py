"""The tag update: forbids changes of a field once the object exists.

Constraints of one field, from several tags, become one call, which checks them in the order of `_ORDER`. For values of
lists and maps v1.37 supports only NoModify; KEP-5073, "Item-Level Constraints" and "Chainable Tag Semantics", also lets
them forbid added and removed items, which is a rule of the list or map.
Upstream: code-generator/cmd/validation-gen/validators/update.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.types import TypeKind
from kapivara.generator.plan.rule_calls import Argument, DeferredScope, FunctionCall, RuleCall, Rules, ShapeOf
from kapivara.generator.tags.changes.update_forms import update_form
from kapivara.generator.tags.contract.handler import Context, PayloadDoc, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject
from kapivara.generator.tags.lists.items import selected_item
from kapivara.generator.tags.lists.list_facts import ListMetadata, Semantic
from kapivara.values.lazy_pattern import lazy_pattern

_ORDER = ("NoSet", "NoUnset", "NoModify", "NoAddItem", "NoRemoveItem")
_SPELLINGS = {each: each for each in _ORDER} | {"NoClear": "NoUnset"}
_ITEM_CONSTRAINTS = frozenset(("NoAddItem", "NoRemoveItem"))
_OF_ITEMS = {"NoSet": "NoAddItem", "NoUnset": "NoRemoveItem"}
"""Constraints of an item as constraints of its list or map: an item is set while it exists."""
_APART = lazy_pattern(r"k8s:(?:listType|unique)=[\"`]?(?:set|map)\b")
_ITEMS_NEED = "+k8s:update=NoAddItem/+k8s:update=NoRemoveItem require"


class UpdateConstraints:
    """The constraints of fields whose rule is not made yet (state of a `Session`), by path."""

    def __init__(self) -> None:
        self._by_path: dict[str, tuple[set[str], str]] = {}

    def add(self, context: Context, constraint: str) -> list[str]:
        """Adds a constraint of the current field; returns all constraints so far, in order."""
        found, _ = self._by_path.get(context.path, (set(), ""))
        found.add(constraint)
        self._by_path[context.path] = found, context.level
        return sorted(found, key=_ORDER.index)

    def take(self, path: str) -> tuple[tuple[str, ...], str]:
        """Removes and returns the constraints of a field, with the level of the last one."""
        found, level = self._by_path.pop(path, (set(), ""))
        return tuple(sorted(found, key=_ORDER.index)), level


class Update(TagHandler):
    """`+k8s:update=<constraint>`: forbids changes."""

    name = "k8s:update"
    scopes = frozenset((Scope.FIELD, Scope.LIST_VALUE, Scope.MAP_VALUE))
    stability = Stability.STABLE
    payload = ValueType.STRING
    takes_words = True
    usage = "+k8s:update=NoSet|NoUnset|NoModify|NoAddItem|NoRemoveItem"
    description = "Rejects some changes of a field once the object exists."
    docs = (
        "Repeat the tag for several constraints, or put commas between them, as KEP-5073 does. A pointer is "
        "unset where it is nil, a list or map where it is empty, another value where it is zero; a struct that "
        "is not a pointer is always set. Items of lists and values of maps (+k8s:item, +k8s:eachVal) are set "
        "while they exist: NoSet rejects an added one, NoUnset a removed one, where +k8s:listType gives items "
        "an identity. v1.37 accepts only NoModify for them."
    )
    payloads = (
        PayloadDoc("NoSet", "An unset value stays unset: set it on creation, or never."),
        PayloadDoc("NoUnset", "A set value cannot be cleared. KEP-5073 calls it NoClear, which is accepted too."),
        PayloadDoc(
            "NoModify",
            "A value that is set before and after the update must not change. With NoUnset: can be set once.",
        ),
        PayloadDoc("NoAddItem", "No item is added to a list or map."),
        PayloadDoc("NoRemoveItem", "No item is removed from a list or map."),
    )
    examples = (
        "+k8s:update=NoModify",
        "+k8s:update=NoUnset",
        "+k8s:update=NoModify,NoClear",
        "+k8s:eachVal=+k8s:update=NoModify",
        '+k8s:item(type: "Approved")=+k8s:update=NoUnset',
    )
    schema_docs = "transition rules of the enclosing struct; for items, of the list or of the items"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Collects constraints of fields and returns their deferred rule; returns the rules of items at once."""
        rules = Rules()
        for constraint in _constraints(tag):
            rules.add(self._plan_one(context, constraint))
        return rules

    def _plan_one(self, context: Context, constraint: str) -> Rules:
        constraints = context.session.state(UpdateConstraints)
        if context.scope is Scope.FIELD:
            for each in constraints.add(context, constraint):
                _check_field(context, each)
            return Rules().later(DeferredScope.THIS, lambda: self._merged(context, _field_call))
        if constraint == "NoModify":
            _check_item(context)
            return Rules(RuleCall(self.name, _value_call(context, (constraint,)), "", True, level=context.level))
        if not context.selector and (constraint in _ITEM_CONSTRAINTS or not _tells_items_apart(context.outer)):
            raise _not_for_items(context, constraint)
        constraints.add(context, constraint)
        return Rules().later(DeferredScope.COLLECTION, lambda: self._merged(context, _collection_call))

    def _merged(self, context: Context, make: Callable[[Context, tuple[str, ...]], FunctionCall]) -> Rules:
        """Returns the rule of all constraints of a field, or of items, on the first call only."""
        constraints, level = context.session.state(UpdateConstraints).take(context.path)
        if not constraints:
            return Rules()
        call = make(context, constraints)
        return Rules(RuleCall(self.name, call, short_circuit=True, level=context.level or level))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the transition rules in CEL."""
        return update_form(check, subject)


def _constraints(tag: Tag) -> list[str]:
    """Parses the constraints of a tag; raises TagError."""
    words = tag.value.split(",") if tag.value_type is ValueType.WORDS else [tag.value]
    for word in words:
        if word not in _SPELLINGS:
            hint = "write them without quotes" if "," in word else f"use one of {', '.join(_ORDER)}"
            raise TagError(f"unknown +k8s:update constraint: {word}", hint=hint)
    return [_SPELLINGS[word] for word in words]


def _tells_items_apart(around: Context | None) -> bool:
    """Returns whether items have an identity: in a map, or in a list with tags that define one."""
    if around is None or native_type(around.type).kind is TypeKind.MAP:
        return around is not None
    comments = (*around.type.comments, *(around.member.comments if around.member is not None else ()))
    return any(_APART.search(line.text) for line in comments)


def _not_for_items(context: Context, constraint: str) -> TagError:
    message = f"+k8s:update={constraint} does not apply to {context.scope}, attach it to the enclosing field"
    apart = "or identify items by +k8s:listType=set or +k8s:listType=map"
    return TagError(message, hint=apart if constraint in _OF_ITEMS else "put it directly on the list or map")


def _check_item(context: Context) -> None:
    """Raises TagError where values of a list or map cannot have NoModify."""
    if value_type(context.type).kind in (TypeKind.SLICE, TypeKind.MAP):
        refused = "cannot be applied to list/map elements that are themselves lists or maps"
        raise TagError(f"+k8s:update=NoModify {refused}")
    # Kept: list tags sort after eachVal, so there are facts here only if other tags contain them.
    facts = context.session.state(ListMetadata).get(context.parent_path)
    if context.scope is Scope.LIST_VALUE and facts is not None and facts.semantic is not Semantic.MAP:
        wanted = "requires the enclosing list to use listType=map or unique=map"
        raise TagError(f"+k8s:eachVal=+k8s:update=NoModify {wanted} (got {facts.semantic})")


def _check_field(context: Context, constraint: str) -> None:
    """Raises TagError where a constraint has no meaning for the type of a field."""
    kind = value_type(context.type).kind
    compound = kind in (TypeKind.SLICE, TypeKind.MAP)
    if constraint in _ITEM_CONSTRAINTS:
        if not compound:
            raise TagError(f"+k8s:update={constraint} can only be used on list or map fields")
    elif constraint == "NoModify":
        if compound:
            instead = "use +k8s:eachVal=+k8s:update=NoModify for per-item immutability"
            raise TagError(f"+k8s:update=NoModify is not supported on list or map fields, {instead}")
    elif kind is TypeKind.STRUCT and context.type.kind is not TypeKind.POINTER:
        hint = "use +k8s:update=NoModify, or a pointer"
        refused = "cannot be used on non-pointer struct fields (they cannot be unset)"
        raise TagError(f"+k8s:update={constraint} {refused}", hint=hint)


def _field_call(context: Context, constraints: tuple[str, ...]) -> FunctionCall:
    kind = value_type(context.type).kind
    if kind is TypeKind.MAP:
        return _call("update_map", constraints)
    if kind is not TypeKind.SLICE:
        return _value_call(context, constraints)
    if _ITEM_CONSTRAINTS.isdisjoint(constraints):
        return _call("update_list", constraints)
    return _items_call(context, constraints)


def _collection_call(context: Context, constraints: tuple[str, ...]) -> FunctionCall:
    """Returns the call for a list or map whose items, or one of them, may not be added or removed."""
    around = context.outer
    if around is None:
        raise _not_for_items(context, constraints[0])
    of_items = tuple(dict.fromkeys(_OF_ITEMS.get(each, each) for each in constraints))
    native = native_type(around.type)
    if context.selector and native.elem is not None:
        return _call("update_item", of_items, selected_item(native.elem, context.selector))
    facts = context.session.state(ListMetadata).find(around.path, around.type)
    if native.kind is not TypeKind.MAP and (facts is None or facts.semantic not in (Semantic.SET, Semantic.MAP)):
        raise _not_for_items(context, constraints[0])
    return _field_call(around, of_items)


def _items_call(context: Context, constraints: tuple[str, ...]) -> FunctionCall:
    """Returns the call for a list whose items need an identity."""
    facts = context.session.state(ListMetadata).find(context.path, context.type)
    if facts is None:
        wanted = "list metadata (+k8s:listType with listMapKey, or +k8s:unique) to determine item identity"
        raise TagError(f"{_ITEMS_NEED} {wanted}")
    elem = native_type(context.type).elem
    if elem is None or facts.semantic not in (Semantic.SET, Semantic.MAP):
        wanted = "listType=set, listType=map, unique=set, or unique=map to define item identity"
        raise TagError(f"{_ITEMS_NEED} {wanted}")
    pointers = elem.kind is TypeKind.POINTER
    if facts.semantic is Semantic.SET:
        return _call("update_items", constraints, ShapeOf(elem), pointers)
    if not facts.keys:
        raise TagError(f"{_ITEMS_NEED} listMapKey to be set for listType=map")
    return _call("update_items", constraints, ShapeOf(elem), pointers, facts.key_names)


def _value_call(context: Context, constraints: tuple[str, ...]) -> FunctionCall:
    if context.type.kind is TypeKind.POINTER:
        return _call("update_pointer", constraints)
    if value_type(context.type).kind is TypeKind.STRUCT:
        return _call("update_struct", constraints)
    return _call("update_value", constraints)


def _call(function: str, *args: Argument) -> FunctionCall:
    return FunctionCall(function, args, update=True)


HANDLERS: tuple[TagHandler, ...] = (Update(),)
