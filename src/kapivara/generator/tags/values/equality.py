"""The tag k8s:neq. Upstream: code-generator/cmd/validation-gen/validators/equality.go (1.37)."""

from __future__ import annotations

from typing import cast

from kapivara.emit.conditions import Compare, Sign
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.grammar.tag_numbers import NumberError, parse_fitting, parse_int
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import is_direct_comparable, is_integer, non_pointer, type_text, value_type
from kapivara.generator.model.types import BOOL, STRING, Type, TypeKind
from kapivara.generator.plan.rule_calls import Argument, FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.cel_texts import literal
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, PayloadDoc, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, failure, rule_form


class NotEqual(TagHandler):
    """`+k8s:neq`: disallows one value."""

    name = "k8s:neq"
    scopes = ANY_VALUE
    stability = Stability.ALPHA
    simple = True
    payload = ValueType.RAW
    payload_required = True
    description = "Rejects one value of a string, an integer or a bool."
    docs = "The tag may stand more than once, for several values."
    payloads = (PayloadDoc("<value>", "The rejected value: a string, an integer or a bool, like the field."),)
    examples = ('+k8s:neq="default"', "+k8s:neq=0")
    schema_docs = "a rule"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule that compares with the value; raises TagError."""
        native = value_type(context.type)
        if not is_direct_comparable(native):
            shown = type_text(context.type, native)
            raise TagError(f"can only be used on comparable types (e.g. string, int, bool), but got {shown}")
        refused = _disallowed(tag, native)
        args: tuple[Argument, ...] = (refused,)
        if native is STRING and non_pointer(context.type).kind is TypeKind.ALIAS:
            args = (*args, True)
        return Rules(RuleCall(self.name, FunctionCall("neq", args, holds=Compare(Sign.UNEQUAL, refused))))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the call has all data
        """Returns the CEL rule that disallows the value."""
        refused = cast("str | int | bool", check.args[0])
        return rule_form(lambda value: f"{value} != {literal(refused)}", failure("neq", refused, *check.args))


def _disallowed(tag: Tag, native: Type) -> str | int | bool:
    """Parses the payload as a value of the field's type."""
    if native is STRING:
        _expect(tag, ValueType.STRING, "a string")
        return tag.value
    if native is BOOL:
        _expect(tag, ValueType.BOOL, "a bool")
        return tag.value == "true"
    if is_integer(native):
        _expect(tag, ValueType.INT, "an integer")
        try:
            parse_int(tag.value)
            return parse_fitting(tag.value, native)
        except NumberError as error:
            raise TagError(f"invalid integer value for payload: {error}") from None
    raise TagError(f"unsupported type for 'neq' tag: {native}")


def _expect(tag: Tag, wanted: ValueType, kind: str) -> None:
    if tag.value_type is not wanted:
        hint = "put it in double quotes" if wanted is ValueType.STRING else ""
        raise TagError(f"type mismatch: field is {kind}, but payload is of type {tag.value_type}", hint=hint)


HANDLERS: tuple[TagHandler, ...] = (NotEqual(),)
