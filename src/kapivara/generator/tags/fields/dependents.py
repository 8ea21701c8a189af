"""The tags dependentRequired and dependentForbidden: a set field requires or forbids a sibling.

Upstream: code-generator/cmd/validation-gen/validators/dependentrequired.go (1.37).
"""

from __future__ import annotations

from typing import cast

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import member_by_json, native_type, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import DeferredScope, FunctionCall, IsSet, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import grouped, is_set, path_of
from kapivara.generator.tags.contract.handler import ArgDoc, Context, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, cel_form, failure
from kapivara.values.record import replace
from kapivara.values.rendering import quote

_WITH_SET_NESS = (TypeKind.POINTER, TypeKind.MAP, TypeKind.SLICE, TypeKind.BUILTIN)
_SET = "A pointer is set unless it is nil, a list or map unless it is empty, another value unless it is zero. "


class _Dependency(TagHandler):
    """The common part of both tags."""

    scopes = frozenset((Scope.FIELD,))
    stability = Stability.ALPHA
    args = (
        ArgDoc(
            "",
            ValueType.STRING,
            required=True,
            description="<sibling-field-json-name>",
            docs="The other field of the same struct, by its JSON name.",
        ),
    )
    function: str

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns a rule for the struct around the field, which sees both fields."""
        trigger, parent = context.member, context.parent_type
        if trigger is None or parent is None:
            raise TagError("must be used on a struct field")
        named = tag.positional()
        sibling = _sibling(value_type(parent), trigger, named.value if named else "")
        if not trigger.json.name:
            raise TagError(f"trigger field {quote(trigger.name)} has no JSON name", hint="give it a json tag")
        for role, member in (("trigger", trigger), ("dependent", sibling)):
            kind = native_type(member.type).kind
            if kind not in _WITH_SET_NESS:
                hint = "a struct is always set, a pointer to one is not"
                raise TagError(f"{role} field {quote(member.name)} has unsupported type kind {kind}", hint=hint)
        args = (trigger.json.name, IsSet(trigger), sibling.json.name, IsSet(sibling))
        call = RuleCall(self.name, FunctionCall(self.function, args))
        return Rules().later(DeferredScope.PARENT, lambda: Rules(call))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the call has all data
        """Returns the CEL rule on both fields."""
        name, trigger, other, sibling = cast("tuple[str, IsSet, str, IsSet]", check.args)
        wanted = self.function == DependentRequired.function
        error = failure(self.function, {}, name, lambda _: True, other, lambda _: not wanted)

        def holds(struct: str) -> str:
            is_there = is_set(struct, sibling.member)
            asked = is_there if wanted else f"!{grouped(is_there)}"
            return f"!{grouped(is_set(struct, trigger.member))} || {asked}"

        def unchanged(_now: str, before: str) -> str:
            was_there = grouped(is_set(before, sibling.member))
            return f"{grouped(is_set(before, trigger.member))} && {f'!{was_there}' if wanted else was_there}"

        rule = cel_form(holds, error, field=path_of((sibling.member,)))
        return SchemaForm(rules=(replace(rule, unchanged=unchanged),))


class DependentRequired(_Dependency):
    """`+k8s:dependentRequired("<json name>")`: requires that a sibling is set."""

    name = "k8s:dependentRequired"
    function = "dependent_required"
    description = "Requires a sibling to be set where this field is set."
    docs = _SET + "It applies in one direction only; repeat the tag for several siblings."
    examples = ('+k8s:dependentRequired("port")',)
    schema_docs = "a rule of the enclosing struct"


class DependentForbidden(_Dependency):
    """`+k8s:dependentForbidden("<json name>")`: forbids that a sibling is set."""

    name = "k8s:dependentForbidden"
    function = "dependent_forbidden"
    description = "Forbids a sibling to be set where this field is set."
    docs = _SET + "It applies in one direction only; repeat the tag for several siblings."
    examples = ('+k8s:dependentForbidden("hostPort")',)
    schema_docs = "a rule of the enclosing struct"


def _sibling(struct: Type, trigger: Member, name: str) -> Member:
    if struct.kind is not TypeKind.STRUCT:
        raise TagError(f"parent type must be a struct (got {struct.kind})")
    sibling = member_by_json(struct, name)
    if sibling is None:
        others = ", ".join(each.json.name for each in struct.members if each.json.name and each is not trigger)
        hint = f"{struct.name.name} has: {others}" if others else ""
        raise TagError(f"no sibling field with JSON name {quote(name)}", hint=hint)
    if sibling.name == trigger.name:
        raise TagError(f"trigger and dependent field must be different (both are {quote(name)})")
    return sibling


HANDLERS: tuple[TagHandler, ...] = (DependentRequired(), DependentForbidden())
