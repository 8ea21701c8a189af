"""The tag override: gives a field another type, which `overrides` makes before tags are read."""

from __future__ import annotations

from kapivara.generator.grammar.override_marker import NAME
from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.plan.rule_calls import Rules
from kapivara.generator.tags.contract.handler import ArgDoc, Context, PayloadDoc, Scope, Stability, TagHandler


class OverrideTag(TagHandler):
    """`+override(<field>)=+tag`: replaces a tag of the field below."""

    name = NAME
    scopes = frozenset((Scope.FIELD,))
    stability = Stability.STABLE
    upstream = False
    kep = "KEP-4153"
    raw = True
    args = (
        ArgDoc(
            "",
            ValueType.STRING,
            required=True,
            description="<field-json-name>",
            docs="The field of the field's type; several names with dots between them select a deeper field.",
        ),
    )
    payload = ValueType.RAW
    payload_required = True
    description = "Overrides a tag of a nested field, for this use of its type alone."
    docs = (
        "A tag behind `+` replaces the same tag there; one of optional, required and forbidden replaces the "
        "others, and a rule that may occur several times is added. `-` and the name of a tag removes that tag. "
        "The path of names continues through lists and maps into their items and values."
    )
    usage = "+override(<field-json-name>)=+<tag> | -<tag-name>"
    payloads = (
        PayloadDoc("+<tag>", "The tag that applies."),
        PayloadDoc("-<tag-name>", "The tag that is removed."),
    )
    examples = ("+override(capacity)=+k8s:optional", "+override(spec.names)=-k8s:maxItems")

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it has been applied before
        """Returns no rules: the field has another type already."""
        return Rules()


HANDLERS: tuple[TagHandler, ...] = (OverrideTag(),)
