"""The tags modeDiscriminator and ifMode: the rules of a field depend on the value of another field.

A field with ifMode tags is forbidden in every mode that none of them names. The rules belong to the surrounding struct,
and are made once for it, after all its modes are known.
Upstream: code-generator/cmd/validation-gen/validators/mode.go (1.37).
"""

from __future__ import annotations

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, type_text, value_type
from kapivara.generator.model.types import BOOL, STRING, TypeKind
from kapivara.generator.plan.rule_calls import DeferredScope, FunctionCall, Rules
from kapivara.generator.tags.contract.handler import ArgDoc, Context, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject
from kapivara.generator.tags.contract.wrapping import payload_doc, payload_of
from kapivara.generator.tags.unions.mode_forms import mode_form
from kapivara.generator.tags.unions.mode_groups import DEFAULT_GROUP, Modes
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import quote

_GROUP_NAME = lazy_pattern(r"[a-zA-Z][a-zA-Z0-9_]*")
_FIELD = frozenset((Scope.FIELD,))


class ModeDiscriminator(TagHandler):
    """`+k8s:modeDiscriminator`: declares the field whose value is the mode."""

    name = "k8s:modeDiscriminator"
    scopes = _FIELD
    stability = Stability.STABLE
    args = (
        ArgDoc(
            "modality",
            ValueType.STRING,
            description="<string>",
            docs="The name of the group of modes, where the struct has several.",
        ),
    )
    description = "Makes a field the mode on which the rules of other fields depend (+k8s:ifMode)."
    docs = "The field is a string or a boolean, not a pointer."
    examples = ("+k8s:modeDiscriminator", '+k8s:modeDiscriminator(modality: "speed")')
    schema_docs = "rules of the enclosing struct"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Registers the discriminator of the group; the dependent fields request the rules."""
        if native_type(context.type).kind is TypeKind.POINTER:
            raise TagError("can only be used on non-pointer types")
        native = value_type(context.type)
        if native not in (STRING, BOOL):
            raise TagError(f"can only be used on string or bool types ({type_text(context.type, native)})")
        name = _modality(tag)
        if name and not _GROUP_NAME.fullmatch(name):
            raise TagError(f"discriminator group name must match ^[a-zA-Z][a-zA-Z0-9_]*$, got {quote(name)}")
        _check_reserved(name)
        group = context.session.state(Modes).at(context.parent_path, name)
        if group.discriminator is not None and group.discriminator is not context.member:
            hint = "name one of them by (modality: <name>), and so the fields that depend on it"
            raise TagError(f"duplicate discriminator: {quote(name)}", hint=hint)
        group.discriminator = context.member
        return Rules()

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the CEL rules of a field in each mode."""
        return mode_form(check, subject)


class IfMode(TagHandler):
    """`+k8s:ifMode("<mode>")=+tag`: applies the tag in one mode."""

    name = "k8s:ifMode"
    scopes = _FIELD
    stability = Stability.STABLE
    args = (
        ArgDoc("", ValueType.STRING, description="<string>", docs="The mode in which the validation holds."),
        ArgDoc("modality", ValueType.STRING, description="<string>", docs="The name of the group of modes."),
        ArgDoc("mode", ValueType.STRING, description="<string>", docs="The mode in which the validation holds."),
    )
    usage = "+k8s:ifMode(<mode>)=+<tag> or +k8s:ifMode(modality: <name>, mode: <mode>)=+<tag>"
    payload = ValueType.TAG
    payload_required = True
    description = "Applies a validation to a field in one mode; in modes without such a tag the field is forbidden."
    docs = (
        "The mode is the value of the sibling with +k8s:modeDiscriminator. Give +k8s:optional to allow the field in a "
        "mode without any other rule. An update that changes neither the mode nor the field is not validated."
    )
    warning = "Tags about parts of a value (eachVal, item, subfield, listType, update) have no effect inside it."
    payloads = payload_doc("The validation that holds in the mode.")
    examples = ('+k8s:ifMode("Manual")=+k8s:required', '+k8s:ifMode(modality: "speed", mode: "fast")=+k8s:maximum=10')
    schema_docs = "rules of the enclosing struct"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Registers a rule of the field; returns the deferred rules of the surrounding struct."""
        payload, name = payload_of(tag), _modality(tag)
        _check_reserved(name)
        mode = tag.named("mode") or tag.positional()
        if mode is None:
            raise TagError("missing required mode", hint='such as +k8s:ifMode("Auto")')
        _check_references(payload)
        if context.member is None:
            raise TagError("must be used on a struct field")
        modes = context.session.state(Modes)
        rules = context.session.extractor.extract_rules(context, payload)
        # Kept: deferred rules of the inner tag are dropped.
        modes.at(context.parent_path, name).add(context.member, mode.value, rules.calls, context.level)
        return Rules().later(DeferredScope.PARENT, lambda: modes.rules_of(context))


def _modality(tag: Tag) -> str:
    arg = tag.named("modality")
    return "" if arg is None else arg.value


def _check_reserved(name: str) -> None:
    if name == DEFAULT_GROUP:
        raise TagError(f"discriminator group name {quote(name)} is reserved", hint="leave the name out")


def _check_references(tag: Tag | None) -> None:
    """Rejects comparisons with other fields: they are rules of the struct, which would be lost silently."""
    while tag is not None:
        if tag.named("constraint") is not None and tag.name != "k8s:item":
            raise TagError(f'tag "{tag.name}": a constraint by another field cannot depend on a mode')
        tag = tag.value_tag


HANDLERS: tuple[TagHandler, ...] = (ModeDiscriminator(), IfMode())
