"""The common part of tags that apply another tag under a condition on the request: an option, or the subresource."""

from __future__ import annotations

from typing import ClassVar

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.plan.rule_calls import DeferredScope, Gated, RuleCall, Rules
from kapivara.generator.tags.contract.handler import Context, TagHandler
from kapivara.generator.tags.contract.wrapping import payload_of, wrap_call


class GateTag(TagHandler):
    """A tag whose argument names the condition, and whose payload is the conditional tag."""

    payload = ValueType.TAG
    payload_required = True
    asks: ClassVar[str]
    """The kind of condition: `option` or `subresource`."""
    wanted: ClassVar[bool]
    """The setting under which the inner tag applies."""

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the inner rules behind the gate; raises TagError."""
        argument = tag.positional()
        name = self.read_name("" if argument is None else argument.value)

        def wrap(call: RuleCall, _: DeferredScope) -> RuleCall:
            return wrap_call(call, self.name, lambda inside: Gated(self.asks, name, self.wanted, inside))

        return context.session.extractor.extract_rules(context, payload_of(tag)).wrapped(wrap)

    def read_name(self, text: str) -> str:
        """Returns the name in the argument; raises TagError where it is invalid."""
        return text
