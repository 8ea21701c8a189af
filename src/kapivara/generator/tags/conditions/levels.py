"""The tags alpha and beta: the stages in which a rule replaces hand-written validation.

Upstream: code-generator/cmd/validation-gen/validators/levels.go (1.37).
"""

from __future__ import annotations

from typing import ClassVar

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.plan.rule_calls import Rules, with_level
from kapivara.generator.tags.contract.handler import ANY_VALUE, ArgDoc, Context, Stability, TagHandler
from kapivara.generator.tags.contract.wrapping import payload_doc, payload_of
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

_VERSION = lazy_pattern(r"[0-9]+\.[0-9]+")

_SAME = "the schema of the inner tag, at every level"


class _Level(TagHandler):
    """The common part of both tags."""

    scopes = ANY_VALUE
    stability = Stability.BETA
    args = (
        ArgDoc(
            "since",
            ValueType.STRING,
            description="<version>",
            docs='The version of Kubernetes in which the validation was added, in quotes: "1.36".',
        ),
    )
    payload = ValueType.TAG
    payload_required = True
    level: ClassVar[str]

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the inner rules with a level on their errors."""
        if len(tag.args) > 1:
            raise TagError("at most one optional kubernetes version argument is supported")
        for arg in tag.args:
            if not _VERSION.fullmatch(arg.value):
                wanted = "expected <major>.<minor>"
                raise TagError(f"invalid kubernetes version format, {wanted}, got {arg.value}", hint='such as "1.36"')
        inner = context.session.extractor.extract_rules(replace(context, level=self.level), payload_of(tag))
        return inner.wrapped(lambda call, _: with_level(call, self.level))


class Alpha(_Level):
    """`+k8s:alpha=+tag`: compares the errors of the tag with those of hand-written code, without enforcing them."""

    name = "k8s:alpha"
    level = "alpha"
    description = (
        "Marks a validation as alpha: its failures are compared with those of hand-written code, not enforced."
    )
    docs = (
        "It must be the outermost tag. The validation itself does not change: a short-circuiting one still "
        "stops others."
    )
    payloads = payload_doc("The validation that is alpha.")
    examples = ("+k8s:alpha=+k8s:required", '+k8s:alpha(since: "1.36")=+k8s:maxLength=63')
    schema_docs = _SAME


class Beta(_Level):
    """`+k8s:beta=+tag`: enforces the tag in place of hand-written code, unless that is switched off."""

    name = "k8s:beta"
    level = "beta"
    description = (
        "Marks a validation as beta: it is enforced instead of hand-written code, unless that is switched off."
    )
    docs = (
        "It must be the outermost tag. The validation itself does not change: a short-circuiting one still "
        "stops others."
    )
    payloads = payload_doc("The validation that is beta.")
    examples = ("+k8s:beta=+k8s:required", '+k8s:beta(since: "1.36")=+k8s:maxLength=63')
    schema_docs = _SAME


HANDLERS: tuple[TagHandler, ...] = (Alpha(), Beta())
