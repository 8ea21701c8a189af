"""The tag item: applies a tag to the item of a list with certain keys.

The items of the list must have keys (listType=map, or unique=map), and the selector must name them all.
Upstream: code-generator/cmd/validation-gen/validators/item.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kapivara.generator.grammar.tag import Arg, Tag, ValueType
from kapivara.generator.grammar.tag_numbers import NumberError, parse_int
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_integer, member_by_json, value_type
from kapivara.generator.model.types import BOOL, STRING, Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Deferred, DeferredScope, Item, RuleCall, Rules, SelectedItem
from kapivara.generator.tags.contract.handler import (
    ANY_VALUE,
    Context,
    ListTerm,
    Scope,
    Stability,
    TagHandler,
    key_path,
)
from kapivara.generator.tags.contract.wrapping import payload_doc, payload_of, wrap_call
from kapivara.generator.tags.lists.list_facts import ListMetadata, Semantic
from kapivara.values.rendering import quote

Terms = tuple[tuple[Member, str | int | bool], ...]
_NO_KEYS = "found items with no list metadata - item tags require listType=map or unique=map with listMapKey"


class ItemTag(TagHandler):
    """`+k8s:item(<key>: <value>, …)=+tag`: applies the tag to the item with these keys."""

    name = "k8s:item"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    payload = ValueType.TAG
    payload_required = True
    accepts_unknown_args = True
    usage = "+k8s:item(<key>: <value>, …)=+<tag>"
    description = "Applies a validation to the item of a list that has certain keys."
    docs = (
        "The list needs +k8s:listType=map (or +k8s:unique=map) and +k8s:listMapKey. The arguments are the JSON "
        "names of all its keys, in any order, with strings, integers or booleans. Where no item matches, "
        "nothing runs; only +k8s:update=NoUnset notices a removed item."
    )
    payloads = payload_doc("The validation of the item.")
    examples: ClassVar[tuple[str, ...]] = (
        '+k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember',
        '+k8s:item(name: "a", rank: 1)=+k8s:immutable',
    )
    schema_docs: ClassVar[str] = "a rule of the list"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the inner rules on the item."""
        native = value_type(context.type)
        if native.kind is not TypeKind.SLICE or native.elem is None:
            raise TagError("can only be used on list types")
        element = value_type(native.elem)
        if element.kind is not TypeKind.STRUCT:
            raise TagError("can only be used on lists of structs")
        selector = read_selector(tag.args)
        inner = context.session.extractor.extract_rules(_inside(context, element, selector), payload_of(tag))
        pointers = native.elem.kind is TypeKind.POINTER

        def on_item(rules: Rules, scope: DeferredScope) -> Rules:
            item = SelectedItem(element, _terms(context, selector, element), pointers)
            if scope is not DeferredScope.THIS:
                return rules  # they belong to the list around the item, which is the current value

            def wrap(call: RuleCall, _: DeferredScope) -> RuleCall:
                return wrap_call(call, self.name, lambda inside: Item(item, inside), selector_text(selector))

            return rules.wrapped(wrap)

        rules = Rules()
        # Kept: an opaque item makes the whole list opaque.
        rules.opaque_type, rules.opaque_key = inner.opaque_type, inner.opaque_key
        rules.opaque_value = inner.opaque_value
        later = [Deferred(DeferredScope.THIS, lambda: Rules(*inner.calls))] if inner.calls else []
        for each in (*later, *inner.deferred):
            rules.later(DeferredScope.THIS, lambda each=each: on_item(each.resolve(), each.scope))  # type: ignore[misc]
        return rules


def selector_text(selector: Sequence[ListTerm]) -> str:
    """Returns a selector as text: `{"type": "Ready", "rank": 1}`."""
    return f"{{{', '.join(f'{quote(each.field)}: {_shown(each.value)}' for each in selector)}}}"


def selected_item(elem: Type, selector: Sequence[ListTerm]) -> SelectedItem:
    """Returns the item that a selector describes, with the keys' fields; raises TagError."""
    element = value_type(elem)
    return SelectedItem(element, match_terms(element, selector), elem.kind is TypeKind.POINTER)


def match_terms(element: Type, selector: Sequence[ListTerm]) -> Terms:
    """Returns the fields that a selector names, after checking the types of its values; raises TagError."""
    terms = []
    for each in selector:
        member = member_by_json(element, each.field)
        if member is None:
            raise TagError(f"no field with JSON name {quote(each.field)}")
        _check_value(member, each.value)
        terms.append((member, each.value))
    return tuple(terms)


def _check_value(member: Member, value: str | int | bool) -> None:
    kind = value_type(member.type)
    if kind is STRING:
        word, fits = "string", isinstance(value, str)
    elif kind is BOOL:
        word, fits = "bool", isinstance(value, bool)
    elif is_integer(kind):
        word, fits = "int", type(value) is int
    else:
        raise TagError(f"unsupported type {kind} for field {member.name}")
    if not fits:
        shown = value if isinstance(value, str) else _shown(value)
        raise TagError(f"type mismatch, field is {word} but value is not: {shown}")


def _shown(value: str | int | bool) -> str:
    if isinstance(value, str):
        return quote(value)
    return str(value).lower()


def read_selector(args: Sequence[Arg]) -> tuple[ListTerm, ...]:
    """Parses the keys of a selector; raises TagError."""
    found: dict[str, ListTerm] = {}
    for arg in args:
        if not arg.name:
            raise TagError("all arguments must be named", hint='such as type: "Ready"')
        if arg.name in found:
            raise TagError(f"duplicate argument: {quote(arg.name)}")
        found[arg.name] = ListTerm(arg.name, _value(arg))
    if not found:
        raise TagError("no selection criteria was specified", hint='such as +k8s:item(type: "Ready")')
    return tuple(found.values())


def _value(arg: Arg) -> str | int | bool:
    if arg.type is ValueType.BOOL:
        return arg.value == "true"
    if arg.type is not ValueType.INT:
        return arg.value
    try:
        return parse_int(arg.value)
    except NumberError as error:
        raise TagError(f"invalid value for argument {quote(arg.name)}: invalid integer: {error}") from None


def _inside(context: Context, element: Type, selector: tuple[ListTerm, ...]) -> Context:
    return Context(
        context.session,
        Scope.LIST_VALUE,
        element,
        key_path(context.path, selector_text(selector)),
        selector=selector,
        parent_path=context.path,
        parent_type=context.type,
        level=context.level,
        outer=context,
    )


def _terms(context: Context, selector: tuple[ListTerm, ...], element: Type) -> Terms:
    """Matches a selector with the keys of its list; returns them in the order of the keys. Raises TagError."""
    lists = context.session.state(ListMetadata)
    facts = lists.get(context.path)
    if facts is None and context.scope is Scope.FIELD:
        facts = lists.get(str(context.type))
    if facts is None or facts.semantic is not Semantic.MAP or not facts.keys:
        raise TagError(_NO_KEYS, hint="add +k8s:listType=map, and +k8s:listMapKey=<json name> for each key")
    if len(selector) != len(facts.keys):
        counts = f"number of arguments ({len(selector)})", f"number of listMapKey fields ({len(facts.keys)})"
        raise TagError(" does not match ".join(counts))
    keys = [each.json.name for each in facts.keys]
    given = {each.field: each for each in selector}
    if missing := [key for key in keys if key not in given]:
        raise TagError(f"missing required listMapKey fields: [{' '.join(missing)}]")
    return match_terms(element, [given[key] for key in keys])


HANDLERS: tuple[TagHandler, ...] = (ItemTag(),)
