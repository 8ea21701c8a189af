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
            docs="The field of the type below; more names, with dots between them, lead further down.",
        ),
    )
    payload = ValueType.RAW
    payload_required = True
    description = "Says something else of a field below than the type says that has it, for this use of the type alone."
    docs = (
        "Behind a `+` stands a tag that takes the place of the same tag there; one of optional, required and forbidden "
        "takes the place of the others, and rules of which there may be several are added. Behind a `-` stands the "
        "name of a tag that does not count here. Lists and maps on the way are gone through to what they hold."
    )
    usage = "+override(<field-json-name>)=+<tag> | -<tag-name>"
    payloads = (
        PayloadDoc("+<tag>", "The tag that counts."),
        PayloadDoc("-<tag-name>", "The tag that does not count."),
    )
    examples = ("+override(capacity)=+k8s:optional", "+override(spec.names)=-k8s:maxItems")

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it has been applied before
        """Returns no rules: the field has another type already."""
        return Rules()


HANDLERS: tuple[TagHandler, ...] = (OverrideTag(),)
