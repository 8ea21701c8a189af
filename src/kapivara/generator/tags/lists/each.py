"""The tags eachVal and eachKey: apply a tag to each value of a list or map, or to each key of a map.

The calls are made after all tags of the list have been read, because these decide how items are paired with old items.
Rules that compare values with a field beside the list are not iterated: they belong to the struct.
Upstream: code-generator/cmd/validation-gen/validators/each.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import Type, TypeKind
from kapivara.generator.plan.rule_calls import Deferred, DeferredScope, EachKey, EachValue, RuleCall, Rules
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, Scope, Stability, TagHandler, key_path
from kapivara.generator.tags.contract.wrapping import payload_doc, payload_of, wrap_call
from kapivara.generator.tags.lists.list_facts import correlation_of

_EMPTY = "no validation functions found"


class EachVal(TagHandler):
    """`+k8s:eachVal=+tag`: applies the tag to each value."""

    name = "k8s:eachVal"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    simple = True
    payload = ValueType.TAG
    payload_required = True
    description = "Applies a validation to each value of a list or map."
    docs = (
        "Failures name the item (`[3]`) or the entry (`[key]`). On an update, unchanged values are not "
        "validated: items of a list are correlated by their keys or their whole value where the list type "
        "allows it."
    )
    payloads = payload_doc("The validation of each value.")
    examples = ("+k8s:eachVal=+k8s:maxLength=63", "+k8s:eachVal=+k8s:subfield(name)=+k8s:required")
    schema_docs = "the schema of the inner tag, in `items` or `additionalProperties`"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the inner rules for each value."""
        native = native_type(context.type)
        if native.kind not in (TypeKind.SLICE, TypeKind.ARRAY, TypeKind.MAP) or native.elem is None:
            raise TagError(f"can only be used on list or map types ({native.kind})")
        values = _inside(
            context, Scope.MAP_VALUE if native.kind is TypeKind.MAP else Scope.LIST_VALUE, native.elem, "(vals)"
        )
        inner = context.session.extractor.extract_rules(values, payload_of(tag))

        def each_value(rules: Rules) -> Rules:
            correlation = correlation_of(context.session, context.path, context.type)

            def wrap(call: RuleCall, _: DeferredScope) -> RuleCall:
                return wrap_call(call, self.name, lambda inside: EachValue(context.type, correlation, inside))

            made = _around(rules, wrap)
            made.opaque_value = rules.opaque_type
            return made

        rules = Rules()
        rules.opaque_value = inner.opaque_type
        if inner.calls:
            rules.later(DeferredScope.THIS, lambda: each_value(Rules(*inner.calls)))
        own = [each for each in inner.deferred if each.scope is DeferredScope.THIS]
        if own:
            rules.later(DeferredScope.THIS, lambda: each_value(_resolved(own)))
        for each in inner.deferred:
            if each.scope is DeferredScope.COLLECTION:
                rules.later(DeferredScope.THIS, each.resolve)
        rules.deferred += [each for each in inner.deferred if each.scope is DeferredScope.PARENT]
        if rules.empty:
            raise TagError(_EMPTY)
        return rules


class EachKeyTag(TagHandler):
    """`+k8s:eachKey=+tag`: applies the tag to each key."""

    name = "k8s:eachKey"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    simple = True
    payload = ValueType.TAG
    payload_required = True
    description = "Applies a validation to each key of a map."
    docs = "Failures name the map. On an update, existing keys are not validated."
    payloads = payload_doc("The validation of each key.")
    examples = ("+k8s:eachKey=+k8s:format=k8s-label-key",)
    schema_docs = "a rule of the map"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the inner rules for each key."""
        native = native_type(context.type)
        if native.kind is not TypeKind.MAP or native.key is None:
            raise TagError(f"can only be used on map types ({native.kind})")
        keys = _inside(context, Scope.MAP_KEY, native.key, "(keys)")
        inner = context.session.extractor.extract_rules(keys, payload_of(tag))

        def wrap(call: RuleCall, _: DeferredScope) -> RuleCall:
            return wrap_call(call, self.name, lambda inside: EachKey(context.type, inside))

        rules = _around(Rules(*inner.calls), wrap)
        rules.opaque_key = inner.opaque_type
        if inner.deferred:
            rules.later(DeferredScope.THIS, lambda: _around(_resolved(inner.deferred), wrap))
        if rules.empty:
            raise TagError(_EMPTY)
        return rules


def _inside(context: Context, scope: Scope, kind: Type, step: str) -> Context:
    """Returns the context of a tag for the keys or values of a list or map."""
    session, path, level = context.session, context.path, context.level
    selector = () if scope is Scope.LIST_VALUE else None
    return Context(session, scope, kind, key_path(path, step), None, selector, path, context.type, (), level, context)


def _resolved(deferred: list[Deferred]) -> Rules:
    """Makes all deferred rules now."""
    rules = Rules()
    for each in deferred:
        rules.add(each.resolve())
    return rules


def _around(rules: Rules, wrap: Callable[[RuleCall, DeferredScope], RuleCall]) -> Rules:
    """Returns wrapped rules, without the inner notes and opaque parts, which do not apply to the collection."""
    made = rules.wrapped(wrap)
    made.noted = made.opaque_type = made.opaque_key = made.opaque_value = False
    return made


HANDLERS: tuple[TagHandler, ...] = (EachVal(), EachKeyTag())
