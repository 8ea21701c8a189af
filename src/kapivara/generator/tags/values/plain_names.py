"""The tags that KEP-4153 writes without `k8s:`: bounds and formats, with the same effect as their longer names.

v1.37 knows only the longer names. The three formats of the KEP are formats of names and labels.
"""

from __future__ import annotations

from typing import Any

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules
from kapivara.generator.tags.contract.handler import Context, PayloadDoc, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject
from kapivara.generator.tags.values import formats, limits, sizes
from kapivara.generator.tags.values.formats import pattern_form
from kapivara.values.record import replace

_PREFIX = "k8s:"
_LIMITS = (*limits.HANDLERS, *sizes.HANDLERS)
_NOT_IN_THE_KEP = frozenset(("k8s:maxBytes",))
_DNS1035 = "dns1035label"
_FORMATS = {"dns1123label": "k8s-short-name", "dns1123subdomain": "k8s-long-name"}


def _shorter(handler: TagHandler) -> TagHandler:
    """Returns the same tag with its name without prefix."""
    name = handler.name.removeprefix(_PREFIX)
    said: dict[str, Any] = {
        "__doc__": f"`+{name}`: as `+{handler.name}`.",
        "name": name,
        "upstream": False,
        "kep": "KEP-4153",
        "args": (),
        "docs": f"Does what +{handler.name} does, which v1.37 knows.",
        "examples": tuple(each.replace(_PREFIX, "") for each in handler.examples[:1]),
    }
    kind: type[TagHandler] = type(f"Plain{type(handler).__name__}", (type(handler),), said)
    return kind()


class PlainFormat(formats.Format):
    """`+format=…`: requires a format of KEP-4153."""

    name = "format"
    upstream = False
    kep = "KEP-4153"
    description = "Requires a string to have a format, by the names of KEP-4153."
    docs = "The same as +k8s:format, which v1.37 knows, with its names of formats."
    payloads = (
        *(PayloadDoc(name, f"As `+k8s:format={longer}`.") for name, longer in _FORMATS.items()),
        PayloadDoc(_DNS1035, "A DNS label (RFC 1035): up to 63 characters, the first of them a letter."),
    )
    examples = ("+format=dns1123label", "+format=dns1035label")

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule of the format; raises TagError."""
        if tag.value not in _FORMATS and tag.value != _DNS1035:
            hint = f"formats of KEP-4153 are {', '.join((*_FORMATS, _DNS1035))}; +k8s:format knows more"
            raise TagError(f'unsupported validation format "{tag.value}"', hint=hint)
        rules = super().plan(context, replace(tag, value=_FORMATS.get(tag.value, "k8s-short-name")))
        return rules if tag.value != _DNS1035 else Rules(RuleCall(self.name, FunctionCall("dns1035_label")))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the form of the equivalent longer tag, or the pattern and length of a format without one."""
        if check.function != "dns1035_label":
            return super().schema_form(check, subject)
        from kapivara.content.name_patterns import LABEL_AND_DOMAIN_PATTERNS  # only schemas need it

        return pattern_form(LABEL_AND_DOMAIN_PATTERNS[_DNS1035], check.function)


HANDLERS: tuple[TagHandler, ...] = (
    *(_shorter(each) for each in _LIMITS if each.name not in _NOT_IN_THE_KEP),
    PlainFormat(),
)
